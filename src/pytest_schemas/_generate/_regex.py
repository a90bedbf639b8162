"""ECMA-262 regular expressions with the `u` flag, read into a tree.

The grammar is that of ECMA-262, section 22.2.1. What is read here has been accepted by the engine
before, so nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._character_classes import (
    CLASS_ESCAPES,
    LINE_ENDS,
    either_case,
    without_either_case,
)
from pytest_schemas._generate._properties import property_characters

#: Groups inside groups, as deep as they are followed.
_DEEPEST: Final = 50

_CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D, "0": 0x00}
_LOOKS = {"?=": (True, False), "?!": (True, True), "?<=": (False, False), "?<!": (False, True)}


class Unsupported(Exception):  # noqa: N818 - it says what happened, as PatternTimeout does
    """Texts that match a pattern cannot be made.

    Attributes:
        reason: the construct that stands in the way, in words.

    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Characters:
    """One character of a set."""

    alphabet: Alphabet


@dataclass(frozen=True, slots=True)
class Sequence:
    """One thing after another; none is the empty text."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of several things."""

    branches: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A thing between `low` and `high` times; `None` is no bound."""

    item: Node
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group."""

    number: int
    item: Node


@dataclass(frozen=True, slots=True)
class Reference:
    """The text of a group again: of the one that took part, where several have the name."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The start of the text."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of the text."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place with, or without, a word on one side alone."""


@dataclass(frozen=True, slots=True)
class Look:
    """What must, or must not, stand ahead of a place or behind it."""

    ahead: bool
    negative: bool
    item: Node


Node: TypeAlias = (
    Characters
    | Sequence
    | Alternatives
    | Repeat
    | Group
    | Reference
    | Start
    | End
    | Boundary
    | Look
)


