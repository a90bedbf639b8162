"""From a flat demand to the objects that keep it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pytest_schemas._dialects import DEFAULT
from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._chooser import Chooser, Rejected, Trial
from pytest_schemas._generate._expand import Requirement
from pytest_schemas._generate._flat import Contradiction, Flat
from pytest_schemas._generate._objects import Extra, Objects
from pytest_schemas._generate._shape import Constants, Shape
from pytest_schemas._schema import Document, Place, Source

_NAME = Alphabet.of_characters("abcdefghijklmnopqrstuvwxyz_")

#: So many names are tried to find one of a kind.
_TRIALS = 30
#: So many sets of members are looked at to find one of a size that is allowed.
_MOST_SETS = 2000


class ObjectBuilder:
    """Builds the objects of one schema.

    Args:
        shape: gives the shape of a requirement.
        accepts: whether a subschema accepts a value.
    """

    def __init__(
        self, shape: Callable[[Requirement], Shape], accepts: Callable[[Place, Any], bool]
    ) -> None:
        self._shape = shape
        self._accepts = accepts
        self._names: dict[str, Place] = {}

    def objects(self, flat: Flat) -> Objects:
        """The objects that keep a demand.

        Raises:
            Contradiction: there are none.
        """
        company = _company(flat)
        required = frozenset(flat.required).union(*(company.get(n, ()) for n in flat.required))
        names = self._shape(Requirement((*flat.names, self._name_place()))) if flat.names else None
        members = {
            name: self._member(flat, name)
            for name in _known_names(flat, required, names)
            if name not in flat.forbidden and self._may_be_named(flat, name)
        }
        self._check_required(flat, members, required)
        extras = list(self._extras(flat, members.keys(), names))
        objects = Objects(
            members=members,
            required=required,
            low=flat.member_count.low,
            high=flat.member_count.high,
            company=company,
            extras=extras,
        )
        if not extras:
            objects.least = self._least_set(flat, members, required, company)
        return objects

    def _check_required(
        self, flat: Flat, members: dict[str, Shape], required: frozenset[str]
    ) -> None:
        for name in required:
            if name not in members:
                raise Contradiction(flat.required.get(name, ""), flat.forbidden.get(name, ""))
            if members[name].is_empty:
                raise Contradiction(*members[name].reason, flat.required.get(name, ""))
        size = flat.member_count
        if size.high is not None and len(required) > size.high:
            raise Contradiction(size.high_by, *flat.required.values())

    def _least_set(
        self,
        flat: Flat,
        members: dict[str, Shape],
        required: frozenset[str],
        company: dict[str, frozenset[str]],
    ) -> frozenset[str]:
        """Members that may be there together, and are as many as there must be.

        Raises:
            Contradiction: there are none.
        """
        size = flat.member_count
        possible = {name for name, shape in members.items() if not shape.is_empty}
        left, seen = [required], {required}
        while left:
            chosen = left.pop()
            if len(chosen) >= size.low:
                return chosen
            for name in sorted(possible - chosen, reverse=True):
                more = chosen | {name} | company.get(name, frozenset())
                fits = size.high is None or len(more) <= size.high
                if fits and more <= possible and more not in seen and len(seen) < _MOST_SETS:
                    seen.add(more)
                    left.append(more)
        raise Contradiction(size.low_by, size.high_by)

    def _member(self, flat: Flat, name: str) -> Shape:
        return self._shape(Requirement(tuple(_places(flat, name)), tuple(flat.never.get(name, ()))))

    def _may_be_named(self, flat: Flat, name: str) -> bool:
        return all(self._accepts(place, name) for place in flat.names)

    def _name_place(self, pattern: str | None = None) -> Place:
        """A schema of names: of any, or of those that match a pattern."""
        key = pattern or ""
        if key not in self._names:
            schema: dict[str, Any] = {"type": "string"}
            if pattern is not None:
                schema["pattern"] = pattern
            self._names[key] = Document(Source("a name", "", schema), DEFAULT).place("")
        return self._names[key]

    def _extras(self, flat: Flat, known: Iterable[str], names: Shape | None) -> Iterator[Extra]:
        """The kinds of member that no `properties` names: by pattern, and any other."""
        taken = {*known, *flat.forbidden}
        if names is not None and _constants(names) is not None:
            return
        for each in flat.members:
            for source, _, _ in each.patterns:
                by_pattern = self._shape(Requirement((*flat.names, self._name_place(source))))
                if by_pattern.variants:
                    yield from self._extra(flat, _made_by(by_pattern), taken)
        if names is None:
            yield from self._extra(flat, _any_name, taken)
        elif names.variants:
            yield from self._extra(flat, _made_by(names), taken)

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

        def fits(name: str) -> bool:
            same = list(_places(flat, name)) == places
            return same and name not in taken and self._may_be_named(flat, name)

        shape = self._shape(Requirement(tuple(places)))
        if not shape.is_empty:
            yield Extra(make, fits, shape)


def _places(flat: Flat, name: str) -> Iterator[Place]:
    """The subschemas that the value of a member must keep."""
    for each in flat.members:
        yield from each.places(name)
    for number, (child, keyword) in flat.unevaluated.items():
        seen = (number in each.scopes and each.evaluates(name) for each in flat.members)
        if keyword == "unevaluatedProperties" and not any(seen):
            yield child


def _known_names(flat: Flat, required: Iterable[str], names: Shape | None) -> list[str]:
    named = [name for each in flat.members for name in each.properties]
    others = [name for trigger, needed, _ in flat.dependents for name in (trigger, *needed)]
    listed = _constants(names) or [] if names is not None else []
    return list(dict.fromkeys((*named, *sorted(required), *others, *listed)))


def _constants(names: Shape) -> list[str] | None:
    """The names of a shape, where they are listed one by one."""
    if not names.variants or not all(isinstance(each, Constants) for each in names.variants):
        return None
    return [str(n) for each in names.variants if isinstance(each, Constants) for n in each.values]


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


def _made_by(names: Shape) -> Callable[[Chooser], str]:
    # Names are tried at once, and not only when all is built.
    names.settle()
    names.sort()
    return lambda chooser: str(names.make(chooser, 1))


def _tried(make: Callable[[Chooser], str], seed: int) -> str | None:
    try:
        return make(Trial(seed))
    except Rejected:
        return None


def _any_name(chooser: Chooser) -> str:
    return chooser.text(_NAME, 1, 8)
