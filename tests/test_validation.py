"""What a document breaks: which clause, where, by which way, and in which order."""

from __future__ import annotations

import datetime
import decimal
import json
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

if TYPE_CHECKING:
    import types
    from collections.abc import Callable

DRAFT4 = "http://json-schema.org/draft-04/schema#"
DRAFT7 = "http://json-schema.org/draft-07/schema#"
DRAFT2019 = "https://json-schema.org/draft/2019-09/schema"
ALLOWED = {"a": 1, "b": 1}


def places(schema: Any, document: object) -> list[tuple[str, str, str]]:
    """Clause, instance location and keyword location of each violation."""
    return [
        (str(each.clause), each.instance_location, each.keyword_location)
        for each in ps.contract(schema).violations(document)
    ]


def nested(levels: int, value: Any = 1) -> Any:
    """A value inside so many arrays."""
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("schema", "document", "found"),
    [
        pytest.param({"type": "null"}, 1, [("/type", "", "/type")], id="the root"),
        pytest.param(
            {"properties": {"a/b": {"items": {"type": "null"}}}},
            {"a/b": [None, 1]},
            [("/properties/a~1b/items/type", "/a~1b/1", "/properties/a~1b/items/type")],
            id="escaped name and index",
        ),
        pytest.param(
            {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": "null"}}},
            1,
            [("/$defs/b/type", "", "/$ref/$ref/type")],
            id="a reference to a reference",
        ),
        pytest.param(
            {"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {"properties": {"x": {"minimum": 1}}}}},
            [{"x": 0}],
            [("/$defs/a/properties/x/minimum", "/0/x", "/items/$ref/properties/x/minimum")],
            id="a reference on the way",
        ),
        pytest.param(
            {"$ref": "#/$defs/no", "$defs": {"no": False}},
            1,
            [("/$defs/no", "", "/$ref")],
            id="a reference to false",
        ),
        pytest.param(
            {"type": "object", "properties": {"next": {"$ref": "#"}}},
            {"next": {"next": 1}},
            [("/type", "/next/next", "/properties/next/$ref/properties/next/$ref/type")],
            id="a schema within itself",
        ),
        pytest.param(
            {"$dynamicAnchor": "node", "type": "array", "items": {"$dynamicRef": "#node"}},
            [[1]],
            [("/type", "/0/0", "/items/$dynamicRef/items/$dynamicRef/type")],
            id="$dynamicRef",
        ),
        pytest.param(
            {
                "$schema": DRAFT2019,
                "$recursiveAnchor": True,
                "type": "array",
                "items": {"$recursiveRef": "#"},
            },
            [1],
            [("/type", "/0", "/items/$recursiveRef/type")],
            id="$recursiveRef",
        ),
        pytest.param(
            {"allOf": [True, {"if": True, "then": {"minimum": 5}, "else": {"minimum": 9}}]},
            1,
            [("/allOf/1/then/minimum", "", "/allOf/1/then/minimum")],
            id="allOf and then",
        ),
        pytest.param(
            {"if": {"minimum": 5}, "else": {"multipleOf": 2}},
            1,
            [("/else/multipleOf", "", "/else/multipleOf")],
            id="else",
        ),
        pytest.param(
            {"required": ["a", "b"]},
            {},
            [('/required="a"', "", "/required"), ('/required="b"', "", "/required")],
            id="each missing name",
        ),
        pytest.param(
            {"dependentRequired": {"a": ["b", "c"]}},
            {"a": 1},
            [
                ('/dependentRequired/a="b"', "", "/dependentRequired/a"),
                ('/dependentRequired/a="c"', "", "/dependentRequired/a"),
            ],
            id="each name that another depends on",
        ),
        pytest.param(
            {"dependentSchemas": {"a": {"required": ["b"]}, "c": False}},
            {"a": 1},
            [('/dependentSchemas/a/required="b"', "", "/dependentSchemas/a/required")],
            id="dependentSchemas",
        ),
        pytest.param(
            {"$schema": DRAFT7, "dependencies": {"a": {"required": ["b"]}}},
            {"a": 1},
            [('/dependencies/a/required="b"', "", "/dependencies/a/required")],
            id="dependencies",
        ),
        pytest.param(
            {"additionalProperties": False},
            {"x": 1, "y": 2},
            [("/additionalProperties", "", "/additionalProperties")] * 2,
            id="each name too many",
        ),
        pytest.param(
            {
                "properties": {"a": {}},
                "patternProperties": {"^x": {"type": "null"}},
                "additionalProperties": {"minimum": 5},
            },
            {"a": 1, "xy": 1, "z": 1},
            [
                ("/patternProperties/^x/type", "/xy", "/patternProperties/^x/type"),
                ("/additionalProperties/minimum", "/z", "/additionalProperties/minimum"),
            ],
            id="names by pattern and all others",
        ),
        pytest.param(
            {"propertyNames": {"maxLength": 1}},
            {"ab": 1},
            [("/propertyNames/maxLength", "", "/propertyNames/maxLength")],
            id="propertyNames",
        ),
        pytest.param(
            {"prefixItems": [{"type": "null"}], "items": {"minimum": 5}},
            [1, 1],
            [
                ("/prefixItems/0/type", "/0", "/prefixItems/0/type"),
                ("/items/minimum", "/1", "/items/minimum"),
            ],
            id="prefixItems and items",
        ),
        pytest.param(
            {"$schema": DRAFT7, "items": [{"type": "null"}], "additionalItems": {"minimum": 5}},
            [1, 1],
            [
                ("/items/0/type", "/0", "/items/0/type"),
                ("/additionalItems/minimum", "/1", "/additionalItems/minimum"),
            ],
            id="a list of items and additionalItems",
        ),
        pytest.param(
            {"contains": {"minimum": 5}},
            [1, 2],
            [("/contains", "", "/contains")],
            id="contains",
        ),
        pytest.param(
            {"contains": False}, [1], [("/contains", "", "/contains")], id="contains false"
        ),
        pytest.param(
            {"anyOf": [{"type": "null"}, {"minimum": 5}]},
            1,
            [("/anyOf", "", "/anyOf")],
            id="anyOf itself",
        ),
        pytest.param({"oneOf": [True, True]}, 1, [("/oneOf", "", "/oneOf")], id="oneOf itself"),
        pytest.param({"not": {"type": "integer"}}, 1, [("/not", "", "/not")], id="not itself"),
    ],
)
def test_where_a_clause_is_broken(
    schema: Any, document: object, found: list[tuple[str, str, str]]
) -> None:
    """The clause has its references followed; the keyword location keeps each step of the way."""
    assert places(schema, document) == found


def test_the_order_is_that_of_the_document() -> None:
    """Indexes by number, the object before its members, the schema's order at one place."""
    schema = {
        "items": {
            "required": ["c"],
            "properties": {"b": {"type": "null", "minimum": 5}, "a": {"type": "null"}},
        },
        "maxItems": 1,
    }
    document = [{"c": 1, "a": 1, "b": 1}, *([{"c": 1}] * 8), {"a": 1}, {"c": 1, "b": 1}]

    assert [
        (each.instance_location, str(each.clause))
        for each in ps.contract(schema).violations(document)
    ] == [
        ("", "/maxItems"),
        ("/0/a", "/items/properties/a/type"),
        ("/0/b", "/items/properties/b/type"),
        ("/0/b", "/items/properties/b/minimum"),
        ("/9", '/items/required="c"'),
        ("/9/a", "/items/properties/a/type"),
        ("/10/b", "/items/properties/b/type"),
        ("/10/b", "/items/properties/b/minimum"),
    ]


def test_the_order_does_not_depend_on_the_order_of_members() -> None:
    """Two documents that are equal break the same clauses in the same order."""
    contract = ps.contract({"additionalProperties": {"type": "null"}})

    first = contract.violations({"a": 1, "b": 1, "10": 1, "9": 1})
    assert first == contract.violations({"9": 1, "10": 1, "b": 1, "a": 1})


def test_a_violation_has_the_value_and_the_name_at_fault() -> None:
    """What was found is there as data, not only in the message."""
    contract = ps.contract({"required": ["a"], "additionalProperties": False, "minProperties": 3})
    document = {"b": 1}

    found = {str(each.clause): (each.member, each.found) for each in contract.violations(document)}

    assert found == {
        '/required="a"': ("a", document),
        "/additionalProperties": ("b", document),
        "/minProperties": (None, document),
    }


def meant(schema: Any, document: object) -> list[str]:
    """The clauses of the branch that a refused document was meant for."""
    (violation,) = ps.contract(schema).violations(document)
    return [str(cause.clause) for cause in violation.causes]


OBJECT = {"type": "object", "properties": {"a": {"minimum": 5}}, "required": ["b", "c", "d"]}


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    ("branches", "document", "clauses"),
    [
        pytest.param(
            [{"type": "null"}, OBJECT],
            {},
            ['1/required="b"', '1/required="c"', '1/required="d"'],
            id="the type fits, with many failures",
        ),
        pytest.param(
            [
                {"type": "object", "minProperties": 1, "required": ["a"]},
                {"type": "object", "minProperties": 1},
            ],
            {},
            ["1/minProperties"],
            id="the fewest failures",
        ),
        pytest.param(
            [{"minimum": 5}, {"multipleOf": 2}], 1, ["0/minimum"], id="the first of two alike"
        ),
        pytest.param(
            [{"type": "null"}, {"type": "string"}], 1, ["0/type"], id="the first where no type fits"
        ),
        pytest.param([False, {"minimum": 5}], 1, ["1/minimum"], id="never the branch false"),
        pytest.param(
            [
                {"type": "null"},
                {"type": "object", "additionalProperties": False, "required": ["a"]},
            ],
            {"b": 1},
            ["1/additionalProperties", '1/required="a"'],
            id="a closed object with a name too many",
        ),
        pytest.param(
            [
                {"type": "null"},
                {"type": "object", "unevaluatedProperties": False, "required": ["a"]},
            ],
            {"b": 1},
            ['1/required="a"', "1/unevaluatedProperties"],
            id="an unevaluated name too many",
        ),
        pytest.param(
            [{"type": "null"}, {"type": "object", "propertyNames": False, "required": ["a"]}],
            {"b": 1},
            ["1/propertyNames", '1/required="a"'],
            id="an object that may have no names",
        ),
        pytest.param(
            [{"$ref": "#/$defs/text"}, {"allOf": [{"type": "integer", "minimum": 5}]}],
            1,
            ["1/allOf/0/minimum"],
            id="the type behind $ref and allOf",
        ),
        pytest.param(
            [{"items": {"type": "null"}}, {"items": {"type": "null"}, "maxItems": 0}],
            [1],
            ["0/items/type"],
            id="the type of an item is no type of the branch",
        ),
        pytest.param(
            [
                {"anyOf": [{"type": "object"}, {"type": "null"}]},
                {"type": "string", "minLength": 5, "pattern": "^x"},
            ],
            "ab",
            ["1/minLength", "1/pattern"],
            id="the types of a branch within the branch",
        ),
        pytest.param(
            [{"enum": ["a", "b"]}, {"type": "object", "required": ["a"]}],
            {},
            ['1/required="a"'],
            id="an enum of another type",
        ),
        pytest.param(
            [{"const": "a"}, {"type": "array", "minItems": 1}],
            [],
            ["1/minItems"],
            id="a const of another type",
        ),
    ],
)
def test_the_branch_that_was_meant(
    keyword: str, branches: list[Any], document: object, clauses: list[str]
) -> None:
    """The one whose type fits, then the one with the fewest failures, then the first."""
    schema = {keyword: branches, "$defs": {"text": {"type": "string"}}}

    assert meant(schema, document) == [f"/{keyword}/{clause}" for clause in clauses]


