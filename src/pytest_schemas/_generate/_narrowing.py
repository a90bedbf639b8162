"""Keywords that only narrow what a value may be, and need no decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._flat import Contains, Flat, location, types_of
from pytest_schemas._schema import Place


def _sizes(kind: str, is_least: bool) -> Callable[[Flat, Place, Any], None]:
    keyword = {"length": "Length", "item_count": "Items", "member_count": "Properties"}[kind]

    name = ("min" if is_least else "max") + keyword

    def apply(flat: Flat, place: Place, value: float) -> None:
        narrow = flat.at_least if is_least else flat.at_most
        narrow(kind, value, location(place, name))

    return apply


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


def _multiple_of(flat: Flat, place: Place, value: float) -> None:
    flat.multiples.append(Fraction(repr(value)))
    flat.multiples_by = (*flat.multiples_by, location(place, "multipleOf"))


def _pattern(flat: Flat, place: Place, value: str) -> None:
    flat.patterns.append((value, location(place, "pattern")))


def _format(flat: Flat, place: Place, value: str) -> None:
    flat.formats.append((value, location(place, "format")))


def _unique(flat: Flat, place: Place, value: bool) -> None:
    if value:
        flat.unique = True
        flat.unique_by = flat.unique_by or location(place, "uniqueItems")


def _required(flat: Flat, place: Place, value: Any) -> None:
    if isinstance(value, list):
        for name in value:
            flat.require(name, location(place, "required"))


def _dependent_required(flat: Flat, place: Place, value: dict[str, list[str]]) -> None:
    for name, needed in value.items():
        by = location(place, "dependentRequired", name)
        flat.dependents.append((name, tuple(needed), by))


def contains(
    flat: Flat, place: Place, scopes: frozenset[int], is_ignored: Callable[[str], bool]
) -> None:
    """Demand items that a subschema accepts, so many at least and so many at most."""
    counted = "minContains" in place.dialect.keywords
    least, most, by = 1, None, location(place, "contains")
    asked = place.schema.get("minContains", 1) if counted else 1
    if asked != 1 and not (asked > 1 and is_ignored(location(place, "minContains"))):
        least, by = ceil(asked), location(place, "minContains")
    if counted and "maxContains" in place.schema:
        cap = location(place, "maxContains")
        most = None if is_ignored(cap) else floor(place.schema["maxContains"])
    if most is not None and least > most:
        flat.rule_out("array", by, location(place, "maxContains"))
    marked = scopes if place.dialect.draft == "draft 2020-12" else frozenset[int]()
    flat.contains.append(Contains(place.child("contains"), least, most, marked, by))
    flat.at_least("item_count", least, by)


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
