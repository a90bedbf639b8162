"""Each demand of a schema, and the sites where a fault can break it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_schemas._clauses import Clause, own_clauses
from pytest_schemas._document import pointer
from pytest_schemas._generate._flat import type_of, types_of
from pytest_schemas._generate._shape import Shape
from pytest_schemas._generate._sites import Site, sites
from pytest_schemas._schema import Place, Schema

#: Keywords whose `false` stands for a clause of its own.
_MAY_BE_FALSE = (
    "additionalItems",
    "additionalProperties",
    "else",
    "items",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
)
#: Keywords that say something of members by name, perhaps that they may not be there.
_NAMED = frozenset({"dependencies", "dependentSchemas", "properties"})
#: Where these look at a value, a fault in it can change more than the keyword that it is made for.
_ENTANGLED = frozenset(
    {
        "contains",
        "dependencies",
        "dependentSchemas",
        "if",
        "not",
        "oneOf",
        "patternProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
#: What a fault in these breaks is asked of the validator.
_TOLD_BY_ALL = _ENTANGLED | {"anyOf", "else", "prefixItems", "properties", "then"}


@dataclass(frozen=True)
class Target:
    """A clause at one site."""

    clause: Clause
    site: Site
    keyword: str
    #: what the keyword says; the one name, where it says several
    demanded: Any
    #: whether only the whole document tells what a fault in it breaks
    is_entangled: bool


def targets(
    root: Shape, schema: Schema, clauses: Mapping[str, Clause], beside: Container[int]
) -> dict[str, list[Target]]:
    """The demands and alternatives of a schema by id, each with its sites, the nearest first."""
    found: dict[str, list[Target]] = {}
    known: dict[int, bool] = {}
    for site in sites(root, beside):
        is_entangled = False
        for shape in (root, *(edge.child for edge in site.way)):
            if id(shape) not in known:
                places = own_places(shape, beside)
                known[id(shape)] = any(_entangles(place, schema) for place in places)
            is_entangled |= known[id(shape)]
        # A fault in one branch of an `anyOf` may be right in another.
        here = own_places(site.shape, beside)
        is_entangled |= any("anyOf" in dict(place.keywords()) for place in here)
        for clause_id, keyword, demanded in _clauses_at(site.place, schema):
            clause = clauses.get(clause_id)
            if clause is not None:
                is_whole = is_entangled or keyword in _TOLD_BY_ALL
                target = Target(clause, site, keyword, demanded, is_whole)
                found.setdefault(clause_id, []).append(target)
    return found


def _clauses_at(place: Place, schema: Schema) -> Iterator[tuple[str, str, Any]]:
    """The clauses that a place says itself: their ids, keywords and what they demand."""
    for keyword, value in place.keywords():
        for clause in own_clauses(place, keyword, value):
            by_name = keyword in {"required", "dependentRequired", "dependencies"}
            is_one = by_name or clause.kind == "alternative"
            yield clause.id, keyword, clause.value if is_one else value
        if keyword in _MAY_BE_FALSE and value is False:
            yield place.location + pointer((keyword,)), keyword, value
        elif keyword in _NAMED:
            for name, each in value.items():
                if each is False:
                    yield place.location + pointer((keyword, name)), "properties", name
        elif keyword == "patternProperties":
            for pattern, each in value.items():
                if each is False:
                    yield place.location + pointer((keyword, pattern)), keyword, pattern
        elif keyword in {"prefixItems", "items"} and isinstance(value, list):
            for index, each in enumerate(value):
                if each is False:
                    yield place.location + pointer((keyword, str(index))), "prefixItems", index
        elif keyword == "propertyNames":
            if value is False:
                yield place.location + pointer((keyword,)), keyword, value
            for each in _looking_at_names(place.child(keyword), schema):
                for id_, _, _ in _clauses_at(each, schema):
                    yield id_, keyword, value


def _looking_at_names(place: Place, schema: Schema) -> Iterator[Place]:
    left, seen = [place], set()
    while left:
        each = left.pop()
        if each.location not in seen:
            seen.add(each.location)
            yield each
            for keyword, value in each.keywords():
                if keyword == "$ref":
                    left.append(schema.resolve(each, keyword))
                elif keyword == "allOf":
                    left += each.subschemas(keyword, value)


def own_places(shape: Shape, beside: Container[int]) -> list[Place]:
    """The subschemas of the contract's own that look at the values of a shape."""
    flats = shape.origins.values()
    each = (place for flat in flats for place in flat.places)
    return [place for place in each if id(place.document) not in beside]


def _entangles(place: Place, schema: Schema) -> bool:
    keywords = dict(place.keywords())
    if keywords.keys() & _ENTANGLED:
        return True
    return "anyOf" in keywords and not _are_apart(place, keywords["anyOf"], schema)


def _are_apart(place: Place, branches: Iterable[Any], schema: Schema) -> bool:
    """Whether the branches are of types that have nothing in common."""
    seen: frozenset[str] = frozenset()
    for each in place.subschemas("anyOf", branches):
        types = _types(each, schema)
        if types is None or types & seen:
            return False
        seen |= types
    return True


def _types(place: Place, schema: Schema) -> frozenset[str] | None:
    keywords = dict(place.keywords())
    if "$ref" in keywords and "type" not in keywords:
        place = schema.resolve(place, "$ref")
        keywords = dict(place.keywords())
    if "type" in keywords:
        return types_of(keywords["type"])
    return type_of(keywords["const"]) if "const" in keywords else None
