"""Near misses: a valid document with one fault, which breaks one demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, zip_longest
from typing import Any

from pytest_schemas._errors import Ungeneratable
from pytest_schemas._generate._bases import Base, base
from pytest_schemas._generate._chooser import Chooser, Later, Rejected, Smallest, Trial
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._expand import Requirement
from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._flat import Contradiction, Hopeless
from pytest_schemas._generate._openings import KeywordOpening, Opening, RuleOpening
from pytest_schemas._generate._shape import TRIES, Shape
from pytest_schemas._generate._spoilers import SPOILERS
from pytest_schemas._generate._steering import Steps, replaced
from pytest_schemas._generate._targets import Target, targets
from pytest_schemas._schema import Place
from pytest_schemas._validation import Validator

#: What makes the documents in which faults are tried out, the plainest first.
CHOOSERS: tuple[Callable[[], Chooser], ...] = (
    Smallest,
    Later,
    *(partial(Trial, seed) for seed in range(6)),
)
#: So many of them are enough where no better fault is to be expected.
_GLANCE = 2
#: And so many, where there were documents and no fault in them broke the clause.
_IN_VAIN = 4
#: So many near misses of a clause are made once, and given out again.
MOST_PLAIN = 2
#: A clause is broken at so many of the sites where it is met.
_MOST_SITES = 12


@dataclass(frozen=True)
class Miss:
    """A document with one fault."""

    document: Any
    #: what was done
    fault: str
    #: the part of the document where it was done
    steps: Steps
    #: all the clauses that it breaks
    broken: frozenset[str]


@dataclass(frozen=True)
class Plan:
    """How a demand is broken: where, and all that is broken then."""

    openings: tuple[Opening, ...]
    broken: frozenset[str]

    def make(self, chooser: Chooser) -> Miss:
        """A near miss."""
        for _ in range(TRIES):
            openings = self.openings
            opening = openings[0] if len(openings) == 1 else chooser.pick(openings)
            with suppress(Rejected):
                base = opening.base(chooser)
                faults = opening.faults(base)
                first = chooser.integer(0, len(faults) - 1) if len(faults) > 1 else 0
                for fault in (*faults[first:], *faults[:first]):
                    if opening.broken(base, fault) == self.broken:
                        return _miss(base, fault, self.broken)
        return chooser.reject()

    @cached_property
    def plain(self) -> tuple[Miss, ...]:
        """The likeliest faults in the smallest documents, at one opening after the other.

        They are kept, so what is given out is to be a copy.
        """
        openings = self.openings[:MOST_PLAIN]
        by_opening = zip_longest(*(islice(self.each(o), MOST_PLAIN) for o in openings))
        found = (miss for misses in by_opening for miss in misses if miss is not None)
        return tuple(islice(found, MOST_PLAIN))

    def each(self, opening: Opening) -> Iterator[Miss]:
        """One near miss for each fault at an opening, in the smallest document that has any."""
        for fresh in CHOOSERS:
            is_done = False
            with suppress(Rejected):
                base = opening.base(fresh())
                for fault in opening.faults(base):
                    if opening.broken(base, fault) == self.broken:
                        is_done = True
                        yield _miss(base, fault, self.broken)
            if is_done:
                return


def _miss(base: Base, fault: Fault, broken: frozenset[str]) -> Miss:
    document = replaced(base.document, base.steps, fault.value)
    return Miss(document, fault.name, base.steps, broken)


class Misses:
    """Makes the near misses of a contract, for one context.

    Args:
        documents: makes its valid documents.
        validator: judges by its schema.
        context: what documents are made for.
        unruled: gives what makes documents that keep the schema, and perhaps not the rules.
    """

    def __init__(
        self,
        documents: Documents,
        validator: Validator,
        context: Mapping[str, object],
        unruled: Callable[[], Documents] | None = None,
    ) -> None:
        self.documents = documents
        self._validator = validator
        self.context = context
        self._make_unruled = unruled
        self._clauses = {clause.id: clause for clause in validator.clauses}
        schema = validator.schema
        #: the demands and alternatives of the schema, each with the sites where it is met
        self.targets = targets(documents.shape, schema, self._clauses, documents.beside)
        self._plans: dict[str, Plan | None] = {}
        self._shapes: dict[str, Shape | None] = {}

    @cached_property  # few contracts have a clause that needs it
    def _unruled(self) -> Misses | None:
        if self._make_unruled is None:
            return None
        return Misses(self._make_unruled(), self._validator, {})

    def plan(self, clause: str) -> Plan | None:
        """How a demand is broken; None where nothing was found that breaks it."""
        if clause not in self._plans:
            found = self._planned(clause, list(self._openings(clause)))
            if found is None and clause in self._clauses:
                # A rule may refuse what the keyword looks at, and is judged after all keywords.
                found = self._unruled.plan(clause) if self._unruled else None
            self._plans[clause] = found
        return self._plans[clause]

    def _openings(self, clause: str) -> Iterator[Opening]:
        if clause in self._clauses:
            for target in self.targets.get(clause, ())[:_MOST_SITES]:
                yield KeywordOpening(
                    target, self.documents, self._validator, self.context, self._shape
                )
        elif clause in SPOILERS and SPOILERS[clause].applies(self.context):
            spoiler = SPOILERS[clause]
            taking = [at for name in spoiler.takes for at in self.targets.get(name, ())]
            anywhere: list[Target | None] = [None]
            for each in taking if spoiler.takes else anywhere:
                yield RuleOpening(clause, spoiler, each, self.documents, self.context)

    def _planned(self, clause: str, openings: Sequence[Opening]) -> Plan | None:
        """Look for the openings and the faults that break the fewest clauses."""
        best: dict[frozenset[str], list[Opening]] = {}
        for number, opening in enumerate(openings):
            # What the first opening shows holds at the others, so these are only looked at.
            choosers = CHOOSERS if number == 0 else CHOOSERS[:_GLANCE]
            fewest = _fewest(clause, opening, choosers)
            if fewest is not None:
                best.setdefault(fewest, []).append(opening)
        if not best:
            return None
        broken = min(best, key=_order)
        return Plan(tuple(best[broken]), broken)

    def taking(self, clause: str) -> Iterator[Base]:
        """Valid documents that take an alternative, the smallest first."""
        for target in self.targets.get(clause, ()):
            for fresh in CHOOSERS:
                with suppress(Rejected):
                    yield base(self.documents, target, fresh(), self.context)

    def _shape(self, place: Place) -> Shape | None:
        """The shape of a subschema by itself; None where it has no values that can be made."""
        if place.location not in self._shapes:
            shape = None
            with suppress(Contradiction, Hopeless, Ungeneratable):
                shape = self.documents.builder.shape(Requirement((place,)))
            self._shapes[place.location] = shape
        return self._shapes[place.location]


def _fewest(
    clause: str, opening: Opening, choosers: Sequence[Callable[[], Chooser]]
) -> frozenset[str] | None:
    """The fewest clauses that a fault at an opening breaks, with the one that it is to break."""
    best: frozenset[str] | None = None
    in_vain = 0
    for fresh in choosers:
        last = best
        with suppress(Rejected):
            base = opening.base(fresh())
            for fault in opening.faults(base):
                broken = opening.broken(base, fault)
                if broken == {clause}:
                    return broken
                if clause in broken and (best is None or _order(broken) < _order(best)):
                    best = broken
            in_vain = in_vain + 1 if best is last else 0
        if in_vain == (_GLANCE if best else _IN_VAIN):
            break
    return best


def _order(clauses: frozenset[str]) -> tuple[int, list[str]]:
    return len(clauses), sorted(clauses)
