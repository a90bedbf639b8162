"""Whether a schema is one: which dialect it is written in, and what its metaschema refuses."""

from __future__ import annotations

from functools import cache

from pytest_schemas._clauses import schema_clauses
from pytest_schemas._dialects import Dialect, custom_dialect, known_dialect, known_dialects
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
        if dialect is not None:
            _check(source, _standard(dialect))
            return dialect
        own = retrieve(uri)
        if own is None or not isinstance(own.contents, dict):
            raise SchemaError(_unknown(source, uri))
        dialect = custom_dialect(uri, own.contents)
        _check(source, _validator(own, retrieve))
        return dialect

    return admit


def _named(source: Source, default: Dialect) -> str:
    if not isinstance(source.contents, dict):
        return default.uri
    named = source.contents.get("$schema", default.uri)
    if not isinstance(named, str):
        message = f"{source.label}: at /$schema: expected a URI, found {show(named)}."
        raise SchemaError(message)
    return named.rstrip("#")


def _unknown(source: Source, uri: str) -> str:
    close = nearest(uri, known_dialects())
    hint = f"Did you mean {close!r}? " if close else ""
    return (
        f"{source.label}: at /$schema: {uri!r} is not a known dialect. {hint}Known are: "
        f"{', '.join(known_dialects())}; another metaschema can be handed over by resources=."
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


def _check(source: Source, metaschema: Validator) -> None:
    violations = list(broken(metaschema.violations(source.contents)))
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
