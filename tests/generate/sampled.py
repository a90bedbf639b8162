"""Documents of a strategy, the same ones in every run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

#: For what an old Hypothesis cannot do: it varies less, and stops at an edge such as the longest
#: text, which is not made as the least that fails is.
NEW = pytest.mark.skipif(
    hypothesis.__version_info__ < (6, 168), reason="varies and shrinks less on an old Hypothesis"
)
D4 = "http://json-schema.org/draft-04/schema#"
D6 = "http://json-schema.org/draft-06/schema#"
D7 = "http://json-schema.org/draft-07/schema#"
D19 = "https://json-schema.org/draft/2019-09/schema"
D20 = "https://json-schema.org/draft/2020-12/schema"


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
    options = settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
    )
    return find(strategy, condition, settings=options)


def case(id: str, schema: Any, **wanted: Callable[[Any], bool]) -> Any:  # noqa: A002 - as pytest's
    """A schema, and what must be seen among its documents, by name."""
    return pytest.param(schema, wanted, id=id)


def closed(**properties: Any) -> dict[str, Any]:
    """An object with some members and no other."""
    return {"type": "object", "properties": properties, "additionalProperties": False}
