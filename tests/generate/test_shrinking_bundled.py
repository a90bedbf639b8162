"""What documents shrink to: what a person would write, and a fault alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bundled import (
    AGENT_RESULT,
    CHECK,
    CONSUMER,
    ENVELOPE,
    ITEM,
    contract_of,
)
from hypothesis import Phase, find, settings

import pytest_schemas as ps

#: A fault that is met once in some documents is found among so many.
EXAMPLES = 1000

ULID = "0" * 26
FEEDBACK: dict[str, Any] = {
    "v": 1,
    "type": "feedback",
    "id": f"evt_{ULID}",
    "ts": "2000-01-01T00:00:00Z",
    "workspace_id": f"ws_{ULID}",
    "actor": {"kind": "person", "id": "0"},
    "message_id": f"msg_{ULID}",
    "kind": "reaction",
    "reaction": "0",
    "from": {"participant_id": "0", "kind": "person", "display_name": "0", "role": "owner"},
}
PLAN = {
    "schema_version": 1,
    "issue": 1,
    "revision": 1,
    "summary": "0",
    "items": [ITEM],
    "questions": [],
}
PLAN_EDIT = {"schema_version": 1, "base_revision": 1, "reply": "0", "edits": []}
EDIT = {
    "op": "add_check",
    "item": "P1",
    "summary": "0",
    "reason": "0",
    "field": None,
    "value": None,
    "file": None,
    "check": CHECK,
    "check_index": None,
    "depends_on": None,
    "new_item": None,
}


def smallest(contract: Any, is_fault: Callable[[Any], bool] = lambda _: True) -> Any:
    """The document that a failing test would show, where documents with a fault fail."""
    return find(
        ps.documents(contract),
        is_fault,
        settings=settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate, Phase.shrink],
        ),
    )


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("feedback", FEEDBACK),
        ("plan", PLAN),
        ("plan-edit", PLAN_EDIT),
        ("agent-result", AGENT_RESULT),
        *zip(CONSUMER, (PLAN, PLAN_EDIT), strict=True),
    ],
)
def test_the_smallest_document(name: str, written: Any) -> None:
    """It is the one that a person would write: short ids, empty parts, the first of each enum."""
    assert smallest(contract_of(name)) == written


def operations(result: Any) -> list[Any]:
    """All operations of the patches of an agent's result."""
    envelopes = result.get("patch_envelopes", [])
    return [operation for each in envelopes for operation in each["operations"]]


def test_a_fault_deep_inside() -> None:
    """A fault in an array in an array shrinks to the smallest document with that fault alone."""
    operation = {"op": "git_apply_patch", "path": "0"}
    shrunk = smallest(
        "agent-result",
        lambda result: any(each["op"] == "git_apply_patch" for each in operations(result)),
    )

    assert shrunk == {
        **AGENT_RESULT,
        "patch_envelopes": [{**ENVELOPE, "operations": [operation]}],
    }


@pytest.mark.parametrize(
    ("name", "is_fault", "shrunk"),
    [
        pytest.param(
            "feedback",
            lambda event: event["kind"] == "correction",
            {key: each for key, each in FEEDBACK.items() if key != "reaction"}
            | {"kind": "correction", "text": "0"},
            id="a correction",
        ),
        pytest.param(
            "feedback",
            lambda event: 50 <= event.get("seq", 0) < 1000,
            {**FEEDBACK, "seq": 50},
            id="a number",
        ),
        pytest.param(
            "feedback",
            lambda event: 5 <= len(event.get("idempotency_key", "")) <= 8,
            {**FEEDBACK, "idempotency_key": "00000"},
            id="a long text",
        ),
        pytest.param(
            "plan",
            lambda plan: any(each["depends_on"] for each in plan["items"]),
            {**PLAN, "items": [ITEM, {**ITEM, "id": "P2", "depends_on": ["P1"]}]},
            id="an item that depends on another",
        ),
        pytest.param(
            "plan-edit",
            lambda answer: any(each["op"] == "add_check" for each in answer["edits"]),
            {**PLAN_EDIT, "reply": "", "edits": [EDIT]},
            id="an operation",
        ),
    ],
)
def test_a_fault_in_the_other_contracts(
    name: str, is_fault: Callable[[Any], bool], shrunk: Any
) -> None:
    """Only the fault differs from the smallest document, and what the rules then ask for."""
    assert smallest(name, is_fault) == shrunk


@pytest.mark.parametrize("name", ["a", "d", "h"])
def test_one_of_many_optional_members(name: str) -> None:
    """It is left alone, though many are at times all there or all missing."""
    schema = {"properties": {each: {"type": "string"} for each in "abcdefgh"}, "type": "object"}

    assert smallest(schema, lambda value: name in value) == {name: ""}