def test_the_failures_of_a_branch_within_a_branch_are_counted() -> None:
    """A branch is as unlikely as all that its own meant branch refuses."""
    inner = {"anyOf": [{"type": "object", "required": ["a", "b", "c"]}, {"type": "null"}]}
    schema = {"anyOf": [inner, {"type": "object", "required": ["d", "e"]}]}

    assert meant(schema, {}) == ['/anyOf/1/required="d"', '/anyOf/1/required="e"']


def test_causes_have_the_whole_way() -> None:
    """The locations of a cause start at the root, as those of any violation."""
    schema = {"items": {"anyOf": [{"type": "null"}, {"properties": {"a": {"$ref": "#/$defs/n"}}}]}}
    schema |= {"$defs": {"n": {"oneOf": [{"minimum": 5}]}}}

    (outer,) = ps.contract(schema).violations([{"a": 1}])
    (inner,) = outer.causes
    (leaf,) = inner.causes

    assert (outer.instance_location, outer.keyword_location) == ("/0", "/items/anyOf")
    assert (inner.clause, inner.instance_location) == ("/$defs/n/oneOf", "/0/a")
    assert inner.keyword_location == "/items/anyOf/1/properties/a/$ref/oneOf"
    assert (leaf.clause, leaf.instance_location) == ("/$defs/n/oneOf/0/minimum", "/0/a")
    assert leaf.keyword_location == "/items/anyOf/1/properties/a/$ref/oneOf/0/minimum"
    assert leaf.causes == ()


