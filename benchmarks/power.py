"""How many faulty consumers are unmasked: by the vectors, by near misses, by another engine.

A consumer is the schema with one fault, or the contract without one rule. It is unmasked by a
document that it accepts and must refuse, or the other way round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from statistics import median
from time import process_time
from typing import Any

from _equivalent import EQUIVALENT
from _measure import show_table, versions
from _mutants import mutants
from generation import Documents, run
from hypothesis.strategies import SearchStrategy

import pytest_schemas as ps

NAMES = ("feedback", "plan", "plan-edit", "agent-result")
SEEDS = (1, 2, 3)
FOR_EACH_CLAUSE = 3
VALID = 300
NEGATIVE = 1000
#: The other engine is asked so often at most for as many documents at a time.
_RUNS, _AT_A_TIME = 8, 250

Context = Mapping[str, Any]


@dataclass(frozen=True)
class Consumer:
    """A consumer with one fault."""

    id: str
    accepts: Callable[..., bool]
    accepts_too_much: bool
    #: the rule that it ignores
    rule: str = ""
    is_equivalent: bool = False


@dataclass
class Shown:
    """The documents that consumers are shown, by what they show."""

    #: those that the schema refuses, each with where it says so
    broken: list[tuple[Any, set[str]]] = field(default_factory=list)
    #: those that break a rule, each with its context
    unruly: list[tuple[Any, Context]] = field(default_factory=list)
    valid: Documents = field(default_factory=list)

    def unmasks(self, consumer: Consumer) -> bool:
        """Whether a document shows the consumer's fault."""
        if consumer.rule:
            return any(consumer.accepts(each, **context) for each, context in self.unruly)
        if consumer.accepts_too_much:
            # What breaks something near its fault is the likeliest to show it.
            place = consumer.id.partition(" ")[0]
            far = [not any(at.startswith(place) for at in places) for _, places in self.broken]
            order = sorted(range(len(far)), key=far.__getitem__)
            return any(consumer.accepts(self.broken[each][0]) for each in order)
        return not all(map(consumer.accepts, self.valid))


