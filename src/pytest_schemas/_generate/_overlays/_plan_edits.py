"""Overlays of a plan edit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pytest_schemas._generate._overlays._overlay import Overlay
from pytest_schemas._generate._overlays._plans import NULL, PATH, SAFE

#: The payloads of each operation of a plan edit.
PAYLOADS: Mapping[str, tuple[str, ...]] = {
    "add_item": ("new_item",),
    "remove_item": (),
    "set_field": ("field", "value"),
    "add_file": ("file",),
    "update_file": ("file",),
    "remove_file": ("value",),
    "add_check": ("check",),
    "remove_check": ("check_index",),
    "set_depends": ("depends_on",),
}
#: What depends on the operation.
_OF_OPERATIONS = frozenset(
    f"plan-edit/{each}"
    for each in (
        "op-payload-present",
        "op-payload-unused",
        "set-field-limits",
        "remove-file-value-is-path",
    )
)
_ALL_PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")


def plan_edit(rules: Collection[str]) -> Iterator[Overlay]:
    """The overlays of some rules of a plan edit."""
    if not _OF_OPERATIONS.isdisjoint(rules):
        yield "/$defs/edit", {"anyOf": [_operation(op, rules) for op in PAYLOADS]}
    if "plan-edit/reply-when-no-edits" in rules:
        empty = {"properties": {"edits": {"maxItems": 0}}}
        yield "", {"if": empty, "then": {"properties": {"reply": {"minLength": 1}}}}
    if "plan-edit/depends-unique" in rules:
        yield "/$defs/edit/properties/depends_on", {"uniqueItems": True}
    if "plan-edit/safe-integers" in rules:
        yield "/properties/base_revision", SAFE
        yield "/$defs/edit/properties/check_index", SAFE


def _operation(op: str, rules: Collection[str]) -> dict[str, Any]:
    """What an edit with one operation looks like."""
    present = "plan-edit/op-payload-present" in rules
    unused = "plan-edit/op-payload-unused" in rules
    members: dict[str, Any] = {"op": {"const": op}}
    for payload in _ALL_PAYLOADS:
        if payload in PAYLOADS[op]:
            members[payload] = {"not": NULL} if present else {}
        elif unused:
            members[payload] = NULL
    branch: dict[str, Any] = {"properties": members}
    if op == "set_field" and "plan-edit/set-field-limits" in rules:
        branch["anyOf"] = [_field("title", 120), _field("intent", 600)]
    if op == "remove_file" and "plan-edit/remove-file-value-is-path" in rules:
        members["value"] = PATH
    return branch


def _field(name: str, most: int) -> dict[str, Any]:
    text = {"type": "string", "minLength": 1, "maxLength": most}
    return {"properties": {"field": {"const": name}, "value": text}}
