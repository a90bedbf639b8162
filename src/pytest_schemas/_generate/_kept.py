"""Which keywords of a subschema a value breaks itself: not in its members or items.

A fault is chosen by this, and judged by the validator, which shares none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pytest_schemas._clauses import clause_id
from pytest_schemas._document import pointer
from pytest_schemas._ecma import Pattern, compile_pattern
from pytest_schemas._equality import canonical, is_multiple
from pytest_schemas._formats import format_check
from pytest_schemas._generate._flat import type_of, types_of
from pytest_schemas._schema import Place

#: Says whether a value keeps a keyword with some demanded value.
Keeps = Callable[[Any, Any, Place], bool]


def broken_clauses(places: Iterable[Place], value: Any, *, asserts_formats: bool) -> Iterator[str]:
    """The ids of the clauses that a value breaks itself, of the subschemas that look at it."""
    for place in places:
        for keyword, demanded in place.keywords():
            if keyword == "required" and isinstance(demanded, list):
                yield from _missing(place, (keyword,), demanded, value)
            elif keyword in {"dependentRequired", "dependencies"} and isinstance(value, dict):
                for name, needed in demanded.items():
                    if name in value and isinstance(needed, list):
                        yield from _missing(place, (keyword, name), needed, value)
            elif keyword == "format" and not asserts_formats:
                continue
            elif keyword in _KEEPS and not _KEEPS[keyword](demanded, value, place):
                yield place.location + pointer((keyword,))


def _missing(place: Place, steps: tuple[str, ...], names: list[str], value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name in names:
            if name not in value:
                yield clause_id(place.location + pointer(steps), name)


def unknown_names(place: Place, value: Mapping[str, Any]) -> list[str]:
    """The members that only `additionalProperties` of a place has a say about."""
    named = place.schema.get("properties", {})
    patterns = [_pattern(each) for each in place.schema.get("patternProperties", ())]
    return [n for n in value if n not in named and not any(p.matches(n) for p in patterns)]


@lru_cache(maxsize=256)  # the same few are asked for each fault
def _pattern(source: str) -> Pattern:
    return compile_pattern(source)


def _number(compare: Callable[[float, float], bool]) -> Keeps:
    def keeps(demanded: Any, value: Any, _place: Place) -> bool:
        if not _is_number(value) or isinstance(demanded, bool):
            return True
        return compare(value, demanded)

    return keeps


def _size(
    kind: type[str | list[Any] | dict[str, Any]], compare: Callable[[int, float], bool]
) -> Keeps:
    def keeps(demanded: Any, value: Any, _place: Place) -> bool:
        return not isinstance(value, kind) or compare(len(value), demanded)

    return keeps


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _minimum(demanded: Any, value: Any, place: Place) -> bool:
    is_open = place.schema.get("exclusiveMinimum") is True
    return (_above if is_open else _least)(demanded, value, place)


def _maximum(demanded: Any, value: Any, place: Place) -> bool:
    is_open = place.schema.get("exclusiveMaximum") is True
    return (_below if is_open else _most)(demanded, value, place)


def _format(demanded: Any, value: Any, _place: Place) -> bool:
    check = format_check(demanded) if isinstance(value, str) else None
    return check is None or check(value)


def _additional(demanded: Any, value: Any, place: Place) -> bool:
    is_refused = demanded is False and isinstance(value, dict)
    return not (is_refused and unknown_names(place, value))


def _unique(demanded: Any, value: Any, _place: Place) -> bool:
    if demanded is not True or not isinstance(value, list):
        return True
    return len({canonical(each) for each in value}) == len(value)


def _items(demanded: Any, value: Any, place: Place) -> bool:
    first = len(place.schema.get("prefixItems", ()))
    return not (demanded is False and isinstance(value, list) and len(value) > first)


def _additional_items(demanded: Any, value: Any, place: Place) -> bool:
    first = place.schema.get("items")
    is_refused = demanded is False and isinstance(value, list) and isinstance(first, list)
    return not (is_refused and len(value) > len(first or ()))


_least = _number(lambda value, bound: value >= bound)
_above = _number(lambda value, bound: value > bound)
_most = _number(lambda value, bound: value <= bound)
_below = _number(lambda value, bound: value < bound)

_KEEPS: Mapping[str, Keeps] = MappingProxyType(
    {
        "additionalProperties": _additional,
        "const": lambda demanded, value, _: canonical(value) == canonical(demanded),
        "enum": lambda demanded, value, _: canonical(value) in set(map(canonical, demanded)),
        "exclusiveMaximum": _below,
        "exclusiveMinimum": _above,
        "format": _format,
        "additionalItems": _additional_items,
        "items": _items,
        "maxItems": _size(list, lambda size, bound: size <= bound),
        "maxLength": _size(str, lambda size, bound: size <= bound),
        "maxProperties": _size(dict, lambda size, bound: size <= bound),
        "maximum": _maximum,
        "minItems": _size(list, lambda size, bound: size >= bound),
        "minLength": _size(str, lambda size, bound: size >= bound),
        "minProperties": _size(dict, lambda size, bound: size >= bound),
        "minimum": _minimum,
        "multipleOf": lambda demanded, value, _: (
            not _is_number(value) or is_multiple(value, demanded)
        ),
        "pattern": lambda demanded, value, _: (
            not isinstance(value, str) or _pattern(demanded).matches(value)
        ),
        "type": lambda demanded, value, _: bool(type_of(value) & types_of(demanded)),
        "uniqueItems": _unique,
    }
)