def test_one_of_with_several_fits_has_no_causes() -> None:
    """Nothing is refused where too much fits."""
    (violation,) = ps.contract({"oneOf": [True, True]}).violations(1)

    assert violation.causes == ()


@pytest.mark.parametrize(
    ("schema", "document", "refused"),
    [
        pytest.param({"properties": {"a": {}}}, ALLOWED, ["b"], id="properties"),
        pytest.param({"patternProperties": {"^a$": {}}}, ALLOWED, ["b"], id="patternProperties"),
        pytest.param({"additionalProperties": {}}, ALLOWED, [], id="additionalProperties"),
        pytest.param({"$ref": "#/$defs/a"}, ALLOWED, ["b"], id="$ref"),
        pytest.param(
            {"$ref": "#/$defs/b", "properties": {"a": {}}}, ALLOWED, [], id="$ref and properties"
        ),
        pytest.param({"$dynamicRef": "#dyn"}, ALLOWED, ["a"], id="$dynamicRef"),
        pytest.param(
            {"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
            ALLOWED,
            [],
            id="allOf",
        ),
        pytest.param(
            {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
            ALLOWED,
            [],
            id="anyOf, all that fit",
        ),
        pytest.param(
            {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": False}}]},
            ALLOWED,
            ["b"],
            id="anyOf, not what is refused",
        ),
        pytest.param(
            {"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": False}}]},
            ALLOWED,
            ["b"],
            id="oneOf",
        ),
        pytest.param(
            {"not": {"not": {"properties": {"a": {}}}}}, ALLOWED, ["a", "b"], id="not tells nothing"
        ),
        pytest.param({"if": {"properties": {"a": {}}}}, ALLOWED, ["b"], id="if alone"),
        pytest.param(
            {"if": {"required": ["a"]}, "then": {"properties": {"b": {}}}},
            ALLOWED,
            ["a"],
            id="then",
        ),
        pytest.param(
            {"if": {"properties": {"a": False}}, "else": {"properties": {"b": {}}}},
            ALLOWED,
            ["a"],
            id="else, not the if that failed",
        ),
        pytest.param(
            {"dependentSchemas": {"a": {"properties": {"a": {}}}}},
            ALLOWED,
            ["b"],
            id="dependentSchemas",
        ),
        pytest.param(
            {"dependentSchemas": {"c": {"properties": {"a": {}}}}},
            ALLOWED,
            ["a", "b"],
            id="dependentSchemas of an absent name",
        ),
        pytest.param(
            {"allOf": [{"unevaluatedProperties": {}}]},
            ALLOWED,
            [],
            id="unevaluatedProperties within",
        ),
        pytest.param(
            {"propertyNames": {}, "required": ["a"], "minProperties": 1},
            ALLOWED,
            ["a", "b"],
            id="assertions tell nothing",
        ),
        pytest.param({"$ref": "#/$defs/a"}, [1], [], id="no object"),
    ],
)
def test_what_counts_as_an_evaluated_property(
    schema: Any, document: object, refused: list[str]
) -> None:
    """What any keyword beside has looked at, through references and branches that fit."""
    definitions = {
        "a": {"properties": {"a": {}}},
        "b": {"properties": {"b": {}}},
        "dyn": {"$dynamicAnchor": "dyn", "properties": {"b": {}}},
    }
    contract = ps.contract({"$defs": definitions, "unevaluatedProperties": False, **schema})

    violations = contract.violations(document)

    assert [each.member for each in violations] == refused
    assert {str(each.clause) for each in violations} <= {"/unevaluatedProperties"}


