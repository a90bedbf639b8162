"""Ways to break one keyword, as demands of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._flat import (
    TYPES,
    Contains,
    Contradiction,
    Flat,
    members_of,
    types_of,
)
from pytest_schemas._generate._patterns import Impossible, PatternTexts, Unsupported
from pytest_schemas._schema import Place

Narrow = Callable[[Flat], None]

_ALL = frozenset(TYPES)
_NUMBERS = frozenset({"integer", "fraction"})
_STRING = frozenset({"string"})
_ARRAY = frozenset({"array"})
_OBJECT = frozenset({"object"})

#: Names of a member that is added to be refused.
_NAMES = ("other", "another", "x", "y", "z", "0", "more", "A1", "other-1", "_")

#: Keywords that refuse nothing by themselves.
_INERT = frozenset({"$defs", "definitions", "else", "maxContains", "minContains", "then"})
#: The types of what a keyword looks at; it accepts all others.
LOOKED_AT: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "additionalItems": _ARRAY,
        "additionalProperties": _OBJECT,
        "contains": _ARRAY,
        "dependencies": _OBJECT,
        "dependentRequired": _OBJECT,
        "dependentSchemas": _OBJECT,
        "exclusiveMaximum": _NUMBERS,
        "exclusiveMinimum": _NUMBERS,
        "format": _STRING,
        "items": _ARRAY,
        "maxContains": _ARRAY,
        "maxItems": _ARRAY,
        "maxLength": _STRING,
        "maxProperties": _OBJECT,
        "maximum": _NUMBERS,
        "minContains": _ARRAY,
        "minItems": _ARRAY,
        "minLength": _STRING,
        "minProperties": _OBJECT,
        "minimum": _NUMBERS,
        "multipleOf": _NUMBERS,
        "pattern": _STRING,
        "patternProperties": _OBJECT,
        "prefixItems": _ARRAY,
        "properties": _OBJECT,
        "propertyNames": _OBJECT,
        "required": _OBJECT,
        "unevaluatedItems": _ARRAY,
        "unevaluatedProperties": _OBJECT,
        "uniqueItems": _ARRAY,
    }
)


def breaks(place: Place, keyword: str, value: Any) -> Iterator[Narrow]:
    """The ways to break one keyword of a subschema; none where it cannot be broken."""
    by = f"{place.location}/{keyword}"
    if _keeps_all(keyword, value):
        return
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
    elif keyword in {"items", "prefixItems", "additionalItems"}:
        yield from _wrong_items(place, keyword, value, by)
    elif keyword in {"additionalProperties", "unevaluatedProperties"}:
        yield _wrong_addition(place, keyword, by)
        yield _refused(place, keyword)
    elif keyword == "patternProperties":
        yield from (_wrong_match(place, source, by) for source in value)
    elif keyword == "unevaluatedItems":
        yield _wrong_item(place.child(keyword), len(place.schema.get("prefixItems", ())), by, place)
        yield _refused(place, keyword)
    elif keyword == "contains":
        yield from _wrong_count(place, by)
    elif keyword in _BOUNDS:
        yield _beyond(place, keyword, value, by)
    elif keyword not in _INERT:
        yield _refused(place, keyword)


def _keeps_all(keyword: str, value: Any) -> bool:
    """Whether there is nothing that a keyword refuses."""
    if keyword == "uniqueItems":
        return value is False
    if keyword == "propertyNames" or keyword.startswith(("additional", "unevaluated")):
        return value is True or value == {}
    return False


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


def _wrong_addition(place: Place, keyword: str, by: str) -> Narrow:
    """Another member, with a value that is refused."""

    def narrow(flat: Flat) -> None:
        members = members_of(place, frozenset())
        known = (*members.properties, *flat.required, *flat.forbidden)
        matches = [each for _, each, _ in members.patterns]
        names = (n for n in _NAMES if n not in known and not any(m(n) for m in matches))
        name = next(names, None)
        if name is None:
            raise Contradiction(by)
        flat.only(_OBJECT, by)
        flat.require(name, by)
        flat.never.setdefault(name, []).append(place.child(keyword))
        if keyword == "unevaluatedProperties":
            flat.residual.append((place, False))

    return narrow


def _wrong_match(place: Place, source: str, by: str) -> Narrow:
    """A member whose name matches a pattern, with a value that is refused."""

    def narrow(flat: Flat) -> None:
        child = place.child("patternProperties", source)
        if child.schema is True or child.schema == {}:
            raise Contradiction(by)
        flat.only(_OBJECT, by)
        try:
            name = PatternTexts(source).smallest
        except (Impossible, Unsupported):
            raise Contradiction(by) from None
        flat.require(name, by)
        flat.never.setdefault(name, []).append(child)

    return narrow


def _wrong_items(place: Place, keyword: str, value: Any, by: str) -> Iterator[Narrow]:
    if isinstance(value, list):
        for index in range(len(value)):
            yield _wrong_item(place.child(keyword, str(index)), index, by)
        return
    before = place.schema.get("items") if keyword == "additionalItems" else None
    before = place.schema.get("prefixItems", ()) if keyword == "items" else before
    if isinstance(before, (list, tuple)):
        yield _wrong_item(place.child(keyword), len(before), by)
        yield _wrong_item(place.child(keyword), len(before) + 1, by)


def _wrong_item(child: Place, index: int, by: str, beside: Place | None = None) -> Narrow:
    def narrow(flat: Flat) -> None:
        if child.schema is True or child.schema == {}:
            raise Contradiction(by)
        flat.only(_ARRAY, by)
        flat.at_least("item_count", index + 1, by)
        flat.never_items.setdefault(index, []).append(child)
        if beside is not None:
            flat.residual.append((beside, False))

    return narrow


def _wrong_count(place: Place, by: str) -> Iterator[Narrow]:
    """Fewer items than `contains` asks for, or more than it allows."""
    counted = "minContains" in place.dialect.keywords
    least = place.schema.get("minContains", 1) if counted else 1
    if least > 0:
        yield _contained(place, 0, ceil(least) - 1, by)
    if counted and "maxContains" in place.schema:
        yield _contained(place, floor(place.schema["maxContains"]) + 1, None, by)


def _contained(place: Place, least: int, most: int | None, by: str) -> Narrow:
    def narrow(flat: Flat) -> None:
        flat.only(_ARRAY, by)
        flat.at_least("item_count", least, by)
        flat.contains.append(Contains(place.child("contains"), least, most, by=by))

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
        by, value = f"{place.location}/{keyword}", place.schema[keyword]
        types = LOOKED_AT.get(keyword)
        if types is not None:
            flat.only(types, by)
        if keyword == "multipleOf":
            flat.refused_multiples.append((Fraction(repr(value)), by))
        elif keyword == "pattern":
            flat.refused_patterns.append((value, by))
        elif keyword == "propertyNames":
            flat.at_least("member_count", 1, by)
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
        flat.at_most(kind, ceil(value) - 1, by)

    return narrow


def _longer(kind: str, types: frozenset[str]) -> Callable[[Flat, float, str, Place], None]:
    def narrow(flat: Flat, value: float, by: str, _place: Place) -> None:
        flat.only(types, by)
        flat.at_least(kind, floor(value) + 1, by)

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
