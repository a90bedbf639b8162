"""Rules as clauses, what of them a document breaks, and what it is judged against."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from pytest_schemas._clauses import Clause
from pytest_schemas._document import pointer
from pytest_schemas._errors import ContractError
from pytest_schemas._messages import headline
from pytest_schemas._nearest import nearest
from pytest_schemas._reading import READING
from pytest_schemas._rules import Rule
from pytest_schemas._show import listed, show
from pytest_schemas._violations import Violation, all_broken

#: The levels of rules, in the order in which they are judged.
RULE_LEVELS = ("documented", "consumer", "context")
#: The level of the rules that are judged only if they are asked for.
_ON_REQUEST = "consumer"


@dataclass(frozen=True)
class Rulebook:
    """The rules of a contract, and which of them are judged."""

    known: tuple[Rule, ...]
    #: the ids of those that are not judged
    off: frozenset[str]

    @classmethod
    def of(cls, rules: Sequence[Rule]) -> Rulebook:
        """All of these rules, but for those that are judged only on request."""
        off = frozenset(rule.id for rule in rules if rule.level == _ON_REQUEST)
        return cls(tuple(rules), off)

    @property
    def on(self) -> tuple[Rule, ...]:
        """The rules that are judged, in their order."""
        return tuple(rule for rule in self.known if rule.id not in self.off)

    def without(self, name: str, ids: Collection[str]) -> Rulebook:
        """Fewer of them are judged.

        Raises:
            ContractError: there is no rule of an id.
        """
        known = [rule.id for rule in self.on]
        for each in ids:
            _check_text(each)
            if each in self.off:
                raise ContractError(f"{name} does not judge {each} as it is.")
            if each not in known:
                raise ContractError(unknown(name, "rule", each, known))
        return replace(self, off=self.off | frozenset(ids))

    def including(self, name: str, asked: Collection[str]) -> Rulebook:
        """More of them are judged.

        Raises:
            ContractError: there is neither such a level nor a rule of that id.
        """
        known = [rule.id for rule in self.known]
        for each in asked:
            _check_text(each)
            if each not in known and each not in RULE_LEVELS:
                raise ContractError(unknown(name, "rule or level", each, [*RULE_LEVELS, *known]))
        wanted = {rule.id for rule in self.known if rule.id in asked or rule.level in asked}
        return replace(self, off=self.off - wanted)


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


def _check_text(named: object) -> None:
    if not isinstance(named, str):
        message = f"{named!r} names no rule: give the id of one as a text."
        raise ContractError(message)


def check_clause(name: str, asked: str, clauses: Collection[Clause], rulebook: Rulebook) -> None:
    """Look whether a contract has a clause of an id or a location.

    Raises:
        ContractError: it has none, or it is a rule that is not judged.
    """
    if not isinstance(asked, str):
        message = f"clause={asked!r} is not the location or the id of a clause: no text."
        raise ContractError(message)
    known = [*clauses, *READING.values()]
    names = {each.id for each in known} | {each.location for each in known}
    if asked in names:
        return
    if asked in rulebook.off:
        message = f"{name} does not judge {asked}. Ask it to: .including({asked!r})."
        raise ContractError(message)
    raise ContractError(unknown(name, "clause", asked, sorted(names)))


def beside_the_point(
    name: str, found: Sequence[Violation], clause: str | None, document: object
) -> str | None:
    """What is wrong with these violations of a document that is to break a clause, or any."""
    names = {(each.clause.location, each.clause.id) for each in all_broken(found)}
    if clause is None and names == {("json/value", "json/value")}:
        return (
            f"{name} was given what is no JSON document, which shows nothing: "
            f"{headline(name, found)} If that is meant, ask for clause='json/value'."
        )
    if clause is not None and clause not in set(chain.from_iterable(names)):
        message = f"The document does not break {clause}; instead {headline(name, found)}"
        return f"{message}\n\n  The document: {show(document)}"
    return None


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
