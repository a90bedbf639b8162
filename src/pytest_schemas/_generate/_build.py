"""From a requirement to the shape of its values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice, takewhile
from math import inf
from typing import Any

from pytest_schemas._equality import canonical, is_multiple
from pytest_schemas._errors import Ungeneratable
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._build_arrays import ArrayBuilder
from pytest_schemas._generate._build_objects import ObjectBuilder
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._distinct import settle_unique, values_of
from pytest_schemas._generate._expand import Expander, Requirement
from pytest_schemas._generate._flat import (
    TYPES,
    Contradiction,
    Flat,
    Hopeless,
    clause_of,
    exact,
    type_of,
)
from pytest_schemas._generate._objects import Objects
from pytest_schemas._generate._scalars import Fractions, Integers
from pytest_schemas._generate._scopes import scope_of
from pytest_schemas._generate._shape import Anything, Constants, Leaf, Shape, Variant
from pytest_schemas._generate._texts import TextMaker
from pytest_schemas._schema import Place
from pytest_schemas._validation import Validator

#: A schema whose parts meet in more ways than this is refused rather than built for minutes.
_MOST_SHAPES = 5000
#: So many ways to keep a requirement are tried where it seems that there is none.
_MOST_WAYS = 2000
#: No test wants a document with more items, members or characters than this.
_MOST = {"length": 1_000_000, "item_count": 10_000, "member_count": 1000}
_SIZES = {"string": "length", "array": "item_count", "object": "member_count"}


class Builder:
    """Builds the shapes of one schema, each once.

    Args:
        validator: judges by the schema.
        overlays: what is demanded beside the subschemas at some locations.
        alphabet: what free texts are made of.
        formats: the user's own strategies for formats.
        ignored: the locations of clauses that are not demanded.
    """

    def __init__(
        self,
        validator: Validator,
        overlays: Mapping[str, tuple[Place, ...]],
        alphabet: Alphabet = ANY,
        formats: Mapping[str, object] | None = None,
        ignored: Collection[str] = (),
    ) -> None:
        self._validator = validator
        self._overlays = overlays
        self._ignored = ignored
        self._is_any_text = alphabet == ANY
        self._texts = TextMaker(alphabet, formats or {}, asserts_formats=validator.asserts_formats)
        self._expander = Expander(validator.schema, self._overlay, ignored)
        self._shapes: dict[Any, Shape] = {}
        self._checked: list[tuple[Shape, Checked]] = []
        self._unique: list[tuple[Shape, Variant, Arrays, Flat]] = []
        self._given_up: list[Hopeless] = []
        arrays, objects = ArrayBuilder(self._shape), ObjectBuilder(self._shape, self._accepts)
        self._makers: dict[str, Callable[[Flat], Variant]] = {
            "null": lambda _: Constants([None]),
            "boolean": lambda _: Constants([False, True]),
            "integer": Integers,
            "fraction": Fractions,
            "string": self._texts.variant,
            "array": arrays.arrays,
            "object": objects.objects,
        }

    @property
    def clauses(self) -> list[str]:
        """The locations of all the clauses that were looked at."""
        return list(self._expander.clauses)

    def shape(self, requirement: Requirement) -> Shape:
        """The shape of a requirement, with all that is below it.

        Raises:
            Contradiction: nothing keeps it; without locations, nothing finite does.
            Hopeless: nothing that keeps it was found.
        """
        root = self._shape(requirement)
        self._settle()
        self._drop_arrays()
        if root.height == inf:
            self._refuse(root)
        self._prune()
        # What is made of other values is tried out after them.
        for shape, checked in sorted(self._checked, key=lambda each: each[1].height()):
            if checked.height() < inf and not checked.try_out():
                self._given_up.append(Hopeless(*checked.where))
                shape.variants = [each for each in shape.variants if each is not checked]
                self._settle()
                self._prune()
        if root.height == inf:
            raise self._hopeless()
        for shape in self._shapes.values():
            shape.pad()
        return root

    def farthest(self, root: Shape) -> int:
        """How many steps lead to the farthest shape below one."""
        level, seen, steps = [root], {id(root)}, 0
        while level:
            below = [c for s in level for v in s.variants for c in v.children()]
            level = [c for c in {id(each): each for each in below}.values() if id(c) not in seen]
            seen.update(map(id, level))
            steps += 1
        return steps

    def _overlay(self, place: Place) -> Iterable[Place]:
        return self._overlays.get(place.location, ())

    def _accepts(self, place: Place, value: Any) -> bool:
        return self._validator.accepts(place, value, scope_of(place))

    def _settle(self) -> None:
        changed = True
        while changed:
            changed = bool(sum(shape.settle() for shape in self._shapes.values()))

    def _prune(self) -> None:
        for shape in self._shapes.values():
            shape.prune()
        for shape in self._shapes.values():
            shape.sort()

    def _drop_arrays(self) -> None:
        """Drop the arrays whose items cannot all differ."""
        for shape, variant, arrays, flat in self._unique:
            if arrays.height() < inf and not settle_unique(arrays):
                shape.variants = [each for each in shape.variants if each is not variant]
                shape.reason += (flat.unique_by, flat.item_count.low_by)
                self._settle()

    def _refuse(self, root: Shape) -> None:
        """Say why there is nothing.

        A value that would have to hold another of its kind, and so on, contradicts nothing but that
        it has to end.
        """
        for shape in self._shapes.values():
            shape.height = 0 if shape.variants else inf
        for _ in self._shapes:
            if not sum(shape.settle() for shape in self._shapes.values() if shape.height < inf):
                break
        if self._given_up:
            raise self._hopeless()
        if root.height < inf:
            raise Contradiction
        reasons = [each for shape in self._shapes.values() for each in shape.reason]
        raise Contradiction(*reasons, *([] if any(reasons) else ["the root"]))

    def _hopeless(self) -> Hopeless:
        whys = [each.why for each in self._given_up if each.why]
        locations = [at for each in self._given_up for at in each.locations]
        return Hopeless(*locations, why=whys[0] if whys else "")

    def _shape(self, requirement: Requirement) -> Shape:
        key = requirement.key
        shape = self._shapes.get(key)
        if shape is None:
            first = requirement.must[0].location if requirement.must else ""
            shape = self._shapes[key] = Shape(first)
            if len(self._shapes) > _MOST_SHAPES:
                message = f"the parts of the schema at {first} meet in too many ways to be built."
                raise Ungeneratable(message)
            try:
                for flat in self._ways(requirement, shape):
                    for variant in self._variants(flat, shape, requirement):
                        shape.variants.append(variant)
                        shape.origins[id(variant)] = flat
            except Contradiction as contradiction:
                shape.reason += contradiction.locations
            except Hopeless as hopeless:
                self._given_up.append(hopeless)
                shape.reason += hopeless.locations
        return shape

    def _ways(self, requirement: Requirement, shape: Shape) -> Iterator[Flat]:
        ways = self._expander.ways(requirement)
        is_cut = self._expander.is_cut
        yield from ways
        if is_cut and not shape.variants:
            # What fits may be among the ways that were cut off.
            more = list(islice(self._expander.all_ways(requirement), _MOST_WAYS))
            yield from takewhile(lambda _: not shape.variants, more)

    def _variants(self, flat: Flat, shape: Shape, requirement: Requirement) -> Iterator[Variant]:
        if flat == Flat() and self._is_any_text:
            yield Anything()
            return
        if flat.constants is not None:
            refused = [tuple(self._refusals(flat, each, requirement)) for each in flat.constants]
            values = [v for v, why in zip(flat.constants, refused, strict=True) if not why]
            if values:
                yield Constants(values, flat.choices.index(values[0]))
            else:
                shape.reason += (*flat.constants_by, *(each for why in refused for each in why))
            return
        for name in TYPES:
            if name in flat.types:
                try:
                    yield self._of_type(name, flat, shape)
                except Contradiction as contradiction:
                    shape.reason += contradiction.locations
                except Hopeless as hopeless:
                    self._given_up.append(hopeless)
                    shape.reason += hopeless.locations

    def _of_type(self, name: str, flat: Flat, shape: Shape) -> Variant:
        kind = _SIZES.get(name)
        if kind is not None and getattr(flat, kind).low > _MOST[kind]:
            size = getattr(flat, kind)
            why = f"{size.low_by} asks for {size.low}, which is more than a test can hold."
            raise Hopeless(size.low_by, why=why)
        variant = self._makers[name](flat)
        where = tuple(place.location for place, _ in flat.residual)
        if isinstance(variant, Arrays) and (len(flat.contains) > 1 or _is_capped(flat)):
            where += tuple(each.by for each in flat.contains)
        if isinstance(variant, Arrays) and variant.unique:
            where += (flat.unique_by,)
        if isinstance(variant, Objects) and len(variant.required) < variant.low:
            where += (flat.member_count.low_by,)
        if not (where or flat.excluded or (name == "fraction" and "integer" not in flat.types)):
            return variant
        checked = Checked(
            variant,
            lambda value: self._is_left(flat, value),
            where or flat.constants_by or flat.types_by,
        )
        few = values_of_variant(checked) if flat.excluded and isinstance(variant, Leaf) else None
        if few is not None:
            if not few:
                raise Contradiction(*flat.constants_by, *_sizes(flat), *flat.types_by)
            return Constants(few)
        if isinstance(variant, Arrays) and variant.unique:
            self._unique.append((shape, checked, variant, flat))
        self._checked.append((shape, checked))
        return checked

    def _is_left(self, flat: Flat, value: Any) -> bool:
        out = {canonical(each) for each in flat.excluded}
        return (
            canonical(value) not in out
            and bool(type_of(value) & flat.types)
            and all(self._accepts(place, value) is wanted for place, wanted in flat.residual)
            and (not isinstance(value, list) or self._contains(flat, value))
        )

    def _contains(self, flat: Flat, value: list[Any]) -> bool:
        for each in flat.contains:
            fits = sum(self._accepts(each.place, item) for item in value)
            if fits < each.least or (each.most is not None and fits > each.most):
                return False
        return True

    def _refusals(self, flat: Flat, value: Any, requirement: Requirement) -> Iterator[str]:
        """The clauses that a constant breaks."""
        for place in requirement.must:
            for clause in self._validator.refusals(place, value, scope_of(place)):
                if clause_of(clause) not in self._ignored:
                    yield clause
        for place in requirement.never:
            if self._accepts(place, value):
                yield place.location
        if isinstance(value, str) and not self._texts.check(flat)(value):
            yield from (by for _, by in (*flat.patterns, *flat.formats))
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield from _number_refusals(flat, value)


def values_of_variant(variant: Variant) -> list[Any] | None:
    """All the values of one variant; None where they are not few."""
    alone = Shape("")
    alone.variants = [variant]
    return values_of(alone)


def _is_capped(flat: Flat) -> bool:
    return any(each.most is not None for each in flat.contains)


def _sizes(flat: Flat) -> tuple[str, ...]:
    sizes = (flat.length, flat.item_count, flat.member_count)
    bounds = [each.location for each in (flat.low, flat.high) if each is not None]
    return (*bounds, *(each.high_by for each in sizes))


def _number_refusals(flat: Flat, value: float) -> Iterator[str]:
    number, low, high = exact(value), flat.low, flat.high
    if low is not None and (number < low.value or (number == low.value and low.is_open)):
        yield low.location
    if high is not None and (number > high.value or (number == high.value and high.is_open)):
        yield high.location
    if not all(is_multiple(value, float(each)) for each in flat.multiples):
        yield from flat.multiples_by
