"""The rules of the plan edit that the consumer enforces, which are judged when asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pytest_schemas as ps
from pytest_schemas._rules import rules_for

LARGEST = 9007199254740991
NOTHING = dict.fromkeys(
    ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
)


def file(path: str, kind: str = "edit", renamed_from: str | None = None) -> dict[str, Any]:
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": renamed_from, "change": "Rename f."}


def rename(old: str, new: str) -> dict[str, Any]:
    """A file that is renamed."""
    return file(new, "rename", old)


def item(identifier: str, *depends_on: str, files: list[dict[str, Any]]) -> dict[str, Any]:
    """An item with one command."""
    return {
        "id": identifier,
        "title": "T",
        "intent": "Because.",
        "files": files,
        "acceptance": [{"type": "cmd", "text": "make"}],
        "depends_on": list(depends_on),
    }


def change(op: str, target: str = "P1", **payload: Any) -> dict[str, Any]:
    """An edit with this payload, and null in every other member."""
    return {"op": op, "item": target, "summary": "S", "reason": "R.", **NOTHING, **payload}


def add_item(*files: dict[str, Any], depends_on: tuple[str, ...] = ()) -> dict[str, Any]:
    """An edit that adds an item with these files."""
    return change("add_item", "P4", new_item=item("P4", *depends_on, files=list(files)))


def answer(*edits: dict[str, Any], base_revision: float = 4) -> dict[str, Any]:
    """An answer with these edits."""
    return {
        "schema_version": 1,
        "base_revision": base_revision,
        "reply": "Yes.",
        "edits": list(edits),
    }


def broken(document: Any, **context: Any) -> list[tuple[str, str, str]]:
    """What of the contract an answer breaks, the consumer's rules included."""
    contract = ps.contract("plan-edit").including("consumer")
    return [
        (each.clause.id.removeprefix("plan-edit/"), each.instance_location, each.message)
        for each in contract.violations(document, **context)
    ]


# id: document, rule, pointer, message
ONE_FAULT = {
    "a path that climbs": (
        answer(change("add_file", file=file("../a"))),
        "path-canonical",
        "/edits/0/file/path",
        '"../a" is not a canonical path: '
        'its part ".." names no folder; write out where the file lies',
    ),
    "an old path in git's folder": (
        answer(change("update_file", file=rename(".Git/a", "b"))),
        "path-canonical",
        "/edits/0/file/renamed_from",
        '".Git/a" is not a canonical path: its part ".Git" is git\'s own, in any letter case',
    ),
    "a drive in a new item": (
        answer(add_item(file("a"), file("c:/b"))),
        "path-canonical",
        "/edits/0/new_item/files/1/path",
        '"c:/b" is not a canonical path: it has a colon at index 1; no path may have one',
    ),
    "a path twice in a new item": (
        answer(change("remove_item"), add_item(file("a"), file("b"), file("a", "delete"))),
        "paths-unique-in-item",
        "/edits/1/new_item/files/2/path",
        '"a" is used at files/0/path already; an item uses each path once, so drop one of the two',
    ),
    "a rename onto itself": (
        answer(change("update_file", file=rename("a", "a"))),
        "rename-distinct",
        "/edits/0/file/renamed_from",
        'the old path "a" is the new one too; make it an "edit", or move it',
    ),
    "a rename onto itself in a new item": (
        answer(add_item(rename("a", "a"))),
        "rename-distinct",
        "/edits/0/new_item/files/0/renamed_from",
        'the old path "a" is the new one too; make it an "edit", or move it',
    ),
    "a path beneath another in a new item": (
        answer(add_item(file("x"), file("x/y", "add"))),
        "paths-no-overlap",
        "/edits/0/new_item/files/1/path",
        '"x/y" lies beneath "x" at files/0/path; within an item no path is a folder of another',
    ),
    "a dependency twice": (
        answer(change("set_depends", "P3", depends_on=["P1", "P1"])),
        "depends-unique",
        "/edits/0/depends_on/1",
        '"P1" is named already; name each item once',
    ),
    "a dependency twice in a new item": (
        answer(add_item(file("a"), depends_on=("P1", "P2", "P1"))),
        "depends-unique",
        "/edits/0/new_item/depends_on/2",
        '"P1" is named already; name each item once',
    ),
    "a base revision that is too large": (
        answer(base_revision=LARGEST + 1),
        "safe-integers",
        "/base_revision",
        "9007199254740992 is beyond 2^53 - 1, so a reader with doubles rounds it; "
        "take a smaller number",
    ),
    "an index that is too large": (
        answer(change("remove_check", check_index=LARGEST + 2)),
        "safe-integers",
        "/edits/0/check_index",
        "9007199254740993 is beyond 2^53 - 1, so a reader with doubles rounds it; "
        "take a smaller number",
    ),
}


