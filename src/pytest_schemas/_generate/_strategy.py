"""Documents as a Hypothesis strategy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
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
    held: Mapping[str, object],
    judge: Callable[[Any], Sequence[Violation]],
) -> st.SearchStrategy[Any]:
    """A strategy of valid documents.

    Args:
        documents: what makes them.
        context: what they are made for.
        given: strategies for the values at some pointers.
        held: the values at some pointers, of which rules may have to say something.
        judge: what a document breaks that has such values.
    """
    strategies = Strategies()
    steps = {pointer: parse_pointer(pointer) for pointer in (*given, *held)}
    luck = Luck()

    def documents_(draw: Draw) -> Any:
        try:
            with untraced():
                document = documents.make(Drawing(draw, strategies), context)
        except Rejected:
            reject()
        for pointer, value in held.items():
            # Perhaps it was mended, to keep a rule that is now to be kept in another way.
            document = _put(document, steps[pointer], deepcopy(value))
        for pointer, strategy in given.items():
            value = draw(strategy)
            _check_json(pointer, value)
            document = _put(document, steps[pointer], value)
        # Only what the caller brings in can be wrong.
        if given or held:
            broken = judge(document)
            if broken:
                luck.refused(_misfit(given, held, broken[0]))
                reject()
            luck.fitted()
        return document

    documents_.__name__ = "documents"  # what the strategy's repr shows
    return st.composite(documents_)()


def _misfit(given: Collection[str], held: Collection[str], broken: Violation) -> str:
    drawn = f"what the strategy for {' and '.join(given)} makes" if given else ""
    fixed = f"what is given for {' and '.join(each or 'the root' for each in held)}"
    what = " with ".join(each for each in (drawn, fixed if held else "") if each)
    place = broken.instance_location or "the root"
    return f"{what} hardly ever fits, if at all: at {place}, {broken.message}."


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
