"""The rules of the plan that the consumer enforces, which are judged when they are asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pytest_schemas as ps
from pytest_schemas._rules import rules_for

LARGEST = 9007199254740991
LIMIT = 1048576


def file(kind: str, path: str, renamed_from: str | None = None) -> dict[str, Any]:
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": renamed_from, "change": "Rename f."}


def add(path: str) -> dict[str, Any]:
    """A file that is added."""
    return file("add", path)


def edit(path: str) -> dict[str, Any]:
    """A file that is edited."""
    return file("edit", path)


def delete(path: str) -> dict[str, Any]:
    """A file that is deleted."""
    return file("delete", path)


def rename(old: str, new: str) -> dict[str, Any]:
    """A file that is renamed."""
    return file("rename", new, old)


def plan(*items: tuple[str, list[dict[str, Any]]], **members: Any) -> dict[str, Any]:
    """A plan of items P1, P2 and so on, each given by its dependencies and its files."""
    return {
        "schema_version": 1,
        "issue": 57,
        "revision": 1,
        "summary": "Do it.",
        "items": [
            {
                "id": f"P{number}",
                "title": "T",
                "intent": "Because.",
                "files": files,
                "acceptance": [{"type": "cmd", "text": "make"}],
                "depends_on": needed.split(),
            }
            for number, (needed, files) in enumerate(items, start=1)
        ],
        "questions": [],
        **members,
    }


def broken(document: Any) -> list[tuple[str, str, str]]:
    """What of the plan contract a document breaks, the consumer's rules included."""
    return [
        (each.clause.id.removeprefix("plan/"), each.instance_location, each.message)
        for each in ps.contract("plan").including("consumer").violations(document)
    ]


FIRST = "/items/0/files/0/path"
SECOND = "/items/0/files/1/path"
OLD = "/items/0/files/0/renamed_from"
LATER = "/items/1/files/0/path"
LATER_OLD = "/items/1/files/0/renamed_from"
IN_P3 = "/items/2/files/0/path"


def needs(deed: str, path: str, user: str, item: str = "P1") -> str:
    """The message about a dependency that is missing."""
    return (
        f'"{item}" {deed} "{path}", and "{user}" uses it without depending on "{item}"; '
        f'add "{item}" to its "depends_on"'
    )


