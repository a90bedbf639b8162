"""Keywords that look at a value and at nothing below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._ecma import PatternError, PatternTimeout, compile_pattern
from pytest_schemas._equality import canonical, is_multiple
from pytest_schemas._schema import Place
from pytest_schemas._show import sentence, show
from pytest_schemas._validation._walk import Builder, Check, Failure, Failures, Keyword, Seen, Walk


def _check(place: Place, keyword: str, value: Any, keeps: Callable[[Any], bool]) -> Check:
    """A check that refuses the instances for which a predicate does not hold."""

    def check(instance: Any, _walk: Walk, _seen: Seen) -> Failures:
        if keeps(instance):
            return ()
        return (Failure(place, keyword, (keyword,), instance, value, via=(keyword,)),)

    return check


def type_(_build: Builder, place: Place, value: str | list[str]) -> Check:
    names = [value] if isinstance(value, str) else value
    kinds = [
        _integer_of_draft_4
        if place.dialect.draft == "draft 4" and name == "integer"
        else _TYPES[name]
        for name in names
    ]
    if len(kinds) == 1:
        return _check(place, "type", value, kinds[0])
    return _check(place, "type", value, lambda instance: any(kind(instance) for kind in kinds))


def _is_number(instance: Any) -> bool:
    return isinstance(instance, (int, float)) and not isinstance(instance, bool)


def _is_integer(instance: Any) -> bool:
    return _is_number(instance) and (isinstance(instance, int) or instance.is_integer())


def _integer_of_draft_4(instance: Any) -> bool:
    return isinstance(instance, int) and not isinstance(instance, bool)


_TYPES: Mapping[str, Callable[[Any], bool]] = MappingProxyType(
    {
        "array": lambda instance: isinstance(instance, list),
        "boolean": lambda instance: isinstance(instance, bool),
        "integer": _is_integer,
        "null": lambda instance: instance is None,
        "number": _is_number,
        "object": lambda instance: isinstance(instance, dict),
        "string": lambda instance: isinstance(instance, str),
    }
)


def const(_build: Builder, place: Place, value: Any) -> Check:
    wanted = canonical(value)
    return _check(place, "const", value, lambda instance: canonical(instance) == wanted)


def enum(_build: Builder, place: Place, value: list[Any]) -> Check:
    wanted = frozenset(canonical(each) for each in value)
    return _check(place, "enum", value, lambda instance: canonical(instance) in wanted)


def bound(keyword: str) -> Keyword:
    """A bound on numbers, as the draft's own engine has it (draft 4 has other exclusive ones)."""

    def make(_build: Builder, place: Place, value: Any) -> Check | None:
        if isinstance(value, bool):
            return None  # draft 4: says how minimum or maximum is meant
        engine = place.dialect.engine({})
        errors = place.dialect.engine.VALIDATORS[keyword]

        def keeps(instance: Any) -> bool:
            return not (_is_number(instance) and any(errors(engine, value, instance, place.schema)))

        return _check(place, keyword, value, keeps)

    return make


def multiple_of(_build: Builder, place: Place, value: float) -> Check:
    def keeps(instance: Any) -> bool:
        return not _is_number(instance) or is_multiple(instance, value)

    return _check(place, "multipleOf", value, keeps)


def size(keyword: str, kind: type) -> Keyword:
    """A bound on how many characters, items or members there are.

    jsonschema has these too, but writes out the whole instance for each refusal, which adds up in
    the branches of a deep document.
    """
    at_least = keyword.startswith("min")

    def make(_build: Builder, place: Place, value: float) -> Check:
        def keeps(instance: Any) -> bool:
            if not isinstance(instance, kind):
                return True
            count = len(instance)  # type: ignore[arg-type]  # every kind here has a length
            return count >= value if at_least else count <= value

        return _check(place, keyword, value, keeps)

    return make


def unique_items(_build: Builder, place: Place, value: bool) -> Check | None:
    if not value:
        return None

    def keeps(instance: Any) -> bool:
        return not isinstance(instance, list) or len(set(map(canonical, instance))) == len(instance)

    return _check(place, "uniqueItems", value, keeps)


def pattern(_build: Builder, place: Place, value: str) -> Check:
    matches = matcher(place, value, "pattern")

    def check(instance: Any, _walk: Walk, _seen: Seen) -> Failures:
        if not isinstance(instance, str) or matches(instance):
            return ()
        note = ""
        if instance.endswith("\n") and matches(instance[:-1]):
            note = "without its final newline it would match"
        steps = ("pattern",)
        return (Failure(place, "pattern", steps, instance, value, note=note, via=steps),)

    return check


def matcher(place: Place, source: str, *steps: str) -> Callable[[str], bool]:
    """What a regular expression of the schema matches.

    Raises:
        SchemaError: it is not a regular expression; while matching, that it takes too long.
    """
    try:
        compiled = compile_pattern(source)
    except PatternError as refused:
        reason = f"{show(source)} is not a regular expression of ECMA-262: {refused.reason}"
        raise place.fault(sentence(reason), *steps) from None

    def matches(text: str) -> bool:
        try:
            return compiled.matches(text)
        except PatternTimeout as late:
            raise place.fault(f"{late}. The text was {show(text)}.", *steps) from None

    return matches


def format_(build: Builder, place: Place, value: str) -> Check | None:
    keeps = build.format_check(place, value)
    if keeps is None:
        return None
    return _check(
        place, "format", value, lambda instance: not isinstance(instance, str) or keeps(instance)
    )


def required(_build: Builder, place: Place, value: Any) -> Check:
    return demand_names(place, ("required",), value)


def demand_names(place: Place, steps: tuple[str, ...], names: list[str]) -> Check:
    """A check that each of some names is there, one failure for each that is not."""
    wanted = frozenset(names)

    def check(instance: Any, _walk: Walk, _seen: Seen) -> Failures:
        if not isinstance(instance, dict) or wanted <= instance.keys():
            return ()
        return [
            Failure(place, steps[0], steps, instance, names, member=name, several=True, via=steps)
            for name in names
            if name not in instance
        ]

    return check
