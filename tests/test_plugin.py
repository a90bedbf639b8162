"""What pytest sees of the plugin: configuration, header and fixtures."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

import pytest_schemas as ps
import pytest_schemas._collect  # imported once, not anew in each inner run
from pytest_schemas import plugin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., pytest.RunResult]

#: What plugins of other projects would add to the output of the inner runs.
OTHERS = ["anyio", "asyncio", "cacheprovider", "hypothesispytest", "randomly", "xdist"]

PYTEST_9 = pytest.version_tuple >= (9,)
ONLY_9 = pytest.mark.skipif(not PYTEST_9, reason="pytest 8 does not read this file")


class Kind(NamedTuple):
    """A kind of configuration file: its name, the head of its table, and whether it is TOML."""

    file: str
    table: str
    toml: bool


KINDS = [
    pytest.param(Kind("pytest.ini", "pytest", toml=False), id="pytest.ini"),
    pytest.param(Kind(".pytest.ini", "pytest", toml=False), id=".pytest.ini"),
    pytest.param(Kind("tox.ini", "pytest", toml=False), id="tox.ini"),
    pytest.param(Kind("setup.cfg", "tool:pytest", toml=False), id="setup.cfg"),
    pytest.param(
        Kind("pyproject.toml", "tool.pytest.ini_options", toml=True), id="tool.pytest.ini_options"
    ),
    pytest.param(Kind("pyproject.toml", "tool.pytest", toml=True), id="tool.pytest", marks=ONLY_9),
    pytest.param(Kind("pytest.toml", "pytest", toml=True), id="pytest.toml", marks=ONLY_9),
    pytest.param(Kind(".pytest.toml", "pytest", toml=True), id=".pytest.toml", marks=ONLY_9),
]
INI = Kind("pytest.ini", "pytest", toml=False)

PRICE = {"$defs": {"price": {"type": "integer", "minimum": 1}}}
ORDER = {
    "properties": {"price": {"$ref": "../money/price.json#/$defs/price"}},
    "$defs": PRICE["$defs"],
}
KEYS = {
    "schemas_contracts": ["order = contracts/shop/order.json", "price=contracts/money/price.json"],
    "schemas_folders": ["contracts"],
    "schemas_copies": [
        "contracts/shop/order.json#/$defs/price = contracts/money/price.json#/$defs/price"
    ],
}
COPY = KEYS["schemas_copies"][0].replace(" = ", " is an exact copy of ")
USE = """
import pytest
import pytest_schemas as ps

def test_names(contracts):
    assert list(contracts) == ["feedback", "plan", "plan-edit", "agent-result", "order", "price"]

def test_contracts(contracts):
    assert contracts["order"].is_valid({"price": 1})
    assert not contracts["order"].is_valid({"price": 0})

def test_expectation():
    assert {"order": {"price": 1}} == {"order": ps.conforms("order")}
"""


def write(path: Path, value: object) -> None:
    """Write a file: a text as it is, any other value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def configure(folder: Path, kind: Kind, keys: dict[str, list[str]]) -> None:
    """Write a configuration file of a kind, with lists of strings."""
    lines = [f"[{kind.table}]"]
    for key, values in keys.items():
        if kind.toml:
            lines.append(f"{key} = {json.dumps(values)}")
        else:
            lines += [f"{key} =", *(f"    {value}" for value in values)]
    write(folder / kind.file, "\n".join(lines) + "\n")


@pytest.fixture(name="run")
def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest alone, on a terminal 100 columns wide."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-p no:{each}" for each in OTHERS))
    return pytester.runpytest_inprocess


@pytest.fixture(name="project")
def _project(pytester: pytest.Pytester) -> Path:
    """A project with two schema files, one of which refers to the other, and tests of them."""
    write(pytester.path / "contracts/money/price.json", PRICE)
    write(pytester.path / "contracts/shop/order.json", ORDER)
    write(pytester.path / "tests/test_use.py", USE)
    return pytester.path


# Configuration


