"""What an installed plugin costs a test suite that does not use it, and how it is switched off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

#: A conftest that writes down which modules are imported, at three moments of a run.
WITNESS = """
import json
import pathlib
import sys

import pytest

SEEN = {}

def look(moment):
    SEEN[moment] = sorted(sys.modules)

@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    look("collected")

def pytest_runtest_teardown():
    look("tested")

@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    look("finished")

@pytest.hookimpl(trylast=True)
def pytest_unconfigure():
    look("closed")
    pathlib.Path("seen.json").write_text(json.dumps(SEEN))
"""

#: Tests that make pytest ask every hook that this plugin has: one passes, one compares and fails.
UNUSED = """
def test_that_passes(tmp_path):
    assert {"a": 1} == {"a": 1}

def test_that_fails():
    assert {"a": [1]} == {"a": [2]}
"""

#: Other plugins, which import what they like.
OTHERS = ["anyio", "asyncio", "hypothesispytest", "randomly", "xdist", "xdist.looponfail"]

HEAVY = {"jsonschema", "referencing", "rpds", "hypothesis_jsonschema", "corvus_regex_ecma262"}


def pytest_process(
    folder: Path, *options: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run pytest in a process of its own, with no settings of the run that this test is in."""
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    others = [f"-pno:{name}" for name in (*OTHERS, "cacheprovider")]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *others, *options],
        cwd=folder,
        env={**outer, "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def modules(folder: Path, *options: str) -> dict[str, set[str]]:
    """Return which modules are imported at each moment of a run that does not use the plugin."""
    (folder / "conftest.py").write_text(WITNESS, encoding="utf-8")
    (folder / "test_unused.py").write_text(UNUSED, encoding="utf-8")
    pytest_process(folder, *options)
    seen = json.loads((folder / "seen.json").read_text(encoding="utf-8"))
    return {moment: set(names) for moment, names in seen.items()}


@pytest.mark.parametrize(
    "options",
    [[], ["--collect-only"], ["-phypothesispytest"]],
    ids=["run", "collect-only", "beside Hypothesis"],
)
def test_unused_it_imports_itself_and_nothing_else(tmp_path: Path, options: list[str]) -> None:
    """At no moment is there one more module than in a run without the plugin, its front apart."""
    with_it = modules(tmp_path, *options)
    without_it = modules(tmp_path, *options, "-pno:schemas")

    added = {moment: names - without_it[moment] for moment, names in with_it.items()}
    front = {"pytest_schemas", "pytest_schemas.plugin"}
    assert added == dict.fromkeys(without_it, front)


def test_unused_it_imports_nothing_heavy(tmp_path: Path) -> None:
    """Neither jsonschema nor Hypothesis is imported, nor any room of this package."""
    seen = set().union(*modules(tmp_path).values())

    assert seen & {*HEAVY, "hypothesis"} == set()
    assert {name for name in seen if name.startswith("pytest_schemas._")} == set()


def test_unused_it_leaves_no_files(tmp_path: Path) -> None:
    """There is no example database and no cache of ours."""
    modules(tmp_path, "-k", "passes")

    left = {path.name for path in tmp_path.iterdir()} - {"__pycache__"}
    assert left == {"conftest.py", "test_unused.py", "seen.json"}


USED = """
def test_names(contracts):
    assert "order" in list(contracts)
"""
CONFIGURATION = "[pytest]\nschemas_contracts = order = order.json\n"


@pytest.fixture(name="project")
def _project(tmp_path: Path) -> Path:
    """A project that uses a key and a fixture of the plugin."""
    (tmp_path / "pytest.ini").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / "test_used.py").write_text(USED, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        pytest.param([], {}, id="by its entry point"),
        pytest.param(["-p", "schemas"], {}, id="and by its name"),
        pytest.param(["-p", "pytest_schemas.plugin"], {}, id="and by its module"),
        pytest.param(
            ["-p", "pytest_schemas.plugin"],
            {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            id="by its module alone",
        ),
        pytest.param(
            ["-p", "schemas"], {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, id="by its name alone"
        ),
        pytest.param(
            [],
            {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "pytest_schemas.plugin"},
            id="by the environment alone",
        ),
        pytest.param(
            ["-p", "no:schemas", "-p", "pytest_schemas.plugin"], {}, id="by its module instead"
        ),
    ],
)
def test_however_it_is_loaded_it_works_once(
    project: Path, options: list[str], environment: dict[str, str]
) -> None:
    """The key is known, the fixture is there, the header has one line."""
    done = pytest_process(project, "--strict-config", *options, **environment)

    lines = done.stdout.splitlines()
    assert lines[-1].strip("= ").startswith("1 passed in ")
    assert [line for line in lines if line.startswith("schemas:")] == [
        "schemas: 1 contract of the project, 0 exact copies"
    ]
    assert done.stderr == ""


def test_without_it_its_keys_are_unknown(project: Path) -> None:
    """`-p no:schemas` takes everything away, and pytest says so as of any unknown key."""
    done = pytest_process(project, "-pno:schemas", "-q")

    assert "fixture 'contracts' not found" in done.stdout
    assert "PytestConfigWarning: Unknown config option: schemas_contracts" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("1 warning, 1 error in ")


def test_without_it_a_strict_configuration_is_refused(project: Path) -> None:
    """Under `--strict-config` an unknown key is an error of pytest's own."""
    done = pytest_process(project, "-pno:schemas", "--strict-config")

    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert done.stderr.strip() == "ERROR: Unknown config option: schemas_contracts"


def test_without_it_other_tests_run_as_ever(tmp_path: Path) -> None:
    """A suite that does not use the plugin cannot tell whether it is there."""
    (tmp_path / "test_unused.py").write_text(UNUSED, encoding="utf-8")

    shown = [
        [
            line.partition(" in ")[0]
            for line in pytest_process(tmp_path, *options).stdout.splitlines()
            if not line.startswith("plugins: ")
        ]
        for options in ([], ["-pno:schemas"])
    ]

    assert shown[0] == shown[1]
