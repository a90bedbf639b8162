"""Which alternatives of a contract a document takes: enum values, branches, types, optional parts.

It knows the few keywords that the bundled contracts use, and asks jsonschema which branch fits.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema.protocols import Validator


def taken(validator: Validator, value: Any, schema: Any, location: str = "") -> Iterator[str]:
    """The ids of the alternatives that a value takes in a subschema at a location."""
    if "$ref" in schema:
        pointer = schema["$ref"].removeprefix("#")
        yield from taken(validator, value, _at(validator.schema, pointer), pointer)
    for each in schema.get("enum", ()):
        if each == value and type(each) is type(value):
            yield _id(f"{location}/enum", each)
    if isinstance(schema.get("type"), list):
        for each in schema["type"]:
            if validator.is_type(value, each):
                yield _id(f"{location}/type", each)
    for number, branch in enumerate(schema.get("anyOf", ())):
        if validator.evolve(schema=branch).is_valid(value):
            yield _id(f"{location}/anyOf", number)
            yield from taken(validator, value, branch, f"{location}/anyOf/{number}")
    if isinstance(value, dict):
        yield from _of_object(validator, value, schema, location)
    if isinstance(value, list) and "items" in schema:
        for item in value:
            yield from taken(validator, item, schema["items"], f"{location}/items")


def _of_object(
    validator: Validator, value: dict[str, Any], schema: Any, location: str
) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name, below in properties.items():
        at = f"{location}/properties/{name}"
        if name not in schema.get("required", ()):
            yield _id(at, "present" if name in value else "absent")
        if name in value:
            yield from taken(validator, value[name], below, at)
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        for name in value.keys() - properties.keys():
            at = f"{location}/additionalProperties"
            yield from taken(validator, value[name], others, at)


def _id(location: str, value: object) -> str:
    return f"{location}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"


def _at(schema: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        schema = schema[step]
    return schema
