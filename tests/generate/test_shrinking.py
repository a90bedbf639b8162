"""What documents shrink to: the smallest that a person would write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sampled import NEW, closed, smallest

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
    ("schema", "expected"),
    [
        pytest.param({}, None, id="anything"),
        pytest.param({"type": "integer"}, 0, id="an integer"),
        pytest.param({"type": "integer", "maximum": -3}, -3, id="a negative integer"),
        pytest.param({"type": "number", "minimum": 0.5}, 1, id="a number"),
        pytest.param({"type": ["string", "null"], "minLength": 2}, None, id="null comes first"),
        pytest.param({"type": "string", "minLength": 2}, "00", id="a text"),
        pytest.param({"type": "string", "pattern": "^[A-Z][a-z]+$"}, "Aa", id="a pattern"),
        pytest.param({"enum": ["b", "a"]}, "b", id="the first of an enum"),
        pytest.param(
            {"type": "array", "minItems": 2, "items": {"type": "boolean"}},
            [False, False],
            id="an array",
        ),
        pytest.param({"type": "object", "properties": {"a": {}}}, {}, id="an object"),
        pytest.param(
            {"type": "array", "contains": {"const": 3}, "minContains": 2}, [3, 3], id="contains"
        ),
        pytest.param({"anyOf": [{"type": "string"}, {"type": "array"}]}, "", id="the first branch"),
        pytest.param(TREE, {"name": "", "kids": []}, id="a tree"),
        pytest.param(
            {
                "type": "array",
                "uniqueItems": True,
                "minItems": 1,
                "items": {"type": "string", "pattern": "^\\d+$"},
            },
            ["0"],
            id="unique items",
        ),
    ],
)
def test_the_smallest_document(schema: Any, expected: object) -> None:
    """It is the one that a person would write."""
    assert smallest(ps.documents(schema)) == expected


@pytest.mark.parametrize(
    ("schema", "is_fault", "expected"),
    [
        pytest.param(
            {"type": "integer"}, lambda d: d >= 1000, 1000, id="a large number", marks=NEW
        ),
        pytest.param({"type": "integer"}, lambda d: d <= -5, -5, id="a negative number", marks=NEW),
        pytest.param({"type": "number"}, lambda d: d > 1 and d % 1, 1.5, id="a fraction"),
        pytest.param(
            {"type": "string", "maxLength": 4000},
            lambda d: len(d) >= 5,
            "00000",
            id="a long text",
            marks=NEW,
        ),
        pytest.param(
            {"type": "string", "maxLength": 4000}, lambda d: "a" in d, "a", id="a letter", marks=NEW
        ),
        pytest.param({"type": "string"}, lambda d: '"' in d, '"', id="a sign"),
        pytest.param(
            {"type": "array", "items": {"type": "integer"}},
            lambda d: sum(d) >= 200,
            [200],
            id="a sum",
            marks=NEW,
        ),
        pytest.param(
            {"type": "array", "items": TREE},
            lambda d: len(d) == 2,
            [{"name": "", "kids": []}] * 2,
            id="two of a kind",
        ),
        pytest.param(
            {"type": "array", "items": closed(**{each: {"type": "string"} for each in "abcdef"})},
            lambda d: any("e" in each for each in d),
            [{"e": ""}],
            id="one member of many",
        ),
        pytest.param(
            TREE,
            lambda d: depth(d) == 2,
            {"name": "", "kids": [{"name": "", "kids": [{"name": "", "kids": []}]}]},
            id="a depth",
        ),
    ],
)
def test_a_fault(schema: Any, is_fault: Callable[[Any], bool], expected: object) -> None:
    """A fault shrinks to the smallest document that has it."""
    assert smallest(ps.documents(schema), is_fault) == expected
