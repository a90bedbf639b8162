"""What a user asks of generated documents: parts that are fixed, and strategies for parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis.strategies import SearchStrategy

from pytest_schemas._document import faults, parse_pointer, pointer
from pytest_schemas._ecma import compile_pattern
from pytest_schemas._errors import ContractError
from pytest_schemas._nearest import nearest
from pytest_schemas._schema import Place, Schema
from pytest_schemas._show import show

#: Indexes have so many digits at most.
_MOST_DIGITS = 3


@dataclass(frozen=True)
class Step:
    """One step of a pointer, and what the schema says that it is a step into."""

    name: str
    of_object: bool
    of_array: bool


def all_parts(members: Mapping[str, object], parts: object) -> dict[str, object]:
    """What is asked of the parts of a document, by JSON Pointer.

    Args:
        members: what is asked of members of the document, by their names.
        parts: the same for any part, by JSON Pointer; None for nothing.

    Raises:
        ContractError: that is no mapping, or one part is named twice.
    """
    named = _mapping("parts", parts)
    found = {pointer((name,)): each for name, each in members.items()}
    for at in found.keys() & named.keys():
        message = f"{at!r} is given twice: as a member and by its pointer."
        raise ContractError(message)
    return {**found, **named}


def _mapping(name: str, given: object) -> Mapping[str, object]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        message = f"{name} is {given!r}: give a mapping."
        raise ContractError(message)
    return given


def check_options(parts: Mapping[str, object], formats: object, alphabet: object) -> None:
    """Refuse options that cannot be meant.

    Raises:
        ContractError: one is of a wrong type, or two are for the same part.
    """
    for at, each in parts.items():
        if not isinstance(at, str):
            message = (
                f'parts names {at!r}: a part is named by a JSON Pointer, such as "/actor/kind".'
            )
            raise ContractError(message)
        inside = [other for other in parts if other.startswith(at + "/")]
        if inside and isinstance(each, SearchStrategy):
            message = (
                f"{inside[0]!r} is inside of {at!r}, whose value comes from a strategy: "
                "give only one of them."
            )
            raise ContractError(message)
    for name, each in _mapping("formats", formats).items():
        if not isinstance(each, SearchStrategy):
            message = f"the format {name!r} needs a Hypothesis strategy of texts, not {each!r}."
            raise ContractError(message)
    if alphabet is None:
        return
    if not isinstance(alphabet, str):
        message = f"The alphabet is {alphabet!r}: give a text of the characters to use."
        raise ContractError(message)
    if not alphabet:
        message = "The alphabet is empty: texts need at least one character."
        raise ContractError(message)
    if any("\ud800" <= each <= "\udfff" for each in alphabet):
        message = (
            f"The alphabet {alphabet!r} has an unpaired surrogate, which no JSON text can hold."
        )
        raise ContractError(message)


def fixed_parts(schema: Schema, parts: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    """Schemas that hold parts of a document at values, by JSON Pointer.

    Raises:
        ContractError: a pointer leads to nothing that the schema names, or a value is not JSON.
    """
    return {
        at: _held(parse(schema, at), {"const": _value(at, value)}) for at, value in parts.items()
    }


def present_parts(schema: Schema, pointers: Mapping[str, object]) -> dict[str, dict[str, Any]]:
    """Schemas that demand that there is something at some pointers.

    Raises:
        ContractError: a pointer leads to nothing that the schema names.
    """
    return {at: _held(parse(schema, at), {}) for at in pointers}


def _value(at: str, value: object) -> object:
    found = faults(value)
    if found:
        message = f"the value for {at or 'the root'} is no JSON value: {found[0].reason}."
        raise ContractError(message)
    return value


def _held(steps: tuple[Step, ...], schema: dict[str, Any]) -> dict[str, Any]:
    """A schema for a whole document that demands another schema at one place of it."""
    for step in reversed(steps):
        ways = []
        if step.of_array:
            items = [*[{}] * int(step.name), schema]
            ways.append({"type": "array", "prefixItems": items, "minItems": len(items)})
        if step.of_object:
            ways.append(_with_member(step.name, schema))
        schema = {"anyOf": ways}
    return schema


def _with_member(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": {name: schema}, "required": [name]}


def parse(schema: Schema, at: str) -> tuple[Step, ...]:
    """The steps of a pointer into the documents of a schema.

    Raises:
        ContractError: it is no pointer, or it leads to nothing that the schema names.
    """
    try:
        names = parse_pointer(at)
    except ValueError as error:
        raise ContractError(str(error)) from None
    places, steps = [schema.root], []
    for index, name in enumerate(names):
        here = list(_closure(schema, places))
        members = [below for place in here for below in _members(place, name)]
        items = [below for place in here for below in _items(place, name)]
        places = members + items
        if not places:
            raise ContractError(_unknown(names[:index], name, here))
        if items and len(name) > _MOST_DIGITS:
            message = f"{show(at)}: no test wants an array of {name} items."
            raise ContractError(message)
        steps.append(Step(name, bool(members), bool(items)))
    return tuple(steps)


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


def _members(place: Place, name: str) -> list[Place]:
    schema = place.schema if isinstance(place.schema, dict) else {}
    if name in schema.get("properties", {}):
        return [place.child("properties", name)]
    sources = (each for each in schema.get("patternProperties", {}))
    found = [
        place.child("patternProperties", each)
        for each in sources
        if compile_pattern(each).matches(name)
    ]
    if not found and isinstance(schema.get("additionalProperties"), dict):
        return [place.child("additionalProperties")]
    return found


def _items(place: Place, index: str) -> list[Place]:
    if not (index.isascii() and index.isdigit() and str(int(index)) == index):
        return []
    schema = place.schema if isinstance(place.schema, dict) else {}
    found = []
    for keyword in ("prefixItems", "items", "additionalItems"):
        value = schema.get(keyword)
        if isinstance(value, list) and int(index) < len(value):
            found.append(place.child(keyword, index))
        elif isinstance(value, dict):
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
