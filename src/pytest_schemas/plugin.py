"""What pytest sees: configuration, hooks and fixtures, each a few lines.

This module is imported in every run of every project that has the plugin installed, so it imports
the standard library and pytest alone. The rooms behind it are imported when they are first needed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pytest_schemas

if TYPE_CHECKING:
    from pytest_schemas import Contract, Program


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    # The entry point and `-p`, PYTEST_PLUGINS or a conftest may all name this module; pytest takes
    # it once, under whichever name comes first.
    other = "pytest_schemas.plugin" if pluginmanager.has_plugin("schemas") else "schemas"
    pluginmanager.set_blocked(other)
    parser.addini(
        "schemas_contracts",
        "contracts by name, one a line: NAME = FILE, relative to this configuration file",
        type="linelist",
        default=[],
    )
    parser.addini(
        "schemas_folders",
        "folders whose schema files may refer to each other, relative to this configuration file",
        type="paths",
        default=[],
    )
    parser.addini(
        "schemas_copies",
        "definitions that must be exact copies, one a line: COPY[#/pointer] = ORIGINAL[#/pointer], "
        "relative to this configuration file; each becomes a test",
        type="linelist",
        default=[],
    )


def pytest_configure(config: pytest.Config) -> None:
    session = pytest_schemas._Session(
        root=config.rootpath,
        base=_base(config),
        contracts=tuple(config.getini("schemas_contracts")),
        folders=tuple(config.getini("schemas_folders")),
        verbosity=config.get_verbosity(),
    )
    pytest_schemas._sessions.append(session)
    config.add_cleanup(lambda: pytest_schemas._sessions.remove(session))
    if session.contracts or config.getini("schemas_copies"):
        _check_configuration(config, session)


def _base(config: pytest.Config) -> Path:
    return config.inipath.parent if config.inipath else config.rootpath


def _check_configuration(config: pytest.Config, session: pytest_schemas._Session) -> None:
    from pytest_schemas._collect import CopyLine  # deferred: imports jsonschema
    from pytest_schemas._library import named_files  # deferred: likewise

    lines = config.getini("schemas_copies")
    try:
        named_files(session)
        for line in lines:
            CopyLine.parse(line)
    except pytest_schemas.ContractError as error:
        raise pytest.UsageError(str(error)) from None
    if lines and config.inipath is None:
        message = "schemas_copies needs a configuration file, to which its files are relative."
        raise pytest.UsageError(message)
    if lines and config.inipath and _is_whole_run(config, config.inipath):
        config.args.append(str(config.inipath))


def _is_whole_run(config: pytest.Config, inipath: Path) -> bool:
    """Whether the copies belong to a run, which does not meet the configuration file by itself.

    A run of folders has the copies in it; one of chosen files or tests has not.
    """
    chosen = [Path(each.partition("::")[0]).absolute() for each in config.args]
    if any(each.is_dir() and _meets(config, each.resolve(), inipath) for each in chosen):
        return False
    explicit = config.args_source is pytest.Config.ArgsSource.ARGS
    return not explicit or all(each.is_dir() for each in chosen)


def _meets(config: pytest.Config, folder: Path, inipath: Path) -> bool:
    """Whether the walk through a folder comes to the configuration file."""
    if not inipath.is_relative_to(folder):
        return False
    patterns = config.getini("norecursedirs")
    between = inipath.relative_to(folder).parts[:-1]
    return not any(fnmatch(part, pattern) for part in between for pattern in patterns)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    config = parent.config
    if file_path != config.inipath or not config.getini("schemas_copies"):
        return None
    from pytest_schemas._collect import CopiesFile  # deferred: imports jsonschema

    # pytest knows no id for a file outside its root folder.
    inside = file_path.is_relative_to(config.rootpath)
    nodeid = None if inside else Path(os.path.relpath(file_path, config.rootpath)).as_posix()
    return CopiesFile.from_parent(parent, path=file_path, nodeid=nodeid)


def pytest_report_header(config: pytest.Config) -> str | None:
    contracts, copies = config.getini("schemas_contracts"), config.getini("schemas_copies")
    if not (contracts or copies):
        return None
    named = "1 contract" if len(contracts) == 1 else f"{len(contracts)} contracts"
    copied = "1 exact copy" if len(copies) == 1 else f"{len(copies)} exact copies"
    return f"schemas: {named} of the project, {copied}"


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    room = sys.modules.get("pytest_schemas._conforms")
    if room is None or op not in {"==", "!="}:
        return None  # nobody has used conforms yet
    lines: list[str] | None = room.explanation(op, left, right)
    return lines


def _has_exercises() -> bool:
    """Whether a test has been decorated in this process."""
    return "pytest_schemas._exercise._functions" in sys.modules


@pytest.hookimpl(tryfirst=True)  # the vector stands first in a test's id
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if not _has_exercises():
        return
    from pytest_schemas._exercise._consumes import consumer_of  # deferred: imports jsonschema

    consumer = consumer_of(metafunc.function)
    if consumer is not None:
        try:
            values = [pytest.param(*consumer.values(each), id=each.id) for each in consumer.vectors]
        except pytest_schemas.ContractError as error:
            raise pytest.Collector.CollectError(str(error)) from None
        metafunc.parametrize(consumer.names, values)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not (_has_exercises() and isinstance(item, pytest.Function)):
        return
    from pytest_schemas._exercise._functions import check_use  # deferred: as above

    try:
        check_use(item.function, item.cls)
    except pytest_schemas.ContractError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.hookimpl(tryfirst=True)  # before pytest calls the fixture
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> None:
    if not _has_exercises():
        return
    from pytest_schemas._exercise._functions import check_fixture  # deferred: as above

    try:
        check_fixture(fixturedef.func)
    except pytest_schemas.ContractError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.excinfo and report.failed and _has_exercises() and isinstance(item, pytest.Function):
        _explain(report, item, call.excinfo)
    return report


def _explain(
    report: pytest.TestReport, item: pytest.Function, excinfo: pytest.ExceptionInfo[BaseException]
) -> None:
    """Put a sentence into pytest's summary, and what reproduces a failure below its traceback."""
    # deferred: as above
    from pytest_schemas._exercise._reporting import explanation, forget_own_lines

    if forget_own_lines(excinfo.value):
        report.longrepr = item.repr_failure(excinfo)
    found = explanation(excinfo.value, item.function)
    crash = getattr(report.longrepr, "reprcrash", None)
    if found and crash:
        crash.message = found.headline
    add_section = getattr(report.longrepr, "addsection", None)
    if found and found.reproduction and add_section:
        add_section("Reproduce it with", found.reproduction, "-")


@pytest.fixture(scope="session")
def contracts() -> Mapping[str, Contract]:
    """All contracts by name: the bundled ones and those of schemas_contracts."""
    from pytest_schemas._library import Contracts  # deferred: imports jsonschema

    return Contracts()


@pytest.fixture(scope="session")
def feedback_contract() -> Contract:
    """The contract of the Chips feedback event."""
    return pytest_schemas.contract("feedback")


@pytest.fixture(scope="session")
def plan_contract() -> Contract:
    """The contract of a codeboost plan."""
    return pytest_schemas.contract("plan")


@pytest.fixture(scope="session")
def plan_edit_contract() -> Contract:
    """The contract of the codeboost plan assistant's answer, which edits a plan."""
    return pytest_schemas.contract("plan-edit")


@pytest.fixture(scope="session")
def agent_result_contract() -> Contract:
    """The contract of an SKS worker's result."""
    return pytest_schemas.contract("agent-result")


@pytest.fixture(scope="session")
def json_command() -> Iterator[Callable[..., Program]]:
    """Programs that answer JSON with JSON; they are closed with the session."""
    from pytest_schemas._exercise._program import closing_programs  # deferred: imports threading

    with closing_programs() as start:
        yield start
