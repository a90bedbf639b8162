"""Near misses: valid documents with one fault, which break one demand."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from bundled import CONSUMER, contract_of
from hypothesis import Phase, find, given, settings

import pytest_schemas as ps

PLAN_ITEMS, PLAN_EDITS = CONSUMER
PLAN = ps.contract("plan-edit").vectors()[-1].context["plan"]
ITEMS = PLAN["items"]
CONTEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "feedback": ("feedback", {}),
    "feedback inbound": ("feedback", {"direction": "inbound"}),
    "feedback stored": ("feedback", {"direction": "stored"}),
    "plan": ("plan", {}),
    "plan-edit": ("plan-edit", {}),
    "plan-edit of a plan": ("plan-edit", {"plan": PLAN}),
    "agent-result": ("agent-result", {}),
    PLAN_ITEMS: (PLAN_ITEMS, {}),
    PLAN_EDITS: (PLAN_EDITS, {}),
    f"{PLAN_EDITS}, of a plan": (PLAN_EDITS, {"plan": PLAN}),
}
QUICK = settings(max_examples=1, phases=(Phase.generate,))
#: So many demands are broken in one test.
CHUNK = 12


def names(found: list[ps.Violation]) -> set[str]:
    """The ids of the broken clauses: the leaves of the causes."""
    return {
        name
        for each in found
        for name in (names(list(each.causes)) if each.causes else {each.clause.id})
    }


def holders(found: list[ps.Violation]) -> set[str]:
    """The ids of the `anyOf` and `oneOf` that hold them."""
    return {
        name
        for each in found
        if each.causes
        for name in {each.clause.id} | holders(list(each.causes))
    }


def chunks() -> list[Any]:
    """All demands of the bundled contracts, a dozen at a time."""
    return [
        pytest.param(label, start, id=f"{label} from {start}")
        for label, (name, _) in CONTEXTS.items()
        for start in range(0, len(demands_of(name)), CHUNK)
    ]


def demands_of(name: str) -> list[ps.Clause]:
    """The demands of a contract; those of a consumer's schema are looked at without its rules."""
    demands = [clause for clause in contract_of(name).clauses if clause.kind == "demand"]
    return [each for each in demands if each.keyword == "rule" or name not in CONSUMER]


@pytest.mark.parametrize(("label", "start"), chunks())
def test_a_near_miss_breaks_one_demand(label: str, start: int) -> None:
    """Each demand is broken alone, or with no more than cannot be kept beside it."""
    name, context = CONTEXTS[label]
    contract = contract_of(name)

    def check(demand: ps.Clause) -> None:
        @settings(max_examples=4)
        @given(contract.near_misses(demand, **context))
        def breaks(miss: ps.NearMiss) -> None:
            found = contract.violations(miss.document, **context)
            held = holders(found) & {demand.id}
            assert (miss.clause, miss.context) == (demand, context)
            assert names(found) | held == {demand.id, *miss.also}

        breaks()

    for demand in demands_of(name)[start : start + CHUNK]:
        if demand.id not in UNBROKEN[label]:
            check(demand)


def not_alone(name: str, **context: Any) -> dict[str, str]:
    """The demands of a contract that no document breaks alone, and what breaks with each."""
    contract = contract_of(name)
    found = {}
    for clause in demands_of(name):
        try:
            strategy = contract.near_misses(clause, **context)
        except ps.ContractError as error:
            found[clause.id] = str(error).partition(": ")[2]
            continue
        example = find(strategy, lambda _: True, settings=QUICK)
        if example.also:
            found[clause.id] = " ".join(example.also)
    return found


OTHER_BRANCH = "what it refuses is accepted in another way, or breaks another clause first."
TOO_LARGE = "so large a document is not made."
EVERY = "every document that keeps the schema and the other rules keeps it."


DIRECTED = {
    "feedback/inbound-seq-absent",
    "feedback/inbound-idempotency-key",
    "feedback/stored-seq-present",
}
OTHER_BRANCHES = [
    f"/$defs/edit/properties/{name}/anyOf/1/type"
    for name in ("file", "check", "new_item", "depends_on")
]
NEED_A_PLAN = [rule.id for rule in ps.contract("plan-edit").rules if rule.level == "context"]