# id: document, rule, pointer, message
ONE_FAULT = {
    "a path that climbs": (
        plan(("", [edit("a/../b")])),
        "path-canonical",
        FIRST,
        '"a/../b" is not a canonical path: '
        'its part ".." names no folder; write out where the file lies',
    ),
    "an old path that ends with a slash": (
        plan(("", [rename("a/", "b")])),
        "path-canonical",
        OLD,
        '"a/" is not a canonical path: it ends with a slash, and a path names a file',
    ),
    "a path twice": (
        plan(("", [edit("a"), delete("a")])),
        "paths-unique-in-item",
        SECOND,
        '"a" is used at files/0/path already; an item uses each path once, so drop one of the two',
    ),
    "an old path that is added": (
        plan(("", [rename("a", "b"), add("a")])),
        "paths-unique-in-item",
        SECOND,
        '"a" is used at files/0/renamed_from already; '
        "an item uses each path once, so drop one of the two",
    ),
    "a path in the way twice": (
        plan(("", [edit("x"), edit("y/z"), delete("y/z")])),
        "paths-unique-in-item",
        "/items/0/files/2/path",
        '"y/z" is used at files/1/path already; '
        "an item uses each path once, so drop one of the two",
    ),
    "a rename onto itself": (
        plan(("", [rename("a", "a")])),
        "rename-distinct",
        OLD,
        'the old path "a" is the new one too; make it an "edit", or move it',
    ),
    "a path beneath another": (
        plan(("", [add("x"), add("x/y/z")])),
        "paths-no-overlap",
        SECOND,
        '"x/y/z" lies beneath "x" at files/0/path; within an item no path is a folder of another',
    ),
    "a folder of another": (
        plan(("", [delete("x/y"), add("x")])),
        "paths-no-overlap",
        SECOND,
        '"x" is a folder of "x/y" at files/0/path; within an item no path is a folder of another',
    ),
    "a rename into its own place": (
        plan(("", [rename("x", "x/y")])),
        "paths-no-overlap",
        OLD,
        '"x" is a folder of "x/y" at files/0/path; within an item no path is a folder of another',
    ),
    "a dependency twice": (
        plan(("", [edit("a")]), ("", [edit("b")]), ("P1 P2 P1", [edit("c")])),
        "depends-unique",
        "/items/2/depends_on/2",
        '"P1" is named already; name each item once',
    ),
    "an added file edited": (
        plan(("", [add("a")]), ("", [edit("a")])),
        "produced-path-dependency",
        LATER,
        needs("adds", "a", "P2"),
    ),
    "a deleted file added": (
        plan(("", [delete("a")]), ("", [add("a")])),
        "produced-path-dependency",
        LATER,
        needs("deletes", "a", "P2"),
    ),
    "an old path added": (
        plan(("", [rename("a", "b")]), ("", [add("a")])),
        "produced-path-dependency",
        LATER,
        needs("renames", "a", "P2"),
    ),
    "a new path renamed": (
        plan(("", [rename("a", "b")]), ("", [rename("b", "c")])),
        "produced-path-dependency",
        LATER_OLD,
        needs("renames a file to", "b", "P2"),
    ),
    "a dependency on the first of two": (
        plan(("", [delete("a")]), ("P1", [add("a")]), ("P1", [edit("a")])),
        "produced-path-dependency",
        IN_P3,
        needs("adds", "a", "P3", "P2"),
    ),
    "a dependency on who edited it": (
        plan(("", [add("a")]), ("P1", [edit("a")]), ("", [edit("b")]), ("P3", [edit("a")])),
        "produced-path-dependency",
        "/items/3/files/0/path",
        needs("adds", "a", "P4"),
    ),
    "an edit of a deleted file": (
        plan(("", [delete("a")]), ("P1", [edit("a")])),
        "projected-path-missing",
        LATER,
        '"a" is gone: "P1" deletes it; add it again first, or leave it out',
    ),
    "a delete of a deleted file": (
        plan(("", [delete("a")]), ("", [delete("a")])),
        "projected-path-missing",
        LATER,
        '"a" is gone: "P1" deletes it; add it again first, or leave it out',
    ),
    "a rename of a renamed file": (
        plan(("", [rename("a", "b")]), ("P1", [rename("a", "c")])),
        "projected-path-missing",
        LATER_OLD,
        '"a" is gone: "P1" renames it; add it again first, or leave it out',
    ),
    "an add of an added file": (
        plan(("", [add("a")]), ("", [add("a")])),
        "projected-path-occupied",
        LATER,
        '"a" is taken: "P1" adds it; edit it, or take a free path',
    ),
    "an add of an edited file": (
        plan(("", [edit("a")]), ("", [add("a")])),
        "projected-path-occupied",
        LATER,
        '"a" is taken: "P1" edits it; edit it, or take a free path',
    ),
    "a rename to a new path": (
        plan(("", [rename("a", "b")]), ("P1", [rename("c", "b")])),
        "projected-path-occupied",
        LATER,
        '"b" is taken: "P1" renames a file to it; edit it, or take a free path',
    ),
    "an add of a folder": (
        plan(("", [edit("x/y/z")]), ("", [add("x")])),
        "projected-path-occupied",
        LATER,
        '"x" is a folder: "P1" edits "x/y/z"; take a free path',
    ),
    "a path beneath an added file": (
        plan(("", [add("a")]), ("", [add("a/b/c")])),
        "path-beneath-file",
        LATER,
        '"a/b/c" lies beneath "a", which is a file: "P1" adds it; take a path beside it',
    ),
    "a path beneath an edited file": (
        plan(("", [edit("a")]), ("", [delete("a/b")])),
        "path-beneath-file",
        LATER,
        '"a/b" lies beneath "a", which is a file: "P1" edits it; take a path beside it',
    ),
    "an old path beneath a new one": (
        plan(("", [rename("b", "a")]), ("", [rename("a/b", "c")])),
        "path-beneath-file",
        LATER_OLD,
        '"a/b" lies beneath "a", which is a file: "P1" renames a file to it; take a path beside it',
    ),
    "a deleted file whose folder is a file by now": (
        plan(("", [delete("a/b")]), ("", [add("a")]), ("P1 P2", [edit("a/b")])),
        "path-beneath-file",
        IN_P3,
        '"a/b" lies beneath "a", which is a file: "P2" adds it; take a path beside it',
    ),
    "an issue that is too large": (
        plan(("", [edit("a")]), issue=LARGEST + 1),
        "safe-integers",
        "/issue",
        "9007199254740992 is beyond 2^53 - 1, so a reader with doubles rounds it; "
        "take a smaller number",
    ),
    "a revision that is too large": (
        plan(("", [edit("a")]), revision=1e16),
        "safe-integers",
        "/revision",
        "1e+16 is beyond 2^53 - 1, so a reader with doubles rounds it; take a smaller number",
    ),
}


