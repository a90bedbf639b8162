"""What the benchmarks share: rounds that take turns, and tables of their medians."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

NAMES = ("feedback", "plan-edit", "agent-result")

Times = Mapping[str, Sequence[float]]


def document(name: str) -> Any:
    """The valid document of a contract that is judged."""
    path = Path(__file__).parent / "documents" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def in_turns(tasks: Mapping[str, Callable[[int], float]], rounds: int) -> dict[str, list[float]]:
    """What each task measures, A B A B ...; a task gets the number of its round.

    Whatever else the machine does meanwhile slows all of them down alike.
    """
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(rounds):
        for name, task in tasks.items():
            times[name].append(task(number))
    return times


def ratio(times: Times, one: str, other: str) -> str:
    """How many times as long one takes as the other: the median of the rounds, and their range."""
    each = [a / b for a, b in zip(times[one], times[other], strict=True)]
    return f"{median(each):.2f} ({min(each):.2f} to {max(each):.2f})"


def show_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a Markdown table; all columns but the first are numbers."""
    print(f"### {title}\n")
    print(f"| {' | '.join(head)} |")
    print(f"|---|{'---:|' * (len(head) - 1)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print(flush=True)


def versions(*packages: str) -> str:
    """The installed versions, for the title of a table."""
    return ", ".join(f"{each} {version(each)}" for each in packages)
