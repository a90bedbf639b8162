"""Schemas of which there are no documents, or none that can be made."""

from __future__ import annotations

from typing import Any

import pytest
from sampled import closed

import pytest_schemas as ps

TREE = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 3},
        "kids": {"type": "array", "items": {"$ref": "#"}, "maxItems": 2},
    },
    "required": ["name", "kids"],
    "additionalProperties": False,
}


def depth(tree: Any) -> int:
    """How many levels of kids there are."""
    return 1 + max((depth(each) for each in tree["kids"]), default=-1)


@pytest.mark.parametrize(
    ("schema", "clauses"),
    [
        pytest.param(False, "the root", id="false"),
        pytest.param(
            {"type": "integer", "minimum": 5, "maximum": 3},
            "/minimum and /maximum at once",
            id="bounds",
        ),
        pytest.param(
            {"type": "integer", "minimum": 1, "maximum": 2, "multipleOf": 3},
            "/minimum and /maximum and /multipleOf at once",
            id="a step over the range",
        ),
        pytest.param(
            {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 1},
            "/exclusiveMinimum and /exclusiveMaximum at once",
            id="open bounds",
        ),
        pytest.param(
            {"type": "string", "minLength": 3, "maxLength": 2},
            "/minLength and /maxLength at once",
            id="lengths",
        ),
        pytest.param(
            {"enum": [1, 2], "type": "string"},
            "/enum and /type at once",
            id="an enum of another type",
        ),
        pytest.param(
            {"const": "abc", "pattern": "^x"},
            "/const and /pattern at once",
            id="a constant and a pattern",
        ),
        pytest.param(
            {"const": "2020-13-01", "format": "date"},
            "/const and /format at once",
            id="a constant and a format",
        ),
        pytest.param(
            {"type": "string", "format": "date", "maxLength": 9},
            "/format and /maxLength at once",
            id="a format that is too long",
        ),
        pytest.param(
            {"type": "string", "pattern": "^(?:ab)*$", "minLength": 5, "maxLength": 5},
            "/pattern and /minLength and /maxLength at once",
            id="a pattern of even length",
        ),
        pytest.param(
            {"type": "string", "pattern": "a^"}, "/pattern", id="a pattern that nothing matches"
        ),
        pytest.param(
            {"allOf": [{"type": "string"}, {"type": "integer"}]},
            "/allOf/0/type and /allOf/1/type at once",
            id="two types",
        ),
        pytest.param(
            {"oneOf": [{"type": "string"}, {"type": "string"}]},
            "/oneOf/0/type and /oneOf/1/type at once",
            id="two branches that are equal",
        ),
        pytest.param({"not": {}}, "/not", id="not anything"),
        pytest.param(
            {"type": "object", "required": ["a"], "properties": {"a": False}},
            "/required and /properties/a at once",
            id="a member that is refused",
        ),
        pytest.param(
            {"type": "object", "required": ["a"], "additionalProperties": False},
            "/required and /additionalProperties at once",
            id="a member of a closed object",
        ),
        pytest.param(
            {"type": "object", "required": ["ab"], "propertyNames": {"minLength": 3}},
            "/required and /propertyNames at once",
            id="a name that is refused",
        ),
        pytest.param(
            {"type": "object", "required": ["a", "b"], "maxProperties": 1},
            "/required and /maxProperties at once",
            id="too few members",
        ),
        pytest.param(
            {**closed(a={}, b={}), "minProperties": 3},
            "/minProperties and /additionalProperties at once",
            id="too many members",
        ),
        pytest.param(
            {"type": "object", "propertyNames": {"enum": ["a", "b"]}, "minProperties": 3},
            "/propertyNames and /minProperties at once",
            id="too few names",
        ),
        pytest.param(
            {"type": "array", "items": False, "minItems": 1},
            "/minItems and /items at once",
            id="an item that is refused",
        ),
        pytest.param(
            {"type": "array", "contains": {"type": "integer"}, "minContains": 3, "maxItems": 2},
            "/contains and /minContains and /maxItems at once",
            id="too few items",
        ),
        pytest.param(
            {"type": "array", "items": {"type": "boolean"}, "uniqueItems": True, "minItems": 3},
            "/uniqueItems and /minItems at once",
            id="too few values",
        ),
        pytest.param(
            {"type": "array", "contains": {"type": "null"}, "items": {"type": "string"}},
            "/contains and /items/type and /contains/type at once",
            id="no item to be contained",
        ),
        pytest.param(
            {
                "type": "object",
                "maxProperties": 2,
                "minProperties": 1,
                "additionalProperties": False,
                "properties": {"a": {}, "b": {}, "c": {}},
                "dependentRequired": {"a": ["b"], "b": ["c"], "c": ["a"]},
            },
            (
                "/maxProperties and /minProperties and /dependentRequired and "
                "/additionalProperties at once"
            ),
            id="members that need each other",
        ),
    ],
)
def test_no_document(schema: Any, clauses: str) -> None:
    """What no document keeps is said when it is asked for, with the clauses that contradict."""
    with pytest.raises(ps.Unsatisfiable) as raised:
        ps.documents(schema)

    assert str(raised.value) == f"the schema has no document: no value keeps {clauses}."


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(
            {
                **TREE,
                "properties": {**TREE["properties"], "next": {"$ref": "#"}},
                "required": ["next"],
            },
            id="a member",
        ),
        pytest.param({"type": "array", "items": {"$ref": "#"}, "minItems": 1}, id="an item"),
        pytest.param(
            {
                "$defs": {
                    "a": {
                        "type": "object",
                        "properties": {"b": {"$ref": "#/$defs/b"}},
                        "required": ["b"],
                    },
                    "b": {"type": "array", "prefixItems": [{"$ref": "#/$defs/a"}], "minItems": 1},
                },
                "$ref": "#/$defs/b",
            },
            id="each other",
        ),
    ],
)
def test_no_finite_document(schema: Any) -> None:
    """A document that would have to hold another of its kind does not exist, and that is said."""
    with pytest.raises(ps.Unsatisfiable) as raised:
        ps.documents(schema)

    assert str(raised.value) == (
        "the schema has no finite document: each one would have to hold another of its kind."
    )


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param(
            {"type": "string", "pattern": r"^(?!.*a)(?=.*b)(?:x|y)*(?:c|b)(?!.)(?<!c)(?<=zb)$"},
            "no text can be made for the pattern at /pattern: only 0 of 60 texts that were tried "
            "keep what must be ahead and what must be behind.",
            id="a pattern",
        ),
        pytest.param(
            {"type": "string", "allOf": [{"format": "date"}, {"format": "ipv4"}]},
            "the schema has documents that can hardly be found, if any: what is made by the other "
            'clauses is always refused by those at "/allOf/0/format", "/allOf/1/format". Give '
            "strategies for these places.",
            id="two formats",
        ),
        pytest.param(
            {"type": "array", "minItems": 2**70},
            f"/minItems asks for {2**70}, which is more than a test can hold.",
            id="a huge array",
        ),
        pytest.param(
            {"type": "string", "minLength": 2**70},
            f"/minLength asks for {2**70}, which is more than a test can hold.",
            id="a huge text",
        ),
        pytest.param(
            {
                "type": "object",
                "required": ["a"],
                "properties": {"a": {"minItems": 2**70, "type": "array"}},
            },
            f"/properties/a/minItems asks for {2**70}, which is more than a test can hold.",
            id="a huge part",
        ),
    ],
)
def test_what_cannot_be_made(schema: Any, message: str) -> None:
    """What would be found by trying alone, hopelessly often, is an error that names the place."""
    with pytest.raises(ps.Ungeneratable) as raised:
        ps.documents(schema)

    assert str(raised.value) == message