@pytest.mark.parametrize(
    ("document", "rule", "pointer", "message"), ONE_FAULT.values(), ids=ONE_FAULT
)
def test_one_fault_breaks_one_rule(document, rule, pointer, message):
    """Each fault is found by one rule, once, and only if the consumer's rules are asked for."""
    assert broken(document) == [(rule, pointer, message)]
    assert ps.contract("plan").is_valid(document)
    assert ps.contract("plan").including("consumer").without(f"plan/{rule}").is_valid(document)


KEPT = {
    "names that look like dots": plan(("", [edit(".gitignore"), edit("a/..b"), edit("c...")])),
    "a path that begins like another": plan(("", [edit("x"), edit("xy"), edit("x.y/z")])),
    "two renames in a row": plan(("", [rename("a", "b")]), ("P1", [rename("b", "c")])),
    "a path in two items": plan(("", [edit("a")]), ("", [edit("a")]), ("", [delete("a")])),
    "each dependency once": plan(("", [edit("a")]), ("P1", [edit("b")]), ("P2 P1", [edit("c")])),
    "an added file, and a dependency": plan(("", [add("a")]), ("P1", [edit("a")])),
    "a dependency through another": plan(
        ("", [add("a")]), ("P1", [edit("b")]), ("P2", [edit("a")])
    ),
    "a dependency on the last of two": plan(
        ("", [delete("a")]), ("P1", [add("a")]), ("P2", [edit("a")])
    ),
    "an edited file, and no dependency": plan(("", [edit("a")]), ("", [rename("a", "b")])),
    "a deleted file added again": plan(("", [delete("a")]), ("P1", [add("a")])),
    "an added file deleted and added": plan(
        ("", [add("a")]), ("P1", [delete("a")]), ("P2", [add("a")])
    ),
    "an old path added again": plan(("", [rename("a", "b")]), ("P1", [add("a")])),
    "there and back": plan(("", [rename("a", "b")]), ("P1", [rename("b", "a")])),
    "a path beneath a deleted file": plan(("", [delete("a")]), ("", [add("a/b")])),
    "a folder whose only known file is gone": plan(("", [delete("a/b")]), ("", [add("a")])),
    "a path beside an added one": plan(("", [add("a/b")]), ("", [add("a/c")])),
    "the largest integers": plan(("", [edit("a")]), issue=LARGEST, revision=float(LARGEST)),
}


@pytest.mark.parametrize("document", KEPT.values(), ids=KEPT)
def test_a_near_case_breaks_nothing(document):
    """What stands close to a fault, and is none, is left alone."""
    assert broken(document) == []


