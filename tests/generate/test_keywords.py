"""Documents of any schema: each keyword is kept and shows what it allows, in every draft."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampled import D4, D6, D7, D19, D20, case, closed, sampled, smallest

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


KEYWORDS = [
    case(
        "nothing",
        {},
        null=lambda d: d is None,
        array=lambda d: isinstance(d, list),
        object=lambda d: isinstance(d, dict),
        text=lambda d: isinstance(d, str),
        fraction=lambda d: isinstance(d, float),
    ),
    case("true", True, null=lambda d: d is None, object=lambda d: isinstance(d, dict)),
    case(
        "type",
        {"type": ["string", "null", "boolean"]},
        text=lambda d: isinstance(d, str),
        null=lambda d: d is None,
        true=lambda d: d is True,
        false=lambda d: d is False,
    ),
    case(
        "type of number",
        {"type": "number"},
        integer=lambda d: isinstance(d, int),
        fraction=lambda d: d != int(d),
        negative=lambda d: d < 0,
    ),
    case(
        "enum",
        {"enum": [1, "a", None, [2], {"b": 3}]},
        one=lambda d: d == 1,
        a=lambda d: d == "a",
        null=lambda d: d is None,
        array=lambda d: d == [2],
        object=lambda d: d == {"b": 3},
    ),
    case(
        "enum, with what else is said",
        {"enum": ["a", "bb", 1, 9, None], "minLength": 2, "minimum": 2},
        text=lambda d: d == "bb",
        number=lambda d: d == 9,
        null=lambda d: d is None,
    ),
    case("const", {"const": {"a": [1.5]}}, it=lambda d: d == {"a": [1.5]}),
    case(
        "const, of another type of number", {"type": "integer", "const": 1.0}, it=lambda d: d == 1
    ),
    case(
        "minimum, maximum",
        {"type": "integer", "minimum": -3, "maximum": 1000},
        least=lambda d: d == -3,
        most=lambda d: d == 1000,
        zero=lambda d: d == 0,
    ),
    case(
        "minimum, maximum of fractions",
        {"type": "number", "minimum": 0.1, "maximum": 0.2},
        least=lambda d: d == 0.1,
        most=lambda d: d == 0.2,
        between=lambda d: 0.1 < d < 0.2,
    ),
    case(
        "exclusiveMinimum, exclusiveMaximum",
        {"type": "integer", "exclusiveMinimum": 2, "exclusiveMaximum": 5},
        three=lambda d: d == 3,
        four=lambda d: d == 4,
    ),
    case(
        "bounds between integers",
        {"type": "integer", "minimum": 0.5, "maximum": 1.5},
        one=lambda d: d == 1,
    ),
    case(
        "multipleOf",
        {"type": "integer", "multipleOf": 7, "minimum": 1},
        seven=lambda d: d == 7,
        more=lambda d: d > 7,
    ),
    case(
        "multipleOf of a fraction",
        {"type": "number", "multipleOf": 0.01, "minimum": 0, "maximum": 1},
        zero=lambda d: d == 0,
        fraction=lambda d: 0 < d < 1,
    ),
    case(
        "multipleOf, twice",
        {"type": "integer", "allOf": [{"multipleOf": 4}, {"multipleOf": 6}]},
        other=lambda d: d != 0,
    ),
    case(
        "a minimum beyond doubles that are exact",
        {"type": "integer", "minimum": 1e300},
        more=lambda d: d >= 1e300,
    ),
    case(
        "minLength, maxLength",
        {"type": "string", "minLength": 2, "maxLength": 40},
        least=lambda d: len(d) == 2,
        most=lambda d: len(d) == 40,
        astral=lambda d: any(ord(c) > 0xFFFF for c in d),
    ),
    case(
        "items, minItems, maxItems",
        {"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 20},
        least=lambda d: len(d) == 1,
        most=lambda d: len(d) == 20,
    ),
    case("items of false", {"type": "array", "items": False}, empty=lambda d: d == []),
    case(
        "prefixItems",
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        empty=lambda d: d == [],
        one=lambda d: len(d) == 1,
        two=lambda d: len(d) == 2,
    ),
    case(
        "prefixItems and items",
        {"type": "array", "prefixItems": [{"const": 1}], "items": {"type": "null"}},
        more=lambda d: len(d) > 1,
    ),
    case(
        "contains",
        {"type": "array", "contains": {"const": "x"}},
        alone=lambda d: d == ["x"],
        with_others=lambda d: len(d) > 1,
    ),
    case(
        "minContains, maxContains",
        {"type": "array", "contains": {"type": "string"}, "minContains": 2, "maxContains": 3},
        two=lambda d: sum(isinstance(e, str) for e in d) == 2,
        others=lambda d: not all(isinstance(e, str) for e in d),
    ),
    case(
        "minContains of 0",
        {"type": "array", "contains": {"type": "string"}, "minContains": 0},
        empty=lambda d: d == [],
        without=lambda d: d and not any(isinstance(e, str) for e in d),
    ),
    case(
        "maxContains of 0",
        {"type": "array", "contains": {"type": "string"}, "minContains": 0, "maxContains": 0},
        some=lambda d: d != [],
    ),
    case(
        "contains, after prefixItems",
        {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "string"}],
            "contains": {"type": "integer"},
        },
        third=lambda d: isinstance(d[2], int),
    ),
    case(
        "contains, in prefixItems",
        {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "integer"}],
            "items": False,
            "contains": {"type": "integer"},
        },
        second=lambda d: len(d) == 2,
    ),
    case(
        "contains, twice by one item",
        {
            "type": "array",
            "maxItems": 1,
            "allOf": [{"contains": {"type": "integer"}}, {"contains": {"minimum": 5}}],
        },
        one=lambda d: d[0] >= 5,
    ),
    case(
        "uniqueItems",
        {"type": "array", "items": {"type": "integer"}, "uniqueItems": True, "minItems": 3},
        three=lambda d: len(d) == 3,
        more=lambda d: len(d) > 3,
    ),
    case(
        "uniqueItems, all there are",
        {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": 9},
            "uniqueItems": True,
            "minItems": 10,
        },
        ten=lambda d: sorted(d) == list(range(10)),
    ),
    case(
        "uniqueItems of JSON, not of Python",
        {
            "type": "array",
            "items": {"enum": [1, True, 0, False]},
            "uniqueItems": True,
            "minItems": 4,
        },
        four=lambda d: len(d) == 4,
    ),
    case(
        "uniqueItems of digits",
        closed(
            ids={
                "type": "array",
                "minItems": 1,
                "uniqueItems": True,
                "items": {"type": "string", "pattern": "^\\d+$"},
            }
        )
        | {"required": ["ids"]},
        two=lambda d: len(d["ids"]) > 1,
    ),
    case(
        "uniqueItems of objects",
        {
            "type": "array",
            "items": closed(a={"type": "boolean"}),
            "uniqueItems": True,
            "minItems": 2,
        },
        two=lambda d: len(d) == 2,
    ),
    case(
        "properties, required",
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a"],
        },
        with_b=lambda d: "b" in d,
        without_b=lambda d: "b" not in d,
        unknown=lambda d: d.keys() - {"a", "b"},
    ),
    case(
        "required, of what is not named",
        {"type": "object", "required": ["a"]},
        null=lambda d: d["a"] is None,
        other=lambda d: d["a"] is not None,
    ),
    case(
        "additionalProperties",
        {
            "type": "object",
            "properties": {"a": {"type": "null"}},
            "additionalProperties": {"type": "integer"},
        },
        unknown=lambda d: d.keys() - {"a"},
    ),
    case(
        "additionalProperties of false",
        closed(a={"type": "null"}),
        empty=lambda d: d == {},
        full=lambda d: d == {"a": None},
    ),
    case(
        "patternProperties",
        {
            "type": "object",
            "patternProperties": {"^S_": {"type": "string"}, "^I_": {"type": "integer"}},
            "additionalProperties": False,
            "minProperties": 1,
        },
        text=lambda d: any(n.startswith("S_") for n in d),
        number=lambda d: any(n.startswith("I_") for n in d),
    ),
    case(
        "patternProperties that meet",
        {
            "type": "object",
            "patternProperties": {"^a": {"type": "integer"}, "b$": {"minimum": 3}},
            "properties": {"ab": {"maximum": 5}},
            "required": ["ab"],
        },
        both=lambda d: 3 <= d["ab"] <= 5,
    ),
    case(
        "propertyNames",
        {
            "type": "object",
            "propertyNames": {"pattern": "^x-[a-z]+$", "maxLength": 6},
            "minProperties": 2,
        },
        two=lambda d: len(d) == 2,
        more=lambda d: len(d) > 2,
    ),
    case(
        "propertyNames of an enum",
        {"type": "object", "propertyNames": {"enum": ["a", "b"]}, "minProperties": 2},
        both=lambda d: d.keys() == {"a", "b"},
    ),
    case(
        "propertyNames of a format",
        {"type": "object", "propertyNames": {"format": "date"}, "minProperties": 1},
        one=lambda d: len(d) == 1,
    ),
    case(
        "minProperties, maxProperties",
        {
            "type": "object",
            "properties": {"a": {}, "b": {}, "c": {}},
            "minProperties": 1,
            "maxProperties": 2,
        },
        one=lambda d: len(d) == 1,
        two=lambda d: len(d) == 2,
        c=lambda d: "c" in d,
        unknown=lambda d: d.keys() - {"a", "b", "c"},
    ),
    case("maxProperties of 0", {"type": "object", "maxProperties": 0}, empty=lambda d: d == {}),
    case(
        "dependentRequired",
        closed(a={}, b={}, c={}) | {"dependentRequired": {"a": ["b"], "b": ["c"]}},
        a=lambda d: "a" in d,
        b=lambda d: "b" in d and "a" not in d,
        c=lambda d: d.keys() == {"c"},
    ),
    case(
        "dependentSchemas",
        {
            "type": "object",
            "properties": {"a": {}},
            "dependentSchemas": {"a": {"properties": {"b": {"const": 1}}, "required": ["b"]}},
        },
        b=lambda d: d.get("b") == 1,
        without=lambda d: "a" not in d,
    ),
    case(
        "allOf",
        {"allOf": [{"minimum": 3}, {"maximum": 5}, {"type": "integer"}]},
        three=lambda d: d == 3,
        five=lambda d: d == 5,
    ),
    case(
        "anyOf",
        {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        integer=lambda d: isinstance(d, int),
        text=lambda d: isinstance(d, str),
    ),
    case(
        "anyOf, beside others",
        {
            "type": "object",
            "required": ["k"],
            "anyOf": [{"properties": {"k": {"const": 1}}}, {"properties": {"k": {"const": 2}}}],
            "allOf": [{"anyOf": [{"required": ["x"]}, {"required": ["y"]}]}],
        },
        one_x=lambda d: d["k"] == 1 and "x" in d,
        two_y=lambda d: d["k"] == 2 and "y" in d,
    ),
    case(
        "anyOf, with a branch that nothing keeps",
        closed(x={"anyOf": [{"not": {}}, {"type": ["string", "null"]}]}) | {"required": ["x"]},
        text=lambda d: isinstance(d["x"], str),
        null=lambda d: d["x"] is None,
    ),
    case(
        "oneOf",
        {"oneOf": [{"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}]},
        two=lambda d: d % 2 == 0,
        three=lambda d: d % 3 == 0,
    ),
    case(
        "oneOf, by what is required",
        {"type": "object", "oneOf": [{"required": [each]} for each in "abc"]},
        **{each: lambda d, each=each: each in d for each in "abc"},
    ),
    case(
        "oneOf, of many",
        {"oneOf": [closed(t={"const": each}) | {"required": ["t"]} for each in range(12)]},
        **{f"n{each}": lambda d, each=each: d["t"] == each for each in range(12)},
    ),
    case(
        "not, of a type",
        {"not": {"type": ["string", "null", "number"]}},
        boolean=lambda d: isinstance(d, bool),
        array=lambda d: isinstance(d, list),
        object=lambda d: isinstance(d, dict),
    ),
    case(
        "not, of an enum",
        {"type": "integer", "minimum": 0, "maximum": 4, "not": {"enum": [1, 3]}},
        zero=lambda d: d == 0,
        two=lambda d: d == 2,
        four=lambda d: d == 4,
    ),
    case(
        "not, of a name",
        {"type": "object", "properties": {"a": {}, "b": {}}, "not": {"required": ["a"]}},
        b=lambda d: "b" in d,
    ),
    case(
        "not, of not", {"not": {"not": {"type": "integer"}}}, integer=lambda d: isinstance(d, int)
    ),
    case("not, of a pattern", {"type": "string", "not": {"pattern": "^a"}}, text=lambda d: d != ""),
    case(
        "not, of a combination",
        {"type": ["string", "integer"], "not": {"allOf": [{"type": "string"}, {"minLength": 2}]}},
        short=lambda d: isinstance(d, str),
        integer=lambda d: isinstance(d, int),
    ),
    case(
        "not, of a condition",
        {
            "type": "integer",
            "not": {"if": {"multipleOf": 1}, "then": {"not": {"const": 123_456_789}}},
        },
        it=lambda d: d == 123_456_789,
    ),
    case(
        "not, of a dependency",
        {"type": "object", "properties": {"a": {}}, "not": {"dependentRequired": {"a": ["b"]}}},
        a=lambda d: "a" in d and "b" not in d,
    ),
    case(
        "not, of other names",
        {"type": "object", "not": {"propertyNames": {"maxLength": 3}}},
        long=lambda d: any(len(n) > 3 for n in d),
    ),
    case(
        "not, of items",
        {"type": "array", "not": {"items": {"type": "string"}}},
        other=lambda d: any(not isinstance(e, str) for e in d),
    ),
    case(
        "not, of unique items",
        {"type": "array", "not": {"uniqueItems": True}},
        twice=lambda d: len(d) > 1,
    ),
    case(
        "if, then, else",
        {"if": {"type": "string"}, "then": {"minLength": 3}, "else": {"type": "integer"}},
        then=lambda d: isinstance(d, str),
        other=lambda d: isinstance(d, int),
    ),
    case(
        "if, then",
        {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
        then=lambda d: "a" in d,
        other=lambda d: "a" not in d,
    ),
    case(
        "if, then, else of a constant",
        {
            "type": "object",
            "properties": {"k": {"enum": [1, 2]}},
            "required": ["k"],
            "if": {"properties": {"k": {"const": 1}}},
            "then": {"required": ["x"]},
            "else": {"required": ["y"]},
        },
        then=lambda d: d["k"] == 1,
        other=lambda d: d["k"] == 2,
    ),
    case(
        "unevaluatedProperties",
        {
            "type": "object",
            "allOf": [
                {"properties": {"id": {"type": "integer"}}, "required": ["id"]},
                {"properties": {"tag": {"enum": ["a", "b"]}}},
            ],
            "unevaluatedProperties": False,
        },
        least=lambda d: d.keys() == {"id"},
        tag=lambda d: d.keys() == {"id", "tag"},
    ),
    case(
        "unevaluatedProperties, with a schema",
        {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "unevaluatedProperties": {"type": "integer"},
        },
        other=lambda d: d.keys() - {"a"},
    ),
    case(
        "unevaluatedProperties, by branch",
        {
            "type": "object",
            "if": {"properties": {"k": {"const": 1}}, "required": ["k"]},
            "then": {"properties": {"a": {}}},
            "else": {"properties": {"b": {}}},
            "unevaluatedProperties": False,
        },
        a=lambda d: "a" in d,
        b=lambda d: "b" in d,
    ),
    case(
        "unevaluatedItems",
        {
            "type": "array",
            "prefixItems": [{"type": "string"}],
            "unevaluatedItems": {"type": "integer"},
        },
        other=lambda d: len(d) > 1,
    ),
    case(
        "unevaluatedItems, by branch",
        {
            "type": "array",
            "anyOf": [
                {"prefixItems": [{"const": 1}]},
                {"prefixItems": [{"const": 2}, {"const": 3}]},
            ],
            "unevaluatedItems": False,
        },
        one=lambda d: d == [1],
        two=lambda d: d == [2, 3],
    ),
    case(
        "unevaluatedItems, by contains",
        {"type": "array", "contains": {"type": "string"}, "unevaluatedItems": False},
        two=lambda d: len(d) > 1,
    ),
    case(
        "$ref, $defs",
        {
            "$defs": {"a": {"type": "integer", "minimum": 5}},
            "type": "array",
            "items": {"$ref": "#/$defs/a"},
        },
        some=lambda d: d != [],
    ),
    case(
        "$ref, with siblings",
        {"$defs": {"a": {"minimum": 5}}, "type": "integer", "$ref": "#/$defs/a", "maximum": 6},
        five=lambda d: d == 5,
        six=lambda d: d == 6,
    ),
    case("$ref, to itself", TREE, leaf=lambda d: depth(d) == 0, two=lambda d: depth(d) == 2),
    case(
        "$ref, each to the other",
        {
            "$defs": {
                "a": closed(b={"$ref": "#/$defs/b"}),
                "b": closed(a={"$ref": "#/$defs/a"}) | {"required": ["a"]},
            },
            "$ref": "#/$defs/a",
        },
        deep=lambda d: "b" in d and "b" in d["b"]["a"],
    ),
    case(
        "$anchor",
        {"$defs": {"a": {"$anchor": "here", "const": 3}}, "$ref": "#here"},
        it=lambda d: d == 3,
    ),
    case(
        "$id",
        {
            "$id": "https://example.com/root",
            "$defs": {"a": {"$id": "item", "$ref": "#/$defs/n", "$defs": {"n": {"const": 4}}}},
            "$ref": "item",
        },
        it=lambda d: d == 4,
    ),
    case(
        "$dynamicRef",
        {
            "$id": "https://example.com/tree",
            "$dynamicAnchor": "node",
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$dynamicRef": "#node"}}},
        },
        deep=lambda d: any(k.get("kids") for k in d.get("kids", [])),
    ),
    case(
        "$dynamicRef, to what is extended",
        {
            "$id": "https://example.com/strict",
            "$dynamicAnchor": "node",
            "$ref": "tree",
            "unevaluatedProperties": False,
            "$defs": {
                "t": {
                    "$id": "tree",
                    "$dynamicAnchor": "node",
                    "type": "object",
                    "properties": {
                        "data": True,
                        "kids": {"type": "array", "items": {"$dynamicRef": "#node"}},
                    },
                }
            },
        },
        kids=lambda d: d.get("kids"),
        data=lambda d: "data" in d,
    ),
    case(
        "$dynamicRef, to what is filled in",
        {
            "$id": "https://example.com/texts",
            "$ref": "list",
            "$defs": {
                "s": {"$dynamicAnchor": "T", "type": "string"},
                "l": {
                    "$id": "list",
                    "type": "array",
                    "items": {"$dynamicRef": "#T"},
                    "$defs": {"d": {"$dynamicAnchor": "T", "not": {}}},
                },
            },
        },
        some=lambda d: d != [],
    ),
    case(
        "draft 4: exclusive bounds",
        {
            "$schema": D4,
            "type": "integer",
            "minimum": 3,
            "exclusiveMinimum": True,
            "maximum": 6,
            "exclusiveMaximum": True,
        },
        four=lambda d: d == 4,
        five=lambda d: d == 5,
    ),
    case(
        "draft 4: 1.0 is no integer",
        {"$schema": D4, "enum": [1.0, 2], "type": "integer"},
        two=lambda d: d == 2,
    ),
    case(
        "draft 4: id",
        {
            "$schema": D4,
            "id": "https://example.com/x",
            "definitions": {"a": {"id": "#foo", "enum": [5]}},
            "properties": {"p": {"$ref": "#foo"}},
            "required": ["p"],
            "type": "object",
        },
        it=lambda d: d["p"] == 5,
    ),
    case(
        "draft 4: dependencies",
        {
            "$schema": D4,
            "type": "object",
            "properties": {"a": {}, "b": {}},
            "dependencies": {"a": ["b"], "b": {"required": ["c"]}},
        },
        a=lambda d: "a" in d,
        none=lambda d: "b" not in d,
    ),
    case(
        "draft 6: contains, const",
        {"$schema": D6, "type": "array", "contains": {"const": 3}},
        it=lambda d: 3 in d,
    ),
    case(
        "draft 6: items of a list",
        {
            "$schema": D6,
            "type": "array",
            "items": [{"type": "string"}],
            "additionalItems": {"type": "boolean"},
        },
        more=lambda d: len(d) > 1,
    ),
    case(
        "draft 7: $ref hides its siblings",
        {
            "$schema": D7,
            "definitions": {"a": {"type": "integer"}},
            "properties": {"p": {"$ref": "#/definitions/a", "minimum": 5}},
            "required": ["p"],
            "type": "object",
        },
        less=lambda d: d["p"] < 5,
    ),
    case(
        "draft 7: if",
        {
            "$schema": D7,
            "type": "integer",
            "if": {"minimum": 5},
            "then": {"const": 7},
            "else": {"const": 1},
        },
        then=lambda d: d == 7,
        other=lambda d: d == 1,
    ),
    case(
        "draft 2019-09: $recursiveRef",
        {
            "$schema": D19,
            "$recursiveAnchor": True,
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$recursiveRef": "#"}}},
            "additionalProperties": False,
        },
        deep=lambda d: any(k.get("kids") for k in d.get("kids", [])),
    ),
    case(
        "draft 2019-09: unevaluatedItems",
        {
            "$schema": D19,
            "type": "array",
            "items": [{"type": "string"}],
            "unevaluatedItems": {"type": "integer"},
        },
        more=lambda d: len(d) > 1,
    ),
]


@pytest.mark.parametrize(("schema", "wanted"), KEYWORDS)
def test_keyword(schema: Any, wanted: dict[str, Callable[[Any], bool]]) -> None:
    """Every document keeps the schema, and what the keyword leaves open is seen."""
    contract = ps.contract(schema)
    documents = sampled(contract.documents(), 120)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert [name for name, is_it in wanted.items() if not any(map(is_it, documents))] == []


# Files.


def test_across_files(tmp_path: Path) -> None:
    """References are followed to other files, and from there on, and back."""
    files = {
        "order.schema.json": {
            "type": "object",
            "required": ["lines"],
            "properties": {
                "lines": {"type": "array", "minItems": 1, "items": {"$ref": "parts/line.json"}}
            },
            "$defs": {"sku": {"type": "string", "pattern": "^[A-Z]{3}$"}},
        },
        "parts/line.json": {
            "type": "object",
            "required": ["sku", "price"],
            "properties": {
                "sku": {"$ref": "../order.schema.json#/$defs/sku"},
                "price": {"$ref": "money.json"},
                "bundle": {"type": "array", "items": {"$ref": "#"}},
            },
        },
        "parts/money.json": {"$anchor": "money", "type": "integer", "minimum": 1},
    }
    for name, schema in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(schema), encoding="utf-8")
    contract = ps.contract(tmp_path / "order.schema.json")
    documents = sampled(contract.documents(), 60)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert any(line.get("bundle") for each in documents for line in each["lines"])
    assert smallest(contract.documents(), count=200) == {"lines": [{"sku": "AAA", "price": 1}]}


def test_given_resources() -> None:
    """References lead to the schemas that are handed over."""
    contract = ps.contract(
        {"$ref": "https://example.com/other#/$defs/p"},
        resources={"https://example.com/other": {"$defs": {"p": {"enum": ["z", "y"]}}}},
    )

    assert set(sampled(contract.documents(), 30)) == {"z", "y"}


@pytest.mark.parametrize("dialect", [D4, D6, D7, D19, D20])
def test_schemas_of_schemas(dialect: str) -> None:
    """The documents of a meta-schema are schemas."""
    contract = ps.contract({"$ref": dialect, "$schema": dialect})
    documents = sampled(contract.documents(), 20)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert any(isinstance(each, dict) and each for each in documents)