@pytest.mark.parametrize("kind", KINDS)
def test_each_key_works_in_each_kind_of_file(run: Run, project: Path, kind: Kind) -> None:
    """Names, folders and copies are the same whatever file says them, and none is unknown."""
    configure(project, kind, KEYS)

    result = run("--strict-config", "-v", "tests")

    lines = result.outlines
    assert "schemas: 2 contracts of the project, 1 exact copy" in lines
    assert "collected 4 items" in lines[-8]
    assert result.parseoutcomes() == {"passed": 4}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("where", "options"),
    [
        pytest.param("tests", [], id="below"),
        pytest.param("tests", ["."], id="below, with an argument"),
        pytest.param("..", ["{root}"], id="above"),
        pytest.param(".", ["--rootdir=tests"], id="another root"),
        pytest.param("..", ["-c", "{root}/{file}", "{root}"], id="named by -c"),
        pytest.param("..", ["-c", "{root}/{file}", "--rootdir=.", "{root}"], id="-c and a root"),
    ],
)
def test_files_are_relative_to_the_configuration_file(
    run: Run,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: Kind,
    where: str,
    options: list[str],
) -> None:
    """It does not matter where pytest was started, or what its root folder is."""
    configure(project, kind, KEYS)
    monkeypatch.chdir(project / where)

    result = run(*(each.format(root=project, file=kind.file) for each in options))

    assert result.parseoutcomes() == {"passed": 4}


def test_the_command_line_overrides_a_key(run: Run, project: Path) -> None:
    """`-o` says one line, of the same form."""
    configure(project, INI, {**KEYS, "schemas_contracts": ["order = nowhere.json"]})
    lines = "order = contracts/shop/order.json\nprice = contracts/money/price.json"

    result = run("-o", f"schemas_contracts={lines}")

    assert result.parseoutcomes() == {"passed": 4}


def test_without_folders_a_reference_stays_beside_its_file(run: Run, project: Path) -> None:
    """What `schemas_folders` allows is not allowed without it."""
    configure(project, INI, {**KEYS, "schemas_folders": []})

    result = run("tests/test_use.py")

    assert result.parseoutcomes() == {"failed": 2, "passed": 1}


@pytest.mark.parametrize(
    ("key", "line", "message"),
    [
        pytest.param(
            "schemas_contracts",
            "order.json",
            "schemas_contracts: 'order.json' is not of the form NAME = FILE.",
            id="a contract without a name",
        ),
        pytest.param(
            "schemas_contracts",
            "order =",
            "schemas_contracts: 'order =' is not of the form NAME = FILE.",
            id="a contract without a file",
        ),
        pytest.param(
            "schemas_contracts",
            "= order.json",
            "schemas_contracts: '= order.json' is not of the form NAME = FILE.",
            id="a contract with an empty name",
        ),
        pytest.param(
            "schemas_contracts",
            "plan = order.json",
            "schemas_contracts: the name 'plan' is taken. Choose another.",
            id="the name of a bundled contract",
        ),
        pytest.param(
            "schemas_contracts",
            "a = order.json\n    a = price.json",
            "schemas_contracts: the name 'a' is taken. Choose another.",
            id="a name twice",
        ),
        pytest.param(
            "schemas_contracts",
            "a/b = order.json",
            "schemas_contracts: the name 'a/b' looks like a path. Choose another.",
            id="a name with a slash",
        ),
        pytest.param(
            "schemas_contracts",
            "a.json = order.json",
            "schemas_contracts: the name 'a.json' looks like a path. Choose another.",
            id="a name that ends as a file",
        ),
        pytest.param(
            "schemas_copies",
            "a.json#/x",
            "schemas_copies: 'a.json#/x' is not of the form COPY[#/pointer] = ORIGINAL[#/pointer].",
            id="a copy without an original",
        ),
        pytest.param(
            "schemas_copies",
            "= a.json",
            "schemas_copies: '= a.json' is not of the form COPY[#/pointer] = ORIGINAL[#/pointer].",
            id="an original without a copy",
        ),
    ],
)
@pytest.mark.parametrize("way", ["in the file", "by -o"])
def test_a_bad_line_is_a_usage_error(
    run: Run, pytester: pytest.Pytester, way: str, key: str, line: str, message: str
) -> None:
    """One clear line, before anything is collected, and the exit code that pytest has for it."""
    if way == "in the file":
        write(pytester.path / "pytest.ini", f"[pytest]\n{key} =\n    {line}\n")
        result = run()
    else:
        write(pytester.path / "pytest.ini", "[pytest]\n")
        result = run("-o", f"{key}={line}")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [each for each in result.errlines if each] == [f"ERROR: {message}"]
    assert result.outlines == []


