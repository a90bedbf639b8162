"""The rules of the plan edit, alone and against the plan it edits."""

from __future__ import annotations

import pytest

NOTHING = dict.fromkeys(
    ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
)
EDIT = "/edits/0"


def file(path="b.py", kind="edit", renamed_from=None):
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": renamed_from, "change": "Rename f."}


def command(text="make"):
    """A check that is a command."""
    return {"type": "cmd", "text": text}


def item(identifier, *depends_on, files=None, acceptance=None):
    """An item with one file and one command, unless others are given."""
    return {
        "id": identifier,
        "title": "T",
        "intent": "Because.",
        "files": files or [file("a.py")],
        "acceptance": acceptance or [command()],
        "depends_on": list(depends_on),
    }


def edit(op, target="P1", **payload):
    """An edit with this payload, and null in every other member."""
    return {"op": op, "item": target, "summary": "S", "reason": "R.", **NOTHING, **payload}


def answer(*edits, reply="Yes.", base_revision=4):
    """An answer with these edits."""
    return {
        "schema_version": 1,
        "base_revision": base_revision,
        "reply": reply,
        "edits": list(edits),
    }


def add(identifier="P4", *depends_on, **parts):
    """An edit that adds an item."""
    return edit("add_item", identifier, new_item=item(identifier, *depends_on, **parts))


PLAN = {
    "schema_version": 1,
    "issue": 57,
    "revision": 4,
    "summary": "Do it.",
    "items": [
        item("P1", files=[file("a.py"), file("c.py")], acceptance=[command(), command("test")]),
        item("P2", "P1"),
    ],
    "questions": [],
}

EACH_OP = [
    pytest.param(each, id=each["op"])
    for each in (
        add(),
        edit("remove_item", "P2"),
        edit("set_field", field="title", value="New"),
        edit("add_file", file=file()),
        edit("update_file", file=file("a.py", "delete")),
        edit("remove_file", value="a.py"),
        edit("add_check", check=command()),
        edit("remove_check", check_index=1),
        edit("set_depends", "P2", depends_on=[]),
    )
]


@pytest.mark.parametrize("one", EACH_OP)
def test_each_operation_can_be_right(broken, plan_violations, one):
    """An edit with the payload of its op, made for the plan, breaks no rule."""
    given = {"plan": PLAN, "plan_violations": plan_violations}
    assert broken("plan-edit", answer(one), **given) == {}


# A payload for each member, each valid by itself.
PAYLOADS = {
    "field": "title",
    "value": "v",
    "file": file(),
    "check": command(),
    "check_index": 0,
    "depends_on": [],
    "new_item": item("P1"),
}


@pytest.mark.parametrize("name", PAYLOADS)
@pytest.mark.parametrize("one", EACH_OP)
def test_each_payload_is_needed_or_unused(broken, one, name):
    """Every payload of an op must not be null, and every other member must be."""
    if one[name] is not None:
        wrong, rule = {**one, name: None}, "plan-edit/op-payload-present"
        message = f'"{name}" is null, and "{one["op"]}" needs it'
    else:
        wrong, rule = {**one, name: PAYLOADS[name]}, "plan-edit/op-payload-unused"
        message = f'"{one["op"]}" does not use "{name}"; make it null'
    assert broken("plan-edit", answer(wrong)) == {rule: [(f"{EDIT}/{name}", message)]}


