"""Producers of agent results, as workers of several kinds report them."""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from math import nan
from typing import Any

from hypothesis import strategies as st

from _producers._producer import Producer, producer

_OK = {"ok": True, "violations": []}
_LISTS = (
    "findings",
    "proposed_changes",
    "changed_files",
    "blockers",
    "artifacts",
    "unverified",
    "writes",
)


def _result(**members: Any) -> dict[str, Any]:
    return {
        "schema": "sks.agent-result.v1",
        "mission_id": "M-20260309-pier",
        "agent_id": "writer-2",
        "session_id": "writer-2-01",
        "persona_id": "implementer",
        "task_slice_id": "slice-cache",
        "status": "done",
        "backend": "process",
        "summary": "The list of ferries is cached.",
        "confidence": "high",
        "handoff_notes": "",
        "lease_compliance": _OK,
        "recursion_guard": _OK,
        "verification": {"status": "passed", "checks": []},
        **{name: [] for name in _LISTS},
        **members,
    }


def _envelope(**members: Any) -> dict[str, Any]:
    return {
        "schema": "sks.agent-patch-envelope.v1",
        "agent_id": "writer-2",
        "session_id": "writer-2-01",
        "slot_id": "slot-001",
        "generation_index": 1,
        "operations": [{"op": "write", "path": "ferries/cache.py", "content": ""}],
        **members,
    }


@producer(
    "agent-result",
    fault="The mean of no times is NaN",
    clause="json/non-finite",
    least={"times": []},
    times=st.lists(st.floats(0, 600), max_size=20),
)
def nan_of_nothing(times: list[float], *, faulty: bool) -> object:
    """The report of a router has how long its children took."""
    report: dict[str, float] = {"count": len(times)}
    if times or faulty:
        report["mean"] = sum(times) / len(times) if times else nan
    return _result(backend_router_report=report)


@producer(
    "agent-result",
    fault="The state that a program prints keeps its final newline",
    clause="/properties/status/enum",
    least={"backend": "process", "state": "done"},
    backend=st.sampled_from(["codex-sdk", "process"]),
    state=st.sampled_from(["done", "blocked", "failed"]),
)
def final_newline(backend: str, state: str, *, faulty: bool) -> object:
    """Of the two backends one is a program."""
    if backend == "process":
        run = subprocess.run(["echo", state], stdout=subprocess.PIPE, text=True, check=True)
        state = run.stdout if faulty else run.stdout.strip()
    return _result(backend=backend, status=state)


@producer(
    "agent-result",
    fault="A program that was ended by a signal is killed, a state that is never declared",
    clause="/properties/status/enum",
    least={"exit_status": -1},
    exit_status=st.integers(-31, 255),
)
def undeclared_status(exit_status: int, *, faulty: bool) -> object:
    """As `subprocess` has it: signals are negative."""
    if exit_status < 0:
        return _result(status="killed" if faulty else "failed")
    return _result(status={0: "done", 75: "blocked"}.get(exit_status, "failed"))


@producer(
    "agent-result",
    fault="A priority is a quotient",
    clause="/properties/follow_up_work_items/items/properties/priority/type",
    least={"minutes": [1]},
    minutes=st.lists(st.integers(0, 600), max_size=5),
)
def float_priority(minutes: list[int], *, faulty: bool) -> object:
    """What takes longer is less urgent."""
    items: list[object] = [
        {
            "id": f"F{number}",
            "title": "Clear the cache",
            "description": "When a ferry is cancelled.",
            "required_persona_category": "implementer",
            "priority": each / 60 if faulty else each // 60,
            "dependencies": [],
            "lease_requirements": [],
            "max_attempts": 1,
            "reason": "Nobody walks to the pier in vain.",
        }
        for number, each in enumerate(minutes, 1)
    ]
    return _result(follow_up_work_items=items)


@producer(
    "agent-result",
    fault="An operation by diff has a count of its lines, left over from a search for a fault",
    clause="/properties/patch_envelopes/items/properties/operations/items/additionalProperties",
    least={"changes": [("", True)]},
    changes=st.lists(st.tuples(st.text(max_size=50), st.booleans()), max_size=5),
)
def debug_member(changes: list[tuple[str, bool]], *, faulty: bool) -> object:
    """Files are written, or changed by a diff."""
    operations = []
    for text, is_diff in changes:
        operation: dict[str, Any] = {"op": "write", "path": "ferries/cache.py", "content": text}
        if is_diff:
            operation = {"op": "unified_diff", "path": "ferries/cache.py", "diff": text}
            if faulty:
                operation["lines"] = len(text.splitlines())
        operations.append(operation)
    envelopes = [_envelope(operations=operations)] if operations else []
    return _result(patch_envelopes=envelopes)


