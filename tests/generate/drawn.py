"""A chooser that asks Hypothesis, with nothing of the package's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NoReturn, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from pytest_schemas._generate._alphabet import Alphabet

T = TypeVar("T")

#: So many characters are drawn from in the order in which a person would write them.
_PLAIN = 64


class Drawn:
    """Makes each decision by one draw."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def flag(self, one_in: int) -> bool:
        return self.integer(0, one_in - 1) == one_in - 1

    def pick(self, options: Sequence[T]) -> T:
        return options[self.integer(0, len(options) - 1)]

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        plain = st.sampled_from(list(islice(alphabet, _PLAIN)))
        others = st.integers(0, alphabet.size - 1).map(alphabet.__getitem__)
        characters = plain if alphabet.size <= _PLAIN else plain | others
        return "".join(self._draw(st.lists(characters, min_size=low, max_size=high)))

    def number(self, low: float | None, high: float | None) -> float:
        return float(self._draw(st.floats(low, high, allow_nan=False, allow_infinity=False)))

    def json(self) -> object:
        return self._draw(st.none() | st.booleans())

    def given(self, strategy: Any) -> Any:
        return self._draw(strategy)

    def reject(self) -> NoReturn:
        reject()
