"""Contracts with some of their rules: what is made keeps those, or breaks one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

import pytest_schemas as ps

PLAN = ps.contract("plan-edit").vectors()[-1].context["plan"]
CONTEXTS: dict[str, tuple[str, dict[str, Any]]] = {
    "feedback, stored": ("feedback", {"direction": "stored"}),
    "plan": ("plan", {}),
    "plan-edit": ("plan-edit", {}),
    "plan-edit of a plan": ("plan-edit", {"plan": PLAN}),
    "agent-result": ("agent-result", {}),
    "agent-result, merged": ("agent-result", {"stage": "merge"}),
}
# Which rules are left out is drawn by ourselves: a contract is built for each choice.
SUBSETS = range(6)
brief = settings(
    max_examples=15, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow]
)


def some_rules_of(name: str, seed: int) -> ps.Contract:
    """A contract with some of its rules."""
    contract = ps.contract(name).including("consumer")
    random = Random(f"{name} {seed}")
    share = random.choice([0.1, 0.3, 0.6])
    return contract.without(*(rule.id for rule in contract.rules if random.random() < share))


@pytest.mark.parametrize("seed", SUBSETS)
@pytest.mark.parametrize("label", CONTEXTS)
def test_documents_keep_what_is_left(label: str, seed: int) -> None:
    """And nothing relies on a rule that is left out."""
    name, context = CONTEXTS[label]
    contract = some_rules_of(name, seed)

    @brief
    @given(contract.documents(**context))
    def check(document: Any) -> None:
        assert contract.violations(document, **context) == []

    check()


@pytest.mark.parametrize("seed", SUBSETS)
@pytest.mark.parametrize("label", CONTEXTS)
def test_near_misses_break_one_rule_that_is_left(label: str, seed: int) -> None:
    """That one, and no other."""
    name, context = CONTEXTS[label]
    contract = some_rules_of(name, seed)

    @brief
    @given(contract.near_misses(**context))
    def check(miss: ps.NearMiss) -> None:
        found = {each.clause for each in contract.violations(miss.document, **context)}
        assert found
        if miss.clause.keyword == "rule":
            assert found == {miss.clause, *miss.also}

    check()


@pytest.mark.parametrize(
    "rule", ["plan-edit/op-payload-present", "plan-edit/cmd-tokenizes", "plan-edit/rename-source"]
)
def test_edits_of_a_plan_keep_what_the_plan_has_to(rule: str) -> None:
    """The edited plan is judged by the plan's own rules, whichever of the edit's are left out."""
    contract = ps.contract("plan-edit").without(rule)

    @brief
    @given(contract.documents(plan=PLAN))
    def check(answer: Any) -> None:
        assert contract.violations(answer, plan=PLAN) == []

    check()
