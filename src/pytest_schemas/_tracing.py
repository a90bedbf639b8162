"""Work of this package while Hypothesis traces a failing test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def untraced() -> Iterator[None]:
    """Keep Hypothesis from tracing what is done meanwhile.

    From the first failure on it looks at every line that runs, to explain what failing inputs have
    in common. Before Python 3.12 that makes drawing and judging documents more than ten times as
    slow, and lines of this package would stand in the explanation. Other tracers, such as those of
    debuggers and coverage, are left alone.
    """
    tracer = sys.gettrace()
    if not getattr(tracer, "__module__", "").startswith("hypothesis."):
        yield
        return
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
