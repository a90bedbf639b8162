"""Documents of any schema: each keyword is kept and shows what it allows, in every draft."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sampled import sampled, smallest

import pytest_schemas as ps

D4 = "http://json-schema.org/draft-04/schema#"
D6 = "http://json-schema.org/draft-06/schema#"
D7 = "http://json-schema.org/draft-07/schema#"
D19 = "https://json-schema.org/draft/2019-09/schema"
D20 = "https://json-schema.org/draft/2020-12/schema"

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


def case(id: str, schema: Any, **wanted: Callable[[Any], bool]) -> Any:  # noqa: A002 - as pytest's
    """A schema, and what must be seen among its documents, by name."""
    return pytest.param(schema, wanted, id=id)


def closed(**properties: Any) -> dict[str, Any]:
    """An object with some members and no other."""
    return {"type": "object", "properties": properties, "additionalProperties": False}


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
    documents = sampled(contract.documents(), 150)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert [name for name, is_it in wanted.items() if not any(map(is_it, documents))] == []


# Texts.

FORMATS = [
    *("date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4"),
    *("ipv6", "iri", "iri-reference", "json-pointer", "regex", "relative-json-pointer", "time"),
    *("uri", "uri-reference", "uri-template", "uuid"),
]


@pytest.mark.parametrize("name", FORMATS)
def test_format(name: str) -> None:
    """Texts of every format of the specification, also of certain lengths, and many of them."""
    schema = {
        "type": "array",
        "prefixItems": [{"type": "string", "format": name}, {"format": name, "minLength": 4}],
        "minItems": 2,
    }
    contract = ps.contract(schema)
    documents = sampled(contract.documents(), 60)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert len({each[0] for each in documents}) > 10


def matches(source: str) -> Callable[[str], bool]:
    """Whether a text matches in Python's syntax."""
    return lambda text: re.search(source, text) is not None