# rule, document, pointer, message
VIOLATIONS = [
    (
        "new-item-id-matches",
        answer({**add("P4"), "item": "P5"}),
        f"{EDIT}/item",
        'the item is "P5", the id in "new_item" "P4"; give both the same',
    ),
    (
        "set-field-limits",
        answer(edit("set_field", field="title", value="")),
        f"{EDIT}/value",
        "the new title has 0 characters, and 1 to 120 are allowed",
    ),
    (
        "set-field-limits",
        answer(edit("set_field", field="title", value="x" * 121)),
        f"{EDIT}/value",
        "the new title has 121 characters, and 1 to 120 are allowed",
    ),
    (
        "set-field-limits",
        answer(edit("set_field", field="intent", value="x" * 601)),
        f"{EDIT}/value",
        "the new intent has 601 characters, and 1 to 600 are allowed",
    ),
    (
        "remove-file-value-is-path",
        answer(edit("remove_file", value="")),
        f"{EDIT}/value",
        '"" is not a path: it is empty',
    ),
    (
        "rename-source",
        answer(edit("add_file", file=file(kind="rename"))),
        f"{EDIT}/file/renamed_from",
        'the kind is "rename", and "renamed_from" is null; give the old path',
    ),
    (
        "rename-source",
        answer(add(files=[file(), file("d", renamed_from="e")])),
        f"{EDIT}/new_item/files/1/renamed_from",
        'the kind is "edit", and "renamed_from" is "e"; '
        "only a rename has an old path, so make it null",
    ),
    (
        "renamed-from-form",
        answer(edit("update_file", file=file(kind="rename", renamed_from=""))),
        f"{EDIT}/file/renamed_from",
        'the old path "" is not a path: it is empty',
    ),
    (
        "cmd-tokenizes",
        answer(edit("add_check", check=command("a > b"))),
        f"{EDIT}/check/text",
        '"a > b" is not a command: '
        "> at index 2 stands outside quotes; no shell reads it, so quote it or drop it",
    ),
    (
        "cmd-tokenizes",
        answer(add(acceptance=[command(), command("a'")])),
        f"{EDIT}/new_item/acceptance/1/text",
        '"a\'" is not a command: the quote opened at index 1 is never closed',
    ),
    (
        "depends-not-self",
        answer(edit("set_depends", "P2", depends_on=["P1", "P2"])),
        f"{EDIT}/depends_on/1",
        '"P2" is the item itself; an item depends on earlier ones only',
    ),
    (
        "depends-not-self",
        answer(add("P4", "P4")),
        f"{EDIT}/new_item/depends_on/0",
        '"P4" is the item itself; an item depends on earlier ones only',
    ),
    (
        "reply-when-no-edits",
        answer(reply=""),
        "/reply",
        "the reply is empty, and there are no edits; say something",
    ),
    (
        "op-payload-unused",
        answer(edit("remove_file", field="title", value="x" * 121)),
        f"{EDIT}/field",
        '"remove_file" does not use "field"; make it null',
    ),
    (
        "op-payload-unused",
        answer(edit("remove_item", "P2", depends_on=["P2"])),
        f"{EDIT}/depends_on",
        '"remove_item" does not use "depends_on"; make it null',
    ),
    (
        "prose-shape",
        answer({**edit("remove_item"), "reason": "One. Two."}),
        f"{EDIT}/reason",
        '"One. Two." has 2 sentences; one is enough',
    ),
]


@pytest.mark.parametrize(
    ("rule", "document", "pointer", "message"), VIOLATIONS, ids=[row[0] for row in VIOLATIONS]
)
def test_the_smallest_violation_breaks_one_rule(broken, rule, document, pointer, message):
    """Each rule about the answer alone finds its smallest violation, and no other rule does."""
    assert broken("plan-edit", document) == {f"plan-edit/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(answer(), id="a reply alone"),
        pytest.param(answer(edit("remove_item"), reply=""), id="an edit alone"),
        pytest.param(answer(reply=" "), id="a reply of one space"),
        pytest.param(answer(edit("set_field", field="title", value="x" * 120)), id="title of 120"),
        pytest.param(
            answer(edit("set_field", field="intent", value="x" * 600)), id="intent of 600"
        ),
        pytest.param(answer(edit("remove_file", value="x" * 300)), id="a path of 300"),
        pytest.param(answer(edit("set_depends", depends_on=[])), id="an empty list is a payload"),
        pytest.param(answer(edit("remove_check", check_index=0)), id="0 is a payload"),
        pytest.param(answer(edit("add_check", check={"type": "check", "text": "|"})), id="no cmd"),
    ],
)
def test_a_near_case_breaks_no_rule(broken, document):
    """What stands close to a violation, and is none, is left alone."""
    assert broken("plan-edit", document) == {}


