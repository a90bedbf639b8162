"""The drafts of JSON Schema: which keywords each one has, and which of them hold subschemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import jsonschema
import referencing.jsonschema
from jsonschema.protocols import Validator
from referencing.jsonschema import SchemaResource

from pytest_schemas._errors import SchemaError

Keywords = frozenset[str]

_NUMBERS = frozenset({"multipleOf", "maximum", "minimum"})
_SIZES = frozenset(
    {"maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"}
)
_DRAFT4 = (
    _NUMBERS
    | _SIZES
    | frozenset({"$ref", "type", "enum", "pattern", "uniqueItems", "required", "format"})
    | frozenset({"properties", "patternProperties", "additionalProperties", "dependencies"})
    | frozenset({"items", "additionalItems", "allOf", "anyOf", "oneOf", "not", "definitions"})
)
_DRAFT6 = _DRAFT4 | {"const", "contains", "propertyNames", "exclusiveMaximum", "exclusiveMinimum"}
_DRAFT7 = _DRAFT6 | {"if", "then", "else"}

_VALIDATION = (
    _NUMBERS
    | _SIZES
    | frozenset({"type", "enum", "const", "pattern", "uniqueItems", "required"})
    | frozenset({"exclusiveMaximum", "exclusiveMinimum", "dependentRequired"})
    | frozenset({"maxContains", "minContains"})
)
_APPLICATOR = frozenset(
    {
        "additionalProperties",
        "allOf",
        "anyOf",
        "contains",
        "dependentSchemas",
        "else",
        "if",
        "items",
        "not",
        "oneOf",
        "patternProperties",
        "properties",
        "propertyNames",
        "then",
    }
)
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})

_2019 = "https://json-schema.org/draft/2019-09/"
_2020 = "https://json-schema.org/draft/2020-12/"

#: What each vocabulary adds. `definitions` is kept in the newer drafts, whose metaschemas keep it.
_VOCABULARIES: Mapping[str, Keywords] = MappingProxyType(
    {
        f"{_2019}vocab/core": frozenset({"$ref", "$recursiveRef", "$defs", "definitions"}),
        f"{_2019}vocab/applicator": _APPLICATOR | _UNEVALUATED | {"additionalItems"},
        f"{_2019}vocab/validation": _VALIDATION,
        f"{_2019}vocab/format": frozenset({"format"}),
        f"{_2019}vocab/meta-data": frozenset(),
        f"{_2019}vocab/content": frozenset(),
        f"{_2020}vocab/core": frozenset({"$ref", "$dynamicRef", "$defs", "definitions"}),
        f"{_2020}vocab/applicator": _APPLICATOR | {"prefixItems"},
        f"{_2020}vocab/unevaluated": _UNEVALUATED,
        f"{_2020}vocab/validation": _VALIDATION,
        f"{_2020}vocab/format-annotation": frozenset({"format"}),
        f"{_2020}vocab/format-assertion": frozenset({"format"}),
        f"{_2020}vocab/meta-data": frozenset(),
        f"{_2020}vocab/content": frozenset(),
    }
)


def _every_vocabulary(draft: str) -> Keywords:
    return frozenset().union(
        *(words for uri, words in _VOCABULARIES.items() if uri.startswith(draft))
    )


@dataclass(frozen=True, slots=True)
class Dialect:
    """One draft, or a metaschema of a project's own that builds on one by `$vocabulary`."""

    uri: str
    draft: str
    keywords: Keywords
    engine: type[Validator]

    @property
    def ref_stands_alone(self) -> bool:
        """Whether the siblings of `$ref` are ignored (up to draft 7, section 8.3 of its core)."""
        return self.draft in {"draft 4", "draft 6", "draft 7"}

    def resource(self, contents: Any) -> SchemaResource:
        """What `referencing` knows of a schema: its id, its anchors and its subschemas."""
        base = self.engine.META_SCHEMA
        uri = base.get("$id", base.get("id")) if isinstance(base, Mapping) else None
        return referencing.jsonschema.specification_with(str(uri)).create_resource(contents)


_DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        each.uri: each
        for each in (
            Dialect(
                f"{_2020}schema",
                "draft 2020-12",
                _every_vocabulary(_2020),
                jsonschema.Draft202012Validator,
            ),
            Dialect(
                f"{_2019}schema",
                "draft 2019-09",
                _every_vocabulary(_2019),
                jsonschema.Draft201909Validator,
            ),
            Dialect(
                "http://json-schema.org/draft-07/schema",
                "draft 7",
                _DRAFT7,
                jsonschema.Draft7Validator,
            ),
            Dialect(
                "http://json-schema.org/draft-06/schema",
                "draft 6",
                _DRAFT6,
                jsonschema.Draft6Validator,
            ),
            Dialect(
                "http://json-schema.org/draft-04/schema",
                "draft 4",
                _DRAFT4,
                jsonschema.Draft4Validator,
            ),
        )
    }
)

#: A schema without `$schema` is of this draft.
DEFAULT = _DIALECTS[f"{_2020}schema"]


def known_dialect(uri: str) -> Dialect | None:
    """The dialect of a standard `$schema`, None for any other address."""
    return _DIALECTS.get(uri.rstrip("#"))


def known_dialects() -> tuple[str, ...]:
    """The `$schema` addresses that need no help."""
    return tuple(_DIALECTS)


def custom_dialect(uri: str, metaschema: Mapping[str, Any]) -> Dialect:
    """The dialect of a metaschema that a project brings along.

    Raises:
        SchemaError: it is built on no known draft, or it requires an unknown vocabulary
            (core, section 8.1.2: such a schema must not be processed).
    """
    base = known_dialect(str(metaschema.get("$schema", DEFAULT.uri)))
    if base is None:
        message = (
            f"The metaschema {uri} is itself written in {metaschema['$schema']!r}, which is not "
            f"a known draft. Known are: {', '.join(_DIALECTS)}."
        )
        raise SchemaError(message)
    vocabularies = metaschema.get("$vocabulary")
    if vocabularies is None:
        return Dialect(uri, base.draft, base.keywords, base.engine)
    if not isinstance(vocabularies, Mapping):
        message = f"The metaschema {uri}: at /$vocabulary: expected an object of vocabularies."
        raise SchemaError(message)
    unknown = [each for each, needed in vocabularies.items() if needed and not _knows(each)]
    if unknown:
        message = (
            f"The metaschema {uri} requires the vocabulary {unknown[0]!r}, which is unknown here, "
            "so its schemas cannot be judged. A vocabulary that may be ignored has the value false."
        )
        raise SchemaError(message)
    keywords = frozenset({"$ref", "$defs", "definitions"}).union(
        *(_VOCABULARIES.get(each, frozenset()) for each in vocabularies)
    )
    return Dialect(uri, base.draft, keywords, base.engine)


def _knows(vocabulary: str) -> bool:
    return vocabulary in _VOCABULARIES


_ONE = frozenset(
    {
        "additionalItems",
        "additionalProperties",
        "contains",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_LIST = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
_MAP = frozenset(
    {
        "$defs",
        "definitions",
        "dependencies",
        "dependentSchemas",
        "patternProperties",
        "properties",
    }
)


def subschema_steps(keyword: str, value: object) -> Iterator[tuple[str, ...]]:
    """The steps from a keyword to each subschema that it holds: `()`, `("0",)` or `("name",)`."""
    if keyword in _MAP and isinstance(value, dict):
        # `dependencies` holds lists of names beside schemas.
        yield from ((name,) for name, each in value.items() if isinstance(each, (dict, bool)))
    elif keyword in _LIST and isinstance(value, list):
        yield from ((str(index),) for index in range(len(value)))
    elif keyword in _ONE and isinstance(value, (dict, bool)):
        yield ()
