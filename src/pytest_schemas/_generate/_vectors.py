"""Vectors: the fixed list of documents, each demand kept at its edge and broken, each alternative
taken.

Nothing here is left to chance, so the list is the same on every machine. What is proposed is judged
by the contract before it is a vector.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any, NamedTuple

from pytest_schemas._clauses import Clause
from pytest_schemas._generate._bases import Base
from pytest_schemas._generate._chooser import Rejected, Smallest
from pytest_schemas._generate._edges import edges, has_edge
from pytest_schemas._generate._misses import CHOOSERS, Misses, Plan
from pytest_schemas._generate._objects import Extra
from pytest_schemas._generate._openings import KeywordOpening, Opening, RuleOpening
from pytest_schemas._generate._steering import at, replaced
from pytest_schemas._generate._vector_ids import vector_id

#: So many faults of one keyword are in the list, and so many where texts have a form.
_MOST = 4
_MOST_OF_FORM = 7
#: So many of the choosers make small documents.
_PLAIN = 2
#: The ids of the clauses that a document breaks, with the `anyOf` and `oneOf` that hold them.
Judge = Callable[[Any], frozenset[str]]


class Listed(NamedTuple):
    """A vector before its document is read."""

    id: str
    valid: bool
    clause: Clause
    text: bytes


def listed(clauses: Sequence[Clause], misses: Misses, judge: Judge) -> Iterator[Listed]:
    """The vectors of some clauses, in their order.

    Args:
        clauses: what the vectors are about.
        misses: makes the documents.
        judge: says what a document breaks.
    """
    seen = Counter[str]()
    made = list(_all(clauses, misses, judge))
    if not any(valid for _, valid, _, _ in made):
        made += _plain(clauses, misses, judge)
    for clause, valid, id_, document in made:
        seen[id_] += 1
        if seen[id_] > 1:
            id_ = f"{id_}-{seen[id_]}"
        text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        yield Listed(id_, valid, clause, text)


_Made = tuple[Clause, bool, str, Any]


def _all(clauses: Sequence[Clause], misses: Misses, judge: Judge) -> Iterator[_Made]:
    through: set[str] = set()
    for clause in clauses:
        if clause.kind == "alternative":
            yield from _taken(clause, misses, judge)
            continue
        plan = misses.plan(clause)
        if plan is not None:
            yield from _kept(clause, plan.openings[0], judge)
            if clause.keyword == "rule":
                yield from _ruled(clause, plan, judge)
                continue
            yield from _broken(clause, plan, judge, through)
            yield from _elsewhere(clause, plan, judge, through)


def _plain(clauses: Sequence[Clause], misses: Misses, judge: Judge) -> list[_Made]:
    """One document that keeps all: without it, who refuses everything would be right."""
    for clause in clauses:
        plan = misses.plan(clause) if clause.kind == "demand" else None
        if plan is None:
            continue
        for fresh in CHOOSERS:
            with suppress(Rejected):
                document = plan.openings[0].base(fresh()).document
                if not judge(document):
                    return [(clause, True, vector_id(clause, "kept"), document)]
    return []


def _taken(clause: Clause, misses: Misses, judge: Judge) -> Iterator[_Made]:
    """A small document that takes an alternative."""
    for base in misses.taking(clause):
        if not judge(base.document):
            yield clause, True, vector_id(clause), base.document
            return


def _kept(clause: Clause, opening: Opening, judge: Judge) -> Iterator[_Made]:
    """Documents that only just keep a demand; for a rule, one that it looks at."""
    if isinstance(opening, KeywordOpening):
        target = opening.target
        if not has_edge(target.keyword, target.demanded):
            return
    names: set[str] = set()
    for number, fresh in enumerate(CHOOSERS):
        # A later place in an array can have what an earlier one cannot.
        if names and number >= _PLAIN:
            return
        with suppress(Rejected):
            base = opening.base(fresh())
            if judge(base.document):
                continue
            if not isinstance(opening, KeywordOpening):
                yield clause, True, vector_id(clause, "kept"), base.document
                yield from _only_just(clause, opening, base, judge)
                return
            for name, value in edges(at(base.document, base.steps), opening.at(base)):
                document = _at_edge(opening, base, value, judge) if name not in names else None
                if document is not None:
                    names.add(name)
                    yield clause, True, vector_id(clause, name), document


def _only_just(clause: Clause, opening: Opening, base: Base, judge: Judge) -> Iterator[_Made]:
    """Documents that are close to breaking a rule, and keep it."""
    for right in opening.kept(base) if isinstance(opening, RuleOpening) else ():
        document = replaced(base.document, base.steps, right.value)
        if not judge(document):
            yield clause, True, vector_id(clause, right.name), document


def _at_edge(opening: KeywordOpening, base: Base, value: Any, judge: Judge) -> Any | None:
    """A valid document with a part at the edge; None where other clauses refuse it."""
    document = replaced(base.document, base.steps, value)
    if not judge(document):
        return document
    # Thirty items need thirty ids, which is a matter of rules.
    mended = deepcopy(document)
    with suppress(LookupError, Rejected):
        opening.documents.mend(mended, Smallest(), opening.context)
        part = at(mended, base.steps)
        if not judge(mended) and isinstance(part, list) and len(part) == len(value):
            return mended
    return None


def _broken(clause: Clause, plan: Plan, judge: Judge, seen: set[str]) -> Iterator[_Made]:
    """Documents that break a demand, each by another fault."""
    names: set[str] = set()
    most = _MOST_OF_FORM if clause.keyword in {"format", "pattern"} else _MOST
    opening = plan.openings[0]
    for miss in plan.each(opening):
        name = "added" if miss.fault.startswith(("added-", "changed-")) else miss.fault
        if len(names) < most and name not in names and judge(miss.document) >= {clause}:
            names.add(name)
            if isinstance(opening, KeywordOpening):
                seen.add(_way(opening, miss.steps))
            yield clause, False, vector_id(clause, miss.fault), miss.document


def _ruled(clause: Clause, plan: Plan, judge: Judge) -> Iterator[_Made]:
    """Documents that break a rule: each fault once, whichever alternative it needs."""
    names: set[str] = set()
    for opening in plan.openings:
        for miss in plan.each(opening):
            if miss.fault not in names and judge(miss.document) >= {clause}:
                names.add(miss.fault)
                yield clause, False, vector_id(clause, miss.fault), miss.document


def _elsewhere(clause: Clause, plan: Plan, judge: Judge, seen: set[str]) -> Iterator[_Made]:
    """One document for each other way to a subschema: for each reference to it."""
    for opening in plan.openings[1:]:
        if not isinstance(opening, KeywordOpening) or _known_way(opening) in seen:
            continue
        miss = next(plan.each(opening), None)
        if miss is not None and judge(miss.document) >= {clause}:
            way = _way(opening, miss.steps)
            if way not in seen:
                yield clause, False, vector_id(clause, miss.fault, miss.steps), miss.document
            seen.add(way)


def _known_way(opening: KeywordOpening) -> str | None:
    """The way to a site, if it is known before there is a document: a name may yet be made up."""
    parts = [edge.part for edge in opening.target.site.way]
    if any(isinstance(each, Extra) for each in parts):
        return None
    return _way(opening, [each if isinstance(each, str) else 0 for each in parts])


def _way(opening: KeywordOpening, steps: Sequence[str | int]) -> str:
    kinds = ("*" if isinstance(each, int) else each for each in steps)
    return f"{opening.target.site.place.location} {'/'.join(kinds)}"
