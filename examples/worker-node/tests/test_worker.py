"""The producer: whatever the worker reports of a task is an `agent-result`."""

from __future__ import annotations

from typing import Any

from hypothesis import given

import pytest_schemas as ps

Task = dict[str, Any]


@given(task=ps.documents("task"))
@ps.produces("agent-result")
def test_results_keep_the_contract(task: Task, worker: ps.Program) -> object:
    """For every task that there may be."""
    return worker(task)


@given(task=ps.documents("task"))
def test_the_orchestrator_takes_what_the_worker_reports(
    task: Task, worker: ps.Program, orchestrator: ps.Program
) -> None:
    """The two programs get along, whatever the contract may say."""
    assert orchestrator.accepts(worker(task))


@given(task=ps.documents("task", leases=[]))
def test_nothing_is_written_without_a_lease(task: Task, worker: ps.Program) -> None:
    """A worker that may write nothing says so, and writes nothing."""
    result = worker(task)

    assert result["writes"] == []
    assert result["blockers"] == [
        f"no lease for {file['path']}" for file in task["files"] if file["content"] is not None
    ]
