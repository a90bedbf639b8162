"""The rules of the agent result that no consumer enforces, none of which is an error."""

from __future__ import annotations

import pytest

ENVELOPE = {
    "schema": "sks.agent-patch-envelope.v1",
    "agent_id": "a",
    "session_id": "s",
    "slot_id": "1",
    "generation_index": 0,
    "lease_id": "l",
    "operations": [{"op": "write", "path": "x", "content": ""}],
}
RESULT = {
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
    "verification": {"status": "passed", "checks": ["c"]},
    "blockers": [],
    "confidence": "",
    "handoff_notes": "",
    "artifacts": [],
    "unverified": [],
    "writes": [],
    "no_patch_reason": {},
}


def patched(**members):
    """Changes that give the result one envelope with these further members."""
    return {"/no_patch_reason": ..., "/patch_envelopes": [{**ENVELOPE, **members}]}


# rule, changes, pointer, message
VIOLATIONS = [
    (
        "source-flags",
        {"/model_authored_patch_envelopes": True},
        "/model_authored_patch_envelopes",
        '"model_authored_patch_envelopes" is true, and no envelope has source "model_authored"',
    ),
    (
        "source-flags",
        {**patched(source="fixture"), "/fixture_patch_envelopes": False},
        "/fixture_patch_envelopes",
        '"fixture_patch_envelopes" is false, and an envelope has source "fixture"',
    ),
    (
        "source-flags",
        patched(source="fixture"),
        "/fixture_patch_envelopes",
        '"fixture_patch_envelopes" is missing, and an envelope has source "fixture"',
    ),
    (
        "no-patch-reason-without-patches",
        {"/no_patch_reason": ...},
        "/no_patch_reason",
        'there are no patch envelopes, and "no_patch_reason" is missing; say why',
    ),
    (
        "no-patch-reason-without-patches",
        {**patched(), "/no_patch_reason": {}},
        "/no_patch_reason",
        '"no_patch_reason" is given although there are patch envelopes; leave it out',
    ),
    (
        "lease-compliance-consistent",
        {"/lease_compliance/violations": ["wrote x"]},
        "/lease_compliance/ok",
        '"ok" is true, and "violations" has "wrote x"',
    ),
    (
        "lease-compliance-consistent",
        {"/lease_compliance/ok": False},
        "/lease_compliance/ok",
        '"ok" is false, and "violations" is empty',
    ),
    (
        "blockers-match-status",
        {"/blockers": ["no key"]},
        "/blockers",
        'the status is "done", and "blockers" has "no key"',
    ),
    (
        "blockers-match-status",
        {"/status": "blocked"},
        "/blockers",
        'the status is "blocked", and "blockers" is empty; say by what',
    ),
    (
        "envelope-owner",
        patched(agent_id="b"),
        "/patch_envelopes/0/agent_id",
        'the envelope has "b", its result "a"',
    ),
    (
        "envelope-owner",
        patched(session_id="z"),
        "/patch_envelopes/0/session_id",
        'the envelope has "z", its result "s"',
    ),
]


@pytest.mark.parametrize(
    ("rule", "changes", "pointer", "message"), VIOLATIONS, ids=[row[0] for row in VIOLATIONS]
)
def test_the_smallest_violation_breaks_one_rule(broken, changed, rule, changes, pointer, message):
    """Each rule finds its smallest violation, and no other rule finds anything."""
    found = broken("agent-result", changed(RESULT, changes))
    assert found == {f"agent-result/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, id="no patches, and a reason"),
        pytest.param({"/patch_envelopes": []}, id="an empty list is no patches"),
        pytest.param(patched(), id="a patch without a source"),
        pytest.param(
            {**patched(source="fixture"), "/fixture_patch_envelopes": True}, id="a flagged fixture"
        ),
        pytest.param({"/fixture_patch_envelopes": False}, id="a flag that is false"),
        pytest.param(
            {"/lease_compliance": {"ok": False, "violations": ["x"]}}, id="a lease not kept"
        ),
        pytest.param({"/status": "blocked", "/blockers": ["x"]}, id="blocked by something"),
        pytest.param({"/status": "failed"}, id="failed without a blocker"),
        pytest.param({"/status": "failed", "/blockers": ["x"]}, id="failed with a blocker"),
    ],
)
def test_a_near_case_breaks_no_rule(broken, changed, changes):
    """What stands close to a violation, and is none, is left alone."""
    assert broken("agent-result", changed(RESULT, changes)) == {}
