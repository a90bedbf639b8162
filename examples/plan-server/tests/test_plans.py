"""The consumer of answers: good ones give valid plans, others are refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan_server import assistant, plans, rules
from plan_server.shapes import RefusedError

import pytest_schemas as ps

Json = dict[str, Any]

plan_edit = ps.contract("plan-edit")


@ps.consumes("plan-edit", rejects=RefusedError)
def test_answers_are_told_from_what_is_none(document: Json, plan: Json | None) -> None:
    """Each clause of the contract; those about an answer and its plan come with a plan."""
    if plan is None:
        rules.check_answer(document)
    else:
        plans.cards(plan, document)


@ps.consumes("plan", rejects=RefusedError)
def test_plans_are_told_from_what_is_none(document: Json) -> None:
    """Each clause of the contract of plans: what the server makes is checked by the same rules."""
    rules.check_plan(document)


@given(plan=ps.documents("plan"), data=st.data())
def test_every_answer_gives_valid_plans(plan: Json, data: st.DataObject) -> None:
    """Whatever a model may answer about any plan, each of its cards leads to a plan."""
    answer = data.draw(plan_edit.documents(plan=plan))

    for edited in plans.cards(plan, answer):
        assert edited == ps.conforms("plan")
        assert edited["revision"] == plan["revision"] + 1


@given(data=st.data())
def test_what_does_not_fit_leaves_the_plan(data: st.DataObject, recorded: Json) -> None:
    """An answer with one fault, of any clause, is refused, and no plan is half edited."""
    plan = copy.deepcopy(recorded)
    miss = data.draw(plan_edit.near_misses(plan=recorded))

    with pytest.raises(RefusedError):
        plans.cards(plan, miss.document)

    assert plan == recorded


@given(plan=ps.documents("plan"), words=st.text(min_size=1))
def test_the_server_takes_what_the_assistant_suggests(plan: Json, words: str) -> None:
    """The two get along, whatever the contract may say."""
    item = plan["items"][-1]["id"]

    for question in (f"Rename {item} to {words}", f"{item} also changes {words}", f"Drop {item}"):
        answer = assistant.answer(plan, question)
        assert len(plans.cards(plan, answer)) == len(answer["edits"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"base_revision": 2}, "about revision 2, not 3", id="an old answer"),
        pytest.param({"edits": [], "reply": ""}, "the answer says nothing", id="no answer"),
    ],
)
def test_a_refusal_says_why(recorded: Json, change: Json, reason: str) -> None:
    """The log of the server tells what the model did wrong."""
    answer = assistant.answer(recorded, "Rename P1 to Retry")

    with pytest.raises(RefusedError, match=reason):
        plans.cards(recorded, {**answer, **change})


def test_a_work_order_keeps_this_project_s_own_contract(recorded: Json) -> None:
    """Contracts of a project's own are asked for by name, as the bundled ones."""
    assert plans.work_order(recorded, "P2") == ps.conforms("work-order")
