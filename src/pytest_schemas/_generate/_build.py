"""From a requirement to the shape of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import inf
from typing import Any

from pytest_schemas._dialects import DEFAULT
from pytest_schemas._equality import canonical, is_multiple
from pytest_schemas._errors import Ungeneratable
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._chooser import Chooser, Rejected, Trial
from pytest_schemas._generate._expand import Expander, Requirement
from pytest_schemas._generate._flat import TYPES, Contradiction, Flat, location, type_of
from pytest_schemas._generate._objects import Extra, Objects
from pytest_schemas._generate._patterns import PatternTexts
from pytest_schemas._generate._scalars import Fractions, Integers
from pytest_schemas._generate._shape import Anything, Checked, Constants, Shape, Variant
from pytest_schemas._generate._texts import TextMaker
from pytest_schemas._schema import Document, Place, Schema, Source

STRING = Document(Source("a name", "", {"type": "string"}), DEFAULT).place("")
_NAME = Alphabet.of_characters("abcdefghijklmnopqrstuvwxyz_")

#: A schema whose parts meet in more ways than this is refused rather than built for minutes.
_MOST_SHAPES = 5000
#: So many names are tried to find one of a kind.
_TRIALS = 30


class Builder:
    """Builds the shapes of one schema, each once."""

    def __init__(
        self,
        schema: Schema,
        accepts: Callable[[Place, Any], bool],
        overlays: Mapping[str, tuple[Place, ...]],
        alphabet: Alphabet = ANY,
        formats: Mapping[str, object] | None = None,
        *,
        asserts_formats: bool = True,
    ) -> None:
        self._accepts = accepts
        self._overlays = overlays
        self._alphabet = alphabet
        self._texts = TextMaker(alphabet, formats or {}, asserts_formats=asserts_formats)
        self._expander = Expander(schema, self._overlay)
        self._shapes: dict[Any, Shape] = {}
        #: where values are looked at before they are given out
        self.looked_at: list[str] = []

    def _overlay(self, place: Place) -> Iterable[Place]:
        return self._overlays.get(place.location, ())

    def shape(self, requirement: Requirement) -> Shape:
        """The shape of a requirement, with all that is below it.

        Raises:
            Contradiction: nothing keeps it; without locations, nothing finite does.
        """
        root = self._shape(requirement)
        self._settle()
        if root.height == inf:
            raise Contradiction(*root.why_empty())
        for shape in self._shapes.values():
            shape.prune()
        for shape in self._shapes.values():
            shape.sort()
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

    def _settle(self) -> None:
        changed = True
        while changed:
            changed = bool(sum(shape.settle() for shape in self._shapes.values()))

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
                for flat in self._expander.ways(requirement):
                    for variant in self._variants(flat, shape):
                        shape.variants.append(variant)
                        shape.origins[id(variant)] = flat
            except Contradiction as contradiction:
                shape.reason = contradiction.locations
        return shape

    def _variants(self, flat: Flat, shape: Shape) -> Iterator[Variant]:
        if flat == Flat():
            yield Anything()
            return
        if flat.constants is not None:
            values = [each for each in flat.constants if self._keeps(flat, each)]
            if values:
                yield Constants(values, flat.choices.index(values[0]))
            else:
                shape.reason = flat.constants_by
            return
        for name in TYPES:
            if name in flat.types:
                try:
                    yield from self._of_type(name, flat)
                except Contradiction as contradiction:
                    shape.reason = contradiction.locations

    def _of_type(self, name: str, flat: Flat) -> Iterator[Variant]:
        makers: dict[str, Callable[[Flat], Variant]] = {
            "null": lambda _: Constants([None]),
            "boolean": lambda _: Constants([False, True]),
            "integer": Integers,
            "fraction": Fractions,
            "string": self._texts.variant,
            "array": self._arrays,
            "object": self._objects,
        }
        variant = makers[name](flat)
        if flat.excluded or flat.residual or (name == "fraction" and "integer" not in flat.types):
            variant = Checked(variant, lambda value: self._is_left(flat, value))
            self.looked_at += (place.location for place, _ in flat.residual)
        yield variant

    def _is_left(self, flat: Flat, value: Any) -> bool:
        out = {canonical(each) for each in flat.excluded}
        return (
            canonical(value) not in out
            and bool(type_of(value) & flat.types)
            and all(self._accepts(place, value) is wanted for place, wanted in flat.residual)
        )

    def _keeps(self, flat: Flat, value: Any) -> bool:
        """Whether a constant keeps all the rest that is demanded of it."""
        if not self._is_left(flat, value):
            return False
        if isinstance(value, str):
            return self._texts.check(flat)(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return _number_fits(flat, value)
        if isinstance(value, (dict, list)):
            return all(self._accepts(place, value) for place in flat.places)
        return True

    def _arrays(self, flat: Flat) -> Variant:
        count = max((len(each.prefix) for each in flat.items), default=0)
        capped = tuple(each.place for each in flat.contains if each.most is not None)
        wanted = [each.place for each in flat.contains for _ in range(each.least)]
        count = max(count, len(wanted))
        prefix = [self._item(flat, index, (), capped) for index in range(len(wanted), count)]
        arrays = Arrays(
            prefix=[self._item(flat, i, (place,), ()) for i, place in enumerate(wanted)] + prefix,
            rest=self._item(flat, count, (), capped),
            low=max(flat.item_count.low, len(wanted)),
            high=flat.item_count.high,
            unique=flat.unique,
        )
        if flat.unique:
            self.looked_at += (location(each, "uniqueItems") for each in flat.places)
        if arrays.high is not None and arrays.low > arrays.high:
            raise Contradiction(flat.item_count.low_by, flat.item_count.high_by)
        if len(flat.contains) > 1 or capped:
            return Checked(arrays, lambda value: self._contains(flat, value))
        return arrays

    def _contains(self, flat: Flat, value: list[Any]) -> bool:
        for each in flat.contains:
            fits = sum(self._accepts(each.place, item) for item in value)
            if fits < each.least or (each.most is not None and fits > each.most):
                return False
        return True

    def _item(
        self, flat: Flat, index: int, more: tuple[Place, ...], never: tuple[Place, ...]
    ) -> Shape:
        places = [place for each in flat.items if (place := each.place(index)) is not None]
        for number, (child, keyword) in flat.unevaluated.items():
            seen = (number in each.scopes and each.evaluates(index) for each in flat.items)
            if keyword == "unevaluatedItems" and not any(seen):
                # An item that `contains` accepts has been evaluated (2020-12, section 10.3.1.3).
                marks = [c.place for c in flat.contains if number in c.scopes]
                places += marks[:1] if marks and child.schema is False else [child]
        return self._shape(Requirement((*places, *more), never))

    def _objects(self, flat: Flat) -> Variant:
        company = _company(flat)
        required = frozenset(flat.required).union(*(company.get(n, ()) for n in flat.required))
        members = {
            name: self._member(flat, name)
            for name in _known_names(flat, required)
            if name not in flat.forbidden and self._may_be_named(flat, name)
        }
        for name in required - members.keys():
            raise Contradiction(flat.required.get(name, ""), flat.forbidden.get(name, ""))
        size = flat.member_count
        if size.high is not None and len(required) > size.high:
            raise Contradiction(size.high_by, *flat.required.values())
        return Objects(
            members=members,
            required=required,
            low=size.low,
            high=size.high,
            company=company,
            extras=list(self._extras(flat, members.keys())),
        )

    def _member(self, flat: Flat, name: str) -> Shape:
        return self._shape(Requirement(tuple(_places(flat, name)), tuple(flat.never.get(name, ()))))

    def _may_be_named(self, flat: Flat, name: str) -> bool:
        return all(self._accepts(place, name) for place in flat.names)

    def _extras(self, flat: Flat, known: Iterable[str]) -> Iterator[Extra]:
        """The kinds of member that no `properties` names: by pattern, and any other."""
        taken = {*known, *flat.forbidden}
        for each in flat.members:
            for source, _, _ in each.patterns:
                make = PatternTexts(source, within=self._alphabet).make
                yield from self._extra(flat, make, taken)
        if flat.names:
            names = self._shape(Requirement((*flat.names, STRING)))
            if names.variants:
                yield from self._extra(flat, lambda c: str(names.make(c, 1)), taken)
        else:
            yield from self._extra(flat, _any_name, taken)

    def _extra(
        self, flat: Flat, make: Callable[[Chooser], str], taken: set[str]
    ) -> Iterator[Extra]:
        """Members of one kind of name: those that the same subschemas look at as at a sample."""
        for seed in range(_TRIALS):
            sample = _tried(make, seed)
            if sample is not None and sample not in taken and self._may_be_named(flat, sample):
                break
        else:
            return
        places = list(_places(flat, sample))
        if any(place.schema is False for place in places):
            return

        def fits(name: str) -> bool:
            same = list(_places(flat, name)) == places
            return same and name not in taken and self._may_be_named(flat, name)

        yield Extra(make, fits, self._shape(Requirement(tuple(places))))


def _number_fits(flat: Flat, value: float) -> bool:
    exact = Fraction(repr(value))
    low, high = flat.low, flat.high
    above = low is None or exact > low.value or (exact == low.value and not low.is_open)
    below = high is None or exact < high.value or (exact == high.value and not high.is_open)
    return above and below and all(is_multiple(value, float(each)) for each in flat.multiples)


def _places(flat: Flat, name: str) -> Iterator[Place]:
    """The subschemas that the value of a member must keep."""
    for each in flat.members:
        yield from each.places(name)
    for number, (child, keyword) in flat.unevaluated.items():
        seen = (number in each.scopes and each.evaluates(name) for each in flat.members)
        if keyword == "unevaluatedProperties" and not any(seen):
            yield child


def _known_names(flat: Flat, required: Iterable[str]) -> list[str]:
    named = [name for each in flat.members for name in each.properties]
    others = [name for trigger, needed, _ in flat.dependents for name in (trigger, *needed)]
    return list(dict.fromkeys((*named, *sorted(required), *others)))


def _company(flat: Flat) -> dict[str, frozenset[str]]:
    """What has to be there along with each member, followed to the end."""
    direct: dict[str, set[str]] = {}
    for name, needed, _ in flat.dependents:
        direct.setdefault(name, set()).update(needed)
    company: dict[str, frozenset[str]] = {}
    for name in direct:
        found: set[str] = set()
        left = [name]
        while left:
            for each in direct.get(left.pop(), set()) - found:
                found.add(each)
                left.append(each)
        company[name] = frozenset(found)
    return company


def _tried(make: Callable[[Chooser], str], seed: int) -> str | None:
    try:
        return make(Trial(seed))
    except Rejected:
        return None


def _any_name(chooser: Chooser) -> str:
    return chooser.text(_NAME, 1, 8)
