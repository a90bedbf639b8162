"""Shapes that have few values, and whether there are enough of them for `uniqueItems`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from pytest_schemas._equality import canonical
from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._objects import Objects
from pytest_schemas._generate._shape import Leaf, Shape, Variant

#: So many values are few.
FEW = 64
_DEEPEST = 4
#: An item that is not there, of those that need not be.
_ABSENT = object()


def values_of(shape: Shape, deep: int = _DEEPEST) -> list[Any] | None:
    """All the values of a shape; None where they are not few."""
    found: dict[Any, Any] = {}
    for variant in shape.variants:
        values = _values(variant, deep) if deep else None
        if values is None:
            return None
        found.update((canonical(each), each) for each in values)
        if len(found) > FEW:
            return None
    return list(found.values())


def _values(variant: Variant, deep: int) -> list[Any] | None:
    if isinstance(variant, Checked):
        values = _values(variant.variant, deep)
        return None if values is None else [each for each in values if variant.accepts(each)]
    if isinstance(variant, Leaf):
        return variant.few(FEW)
    if isinstance(variant, Objects):
        return _objects(variant, deep)
    if isinstance(variant, Arrays):
        return _arrays(variant, deep)
    return None


def _objects(objects: Objects, deep: int) -> list[Any] | None:
    if objects.extras or objects.company:
        return None
    columns = []
    for name, shape in objects.members.items():
        values = values_of(shape, deep - 1)
        if values is None and (name in objects.required or not shape.is_empty):
            return None
        optional = [] if name in objects.required else [_ABSENT]
        columns.append([*optional, *(values or ())])
        if prod(map(len, columns)) > FEW:
            return None
    rows = (zip(objects.members, row, strict=True) for row in product(*columns))
    found = [{n: value for n, value in row if value is not _ABSENT} for row in rows]
    high = len(objects.members) if objects.high is None else objects.high
    return [each for each in found if objects.low <= len(each) <= high]


def _arrays(arrays: Arrays, deep: int) -> list[Any] | None:
    most = arrays.most()
    if most > FEW:
        return None
    found: list[Any] = []
    columns: list[list[Any]] = []
    for count in range(int(most) + 1):
        if count:
            shape = arrays.shape(count - 1)
            values = values_of(shape, deep - 1) if shape is not None else []
            if values is None:
                return None
            columns.append(values)
        if prod(map(len, columns)) > FEW:
            return None
        if count >= arrays.low:
            found += map(list, product(*columns))
    return [each for each in found if not arrays.unique or _is_unique(each)]


def _is_unique(items: list[Any]) -> bool:
    return len(set(map(canonical, items))) == len(items)


def settle_unique(arrays: Arrays) -> bool:
    """Tell an array of unique items which of its items have few values; whether they are enough."""
    shapes = [arrays.shape(index) for index in range(min(arrays.low, FEW + len(arrays.prefix) + 1))]
    if arrays.rest is not None:
        shapes.append(arrays.rest)
    for shape in shapes:
        if shape is not None and id(shape) not in arrays.few:
            values = values_of(shape)
            if values is not None:
                arrays.few[id(shape)] = values
    needed = [arrays.few[id(each)] for each in shapes[: arrays.low] if id(each) in arrays.few]
    return _can_differ(needed)


def _can_differ(choices: Sequence[Sequence[Any]]) -> bool:
    """Whether one value can be taken of each, and all differ: a matching that leaves none out."""
    keys = [[canonical(each) for each in values] for values in choices]
    holder: dict[Any, int] = {}

    def place(at: int, seen: set[Any]) -> bool:
        for key in keys[at]:
            if key not in seen:
                seen.add(key)
                if key not in holder or place(holder[key], seen):
                    holder[key] = at
                    return True
        return False

    return all(place(at, set()) for at in range(len(keys)))
