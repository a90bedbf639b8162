"""Values that are looked at before they are given out."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from pytest_schemas._generate._chooser import Chooser, OnlyDrawn, Rejected, Trial
from pytest_schemas._generate._shape import TRIES, Variant, made

#: So many values are tried out at most, to find so many that fit.
_TRIALS = 300
_SAMPLES = 24
#: Where one in so many fits, or fewer, a value is made anew only so many times.
_RARE = 2
_FEW_TRIES = 4
#: How much deeper than it must be a value is nested when it is tried out.
_ROOM = 2


class Checked:
    """A variant whose values are looked at, and made anew where they do not fit.

    Some that fit are found when the strategy is built. One of them is taken where trying comes to
    no end, so that no document has to be given up for a part of it.

    Args:
        variant: makes the values.
        accepts: looks at them.
        where: the clauses for which that is done.
    """

    def __init__(
        self, variant: Variant, accepts: Callable[[Any], bool], where: tuple[str, ...] = ()
    ) -> None:
        self.variant = variant
        self.accepts = accepts
        self.where = where
        self.height = variant.height
        self.children = variant.children
        self.needs = variant.needs
        self.rank = variant.rank
        self.weight = variant.weight
        self.is_rich = variant.is_rich
        self.cases = variant.cases
        self._samples: list[Any] = []
        self._tries = TRIES

    def try_out(self) -> bool:
        """Find some values that fit; whether there are any."""
        self._samples = []
        for seed in range(_TRIALS):
            try:
                value = made(self.variant, Trial(seed), self.height() + _ROOM)
            except OnlyDrawn:
                return True
            except Rejected:
                continue
            if self.accepts(value):
                self._samples.append(value)
            if len(self._samples) == _SAMPLES:
                break
        if len(self._samples) * _RARE <= seed:
            self._tries = _FEW_TRIES
        return bool(self._samples)

    def make(self, chooser: Chooser, room: float, case: int) -> Any:
        for _ in range(self._tries):
            try:
                value = self.variant.make(chooser, room, case)
            except Rejected:
                continue
            if self.accepts(value):
                return value
            case = chooser.integer(0, self.cases() - 1)
        if not self._samples:
            return chooser.reject()
        return deepcopy(chooser.pick(self._samples))
