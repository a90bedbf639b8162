"""How values are shown in messages: as JSON, on one line, and cut where they are long."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

LIMIT = 70
_MOST_NAMES = 8
#: Python refuses to write larger integers out, and nobody reads them.
_MOST_BITS = 4096


def show(value: object, limit: int = LIMIT) -> str:
    """A value as JSON text on one line; a long one is cut, and its size is told.

    What no eye could tell apart is escaped: control characters, unpaired surrogates, and white
    space other than the plain kind. A value that is not JSON is shown by its Python type.
    """
    text = ""
    for part in _parts(value, limit):
        if len(text) + len(part) > limit:
            # An escape is whole or not there: the parts of one mean nothing.
            begun = "" if part.startswith("\\") else part[: limit - len(text)]
            return f"{text}{begun}...{_size(value)}"
        text += part
    return text


def listed(values: Sequence[object], joint: str = ", ") -> str:
    """Values in a row, of many only the first and how many more there are."""
    text = joint.join(show(value) for value in values[:_MOST_NAMES])
    more = len(values) - _MOST_NAMES
    return f"{text} and {more} more" if more > 0 else text


def counted(count: float, noun: str) -> str:
    """A number with its noun: 1 item, 2 items; 1 property, 2 properties."""
    if count == 1:
        return f"1 {noun}"
    count = int(count) if count == int(count) else count
    return f"{count} {noun[:-1]}ies" if noun.endswith("y") else f"{count} {noun}s"


def sentence(text: str) -> str:
    """The text with a full stop, unless it ends a sentence already."""
    return text if text.endswith((".", "?")) else f"{text}."


def printable(text: str) -> str:
    """The text with each character that does not print as its JSON escape."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)


def _parts(value: object, limit: int) -> Iterator[str]:
    if isinstance(value, str):
        # A part must end between two escapes, and no more of a long text is looked at than shown.
        yield '"'
        yield from (_escaped(each) for each in islice(value, limit + 1))
        yield '"'
    elif isinstance(value, dict):
        yield from _joined("{", (_member(name, each, limit) for name, each in value.items()), "}")
    elif isinstance(value, list):
        yield from _joined("[", (_parts(each, limit) for each in value), "]")
    elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
        yield f"an integer of {value.bit_length()} bits"
    elif value is None or isinstance(value, (bool, int, float)):
        yield json.dumps(value)
    else:
        yield f"a Python {type(value).__name__}"


def _member(name: object, value: object, limit: int) -> Iterator[str]:
    yield from _parts(name, limit)
    yield ": "
    yield from _parts(value, limit)


def _joined(opening: str, members: Iterable[Iterator[str]], closing: str) -> Iterator[str]:
    yield opening
    for index, member in enumerate(members):
        if index:
            yield ", "
        yield from member
    yield closing


def _escaped(character: str) -> str:
    if character in '"\\' or not character.isprintable():
        return json.dumps(character)[1:-1]
    return character


def _size(value: object) -> str:
    if isinstance(value, str):
        return f" ({counted(len(value), 'character')})"
    if isinstance(value, dict):
        return f" ({counted(len(value), 'member')})"
    if isinstance(value, list):
        return f" ({counted(len(value), 'item')})"
    return ""
