"""Exact reading of a JSON text: where every value stands, and the first fault with its reason.

The slow twin of the standard library's decoder, which accepts more than RFC 8259 does and says
little about what it refuses. It keeps its own stack, so that no text is nested too deeply for it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from math import isinf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from pytest_schemas._fault import (
    Fault,
    Path,
    Position,
    Token,
    Unreadable,
    cut,
    nesting_reason,
    quoted,
    surrogate_reason,
    too_large_reason,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_END: Final = re.compile(r"\r\n?|\n")
_LINE: Final = re.compile(r"[^\r\n]*")
_WHITE: Final = re.compile(r"[ \t\n\r]*")
_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]*')
_HEX: Final = re.compile(r"[0-9A-Fa-f]{4}")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
# What a person takes for one word or one number.
_WORD: Final = re.compile(r"[-+.\w$]*")
_NUMBER_LIKE: Final = re.compile(r"[-+]|\.?\d")

_WORDS: Final = {"true": True, "false": False, "null": None}
_NOT_FINITE: Final = frozenset({"NaN", "Infinity", "-Infinity"})
_ESCAPES: Final = dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True))

# What is wrong with something that a person takes for a number; the first that fits.
_NUMBER_FAULTS: Final = (
    (re.compile(r"\+"), "has a plus sign in front"),
    (re.compile(r"-$"), "has no digit"),
    (re.compile(r"-?0[xXoObB]"), "is not decimal"),
    (re.compile(r"-?0[0-9]"), "has a leading zero"),
    (re.compile(r"-?\."), "has no digit before the point"),
    (re.compile(r"-?[0-9]+\.(?![0-9])"), "has no digit after the point"),
    (re.compile(r"-?[0-9]+(?:\.[0-9]+)?[eE][-+]?$"), "has no digit in its exponent"),
    (re.compile(r""), "is not written as JSON writes numbers"),
)

_FOREIGN_WORDS: Final = {
    "True": "true",
    "False": "false",
    "None": "null",
    "nil": "null",
    "undefined": "null",
}

# What people and programs write where JSON has no place for it, by how it starts.
_FOREIGN_SIGNS: Final = (
    ("//", "a comment: JSON has none"),
    ("/*", "a comment: JSON has none"),
    ("#", "a comment: JSON has none"),
    ("```", "a code fence: give the JSON alone"),
    ("...", "an ellipsis: give the whole document"),
    ("'", "{} in single quotes: use double quotes"),
    ("`", "{} in backquotes: use double quotes"),
    ("\u2018", "{} in typographic quotes: use double quotes"),
    ("\u201c", "{} in typographic quotes: use double quotes"),
)

_VALUE = "a value"
_NAME = "a name in double quotes"
_COLON = "a colon"
_COMMA = "a comma"
_END = "the end of the text"


class Event(NamedTuple):
    """One step through a text: a value, a number, a name, or either end of a container."""

    kind: Literal["open", "close", "name", "number", "value"]
    start: int
    #: The bracket, the decoded name, or the spelling of the number.
    text: str
    #: The value that is neither a number nor a container.
    value: str | bool | None = None


@dataclass(slots=True)
class _Frame:
    """A container that is still open."""

    start: int
    closer: str
    #: The place of the value that is being read: its index or its name.
    token: Token
    #: Where each name of an object stands.
    names: dict[str, int] = field(default_factory=dict)

    @property
    def noun(self) -> str:
        return "array" if self.closer == "]" else "object"


class Scanner:
    """One pass over *text*, which may nest containers *max_nesting* deep."""

    def __init__(self, text: str, max_nesting: int) -> None:
        self._text = text
        self._max_nesting = max_nesting
        self._index = 0
        self._frames: list[_Frame] = []

    @property
    def path(self) -> Path:
        """The path of the value or the member that the last event is about."""
        return tuple([frame.token for frame in self._frames])

    def position(self, index: int) -> Position:
        """The line and the column of an index into the text."""
        line = bisect_right(self._line_starts, index)
        return Position(line, index - self._line_starts[line - 1] + 1)

    def events(self) -> Iterator[Event]:
        """Walk through the text (RFC 8259 section 2).

        Raises:
            Unreadable: for the first fault in the order of the text.
        """
        if self._text.startswith("\ufeff"):
            raise self._fault("json/bom", "a byte order mark: start with the value itself", 0)
        self._skip_white()
        while True:
            if (bracket := self._next()) in ("[", "{"):
                self._check_nesting()
                yield Event("open", self._index, bracket)
                self._enter(bracket)
                if self._next() != self._frames[-1].closer:
                    yield from self._name()
                    continue
            else:
                yield self._scalar()
            yield from self._after_value()
            if not self._frames:
                return
            yield from self._name()

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self._text))]

    def _next(self) -> str:
        return self._text[self._index : self._index + 1]

    def _span(self, pattern: re.Pattern[str], index: int) -> str:
        match = pattern.match(self._text, index)
        return match.group() if match else ""

    def _skip_white(self) -> None:
        self._index += len(self._span(_WHITE, self._index))

    def _check_nesting(self) -> None:
        if len(self._frames) >= self._max_nesting:
            reason = nesting_reason(self._max_nesting)
            raise self._fault("json/nesting", reason, self._index, self.path)

    def _enter(self, bracket: str) -> None:
        start = self._index
        self._frames.append(_Frame(start, "}", "") if bracket == "{" else _Frame(start, "]", 0))
        self._index += 1
        self._skip_white()

    def _name(self) -> Iterator[Event]:
        """Read a name and its colon, where the innermost container is an object."""
        frame, start = self._frames[-1], self._index
        if frame.closer == "]":
            return
        if self._next() != '"':
            raise self._unexpected(_NAME)
        name = self._string(is_name=True)
        if name in frame.names:
            first = self.position(frame.names[name])
            reason = f"the name {quoted(name)} a second time in one object (first at {first})"
            raise self._fault("json/duplicate-key", reason, start, (*self.path[:-1], name))
        frame.names[name] = start
        frame.token = name
        yield Event("name", start, name)
        self._skip_white()
        if self._next() != ":":
            raise self._unexpected(_COLON)
        self._index += 1
        self._skip_white()

    def _after_value(self) -> Iterator[Event]:
        """Close what ends here, and pass the comma or reach the end of the text."""
        while True:
            self._skip_white()
            if not self._frames:
                if self._index < len(self._text):
                    raise self._unexpected(_END)
                return
            frame, start = self._frames[-1], self._index
            if self._next() == ",":
                self._comma(frame)
                return
            if self._next() != frame.closer:
                raise self._unexpected(f"{_COMMA} or {frame.closer}")
            self._frames.pop()
            self._index += 1
            yield Event("close", start, frame.closer)

    def _comma(self, frame: _Frame) -> None:
        comma = self._index
        self._index += 1
        self._skip_white()
        if self._next() == frame.closer:
            raise self._fault("json/syntax", f"a comma before {frame.closer}: leave it out", comma)
        if isinstance(frame.token, int):
            frame.token += 1

    def _scalar(self) -> Event:
        start = self._index
        if self._next() == '"':
            return Event("value", start, "", self._string())
        word = self._span(_WORD, start)
        if word in _WORDS:
            self._index += len(word)
            return Event("value", start, "", _WORDS[word])
        if word in _NOT_FINITE:
            reason = f"{word}, which is no JSON number"
            raise self._fault("json/non-finite", reason, start, self.path)
        if _NUMBER_LIKE.match(word):
            return self._number(word)
        raise self._unexpected(_VALUE)

    def _number(self, word: str) -> Event:
        start = self._index
        if self._span(_NUMBER, start) != word:
            fault = next(fault for pattern, fault in _NUMBER_FAULTS if pattern.match(word))
            raise self._fault("json/syntax", f"the number {cut(word)} {fault}", start)
        if isinf(float(word)):
            reason = too_large_reason(f"the number {cut(word)}")
            raise self._fault("json/non-finite", reason, start, self.path)
        self._index += len(word)
        return Event("number", start, word)

    def _string(self, *, is_name: bool = False) -> str:
        start = self._index
        self._index += 1
        pieces = []
        while True:
            piece = self._span(_PLAIN, self._index)
            pieces.append(piece)
            self._index += len(piece)
            char = self._next()
            if char == '"':
                self._index += 1
                return "".join(pieces)
            if char == "\\":
                pieces.append(self._escape(start, is_name=is_name))
            elif char == "":
                raise self._ends_early("string", start)
            elif char < " ":
                escape = json.dumps(char)[1:-1]
                reason = f"a control character in a string: write {escape}"
                raise self._fault("json/syntax", reason, self._index)
            else:
                raise self._lone_surrogate(ord(char), is_name=is_name)

    def _escape(self, string: int, *, is_name: bool) -> str:
        start = self._index
        letter = self._text[start + 1 : start + 2]
        if letter in _ESCAPES:
            self._index += 2
            return _ESCAPES[letter]
        if letter == "":
            raise self._ends_early("string", string)
        unit = self._unit(start)
        if unit is None:
            written = cut(self._text[start : start + (6 if letter == "u" else 2)])
            raise self._fault("json/syntax", f"{written}, which is no escape of JSON", start)
        if not 0xD800 <= unit <= 0xDFFF:
            self._index += 6
            return chr(unit)
        low = self._unit(start + 6)
        if unit > 0xDBFF or low is None or not 0xDC00 <= low <= 0xDFFF:
            raise self._lone_surrogate(unit, is_name=is_name)
        self._index += 12
        return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))

    def _unit(self, index: int) -> int | None:
        r"""The UTF-16 code unit that the \u escape at *index* gives."""
        digits = self._span(_HEX, index + 2) if self._text.startswith("\\u", index) else ""
        return int(digits, 16) if digits else None

    def _lone_surrogate(self, unit: int, *, is_name: bool) -> Unreadable:
        path = self.path[:-1] if is_name else self.path
        return self._fault("json/lone-surrogate", surrogate_reason(unit), self._index, path)

    def _unexpected(self, wanted: str) -> Unreadable:
        """The fault of what stands in the place of *wanted*."""
        if self._index == len(self._text):
            return self._ends_early()
        return self._fault("json/syntax", self._found_instead(wanted), self._index)

    def _found_instead(self, wanted: str) -> str:
        for sign, reason in _FOREIGN_SIGNS:
            if self._text.startswith(sign, self._index):
                return reason.format("a name" if wanted == _NAME else "a string")
        char, word = self._next(), self._span(_WORD, self._index)
        line = quoted(self._span(_LINE, self._index))
        starts_value = char in '"[{' or word in _WORDS or _NUMBER_LIKE.match(word)
        if wanted == _VALUE and word in _FOREIGN_WORDS:
            return f"the word {word}: JSON writes {_FOREIGN_WORDS[word]}"
        if wanted == _VALUE and not self._frames:
            return f"{line} where the value should start: give the JSON alone"
        if wanted == _END:
            return (
                "a second value: a document is one" if starts_value else f"{line} after the value"
            )
        if wanted.startswith(_COMMA) and starts_value:
            return f"{_sign(char, word)} without a comma before it"
        return f"{_sign(char, word)} where {wanted} is expected"

    def _ends_early(self, noun: str = "", start: int = 0) -> Unreadable:
        if self._frames and not noun:
            noun, start = self._frames[-1].noun, self._frames[-1].start
        reason = "the text is empty: a document is one JSON value"
        if noun:
            place = self.position(start)
            reason = f"the text ends early: the {noun} that starts at {place} is not closed"
        return self._fault("json/syntax", reason, len(self._text))

    def _fault(self, rule: str, reason: str, index: int, path: Path = ()) -> Unreadable:
        return Unreadable(Fault(rule, reason, path, self.position(index)))


def _sign(char: str, word: str) -> str:
    """Name what starts with *char*, or is *word* where there is one."""
    if word:
        return f"{'the number' if _NUMBER_LIKE.match(word) else 'the word'} {cut(word)}"
    if char == '"':
        return "a string"
    if char.isprintable() and char.isascii():
        return f"the character {char}"
    note = ", which is no white space in JSON," if char.isspace() else ""
    return f"the character U+{ord(char):04X}{note}"
