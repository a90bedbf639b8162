"""From a schema to the documents that keep it.

A schema is read into shapes: what kinds of value it admits, with references followed and branches
taken. Shapes make values by asking a chooser. Rules that can be written as schemas stand beside the
schema; the others mend what was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pytest_schemas._errors import ContractError
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._options import fixed_parts, present_parts
from pytest_schemas._validation import Validator

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def strategy(
    name: str,
    validator: Validator,
    rules: frozenset[str],
    context: Mapping[str, object],
    *,
    accepts: Any,
    parts: Mapping[str, object],
    formats: Mapping[str, SearchStrategy[str]],
    alphabet: str | None,
) -> SearchStrategy[Any]:
    """A Hypothesis strategy of valid documents.

    Args:
        name: the contract's name.
        validator: judges by its schema.
        rules: the ids of the rules that documents keep.
        context: what they are made for.
        accepts: judges a whole document.
        parts: values, or strategies for values, by JSON Pointer.
        formats: strategies for formats, which take the place of our own.
        alphabet: the characters that texts are made of.
    """
    from hypothesis.strategies import SearchStrategy  # deferred: 0.1 s that few runs need

    from pytest_schemas._generate._strategy import documents_strategy  # deferred: likewise

    drawn = {at: each for at, each in parts.items() if isinstance(each, SearchStrategy)}
    held = {at: each for at, each in parts.items() if at not in drawn}
    if alphabet == "":
        message = "The alphabet is empty: texts need at least one character."
        raise ContractError(message)
    direction = context.get("direction")
    if parts or formats or alphabet is not None:
        documents = Documents(
            name,
            validator,
            rules,
            direction,
            more=[
                *fixed_parts(validator.schema, held),
                *present_parts(validator.schema, drawn),
            ],
            alphabet=ANY if alphabet is None else Alphabet.of_characters(alphabet),
            formats=formats,
        )
    else:
        documents = _documents(name, validator, rules, direction)
    return documents_strategy(documents, context, drawn, accepts)


@lru_cache(maxsize=64)  # one contract's documents are drawn by many tests
def _documents(
    name: str, validator: Validator, rules: frozenset[str], direction: object
) -> Documents:
    return Documents(name, validator, rules, direction)


__all__ = ["Documents", "strategy"]
