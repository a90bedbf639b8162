"""Keywords that leave several ways open, each with subschemas to keep or to break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from pytest_schemas._generate._flat import Flat, location
from pytest_schemas._schema import Place

#: Two branches of a `oneOf` are kept at once, to break it, for so many branches.
_MOST_PAIRED = 4

_OBJECT = frozenset({"object"})


@dataclass(frozen=True)
class Task:
    """A subschema that is to be kept, or to be broken."""

    place: Place
    wanted: bool
    #: the `unevaluated…` keywords for which what is evaluated here counts
    scopes: frozenset[int] = frozenset()


#: One way to go on: narrow the flat demand, and what is to be kept besides.
Way = tuple[Callable[[Flat], None], tuple[Task, ...]]


def way(*tasks: Task) -> Way:
    return nothing, tasks


def nothing(_flat: Flat) -> None:
    """Narrow nothing."""


def condition(place: Place, scopes: frozenset[int], *, broken: bool = False) -> Iterator[Way]:
    """The ways to keep `if`, `then` and `else`, or to break them."""
    test = place.child("if")
    for keyword, holds in (("then", True), ("else", False)):
        tasks = [Task(test, wanted=holds, scopes=scopes if holds else frozenset())]
        if keyword in place.schema:
            tasks.append(Task(place.child(keyword), not broken, scopes))
        elif broken:
            continue
        yield way(*tasks)


def one_of_broken(branches: list[Place]) -> Iterator[Way]:
    """The ways to break `oneOf`: keep none of the branches, or two."""
    yield way(*(Task(each, wanted=False) for each in branches))
    for two in combinations(branches[:_MOST_PAIRED], 2):
        yield way(*(Task(each, wanted=True) for each in two))


def dependent(
    flat: Flat, place: Place, keyword: str, name: str, scopes: frozenset[int]
) -> Iterator[list[Way]]:
    """The ways to keep what a member brings along: it is absent, or it is there with that."""
    needed = place.schema[keyword][name]
    by = location(place, keyword, name)
    if isinstance(needed, list):
        flat.dependents.append((name, tuple(needed), by))
        return

    def absent(narrowed: Flat) -> None:
        narrowed.forbid(name, by)

    yield [(absent, ()), (_present(name, by), (Task(place.child(keyword, name), True, scopes),))]


def dependent_broken(place: Place, keyword: str, name: str) -> Iterator[Way]:
    """The ways to break it: the member is there, and something that it brings along is not."""
    needed = place.schema[keyword][name]
    by = location(place, keyword, name)
    if not isinstance(needed, list):
        yield _present(name, by), (Task(place.child(keyword, name), wanted=False),)
        return
    for other in needed:
        yield _present(name, by, without=other), ()


def _present(name: str, by: str, without: str | None = None) -> Callable[[Flat], None]:
    def narrow(flat: Flat) -> None:
        flat.only(_OBJECT, by)
        flat.require(name, by)
        if without is not None:
            flat.forbid(without, by)

    return narrow
