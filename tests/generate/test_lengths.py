"""Sets of lengths as integers do what sets of numbers do."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._generate import _lengths as lengths

HORIZON = 24
SETS = st.frozensets(st.integers(0, HORIZON), max_size=6)
SOME = st.frozensets(st.integers(0, HORIZON), min_size=1)


def as_bits(numbers: frozenset[int] | set[int]) -> int:
    """The integer that stands for a set."""
    return sum(1 << number for number in numbers)


@given(SOME)
def test_reading(numbers: frozenset[int]) -> None:
    """The least, the most, the order and the ranges are those of the set."""
    bits = as_bits(numbers)

    assert (lengths.least(bits), lengths.most(bits)) == (min(numbers), max(numbers))
    assert list(lengths.ascending(bits)) == sorted(numbers)
    runs = list(lengths.runs(bits))
    assert sum(lengths.span(low, high) for low, high in runs) == bits
    assert all(high + 1 < low for (_, high), (low, _) in pairwise(runs))


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(2, 4, 0b11100), (3, 3, 0b1000), (3, 2, 0), (0, 0, 1)]
)
def test_span(low: int, high: int, expected: int) -> None:
    """A span has both its ends, and is empty where they are crossed."""
    assert lengths.span(low, high) == expected


@given(SETS, SETS)
def test_sums(one: frozenset[int], other: frozenset[int]) -> None:
    """The sums are those of all pairs, up to the horizon."""
    expected = {a + b for a, b in product(one, other) if a + b <= HORIZON}

    assert lengths.sums(as_bits(one), as_bits(other), HORIZON) == as_bits(expected)


@given(SETS, st.integers(0, 5), st.none() | st.integers(0, 5))
def test_repeated(numbers: frozenset[int], low: int, more: int | None) -> None:
    """What is repeated is the sum of each number of terms, however many where there is no bound."""
    high = None if more is None else low + more
    rounds = HORIZON + low if high is None else high
    reached, expected = {0}, set()
    for count in range(rounds + 1):
        if count >= low:
            expected |= reached
        reached = {a + b for a, b in product(reached, numbers) if a + b <= HORIZON}

    assert lengths.repeated(as_bits(numbers), low, high, HORIZON) == as_bits(expected)


@given(SETS, SETS)
def test_remaining(allowed: frozenset[int], rest: frozenset[int]) -> None:
    """What remains are the differences that are not negative."""
    expected = {a - r for a, r in product(allowed, rest) if a >= r}

    assert lengths.remaining(as_bits(allowed), as_bits(rest)) == as_bits(expected)


def test_a_huge_count_is_no_work() -> None:
    """A bound that no text can reach is answered at once."""
    assert lengths.repeated(0b10, 10**15, None, HORIZON) == 0
    assert lengths.repeated(0b11, 0, 10**15, HORIZON) == lengths.span(0, HORIZON)
