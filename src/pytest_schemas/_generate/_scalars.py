"""Numbers and texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, gcd, inf, isinf, lcm, nextafter
from sys import float_info

from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._chooser import Chooser, Smallest, up_to
from pytest_schemas._generate._flat import Bound, Contradiction, Flat, exact
from pytest_schemas._generate._shape import Leaf

#: A text without a longest length is at most so much longer than it must be, and an ordinary one
#: this much.
_ROOM = 24
_ORDINARY = 8
#: Integers without bounds stay where every reader keeps them.
_SAFE = 2**53 - 1
#: So many multiples of a step are made, on either side of the one nearest to zero.
_FAR = 10**6
_EXACT = 10**15
#: A text is not made as long as it may be where that is longer than any test wants.
_FULL_AT_MOST = 100_000
#: So many cases of a number that need not be an integer are not edges.
_PLAIN_CASES = 3
#: Most numbers that programs exchange are small.
_SMALL = 100

#: Texts that programs stumble over. They take no further choice, so that a document shrinks to them
#: sooner than to a text whose characters are chosen. So none is longer than the plain ones that
#: come before them.
_AWKWARD = (
    "\U0001f600",  # beyond the basic plane: two UTF-16 units
    "e\u0301",  # a letter and a combining mark
    "\u05e9",  # right to left
    '"',  # what JSON escapes
    "\\",
    "\n",
    "\t",
    "\u0000",
    "\u2028",  # a line end in JavaScript, not in JSON
    "\ufeff",  # a byte order mark inside
    "\U0001f1e9\U0001f1ea",  # two code points, one sign
    "\u00e9",
    "\u6f22",
    " ",
)
#: How many of the cases are the shortest text, and texts whose characters are chosen: ordinary,
#: long, and longest ones.
_SHORTEST_CASES = 4
_ORDINARY_CASES = 8
_LONG_CASES = 6
_FULL_CASES = 8
#: Texts that must be longer than this are of few kinds.
_LONG = 1000


class Integers(Leaf):
    """Integers in a range, perhaps every so many."""

    def __init__(self, flat: Flat) -> None:
        self._step = _integer_step(flat.multiples)
        _check_refused(flat, Fraction(self._step))
        low = _first_integer(flat.low)
        high = _last_integer(flat.high)
        self._low = None if low is None else ceil(Fraction(low, self._step))
        self._high = None if high is None else floor(Fraction(high, self._step))
        if self._low is not None and self._high is not None and self._low > self._high:
            raise Contradiction(_by(flat.low), _by(flat.high), *flat.multiples_by)
        safe = max(1, _SAFE // self._step)
        least = self._low if self._low is not None else min(-safe, self._high or 0)
        most = self._high if self._high is not None else max(safe, self._low or 0)
        nearest = min(max(0, least), most)
        small = (max(least, nearest - _SMALL), min(most, nearest + _SMALL))
        # Where an edge is drawn as any number is, a document shrinks from it to a smaller number.
        top, bottom = (most - 1, most), (least, least + 1)
        edges = [each for each in (top, bottom) if nearest not in each]
        self._nearest = nearest
        self._ranges = [small, small, (least, most), *edges, *edges] if least < most else []

    def cases(self) -> int:
        return 1 + len(self._ranges)

    def make(self, chooser: Chooser, room: float, case: int) -> int:  # noqa: ARG002
        if case == 0:
            return self._step * self._nearest
        return self._step * chooser.integer(*self._ranges[case - 1])

    def few(self, most: int) -> list[int] | None:
        low, high = self._low, self._high
        if low is None or high is None or high - low >= most:
            return None
        return [self._step * each for each in range(low, high + 1)]


class Fractions(Leaf):
    """Numbers in a range that need not be integers."""

    def __init__(self, flat: Flat) -> None:
        self._step = _rational_step(flat.multiples)
        self._low = _least_float(flat.low)
        self._high = _most_float(flat.high)
        if self._low is not None and self._high is not None and self._low > self._high:
            raise Contradiction(_by(flat.low), _by(flat.high))
        if self._step is not None:
            _check_refused(flat, self._step)
            if "integer" not in flat.types and self._step.denominator == 1:
                raise Contradiction(*flat.types_by, *flat.multiples_by)
            self._range = _steps(flat, self._step)
        low, high = self._low, self._high
        self._ranges: list[tuple[float | None, float | None]] = [(low, high)] * _PLAIN_CASES
        # As with integers, an edge is drawn with the number next to it.
        if low is not None:
            self._ranges.append((low, low if low == high else nextafter(low, inf)))
        if high is not None:
            self._ranges.append((high if low == high else nextafter(high, -inf), high))

    def cases(self) -> int:
        return len(self._ranges)

    def make(self, chooser: Chooser, room: float, case: int) -> float:  # noqa: ARG002
        own = Smallest() if case == 0 else chooser
        if self._step is not None:
            return float(self._step * own.integer(*self._range))
        return own.number(*self._ranges[case])


class Texts(Leaf):
    """Texts of any characters, between two lengths."""

    def __init__(self, low: int, high: int | None, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._high = high
        most = low + _ROOM if high is None else min(high, low + _ROOM)
        plain = [low] * _SHORTEST_CASES + [low + 1, low + 2]
        self._ways: list[str | Callable[[Chooser], str]] = [
            *(alphabet.smallest * length for length in plain if length <= most),
            *(
                each.ljust(low, alphabet.smallest)
                for each in _AWKWARD
                if len(each) <= most and low <= _LONG and all(one in alphabet for one in each)
            ),
        ]
        if most > 0:
            ordinary = partial(self._of_length, low, min(most, low + _ORDINARY))
            self._ways += [ordinary] * _ORDINARY_CASES
            self._ways += [partial(self._of_length, low, most)] * _LONG_CASES
        if high is not None and low < high <= _FULL_AT_MOST:
            self._ways += [partial(self._full, most, high)] * _FULL_CASES

    def cases(self) -> int:
        return len(self._ways)

    def make(self, chooser: Chooser, room: float, case: int) -> str:  # noqa: ARG002
        way = self._ways[case]
        return way if isinstance(way, str) else way(chooser)

    def few(self, most: int) -> list[str] | None:  # noqa: ARG002 - as every leaf
        return [""] if self._high == 0 else None

    def _of_length(self, low: int, high: int, chooser: Chooser) -> str:
        return chooser.text(self._alphabet, low, high)

    def _full(self, some: int, length: int, chooser: Chooser) -> str:
        """As long as it can be. It repeats a text that is itself among the ordinary ones.

        So a document shrinks from one to the other, and no more characters are chosen than in one.
        """
        text = chooser.text(self._alphabet, some, some)
        length = up_to(length, some + 1, chooser)
        return (text * ceil(length / some))[:length]


def _check_refused(flat: Flat, step: Fraction) -> None:
    """Refuse a step all of whose multiples are multiples of what they must not be."""
    for refused, by in flat.refused_multiples:
        if (step / refused).denominator == 1:
            raise Contradiction(by, *flat.multiples_by)


def _steps(flat: Flat, step: Fraction) -> tuple[int, int]:
    """How many times a step may be taken, about as near to zero as that can be."""
    low, high = flat.low, flat.high
    least = None if low is None else _first_integer(replace(low, value=low.value / step))
    most = None if high is None else _last_integer(replace(high, value=high.value / step))
    if least is not None and most is not None and least > most:
        raise Contradiction(_by(low), _by(high), *flat.multiples_by)
    nearest = max(0, least) if least is not None else 0
    nearest = nearest if most is None else min(nearest, most)
    first, last = nearest - _FAR, nearest + _FAR
    # Beyond so many digits, no double is what the multiple is written as.
    farthest = _EXACT // step.numerator
    first = max(first, -farthest) if least is None else max(first, least, -farthest)
    last = min(last, farthest) if most is None else min(last, most, farthest)
    if first > last:
        raise Contradiction(_by(low), _by(high), *flat.multiples_by)
    return first, last


def _by(bound: Bound | None) -> str:
    return "" if bound is None else bound.location


def _first_integer(bound: Bound | None) -> int | None:
    if bound is None:
        return None
    return floor(bound.value) + 1 if bound.is_open else ceil(bound.value)


def _last_integer(bound: Bound | None) -> int | None:
    if bound is None:
        return None
    return ceil(bound.value) - 1 if bound.is_open else floor(bound.value)


def _least_float(bound: Bound | None) -> float | None:
    if bound is None:
        return None
    value = _nearest_float(bound)
    inside = exact(value) > bound.value or (exact(value) == bound.value and not bound.is_open)
    return value if inside else _finite(nextafter(value, inf), bound)


def _most_float(bound: Bound | None) -> float | None:
    if bound is None:
        return None
    value = _nearest_float(bound)
    inside = exact(value) < bound.value or (exact(value) == bound.value and not bound.is_open)
    return value if inside else _finite(nextafter(value, -inf), bound)


def _nearest_float(bound: Bound) -> float:
    try:
        return float(bound.value)
    except OverflowError:
        return float_info.max if bound.value > 0 else -float_info.max


def _finite(value: float, bound: Bound) -> float:
    """A number, if no end of what doubles hold was passed on the way to it."""
    if isinf(value):
        raise Contradiction(bound.location)
    return value


def _rational_step(multiples: list[Fraction]) -> Fraction | None:
    """The least number that is a multiple of all."""
    if not multiples:
        return None
    step = multiples[0]
    for each in multiples[1:]:
        step = Fraction(
            lcm(step.numerator, each.numerator), gcd(step.denominator, each.denominator)
        )
    return step


def _integer_step(multiples: list[Fraction]) -> int:
    step = _rational_step(multiples)
    return 1 if step is None else step.numerator
