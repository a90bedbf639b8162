"""Say how a run of tox went: a line for each environment, and the number of tests at the end.

Arguments: the file with tox's result, and the Pythons that were found on this machine. The exit
status is not 0 where an environment failed, where one was skipped although its Python was found,
and where no test ran.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

_VERSION = "import sys; print(*sys.version_info[:2], sep='.')"
#: The last line of pytest, such as "12 passed, 1 skipped in 3.45s".
_CLOSING = re.compile(r"^(?:=+ )?(\d+ [a-z]+(?:, \d+ [a-z]+)*) in \d+\.\d+s\b", re.MULTILINE)


def main(result: str, *pythons: str) -> int:
    """Print the summary and return the exit status."""
    found = {_version(python) for python in pythons}
    total = Counter[str]()
    wrong = []
    environments = json.loads(Path(result).read_text("utf-8"))["testenvs"]
    print("\nAll environments:")
    for name, environment in environments.items():
        if "result" not in environment:
            continue  # it only builds the wheel
        counts = _counts(environment)
        total += counts
        verdict, right = _verdict(name, environment["result"], found)
        print(f"  {name}: {verdict}{_listed(counts)}")
        if not right:
            wrong.append(name)
    if wrong:
        print(f"Not as they should be: {', '.join(wrong)}")
    print(f"{total['passed']} passed, {total['failed'] + total['error']} failed")
    return int(bool(wrong) or not total["passed"])


def _version(python: str) -> str:
    return subprocess.run(
        [python, "-c", _VERSION], capture_output=True, text=True, check=True
    ).stdout.strip()


def _counts(environment: dict[str, Any]) -> Counter[str]:
    """How many tests passed, failed and so on, by the last line of each pytest run."""
    counts = Counter[str]()
    for command in environment.get("test", ()):
        closings = _CLOSING.findall(command["output"])
        # A failing test may show the output of a run inside it: then the last one counts.
        for closing in closings[-1:] if command["retcode"] else closings:
            for part in closing.split(", "):
                number, _, outcome = part.partition(" ")
                counts[outcome.removesuffix("s")] += int(number)
    return counts


def _verdict(name: str, outcome: dict[str, Any], found: set[str]) -> tuple[str, bool]:
    if not outcome["skipped"]:
        return ("passed" if outcome["success"] else "FAILED"), outcome["success"]
    # All others take one of several Pythons, so that none of them is ever skipped.
    own = re.fullmatch(r"py3(\d+)", name)
    if own and f"3.{own[1]}" not in found:
        return f"skipped, since Python 3.{own[1]} is missing here", True
    return "SKIPPED, though its Python was found", False


def _listed(counts: Counter[str]) -> str:
    return f" ({', '.join(f'{n} {outcome}' for outcome, n in counts.items())})" if counts else ""


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
