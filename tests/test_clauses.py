"""What a contract says: its clauses, their ids and their order."""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BUNDLED = ("feedback", "plan", "plan-edit", "agent-result")
DOCUMENTS = Path(__file__).parent / "documents"
DRAFT4 = "http://json-schema.org/draft-04/schema#"
DRAFT7 = "http://json-schema.org/draft-07/schema#"

ORDER: dict[str, Any] = {
    "description": "An order.",
    "type": "object",
    "required": ["id", "lines"],
    "properties": {
        "id": {"description": "Its number.", "type": ["integer", "string"], "minimum": 1},
        "lines": {
            "type": "array",
            "minItems": 1,
            "maxItems": 99,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/line"},
            "contains": {"required": ["price"]},
            "maxContains": 50,
        },
        "note": {"minLength": 1, "maxLength": 80, "pattern": "^\\S"},
        "paid": {"const": True},
        "secret": False,
    },
    "patternProperties": {"^x-": {"type": "string"}},
    "additionalProperties": False,
    "propertyNames": {"maxLength": 20},
    "minProperties": 2,
    "maxProperties": 9,
    "dependentRequired": {"paid": ["note", "id"]},
    "dependentSchemas": {"note": {"required": ["paid"]}},
    "anyOf": [{"required": ["note"]}, {"not": {"required": ["paid"]}}],
    "oneOf": [True, False],
    "allOf": [{"if": {"required": ["paid"]}, "then": {"minProperties": 3}, "else": True}],
    "$defs": {
        "line": {
            "properties": {
                "kind": {"enum": ["part", 1, None]},
                "price": {"exclusiveMinimum": 0, "multipleOf": 0.01, "maximum": 10},
                "day": {"format": "date", "exclusiveMaximum": 5},
                "more": {"$ref": "#/$defs/line"},
                "pair": {"prefixItems": [{"type": "null"}], "unevaluatedItems": False},
            },
            "unevaluatedProperties": {"type": "null"},
        },
        "unused": {"type": "boolean"},
    },
}

CLAUSES = [
    "/type",
    '/required="id"',
    '/required="lines"',
    '/properties/note="present"',
    '/properties/note="absent"',
    '/properties/paid="present"',
    '/properties/paid="absent"',
    "/properties/id/type",
    '/properties/id/type="integer"',
    '/properties/id/type="string"',
    "/properties/id/minimum",
    "/properties/lines/type",
    "/properties/lines/minItems",
    "/properties/lines/maxItems",
    "/properties/lines/uniqueItems",
    '/$defs/line/properties/kind="present"',
    '/$defs/line/properties/kind="absent"',
    '/$defs/line/properties/price="present"',
    '/$defs/line/properties/price="absent"',
    '/$defs/line/properties/day="present"',
    '/$defs/line/properties/day="absent"',
    '/$defs/line/properties/more="present"',
    '/$defs/line/properties/more="absent"',
    '/$defs/line/properties/pair="present"',
    '/$defs/line/properties/pair="absent"',
    "/$defs/line/properties/kind/enum",
    '/$defs/line/properties/kind/enum="part"',
    "/$defs/line/properties/kind/enum=1",
    "/$defs/line/properties/kind/enum=null",
    "/$defs/line/properties/price/exclusiveMinimum",
    "/$defs/line/properties/price/multipleOf",
    "/$defs/line/properties/price/maximum",
    "/$defs/line/properties/day/format",
    "/$defs/line/properties/day/exclusiveMaximum",
    "/$defs/line/properties/pair/prefixItems/0/type",
    "/$defs/line/properties/pair/unevaluatedItems",
    "/$defs/line/unevaluatedProperties/type",
    "/properties/lines/contains",
    '/properties/lines/contains/required="price"',
    "/properties/lines/maxContains",
    "/properties/note/minLength",
    "/properties/note/maxLength",
    "/properties/note/pattern",
    "/properties/paid/const",
    "/properties/secret",
    "/patternProperties/^x-/type",
    "/additionalProperties",
    "/propertyNames/maxLength",
    "/minProperties",
    "/maxProperties",
    '/dependentRequired/paid="note"',
    '/dependentRequired/paid="id"',
    '/dependentSchemas/note/required="paid"',
    "/anyOf",
    "/anyOf=0",
    "/anyOf=1",
    '/anyOf/0/required="note"',
    "/anyOf/1/not",
    "/oneOf",
    "/oneOf=0",
    "/oneOf=1",
    "/oneOf/1",
    "/allOf/0/then/minProperties",
]


def test_the_clauses_of_a_schema_are_complete_and_in_the_order_of_the_file() -> None:
    """Every keyword says what it says once, where a reader of the schema finds it."""
    assert list(ps.contract(ORDER).clauses) == CLAUSES


