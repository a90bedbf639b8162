"""What the consumer of agent results enforces of envelopes and of writes, when one comes in."""

from __future__ import annotations

import pytest
from agent_results import ENVELOPE, READING, WRITING

ENVELOPE_AT = "/patch_envelopes/0"
LEASE_AT = "/patch_envelopes/0/lease_proof"
OPERATION_AT = "/patch_envelopes/0/operations/0"
NO_BREAK_SPACE, BYTE_ORDER_MARK, NEXT_LINE = "\u00a0", "\ufeff", "\u0085"


def operation(op, **members):
    """Changes that give the envelope this one operation."""
    return {OPERATION_AT: {"op": op, "path": "src/a", **members}}


def at(path, op="write", allowed=None, lease=None):
    """Changes that let the operation change a path, and that allow some."""
    payload = {"content": ""} if op == "write" else {"diff": ""}
    changes = {OPERATION_AT: {"op": op, "path": path, **payload}}
    if allowed is not None:
        changes[f"{ENVELOPE_AT}/allowed_paths"] = allowed
    if lease is not None:
        changes[f"{LEASE_AT}/allowed_paths"] = lease
    return changes


def source(name, **members):
    """Changes that give the envelope a source, its flag, and these members."""
    flag = {"model_authored": "model_authored", "fixture": "fixture"}.get(name)
    flags = {f"/{flag}_patch_envelopes": True} if flag else {}
    return {**flags, ENVELOPE_AT: {**ENVELOPE, "source": name, **members}}


NO_LEASE = (
    'neither "lease_id" nor "lease_id" of "lease_proof" names a lease; name it in one of them'
)
NO_BACKEND = (
    'the source is "model_authored", and no backend is named; give "backend_child_process_id", '
    '"backend_sdk_thread_id" or "backend_ollama_request_id"'
)
NO_WORKTREE = (
    'the source is "git-worktree-diff", and "git_worktree" has no "worktree_path"; '
    "name the worktree"
)

