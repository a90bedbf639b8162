"""The consumer: the orchestrator takes every `agent-result`, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import pytest_schemas as ps

Result = dict[str, Any]

agent_result = ps.contract("agent-result")


@ps.consumes("agent-result", accepts=bool)
def test_results_are_told_from_what_is_none(document: object, orchestrator: ps.Program) -> bool:
    """Each clause of the contract, at its edge and broken."""
    return orchestrator.accepts(document)


@given(result=agent_result.documents())
def test_every_result_is_taken(result: Result, orchestrator: ps.Program) -> None:
    """Whatever the contract allows, in any mixture."""
    assert orchestrator(result) == {"accepted": True, "reasons": []}


@given(miss=agent_result.near_misses())
def test_what_is_broken_is_refused(miss: ps.NearMiss, orchestrator: ps.Program) -> None:
    """A result with one fault, of any clause, is refused with a reason."""
    answer = orchestrator(miss.document)

    assert not answer["accepted"]
    assert answer["reasons"]


def test_a_recorded_result_is_taken(recorded: Result, orchestrator: ps.Program) -> None:
    """One that a worker has really sent."""
    assert orchestrator.accepts(recorded)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            {"status": "finished"},
            "/status is none of done, blocked, failed",
            id="an unknown status",
        ),
        pytest.param({"agent_id": ""}, "/agent_id is no string, or an empty one", id="an empty id"),
        pytest.param(
            {"lease_compliance": {"ok": True}},
            "/lease_compliance/violations is missing",
            id="no violations",
        ),
        pytest.param({"constructor": 1}, "/constructor is unknown", id="a known name"),
    ],
)
def test_a_refusal_says_why(
    recorded: Result, orchestrator: ps.Program, change: Result, reason: str
) -> None:
    """The worker's author is told where, and what."""
    broken = {**recorded, **change}

    assert not agent_result.is_valid(broken)
    assert orchestrator(broken) == {"accepted": False, "reasons": [reason]}
