"""Arrays."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any

from pytest_schemas._equality import canonical
from pytest_schemas._generate._chooser import Chooser, Smallest, Trial, up_to
from pytest_schemas._generate._shape import TRIES, Shape

#: How many items more than it must have an ordinary array has at most.
_MORE = 2
#: An array that may hold so many items or fewer is at times as full as it can be.
_FULL_AT_MOST = 64
#: So many items are made one by one. A fuller array shows that it is full, and no more: the rest of
#: its items are the smallest there are.
_ALL_MADE = 12
#: What is beyond them, where items must differ, comes from a seed.
_SEEDS = 2**16
#: So many times a value is made anew where all that are left can be chosen from instead.
_FEW_TRIES = 2


@dataclass
class Arrays:
    """Arrays: shapes for the first items, and one for all that follow."""

    prefix: list[Shape]
    rest: Shape | None
    low: int = 0
    high: int | None = None
    unique: bool = False
    #: the values of shapes that have few, for items that must differ
    few: dict[int, list[Any]] = field(default_factory=dict)

    def shape(self, index: int) -> Shape | None:
        return self.prefix[index] if index < len(self.prefix) else self.rest

    def most(self) -> float:
        """How many items there can be: up to the first place where no value fits."""
        limit: float = inf if self.high is None else self.high
        for index in range(len(self.prefix) + 1):
            shape = self.shape(index)
            if shape is None or shape.height == inf:
                return min(limit, index)
        return limit

    def height(self) -> float:
        if self.most() < self.low:
            return inf
        shapes = (self.shape(index) for index in range(min(self.low, len(self.prefix) + 1)))
        return 1 + max((each.height for each in shapes if each), default=0)

    def children(self) -> Iterator[Shape]:
        yield from self.prefix
        if self.rest is not None:
            yield self.rest

    def needs(self) -> Iterator[Shape]:
        shapes = (self.shape(index) for index in range(min(self.low, len(self.prefix) + 1)))
        return (each for each in shapes if each is not None)

    def rank(self) -> int:
        return 0

    def weight(self) -> int:
        return int(self.height()) + 1

    def is_rich(self) -> bool:
        item = self.shape(self.low)
        return item is not None and item.height >= 1

    def cases(self) -> int:
        return len(self._counts)

    def make(self, chooser: Chooser, room: float, case: int) -> list[Any]:
        count = self._counts[case]
        if count > (ordinary := max(self._counts[:-1], default=count)):
            count = up_to(count, ordinary + 1, chooser)
        made: list[Any] = []
        for index in range(count):
            shape = self.shape(index)
            if shape is None or (index >= self.low and shape.height >= room):
                break
            if self.unique:
                if index == _ALL_MADE:
                    chooser = Trial(chooser.integer(0, _SEEDS))
                if not self._add_new(made, shape, chooser, room) and index < self.low:
                    chooser.reject()
            elif index < _ALL_MADE:
                made.append(shape.make(chooser, room - 1))
            else:
                made.append(shape.make(Smallest(), shape.height))
        return made

    @cached_property  # asked when all heights are known
    def _counts(self) -> list[int]:
        """How many items there may be: mostly a few, at times as many as there can be."""
        most = self.most()
        few = list(range(self.low, int(min(most, max(self.low + 1, _MORE))) + 1))
        if self.is_rich() and not few[0]:
            few += few[1:2]
        if max(few) >= most or most > _FULL_AT_MOST:
            return few
        return [*few, *(few if few[0] else few[1:]), int(most)]

    def _add_new(self, made: list[Any], shape: Shape, chooser: Chooser, room: float) -> bool:
        known = {canonical(each) for each in made}
        for _ in range(_FEW_TRIES if id(shape) in self.few else TRIES):
            value = shape.make(chooser, room - 1)
            if canonical(value) not in known:
                made.append(value)
                return True
        left = [each for each in self.few.get(id(shape), ()) if canonical(each) not in known]
        if left:
            made.append(deepcopy(chooser.pick(left)))
        return bool(left)