# name: (rule, changes, pointer, message, the changes of a neighbour that keeps the rule)
ENVELOPES = {
    "no lease": (
        "envelope-lease-id",
        {f"{ENVELOPE_AT}/lease_id": ...},
        ENVELOPE_AT,
        NO_LEASE,
        {f"{ENVELOPE_AT}/lease_id": ..., f"{LEASE_AT}/lease_id": "l"},
    ),
    "no lease and no proof of one": (
        "envelope-lease-id",
        {f"{ENVELOPE_AT}/lease_id": ..., LEASE_AT: ...},
        ENVELOPE_AT,
        NO_LEASE,
        {LEASE_AT: ...},
    ),
    "two empty leases": (
        "envelope-lease-id",
        {f"{ENVELOPE_AT}/lease_id": "", f"{LEASE_AT}/lease_id": ""},
        ENVELOPE_AT,
        NO_LEASE,
        {f"{ENVELOPE_AT}/lease_id": "", f"{LEASE_AT}/lease_id": " "},
    ),
    "replace without search": (
        "operation-payload",
        operation("replace", replace=""),
        OPERATION_AT,
        'the op is "replace", and "search" is missing; give it',
        operation("replace", search=""),
    ),
    "write without content": (
        "operation-payload",
        operation("write", search="", replace="", diff=""),
        OPERATION_AT,
        'the op is "write", and "content" is missing; give it',
        operation("write", content=""),
    ),
    "unified_diff without diff": (
        "operation-payload",
        operation("unified_diff", content=""),
        OPERATION_AT,
        'the op is "unified_diff", and "diff" is missing; give it',
        operation("unified_diff", diff=""),
    ),
    "git_apply_patch without diff": (
        "operation-payload",
        operation("git_apply_patch"),
        OPERATION_AT,
        'the op is "git_apply_patch", and "diff" is missing; give it',
        operation("git_apply_patch", diff=""),
    ),
    "a path from the root of the file system": (
        "operation-path-safe",
        at("/src/a"),
        f"{OPERATION_AT}/path",
        'the path "/src/a" starts with a slash; a path starts at the root of the repository',
        at("C:\\src\\a"),
    ),
    "a path that climbs": (
        "operation-path-safe",
        at("src/../a"),
        f"{OPERATION_AT}/path",
        'the path "src/../a" has a part ".."; write it without',
        at("src/..a/.../a.."),
    ),
    "a path that climbs with backslashes": (
        "operation-path-safe",
        at("src\\.."),
        f"{OPERATION_AT}/path",
        'the path "src\\\\.." has a part ".."; write it without',
        at("\\src\\.\\a"),
    ),
    "a path with U+0000": (
        "operation-path-safe",
        at("src\0a"),
        f"{OPERATION_AT}/path",
        'the path "src\\u0000a" has the character U+0000; take it out',
        at("src\x01a"),
    ),
    "a path outside the allowed ones": (
        "operation-path-allowed",
        at("docs/a", allowed=["src", "tests"]),
        f"{OPERATION_AT}/path",
        'the path "docs/a" does not lie within "allowed_paths", which has "src", "tests"; '
        "leave that file alone, or allow its path",
        at("tests/b/a", allowed=["src", "tests"]),
    ),
    "a path that shares letters with an allowed one": (
        "operation-path-allowed",
        at("src2/a", allowed=["src"]),
        f"{OPERATION_AT}/path",
        'the path "src2/a" does not lie within "allowed_paths", which has "src"; '
        "leave that file alone, or allow its path",
        at("src", allowed=["src"]),
    ),
    "a path outside those of the lease proof": (
        "operation-path-allowed",
        at("docs/a", allowed=[], lease=["src"]),
        f"{OPERATION_AT}/path",
        'the path "docs/a" does not lie within "allowed_paths" of "lease_proof", which has "src"; '
        "leave that file alone, or allow its path",
        at("docs/a", allowed=["docs"], lease=["src"]),
    ),
    "a path made plain that is outside": (
        "operation-path-allowed",
        at(".//docs\\a", allowed=["./src/"]),
        f"{OPERATION_AT}/path",
        'the path ".//docs\\\\a" does not lie within "allowed_paths", which has "./src/"; '
        "leave that file alone, or allow its path",
        at("././/src\\.\\a", allowed=[".\\src//./"]),
    ),
    "a dot that allows nothing": (
        "operation-path-allowed",
        at("src/a", allowed=["."]),
        f"{OPERATION_AT}/path",
        'the path "src/a" does not lie within "allowed_paths", which has "."; '
        "leave that file alone, or allow its path",
        at("src/a", allowed=[], lease=[]),
    ),
    "a diff outside the allowed paths": (
        "operation-path-allowed",
        at("docs/a", "unified_diff", allowed=["src"]),
        f"{OPERATION_AT}/path",
        'the path "docs/a" does not lie within "allowed_paths", which has "src"; '
        "leave that file alone, or allow its path",
        at("docs/a", "git_apply_patch", allowed=["src"], lease=["src"]),
    ),
    "a model without a backend": (
        "model-authored-proof",
        source("model_authored"),
        ENVELOPE_AT,
        NO_BACKEND,
        source("model_authored", backend_child_process_id=0),
    ),
    "a model with an empty thread": (
        "model-authored-proof",
        source("model_authored", backend_sdk_thread_id="", backend_ollama_request_id=""),
        ENVELOPE_AT,
        NO_BACKEND,
        source("model_authored", backend_sdk_thread_id="t"),
    ),
    "a model with the ids of other processes": (
        "model-authored-proof",
        source("model_authored", native_cli_process_id=1, worker_process_id=1),
        ENVELOPE_AT,
        NO_BACKEND,
        source("model_authored", backend_ollama_request_id="q"),
    ),
    "a fixture with a child process": (
        "fixture-without-child-process",
        source("fixture", backend_child_process_id=1),
        f"{ENVELOPE_AT}/backend_child_process_id",
        'the source is "fixture", and "backend_child_process_id" is 1; '
        "a fixture runs no child process, so leave it out",
        source("fixture", worker_process_id=1),
    ),
    "a worktree diff without a worktree": (
        "worktree-metadata",
        source("git-worktree-diff"),
        f"{ENVELOPE_AT}/git_worktree",
        NO_WORKTREE,
        source("git-worktree-diff", git_worktree={"worktree_path": "w"}),
    ),
    "a worktree without a path": (
        "worktree-metadata",
        source("git-worktree-diff", git_worktree={"worktree_path": ""}),
        f"{ENVELOPE_AT}/git_worktree",
        NO_WORKTREE,
        source("process_generated", git_worktree={"worktree_path": ""}),
    ),
    "a worktree with a path that is no text": (
        "worktree-metadata",
        source("git-worktree-diff", git_worktree={"worktree_path": None}),
        f"{ENVELOPE_AT}/git_worktree",
        NO_WORKTREE,
        source("git-worktree-diff", git_worktree={"worktree_path": " "}),
    ),
    "a change acknowledged without a reason": (
        "cochange-reason",
        {f"{ENVELOPE_AT}/cochange_acknowledged": True},
        f"{ENVELOPE_AT}/cochange_acknowledged_reason",
        '"cochange_acknowledged" is true, and "cochange_acknowledged_reason" is missing; say why',
        {f"{ENVELOPE_AT}/cochange_acknowledged": False},
    ),
    "a change acknowledged for a blank reason": (
        "cochange-reason",
        {
            f"{ENVELOPE_AT}/cochange_acknowledged": True,
            f"{ENVELOPE_AT}/cochange_acknowledged_reason": NO_BREAK_SPACE,
        },
        f"{ENVELOPE_AT}/cochange_acknowledged_reason",
        '"cochange_acknowledged" is true, and "cochange_acknowledged_reason" is blank; say why',
        {
            f"{ENVELOPE_AT}/cochange_acknowledged": True,
            f"{ENVELOPE_AT}/cochange_acknowledged_reason": "x",
        },
    ),
}


