"""Rules as clauses, what of them a document breaks, and what it is judged against."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Protocol

from pytest_schemas._clauses import Clause
from pytest_schemas._document import pointer
from pytest_schemas._errors import ContractError
from pytest_schemas._messages import headline
from pytest_schemas._nearest import nearest
from pytest_schemas._rules import Rule
from pytest_schemas._show import listed
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


class Judge(Protocol):
    """A contract, where another one is judged against its documents."""

    @property
    def name(self) -> str: ...
    def violations(self, document: object) -> list[Violation]: ...


def given_context(
    name: str, known: Mapping[str, Collection[str] | Judge], context: Mapping[str, object]
) -> dict[str, object]:
    """The context as rules get it, after a look whether it can be used.

    Args:
        name: the contract's name.
        known: by name, the allowed words, or the contract that the given document must keep.
        context: what the caller gave.

    Raises:
        ContractError: a name or a value is unknown, or a document is not valid.
    """
    given: dict[str, object] = {}
    for each, value in context.items():
        if each not in known:
            raise ContractError(unknown(name, "context", each, list(known)))
        if value is None:
            continue
        allowed = known[each]
        if isinstance(allowed, Collection):
            if value not in allowed:
                message = f"{each}={value!r} is unknown to {name}: use {listed(list(allowed))}."
                raise ContractError(message)
        else:
            found = allowed.violations(value)
            if found:
                message = (
                    f"The {each} that {name} is judged against is itself not valid: "
                    f"{headline(allowed.name, found)}"
                )
                raise ContractError(message)
            given[f"{each}_violations"] = allowed.violations
        given[each] = value
    return given


def unknown(name: str, what: str, asked: str, known: Sequence[str]) -> str:
    """A sentence about a contract that has no such thing, with the nearest that it has."""
    close = nearest(asked, known)
    hint = f" Did you mean {close!r}?" if close else ""
    others = f" Known are {listed(known)}." if known and not close else ""
    return f"{name} has no {what} {asked!r}.{hint}{others}"


def _steps(location: str) -> list[tuple[bool, int, str]]:
    """Indexes before names and by number, so that /edits/2 stands before /edits/10."""
    return [
        (False, int(each), "") if each.isdigit() else (True, 0, each)
        for each in location.split("/")
    ]
