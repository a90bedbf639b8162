"""Overlays of the agent result: what its consumer enforces of single values.

What depends on other parts, or can be had in one of several places, is mended instead: documents
shrink better where all of one kind take the same choices. See `_mending/_agent_results.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pytest_schemas._generate._overlays._overlay import Overlay

_ENVELOPE = "/properties/patch_envelopes/items"
_PATH = f"{_ENVELOPE}/properties/operations/items/properties/path"
_FOLLOW_UP = "/properties/follow_up_work_items/items"
_TEXTS = ("id", "title", "description", "required_persona_category", "reason")
_NOT_BLANK = {"pattern": r"\S"}
#: A path that is absolute, has a NUL, or climbs with either kind of slash.
_UNSAFE = r"^/|\u0000|(?:^|[/\\])\.\.(?:[/\\]|$)"
#: What parts the names of a path; in front of the first one it is dropped.
_SLASH = r"(?:[/\\](?:\.?[/\\])*)"
_POLICY = rf"\.sneakoscope{_SLASH}[^]*policy[^]*\.json"
#: A path that operations must leave alone, and one that no item of work may lease.
_PROTECTED = (
    rf"^(?:\.?[/\\])*(?:(?:\.codex|\.agents{_SLASH}skills|node_modules{_SLASH}sneakoscope){_SLASH}"
    rf"|(?:AGENTS\.md|{_POLICY}){_SLASH}?$)"
)
_PROTECTED_LEASE = (
    rf"^(?:\.?[/\\])?(?:\.codex|\.agents|AGENTS\.md|node_modules{_SLASH}sneakoscope|{_POLICY})"
    rf"(?:[/\\]|$)"
)


def agent_result(rules: Collection[str], words: Mapping[str, str]) -> Iterator[Overlay]:
    """The overlays of some rules of an agent result, which may be at a stage."""
    wanted = {each.partition("/")[2] for each in rules if each.startswith("agent-result/")}
    if "recursion-guard-consistent" in wanted:
        # No document has a phrase that a scan would find.
        yield "/properties/recursion_guard", _of(ok={"const": True}, violations={"maxItems": 0})
    yield from _follow_up(wanted)
    yield from _staged(wanted, words.get("stage"))


def _follow_up(wanted: Collection[str]) -> Iterator[Overlay]:
    if "follow-up-text-not-blank" in wanted:
        yield _FOLLOW_UP, _of(**dict.fromkeys(_TEXTS, _NOT_BLANK))
    if "follow-up-dependency-not-empty" in wanted:
        yield f"{_FOLLOW_UP}/properties/dependencies/items", {"minLength": 1}
    if "follow-up-protected-path" in wanted:
        at = f"{_FOLLOW_UP}/properties/lease_requirements/items/properties/path"
        yield at, _not([_PROTECTED_LEASE])


def _staged(wanted: Collection[str], stage: str | None) -> Iterator[Overlay]:
    refused = [_UNSAFE] if "operation-path-safe" in wanted else []
    if "operation-protected-path" in wanted and stage in {"apply", "merge"}:
        refused.append(_PROTECTED)
    if refused:
        yield _PATH, _not(refused)
    if "proof-owner-agent" in wanted and stage == "proof":
        yield _ENVELOPE, _with(lease_proof=_with(owner_agent=_NOT_BLANK))
    if "scout-evidence-local" in wanted and stage is not None:
        evidence = _of(ok={"const": True}, agent_id=_NOT_BLANK, central_proof_ssot={"const": False})
        yield "/properties/worker_scout_evidence", evidence


def _of(**members: Any) -> dict[str, Any]:
    return {"properties": members}


def _with(**members: Any) -> dict[str, Any]:
    return {"properties": members, "required": list(members)}


def _not(patterns: list[str]) -> dict[str, Any]:
    return {"not": {"pattern": "|".join(patterns)}}