def test_copies_need_a_configuration_file(run: Run) -> None:
    """Without one there is nothing that the files could be relative to."""
    result = run("-o", "schemas_copies=a.json = b.json")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert [each for each in result.errlines if each] == [
        "ERROR: schemas_copies needs a configuration file, to which its files are relative."
    ]


def test_a_missing_file_is_no_matter_until_its_contract_is_asked_for(
    run: Run, pytester: pytest.Pytester
) -> None:
    """Tests that do not use the contract pass; the one that does says which file is not there."""
    configure(pytester.path, INI, {"schemas_contracts": ["order = odrer.json"]})
    write(pytester.path / "order.json", {})
    pytester.makepyfile(
        """
        import pytest_schemas as ps

        def test_names(contracts):
            assert "order" in list(contracts)

        def test_order():
            ps.contract("order")
        """
    )

    result = run("-q", "--tb=line")

    assert result.parseoutcomes() == {"failed": 1, "passed": 1}
    missing = f"There is no schema file '{pytester.path}/odrer.json'. Did you mean 'order.json'?"
    assert any(
        line.endswith(f"pytest_schemas.ContractError: {missing}") for line in result.outlines
    )


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"schemas_contracts": ["a = a.json"]}, "1 contract of the project, 0 exact copies"),
        ({"schemas_copies": ["a = b"]}, "0 contracts of the project, 1 exact copy"),
        (
            {"schemas_contracts": ["a = a.json", "b = b.json"], "schemas_copies": ["a = b"] * 3},
            "2 contracts of the project, 3 exact copies",
        ),
    ],
    ids=["contracts", "copies", "both"],
)
def test_the_header_counts_what_is_configured(
    run: Run, pytester: pytest.Pytester, keys: dict[str, list[str]], line: str
) -> None:
    """One line, where something is configured."""
    configure(pytester.path, INI, keys)

    lines = run("--collect-only").outlines

    assert [each for each in lines if each.startswith("schemas")] == [f"schemas: {line}"]


def test_the_header_is_silent_where_nothing_is_configured(run: Run) -> None:
    """A project that does not use the plugin sees nothing of it but its name."""
    lines = run().outlines

    assert [each for each in lines if "schemas" in each] == [
        line for line in lines if line.startswith("plugins: ")
    ]


def test_the_keys_are_documented(run: Run) -> None:
    """`pytest --help` has each key with its form."""
    text = " ".join(run("--help").stdout.str().split())

    assert (
        "schemas_contracts (linelist): contracts by name, one a line: NAME = FILE, "
        "relative to this configuration file"
    ) in text
    assert (
        "schemas_folders (paths): folders whose schema files may refer to each other, "
        "relative to this configuration file"
    ) in text
    assert (
        "schemas_copies (linelist): definitions that must be exact copies, one a line: "
        "COPY[#/pointer] = ORIGINAL[#/pointer], relative to this configuration file; "
        "each becomes a test"
    ) in text


@pytest.mark.parametrize(
    ("option", "shown", "hidden"),
    [("-q", 3, ["E         ... and 9 more, which -vv shows."]), ("-vv", 12, [])],
    ids=["short", "-vv"],
)
def test_the_message_of_a_violation_is_whole_under_vv(
    run: Run, pytester: pytest.Pytester, option: str, shown: int, hidden: list[str]
) -> None:
    """What a message leaves out, and says that it does, `-vv` brings."""
    pytester.makepyfile(
        """
        import pytest_schemas as ps

        def test_it():
            ps.contract({"items": {"type": "string"}}).assert_valid(list(range(12)))
        """
    )

    lines = [line for line in run(option).outlines if line.startswith("E ")]

    assert len([line for line in lines if line.endswith("Clause: /items/type")]) == shown
    assert [line for line in lines if "more, which" in line] == hidden


