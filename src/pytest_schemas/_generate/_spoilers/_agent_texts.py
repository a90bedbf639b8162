"""Faults that break one rule of an agent result's texts, and of the work that it proposes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers import _agent_kept as kept
from pytest_schemas._generate._spoilers._spoiler import Spoil, Spoiler

_ITEM = "/properties/follow_up_work_items/items/properties"
_ANY_ITEM = (f'{_ITEM}/source_agent_session_id="absent"',)
_TEXTS = ("id", "title", "description", "required_persona_category", "reason")
_PHRASE = "sks goal"
_SPEECH = f"Then call {_PHRASE} again."


def _phrase(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A phrase anywhere, in a result whose guard has seen none, or that is blocked for it."""
    yield Fault("in-the-summary", {**result, "summary": _SPEECH})
    yield Fault("in-other-letters", {**result, "handoff_notes": "Then use $goal to continue."})
    finding = "The command node dist/bin/sks.js research run starts it."
    yield Fault("in-a-finding", {**result, "findings": [*result["findings"], finding]})
    feedback = result.get("machine_feedback", {})
    deep = {**feedback, "log": [{"line": "I use $Work to go on."}]}
    yield Fault("deep-inside", {**result, "machine_feedback": deep})
    named = {**feedback, _SPEECH: 1}
    yield Fault("in-the-name-of-a-member", {**result, "machine_feedback": named})
    yield Fault("in-a-blocked-result", _blocked(result))


def _blocked(result: Any) -> dict[str, Any]:
    """A result with a phrase, as its consumer has stored it."""
    return {
        **result,
        "status": "blocked",
        "summary": _SPEECH,
        "recursion_guard": {"ok": False, "violations": [_PHRASE]},
        "blockers": [*result["blockers"], f"recursion:{_PHRASE}"],
    }


def _guard(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, is_ok, found in (
        ("ok-with-a-violation", True, [_PHRASE]),
        ("not-ok-without-one", False, []),
        ("nothing-to-be-found", False, [_PHRASE]),
    ):
        guard = {"ok": is_ok, "violations": found}
        yield Fault(name, {**result, "recursion_guard": guard})


def _not_blocked(result: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    blocked = _blocked(result)
    yield Fault("done", {**blocked, "status": "done"})
    yield Fault("failed", {**blocked, "status": "failed"})
    yield Fault("no-blocker", {**blocked, "blockers": result["blockers"]})
    bare = [*result["blockers"], _PHRASE]
    yield Fault("only-the-phrase-as-blocker", {**blocked, "blockers": bare})


def _blank(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name in _TEXTS:
        yield Fault(f"blank-{name.replace('_', '-')}", {**item, name: " "})
    yield Fault("only-a-newline", {**item, "title": "\n"})


def _empty_dependency(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield Fault("empty", {**item, "dependencies": [*item["dependencies"], ""]})


def _saying(**texts: str) -> Spoil:
    """One text each, in the description or as the path of a lease."""

    def spoil(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        for name, text in texts.items():
            yield Fault(name.replace("_", "-"), {**item, "description": text})
        name, text = next(iter(texts.items()))
        lease = {"kind": "read", "path": text}
        deep = {**item, "lease_requirements": [*item["lease_requirements"], lease]}
        yield Fault(f"{name.replace('_', '-')}-deep-inside", deep)

    return spoil


def _protected(item: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name, kind, path in (
        ("agents-file", "read", "AGENTS.md"),
        ("after-a-dot", "write", "./AGENTS.md"),
        ("after-a-slash", "write", "/.agents/skills/a.md"),
        ("codex-folder", "write", ".codex"),
        ("codex-file", "write", ".codex/config.toml"),
        ("package", "read", "node_modules/sneakoscope/package.json"),
        ("policy", "write", ".sneakoscope/policy.json"),
    ):
        lease = {"kind": kind, "path": path}
        yield Fault(name, {**item, "lease_requirements": [*item["lease_requirements"], lease]})


AGENT_TEXTS: Mapping[str, Spoiler] = MappingProxyType(
    {
        "agent-result/no-recursion-phrase": Spoiler(_phrase),
        "agent-result/recursion-guard-consistent": Spoiler(_guard),
        # What a guard has found stands in the document.
        "agent-result/guard-blocks": Spoiler(
            _not_blocked, also=("agent-result/no-recursion-phrase",)
        ),
        "agent-result/follow-up-text-not-blank": Spoiler(_blank, _ANY_ITEM, above=0),
        "agent-result/follow-up-dependency-not-empty": Spoiler(
            _empty_dependency, _ANY_ITEM, above=0
        ),
        # None of these has white space on both sides of what would be a phrase anywhere.
        "agent-result/follow-up-no-route-launch": Spoiler(
            _saying(
                at_the_start="sks goal",
                at_the_end="Go on with $Work",
                not_yet_a_phrase="Then call sks research for the almanac.",
                in_other_letters="Call SKS Naruto twice.",
                main_route="This is a main route recursion.",
            ),
            _ANY_ITEM,
            above=0,
            keep=kept.item_texts,
        ),
        "agent-result/follow-up-no-scout-ledger": Spoiler(
            _saying(
                spoken="Fill the global scout ledger.", in_other_letters="The Global Scout Ledger"
            ),
            _ANY_ITEM,
            above=0,
            keep=kept.ledger,
        ),
        "agent-result/follow-up-protected-path": Spoiler(
            _protected, _ANY_ITEM, above=0, keep=kept.leased_path
        ),
    }
)
