"""What the consumer of agent results demands of the work that a result proposes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._parts import follow_ups
from pytest_schemas._rules._agent_result._paths import is_protected_from_leases
from pytest_schemas._rules._agent_result._phrases import PHRASE
from pytest_schemas._rules._agent_result._texts import SPACE, Text, is_blank, texts
from pytest_schemas._rules._rule import Finding, Given, rule
from pytest_schemas._show import listed, show

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE = "the consumer's check of follow-up work items"

_WORDS = frozenset({"id", "title", "description", "required_persona_category", "reason"})

_LAUNCH = re.compile(
    rf"{PHRASE}"
    rf"|\bsks{SPACE}+(?:naruto|research|qa-loop|goal)\b"
    r"|\$(?:Naruto|Work|Goal|Research|QA-LOOP)\b"
    rf"|\bmain{SPACE}+route{SPACE}+recursion\b",
    re.ASCII | re.IGNORECASE,
)
# The consumer asks for no border around these words.
_LEDGER = re.compile(rf"global{SPACE}+scout{SPACE}+ledger", re.ASCII | re.IGNORECASE)


def _spoken(result: Any, pattern: re.Pattern[str]) -> Iterator[tuple[Text, list[str]]]:
    """Yield each text of an item in which a pattern is found, with what is found there."""
    for path, item in follow_ups(result):
        for text in texts(item, path):
            found = list(dict.fromkeys(pattern.findall(text.json)))
            if found:
                yield text, found


@rule(
    "agent-result/follow-up-text-not-blank",
    level="consumer",
    source=_SOURCE,
    summary="The id, title, description, required_persona_category and reason of an item are more "
    "than white space.",
)
def follow_up_text_not_blank(result: Any, _: Given) -> Iterator[Finding]:
    for path, item in follow_ups(result):
        for name, value in item.items():
            if name in _WORDS and is_blank(value):
                message = f"{show(name)} is {show(value)}, which is blank; fill it in"
                yield Finding((*path, name), message)


@rule(
    "agent-result/follow-up-dependency-not-empty",
    level="consumer",
    source=_SOURCE,
    summary="No dependency of an item is the empty string.",
)
def follow_up_dependency_not_empty(result: Any, _: Given) -> Iterator[Finding]:
    for path, item in follow_ups(result):
        for index, dependency in enumerate(item["dependencies"]):
            if not dependency:
                message = "the dependency is empty; name an item, or leave it out"
                yield Finding((*path, "dependencies", index), message)


@rule(
    "agent-result/follow-up-no-route-launch",
    level="consumer",
    source=_SOURCE,
    summary="No text of an item starts a route.",
)
def follow_up_no_route_launch(result: Any, _: Given) -> Iterator[Finding]:
    for text, found in _spoken(result, _LAUNCH):
        message = (
            f"the {text.kind} has {listed(found)}, which starts a route; "
            "a follow-up starts none, so take it out"
        )
        yield Finding(text.path, message)


@rule(
    "agent-result/follow-up-no-scout-ledger",
    level="consumer",
    source=_SOURCE,
    summary="No text of an item speaks of the global scout ledger.",
)
def follow_up_no_scout_ledger(result: Any, _: Given) -> Iterator[Finding]:
    for text, found in _spoken(result, _LEDGER):
        message = (
            f"the {text.kind} has {listed(found)}; "
            "scout notes stay in the session of their agent, so take it out"
        )
        yield Finding(text.path, message)


@rule(
    "agent-result/follow-up-protected-path",
    level="consumer",
    source=_SOURCE,
    summary="No lease requirement of an item, of whatever kind, names a protected path.",
)
def follow_up_protected_path(result: Any, _: Given) -> Iterator[Finding]:
    for path, item in follow_ups(result):
        for index, lease in enumerate(item["lease_requirements"]):
            if is_protected_from_leases(lease["path"]):
                message = f"the path {show(lease['path'])} is protected; lease another, or none"
                yield Finding((*path, "lease_requirements", index, "path"), message)


RULES = (
    follow_up_text_not_blank,
    follow_up_dependency_not_empty,
    follow_up_no_route_launch,
    follow_up_no_scout_ledger,
    follow_up_protected_path,
)