def beside(keyword: str, *places: str) -> dict[str, str]:
    """A `type` beside a keyword that it cannot be broken without."""
    return {f"{place}/type": f"{place}/{keyword}" for place in places}


NOT_ALONE = {
    "feedback": {
        **beside("const", "/properties/v", "/properties/type"),
        "/properties/ts/format": "/properties/ts/pattern",
        **beside(
            "enum",
            "/properties/actor/properties/kind",
            "/properties/kind",
            "/properties/from/properties/kind",
            "/properties/from/properties/role",
            "/properties/from/properties/workspace_role",
        ),
        **dict.fromkeys(DIRECTED, "pass it to near_misses."),
    },
    "plan": {
        **beside("enum", "/properties/schema_version", "/$defs/file/properties/kind"),
        **beside("enum", "/$defs/check/properties/type"),
        "/$defs/file/properties/path/minLength": "/$defs/file/properties/path/pattern",
    },
    "plan-edit of a plan": {
        **beside("enum", "/properties/schema_version", "/$defs/edit/properties/op"),
        **beside("enum", "/$defs/edit/properties/field", "/$defs/file/properties/kind"),
        **beside("enum", "/$defs/check/properties/type"),
        "/$defs/file/properties/path/minLength": "/$defs/file/properties/path/pattern",
        "/$defs/edit/properties/file/anyOf": "/$defs/file/type",
        "/$defs/edit/properties/check/anyOf": "/$defs/check/type",
        "/$defs/edit/properties/new_item/anyOf": "/$defs/item/type",
        "/$defs/edit/properties/depends_on/anyOf": "/$defs/edit/properties/depends_on/anyOf/0/type",
        **dict.fromkeys(OTHER_BRANCHES, OTHER_BRANCH),
        # The version of an answer is 1, and so is that of each plan.
        "plan-edit/version-matches": EVERY,
    },
    "agent-result": {
        f"/properties/{name}/anyOf{end}": reason
        for name in ("source_intelligence_refs", "goal_mode_ref")
        for end, reason in (("", f"/properties/{name}/anyOf/0/type"), ("/1/type", OTHER_BRANCH))
    },
    PLAN_ITEMS: {"plan/source-limits": TOO_LARGE},
    f"{PLAN_EDITS}, of a plan": {
        "plan-edit/source-limits": TOO_LARGE,
        "plan-edit/version-matches": EVERY,
    },
}


#: The demands that no document breaks in a context.
UNBROKEN: dict[str, set[str]] = {
    "feedback": DIRECTED,
    "feedback inbound": {"feedback/stored-seq-present"},
    "feedback stored": DIRECTED - {"feedback/stored-seq-present"},
    "plan": set(),
    "plan-edit": {*OTHER_BRANCHES, *NEED_A_PLAN},
    "plan-edit of a plan": {*OTHER_BRANCHES, "plan-edit/version-matches"},
    "agent-result": {
        "/properties/source_intelligence_refs/anyOf/1/type",
        "/properties/goal_mode_ref/anyOf/1/type",
    },
    PLAN_ITEMS: {"plan/source-limits"},
    PLAN_EDITS: {"plan-edit/source-limits", *NEED_A_PLAN},
    f"{PLAN_EDITS}, of a plan": {"plan-edit/source-limits", "plan-edit/version-matches"},
}


@pytest.mark.parametrize("label", NOT_ALONE)
def test_what_cannot_be_broken_alone(label: str) -> None:
    """These demands, and no others, break only together with another, or not at all."""
    name, context = CONTEXTS[label]

    assert not_alone(name, **context) == NOT_ALONE[label]


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        pytest.param(
            "/properties/knd/enum",
            "feedback has no clause '/properties/knd/enum'. Did you mean '/properties/kind/enum'?",
            id="unknown",
        ),
        pytest.param(
            '/properties/kind/enum="correction"',
            '/properties/kind/enum="correction" is an alternative of feedback, which a document '
            "may take or leave. What breaks is the demand that offers it: ask for its location.",
            id="alternative",
        ),
        pytest.param(
            "feedback/stored-seq-present",
            "feedback/stored-seq-present is judged only where direction= is given: pass it to "
            "near_misses.",
            id="context",
        ),
        pytest.param(
            "json/bom",
            "json/bom is about texts, and no document of feedback: see parse_vectors().",
            id="text",
        ),
        pytest.param(
            5,
            "clause=5 is not the location or the id of a clause: no text.",
            id="no text",
        ),
    ],
)
def test_a_clause_that_nothing_breaks_is_an_error(clause: Any, message: str) -> None:
    """The error says why, and what to ask for instead."""
    with pytest.raises(ps.ContractError) as refused:
        ps.contract("feedback").near_misses(clause)

    assert str(refused.value) == message


