"""From subschemas to the kinds of value that keep them: one flat demand for each way to do so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from pytest_schemas._generate._branches import (
    Task,
    Way,
    condition,
    dependent,
    dependent_broken,
    nothing,
    one_of_broken,
    way,
)
from pytest_schemas._generate._breaks import breaks
from pytest_schemas._generate._flat import (
    Contradiction,
    Flat,
    Hopeless,
    clause_of,
    items_of,
    location,
    members_of,
)
from pytest_schemas._generate._narrowing import NARROWING, contains
from pytest_schemas._generate._scopes import entered, scope_of, target
from pytest_schemas._schema import Place, Schema

#: So many ways at most are told apart; a schema that has more still gets each branch of each
#: keyword, though not every combination of them.
MOST_WAYS = 96

_ALL_WAYS = 10**9
#: So many steps are taken to find one where those that are told apart all come to nothing.
_MOST_STEPS = 20_000

#: The other branches of a `oneOf` are broken by construction if they are so few.
_MOST_OTHERS = 3

_REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})

#: What tells two places apart, and two ways to them.
_Key = tuple[int, str, tuple[str, ...]]


@dataclass(frozen=True)
class Requirement:
    """What a value must keep, and what it must not keep."""

    must: tuple[Place, ...]
    never: tuple[Place, ...] = ()

    @property
    def key(self) -> tuple[frozenset[_Key], frozenset[_Key]]:
        return frozenset(map(_key, self.must)), frozenset(map(_key, self.never))


def _key(place: Place) -> _Key:
    return id(place.document), place.pointer, scope_of(place)


class Expander:
    """Finds the ways to keep a requirement.

    Args:
        schema: where references lead.
        overlays: what is demanded beside a subschema.
        ignored: the locations of clauses that are not demanded.
    """

    def __init__(
        self,
        schema: Schema,
        overlays: Callable[[Place], Iterable[Place]],
        ignored: Collection[str] = (),
    ) -> None:
        self._schema = schema
        self._overlays = overlays
        self._ignored = ignored
        self._numbers = count()
        #: whether some of the ways that were last asked for have been left out
        self.is_cut = False
        self._left = _MOST_STEPS
        #: the locations of all the clauses that were looked at, in that order
        self.clauses: dict[str, None] = {}

    def ways(self, requirement: Requirement) -> list[Flat]:
        """Each way to keep a requirement, in the order of the schema.

        Raises:
            Contradiction: there is none.
            Hopeless: none was found among very many.
        """
        failed: list[Contradiction] = []
        self.is_cut, self._left = False, _MOST_STEPS
        found = list(self._expand(Flat(), _tasks(requirement), failed, MOST_WAYS))
        if not found and self.is_cut:
            # What fits may be among the ways that were cut off.
            found = list(islice(self.all_ways(requirement), 1))
        if not found:
            raise Contradiction(*(each for one in failed for each in one.locations))
        return found

    def all_ways(self, requirement: Requirement) -> Iterator[Flat]:
        """The same one by one, and none is left out.

        Raises:
            Hopeless: after very many steps.
        """
        self._left = _MOST_STEPS
        yield from self._expand(Flat(), _tasks(requirement), [], _ALL_WAYS)

    def _expand(
        self, flat: Flat, tasks: list[Task], failed: list[Contradiction], most: int
    ) -> Iterator[Flat]:
        self._left -= 1
        if self._left < 0:
            raise Hopeless(*(task.place.location for task in tasks))
        choices: list[list[Way]] = []
        try:
            seen: set[tuple[_Key, bool, frozenset[int]]] = set()
            while tasks:
                task = tasks.pop(0)
                key = (_key(task.place), task.wanted, task.scopes)
                if key not in seen:
                    seen.add(key)
                    tasks += self._apply(flat, task, choices)
        except Contradiction as contradiction:
            failed.append(contradiction)
            return
        yield from self._branch(flat, choices, failed, most)

    def _branch(
        self, flat: Flat, choices: list[list[Way]], failed: list[Contradiction], most: int
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
                    self.is_cut = True
                    break

    def _apply(self, flat: Flat, task: Task, choices: list[list[Way]]) -> list[Task]:
        """Put one subschema's demands in; what needs a decision goes to `choices`."""
        place = task.place
        if place.schema is task.wanted:
            return []
        if isinstance(place.schema, bool):
            if self._is_ignored(place.location or "the root"):
                return []
            raise Contradiction(place.location or "the root")
        if not task.wanted:
            ways = list(self._ways_to_break(place))
            if not ways:
                raise Contradiction(place.location)
            choices.append(ways)
            return []
        return self._keep(flat, task, choices)

    def _is_ignored(self, location: str) -> bool:
        clause = clause_of(location)
        self.clauses[clause] = None
        return clause in self._ignored

    def _keep(self, flat: Flat, task: Task, choices: list[list[Way]]) -> list[Task]:
        place, scopes = task.place, task.scopes
        flat.places.append(place)
        keywords = dict(place.keywords())
        more = [Task(each, wanted=True, scopes=scopes) for each in self._overlays(place)]
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
            if simple is None:
                self._combine(flat, place, keyword, value, scopes, more, choices)
            elif not self._is_ignored(location(place, keyword)):
                simple(flat, place, value)
        return more

    def _combine(
        self,
        flat: Flat,
        place: Place,
        keyword: str,
        value: Any,
        scopes: frozenset[int],
        more: list[Task],
        choices: list[list[Way]],
    ) -> None:
        if keyword in _REFERENCES:
            more.append(Task(target(self._schema, place, keyword), wanted=True, scopes=scopes))
        elif keyword == "allOf":
            more += (Task(each, True, scopes) for each in place.subschemas(keyword, value))
        elif keyword == "anyOf":
            choices.append(
                [way(Task(each, True, scopes)) for each in place.subschemas(keyword, value)]
            )
        elif keyword == "oneOf":
            choices.append(list(self._one_of(place, scopes)))
        elif keyword == "not":
            more.append(Task(place.child("not"), wanted=False))
        elif keyword == "if":
            choices.append(list(condition(place, scopes)))
        elif keyword == "contains":
            if not self._is_ignored(location(place, keyword)):
                contains(flat, place, scopes, self._is_ignored)
        elif keyword == "propertyNames":
            if not self._is_ignored(location(place, keyword)):
                flat.names.append(place.child(keyword))
        elif keyword in {"dependentSchemas", "dependencies"}:
            for name in value:
                if not self._is_ignored(location(place, keyword, name)):
                    choices += dependent(flat, place, keyword, name, scopes)

    def _one_of(self, place: Place, scopes: frozenset[int]) -> Iterator[Way]:
        branches = list(place.subschemas("oneOf", place.schema["oneOf"]))
        for index, branch in enumerate(branches):
            others = [
                other
                for at, other in enumerate(branches)
                if at != index and self._can_meet(branch, other)
            ]
            if len(others) <= _MOST_OTHERS:
                refused = (Task(other, wanted=False) for other in others)
                yield nothing, (Task(branch, True, scopes), *refused)
                continue

            def narrow(flat: Flat, others: list[Place] = others) -> None:
                flat.residual += [(other, False) for other in others]

            yield narrow, (Task(branch, True, scopes),)

    def _can_meet(self, one: Place, other: Place) -> bool:
        """Whether a value may keep both, as far as that shows without looking below."""
        try:
            Expander(self._schema, self._overlays, self._ignored).ways(Requirement((one, other)))
        except Contradiction:
            return False
        except Hopeless:
            return True
        return True

    def _ways_to_break(self, place: Place) -> Iterator[Way]:
        """One way for each keyword that can be broken on its own."""
        for keyword, value in place.keywords():
            if keyword in _REFERENCES:
                yield way(Task(target(self._schema, place, keyword), wanted=False))
            elif keyword == "allOf":
                for each in place.subschemas(keyword, value):
                    yield way(Task(each, wanted=False))
            elif keyword == "anyOf":
                yield (
                    nothing,
                    tuple(Task(each, wanted=False) for each in place.subschemas(keyword, value)),
                )
            elif keyword == "oneOf":
                yield from one_of_broken(list(place.subschemas(keyword, value)))
            elif keyword == "not":
                yield way(Task(place.child("not"), wanted=True))
            elif keyword == "if":
                yield from condition(place, frozenset(), broken=True)
            elif keyword in {"dependentSchemas", "dependencies", "dependentRequired"}:
                for name in value:
                    yield from dependent_broken(place, keyword, name)
            elif self._is_ignored(location(place, keyword)):
                yield nothing, ()
            else:
                yield from ((narrow, ()) for narrow in breaks(place, keyword, value))


def _tasks(requirement: Requirement) -> list[Task]:
    kept = [Task(place, wanted=True) for place in requirement.must]
    return kept + [Task(place, wanted=False) for place in requirement.never]


def start(place: Place, *, is_dynamic: bool) -> Place:
    """The root of a schema; where references are dynamic, with what they depend on."""
    return entered(place) if is_dynamic else place
