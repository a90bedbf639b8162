"""Cases drawn from public bug reports: how runs go, alone and beside other plugins."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Names the plugins of a run, by their modules.
Load: TypeAlias = "Callable[..., None]"

PACKAGE = Path(ps.__file__).parent
LIBRARIES = [
    "corvus_regex_ecma262",
    "hypothesis",
    "hypothesis_jsonschema",
    "jsonschema",
    "jsonschema_specifications",
    "pytest",
    "referencing",
]
FIXTURES = [
    "contracts",
    "feedback_contract",
    "plan_contract",
    "plan_edit_contract",
    "agent_result_contract",
    "json_command",
]


@pytest.fixture(name="load")
def _load(monkeypatch: pytest.MonkeyPatch) -> Load:
    """Returns a function that names the plugins of a run; without it, all installed ones load."""

    def load(*modules: str) -> None:
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        monkeypatch.setenv("PYTEST_PLUGINS", ",".join(("pytest_schemas.plugin", *modules)))

    return load


# R89: the same tests in every process

PROJECT = {
    "pyproject.toml": """
        [tool.pytest.ini_options]
        schemas_contracts = ["zebra = zebra.json", "ant = ant.json"]
        schemas_copies = [
            "zebra.json#/$defs/leg = ant.json#/$defs/leg",
            "ant.json#/$defs/leg = zebra.json#/$defs/leg",
        ]
    """,
    "zebra.json": '{"$defs": {"leg": {"enum": ["b", "a"]}}, "properties": {"z": {}, "a": {}}}',
    "ant.json": '{"properties": {"b": {}, "a": {}}, "$defs": {"leg": {"enum": ["b", "a"]}}}',
    "test_all.py": """
        import pytest
        import pytest_schemas as ps

        NAMES = ["feedback", "ant", "zebra"]

        @pytest.mark.parametrize("clause", [c for name in NAMES for c in ps.contract(name).clauses])
        def test_clause(clause):
            pass

        @pytest.mark.parametrize(
            "rule", [r for name in NAMES for r in ps.contract(name).rules], ids=lambda r: r.id
        )
        def test_rule(rule):
            pass

        def test_names(contracts):
            assert list(contracts)[4:] == ["zebra", "ant"]
    """,
}


@pytest.fixture(name="project")
def _project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with contracts and copies of its own, and a test for all that has an id."""
    for name, text in PROJECT.items():
        path = Path(name)
        pytester.makefile(path.suffix, **{path.stem: text})
    return pytester


def ids(folder: Path, *arguments: str) -> list[str]:
    """The ids of the tests that pytest collects from a folder, in order."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return [line for line in run.stdout.splitlines() if "::" in line]


def test_the_ids_are_the_same_in_every_process(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, load
) -> None:
    """R89: neither the hash seed nor the folder in which pytest is started changes them."""
    load()
    path = project.path
    runs = []
    for seed, folder, arguments in [
        ("0", path, []),
        ("1", path, []),
        ("2", path.parent, [path.name]),
        ("random", path, []),
        ("random", path.parent, [path.name]),
    ]:
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        runs.append(ids(folder, *arguments))

    assert len(runs[0]) == len(set(runs[0])) > 100
    assert runs == [runs[0]] * len(runs)
    assert [each for each in runs[0] if "copy" in each] == [
        "pyproject.toml::zebra.json#/$defs/leg is an exact copy of ant.json#/$defs/leg",
        "pyproject.toml::ant.json#/$defs/leg is an exact copy of zebra.json#/$defs/leg",
    ]


@pytest.mark.parametrize("distribution", ["load", "loadfile", "loadscope", "worksteal"])
def test_the_workers_collect_the_same_tests(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, load: Load, distribution: str
) -> None:
    """R89: pytest-xdist runs each test once, and finds no difference between its workers."""
    load("xdist.plugin")
    monkeypatch.setenv("PYTHONHASHSEED", "random")

    result = project.runpytest_subprocess("-n", "2", "--dist", distribution)

    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"passed"}
    assert outcomes["passed"] > 100


# R91, R93: Hypothesis

GIVEN_TEST = """
    import unittest

    import pytest
    from hypothesis import given, strategies as st

    @given(number=st.integers())
    def test_function({fixture}, number):
        assert {fixture}

    @pytest.mark.parametrize("side", ["above"])
    @given(number=st.integers())
    def test_parametrized_above({fixture}, side, number):
        assert {fixture}

    @given(number=st.integers())
    @pytest.mark.parametrize("side", ["below"])
    def test_parametrized_below({fixture}, side, number):
        assert {fixture}

    @pytest.fixture(scope="class")
    def used(request, {fixture}):
        request.cls.used = {fixture}

    @pytest.mark.usefixtures("used")
    class CaseTest(unittest.TestCase):
        @given(number=st.integers())
        def test_method(self, number):
            self.assertTrue(self.used)
"""


def test_each_fixture_works_under_given(pytester: pytest.Pytester, load: Load) -> None:
    """R91: under default settings no health check speaks up, in functions and in test cases."""
    load("_hypothesis_pytestplugin")
    files = {f"test_{name}": GIVEN_TEST.format(fixture=name) for name in FIXTURES}
    pytester.makepyfile(**files)

    result = pytester.runpytest_subprocess("-W", "error")

    result.assert_outcomes(passed=4 * len(FIXTURES))


def test_only_public_names_of_libraries_are_used() -> None:
    """R93: nothing is taken from a library that may change from one release to the next."""
    used = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in PACKAGE.rglob("*.py")
        for name in names_used(ast.parse(path.read_text(encoding="utf-8")))
        if is_private(name)
    ]

    assert used == []


def names_used(tree: ast.AST) -> Iterator[str]:
    """The dotted names that a module imports, or reaches by attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def is_private(name: str) -> bool:
    """Whether a name is a library's own affair."""
    library, *steps = name.split(".")
    return library == "_pytest" or (
        library in LIBRARIES and any(step == "internal" or step.startswith("_") for step in steps)
    )


