"""Numbers and texts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, gcd, inf, isinf, lcm, nextafter
from sys import float_info

from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._chooser import Chooser, Smallest
from pytest_schemas._generate._flat import Bound, Contradiction, Flat, exact
from pytest_schemas._generate._shape import Leaf

#: The first draw of each value says of which kind it is. Kind 0 is the smallest value, which takes
#: no further choice, so that Hypothesis takes it for the smallest too. The last ones are the edges
#: of what is allowed, and all others are ordinary.
KINDS = 8
_TEXT_KINDS = 12
#: Integers without bounds stay where every reader keeps them.
_SAFE = 2**53 - 1
#: So many multiples of a step are made, on either side of the one nearest to zero.
_FAR = 10**6
_EXACT = 10**15
#: A text is not made as long as it may be where that is longer than any test wants.
_FULL_AT_MOST = 100_000
#: How much longer than it must be an ordinary text is.
_ROOM = 12

#: Texts that programs stumble over.
_AWKWARD = (
    "\U0001f600",  # beyond the basic plane: two UTF-16 units
    "e\u0301",  # a letter and a combining mark
    "\u05e9\u05dc\u05d5\u05dd",  # right to left
    '"',  # what JSON escapes
    '"\\/',
    "\n",
    "\t",
    "\u0000",
    "\u2028",  # a line end in JavaScript, not in JSON
    "\ufeff",  # a byte order mark inside
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # several code points, one sign
    "\u00e9",
    "\u6f22\u5b57",
)


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
        self._nearest = min(max(0, least), most)
        self._edges = list(dict.fromkeys((least, most)))
        self._range = (least, most)
        # Most numbers that programs exchange are small.
        self._small = (max(least, self._nearest - 100), min(most, self._nearest + 100))

    def make(self, chooser: Chooser, room: float) -> int:  # noqa: ARG002 - as every variant
        kind = chooser.integer(0, KINDS)
        if kind == 0:
            return self._step * self._nearest
        if kind >= KINDS - 1:
            return self._step * chooser.pick(self._edges)
        return self._step * chooser.integer(*(self._range if kind == KINDS - 2 else self._small))

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
        self._edges = [each for each in (self._low, self._high) if each is not None]

    def make(self, chooser: Chooser, room: float) -> float:  # noqa: ARG002 - as every variant
        kind = chooser.integer(0, KINDS)
        if self._step is not None:
            low, high = self._range
            count = min(max(0, low), high) if kind == 0 else chooser.integer(low, high)
            return float(self._step * count)
        if kind == 0:
            return Smallest().number(self._low, self._high)
        if kind == KINDS and self._edges:
            return chooser.pick(self._edges)
        return chooser.number(self._low, self._high)


class Texts(Leaf):
    """Texts of any characters, between two lengths."""

    def __init__(self, low: int, high: int | None, alphabet: Alphabet) -> None:
        self._low = low
        self._high = high
        self._alphabet = alphabet
        self._most = low + _ROOM if high is None else min(high, low + _ROOM)
        self._awkward = [
            each
            for each in _AWKWARD
            if len(each) <= self._most and all(one in alphabet for one in each)
        ]

    def make(self, chooser: Chooser, room: float) -> str:  # noqa: ARG002 - as every variant
        kind = chooser.integer(0, _TEXT_KINDS)
        if kind == 0:
            return self._alphabet.smallest * self._low
        if kind >= _TEXT_KINDS - 1 and self._most < (self._high or 0) <= _FULL_AT_MOST:
            few = chooser.text(self._alphabet, 1, 3)
            most = int(self._high or 0)
            return (few * most)[:most]
        if kind == _TEXT_KINDS - 2:
            return chooser.text(self._alphabet, self._most, self._most)
        if kind == _TEXT_KINDS - 3:
            return chooser.text(self._alphabet, self._low, self._low)
        text = chooser.text(self._alphabet, self._low, self._most)
        if kind >= _TEXT_KINDS - 5 and self._awkward:
            text = (chooser.pick(self._awkward) + text)[: self._most]
        return text

    def few(self, most: int) -> list[str] | None:  # noqa: ARG002 - as every leaf
        return [""] if self._high == 0 else None


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
