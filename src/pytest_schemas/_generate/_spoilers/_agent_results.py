"""Faults that break one rule of an agent result when it is taken in: of its envelopes, and of what
it says of its writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._agent_parts import PAYLOADS, READ_ONLY, is_repair
from pytest_schemas._generate._agent_paths import plain
from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers import _agent_kept as kept
from pytest_schemas._generate._spoilers._agent_envelopes import (
    ANY_ENVELOPE,
    ENVELOPE,
    ENVELOPES,
    TO_ENVELOPE,
    doing,
    elsewhere,
    leased,
    moved,
)
from pytest_schemas._generate._spoilers._spoiler import Spoil, Spoiler, setting, without

_FILE = "src/a.py"
_PASSED = {"status": "passed", "checks": ["pytest tests"]}
_HYPOTHESIS = "repair_hypothesis"


def _no_lease(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    bare = without(envelope, "lease_id")
    if "lease_proof" in envelope:
        bare = leased(bare, "lease_id")
    yield Fault("missing", bare)
    yield Fault("empty", {**bare, "lease_id": ""})
    yield Fault("both-empty", {**leased(bare, lease_id=""), "lease_id": ""})


def _no_payload(operation: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    op = operation["op"]
    payload = PAYLOADS[op]
    other = "diff" if op == "write" else "content"
    bare = without(operation, payload)
    name = op.replace("_", "-")
    yield Fault(f"{name}-without-{payload}", without(bare, other))
    yield Fault(f"{name}-with-{other}", {**bare, other: "a"})


def _unsafe_paths(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in (
        ("absolute", "/src/a.py"),
        ("climbs-out", "../a.py"),
        ("climbs", "src/../../a.py"),
        ("ends-above", "src/.."),
        ("climbs-by-backslashes", "src\\..\\a.py"),
        ("nul", "src/a\0.py"),
    ):
        yield Fault(name, moved(envelope, path))


def _not_allowed(envelope: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    """Allowed paths that a path is not in, though it may look as if it were."""
    stage = context.get("stage")
    held = [each for each in envelope["operations"] if each["op"] != "git_apply_patch"]
    paths = [each["path"] for each in held]
    other = elsewhere(paths)
    yield Fault("elsewhere", {**envelope, "allowed_paths": [other]})
    if stage != "merge":  # where another envelope may change this path
        first = moved({**envelope, "operations": held}, "src2/a.py")
        yield Fault("shares-a-start", {**first, "allowed_paths": ["src"]})
    if plain(paths[0]):
        beneath = f"{plain(paths[0])}/a.py"
        yield Fault("only-beneath-it", {**envelope, "allowed_paths": [beneath]})
    if stage not in {"apply", "merge"}:  # where it breaks another rule as well
        by_proof = leased(without(envelope, "allowed_paths"), allowed_paths=[other])
        yield Fault("elsewhere-by-the-proof", by_proof)


def _no_backend(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    texts = ("backend_sdk_thread_id", "backend_ollama_request_id")
    bare = without(envelope, "backend_child_process_id", *texts)
    yield Fault("missing", bare)
    yield Fault("empty", {**bare, **dict.fromkeys(texts, "")})


def _no_worktree(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    worktree = envelope["git_worktree"]
    yield Fault("missing", without(envelope, "git_worktree"))
    bare = without(worktree, "worktree_path")
    yield Fault("no-path", {**envelope, "git_worktree": bare})
    for name, path in (("empty", ""), ("null", None)):
        yield Fault(f"{name}-path", {**envelope, "git_worktree": {**bare, "worktree_path": path}})


def _no_patch(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """Files that were written without a patch."""
    bare = {**without(result, "no_patch_reason"), "changed_files": [], "verification": _PASSED}
    if is_repair(result) and _HYPOTHESIS not in result:
        bare[_HYPOTHESIS] = {}
    written = {**bare, "writes": [_FILE]}
    yield Fault("writes", written)
    yield Fault("writes-with-empty-envelopes", {**written, "patch_envelopes": []})
    yield Fault("writes-with-a-reason", {**written, "no_patch_reason": dict(READ_ONLY)})
    changed = {**bare, "changed_files": [_FILE]}
    yield Fault("changed-files", changed)
    for name, members in (
        ("without-evidence", {"read_only_or_noop_evidence": False}),
        ("for-another-reason", {"reason": "no changes"}),
        ("not-ok", {"ok": False}),
    ):
        reason = {**READ_ONLY, **members}
        yield Fault(f"changed-files-{name}", {**changed, "no_patch_reason": reason})
    half = without(READ_ONLY, "read_only_or_noop_evidence")
    yield Fault("changed-files-by-half-a-reason", {**changed, "no_patch_reason": half})


def _unexplained(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A repair without its hypothesis."""
    envelopes = [without(each, _HYPOTHESIS) for each in result["patch_envelopes"]]
    bare = {**without(result, _HYPOTHESIS), "patch_envelopes": envelopes}
    yield Fault("conflict-resolution", {**bare, "work_item_kind": "conflict_resolution"})
    yield Fault("repair", {**bare, "work_item_kind": "repair of units"})
    yield Fault("rollback-slice", {**bare, "task_slice_id": "rollback-2"})
    yield Fault("in-other-letters", {**bare, "task_slice_id": "Rebase"})


