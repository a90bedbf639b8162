"""A document and a schema: what the document breaks.

jsonschema, made faithful to the specification: its drafts, types, metaschemas, bounds and format
checkers, with ECMA-262 regular expressions, JSON's equality, exact multiples, one pass for what has
been evaluated, and locations that keep their `$ref` steps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from pytest_schemas._clauses import Clause, clause_id
from pytest_schemas._document import Path, depth, pointer
from pytest_schemas._formats import format_check
from pytest_schemas._schema import Place, Schema
from pytest_schemas._validation import _arrays, _assertions, _combinations, _objects
from pytest_schemas._validation._loops import refuse_loops
from pytest_schemas._validation._sentences import sentence
from pytest_schemas._validation._walk import Builder, Failure, Failures, Keyword, Walk
from pytest_schemas._violations import Violation

_KEYWORDS: Mapping[str, Keyword] = MappingProxyType(
    {
        "$defs": _combinations.inert("$defs"),
        "$dynamicRef": _combinations.dynamic_ref("$dynamicRef"),
        "$recursiveRef": _combinations.dynamic_ref("$recursiveRef"),
        "$ref": _combinations.ref,
        "additionalItems": _arrays.additional_items,
        "additionalProperties": _objects.additional_properties,
        "allOf": _combinations.all_of,
        "anyOf": _combinations.any_of,
        "const": _assertions.const,
        "contains": _arrays.contains,
        "definitions": _combinations.inert("definitions"),
        "dependencies": _objects.dependencies,
        "dependentRequired": _objects.dependent_required,
        "dependentSchemas": _objects.dependent_schemas,
        "else": _combinations.inert("else"),
        "enum": _assertions.enum,
        "exclusiveMaximum": _assertions.bound("exclusiveMaximum"),
        "exclusiveMinimum": _assertions.bound("exclusiveMinimum"),
        "format": _assertions.format_,
        "if": _combinations.if_,
        "items": _arrays.items,
        "maxItems": _assertions.size("maxItems", list),
        "maxLength": _assertions.size("maxLength", str),
        "maxProperties": _assertions.size("maxProperties", dict),
        "maximum": _assertions.bound("maximum"),
        "minItems": _assertions.size("minItems", list),
        "minLength": _assertions.size("minLength", str),
        "minProperties": _assertions.size("minProperties", dict),
        "minimum": _assertions.bound("minimum"),
        "multipleOf": _assertions.multiple_of,
        "not": _combinations.not_,
        "oneOf": _combinations.one_of,
        "pattern": _assertions.pattern,
        "patternProperties": _objects.pattern_properties,
        "prefixItems": _arrays.prefix_items,
        "properties": _objects.properties,
        "propertyNames": _objects.property_names,
        "required": _assertions.required,
        "then": _combinations.inert("then"),
        "type": _assertions.type_,
        "unevaluatedItems": _arrays.unevaluated_items,
        "unevaluatedProperties": _objects.unevaluated_properties,
        "uniqueItems": _assertions.unique_items,
    }
)


#: How many frames one subschema takes at most on the stack.
_FRAMES = 8


class Validator:
    """Judges documents by the keywords of one schema.

    Raises:
        SchemaError: a reference leads nowhere or in a circle, or a pattern is not a regular
            expression.
    """

    def __init__(self, schema: Schema, clauses: Iterable[Clause], *, formats: bool = True) -> None:
        #: format -> where it is asked for, for each format that is not asserted
        self.unasserted: dict[str, Place] = {}
        self.schema = schema
        self.asserts_formats = formats
        self.clauses = tuple(clauses)
        self._by_id = {clause.id: clause for clause in self.clauses}
        check = self._format_check if formats else _no_format
        self._builder = Builder(schema, _KEYWORDS, check)
        self._root = self._builder.node(schema.root)
        refuse_loops(schema)

    def violations(self, document: Any) -> list[Violation]:
        """What a JSON value breaks, ordered by instance location.

        Raises:
            SchemaError: the schema has no answer: it refers to itself without end, or a pattern
                takes too long.
        """
        with _more_frames(self._builder.size * (depth(document) + 1)):
            failures = self._root.evaluate(document, Walk(self._builder, self._root))
            found = sorted(failures, key=_place_in_order) if failures else failures
            return [self._violation(each, (), ()) for each in found]

    @property
    def is_dynamic(self) -> bool:
        """Whether what a reference leads to can depend on the way that led to it."""
        return self._builder.is_dynamic

    def is_valid(self, document: Any) -> bool:
        """Whether the schema accepts a JSON value."""
        return self.accepts(self.schema.root, document)

    def accepts(self, place: Place, value: Any, scope: tuple[str, ...] = ()) -> bool:
        """Whether one subschema accepts a value.

        Args:
            place: the subschema.
            value: a JSON value.
            scope: the resources on the way to the subschema, the outermost first.
        """
        return not self._refused(place, value, scope)

    def refusals(self, place: Place, value: Any, scope: tuple[str, ...] = ()) -> Iterator[str]:
        """The locations of the clauses by which one subschema refuses a value."""
        left = list(self._refused(place, value, scope))
        while left:
            failure = left.pop(0)
            left += failure.causes
            yield failure.place.location + pointer(failure.steps)

    def _refused(self, place: Place, value: Any, scope: tuple[str, ...]) -> Failures:
        node = self._builder.node(place)
        with _more_frames(self._builder.size * (depth(value) + 1)):
            return node.evaluate(value, Walk(self._builder, node, scope))

    def _violation(self, failure: Failure, above: Path, way: tuple[str, ...]) -> Violation:
        instance = above + failure.instance
        via = way + failure.via
        return Violation(
            clause=self._clause(failure),
            instance_location=pointer(instance),
            keyword_location=pointer(via),
            message=sentence(failure),
            # A list, since a generator would use the C stack at every level.
            causes=tuple([self._violation(each, instance, via) for each in failure.causes]),
            member=failure.member,
            is_whole=bool(failure.causes and failure.note),
            found=failure.found,
        )

    def _clause(self, failure: Failure) -> Clause:
        location = failure.place.location + pointer(failure.steps)
        identity = clause_id(location, failure.member) if failure.several else location
        known = self._by_id.get(identity)
        return known or Clause(location, keyword=failure.keyword, value=failure.demanded)

    def _format_check(self, place: Place, name: str) -> Callable[[str], bool] | None:
        check = format_check(name)
        if check is None:
            self.unasserted.setdefault(name, place)
        return check


def _no_format(_place: Place, _name: str) -> None:
    return None


def _place_in_order(failure: Failure) -> tuple[tuple[bool, int, str], ...]:
    return tuple(
        (False, step, "") if isinstance(step, int) else (True, 0, step) for step in failure.instance
    )


@contextmanager
def _more_frames(count: int) -> Iterator[None]:
    """Room for as many frames as a walk can need, wherever on the stack it begins.

    Python's own limit is meant for programs gone wrong; here no walk is endless.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + _FRAMES * count)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