@pytest.mark.parametrize(
    ("schema", "refused"),
    [
        pytest.param({}, [0, 1, 2], id="nothing"),
        pytest.param({"prefixItems": [True]}, [1, 2], id="prefixItems"),
        pytest.param({"items": True}, [], id="items"),
        pytest.param({"contains": {"type": "string"}}, [0, 2], id="contains"),
        pytest.param(
            {"contains": {"type": "null"}, "minContains": 0}, [0, 1, 2], id="contains nothing"
        ),
        pytest.param(
            {"allOf": [{"prefixItems": [True]}, {"contains": {"type": "string"}}]}, [2], id="allOf"
        ),
        pytest.param(
            {"anyOf": [{"prefixItems": [{"type": "null"}]}, {"prefixItems": [True]}]},
            [1, 2],
            id="anyOf",
        ),
        pytest.param({"$ref": "#/$defs/two"}, [2], id="$ref"),
        pytest.param(
            {"if": {"prefixItems": [True]}, "then": {"prefixItems": [True, True]}},
            [2],
            id="if and then",
        ),
        pytest.param({"allOf": [{"unevaluatedItems": True}]}, [], id="unevaluatedItems within"),
    ],
)
def test_what_counts_as_an_evaluated_item(schema: Any, refused: list[int]) -> None:
    """The same for arrays; from 2020-12 on what `contains` accepts counts too."""
    contract = ps.contract(
        {"$defs": {"two": {"prefixItems": [True, True]}}, "unevaluatedItems": False, **schema}
    )

    violations = contract.violations([1, "a", 3])

    assert [each.instance_location for each in violations] == [f"/{index}" for index in refused]


