"""Shapes: what makes the values of one requirement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Protocol

from pytest_schemas._generate._chooser import Chooser, Counting, Rejected
from pytest_schemas._generate._flat import Flat

#: So many times a value is made anew where it turns out not to fit.
TRIES = 20
#: What stands for a value that is not there.
ABSENT: Final = object()


class Variant(Protocol):
    """One kind of value that a shape can have.

    Each choice takes time, so a variant does not make its first one itself: the shape makes it
    along with its own, which of its variants it is, and whether the value is there at all.
    """

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

    def is_rich(self) -> bool:
        """Whether it has alternatives of its own, so that it should not be missing often."""

    def cases(self) -> int:
        """How many outcomes its first choice has; the first one is the smallest value."""

    def make(self, chooser: Chooser, room: float, case: int) -> Any:
        """A value, nested no deeper than there is room where that can be.

        Args:
            chooser: makes all choices but the first.
            room: how deep it may be nested.
            case: the outcome of the first choice.
        """


@dataclass(frozen=True)
class _Outcome:
    """What comes of the first choice of a value."""

    variant: Variant
    case: int
    height: float


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
        self.is_rich = False
        self._padding: dict[int, int] = {}
        self._outcomes: list[_Outcome] = []

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
        self.is_rich = any(each.is_rich() for each in self.variants)

    def sort(self) -> None:
        """Put what a document shrinks to first."""
        self.variants.sort(key=lambda each: (each.height(), each.rank()))
        # What holds more has more to show, so it is made more often.
        most = max((each.cases() / each.weight() for each in self.variants), default=0)
        self._outcomes = [
            _Outcome(each, case, each.height())
            for each in self.variants
            for case in range(each.cases())
            for _ in range(max(1, round(most * each.weight() / each.cases())))
        ]

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
        """A value, nested no deeper than there is room where that can be."""
        outcomes = self._within(room)
        outcome = outcomes[0] if len(outcomes) == 1 else chooser.pick(outcomes)
        return self._make(outcome, chooser, room)

    def make_perhaps(self, chooser: Chooser, room: float, *, present: float, sure: bool) -> Any:
        """A value, or ABSENT.

        Args:
            chooser: makes the choices; being sure changes none of them, so that a document can
                shrink from one to the other.
            room: how deep it may be nested.
            present: about how often it is there.
            sure: it is there now.
        """
        outcomes = self._within(room)
        if len(outcomes) == 1:
            outcomes = [*outcomes, *outcomes]
        absent = max(1, round(len(outcomes) * (1 / present - 1)))
        low = absent if sure else 0
        index = chooser.integer(low, absent + len(outcomes) - 1) - absent
        return ABSENT if index < 0 else self._make(outcomes[index], chooser, room)

    def _within(self, room: float) -> Sequence[_Outcome]:
        if self._outcomes[-1].height <= room:
            return self._outcomes
        return [each for each in self._outcomes if each.height <= max(room, self.height)]

    def _make(self, outcome: _Outcome, chooser: Chooser, room: float) -> Any:
        value = outcome.variant.make(chooser, room, outcome.case)
        # In the end: what two variants have in common mostly comes first.
        for _ in range(self._padding.get(id(outcome.variant), 0)):
            chooser.flag(2)
        return value


def made(variant: Variant, chooser: Chooser, room: float) -> Any:
    """A value of one variant, with as much room as its least nested one needs."""
    case = chooser.integer(0, variant.cases() - 1) if variant.cases() > 1 else 0
    return variant.make(chooser, max(room, variant.height()), case)


def _choices(variant: Variant) -> int:
    """How many choices the smallest value takes, but for the first."""
    counting = Counting()
    try:
        variant.make(counting, variant.height(), 0)
    except Rejected:
        return 0
    return counting.count


class Leaf:
    """A variant without anything below it, which has room everywhere."""

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

    def is_rich(self) -> bool:
        return False

    def cases(self) -> int:
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

    def is_rich(self) -> bool:
        return len(self.values) > 1

    def cases(self) -> int:
        return len(self.values)

    def few(self, most: int) -> list[Any] | None:
        return self.values if len(self.values) <= most else None

    def make(self, chooser: Chooser, room: float, case: int) -> Any:  # noqa: ARG002
        value = self.values[case]
        return deepcopy(value) if isinstance(value, (dict, list)) else value


class Anything(Leaf):
    """Any JSON value, two levels deep at most."""

    def cases(self) -> int:
        return len(_ANYTHING)

    def make(self, chooser: Chooser, room: float, case: int) -> Any:  # noqa: ARG002
        return _ANYTHING[case](chooser)


#: The first ones take no further choice.
_ANYTHING: tuple[Callable[[Chooser], object], ...] = (
    lambda _: None,
    lambda _: False,
    lambda _: True,
    lambda _: 0,
    lambda _: "",
    lambda _: [],
    lambda _: {},
    *[lambda chooser: chooser.json()] * 4,
    lambda chooser: [chooser.json()],
    lambda chooser: [chooser.json(), chooser.json()],
    lambda chooser: {"": chooser.json()},
    lambda chooser: {"0": chooser.json()},
    lambda chooser: {"a": chooser.json(), "b": [chooser.json()]},
)