SEVERAL = {
    "a path that is not canonical is not compared": (
        plan(("", [edit("./a"), edit("./a"), edit("./a/b"), rename("./a", "./a")])),
        [
            ("path-canonical", FIRST),
            ("path-canonical", SECOND),
            ("path-canonical", "/items/0/files/2/path"),
            ("path-canonical", "/items/0/files/3/path"),
            ("path-canonical", "/items/0/files/3/renamed_from"),
        ],
    ),
    "a swap uses both names twice": (
        plan(("", [rename("a", "b"), rename("b", "a")])),
        [
            ("paths-unique-in-item", SECOND),
            ("paths-unique-in-item", "/items/0/files/1/renamed_from"),
        ],
    ),
    "a rename onto itself uses its path once": (
        plan(("", [rename("a", "a"), edit("a")])),
        [("rename-distinct", OLD), ("paths-unique-in-item", SECOND)],
    ),
    "a path overlaps once, and once more where it is new": (
        plan(("", [edit("x"), edit("x/y"), edit("x/y"), edit("x/y/z")])),
        [
            ("paths-no-overlap", SECOND),
            ("paths-unique-in-item", "/items/0/files/2/path"),
            ("paths-no-overlap", "/items/0/files/3/path"),
        ],
    ),
    "each end of a rename has its own fault": (
        plan(("", [delete("a"), add("b")]), ("P1", [rename("a", "b")])),
        [("projected-path-occupied", LATER), ("projected-path-missing", LATER_OLD)],
    ),
    "each use of what another made needs the dependency": (
        plan(("", [add("a"), add("b")]), ("", [edit("a"), edit("b")]), ("", [edit("a")])),
        [
            ("produced-path-dependency", LATER),
            ("produced-path-dependency", "/items/1/files/1/path"),
            ("produced-path-dependency", IN_P3),
        ],
    ),
    "an item whose own paths clash is not judged by what was before": (
        plan(("", [add("a")]), ("", [edit("a"), delete("a")])),
        [("paths-unique-in-item", "/items/1/files/1/path")],
    ),
    "what an item at fault would have changed is not known": (
        plan(("", [add("a")]), ("", [delete("a")]), ("P2", [edit("a")]), ("P2", [add("a")])),
        [("produced-path-dependency", LATER), ("projected-path-occupied", "/items/3/files/0/path")],
    ),
    "what an item at fault edits is what it was": (
        plan(("", [add("a")]), ("", [edit("a")]), ("P2", [edit("a")])),
        [("produced-path-dependency", LATER), ("produced-path-dependency", IN_P3)],
    ),
    "a repeated dependency changes nothing about the files": (
        plan(("", [edit("b")]), ("P1 P1", [add("a")]), ("", [edit("a")])),
        [("depends-unique", "/items/1/depends_on/1"), ("produced-path-dependency", IN_P3)],
    ),
    "both integers": (
        plan(("", [edit("a")]), issue=2**60, revision=2**60),
        [("safe-integers", "/issue"), ("safe-integers", "/revision")],
    ),
}


@pytest.mark.parametrize(("document", "expected"), SEVERAL.values(), ids=SEVERAL)
def test_each_fault_is_told_once(document, expected):
    """Of faults that touch each other, each is told, and none that only follows from another."""
    assert [(rule, pointer) for rule, pointer, _ in broken(document)] == expected


def test_a_path_is_compared_with_its_first_use():
    """Where a path is used three times, both messages lead to the first."""
    found = broken(plan(("", [edit("a"), edit("a"), edit("a")])))

    message = '"a" is used at files/0/path already; an item uses each path once, so drop one'
    assert [(pointer, told.removesuffix(" of the two")) for _, pointer, told in found] == [
        (SECOND, message),
        ("/items/0/files/2/path", message),
    ]


UNSOUND = {
    "a path that is not canonical": ([edit("./x")], "path-canonical", SECOND),
    "a path twice": ([edit("x"), edit("x")], "paths-unique-in-item", "/items/0/files/2/path"),
    "a rename onto itself": (
        [rename("x", "x")],
        "rename-distinct",
        "/items/0/files/1/renamed_from",
    ),
    "a path beneath another": (
        [edit("x"), edit("x/y")],
        "paths-no-overlap",
        "/items/0/files/2/path",
    ),
}


