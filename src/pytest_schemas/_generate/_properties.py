"""The characters that have a Unicode property, as the engine of regular expressions knows them.

Not as `unicodedata` does: its version of Unicode is another one, and it has no scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from pytest_schemas._ecma import Pattern, compile_pattern
from pytest_schemas._generate._alphabet import Alphabet

_BLOCK: Final = 0x1000
#: Where characters differ from their neighbours: planes 0 to 3, and the start of plane 14.
_MIXED: Final = (*range(0, 0x40000, _BLOCK), 0xE0000)
#: What is uniform: the rest of plane 14 and, in each plane from 4 on, all but two noncharacters.
_UNIFORM: Final = (
    (0xE1000, 0xEFFFD),
    *((plane << 16, plane << 16 | 0xFFFD) for plane in (*range(4, 14), 15, 16)),
    *((plane << 16 | 0xFFFE, plane << 16 | 0xFFFF) for plane in range(4, 17)),
)


@cache  # some milliseconds each
def property_characters(expression: str) -> Alphabet:
    r"""The characters of `\p{expression}`, such as `L` or `Script=Greek`."""
    inside = compile_pattern(rf"^\p{{{expression}}}*$")
    outside = compile_pattern(rf"^\P{{{expression}}}*$")
    ranges: list[tuple[int, int]] = []
    for start in _MIXED:
        text = "".join(map(chr, range(start, start + _BLOCK)))
        ranges.extend(_inside(inside, outside, start, text))
    ranges.extend((low, high) for low, high in _UNIFORM if inside.matches(chr(low)))
    return Alphabet.of(ranges)


def _inside(inside: Pattern, outside: Pattern, start: int, text: str) -> Iterator[tuple[int, int]]:
    """The ranges of a block that are inside: halve it until each half is of one kind."""
    if inside.matches(text):
        yield start, start + len(text) - 1
    elif not outside.matches(text):
        half = len(text) // 2
        yield from _inside(inside, outside, start, text[:half])
        yield from _inside(inside, outside, start + half, text[half:])
