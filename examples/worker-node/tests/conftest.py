"""What the tests share: the worker and the orchestrator's check, each kept alive for all tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from pytest_schemas import Contract, Program

RECORDED = Path(__file__).parent / "recorded"

# The first document waits until Node.js has started.
settings.register_profile("worker", deadline=None)
settings.load_profile("worker")


@pytest.fixture(scope="session")
def node() -> str:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    return "node"


@pytest.fixture(scope="session")
def worker(json_command: Callable[..., Program], node: str) -> Program:
    return json_command([node, "src/worker.js"], lines=True)


@pytest.fixture(scope="session")
def orchestrator(json_command: Callable[..., Program], node: str) -> Program:
    command = [node, "src/orchestrator.js"]
    return json_command(command, lines=True, accepts=lambda answer: answer["accepted"])


@pytest.fixture(scope="session")
def recorded(agent_result_contract: Contract) -> dict[str, Any]:
    return agent_result_contract.read(RECORDED / "result.json")
