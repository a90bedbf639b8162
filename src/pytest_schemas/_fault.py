"""The words for what is wrong with a JSON document, and where."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

Token = str | int  # one step of a path: a member name or an array index
Path = tuple[Token, ...]

_SHOWN: Final = 40  # characters of a value that a reason shows
_BAD_ESCAPE: Final = re.compile(r"~(?![01])")


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a text; lines and columns start at 1, and a column is one code point.

    A line ends with a line feed, a carriage return, or the two together.
    """

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text or a Python value is not an acceptable JSON document."""

    #: ``json/`` and one of ``utf8``, ``bom``, ``syntax``, ``non-finite``, ``duplicate-key``,
    #: ``lone-surrogate``, ``nesting``, ``size`` and (of Python values only) ``value``.
    rule: str
    #: What was found and why it is refused, without the place.
    reason: str
    #: The value at fault, or the root where it is the text as a whole. A name that JSON cannot
    #: have (no string, or an unpaired surrogate in it) is a fault of its object.
    path: Path = ()
    #: Where the fault stands in the text; None for Python values.
    position: Position | None = None


class Unreadable(Exception):  # noqa: N818 - said of the text, not of an error
    """A text is not an acceptable JSON document; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault

    def __str__(self) -> str:
        place = f"line {at.line}, column {at.column}: " if (at := self.fault.position) else ""
        return f"{place}{self.fault.reason} ({self.fault.rule})"


def pointer(path: Iterable[Token]) -> str:
    """Write *path* as a JSON Pointer (RFC 6901 section 3); ``""`` is the root."""
    return "".join(f"/{str(token).replace('~', '~0').replace('/', '~1')}" for token in path)


def parse_pointer(text: str) -> tuple[str, ...]:
    """Read a JSON Pointer (RFC 6901 sections 3 and 4), array indices as text.

    Raises:
        ValueError: *text* is no JSON Pointer.
    """
    if text.startswith("#"):
        raise ValueError(f"{quoted(text)} is a URI fragment: leave out the # of a JSON Pointer.")
    if text and not text.startswith("/"):
        raise ValueError(f'{quoted(text)} is no JSON Pointer: it must be "" or start with "/".')
    if _BAD_ESCAPE.search(text):
        raise ValueError(f"{quoted(text)} is no JSON Pointer: a ~ in a name is written ~0.")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in text.split("/")[1:])


def cut(text: str) -> str:
    """Show *text* in ASCII, and a long one by its start and its length."""
    start = text[:_SHOWN].encode("ascii", "backslashreplace").decode()
    return start if len(text) <= _SHOWN else f"{start}... ({len(text)} characters)"


def quoted(text: str) -> str:
    """Show *text* as a JSON string in ASCII, and a long one by its start and its length."""
    start = json.dumps(text[:_SHOWN])
    return start if len(text) <= _SHOWN else f"{start}... ({len(text)} characters)"


def nesting_reason(max_nesting: int) -> str:
    """Say that a container stands deeper than the limit; texts and values say it alike."""
    return f"nested more than {max_nesting} levels deep, which is the limit"


def surrogate_reason(unit: int) -> str:
    """Say that a surrogate stands alone; texts and values say it alike."""
    return f"an unpaired surrogate, U+{unit:04X}, which stands for no character"


def too_large_reason(number: str) -> str:
    """Say that a number overflows; texts and values say it alike."""
    return f"{number} is too large: its nearest double is infinite"
