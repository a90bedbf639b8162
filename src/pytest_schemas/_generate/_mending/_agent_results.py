"""Menders of the agent result."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import count
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._agent_parts import PAYLOADS, envelopes_of
from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._mending._mender import Mender
from pytest_schemas._generate._mending._names import NAMED, give_name
from pytest_schemas._generate._mending._patch_paths import PathRules, place_paths
from pytest_schemas._generate._mending._phrases import avoid_phrases
from pytest_schemas._generate._mending._writing import (
    explain_repairs,
    verify_what_is_written,
    write_by_patches,
)

_PHRASES = ("no-recursion-phrase", "follow-up-no-route-launch", "follow-up-no-scout-ledger")
_TO_CHANGE = ("apply", "merge")
#: What can have made an envelope that a model authored.
_BACKENDS = (
    "backend_sdk_thread_id",
    "backend_ollama_request_id",
    "backend_child_process_id",
)


def agent_result_menders(rules: Collection[str], context: Mapping[str, object]) -> Iterator[Mender]:
    """The menders of an agent result at a stage, for the rules that are to be kept."""
    wanted = {each.partition("/")[2] for each in rules}
    stage = context.get("stage")
    # Texts first: what is put in afterwards has no phrase. Then what says whether there is writing.
    if wanted.intersection(_PHRASES):
        yield partial(avoid_phrases, rules=wanted)
    yield from (mender for rule, mender in _TAKEN_IN.items() if rule in wanted)
    paths = PathRules(
        allowed="operation-path-allowed" in wanted,
        leased="lease-proof-path-allowed" in wanted and stage in _TO_CHANGE,
        apart="envelopes-disjoint" in wanted and stage == "merge",
    )
    if any(paths):
        yield partial(place_paths, rules=paths)
    if "conflict-prediction-apart" in wanted and stage == "merge":
        yield _tell_conflicts_apart
    yield from (
        partial(give_name, named=named)
        for rule, named in NAMED.items()
        if rule in wanted and named.stage in {None, stage}
    )
    if "scout-evidence-local" in wanted and stage is not None:
        yield _keep_notes_in_session


def _give_payloads(result: Any, _chooser: Chooser) -> None:
    for envelope in envelopes_of(result):
        for operation in envelope["operations"]:
            operation.setdefault(PAYLOADS[operation["op"]], "")


def _name_backends(result: Any, _chooser: Chooser) -> None:
    for envelope in envelopes_of(result):
        is_named = any(envelope.get(each) for each in _BACKENDS)
        if envelope.get("source") == "model_authored" and not is_named:
            envelope[_BACKENDS[0]] = "thread-1"


def _drop_children(result: Any, _chooser: Chooser) -> None:
    for envelope in envelopes_of(result):
        if envelope.get("source") == "fixture":
            envelope.pop("backend_child_process_id", None)


def _name_worktrees(result: Any, _chooser: Chooser) -> None:
    for envelope in envelopes_of(result):
        if envelope.get("source") == "git-worktree-diff":
            worktree = envelope.setdefault("git_worktree", {})
            path = worktree.get("worktree_path")
            if not isinstance(path, str) or not path:
                worktree["worktree_path"] = "worktrees/slot-1"


def _tell_conflicts_apart(result: Any, _chooser: Chooser) -> None:
    name = "conflict_prediction_id"
    seen: set[str] = set()
    for envelope in envelopes_of(result):
        lease = envelope.get("lease_proof", {})
        if name in lease:
            first = lease[name]
            others = (f"{first}-{number}" for number in count(2))
            lease[name] = first if first not in seen else next(e for e in others if e not in seen)
            seen.add(lease[name])


def _keep_notes_in_session(result: Any, _chooser: Chooser) -> None:
    """Name the agent so that it can stand in a path, and put its notes into its session."""
    evidence = result.get("worker_scout_evidence")
    if evidence is not None:
        agent = re.sub(r"[^\w-]", "", evidence["agent_id"]) or "agent-1"
        folder = f"sessions/{agent}/worker-scout"
        evidence["agent_id"] = agent
        if not re.fullmatch(rf"{re.escape(folder)}/[\w.-]*\w", evidence["artifact_path"]):
            evidence["artifact_path"] = f"{folder}/notes.json"


#: By the rule, in the order in which one may rely on another.
_TAKEN_IN: Mapping[str, Mender] = MappingProxyType(
    {
        "operation-payload": _give_payloads,
        "model-authored-proof": _name_backends,
        "fixture-without-child-process": _drop_children,
        "worktree-metadata": _name_worktrees,
        "writes-need-patch": write_by_patches,
        "write-verification": verify_what_is_written,
        "repair-hypothesis": explain_repairs,
    }
)
