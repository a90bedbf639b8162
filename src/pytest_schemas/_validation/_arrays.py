"""Keywords that look into arrays."""

from __future__ import annotations

from typing import Any

from pytest_schemas._schema import Place
from pytest_schemas._validation._walk import Builder, Check, Failure, Failures, Node, Seen, Walk


def items(build: Builder, place: Place, value: Any) -> Check:
    if isinstance(value, list):  # up to 2019-09
        return _prefix(build, place, "items", len(value))
    return _from(build, place, "items", len(place.schema.get("prefixItems", ())))


def prefix_items(build: Builder, place: Place, value: list[Any]) -> Check:
    return _prefix(build, place, "prefixItems", len(value))


def additional_items(build: Builder, place: Place, _value: Any) -> Check | None:
    prefix = place.schema.get("items")
    if not isinstance(prefix, list):
        build.child(place, "additionalItems")  # asks nothing, but what is wrong in it is told
        return None
    return _from(build, place, "additionalItems", len(prefix))


def _prefix(build: Builder, place: Place, keyword: str, count: int) -> Check:
    nodes = [build.child(place, keyword, str(index)) for index in range(count)]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, list):
            return ()
        failures: list[Failure] = []
        for index, (each, node) in enumerate(zip(instance, nodes, strict=False)):
            found = node.evaluate(each, walk)
            failures += [one.below((index,), (keyword, str(index))) for one in found]
        if seen is not None:
            seen.update(range(min(len(instance), count)))
        return failures

    return check


def _from(build: Builder, place: Place, keyword: str, start: int) -> Check:
    node = build.child(place, keyword)

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, list):
            return ()
        return _each(node, keyword, instance, range(start, len(instance)), walk, seen)

    return check


def unevaluated_items(build: Builder, place: Place, _value: Any) -> Check:
    node = build.child(place, "unevaluatedItems")

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, list):
            return ()
        others = [index for index in range(len(instance)) if index not in (seen or ())]
        return _each(node, "unevaluatedItems", instance, others, walk, seen)

    return check


def _each(
    node: Node, keyword: str, instance: Any, indexes: range | list[int], walk: Walk, seen: Seen
) -> Failures:
    failures: list[Failure] = []
    for index in indexes:
        found = node.evaluate(instance[index], walk)
        if found:
            failures += [each.below((index,), (keyword,)) for each in found]
    if seen is not None:
        seen.update(indexes)
    return failures


def contains(build: Builder, place: Place, _value: Any) -> Check:
    node = build.child(place, "contains")
    # Up to draft 7 these two are no keywords, and what contains looks at counts as evaluated
    # from 2020-12 on (core, section 10.3.1.3).
    counted = "minContains" in place.dialect.keywords
    least = place.schema.get("minContains", 1) if counted else 1
    most = place.schema.get("maxContains") if counted else None
    marks = place.dialect.draft == "draft 2020-12"

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        if not isinstance(instance, list):
            return ()
        fits = [index for index, each in enumerate(instance) if not node.evaluate(each, walk)]
        if marks and seen is not None:
            seen.update(fits)
        if len(fits) < least:
            explicit = counted and "minContains" in place.schema
            return (_count(place, "minContains" if explicit else "contains", instance, fits),)
        if most is not None and len(fits) > most:
            return (_count(place, "maxContains", instance, fits),)
        return ()

    return check


def _count(place: Place, keyword: str, instance: Any, fits: list[int]) -> Failure:
    return Failure(
        place,
        keyword,
        (keyword,),
        instance,
        place.schema[keyword],
        note=str(len(fits)),
        via=(keyword,),
    )
