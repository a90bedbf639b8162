"""From subschemas to the kinds of value that keep them: one flat demand for each way to do so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from math import ceil
from typing import Any

from pytest_schemas._generate._breaks import breaks
from pytest_schemas._generate._flat import (
    Contains,
    Contradiction,
    Flat,
    items_of,
    location,
    members_of,
)
from pytest_schemas._generate._narrowing import NARROWING
from pytest_schemas._schema import Place, Schema

#: So many ways at most are told apart; a schema that has more still gets each branch of each
#: keyword, though not every combination of them.
MOST_WAYS = 96

#: The other branches of a `oneOf` are broken by construction if they are so few.
_MOST_OTHERS = 3

_OBJECT = frozenset({"object"})


@dataclass(frozen=True)
class Requirement:
    """What a value must keep, and what it must not keep."""

    must: tuple[Place, ...]
    never: tuple[Place, ...] = ()

    @property
    def key(self) -> tuple[frozenset[tuple[int, str]], frozenset[tuple[int, str]]]:
        return _keys(self.must), _keys(self.never)


def _keys(places: Iterable[Place]) -> frozenset[tuple[int, str]]:
    return frozenset((id(place.document), place.pointer) for place in places)


@dataclass(frozen=True)
class _Task:
    place: Place
    wanted: bool
    scopes: frozenset[int] = frozenset()


#: One way to go on: narrow the flat demand, and what is to be kept besides.
_Way = tuple[Callable[[Flat], None], tuple[_Task, ...]]


class Expander:
    """Finds the ways to keep a requirement."""

    def __init__(self, schema: Schema, overlays: Callable[[Place], Iterable[Place]]) -> None:
        self._schema = schema
        self._overlays = overlays
        self._numbers = count()

    def ways(self, requirement: Requirement) -> list[Flat]:
        """Each way to keep a requirement, in the order of the schema.

        Raises:
            Contradiction: there is none.
        """
        tasks = [_Task(place, wanted=True) for place in requirement.must]
        tasks += [_Task(place, wanted=False) for place in requirement.never]
        failed: list[Contradiction] = []
        found = list(self._expand(Flat(), tasks, failed, MOST_WAYS))
        if not found:
            raise Contradiction(*(each for one in failed for each in one.locations))
        return found

    def _expand(
        self, flat: Flat, tasks: list[_Task], failed: list[Contradiction], most: int
    ) -> Iterator[Flat]:
        choices: list[list[_Way]] = []
        try:
            seen: set[tuple[int, str, bool, frozenset[int]]] = set()
            while tasks:
                task = tasks.pop(0)
                key = (id(task.place.document), task.place.pointer, task.wanted, task.scopes)
                if key not in seen:
                    seen.add(key)
                    tasks += self._apply(flat, task, choices)
        except Contradiction as contradiction:
            failed.append(contradiction)
            return
        yield from self._branch(flat, choices, failed, most)

    def _branch(
        self, flat: Flat, choices: list[list[_Way]], failed: list[Contradiction], most: int
    ) -> Iterator[Flat]:
        if not choices:
            yield flat
            return
        first, *rest = choices
        # Each way gets its share, so that a cap never cuts the last branches off.
        share = max(1, most // len(first))
        for narrow, more in first:
            fresh = flat.copy()
            try:
                narrow(fresh)
            except Contradiction as contradiction:
                failed.append(contradiction)
                continue
            taken = 0
            for each in self._expand(fresh, list(more), failed, share):
                for final in self._branch(each, rest, failed, share):
                    yield final
                    taken += 1
                    if taken >= share:
                        break
                if taken >= share:
                    break

    def _apply(self, flat: Flat, task: _Task, choices: list[list[_Way]]) -> list[_Task]:
        """Put one subschema's demands in; what needs a decision goes to `choices`."""
        place = task.place
        if place.schema is task.wanted:
            return []
        if isinstance(place.schema, bool):
            raise Contradiction(place.location or "the root")
        if not task.wanted:
            ways = list(self._ways_to_break(place))
            if not ways:
                raise Contradiction(place.location)
            choices.append(ways)
            return []
        return self._keep(flat, task, choices)

    def _keep(self, flat: Flat, task: _Task, choices: list[list[_Way]]) -> list[_Task]:
        place, scopes = task.place, task.scopes
        keywords = dict(place.keywords())
        flat.places.append(place)
        more: list[_Task] = [
            _Task(each, wanted=True, scopes=scopes) for each in self._overlays(place)
        ]
        for keyword in ("unevaluatedItems", "unevaluatedProperties"):
            if keyword in keywords:
                number = next(self._numbers)
                flat.unevaluated[number] = (place.child(keyword), keyword)
                scopes |= {number}
        if keywords.keys() & {"properties", "patternProperties", "additionalProperties"}:
            flat.members.append(members_of(place, scopes))
        if keywords.keys() & {"items", "prefixItems"}:
            flat.items.append(items_of(place, scopes))
        for keyword, value in keywords.items():
            simple = NARROWING.get(keyword)
            if simple is not None:
                simple(flat, place, value)
            else:
                self._combine(flat, place, keyword, value, scopes, more, choices)
        return more

    def _combine(
        self,
        flat: Flat,
        place: Place,
        keyword: str,
        value: Any,
        scopes: frozenset[int],
        more: list[_Task],
        choices: list[list[_Way]],
    ) -> None:
        if keyword in {"$ref", "$dynamicRef", "$recursiveRef"}:
            more.append(_Task(self._target(place, keyword), wanted=True, scopes=scopes))
        elif keyword == "allOf":
            more += (_Task(each, True, scopes) for each in place.subschemas(keyword, value))
        elif keyword == "anyOf":
            choices.append(
                [_way(_Task(each, True, scopes)) for each in place.subschemas(keyword, value)]
            )
        elif keyword == "oneOf":
            choices.append(list(self._one_of(place, scopes)))
        elif keyword == "not":
            more.append(_Task(place.child("not"), wanted=False))
        elif keyword == "if":
            choices.append(list(_condition(place, scopes)))
        elif keyword == "contains":
            _contains(flat, place, scopes)
        elif keyword == "propertyNames":
            flat.names.append(place.child(keyword))
        elif keyword in {"dependentSchemas", "dependencies"}:
            _dependent(flat, place, keyword, value, scopes, choices)

    def _target(self, place: Place, keyword: str) -> Place:
        """Where a reference leads; a dynamic one to what the outermost resource offers for it.

        Resources between the two can offer something else, so that documents of a schema with
        dynamic references are looked at as a whole in the end.
        """
        fixed = self._schema.resolve(place, keyword)
        key = None if keyword == "$ref" else self._schema.dynamic(place, keyword)
        if key is None:
            return fixed
        return self._schema.dynamic_target(self._schema.root.root.uri, key[1]) or fixed

    def _one_of(self, place: Place, scopes: frozenset[int]) -> Iterator[_Way]:
        branches = list(place.subschemas("oneOf", place.schema["oneOf"]))
        for index, branch in enumerate(branches):
            others = [
                other
                for at, other in enumerate(branches)
                if at != index and self._can_meet(branch, other)
            ]
            if len(others) <= _MOST_OTHERS:
                refused = (_Task(other, wanted=False) for other in others)
                yield _nothing, (_Task(branch, True, scopes), *refused)
                continue

            def narrow(flat: Flat, others: list[Place] = others) -> None:
                flat.residual += [(other, False) for other in others]

            yield narrow, (_Task(branch, True, scopes),)

    def _can_meet(self, one: Place, other: Place) -> bool:
        """Whether a value may keep both, as far as that shows without looking below."""
        try:
            self.ways(Requirement((one, other)))
        except Contradiction:
            return False
        return True

    def _ways_to_break(self, place: Place) -> Iterator[_Way]:
        """One way for each keyword that can be broken on its own."""
        for keyword, value in place.keywords():
            if keyword in {"$ref", "$dynamicRef", "$recursiveRef"}:
                yield _way(_Task(self._target(place, keyword), wanted=False))
            elif keyword == "allOf":
                for each in place.subschemas(keyword, value):
                    yield _way(_Task(each, wanted=False))
            elif keyword == "anyOf":
                yield (
                    _nothing,
                    tuple(_Task(each, wanted=False) for each in place.subschemas(keyword, value)),
                )
            elif keyword == "not":
                yield _way(_Task(place.child("not"), wanted=True))
            else:
                yield from ((narrow, ()) for narrow in breaks(place, keyword, value))


