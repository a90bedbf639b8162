"""What a contract says, one clause at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

from pytest_schemas._document import pointer
from pytest_schemas._equality import canonical
from pytest_schemas._schema import Place, Schema

Kind = Literal["demand", "alternative"]
Level = Literal["parse", "schema", "documented", "consumer", "context"]

#: Stands for "no value": null is one of the values that a clause can have.
_NOTHING = object()


class Clause(str):
    """One thing that a contract says: a demand to keep, or an alternative to take.

    A clause is its id, so it is compared, sorted, printed and written to JSON as that text.

    Attributes:
        location: the JSON Pointer of the keyword in the schema document, references followed; the
            rule's id for a rule. In another file than the contract's own, the file's name and `#`
            stand before it.
        kind: `"demand"` can be kept or broken, `"alternative"` can be taken.
        keyword: the keyword that says it; `"rule"` for a rule.
        value: the name, the value or the branch that this clause is about, where one keyword
            holds several clauses; else the keyword's value.
        level: the level at which a document breaks it.
        severity: `"error"`, or for what is only reported `"warning"` or `"advisory"`.
        description: what the schema itself says of the place, or the rule's summary.
    """

    __slots__ = ("description", "keyword", "kind", "level", "location", "severity", "value")
    __module__ = "pytest_schemas"

    location: str
    kind: Kind
    keyword: str
    value: Any
    level: Level
    severity: str
    description: str

    def __new__(
        cls,
        location: str,
        *,
        kind: Kind = "demand",
        keyword: str,
        value: Any = None,
        several: bool = False,
        level: Level = "schema",
        severity: str = "error",
        description: str = "",
    ) -> Clause:
        """Create a clause; `several` says that the keyword holds more clauses than this one."""
        self = super().__new__(cls, clause_id(location, value) if several else location)
        self.location = location
        self.kind = kind
        self.keyword = keyword
        self.value = value
        self.level = level
        self.severity = severity
        self.description = description
        return self

    @property
    def id(self) -> str:
        """The clause's id: its location, and `=` and the value where there are several."""
        return str(self)

    def __str__(self) -> str:
        return str.__str__(self)

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        named = {name: getattr(self, name) for name in self.__slots__ if name != "location"}
        return (self.location,), {**named, "several": str(self) != self.location}


def clause_id(location: str, value: object = _NOTHING) -> str:
    """The id of a clause at a location, about one value."""
    if value is _NOTHING:
        return location
    return f"{location}={json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"


#: Keywords that make one demand each, whatever their value.
_DEMANDS = frozenset(
    {
        "anyOf",
        "const",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "type",
    }
)
_COUNTS = frozenset({"contains", "maxContains", "minContains"})
#: Subschemas under these are no part of what a valid document must look like.
_APART = frozenset({"$defs", "definitions", "if", "not"})
_REFERENCES = frozenset({"$dynamicRef", "$recursiveRef", "$ref"})


def schema_clauses(schema: Schema) -> tuple[Clause, ...]:
    """Every clause of a schema, each once, in the order of the file with references followed.

    Raises:
        SchemaError: a reference leads nowhere.
    """
    return tuple(_Reader(schema).walk(schema.root))


class _Reader:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._seen: set[str] = set()

    def walk(self, place: Place) -> Iterator[Clause]:
        if place.location in self._seen:
            return
        self._seen.add(place.location)
        keyword = place.pointer.rpartition("/")[2]
        if place.schema is False and keyword not in _DEMANDS | _COUNTS:
            yield Clause(place.location, keyword=keyword, value=False)
        for keyword, value in place.keywords():
            yield from own_clauses(place, keyword, value)
            if keyword not in _APART:
                for each in self._below(place, keyword, value):
                    yield from self.walk(each)

    def _below(self, place: Place, keyword: str, value: Any) -> Iterator[Place]:
        if keyword in _REFERENCES:
            target = self._schema.resolve(place, keyword)
            yield target
            key = keyword != "$ref" and self._schema.dynamic(place, keyword)
            if key:
                yield from self._overrides(key[1])
        elif _applies(place, keyword):
            yield from place.subschemas(keyword, value)

    def _overrides(self, name: str) -> Iterator[Place]:
        """The places that a dynamic reference of this name may lead to instead."""
        for document in tuple(self._schema.documents):
            for root in document.roots:
                target = self._schema.dynamic_target(root.uri, name)
                if target is not None:
                    yield target


def _applies(place: Place, keyword: str) -> bool:
    """Whether a keyword's subschemas are asked for: some keywords need another beside them."""
    if keyword in {"else", "then"}:
        return "if" in place.schema
    return keyword != "contains" or place.schema.get("minContains") != 0


def own_clauses(place: Place, keyword: str, value: Any) -> Iterator[Clause]:
    """The clauses that one keyword of a subschema holds itself, without those of its subschemas."""
    location = place.location + pointer((keyword,))
    about = _description(place.schema)
    if keyword == "properties":
        yield from _optional(place, location, value)
    elif keyword == "required" and isinstance(value, list):
        properties = place.schema.get("properties", {})
        for name in value:
            said = _description(properties.get(name)) or about
            yield Clause(location, keyword=keyword, value=name, several=True, description=said)
    elif keyword in {"dependencies", "dependentRequired"}:
        for name, needed in value.items():
            if isinstance(needed, list):
                yield from _dependent(location + pointer((name,)), keyword, needed, about)
    elif keyword == "uniqueItems":
        if value is True:
            yield Clause(location, keyword=keyword, value=value, description=about)
    elif keyword in _COUNTS:
        if _counts(place, keyword):
            yield Clause(location, keyword=keyword, value=value, description=about)
    elif keyword in _DEMANDS:
        yield Clause(location, keyword=keyword, value=value, description=about)
        for each in _alternatives(keyword, value):
            yield Clause(
                location,
                kind="alternative",
                keyword=keyword,
                value=each,
                several=True,
                description=about,
            )


def _description(schema: Any) -> str:
    return str(schema.get("description", "")) if isinstance(schema, dict) else ""


def _counts(place: Place, keyword: str) -> bool:
    """Whether a keyword about `contains` demands anything: one of the two lower bounds does."""
    if keyword == "contains":
        return "minContains" not in place.schema or "minContains" not in place.dialect.keywords
    return "contains" in place.schema and (keyword == "maxContains" or place.schema[keyword] != 0)


def _dependent(location: str, keyword: str, needed: list[str], about: str) -> Iterator[Clause]:
    for name in needed:
        yield Clause(location, keyword=keyword, value=name, several=True, description=about)


def _alternatives(keyword: str, value: Any) -> Iterator[Any]:
    if keyword == "enum" or (keyword == "type" and isinstance(value, list)):
        yield from {canonical(each): each for each in value}.values()
    elif keyword in {"anyOf", "oneOf"}:
        yield from range(len(value))


def _optional(place: Place, location: str, properties: dict[str, Any]) -> Iterator[Clause]:
    required = place.schema.get("required", ())
    for name, schema in properties.items():
        if name not in required and schema is not False:
            about = _description(schema)
            for taken in ("present", "absent"):
                yield Clause(
                    location + pointer((name,)),
                    kind="alternative",
                    keyword="properties",
                    value=taken,
                    several=True,
                    description=about,
                )
