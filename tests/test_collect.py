"""Copied definitions as test items: how they are named, collected, selected and reported."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from pytest_schemas import ContractError
from pytest_schemas._bundled import bundled_text
from pytest_schemas._collect import CopyLine

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., pytest.RunResult]

REMEDY = "Change the copy to say what the original says, or the original if the copy is right."

#: What plugins of other projects would add to the output of the inner runs.
OTHERS = ["anyio", "asyncio", "hypothesispytest", "randomly"]

ONLY_9 = pytest.mark.skipif(
    pytest.version_tuple < (9,), reason="pytest 8 doubles or loses what two arguments name"
)

NUMBER = {"type": "integer", "minimum": 1, "description": "A number."}
NAME = {"type": "string"}

SAME = "schemas/copy.json#/$defs/name = schemas/original.json#/$defs/name"
DIFFERENT = "schemas/copy.json#/$defs/number = schemas/original.json#/$defs/number"
SAME_ITEM = f"pytest.ini::{SAME.replace(' = ', ' is an exact copy of ')}"
DIFFERENT_ITEM = f"pytest.ini::{DIFFERENT.replace(' = ', ' is an exact copy of ')}"

REPORT = [
    "schemas/copy.json#/$defs/number is not an exact copy of "
    "schemas/original.json#/$defs/number: 2 differences, the first at /minimum.",
    "",
    "  at /minimum:",
    "    copy      1.0",
    "    original  1",
    "",
    "  at /description:",
    "    copy      (missing)",
    '    original  "A number."',
    "",
    REMEDY,
]


def write(path: Path, value: object) -> None:
    """Write a file: a text as it is, any other value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


