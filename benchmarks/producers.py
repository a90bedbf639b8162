"""How many of forty producers with a fault are found out, and from how small an input.

Each runs as a test of its own with Hypothesis's default settings, but for the database, once for
each seed. Without its fault it runs 2,000 examples, and must not fail. An argument chooses
producers by a part of their names.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import wraps
from statistics import median
from typing import Any

import hypothesis
from _measure import show_table, versions
from _producers import PRODUCERS, Producer
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

SEEDS = range(5)
EXAMPLES = 2000
LONGEST_SHOWN = 400


@dataclass(frozen=True)
class Outcome:
    """What one run of a faulty producer came to."""

    #: How many inputs it took; None where the fault was not found.
    after: int | None
    #: What it shrank to: the input of each error that was reported.
    inputs: tuple[dict[str, Any], ...]
    #: What else went wrong, in a line each.
    others: tuple[str, ...]


def main(part: str = "") -> None:
    """Print a table for each contract, and what of the promise was kept."""
    chosen = [each for each in PRODUCERS if part in f"{each.contract}/{each.name}"]
    outcomes = {each.name: [found(each, seed) for seed in SEEDS] for each in chosen}
    for contract in dict.fromkeys(each.contract for each in chosen):
        rows = [_row(each, outcomes[each.name]) for each in chosen if each.contract == contract]
        head = ("fault", "found", "after", "least", "without it")
        show_table(f"Faults of producers: {contract} ({versions('hypothesis')})", head, rows)
    for number in SEEDS:
        runs = [(each, outcomes[each.name][number]) for each in chosen]
        are_found = sum(run.after is not None for _, run in runs)
        are_least = sum(_is_least(each, run) for each, run in runs)
        print(f"Seed {number}: {are_found} of {len(runs)} found, {are_least} with the least input.")
    print()
    for each in chosen:
        for line in dict.fromkeys(_complaints(each, outcomes[each.name])):
            print(f"- {each.contract}, {each.name}: {line}")


def found(producer: Producer, seed: int) -> Outcome:
    """Run a producer with its fault."""
    calls = 0
    failed: list[tuple[int, dict[str, Any]]] = []
    judged = _judged(producer)

    @hypothesis.seed(seed)
    @settings(database=None)
    @given(**producer.given, faulty=st.just(True))
    @wraps(judged)
    def watched(**drawn: Any) -> None:
        nonlocal calls
        calls += 1
        before = deepcopy(drawn)
        try:
            judged(**drawn)
        except ps.ContractViolation:
            failed.append((calls, before))
            raise

    errors = list(_errors(watched))
    broken = [each for each in errors if isinstance(each, ps.ContractViolation)]
    # Hypothesis ends by repeating the least input of each error.
    inputs = tuple(drawn for _, drawn in failed[-len(broken) :]) if broken else ()
    others = [f"{type(each).__name__}: {each}" for each in errors if each not in broken]
    others += [
        f"it also breaks {clause}" for clause in _clauses(broken) if clause != producer.clause
    ]
    is_found = producer.clause in _clauses(broken)
    least = tuple({name: each[name] for name in producer.given} for each in inputs)
    return Outcome(failed[0][0] if is_found else None, least, tuple(others))


def kept(producer: Producer) -> str:
    """Run a producer without its fault, and say how many inputs there were until it failed."""
    calls = 0
    judged = _judged(producer)

    @hypothesis.seed(0)
    @settings(database=None, max_examples=EXAMPLES, deadline=None)
    @given(**producer.given, faulty=st.just(False))
    @wraps(judged)
    def watched(**drawn: Any) -> None:
        nonlocal calls
        calls += 1
        judged(**drawn)

    errors = list(_errors(watched))
    for each in errors:
        print(f"{producer.name} fails without its fault: {each}", file=sys.stderr)
    return "fails" if errors else f"{calls} kept"


def _judged(producer: Producer) -> Callable[..., None]:
    context = producer.context or None
    return ps.produces(producer.contract, context=context, text=producer.text)(producer.make)


def _errors(test: Callable[[], None]) -> Iterator[BaseException]:
    try:
        test()
    except Exception as error:
        yield from getattr(error, "exceptions", (error,))


def _clauses(broken: Sequence[ps.ContractViolation]) -> list[str]:
    return [str(each.violations[0].clause) for each in broken]


def _is_least(producer: Producer, outcome: Outcome) -> bool:
    return bool(outcome.inputs) and all(map(producer.is_least, outcome.inputs))


def _row(producer: Producer, outcomes: Sequence[Outcome]) -> list[str]:
    after = [each.after for each in outcomes if each.after is not None]
    return [
        producer.fault,
        f"{len(after)} of {len(outcomes)}",
        f"{median(after):.0f} ({min(after)} to {max(after)})" if after else "",
        f"{sum(_is_least(producer, each) for each in outcomes)} of {len(outcomes)}",
        kept(producer),
    ]


def _complaints(producer: Producer, outcomes: Sequence[Outcome]) -> Iterator[str]:
    for outcome in outcomes:
        if outcome.after is None:
            yield "not found"
        for drawn in outcome.inputs:
            if not producer.is_least(drawn):
                yield f"not the least: {_shown(drawn)}"
        yield from outcome.others


def _shown(drawn: dict[str, Any]) -> str:
    text = repr(drawn)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} …"


if __name__ == "__main__":
    main(*sys.argv[1:])
