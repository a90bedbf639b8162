"""How long it takes to build the strategy of each bundled contract."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from _measure import show_table, versions

NAMES = ("feedback", "plan", "plan-edit", "agent-result")
ROUNDS = 9


def main(arguments: list[str]) -> None:
    """Print the table; for a name, the figures of one process."""
    if arguments:
        print(*_measured(arguments[0]))
        return
    rounds = [{name: _fresh(name) for name in NAMES} for _ in range(ROUNDS)]
    rows = []
    for name in NAMES:
        columns = zip(*(each[name] for each in rounds), strict=True)
        rows.append([name, *(f"{1000 * median(column):.2f}" for column in columns)])
    head = ("ms", "contract()", "documents()", "again", "first document", "second document")
    title = f"Building a strategy, each in a new process ({versions('hypothesis')})"
    show_table(title, head, rows)


def _fresh(name: str) -> list[float]:
    done = subprocess.run(
        [sys.executable, __file__, name], check=True, stdout=subprocess.PIPE, text=True
    )
    return [float(each) for each in done.stdout.split()]


def _measured(name: str) -> list[float]:
    from generation import run

    import pytest_schemas as ps

    run(ps.documents({"type": "boolean"}), examples=1, seed=0)  # all that is imported late
    return [
        _seconds(lambda: ps.contract(name)),
        _seconds(lambda: ps.documents(name)),
        _seconds(lambda: ps.documents(name)),
        _seconds(lambda: run(ps.documents(name), examples=1, seed=0)),
        _seconds(lambda: run(ps.documents(name), examples=1, seed=0)),
    ]


def _seconds(call: Callable[[], object]) -> float:
    begin = process_time()
    call()
    return process_time() - begin


if __name__ == "__main__":
    main(sys.argv[1:])
