"""Texts of an agent result without the phrases that would start a route."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from pytest_schemas._generate._chooser import Chooser

_ROUTES = (
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
# The byte order mark is white space in ECMAScript, and not in Python.
_SPACE = r"[\s\ufeff]"
_ANYWHERE = re.compile(
    rf"(?<={_SPACE})(?:{'|'.join(map(re.escape, _ROUTES))})(?={_SPACE})", re.IGNORECASE
)
_IN_FOLLOW_UPS = re.compile(
    rf"\bsks{_SPACE}+(?:naruto|research|qa-loop|goal)\b"
    r"|\$(?:Naruto|Work|Goal|Research|QA-LOOP)\b"
    rf"|\bmain{_SPACE}+route{_SPACE}+recursion\b",
    re.IGNORECASE | re.ASCII,
)
_LEDGER = re.compile(rf"global{_SPACE}+scout{_SPACE}+ledger", re.IGNORECASE)
_BREAK = re.compile(rf"{_SPACE}+|\$")


def avoid_phrases(result: Any, _chooser: Chooser, *, rules: Collection[str]) -> None:
    """Break up what a text must not say: hyphens for spaces, and no dollar sign."""
    anywhere = [_ANYWHERE] if "no-recursion-phrase" in rules else []
    in_items = [_ANYWHERE, _IN_FOLLOW_UPS] if "follow-up-no-route-launch" in rules else anywhere
    if "follow-up-no-scout-ledger" in rules:
        in_items = [*in_items, _LEDGER]
    for name in result:
        patterns = in_items if name == "follow_up_work_items" else anywhere
        if patterns:
            result[name] = _without(result[name], patterns)


def _without(value: Any, patterns: Collection[re.Pattern[str]]) -> Any:
    """The value without the phrases; lists and objects are changed in place."""
    if isinstance(value, str):
        return _broken_up(value, patterns)
    if isinstance(value, list):
        value[:] = [_without(each, patterns) for each in value]
    elif isinstance(value, dict):
        members = [
            (_broken_up(name, patterns), _without(each, patterns)) for name, each in value.items()
        ]
        value.clear()
        value.update(members)
    return value


def _broken_up(text: str, patterns: Collection[re.Pattern[str]]) -> str:
    if len(text) > 4:  # as long as the shortest phrase
        for pattern in patterns:
            text = pattern.sub(lambda found: _BREAK.sub(_in_place_of, found.group()), text)
    return text


def _in_place_of(broken: re.Match[str]) -> str:
    return "" if broken.group() == "$" else "-"