def test_a_rule_of_another_direction_is_an_error() -> None:
    """The error says in which it is judged."""
    with pytest.raises(ps.ContractError) as refused:
        ps.contract("feedback").near_misses("feedback/stored-seq-present", direction="inbound")

    assert str(refused.value) == (
        'feedback/stored-seq-present is judged only with direction="stored": '
        "pass it to near_misses."
    )


def test_a_plan_that_has_no_part_for_a_rule_is_an_error() -> None:
    """No item of it has a check that could be removed."""
    plan = {**PLAN, "items": [{**each, "acceptance": each["acceptance"][:1]} for each in ITEMS]}
    rule = "plan-edit/check-index-in-range"

    with pytest.raises(ps.ContractError) as refused:
        ps.contract("plan-edit").near_misses(rule, plan=plan)

    assert str(refused.value) == (
        f"plan-edit has no near miss for {rule}: "
        "no document that was made has a part that it looks at."
    )


def test_what_is_too_large_is_an_error() -> None:
    """The error says that size is the reason."""
    contract = ps.contract({"title": "notes", "type": "string", "maxLength": 1_000_000})

    with pytest.raises(ps.ContractError) as refused:
        contract.near_misses("/maxLength")

    assert str(refused.value) == (
        "notes has no near miss for /maxLength: so large a value is not made."
    )


def test_a_location_stands_for_all_its_clauses() -> None:
    """The location of `required` breaks one name or another."""
    strategy = ps.contract("feedback").near_misses("/properties/actor/required")
    seen = set()

    @settings(max_examples=30)
    @given(strategy)
    def collect(miss: ps.NearMiss) -> None:
        seen.add(miss.clause)

    collect()
    assert seen == {
        '/properties/actor/required="kind"',
        '/properties/actor/required="id"',
    }


SMALLEST_EDIT = {
    "op": "set_field",
    "item": "P1",
    "summary": "0",
    "reason": "0",
    "field": "title",
    "value": "0",
    "file": None,
    "check": None,
    "check_index": None,
    "depends_on": None,
    "new_item": None,
}


@pytest.mark.parametrize(
    ("clause", "edit"),
    [
        pytest.param(
            "/$defs/file/properties/path/pattern",
            {
                "op": "add_file",
                "field": None,
                "value": None,
                "file": {"path": "/0", "kind": "edit", "renamed_from": None, "change": "0"},
            },
            id="pattern",
        ),
        pytest.param("/$defs/edit/properties/summary/minLength", {"summary": ""}, id="minLength"),
        pytest.param(
            "plan-edit/depends-not-self",
            {"op": "set_depends", "field": None, "value": None, "depends_on": ["P1"]},
            id="rule",
        ),
    ],
)
def test_the_smallest_near_miss(clause: str, edit: dict[str, Any]) -> None:
    """It is the smallest valid document with the one fault."""
    miss = find(ps.contract("plan-edit").near_misses(clause), lambda _: True)

    assert miss.document == {
        "schema_version": 1,
        "base_revision": 1,
        "reply": "",
        "edits": [{**SMALLEST_EDIT, **edit}],
    }


FAULTS = [
    pytest.param("/properties/seq/type", ["1", 1.5, None, True], id="integer"),
    pytest.param("/properties/seq/maximum", [2**53], id="2^53"),
    pytest.param("/properties/kind/enum", ["REACTION", "reactions", "reaction "], id="enum"),
    pytest.param("/properties/text/minLength", [""], id="empty text"),
    pytest.param("/properties/ts/format", ["2023-02-29T12:00:00Z"], id="impossible date"),
]


