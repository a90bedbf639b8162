"""Sets of characters, as ranges of code points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

LAST = 0x10FFFF
_SURROGATES = (0xD800, 0xDFFF)
#: Where a person looks for a character first: digits, letters, signs, the space, and the rest.
_ORDER = (
    (0x30, 0x39),
    (0x61, 0x7A),
    (0x41, 0x5A),
    (0x21, 0x2F),
    (0x3A, 0x40),
    (0x5B, 0x60),
    (0x7B, 0x7E),
    (0x20, 0x20),
    (0x00, 0x1F),
    (0x7F, LAST),
)


@dataclass(frozen=True)
class Alphabet:
    """A set of characters: sorted ranges of code points, inclusive, that do not touch.

    Surrogates are never in it, since no JSON text can hold one alone.
    """

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, ranges: Iterable[tuple[int, int]]) -> Alphabet:
        """The alphabet of any ranges, in any order."""
        joined: list[tuple[int, int]] = []
        for low, high in sorted(_without_surrogates(ranges)):
            if joined and low <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(joined[-1][1], high))
            else:
                joined.append((low, high))
        return cls(tuple(joined))

    @classmethod
    def of_characters(cls, characters: str) -> Alphabet:
        """The alphabet of these characters."""
        return cls.of((ord(each), ord(each)) for each in characters)

    @cached_property
    def size(self) -> int:
        """How many characters there are."""
        return sum(high - low + 1 for low, high in self.ranges)

    @cached_property
    def _hash(self) -> int:
        return hash(self.ranges)

    @cached_property
    def _starts(self) -> list[int]:
        """The first code point of each range."""
        return [low for low, _ in self.ranges]

    @cached_property
    def _before(self) -> list[int]:
        """How many characters come before each range."""
        return [0, *accumulate(high - low + 1 for low, high in self.ranges)][:-1]

    def __hash__(self) -> int:
        # Kept: an alphabet is looked up at each draw, and may have hundreds of ranges.
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __contains__(self, character: str) -> bool:
        point = ord(character)
        place = bisect_right(self._starts, point) - 1
        return place >= 0 and point <= self.ranges[place][1]

    def __getitem__(self, index: int) -> str:
        """The character at an index, in the order of code points."""
        if not 0 <= index < self.size:
            raise IndexError(index)
        place = bisect_right(self._before, index) - 1
        return chr(self.ranges[place][0] + index - self._before[place])

    def __iter__(self) -> Iterator[str]:
        """The characters, those that a person would write first."""
        for low, high in _ORDER:
            for first, last in self.ranges:
                yield from map(chr, range(max(low, first), min(high, last) + 1))

    def __or__(self, other: Alphabet) -> Alphabet:
        return Alphabet.of((*self.ranges, *other.ranges))

    def __and__(self, other: Alphabet) -> Alphabet:
        found = []
        mine, others = 0, 0
        while mine < len(self.ranges) and others < len(other.ranges):
            low = max(self.ranges[mine][0], other.ranges[others][0])
            high = min(self.ranges[mine][1], other.ranges[others][1])
            if low <= high:
                found.append((low, high))
            if self.ranges[mine][1] == high:
                mine += 1
            else:
                others += 1
        return Alphabet(tuple(found))

    def __invert__(self) -> Alphabet:
        gaps = []
        start = 0
        for low, high in self.ranges:
            gaps.append((start, low - 1))
            start = high + 1
        gaps.append((start, LAST))
        return Alphabet.of((low, high) for low, high in gaps if low <= high)

    @cached_property
    def smallest(self) -> str:
        """The character that a person would write: a digit or a letter where there is one."""
        return next(iter(self))


def _without_surrogates(ranges: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    first, last = _SURROGATES
    for low, high in ranges:
        if low < first:
            yield low, min(high, first - 1)
        if high > last:
            yield max(low, last + 1), high


#: Every character that a JSON text can hold.
ANY = Alphabet.of([(0, LAST)])
