"""The bundled contracts by a label, which may say that the consumer's rules are asked for."""

from __future__ import annotations

import pytest_schemas as ps

_WITH = " with the consumer's rules"
#: The contracts that are made documents for, as they are and with more rules.
LABELS = (
    "feedback",
    "plan",
    "plan-edit",
    "agent-result",
    f"plan{_WITH}",
    f"plan-edit{_WITH}",
)
CONSUMER = tuple(label for label in LABELS if label.endswith(_WITH))


def contract_of(label: str) -> ps.Contract:
    """The contract that a label means."""
    contract = ps.contract(label.removesuffix(_WITH))
    return contract.including("consumer") if label.endswith(_WITH) else contract
