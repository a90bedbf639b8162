"""What the consumer of agent results enforces of the work that one proposes."""

from __future__ import annotations

import pytest
from agent_results import ITEM, PROPOSING

ITEM_AT = "/follow_up_work_items/0"


def lease(path, kind="write"):
    """The member of an item that asks for a lease."""
    return {"lease_requirements": [{"kind": kind, "path": path}]}


def protected(path):
    """The message about a protected path."""
    return f'the path "{path}" is protected; lease another, or none'


# name: (rule, members, pointer, message, the members of a neighbour that keeps the rule)
FAULTS = {
    **{
        f"a blank {name}": (
            "follow-up-text-not-blank",
            {name: " "},
            f"/{name}",
            f'"{name}" is " ", which is blank; fill it in',
            {name: " x "},
        )
        for name in ("id", "title", "description", "required_persona_category", "reason")
    },
    "blank by white space of all kinds": (
        "follow-up-text-not-blank",
        {"title": "\ufeff\u00a0\n"},
        "/title",
        '"title" is "\\ufeff\\u00a0\\n", which is blank; fill it in',
        {"title": "\u0085", "source_agent_session_id": ""},
    ),
    "an empty dependency": (
        "follow-up-dependency-not-empty",
        {"dependencies": ["x", ""]},
        "/dependencies/1",
        "the dependency is empty; name an item, or leave it out",
        {"dependencies": ["x", " "]},
    ),
    "the scout ledger": (
        "follow-up-no-scout-ledger",
        {"reason": "Fill the Global  scout\u00a0ledgers."},
        "/reason",
        'the text has "Global  scout\\u00a0ledger"; '
        "scout notes stay in the session of their agent, so take it out",
        {"reason": "Fill the global\nscout ledger, global-scout-ledger."},
    ),
    **{
        f"a lease on {path}": (
            "follow-up-protected-path",
            lease(path),
            "/lease_requirements/0/path",
            protected(path),
            lease(kept),
        )
        for path, kept in {
            ".codex": ".codexes",
            ".codex/agents/a.toml": "src/.codex",
            "./.agents": "././.agents",
            "/.agents/x": "//.agents/x",
            "AGENTS.md": "agents.md",
            "AGENTS.md/x": "docs/AGENTS.md",
            "node_modules/sneakoscope": "node_modules/sneakoscope2",
            ".sneakoscope/policy.json": ".sneakoscope/rules.json",
            ".sneakoscope/a/my-policy-2.json": ".sneakoscope/a/my-policy-2.jsonl",
            "./.sneakoscope/policy.json/x": "sneakoscope/policy.json",
        }.items()
    },
    "a lease with a backslash": (
        "follow-up-protected-path",
        lease(".\\.codex\\x", "read"),
        "/lease_requirements/0/path",
        protected(".\\\\.codex\\\\x"),
        lease("..\\.codex\\x", "read"),
    ),
}
CASES = [pytest.param(*row, id=name) for name, row in FAULTS.items()]


@pytest.mark.parametrize(("rule", "members", "pointer", "message", "_kept"), CASES)
def test_a_fault_of_an_item_breaks_one_rule(
    broken_by_all, changed, rule, members, pointer, message, _kept
):
    """Each rule finds its fault, there and in these words, and no other rule finds anything."""
    found = broken_by_all("agent-result", changed(PROPOSING, {ITEM_AT: {**ITEM, **members}}))

    assert found == {f"agent-result/{rule}": [(f"{ITEM_AT}{pointer}", message)]}


@pytest.mark.parametrize(("_rule", "_members", "_pointer", "_message", "kept"), CASES)
def test_a_neighbour_of_a_fault_of_an_item_is_none(
    broken_by_all, changed, _rule, _members, _pointer, _message, kept
):
    """What stands close to a fault, and is none, is left alone by every rule."""
    assert broken_by_all("agent-result", changed(PROPOSING, {ITEM_AT: {**ITEM, **kept}})) == {}


def test_every_item_is_looked_at(broken_by_all, changed):
    """Faults are found in the second item too, and both of two faults in one item."""
    bad = {**ITEM, "title": " ", "reason": " ", **lease("AGENTS.md")}

    found = broken_by_all(
        "agent-result", changed(PROPOSING, {"/follow_up_work_items": [ITEM, bad]})
    )

    assert {rule: [pointer for pointer, _ in each] for rule, each in found.items()} == {
        "agent-result/follow-up-text-not-blank": [
            "/follow_up_work_items/1/title",
            "/follow_up_work_items/1/reason",
        ],
        "agent-result/follow-up-protected-path": [
            "/follow_up_work_items/1/lease_requirements/0/path"
        ],
    }
