"""What a user asks of generated documents: parts that are fixed, and strategies for parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pytest_schemas._document import faults, parse_pointer, pointer
from pytest_schemas._errors import ContractError
from pytest_schemas._nearest import nearest
from pytest_schemas._schema import Place, Schema
from pytest_schemas._show import show


def fixed_parts(schema: Schema, parts: Mapping[str, object]) -> list[dict[str, Any]]:
    """Schemas that hold parts of a document at values, by JSON Pointer.

    Raises:
        ContractError: a pointer leads to nothing that the schema names, or a value is not JSON.
    """
    return [_held(parse(schema, at), {"const": _value(at, value)}) for at, value in parts.items()]


def present_parts(schema: Schema, pointers: Mapping[str, object]) -> list[dict[str, Any]]:
    """Schemas that demand that there is something at some pointers.

    Raises:
        ContractError: a pointer leads to nothing that the schema names.
    """
    return [_held(parse(schema, at), {}) for at in pointers]


def _value(at: str, value: object) -> object:
    found = faults(value)
    if found:
        message = f"the value for {at or 'the root'} is no JSON value: {found[0].reason}."
        raise ContractError(message)
    return value


def _held(steps: tuple[str, ...], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema for a whole document that demands another schema at one place of it."""
    for step in reversed(steps):
        if step.isascii() and step.isdigit():
            index = int(step)
            as_array = {"prefixItems": [{}] * index + [schema], "minItems": index + 1}
            as_object = {"properties": {step: schema}, "required": [step]}
            schema = {**as_array, **as_object}
        else:
            schema = {"type": "object", "properties": {step: schema}, "required": [step]}
    return schema


def parse(schema: Schema, at: str) -> tuple[str, ...]:
    """The steps of a pointer into the documents of a schema.

    Raises:
        ContractError: it is no pointer, or it leads to nothing that the schema names.
    """
    try:
        steps = parse_pointer(at)
    except ValueError as error:
        raise ContractError(str(error)) from None
    places = [schema.root]
    for index, step in enumerate(steps):
        here = list(_closure(schema, places))
        places = [below for place in here for below in _below(place, step)]
        if not places:
            raise ContractError(_unknown(steps[:index], step, here))
    return steps


def _closure(schema: Schema, places: list[Place]) -> list[Place]:
    """The places, and all that look at the same value."""
    found: dict[tuple[int, str], Place] = {}
    left = list(places)
    while left:
        place = left.pop()
        key = (id(place.document), place.pointer)
        if key in found:
            continue
        found[key] = place
        for keyword, value in place.keywords():
            if keyword in {"$ref", "$dynamicRef", "$recursiveRef"}:
                left.append(schema.resolve(place, keyword))
            elif keyword in _IN_PLACE:
                left += place.subschemas(keyword, value)
    return list(found.values())


_IN_PLACE = frozenset(
    {"allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "oneOf", "then"}
)


def _below(place: Place, step: str) -> list[Place]:
    schema = place.schema if isinstance(place.schema, dict) else {}
    found = []
    if step in schema.get("properties", {}):
        found.append(place.child("properties", step))
    elif isinstance(schema.get("additionalProperties"), dict):
        found.append(place.child("additionalProperties"))
    if step.isascii() and step.isdigit():
        for keyword in ("prefixItems", "items"):
            value = schema.get(keyword)
            if isinstance(value, list) and int(step) < len(value):
                found.append(place.child(keyword, step))
            elif isinstance(value, (dict, bool)):
                found.append(place.child(keyword))
    return found


def _unknown(way: tuple[str, ...], step: str, places: list[Place]) -> str:
    known = [
        name
        for place in places
        if isinstance(place.schema, dict)
        for name in place.schema.get("properties", {})
    ]
    close = nearest(step, known)
    hint = f" Did you mean {pointer((*way, close))!r}?" if close else ""
    return f"The schema names nothing at {show(pointer((*way, step)))}.{hint}"
