"""From a flat demand to the arrays that keep it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._containing import arrange
from pytest_schemas._generate._expand import Requirement
from pytest_schemas._generate._flat import Contains, Contradiction, Flat
from pytest_schemas._generate._shape import Shape
from pytest_schemas._schema import Place


class ArrayBuilder:
    """Builds the arrays of one schema.

    Args:
        shape: gives the shape of a requirement.
    """

    def __init__(self, shape: Callable[[Requirement], Shape]) -> None:
        self._shape = shape

    def arrays(self, flat: Flat) -> Arrays:
        """The arrays that keep a demand.

        Raises:
            Contradiction: there are none.
        """
        high = flat.item_count.high
        kinds = [kind for kind, each in enumerate(flat.contains) for _ in range(each.least)]
        count = max((len(each.prefix) for each in flat.items), default=0)
        count = max([count, *(index + 1 for index in flat.never_items)])
        most = count + len(kinds) if high is None else min(high, count + len(kinds))

        def fits(index: int, here: Sequence[int]) -> bool:
            return not self._item(flat, index, here).is_empty

        where = arrange(kinds, fits, most)
        if where is None:
            raise Contradiction(*self._why_not(flat, kinds), flat.item_count.high_by)
        last = max(where, default=-1) + 1
        low = max(flat.item_count.low, last)
        shapes = [
            self._item(flat, index, where.get(index, ())) for index in range(max(count, last))
        ]
        rest = self._item(flat, len(shapes), ())
        for index in range(low):
            shape = shapes[index] if index < len(shapes) else rest
            if shape.is_empty:
                raise Contradiction(*shape.reason, flat.item_count.low_by)
            if index >= len(shapes):
                break
        if high is not None and low > high:
            raise Contradiction(flat.item_count.low_by, flat.item_count.high_by)
        return Arrays(prefix=shapes, rest=rest, low=low, high=high, unique=flat.unique)

    def _why_not(self, flat: Flat, kinds: Sequence[int]) -> list[str]:
        reasons = [flat.contains[each].by for each in dict.fromkeys(kinds)]
        for kind in dict.fromkeys(kinds):
            reasons += self._item(flat, 0, (kind,)).reason
        return reasons

    def _item(self, flat: Flat, index: int, here: Sequence[int]) -> Shape:
        """The shape of an item that some `contains` ask for, and others may ask for no more of."""
        wanted = [flat.contains[kind] for kind in here]
        capped = [
            each.place
            for kind, each in enumerate(flat.contains)
            if each.most is not None and kind not in here
        ]
        never = tuple(flat.never_items.get(index, ()))
        must = (*_places(flat, index, wanted), *(each.place for each in wanted))
        shape = self._shape(Requirement(must, (*capped, *never)))
        if wanted and capped and shape.is_empty:
            # What is asked for may be of those that are counted.
            return self._shape(Requirement(must, never))
        return shape


def _places(flat: Flat, index: int, wanted: Sequence[Contains]) -> list[Place]:
    """The subschemas that an item must keep."""
    places = [place for each in flat.items if (place := each.place(index)) is not None]
    for number, (child, keyword) in flat.unevaluated.items():
        seen = [number in each.scopes and each.evaluates(index) for each in flat.items]
        # An item that `contains` accepts has been evaluated (2020-12, section 10.3.1.3).
        seen += [number in each.scopes for each in wanted]
        if keyword == "unevaluatedItems" and not any(seen):
            marks = [each.place for each in flat.contains if number in each.scopes]
            places += marks[:1] if marks and child.schema is False else [child]
    return places
