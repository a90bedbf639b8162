"""The plugin beside others, under strict settings, and in runs inside runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import pytest_schemas as ps
import pytest_schemas._collect  # imported once, not anew in each inner run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., pytest.RunResult]

PYTEST_9 = pytest.version_tuple >= (9,)

SCHEMA = {"title": "Count", "properties": {"n": {"type": "integer", "minimum": 1}}}
CONFIGURATION = """
[pytest]
schemas_contracts = count = count.json
schemas_copies = copy.json = count.json
"""

#: Tests that use all of the plugin; the one that fails does so as its message says.
USE = """
import pytest_schemas as ps

def test_fixture(contracts, feedback_contract):
    assert contracts["count"].is_valid({"n": 1})
    assert not feedback_contract.is_valid({})

def test_expectation():
    assert {"count": {"n": 1}} == {"count": ps.conforms("count")}

def test_mismatch():
    assert {"count": {"n": 0}} == {"count": ps.conforms("count")}

def test_copies():
    ps.assert_exact_copies("plan-edit", "plan", ["item", "file", "check"])
"""
COPY = "pytest.ini::copy.json is an exact copy of count.json"
MODULE = "tests/test_use.py"
OUTCOMES = {
    f"PASSED {COPY}",
    f"PASSED {MODULE}::test_fixture",
    f"PASSED {MODULE}::test_expectation",
    f"FAILED {MODULE}::test_mismatch - assert value == conforms('count'): "
    "at /count, /properties/n/minimum",
    f"PASSED {MODULE}::test_copies",
}


def write(path: Path, value: object) -> None:
    """Write a file: a text as it is, any other value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


@pytest.fixture(name="run")
def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in a project that uses all of the plugin, beside the named plugins alone."""
    everyone = {"anyio", "asyncio", "hypothesispytest", "randomly", "xdist"}
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("count.json", "copy.json"):
        write(pytester.path / name, SCHEMA)
    write(pytester.path / MODULE, USE)

    def run(*options: str, beside: tuple[str, ...] = (), more: str = "") -> pytest.RunResult:
        absent = [f"-p no:{each}" for each in sorted(everyone - {*beside})]
        monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(["-p no:cacheprovider", *absent]))
        write(pytester.path / "pytest.ini", f"{CONFIGURATION}{more}\n")
        return pytester.runpytest_inprocess("-rA", *options)

    return run


def outcomes(result: pytest.RunResult) -> set[str]:
    """Return the lines of the short summary."""
    return {line for line in result.outlines if line.startswith(("PASSED", "FAILED", "ERROR"))}


# Beside other plugins


@pytest.mark.parametrize("dist", ["load", "loadscope"])
def test_beside_xdist(run: Run, dist: str) -> None:
    """Workers find the configured contracts, explain comparisons, and share out the copies."""
    pytest.importorskip("xdist")

    result = run("-n", "2", "--dist", dist, beside=("xdist",))

    assert outcomes(result) == OUTCOMES
    result.assert_outcomes(passed=4, failed=1)


ASYNC = """
import pytest
import pytest_schemas as ps

{mark}
async def test_coroutine(feedback_contract, contracts):
    assert not feedback_contract.is_valid({{}})
    assert {{"count": {{"n": 1}}}} == {{"count": ps.conforms("count")}}

{mark}
async def test_mismatch():
    assert {{"n": 0}} == ps.conforms("count")
"""
ASYNC_OUTCOMES = {
    "PASSED tests/test_async.py::test_coroutine",
    "FAILED tests/test_async.py::test_mismatch - assert value == conforms('count'): "
    "at the root, /properties/n/minimum",
}


@pytest.mark.parametrize(("mode", "mark"), [("strict", "@pytest.mark.asyncio"), ("auto", "")])
def test_beside_asyncio(run: Run, pytester: pytest.Pytester, mode: str, mark: str) -> None:
    """Coroutines use the fixtures and `conforms` as functions do."""
    pytest.importorskip("pytest_asyncio")
    write(pytester.path / "tests/test_async.py", ASYNC.format(mark=mark))
    settings = f"asyncio_mode = {mode}\nasyncio_default_fixture_loop_scope = function"

    result = run("-W", "error", beside=("asyncio",), more=settings)

    assert outcomes(result) == OUTCOMES | ASYNC_OUTCOMES


def test_beside_anyio(run: Run, pytester: pytest.Pytester) -> None:
    """The same under anyio's plugin."""
    pytest.importorskip("anyio")
    backend = "@pytest.fixture\ndef anyio_backend(): return 'asyncio'\n"
    text = ASYNC.format(mark="@pytest.mark.anyio")
    write(pytester.path / "tests/test_async.py", text + backend)

    result = run("-W", "error", beside=("anyio",))

    assert outcomes(result) == OUTCOMES | ASYNC_OUTCOMES