class Subject:
    """A contract and its faulty consumers."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.contract = ps.contract(name)
        self.schema: Any = self.contract.source.contents
        self.by_schema = self.contract.without(*(rule.id for rule in self.contract.rules))
        self.vectors = self.contract.vectors()
        #: what the rules are shown in: none, and those of the vectors
        self.contexts: list[Context] = [{}]
        self.contexts += [e for e in _unlike(v.context for v in self.vectors) if e]
        self.demands = [each for each in self.contract.clauses if each.kind == "demand"]
        self.consumers = list(self._consumers())

    def _consumers(self) -> Iterator[Consumer]:
        equivalent = EQUIVALENT[self.name]
        for each in mutants(self.schema):
            accepts = ps.contract(each.schema).is_valid
            is_equivalent = each.id in equivalent
            too_much = each.accepts_too_much
            yield Consumer(each.id, accepts, too_much, is_equivalent=is_equivalent)
        for demand in self.demands:
            if demand.keyword == "rule":
                accepts = self.contract.without(demand).is_valid
                id_ = f"ignores {demand}"
                yield Consumer(id_, accepts, True, demand, is_equivalent=id_ in equivalent)

    def shown(self, documents: Sequence[tuple[Any, Context]]) -> Shown:
        """Sort documents by what they show."""
        shown = Shown()
        unlike = {repr(each): each for each in documents}
        for document, context in unlike.values():
            places = set(_places(self.by_schema.violations(document)))
            if places:
                shown.broken.append((document, places))
            elif not self.contract.is_valid(document, **context):
                shown.unruly.append((document, context))
            else:
                shown.valid.append(document)
        return shown

    def share(self, shown: Shown, *, too_much: bool, with_rules: bool = True) -> float:
        """Which share of the consumers that can be unmasked is."""
        asked = [
            each
            for each in self.consumers
            if each.accepts_too_much is too_much
            and not each.is_equivalent
            and (with_rules or not each.rule)
        ]
        return sum(map(shown.unmasks, asked)) / len(asked)

    def near_misses(self, seed: int) -> list[tuple[Any, Context]]:
        """Three for each clause, as they come: any clause at any time."""
        made: list[tuple[Any, Context]] = []
        for context in self.contexts:
            count = FOR_EACH_CLAUSE * len(self._judged(context))
            misses = run(self.contract.near_misses(**context), examples=count, seed=seed)
            # Where there is a context, what it is not needed for has had its turn.
            asked = set(self._asked(context))
            made += [(each.document, context) for each in misses if each.clause in asked]
        return made

    def near_misses_of_each(self, seed: int) -> list[tuple[Any, Context]]:
        """Three for each clause, asked for one clause after the other."""
        made: list[tuple[Any, Context]] = []
        for context in self.contexts:
            for clause in self._asked(context):
                try:
                    strategy = self.contract.near_misses(clause, **context)
                except ps.ContractError:  # it cannot be broken
                    continue
                misses = run(strategy, examples=FOR_EACH_CLAUSE, seed=seed)
                made += [(each.document, context) for each in misses]
        return made

    def _asked(self, context: Context) -> list[ps.Clause]:
        """The demands that need a context, if there is one; else those that need none."""
        without = self._judged({})
        return [each for each in self._judged(context) if not context or each not in without]

    def _judged(self, context: Context) -> list[ps.Clause]:
        """The demands that can be broken in a context."""
        needs = {rule.id: rule.needs for rule in self.contract.rules}
        return [e for e in self.demands if all(n in context for n in needs.get(e, ()))]


def main() -> None:
    """Print the tables."""
    took = _time_of_vectors()
    subjects = [Subject(name) for name in NAMES]
    by_vectors, wrong = [], []
    for each in subjects:
        row, lines = _by_vectors(each)
        by_vectors.append(row)
        wrong += lines
    show_table(
        f"The vectors ({took:.2f} s for all four, without imports)",
        ("contract", "vectors", "consumers", "equivalent", "unmasked", "not unmasked"),
        by_vectors,
    )
    if wrong:
        sys.exit("\n".join(wrong))
    drawn, beside = [], []
    for each in subjects:
        drawn.append(_drawn(each))
        beside += _beside(each)
    show_table(
        f"Drawn at random ({versions('hypothesis')}; median and least of {len(SEEDS)} seeds)",
        (
            "contract",
            "near misses",
            "too much: any clause",
            "too much: each",
            "documents",
            "too little",
        ),
        drawn,
    )
    show_table(
        f"Near misses beside negative documents ({versions('hypothesis', 'schemathesis')})",
        ("contract and engine", "documents", "distinct", "valid after all", "unmasked", "CPU s"),
        beside,
    )


def _time_of_vectors() -> float:
    """How long the vectors of all contracts take the processor, when everything is imported."""
    ps.contract({"type": "string"}).vectors()
    begin = process_time()
    for name in NAMES:
        ps.contract(name).vectors()
    return process_time() - begin


def _by_vectors(subject: Subject) -> tuple[list[str], list[str]]:
    """A row of the table, and what is wrong with the consumers or with the list of equivalents."""
    shown = subject.shown([(each.document, each.context) for each in subject.vectors])
    unmasked = {each.id for each in subject.consumers if shown.unmasks(each)}
    equivalent = {each.id for each in subject.consumers if each.is_equivalent}
    alive = {each.id for each in subject.consumers} - unmasked - equivalent
    known = {each.id for each in subject.consumers}
    name = subject.name
    wrong = [f"{name}: no vector unmasks {each}" for each in sorted(alive)]
    wrong += [f"{name}: not equivalent, a vector unmasks {e}" for e in equivalent & unmasked]
    wrong += [f"{name}: no such consumer: {each}" for each in EQUIVALENT[name].keys() - known]
    counts = map(len, (subject.vectors, known, equivalent, unmasked, alive))
    return [name, *map(str, counts)], wrong


def _drawn(subject: Subject) -> list[str]:
    any_clause, each_clause, documents = [], [], []
    count = 0
    for seed in SEEDS:
        made = subject.near_misses(seed)
        count = len(made)
        any_clause.append(subject.share(subject.shown(made), too_much=True))
        made = subject.near_misses_of_each(seed)
        each_clause.append(subject.share(subject.shown(made), too_much=True))
        valid = run(subject.contract.documents(), examples=VALID, seed=seed)
        documents.append(subject.share(Shown(valid=valid), too_much=False))
    return [
        subject.name,
        str(count),
        _percent(any_clause),
        _percent(each_clause),
        str(VALID),
        _percent(documents),
    ]


def _beside(subject: Subject) -> list[list[str]]:
    """What each engine unmasks of the consumers that know no rules and accept too much."""
    begin = process_time()
    count = FOR_EACH_CLAUSE * len(subject.demands)
    ours = [e.document for e in run(subject.contract.near_misses(), examples=count, seed=SEEDS[0])]
    took = process_time() - begin
    rows = [_row(subject, f"{subject.name}, pytest-schemas", ours, took)]
    begin = process_time()
    theirs: Documents = []
    strategy = _schemathesis(subject.name, deepcopy(subject.schema))
    for seed in range(_RUNS):
        made = run(strategy, examples=_AT_A_TIME, seed=seed)
        theirs += [each.value for each in made]
        if sum(not subject.by_schema.is_valid(each) for each in theirs) >= NEGATIVE:
            break
    took = process_time() - begin
    return [*rows, _row(subject, f"{subject.name}, schemathesis", theirs, took)]


def _row(subject: Subject, title: str, documents: Documents, took: float) -> list[str]:
    valid = sum(map(subject.contract.is_valid, documents))
    shown = subject.shown([(each, {}) for each in documents])
    share = subject.share(shown, too_much=True, with_rules=False)
    distinct = len({repr(each) for each in documents})
    counts = (len(documents), distinct, valid)
    return [title, *map(str, counts), f"{share:.0%}", f"{took:.1f}"]


def _schemathesis(name: str, schema: Any) -> SearchStrategy[Any]:
    """Its negative documents as it makes them itself for a JSON body.

    No documented entry takes a schema. Without a media type it makes no text that is no JSON.
    """
    import jsonschema_rs  # the environments have one peer each
    from schemathesis.config import GenerationConfig
    from schemathesis.core.jsonschema.bundler import bundle
    from schemathesis.core.jsonschema.resolver import make_root_resolver
    from schemathesis.core.parameters import ParameterLocation
    from schemathesis.specs.openapi._hypothesis import make_negative_strategy

    bundled = bundle(schema, make_root_resolver(schema))
    strategy: SearchStrategy[Any] = make_negative_strategy(
        bundled.schema,
        name,
        ParameterLocation.BODY,
        None,
        GenerationConfig(),
        jsonschema_rs.Draft202012Validator,
        name_to_uri=bundled.name_to_uri,
    )
    return strategy


def _places(violations: Iterable[ps.Violation]) -> Iterator[str]:
    for each in violations:
        yield each.clause.location
        yield from _places(each.causes)


def _percent(shares: Sequence[float]) -> str:
    return f"{median(shares):.1%} ({min(shares):.1%})"


def _unlike(contexts: Iterator[Context]) -> list[Context]:
    found: list[Context] = []
    for each in contexts:
        if each not in found:
            found.append(each)
    return found


if __name__ == "__main__":
    main()
