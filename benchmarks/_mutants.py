"""Consumers with one fault each: a schema changed at one place."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

Path = tuple[str | int, ...]

#: Keywords that hold subschemas by name, in a list, or one.
_BY_NAME = ("properties", "$defs", "patternProperties")
_IN_LIST = ("anyOf", "allOf", "oneOf", "prefixItems")
#: Keywords that list what a value may be.
_ALTERNATIVES = ("anyOf", "enum", "oneOf", "type")
_ONE = ("items", "additionalProperties", "not", "contains")
_LEAST = ("minLength", "minItems", "minProperties", "minimum", "exclusiveMinimum")
_MOST = ("maxLength", "maxItems", "maxProperties", "maximum", "exclusiveMaximum")
#: What says nothing of a value, or is taken away with what it holds.
_SILENT = {"$schema", "$id", "$defs", "title", "description", "properties"}


@dataclass(frozen=True)
class Mutant:
    """A schema with one fault."""

    #: the place and what was done there
    id: str
    schema: Any
    #: whether it accepts too much, or too little
    accepts_too_much: bool


def mutants(schema: Any) -> Iterator[Mutant]:
    """A consumer for each keyword that ignores it, is off by one, lets null in and so on."""
    for path, here in _subschemas(schema, ()):
        for keyword, value in here.items():
            yield from _of_keyword(schema, path, here, keyword, value)
        if path and _asks(here):
            # Below a keyword that combines, a branch for null may stand beside it already.
            yield _changed(schema, path, "lets null in", {"anyOf": [here, {"type": "null"}]})


def _of_keyword(
    schema: Any, path: Path, here: dict[str, Any], keyword: str, value: Any
) -> Iterator[Mutant]:
    if keyword == "required":
        for name in value:
            rest = [each for each in value if each != name]
            yield _changed(schema, path, f"ignores required {name}", {**here, keyword: rest})
    elif keyword == "$ref":
        rest = {name: each for name, each in here.items() if name != keyword}
        yield _changed(schema, path, "ignores $ref", rest)
    elif keyword not in _SILENT and value is not True:
        rest = {name: each for name, each in here.items() if name != keyword}
        yield _changed(schema, path, f"ignores {keyword}", rest)
    if keyword in _LEAST + _MOST:
        up = keyword in _MOST
        for by in (-1, 1):
            too_much = (by > 0) is up
            done = f"{keyword} off by {by:+d}"
            yield _changed(schema, path, done, {**here, keyword: value + by}, too_much=too_much)
    if keyword in _ALTERNATIVES and isinstance(value, list) and len(value) > 1:
        for index, each in enumerate(value):
            others = [*value[:index], *value[index + 1 :]]
            done = f"lacks {keyword} {index if keyword in _IN_LIST else repr(each)}"
            yield _changed(schema, path, done, {**here, keyword: others}, too_much=False)
    if keyword == "properties":
        for name in value:
            if name not in here.get("required", ()):
                more = [*here.get("required", ()), name]
                done = f"demands {name}"
                yield _changed(schema, path, done, {**here, "required": more}, too_much=False)


def _changed(schema: Any, path: Path, done: str, value: Any, *, too_much: bool = True) -> Mutant:
    changed = deepcopy(schema)
    at = "/".join(str(each) for each in path)
    if not path:
        return Mutant(f"/{at} {done}", deepcopy(value), too_much)
    holder = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = deepcopy(value)
    return Mutant(f"/{at} {done}", changed, too_much)


def _asks(schema: dict[str, Any]) -> bool:
    return bool(schema.keys() - _SILENT)


def _subschemas(schema: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword in _BY_NAME:
        for name, each in schema.get(keyword, {}).items():
            yield from _subschemas(each, (*path, keyword, name))
    for keyword in _IN_LIST:
        for index, each in enumerate(schema.get(keyword, ())):
            yield from _subschemas(each, (*path, keyword, index))
    for keyword in _ONE:
        yield from _subschemas(schema.get(keyword), (*path, keyword))
