"""Keywords that look into objects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_schemas._schema import Place
from pytest_schemas._validation._assertions import demand_names, matcher
from pytest_schemas._validation._walk import Builder, Check, Failure, Failures, Node, Seen, Walk


def properties(build: Builder, place: Place, value: dict[str, Any]) -> Check:
    nodes = [(name, build.child(place, "properties", name)) for name in value]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        failures: list[Failure] = []
        for name, node in nodes:
            if name in instance:
                if seen is not None:
                    seen.add(name)
                found = node.evaluate(instance[name], walk)
                if found:
                    failures += [each.below((name,), ("properties", name)) for each in found]
        return failures

    return check


def pattern_properties(build: Builder, place: Place, value: dict[str, Any]) -> Check:
    nodes = [
        (
            source,
            matcher(place, source, "patternProperties", source),
            build.child(place, "patternProperties", source),
        )
        for source in value
    ]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        failures: list[Failure] = []
        for source, matches, node in nodes:
            for name in filter(matches, instance):
                if seen is not None:
                    seen.add(name)
                found = node.evaluate(instance[name], walk)
                steps = ("patternProperties", source)
                failures += [each.below((name,), steps) for each in found]
        return failures

    return check


def additional_properties(build: Builder, place: Place, _value: Any) -> Check:
    node = build.child(place, "additionalProperties")
    named = frozenset(place.schema.get("properties", ()))
    patterns = [
        matcher(place, each, "patternProperties", each)
        for each in place.schema.get("patternProperties", ())
    ]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict) or instance.keys() <= named:
            return ()
        others = [
            name
            for name in instance
            if name not in named and not any(matches(name) for matches in patterns)
        ]
        return _rest(node, "additionalProperties", instance, others, walk, seen)

    return check


def unevaluated_properties(build: Builder, place: Place, _value: Any) -> Check:
    node = build.child(place, "unevaluatedProperties")

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        others = [name for name in instance if name not in (seen or ())]
        return _rest(node, "unevaluatedProperties", instance, others, walk, seen)

    return check


def _rest(
    node: Node, keyword: str, instance: Any, names: list[str], walk: Walk, seen: Seen
) -> Failures:
    """What a subschema refuses in the members that nothing else has looked at."""
    failures: list[Failure] = []
    for name in names:
        if seen is not None:
            seen.add(name)
        if node.place.schema is False:
            # The object is at fault, since it is the object that has a name too many.
            failures.append(
                Failure(node.place, keyword, (), instance, False, member=name, via=(keyword,))
            )
            continue
        found = node.evaluate(instance[name], walk)
        failures += [each.below((name,), (keyword,)) for each in found]
    return failures


def property_names(build: Builder, place: Place, _value: Any) -> Check:
    node = build.child(place, "propertyNames")

    def check(instance: Any, walk: Walk, _seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        failures: list[Failure] = []
        for name in instance:
            found = node.evaluate(name, walk)
            failures += [replace(each.below((), ("propertyNames",)), member=name) for each in found]
        return failures

    return check


def dependent_required(_build: Builder, place: Place, value: dict[str, list[str]]) -> Check:
    checks = [
        (name, demand_names(place, ("dependentRequired", name), needed))
        for name, needed in value.items()
    ]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        failures: list[Failure] = []
        for name, demand in checks:
            if name in instance:
                failures += demand(instance, walk, seen)
        return failures

    return check


def dependencies(build: Builder, place: Place, value: dict[str, Any]) -> Check:
    """Names or a schema for the objects that have a member (up to draft 7)."""
    checks: list[tuple[str, Check]] = []
    for name, needed in value.items():
        steps = ("dependencies", name)
        names = isinstance(needed, list)
        check = demand_names(place, steps, needed) if names else in_place(build, place, steps)
        checks.append((name, check))
    return _when_present(checks)


def dependent_schemas(build: Builder, place: Place, value: dict[str, Any]) -> Check:
    return _when_present(
        [(name, in_place(build, place, ("dependentSchemas", name))) for name in value]
    )


def _when_present(checks: list[tuple[str, Check]]) -> Check:
    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, dict):
            return ()
        failures: list[Failure] = []
        for name, each in checks:
            if name in instance:
                failures += each(instance, walk, seen)
        return failures

    return check


def in_place(build: Builder, place: Place, steps: tuple[str, ...]) -> Check:
    """A check of the same instance by a subschema some steps down."""
    node = build.child(place, *steps)

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        return [each.below((), steps) for each in node.evaluate(instance, walk, seen)]

    return check
