"""What the tests share: a plan as it was recorded, judged when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from pytest_schemas import Contract

RECORDED = Path(__file__).parent / "recorded"

# No verdict depends on how busy the machine is.
settings.register_profile("plans", deadline=None)
settings.load_profile("plans")


@pytest.fixture(scope="session")
def recorded(plan_contract: Contract) -> dict[str, Any]:
    return plan_contract.read(RECORDED / "plan.json")