PATTERNS = [
    case("letters of any script", {"pattern": r"^\p{L}{3,5}$"}, other=lambda d: not d.isascii()),
    case(
        "letters, by length",
        {"pattern": r"^\p{L}+$", "minLength": 2, "maxLength": 4},
        two=lambda d: len(d) == 2,
        four=lambda d: len(d) == 4,
    ),
    case("a script", {"pattern": r"^\p{Script=Greek}+$"}, some=lambda d: len(d) > 1),
    case("a capital and a letter", {"pattern": "^[A-Z][a-z]$"}, two=matches("^[A-Z][a-z]\\Z")),
    case(
        "ASCII digits",
        {"pattern": r"^\d+$", "maxLength": 6},
        six=lambda d: len(d) == 6,
        nine=lambda d: "9" in d,
    ),
    case("a named group", {"pattern": r"^(?<y>\d{2})-\k<y>$"}, it=lambda d: d[:2] == d[3:] != "00"),
    case(
        "look-aheads",
        {"pattern": r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$", "maxLength": 12},
        least=lambda d: len(d) == 8,
        more=lambda d: len(d) > 8,
    ),
    case("a look-ahead that is not", {"pattern": "^(?!foo)[a-z]{3}$"}, some=lambda d: d != "aaa"),
    case("a look-behind", {"pattern": "^a.*(?<=b)$"}, some=lambda d: len(d) > 2),
    case("a word boundary", {"pattern": r"\bfoo\b"}, more=lambda d: d != "foo"),
    case(
        "no anchors",
        {"pattern": "abc"},
        before=lambda d: not d.startswith("abc"),
        after=lambda d: not d.endswith("abc"),
    ),
    case(
        "no anchors, by length",
        {"pattern": "abc", "minLength": 10, "maxLength": 10},
        ten=lambda d: len(d) == 10,
    ),
    case(
        "alternatives, by length",
        {"pattern": "^(?:a|bb|ccc)$", "minLength": 2},
        two=lambda d: d == "bb",
        three=lambda d: d == "ccc",
    ),
    case("any character", {"pattern": "^[^]$"}, astral=lambda d: ord(d) > 0xFFFF),
    case("a code point", {"pattern": r"^\u{1F600}\cA\/$"}, it=lambda d: d == "\U0001f600\x01/"),
    case(
        "two patterns",
        {"allOf": [{"pattern": "^[a-m]+$"}, {"pattern": "^[g-z]+$"}]},
        some=lambda d: len(d) > 1,
    ),
    case(
        "a pattern, and not another",
        {"pattern": "^[a-z]+$", "not": {"pattern": "^a"}},
        some=lambda d: len(d) > 1,
    ),
    case("a pattern and a format", {"format": "date-time", "pattern": "Z$"}, some=matches("Z$")),
    case(
        "a pattern and a format, of addresses",
        {"format": "uri", "pattern": "^https://"},
        path=lambda d: len(d) > 12,
        other=matches("^https://[b-z]"),
    ),
    case(
        "a pattern and a format, of mail",
        {"format": "email", "pattern": "@example\\.com$"},
        some=matches("^.{2,}@example.com$"),
    ),
    case(
        "a pattern and a format, of a year",
        {"format": "date", "pattern": "^2024-"},
        some=matches("^2024-"),
    ),
    case(
        "two formats",
        {"allOf": [{"format": "email"}, {"format": "idn-email"}]},
        some=lambda d: "@" in d,
    ),
]


@pytest.mark.parametrize(("schema", "wanted"), PATTERNS)
def test_pattern(schema: Any, wanted: dict[str, Callable[[Any], bool]]) -> None:
    """Texts match as ECMA-262 says, are as long as they may be, and differ."""
    contract = ps.contract({"type": "string", **schema})
    documents = sampled(contract.documents(), 150)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert [name for name, is_it in wanted.items() if not any(map(is_it, documents))] == []


def test_no_line_end_after_the_end() -> None:
    """No text has anything after what its pattern calls the end."""
    documents = sampled(ps.documents({"type": "string", "pattern": "^[A-Z][a-z]$"}), 2000)

    assert {len(each) for each in documents} == {2}


def test_a_length_that_is_huge() -> None:
    """Where texts may be longer than any test wants them, none is as long as it may be."""
    documents = sampled(ps.documents({"type": "string", "maxLength": 5_000_000}), 60)

    assert max(map(len, documents)) <= 100_000


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
    documents = sampled(contract.documents(), 100)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert any(line.get("bundle") for each in documents for line in each["lines"])
    assert smallest(contract.documents()) == {"lines": [{"sku": "AAA", "price": 1}]}


def test_given_resources() -> None:
    """References lead to the schemas that are handed over."""
    contract = ps.contract(
        {"$ref": "https://example.com/other#/$defs/p"},
        resources={"https://example.com/other": {"$defs": {"p": {"enum": ["z", "y"]}}}},
    )

    assert set(sampled(contract.documents(), 30)) == {"z", "y"}


@pytest.mark.parametrize("dialect", [D4, D6, D7, D19, D20])
def test_schemas_of_schemas(dialect: str) -> None:
    """The documents of a meta-schema are schemas; it takes no minutes to find some."""
    begin = time.process_time()
    contract = ps.contract({"$ref": dialect, "$schema": dialect})
    documents = sampled(contract.documents(), 20)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert any(isinstance(each, dict) and each for each in documents)
    assert time.process_time() - begin < 60


# Shrinking.


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
        pytest.param({"type": "integer"}, lambda d: d >= 1000, 1000, id="a large number"),
        pytest.param({"type": "integer"}, lambda d: d <= -5, -5, id="a negative number"),
        pytest.param({"type": "number"}, lambda d: d != int(d), 0.5, id="a fraction"),
        pytest.param(
            {"type": "string", "maxLength": 4000}, lambda d: len(d) >= 5, "00000", id="a long text"
        ),
        pytest.param({"type": "string", "maxLength": 4000}, lambda d: "a" in d, "a", id="a letter"),
        pytest.param({"type": "string"}, lambda d: '"' in d, '"', id="a sign"),
        pytest.param(
            {"type": "array", "items": {"type": "integer"}},
            lambda d: sum(d) >= 200,
            [200],
            id="a sum",
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


# What there is not.


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
            {"type": "string", "allOf": [{"format": "date"}, {"format": "ipv4"}]},
            "/allOf/0/format and /allOf/1/format at once",
            id="two formats",
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
            "/properties/a and /required at once",
            id="a member that is refused",
        ),
        pytest.param(
            {"type": "object", "required": ["a"], "additionalProperties": False},
            "/additionalProperties and /required at once",
            id="a member of a closed object",
        ),
        pytest.param(
            {"type": "object", "required": ["ab"], "propertyNames": {"minLength": 3}},
            "/propertyNames and /required at once",
            id="a name that is refused",
        ),
        pytest.param(
            {"type": "object", "required": ["a", "b"], "maxProperties": 1},
            "/maxProperties and /required at once",
            id="too few members",
        ),
        pytest.param(
            {**closed(a={}, b={}), "minProperties": 3},
            "/minProperties and /additionalProperties at once",
            id="too many members",
        ),
        pytest.param(
            {"type": "object", "propertyNames": {"enum": ["a", "b"]}, "minProperties": 3},
            "/minProperties and /propertyNames at once",
            id="too few names",
        ),
        pytest.param(
            {"type": "array", "items": False, "minItems": 1},
            "/items and /minItems at once",
            id="an item that is refused",
        ),
        pytest.param(
            {"type": "array", "contains": {"type": "integer"}, "minContains": 3, "maxItems": 2},
            "/contains and /maxItems at once",
            id="too few items",
        ),
        pytest.param(
            {"type": "array", "items": {"type": "boolean"}, "uniqueItems": True, "minItems": 3},
            "/uniqueItems and /minItems at once",
            id="too few values",
        ),
        pytest.param(
            {"type": "array", "contains": {"type": "null"}, "items": {"type": "string"}},
            "/items/type and /contains/type at once",
            id="no item to be contained",
        ),
    ],
)
def test_no_document(schema: Any, clauses: str) -> None:
    """What no document keeps is said when it is asked for, with the clauses that contradict."""
    with pytest.raises(ps.Unsatisfiable) as raised:
        ps.documents(schema)

    said = str(raised.value)
    assert said.startswith("the schema has no document: no value keeps ")
    assert set(re.findall(r"/[^ .]+", said)) == set(re.findall(r"/[^ .]+", clauses))


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
    ("schema", "at"),
    [
        pytest.param(
            {"type": "string", "pattern": r"^(?!.*a)(?=.*b)(?:x|y)*(?:c|b)(?!.)(?<!c)(?<=zb)$"},
            "/pattern",
            id="a pattern",
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
            "/maxProperties",
            id="members that need each other",
        ),
        pytest.param(
            {
                "type": "integer",
                "minimum": 0,
                "not": {"if": {"multipleOf": 1}, "then": {"not": {"const": 123_456_789}}},
            },
            "/not",
            id="one in many",
        ),
    ],
)
def test_what_cannot_be_made(schema: Any, at: str) -> None:
    """What would be found by trying alone, hopelessly often, is refused; the text names the place.

    Some of it has no document at all, which may be said instead.
    """
    with pytest.raises((ps.Ungeneratable, ps.Unsatisfiable)) as raised:
        ps.documents(schema)

    assert at in str(raised.value)
