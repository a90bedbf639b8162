"""Whether a schema is one: which dialect it is written in, and what its metaschema refuses."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from pytest_schemas._clauses import schema_clauses
from pytest_schemas._dialects import (
    DEFAULT,
    Dialect,
    custom_dialect,
    known_dialect,
    known_dialects,
    subschema_steps,
)
from pytest_schemas._document import pointer
from pytest_schemas._errors import SchemaError
from pytest_schemas._nearest import nearest
from pytest_schemas._schema import Admit, Retrieve, Schema, Source
from pytest_schemas._show import sentence, show
from pytest_schemas._sources import metaschema_source
from pytest_schemas._validation import Validator
from pytest_schemas._violations import Violation, broken


def admission(retrieve: Retrieve) -> Admit:
    """What decides the dialect of a schema and refuses what is no schema of it.

    A `$schema` that is no standard one is looked for by `retrieve`.
    """

    def admit(source: Source, default: Dialect) -> Dialect:
        uri = _named(source, default)
        dialect = known_dialect(uri)
        if dialect is None:
            dialect, metaschema = _own(source, uri, retrieve)
        else:
            metaschema = _standard(dialect)
        embedded = _embedded(source.contents, dialect)
        _check(source, metaschema, tuple(embedded))
        for at, contents in embedded.items():
            admit(replace(source, contents=contents, base=source.base + at), dialect)
        return dialect

    return admit


def _own(source: Source, uri: str, retrieve: Retrieve) -> tuple[Dialect, Validator]:
    """The dialect of a metaschema that is not a standard one, and what judges by it."""
    own = retrieve(uri)
    if own is None or not isinstance(own.contents, dict):
        raise source.fault("/$schema", _unknown(uri))
    dialect = custom_dialect(uri, own.contents)
    base = known_dialect(str(own.contents.get("$schema", DEFAULT.uri))) or DEFAULT
    _check(own, _standard(base), ())
    return dialect, _validator(own, retrieve)


def _embedded(contents: Any, dialect: Dialect, at: str = "") -> dict[str, Any]:
    """The schema resources inside a schema that are written in another dialect, by pointer."""
    found: dict[str, Any] = {}
    for keyword, value in contents.items() if isinstance(contents, dict) else ():
        for steps in subschema_steps(keyword, value) if keyword in dialect.keywords else ():
            below = at + pointer((keyword, *steps))
            each = value
            for step in steps:
                each = each[int(step)] if isinstance(each, list) else each[step]
            named = each.get("$schema") if isinstance(each, dict) else None
            if isinstance(named, str) and named.rstrip("#") != dialect.uri and _has_id(each):
                found[below] = each
            else:
                found.update(_embedded(each, dialect, below))
    return found


def _has_id(schema: Any) -> bool:
    return isinstance(schema.get("$id", schema.get("id")), str)


def _named(source: Source, default: Dialect) -> str:
    if not isinstance(source.contents, dict):
        return default.uri
    named = source.contents.get("$schema", default.uri)
    if not isinstance(named, str):
        raise source.fault("/$schema", f"expected a URI, found {show(named)}.")
    return named.rstrip("#")


def _unknown(uri: str) -> str:
    close = nearest(uri, known_dialects())
    hint = f"Did you mean {close!r}? " if close else ""
    return (
        f"{uri!r} is not a known dialect. {hint}Known are: {', '.join(known_dialects())}; another "
        "metaschema can be handed over by resources=."
    )


@cache  # a standard metaschema never changes
def _standard(dialect: Dialect) -> Validator:
    source = metaschema_source(dialect.uri)
    if source is None:
        message = f"the installed jsonschema-specifications lacks {dialect.uri}"
        raise SchemaError(message)
    return _validator(source, metaschema_source)


def _validator(source: Source, retrieve: Retrieve) -> Validator:
    """The validator of a metaschema. Its formats are left: patterns are compiled later anyway."""

    def admit(each: Source, default: Dialect) -> Dialect:
        return known_dialect(_named(each, default)) or default

    schema = Schema(source, retrieve=retrieve, admit=admit)
    return Validator(schema, schema_clauses(schema), formats=False)


def _check(source: Source, metaschema: Validator, embedded: tuple[str, ...]) -> None:
    violations = [
        each
        for each in broken(metaschema.violations(source.contents))
        if not f"{each.instance_location}/".startswith(tuple(f"{at}/" for at in embedded))
    ]
    if violations:
        first = violations[0]
        raise source.fault(first.instance_location, sentence(f"{first.message}{_hint(first)}"))


def _hint(violation: Violation) -> str:
    keyword = violation.instance_location.rpartition("/")[2]
    if keyword in {"exclusiveMaximum", "exclusiveMinimum"} and isinstance(violation.found, bool):
        return (
            "; the boolean form is draft 4's, which a schema names by "
            '"$schema": "http://json-schema.org/draft-04/schema#"'
        )
    return ""
