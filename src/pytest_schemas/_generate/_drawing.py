"""A chooser that asks Hypothesis, through its public interface alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn, TypeVar

from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema

from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._chooser import Rejected

T = TypeVar("T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

#: Ranges and alphabets up to this size are written out.
_FEW = 512
#: A text that must be longer repeats so many characters.
_LONGEST_DRAWN = 1_000
_REPEATED = 8
_CS: tuple[Literal["Cs"]] = ("Cs",)


class Strategies:
    """The strategies that one contract's documents are drawn from, each made once."""

    def __init__(self) -> None:
        self._integers: dict[tuple[int, int], st.SearchStrategy[int]] = {}
        self._texts: dict[tuple[Alphabet, int, int], st.SearchStrategy[str]] = {}
        self._numbers: dict[tuple[float | None, float | None], st.SearchStrategy[float]] = {}
        self._scalars: st.SearchStrategy[Any] | None = None
        # In a new folder Hypothesis takes a second for the table of characters that the first leaf
        # asks for. Within a draw, that second would fail its health check of slow data.
        _leaf({"type": "null"})

    def integers(self, low: int, high: int) -> st.SearchStrategy[int]:
        key = (low, high)
        found = self._integers.get(key)
        if found is None:
            found = self._integers[key] = _integers(low, high)
        return found

    def texts(self, alphabet: Alphabet, low: int, high: int) -> st.SearchStrategy[str]:
        key = (alphabet, low, high)
        found = self._texts.get(key)
        if found is None:
            found = st.text(_characters(alphabet), min_size=low, max_size=high)
            self._texts[key] = found
        return found

    def numbers(self, low: float | None, high: float | None) -> st.SearchStrategy[float]:
        key = (low, high)
        found = self._numbers.get(key)
        if found is None:
            schema: dict[str, Any] = {"type": "number"}
            if low is not None:
                schema["minimum"] = low
            if high is not None:
                schema["maximum"] = high
            found = self._numbers[key] = _leaf(schema)
        return found

    def scalars(self) -> st.SearchStrategy[Any]:
        if self._scalars is None:
            self._scalars = _leaf({"type": ["null", "boolean", "integer", "number", "string"]})
        return self._scalars


def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    if low == 0 and high < _FEW:
        # Faster, and Hypothesis takes only those for the same that have the same bounds.
        return st.sampled_from(range(high + 1))
    return _leaf({"type": "integer", "minimum": low, "maximum": high})


def _leaf(schema: Any) -> st.SearchStrategy[Any]:
    return from_schema(schema)


def _characters(alphabet: Alphabet) -> st.SearchStrategy[str] | str:
    if alphabet == ANY:
        return st.characters(exclude_categories=_CS)
    if alphabet.size <= _FEW:
        return "".join(alphabet)
    if len(alphabet.ranges) == 1:
        low, high = alphabet.ranges[0]
        return st.characters(min_codepoint=low, max_codepoint=high, exclude_categories=_CS)
    without = ~alphabet
    if without.size <= _FEW:
        return st.characters(exclude_characters="".join(without), exclude_categories=_CS)
    return st.one_of(
        *(
            st.characters(min_codepoint=low, max_codepoint=high, exclude_categories=_CS)
            for low, high in alphabet.ranges
        )
    )


class Drawing:
    """Makes each decision by one draw."""

    def __init__(self, draw: Draw, strategies: Strategies) -> None:
        self._draw = draw
        self._strategies = strategies

    def integer(self, low: int, high: int) -> int:
        return int(self._draw(self._strategies.integers(low, high)))

    def flag(self, one_in: int) -> bool:
        return self.integer(0, one_in - 1) == one_in - 1

    def pick(self, options: Sequence[T]) -> T:
        return options[self.integer(0, len(options) - 1)]

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        if low > _LONGEST_DRAWN:  # Hypothesis has no room for so many choices
            few = self.text(alphabet, 1, _REPEATED)
            return (few * low)[:low]
        return str(self._draw(self._strategies.texts(alphabet, low, high)))

    def number(self, low: float | None, high: float | None) -> float:
        return float(self._draw(self._strategies.numbers(low, high)))

    def json(self) -> Any:
        return self._draw(self._strategies.scalars())

    def given(self, strategy: Any) -> Any:
        return self._draw(strategy)

    def reject(self) -> NoReturn:
        raise Rejected
