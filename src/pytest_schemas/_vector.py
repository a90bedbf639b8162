"""Documents with their right verdicts: fixed ones, and ones that Hypothesis draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_schemas._clauses import Clause


@dataclass(frozen=True)
class Vector:
    """A fixed document with its verdict: the same on every run, machine and Python."""

    #: Made of the clause and of what was done, such as `kind-enum-correction`.
    id: str
    #: The document; for a text that cannot be read, None.
    document: Any
    #: Whether a consumer must accept it.
    valid: bool
    #: The clause that it breaks; for a valid one, the clause that it keeps at its edge or takes.
    clause: Clause | None
    #: The level at which it is refused, such as `schema`; None where it is valid.
    level: str | None = None
    #: What it is judged with, such as the plan that an answer edits.
    context: Mapping[str, object] = field(default_factory=dict)
    #: The document as UTF-8 JSON text; where it cannot be read, just these bytes.
    text: bytes = b""


@dataclass(frozen=True, repr=False)
class NearMiss:
    """A valid document with one fault, and the clause that the fault breaks."""

    #: The document.
    document: Any
    #: The demand that it breaks.
    clause: Clause
    #: Other demands that it breaks, because they cannot be kept beside a broken `clause`: the
    #: `const` beside its `type`.
    also: tuple[Clause, ...] = ()
    #: What it is judged with, such as the plan that an answer edits.
    context: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        # The clause first, which says what to look for in a long document.
        also = f", also={[str(each) for each in self.also]}" if self.also else ""
        return f"NearMiss(clause={str(self.clause)!r}{also}, document={self.document!r})"


Vector.__module__ = "pytest_schemas"
NearMiss.__module__ = "pytest_schemas"
