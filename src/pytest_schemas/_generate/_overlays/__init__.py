"""The rules that can be written as schemas, so that documents keep them by construction.

Each overlay stands beside the subschema at a location of the contract's schema. What cannot be
written as a schema is mended afterwards, see `_mending`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pytest_schemas._generate._overlays._agent_results import agent_result
from pytest_schemas._generate._overlays._feedback import feedback
from pytest_schemas._generate._overlays._overlay import Overlay
from pytest_schemas._generate._overlays._plan_edits import PAYLOADS, plan_edit
from pytest_schemas._generate._overlays._plans import plan, plan_parts

__all__ = ["PAYLOADS", "Overlay", "overlays"]


def overlays(rules: Collection[str], words: Mapping[str, str]) -> Iterator[Overlay]:
    """The overlays of some rules.

    Args:
        rules: the ids of the rules to keep.
        words: the context, such as the direction of an event.
    """
    yield from feedback(rules, words)
    yield from plan(rules)
    yield from plan_parts("plan", rules)
    yield from plan_parts("plan-edit", rules)
    yield from plan_edit(rules)
    yield from agent_result(rules, words)
