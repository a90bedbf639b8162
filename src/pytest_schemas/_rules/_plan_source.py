"""The rules about what codeboost's reader takes, for a plan and for a plan edit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pytest_schemas._rules._plan_parts import Parts
from pytest_schemas._rules._rule import Finding, Given, Rule, rule
from pytest_schemas._show import show

_LARGEST = 2**53 - 1
_MOST_BYTES = 1024 * 1024
_DEEPEST = 50


def safe_integers(contract: str, integers: Parts, names: str) -> Rule:
    """Return the rule that integers lie where a double holds each one exactly.

    Args:
        contract: the name of the contract.
        integers: finds the integers.
        names: how the summary speaks of them.
    """

    @rule(
        f"{contract}/safe-integers",
        level="consumer",
        source="the consumer's guide",
        summary=f"{names} lie within plus or minus 2^53 - 1.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, integer in integers(document):
            if not -_LARGEST <= integer <= _LARGEST:
                message = f"{show(integer)} is beyond 2^53 - 1, so a reader with doubles rounds it"
                yield Finding(path, f"{message}; take a smaller number")

    return judge


def source_limits(contract: str) -> Rule:
    """Return the rule that a text is small and flat enough to be read.

    What is given as ``source_size`` is the size of the text in bytes. Without it the document has
    no text yet, and is judged by the shortest that it can have.
    """

    @rule(
        f"{contract}/source-limits",
        level="consumer",
        source="the consumer's guide",
        summary="The text has at most 1 MiB, and at most 50 containers within each other.",
    )
    def judge(document: Any, given: Given) -> Iterator[Finding]:
        size = given.get("source_size")
        text = "the text" if size is not None else "the shortest text of the document"
        size = _shortest(document) if size is None else size
        if size > _MOST_BYTES:
            message = f"{text} has {size} bytes, and {_MOST_BYTES} are allowed; say less"
            yield Finding((), message)
        depth = _depth(document)
        if depth > _DEEPEST:
            message = f"there are {depth} containers within each other, and {_DEEPEST} are allowed"
            yield Finding((), message)

    return judge


def _shortest(document: Any) -> int:
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return len(text.encode("utf-8"))


def _depth(document: Any) -> int:
    depth, parts = 0, [document]
    while containers := [each for each in parts if isinstance(each, (dict, list))]:
        depth += 1
        parts = [part for each in containers for part in _parts(each)]
    return depth


def _parts(container: dict[str, Any] | list[Any]) -> list[Any]:
    return list(container.values()) if isinstance(container, dict) else container
