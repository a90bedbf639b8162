"""Valid documents that have a part at a chosen site, or take a chosen alternative there."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pytest_schemas._equality import canonical
from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._breaks import LOOKED_AT
from pytest_schemas._generate._chooser import Chooser, Rejected
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._flat import TYPES, type_of, types_of
from pytest_schemas._generate._objects import Objects
from pytest_schemas._generate._scalars import Fractions, Integers
from pytest_schemas._generate._shape import Anything, Constants, Variant, made
from pytest_schemas._generate._sites import Site, plain
from pytest_schemas._generate._steering import Steps, at, put_member, steered
from pytest_schemas._generate._targets import Target

_MADE_BY: tuple[tuple[type, str], ...] = (
    (Arrays, "array"),
    (Fractions, "fraction"),
    (Integers, "integer"),
    (Objects, "object"),
)
_PLAINEST: Mapping[str, Any] = MappingProxyType(
    {
        "array": [],
        "boolean": False,
        "integer": 0,
        "null": None,
        "number": 0.5,
        "object": {},
        "string": "",
    }
)


@dataclass(frozen=True)
class Base:
    """A valid document, and the part of it that a clause looks at."""

    document: Any
    steps: Steps
    #: what made the part
    variant: Variant
    chooser: Chooser


def base(
    documents: Documents, target: Target, chooser: Chooser, context: Mapping[str, object]
) -> Base:
    """A valid document for a clause: with a part that it looks at, or that takes it.

    Raises:
        Rejected: these choices lead to none.
    """
    used: list[Variant] = []
    variants = _variants(target)
    if not variants:
        raise Rejected

    def end(chooser: Chooser, room: float) -> Any:
        used.append(variants[0] if len(variants) == 1 else chooser.pick(variants))
        return _part(target, used[-1], chooser, room)

    document, steps = steered(target.site.way, end, chooser, documents.room)
    documents.mend(document, chooser, context)
    try:
        part = at(document, steps)
    except LookupError:  # what was mended has left the way
        raise Rejected from None
    if not _is_taken(target, part):
        raise Rejected
    return Base(document, steps, used[-1], chooser)


def _is_alternative(target: Target, *keywords: str) -> bool:
    return target.clause.kind == "alternative" and target.keyword in keywords


def _variants(target: Target) -> list[Variant]:
    """The variants of a site that can take the alternative; for a demand, all of them."""
    site = target.site
    if _is_alternative(target, "enum"):
        wanted = canonical(target.demanded)
        return [
            each
            for each in site.variants
            if isinstance(each, Constants) and wanted in map(canonical, each.values)
        ]
    if _is_alternative(target, "type"):
        return [each for each in site.variants if _types(each) & types_of(target.demanded)]
    if _is_alternative(target, "anyOf", "oneOf"):
        return [each for each in site.variants if _takes_branch(site, each, target)]
    if _is_alternative(target, "properties"):
        return [each for each in site.variants if _may_have(plain(each), target)]
    # A keyword such as `minLength` has nothing to say of values of other types.
    looked_at = LOOKED_AT.get(target.keyword, frozenset())
    fitting = [each for each in site.variants if _types(each) & looked_at]
    return fitting or list(site.variants)


def _types(variant: Variant) -> frozenset[str]:
    """The types of the values that a variant makes."""
    variant = plain(variant)
    if isinstance(variant, Constants):
        return frozenset().union(*map(type_of, variant.values))
    if isinstance(variant, Anything):
        return frozenset(TYPES)
    for kind, name in _MADE_BY:
        if isinstance(variant, kind):
            return frozenset({name})
    return frozenset({"string"})  # made in many ways


def _takes_branch(site: Site, variant: Variant, target: Target) -> bool:
    branch = site.place.child(target.keyword, str(target.demanded))
    # What accepts everything has nothing to say of the values.
    if branch.schema in (True, {}):
        return True
    places = site.shape.origins[id(variant)].places
    return any(
        each.document is branch.document and each.pointer == branch.pointer for each in places
    )


def _name(target: Target) -> str:
    """The member that is present or absent."""
    step = target.clause.location.rpartition("/")[2]
    return step.replace("~1", "/").replace("~0", "~")


def _may_have(variant: Variant, target: Target) -> bool:
    if not isinstance(variant, Objects):
        return False
    name = _name(target)
    if target.demanded == "absent":
        return name not in variant.required
    return name in variant.members and variant.members[name].height < float("inf")


def _part(target: Target, variant: Variant, chooser: Chooser, room: float) -> Any:
    if _is_alternative(target, "enum"):
        return target.demanded
    if _is_alternative(target, "type") and isinstance(plain(variant), Anything):
        return deepcopy(_PLAINEST[target.demanded])
    part = made(variant, chooser, room)
    if _is_alternative(target, "properties"):
        objects = plain(variant)
        name = _name(target)
        if target.demanded == "absent":
            part.pop(name, None)
        elif isinstance(objects, Objects) and name not in part:
            shape = objects.members[name]
            value = shape.make(chooser, max(room - 1, shape.height))
            put_member(objects, part, name, value, chooser, room)
    return part


def _is_taken(target: Target, part: Any) -> bool:
    """Whether a part still takes the alternative after what was mended."""
    if _is_alternative(target, "enum"):
        return canonical(part) == canonical(target.demanded)
    if _is_alternative(target, "properties"):
        is_there = isinstance(part, dict) and _name(target) in part
        return is_there is (target.demanded == "present")
    return True