@pytest.mark.parametrize(("clause", "values"), FAULTS)
def test_faults_are_those_that_programs_make(clause: str, values: list[Any]) -> None:
    """A number as text, null, other letters, one over: each turns up."""
    member = clause.split("/")[2]
    strategy = ps.contract("feedback").near_misses(clause)

    for value in values:
        found = find(strategy, lambda miss, value=value: repr(miss.document[member]) == repr(value))
        assert found.clause == clause


@pytest.mark.parametrize(
    ("schema", "clause"),
    [
        pytest.param({"type": "array", "uniqueItems": True}, "/uniqueItems", id="uniqueItems"),
        pytest.param(
            {"type": "array", "items": {"type": "integer"}, "minItems": 2},
            "/minItems",
            id="minItems",
        ),
        pytest.param({"type": "number", "multipleOf": 0.25}, "/multipleOf", id="multipleOf"),
        pytest.param({"not": {"type": "string"}}, "/not", id="not"),
        pytest.param(
            {"type": "array", "contains": {"const": 1}, "maxContains": 2},
            "/maxContains",
            id="maxContains",
        ),
        pytest.param({"type": "array", "contains": {"const": 1}}, "/contains", id="contains"),
        pytest.param(
            {
                "properties": {"kind": {"enum": ["a", "b"]}, "x": {"type": "integer"}},
                "required": ["kind"],
                "if": {"properties": {"kind": {"const": "a"}}},
                "then": {"required": ["x"]},
                "type": "object",
            },
            '/then/required="x"',
            id="then",
        ),
        pytest.param(
            {"type": "object", "dependentRequired": {"a": ["b"]}},
            '/dependentRequired/a="b"',
            id="dependentRequired",
        ),
        pytest.param(
            {
                "type": "object",
                "allOf": [{"properties": {"a": {"type": "string"}}}],
                "unevaluatedProperties": False,
            },
            "/unevaluatedProperties",
            id="unevaluatedProperties",
        ),
        pytest.param(
            {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}},
            "/propertyNames/pattern",
            id="propertyNames",
        ),
        pytest.param(
            {"oneOf": [{"type": "integer", "minimum": 3}, {"type": "string"}]},
            "/oneOf/0/minimum",
            id="branch of oneOf",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"next": {"$ref": "#"}, "value": {"type": "integer"}},
                "required": ["value"],
            },
            "/properties/value/type",
            id="recursive",
        ),
        pytest.param(
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
            "/additionalProperties/minimum",
            id="member that nobody names",
        ),
        pytest.param(
            {"prefixItems": [{"type": "integer"}], "type": "array", "items": False},
            "/items",
            id="items false",
        ),
        pytest.param({"type": "object", "minProperties": 2}, "/minProperties", id="minProperties"),
        pytest.param({"type": "object", "maxProperties": 2}, "/maxProperties", id="maxProperties"),
        pytest.param(
            {
                "$schema": "http://json-schema.org/draft-04/schema#",
                "type": "integer",
                "minimum": 0,
                "exclusiveMinimum": True,
            },
            "/minimum",
            id="draft 4",
        ),
        pytest.param(
            {"type": "object", "properties": {"a": False}}, "/properties/a", id="member false"
        ),
        pytest.param(
            {"type": "object", "dependentSchemas": {"a": False}},
            "/dependentSchemas/a",
            id="dependentSchemas false",
        ),
        pytest.param(
            {"type": "array", "prefixItems": [True, False]}, "/prefixItems/1", id="item false"
        ),
        pytest.param(
            {"type": "object", "patternProperties": {"^x-[a-z]+$": False}},
            "/patternProperties/^x-[a-z]+$",
            id="patternProperties false",
        ),
        pytest.param({"propertyNames": False}, "/propertyNames", id="propertyNames false"),
        pytest.param({"if": {"type": "string"}, "then": False}, "/then", id="then false"),
        pytest.param({"if": {"type": "string"}, "else": False}, "/else", id="else false"),
        pytest.param(
            {"type": "object", "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "/oneOf",
            id="two branches of objects",
        ),
        pytest.param(
            {"type": "integer", "oneOf": [{"multipleOf": 3}, {"multipleOf": 5}]},
            "/oneOf",
            id="two branches of numbers",
        ),
        pytest.param({"oneOf": [True, False, {"type": "null"}]}, "/oneOf", id="branch false"),
        pytest.param(
            {"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "/anyOf",
            id="no branch of objects",
        ),
        pytest.param(
            {
                "type": "object",
                "properties": {"a": {"exclusiveMinimum": 0, "multipleOf": 0.01}},
                "required": ["a", "b"],
            },
            '/required="b"',
            id="open bound that is a multiple",
        ),
        pytest.param({"type": "number", "maximum": 1e308}, "/type", id="beyond all doubles"),
        pytest.param({"type": "integer", "minimum": -(2**63)}, "/minimum", id="64 bits"),
        pytest.param({"type": "string", "minLength": 20_000}, "/minLength", id="long text"),
        pytest.param({"type": "string", "minLength": 5_000}, "/type", id="many digits"),
        pytest.param({"minLength": 2}, "/minLength", id="any type"),
    ],
)
def test_any_schema(schema: dict[str, Any], clause: str) -> None:
    """A project's own schema has near misses as the bundled ones have."""
    contract = ps.contract(schema)

    @settings(max_examples=15)
    @given(contract.near_misses(clause))
    def check(miss: ps.NearMiss) -> None:
        found = contract.violations(miss.document)
        held = holders(found) & {clause}
        assert names(found) | held == {clause, *miss.also}

    check()


