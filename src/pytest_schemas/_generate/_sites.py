"""Where each subschema looks at a value of a document, and the way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterator
from dataclasses import dataclass
from math import inf

from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._flat import Flat
from pytest_schemas._generate._objects import Extra, Objects
from pytest_schemas._generate._shape import Shape, Variant
from pytest_schemas._schema import Place


@dataclass(frozen=True)
class AnyItem:
    """The items of an array from one index on, which are all of one kind."""

    first: int


#: A part of a value: a member, an item, one of the items that follow, a member that nobody names.
Part = str | int | AnyItem | Extra


@dataclass(frozen=True)
class Edge:
    """A step from a value to a part of it."""

    part: Part
    #: the variants that have such a part
    variants: tuple[Variant, ...]
    child: Shape


@dataclass(frozen=True)
class Site:
    """A place of the schema as it meets one part of a document."""

    way: tuple[Edge, ...]
    shape: Shape
    #: the variants whose values the place looks at
    variants: tuple[Variant, ...]
    place: Place

    def flats(self) -> list[Flat]:
        """What its variants were made from."""
        return [self.shape.origins[id(each)] for each in self.variants]


def plain(variant: Variant) -> Variant:
    """A variant without the look at its values."""
    while isinstance(variant, Checked):
        variant = variant.variant
    return variant


def sites(root: Shape, beside: Container[int]) -> Iterator[Site]:
    """Every place of a schema at every part of a document where it stands, the nearest first.

    Args:
        root: the shape of whole documents.
        beside: the identities of the schema documents that are not the contract's own.
    """
    left: deque[tuple[tuple[Edge, ...], Shape]] = deque([((), root)])
    seen = {id(root)}
    while left:
        way, shape = left.popleft()
        yield from _here(way, shape, beside)
        for edge in edges(shape):
            if id(edge.child) not in seen:
                seen.add(id(edge.child))
                left.append(((*way, edge), edge.child))


def _here(way: tuple[Edge, ...], shape: Shape, beside: Container[int]) -> Iterator[Site]:
    found: dict[tuple[int, str], tuple[Place, list[Variant]]] = {}
    for variant in shape.variants:
        for place in shape.origins[id(variant)].places:
            if id(place.document) not in beside:
                _, variants = found.setdefault((id(place.document), place.pointer), (place, []))
                if not variants or variants[-1] is not variant:
                    variants.append(variant)
    for place, variants in found.values():
        yield Site(way, shape, tuple(variants), place)


def edges(shape: Shape) -> Iterator[Edge]:
    """The steps that lead on from the values of a shape."""
    found: dict[tuple[object, int], tuple[Part, Shape, list[Variant]]] = {}
    for variant in shape.variants:
        for part, child in _parts(plain(variant)):
            if child.height < inf:
                key = (id(part) if isinstance(part, Extra) else part, id(child))
                found.setdefault(key, (part, child, []))[2].append(variant)
    for part, child, variants in found.values():
        yield Edge(part, tuple(variants), child)


def _parts(variant: Variant) -> Iterator[tuple[Part, Shape]]:
    if isinstance(variant, Objects):
        yield from variant.members.items()
        yield from ((extra, extra.shape) for extra in variant.extras)
    elif isinstance(variant, Arrays):
        count = len(variant.prefix)
        for index in range(count):
            shape = variant.shape(index)
            if shape is not None and index < variant.most():
                yield index, shape
        if variant.rest is not None and count < variant.most():
            yield AnyItem(count), variant.rest
