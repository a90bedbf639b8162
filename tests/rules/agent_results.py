"""Agent results that break no rule, not even an advisory, at any stage: tests change them."""

from __future__ import annotations

from typing import Any

#: It wrote nothing.
READING: dict[str, Any] = {
    "schema": "sks.agent-result.v1",
    "mission_id": "m",
    "agent_id": "a",
    "session_id": "s",
    "persona_id": "p",
    "task_slice_id": "t",
    "status": "done",
    "backend": "fake",
    "summary": "",
    "findings": [],
    "proposed_changes": [],
    "changed_files": [],
    "lease_compliance": {"ok": True, "violations": []},
    "recursion_guard": {"ok": True, "violations": []},
    "verification": {"status": "not_run", "checks": []},
    "blockers": [],
    "confidence": "",
    "handoff_notes": "",
    "artifacts": [],
    "unverified": [],
    "writes": [],
    "no_patch_reason": {},
}

ENVELOPE: dict[str, Any] = {
    "schema": "sks.agent-patch-envelope.v1",
    "agent_id": "a",
    "session_id": "s",
    "slot_id": "1",
    "generation_index": 0,
    "task_slice_id": "t",
    "lease_id": "l",
    "lease_proof": {"verification_node_id": "v", "rollback_node_id": "r", "owner_agent": "a"},
    "operations": [{"op": "write", "path": "src/a", "content": ""}],
}

#: It wrote a file.
WRITING: dict[str, Any] = {
    **{name: value for name, value in READING.items() if name != "no_patch_reason"},
    "verification": {"status": "passed", "checks": ["c"]},
    "patch_envelopes": [ENVELOPE],
}

ITEM: dict[str, Any] = {
    "id": "i",
    "title": "t",
    "description": "d",
    "required_persona_category": "c",
    "priority": 0,
    "dependencies": [],
    "lease_requirements": [{"kind": "read", "path": "docs"}],
    "max_attempts": 1,
    "reason": "r",
}

#: It proposes more work.
PROPOSING: dict[str, Any] = {**READING, "follow_up_work_items": [ITEM]}
