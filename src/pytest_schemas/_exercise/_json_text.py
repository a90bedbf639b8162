"""JSON on its way to a program or a service, and back."""

from __future__ import annotations

import json
from typing import Final

from pytest_schemas._document import Unreadable, faults, pointer, read
from pytest_schemas._show import counted, printable, show

#: What some readers of lines take for the end of one; JSON escapes the others itself.
_LINE_ENDS: Final = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
_SHOWN: Final = 96
#: How many lines before an answer are looked through for the place where it starts.
_MOST_BEFORE: Final = 20


def written(document: object) -> bytes:
    """A document as JSON text on one line, in UTF-8; bytes are a text already, and stay so.

    Raises:
        ValueError: it is no JSON document.
    """
    if isinstance(document, bytes):
        return document
    found = faults(document)
    if found:
        place = f" at {pointer(found[0].path)}" if found[0].path else ""
        message = f"What was to be sent is no JSON document{place}: {found[0].reason}."
        raise ValueError(message)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.translate(_LINE_ENDS).encode()


def shown(text: bytes) -> str:
    """A text of any kind in a message: on one line, and a long one cut."""
    start = printable(text[: 4 * _SHOWN].decode("utf-8", "replace"))
    if len(start) <= _SHOWN and len(text) <= 4 * _SHOWN:
        return start
    return f"{start[:_SHOWN]}... ({counted(len(text), 'byte')})"


def is_json(text: bytes) -> bool:
    """Whether a text is one JSON document, read strictly."""
    try:
        read(text)
    except Unreadable:
        return False
    return True


def before(text: bytes) -> bytes | None:
    """What stands before the JSON document at the end of a text, such as a line of a log."""
    starts = [at for at in (text.find(b"{"), text.find(b"[")) if at > 0]
    at = 0
    for _ in range(_MOST_BEFORE):
        at = text.find(b"\n", at) + 1
        if at == 0:
            break
        starts.append(at)
    for start in sorted(starts):
        if text[:start].strip() and is_json(text[start:]):
            return text[:start].strip()
    return None


def unreadable(what: str, text: bytes, refused: Unreadable) -> tuple[str, bool]:
    """Why an answer cannot be read, and whether that is for something before the document."""
    found = before(text) if refused.fault.rule == "json/syntax" else None
    if found is None or is_json(found.splitlines()[0]):
        return f"{what} is not one JSON document: {refused}.", False
    excerpt = show(found.decode("utf-8", "replace"))
    return f"{what} has something before the JSON document: {excerpt}.", True
