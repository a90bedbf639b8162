"""Ways to break one keyword, as demands of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pytest_schemas._generate._flat import TYPES, Contradiction, Flat, types_of
from pytest_schemas._schema import Place

Narrow = Callable[[Flat], None]

_ALL = frozenset(TYPES)
_NUMBERS = frozenset({"integer", "fraction"})
_STRING = frozenset({"string"})
_ARRAY = frozenset({"array"})
_OBJECT = frozenset({"object"})

#: Keywords that refuse nothing by themselves.
_INERT = frozenset({"$defs", "definitions", "else", "maxContains", "minContains", "then"})
_TYPE_OF_KEYWORD = {
    "additionalItems": _ARRAY,
    "additionalProperties": _OBJECT,
    "contains": _ARRAY,
    "dependencies": _OBJECT,
    "dependentRequired": _OBJECT,
    "dependentSchemas": _OBJECT,
    "format": _STRING,
    "items": _ARRAY,
    "multipleOf": _NUMBERS,
    "pattern": _STRING,
    "patternProperties": _OBJECT,
    "prefixItems": _ARRAY,
    "propertyNames": _OBJECT,
    "unevaluatedItems": _ARRAY,
    "unevaluatedProperties": _OBJECT,
    "uniqueItems": _ARRAY,
}


def breaks(place: Place, keyword: str, value: Any) -> Iterator[Narrow]:
    """The ways to break one keyword of a subschema; none where it cannot be broken."""
    by = f"{place.location}/{keyword}"
    if keyword == "type":
        yield lambda flat: flat.only(_ALL - types_of(value), by)
    elif keyword == "const":
        yield lambda flat: flat.except_for([value], by)
    elif keyword == "enum":
        yield lambda flat: flat.except_for(value, by)
    elif keyword == "required" and isinstance(value, list):
        yield from (_missing(name, by) for name in value)
    elif keyword == "properties":
        yield from (_wrong_member(place, name, by) for name in value)
    elif keyword in _BOUNDS:
        yield _beyond(place, keyword, value, by)
    elif keyword not in _INERT:
        yield _refused(place, keyword)


def _missing(name: str, by: str) -> Narrow:
    def narrow(flat: Flat) -> None:
        flat.only(_OBJECT, by)
        flat.forbid(name, by)

    return narrow


def _wrong_member(place: Place, name: str, by: str) -> Narrow:
    def narrow(flat: Flat) -> None:
        child = place.child("properties", name)
        if child.schema is True or child.schema == {}:
            raise Contradiction(by)
        flat.only(_OBJECT, by)
        flat.require(name, by)
        flat.never.setdefault(name, []).append(child)

    return narrow


def _beyond(place: Place, keyword: str, value: Any, by: str) -> Narrow:
    def narrow(flat: Flat) -> None:
        if isinstance(value, bool):
            raise Contradiction(by)
        _BOUNDS[keyword](flat, value, by, place)

    return narrow


def _refused(place: Place, keyword: str) -> Narrow:
    """The way for what can only be looked at afterwards."""

    def narrow(flat: Flat) -> None:
        types = _TYPE_OF_KEYWORD.get(keyword)
        if types is not None:
            flat.only(types, f"{place.location}/{keyword}")
        flat.residual.append((place, False))

    return narrow


def _less(flat: Flat, value: float, by: str, place: Place) -> None:
    flat.only(_NUMBERS, by)
    flat.below(value, by, is_open=place.schema.get("exclusiveMinimum") is not True)


def _more(flat: Flat, value: float, by: str, place: Place) -> None:
    flat.only(_NUMBERS, by)
    flat.above(value, by, is_open=place.schema.get("exclusiveMaximum") is not True)


def _at_most(flat: Flat, value: float, by: str, _place: Place) -> None:
    flat.only(_NUMBERS, by)
    flat.below(value, by)


def _at_least(flat: Flat, value: float, by: str, _place: Place) -> None:
    flat.only(_NUMBERS, by)
    flat.above(value, by)


def _shorter(kind: str, types: frozenset[str]) -> Callable[[Flat, float, str, Place], None]:
    def narrow(flat: Flat, value: float, by: str, _place: Place) -> None:
        flat.only(types, by)
        if value <= 0:
            raise Contradiction(by)
        getattr(flat, kind).at_most(value - 1, by)

    return narrow


def _longer(kind: str, types: frozenset[str]) -> Callable[[Flat, float, str, Place], None]:
    def narrow(flat: Flat, value: float, by: str, _place: Place) -> None:
        flat.only(types, by)
        getattr(flat, kind).at_least(value + 1, by)

    return narrow


_BOUNDS: dict[str, Callable[[Flat, Any, str, Place], None]] = {
    "exclusiveMaximum": _at_least,
    "exclusiveMinimum": _at_most,
    "maxItems": _longer("item_count", _ARRAY),
    "maxLength": _longer("length", _STRING),
    "maxProperties": _longer("member_count", _OBJECT),
    "maximum": _more,
    "minItems": _shorter("item_count", _ARRAY),
    "minLength": _shorter("length", _STRING),
    "minProperties": _shorter("member_count", _OBJECT),
    "minimum": _less,
}
