"""Keywords that only narrow what a value may be, and need no decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._flat import Contradiction, Flat, location, types_of
from pytest_schemas._schema import Place


def _sizes(kind: str, is_least: bool) -> Callable[[Flat, Place, Any], None]:
    keyword = {"length": "Length", "item_count": "Items", "member_count": "Properties"}[kind]

    def apply(flat: Flat, place: Place, value: float) -> None:
        by = location(place, ("min" if is_least else "max") + keyword)
        size = getattr(flat, kind)
        try:
            size.at_least(value, by) if is_least else size.at_most(value, by)
        except Contradiction as contradiction:
            _without(flat, kind, contradiction)

    return apply


def _without(flat: Flat, kind: str, contradiction: Contradiction) -> None:
    """A size that no value has rules its own type out, and no other."""
    of = {"length": "string", "item_count": "array", "member_count": "object"}[kind]
    left = flat.types - {of}
    if not left:
        raise contradiction
    flat.types = left
    flat.types_by = (*flat.types_by, *contradiction.locations)


def _type(flat: Flat, place: Place, value: Any) -> None:
    flat.only(types_of(value), location(place, "type"))


def _const(flat: Flat, place: Place, value: Any) -> None:
    flat.among([value], location(place, "const"))


def _enum(flat: Flat, place: Place, value: list[Any]) -> None:
    flat.among(value, location(place, "enum"))


def _minimum(flat: Flat, place: Place, value: float) -> None:
    strict = place.schema.get("exclusiveMinimum") is True
    flat.above(value, location(place, "minimum"), is_open=strict)


def _maximum(flat: Flat, place: Place, value: float) -> None:
    strict = place.schema.get("exclusiveMaximum") is True
    flat.below(value, location(place, "maximum"), is_open=strict)


def _exclusive_minimum(flat: Flat, place: Place, value: float) -> None:
    if not isinstance(value, bool):
        flat.above(value, location(place, "exclusiveMinimum"), is_open=True)


def _exclusive_maximum(flat: Flat, place: Place, value: float) -> None:
    if not isinstance(value, bool):
        flat.below(value, location(place, "exclusiveMaximum"), is_open=True)


def _multiple_of(flat: Flat, _place: Place, value: float) -> None:
    flat.multiples.append(Fraction(repr(value)))


def _pattern(flat: Flat, place: Place, value: str) -> None:
    flat.patterns.append((value, location(place, "pattern")))


def _format(flat: Flat, place: Place, value: str) -> None:
    flat.formats.append((value, location(place, "format")))


def _unique(flat: Flat, _place: Place, value: bool) -> None:
    flat.unique = flat.unique or value


def _required(flat: Flat, place: Place, value: Any) -> None:
    if "object" in flat.types:
        try:
            for name in value:
                flat.require(name, location(place, "required"))
        except Contradiction as contradiction:
            _without(flat, "member_count", contradiction)


def _dependent_required(flat: Flat, place: Place, value: dict[str, list[str]]) -> None:
    for name, needed in value.items():
        by = location(place, "dependentRequired", name)
        flat.dependents.append((name, tuple(needed), by))


#: How each of them narrows a flat demand.
NARROWING: Mapping[str, Callable[[Flat, Place, Any], None]] = MappingProxyType(
    {
        "const": _const,
        "dependentRequired": _dependent_required,
        "enum": _enum,
        "exclusiveMaximum": _exclusive_maximum,
        "exclusiveMinimum": _exclusive_minimum,
        "format": _format,
        "maxItems": _sizes("item_count", is_least=False),
        "maxLength": _sizes("length", is_least=False),
        "maxProperties": _sizes("member_count", is_least=False),
        "maximum": _maximum,
        "minItems": _sizes("item_count", is_least=True),
        "minLength": _sizes("length", is_least=True),
        "minProperties": _sizes("member_count", is_least=True),
        "minimum": _minimum,
        "multipleOf": _multiple_of,
        "pattern": _pattern,
        "required": _required,
        "type": _type,
        "uniqueItems": _unique,
    }
)