def test_a_schema_beside_sees_nothing_of_what_its_cousins_evaluate() -> None:
    """`unevaluatedProperties` looks at its own object's keywords, not at its neighbours'."""
    schema = {"allOf": [{"properties": {"a": {}}}, {"unevaluatedProperties": False}]}

    assert places(schema, {"a": 1}) == [
        ("/allOf/1/unevaluatedProperties", "", "/allOf/1/unevaluatedProperties")
    ]


def test_a_dynamic_reference_leads_to_the_outermost_resource() -> None:
    """The same list is one of anything by itself, and one of numbers through another schema."""
    numbers: dict[str, Any] = {
        "$id": "https://example.com/numbers",
        "$ref": "list",
        "$defs": {"number": {"$dynamicAnchor": "item", "type": "number"}},
    }
    any_list = {
        "$id": "https://example.com/list",
        "items": {"$dynamicRef": "#item"},
        "$defs": {"any": {"$dynamicAnchor": "item"}},
    }
    numbers["$defs"]["list"] = any_list

    assert ps.contract(any_list).is_valid(["x"])
    assert places(numbers, ["x"]) == [("/$defs/number/type", "/0", "/$ref/items/$dynamicRef/type")]


@pytest.mark.parametrize(
    ("anchor", "found"),
    [
        (
            True,
            [
                (
                    '/required="data"',
                    "/items/0",
                    "/$ref/properties/items/items/$recursiveRef/required",
                )
            ],
        ),
        (False, []),
    ],
    ids=["with the anchor", "without it"],
)
def test_a_recursive_reference_comes_back_to_the_outermost_resource(
    anchor: bool, found: list[tuple[str, str, str]]
) -> None:
    """A tree that another schema extends is extended at every level (2019-09, section 8.2.4.2)."""
    tree = {
        "$schema": DRAFT2019,
        "$id": "https://example.com/tree",
        "$recursiveAnchor": True,
        "properties": {"items": {"items": {"$recursiveRef": "#"}}},
    }
    extended = {
        "$schema": DRAFT2019,
        "$id": "https://example.com/extended",
        "$recursiveAnchor": anchor,
        "$ref": "tree",
        "required": ["data"],
        "$defs": {"tree": tree},
    }

    assert places(extended, {"data": 1, "items": [{}]}) == found


RECURSIVE: dict[str, Any] = {
    "anyOf": [
        {"type": "integer"},
        {
            "type": "array",
            "allOf": [{"prefixItems": [{"$ref": "#"}]}],
            "unevaluatedItems": {"$ref": "#"},
        },
        {"type": "array", "items": {"$ref": "#"}, "maxItems": 1},
        {"type": "array", "unevaluatedItems": {"$ref": "#"}, "minItems": 1},
    ]
}
TWO_WAYS: dict[str, Any] = {
    "type": ["array", "integer"],
    "allOf": [{"$ref": "#/$defs/one"}, {"$ref": "#/$defs/other"}],
    "$defs": {"one": {"items": {"$ref": "#"}}, "other": {"items": {"$ref": "#"}}},
}


