"""Documents as a Hypothesis strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from pytest_schemas._document import parse_pointer
from pytest_schemas._generate._chooser import Rejected
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._drawing import Draw, Drawing, Strategies
from pytest_schemas._tracing import untraced


def documents_strategy(
    documents: Documents,
    context: Mapping[str, object],
    given: Mapping[str, st.SearchStrategy[Any]],
    accepts: Callable[[Any], bool],
) -> st.SearchStrategy[Any]:
    """A strategy of valid documents.

    Args:
        documents: what makes them.
        context: what they are made for.
        given: strategies for the values at some pointers.
        accepts: judges a document into which such values have been put.
    """
    strategies = Strategies()
    steps = {pointer: parse_pointer(pointer) for pointer in given}

    def documents_(draw: Draw) -> Any:
        try:
            with untraced():
                document = documents.make(Drawing(draw, strategies), context)
        except Rejected:
            reject()
        for pointer, strategy in given.items():
            document = _put(document, steps[pointer], draw(strategy))
        # Only what the caller brings in can be wrong.
        if given and not accepts(document):
            reject()
        return document

    documents_.__name__ = "documents"  # what the strategy's repr shows
    return st.composite(documents_)()


def _put(document: Any, steps: tuple[str, ...], value: Any) -> Any:
    """The document with another value at a place that it has."""
    if not steps:
        return value
    *way, last = steps
    holder = document
    for step in way:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder[int(last) if isinstance(holder, list) else last] = value
    return document
