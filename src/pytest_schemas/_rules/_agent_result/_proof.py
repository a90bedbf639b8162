"""What the consumer of agent results demands of an envelope that it builds a proof from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._parts import envelopes, lease_proof
from pytest_schemas._rules._rule import Finding, Given, Path, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE = "the consumer's check of a proof"


def _at_proof(result: Any, given: Given) -> Iterator[tuple[Path, Any]]:
    return envelopes(result) if given["stage"] == "proof" else iter(())


@rule(
    "agent-result/proof-strategy-reference",
    level="consumer",
    source=_SOURCE,
    summary="An envelope names its task, in lease_proof as strategy_task_id or micro_win_id, or "
    "as task_slice_id.",
    needs=("stage",),
)
def proof_strategy_reference(result: Any, given: Given) -> Iterator[Finding]:
    for path, envelope in _at_proof(result, given):
        lease = lease_proof(envelope)
        named = lease.get("strategy_task_id") or lease.get("micro_win_id")
        if not named and not envelope.get("task_slice_id"):
            message = (
                'the envelope names no task; give "strategy_task_id" or "micro_win_id" in '
                '"lease_proof", or "task_slice_id"'
            )
            yield Finding(path, message)


@rule(
    "agent-result/proof-verification-node",
    level="consumer",
    source=_SOURCE,
    summary="An envelope names the node that verifies it, in lease_proof.verification_node_id or "
    "in verification_hint.node_id.",
    needs=("stage",),
)
def proof_verification_node(result: Any, given: Given) -> Iterator[Finding]:
    return _without_node(result, given, "verification")


@rule(
    "agent-result/proof-rollback-node",
    level="consumer",
    source=_SOURCE,
    summary="An envelope names the node that rolls it back, in lease_proof.rollback_node_id or in "
    "rollback_hint.node_id.",
    needs=("stage",),
)
def proof_rollback_node(result: Any, given: Given) -> Iterator[Finding]:
    return _without_node(result, given, "rollback")


def _without_node(result: Any, given: Given, kind: str) -> Iterator[Finding]:
    for path, envelope in _at_proof(result, given):
        named = lease_proof(envelope).get(f"{kind}_node_id")
        if not named and not envelope.get(f"{kind}_hint", {}).get("node_id"):
            message = (
                f'the envelope names no {kind} node; give "{kind}_node_id" in "lease_proof", or '
                f'"node_id" in "{kind}_hint"'
            )
            yield Finding(path, message)


@rule(
    "agent-result/proof-owner-agent",
    level="consumer",
    source=_SOURCE,
    summary="An envelope names the owner of its lease in lease_proof.owner_agent.",
    needs=("stage",),
)
def proof_owner_agent(result: Any, given: Given) -> Iterator[Finding]:
    for path, envelope in _at_proof(result, given):
        if not lease_proof(envelope).get("owner_agent"):
            message = 'the envelope names no owner; give "owner_agent" in "lease_proof"'
            yield Finding(path, message)


RULES = (
    proof_strategy_reference,
    proof_verification_node,
    proof_rollback_node,
    proof_owner_agent,
)
