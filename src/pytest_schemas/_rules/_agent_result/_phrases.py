"""The phrases by which an agent's text would start a route, and what a result says of them.

A phrase anywhere is one fault, that of ``no-recursion-phrase``. A result is sent with a guard that
reports nothing, and then nothing more is wrong with it. One whose guard reports a phrase says that
it has been scanned: what the guard reports is then held against the document, and status and
blockers against the guard.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._texts import SPACE, texts
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import listed, show

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE = "the consumer's recursion guard"

_PHRASES = (
    "sks naruto run",
    "sks research run",
    "sks autoresearch run",
    "sks qa-loop",
    "sks goal",
    "$Naruto",
    "$Work",
    "$Research",
    "$AutoResearch",
    "$QA-LOOP",
    "$Goal",
    "node dist/bin/sks.js naruto",
    "node dist/bin/sks.js research run",
)

#: The regular expression of a phrase between white space, for ASCII without letter case.
PHRASE = f"(?<={SPACE})(?:{'|'.join(map(re.escape, _PHRASES))})(?={SPACE})"
_PHRASE = re.compile(PHRASE, re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Place:
    """A text that has phrases."""

    path: Path
    kind: str
    phrases: tuple[str, ...]


def _places(document: Any) -> Iterator[_Place]:
    for text in texts(document):
        found = tuple(dict.fromkeys(_PHRASE.findall(text.json)))
        if found:
            yield _Place(text.path, text.kind, found)


def _scan(document: Any) -> list[str]:
    """What the consumer's guard reports: the phrases as it spells them, in its order."""
    found = {phrase.lower() for place in _places(document) for phrase in place.phrases}
    return [phrase for phrase in _PHRASES if phrase.lower() in found]


@rule(
    "agent-result/no-recursion-phrase",
    level="consumer",
    source=_SOURCE,
    summary="No text of a result, and no name of a member, has one of the phrases that start a "
    "route with white space on both sides.",
)
def no_recursion_phrase(result: Any, _: Given) -> Iterator[Finding]:
    for place in _places(result):
        message = (
            f"the {place.kind} has {listed(place.phrases)}, which starts a route; "
            "an agent starts none, so take it out"
        )
        yield Finding(place.path, message)


@rule(
    "agent-result/recursion-guard-consistent",
    level="consumer",
    source=_SOURCE,
    summary="recursion_guard is ok exactly when it lists no violations, and what it lists is what "
    "a scan of the result finds.",
)
def recursion_guard_consistent(result: Any, _: Given) -> Iterator[Finding]:
    is_ok, violations = result["recursion_guard"]["ok"], result["recursion_guard"]["violations"]
    if is_ok and not violations:
        return
    scanned = _scan(result)
    if is_ok == (not violations):
        yield from _unlike(violations, scanned)
    elif is_ok:
        action = "make it false" if scanned else "a scan finds no phrase, so empty the list"
        message = f'"ok" is true, and "violations" has {show(violations[0])}; {action}'
        yield Finding(("recursion_guard", "ok"), message)
    else:
        action = f"list {listed(scanned)}" if scanned else "a scan finds no phrase, so make it true"
        message = f'"ok" is false, and "violations" is empty; {action}'
        yield Finding(("recursion_guard", "ok"), message)


def _unlike(violations: list[str], scanned: list[str]) -> Iterator[Finding]:
    missing = [phrase for phrase in scanned if phrase not in violations]
    if missing:
        message = f'a scan finds {listed(missing)}, and "violations" lacks it; list what is found'
        yield Finding(("recursion_guard", "violations"), message)
    for index, phrase in enumerate(violations):
        if phrase not in scanned:
            message = f"a scan does not find {show(phrase)}; list what is found, and nothing else"
            yield Finding(("recursion_guard", "violations", index), message)


@rule(
    "agent-result/guard-blocks",
    level="consumer",
    source=_SOURCE,
    summary="A result whose guard reports a phrase that stands in it is blocked, with the blocker "
    '"recursion:" and the phrase.',
)
def guard_blocks(result: Any, _: Given) -> Iterator[Finding]:
    violations = result["recursion_guard"]["violations"]
    reported = [phrase for phrase in _scan(result) if phrase in violations] if violations else []
    missing = [f"recursion:{each}" for each in reported]
    missing = [blocker for blocker in missing if blocker not in result["blockers"]]
    if missing:
        message = f'the guard reports {listed(reported)}, and "blockers" lacks {listed(missing)}'
        yield Finding(("blockers",), f"{message}; add it")
    if reported and result["status"] != "blocked":
        message = f"the guard reports {listed(reported)}, and the status is"
        yield Finding(("status",), f'{message} {show(result["status"])}; make it "blocked"')


RULES = (no_recursion_phrase, recursion_guard_consistent, guard_blocks)