# Fixtures

FIXTURES = {
    "contracts": "All contracts by name: the bundled ones and those of schemas_contracts.",
    "feedback_contract": "The contract of the Chips feedback event.",
    "plan_contract": "The contract of a codeboost plan.",
    "plan_edit_contract": (
        "The contract of the codeboost plan assistant's answer, which edits a plan."
    ),
    "agent_result_contract": "The contract of an SKS worker's result.",
    "json_command": "Programs that answer JSON with JSON; they are closed with the session.",
}


def test_the_fixtures_are_documented(run: Run) -> None:
    """`pytest --fixtures` has each with its scope and a sentence."""
    result = run("--fixtures")

    for name, sentence in FIXTURES.items():
        result.stdout.fnmatch_lines(
            [f"{name} [[]session scope] -- *plugin.py:*", f"    {sentence}"], consecutive=True
        )


@pytest.mark.parametrize(
    ("fixture", "name"),
    [
        ("feedback_contract", "feedback"),
        ("plan_contract", "plan"),
        ("plan_edit_contract", "plan-edit"),
        ("agent_result_contract", "agent-result"),
    ],
)
def test_each_bundled_contract_has_a_fixture(
    request: pytest.FixtureRequest, fixture: str, name: str
) -> None:
    """The fixture is the contract of that name."""
    contract = request.getfixturevalue(fixture)

    assert isinstance(contract, ps.Contract)
    assert contract.name == name
    assert contract.clauses == ps.contract(name).clauses


def test_the_fixtures_live_for_the_session_and_work_under_given(
    run: Run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session's fixture can use them, and Hypothesis's health checks have no complaint."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:randomly -p no:asyncio -p no:cacheprovider")
    pytester.makepyfile(
        """
        import pytest
        from hypothesis import given, strategies as st

        @pytest.fixture(scope="session")
        def all_contracts(
            contracts, feedback_contract, plan_contract, plan_edit_contract, agent_result_contract
        ):
            return contracts

        @given(document=st.integers())
        def test_given(
            document, all_contracts,
            contracts, feedback_contract, plan_contract, plan_edit_contract, agent_result_contract,
        ):
            assert not feedback_contract.is_valid(document)
            assert not any(each.is_valid(document) for each in contracts.values())

        def test_one_object(feedback_contract, request):
            assert feedback_contract is request.getfixturevalue("feedback_contract")
        """
    )

    result = run("-W", "error")

    assert result.parseoutcomes() == {"passed": 2}


def test_contracts_is_a_mapping(contracts: dict[str, ps.Contract]) -> None:
    """Names, length, membership and values agree with each other, as in any mapping."""
    names = ["feedback", "plan", "plan-edit", "agent-result"]

    assert list(contracts) == list(contracts.keys()) == names
    assert len(contracts) == 4
    assert [each.name for each in contracts.values()] == names
    assert repr(contracts) == "<Contracts feedback, plan, plan-edit, agent-result>"


@pytest.mark.parametrize("name", ["fedback", "feedback.schema.json", "schemas/plan.schema.json", 1])
def test_only_its_names_are_in_contracts(contracts: dict[str, ps.Contract], name: str) -> None:
    """`in` and `get` answer for any key, and a path is no name."""
    assert name not in contracts
    assert contracts.get(name) is None


def test_an_unknown_name_says_what_there_is(contracts: dict[str, ps.Contract]) -> None:
    """The error lists the known names and the nearest."""
    with pytest.raises(ps.ContractError) as refused:
        contracts["fedback"]

    assert str(refused.value) == (
        "There is no contract named 'fedback'. Did you mean 'feedback'? Known are feedback, plan, "
        "plan-edit, agent-result; more can be named by the configuration key schemas_contracts. "
        "A path has a '/' in it or ends in .json."
    )


# Hooks


def test_comparisons_are_pytests_own_until_conforms_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without `conforms` there is nothing to explain, and nothing is imported to find out."""
    monkeypatch.delitem(sys.modules, "pytest_schemas._conforms", raising=False)

    assert plugin.pytest_assertrepr_compare("==", 1, 2) is None
    assert "pytest_schemas._conforms" not in sys.modules
