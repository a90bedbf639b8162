"""Choices, and who makes them: Hypothesis, or a fixed order.

What generates documents asks a chooser for each decision. So the same code makes the documents of a
property test, the smallest document, and what is tried out when a strategy is built.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NoReturn, Protocol, TypeVar

from pytest_schemas._generate._alphabet import Alphabet

T = TypeVar("T")

#: A size is not the greatest once in so many.
_TIMES = 16


class Rejected(Exception):  # noqa: N818 - control flow of a try, not an error
    """These choices lead to no document."""


class OnlyDrawn(Rejected):
    """What is asked for is a strategy of the user's, from which Hypothesis alone can draw."""


class Chooser(Protocol):
    """Makes decisions. The first, the shortest and the lowest are what a document shrinks to."""

    def integer(self, low: int, high: int) -> int:
        """An integer between two bounds, both included."""

    def flag(self, one_in: int) -> bool:
        """True once in so many times; shrinks to False."""

    def pick(self, options: Sequence[T]) -> T:
        """One of some options; shrinks to the first."""

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        """A text of between `low` and `high` characters."""

    def number(self, low: float | None, high: float | None) -> float:
        """A finite number that is not an integer by type; None is no bound."""

    def json(self) -> object:
        """Any JSON value that holds no others."""

    def given(self, strategy: object) -> object:
        """A value of a Hypothesis strategy that the user has given."""

    def reject(self) -> NoReturn:
        """Give up these choices."""


class Smallest:
    """Chooses the first, the shortest and the lowest each time."""

    def integer(self, low: int, high: int) -> int:
        return min(max(0, low), high)

    def flag(self, one_in: int) -> bool:  # noqa: ARG002 - the same for every chance
        return False

    def pick(self, options: Sequence[T]) -> T:
        return options[0]

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:  # noqa: ARG002
        return alphabet.smallest * low if low else ""

    def number(self, low: float | None, high: float | None) -> float:
        value = max(0, low) if low is not None else 0
        return float(value if high is None else min(value, high))

    def json(self) -> object:
        return None

    def given(self, strategy: object) -> NoReturn:  # noqa: ARG002 - only Hypothesis can draw
        raise OnlyDrawn

    def reject(self) -> NoReturn:
        raise Rejected


class Later(Smallest):
    """As the smallest, but of several places in an array it takes the last."""

    def pick(self, options: Sequence[T]) -> T:
        at = len(options) - 1 if isinstance(options, range) else 0
        return options[at]


class Counting(Smallest):
    """Counts the choices that the smallest document takes."""

    def __init__(self) -> None:
        self.count = 0

    def integer(self, low: int, high: int) -> int:
        self.count += 1
        return super().integer(low, high)

    def flag(self, one_in: int) -> bool:
        self.count += 1
        return super().flag(one_in)

    def pick(self, options: Sequence[T]) -> T:
        self.count += 1
        return super().pick(options)

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        self.count += 1
        return super().text(alphabet, low, high)

    def number(self, low: float | None, high: float | None) -> float:
        self.count += 1
        return super().number(low, high)

    def json(self) -> object:
        self.count += 1
        return super().json()


class Trial:
    """Chooses at random, from a fixed seed: for what is tried out before it is offered."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def flag(self, one_in: int) -> bool:
        return self._random.randrange(one_in) == 0

    def pick(self, options: Sequence[T]) -> T:
        return self._random.choice(options)

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        count = self._random.randint(low, min(high, low + 8))
        return "".join(alphabet[self._random.randrange(alphabet.size)] for _ in range(count))

    def number(self, low: float | None, high: float | None) -> float:
        least = low if low is not None else -1e6 if high is None else high - 1e6
        most = high if high is not None else least + 2e6
        return self._random.uniform(least, most)

    def json(self) -> object:
        return self._random.choice([None, True, 0, ""])

    def given(self, strategy: object) -> NoReturn:  # noqa: ARG002 - only Hypothesis can draw
        raise OnlyDrawn

    def reject(self) -> NoReturn:
        raise Rejected


def up_to(most: int, least: int, chooser: Chooser) -> int:
    """Mostly the greatest of some sizes, and at times one below it.

    One choice makes both, so that what fails at the greatest size shrinks to the least that fails.
    """
    span = max(0, most - least)
    return min(most, least + chooser.integer(0, _TIMES * span)) if span else most