@pytest.mark.parametrize(("files", "rule", "pointer"), UNSOUND.values(), ids=UNSOUND)
def test_an_item_whose_own_paths_are_wrong_changes_nothing(files, rule, pointer):
    """What such an item would add is not known to be there, nor to be missing."""
    document = plan(("", [add("a"), *files]), ("", [edit("a")]), ("", [add("a/b")]))
    expected = [(rule, pointer), ("path-beneath-file", IN_P3)]

    assert [(found, place) for found, place, _ in broken(document)] == expected
    assert ("produced-path-dependency", LATER) in [
        (found, place) for found, place, _ in broken(plan(("", [add("a")]), ("", [edit("a")])))
    ]


def test_open_questions_are_warned_about():
    """A plan with open questions is valid, and its consumer warns."""
    contract = ps.contract("plan").including("consumer")

    def warned(*questions: str) -> list[tuple[str, str, str]]:
        document = contract.assert_valid(plan(("", [edit("a")]), questions=list(questions)))
        found = contract.warnings(document)
        return [(each.clause.id, each.instance_location, each.message) for each in found]

    end = "still open; have all of them answered before the work starts"
    assert warned() == []
    assert warned("Why?") == [("plan/open-questions", "/questions", f"1 question {end}")]
    assert warned("Why?", "How?") == [("plan/open-questions", "/questions", f"2 questions {end}")]
    assert ps.contract("plan").warnings(plan(("", [edit("a")]), questions=["Why?"])) == []


def large_plan(size: int) -> dict[str, Any]:
    """A plan whose shortest text has so many bytes, most of them of characters of four."""
    document = plan(*(("", [edit(f"{number}") for number in range(9)]) for _ in range(30)))
    missing = size - len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    for item in document["items"]:
        for each in item["files"]:
            clefs = min(missing // 4, 1000)
            each["change"] += clefs * "\U0001d11e"
            missing -= 4 * clefs
    document["summary"] += missing * "."
    return document


def test_a_plan_is_as_large_as_its_shortest_text():
    """A plan without a text has a mebibyte when it is written as briefly as JSON can be."""
    found = broken(large_plan(LIMIT + 1))

    assert broken(large_plan(LIMIT)) == []
    assert found == [
        (
            "source-limits",
            "",
            "the shortest text of the document has 1048577 bytes, and 1048576 are allowed; "
            "say less",
        )
    ]


SOURCE_LIMITS = next(each for each in rules_for("plan") if each.id == "plan/source-limits")


def test_a_text_is_as_large_as_it_is():
    """Where a text was read, its own size counts, white space and escapes included."""
    document = plan(("", [edit("a")]))
    [finding] = SOURCE_LIMITS.judge(document, {"source_size": LIMIT + 1})

    assert list(SOURCE_LIMITS.judge(document, {"source_size": LIMIT})) == []
    assert list(SOURCE_LIMITS.judge(large_plan(LIMIT + 1), {"source_size": LIMIT})) == []
    message = "the text has 1048577 bytes, and 1048576 are allowed; say less"
    assert (finding.path, finding.message) == ((), message)


def nested(depth: int) -> Any:
    """A value of so many containers, objects and arrays in turn."""
    value: Any = 1
    for level in range(depth):
        value = [value, 1] if level % 2 else {"a": value, "b": 1}
    return value


def test_containers_lie_fifty_deep_at_most():
    """Nesting is limited too, although a plan that keeps its schema never gets there."""
    [finding] = SOURCE_LIMITS.judge(nested(51), {})

    assert list(SOURCE_LIMITS.judge(nested(50), {})) == []
    message = "there are 51 containers within each other, and 50 are allowed"
    assert (finding.path, finding.message) == ((), message)
