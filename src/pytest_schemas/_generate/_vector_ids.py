"""The ids of vectors, made of the clause that each is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from pytest_schemas._clauses import Clause
from pytest_schemas._document import parse_pointer
from pytest_schemas._generate._steering import Steps

#: What an id has no need of, because it stands in nearly all locations.
_LEFT_OUT = frozenset({"$defs", "definitions", "properties"})
_LONGEST = 40


def vector_id(clause: Clause, done: str = "", steps: Steps | None = None) -> str:
    """Such as `from-required-role-missing`: the place, the keyword, its value, what was done.

    Args:
        clause: what the vector is about.
        done: what was done to a right document.
        steps: where it was done, if that is to be told.
    """
    if clause.keyword == "rule":
        return "-".join(("rule", clause.id.rpartition("/")[2], done))
    parts = list(_of_location(clause))
    if str(clause) != clause.location:
        value = clause.value
        parts.append(_slug(value if isinstance(value, str) else json.dumps(value)))
    if steps:
        parts.append("at-" + "-".join(_slug(str(each)) for each in steps))
    return "-".join(each for each in (*parts, done) if each)


def _of_location(clause: Clause) -> Iterable[str]:
    file, _, at = clause.location.rpartition("#")
    if file:
        yield _slug(file)
    steps = list(parse_pointer(at))
    for index, step in enumerate(steps):
        # A member may be called `properties`: then this stands before it once more.
        if step not in _LEFT_OUT or (index and steps[index - 1] in _LEFT_OUT):
            yield _slug(step)


def _slug(text: str) -> str:
    """Letters, digits and what is sure to be safe in a test's id and a file's name."""
    return re.sub(r"[^A-Za-z0-9_.]+", "_", text)[:_LONGEST] or "_"
