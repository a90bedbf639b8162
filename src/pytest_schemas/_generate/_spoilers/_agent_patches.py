"""Faults that break one rule of an agent result when its patches are applied, merged or proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._agent_paths import meet, plain
from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers import _agent_kept as kept
from pytest_schemas._generate._spoilers._agent_envelopes import (
    ANY_ENVELOPE,
    TO_ENVELOPE,
    doing,
    elsewhere,
    leased,
    moved,
)
from pytest_schemas._generate._spoilers._spoiler import Spoiler, without

_APPLY = (("stage", ("apply",)),)
_MERGE = (("stage", ("merge",)),)
_CHANGE = (("stage", ("apply", "merge")),)
_PROOF = (("stage", ("proof",)),)
_ANY_STAGE: tuple[tuple[str, tuple[str, ...]], ...] = (("stage", ()),)


def _no_way_back(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    bare = without(envelope, "rollback_hint", "rollback_node_id")
    if "lease_proof" in envelope:
        bare = leased(bare, "rollback_node_id")
    yield Fault("missing", bare)
    yield Fault("beside-the-proof", {**bare, "rollback_node_id": "rollback-1"})


def _protected(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in (
        ("agents-file", "AGENTS.md"),
        ("codex", ".codex/config.toml"),
        ("skills", ".agents/skills/units/SKILL.md"),
        ("package", "node_modules/sneakoscope/package.json"),
        ("policy", ".sneakoscope/policy.json"),
    ):
        yield Fault(name, moved(envelope, path))


def _not_leased(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A lease proof that does not allow what the envelope allows, or what nobody holds it to."""
    operations = envelope["operations"]
    paths = [each["path"] for each in operations]
    if not all(map(plain, paths)):
        return
    outside = leased(envelope, allowed_paths=[elsewhere(paths)])
    if all(each["op"] == "git_apply_patch" for each in operations):
        yield Fault("git-patch", without(outside, "allowed_paths"))
    yield Fault("other-list", {**outside, "allowed_paths": paths})


def _merged(result: Any) -> int | None:
    """The first envelope that is merged with others, if its path says where it is."""
    for index, envelope in enumerate(result["patch_envelopes"]):
        is_worktree = envelope.get("source") == "git-worktree-diff"
        if not is_worktree and plain(envelope["operations"][0]["path"]):
            return index
    return None


def _meeting(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """One more envelope, on a path of another."""
    index = _merged(result)
    if index is None:
        return
    envelopes = result["patch_envelopes"]
    second, first = envelopes[index], envelopes[index]["operations"][0]
    if "lease_proof" in second:
        second = leased(second, "conflict_prediction_id")
    for name, path in (
        ("same-path", first["path"]),
        ("in-other-words", f"./{first['path']}"),
        ("beneath", f"{plain(first['path'])}/a.py"),
    ):
        more = {**second, "operations": [{**first, "path": path}]}
        yield Fault(name, {**result, "patch_envelopes": [*envelopes, more]})


def _same_prediction(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """One more envelope, which is told to conflict with another."""
    index = _merged(result)
    if index is None:
        return
    envelopes = list(result["patch_envelopes"])
    changed = [plain(each["path"]) for e in envelopes for each in e["operations"]]
    free = (f"src/{number}.py" for number in count(1))
    path = next(each for each in free if not any(meet(each, e) for e in changed))
    envelopes[index] = leased(envelopes[index], conflict_prediction_id="conflict-1")
    more = {**envelopes[index], "operations": envelopes[index]["operations"][:1]}
    yield Fault("same-id", {**result, "patch_envelopes": [*envelopes, moved(more, path)]})


def _no_task(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    names = ("strategy_task_id", "micro_win_id")
    bare = without(leased(envelope, *names), *names, "task_slice_id")
    yield Fault("missing", bare)
    yield Fault("beside-the-proof", {**bare, **dict.fromkeys(names, "task-1")})


def _no_verification_node(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _no_node(envelope, "verification")


def _no_rollback_node(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _no_node(envelope, "rollback")


def _no_node(envelope: Any, kind: str) -> Iterator[Fault]:
    node, hint = f"{kind}_node_id", f"{kind}_hint"
    bare = without(leased(envelope, node), hint, node)
    yield Fault("missing", bare)
    yield Fault("beside-the-proof", {**bare, node: f"{kind}-1"})
    yield Fault("hint-without-node", {**bare, hint: {"notes": "See the handbook."}})


def _no_owner(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield Fault("missing", leased(envelope, "owner_agent"))


def _not_local(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    evidence = result["worker_scout_evidence"]
    agent = evidence["agent_id"]
    for name, members in (
        ("no-agent", {"agent_id": ""}),
        ("another-agent", {"artifact_path": f"sessions/{agent}-2/worker-scout/notes.json"}),
        ("another-folder", {"artifact_path": f"sessions/{agent}/notes.json"}),
        ("shared-ledger", {"artifact_path": "scout-ledger.json"}),
        ("central-proof", {"central_proof_ssot": True}),
        ("not-ok", {"ok": False}),
    ):
        yield Fault(name, {**result, "worker_scout_evidence": {**evidence, **members}})


AGENT_PATCHES: Mapping[str, Spoiler] = MappingProxyType(
    {
        "agent-result/write-needs-rollback": Spoiler(
            _no_way_back, doing("write"), above=TO_ENVELOPE, needs=_APPLY, keep=kept.way_back
        ),
        "agent-result/operation-protected-path": Spoiler(
            _protected, ANY_ENVELOPE, above=0, needs=_CHANGE, keep=kept.changed_path
        ),
        "agent-result/lease-proof-path-allowed": Spoiler(
            _not_leased,
            doing("git_apply_patch", "replace"),
            above=TO_ENVELOPE,
            needs=_CHANGE,
            keep=kept.proof_path,
        ),
        "agent-result/envelopes-disjoint": Spoiler(
            _meeting, ANY_ENVELOPE, is_whole=True, needs=_MERGE, keep=kept.apart
        ),
        "agent-result/conflict-prediction-apart": Spoiler(
            _same_prediction, ANY_ENVELOPE, is_whole=True, needs=_MERGE, keep=kept.predictions
        ),
        "agent-result/proof-strategy-reference": Spoiler(
            _no_task, ANY_ENVELOPE, above=0, needs=_PROOF, keep=kept.task
        ),
        "agent-result/proof-verification-node": Spoiler(
            _no_verification_node,
            ANY_ENVELOPE,
            above=0,
            needs=_PROOF,
            keep=kept.node("verification"),
        ),
        "agent-result/proof-rollback-node": Spoiler(
            _no_rollback_node, ANY_ENVELOPE, above=0, needs=_PROOF, keep=kept.node("rollback")
        ),
        "agent-result/proof-owner-agent": Spoiler(_no_owner, ANY_ENVELOPE, above=0, needs=_PROOF),
        "agent-result/scout-evidence-local": Spoiler(
            _not_local,
            ('/properties/worker_scout_evidence="present"',),
            above=0,
            needs=_ANY_STAGE,
            keep=kept.notes,
        ),
    }
)
