"""The consumer: the orchestrator takes every `agent-result`, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import pytest_schemas as ps
from pytest_schemas import Contract, Program

Result = dict[str, Any]


@given(result=ps.documents("agent-result"))
def test_every_result_is_taken(result: Result, orchestrator: Program) -> None:
    """Whatever the contract allows."""
    assert orchestrator.accepts(result)


def test_a_recorded_result_is_taken(result: Result, orchestrator: Program) -> None:
    """One that a worker has really sent."""
    assert orchestrator(result) == {"accepted": True, "reasons": []}


@pytest.mark.parametrize(
    ("change", "clause", "reason"),
    [
        pytest.param(
            {"status": "finished"},
            "/properties/status/enum",
            "/status is none of done, blocked, failed",
            id="an unknown status",
        ),
        pytest.param(
            {"agent_id": ""},
            "/properties/agent_id/minLength",
            "/agent_id is no string, or an empty one",
            id="an empty id",
        ),
        pytest.param(
            {"lease_compliance": {"ok": True}},
            '/properties/lease_compliance/required="violations"',
            "/lease_compliance/violations is missing",
            id="no violations",
        ),
        pytest.param(
            {"constructor": 1},
            "/additionalProperties",
            "/constructor is unknown",
            id="a known name",
        ),
    ],
)
def test_what_the_contract_forbids_is_refused(
    result: Result,
    orchestrator: Program,
    agent_result_contract: Contract,
    change: Result,
    clause: str,
    reason: str,
) -> None:
    """Each refusal has its clause in the contract, and says its reason."""
    broken = {**result, **change}

    agent_result_contract.assert_invalid(broken, clause=clause)
    assert orchestrator(broken) == {"accepted": False, "reasons": [reason]}