@pytest.mark.parametrize("seed", ["1", "2"])
def test_beside_randomly(run: Run, seed: str) -> None:
    """Copies are shuffled among the tests of other files, whatever the order."""
    pytest.importorskip("pytest_randomly")

    result = run(f"--randomly-seed={seed}", beside=("randomly",))

    assert outcomes(result) == OUTCOMES


def test_beside_everyone(run: Run) -> None:
    """All of these at once."""
    for name in ("anyio", "pytest_asyncio", "pytest_randomly", "xdist"):
        pytest.importorskip(name)

    result = run(
        "-n",
        "2",
        beside=("anyio", "asyncio", "randomly", "xdist"),
        more="asyncio_mode = auto\nasyncio_default_fixture_loop_scope = function",
    )

    assert outcomes(result) == OUTCOMES


# Under strict settings


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        pytest.param(["-W", "error"], "", id="warnings are errors"),
        pytest.param(["--strict-config", "--strict-markers"], "", id="strict flags"),
        pytest.param(["-W", "error"], "filterwarnings = error\nxfail_strict = true", id="both"),
        pytest.param(
            ["-W", "error"],
            "strict = true",
            id="strict mode",
            marks=pytest.mark.skipif(not PYTEST_9, reason="pytest 8 has no strict mode"),
        ),
    ],
)
def test_strict_settings_have_no_complaint(run: Run, options: list[str], settings: str) -> None:
    """The plugin warns of nothing, and has no key or marker that pytest does not know."""
    assert outcomes(run(*options, more=settings)) == OUTCOMES


# In runs inside runs


def names() -> list[str]:
    """Return the names of the contracts of the run that is going on."""
    with pytest.raises(ps.ContractError) as refused:
        ps.contract("no-such-name")
    return str(refused.value).partition("Known are ")[2].partition(";")[0].split(", ")


@pytest.mark.parametrize(
    ("options", "conftest", "code"),
    [
        pytest.param([], "", pytest.ExitCode.TESTS_FAILED, id="that ends"),
        pytest.param(
            ["-o", "schemas_copies=nonsense"],
            "",
            pytest.ExitCode.USAGE_ERROR,
            id="with a bad line",
        ),
        pytest.param(
            ["--no-such-option"], "", pytest.ExitCode.USAGE_ERROR, id="with an unknown option"
        ),
        pytest.param(
            [],
            "import pytest\ndef pytest_configure(): raise pytest.UsageError('no')",
            pytest.ExitCode.USAGE_ERROR,
            id="whose conftest refuses",
        ),
        pytest.param(
            [],
            "import pytest\ndef pytest_sessionstart(): pytest.exit('enough')",
            pytest.ExitCode.INTERRUPTED,
            id="that is given up",
        ),
        pytest.param(
            [],
            "def pytest_collection(): raise RuntimeError('broken')",
            pytest.ExitCode.INTERNAL_ERROR,
            id="that breaks",
        ),
    ],
)
def test_a_run_inside_a_run_leaves_nothing_behind(
    run: Run,
    pytester: pytest.Pytester,
    options: list[str],
    conftest: str,
    code: pytest.ExitCode,
) -> None:
    """However the inner run ends, the outer one has its own contracts and its own root again."""
    write(pytester.path / "conftest.py", conftest)
    before = names()

    result = run(*options)

    assert result.ret == code
    assert names() == before
    assert "count" not in before
    with pytest.raises(ps.ContractError, match=r"no schema file .*count\.json"):
        ps.contract("./count.json")


def test_each_run_has_its_own_contracts(run: Run, pytester: pytest.Pytester) -> None:
    """Three runs deep, each finds the names and files of its own configuration."""
    write(pytester.path / "conftest.py", "pytest_plugins = ['pytester']\n")
    write(
        pytester.path / MODULE,
        """
import pytest
import pytest_schemas as ps

def test_outer(contracts, pytester):
    pytester.makefile(".ini", pytest="[pytest]\\nschemas_contracts = inner = inner.json")
    pytester.makefile(".json", inner='{"type": "string"}')
    pytester.makepyfile('''
        import pytest_schemas as ps

        def test_inner(contracts):
            assert list(contracts)[4:] == ["inner"]
            assert ps.contract("inner.json").is_valid("text")
    ''')
    assert list(contracts)[4:] == ["count"]

    pytester.runpytest_inprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)

    assert list(contracts)[4:] == ["count"]
    assert ps.contract("count.json").is_valid({"n": 1})
    with pytest.raises(ps.ContractError):
        ps.contract("inner")
""",
    )

    result = run("-p", "pytester")

    assert outcomes(result) == {f"PASSED {COPY}", f"PASSED {MODULE}::test_outer"}
