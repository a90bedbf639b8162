"""Strict reading of JSON text (RFC 8259), and the check that a Python value is a JSON value."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from itertools import accumulate
from math import isinf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from pytest_schemas._fault import Fault, Path, Position, Token, Unreadable, parse_pointer, pointer
from pytest_schemas._scanner import Scanner
from pytest_schemas._value import MAX_NESTING, depth, faults, fresh, portable_integers

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "MAX_NESTING",
    "MAX_SIZE",
    "Fault",
    "Path",
    "Position",
    "Positions",
    "Source",
    "Token",
    "Unreadable",
    "depth",
    "faults",
    "fresh",
    "parse_pointer",
    "pointer",
    "portable_integers",
    "positions",
    "read",
]

Source = str | bytes | bytearray | memoryview

MAX_SIZE: Final = 64 * 1024 * 1024  # bytes of UTF-8

# The bytes of a surrogate, which only a str can hold unescaped.
_RAW_SURROGATE: Final = re.compile(rb"\xed[\xa0-\xbf]")
# A high half without a low one after it, or a low half without a high one before it.
_LONE_ESCAPE: Final = re.compile(
    rb"\\u[dD](?:[89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..\\u[dD])[c-fC-F])"
)
# With these alike, every number that might overflow holds one of two fixed strings: a long run of
# digits, or an exponent of three. Looking for them is far cheaper than a call for each number.
_ALIKE: Final = bytes.maketrans(b"123456789E+", b"000000000ee")
_LONG_RUN: Final = b"0" * 200
_LARGE_EXPONENT: Final = b"e000"

_NOT_STRUCTURE: Final = bytes(byte for byte in range(256) if byte not in b'[]{}"')
_NESTS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class _Refused(Exception):  # noqa: N818 - a signal, not an error
    """The fast reader found a fault; the scanner says which and where."""


def read(
    source: Source,
    *,
    max_nesting: int = MAX_NESTING,
    max_size: int = MAX_SIZE,
    number: Callable[[str], object] | None = None,
) -> object:
    """Read one JSON text strictly.

    Refused beyond what RFC 8259 refuses are a byte order mark, repeated names, unpaired surrogates,
    and numbers whose nearest double is infinite. Integers keep their exact value.

    Args:
        source: the text, or its bytes in UTF-8.
        max_nesting: how many containers may stand within each other.
        max_size: how many bytes of UTF-8 the text may have.
        number: gets the spelling of each number and returns what stands for it
            (default: an `int` or a `float`).

    Raises:
        Unreadable: for the first fault in the order of the text.
    """
    text, raw = _text(source, max_nesting, max_size)
    # The decoder does not tell faults apart, and may lack the stack for a text within the limit.
    with suppress(_Refused, ValueError, RecursionError):
        return _decode(text, raw, max_nesting, number)
    return _build(Scanner(text, max_nesting), number or _number)


class Positions(NamedTuple):
    """Where things start in a JSON text, by JSON Pointer."""

    #: each value
    values: dict[str, Position]
    #: the name of each member, by the pointer of the member
    names: dict[str, Position]


def positions(
    source: Source, *, max_nesting: int = MAX_NESTING, max_size: int = MAX_SIZE
) -> Positions:
    """Where each value and each member's name starts in a JSON text.

    Raises:
        Unreadable: as `read` does.
    """
    text, _ = _text(source, max_nesting, max_size)
    scanner = Scanner(text, max_nesting)
    found = Positions({}, {})
    for event in scanner.events():
        if event.kind != "close":
            kind = found.names if event.kind == "name" else found.values
            kind[pointer(scanner.path)] = scanner.position(event.start)
    return found


def _text(source: Source, max_nesting: int, max_size: int) -> tuple[str, bytes]:
    """The text and its bytes, if it is small enough and UTF-8."""
    if isinstance(source, str):
        raw = source.encode("utf-8", "surrogatepass")
        _check_size(len(raw), max_size)
        return source, raw
    _check_size(memoryview(source).nbytes, max_size)
    raw = bytes(source)
    # RFC 4627 section 3: the first character is ASCII, so a zero tells the wider encodings.
    if b"\0" in raw[:2] or raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        reason = "the text looks like UTF-16 or UTF-32: JSON is exchanged in UTF-8"
        raise Unreadable(Fault("json/utf8", reason, position=Position(1, 1)))
    try:
        return raw.decode(), raw
    except UnicodeDecodeError as error:
        start = error.start
    raise _not_utf8(raw, start, max_nesting)


def _check_size(size: int, max_size: int) -> None:
    if size > max_size:
        reason = f"{size} bytes of UTF-8, more than the limit of {max_size}"
        raise Unreadable(Fault("json/size", reason, position=Position(1, 1)))


def _not_utf8(raw: bytes, start: int, max_nesting: int) -> Unreadable:
    """The fault of a bad byte, or of the text before it."""
    before = raw[:start].decode()
    scanner = Scanner(before, max_nesting)
    end = scanner.position(len(before))
    try:
        for _ in scanner.events():
            pass
    except Unreadable as earlier:
        if earlier.fault.position != end:
            return earlier
    reason = f"the byte 0x{raw[start]:02X} is not UTF-8 here"
    return Unreadable(Fault("json/utf8", reason, position=end))


def _decode(
    text: str, raw: bytes, max_nesting: int, number: Callable[[str], object] | None
) -> object:
    """Read a text fast, or raise for any fault of it."""
    if _is_nested_deeper(raw, max_nesting) or _has_lone_surrogate(raw):
        raise _Refused
    if number is not None:
        return _decoder(_finite(number), _finite(number)).decode(text)
    alike = raw.translate(_ALIKE)
    may_overflow = _LARGE_EXPONENT in alike or _LONG_RUN in alike
    return (_CAREFUL if may_overflow else _PLAIN).decode(text)


def _is_nested_deeper(raw: bytes, max_nesting: int) -> bool:
    """Whether brackets outside strings nest deeper; exact up to the first fault of syntax."""
    if raw.count(b"[") + raw.count(b"{") <= max_nesting:
        return False
    if b"\\" in raw:
        raw = raw.replace(rb"\\", b"").replace(rb"\"", b"")
    brackets = b"".join(raw.translate(None, _NOT_STRUCTURE).split(b'"')[::2])
    return max(accumulate(map(_NESTS.__getitem__, brackets)), default=0) > max_nesting


def _has_lone_surrogate(raw: bytes) -> bool:
    """Whether a text, if it is JSON, has one as an escape or as it is."""
    if not raw.isascii() and _RAW_SURROGATE.search(raw):
        return True
    if b"\\" not in raw or not (rb"\ud" in raw or rb"\uD" in raw):
        return False
    # An escaped backslash is no start of an escape, and parts the halves beside it.
    return _LONE_ESCAPE.search(raw.replace(rb"\\", b"--")) is not None


def _unique(members: list[tuple[str, object]]) -> dict[str, object]:
    unique = dict(members)
    if len(unique) != len(members):
        raise _Refused
    return unique


def _refuse(_: str) -> NoReturn:
    raise _Refused


def _number(spelling: str) -> int | float:
    return int(spelling) if spelling.lstrip("-").isdigit() else float(spelling)


def _finite(number: Callable[[str], object]) -> Callable[[str], Any]:
    """Let *number* see only what a double can hold."""

    def checked(spelling: str) -> object:
        if isinf(float(spelling)):
            raise _Refused
        return number(spelling)

    return checked


def _decoder(integer: Callable[[str], Any], other: Callable[[str], Any]) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=_unique,
        parse_constant=_refuse,
        parse_int=integer,
        parse_float=other,
    )


_PLAIN: Final = _decoder(int, float)
_CAREFUL: Final = _decoder(_finite(int), _finite(float))


def _build(scanner: Scanner, number: Callable[[str], object]) -> object:
    """Put a value together from its events."""
    root: list[object] = []
    holders: list[list[object] | dict[str, object]] = [root]
    name = ""
    for event in scanner.events():
        if event.kind == "name":
            name = event.text
            continue
        if event.kind == "close":
            holders.pop()
            continue
        value: object = event.value
        if event.kind == "number":
            value = number(event.text)
        elif event.kind == "open":
            value = {} if event.text == "{" else []
        holder = holders[-1]
        if isinstance(holder, dict):
            holder[name] = value
        else:
            holder.append(value)
        if isinstance(value, (dict, list)) and event.kind == "open":
            holders.append(value)
    return root[0]