def written(status="passed", checks=("c",), **members):
    """Changes that give the result this verification."""
    return {"/verification": {"status": status, "checks": list(checks), **members}}


READ_ONLY = {
    "ok": True,
    "read_only_or_noop_evidence": True,
    "reason": "read_only_or_no_write_paths",
}
CHANGED = {**written(), "/changed_files": ["a"]}
WITHOUT_REASON = (
    '"changed_files" has "a", and there are no patch envelopes; add the patch, or a '
    '"no_patch_reason" with "ok" true, "read_only_or_noop_evidence" true and "reason" '
    '"read_only_or_no_write_paths"'
)
NO_CHECK = '"patch_envelopes" is not empty, and the status is "passed" without a check in "checks"'
NO_REASON = '"patch_envelopes" is not empty, and the status is "not_applicable" without a "reason"'


def repair(name, value):
    """The message about a repair without a hypothesis."""
    return (
        f'"{name}" is "{value}", which is a repair, and "repair_hypothesis" is missing; '
        "give it here or in a patch envelope"
    )


# as above, with the result that is changed
WRITES = {
    "writes without a patch": (
        READING,
        "writes-need-patch",
        {**written(), "/writes": ["a"], "/no_patch_reason": READ_ONLY},
        "/writes",
        '"writes" has "a", and there are no patch envelopes; add the patch, or leave the list '
        "empty",
        written(),
    ),
    "writes with an empty list of patches": (
        READING,
        "writes-need-patch",
        {**written(), "/writes": ["a"], "/patch_envelopes": []},
        "/writes",
        '"writes" has "a", and there are no patch envelopes; add the patch, or leave the list '
        "empty",
        {
            **written(),
            "/writes": ["a"],
            "/patch_envelopes": [ENVELOPE],
            "/no_patch_reason": ...,
        },
    ),
    **{
        f"changed files and a reason {name}": (
            READING,
            "writes-need-patch",
            {**CHANGED, "/no_patch_reason": reason},
            "/changed_files",
            WITHOUT_REASON,
            {**CHANGED, "/no_patch_reason": READ_ONLY},
        )
        for name, reason in {
            "that is empty": {},
            "that is not ok": {**READ_ONLY, "ok": False},
            "with 1 for true": {**READ_ONLY, "ok": 1},
            "with text for true": {**READ_ONLY, "read_only_or_noop_evidence": "true"},
            "of another kind": {**READ_ONLY, "reason": "read_only"},
        }.items()
    },
    "passed without checks": (
        WRITING,
        "write-verification",
        written(checks=[]),
        "/verification",
        f"{NO_CHECK}; name what was run",
        written(),
    ),
    "passed with a blank check": (
        WRITING,
        "write-verification",
        written(checks=["", f" \t{BYTE_ORDER_MARK}"]),
        "/verification",
        f"{NO_CHECK}; name what was run",
        written(checks=["", NEXT_LINE]),
    ),
    "not applicable without a reason": (
        WRITING,
        "write-verification",
        written("not_applicable"),
        "/verification",
        f"{NO_REASON}; say why",
        written("not_applicable", [], reason="x"),
    ),
    "not applicable for a blank reason": (
        WRITING,
        "write-verification",
        written("not_applicable", reason=f"{NO_BREAK_SPACE}\n"),
        "/verification",
        f"{NO_REASON}; say why",
        written(f"\n{BYTE_ORDER_MARK}Not_Applicable ", [], reason=" x "),
    ),
    "not run": (
        WRITING,
        "write-verification",
        written("not_run"),
        "/verification",
        '"patch_envelopes" is not empty, and the status is "not_run"; it must be "passed" with a '
        'check, or "not_applicable" with a reason',
        written(" PASSED\t"),
    ),
    "changed files and an empty status": (
        READING,
        "write-verification",
        {"/changed_files": ["a"], "/no_patch_reason": READ_ONLY, **written("")},
        "/verification",
        '"changed_files" is not empty, and the status is ""; it must be "passed" with a check, or '
        '"not_applicable" with a reason',
        written(""),
    ),
    "a resolved conflict": (
        WRITING,
        "repair-hypothesis",
        {"/work_item_kind": "conflict_resolution"},
        "",
        repair("work_item_kind", "conflict_resolution"),
        {"/task_slice_id": "conflict_resolution"},
    ),
    "a repair in the kind": (
        WRITING,
        "repair-hypothesis",
        {"/work_item_kind": "unit-Repair"},
        "",
        repair("work_item_kind", "unit-Repair"),
        {"/work_item_kind": "unit-repair", "/repair_hypothesis": {}},
    ),
    **{
        f"{word} in the name of the task": (
            WRITING,
            "repair-hypothesis",
            {"/task_slice_id": f"{word}-2"},
            "",
            repair("task_slice_id", f"{word}-2"),
            {"/task_slice_id": f"{word}_2"},
        )
        for word in ("repair", "CONFLICT", "rebase", "Rollback")
    },
    "a letter that is none to ASCII beside the word": (
        WRITING,
        "repair-hypothesis",
        {"/task_slice_id": "\u00e9repair"},
        "",
        repair("task_slice_id", "\u00e9repair"),
        {"/task_slice_id": "unrepaired repairs 2repair"},
    ),
    "repair in Korean, amid a word": (
        WRITING,
        "repair-hypothesis",
        {"/task_slice_id": "a\uc218\ub9aca"},
        "",
        repair("task_slice_id", "a\uc218\ub9aca"),
        {
            "/task_slice_id": "a\uc218\ub9aca",
            ENVELOPE_AT: {**ENVELOPE, "repair_hypothesis": {}},
        },
    ),
    "conflict in Korean": (
        WRITING,
        "repair-hypothesis",
        {"/task_slice_id": "\ucda9\ub3cc"},
        "",
        repair("task_slice_id", "\ucda9\ub3cc"),
        {"/task_slice_id": "\ucda9"},
    ),
}

