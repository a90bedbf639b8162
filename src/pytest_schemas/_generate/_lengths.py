"""Sets of lengths, as the bits of an integer: bit n is set where length n is in the set.

Lengths stop at a horizon, so that the set of `a*` is a number too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

#: The longest text that is planned for.
HORIZON: Final = 100_000

#: The set of the length 0 alone.
ZERO: Final = 1


def span(low: int, high: int) -> int:
    """The lengths from one to another, both included."""
    return ((1 << (high - low + 1)) - 1) << low if low <= high else 0


def least(lengths: int) -> int:
    """The smallest length of a set that is not empty."""
    return (lengths & -lengths).bit_length() - 1


def most(lengths: int) -> int:
    """The largest length of a set that is not empty."""
    return lengths.bit_length() - 1


def ascending(lengths: int) -> Iterator[int]:
    """The lengths, the smallest first."""
    for low, high in runs(lengths):
        yield from range(low, high + 1)


def runs(lengths: int) -> Iterator[tuple[int, int]]:
    """The lengths as ranges, the smallest first, inclusive, that do not touch."""
    start = 0
    while lengths:
        gap = least(lengths)
        lengths >>= gap
        size = least(~lengths)
        lengths >>= size
        start += gap
        yield start, start + size - 1
        start += size


def sums(one: int, other: int, horizon: int) -> int:
    """What a length of one set and a length of another make together."""
    if _count_runs(one) < _count_runs(other):
        one, other = other, one
    total = 0
    for low, high in runs(other):
        total |= _spread(one, high - low + 1) << low
    return total & span(0, horizon)


@lru_cache(maxsize=4096)
def repeated(lengths: int, low: int, high: int | None, horizon: int) -> int:
    """What between `low` and `high` lengths of a set make together; `None` is no bound."""
    total = _power(lengths, low, horizon)
    if high is None:
        return sums(total, _closed(lengths, horizon), horizon)
    return sums(total, _power(lengths | ZERO, high - low, horizon), horizon)


def remaining(allowed: int, rest: int) -> int:
    """The lengths that, with some length of `rest` after them, make one that is allowed."""
    if not allowed:
        return 0
    top = most(allowed)
    # n + r = a means n + (top - r) + … : add the mirror image of the rest, and shift back.
    return sums(allowed, _mirrored(rest & span(0, top), top), 2 * top) >> top


def _count_runs(lengths: int) -> int:
    return (lengths & ~(lengths << 1)).bit_count() if lengths else 0


def _spread(lengths: int, count: int) -> int:
    """The union of `count` copies, each one longer than the one before."""
    done = 1
    while done * 2 <= count:
        lengths |= lengths << done
        done *= 2
    return lengths | lengths << (count - done)


def _power(lengths: int, count: int, horizon: int) -> int:
    if not lengths:
        return 0 if count else ZERO
    if least(lengths) * count > horizon:
        return 0
    total = ZERO
    square = lengths
    while count:
        if count & 1:
            total = sums(total, square, horizon)
        count >>= 1
        if count:
            square = sums(square, square, horizon)
    return total


def _closed(lengths: int, horizon: int) -> int:
    """What any number of lengths of a set make together."""
    total = ZERO
    full = span(0, horizon)
    for length in ascending(lengths & ~ZERO):
        if total >> length & 1:
            continue
        step = length
        while step <= horizon:
            total |= total << step
            step *= 2
        total &= full
    return total


@lru_cache(maxsize=1024)
def _mirrored(lengths: int, top: int) -> int:
    """The set of `top - n` for each n."""
    return sum(span(top - high, top - low) for low, high in runs(lengths))
