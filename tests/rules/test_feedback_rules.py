"""The rules of the feedback event."""

from __future__ import annotations

import pytest

from pytest_schemas._rules._feedback import KNOWN_MEMBERS

ULID = "01M8GX2430NZ6NPXAP3EVNN2RV"

EVENT = {
    "v": 1,
    "type": "feedback",
    "id": f"evt_{ULID}",
    "ts": "2026-11-24T09:41:07Z",
    "workspace_id": f"ws_{ULID}",
    "space_id": f"spc_{ULID}",
    "seq": 7,
    "idempotency_key": "k",
    "actor": {"kind": "person", "id": "per_a"},
    "message_id": f"msg_{ULID}",
    "kind": "reaction",
    "reaction": "\N{THUMBS UP SIGN}",
    "from": {
        "participant_id": "per_a",
        "kind": "person",
        "display_name": "A",
        "role": "member",
        "workspace_role": "admin",
    },
}

CORRECTION = {"/kind": "correction", "/reaction": ..., "/text": "No."}
AGENT = {"/actor/kind": "agent", "/from/kind": "agent", "/from/workspace_role": ...}
AGENT_WITH_HARNESS = {**AGENT, "/actor/harness_id": f"hrn_{ULID}"}
SYSTEM = {"/actor": {"kind": "system", "id": "system"}}
INBOUND = {"/seq": ...}


# rule, changes, direction, pointer, message
VIOLATIONS = [
    (
        "reaction-required",
        {"/reaction": ...},
        None,
        "/reaction",
        'the kind is "reaction", and the member "reaction" is missing; add the emoji',
    ),
    (
        "text-required",
        {"/kind": "correction", "/reaction": ...},
        None,
        "/text",
        'the kind is "correction", and the member "text" is missing; say what went wrong',
    ),
    (
        "reaction-only-for-reaction",
        {"/kind": "correction", "/text": "No."},
        None,
        "/reaction",
        'the kind is "correction", which has no use for "reaction"; leave it out',
    ),
    (
        "text-only-for-correction",
        {"/text": "No."},
        None,
        "/text",
        'the kind is "reaction", which has no use for "text"; leave it out',
    ),
    (
        "system-actor-id",
        {"/actor": {"kind": "system", "id": "chips"}},
        None,
        "/actor/id",
        'the actor is of kind "system", so its id is "system" and not "chips"',
    ),
    (
        "system-id-reserved",
        {"/actor/id": "system", "/from/participant_id": "system"},
        None,
        "/actor/id",
        'the id "system" belongs to Chips, and this actor is of kind "person"',
    ),
    (
        "harness-id-agent-only",
        {"/actor/harness_id": f"hrn_{ULID}"},
        None,
        "/actor/harness_id",
        "only an agent speaks through a harness, and this actor is of kind "
        '"person"; leave "harness_id" out',
    ),
    (
        "harness-id-for-agent",
        AGENT,
        "stored",
        "/actor/harness_id",
        'the stored event of an agent names its harness, and "harness_id" is missing',
    ),
    (
        "inbound-seq-absent",
        {},
        "inbound",
        "/seq",
        '7 is given as "seq", which the server assigns; leave it out',
    ),
    (
        "inbound-idempotency-key",
        {**INBOUND, "/idempotency_key": ...},
        "inbound",
        "/idempotency_key",
        'every write of a client has an "idempotency_key", and it is missing; '
        "send the same one again with each retry",
    ),
    (
        "stored-seq-present",
        {"/seq": ...},
        "stored",
        "/seq",
        'a stored event has the "seq" it was given, and it is missing',
    ),
    (
        "space-named",
        {"/space_id": ...},
        None,
        "/space_id",
        'the message stands in a space, and "space_id" is missing; name the space',
    ),
    (
        "workspace-role-person-only",
        {**AGENT, "/from/workspace_role": "guest"},
        None,
        "/from/workspace_role",
        "only a person has a standing in the workspace, and this sender is of kind "
        '"agent"; leave "workspace_role" out',
    ),
    (
        "workspace-role-person-only",
        {**AGENT, "/from/kind": "harness", "/from/workspace_role": "guest"},
        None,
        "/from/workspace_role",
        "only a person has a standing in the workspace, and this sender is of kind "
        '"harness"; leave "workspace_role" out',
    ),
    (
        "from-agrees-with-actor",
        {"/actor/id": "per_b"},
        None,
        "/from/participant_id",
        'the sender is "per_a", and the actor "per_b"',
    ),
    (
        "from-agrees-with-actor",
        {"/actor/kind": "harness"},
        None,
        "/from/kind",
        'the sender is of kind "person", and the actor "harness"',
    ),
    ("reaction-is-one-emoji", {"/reaction": "ok"}, None, "/reaction", '"ok" is not one emoji'),
    (
        "near-miss-member",
        {"/spaceid": 1},
        None,
        "/spaceid",
        'the member "spaceid" is unknown; is "space_id" meant?',
    ),
    (
        "near-miss-member",
        {"/actor/harnessId": 1},
        None,
        "/actor/harnessId",
        'the member "harnessId" is unknown; is "harness_id" meant?',
    ),
    (
        "near-miss-member",
        {"/from/workspaceRole": 1},
        None,
        "/from/workspaceRole",
        'the member "workspaceRole" is unknown; is "workspace_role" meant?',
    ),
]


