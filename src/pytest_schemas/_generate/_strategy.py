"""Documents as a Hypothesis strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from pytest_schemas._document import faults, parse_pointer
from pytest_schemas._errors import ContractError
from pytest_schemas._generate._chooser import Rejected
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._drawing import Draw, Drawing, Strategies
from pytest_schemas._generate._luck import Luck
from pytest_schemas._tracing import untraced
from pytest_schemas._violations import Violation


def documents_strategy(
    documents: Documents,
    context: Mapping[str, object],
    given: Mapping[str, st.SearchStrategy[Any]],
    judge: Callable[[Any], Sequence[Violation]],
) -> st.SearchStrategy[Any]:
    """A strategy of valid documents.

    Args:
        documents: what makes them.
        context: what they are made for.
        given: strategies for the values at some pointers.
        judge: what a document breaks into which such values have been put.
    """
    strategies = Strategies()
    steps = {pointer: parse_pointer(pointer) for pointer in given}
    luck = Luck()

    def documents_(draw: Draw) -> Any:
        try:
            with untraced():
                document = documents.make(Drawing(draw, strategies), context)
        except Rejected:
            reject()
        for pointer, strategy in given.items():
            value = draw(strategy)
            _check_json(pointer, value)
            document = _put(document, steps[pointer], value)
        # Only what the caller brings in can be wrong.
        if given:
            broken = judge(document)
            if broken:
                luck.refused(_misfit(given, broken[0]))
                reject()
            luck.fitted()
        return document

    documents_.__name__ = "documents"  # what the strategy's repr shows
    return st.composite(documents_)()


def _misfit(given: Iterable[str], broken: Violation) -> str:
    return (
        f"what the strategy for {' and '.join(given)} makes never fits: "
        f"at {broken.instance_location or 'the root'}, {broken.message}."
    )


def _check_json(at: str, value: object) -> None:
    found = faults(value)
    if found:
        message = f"the strategy for {at or 'the root'} makes no JSON values: {found[0].reason}."
        raise ContractError(message)


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
