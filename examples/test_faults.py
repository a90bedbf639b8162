"""docs/examples.md tells the truth: each fault, put into a copy of its example, fails as shown.

`examples/run.py` runs this after the examples' own tests.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parent
PAGE = EXAMPLES.parent / "docs" / "examples.md"

#: What other plugins, where they are installed, would change.
OTHERS = [f"-pno:{name}" for name in ("anyio", "asyncio", "cacheprovider", "randomly", "xdist")]

#: A heading, or a fenced block: its language, and its text.
_PART = re.compile(
    r"^## `(?P<project>[\w-]+)`$"
    r"|^### (?P<title>[^\n]+)$"
    r"|^```(?P<language>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Fault:
    """A change of one file of an example, and what pytest shows then."""

    project: str
    title: str
    file: str
    before: str
    after: str
    command: list[str]
    #: The parts of the output that are shown; what stands between them is left out.
    shown: list[str]


def _faults() -> Iterator[Fault]:
    project = title = change = ""
    for part in _PART.finditer(PAGE.read_text("utf-8")):
        if part["project"]:
            project = part["project"]
        elif part["title"]:
            title = part["title"]
        elif part["language"] == "diff":
            change = part["text"]
        elif part["language"] == "text":
            command, _, output = part["text"].partition("\n")
            yield Fault(
                project,
                title,
                change.partition("\n")[0].removeprefix("--- "),
                _side(change, "-"),
                _side(change, "+"),
                shlex.split(command.removeprefix("$ pytest")),
                re.split(r"^\.\.\.\n", output, flags=re.MULTILINE),
            )


def _side(change: str, sign: str) -> str:
    """The lines of a diff as they were (`-`) or are (`+`); those with a space are both."""
    lines = change.splitlines(keepends=True)[1:]
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))


def test_each_example_has_faults() -> None:
    """The page leaves no example out."""
    projects = {each.parent.name for each in EXAMPLES.glob("*/pyproject.toml")}

    assert {fault.project for fault in _faults()} == projects


@pytest.mark.parametrize("fault", [pytest.param(each, id=each.title) for each in _faults()])
def test_a_fault_fails_as_shown(fault: Fault, tmp_path: Path) -> None:
    """The lines that the page shows come out, in their order."""
    if fault.project == "worker-node" and shutil.which("node") is None:
        pytest.skip("node is not installed")
    folder = tmp_path / fault.project
    shutil.copytree(
        EXAMPLES / fault.project, folder, ignore=shutil.ignore_patterns(".*", "__pycache__")
    )
    _put_in(fault, folder)

    printed = _run(fault, folder)

    at = 0
    for each in fault.shown:
        found = printed.find(f"\n{each}", at)
        assert found >= 0, f"not shown, or not in this place:\n{each}\n{printed}"
        at = found + len(each)


def _put_in(fault: Fault, folder: Path) -> None:
    file = folder / fault.file
    text = file.read_text("utf-8")
    assert text.count(fault.before) == 1, f"not once in {fault.file}:\n{fault.before}"
    file.write_text(text.replace(fault.before, fault.after), "utf-8")


def _run(fault: Fault, folder: Path) -> str:
    """What pytest prints, on a build server: Hypothesis does the same in every run there."""
    environment = {
        **{name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"},
        "CI": "true",
        "COLUMNS": "100",
        "PYTHONPATH": os.pathsep.join(filter(None, ("src", os.environ.get("PYTHONPATH")))),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--color=no", *OTHERS, *fault.command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    lines = (line.rstrip() for line in done.stdout.splitlines())
    return re.sub(r"in \d+\.\d+s\b", "in 1.00s", "\n".join(["", *lines, ""]))