def _way(task: _Task) -> _Way:
    return _nothing, (task,)


def _nothing(_flat: Flat) -> None:
    """Narrow nothing."""


def _condition(place: Place, scopes: frozenset[int]) -> Iterator[_Way]:
    condition = place.child("if")
    for keyword, holds in (("then", True), ("else", False)):
        tasks = [_Task(condition, wanted=holds, scopes=scopes if holds else frozenset())]
        if keyword in place.schema:
            tasks.append(_Task(place.child(keyword), True, scopes))
        yield _nothing, tuple(tasks)


def _contains(flat: Flat, place: Place, scopes: frozenset[int]) -> None:
    counted = "minContains" in place.dialect.keywords
    least = ceil(place.schema.get("minContains", 1)) if counted else 1
    most = place.schema.get("maxContains") if counted else None
    if most is not None and least > most:
        raise Contradiction(location(place, "minContains"), location(place, "maxContains"))
    flat.contains.append(Contains(place.child("contains"), least, most, scopes))
    flat.item_count.at_least(least, location(place, "contains"))


def _dependent(
    flat: Flat,
    place: Place,
    keyword: str,
    value: dict[str, Any],
    scopes: frozenset[int],
    choices: list[list[_Way]],
) -> None:
    for name, needed in value.items():
        by = location(place, keyword, name)
        if isinstance(needed, list):
            flat.dependents.append((name, tuple(needed), by))
            continue

        def absent(narrowed: Flat, name: str = name, by: str = by) -> None:
            narrowed.forbid(name, by)

        def present(narrowed: Flat, name: str = name, by: str = by) -> None:
            narrowed.only(_OBJECT, by)
            narrowed.require(name, by)

        task = _Task(place.child(keyword, name), True, scopes)
        choices.append([(absent, ()), (present, (task,))])