@pytest.fixture(name="run")
def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in a project that has two schema files, of which it compares some definitions."""
    for name in ("CI", "BUILD_NUMBER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-p no:{each}" for each in OTHERS))
    root = pytester.path
    write(root / "schemas/original.json", {"$defs": {"number": NUMBER, "name": NAME}})
    copied = {"type": "integer", "minimum": 1.0}
    write(root / "schemas/copy.json", {"$defs": {"number": copied, "name": NAME}})
    write(root / "tests/test_it.py", "def test_one(): pass\n\ndef test_two(): pass\n")

    def run(*options: str, copies: tuple[str, ...] = (SAME,), more: str = "") -> pytest.RunResult:
        lines = "".join(f"\n    {each}" for each in copies)
        write(root / "pytest.ini", f"[pytest]\nschemas_copies ={lines}\n{more}\n")
        return pytester.runpytest_inprocess(*options)

    return run


def collected(result: pytest.RunResult) -> list[str]:
    """Return the node ids that `--collect-only -q` lists."""
    return [line for line in result.outlines if "::" in line]


def failures(result: pytest.RunResult) -> list[str]:
    """Return the lines from the headline of the failures to the short summary."""
    lines = result.outlines
    start = next(index for index, line in enumerate(lines) if " FAILURES " in line)
    end = next(index for index, line in enumerate(lines) if "short test summary" in line)
    return lines[start + 1 : end]


# Read


@pytest.mark.parametrize(
    ("line", "copy", "original"),
    [
        ("a.json = b.json", "a.json", "b.json"),
        ("a.json#/$defs/x = b.json#x", "a.json#/$defs/x", "b.json#x"),
        ("  a b.json=c.json  ", "a b.json", "c.json"),
        ("a = b = c", "a", "b = c"),
    ],
)
def test_a_line_has_a_copy_and_an_original(line: str, copy: str, original: str) -> None:
    """The first equals sign parts them; white space around either is nothing."""
    assert CopyLine.parse(line) == CopyLine(copy, original)


@pytest.mark.parametrize("line", ["a.json", "a.json =", "= b.json", "=", "a.json: b.json"])
def test_a_line_without_two_sides_is_refused(line: str) -> None:
    """The message quotes the line and says what one looks like."""
    with pytest.raises(ContractError) as refused:
        CopyLine.parse(line)

    assert str(refused.value) == (
        f"schemas_copies: {line!r} is not of the form COPY[#/pointer] = ORIGINAL[#/pointer]."
    )


# Collected and selected


def test_a_run_counts_and_reports_the_copies_as_tests(run: Run) -> None:
    """Each line of the configuration is one of the tests that are collected, run and counted."""
    result = run(copies=(SAME, DIFFERENT))

    lines = result.outlines
    assert lines[2] == "schemas: 0 contracts of the project, 2 exact copies"
    assert lines[6:10] == [
        "collected 4 items",
        "",
        f"{'pytest.ini .F':93}[ 50%]",
        f"{'tests/test_it.py ..':93}[100%]",
    ]
    result.assert_outcomes(passed=3, failed=1)


@pytest.mark.parametrize("flag", ["--collect-only", "--co"])
def test_collect_only_lists_the_copies(run: Run, flag: str) -> None:
    """Their names say what is a copy of what, in the order of the configuration."""
    result = run(flag, "-q", "pytest.ini", copies=(DIFFERENT, SAME))

    assert result.outlines[:3] == [DIFFERENT_ITEM, SAME_ITEM, ""]
    assert result.ret == pytest.ExitCode.OK


ONE, TWO = "tests/test_it.py::test_one", "tests/test_it.py::test_two"


@pytest.mark.parametrize(
    ("options", "items"),
    [
        pytest.param([], [SAME_ITEM, ONE, TWO], id="no argument"),
        pytest.param(["."], [SAME_ITEM, ONE, TWO], id="the root folder"),
        pytest.param(["tests"], [ONE, TWO, SAME_ITEM], id="a folder"),
        pytest.param(["tests", "schemas"], [ONE, TWO, SAME_ITEM], id="two folders"),
        pytest.param(["pytest.ini"], [SAME_ITEM], id="the configuration file"),
        pytest.param(
            ["pytest.ini", "pytest.ini"], [SAME_ITEM], id="the same file twice", marks=ONLY_9
        ),
        pytest.param(
            [".", "pytest.ini"], [SAME_ITEM, ONE, TWO], id="the root and the file", marks=ONLY_9
        ),
        pytest.param([".", "."], [SAME_ITEM, ONE, TWO], id="the root twice"),
        pytest.param(["--keep-duplicates"], [SAME_ITEM, ONE, TWO], id="duplicates kept"),
        pytest.param(["tests/test_it.py"], [ONE, TWO], id="a file"),
        pytest.param([ONE], [ONE], id="a test"),
        pytest.param([SAME_ITEM], [SAME_ITEM], id="the copy"),
        pytest.param([SAME_ITEM, TWO], [SAME_ITEM, TWO], id="the copy and a test"),
        pytest.param(["-k", "copy"], [SAME_ITEM], id="-k, chosen"),
        pytest.param(["-k", "not copy"], [ONE, TWO], id="-k, not chosen"),
        pytest.param(["-k", "name and exact"], [SAME_ITEM], id="-k, words of the name"),
        pytest.param(["--deselect", SAME_ITEM], [ONE, TWO], id="deselected"),
        pytest.param(["--ignore", "pytest.ini", "."], [ONE, TWO], id="ignored"),
    ],
)
def test_the_copies_belong_to_runs_of_folders(
    run: Run, options: list[str], items: list[str]
) -> None:
    """Who runs a folder checks the copies too, once; who chooses files or tests chooses them."""
    assert collected(run("--collect-only", "-q", *options)) == items


@pytest.mark.parametrize(
    "testpaths", ["tests", "tests/test_it.py", "te*", "tests/*.py", "schemas tests"]
)
def test_a_run_without_arguments_has_the_copies_whatever_testpaths_says(
    run: Run, testpaths: str
) -> None:
    """`testpaths` says where the project's tests are; nobody has chosen files then."""
    result = run("--collect-only", "-q", more=f"testpaths = {testpaths}")

    assert collected(result) == [ONE, TWO, SAME_ITEM]


def test_no_test_is_lost_where_the_configuration_file_lies_deeper(
    run: Run, pytester: pytest.Pytester
) -> None:
    """A run of the folder above it has all the tests and, once, the copies."""
    run("--collect-only")
    (pytester.path / "settings").mkdir()
    text = (pytester.path / "pytest.ini").read_text(encoding="utf-8")
    write(pytester.path / "settings/pytest.ini", text.replace("schemas/", "../schemas/"))
    (pytester.path / "pytest.ini").unlink()

    result = pytester.runpytest_inprocess("-c", "settings/pytest.ini", "--rootdir=.", "-rA", ".")

    result.assert_outcomes(passed=3)


def test_node_ids_are_unique(run: Run) -> None:
    """A line that stands twice is one item: two of one name could not be told apart."""
    assert collected(run("--collect-only", "-q", "pytest.ini", copies=(SAME, SAME))) == [SAME_ITEM]


def test_each_node_id_can_be_run_again(run: Run) -> None:
    """What the short summary prints runs that item alone."""
    first = run("-rf", copies=(SAME, DIFFERENT))
    failed = next(line for line in first.outlines if line.startswith("FAILED "))
    node_id = failed.removeprefix("FAILED ").partition(" - ")[0]

    again = run(node_id, copies=(SAME, DIFFERENT))

    assert node_id == DIFFERENT_ITEM
    again.assert_outcomes(failed=1)


