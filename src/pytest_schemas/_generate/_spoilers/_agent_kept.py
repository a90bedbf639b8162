"""What only just keeps a rule of an agent result: consumers that are too strict refuse it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_schemas._generate._agent_parts import READ_ONLY
from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers._agent_envelopes import leased, moved
from pytest_schemas._generate._spoilers._spoiler import Spoil, setting, without

_PASSED = {"status": "passed", "checks": ["tests passed"]}
_FILE = "src/a.py"


def lease(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    bare = without(envelope, "lease_id")
    yield Fault("in-the-envelope", {**bare, "lease_id": "lease-1"})
    yield Fault("in-the-proof", {**leased(bare, lease_id="lease-1"), "lease_id": ""})


def payload(operation: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    bare = without(operation, "replace")
    yield Fault("empty-search-and-no-replace", {**bare, "search": ""})


def safe_path(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in (
        ("dots-in-a-name", "src/a..py"),
        ("three-dots", ".../a.py"),
        ("backslash", "src\\a.py"),
        ("drive-letter", "C:/src/a.py"),
        ("home", "~/a.py"),
    ):
        yield Fault(name, moved(envelope, path))


def allowed_path(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    beneath = moved(envelope, _FILE)
    yield Fault("the-path-itself", {**beneath, "allowed_paths": [_FILE]})
    yield Fault("beneath-it", {**beneath, "allowed_paths": ["docs", "src"]})
    yield Fault("beneath-by-the-proof", leased(beneath, allowed_paths=["src"]))
    dotted = moved(envelope, "./src//a.py")
    yield Fault("in-other-words", {**dotted, "allowed_paths": ["./src/"]})
    yield Fault("with-backslashes", {**moved(envelope, "src\\a.py"), "allowed_paths": ["src"]})
    patch = {"op": "git_apply_patch", "path": _FILE, "diff": ""}
    yield Fault("git-patch", {**beneath, "operations": [patch], "allowed_paths": ["docs"]})


def backend(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    names: dict[str, Any] = {
        "backend_child_process_id": 4711,
        "backend_sdk_thread_id": "thread-1",
        "backend_ollama_request_id": "request-1",
    }
    for name, value in names.items():
        what = name.split("_", 1)[1].replace("_", "-")
        yield Fault(f"only-a-{what}", {**without(envelope, *names), name: value})


def no_patch(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    changed = {**result, "changed_files": [_FILE], "verification": _PASSED}
    yield Fault("changed-files-for-a-reason", {**changed, "no_patch_reason": dict(READ_ONLY)})
    noted = {**READ_ONLY, "blockers": []}
    yield Fault(
        "changed-files-with-empty-envelopes",
        {**changed, "patch_envelopes": [], "no_patch_reason": noted},
    )


VERIFICATION: Spoil = setting(
    "verification",
    not_applicable={"status": "not_applicable", "checks": [], "reason": "Nothing to run."},
    in_other_letters={"status": " Passed\n", "checks": ["tests passed"]},
    blank_beside_a_check={"status": "passed", "checks": [" ", "tests passed"]},
)


def repair(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    names = {"work_item_kind": "conflict_resolution", "task_slice_id": "slice-1"}
    hypothesis = {"repair_hypothesis": {"chosen": "The unit is read once per file."}}
    yield Fault("its-own-hypothesis", {**result, **names, **hypothesis})
    first, *others = result["patch_envelopes"]
    explained = [{**first, **hypothesis}, *others]
    yield Fault("that-of-an-envelope", {**result, **names, "patch_envelopes": explained})
    for name, kind in (("no-border", "auto_repair"), ("a-part-of-a-word", "irreparable")):
        bare = without(result, "repair_hypothesis")
        yield Fault(name, {**bare, "work_item_kind": kind, "task_slice_id": "slice-1"})


def item_texts(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield Fault("other-words", {**item, "description": "Describe the goal, and the work so far."})
    yield Fault("a-part-of-a-word", {**item, "description": "Write tasks goal by goal."})


def ledger(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield Fault("another-ledger", {**item, "description": "Read the global ledger of a scout."})


def leased_path(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in (
        ("deeper-down", "docs/AGENTS.md"),
        ("longer", ".codexrc"),
        ("no-policy", ".sneakoscope/notes.json"),
        ("another-package", "node_modules/sneakoscope2/a.js"),
    ):
        yield Fault(name, {**item, "lease_requirements": [{"kind": "write", "path": path}]})


def way_back(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    bare = without(envelope, "rollback_hint")
    yield Fault("node-in-the-proof", leased(bare, rollback_node_id="rollback-1"))
    plain = leased(bare, "rollback_node_id")
    yield Fault("any-hint", {**plain, "rollback_hint": {"notes": "Delete the file."}})


def changed_path(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in (
        ("deeper-down", "docs/AGENTS.md"),
        ("longer", ".codexrc"),
        ("no-skill", ".agents/notes.md"),
        ("no-policy", ".sneakoscope/notes.json"),
    ):
        yield Fault(name, moved(envelope, path))


def proof_path(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    patch = {"op": "git_apply_patch", "path": _FILE, "diff": ""}
    beneath = {**moved(envelope, _FILE), "operations": [patch]}
    yield Fault("git-patch-beneath-it", leased(beneath, allowed_paths=["src"]))
    yield Fault("empty-list", leased(beneath, allowed_paths=[]))


def apart(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    first = leased(moved(result["patch_envelopes"][0], _FILE), "conflict_prediction_id")
    beside = moved(first, "src/a.py2")
    yield Fault("shares-a-start", {**result, "patch_envelopes": [first, beside]})
    worktree = {"source": "git-worktree-diff", "git_worktree": {"worktree_path": "worktrees/1"}}
    yield Fault("worktree", {**result, "patch_envelopes": [first, {**first, **worktree}]})
    twice = {**first, "operations": first["operations"][:1] * 2}
    yield Fault("twice-in-one-envelope", {**result, "patch_envelopes": [twice]})


def predictions(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    first = leased(moved(result["patch_envelopes"][0], _FILE), conflict_prediction_id="conflict-1")
    second = leased(moved(first, "src/b.py"), conflict_prediction_id="conflict-2")
    yield Fault("different-ids", {**result, "patch_envelopes": [first, second]})
    unnamed = leased(second, "conflict_prediction_id")
    yield Fault("only-one-id", {**result, "patch_envelopes": [first, unnamed]})


def task(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    names = ("strategy_task_id", "micro_win_id")
    bare = without(leased(envelope, *names), "task_slice_id")
    for name in names:
        yield Fault(f"only-a-{name.replace('_', '-')}", leased(bare, **{name: "task-1"}))
    yield Fault("only-its-own-slice", {**bare, "task_slice_id": "slice-1"})


def node(kind: str) -> Spoil:
    member, hint = f"{kind}_node_id", f"{kind}_hint"

    def keep(envelope: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        bare = without(leased(envelope, member), hint)
        yield Fault("only-in-the-proof", leased(bare, **{member: f"{kind}-1"}))
        yield Fault("only-in-the-hint", {**bare, hint: {"node_id": f"{kind}-1"}})

    return keep


def notes(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    evidence = result["worker_scout_evidence"]
    deeper = f"sessions/{evidence['agent_id']}/worker-scout/units/notes.json"
    named = {**evidence, "artifact_path": deeper}
    yield Fault("deeper-down", {**result, "worker_scout_evidence": named})
