"""The producer: whatever the assistant answers is a `plan-edit` answer for the plan."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from plan_server import assistant

import pytest_schemas as ps
from pytest_schemas import Contract

Plan = dict[str, Any]


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("How long will it take?", id="a question"),
        pytest.param("Rename P2 to Tell how often it was tried", id="a new title"),
        pytest.param("P1 also changes docs/uploads.md", id="one more file"),
    ],
)
def test_answers_keep_the_contract(plan: Plan, question: str, plan_edit_contract: Contract) -> None:
    """The answer is valid by itself, and for the plan that it edits."""
    plan_edit_contract.assert_valid(assistant.answer(plan, question), plan=plan)


@given(plan=ps.documents("plan"))
def test_any_plan_will_do(plan: Plan, plan_edit_contract: Contract) -> None:
    """The same for whatever plan there may be, with an edit of its first item."""
    answer = assistant.answer(plan, f"Rename {plan['items'][0]['id']} to Something else")

    plan_edit_contract.assert_valid(answer, plan=plan)


def test_an_unknown_item_is_not_noticed(plan: Plan, plan_edit_contract: Contract) -> None:
    """The assistant trusts the person's item; the contract says what is wrong with that."""
    answer = assistant.answer(plan, "Rename P7 to Nothing")

    plan_edit_contract.assert_valid(answer)
    plan_edit_contract.assert_invalid(answer, clause="plan-edit/item-exists", plan=plan)