def test_verbose_output_shows_the_node_id(run: Run) -> None:
    """What `-v` prints can be copied to run that item again."""
    result = run("-v", "pytest.ini", copies=(SAME, DIFFERENT))

    shown = [line for line in result.outlines if line.startswith("pytest.ini::")]
    assert [line.rpartition(" ")[0].rstrip("[ ") for line in shown] == [
        f"{SAME_ITEM} PASSED",
        f"{DIFFERENT_ITEM} FAILED",
    ]


def test_a_run_stops_at_the_first_failure(run: Run) -> None:
    """`-x` holds for copies as for any test."""
    result = run("-x", copies=(DIFFERENT, SAME))

    result.assert_outcomes(failed=1)
    assert "stopping after 1 failures" in result.stdout.str()


def test_only_failed_copies_run_again(run: Run) -> None:
    """`--lf` knows the copies by their node ids."""
    run(copies=(SAME, DIFFERENT))

    again = run("--lf", copies=(SAME, DIFFERENT))

    again.assert_outcomes(failed=1)
    assert f"FAILED {DIFFERENT_ITEM}" in again.outlines


def test_parallel_runs_have_the_same_copies(run: Run) -> None:
    """pytest-xdist's workers collect what a run without them collects, each item run once."""
    pytest.importorskip("xdist")

    result = run("-n", "2", "-rA", "tests", copies=(SAME, DIFFERENT))

    shown = {line for line in result.outlines if line.startswith(("PASSED", "FAILED"))}
    assert shown == {
        f"PASSED {SAME_ITEM}",
        f"FAILED {DIFFERENT_ITEM}",
        f"PASSED {ONE}",
        f"PASSED {TWO}",
    }
    result.assert_outcomes(passed=3, failed=1)


def test_the_junit_report_has_the_copies(run: Run, pytester: pytest.Pytester) -> None:
    """Each is a test case, and a failing one carries its report."""
    run("--junit-xml=report.xml", "pytest.ini", copies=(SAME, DIFFERENT))

    cases = list(ET.parse(pytester.path / "report.xml").iter("testcase"))
    assert [(each.get("classname"), each.get("name")) for each in cases] == [
        ("pytest.ini", SAME_ITEM.removeprefix("pytest.ini::")),
        ("pytest.ini", DIFFERENT_ITEM.removeprefix("pytest.ini::")),
    ]
    assert [each.text for each in cases[1].iter("failure")] == ["\n".join(REPORT)]


def test_without_lines_the_configuration_file_is_no_test_file(run: Run) -> None:
    """Nothing is collected from it, also where it is asked for."""
    assert collected(run("--collect-only", "-q", copies=())) == [ONE, TWO]


# Reported


def test_a_difference_is_reported_whole_and_alone(run: Run) -> None:
    """The failure shows the difference, and no way through the plugin."""
    result = run("pytest.ini", copies=(DIFFERENT,))

    name = DIFFERENT_ITEM.removeprefix("pytest.ini::")
    headline, *report = failures(result)
    assert headline.strip("_ ").endswith(name)
    assert report == REPORT
    assert f"FAILED {DIFFERENT_ITEM}" in result.outlines


@pytest.mark.parametrize("style", ["auto", "long", "short", "native"])
def test_no_style_of_traceback_shows_the_plugin(run: Run, style: str) -> None:
    """The way through the plugin tells nobody anything."""
    result = run("pytest.ini", f"--tb={style}", copies=(DIFFERENT,))

    assert failures(result)[1:] == REPORT


def test_one_line_for_a_failure_says_what_differs(run: Run) -> None:
    """`--tb=line` shows the sentence that the report begins with."""
    result = run("pytest.ini", "--tb=line", copies=(DIFFERENT,))

    assert any(line.endswith(REPORT[0]) for line in failures(result))


