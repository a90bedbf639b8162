"""The sets of characters that ECMA-262 gives a short name, and letter case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from pytest_schemas._generate._alphabet import Alphabet

#: LineTerminator, ECMA-262, section 12.3: what the dot leaves out.
LINE_ENDS: Final = Alphabet.of_characters("\n\r\u2028\u2029")

_DIGITS = Alphabet.of_characters("0123456789")
_WORD = Alphabet.of([(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)])
#: WhiteSpace, ECMA-262, section 12.2, which has the category Zs, and LineTerminator.
_SPACE = LINE_ENDS | Alphabet.of_characters(
    "\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000\ufeff"
)

#: CharacterClassEscape, ECMA-262, section 22.2.1, properties apart.
CLASS_ESCAPES: Final[Mapping[str, Alphabet]] = MappingProxyType(
    {
        "d": _DIGITS,
        "D": ~_DIGITS,
        "s": _SPACE,
        "S": ~_SPACE,
        "w": _WORD,
        "W": ~_WORD,
    }
)

#: How far the letters of one case are from those of the other.
_CASE_STEP = 0x20
_UPPER = (0x41, 0x5A)
_LOWER = (0x61, 0x7A)
#: The two signs outside ASCII that fold to letters of ASCII.
_FOLDED = Alphabet.of_characters("\u212a\u017f")
_ASCII = Alphabet.of([(0x00, 0x7F)])


def either_case(alphabet: Alphabet) -> Alphabet:
    """A set with its ASCII letters in both cases: some of what it stands for without case."""
    return alphabet | Alphabet.of(_other_case(alphabet))


def without_either_case(alphabet: Alphabet) -> Alphabet:
    """What differs from a set in more than case, or some of it."""
    rest = ~either_case(alphabet)
    if not alphabet & ~_ASCII:
        return rest & ~_FOLDED
    # Which letters are the other case of those beyond ASCII is not known here.
    return rest & _ASCII & ~Alphabet.of([_UPPER, _LOWER])


def _other_case(alphabet: Alphabet) -> Iterator[tuple[int, int]]:
    for letters, step in ((_UPPER, _CASE_STEP), (_LOWER, -_CASE_STEP)):
        for low, high in (alphabet & Alphabet.of([letters])).ranges:
            yield low + step, high + step
