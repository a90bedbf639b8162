"""From a schema to the documents that keep it.

A schema is read into shapes: what kinds of value it admits, with references followed and branches
taken. Shapes make values by asking a chooser. Rules that can be written as schemas stand beside the
schema; the others mend what was made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from pytest_schemas._clauses import Clause
from pytest_schemas._document import fresh
from pytest_schemas._errors import ContractError, Ungeneratable
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._chooser import Rejected, Trial
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._kept_rules import kept_rules
from pytest_schemas._generate._misses import CHOOSERS, Misses
from pytest_schemas._generate._parse_vectors import parse_vectors as parse_vectors_of
from pytest_schemas._generate._reasons import why_unbroken
from pytest_schemas._generate._subject import Context, Situation, Subject, Words, words_of
from pytest_schemas._generate._vector_contexts import vector_contexts
from pytest_schemas._generate._vectors import Listed, listed
from pytest_schemas._validation import Validator
from pytest_schemas._vector import NearMiss, Vector
from pytest_schemas._violations import Violation

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: So many documents are tried out where the plainest is no document of the contract.
_TRIALS = 20


def strategy(
    name: str,
    validator: Validator,
    rules: frozenset[str],
    context: Mapping[str, object],
    *,
    judge: Callable[[Any], Sequence[Violation]],
    members: Mapping[str, object],
    parts: Mapping[str, object] | None,
    formats: Mapping[str, SearchStrategy[str]] | None,
    alphabet: str | None,
) -> SearchStrategy[Any]:
    """A Hypothesis strategy of valid documents.

    Args:
        name: the contract's name.
        validator: judges by its schema.
        rules: the ids of the rules that documents keep.
        context: what they are made for.
        judge: what a whole document breaks.
        members: values, or strategies for values, by the name of a member.
        parts: likewise, by JSON Pointer.
        formats: strategies for formats, which take the place of our own.
        alphabet: the characters that texts are made of.
    """
    from hypothesis.strategies import SearchStrategy  # deferred: 0.1 s that few runs need

    from pytest_schemas._generate._options import (  # deferred: likewise
        all_parts,
        check_options,
        fixed_parts,
        present_parts,
    )
    from pytest_schemas._generate._strategy import documents_strategy  # deferred: likewise

    wanted = all_parts(members, parts)
    check_options(wanted, formats, alphabet)
    drawn = {at: each for at, each in wanted.items() if isinstance(each, SearchStrategy)}
    held = {at: each for at, each in wanted.items() if at not in drawn}
    words = words_of(context)
    rules = kept_rules(name, rules, context)
    if wanted or formats or alphabet is not None:
        documents = Documents(
            name,
            validator,
            rules,
            words,
            more={
                **fixed_parts(validator.schema, held),
                **present_parts(validator.schema, drawn),
            },
            alphabet=ANY if alphabet is None else Alphabet.of_characters(alphabet),
            formats=formats,
        )
    else:
        documents = _documents(name, validator, rules, words)
    # What only the schema has something to say of is held by construction.
    return documents_strategy(documents, context, drawn, fresh(held) if rules else {}, judge)


def near_misses(
    subject: Subject, clause: str | None, context: Context, asked: Context
) -> SearchStrategy[NearMiss]:
    """A Hypothesis strategy of documents that each break one demand.

    Args:
        subject: the contract.
        clause: the id or the location of what is to be broken; None for each demand in turn.
        context: what the documents are made for, as rules get it.
        asked: the same, as the caller gave it.

    Raises:
        ContractError: no document breaks the clause.
        Unsatisfiable: the contract has no document.
        Ungeneratable: it has some, but none can be made without trying hopelessly often.
    """
    from pytest_schemas._generate._near_misses import (  # deferred: imports Hypothesis
        near_misses_strategy,
    )

    misses = _misses(subject, context)
    demands = [
        each
        for each in _judged(subject, context)
        if each.kind == "demand" and clause in {None, each.id, each.location}
    ]
    if not any(misses.plan(each) for each in demands):
        raise ContractError(why_unbroken(subject, misses, clause, demands))
    return near_misses_strategy(misses, demands, subject.clauses, asked)


def vectors(
    subject: Subject, context: Context, asked: Context, *, beyond: frozenset[str] | None = None
) -> Iterator[Vector]:
    """The vectors of a contract for a context.

    Args:
        subject: the contract.
        context: what the documents are made for, as rules get it.
        asked: the same, as it stands in each vector.
        beyond: only those of the rules that need something of the context, and not of these.

    Raises:
        Unsatisfiable: the contract has no document.
        Ungeneratable: it has some, but none can be made without trying hopelessly often.
    """
    for id_, valid, clause, text in _listed(subject, Situation(context, asked), beyond):
        # Read each time, so that no two vectors share a part.
        level = None if valid else clause.level
        yield Vector(id_, json.loads(text), valid, clause, level, fresh(asked), text)


@lru_cache(maxsize=64)  # many tests may ask for one list, and it takes a while
def _listed(
    subject: Subject, situation: Situation, beyond: frozenset[str] | None
) -> tuple[Listed, ...]:
    context = situation.context
    clauses = list(_judged(subject, context))
    if beyond is not None:
        clauses = [each for each in clauses if subject.needs(each) and each not in beyond]
    if not clauses:
        return ()
    return tuple(
        listed(
            clauses,
            _misses(subject, context),
            lambda document: subject.broken(document, situation.asked),
        )
    )


def parse_vectors(subject: Subject, context: Context, asked: Context) -> Iterator[Vector]:
    """The vectors of texts that are no JSON, or JSON that programs read differently.

    Args:
        subject: the contract.
        context: what the documents are made for, as rules get it.
        asked: the same, as it stands in each vector.

    Raises:
        Unsatisfiable: the contract has no document.
        Ungeneratable: it has some, but none can be made without trying hopelessly often.
    """
    rules = kept_rules(subject.name, frozenset(subject.rules), context)
    documents = _documents(subject.name, subject.validator, rules, words_of(context))
    found = parse_vectors_of(
        _plain(documents, subject, context, asked),
        lambda document: not subject.broken(document, asked),
        subject.max_nesting,
    )
    return (replace(each, context=fresh(asked)) for each in found)


def _plain(documents: Documents, subject: Subject, context: Context, asked: Context) -> Any:
    """A document, the plainest that can be made."""
    choosers = (*(fresh() for fresh in CHOOSERS), *(Trial(seed) for seed in range(_TRIALS)))
    for chooser in choosers:
        with suppress(Rejected):
            document = documents.make(chooser, context)
            if not subject.broken(document, asked):
                return document
    message = f"{subject.name} has documents that can hardly be found."
    raise Ungeneratable(message)


def _judged(subject: Subject, context: Context) -> Iterator[Clause]:
    """The clauses that are judged in a context."""
    for clause in subject.clauses:
        if all(name in context for name in subject.needs(clause)):
            yield clause


def _misses(subject: Subject, context: Context) -> Misses:
    rules = kept_rules(subject.name, frozenset(subject.rules), context)
    key = (subject.name, subject.validator, rules)
    words = words_of(context)
    if len(words) == len(context):
        return _known_misses(*key, words)
    return _fresh_misses(*key, context)


@lru_cache(maxsize=64)  # one contract's documents are drawn by many tests
def _documents(name: str, validator: Validator, rules: frozenset[str], words: Words) -> Documents:
    return Documents(name, validator, rules, words)


@lru_cache(maxsize=64)  # likewise
def _known_misses(name: str, validator: Validator, rules: frozenset[str], context: Words) -> Misses:
    return _fresh_misses(name, validator, rules, dict(context))


def _fresh_misses(
    name: str, validator: Validator, rules: frozenset[str], context: Context
) -> Misses:
    documents = _documents(name, validator, rules, words_of(context))
    unruled = partial(_documents, name, validator, frozenset(), ()) if rules else None
    return Misses(documents, validator, context, unruled)


__all__ = [
    "Context",
    "Documents",
    "Subject",
    "near_misses",
    "parse_vectors",
    "strategy",
    "vector_contexts",
    "vectors",
]