def parse(source: str) -> Node:
    """Read a regular expression that the engine has accepted.

    Raises:
        Unsupported: it has a construct that is not followed here.

    """
    return _Reader(source).read()


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._groups = 0
        self._depth = 0
        self._modifiers = ""
        self._named = _named_groups(source)

    def read(self) -> Node:
        return self._alternatives()

    def _take(self, expected: str) -> bool:
        """Go past a text if it comes next."""
        found = self._source.startswith(expected, self._at)
        if found:
            self._at += len(expected)
        return found

    def _until(self, end: str) -> str:
        """Go past a text, and return what is before it."""
        stop = self._source.index(end, self._at)
        found = self._source[self._at : stop]
        self._at = stop + len(end)
        return found

    def _next(self, count: int = 1) -> str:
        self._at += count
        return self._source[self._at - count : self._at]

    def _alternatives(self) -> Node:
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        return branches[0] if len(branches) == 1 else Alternatives(tuple(branches))

    def _sequence(self) -> Node:
        items: list[Node] = []
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            items.append(self._quantified(self._item()))
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def _quantified(self, item: Node) -> Node:
        if self._take("*"):
            low, high = 0, None
        elif self._take("+"):
            low, high = 1, None
        elif self._take("?"):
            low, high = 0, 1
        elif self._take("{"):
            first, comma, second = self._until("}").partition(",")
            low = int(first)
            high = int(second) if second else None if comma else low
        else:
            return item
        self._take("?")  # lazy: the same texts
        return Repeat(item, low, high)

    def _item(self) -> Node:
        character = self._next()
        if character == "(":
            return self._group()
        if character == "[":
            return Characters(self._class())
        if character == ".":
            return Characters(ANY if "s" in self._modifiers else ~LINE_ENDS)
        if character in "^$":
            if "m" in self._modifiers:
                raise Unsupported("it has anchors of lines")
            return Start() if character == "^" else End()
        if character == "\\":
            return self._escape()
        return self._literal(ord(character))

    def _literal(self, point: int) -> Node:
        return Characters(self._in_either_case(Alphabet.of([(point, point)])))

    def _in_either_case(self, alphabet: Alphabet) -> Alphabet:
        return either_case(alphabet) if "i" in self._modifiers else alphabet

    def _group(self) -> Node:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unsupported(f"it has groups nested more than {_DEEPEST} deep")
        modifiers = self._modifiers
        node = self._group_of_a_kind()
        self._take(")")
        self._modifiers = modifiers
        self._depth -= 1
        return node

    def _group_of_a_kind(self) -> Node:
        for sign, (ahead, negative) in _LOOKS.items():
            if self._take(sign):
                return Look(ahead, negative, self._alternatives())
        if self._take("?<"):
            self._until(">")
        elif self._take("?"):
            self._modifiers = _modified(self._modifiers, self._until(":"))
            return self._alternatives()
        self._groups += 1
        number = self._groups
        return Group(number, self._alternatives())

    def _escape(self) -> Node:
        if self._take("b") or self._take("B"):
            return Boundary()
        if self._take("k<"):
            return Reference(self._named[self._until(">")])
        if self._source[self._at] in "123456789":
            return Reference((int(self._digits()),))
        characters = self._character_escape()
        if isinstance(characters, int):
            return self._literal(characters)
        return Characters(self._in_either_case(characters))

    def _digits(self) -> str:
        start = self._at
        while self._source[self._at : self._at + 1].isdecimal():
            self._at += 1
        return self._source[start : self._at]

    def _character_escape(self) -> int | Alphabet:
        """What an escape stands for in a class and outside: a code point, or a set."""
        character = self._next()
        if character in CLASS_ESCAPES:
            if "i" in self._modifiers and character == "W":
                return without_either_case(CLASS_ESCAPES["w"])
            return CLASS_ESCAPES[character]
        if character in "pP":
            return self._property(negative=character == "P")
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character == "c":
            return ord(self._next()) % 32
        if character == "x":
            return int(self._next(2), 16)
        if character == "u":
            return self._unicode_escape()
        return ord(character)

    def _property(self, *, negative: bool) -> Alphabet:
        self._take("{")
        characters = property_characters(self._until("}"))
        if not negative:
            return characters
        return without_either_case(characters) if "i" in self._modifiers else ~characters

    def _unicode_escape(self) -> int:
        if self._take("{"):
            return int(self._until("}"), 16)
        lead = int(self._next(4), 16)
        if 0xD800 <= lead <= 0xDBFF and self._source.startswith("\\u", self._at):
            digits = self._source[self._at + 2 : self._at + 6]
            trail = 0 if digits.startswith("{") else int(digits, 16)
            if 0xDC00 <= trail <= 0xDFFF:
                self._at += 6
                return 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
        return lead

    def _class(self) -> Alphabet:
        """The set of a class whose bracket has been read."""
        negative = self._take("^")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            first = self._class_atom()
            if isinstance(first, Alphabet):
                ranges.extend(first.ranges)
                continue
            last: int | Alphabet = first
            if self._source[self._at] == "-" and self._source[self._at + 1] != "]":
                self._at += 1
                last = self._class_atom()
            ranges.append((first, last if isinstance(last, int) else first))
        characters = Alphabet.of(ranges)
        if not negative:
            return self._in_either_case(characters)
        return without_either_case(characters) if "i" in self._modifiers else ~characters

    def _class_atom(self) -> int | Alphabet:
        character = self._next()
        if character != "\\":
            return ord(character)
        if self._take("b"):
            return 0x08
        return self._character_escape()


def _modified(modifiers: str, change: str) -> str:
    """The modifiers after `ims-ims`; nothing changes where it is empty."""
    added, _, removed = change.partition("-")
    return "".join(sorted({*modifiers, *added} - {*removed}))


def _named_groups(source: str) -> dict[str, tuple[int, ...]]:
    """The numbers of the groups of each name, which may be used before it is given."""
    found: dict[str, tuple[int, ...]] = {}
    for number, start in enumerate(_group_starts(source), 1):
        if source.startswith("(?<", start):
            name = source[start + 3 : source.index(">", start)]
            found[name] = (*found.get(name, ()), number)
    return found


def _group_starts(source: str) -> Iterator[int]:
    """Where the capturing groups start."""
    at = 0
    in_class = False
    while at < len(source):
        character = source[at]
        if character == "\\":
            at += 1
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character == "(" and _captures(source, at):
            yield at
        at += 1


def _captures(source: str, at: int) -> bool:
    """Whether the group that starts here has a number; if it has a question mark, it has a name."""
    is_behind = source.startswith(("(?<=", "(?<!"), at)
    return (source.startswith("(?<", at) and not is_behind) or not source.startswith("(?", at)
