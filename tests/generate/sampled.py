"""Documents of a strategy, the same ones in every run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st


def sampled(strategy: st.SearchStrategy[Any], count: int = 100) -> list[Any]:
    """Up to so many documents; every health check of Hypothesis is on."""
    documents: list[Any] = []

    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=[],
    )
    @given(strategy)
    def collect(document: Any) -> None:
        documents.append(document)

    collect()
    return documents


def smallest(
    strategy: st.SearchStrategy[Any],
    condition: Callable[[Any], bool] = lambda _: True,
    count: int = 1000,
) -> Any:
    """The document that a failure shrinks to, where documents of one kind fail."""
    options = settings(max_examples=count, database=None, deadline=None, derandomize=True)
    return find(strategy, condition, settings=options)
