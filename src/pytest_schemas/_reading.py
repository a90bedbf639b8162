"""Documents as they come in: text or values, with what reading refuses as violations."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pytest_schemas._clauses import Clause
from pytest_schemas._document import (
    MAX_NESTING,
    MAX_SIZE,
    Fault,
    Position,
    Unreadable,
    faults,
    pointer,
    portable_integers,
    positions,
    read,
)
from pytest_schemas._errors import ContractError
from pytest_schemas._show import show
from pytest_schemas._violations import Violation

#: What may be handed over as a text: JSON, its bytes, or where it lies.
Text = str | bytes | bytearray | memoryview | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a document is read."""

    nesting: int = MAX_NESTING
    size: int = MAX_SIZE


def _clause(name: str, summary: str, severity: str = "error") -> Clause:
    return Clause(
        f"json/{name}", keyword="rule", level="parse", severity=severity, description=summary
    )


#: What a document must keep to be read at all, by the name after `json/`.
READING: Mapping[str, Clause] = MappingProxyType(
    {
        clause.id: clause
        for clause in (
            _clause("utf8", "The bytes are UTF-8."),
            _clause("bom", "The text does not start with a byte order mark."),
            _clause("size", "The text is not larger than the limit."),
            _clause("syntax", "The text is one JSON value with only white space around it."),
            _clause("nesting", "Arrays and objects are not nested deeper than the limit."),
            _clause("non-finite", "Every number is finite, and a double can hold its magnitude."),
            _clause("duplicate-key", "Within one object each name occurs once."),
            _clause("lone-surrogate", "No string and no name has an unpaired surrogate."),
            _clause("value", "Every value is one that JSON has."),
        )
    }
)
_PORTABLE = _clause(
    "portable-integer", "Integers lie within plus or minus 2^53 - 1.", severity="advisory"
)


def read_text(source: Text, limits: Limits) -> tuple[bytes, Any]:
    """The bytes of a text, and the value that they stand for.

    Raises:
        Unreadable: the text is refused.
        ContractError: there is no such file.
    """
    raw = _bytes(source)
    return raw, read(raw, max_nesting=limits.nesting, max_size=limits.size)


def _bytes(source: Text) -> bytes:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    # No JSON text ends like a file name, so the two cannot be mistaken for each other.
    if isinstance(source, str) and not source.endswith(".json"):
        return source.encode("utf-8", "surrogatepass")
    if not isinstance(source, (str, os.PathLike)):
        message = f"A text is a str, bytes, or the path of a file, not a {type(source).__name__}."
        raise TypeError(message)
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as refused:
        reason = getattr(refused, "strerror", None) or refused
        message = f"The document {show(str(source))} cannot be read: {reason}."
        raise ContractError(message) from None


def refused_text(fault: Fault) -> Violation:
    """What reading refused in a text."""
    return _violation(fault, fault.position)


def refused_values(document: object, limits: Limits) -> list[Violation]:
    """What keeps a Python value from being a JSON document."""
    return [_violation(each, None) for each in faults(document, max_nesting=limits.nesting)]


def _violation(fault: Fault, position: Position | None) -> Violation:
    return Violation(
        clause=READING[fault.rule],
        instance_location=pointer(fault.path),
        keyword_location=fault.rule,
        message=fault.reason,
        position=(position.line, position.column) if position else None,
    )


def unportable_integers(document: object, limits: Limits) -> list[Violation]:
    """An advisory for each integer that some readers would round."""
    return [
        Violation(
            clause=_PORTABLE,
            instance_location=pointer(path),
            keyword_location=_PORTABLE.id,
            message="the integer is beyond 2^53 - 1, so a reader with doubles rounds it",
        )
        for path in portable_integers(document, max_nesting=limits.nesting)
    ]


class Positions:
    """Where the values of one text stand."""

    def __init__(self, raw: bytes, limits: Limits) -> None:
        found = positions(raw, max_nesting=limits.nesting, max_size=limits.size)
        self._values, self._names = found

    def mark(self, violation: Violation) -> Violation:
        """The violation with its line and column, and those of its causes."""
        at = violation.instance_location
        name = at if violation.member is None else at + pointer((violation.member,))
        found = self._names.get(name) if violation.member is not None else None
        # What is missing has no place of its own: then the place is the object's.
        while found is None:
            found = self._values.get(at)
            at = at.rpartition("/")[0]
        return replace(
            violation,
            position=(found.line, found.column),
            causes=tuple([self.mark(each) for each in violation.causes]),
        )


__all__ = [
    "READING",
    "Limits",
    "Positions",
    "Text",
    "Unreadable",
    "read_text",
    "refused_text",
    "refused_values",
    "unportable_integers",
]


def excerpt(source: Text) -> str:
    """The start of a text, or the path of its file, for a message."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return str(bytes(source[:200]), "utf-8", "replace")
    return str(source)