# rule, document, pointer, message
REFUSED_BY_THE_PLAN = [
    (
        "base-revision-current",
        answer(base_revision=3),
        "/base_revision",
        "3 is not the revision of the plan, which is 4; edit the plan as it is now",
    ),
    (
        "base-revision-current",
        answer(base_revision=5),
        "/base_revision",
        "5 is not the revision of the plan, which is 4; edit the plan as it is now",
    ),
    (
        "item-exists",
        answer(edit("remove_item", "P7")),
        f"{EDIT}/item",
        '"P7" is not an item of the plan, which has "P1", "P2"',
    ),
    (
        "item-exists",
        answer(add("P3"), edit("set_depends", "P3", depends_on=[])),
        "/edits/1/item",
        '"P3" is not an item of the plan, which has "P1", "P2"',
    ),
    (
        "new-item-id-unused",
        answer(add("P2")),
        f"{EDIT}/item",
        'the plan has an item "P2" already; take a free id',
    ),
    (
        "add-file-path-new",
        answer(edit("add_file", file=file("a.py"))),
        f"{EDIT}/file/path",
        '"P1" declares "a.py" already; use "update_file" to change it',
    ),
    (
        "update-file-path-known",
        answer(edit("update_file", file=file("d.py"))),
        f"{EDIT}/file/path",
        '"P1" does not declare "d.py", but "a.py", "c.py"; an update never adds or moves one',
    ),
    (
        "remove-file-path-known",
        answer(edit("remove_file", value="A.py")),
        f"{EDIT}/value",
        '"P1" does not declare "A.py", but "a.py", "c.py"',
    ),
    (
        "check-index-in-range",
        answer(edit("remove_check", check_index=2)),
        f"{EDIT}/check_index",
        '"P1" has no check at index 2; the indices are 0 to 1',
    ),
    (
        "check-index-in-range",
        answer(edit("remove_check", "P2", check_index=1)),
        f"{EDIT}/check_index",
        '"P2" has no check at index 1; 0 is the only index',
    ),
    (
        "result-is-valid-plan",
        answer(edit("remove_check", "P2", check_index=0)),
        EDIT,
        "the edit gives a plan that breaks minItems at /items/1/acceptance: minItems fails",
    ),
    (
        "result-is-valid-plan",
        answer(edit("remove_file", "P2", value="a.py")),
        EDIT,
        "the edit gives a plan that breaks minItems at /items/1/files: minItems fails",
    ),
    (
        "result-is-valid-plan",
        answer(edit("remove_item", "P1")),
        EDIT,
        "the edit gives a plan that breaks plan/depends-earlier at /items/0/depends_on/0: "
        '"P1" is not in the plan; an item depends on earlier ones only, here none',
    ),
    (
        "result-is-valid-plan",
        answer(add("P3"), edit("set_depends", "P1", depends_on=["P2"])),
        "/edits/1",
        "the edit gives a plan that breaks plan/depends-earlier at /items/0/depends_on/0: "
        '"P2" stands later; an item depends on earlier ones only, here none',
    ),
]