def calls(action: Callable[[], object]) -> int:
    """How many Python functions of the validator an action calls."""
    count = 0

    def note(frame: types.FrameType, event: str, _argument: object) -> None:
        nonlocal count
        if event == "call" and "_validation" in frame.f_code.co_filename:
            count += not frame.f_code.co_name.startswith("<")  # comprehensions and the like

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def under(frames: int, action: Callable[[], object]) -> object:
    """What an action returns when it is called under so many frames, or how it fails.

    It runs in a thread of its own, so that the frames of pytest do not count.
    """

    def below(count: int) -> object:
        return below(count - 1) if count else action()

    def attempt() -> object:
        try:
            return below(frames)
        except BaseException as error:  # a failure as it is would have thousands of lines
            return f"{type(error).__name__}: {error}"

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(attempt).result()


@pytest.mark.parametrize("leaf", [1, "x"], ids=["valid", "invalid"])
@pytest.mark.parametrize("schema", [RECURSIVE, TWO_WAYS], ids=["branches", "two ways"])
def test_the_work_grows_with_the_depth_and_no_faster(schema: Any, leaf: object) -> None:
    """Twice the depth is twice the work, though each level is offered in several ways."""
    contract = ps.contract(schema)

    few, more, most = (calls(lambda d=d: contract.violations(nested(d, leaf))) for d in (3, 6, 12))

    assert few > 10
    assert most - more <= 2.5 * (more - few)


def test_the_work_grows_with_the_length_and_no_faster() -> None:
    """A long array is as much work as its items are together."""
    contract = ps.contract({"items": {"properties": {"a": {"minimum": 5}}}, "uniqueItems": True})

    few, many = (
        calls(lambda n=n: contract.violations([{"a": each} for each in range(n)]))
        for n in (100, 1000)
    )

    assert many <= 11 * few


@pytest.mark.parametrize("leaf", [1, "x"], ids=["valid", "invalid"])
@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(RECURSIVE, id="unevaluatedItems"),
        pytest.param({"type": ["array", "integer"], "items": {"$ref": "#"}}, id="items"),
        pytest.param(
            {"$dynamicAnchor": "n", "type": ["array", "integer"], "items": {"$dynamicRef": "#n"}},
            id="$dynamicRef",
        ),
        pytest.param(
            {
                "$id": "https://example.com/a",
                "type": ["array", "integer"],
                "items": {"$id": "b", "$ref": "a"},
            },
            id="a resource within",
        ),
    ],
)
@pytest.mark.parametrize("frames", [0, 300, 900])
def test_the_deepest_document_is_judged_under_a_deep_stack(
    schema: Any, leaf: object, frames: int
) -> None:
    """At the nesting limit, however many frames the test itself has, and the limit is put back."""
    contract = ps.contract(schema)
    limit = sys.getrecursionlimit()

    assert under(frames, lambda: contract.is_valid(nested(100, leaf))) is (leaf == 1)
    assert sys.getrecursionlimit() == limit


def test_it_does_not_matter_where_the_stack_ends() -> None:
    """Whichever call is the one too many for Python, the verdict is the same."""
    contract = ps.contract({"type": "array", "items": {"$ref": "#"}, "maximum": 1})

    answers = [under(each, lambda: contract.is_valid(nested(99, []))) for each in range(250, 280)]

    assert answers == [True] * 30


@pytest.mark.parametrize("frames", [0, 300, 900])
def test_deep_values_are_compared_under_a_deep_stack(frames: int) -> None:
    """Equality looks at every level of a value, whatever frames there are above."""
    schema = {"not": {"const": nested(90)}, "uniqueItems": True, "items": {"not": {"enum": [1]}}}
    contract = ps.contract(schema)

    assert under(frames, lambda: contract.is_valid(nested(100))) is True


@pytest.mark.parametrize("leaf", [1, "x"], ids=["valid", "invalid"])
def test_a_raised_nesting_limit_is_judged_too(leaf: object) -> None:
    """Who allows a thousand levels gets a verdict on a thousand levels."""
    schema = {"type": ["array", "integer"], "items": {"$ref": "#"}}
    contract = ps.contract(schema, max_nesting=1000)

    assert under(0, lambda: contract.is_valid(nested(1000, leaf))) is (leaf == 1)


