"""Which rules there are."""

from __future__ import annotations

from typing import get_args

import pytest

from pytest_schemas._rules import CONTEXT, rules_for
from pytest_schemas._rules._rule import Finding, Level, Rule, Severity, rule

CONTRACTS = ("feedback", "plan", "plan-edit", "agent-result")

# id: (level, severity, needs)
RULES = {
    "feedback/reaction-required": ("documented", "error", ()),
    "feedback/text-required": ("documented", "error", ()),
    "feedback/reaction-only-for-reaction": ("documented", "advisory", ()),
    "feedback/text-only-for-correction": ("documented", "advisory", ()),
    "feedback/system-actor-id": ("documented", "error", ()),
    "feedback/system-id-reserved": ("documented", "warning", ()),
    "feedback/harness-id-agent-only": ("documented", "error", ()),
    "feedback/harness-id-for-agent": ("documented", "advisory", ("direction",)),
    "feedback/inbound-seq-absent": ("documented", "error", ("direction",)),
    "feedback/inbound-idempotency-key": ("documented", "error", ("direction",)),
    "feedback/stored-seq-present": ("documented", "error", ("direction",)),
    "feedback/space-named": ("documented", "advisory", ()),
    "feedback/workspace-role-person-only": ("documented", "error", ()),
    "feedback/from-agrees-with-actor": ("documented", "advisory", ()),
    "feedback/reaction-is-one-emoji": ("documented", "advisory", ()),
    "feedback/near-miss-member": ("documented", "advisory", ()),
    "plan/item-ids-unique": ("documented", "error", ()),
    "plan/depends-earlier": ("documented", "error", ()),
    "plan/rename-source": ("documented", "error", ()),
    "plan/renamed-from-form": ("documented", "error", ()),
    "plan/cmd-tokenizes": ("documented", "error", ()),
    "plan/no-test-command": ("documented", "warning", ()),
    "plan/prose-shape": ("documented", "advisory", ()),
    "plan/path-canonical": ("consumer", "error", ()),
    "plan/paths-unique-in-item": ("consumer", "error", ()),
    "plan/rename-distinct": ("consumer", "error", ()),
    "plan/paths-no-overlap": ("consumer", "error", ()),
    "plan/depends-unique": ("consumer", "error", ()),
    "plan/produced-path-dependency": ("consumer", "error", ()),
    "plan/projected-path-missing": ("consumer", "error", ()),
    "plan/projected-path-occupied": ("consumer", "error", ()),
    "plan/path-beneath-file": ("consumer", "error", ()),
    "plan/safe-integers": ("consumer", "error", ()),
    "plan/source-limits": ("consumer", "error", ()),
    "plan/open-questions": ("consumer", "warning", ()),
    "plan-edit/op-payload-present": ("documented", "error", ()),
    "plan-edit/op-payload-unused": ("documented", "error", ()),
    "plan-edit/new-item-id-matches": ("documented", "error", ()),
    "plan-edit/set-field-limits": ("documented", "error", ()),
    "plan-edit/remove-file-value-is-path": ("documented", "error", ()),
    "plan-edit/rename-source": ("documented", "error", ()),
    "plan-edit/renamed-from-form": ("documented", "error", ()),
    "plan-edit/cmd-tokenizes": ("documented", "error", ()),
    "plan-edit/depends-not-self": ("documented", "error", ()),
    "plan-edit/reply-when-no-edits": ("documented", "error", ()),
    "plan-edit/prose-shape": ("documented", "advisory", ()),
    "plan-edit/path-canonical": ("consumer", "error", ()),
    "plan-edit/paths-unique-in-item": ("consumer", "error", ()),
    "plan-edit/rename-distinct": ("consumer", "error", ()),
    "plan-edit/paths-no-overlap": ("consumer", "error", ()),
    "plan-edit/depends-unique": ("consumer", "error", ()),
    "plan-edit/safe-integers": ("consumer", "error", ()),
    "plan-edit/source-limits": ("consumer", "error", ()),
    "plan-edit/base-revision-current": ("context", "error", ("plan",)),
    "plan-edit/item-exists": ("context", "error", ("plan",)),
    "plan-edit/new-item-id-unused": ("context", "error", ("plan",)),
    "plan-edit/add-file-path-new": ("context", "error", ("plan",)),
    "plan-edit/update-file-path-known": ("context", "error", ("plan",)),
    "plan-edit/remove-file-path-known": ("context", "error", ("plan",)),
    "plan-edit/check-index-in-range": ("context", "error", ("plan",)),
    "plan-edit/result-is-valid-plan": ("context", "error", ("plan",)),
    "plan-edit/version-matches": ("context", "error", ("plan",)),
    "agent-result/source-flags": ("documented", "advisory", ()),
    "agent-result/no-patch-reason-without-patches": ("documented", "advisory", ()),
    "agent-result/lease-compliance-consistent": ("documented", "advisory", ()),
    "agent-result/blockers-match-status": ("documented", "advisory", ()),
    "agent-result/envelope-owner": ("documented", "advisory", ()),
    "agent-result/envelope-lease-id": ("consumer", "error", ()),
    "agent-result/operation-payload": ("consumer", "error", ()),
    "agent-result/operation-path-safe": ("consumer", "error", ()),
    "agent-result/operation-path-allowed": ("consumer", "error", ()),
    "agent-result/model-authored-proof": ("consumer", "error", ()),
    "agent-result/fixture-without-child-process": ("consumer", "error", ()),
    "agent-result/worktree-metadata": ("consumer", "error", ()),
    "agent-result/writes-need-patch": ("consumer", "error", ()),
    "agent-result/write-verification": ("consumer", "error", ()),
    "agent-result/repair-hypothesis": ("consumer", "error", ()),
    "agent-result/no-recursion-phrase": ("consumer", "error", ()),
    "agent-result/recursion-guard-consistent": ("consumer", "error", ()),
    "agent-result/guard-blocks": ("consumer", "error", ()),
    "agent-result/follow-up-text-not-blank": ("consumer", "error", ()),
    "agent-result/follow-up-dependency-not-empty": ("consumer", "error", ()),
    "agent-result/follow-up-no-route-launch": ("consumer", "error", ()),
    "agent-result/follow-up-no-scout-ledger": ("consumer", "error", ()),
    "agent-result/follow-up-protected-path": ("consumer", "error", ()),
    "agent-result/write-needs-rollback": ("consumer", "error", ("stage",)),
    "agent-result/operation-protected-path": ("consumer", "error", ("stage",)),
    "agent-result/lease-proof-path-allowed": ("consumer", "error", ("stage",)),
    "agent-result/envelopes-disjoint": ("consumer", "error", ("stage",)),
    "agent-result/conflict-prediction-apart": ("consumer", "error", ("stage",)),
    "agent-result/proof-strategy-reference": ("consumer", "error", ("stage",)),
    "agent-result/proof-verification-node": ("consumer", "error", ("stage",)),
    "agent-result/proof-rollback-node": ("consumer", "error", ("stage",)),
    "agent-result/proof-owner-agent": ("consumer", "error", ("stage",)),
    "agent-result/scout-evidence-local": ("consumer", "error", ("stage",)),
    "agent-result/cochange-reason": ("consumer", "advisory", ()),
}

