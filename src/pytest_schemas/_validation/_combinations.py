"""Keywords that look at the same value by other subschemas: references, branches, conditions."""

from __future__ import annotations

from typing import Any

from pytest_schemas._document import Token
from pytest_schemas._schema import Place
from pytest_schemas._validation._objects import in_place
from pytest_schemas._validation._sentences import common_demand, json_type
from pytest_schemas._validation._walk import (
    Builder,
    Check,
    Failure,
    Failures,
    Keyword,
    Node,
    Seen,
    Walk,
    merged,
)


def ref(build: Builder, place: Place, _value: str) -> Check:
    target = build.node(build.schema.resolve(place, "$ref"))

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        found = walk.refer(target, instance, seen)
        return [each.below((), ("$ref",)) for each in found] if found else ()

    return check


def dynamic_ref(keyword: str) -> Keyword:
    """A reference whose target depends on the way that led to it."""

    def make(build: Builder, place: Place, _value: str) -> Check:
        fixed = build.node(build.schema.resolve(place, keyword))
        key = build.schema.dynamic(place, keyword)
        build.is_dynamic = True

        def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
            target = fixed if key is None else walk.dynamic_target(key)
            return [each.below((), (keyword,)) for each in walk.refer(target, instance, seen)]

        return check

    return make


def all_of(build: Builder, place: Place, value: list[Any]) -> Check:
    checks = [in_place(build, place, ("allOf", str(index))) for index in range(len(value))]

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        failures: Failures = ()
        for each in checks:
            found = each(instance, walk, seen)
            failures = merged(failures, found) if failures else found
        return failures

    return check


def any_of(build: Builder, place: Place, value: list[Any]) -> Check:
    nodes = _branches(build, place, "anyOf", value)

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        refused: list[Failures] = []
        tried: set[Token] = set()
        for node in nodes:
            own: Seen = None if seen is None else set()
            found = node.evaluate(instance, walk, own)
            if found:
                refused.append(found)
                tried |= own or set()
            elif seen is None or own is None:
                return ()
            else:
                seen |= own  # every branch that fits says what it has evaluated
        if len(refused) < len(nodes):
            return ()
        if seen is not None:
            seen |= tried  # what the branches refuse is not to be called unknown as well
        return (_none_fits(place, "anyOf", instance, value, refused),)

    return check


def one_of(build: Builder, place: Place, value: list[Any]) -> Check:
    nodes = _branches(build, place, "oneOf", value)

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        refused: list[Failures] = []
        tried: set[Token] = set()
        fits: list[int] = []
        for index, node in enumerate(nodes):
            own: Seen = None if seen is None else set()
            found = node.evaluate(instance, walk, own)
            if found:
                refused.append(found)
                tried |= own or set()
                continue
            fits.append(index)
            if seen is not None and own:
                seen |= own
        if len(fits) == 1:
            return ()
        if not fits:
            if seen is not None:
                seen |= tried
            return (_none_fits(place, "oneOf", instance, value, refused),)
        note = f"{', '.join(map(str, fits[:-1]))} and {fits[-1]}"
        return (Failure(place, "oneOf", ("oneOf",), instance, value, note=note, via=("oneOf",)),)

    return check


def _branches(build: Builder, place: Place, keyword: str, value: list[Any]) -> list[Node]:
    return [build.child(place, keyword, str(index)) for index in range(len(value))]


def _none_fits(
    place: Place, keyword: str, instance: Any, value: list[Any], refused: list[Failures]
) -> Failure:
    branches = [
        [each.below((), (str(index),)) for each in found] for index, found in enumerate(refused)
    ]
    causes = min(branches, key=_unlikeliness)
    return Failure(
        place,
        keyword,
        (keyword,),
        instance,
        value,
        note=common_demand(instance, branches),
        causes=causes,
        weight=sum(each.weight for each in causes),
        is_misfit=all(map(_is_of_another_type, branches)),
        via=(keyword,),
    )


def _unlikeliness(branch: Failures) -> tuple[bool, bool, int]:
    """What was meant is the branch whose type fits, whose tag fits, with the fewest failures."""
    tagged = any(len(each.instance) == 1 and _is_tag(each) for each in branch)
    return _is_of_another_type(branch), tagged, sum(each.weight for each in branch)


def _is_tag(failure: Failure) -> bool:
    """Whether a member has not the one value that tells its branch from the others."""
    is_single = failure.keyword == "enum" and len(failure.demanded) == 1
    return failure.keyword == "const" or is_single


def _is_of_another_type(branch: Failures) -> bool:
    """Whether a branch refuses the value itself for its type, and not for what is in it."""
    return any(not each.instance and _is_misfit(each) for each in branch)


def _is_misfit(failure: Failure) -> bool:
    if failure.keyword in {"const", "enum"}:
        choices = failure.demanded if failure.keyword == "enum" else [failure.demanded]
        return json_type(failure.found) not in map(json_type, choices)
    is_nothing = failure.is_refusal and failure.member is None
    return failure.keyword == "type" or is_nothing or failure.is_misfit


def not_(build: Builder, place: Place, value: Any) -> Check:
    node = build.child(place, "not")

    def check(instance: Any, walk: Walk, _seen: Seen) -> Failures:
        if node.evaluate(instance, walk):
            return ()
        return (Failure(place, "not", ("not",), instance, value, via=("not",)),)

    return check


def inert(keyword: str) -> Keyword:
    """Definitions check nothing, but what is wrong in them is told when the schema is loaded."""

    def make(build: Builder, place: Place, value: Any) -> None:
        for each in place.subschemas(keyword, value):
            build.node(each)

    return make


def if_(build: Builder, place: Place, _value: Any) -> Check | None:
    condition = build.child(place, "if")
    then, otherwise = (
        in_place(build, place, (keyword,)) if keyword in place.schema else None
        for keyword in ("then", "else")
    )

    def check(instance: Any, walk: Walk, seen: Seen) -> Failures:
        own: Seen = None if seen is None else set()
        if condition.evaluate(instance, walk, own):
            return otherwise(instance, walk, seen) if otherwise else ()
        if seen is not None and own:
            seen |= own
        return then(instance, walk, seen) if then else ()

    return check
