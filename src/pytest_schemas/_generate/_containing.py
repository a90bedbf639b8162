"""Where in an array the items stand that `contains` asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

#: So many arrangements are looked at; where more than so many items are asked for, only the first.
_MOST = 300
_FEW = 12

#: For each place, which of the wanted items stands there: more than one where one is enough.
Arrangement = dict[int, tuple[int, ...]]


def arrange(
    kinds: Sequence[int],
    fits: Callable[[int, tuple[int, ...]], bool],
    most: int,
) -> Arrangement | None:
    """Give each wanted item a place, each its own where that can be.

    Args:
        kinds: the `contains` that each wanted item is for; two of one kind are two items.
        fits: whether an item at an index can be all of some kinds at once; of no kind, any item.
        most: how many items there may be.

    Returns:
        The arrangement; None where there is none.
    """
    search = _Search(kinds, fits, most)
    return search.run(0, {})


class _Search:
    def __init__(
        self,
        kinds: Sequence[int],
        fits: Callable[[int, tuple[int, ...]], bool],
        most: int,
    ) -> None:
        self._kinds = kinds
        self._fits = fits
        self._most = most
        self._left = _MOST if len(kinds) <= _FEW else len(kinds) + 1

    def run(self, at: int, taken: Arrangement) -> Arrangement | None:
        while True:
            if at == len(self._kinds):
                return taken if self._has_no_gap(taken) else None
            found = None
            for index in self._indexes(taken, self._kinds[at]):
                if self._left <= 0:
                    return None
                self._left -= 1
                here = (*taken.get(index, ()), self._kinds[at])
                if self._fits(index, here):
                    found = {**taken, index: here}
                    if len(self._kinds) > _FEW:
                        break  # the first place that fits, without a way back
                    result = self.run(at + 1, found)
                    if result is not None:
                        return result
                    found = None
            if found is None:
                return None
            at, taken = at + 1, found

    def _indexes(self, taken: Mapping[int, tuple[int, ...]], kind: int) -> list[int]:
        """Free places first, then those that another kind has taken."""
        free = [each for each in range(self._most) if each not in taken]
        return free + [each for each in taken if kind not in taken[each]]

    def _has_no_gap(self, taken: Arrangement) -> bool:
        return all(
            index in taken or self._fits(index, ()) for index in range(max(taken, default=0))
        )
