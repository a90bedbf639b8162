"""Run the tests of the example projects, as projects that install pytest-schemas.

It builds the wheel, installs it into a new virtual environment, copies each example out of this
repository, installs it too if it is a Python package, and runs pytest there. At the end, it puts
faults into copies of the examples, and looks whether they fail as docs/examples.md says. Arguments
are handed on to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
ROOT = EXAMPLES.parent
PROJECTS = ("chips-harness", "plan-server", "worker-node")


def main(arguments: list[str]) -> int:
    """Run each example; the first exit status that is not 0 is returned."""
    if sys.version_info < (3, 10):  # noqa: UP036 - said here rather than by a failing build
        sys.exit("This needs Python 3.10 or newer.")
    with tempfile.TemporaryDirectory(prefix="pytest-schemas-") as name:
        folder = Path(name)
        python = _environment(folder / "environment")
        pip = [python, "-m", "pip", "--disable-pip-version-check"]
        _say("building the wheel")
        _run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
        (wheel,) = folder.glob("*.whl")
        _say(f"installing {wheel.name}")
        _run([*pip, "install", "--quiet", str(wheel)])
        statuses = []
        for project in PROJECTS:
            _say(f"running the tests of examples/{project}")
            left = shutil.ignore_patterns(".*", "__pycache__")
            copy = shutil.copytree(EXAMPLES / project, folder / project, ignore=left)
            if "[project]" in (copy / "pyproject.toml").read_text("utf-8"):
                _run([*pip, "install", "--quiet", str(copy)])
            statuses.append(_test(python, copy, arguments))
        _say("putting faults into the examples")
        statuses.append(_test(python, ROOT, ["examples/test_faults.py", *arguments]))
    return next(filter(None, statuses), 0)


def _environment(folder: Path) -> str:
    venv.create(folder, with_pip=True)
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def _say(text: str) -> None:
    print(f"* {text}", flush=True)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def _test(python: str, folder: Path, arguments: list[str]) -> int:
    # What is set for another run, such as the one that starts this, is not meant for these.
    environment = {name: value for name, value in os.environ.items() if name != "PYTEST_ADDOPTS"}
    return subprocess.run(
        [python, "-m", "pytest", *arguments], cwd=folder, env=environment, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