CASES = [
    *(pytest.param(WRITING, *row, id=name) for name, row in ENVELOPES.items()),
    *(pytest.param(*row, id=name) for name, row in WRITES.items()),
]


@pytest.mark.parametrize(("result", "rule", "changes", "pointer", "message", "_kept"), CASES)
def test_a_fault_breaks_one_rule(
    broken_by_all, changed, result, rule, changes, pointer, message, _kept
):
    """Each rule finds its fault, there and in these words, and no other rule finds anything."""
    found = broken_by_all("agent-result", changed(result, changes))

    assert found == {f"agent-result/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(("result", "_rule", "_changes", "_pointer", "_message", "kept"), CASES)
def test_a_neighbour_of_a_fault_is_none(
    broken_by_all, changed, result, _rule, _changes, _pointer, _message, kept
):
    """What stands close to a fault, and is none, is left alone by every rule."""
    assert broken_by_all("agent-result", changed(result, kept)) == {}


@pytest.mark.parametrize("stage", [None, "apply", "merge", "proof"])
@pytest.mark.parametrize("result", [READING, WRITING], ids=["reading", "writing"])
def test_the_results_that_are_changed_keep_everything(broken_by_all, result, stage):
    """The results that these tests start from break no rule at all, at no stage."""
    assert broken_by_all("agent-result", result, **({"stage": stage} if stage else {})) == {}


def test_a_repair_that_writes_nothing_needs_no_hypothesis(broken_by_all, changed):
    """Neither the verification nor a hypothesis matters where nothing is written."""
    changes = {"/work_item_kind": "conflict_resolution", **written("failed")}

    assert broken_by_all("agent-result", changed(READING, changes)) == {}


def test_the_verification_is_judged_as_it_was_sent(broken_by_all, changed):
    """A bad envelope is one fault, and no second one of the verification beside it."""
    found = broken_by_all("agent-result", changed(WRITING, {f"{ENVELOPE_AT}/lease_id": ...}))

    assert set(found) == {"agent-result/envelope-lease-id"}


def test_writes_alone_are_to_be_verified(broken_by_all, changed):
    """A result that lists writes is one that writes, though it has no patch for them."""
    found = broken_by_all("agent-result", changed(READING, {"/writes": ["a"]}))

    assert found.pop("agent-result/write-verification") == [
        (
            "/verification",
            '"writes" is not empty, and the status is "not_run"; it must be "passed" with a '
            'check, or "not_applicable" with a reason',
        )
    ]
    assert set(found) == {"agent-result/writes-need-patch"}


def test_both_lists_of_writes_are_looked_at(broken_by_all, changed):
    """Changed files and writes without a patch are told each in their place."""
    changes = {**CHANGED, "/writes": ["b"]}

    found = broken_by_all("agent-result", changed(READING, changes))

    assert [pointer for pointer, _ in found.pop("agent-result/writes-need-patch")] == [
        "/changed_files",
        "/writes",
    ]
    assert found == {}


@pytest.mark.parametrize("source", ["process_generated", "zellij_generated", "git-worktree-diff"])
def test_each_operation_of_each_envelope_is_looked_at(broken_by_all, changed, source):
    """Faults are found in the second operation of the second envelope too, whatever the source."""
    bad = {
        **ENVELOPE,
        "source": source,
        "git_worktree": {"worktree_path": "w"},
        "operations": [
            {"op": "write", "path": "src/b", "content": ""},
            {"op": "write", "path": "/b"},
        ],
    }

    found = broken_by_all("agent-result", changed(WRITING, {"/patch_envelopes": [ENVELOPE, bad]}))

    assert {rule: [pointer for pointer, _ in each] for rule, each in found.items()} == {
        "agent-result/operation-payload": ["/patch_envelopes/1/operations/1"],
        "agent-result/operation-path-safe": ["/patch_envelopes/1/operations/1/path"],
    }