def test_what_can_be_taken_is_no_demand() -> None:
    """Values of an enum, branches, types of a list and optional properties are alternatives."""
    kinds = {clause: clause.kind for clause in ps.contract(ORDER).clauses}

    taken = [clause for clause in CLAUSES if kinds[clause] == "alternative"]
    assert taken == [
        clause
        for clause in CLAUSES
        if "=" in clause and "/required" not in clause and "/dependentRequired" not in clause
    ]


@pytest.mark.parametrize(
    ("schema", "clauses"),
    [
        pytest.param(True, [], id="true"),
        pytest.param({}, [], id="empty"),
        pytest.param(False, [""], id="false"),
        pytest.param({"required": []}, [], id="nothing-required"),
        pytest.param({"uniqueItems": False}, [], id="uniqueItems-false"),
        pytest.param({"minItems": 0}, ["/minItems"], id="a-bound-that-all-keep"),
        pytest.param({"type": ["null"]}, ["/type", '/type="null"'], id="list-of-one-type"),
        pytest.param({"contains": {}}, ["/contains"], id="contains"),
        pytest.param({"contains": False}, ["/contains"], id="contains-false"),
        pytest.param(
            {"contains": {"type": "null"}, "minContains": 0, "maxContains": 2},
            ["/maxContains"],
            id="contains-nothing",
        ),
        pytest.param({"contains": {}, "minContains": 2}, ["/minContains"], id="minContains"),
        pytest.param({"minContains": 2, "maxContains": 3}, [], id="counts-without-contains"),
        pytest.param({"not": {"required": ["a"]}}, ["/not"], id="not-is-one-demand"),
        pytest.param({"not": False}, ["/not"], id="not-false"),
        pytest.param({"if": {"type": "null"}}, [], id="if-demands-nothing"),
        pytest.param({"then": {"type": "null"}}, [], id="then-without-if"),
        pytest.param({"else": False}, [], id="else-without-if"),
        pytest.param({"if": True, "else": False}, ["/else"], id="else"),
        pytest.param({"items": False}, ["/items"], id="items-false"),
        pytest.param({"propertyNames": False}, ["/propertyNames"], id="no-names"),
        pytest.param({"properties": {"a": False}}, ["/properties/a"], id="forbidden-property"),
        pytest.param(
            {"properties": {"a/b": {}, "c~d": {}}},
            [
                '/properties/a~1b="present"',
                '/properties/a~1b="absent"',
                '/properties/c~0d="present"',
                '/properties/c~0d="absent"',
            ],
            id="escaped-names",
        ),
        pytest.param({"required": ["é\n"]}, ['/required="é\\n"'], id="names-as-JSON"),
        pytest.param(
            {"enum": [{"b": [1.0, "x"], "a": None}]},
            ["/enum", '/enum={"b":[1.0,"x"],"a":null}'],
            id="values-as-compact-JSON",
        ),
        pytest.param(
            {"enum": [1, 1.5, True]},
            ["/enum", "/enum=1", "/enum=1.5", "/enum=true"],
            id="values-as-written",
        ),
        pytest.param({"enum": ["a", "a"]}, ["/enum", '/enum="a"'], id="a-value-written-twice"),
        pytest.param({"$defs": {"a": {"type": "null"}}}, [], id="definitions-alone"),
        pytest.param({"x-own": {"type": "null"}, "title": "t"}, [], id="unknown-keywords"),
        pytest.param({"dependencies": {"a": ["b"]}}, [], id="2020-12-has-no-dependencies"),
        pytest.param(
            {"$schema": DRAFT7, "dependencies": {"a": ["b"], "c": {"type": "null"}}},
            ['/dependencies/a="b"', "/dependencies/c/type"],
            id="draft-7-dependencies",
        ),
        pytest.param(
            {
                "$schema": DRAFT7,
                "allOf": [{"$ref": "#/definitions/a", "type": "null"}],
                "definitions": {"a": {"minimum": 1}},
            },
            ["/definitions/a/minimum"],
            id="draft-7-ref-stands-alone",
        ),
        pytest.param(
            {"$ref": "#/$defs/a", "type": "null", "$defs": {"a": {"minimum": 1}}},
            ["/$defs/a/minimum", "/type"],
            id="2020-12-ref-has-siblings",
        ),
        pytest.param(
            {"$schema": DRAFT4, "minimum": 1, "exclusiveMinimum": True, "const": 1},
            ["/minimum"],
            id="draft-4",
        ),
        pytest.param(
            {"$schema": DRAFT7, "items": [{"type": "null"}], "additionalItems": False},
            ["/items/0/type", "/additionalItems"],
            id="draft-7-items",
        ),
    ],
)
def test_the_clauses_of_a_keyword(schema: Any, clauses: list[str]) -> None:
    """What a keyword demands, and no more than that, is a clause; each id occurs once."""
    assert list(ps.contract(schema).clauses) == clauses


