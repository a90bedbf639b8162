"""How many documents a second a program answers: kept alive, and run anew for each."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from _measure import document, in_turns, show_table

import pytest_schemas as ps

ROUNDS = 11
#: Documents of one measurement.
KEPT_ALIVE = 1000
RUN_ANEW = 10

#: Programs that give back what they get, read and written as JSON.
NODE = """
const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => process.stdout.write(`${JSON.stringify(JSON.parse(line))}\\n`));
"""
PYTHON = """
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line)), flush=True)
"""


def main() -> None:
    """Print the table."""
    programs = {"Python": [sys.executable, "-IS", "-c", PYTHON]}
    node = shutil.which("node")
    if node is not None:
        programs = {"Node.js": [node, "-e", NODE], **programs}
    small, usual = {"a": 1}, document("feedback")
    rows = [_row(*each, small, usual) for each in programs.items()]
    head = ("documents a second", "a small one", "feedback", "run anew", "subprocess.run")
    size = len(json.dumps(usual, separators=(",", ":")))
    title = f"Documents a second to a program and back (feedback: {size} bytes)"
    show_table(title, head, rows)
    if node is None:
        print("node is not installed.\n", flush=True)


def _row(name: str, command: Sequence[str], small: object, usual: object) -> list[str]:
    with ExitStack() as started:
        kept = started.enter_context(ps.json_command(command, lines=True))
        anew = started.enter_context(ps.json_command(command))
        tasks: dict[str, Callable[[int], float]] = {
            "small": partial(_rate, partial(kept, small), KEPT_ALIVE),
            "usual": partial(_rate, partial(kept, usual), KEPT_ALIVE),
            "anew": partial(_rate, partial(anew, usual), RUN_ANEW),
            "plain": partial(_rate, partial(_plain, command, usual), RUN_ANEW),
        }
        for task in tasks.values():
            task(0)  # the first answer waits for the start
        rates = in_turns(tasks, ROUNDS)
    return [name, *(_shown(each) for each in rates.values())]


def _rate(call: Callable[[], object], count: int, _round: int) -> float:
    begin = perf_counter()
    for _ in range(count):
        call()
    return count / (perf_counter() - begin)


def _plain(command: Sequence[str], usual: object) -> Any:
    text = json.dumps(usual).encode()
    done = subprocess.run(command, input=text, capture_output=True, check=True)
    return json.loads(done.stdout)


def _shown(rates: Sequence[float]) -> str:
    return f"{median(rates):.0f} ({min(rates):.0f} to {max(rates):.0f})"


if __name__ == "__main__":
    main()
