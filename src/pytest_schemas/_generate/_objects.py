"""Objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from pytest_schemas._generate._chooser import Chooser, Trial
from pytest_schemas._generate._shape import TRIES, Shape

#: An optional member is there so many times in four, and more often in the objects below, which are
#: rarer themselves.
PRESENT = 2
PRESENT_BELOW = 3
_OF = 4
#: An unknown member is added once in so many objects.
EXTRA = 12
#: So many members are made one by one; those beyond come from a seed.
_ALL_DRAWN = 12
_SEEDS = 2**16


@dataclass(frozen=True)
class Extra:
    """Members that no `properties` names: how their names are made, and their values."""

    name: Callable[[Chooser], str]
    fits: Callable[[str], bool]
    shape: Shape


@dataclass
class Objects:
    """Objects with some members that must be there and some that may."""

    #: known names in the order in which they are written
    members: dict[str, Shape]
    required: frozenset[str]
    low: int = 0
    high: int | None = None
    #: what has to come along with an optional member
    company: dict[str, frozenset[str]] = field(default_factory=dict)
    extras: list[Extra] = field(default_factory=list)
    present: int = PRESENT_BELOW
    of: int = _OF
    #: members that are enough, for where those that were chosen leave no room for more
    least: frozenset[str] | None = None

    def height(self) -> float:
        highest = max((self.members[name].height for name in self.required), default=-1)
        if len(self.required) < self.low:
            others = sorted(
                [s.height for n, s in self.members.items() if n not in self.required]
                + [inf if not self.extras else min(e.shape.height for e in self.extras)]
                * (self.low - len(self.required))
            )
            highest = max([highest, *others[: self.low - len(self.required)]])
        return 1 + max(highest, 0) if highest < inf else inf

    def children(self) -> Iterator[Shape]:
        yield from self.members.values()
        yield from (each.shape for each in self.extras)

    def needs(self) -> Iterator[Shape]:
        return (self.members[name] for name in self.members if name in self.required)

    def rank(self) -> int:
        # What a finite object needs is lower than it, so this comes to an end.
        return sum(each.variants[0].rank() for each in self.needs() if each.variants)

    def weight(self) -> int:
        optional = sum(shape.height < inf for shape in self.members.values()) - len(self.required)
        return int(self.height()) + min(2, optional) + 1

    def make(self, chooser: Chooser, room: float) -> dict[str, Any]:
        chosen = set(self.required)
        for name, shape in self._in_turn(chooser):
            if name not in chosen and shape.height < room and self._is_taken(chooser):
                self._add(name, chosen)
        self._fill(chosen)
        if len(chosen) < self.low and self.least is not None:
            chosen = set(self.least)
        made = {
            name: shape.make(chooser, room - 1)
            for name, shape in self.members.items()
            if name in chosen
        }
        self._add_extras(made, chooser, room)
        return made

    def thin(self, times: int) -> None:
        """Let optional members be there so many times less often."""
        self.of = _OF * times

    def _in_turn(self, chooser: Chooser) -> list[tuple[str, Shape]]:
        """The members; where not all can be there at once, another one comes first each time."""
        members = list(self.members.items())
        if self.high is None or self.high >= len(members):
            return members
        first = chooser.integer(0, len(members) - 1)
        return members[first:] + members[:first]

    def _is_taken(self, chooser: Chooser) -> bool:
        return chooser.integer(0, self.of - 1) >= self.of - self.present

    def _add(self, name: str, chosen: set[str]) -> None:
        """Take an optional member in, with its company, where there is room for them."""
        wanted = chosen | {name} | self.company.get(name, frozenset())
        if self.high is not None and len(wanted) > self.high:
            return
        if all(each in self.members and self.members[each].height < inf for each in wanted):
            chosen |= wanted

    def _fill(self, chosen: set[str]) -> None:
        """Take in as many members as there must be, the simplest first."""
        if len(chosen) < self.low:
            for name in sorted(self.members, key=lambda each: self.members[each].height):
                if len(chosen) < self.low and name not in chosen:
                    self._add(name, chosen)

    def _add_extras(self, made: dict[str, Any], chooser: Chooser, room: float) -> None:
        extras = [each for each in self.extras if each.shape.height < room]
        if len(made) < self.low:
            extras = extras or [each for each in self.extras if each.shape.height < inf]
        if not extras:
            if len(made) < self.low:
                chooser.reject()
            return
        while len(made) < min(self.low, _ALL_DRAWN):
            self._add_extra(extras, made, chooser, room)
        if len(made) < self.low:
            # Many members show that they are many, and no more.
            others = Trial(chooser.integer(0, _SEEDS))
            while len(made) < self.low:
                self._add_extra(extras, made, others, room)
        if (self.high is None or len(made) < self.high) and chooser.flag(EXTRA):
            self._add_extra(extras, made, chooser, room)

    def _add_extra(
        self, extras: list[Extra], made: dict[str, Any], chooser: Chooser, room: float
    ) -> None:
        extra = extras[0] if len(extras) == 1 else chooser.pick(extras)
        for _ in range(TRIES):
            name = extra.name(chooser)
            if name not in made and name not in self.members and extra.fits(name):
                made[name] = extra.shape.make(chooser, room - 1)
                return
        if len(made) < self.low:
            chooser.reject()
