"""The consumer of answers: good ones give a valid plan, others are refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from plan_server import assistant, plans

import pytest_schemas as ps
from pytest_schemas import Contract

Plan = dict[str, Any]


def test_an_edit_gives_a_valid_plan(plan: Plan, plan_contract: Contract) -> None:
    """The edited plan keeps the contract and has the next revision."""
    answer = assistant.answer(plan, "P1 also changes docs/uploads.md")

    edited = plan_contract.assert_valid(plans.apply(plan, answer))

    assert edited["revision"] == plan["revision"] + 1
    assert edited["items"][0]["files"][-1]["path"] == "docs/uploads.md"


def test_an_old_answer_is_refused(plan: Plan, plan_edit_contract: Contract) -> None:
    """The server refuses what the contract forbids: an answer to an earlier revision."""
    answer = assistant.answer(plan, "Rename P1 to Retry")
    answer["base_revision"] -= 1

    plan_edit_contract.assert_invalid(answer, "plan-edit/base-revision-current", plan=plan)
    with pytest.raises(plans.RefusedError, match="revision 2, not 3"):
        plans.apply(plan, answer)


def test_a_file_is_declared_once(plan: Plan, plan_edit_contract: Contract) -> None:
    """The same for a file that the item declares already."""
    answer = assistant.answer(plan, "P1 also changes src/upload.py")

    plan_edit_contract.assert_invalid(answer, "plan-edit/add-file-path-new", plan=plan)
    with pytest.raises(plans.RefusedError, match=r"declares src/upload\.py already"):
        plans.apply(plan, answer)


def test_a_refused_answer_leaves_the_plan(plan: Plan, contracts: dict[str, Contract]) -> None:
    """A plan is never half edited."""
    before = copy.deepcopy(plan)
    answer = assistant.answer(plan, "P9 also changes README.md")

    with pytest.raises(plans.RefusedError):
        plans.apply(plan, answer)

    assert plan == before
    assert contracts["plan"].is_valid(plan)


def test_a_work_order_keeps_this_project_s_own_contract(plan: Plan) -> None:
    """Contracts of a project's own are asked for by name, as the bundled ones."""
    assert plans.work_order(plan, "P2") == ps.conforms("work-order")
