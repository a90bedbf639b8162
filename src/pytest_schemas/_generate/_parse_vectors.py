"""Vectors for consumers that read text: what is no JSON, or JSON that programs read differently.

Each is the text of a valid document with one fault, put where a reader that forgives it would find
a valid document again, if there is such a place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from pytest_schemas._clauses import Clause
from pytest_schemas._generate._steering import Steps, replaced
from pytest_schemas._reading import READING
from pytest_schemas._vector import Vector

_EXTRA = "extra"
#: Stands for what is put into the text afterwards; no other text has it.
_HERE = "\ue000here\ue000"
_DEPTH_OVER = 1


def parse_vectors(
    document: Any, is_valid: Callable[[Any], bool], max_nesting: int
) -> Iterator[Vector]:
    """The parse vectors of a contract.

    Args:
        document: a small valid document.
        is_valid: whether a document keeps the contract.
        max_nesting: how deep documents may be nested.
    """
    text = _text(document)
    for name, raw in _valid(document, text):
        yield Vector(f"json-{name}", json.loads(raw), True, None, None, {}, raw)
    for clause, name, raw in _refused(document, text, is_valid, max_nesting):
        yield Vector(f"json-{name}", None, False, clause, "parse", {}, raw)


def _valid(document: Any, text: bytes) -> Iterator[tuple[str, bytes]]:
    """Texts that say the same in other words (RFC 8259, sections 2, 4 and 7)."""
    yield "as-is", text
    yield "white-space", b" \t\r\n" + json.dumps(document, indent="\t").encode() + b"\r\n"
    if isinstance(document, dict) and document:
        yield "other-order", _text(dict(reversed(document.items())))
        first = next(iter(document))
        escaped = "".join(f"\\u{ord(each):04x}" for each in first if ord(each) < 0x10000)
        yield "escaped-name", text.replace(json.dumps(first).encode(), f'"{escaped}"'.encode(), 1)


def _refused(
    document: Any, text: bytes, is_valid: Callable[[Any], bool], max_nesting: int
) -> Iterator[tuple[Clause, str, bytes]]:
    for name, clause, raw in (*_around(text), *_members(document, text)):
        yield READING[clause], name, raw
    steps = _open_text(document, is_valid)
    for name, clause, inside in _IN_TEXTS:
        yield READING[clause], name, _with(document, steps, b'"%s"' % inside)
    steps = _open_value(document, is_valid)
    for name, clause, value in _VALUES:
        yield READING[clause], name, _with(document, steps, value)
    depth = max_nesting + _DEPTH_OVER - len(steps)
    deep = b"[" * depth + b"]" * depth
    yield READING["json/nesting"], "nesting-one-over", _with(document, steps, deep)


_IN_TEXTS = (
    ("utf8-latin-1", "json/utf8", b"a\xe9"),
    ("utf8-overlong", "json/utf8", b"a\xc0\xaf"),
    ("utf8-surrogate", "json/utf8", b"a\xed\xa0\x80"),
    ("utf8-cut", "json/utf8", b"a\xf0\x9f\x98"),
    ("lone-surrogate-high", "json/lone-surrogate", b"a\\ud800"),
    ("lone-surrogate-low", "json/lone-surrogate", b"a\\udc00"),
    ("syntax-raw-newline", "json/syntax", b"a\n"),
    ("syntax-raw-nul", "json/syntax", b"a\x00"),
    ("syntax-bad-escape", "json/syntax", b"a\\x41"),
)
_VALUES = (
    ("non-finite-nan", "json/non-finite", b"NaN"),
    ("non-finite-infinity", "json/non-finite", b"Infinity"),
    ("non-finite-minus-infinity", "json/non-finite", b"-Infinity"),
    ("non-finite-overflow", "json/non-finite", b"1e999"),
    ("syntax-leading-zero", "json/syntax", b"01"),
    ("syntax-plus-sign", "json/syntax", b"+1"),
    ("syntax-no-digit-after-point", "json/syntax", b"1."),
    ("syntax-hexadecimal", "json/syntax", b"0x1"),
    ("syntax-python-none", "json/syntax", b"None"),
    ("syntax-undefined", "json/syntax", b"undefined"),
)


def _around(text: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Faults that any text can have: the name, the clause, the bytes."""
    yield "bom", "json/bom", b"\xef\xbb\xbf" + text
    yield "utf8-as-utf16", "json/utf8", text.decode().encode("utf-16")
    yield "syntax-empty", "json/syntax", b""
    yield "syntax-blank", "json/syntax", b" \n"
    # A number that is cut is another number, mostly.
    yield "syntax-cut", "json/syntax", b"-" if text[-1:].isdigit() else text[:-1]
    yield "syntax-twice", "json/syntax", text + b"\n" + text
    yield "syntax-log-line-before", "json/syntax", b"INFO started\n" + text
    yield "syntax-text-after", "json/syntax", text + b"\nDone."
    yield "syntax-code-fence", "json/syntax", b"```json\n" + text + b"\n```\n"
    yield "syntax-comment", "json/syntax", text + b" // the end"
    # One character and a null byte would be UTF-16.
    end = b"\n\x00" if len(text) == 1 else b"\x00"
    yield "syntax-null-byte-after", "json/syntax", text + end


def _members(document: Any, text: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Faults of a text that is an object."""
    if not isinstance(document, dict) or not document:
        return
    name, value = next(iter(document.items()))
    first = _text({name: value})[1:-1]
    yield "duplicate-key-same", "json/duplicate-key", b"{" + first + b"," + text[1:]
    if name and ord(name[0]) < 0x10000:
        escaped = f'"\\u{ord(name[0]):04x}{json.dumps(name[1:])[1:]}:'.encode() + _text(value)
        yield "duplicate-key-escaped", "json/duplicate-key", b"{" + escaped + b"," + text[1:]
    yield "syntax-trailing-comma", "json/syntax", text[:-1] + b",}"
    yield "syntax-no-comma", "json/syntax", b"{" + first + b" " + text[1:]
    yield "syntax-single-quotes", "json/syntax", text.replace(b'"', b"'")
    yield "syntax-bare-name", "json/syntax", text.replace(json.dumps(name).encode(), b"name", 1)


def _open_text(document: Any, is_valid: Callable[[Any], bool]) -> Steps | None:
    """A place where any text may stand; else that of the first text; else none."""
    places = list(_places(document))
    texts = [steps for steps, value in places if isinstance(value, str)]
    for steps in texts:
        if is_valid(replaced(document, steps, "a b")):
            return steps
    if isinstance(document, dict) and is_valid({**document, _EXTRA: "a b"}):
        return (_EXTRA,)
    return texts[0] if texts else None


def _open_value(document: Any, is_valid: Callable[[Any], bool]) -> Steps:
    """A place where any value may stand; else the first number; else the whole document."""
    if isinstance(document, dict) and is_valid({**document, _EXTRA: [0]}):
        return (_EXTRA,)
    numbers = (s for s, v in _places(document) if isinstance(v, (int, float)) and v is not True)
    return next(numbers, ())


def _places(value: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Any]]:
    yield steps, value
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _places(each, (*steps, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _places(each, (*steps, index))


def _with(document: Any, steps: Steps | None, raw: bytes) -> bytes:
    """The text of a document, with some bytes in the place of a value."""
    if steps is None:
        return raw
    if steps == (_EXTRA,):
        return _text({**document, _EXTRA: _HERE}).replace(_text(_HERE), raw)
    return _text(replaced(document, steps, _HERE)).replace(_text(_HERE), raw)


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
