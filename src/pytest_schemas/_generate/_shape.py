"""Shapes: what makes the values of one requirement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import inf
from typing import Any, Protocol

from pytest_schemas._generate._chooser import Chooser, Counting, Rejected
from pytest_schemas._generate._flat import Flat

#: So many times a value is made anew where it turns out not to fit.
TRIES = 20


class Variant(Protocol):
    """One kind of value that a shape can have."""

    def height(self) -> float:
        """How many containers the least nested value has; infinite where there is none."""

    def children(self) -> Iterator[Shape]:
        """The shapes that its values are made of."""

    def needs(self) -> Iterator[Shape]:
        """The shapes that it cannot do without."""

    def rank(self) -> int:
        """Where it stands among the variants of its height: the first enum values come first."""

    def weight(self) -> int:
        """How often it is made, against the others."""

    def make(self, chooser: Chooser, room: float) -> Any:
        """A value, nested no deeper than there is room where that can be."""


class Shape:
    """The kinds of value that keep a requirement."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.variants: list[Variant] = []
        #: what each variant was made from, by its identity
        self.origins: dict[int, Flat] = {}
        #: the clauses that leave nothing of some kind
        self.reason: tuple[str, ...] = ()
        self.height: float = inf
        self._padding: dict[int, int] = {}
        self._weighted: list[Variant] = []

    def settle(self) -> bool:
        """Look again how high the lowest value is; whether that has changed."""
        height = min((each.height() for each in self.variants), default=inf)
        changed = height != self.height
        self.height = height
        return changed

    @property
    def is_empty(self) -> bool:
        """Whether it is known already that there is no value."""
        return not self.variants and bool(self.reason)

    def prune(self) -> None:
        """Drop what has no finite value, and put the lowest first."""
        self.variants = [each for each in self.variants if each.height() < inf]
        self.variants.sort(key=lambda each: each.height())

    def sort(self) -> None:
        """Put what a document shrinks to first."""
        self.variants.sort(key=lambda each: (each.height(), each.rank()))
        # What holds more has more to show, so it is made more often.
        self._weighted = [each for each in self.variants for _ in range(each.weight())]

    def pad(self) -> None:
        """Let no variant take fewer choices than the first.

        Hypothesis takes the document with the fewest choices for the smallest. It would prefer a
        constant to a short text, and so a rare case to the common one.
        """
        if len(self.variants) > 1:
            first, *others = (_choices(each) for each in self.variants)
            for variant, count in zip(self.variants[1:], others, strict=True):
                self._padding[id(variant)] = max(0, first - count)

    def make(self, chooser: Chooser, room: float) -> Any:
        if len(self.variants) == 1:
            return self.variants[0].make(chooser, room)
        variants: Sequence[Variant] = self._weighted
        if self.variants[-1].height() > room:
            variants = [each for each in variants if each.height() <= max(room, self.height)]
        variant = chooser.pick(variants)
        for _ in range(self._padding.get(id(variant), 0)):
            chooser.flag(2)
        return variant.make(chooser, room)


def _choices(variant: Variant) -> int:
    counting = Counting()
    try:
        variant.make(counting, variant.height())
    except Rejected:
        return 0
    return counting.count


class Leaf:
    """A variant without anything below it."""

    def height(self) -> float:
        return 0

    def children(self) -> Iterator[Shape]:
        return iter(())

    def needs(self) -> Iterator[Shape]:
        return iter(())

    def rank(self) -> int:
        return 0

    def weight(self) -> int:
        return 1

    def few(self, most: int) -> list[Any] | None:  # noqa: ARG002 - as every leaf
        """All its values, if they are known not to be more than so many."""
        return None


class Constants(Leaf):
    """Some values, of those that an enum lists."""

    def __init__(self, values: list[Any], first: int = 0) -> None:
        self.values = values
        self._first = first

    def rank(self) -> int:
        return self._first

    def few(self, most: int) -> list[Any] | None:
        return self.values if len(self.values) <= most else None

    def make(self, chooser: Chooser, room: float) -> Any:  # noqa: ARG002 - as every variant
        value = self.values[0] if len(self.values) == 1 else chooser.pick(self.values)
        return deepcopy(value) if isinstance(value, (dict, list)) else value


class Anything(Leaf):
    """Any JSON value."""

    def make(self, chooser: Chooser, room: float) -> Any:  # noqa: ARG002 - as every variant
        return chooser.json()
