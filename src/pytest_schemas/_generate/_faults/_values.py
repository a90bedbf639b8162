"""Values of another type, and values that are none of those which are allowed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from pytest_schemas._generate._chooser import Rejected, Smallest, Trial
from pytest_schemas._generate._faults._at import At, Fault
from pytest_schemas._schema import Place

#: All integers of so many digits are within a double's range.
_MOST_DIGITS = 300


def of_another_type(value: Any, _at: At) -> Iterator[Fault]:
    """null, a number as text, the one item without its array, and the like."""
    yield Fault("null", None)
    if isinstance(value, bool):
        yield from _for_a_boolean(value)
    elif isinstance(value, (int, float)):
        yield from _for_a_number(value)
    elif isinstance(value, str):
        yield from _for_a_text(value)
    elif isinstance(value, list):
        yield from _for_an_array(value)
    elif isinstance(value, dict):
        yield from _for_an_object(value)
    else:
        yield from _for_null()


def _for_a_boolean(value: bool) -> Iterator[Fault]:
    yield Fault("as-text", "true" if value else "false")
    yield Fault("as-number", 1 if value else 0)
    yield Fault("in-array", [value])


def _for_a_number(value: float) -> Iterator[Fault]:
    yield Fault("as-text", json.dumps(value))
    yield Fault("fraction", value + 0.5 if abs(value) < 2**51 else 0.5)
    yield Fault("boolean", True)
    yield Fault("in-array", [value])


def _for_a_text(value: str) -> Iterator[Fault]:
    is_number = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
    yield Fault("number", int(value) if is_number else 0)
    yield Fault("boolean", False)
    yield Fault("in-array", [value])
    yield Fault("object", {})


def _for_an_array(value: list[Any]) -> Iterator[Fault]:
    # A single item without its array, as many programs write a list of one.
    yield Fault("item-alone", value[0] if value and isinstance(value[0], str) else "")
    yield Fault("object", {})
    yield Fault("number", len(value))


def _for_an_object(value: dict[str, Any]) -> Iterator[Fault]:
    yield Fault("in-array", [value])
    yield Fault("empty-array", [])
    yield Fault("as-text", json.dumps(value, ensure_ascii=False))
    yield Fault("boolean", False)


def _for_null() -> Iterator[Fault]:
    yield Fault("false", False)
    yield Fault("as-text", "null")
    yield Fault("empty-text", "")
    yield Fault("zero", 0)
    yield Fault("object", {})


def other_values(value: Any, at: At) -> Iterator[Fault]:
    """A neighbouring value in other letters, one that was never declared, null."""
    known = at.demanded if at.keyword == "enum" else [at.demanded]
    seen = [value, *known]
    for each in known:
        if isinstance(each, str):
            yield Fault("other-case", each.upper() if each.upper() not in seen else each.title())
            yield Fault("undeclared", _undeclared(each))
            yield Fault("null", None)
            yield Fault("space-after", f"{each} ")
            yield Fault("cut", each[:-1])
            yield Fault("empty", "")
            break
    numbers = [n for n in known if isinstance(n, (int, float)) and not isinstance(n, bool)]
    if numbers:
        yield Fault("one-more", max(numbers) + 1)
        yield Fault("one-less", min(numbers) - 1)
        yield Fault("as-text", json.dumps(numbers[0]))
        yield Fault("fraction", max(numbers) + 0.5)
    if any(isinstance(each, bool) for each in known):
        yield Fault("other-boolean", not value if isinstance(value, bool) else True)
        yield Fault("as-text", json.dumps(value))
    yield Fault("null", None)
    yield Fault("boolean", True)
    yield Fault("number", 0)
    if value in ([], {}) or not isinstance(value, (list, dict)):
        yield Fault("in-array", [value])
    yield Fault("empty-object", {})


def _undeclared(known: str) -> str:
    """The next version of `name.v1`, and for other words a new one."""
    stem, last = known[:-1], known[-1:]
    return f"{stem}{int(last) + 1}" if last.isascii() and last.isdigit() else f"{known}s"


def refused_values(_value: Any, at: At) -> Iterator[Fault]:
    """What the subschema of a `not` accepts."""
    yield from _accepted("refused", at.place.child("not"), at)


def no_branch(value: Any, at: At) -> Iterator[Fault]:
    """What no branch of an `anyOf` accepts."""
    yield from of_another_type(value, at)
    branches = at.place.schema[at.keyword]
    is_typed = any(isinstance(each, dict) and each.keys() & {"type", "$ref"} for each in branches)
    if not is_typed or "type" in at.place.schema:
        yield from _like(value)


def two_branches(value: Any, at: At) -> Iterator[Fault]:
    """What no branch of a `oneOf` accepts, or more than one does."""
    for index in range(len(at.place.schema[at.keyword])):
        for fault in _accepted("in-two-branches", at.place.child(at.keyword, str(index)), at):
            yield fault
            if isinstance(fault.value, dict) and isinstance(value, dict):
                yield Fault("in-two-branches", {**fault.value, **value})
                yield Fault("in-two-branches", {**value, **fault.value})
    yield from no_branch(value, at)


def any_values(value: Any, at: At) -> Iterator[Fault]:
    """What the `if` accepts, and some values that it may refuse."""
    yield from _accepted("chosen", at.place.child("if"), at)
    yield from _like(value)
    yield from of_another_type(value, at)


def _accepted(name: str, place: Place, at: At) -> Iterator[Fault]:
    """What a subschema accepts."""
    shape = at.shape(place)
    for chooser in (at.chooser, Smallest(), Trial(0), Trial(1)):
        with suppress(Rejected):
            if shape is not None:
                yield Fault(name, shape.make(chooser, max(at.room, shape.height)))


def _like(value: Any) -> Iterator[Fault]:
    """Other values of the same type."""
    if isinstance(value, dict):
        yield Fault("empty", {})
        for name in value:
            yield Fault("without-one", {n: value[n] for n in value if n != name})
            yield Fault("null-for-one", {**value, name: None})
    elif isinstance(value, list):
        yield Fault("empty", [])
        yield Fault("null-inside", [None])
        yield Fault("twice", value * 2)
    elif isinstance(value, str):
        for text in ("", "0", f"{value} ", value.swapcase(), value * 2):
            yield Fault("other-text", text)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        for number in (value + 1, value - 1, 0, 1, -1, value * 2, value + 0.5):
            yield Fault("other-number", number)
