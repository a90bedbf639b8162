"""What one kind of value must be like, with all references followed and all branches taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from pytest_schemas._document import pointer
from pytest_schemas._ecma import compile_pattern
from pytest_schemas._equality import canonical
from pytest_schemas._schema import Place

#: The types of JSON, with the numbers parted into integers and fractions. The order is that in
#: which a document shrinks.
TYPES = ("null", "boolean", "integer", "fraction", "string", "array", "object")
_OF_TYPE = {each: frozenset({each}) for each in TYPES} | {
    "number": frozenset({"integer", "fraction"})
}


class Contradiction(Exception):  # noqa: N818 - says what the schema is, not that a program failed
    """No value keeps all of these clauses."""

    def __init__(self, *locations: str) -> None:
        super().__init__(*locations)
        self.locations = tuple(dict.fromkeys(clause_of(each) for each in locations if each))


class Hopeless(Exception):  # noqa: N818 - as above
    """There may be values, but none was found among many that were made."""

    def __init__(self, *locations: str, why: str = "") -> None:
        super().__init__(*locations)
        self.locations = tuple(dict.fromkeys(each or "the root" for each in locations))
        self.why = why


@dataclass(frozen=True)
class Bound:
    """One end of a range, and the clause that sets it."""

    value: Fraction
    is_open: bool
    location: str


@dataclass(frozen=True)
class Members:
    """What one schema object says of the members of an object."""

    place: Place
    properties: Mapping[str, Place]
    patterns: tuple[tuple[str, Callable[[str], bool], Place], ...]
    additional: Place | None
    #: the `unevaluatedProperties` for which what is named here counts as evaluated
    scopes: frozenset[int]

    def places(self, name: str) -> Iterator[Place]:
        """The subschemas that the value of a member must keep."""
        found = False
        if name in self.properties:
            found = True
            yield self.properties[name]
        for _, matches, place in self.patterns:
            if matches(name):
                found = True
                yield place
        if not found and self.additional is not None:
            yield self.additional

    def evaluates(self, name: str) -> bool:
        return next(self.places(name), None) is not None


@dataclass(frozen=True)
class Items:
    """What one schema object says of the items of an array."""

    prefix: tuple[Place, ...]
    rest: Place | None
    scopes: frozenset[int]

    def place(self, index: int) -> Place | None:
        return self.prefix[index] if index < len(self.prefix) else self.rest

    def evaluates(self, index: int) -> bool:
        return self.place(index) is not None


@dataclass(frozen=True)
class Contains:
    """How many items must be accepted by a subschema."""

    place: Place
    least: int
    most: int | None = None
    scopes: frozenset[int] = frozenset()
    #: the clause that asks for the items
    by: str = ""


@dataclass
class Size:
    """How long something may be, and the clauses that say so."""

    low: int = 0
    high: int | None = None
    low_by: str = ""
    high_by: str = ""

    def at_least(self, bound: float, by: str) -> None:
        if ceil(bound) > self.low:
            self.low, self.low_by = ceil(bound), by
        self._check()

    def at_most(self, bound: float, by: str) -> None:
        if self.high is None or floor(bound) < self.high:
            self.high, self.high_by = floor(bound), by
        self._check()

    def _check(self) -> None:
        if self.high is not None and self.low > self.high:
            raise Contradiction(self.low_by, self.high_by)


@dataclass
class Flat:
    """All that is demanded of a value at once."""

    types: frozenset[str] = frozenset(TYPES)
    types_by: tuple[str, ...] = ()
    #: the clauses of which no value of some type keeps all
    sizes_by: tuple[str, ...] = ()
    constants: list[Any] | None = None
    #: the values that were first named, in their order
    choices: list[Any] = field(default_factory=list)
    constants_by: tuple[str, ...] = ()
    excluded: list[Any] = field(default_factory=list)
    low: Bound | None = None
    high: Bound | None = None
    multiples: list[Fraction] = field(default_factory=list)
    multiples_by: tuple[str, ...] = ()
    #: what numbers must not be multiples of, and the patterns that texts must not match
    refused_multiples: list[tuple[Fraction, str]] = field(default_factory=list)
    refused_patterns: list[tuple[str, str]] = field(default_factory=list)
    length: Size = field(default_factory=Size)
    patterns: list[tuple[str, str]] = field(default_factory=list)
    formats: list[tuple[str, str]] = field(default_factory=list)
    item_count: Size = field(default_factory=Size)
    unique: bool = False
    unique_by: str = ""
    items: list[Items] = field(default_factory=list)
    contains: list[Contains] = field(default_factory=list)
    #: what the items at some indexes must not keep
    never_items: dict[int, list[Place]] = field(default_factory=dict)
    member_count: Size = field(default_factory=Size)
    required: dict[str, str] = field(default_factory=dict)
    forbidden: dict[str, str] = field(default_factory=dict)
    members: list[Members] = field(default_factory=list)
    names: list[Place] = field(default_factory=list)
    dependents: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    #: what the values of some members must not keep
    never: dict[str, list[Place]] = field(default_factory=dict)
    unevaluated: dict[int, tuple[Place, str]] = field(default_factory=dict)
    #: the subschemas that all this was read from
    places: list[Place] = field(default_factory=list, compare=False)
    #: what is looked at afterwards: the subschema, and whether it must accept the value
    residual: list[tuple[Place, bool]] = field(default_factory=list)

    def copy(self) -> Flat:
        """A copy that can be narrowed further."""
        fresh = replace(self)
        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(fresh, name, list(value))
            elif name in {"never", "never_items"}:
                setattr(fresh, name, {key: list(places) for key, places in value.items()})
            elif isinstance(value, dict):
                setattr(fresh, name, dict(value))
            elif isinstance(value, Size):
                setattr(fresh, name, replace(value))
        return fresh

    def only(self, types: frozenset[str], by: str) -> None:
        """Narrow the types.

        Raises:
            Contradiction: none is left.
        """
        if not self.types <= types:
            self.types_by = (*self.types_by, by)
        self.types &= types
        if not self.types:
            raise Contradiction(*self.types_by, *self.sizes_by, by)
        self._check_constants()

    def rule_out(self, kind: str, *locations: str) -> None:
        """Leave out a type of which no value keeps some clauses.

        Raises:
            Contradiction: none is left.
        """
        left = self.types - {kind}
        if not left:
            raise Contradiction(*self.sizes_by, *locations)
        if left != self.types:
            self.sizes_by = (*self.sizes_by, *locations)
        self.types = left
        self._check_constants()

    def at_least(self, kind: str, size: float, by: str) -> None:
        """Demand a size: of the `length`, the `item_count` or the `member_count`."""
        try:
            getattr(self, kind).at_least(size, by)
        except Contradiction as contradiction:
            self.rule_out(_SIZED[kind], *contradiction.locations)

    def at_most(self, kind: str, size: float, by: str) -> None:
        """Cap a size."""
        try:
            getattr(self, kind).at_most(size, by)
        except Contradiction as contradiction:
            self.rule_out(_SIZED[kind], *contradiction.locations)

    def among(self, values: list[Any], by: str) -> None:
        """Narrow to some values."""
        wanted = {canonical(each) for each in values}
        if self.constants is None:
            self.choices = values
        known = values if self.constants is None else self.constants
        self.constants = [each for each in known if canonical(each) in wanted]
        self.constants_by = (*self.constants_by, by)
        self._check_constants()

    def except_for(self, values: list[Any], by: str) -> None:
        """Leave some values out."""
        self.excluded += values
        self.constants_by = (*self.constants_by, by)
        self._check_constants()

    def _check_constants(self) -> None:
        if self.constants is None:
            return
        out = {canonical(each) for each in self.excluded}
        self.constants = [
            each
            for each in self.constants
            if canonical(each) not in out and type_of(each) & self.types
        ]
        if not self.constants:
            raise Contradiction(*self.constants_by, *self.types_by, *self.sizes_by)

    def above(self, value: float, by: str, *, is_open: bool = False) -> None:
        bound = Bound(exact(value), is_open, by)
        if self.low is None or (bound.value, bound.is_open) > (self.low.value, self.low.is_open):
            self.low = bound

    def below(self, value: float, by: str, *, is_open: bool = False) -> None:
        bound = Bound(exact(value), is_open, by)
        if self.high is None or (bound.value, not is_open) < (
            self.high.value,
            not self.high.is_open,
        ):
            self.high = bound

    def require(self, name: str, by: str) -> None:
        if name in self.forbidden:
            self.rule_out("object", by, self.forbidden[name])
        self.required.setdefault(name, by)

    def forbid(self, name: str, by: str) -> None:
        if name in self.required:
            self.rule_out("object", by, self.required[name])
        self.forbidden.setdefault(name, by)


#: The type that each size is of.
_SIZED: Mapping[str, str] = MappingProxyType(
    {"item_count": "array", "length": "string", "member_count": "object"}
)


def exact(number: float) -> Fraction:
    """The value of a number: what it is written as, but a double that is an integer is that one."""
    is_integer = isinstance(number, int) or number.is_integer()
    return Fraction(number) if is_integer else Fraction(repr(number))


def types_of(names: str | list[str]) -> frozenset[str]:
    """The types that a `type` keyword names."""
    listed = [names] if isinstance(names, str) else names
    return frozenset().union(*(_OF_TYPE[each] for each in listed))


def type_of(value: Any) -> frozenset[str]:
    """The type of a JSON value; 1.0 is an integer."""
    if value is None:
        return frozenset({"null"})
    if isinstance(value, bool):
        return frozenset({"boolean"})
    if isinstance(value, (int, float)):
        return frozenset({"integer" if value == int(value) else "fraction"})
    kinds = {str: "string", list: "array", dict: "object"}
    return frozenset(name for kind, name in kinds.items() if isinstance(value, kind))


def members_of(place: Place, scopes: frozenset[int]) -> Members:
    """What the keywords of one schema object say of members."""
    schema = place.schema
    properties = {name: place.child("properties", name) for name in schema.get("properties", ())}
    patterns = tuple(
        (source, compile_pattern(source).matches, place.child("patternProperties", source))
        for source in schema.get("patternProperties", ())
    )
    has_rest = "additionalProperties" in schema
    rest = place.child("additionalProperties") if has_rest else None
    return Members(place, properties, patterns, rest, scopes)


def items_of(place: Place, scopes: frozenset[int]) -> Items:
    """What the keywords of one schema object say of items."""
    schema = place.schema
    keyword = "items" if isinstance(schema.get("items"), list) else "prefixItems"
    prefix = tuple(
        place.child(keyword, str(index)) for index in range(len(schema.get(keyword, ())))
    )
    rest_keyword = "additionalItems" if keyword == "items" else "items"
    rest = place.child(rest_keyword) if rest_keyword in schema else None
    return Items(prefix, rest, scopes)


def location(place: Place, *steps: str) -> str:
    """The clause's location at a place or below it."""
    return place.location + pointer(steps)


def clause_of(location: str) -> str:
    """The clause at a location. What the caller gives for one part is one clause."""
    given, mark, _ = location.partition(GIVEN)
    return given + mark if mark else location


#: Stands between the pointer that the caller gives something for, and the rest of a location.
GIVEN = " (given)#"
