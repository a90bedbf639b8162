"""Which rules documents are made to keep."""

from __future__ import annotations

from collections.abc import Mapping

from pytest_schemas._rules import rules_for


def kept_rules(name: str, rules: frozenset[str], context: Mapping[str, object]) -> frozenset[str]:
    """The rules that are judged, and those without which the documents could break one of them.

    Edits of a given plan keep all rules of the levels that are judged: what a rule that is switched
    off lets into an edit would be in the edited plan, which is judged by the plan's own rules.

    Args:
        name: the contract's name.
        rules: the ids of the rules that are judged.
        context: what the documents are made for.
    """
    if context.get("plan") is None:
        return rules
    known = rules_for(name)
    levels = {"documented", *(rule.level for rule in known if rule.id in rules)}
    return frozenset(rule.id for rule in known if rule.level in levels)
