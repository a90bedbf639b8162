"""What the tests share: a plan and an event as they were recorded, judged when they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_schemas import Contract

RECORDED = Path(__file__).parent / "recorded"


@pytest.fixture
def plan(plan_contract: Contract) -> dict[str, Any]:
    return plan_contract.read(RECORDED / "plan.json")


@pytest.fixture
def event(feedback_contract: Contract) -> dict[str, Any]:
    return feedback_contract.read(RECORDED / "reaction.json", direction="inbound")
