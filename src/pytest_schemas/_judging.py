"""Rules as clauses: what of them a document breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pytest_schemas._clauses import Clause
from pytest_schemas._document import pointer
from pytest_schemas._rules import Rule
from pytest_schemas._violations import Violation

#: The levels of rules, in the order in which they are judged.
RULE_LEVELS = ("documented", "consumer", "context")


def rule_clause(rule: Rule) -> Clause:
    """A rule as a clause of its contract."""
    return Clause(
        rule.id,
        keyword="rule",
        value=rule.id,
        level=rule.level,
        severity=rule.severity,
        description=rule.summary,
    )


def findings(rule: Rule, document: object, given: Mapping[str, object]) -> Iterator[Violation]:
    """What of one rule a document breaks; nothing where the context lacks what it needs."""
    if all(name in given for name in rule.needs):
        for finding in rule.judge(document, given):
            yield Violation(
                clause=rule_clause(rule),
                instance_location=pointer(finding.path),
                keyword_location=rule.id,
                message=finding.message.rstrip("."),
            )


def broken_rules(
    rules: Sequence[Rule], document: object, given: Mapping[str, object]
) -> list[Violation]:
    """What a document that keeps the schema breaks, at the lowest level at which it breaks any."""
    for level in RULE_LEVELS:
        demands = [r for r in rules if r.severity == "error" and r.level == level]
        found = list(chain.from_iterable(findings(rule, document, given) for rule in demands))
        if found:
            return sorted(found, key=lambda each: _steps(each.instance_location))
    return []


def _steps(location: str) -> list[tuple[bool, int, str]]:
    """Indexes before names and by number, so that /edits/2 stands before /edits/10."""
    return [
        (False, int(each), "") if each.isdigit() else (True, 0, each)
        for each in location.split("/")
    ]