def test_references_are_followed_once() -> None:
    """A definition that is used twice, or by itself, says its clauses once."""
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}
    schema = {
        "properties": {"a": {"$ref": "#/$defs/node"}, "b": {"$ref": "#/$defs/node"}},
        "required": ["a", "b"],
        "$defs": {"node": node},
    }

    assert list(ps.contract(schema).clauses) == [
        "/$defs/node/type",
        '/$defs/node/properties/next="present"',
        '/$defs/node/properties/next="absent"',
        '/required="a"',
        '/required="b"',
    ]


def test_a_dynamic_reference_brings_the_clauses_of_all_its_targets() -> None:
    """Where a reference may lead depends on the document, so every target counts."""
    schema = {
        "$id": "https://example.com/numbers",
        "$ref": "list",
        "$defs": {
            "number": {"$dynamicAnchor": "item", "type": "number"},
            "list": {
                "$id": "list",
                "items": {"$dynamicRef": "#item"},
                "$defs": {"any": {"$dynamicAnchor": "item", "not": {"type": "null"}}},
            },
        },
    }
    contract = ps.contract(schema)

    assert sorted(contract.clauses) == ["/$defs/list/$defs/any/not", "/$defs/number/type"]
    assert [each.clause for each in contract.violations(["x"])] == ["/$defs/number/type"]


