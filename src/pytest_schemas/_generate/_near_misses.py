"""Near misses as a Hypothesis strategy.

Where any clause may be broken, what comes first are small documents, two for each clause. They
take one choice each, for two reasons. Hypothesis makes no choice twice, so they are spread evenly;
and what takes more choices it varies five times before it makes another, which would nearly always
have the same clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import reject
from hypothesis import strategies as st

from pytest_schemas._clauses import Clause
from pytest_schemas._document import fresh
from pytest_schemas._generate._chooser import Chooser, Rejected
from pytest_schemas._generate._drawing import Draw, Drawing, Strategies
from pytest_schemas._generate._misses import MOST_PLAIN, Miss, Misses, Plan
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
    several = len(demands) > 1
    by_id = {clause.id: clause for clause in clauses}

    def near_misses_(draw: Draw) -> NearMiss:
        chooser = Drawing(draw, strategies)
        made = _any if several else _one
        try:
            with untraced():
                clause, miss = made(misses, demands, chooser)
        except Rejected:
            reject()
        also = tuple(by_id[each] for each in sorted(miss.broken - {clause}))
        # A fault may hold what others hold as well, and who is tested may change the document.
        return NearMiss(fresh(miss.document), clause, also, fresh(context))

    near_misses_.__name__ = "near_misses"  # what the strategy's repr shows
    return st.composite(near_misses_)()


def _any(misses: Misses, demands: Sequence[Clause], chooser: Chooser) -> tuple[Clause, Miss]:
    """A near miss of any demand: a small one, until nearly all are seen, else one at random."""
    small = MOST_PLAIN * len(demands)
    index = chooser.integer(0, small)
    if index == small:
        return _one(misses, demands, chooser)
    number, first = divmod(index, len(demands))
    clause, plan = _breakable(misses, demands, first)
    if not plan.plain:
        return clause, plan.make(chooser)
    miss = plan.plain[number % len(plan.plain)]
    return clause, miss


def _one(misses: Misses, demands: Sequence[Clause], chooser: Chooser) -> tuple[Clause, Miss]:
    """A near miss whose document and fault are drawn."""
    first = chooser.integer(0, len(demands) - 1) if len(demands) > 1 else 0
    clause, plan = _breakable(misses, demands, first)
    return clause, plan.make(chooser)


def _breakable(misses: Misses, demands: Sequence[Clause], first: int) -> tuple[Clause, Plan]:
    """The first demand from some place on that can be broken."""
    for clause in (*demands[first:], *demands[:first]):
        plan = misses.plan(clause)
        if plan is not None:
            return clause, plan
    raise Rejected
