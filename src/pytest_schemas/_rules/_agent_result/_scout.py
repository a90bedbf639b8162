"""What the consumer of agent results demands of the notes that a worker's scout made."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._rule import Finding, Given, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator


@rule(
    "agent-result/scout-evidence-local",
    level="consumer",
    source="the consumer's policy for scouts",
    summary="worker_scout_evidence names its agent and a file of that agent's session, says ok "
    "then, and is not the central proof.",
    needs=("stage",),
)
def scout_evidence_local(result: Any, _: Given) -> Iterator[Finding]:
    evidence = result.get("worker_scout_evidence")
    if evidence is None:
        return
    fault = _not_local(evidence)
    if fault is not None:
        yield fault
    elif not evidence["ok"]:
        message = '"ok" is false, and the notes are where they should be; make it true'
        yield Finding(("worker_scout_evidence", "ok"), message)
    if evidence["central_proof_ssot"]:
        message = (
            '"central_proof_ssot" is true; notes of a scout are no central proof: make it false'
        )
        yield Finding(("worker_scout_evidence", "central_proof_ssot"), message)


def _not_local(evidence: Any) -> Finding | None:
    agent, artifact = evidence["agent_id"], evidence["artifact_path"]
    if not agent:
        message = '"agent_id" is empty; name the agent that made the notes'
        return Finding(("worker_scout_evidence", "agent_id"), message)
    folder = f"sessions/{agent}/worker-scout"
    if posixpath.normpath(folder) != folder:
        message = f'"agent_id" is {show(agent)}, which names no folder of its own in sessions/'
        return Finding(("worker_scout_evidence", "agent_id"), f"{message}; give the agent's id")
    if posixpath.normpath(artifact).startswith(f"{folder}/"):
        return None
    message = f"{show(artifact)} is not a file under {show(f'{folder}/')}"
    return Finding(
        ("worker_scout_evidence", "artifact_path"), f"{message}; keep the notes in the session"
    )
