"""Schemas that refer back to themselves without looking any deeper into the document."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_schemas._schema import Place, Schema

_REFERENCES = frozenset({"$dynamicRef", "$recursiveRef", "$ref"})
#: Keywords whose subschemas look at the same value (core, section 10.2).
_IN_PLACE = frozenset(
    {
        "allOf",
        "anyOf",
        "dependencies",
        "dependentSchemas",
        "else",
        "if",
        "not",
        "oneOf",
        "then",
    }
)


def refuse_loops(schema: Schema) -> None:
    """Look for a way that leads back to where it began.

    Raises:
        SchemaError: there is one; no value could be judged by it (core, section 9.4.1).
    """
    done: set[str] = set()
    for document in tuple(schema.documents):
        for place in _all_places(document.place("")):
            _follow(schema, place, done)


def _all_places(place: Place) -> Iterator[Place]:
    yield place
    for keyword, value in place.keywords():
        for each in place.subschemas(keyword, value):
            yield from _all_places(each)


def _follow(schema: Schema, start: Place, done: set[str]) -> None:
    way: list[str] = []
    ahead: list[tuple[Place, Iterator[Place]]] = [(start, iter([start]))]
    while ahead:
        here = next(ahead[-1][1], None)
        if here is None:
            ahead.pop()
            if way:
                done.add(way.pop())
        elif here.location in way:
            raise here.fault(
                "the schema refers back to itself without looking any deeper into the document."
            )
        elif here.location not in done:
            way.append(here.location)
            ahead.append((here, _same_value(schema, here)))


def _same_value(schema: Schema, place: Place) -> Iterator[Place]:
    """The subschemas that look at the same value as this one."""
    for keyword, value in place.keywords():
        if keyword in _REFERENCES:
            yield schema.resolve(place, keyword)
        elif keyword in _IN_PLACE and not (
            keyword in {"else", "then"} and "if" not in place.schema
        ):
            yield from place.subschemas(keyword, value)
