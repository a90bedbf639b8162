"""Numbers outside their bounds, and between their multiples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_schemas._generate._faults._at import At, Fault

#: Half of one more than this is not told from it by a double.
_HALVES = 2**53


def below(_value: Any, at: At) -> Iterator[Fault]:
    """One under the least number, and less."""
    bound = at.demanded
    if isinstance(bound, bool):  # draft 4: the bound stands beside it
        bound = at.place.schema.get("minimum", 0)
    if _is_open(at, "exclusiveMinimum"):
        yield Fault("at-bound", bound)
    step = _step(at)
    yield Fault("one-under", bound - step)
    if abs(bound) < _HALVES:
        yield Fault("half-under", bound - 0.5)
    if bound >= 0:
        yield Fault("negative", -1)
    yield Fault("far-under", min(-(2**53), bound - 2**53))


def above(_value: Any, at: At) -> Iterator[Fault]:
    """One over the greatest number, and more."""
    bound = at.demanded
    if isinstance(bound, bool):
        bound = at.place.schema.get("maximum", 0)
    if _is_open(at, "exclusiveMaximum"):
        yield Fault("at-bound", bound)
    yield Fault("one-over", bound + _step(at))
    if abs(bound) < _HALVES:
        yield Fault("half-over", bound + 0.5)
    yield Fault("far-over", max(2**53, bound * 2))


def no_multiple(value: Any, at: At) -> Iterator[Fault]:
    """A number between two multiples."""
    step = at.demanded
    number = value if isinstance(value, (int, float)) else 0
    if step == int(step):
        yield Fault("one-more", number + 1)
        yield Fault("one-less", number - 1)
    yield Fault("half-step", number + step / 2)
    yield Fault("finer", number + step / 10)


def _is_open(at: At, keyword: str) -> bool:
    return at.keyword == keyword or at.place.schema.get(keyword) is True


def _step(at: At) -> float:
    step = at.place.schema.get("multipleOf", 1)
    return int(step) if step == int(step) else float(step)
