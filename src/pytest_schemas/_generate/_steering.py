"""Documents that go a given way, so that a subschema far inside has a value to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pytest_schemas._equality import canonical
from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._objects import Extra, Objects
from pytest_schemas._generate._shape import TRIES, Variant, made
from pytest_schemas._generate._sites import AnyItem, Edge, Part, plain

#: The members and items that lead from a document to a part of it.
Steps = tuple[str | int, ...]
#: Makes the value at the end of a way.
End = Callable[[Chooser, float], Any]


def steered(way: Sequence[Edge], end: End, chooser: Chooser, room: float) -> tuple[Any, Steps]:
    """A valid document that has a part at the end of a way, and the steps to this part."""
    if not way:
        return end(chooser, room), ()
    edge, *rest = way
    variant = edge.variants[0] if len(edge.variants) == 1 else chooser.pick(edge.variants)
    for _ in range(TRIES):
        whole = made(variant, chooser, room)
        part, steps = steered(rest, end, chooser, room - 1)
        step = _put(plain(variant), whole, edge.part, part, chooser, room)
        if step is not None and _fits(variant, whole):
            return whole, (step, *steps)
    return chooser.reject()


def at(document: Any, steps: Steps) -> Any:
    """The part of a document that some steps lead to.

    Raises:
        LookupError: there is none.
    """
    for step in steps:
        is_one = isinstance(document, list) if isinstance(step, int) else isinstance(document, dict)
        if not is_one:
            raise LookupError(step)
        document = document[step]
    return document


def replaced(document: Any, steps: Steps, value: Any) -> Any:
    """A document with another value at a part that it has; the first one stays as it is."""
    if not steps:
        return value
    first, *rest = steps
    fresh = document.copy()
    fresh[first] = replaced(document[first], tuple(rest), value)
    return fresh


def _fits(variant: Variant, value: Any) -> bool:
    while isinstance(variant, Checked):
        if not variant.accepts(value):
            return False
        variant = variant.variant
    return True


def _put(
    variant: Variant, whole: Any, part: Part, value: Any, chooser: Chooser, room: float
) -> str | int | None:
    """Put a value in; return where it stands, or None where it cannot."""
    if isinstance(variant, Objects):
        if isinstance(part, Extra):
            return _put_extra(variant, whole, part, value, chooser)
        if isinstance(part, str):
            return put_member(variant, whole, part, value, chooser, room)
    if isinstance(variant, Arrays) and isinstance(part, (int, AnyItem)):
        return _put_item(variant, whole, part, value, chooser, room)
    return None


def _put_extra(
    objects: Objects, whole: dict[str, Any], extra: Extra, value: Any, chooser: Chooser
) -> str | None:
    if objects.high is not None and len(whole) >= objects.high:
        return None
    for _ in range(TRIES):
        name = extra.name(chooser)
        if name not in whole and name not in objects.members and extra.fits(name):
            whole[name] = value
            return name
    return None


def put_member(
    objects: Objects, whole: dict[str, Any], name: str, value: Any, chooser: Chooser, room: float
) -> str | None:
    """Put a member in, with what has to come along with it; None where it has no room."""
    needed = objects.required | {name} | objects.company.get(name, frozenset())
    for each in objects.members:
        if each in needed and each != name and each not in whole:
            shape = objects.members[each]
            whole[each] = shape.make(chooser, max(room - 1, shape.height))
    whole[name] = value
    for each in reversed(list(whole)):
        if objects.high is not None and len(whole) > objects.high and each not in needed:
            del whole[each]
    if any(not objects.company.get(each, frozenset()) <= whole.keys() for each in whole):
        return None
    order = {each: number for number, each in enumerate(objects.members)}
    members = sorted(whole.items(), key=lambda member: order.get(member[0], len(order)))
    whole.clear()
    whole.update(members)
    return name if objects.high is None or len(whole) <= objects.high else None


def _put_item(
    arrays: Arrays, whole: list[Any], part: int | AnyItem, value: Any, chooser: Chooser, room: float
) -> int | None:
    first = part.first if isinstance(part, AnyItem) else part
    while len(whole) <= first:
        shape = arrays.shape(len(whole))
        if shape is None:
            return None
        item = shape.make(chooser, max(room - 1, shape.height)) if len(whole) < first else value
        whole.append(item)
    index = first
    if isinstance(part, AnyItem) and arrays.most() > first + 1:
        index = chooser.pick(range(first, max(len(whole), first + 2)))
        if index == len(whole) and (shape := arrays.shape(index)) is not None:
            whole[first] = shape.make(chooser, max(room - 1, shape.height))
            whole.append(value)
    whole[index] = value
    if arrays.unique:
        same = [n for n, each in enumerate(whole) if canonical(each) == canonical(value)]
        for number in reversed(same):
            if number > first and number != index:
                del whole[number]
                index -= number < index
        if len(whole) < arrays.low or len({canonical(each) for each in whole}) < len(whole):
            return None
    return index
