"""The contract: a schema with its rules, and how its documents are read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_schemas._clauses import Clause
from pytest_schemas._document import fresh
from pytest_schemas._judging import (
    RULE_LEVELS,
    Rulebook,
    beside_the_point,
    broken_rules,
    check_clause,
    findings,
    given_context,
    rule_clause,
)
from pytest_schemas._messages import MOST, report
from pytest_schemas._reading import (
    Limits,
    Positions,
    Text,
    Unreadable,
    excerpt,
    read_text,
    refused_text,
    refused_values,
    unportable_integers,
)
from pytest_schemas._rules import Rule
from pytest_schemas._schema import Source
from pytest_schemas._show import show
from pytest_schemas._validation import Validator
from pytest_schemas._violations import ContractViolation, Violation, all_broken

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from pytest_schemas._generate import Subject
    from pytest_schemas._vector import NearMiss, Vector

Document = TypeVar("Document")


class Contract:
    """A named schema, its rules, and how its documents are read.

    Contracts come from `pytest_schemas.contract`. One never changes: what changes it returns
    another.
    """

    __module__ = "pytest_schemas"

    def __init__(
        self,
        name: str,
        validator: Validator,
        *,
        rules: Sequence[Rule] | Rulebook = (),
        context: Mapping[str, Collection[str] | Contract] | None = None,
        limits: Limits | None = None,
        most: int | None = MOST,
    ) -> None:
        """Create a contract from its parts.

        Args:
            name: how messages speak of it.
            validator: judges by the keywords of the schema.
            rules: what the keywords do not say. Those of level `consumer` are off until asked for.
            context: what its rules may be judged against, by name: the allowed words, or the
                contract that the given document must keep.
            limits: how much of a document is read.
            most: how many violations a message shows; None for all.
        """
        self.name = name
        self._rulebook = rules if isinstance(rules, Rulebook) else Rulebook.of(rules)
        self._validator = validator
        self._context = dict(context or {})
        self._limits = limits or Limits()
        self._most = most

    def __repr__(self) -> str:
        return f"<Contract {self.name}>"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that its documents are judged by."""
        return self._rulebook.on

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All that the contract says: the clauses of its schema, then its rules."""
        rules = (rule_clause(rule) for rule in self.rules if rule.severity == "error")
        return (*self._validator.clauses, *rules)

    @property
    def context_names(self) -> tuple[str, ...]:
        """What its documents may be judged against, such as `plan` or `direction`."""
        return tuple(self._context)

    @property
    def source(self) -> Source:
        """The schema as it was read."""
        return self._validator.schema.root.document.source

    @property
    def sources(self) -> tuple[Source, ...]:
        """The schema as it was read, and after it the others that it refers to."""
        return tuple(document.source for document in self._validator.schema.documents)

    @property
    def draft(self) -> str:
        """The draft that the schema is written in, such as `draft 2020-12`."""
        return self._validator.schema.root.dialect.draft

    def violations(self, document: object, **context: object) -> list[Violation]:
        """What a document breaks, at the lowest level at which it breaks anything.

        Args:
            document: a JSON value in Python's types.
            context: what the document is judged against, such as `plan=` or `direction=`.

        Returns:
            The violations, ordered by instance location; none for a valid document.

        Raises:
            ContractError: a name or a value of the context is unknown.
        """
        return self._judged(document, self._given(context))

    def _judged(self, document: object, given: Mapping[str, object]) -> list[Violation]:
        return (
            refused_values(document, self._limits)
            or self._validator.violations(document)
            or broken_rules(self.rules, document, given)
        )

    def warnings(self, document: object, **context: object) -> list[Violation]:
        """What the consumer would warn about, and advisories: no failures.

        Rules are judged for a document that keeps the schema.
        """
        given = self._given(context)
        if refused_values(document, self._limits):
            return []
        found = unportable_integers(document, self._limits)
        if not self._validator.violations(document):
            levels = {"documented"}
            if not broken_rules(self.rules, document, given):
                levels = set(RULE_LEVELS)
            told = [r for r in self.rules if r.severity != "error" and r.level in levels]
            found += chain.from_iterable(findings(rule, document, given) for rule in told)
        return found

    def is_valid(self, document: object, **context: object) -> bool:
        """Whether a document breaks nothing."""
        return not self.violations(document, **context)

    def assert_valid(self, document: Document, **context: object) -> Document:
        """Return the document.

        Raises:
            ContractViolation: it breaks the contract.
        """
        __tracebackhide__ = True
        found = self.violations(document, **context)
        if found:
            raise self._violation(found, document, context)
        return document

    def assert_invalid(
        self, document: object, clause: str | None = None, **context: object
    ) -> list[Violation]:
        """Return the violations of a document that must not be valid.

        Args:
            document: a JSON value in Python's types.
            clause: the location or the id of the clause that it must break.
            context: what the document is judged against.

        Raises:
            AssertionError: the document is valid, or it breaks other clauses only.
            ContractError: the contract has no such clause.
        """
        __tracebackhide__ = True
        if clause is not None:
            check_clause(self.name, clause, self.clauses, self._rulebook)
        found = self.violations(document, **context)
        if not found:
            wanted = f" It should break {clause}." if clause else ""
            message = f"{self.name} accepts a document that it should refuse.{wanted}"
            raise AssertionError(f"{message}\n\n  The document: {show(document)}")
        fault = beside_the_point(self.name, found, clause, document)
        if fault:
            raise AssertionError(fault)
        return found

    def read(self, source: Text, **context: object) -> Any:
        """Read a JSON text strictly and judge what it says.

        Args:
            source: the text, its bytes, or the path of a file.
            context: what the document is judged against.

        Returns:
            The document.

        Raises:
            ContractViolation: the text is refused, or the document breaks the contract; the
                violations have the line and column.
            ContractError: there is no such file.
        """
        __tracebackhide__ = True
        try:
            raw, document = read_text(source, self._limits)
        except Unreadable as refused:
            found = [refused_text(refused.fault)]
            raise self._violation(found, excerpt(source), context) from None
        found = self._judged(document, {**self._given(context), "source_size": len(raw)})
        if found:
            places = Positions(raw, self._limits)
            found = [places.mark(each) for each in found]
            raise self._violation(found, document, context)
        return document

    def documents(
        self,
        parts: Mapping[str, object] | None = None,
        /,
        *,
        formats: Mapping[str, SearchStrategy[str]] | None = None,
        alphabet: str | None = None,
        **fixed: object,
    ) -> SearchStrategy[Any]:
        """A Hypothesis strategy of valid documents, rules included.

        Args:
            parts: by JSON Pointer, the value of a part of each document, or a strategy for it.
            formats: strategies for formats, which take the place of the plugin's own.
            alphabet: the characters that texts without a pattern or a format are made of.
            fixed: what the documents are made for, such as `plan=` or `direction=`; any other name
                is a member of the document, with its value or a strategy for it.

        Raises:
            ContractError: an option is not understood, such as a pointer that is unknown.
            Unsatisfiable: no document keeps the contract with these parts.
            Ungeneratable: none was found.
        """
        from pytest_schemas._generate import strategy  # deferred: only what generates needs it

        context = {name: each for name, each in fixed.items() if name in self._context}
        members = {name: each for name, each in fixed.items() if name not in self._context}
        given, context = self._own(context)
        return strategy(
            self.name,
            self._validator,
            frozenset(rule.id for rule in self.rules),
            given,
            judge=lambda document: self.violations(document, **context),
            members=members,
            parts=parts,
            formats=formats,
            alphabet=alphabet,
        )

    def near_misses(self, clause: str | None = None, **context: object) -> SearchStrategy[NearMiss]:
        """A Hypothesis strategy of documents that each break one demand, and say which.

        Args:
            clause: the id or the location of what is to be broken; without it, any demand.
            context: what the documents are made for and judged with, such as `plan=`.

        Returns:
            A strategy of `NearMiss`: the document, the clause, what is broken along with it
            because it cannot be kept, and the context.

        Raises:
            ContractError: a clause or a name of the context is unknown; no document breaks the
                clause; the contract has no documents that can be made.
        """
        from pytest_schemas._generate import near_misses  # deferred: only what generates needs it

        if clause is not None:
            check_clause(self.name, clause, self.clauses, self._rulebook)
        return near_misses(self._subject(), clause, *self._own(context))

    def vectors(self, **context: object) -> tuple[Vector, ...]:
        """The fixed list: each demand kept at its edge and broken, each alternative taken.

        It is the same everywhere. Rules that need a context are shown in one of their own, which
        stands in the vector; where a context is given, all vectors are made for that.

        Args:
            context: what the documents are made for and judged with, such as `plan=`.

        Raises:
            ContractError: a name of the context is unknown; the contract has no documents that can
                be made.
        """
        from pytest_schemas._generate import vector_contexts, vectors  # deferred: likewise

        subject = self._subject()
        found = list(vectors(subject, *self._own(context)))
        for more in () if context else vector_contexts(self.name):
            if more.keys() <= self._context.keys():
                shown = frozenset(each.clause.id for each in found if each.clause)
                found += vectors(subject, self._given(more), more, beyond=shown)
        return tuple(found)

    def parse_vectors(self, **context: object) -> tuple[Vector, ...]:
        """The fixed list of texts that are no JSON, or JSON that programs read differently.

        For consumers that read text, which is in `Vector.text`; valid ones are among them.

        Raises:
            ContractError: as `vectors`.
        """
        from pytest_schemas._generate import parse_vectors  # deferred: likewise

        return tuple(parse_vectors(self._subject(), *self._own(context)))

    def _subject(self) -> Subject:
        from pytest_schemas._generate import Subject  # deferred: likewise

        return Subject(
            self.name,
            self._validator,
            {rule.id: tuple(rule.needs) for rule in self.rules},
            self.clauses,
            lambda document, context: frozenset(
                each.clause.id for each in all_broken(self.violations(document, **context))
            ),
            self._limits.nesting,
        )

    def without(self, *rules: str) -> Contract:
        """The contract with fewer rules.

        Raises:
            ContractError: there is no rule of an id.
        """
        return self._changed(rules=self._rulebook.without(self.name, rules))

    def including(self, *asked: str) -> Contract:
        """The contract with more rules: those that are judged only if they are asked for.

        What a document is judged against, such as a plan, is then judged by them too.

        Args:
            asked: a level, such as "consumer" for all that the known consumer enforces, or the id
                of a rule.

        Raises:
            ContractError: there is neither such a level nor a rule of that id.
        """
        levels = [each for each in asked if each in RULE_LEVELS]
        context = {
            name: each.including(*levels) if isinstance(each, Contract) else each
            for name, each in self._context.items()
        }
        return self._changed(rules=self._rulebook.including(self.name, asked), context=context)

    def check_context(self, context: Mapping[str, object]) -> None:
        """Look whether documents can be judged against a context.

        Raises:
            ContractError: a name or a value is unknown, or a document in it is not valid.
        """
        self._given(context)

    def judged_by(self, validator: Validator, limits: Limits) -> Contract:
        """The contract with another validator of its schema, and other limits."""
        return self._changed(validator=validator, limits=limits)

    def _changed(self, **changes: Any) -> Contract:
        parts: dict[str, Any] = {
            "validator": self._validator,
            "rules": self._rulebook,
            "context": self._context,
            "limits": self._limits,
            "most": self._most,
        }
        return Contract(self.name, **{**parts, **changes})

    def _own(self, context: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
        """A context as rules get it, and as it was given, which the caller cannot change."""
        given = fresh(self._given(context))
        return given, {name: given.get(name) for name in context}

    def _given(self, context: Mapping[str, object]) -> dict[str, object]:
        return given_context(self.name, self._context, context)

    def _violation(
        self, found: Sequence[Violation], document: object, context: Mapping[str, object]
    ) -> ContractViolation:
        text = report(self.name, found, document=document, context=context, most=self._most)
        return ContractViolation(text, found)