@pytest.mark.parametrize(
    ("code", "private"),
    [
        ("from hypothesis.strategies._internal.core import text", True),
        ("import hypothesis.internal.conjecture.data as data", True),
        ("import hypothesis\nhypothesis.strategies._internal", True),
        ("from _pytest.config import Config", True),
        ("from hypothesis import strategies as st", False),
        ("from __future__ import annotations", False),
        ("from pytest_schemas._contract import Contract", False),
    ],
)
def test_private_names_are_recognised(code: str, private: bool) -> None:
    """The search for private names finds them however they are reached."""
    assert any(map(is_private, names_used(ast.parse(code)))) is private


def test_contracts_work_without_hypothesis(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, load
) -> None:
    """R93: where importing Hypothesis fails, pytest starts, and assertions hold or fail."""
    load()
    broken = pytester.mkdir("broken")
    for name in ("hypothesis", "hypothesis_jsonschema"):
        text = "raise ImportError('a release that does not work')"
        (broken / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(broken), prepend=os.pathsep)
    pytester.makepyfile(
        """
        import pytest
        import pytest_schemas as ps

        def test_hypothesis_is_broken():
            with pytest.raises(ImportError):
                import hypothesis

        def test_assertions(feedback_contract):
            found = feedback_contract.assert_invalid({}, clause='/required="kind"')
            assert {"kind": "note"} != ps.conforms("feedback")
        """
    )

    result = pytester.runpytest_subprocess()

    result.assert_outcomes(passed=2)


# R96, R98: installed and unused, and beside other plugins

#: Entry points load, but for these, which take their time.
FEW = [f"-pno:{name}" for name in ("anyio", "asyncio", "hypothesispytest", "randomly", "xdist")]

PLAIN_TEST = """
    import json
    import sys
    from pathlib import Path

    def test_plain():
        Path("modules.json").write_text(json.dumps(sorted(sys.modules)), encoding="utf-8")
"""


def test_a_run_without_contracts_is_left_alone(pytester: pytest.Pytester) -> None:
    """R96: nothing is imported but the plugin, and nothing is written."""
    pytester.makepyfile(PLAIN_TEST)
    modules, files = [], []
    for options in ([], ["-p", "no:schemas"]):
        pytester.runpytest_subprocess(*FEW, *options).assert_outcomes(passed=1)
        modules.append(
            set(json.loads((pytester.path / "modules.json").read_text(encoding="utf-8")))
        )
        files.append(
            {path.name for path in pytester.path.iterdir() if "runpytest" not in path.name}
        )

    unused, without = modules
    assert {"pytest_schemas", "pytest_schemas.plugin"} == {
        name for name in unused - without if name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert files[0] == files[1]
    assert ".hypothesis" not in files[0]


@pytest.mark.parametrize(
    ("options", "alone", "present"),
    [
        pytest.param([], False, True, id="installed"),
        pytest.param(["-p", "no:schemas"], False, False, id="switched off"),
        pytest.param([], True, False, id="no plugin is loaded by itself"),
        pytest.param(["-p", "pytest_schemas.plugin"], True, True, id="asked for by its module"),
    ],
)
def test_the_plugin_is_there_or_leaves_no_trace(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    alone: bool,
    present: bool,
) -> None:
    """R96, R98: help works beside the other plugins, and lists what is loaded and only that."""
    if alone:
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    result = pytester.runpytest_subprocess("--help", *options)

    assert result.ret == pytest.ExitCode.OK
    assert ("schemas_" in result.stdout.str()) is present


def test_no_fixture_is_left_where_the_plugin_is_off(pytester: pytest.Pytester) -> None:
    """R98: a project may have fixtures by these names once the plugin is switched off."""
    on = pytester.runpytest_subprocess("--fixtures", *FEW).stdout.str()
    off = pytester.runpytest_subprocess("--fixtures", *FEW, "-p", "no:schemas").stdout.str()

    listed = re.findall(r"^(\w+) \[session scope\] -- .*pytest_schemas", on, flags=re.MULTILINE)
    assert listed == FIXTURES
    assert "pytest_schemas" not in off


@pytest.mark.parametrize("way", ["-p", "PYTEST_PLUGINS", "conftest.py"])
def test_the_plugin_may_be_named_beside_its_entry_point(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """R98: who asks for the plugin by its module has it once, under one name."""
    pytester.makepyfile("def test_it(feedback_contract): pass")
    if way == "PYTEST_PLUGINS":
        monkeypatch.setenv("PYTEST_PLUGINS", "pytest_schemas.plugin")
    elif way == "conftest.py":
        pytester.makeconftest("pytest_plugins = ['pytest_schemas.plugin']")

    named = ["-p", "pytest_schemas.plugin"] if way == "-p" else []
    result = pytester.runpytest_subprocess(*FEW, *named)

    result.assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("options", "key", "complaint"),
    [
        (["--schemas-copy"], "", "*error: unrecognized arguments: --schemas-copy"),
        (["--strict-config"], "schemas_copy = x", "ERROR: Unknown config option: schemas_copy"),
    ],
    ids=["option", "configuration key"],
)
def test_a_misspelt_option_is_reported_as_any_other(
    pytester: pytest.Pytester, load: Load, options: list[str], key: str, complaint: str
) -> None:
    """R98: pytest itself says what it does not know."""
    load()
    pytester.makeini(f"[pytest]\n{key}\n")

    result = pytester.runpytest_subprocess(*options)

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([complaint])
