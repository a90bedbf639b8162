"""How long a valid document takes to be judged, against jsonschema alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from _measure import NAMES, document, in_turns, ratio, show_table, versions
from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

import pytest_schemas as ps

ROUNDS = 41
#: So many seconds one measurement takes, about.
STRETCH = 0.02


def main() -> None:
    """Print the table."""
    head = ("µs", "is_valid", "violations", "jsonschema", "with its formats", "ratio", "ratio")
    title = f"Judging a valid document ({versions('jsonschema')})"
    show_table(title, head, [_row(name) for name in NAMES])


def _row(name: str) -> list[str]:
    contract = ps.contract(name)
    schema: Any = contract.source.contents
    judged = document(name)
    plain: Validator = Draft202012Validator(schema)
    checker = Draft202012Validator.FORMAT_CHECKER
    strict: Validator = Draft202012Validator(schema, format_checker=checker)
    calls: dict[str, Callable[[], object]] = {
        "is_valid": partial(contract.is_valid, judged),
        "violations": partial(contract.violations, judged),
        "plain": partial(plain.is_valid, judged),
        "strict": partial(strict.is_valid, judged),
    }
    if not contract.is_valid(judged) or not strict.is_valid(judged):
        message = f"The document of {name} is not valid."
        raise ValueError(message)
    times = in_turns({key: _timed(call) for key, call in calls.items()}, ROUNDS)
    return [
        name,
        *(f"{median(each) * 1e6:.0f}" for each in times.values()),
        ratio(times, "is_valid", "plain"),
        ratio(times, "is_valid", "strict"),
    ]


def _timed(call: Callable[[], object]) -> Callable[[int], float]:
    """Measures one call, by as many as fill a stretch of time."""
    repeats = 1
    while (took := _seconds(call, repeats)) < STRETCH / 4:
        repeats *= 2
    repeats = max(1, round(repeats * STRETCH / took))
    return lambda _round: _seconds(call, repeats) / repeats


def _seconds(call: Callable[[], object], repeats: int) -> float:
    begin = process_time()
    for _ in range(repeats):
        call()
    return process_time() - begin


if __name__ == "__main__":
    main()