@pytest.mark.parametrize(
    ("document", "rule", "pointer", "message"), ONE_FAULT.values(), ids=ONE_FAULT
)
def test_one_fault_breaks_one_rule(document, rule, pointer, message):
    """Each fault is found by one rule, once, and only if the consumer's rules are asked for."""
    assert broken(document) == [(rule, pointer, message)]
    assert ps.contract("plan-edit").is_valid(document)
    contract = ps.contract("plan-edit").including("consumer")
    assert contract.without(f"plan-edit/{rule}").is_valid(document)


KEPT = {
    "the path that is removed is looked up, not judged": answer(
        change("remove_file", value="../a")
    ),
    "each edit is judged alone": answer(
        change("add_file", file=file("a")), change("add_file", file=file("a", "delete"))
    ),
    "two new items may use one path": answer(add_item(file("a")), add_item(file("a/b"))),
    "a rename of one file": answer(change("update_file", file=rename("a", "b"))),
    "a rename into its own place is a matter of the plan": answer(
        change("update_file", file=rename("a", "a/b"))
    ),
    "a path that begins like another": answer(add_item(file("x"), file("xy"))),
    "each dependency once": answer(change("set_depends", "P3", depends_on=["P1", "P2"])),
    "the largest integers": answer(
        change("remove_check", check_index=LARGEST), base_revision=float(LARGEST)
    ),
}


@pytest.mark.parametrize("document", KEPT.values(), ids=KEPT)
def test_a_near_case_breaks_nothing(document):
    """What stands close to a fault, and is none, is left alone."""
    assert broken(document) == []


def test_each_fault_is_told_once():
    """Of faults that touch each other, each is told, and none that only follows from another."""
    swap = [rename("a", "b"), rename("b", "a")]
    document = answer(add_item(*swap, file("./c"), file("./c"), rename("d", "d")))

    assert [(rule, pointer) for rule, pointer, _ in broken(document)] == [
        ("paths-unique-in-item", "/edits/0/new_item/files/1/path"),
        ("paths-unique-in-item", "/edits/0/new_item/files/1/renamed_from"),
        ("path-canonical", "/edits/0/new_item/files/2/path"),
        ("path-canonical", "/edits/0/new_item/files/3/path"),
        ("rename-distinct", "/edits/0/new_item/files/4/renamed_from"),
    ]


