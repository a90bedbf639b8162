"""How much longer pytest runs when the plugin is installed and not used."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from _measure import in_turns, show_table, versions

ROUNDS = 21
#: Hypothesis's own plugin is left out: it imports Hypothesis at the end of a run, and the time that
#: this takes varies by more than what is looked for.
OTHERS = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
COMMAND = (sys.executable, "-m", "pytest", "-q", *OTHERS)

Clock = Callable[[], float]


def main() -> None:
    """Print the table."""
    with TemporaryDirectory(prefix="pytest-schemas-") as name:
        folder = Path(name)
        (folder / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
        _runs(folder, perf_counter, 2)  # everything is compiled, and in the system's cache
        rows = [
            ["on the clock", *_runs(folder, perf_counter, ROUNDS)],
            ["of the processor", *_runs(folder, _processor, ROUNDS)],
        ]
    title = f"Start-up: a run of one empty test ({versions('pytest')}; {ROUNDS} runs each)"
    show_table(title, ("ms", "without", "with", "more (middle half)"), rows)


def _runs(folder: Path, clock: Clock, rounds: int) -> list[str]:
    tasks: dict[str, Callable[[int], float]] = {
        "without": partial(_milliseconds, folder, clock, ("-p", "no:schemas")),
        "with": partial(_milliseconds, folder, clock, ()),
    }
    times = in_turns(tasks, rounds)
    more = [a - b for a, b in zip(times["with"], times["without"], strict=True)]
    low, _, high = quantiles(more, n=4)
    medians = [f"{median(each):.0f}" for each in times.values()]
    return [*medians, f"{median(more):.1f} ({low:.1f} to {high:.1f})"]


def _milliseconds(folder: Path, clock: Clock, options: tuple[str, ...], _round: int) -> float:
    # Compiled modules are kept, as they are by default.
    dropped = ("PYTEST", "PYTHONDONTWRITEBYTECODE")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
    begin = clock()
    subprocess.run(
        [*COMMAND, *options], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL
    )
    return 1000 * (clock() - begin)


def _processor() -> float:
    """What processes that were started have used, which other load hardly changes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
