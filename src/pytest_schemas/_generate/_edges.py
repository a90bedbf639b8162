"""Right values at the edge of what a keyword allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._chooser import Rejected, Trial
from pytest_schemas._generate._faults import At, Fault
from pytest_schemas._generate._shape import made

_LONGEST = 100_000
_MOST_ITEMS = 1_000
#: So many are made for an item that is to be unlike the others.
_TRIES = 50
#: Beyond the basic plane: one character, and two units of UTF-16.
_ASTRAL = "\U0001f600"


def edges(value: Any, at: At) -> Iterator[Fault]:
    """What may take the place of a right value, and is as near to breaking a keyword as can be.

    Whether it keeps all that is demanded beside the keyword remains to be seen.
    """
    propose = _EDGES.get(at.keyword)
    return propose(value, at) if propose else iter(())


def has_edge(keyword: str, demanded: Any) -> bool:
    """Whether any value can be at the edge of a keyword that demands this."""
    if keyword == "type":
        return "integer" in _types(demanded)
    return keyword in _EDGES


def _types(demanded: Any) -> Any:
    return [demanded] if isinstance(demanded, str) else demanded


def _shortest(value: Any, at: At) -> Iterator[Fault]:
    if isinstance(value, str) and 0 < at.demanded <= _LONGEST:
        for text in _of_length(value, ceil(at.demanded)):
            yield Fault("at-least", text)


def _longest(value: Any, at: At) -> Iterator[Fault]:
    if isinstance(value, str) and at.demanded <= _LONGEST:
        most = floor(at.demanded)
        for text in _of_length(value, most):
            yield Fault("at-most", text)
        yield Fault("at-most-astral", _ASTRAL * most)


def _of_length(value: str, length: int) -> Iterator[str]:
    if len(value) >= length:
        yield value[:length]
    for filler in dict.fromkeys((*value[-1:], "a", " ")):
        yield value + filler * (length - len(value))


def _at_bound(value: Any, at: At) -> Iterator[Fault]:
    bound = at.demanded
    if isinstance(bound, bool) or not isinstance(value, (int, float)):
        return
    yield Fault("at-bound", int(bound) if bound == int(bound) else bound)


def _inside(by: int) -> Callable[[Any, At], Iterator[Fault]]:
    def propose(value: Any, at: At) -> Iterator[Fault]:
        if not isinstance(at.demanded, bool) and isinstance(value, (int, float)):
            yield Fault("next-to-bound", int(at.demanded) + by)
            yield Fault("next-to-bound", at.demanded + by / 2)

    return propose


def _few_items(value: Any, at: At) -> Iterator[Fault]:
    if isinstance(value, list):
        yield Fault("at-least", value[: ceil(at.demanded)])


def _many_items(value: Any, at: At) -> Iterator[Fault]:
    if not isinstance(value, list) or not isinstance(at.variant, Arrays):
        return
    if at.demanded <= _MOST_ITEMS:
        whole = list(value)
        for index in range(len(whole), floor(at.demanded)):
            shape = at.variant.shape(index)
            if shape is not None:
                room = max(at.room - 1, shape.height)
                choosers = [Trial(seed) for seed in range(index, index + _TRIES)]
                made = (shape.make(each, room) for each in choosers if at.variant.unique)
                # Equal items would break `uniqueItems`.
                another = next((each for each in made if each not in whole), None)
                whole.append(shape.make(at.chooser, room) if another is None else another)
        yield Fault("at-most", whole)


def _few_members(value: Any, at: At) -> Iterator[Fault]:
    if isinstance(value, dict) and len(value) == ceil(at.demanded):
        yield Fault("at-least", value)


def _samples(_value: Any, at: At) -> Iterator[Fault]:
    """Some more texts of the form: what a first one shows is little."""
    for seed in range(3):
        with suppress(Rejected):
            yield Fault(f"sample-{seed + 1}", made(at.variant, Trial(seed), at.room))


def _as_float(value: Any, at: At) -> Iterator[Fault]:
    """An integer as 1.0, which JSON does not tell from 1."""
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if is_integer and "integer" in _types(at.demanded):
        yield Fault("as-float", float(value))


_EDGES: Mapping[str, Callable[[Any, At], Iterator[Fault]]] = MappingProxyType(
    {
        "exclusiveMaximum": _inside(-1),
        "exclusiveMinimum": _inside(1),
        "format": _samples,
        "maxItems": _many_items,
        "maxLength": _longest,
        "maximum": _at_bound,
        "minItems": _few_items,
        "minLength": _shortest,
        "minProperties": _few_members,
        "minimum": _at_bound,
        "pattern": _samples,
        "type": _as_float,
    }
)