def test_a_raised_nesting_limit_has_reports_too() -> None:
    """What is wrong below a thousand branches is told, by its way through all of them."""
    contract = ps.contract(RECURSIVE, max_nesting=1000)

    def report() -> str:
        with pytest.raises(ps.ContractViolation) as refused:
            contract.assert_valid(nested(1000, "x"))
        return str(refused.value)

    assert str(under(0, report)).startswith("the schema breaks ")


def test_a_document_of_a_mebibyte_is_judged() -> None:
    """Large texts are read and judged, and the one fault is found at the end."""
    name = "n" * 80
    rows = ",".join(json.dumps({"id": number, "name": name}) for number in range(10_000))
    contract = ps.contract(
        {
            "items": {
                "properties": {"id": {"type": "integer"}, "name": {"maxLength": 80}},
                "required": ["id"],
                "additionalProperties": False,
            }
        }
    )

    assert len(rows) > 2**20
    assert len(contract.read(f"[{rows}]")) == 10_000
    with pytest.raises(ps.ContractViolation) as refused:
        contract.read(f"[{rows},\n{{}}]")
    (violation,) = refused.value.violations
    assert (violation.instance_location, violation.position) == ("/10000", (2, 1))


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        pytest.param({"$ref": "#"}, "the root", id="$ref to itself"),
        pytest.param({"allOf": [{"$ref": "#"}]}, "the root", id="allOf"),
        pytest.param({"anyOf": [{"$ref": "#"}]}, "the root", id="anyOf"),
        pytest.param({"oneOf": [{"$ref": "#"}]}, "the root", id="oneOf"),
        pytest.param({"not": {"$ref": "#"}}, "the root", id="not"),
        pytest.param({"if": {"$ref": "#"}}, "the root", id="if"),
        pytest.param(
            {
                "$ref": "#/$defs/a",
                "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
            },
            "/$defs/a",
            id="two definitions",
        ),
        pytest.param({"$dynamicAnchor": "a", "$dynamicRef": "#a"}, "the root", id="$dynamicRef"),
        pytest.param(
            {"$schema": DRAFT2019, "$recursiveAnchor": True, "$recursiveRef": "#"},
            "the root",
            id="$recursiveRef",
        ),
        pytest.param(
            {"anyOf": [{"type": "null"}, {"$ref": "#"}]}, "the root", id="null has a way out"
        ),
        pytest.param({"dependentSchemas": {"a": {"$ref": "#"}}}, "the root", id="dependentSchemas"),
        pytest.param({"if": {"type": "object"}, "then": {"$ref": "#"}}, "the root", id="then"),
    ],
)
def test_a_schema_that_refers_to_itself_in_place_is_refused_when_it_is_loaded(
    schema: Any, at: str
) -> None:
    """Such a schema has no answer for some documents, so it is told before any is judged."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(schema)

    assert str(refused.value) == (
        f"the schema: at {at}: the schema refers back to itself without looking any deeper into "
        "the document."
    )


def test_a_schema_that_comes_back_to_itself_through_the_dynamic_scope_is_an_error() -> None:
    """Where a dynamic reference leads is known when a document is judged, and so is its circle."""
    inner = {"$id": "b", "$dynamicRef": "#n", "$defs": {"n": {"$dynamicAnchor": "n"}}}
    schema = {
        "$id": "https://example.com/a",
        "$dynamicAnchor": "n",
        "$ref": "b",
        "$defs": {"b": inner},
    }

    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(schema).is_valid([1])

    assert str(refused.value) == (
        "the schema: at /$defs/b: the schema refers back to itself without looking any deeper into "
        "the document."
    )


LOOP: list[Any] = [1]
LOOP.append(LOOP)
RING: dict[str, Any] = {"next": {}}
RING["next"]["back"] = [RING["next"]]


@pytest.mark.parametrize(
    ("value", "at", "message"),
    [
        pytest.param({1}, "", "a value of type set, {1}: use a list", id="set"),
        pytest.param(
            frozenset(), "", "a value of type frozenset, frozenset(): use a list", id="frozenset"
        ),
        pytest.param((1, 2), "", "a value of type tuple, (1, 2): use a list", id="tuple"),
        pytest.param(b"x", "", "a value of type bytes, b'x': decode it to a str", id="bytes"),
        pytest.param(
            datetime.date(2026, 1, 2),
            "",
            "a value of type date, datetime.date(2026, 1, 2): use its isoformat()",
            id="date",
        ),
        pytest.param(
            datetime.datetime(2026, 1, 2),
            "",
            "a value of type datetime, datetime.datetime(2026, 1, 2, 0, 0): use its isoformat()",
            id="datetime",
        ),
        pytest.param(
            decimal.Decimal("1.5"),
            "",
            "a value of type Decimal, Decimal('1.5'): use a float, or a str",
            id="Decimal",
        ),
        pytest.param(
            uuid.UUID(int=1),
            "",
            "a value of type UUID, UUID('00000000-0000-0000-0000-0000000000... (44 characters): "
            "use its str()",
            id="UUID",
        ),
        pytest.param(1j, "", "a value of type complex, 1j: JSON has no such value", id="complex"),
        pytest.param({1: 2}, "", "a name of type int, 1: use a str", id="integer name"),
        pytest.param({None: 2}, "", "a name of type NoneType, None: use a str", id="null name"),
        pytest.param(float("nan"), "", "the float nan, which is no JSON number", id="nan"),
        pytest.param(
            LOOP,
            "/1",
            'a value that contains itself: it is "/documents/0" again',
            id="a list within itself",
        ),
        pytest.param(
            RING,
            "/next/back/0",
            'a value that contains itself: it is "/documents/0/next" again',
            id="an object within itself",
        ),
    ],
)
def test_what_is_no_json_value_is_told_with_its_place(value: Any, at: str, message: str) -> None:
    """A Python value that no JSON text stands for is a violation of level parse."""
    (violation,) = ps.contract({"type": "null"}).violations({"documents": [value]})

    assert violation.message == message
    assert violation.instance_location == f"/documents/0{at}"
    assert violation.level == "parse"


def test_a_value_that_is_in_two_places_is_no_circle() -> None:
    """What is shared is judged at each place."""
    shared = {"a": 1}
    contract = ps.contract({"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"maxProperties": 0}}})

    found = contract.violations([shared, shared])

    assert [each.instance_location for each in found] == ["/0", "/1"]


def test_judging_changes_no_document() -> None:
    """The document is the same object with the same contents afterwards."""
    document = {"a": [1, {"b": None}]}

    assert ps.contract({"properties": {"a": {}}}).assert_valid(document) is document
    assert document == {"a": [1, {"b": None}]}


def test_a_pattern_that_takes_too_long_is_an_error_of_the_schema(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody knows the verdict, so there is none: the pattern is named with its place."""
    monkeypatch.setattr("pytest_schemas._ecma.MATCH_LIMIT", 0.01)
    pattern = "(a|a|b)(a|aa|ab){1,200}(x|a){1,200}$"
    contract = ps.contract({"properties": {"a": {"pattern": pattern}}})

    with pytest.raises(ps.SchemaError) as refused:
        contract.is_valid({"a": "a" * 3000})

    assert str(refused.value) == (
        f"the schema: at /properties/a/pattern: the pattern '{pattern}' was given up: a match may "
        "take 0.01 s and a limited amount of memory. "
        f'The text was "{"a" * 69}... (3000 characters).'
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "a", "b", 0.5]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(document=JSON)
def test_a_condition_is_what_its_parts_say(document: Any) -> None:
    """if/then/else is (not if or then) and (if or else), for every document."""
    condition, then, otherwise = {"type": "array"}, {"maxItems": 1}, {"type": ["object", "null"]}
    short = {"if": condition, "then": then, "else": otherwise}
    long = {
        "allOf": [
            {"anyOf": [{"not": condition}, then]},
            {"anyOf": [condition, otherwise]},
        ]
    }

    assert ps.contract(short).is_valid(document) is ps.contract(long).is_valid(document)


@settings(deadline=None)
@given(document=JSON)
def test_not_is_the_opposite(document: Any) -> None:
    """Every document is accepted by a schema or by its negation, and by one alone."""
    schema = {"anyOf": [{"type": "string"}, {"items": {"type": "integer"}}]}

    assert ps.contract(schema).is_valid(document) is not ps.contract({"not": schema}).is_valid(
        document
    )
