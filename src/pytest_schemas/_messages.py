"""Violations as text that a person can act on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice
from typing import Any

from pytest_schemas._show import counted, printable, sentence, show
from pytest_schemas._violations import Violation, told

#: How many violations a message shows, and how many of one clause; -vv shows all.
MOST = 10
_MOST_ALIKE = 3
_WIDTH = 96


def headline(name: str, violations: Sequence[Violation]) -> str:
    """One sentence about all the violations: the first clause early, then the place, then why."""
    leaves = list(told(violations))
    first = leaves[0]
    what = sentence(f"{_clause(first)} at {_where(first)}: {first.message}")
    clauses = len({each.clause for each in leaves})
    if len(leaves) == 1:
        return f"{name} breaks {what}"
    if clauses == len(leaves):
        return f"{name} breaks {clauses} clauses, first {what}"
    return f"{name} breaks {counted(clauses, 'clause')} in {len(leaves)} places, first {what}"


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
    leaves = list(told(violations))
    shown = leaves if most is None else list(islice(_varied(leaves), most))
    lines = [headline(name, violations)]
    for place, group in groupby(shown, key=_heading):
        lines += ["", f"  {place}", *chain.from_iterable(map(_paragraph, group))]
    if len(leaves) > len(shown):
        lines += ["", f"  ... and {len(leaves) - len(shown)} more, which -vv shows."]
    lines += ["", f"  The document: {show(document, _WIDTH)}"]
    lines += [f"  Judged with {key}: {show(value, _WIDTH)}" for key, value in context.items()]
    return "\n".join(lines)


def _varied(violations: Iterable[Violation]) -> Iterator[Violation]:
    """The violations without those that only repeat a clause at one more place."""
    alike = Counter[str]()
    for each in violations:
        alike[each.clause] += 1
        if alike[each.clause] <= _MOST_ALIKE:
            yield each


def _heading(violation: Violation) -> str:
    line, column = violation.position or (0, 0)
    return f"{_where(violation)} (line {line}, column {column})" if line else _where(violation)


def _paragraph(violation: Violation) -> Iterator[str]:
    yield f"    {sentence(violation.message)}"
    if violation.clause.description:
        speaker = "The rule" if violation.clause.keyword == "rule" else "The schema"
        yield f"      {speaker} says: {_cut(violation.clause.description)}"
    yield f"      Clause: {_clause(violation)}"
    way = violation.keyword_location
    if way != violation.clause.location and len(way) <= _WIDTH:
        yield f"      Reached by: {printable(way)}"


def _where(violation: Violation) -> str:
    return printable(violation.instance_location) or "the root"


def _clause(violation: Violation) -> str:
    return printable(violation.clause) or "the whole schema"


def _cut(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= _WIDTH else f"{line[:_WIDTH]}..."