def test_the_short_summary_begins_the_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the terminal is wide enough, the line of the summary says what differs."""
    monkeypatch.setenv("COLUMNS", "400")

    result = run("pytest.ini", "--tb=no", copies=(DIFFERENT,))

    (line,) = (each for each in result.outlines if each.startswith("FAILED"))
    assert line.startswith(f"FAILED {DIFFERENT_ITEM} - ")
    assert line.endswith(REPORT[0])


@pytest.mark.parametrize(
    ("line", "report"),
    [
        pytest.param(
            "schemas/copy.json#/$defs/nmae = schemas/original.json#/$defs/name",
            [
                "schemas/copy.json has nothing at '/$defs/nmae': "
                "/$defs holds 'number', 'name'. Did you mean '/$defs/name'?"
            ],
            id="no such definition in the copy",
        ),
        pytest.param(
            "schemas/copy.json#/$defs/name = schemas/original.json#/$defs/old",
            ["schemas/original.json has nothing at '/$defs/old': /$defs holds 'number', 'name'."],
            id="no such definition in the original",
        ),
        pytest.param(
            "schemas/cpoy.json = schemas/original.json",
            ["There is no schema file '{root}/schemas/cpoy.json'. Did you mean 'copy.json'?"],
            id="no such file",
        ),
        pytest.param(
            "schema/copy.json = schemas/original.json",
            ["There is no schema file '{root}/schema/copy.json': its folder is not there."],
            id="no such folder",
        ),
        pytest.param(
            "schemas/copy.json = missing.json",
            ["There is no schema file '{root}/missing.json'."],
            id="no such file beside the configuration",
        ),
        pytest.param(
            "schemas = schemas/original.json",
            [
                "There is no contract named 'schemas'. Known are feedback, plan, plan-edit, "
                "agent-result; more can be named by the configuration key schemas_contracts. "
                "A path has a '/' in it or ends in .json."
            ],
            id="no such contract",
        ),
    ],
)
def test_what_is_missing_fails_its_own_item(
    run: Run, pytester: pytest.Pytester, line: str, report: list[str]
) -> None:
    """One sentence says what is not there; the other copies are checked all the same."""
    result = run("pytest.ini", copies=(line, SAME))

    result.assert_outcomes(failed=1, passed=1)
    assert failures(result)[1:] == [each.format(root=pytester.path) for each in report]


def test_a_file_that_is_no_json_fails_its_own_item(run: Run, pytester: pytest.Pytester) -> None:
    """The report has the place of the fault in the file, and no traceback."""
    write(pytester.path / "schemas/broken.json", '{\n  "a": 1,\n}')

    result = run("pytest.ini", copies=("schemas/broken.json = schemas/original.json", SAME))

    result.assert_outcomes(failed=1, passed=1)
    assert failures(result)[1:] == [
        "schemas/broken.json:2:9: the schema is not a JSON text: a comma before }: leave it out"
    ]


# What can be compared


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("schemas/copy.json = schemas/copy.json", id="whole files"),
        pytest.param("schemas/copy.json# = schemas/copy.json", id="an empty pointer"),
        pytest.param("schemas/copy.json#name = schemas/original.json#/$defs/name", id="a name"),
        pytest.param("  schemas/copy.json#name=schemas/original.json#name", id="no spaces"),
        pytest.param("plan-edit.schema.json#/$defs/item = plan.schema.json#item", id="bundled"),
        pytest.param("plan-edit#item = plan#/$defs/item", id="bundled, by name"),
        pytest.param("vendored/plan.json#item = plan.schema.json#item", id="an original bundled"),
        pytest.param("plan.schema.json#item = vendored/plan.json#item", id="a copy bundled"),
        pytest.param("vendored/plan.json = plan", id="a whole bundled file"),
        pytest.param("named#name = schemas/original.json#name", id="a contract of the project"),
        pytest.param("data/list.json#/0 = data/list.json#/1/copy", id="files that are no schemas"),
    ],
)
def test_both_sides_can_be_named_in_each_way(
    run: Run, pytester: pytest.Pytester, line: str
) -> None:
    """Files, bundled schemas and contracts, whole or in part, on either side."""
    write(pytester.path / "data/list.json", [{"a": 1}, {"copy": {"a": 1}}])
    write(pytester.path / "vendored/plan.json", bundled_text("plan").decode())

    result = run("pytest.ini", copies=(line,), more="schemas_contracts = named = schemas/copy.json")

    result.assert_outcomes(passed=1)


def test_a_file_beside_the_configuration_comes_before_a_bundled_one(
    run: Run, pytester: pytest.Pytester
) -> None:
    """A project that has a file of that name means its own."""
    write(pytester.path / "plan.schema.json", {"title": "our own"})

    result = run("pytest.ini", copies=("plan.schema.json#/title = plan.schema.json#/title",))

    result.assert_outcomes(passed=1)


def test_files_are_looked_for_beside_the_configuration_alone(
    run: Run, pytester: pytest.Pytester
) -> None:
    """A file of that name in the root folder of the run is another file."""
    write(pytester.path / "tests/only-here.json", {})

    result = run("pytest.ini", "--rootdir=tests", copies=("only-here.json = only-here.json",))

    result.assert_outcomes(failed=1)
    assert failures(result)[1:] == [f"There is no schema file '{pytester.path}/only-here.json'."]


@pytest.mark.parametrize("where", ["tests", "."])
def test_paths_do_not_depend_on_where_pytest_is_started(
    run: Run, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """They are relative to the configuration file."""
    monkeypatch.chdir(pytester.path / where)

    result = run("--collect-only", "-q")
    run_result = run("-rA")

    assert sorted(collected(result)) == sorted([ONE, TWO, SAME_ITEM])
    run_result.assert_outcomes(passed=3)
