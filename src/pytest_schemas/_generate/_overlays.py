"""The rules that can be written as schemas, so that documents keep them by construction.

Each overlay stands beside the subschema at a location of the contract's schema. What cannot be
written as a schema is mended afterwards, see `_mending`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

Overlay = tuple[str, dict[str, Any]]

# One character outside quotes, in double quotes, and in single quotes.
_PLAIN = r"""[^ '"\\;&|<>$`()*?\[\]{}!#~\u0000-\u001f\u007f-\u009f]"""
_DOUBLE = r"""[^"\\\u0000-\u001f\u007f-\u009f]"""
_SINGLE = r"""[^'\\\u0000-\u001f\u007f-\u009f]"""
_PART = f"""(?:{_PLAIN}|"{_DOUBLE}*"|'{_SINGLE}*')"""
_FIRST = f"""(?:{_PLAIN}|"{_DOUBLE}+"|'{_SINGLE}+')"""
_CMD = f"""^ *(?:""|'')*{_FIRST}{_PART}*(?: +{_PART}+)* *$"""
_PATH = {"type": "string", "minLength": 1, "maxLength": 300, "pattern": r"^[^/\\][^\\]*$"}
_NULL = {"type": "null"}

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
_ALL_PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")


def overlays(rules: Collection[str], direction: object) -> Iterator[Overlay]:
    """The overlays of some rules, by their ids.

    Args:
        rules: the ids of the rules to keep.
        direction: of a feedback event: "inbound", "stored" or None.
    """
    yield from _feedback(rules)
    if direction == "inbound":
        yield from _inbound(rules)
    if direction == "stored" and "feedback/stored-seq-present" in rules:
        yield "", {"required": ["seq"]}
    for name in ("plan", "plan-edit"):
        yield from _plan_parts(name, rules)
    yield from _plan_edit(rules)


def _feedback(rules: Collection[str]) -> Iterator[Overlay]:
    if "feedback/reaction-required" in rules:
        yield "", _when("kind", ["reaction"], {"required": ["reaction"]})
    if "feedback/text-required" in rules:
        yield "", _when("kind", ["correction"], {"required": ["text"]})
    if "feedback/system-actor-id" in rules:
        is_system = {"properties": {"id": {"const": "system"}}}
        yield "/properties/actor", _when("kind", ["system"], is_system)
    if "feedback/harness-id-agent-only" in rules:
        none = {"properties": {"harness_id": False}}
        yield "/properties/actor", _when("kind", ["agent"], {}, none)
    if "feedback/workspace-role-person-only" in rules:
        none = {"properties": {"workspace_role": False}}
        yield "/properties/from", _when("kind", ["agent", "harness"], none)


def _inbound(rules: Collection[str]) -> Iterator[Overlay]:
    if "feedback/inbound-seq-absent" in rules:
        yield "", {"properties": {"seq": False}}
    if "feedback/inbound-idempotency-key" in rules:
        system = {"properties": {"actor": {"properties": {"kind": {"const": "system"}}}}}
        yield "", {"if": system, "else": {"required": ["idempotency_key"]}}


def _plan_parts(name: str, rules: Collection[str]) -> Iterator[Overlay]:
    if f"{name}/rename-source" in rules:
        path = {"properties": {"renamed_from": {"type": "string"}}}
        yield (
            "/$defs/file",
            _when("kind", ["rename"], path, {"properties": {"renamed_from": _NULL}}),
        )
    if f"{name}/renamed-from-form" in rules:
        yield "/$defs/file", {"properties": {"renamed_from": {"anyOf": [_NULL, _PATH]}}}
    if f"{name}/cmd-tokenizes" in rules:
        yield "/$defs/check", _when("type", ["cmd"], {"properties": {"text": {"pattern": _CMD}}})


def _plan_edit(rules: Collection[str]) -> Iterator[Overlay]:
    if "plan-edit/op-payload-present" in rules or "plan-edit/op-payload-unused" in rules:
        yield "/$defs/edit", {"anyOf": [_operation(op, rules) for op in PAYLOADS]}
    if "plan-edit/reply-when-no-edits" in rules:
        empty = {"properties": {"edits": {"maxItems": 0}}}
        yield "", {"if": empty, "then": {"properties": {"reply": {"minLength": 1}}}}


def _operation(op: str, rules: Collection[str]) -> dict[str, Any]:
    """What an edit with one operation looks like."""
    present = "plan-edit/op-payload-present" in rules
    unused = "plan-edit/op-payload-unused" in rules
    members: dict[str, Any] = {"op": {"const": op}}
    for payload in _ALL_PAYLOADS:
        if payload in PAYLOADS[op]:
            members[payload] = {"not": _NULL} if present else {}
        elif unused:
            members[payload] = _NULL
    branch: dict[str, Any] = {"properties": members}
    if op == "set_field" and "plan-edit/set-field-limits" in rules:
        branch["anyOf"] = [_field("title", 120), _field("intent", 600)]
    if op == "remove_file" and "plan-edit/remove-file-value-is-path" in rules:
        members["value"] = _PATH
    return branch


def _field(name: str, most: int) -> dict[str, Any]:
    text = {"type": "string", "minLength": 1, "maxLength": most}
    return {"properties": {"field": {"const": name}, "value": text}}


def _when(
    member: str, values: list[str], then: dict[str, Any], otherwise: dict[str, Any] | None = None
) -> dict[str, Any]:
    schema: dict[str, Any] = {"if": {"properties": {member: {"enum": values}}}, "then": then}
    if otherwise:
        schema["else"] = otherwise
    return schema