@pytest.mark.parametrize(
    ("rule", "changes", "direction", "pointer", "message"),
    VIOLATIONS,
    ids=[row[0] for row in VIOLATIONS],
)
def test_the_smallest_violation_breaks_one_rule(
    broken, changed, rule, changes, direction, pointer, message
):
    """Each rule finds its smallest violation, and no other rule finds anything."""
    given = {} if direction is None else {"direction": direction}
    found = broken("feedback", changed(EVENT, changes), **given)
    assert found == {f"feedback/{rule}": [(pointer, message)]}


@pytest.mark.parametrize(
    ("changes", "direction"),
    [
        pytest.param({}, None, id="a reaction"),
        pytest.param(CORRECTION, None, id="a correction"),
        pytest.param({}, "stored", id="a stored event"),
        pytest.param(INBOUND, "inbound", id="a write on its way in"),
        pytest.param(
            {**INBOUND, **SYSTEM, "/idempotency_key": ...}, "inbound", id="Chips needs no key"
        ),
        pytest.param({"/idempotency_key": ...}, "stored", id="a stored event needs no key"),
        pytest.param({"/seq": ..., "/idempotency_key": ...}, None, id="no direction, no demands"),
        pytest.param(SYSTEM, None, id="Chips acts, and somebody else is the sender"),
        pytest.param(AGENT_WITH_HARNESS, "stored", id="an agent with its harness"),
        pytest.param(
            {**AGENT, **INBOUND}, "inbound", id="an agent whose harness is yet to be filled in"
        ),
        pytest.param({**AGENT, "/from/kind": "harness"}, None, id="an agent told as a harness"),
        pytest.param({"/from/workspace_role": ...}, None, id="a person without a workspace role"),
        pytest.param({"/tags": [], "/from/pronouns": "they"}, None, id="members of one's own"),
    ],
)
def test_a_near_case_breaks_no_rule(broken, changed, changes, direction):
    """What stands close to a violation, and is none, is left alone."""
    given = {} if direction is None else {"direction": direction}
    assert broken("feedback", changed(EVENT, changes), **given) == {}


def test_a_sender_that_differs_in_everything_is_two_findings(broken, changed):
    """The id and the kind of the sender are compared apart."""
    found = broken("feedback", changed(EVENT, {"/actor": {"kind": "harness", "id": "h"}}))
    assert [pointer for pointer, _ in found["feedback/from-agrees-with-actor"]] == [
        "/from/participant_id",
        "/from/kind",
    ]


def test_known_members_are_those_of_the_schema(schema):
    """The names that near misses are compared with are the names in the schema."""
    properties = schema("feedback")["properties"]
    assert dict(KNOWN_MEMBERS) == {
        (): properties.keys(),
        ("actor",): properties["actor"]["properties"].keys(),
        ("from",): properties["from"]["properties"].keys(),
    }
