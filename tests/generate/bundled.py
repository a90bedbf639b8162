"""The bundled contracts by a label, which may say that the consumer's rules are asked for."""

from __future__ import annotations

from typing import Any

import pytest_schemas as ps

_WITH = " with the consumer's rules"
#: The contracts that are made documents for, as they are and with more rules.
LABELS = (
    "feedback",
    "plan",
    "plan-edit",
    "agent-result",
    f"plan{_WITH}",
    f"plan-edit{_WITH}",
)
CONSUMER = tuple(label for label in LABELS if label.endswith(_WITH))

#: What documents shrink to: the parts of a plan, an agent result and an envelope of one.
FILE: dict[str, Any] = {"path": "0", "kind": "edit", "renamed_from": None, "change": "0"}
CHECK = {"type": "cmd", "text": "0"}
ITEM: dict[str, Any] = {
    "id": "P1",
    "title": "0",
    "intent": "0",
    "files": [FILE],
    "acceptance": [CHECK],
    "depends_on": [],
}
AGENT_RESULT: dict[str, Any] = {
    "schema": "sks.agent-result.v1",
    "mission_id": "",
    "agent_id": "0",
    "session_id": "0",
    "persona_id": "",
    "task_slice_id": "",
    "status": "done",
    "backend": "fake",
    "summary": "",
    "findings": [],
    "proposed_changes": [],
    "changed_files": [],
    "lease_compliance": {"ok": False, "violations": []},
    "recursion_guard": {"ok": False, "violations": []},
    "verification": {"status": "", "checks": []},
    "blockers": [],
    "confidence": "",
    "handoff_notes": "",
    "artifacts": [],
    "unverified": [],
    "writes": [],
}
ENVELOPE: dict[str, Any] = {
    "schema": "sks.agent-patch-envelope.v1",
    "agent_id": "0",
    "session_id": "0",
    "slot_id": "0",
    "generation_index": 0,
    "operations": [{"op": "replace", "path": "0"}],
}


def contract_of(label: str) -> ps.Contract:
    """The contract that a label means."""
    contract = ps.contract(label.removesuffix(_WITH))
    return contract.including("consumer") if label.endswith(_WITH) else contract