def test_a_clause_of_another_file_has_the_name_of_the_file_before_it(tmp_path: Path) -> None:
    """The pointer alone would point into the wrong file."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "order.json").write_text(
        '{"properties": {"price": {"$ref": "parts/money.json#/$defs/amount"}}, "type": "object"}'
    )
    (tmp_path / "parts" / "money.json").write_text('{"$defs": {"amount": {"minimum": 0}}}')
    contract = ps.contract(tmp_path / "order.json")

    (violation,) = contract.violations({"price": -1})

    assert list(contract.clauses) == [
        '/properties/price="present"',
        '/properties/price="absent"',
        "parts/money.json#/$defs/amount/minimum",
        "/type",
    ]
    assert violation.clause == "parts/money.json#/$defs/amount/minimum"
    assert violation.keyword_location == "/properties/price/$ref/minimum"


def test_a_clause_knows_what_it_is() -> None:
    """The parts of a clause are there as data."""
    clauses = {str(clause): clause for clause in ps.contract(ORDER).clauses}
    clause = clauses["/properties/id/minimum"]

    assert (clause.id, clause.location, clause.keyword) == (
        "/properties/id/minimum",
        "/properties/id/minimum",
        "minimum",
    )
    assert (clause.kind, clause.value, clause.level, clause.severity) == (
        "demand",
        1,
        "schema",
        "error",
    )
    assert clause.description == "Its number."


@pytest.mark.parametrize(
    ("clause", "location", "keyword", "value", "description"),
    [
        ('/required="id"', "/required", "required", "id", "Its number."),
        ('/required="lines"', "/required", "required", "lines", "An order."),
        ("/anyOf", "/anyOf", "anyOf", ORDER["anyOf"], "An order."),
        ("/anyOf=1", "/anyOf", "anyOf", 1, "An order."),
        (
            "/$defs/line/properties/kind/enum=null",
            "/$defs/line/properties/kind/enum",
            "enum",
            None,
            "",
        ),
        ('/properties/note="absent"', "/properties/note", "properties", "absent", ""),
        ('/properties/id/type="string"', "/properties/id/type", "type", "string", "Its number."),
        (
            '/dependentRequired/paid="note"',
            "/dependentRequired/paid",
            "dependentRequired",
            "note",
            "An order.",
        ),
        ("/properties/secret", "/properties/secret", "secret", False, ""),
    ],
    ids=lambda value: value if isinstance(value, str) and "=" in value else None,
)
def test_the_parts_of_a_clause(
    clause: str, location: str, keyword: str, value: object, description: str
) -> None:
    """The location is that of the keyword, the value that of the one thing it is about."""
    (found,) = [each for each in ps.contract(ORDER).clauses if each == clause]

    parts = (found.location, found.keyword, found.value, found.description)
    assert parts == (location, keyword, value, description)


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda clause: pickle.loads(pickle.dumps(clause))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("contract", [ORDER, "feedback"], ids=["schema", "feedback"])
def test_a_clause_survives_a_copy(copied: Callable[[ps.Clause], ps.Clause], contract: Any) -> None:
    """The copy is equal and has all parts of the original."""
    for clause in ps.contract(contract).clauses:
        twin = copied(clause)

        assert twin == clause
        assert type(twin) is ps.Clause
        for part in ps.Clause.__slots__:
            assert getattr(twin, part) == getattr(clause, part)


def test_a_clause_is_its_id() -> None:
    """Clauses are compared, sorted, looked up, joined and written as the text that they are."""
    clauses = ps.contract({"type": "null", "required": ["a"]}).clauses

    assert sorted(clauses) == ['/required="a"', "/type"]
    assert "/type" in clauses
    assert {"/type": 1}[clauses[0]] == 1
    assert json.dumps(clauses) == '["/type", "/required=\\"a\\""]'
    assert f"{clauses[0]}, {clauses[1]!s}" == '/type, /required="a"'
    assert repr(clauses[0]) == "'/type'"


@pytest.mark.parametrize(
    ("name", "count", "rules"),
    [("feedback", 106, 8), ("plan", 91, 5), ("plan-edit", 161, 19), ("agent-result", 381, 0)],
)
def test_the_number_of_clauses_of_the_bundled_contracts(name: str, count: int, rules: int) -> None:
    """A clause that comes or goes is noticed, and each id occurs once."""
    clauses = ps.contract(name).clauses

    assert len(set(clauses)) == len(clauses) == count
    assert sum(clause.keyword == "rule" for clause in clauses) == rules


@pytest.mark.parametrize("name", BUNDLED)
def test_rules_come_last_and_only_those_of_severity_error(name: str) -> None:
    """What is only reported is no clause, and what is switched off is none either."""
    contract = ps.contract(name)
    errors = [rule for rule in contract.rules if rule.severity == "error"]

    rules = contract.clauses[len(contract.clauses) - len(errors) :]
    assert [
        (each.id, each.location, each.keyword, each.level, each.description) for each in rules
    ] == [(rule.id, rule.id, "rule", rule.level, rule.summary) for rule in errors]
    assert {each.level for each in contract.clauses[: -len(rules) or None]} == {"schema"}


def test_a_rule_that_is_switched_off_is_no_clause() -> None:
    """The clauses of a contract are those that it judges by."""
    contract = ps.contract("plan")
    rule = contract.rules[0].id

    assert contract.without(rule).clauses == tuple(c for c in contract.clauses if c != rule)


def test_the_order_is_the_same_under_every_hash_seed() -> None:
    """Nothing about the list hangs on the order of a set."""
    script = (
        "import pytest_schemas as ps; "
        f"print(*[c for name in {BUNDLED} for c in ps.contract(name).clauses], sep='\\n')"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "PYTHONUTF8": "1",
            },
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(outputs) == 1
    here = [str(clause) for name in BUNDLED for clause in ps.contract(name).clauses]
    assert outputs.pop().decode().splitlines() == here


def leaves_and_holders(violations: Iterable[ps.Violation]) -> Iterator[ps.Violation]:
    """All violations, those in causes included."""
    for violation in violations:
        yield violation
        yield from leaves_and_holders(violation.causes)


VALID = {
    name: [json.loads(path.read_bytes()) for path in sorted((DOCUMENTS / name / "valid").glob("*"))]
    for name in BUNDLED
}
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.none(), max_size=2),
)


@st.composite
def damaged(draw: st.DrawFn, name: str) -> Any:
    """A valid document with one to three changes at places of any depth."""
    document = copy.deepcopy(draw(st.sampled_from(VALID[name])))
    for _ in range(draw(st.integers(1, 3))):
        holder, step = document, draw(st.sampled_from(list(document)))
        while isinstance(holder[step], (dict, list)) and holder[step] and draw(st.booleans()):
            holder = holder[step]
            steps = list(holder) if isinstance(holder, dict) else range(len(holder))
            step = draw(st.sampled_from(steps))
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace" or isinstance(holder, list):
            holder[step] = draw(JUNK)
        elif change == "remove" and len(document) > 1:
            del holder[step]
        else:
            holder[draw(st.text(max_size=4))] = draw(JUNK)
    return document


@pytest.mark.parametrize("name", BUNDLED)
@settings(deadline=None)
@given(data=st.data())
def test_every_violation_is_of_a_clause_of_the_contract(name: str, data: st.DataObject) -> None:
    """Whatever is wrong with a document, the clause is one of the list, and a demand."""
    contract = ps.contract(name)
    document = data.draw(damaged(name))

    violations = contract.violations(document)

    known = {clause: clause for clause in contract.clauses}
    for each in leaves_and_holders(violations):
        assert known[each.clause] is not None
        assert each.clause.kind == "demand"
        assert each.level == each.clause.level
        assert each.message
        assert each.message[-1] != "."
    assert len({each.level for each in violations}) <= 1
    assert contract.is_valid(document) is not bool(violations)


def test_no_clause_of_a_larger_schema_has_the_id_of_another() -> None:
    """The ids of a schema with every keyword are told apart."""
    counts = Counter(ps.contract(ORDER).clauses)

    assert [clause for clause, count in counts.items() if count > 1] == []
