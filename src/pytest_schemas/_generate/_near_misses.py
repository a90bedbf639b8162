"""Near misses as a Hypothesis strategy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import reject
from hypothesis import strategies as st

from pytest_schemas._clauses import Clause
from pytest_schemas._generate._chooser import Rejected
from pytest_schemas._generate._drawing import Draw, Drawing, Strategies
from pytest_schemas._generate._misses import Misses, Plan
from pytest_schemas._tracing import untraced
from pytest_schemas._vector import NearMiss


def near_misses_strategy(
    misses: Misses,
    demands: Sequence[Clause],
    clauses: Sequence[Clause],
    context: Mapping[str, object],
) -> st.SearchStrategy[NearMiss]:
    """A strategy of near misses.

    Args:
        misses: makes them.
        demands: the demands to break; at least one can be broken.
        clauses: all clauses of the contract.
        context: what the documents are judged with.
    """
    strategies = Strategies()
    by_id = {clause.id: clause for clause in clauses}

    def near_misses_(draw: Draw) -> NearMiss:
        chooser = Drawing(draw, strategies)
        first = chooser.integer(0, len(demands) - 1) if len(demands) > 1 else 0
        clause, plan = _breakable(misses, demands, first)
        try:
            with untraced():
                miss = plan.make(chooser)
        except Rejected:
            reject()
        also = tuple(by_id[each] for each in sorted(miss.broken - {clause}))
        return NearMiss(miss.document, clause, also, context)

    near_misses_.__name__ = "near_misses"  # what the strategy's repr shows
    return st.composite(near_misses_)()


def _breakable(misses: Misses, demands: Sequence[Clause], first: int) -> tuple[Clause, Plan]:
    """The first demand from some place on that can be broken."""
    for clause in (*demands[first:], *demands[:first]):
        plan = misses.plan(clause)
        if plan is not None:
            return clause, plan
    raise Rejected