@pytest.mark.parametrize(
    ("rule", "document", "pointer", "message"),
    REFUSED_BY_THE_PLAN,
    ids=[row[0] for row in REFUSED_BY_THE_PLAN],
)
def test_the_plan_can_refuse_an_edit(broken, plan_violations, rule, document, pointer, message):
    """Each rule about the plan finds its smallest violation, and no other rule does."""
    given = {"plan": PLAN, "plan_violations": plan_violations}
    found = broken("plan-edit", document, **given)
    assert found == {f"plan-edit/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(
    ("size", "part", "one"),
    [
        (30, "/items", add("P999")),
        (40, "/items/0/files", edit("add_file", file=file("new.py"))),
        (10, "/items/0/acceptance", edit("add_check", check=command())),
    ],
    ids=["items", "files", "checks"],
)
def test_a_full_list_takes_no_more(broken, changed, plan_violations, size, part, one):
    """An edit that fills a list to its limit is fine, and one more is not a valid plan."""
    entries = {
        "/items": lambda number: item(f"P{number}"),
        "/items/0/files": lambda number: file(f"{number}.py"),
        "/items/0/acceptance": lambda number: command(f"make {number}"),
    }
    full = [entries[part](number) for number in range(1, size + 1)]
    given = {"plan_violations": plan_violations}
    almost = changed(PLAN, {part: full[:-1]})
    assert broken("plan-edit", answer(one), plan=almost, **given) == {}
    found = broken("plan-edit", answer(one), plan=changed(PLAN, {part: full}), **given)
    message = f"the edit gives a plan that breaks maxItems at {part}: maxItems fails"
    assert found == {"plan-edit/result-is-valid-plan": [(EDIT, message)]}


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(answer(add("P3"), add("P3")), id="two ways to add one item"),
        pytest.param(answer(add("P3", "P2")), id="a new item goes to the end"),
        pytest.param(
            answer(edit("remove_check", check_index=0), edit("remove_check", check_index=1)),
            id="each check can go alone",
        ),
        pytest.param(answer(edit("remove_check", check_index=1.0)), id="1.0 is an index"),
        pytest.param(
            answer(edit("set_field", field="title", value="T")), id="the same title again"
        ),
        pytest.param(answer(base_revision=4.0), id="4.0 is revision 4"),
    ],
)
def test_each_edit_is_judged_alone(broken, plan_violations, document):
    """Edits that would get in each other's way are alternatives."""
    given = {"plan": PLAN, "plan_violations": plan_violations}
    assert broken("plan-edit", document, **given) == {}


def test_another_version_is_refused(broken, changed):
    """The answer has the schema version of the plan, although only one version exists yet."""
    found = broken(
        "plan-edit",
        answer(),
        plan=changed(PLAN, {"/schema_version": 2}),
        plan_violations=lambda _: [],
    )
    message = "1 is not the schema version of the plan, which is 2"
    assert found == {"plan-edit/version-matches": [("/schema_version", message)]}


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (add(), None),
        (edit("remove_item", "P2"), {"/items/1": ...}),
        (edit("set_field", field="intent", value="New"), {"/items/0/intent": "New"}),
        (edit("add_file", file=file()), {"/items/0/files": [file("a.py"), file("c.py"), file()]}),
        (edit("update_file", file=file("c.py", "add")), {"/items/0/files/1": file("c.py", "add")}),
        (edit("remove_file", value="a.py"), {"/items/0/files/0": ...}),
        (
            edit("add_check", "P2", check=command("new")),
            {"/items/1/acceptance": [command(), command("new")]},
        ),
        (edit("remove_check", check_index=0), {"/items/0/acceptance/0": ...}),
        (edit("set_depends", "P2", depends_on=[]), {"/items/1/depends_on": []}),
    ],
    ids=[each.id for each in EACH_OP],
)
def test_the_edited_plan_is_judged(broken, changed, one, changes):
    """What is judged is a copy of the plan with this one edit and the next revision."""
    judged = []
    broken("plan-edit", answer(one), plan=PLAN, plan_violations=lambda plan: judged.append(plan))
    changes = changes or {"/items": [*PLAN["items"], one["new_item"]]}
    assert judged == [changed(PLAN, {**changes, "/revision": 5})]


@pytest.mark.parametrize(
    "one",
    [
        edit("remove_item", "P7"),
        add("P2"),
        edit("add_file", file=file("a.py")),
        edit("update_file", file=file("d.py")),
        edit("remove_file", value="d.py"),
        edit("remove_check", check_index=2),
    ],
    ids=lambda one: one["op"],
)
def test_an_edit_that_cannot_be_applied_is_not(broken, one):
    """Another rule has said already why there is no edited plan, so none is judged."""
    judged = []
    found = broken("plan-edit", answer(one), plan=PLAN, plan_violations=judged.append)
    assert judged == []
    assert len(found) == 1
