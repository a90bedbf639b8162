"""Objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from math import inf
from typing import Any

from pytest_schemas._generate._chooser import Chooser, Trial
from pytest_schemas._generate._shape import ABSENT, TRIES, Shape

#: How often an optional member is there, and one that has alternatives of its own.
PRESENT = 1 / 2
PRESENT_RICH = 4 / 5
#: With so many optional members or more, one choice says whether all of those that have no
#: alternatives are missing, or there, or chosen one by one.
MANY = 4
#: An unknown member is added once in so many objects, and in those that have no others.
EXTRA = 8
EXTRA_ALONE = 4
#: So many members are made one by one; those beyond come from a seed.
_ALL_DRAWN = 12
_SEEDS = 2**16


class Optional(Enum):
    """Which of the optional members are there that have no alternatives of their own."""

    NONE = 0
    SOME = 1
    ALL = 2


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
    #: members that are enough, for where those that were chosen leave no room for more
    least: frozenset[str] | None = None
    #: optional members are there so many times less often
    thinner: int = 1

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

    def is_rich(self) -> bool:
        return bool(self.members)

    def cases(self) -> int:
        return len(self._cases)

    def make(self, chooser: Chooser, room: float, case: int) -> dict[str, Any]:
        optional, extra = self._cases[case]
        made = (
            self._make_chosen(chooser, room)
            if self._depend()
            else self._make_each(chooser, room, optional)
        )
        self._add_extras(made, chooser, room, wanted=extra)
        return made

    @cached_property
    def _cases(self) -> list[tuple[Optional, bool]]:
        """What the first choice decides: on optional members, and on one that is unknown."""
        plain = [n for n, s in self.members.items() if n not in self.required and not s.is_rich]
        are_many = len(plain) >= MANY and not self._depend()
        some = (Optional.NONE, *Optional) if are_many else (Optional.SOME,)
        cases = [(each, False) for each in some]
        if self.extras:
            one_in = EXTRA if self.members else EXTRA_ALONE
            return [*cases * max(1, (one_in - 1) // len(cases)), (Optional.SOME, True)]
        return cases

    def _depend(self) -> bool:
        """Whether it depends on the other members which ones may be there."""
        few = self.high is not None and self.high < len(self.members)
        return bool(self.company) or few or self.low > len(self.required)

    def _make_each(self, chooser: Chooser, room: float, optional: Optional) -> dict[str, Any]:
        """The members, each chosen as it is made."""
        made: dict[str, Any] = {}
        for name, shape in self.members.items():
            if name in self.required:
                made[name] = shape.make(chooser, room - 1)
            elif shape.height < room and (shape.is_rich or optional is not Optional.NONE):
                value = shape.make_perhaps(
                    chooser,
                    room - 1,
                    present=(PRESENT_RICH if shape.is_rich else PRESENT) / self.thinner,
                    sure=optional is Optional.ALL and not shape.is_rich,
                )
                if value is not ABSENT:
                    made[name] = value
        return made

    def _make_chosen(self, chooser: Chooser, room: float) -> dict[str, Any]:
        """The members, chosen before they are made."""
        chosen = set(self.required)
        for name, shape in self._in_turn(chooser):
            is_lower = name not in chosen and shape.height < room
            if is_lower and chooser.flag(2 * self.thinner):
                self._add(name, chosen)
        self._fill(chosen)
        if len(chosen) < self.low and self.least is not None:
            chosen = set(self.least)
        return {
            name: shape.make(chooser, room - 1)
            for name, shape in self.members.items()
            if name in chosen
        }

    def thin(self, times: int) -> None:
        """Let optional members be there so many times less often."""
        self.thinner = times

    def _in_turn(self, chooser: Chooser) -> list[tuple[str, Shape]]:
        """The members; where not all can be there at once, another one comes first each time."""
        members = list(self.members.items())
        if self.high is None or self.high >= len(members):
            return members
        first = chooser.integer(0, len(members) - 1)
        return members[first:] + members[:first]

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

    def _add_extras(
        self, made: dict[str, Any], chooser: Chooser, room: float, *, wanted: bool
    ) -> None:
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
        if wanted and (self.high is None or len(made) < self.high):
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
