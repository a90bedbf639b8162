"""A rule relies on the schema of its contract alone: others may be switched off."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pytest_schemas as ps
from pytest_schemas._rules import rules_for

PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")

quick = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def documents(name: str) -> st.SearchStrategy[Any]:
    """Documents that keep the schema, and rules only by chance."""
    contract = ps.contract(name)
    return contract.without(*(rule.id for rule in contract.rules)).documents()


def some_rules(name: str) -> st.SearchStrategy[ps.Contract]:
    """The contract with some of its rules, those of the consumer among them.

    What breaks a rule is not judged by those of later levels, so all of a level are off at times.
    """
    rules = rules_for(name)
    contract = ps.contract(name).including(*(rule.id for rule in rules))
    levels = list(dict.fromkeys(rule.level for rule in rules))
    first = st.integers(0, len(levels) - 1)
    return st.builds(
        lambda first, off: contract.without(
            *off.union(rule.id for rule in rules if rule.level in levels[:first])
        ),
        first,
        st.sets(st.sampled_from([rule.id for rule in rules])),
    )


def told(contract: ps.Contract, document: Any, **context: Any) -> set[str]:
    """The ids of what is said of a document, which keeps its schema: those of rules alone."""
    found = contract.violations(document, **context) + contract.warnings(document, **context)
    return {str(each.clause) for each in found} - {"json/value"}


def ids_of(contract: ps.Contract) -> set[str]:
    """The ids of the rules that a contract judges by."""
    return {rule.id for rule in contract.rules}


@quick
@given(documents("plan"), some_rules("plan"), st.data())
def test_rules_of_the_plan(document, contract, data):
    """A plan is judged by any of the rules, whatever its items are called and depend on."""
    ids = st.sampled_from([item["id"] for item in document["items"]])
    paths = st.sampled_from(["a", "a/b", "c"])
    for item in document["items"]:
        item["id"] = data.draw(ids)
        item["depends_on"] = [*item["depends_on"][:5], *data.draw(st.lists(ids, max_size=2))]
        for file in item["files"]:
            file["path"] = data.draw(paths)
            file["renamed_from"] = data.draw(st.none() | paths)

    assert told(contract, document) <= ids_of(contract)


@quick
@given(documents("plan-edit"), ps.documents("plan"), some_rules("plan-edit"), st.data())
def test_rules_of_the_plan_edit(document, plan, contract, data):
    """An answer is judged by any of the rules, whatever its edits have and lack."""
    ids = st.sampled_from([item["id"] for item in plan["items"]])
    for edit in document["edits"]:
        edit["item"] = data.draw(ids)
        edit.update(dict.fromkeys(data.draw(st.sets(st.sampled_from(PAYLOADS)))))
    documented = [rule.id for rule in ps.contract("plan-edit").rules if rule.level == "documented"]
    of_the_plan = ps.contract("plan-edit").without(*documented)

    assert told(contract, document) <= ids_of(contract)
    assert told(contract, document, plan=plan) <= ids_of(contract)
    assert told(of_the_plan, document, plan=plan) <= ids_of(of_the_plan)


@quick
@given(
    documents("agent-result"),
    some_rules("agent-result"),
    st.sampled_from([None, "apply", "merge", "proof"]),
)
def test_rules_of_the_agent_result(document, contract, stage):
    """An agent result is judged by any of the rules, at any stage."""
    assert told(contract, document, stage=stage) <= ids_of(contract)


@quick
@given(documents("feedback"), some_rules("feedback"), st.sampled_from([None, "inbound", "stored"]))
def test_rules_of_the_feedback(document, contract, direction):
    """Feedback is judged by any of the rules, in any direction."""
    assert told(contract, document, direction=direction) <= ids_of(contract)


def file(kind: str, path: str, renamed_from: str | None = None) -> dict[str, Any]:
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": renamed_from, "change": "Rename f."}


def item(identifier: str, needed: str, *files: dict[str, Any]) -> dict[str, Any]:
    """An item that depends on others."""
    return {
        "id": identifier,
        "title": "T",
        "intent": "Because.",
        "files": list(files),
        "acceptance": [{"type": "cmd", "text": "make"}],
        "depends_on": needed.split(),
    }


def plan(*items: dict[str, Any]) -> dict[str, Any]:
    """A plan of these items."""
    return {
        "schema_version": 1,
        "issue": 57,
        "revision": 4,
        "summary": "Do it.",
        "items": list(items),
        "questions": [],
    }


def independent(place: str, user: str, item: str = "P1") -> tuple[str, str, str]:
    """What is told of an item that uses "a" without depending on the one that adds it."""
    message = f'"{item}" adds "a", and "{user}" uses it without depending on "{item}"; '
    return (
        "plan/produced-path-dependency",
        f"/items/{place}",
        f'{message}add "{item}" to its "depends_on"',
    )


ADD, EDIT = file("add", "a"), file("edit", "a")
OF_PLANS = {
    "an item needs an unknown one": (
        "depends-earlier",
        plan(item("P1", "", ADD), item("P2", "P7", EDIT)),
        [independent("1/files/0/path", "P2")],
    ),
    "an item needs a later one": (
        "depends-earlier",
        plan(item("P1", "P2", ADD), item("P2", "", EDIT)),
        [independent("1/files/0/path", "P2")],
    ),
    "an item needs itself": (
        "depends-earlier",
        plan(item("P1", "", ADD), item("P2", "P2", EDIT)),
        [independent("1/files/0/path", "P2")],
    ),
    "an item needs one that needs an unknown one": (
        "depends-earlier",
        plan(item("P1", "P7", ADD), item("P2", "P1", EDIT)),
        [],
    ),
    "an item needs two of one id": (
        "item-ids-unique",
        plan(
            item("P1", "", ADD),
            item("P2", "P1", file("edit", "b")),
            item("P2", "", file("edit", "c")),
            item("P3", "P2", EDIT),
        ),
        [],
    ),
    "the second of one id needs what it uses": (
        "item-ids-unique",
        plan(
            item("P1", "", ADD),
            item("P2", "P1", file("edit", "b")),
            item("P2", "", EDIT),
        ),
        [independent("2/files/0/path", "P2")],
    ),
    "an old path beside an edit": (
        "rename-source",
        plan(
            item("P1", "", ADD),
            item("P2", "", file("edit", "b", "a"), file("edit", "c", "a"), file("edit", "d", "d")),
        ),
        [],
    ),
    "an old path beside an edit, not canonical": (
        "rename-source",
        plan(item("P1", "", ADD), item("P2", "P1", EDIT, file("delete", "b", "./c"))),
        [
            (
                "plan/path-canonical",
                "/items/1/files/1/renamed_from",
                '"./c" is not a canonical path: its part "." names no folder; '
                "write out where the file lies",
            )
        ],
    ),
    "a rename without an old path": (
        "rename-source",
        plan(item("P1", "", ADD), item("P2", "", file("rename", "b"), EDIT)),
        [independent("1/files/1/path", "P2")],
    ),
}


@pytest.mark.parametrize(("off", "document", "expected"), OF_PLANS.values(), ids=OF_PLANS)
def test_a_plan_without_a_documented_rule(off, document, expected):
    """Where a documented rule is off, those of the consumer judge what it would have refused."""
    contract = ps.contract("plan").including("consumer").without(f"plan/{off}")

    found = contract.violations(document)

    assert [(each.clause.id, each.instance_location, each.message) for each in found] == expected


LACKING = {
    "add_item": {},
    "add_file": {},
    "update_file": {},
    "remove_file": {},
    "add_check": {},
    "remove_check": {},
    "set_depends": {},
    "set_field": {},
    "set_field, no field": {"value": "New"},
    "set_field, no value": {"field": "title"},
}


@pytest.mark.parametrize("level", ["documented", "context"])
@pytest.mark.parametrize(("name", "members"), LACKING.items(), ids=LACKING)
def test_an_edit_without_its_payload(name, members, level):
    """That the payload lacks is one fault: no rule about the plan says anything of such an edit."""
    op = name.partition(",")[0]
    edit = {"op": op, "item": "P1", "summary": "S", "reason": "R."}
    document = {
        "schema_version": 1,
        "base_revision": 4,
        "reply": "Yes.",
        "edits": [{**edit, **dict.fromkeys(PAYLOADS), **members}],
    }
    contract = ps.contract("plan-edit")
    if level == "context":
        documented = [rule.id for rule in contract.rules if rule.level == "documented"]
        contract = contract.without(*documented)

    found = contract.violations(document, plan=plan(item("P1", "", EDIT)))

    expected = {"plan-edit/op-payload-present"} if level == "documented" else set()
    assert {each.clause.id for each in found} == expected
