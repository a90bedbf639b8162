"""Documents for the consumer of plans: what items do with paths, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from bundled import FILE, ITEM
from hypothesis import given, settings
from hypothesis import strategies as st
from sampled import NEW, sampled, smallest

import pytest_schemas as ps

PLAN = ps.contract("plan").including("consumer")
PLAN_EDIT = ps.contract("plan-edit").including("consumer")
ON_REQUEST = [
    rule.id
    for contract in (PLAN, PLAN_EDIT)
    for rule in contract.rules
    if rule.level == "consumer" and rule.severity == "error"
]
LAST_SAFE = 2**53 - 1


@settings(max_examples=25)
@given(data=st.data())
def test_answers_fit_the_plan(data: st.DataObject) -> None:
    """Each edit of an answer makes a plan that the consumer accepts."""
    plan = data.draw(PLAN.documents())
    answer = data.draw(PLAN_EDIT.documents(plan=plan))

    assert PLAN_EDIT.violations(answer, plan=plan) == []


def plan_of(*items: Any) -> Any:
    """A plan of some items."""
    return {
        "schema_version": 1,
        "issue": 1,
        "revision": 1,
        "summary": "0",
        "items": list(items),
        "questions": [],
    }


def item_of(id_: str, *files: tuple[str, str], needs: tuple[str, ...] = ()) -> Any:
    """An item with some files, by kind and path."""
    declared = [
        {"path": path, "kind": kind, "renamed_from": None, "change": "0"} for kind, path in files
    ]
    return {**ITEM, "id": id_, "files": declared, "depends_on": list(needs)}


GIVEN = {
    "a folder becomes a file": lambda: plan_of(
        item_of("P1", ("delete", "a/b")), item_of("P2", ("add", "a"), needs=("P1",))
    ),
    "a folder is used as a file": lambda: plan_of(
        item_of("P1", ("delete", "a/b")), item_of("P2", ("edit", "a"))
    ),
    "an added file is edited": lambda: plan_of(
        item_of("P1", ("add", "n")), item_of("P2", ("edit", "n"), needs=("P1",))
    ),
}


@pytest.mark.parametrize("label", GIVEN)
def test_edits_fit_plans_of_all_kinds(label: str) -> None:
    """Whatever its items do with paths, answers fit, and near misses break the one rule."""
    plan = GIVEN[label]()
    assert PLAN.is_valid(plan)

    answers = sampled(PLAN_EDIT.documents(plan=plan), 150)
    misses = sampled(PLAN_EDIT.near_misses("plan-edit/result-is-valid-plan", plan=plan), 50)

    assert [found for each in answers for found in PLAN_EDIT.violations(each, plan=plan)] == []
    broken = [PLAN_EDIT.violations(each.document, plan=plan) for each in misses]
    assert {each.clause for found in broken for each in found} == {"plan-edit/result-is-valid-plan"}


@settings(max_examples=10)
@given(data=st.data())
def test_near_misses_fit_the_plan_otherwise(data: st.DataObject) -> None:
    """What breaks a rule breaks no other, whatever the plan."""
    plan = data.draw(PLAN.documents())
    miss = data.draw(PLAN_EDIT.near_misses(plan=plan))

    found = PLAN_EDIT.violations(miss.document, plan=plan)
    if miss.clause.keyword == "rule":
        assert {each.clause for each in found} == {miss.clause, *miss.also}
    assert found


@pytest.mark.parametrize("rule", ON_REQUEST)
def test_one_rule_is_asked_for(rule: str) -> None:
    """Documents keep it, and a near miss breaks it, without the rules beside it."""
    contract = ps.contract(rule.partition("/")[0]).including(rule)

    @settings(max_examples=8)
    @given(contract.documents())
    def keeps(document: Any) -> None:
        assert contract.violations(document) == []

    keeps()
    if not rule.endswith("/source-limits"):
        (miss, *_) = sampled(contract.near_misses(rule), 1)
        assert {each.clause for each in contract.violations(miss.document)} == {rule}


@pytest.mark.parametrize("rule", ON_REQUEST)
def test_one_rule_is_left_out(rule: str) -> None:
    """Documents keep the others, with those about a given plan."""
    contract = (PLAN if rule.startswith("plan/") else PLAN_EDIT).without(rule)

    @settings(max_examples=8)
    @given(st.data())
    def keeps(data: st.DataObject) -> None:
        plans = PLAN.documents().map(lambda plan: {"plan": plan})
        context = data.draw(plans if contract.name == "plan-edit" else st.just({}))
        document = data.draw(contract.documents(**context))
        assert contract.violations(document, **context) == []

    keeps()


def uses(item: Any) -> Iterator[tuple[str, str]]:
    """What an item does with paths: the paths, and the words for it."""
    for file in item["files"]:
        yield file["path"], file["kind"]
        if file["kind"] == "rename":
            yield file["renamed_from"], "rename from"


def used_again(plan: Any) -> set[tuple[str, str]]:
    """What items do with a path one after another."""
    before: dict[str, str] = {}
    found = set()
    for item in plan["items"]:
        found |= {(before[path], deed) for path, deed in uses(item) if path in before}
        before.update(uses(item))
    return found


@cache
def plans() -> list[Any]:
    """Some plans, the same ones in every run."""
    return sampled(PLAN.documents(), 100)


MAKES, FREES = ("add", "rename"), ("delete", "rename from")
NEEDS = ("edit", "delete", "rename from")


@NEW
@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param(MAKES, NEEDS, id="made and used"),
        pytest.param(FREES, MAKES, id="freed and made again"),
        pytest.param(("edit",), NEEDS, id="edited and used"),
    ],
)
def test_paths_are_used_again(first: tuple[str, ...], then: tuple[str, ...]) -> None:
    """Items use the paths of earlier ones in the ways that they may, and not in every plan."""
    found = [used_again(plan) & set(product(first, then)) for plan in plans()]

    assert {bool(each) for each in found} == {True, False}


@NEW
@pytest.mark.parametrize(
    "is_met",
    [
        pytest.param(lambda name: name[0] != ".", id="no dot"),
        pytest.param(lambda name: name[:4].lower() == ".git", id="like git"),
        pytest.param(lambda name: name[:2] == "..", id="two dots"),
    ],
)
def test_names_of_all_kinds_are_met(is_met: Callable[[str], bool]) -> None:
    """Names with a dot in front are among the names in paths, and not in every plan."""
    names = [
        [name for item in plan["items"] for path, _ in uses(item) for name in path.split("/")]
        for plan in plans()
    ]

    assert any(is_met(name) for each in names for name in each)
    assert any(all(name[0] != "." for name in each) for each in names)


@NEW
@pytest.mark.parametrize(
    ("again", "first", "then"),
    [
        pytest.param(
            ("add", "edit"), {"kind": "add"}, {"depends_on": ["P1"]}, id="added and edited"
        ),
        pytest.param(("edit", "edit"), {}, {}, id="edited twice"),
    ],
)
def test_a_path_that_is_used_again_shrinks(
    again: tuple[str, str], first: dict[str, Any], then: dict[str, Any]
) -> None:
    """There is nothing else in the smallest plan with it."""
    shrunk = smallest(PLAN.documents(), lambda plan: again in used_again(plan))

    items = [{**ITEM, "files": [FILE | first]}, {**ITEM, "id": "P2", **then}]
    assert shrunk["items"] == items


def test_two_items_shrink_to_one_file() -> None:
    """Where paths do not matter, none is used again on purpose, and none is changed."""
    shrunk = smallest(PLAN.documents(), lambda plan: len(plan["items"]) == 2)

    assert shrunk["items"] == [ITEM, {**ITEM, "id": "P2"}]


ADDED = FILE | {"kind": "add"}
SPARE = FILE | {"path": "1"}
#: The last item edits a file that the first one adds, and does not need the second one.
ENTANGLED = {
    "schema_version": 1,
    "issue": 1,
    "revision": 1,
    "summary": "0",
    "items": [
        {**ITEM, "files": [ADDED, SPARE]},
        {**ITEM, "id": "P2", "files": [FILE | {"path": "2"}]},
        {**ITEM, "id": "P3", "files": [FILE, SPARE], "depends_on": ["P1", "P2"]},
    ],
    "questions": [],
}


def edits_of(plan: Any, op: str) -> list[Any]:
    """Edits of a plan by one operation."""
    answers = sampled(PLAN_EDIT.documents({"/edits/0/op": op}, plan=plan), 150)
    return [edit for answer in answers for edit in answer["edits"] if edit["op"] == op]


def test_a_file_that_others_rely_on_stays() -> None:
    """Any other may be removed: those that are edited, and those that one item uses."""
    removed = {(each["item"], each["value"]) for each in edits_of(ENTANGLED, "remove_file")}

    assert removed == {("P1", "1"), ("P3", "0"), ("P3", "1")}


def test_a_dependency_that_is_needed_stays() -> None:
    """Any other may be dropped."""
    edits = (each for each in edits_of(ENTANGLED, "set_depends") if each["item"] == "P3")
    needs = {tuple(each["depends_on"]) for each in edits}

    assert ("P1",) in needs
    assert all("P1" in each for each in needs)


def test_the_last_revision_is_not_edited() -> None:
    """Its edits would make a plan with a revision that is not safe, so the answer is in words."""
    plan = {"schema_version": 1, "issue": 1, "revision": LAST_SAFE, "summary": "0"}
    plan |= {"items": [ITEM], "questions": []}

    answers = sampled(PLAN_EDIT.documents(plan=plan), 30)

    assert {len(each["edits"]) for each in answers} == {0}
    assert all(each["reply"] and PLAN_EDIT.is_valid(each, plan=plan) for each in answers)


def test_size_is_the_reason_why_nothing_breaks_the_limits() -> None:
    """The error says that, and not that every document keeps them."""
    with pytest.raises(ps.ContractError) as refused:
        PLAN.near_misses("plan/source-limits")

    assert str(refused.value) == (
        "plan has no near miss for plan/source-limits: so large a document is not made."
    )


def test_vectors_that_keep_the_rules_look_at_them() -> None:
    """Beside what breaks a rule stands what only just keeps it."""
    ids = {each.id for each in PLAN.vectors() if each.valid}

    assert ids >= {
        "rule-path-canonical-dotted",
        "rule-path-canonical-dots-in-a-name",
        "rule-path-canonical-like-git",
        "rule-paths-no-overlap-side-by-side",
        "rule-produced-path-dependency-added-and-edited",
        "rule-produced-path-dependency-through-another",
        "rule-produced-path-dependency-edited-twice",
        "rule-projected-path-missing-deleted-and-added",
        "rule-projected-path-occupied-deleted-and-added",
        "rule-path-beneath-file-beside-added",
        "rule-safe-integers-issue-at-bound",
    }


@pytest.mark.parametrize(
    ("contract", "rule", "faults"),
    [
        pytest.param(
            PLAN,
            "path-canonical",
            "dot-dot climbs dot double-slash last-slash git git-in-capitals drive newline tab "
            "old-dot-dot old-double-slash",
            id="canonical",
        ),
        pytest.param(
            PLAN,
            "paths-unique-in-item",
            "repeated edited-and-deleted deleted-and-added renamed-and-edited old-path-edited "
            "swapped",
            id="unique",
        ),
        pytest.param(PLAN, "rename-distinct", "same-path same-path-in-folder", id="distinct"),
        pytest.param(PLAN, "paths-no-overlap", "beneath above beneath-old-path", id="no overlap"),
        pytest.param(PLAN, "depends-unique", "repeated repeated-apart", id="dependencies"),
        pytest.param(
            PLAN,
            "produced-path-dependency",
            "added-before deleted-before renamed-before renamed-away-before needs-another "
            "needs-not-the-last",
            id="no dependency",
        ),
        pytest.param(
            PLAN,
            "projected-path-missing",
            "deleted-and-edited deleted-twice deleted-and-renamed renamed-and-edited",
            id="missing",
        ),
        pytest.param(
            PLAN,
            "projected-path-occupied",
            "added-twice edited-and-added renamed-onto folder-of-added folder-of-edited",
            id="occupied",
        ),
        pytest.param(
            PLAN,
            "path-beneath-file",
            "beneath-added beneath-edited edited-beneath-added renamed-beneath",
            id="beneath",
        ),
        pytest.param(
            PLAN_EDIT,
            "safe-integers",
            "base-revision-one-over base-revision-not-exact check-index-one-over",
            id="numbers",
        ),
        pytest.param(
            PLAN_EDIT,
            "result-is-valid-plan",
            "needs-an-unknown-item needs-a-later-item last-file last-check needed-item "
            "adds-a-path-again new-item-needs-too-little",
            id="result",
        ),
    ],
)
def test_each_fault_is_a_vector(contract: ps.Contract, rule: str, faults: str) -> None:
    """What programs do wrong stands in the list, each once."""
    broken = [
        each.id.removeprefix(f"rule-{rule}-")
        for each in contract.vectors()
        if each.clause == f"{contract.name}/{rule}" and not each.valid
    ]

    assert broken == faults.split()
