"""Overlays of the feedback event."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pytest_schemas._generate._overlays._overlay import Overlay, when


def feedback(rules: Collection[str], words: Mapping[str, str]) -> Iterator[Overlay]:
    """The overlays of some rules of a feedback event, which may have a direction."""
    yield from _always(rules)
    direction = words.get("direction")
    if direction == "inbound":
        yield from _inbound(rules)
    if direction == "stored" and "feedback/stored-seq-present" in rules:
        yield "", {"required": ["seq"]}


def _always(rules: Collection[str]) -> Iterator[Overlay]:
    if "feedback/reaction-required" in rules:
        yield "", when("kind", ["reaction"], {"required": ["reaction"]})
    if "feedback/text-required" in rules:
        yield "", when("kind", ["correction"], {"required": ["text"]})
    if "feedback/system-actor-id" in rules:
        is_system = {"properties": {"id": {"const": "system"}}}
        yield "/properties/actor", when("kind", ["system"], is_system)
    if "feedback/harness-id-agent-only" in rules:
        none = {"properties": {"harness_id": False}}
        yield "/properties/actor", when("kind", ["agent"], {}, none)
    if "feedback/workspace-role-person-only" in rules:
        none = {"properties": {"workspace_role": False}}
        yield "/properties/from", when("kind", ["agent", "harness"], none)


def _inbound(rules: Collection[str]) -> Iterator[Overlay]:
    if "feedback/inbound-seq-absent" in rules:
        yield "", {"properties": {"seq": False}}
    if "feedback/inbound-idempotency-key" in rules:
        system = {"properties": {"actor": {"properties": {"kind": {"const": "system"}}}}}
        yield "", {"if": system, "else": {"required": ["idempotency_key"]}}
