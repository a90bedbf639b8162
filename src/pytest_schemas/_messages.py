"""Violations as text that a person can act on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_schemas._show import show
from pytest_schemas._violations import Violation, broken

#: How many violations a message shows; -vv shows all.
MOST = 10
_WIDTH = 96


def headline(name: str, violations: Sequence[Violation]) -> str:
    """One sentence about all the violations: the first clause early, then the place, then why."""
    leaves = list(broken(violations))
    first = leaves[0]
    what = f"{first.clause} at {_where(first)}: {first.message}"
    if len(leaves) == 1:
        return f"{name} breaks {_stop(what)}"
    return f"{name} breaks {len(leaves)} clauses, first {_stop(what)}"


def report(
    name: str,
    violations: Sequence[Violation],
    *,
    document: Any,
    context: Mapping[str, object],
    most: int | None = MOST,
) -> str:
    """The whole message of a failed assertion.

    Args:
        name: the contract's name.
        violations: at least one.
        document: what was judged, shown cut.
        context: what it was judged against.
        most: how many violations are shown; None for all.
    """
    leaves = list(broken(violations))
    shown = leaves if most is None else leaves[:most]
    lines = [headline(name, violations)]
    for each in shown:
        lines += ["", *_paragraph(each)]
    if len(leaves) > len(shown):
        lines += ["", f"... and {len(leaves) - len(shown)} more, which -vv shows."]
    lines += ["", *_judged(document, context)]
    return "\n".join(lines)


def _paragraph(violation: Violation) -> Iterator[str]:
    line, column = violation.position or (0, 0)
    at = f" (line {line}, column {column})" if line else ""
    yield f"  {_where(violation)}{at}"
    yield f"    {_stop(violation.message)}"
    if violation.clause.description:
        yield f"    The schema says: {_cut(violation.clause.description)}"
    yield f"    Clause: {violation.clause}"
    if violation.keyword_location != violation.clause.location:
        yield f"    Reached by: {violation.keyword_location}"


def _judged(document: Any, context: Mapping[str, object]) -> Iterator[str]:
    yield f"  The document: {show(document, _WIDTH)}"
    for name, value in context.items():
        yield f"  Judged with {name}: {show(value, _WIDTH)}"


def _where(violation: Violation) -> str:
    return violation.instance_location or "the root"


def _stop(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}..."