def large_answer(size: int) -> dict[str, Any]:
    """An answer whose shortest text has so many bytes."""
    edits = [add_item(*(file(f"{number}") for number in range(40))) for _ in range(10)]
    document = answer(*edits)
    missing = size - len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    for each in edits:
        for one in each["new_item"]["files"]:
            clefs = min(missing // 4, 1000)
            one["change"] += clefs * "\U0001d11e"
            missing -= 4 * clefs
    document["reply"] += missing * "."
    return document


def test_an_answer_is_as_large_as_its_shortest_text():
    """An answer without a text has a mebibyte when it is written as briefly as JSON can be."""
    message = (
        "the shortest text of the document has 1048577 bytes, and 1048576 are allowed; say less"
    )

    assert broken(large_answer(1048576)) == []
    assert broken(large_answer(1048577)) == [("source-limits", "", message)]


def test_a_text_is_as_large_as_it_is():
    """Where a text was read, its own size counts, white space and escapes included."""
    limits = next(each for each in rules_for("plan-edit") if each.id == "plan-edit/source-limits")
    [finding] = limits.judge(answer(), {"source_size": 1048577})

    assert list(limits.judge(answer(), {"source_size": 1048576})) == []
    message = "the text has 1048577 bytes, and 1048576 are allowed; say less"
    assert (finding.path, finding.message) == ((), message)


def plan(revision: int = 4) -> dict[str, Any]:
    """A plan in which P2 edits what P1 adds, and P3 is by itself."""
    return {
        "schema_version": 1,
        "issue": 57,
        "revision": revision,
        "summary": "Do it.",
        "items": [
            item("P1", files=[file("new", "add"), file("old", "delete")]),
            item("P2", "P1", files=[file("new"), file("c")]),
            item("P3", files=[file("d/e")]),
        ],
        "questions": [],
    }


REFUSED = {
    "a dependency that is needed is dropped": (
        answer(change("set_depends", "P2", depends_on=[])),
        'plan/produced-path-dependency at /items/1/files/0/path: "P1" adds "new", and "P2" uses it '
        'without depending on "P1"; add "P1" to its "depends_on"',
    ),
    "a new item uses what another adds": (
        answer(add_item(file("new"))),
        'plan/produced-path-dependency at /items/3/files/0/path: "P1" adds "new", and "P4" uses it '
        'without depending on "P1"; add "P1" to its "depends_on"',
    ),
    "a file that is gone by then is edited": (
        answer(change("add_file", "P2", file=file("old"))),
        'plan/projected-path-missing at /items/1/files/2/path: "old" is gone: "P1" deletes it; '
        "add it again first, or leave it out",
    ),
    "a file that is there by then is added": (
        answer(change("update_file", "P2", file=file("new", "add"))),
        'plan/projected-path-occupied at /items/1/files/0/path: "new" is taken: "P1" adds it; '
        "edit it, or take a free path",
    ),
    "a folder that is a file by then": (
        answer(change("add_file", "P3", file=file("new/f", "add"))),
        'plan/path-beneath-file at /items/2/files/1/path: "new/f" lies beneath "new", '
        'which is a file: "P1" adds it; take a path beside it',
    ),
    "a file beneath another of its item": (
        answer(change("add_file", "P3", file=file("d"))),
        'plan/paths-no-overlap at /items/2/files/1/path: "d" is a folder of "d/e" at files/0/path; '
        "within an item no path is a folder of another",
    ),
    "an old path that the item declares": (
        answer(change("add_file", "P3", file=rename("d/e", "f"))),
        'plan/paths-unique-in-item at /items/2/files/1/renamed_from: "d/e" is used at files/0/path '
        "already; an item uses each path once, so drop one of the two",
    ),
}


@pytest.mark.parametrize(("document", "message"), REFUSED.values(), ids=REFUSED)
def test_the_edited_plan_keeps_the_rules_of_the_consumer(document, message):
    """An edit whose plan the consumer would refuse is refused, if the consumer's rules are on."""
    expected = f"the edit gives a plan that breaks {message}"

    assert broken(document, plan=plan()) == [("result-is-valid-plan", "/edits/0", expected)]
    assert ps.contract("plan-edit").is_valid(document, plan=plan())


ACCEPTED = {
    "a dependency that nothing needs": answer(change("set_depends", "P3", depends_on=["P2"])),
    "a dependency through another": answer(add_item(file("new"), depends_on=("P2",))),
    "a deleted file added again": answer(add_item(file("old", "add"), depends_on=("P1",))),
    "one more file": answer(change("add_file", "P3", file=file("d/f"))),
}


@pytest.mark.parametrize("document", ACCEPTED.values(), ids=ACCEPTED)
def test_an_edit_that_the_consumer_takes(document):
    """An edit whose plan keeps all rules is valid."""
    assert broken(document, plan=plan()) == []


def test_the_last_revision_cannot_be_edited():
    """The revision after the largest safe one would not be safe."""
    document = answer(change("set_field", field="title", value="New"), base_revision=LARGEST)
    message = (
        "the edit gives a plan that breaks plan/safe-integers at /revision: 9007199254740992 is "
        "beyond 2^53 - 1, so a reader with doubles rounds it; take a smaller number"
    )

    found = broken(document, plan=plan(LARGEST))

    assert found == [("result-is-valid-plan", "/edits/0", message)]
    assert broken({**document, "base_revision": LARGEST - 1}, plan=plan(LARGEST - 1)) == []