every_rule = pytest.mark.parametrize(
    ("contract", "one"),
    [pytest.param(name, each, id=each.id) for name in CONTRACTS for each in rules_for(name)],
)


def test_these_rules_exist():
    """No rule vanishes, none is there twice, and the order is fixed."""
    rules = [each for name in CONTRACTS for each in rules_for(name)]
    assert [each.id for each in rules] == list(RULES)
    assert {each.id: (each.level, each.severity, each.needs) for each in rules} == RULES


@every_rule
def test_a_rule_belongs_to_its_contract(contract, one):
    """The id begins with the contract, level and severity are known, and the needs can be met."""
    assert one.id.startswith(f"{contract}/")
    assert one.level in get_args(Level)
    assert one.severity in get_args(Severity)
    assert set(one.needs) <= set(CONTEXT[contract])


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_summary_is_one_sentence(name):
    """Each rule states its demand in one sentence."""
    summaries = [each.summary for each in rules_for(name)]
    assert [each for each in summaries if not each.endswith(".") or ". " in each] == []


@every_rule
def test_a_source_leads_to_prose(schema, contract, one):
    """The pointers that a rule gives as its source lead to texts of the schema."""
    for pointer in one.source.split(", "):
        value = schema(contract) if pointer.startswith("/") else pointer
        for step in pointer.split("/")[1:] if pointer.startswith("/") else ():
            value = value[step]
        assert isinstance(value, str)
        assert value


def test_other_contracts_have_no_rules():
    """A schema of one's own has no rules that we know of."""
    assert rules_for("order") == ()


def test_the_context_of_each_contract():
    """Each contract accepts the context that its rules can use, and only the listed values."""
    assert {name: dict(each) for name, each in CONTEXT.items()} == {
        "feedback": {"direction": ("inbound", "stored")},
        "plan": {},
        "plan-edit": {"plan": None},
        "agent-result": {"stage": ("apply", "merge", "proof")},
    }


def test_a_function_becomes_a_rule():
    """The decorator keeps the function, and an error is the usual severity."""
    finding = Finding((), "no")

    @rule("x/y", level="consumer", source="a habit", summary="Nothing is right.")
    def judge(_document, _given):
        return [finding]

    assert judge.judge(None, {}) == [finding]
    assert repr(judge) == (
        "Rule(id='x/y', summary='Nothing is right.', level='consumer', severity='error', "
        "source='a habit', needs=())"
    )
    assert judge == Rule("x/y", "Nothing is right.", "consumer", "error", "a habit", print)