def _verification(**fields: tuple[str, list[str], str | None]) -> Spoil:
    values = {}
    for name, (status, checks, reason) in fields.items():
        values[name] = {"status": status, "checks": checks}
        if reason is not None:
            values[name]["reason"] = reason
    return setting("verification", **values)


_UNVERIFIED = _verification(
    not_run=("not_run", [], None),
    failed=("failed", ["pytest tests"], None),
    success=("success", ["pytest tests"], None),
    no_checks=("passed", [], None),
    blank_check=("passed", [" "], None),
    no_reason=("not_applicable", [], None),
    blank_reason=("not_applicable", [], "   "),
    reason_for_passed=("passed", [], "Nothing to run."),
)


def _source(name: str, spoil: Spoil, keep: Spoil | None = None) -> Spoiler:
    return Spoiler(spoil, (f'{ENVELOPE}/source/enum="{name}"',), keep=keep)


AGENT_RESULT: Mapping[str, Spoiler] = MappingProxyType(
    {
        "agent-result/envelope-lease-id": Spoiler(
            _no_lease, ANY_ENVELOPE, above=0, keep=kept.lease
        ),
        "agent-result/operation-payload": Spoiler(_no_payload, doing(*PAYLOADS), keep=kept.payload),
        "agent-result/operation-path-safe": Spoiler(
            _unsafe_paths, ANY_ENVELOPE, above=0, keep=kept.safe_path
        ),
        "agent-result/operation-path-allowed": Spoiler(
            _not_allowed,
            doing("replace", "write", "unified_diff"),
            above=TO_ENVELOPE,
            keep=kept.allowed_path,
        ),
        "agent-result/model-authored-proof": _source("model_authored", _no_backend, kept.backend),
        "agent-result/fixture-without-child-process": _source(
            "fixture", setting("backend_child_process_id", child_process=4711)
        ),
        "agent-result/worktree-metadata": _source("git-worktree-diff", _no_worktree),
        "agent-result/writes-need-patch": Spoiler(
            _no_patch, (f'{ENVELOPES}="absent"',), above=0, keep=kept.no_patch
        ),
        "agent-result/write-verification": Spoiler(
            _UNVERIFIED, ANY_ENVELOPE, is_whole=True, keep=kept.VERIFICATION
        ),
        "agent-result/repair-hypothesis": Spoiler(
            _unexplained, ANY_ENVELOPE, is_whole=True, keep=kept.repair
        ),
    }
)
