"""Measure pytest-schemas against its peers, and print the tables as Markdown.

It builds the wheel and makes two virtual environments in a temporary folder, since one peer needs
an older Hypothesis than the other. Peers take turns in one process; nothing is compared across
environments.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The last Hypothesis on which hypothesis-jsonschema makes objects.
OLD = ("hypothesis==6.170.9", "hypothesis-jsonschema==0.23.1")
NEW = ("hypothesis", "schemathesis")


def main() -> None:
    """Measure everything."""
    if sys.version_info < (3, 11):
        sys.exit("This needs Python 3.11 or newer, as Hypothesis 6.170.9 does.")
    with tempfile.TemporaryDirectory(prefix="pytest-schemas-") as name:
        folder = Path(name)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
        _run([*pip, "--wheel-dir", name, str(HERE.parent)], folder)
        (wheel,) = folder.glob("*.whl")
        old = _environment(folder / "old", str(wheel), *OLD)
        new = _environment(folder / "new", str(wheel), *NEW)
        system = f"{platform.system()}, {os.cpu_count()} processors"
        python = f"{platform.python_implementation()} {platform.python_version()}"
        print(f"{wheel.name}, {python}, {system}.\n", flush=True)
        # The first environment has no plugins of pytest but this one and Hypothesis's.
        _run([old, str(HERE / "judging.py")], folder)
        _run([old, str(HERE / "startup.py")], folder)
        _run([old, str(HERE / "programs.py")], folder)
        _run([new, str(HERE / "building.py")], folder)
        _run([new, str(HERE / "producers.py")], folder)
        _run([old, str(HERE / "generation.py"), "hypothesis-jsonschema"], folder)
        _run([new, str(HERE / "generation.py"), "schemathesis"], folder)
        _run([new, str(HERE / "power.py")], folder)


def _environment(folder: Path, *packages: str) -> str:
    venv.create(folder, with_pip=True)
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    _run([*pip, *packages], folder)
    return python


def _run(command: list[str], folder: Path) -> None:
    # Away from this repository, so that its configuration and its sources are not found.
    subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    main()
