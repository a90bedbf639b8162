"""The rules of the plan."""

from __future__ import annotations

import pytest


def file(path="a.py", kind="edit", renamed_from=None, change="Rename f."):
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": renamed_from, "change": change}


def item(identifier, *depends_on):
    """An item with one file and one command."""
    return {
        "id": identifier,
        "title": "T",
        "intent": "Because.",
        "files": [file()],
        "acceptance": [{"type": "cmd", "text": "make"}],
        "depends_on": list(depends_on),
    }


PLAN = {
    "schema_version": 1,
    "issue": 57,
    "revision": 1,
    "summary": "Do it.",
    "items": [item("P1"), item("P2", "P1")],
    "questions": [],
}
FILE = "/items/1/files/0"
COMMAND = "/items/1/acceptance/0/text"
INTENT = "/items/1/intent"


# rule, changes, pointer, message
VIOLATIONS = [
    (
        "item-ids-unique",
        {"/items/1": item("P1")},
        "/items/1/id",
        '"P1" is the id of an earlier item; take a free one',
    ),
    (
        "depends-earlier",
        {"/items/0": item("P1", "P2")},
        "/items/0/depends_on/0",
        '"P2" stands later; an item depends on earlier ones only, here none',
    ),
    (
        "depends-earlier",
        {"/items/1": item("P2", "P1", "P2")},
        "/items/1/depends_on/1",
        '"P2" is the item itself; an item depends on earlier ones only, here "P1"',
    ),
    (
        "depends-earlier",
        {"/items/1": item("P2", "P7")},
        "/items/1/depends_on/0",
        '"P7" is not in the plan; an item depends on earlier ones only, here "P1"',
    ),
    (
        "rename-source",
        {f"{FILE}/kind": "rename"},
        f"{FILE}/renamed_from",
        'the kind is "rename", and "renamed_from" is null; give the old path',
    ),
    (
        "rename-source",
        {f"{FILE}/renamed_from": "b.py"},
        f"{FILE}/renamed_from",
        'the kind is "edit", and "renamed_from" is "b.py"; '
        "only a rename has an old path, so make it null",
    ),
    (
        "renamed-from-form",
        {FILE: file(kind="rename", renamed_from="")},
        f"{FILE}/renamed_from",
        'the old path "" is not a path: it is empty',
    ),
    (
        "renamed-from-form",
        {FILE: file(kind="rename", renamed_from="/b")},
        f"{FILE}/renamed_from",
        'the old path "/b" is not a path: '
        "it starts with a slash, and a path starts at the root of the repository",
    ),
    (
        "cmd-tokenizes",
        {COMMAND: "a | b"},
        COMMAND,
        '"a | b" is not a command: '
        "| at index 2 stands outside quotes; no shell reads it, so quote it or drop it",
    ),
    (
        "no-test-command",
        {"/items/1/acceptance/0/type": "check"},
        "/items/1/acceptance",
        'no check of "P2" is of type "cmd"; prefer one that can be run',
    ),
    (
        "prose-shape",
        {"/summary": "One. Two. Three."},
        "/summary",
        '"One. Two. Three." has 3 sentences; one or two are enough',
    ),
    (
        "prose-shape",
        {INTENT: "One? Two! Three"},
        INTENT,
        '"One? Two! Three" has 3 sentences; one or two are enough',
    ),
    (
        "prose-shape",
        {f"{FILE}/change": "Fix Line 40."},
        f"{FILE}/change",
        '"Line 40" is a line number; name functions and behaviour instead',
    ),
]


@pytest.mark.parametrize(
    ("rule", "changes", "pointer", "message"), VIOLATIONS, ids=[row[0] for row in VIOLATIONS]
)
def test_the_smallest_violation_breaks_one_rule(broken, changed, rule, changes, pointer, message):
    """Each rule finds its smallest violation, and no other rule finds anything."""
    assert broken("plan", changed(PLAN, changes)) == {f"plan/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="two items"),
        pytest.param({"/items": [item("P9"), item("P2", "P9")]}, id="ids that do not rise"),
        pytest.param(
            {"/items": [item("P1"), item("P2"), item("P3", "P2", "P1")]}, id="two dependencies"
        ),
        pytest.param({"/items/1": item("P2", "P1", "P1")}, id="one dependency twice"),
        pytest.param({FILE: file(kind="rename", renamed_from="b.py")}, id="a rename"),
        pytest.param({FILE: file(kind="rename", renamed_from="b/../c")}, id="an odd old path"),
        pytest.param({COMMAND: 'pytest -k "a or b"'}, id="quoted arguments"),
        pytest.param(
            {
                "/items/1/acceptance": [
                    {"type": "check", "text": "a | b"},
                    {"type": "cmd", "text": "make"},
                ]
            },
            id="a statement is no command",
        ),
        pytest.param({"/summary": "One. Two."}, id="two sentences"),
        pytest.param({f"{FILE}/change": "Cut a line of 40 characters."}, id="a line, no number"),
    ],
)
def test_a_near_case_breaks_no_rule(broken, changed, changes):
    """What stands close to a violation, and is none, is left alone."""
    assert broken("plan", changed(PLAN, changes)) == {}


def test_findings_stand_in_document_order(broken, changed):
    """One rule that is broken in many places names them in the order of the document."""
    items = [item("P1", "P8"), item("P1"), item("P1", "P9", "P8")]
    found = broken("plan", changed(PLAN, {"/items": items}))
    assert {rule: [pointer for pointer, _ in each] for rule, each in found.items()} == {
        "plan/item-ids-unique": ["/items/1/id", "/items/2/id"],
        "plan/depends-earlier": [
            "/items/0/depends_on/0",
            "/items/2/depends_on/0",
            "/items/2/depends_on/1",
        ],
    }
