"""Alphabets are sets of characters, without surrogates."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._generate._alphabet import ANY, LAST, Alphabet

RANGES = st.lists(
    st.tuples(st.integers(0, 60), st.integers(0, 12)).map(lambda each: (each[0], sum(each))),
    max_size=6,
)
ALPHABETS = RANGES.map(Alphabet.of)


def points(alphabet: Alphabet) -> set[int]:
    """The code points below 100 that are in an alphabet, by its ranges."""
    return {point for low, high in alphabet.ranges for point in range(low, min(high, 99) + 1)}


@given(RANGES)
def test_of_any_ranges(ranges: list[tuple[int, int]]) -> None:
    """Ranges in any order become sorted ranges that do not touch, with the same characters."""
    alphabet = Alphabet.of(ranges)

    assert points(alphabet) == {n for low, high in ranges for n in range(low, high + 1)}
    assert all(high + 1 < low for (_, high), (low, _) in pairwise(alphabet.ranges))


@given(ALPHABETS, ALPHABETS)
def test_operations_are_those_of_sets(one: Alphabet, other: Alphabet) -> None:
    """Union, intersection and complement are those of sets, and their ranges are as sorted."""
    everything = set(range(100))

    assert points(one | other) == points(one) | points(other)
    assert points(one & other) == points(one) & points(other)
    assert points(~one) == everything - points(one)
    assert (one & other) == Alphabet.of((one & other).ranges)
    assert ~~one == one


@given(ALPHABETS)
def test_members(alphabet: Alphabet) -> None:
    """Size, index, iteration and membership agree with the ranges."""
    expected = sorted(points(alphabet))

    assert alphabet.size == len(expected)
    assert [alphabet[index] for index in range(alphabet.size)] == [chr(n) for n in expected]
    assert sorted(alphabet) == [chr(n) for n in expected]
    assert {n for n in range(100) if chr(n) in alphabet} == set(expected)
    assert bool(alphabet) is bool(expected)


@pytest.mark.parametrize("index", [-1, 2, 99])
def test_index_beyond_the_end(index: int) -> None:
    """There is no character before the first or after the last."""
    with pytest.raises(IndexError):
        Alphabet.of_characters("ab")[index]


def test_iteration_starts_with_what_a_person_would_write() -> None:
    """Digits come first, then small letters, capitals, signs, the space, and the rest."""
    assert "".join(Alphabet.of_characters("é\t ~_:!BAba10")) == "01abAB!:_~ \té"


@pytest.mark.parametrize(
    ("alphabet", "expected"),
    [
        pytest.param(ANY, "0", id="any"),
        pytest.param(Alphabet.of_characters("zyB7"), "7", id="a digit"),
        pytest.param(Alphabet.of_characters("Bzy-"), "y", id="a small letter"),
        pytest.param(Alphabet.of_characters("-B"), "B", id="a capital"),
        pytest.param(Alphabet.of_characters(" -\n"), "-", id="a sign"),
        pytest.param(Alphabet.of_characters("\n é"), " ", id="the space"),
        pytest.param(Alphabet.of_characters("éè\n"), "\n", id="the rest"),
        pytest.param(Alphabet.of([(0x1F600, 0x1F64F)]), "\U0001f600", id="beyond the BMP"),
    ],
)
def test_smallest(alphabet: Alphabet, expected: str) -> None:
    """The smallest character is the one that a person would write."""
    assert alphabet.smallest == expected


@pytest.mark.parametrize(
    ("ranges", "expected"),
    [
        pytest.param([(0xD800, 0xDFFF)], (), id="all of them"),
        pytest.param([(0xDBFF, 0xDC00)], (), id="some of them"),
        pytest.param([(0xD000, 0xE001)], ((0xD000, 0xD7FF), (0xE000, 0xE001)), id="around them"),
        pytest.param([(0xD7FF, 0xD800)], ((0xD7FF, 0xD7FF),), id="before them"),
        pytest.param([(0xDFFF, 0xE000)], ((0xE000, 0xE000),), id="after them"),
    ],
)
def test_surrogates_are_left_out(
    ranges: list[tuple[int, int]], expected: tuple[tuple[int, int], ...]
) -> None:
    """No alphabet has a surrogate, and neither has a complement."""
    assert Alphabet.of(ranges).ranges == expected
    assert "\ud800" not in ~Alphabet.of(ranges)


def test_any() -> None:
    """The alphabet of everything has all code points but the surrogates."""
    assert ANY.size == LAST + 1 - 0x800
    assert ANY[0xD7FF] == "\ud7ff"
    assert ANY[0xD800] == "\ue000"
    assert not ~ANY


def test_hash() -> None:
    """Equal alphabets have the same hash, so that what is made for one is found again."""
    assert len({Alphabet.of([(65, 66)]), Alphabet.of_characters("BA"), ANY}) == 2
