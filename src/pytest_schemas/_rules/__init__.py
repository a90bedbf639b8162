"""What the bundled contracts demand beyond the keywords of their schemas.

One module a contract; every rule is a pure function from a document, and from the context that is
given, to findings.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from pytest_schemas._rules import _agent_result, _feedback, _plan, _plan_edit
from pytest_schemas._rules._agent_result import STAGES
from pytest_schemas._rules._rule import Finding, Given, Path, Rule, rule

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CONTEXT", "Finding", "Given", "Path", "Rule", "rule", "rules_for"]

_RULES_OF: Mapping[str, tuple[Rule, ...]] = MappingProxyType(
    {
        "feedback": _feedback.RULES,
        "plan": _plan.RULES,
        "plan-edit": _plan_edit.RULES,
        "agent-result": _agent_result.RULES,
    }
)

#: For each bundled contract, the context that its rules can be given by name, and the values that
#: are allowed for it: one of these, or, where there is None, any.
CONTEXT: Mapping[str, Mapping[str, tuple[str, ...] | None]] = MappingProxyType(
    {
        "feedback": MappingProxyType({"direction": ("inbound", "stored")}),
        "plan": MappingProxyType({}),
        "plan-edit": MappingProxyType({"plan": None}),
        "agent-result": MappingProxyType({"stage": STAGES}),
    }
)


def rules_for(name: str) -> tuple[Rule, ...]:
    """Return the rules of a bundled contract by its name; any other contract has none."""
    return _RULES_OF.get(name, ())