@producer(
    "agent-result",
    fault="Where there are both a lease and a worktree, the one stands in the proof of the other",
    clause=("/properties/patch_envelopes/items/properties/lease_proof/additionalProperties"),
    least={"lease": "", "worktree": "", "rationale": None, "tier": None},
    lease=st.none() | st.text(max_size=20),
    worktree=st.none() | st.text(max_size=20),
    rationale=st.none() | st.text(max_size=20),
    tier=st.none() | st.sampled_from(["fast", "standard"]),
)
def two_parts_meet(
    lease: str | None,
    worktree: str | None,
    rationale: str | None,
    tier: str | None,
    *,
    faulty: bool,
) -> object:
    """All parts of an envelope are optional."""
    envelope = _envelope()
    if lease is not None:
        envelope["lease_proof"] = {"lease_id": lease, "protected_path_check": "passed"}
    if worktree is not None:
        holder = envelope["lease_proof"] if lease is not None and faulty else envelope
        holder["git_worktree"] = {"path": worktree}
    if rationale is not None:
        envelope["rationale"] = rationale
    if tier is not None:
        envelope["service_tier"] = tier
    return _result(patch_envelopes=[envelope])


@producer(
    "agent-result",
    fault="A verification that needs no reason has an empty one",
    clause="/properties/verification/properties/reason/minLength",
    least={"failures": []},
    failures=st.lists(st.text(min_size=1, max_size=50), max_size=5),
)
def empty_reason(failures: list[str], *, faulty: bool) -> object:
    """The reason tells what failed."""
    verification = {"status": "failed" if failures else "passed", "checks": failures}
    if failures or faulty:
        verification["reason"] = "; ".join(failures)
    return _result(verification=verification)


@dataclass
class _Proof:
    lease_id: str
    owner_agent: str | None = None
    conflict_prediction_id: str | None = None


@producer(
    "agent-result",
    fault="A dataclass is written with what is None in it",
    clause=("/properties/patch_envelopes/items/properties/lease_proof/properties/owner_agent/type"),
    least={"owner": None, "prediction": ""},
    owner=st.text(max_size=20) | st.none(),
    prediction=st.text(max_size=20),
)
def nested_null(owner: str | None, prediction: str, *, faulty: bool) -> object:
    """The proof of a lease may have an owner."""
    proof = asdict(_Proof("write:writer-2", owner, prediction))
    if not faulty:
        proof = {name: value for name, value in proof.items() if value is not None}
    return _result(patch_envelopes=[_envelope(lease_proof=proof)])


@producer(
    "agent-result",
    fault="The values of a hint are of any type instead of text",
    clause=(
        "/properties/patch_envelopes/items/properties/verification_hint/additionalProperties/type"
    ),
    least={"options": {"": False}},
    options=st.dictionaries(
        st.text(max_size=10), st.text(max_size=10) | st.booleans() | st.integers(), max_size=5
    ),
)
def hint_of_any_type(options: dict[str, str | bool | int], *, faulty: bool) -> object:
    """The options of the command line are told to whoever verifies."""
    hint = options if faulty else {name: str(value) for name, value in options.items()}
    return _result(patch_envelopes=[_envelope(verification_hint=hint)])


@producer(
    "agent-result",
    fault="The summary is put between quotes as it is, with no escapes",
    clause="json/syntax",
    least=lambda given: json.dumps(given["summary"])[1] == "\\" and len(given["summary"]) == 1,
    text=True,
    summary=st.text(max_size=200),
)
def json_by_hand(summary: str, *, faulty: bool) -> object:
    """The worker has a form to fill in."""
    form = json.dumps(_result(summary="@summary@"))
    return form.replace('"@summary@"', f'"{summary}"' if faulty else json.dumps(summary))


PRODUCERS: tuple[Producer, ...] = (
    nan_of_nothing,
    final_newline,
    undeclared_status,
    float_priority,
    debug_member,
    two_parts_meet,
    empty_reason,
    nested_null,
    hint_of_any_type,
    json_by_hand,
)