@pytest.mark.parametrize("name", ["feedback", "plan"])
def test_near_misses_of_any_clause_are_spread_evenly(name: str) -> None:
    """Three draws for each demand reach every one that can be broken."""
    demands = {demand.id for demand in demands_of(name)} - UNBROKEN[name]
    seen: set[str] = set()

    @settings(max_examples=3 * len(demands), phases=(Phase.generate,))
    @given(ps.contract(name).near_misses())
    def collect(miss: ps.NearMiss) -> None:
        seen.add(miss.clause.id)

    collect()
    assert demands - seen == set()


def test_the_representation_is_short() -> None:
    """A failing test shows what was asked for, not how it is made."""
    assert repr(ps.contract("feedback").near_misses()) == "near_misses()"


def test_a_plan_is_not_shared() -> None:
    """A test may change the plan that it is handed, and the one that it has handed over."""
    plan = copy.deepcopy(PLAN)
    plan_edit = ps.contract("plan-edit")
    answers, misses = plan_edit.documents(plan=plan), plan_edit.near_misses(plan=plan)
    vectors = plan_edit.vectors(plan=plan)
    plan["items"].clear()

    @settings(max_examples=5, phases=(Phase.generate,))
    @given(answers, misses)
    def check(answer: Any, miss: ps.NearMiss) -> None:
        assert plan_edit.is_valid(answer, plan=PLAN)
        assert miss.context == {"plan": PLAN}
        spoil(miss.context["plan"])

    check()
    for vector in vectors:
        assert vector.context == {"plan": PLAN}
        spoil(vector.context["plan"])
    assert plan_edit.vectors()[-1].context == {"plan": PLAN}


def spoil(value: Any) -> None:
    """Change every array and object of a document, as a program under test may."""
    if isinstance(value, dict):
        for each in list(value.values()):
            spoil(each)
        value["spoiled"] = True
    elif isinstance(value, list):
        for each in value:
            spoil(each)
        value.append("spoiled")


@pytest.mark.parametrize("name", ["plan", "plan-edit", "agent-result"])
def test_a_near_miss_can_be_changed(name: str) -> None:
    """Those that come after it, for the same rule too, have nothing of that."""
    contract = ps.contract(name).including("consumer")
    faults = {each.clause for each in contract.vectors() if each.level != "schema"}

    def check(rule: ps.Rule) -> None:
        @settings(max_examples=6, phases=(Phase.generate,))
        @given(contract.near_misses(rule.id))
        def has_nothing_of_others(miss: ps.NearMiss) -> None:
            assert "spoiled" not in json.dumps(miss.document)
            spoil(miss.document)

        has_nothing_of_others()

    for rule in contract.rules:
        if rule.id in faults and not rule.needs:
            check(rule)
