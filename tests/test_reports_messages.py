"""Cases drawn from public bug reports: what a failed assertion says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import pytest
from report_records import REPORTS

import pytest_schemas as ps

LOCATIONS = [
    pytest.param(report.id, location, id=f"{report.id}-{location['keyword_location']}")
    for report in REPORTS.values()
    for location in report.locations
]


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs in here have this plugin, and no other that is installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "pytest_schemas.plugin")


def refused(report: str, name: str) -> ps.ContractViolation:
    """The failure of the assertion that a document of a record is valid."""
    contract = ps.contract(REPORTS[report].schema)
    with pytest.raises(ps.ContractViolation) as refusal:
        contract.read(REPORTS[report].documents[name].text)
    return refusal.value


def said(report: str, name: str) -> str:
    """What a failure says without its last paragraph, which shows the document."""
    return str(refused(report, name)).rpartition("\n\n")[0]


@pytest.mark.parametrize(("report", "location"), LOCATIONS)
def test_each_location_is_shown(report: str, location: dict[str, Any]) -> None:
    """A violation has the place in the document and in the schema, and the report shows both."""
    at = location["instance_location"]
    places = at if isinstance(at, list) else [at]
    failure = refused(report, location["document"])

    (found,) = [
        each
        for each in failure.violations
        if each.keyword_location == location["keyword_location"]
        and each.instance_location in places
    ]
    shown = said(report, location["document"])
    assert location["keyword_location"] in shown
    assert (found.instance_location or "the root") in shown


def test_all_the_names_of_which_one_is_needed_are_told() -> None:
    """R80: no branch is picked at random, and the misspelt name is held against the right one."""
    names = set(re.findall(r'"(\w+)"', said("R80", "misspelt")))

    assert {"queue", "job", "secret", "jobs"} <= names
    assert 'did you mean "job"?' in said("R80", "misspelt")


def test_a_property_of_the_wrong_type_is_not_called_unexpected() -> None:
    """R82: one violation, of the type; what fails its own schema is no stranger."""
    (found,) = refused("R82", "fraction").violations

    assert (found.clause, found.instance_location) == ("/properties/eggs/type", "/eggs")
    assert found.message == "expected integer, found 3.5 (a number)"


def test_a_property_that_nothing_describes_is_named() -> None:
    """R82: what is unexpected is named, and it alone."""
    (found,) = refused("R82", "really unexpected").violations

    assert (found.clause, found.member) == ("/unevaluatedProperties", "ham")
    assert found.message == '"ham" is not allowed'


def test_the_same_keyword_on_both_sides_of_a_reference_is_two_clauses() -> None:
    """R88: the way to a keyword has the reference in it, and its place has not."""
    found = refused("R88", "both missing").violations

    assert [(each.keyword_location, each.clause.location, each.member) for each in found] == [
        ("/properties/a/$ref/required", "/$defs/named/required", "name"),
        ("/properties/a/required", "/properties/a/required", "id"),
    ]


# R84: a large document

ROWS = 20_000
ROWS_TEST = """
    import pytest_schemas as ps

    def test_rows():
        rows = [{{"id": index}} for index in range({right})]
        rows += [{{"id": f"wrong {{index}}"}} for index in range({right}, {rows})]
        ps.contract({schema}).assert_valid({{"rows": rows}})
"""


def run_rows(pytester: pytest.Pytester, *options: str, right: int, rows: int = ROWS) -> str:
    """What pytest prints for a test of a document in which all rows but the first are wrong."""
    schema = REPORTS["R84"].schema
    pytester.makepyfile(ROWS_TEST.format(right=right, rows=rows, schema=schema))
    result = pytester.runpytest_inprocess(*options)
    result.assert_outcomes(failed=1)
    return result.stdout.str()


def test_one_fault_in_a_large_document_is_shown_whole(pytester: pytest.Pytester) -> None:
    """The report is short, and has the place and the value at fault."""
    printed = run_rows(pytester, right=ROWS - 1)

    assert len(printed.splitlines()) < 60
    assert len(printed) < 8_000
    assert "/rows/19999/id" in printed
    assert 'found "wrong 19999" (a string)' in printed


def test_a_fault_of_every_row_is_counted(pytester: pytest.Pytester) -> None:
    """The report is as short, and says how many there are."""
    printed = run_rows(pytester, right=0)

    assert len(printed.splitlines()) < 60
    assert len(printed) < 8_000
    assert "breaks 1 clause in 20000 places" in printed


def test_more_is_shown_where_more_is_asked_for(pytester: pytest.Pytester) -> None:
    """With -vv every fault is shown."""
    some = run_rows(pytester, right=0, rows=30)
    every = run_rows(pytester, "-vv", right=0, rows=30)

    assert "and 27 more, which -vv shows" in some
    assert "/rows/29/id" not in some
    assert [f"/rows/{index}/id" in every for index in range(30)] == [True] * 30


# R86, R05: what cannot be printed, and what cannot be read

ENCODINGS = {
    "cp1252": {"PYTHONIOENCODING": "cp1252:strict"},
    "ascii": {"PYTHONIOENCODING": "ascii:strict"},
    "locale C": {"PYTHONIOENCODING": "", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.parametrize("options", [[], ["-s"]], ids=["captured", "not captured"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_report_is_written_to_any_terminal(
    pytester: pytest.Pytester, encoding: str, options: list[str]
) -> None:
    """R86: characters that the terminal cannot take are escaped; the run ends as any other."""
    text = REPORTS["R86"].documents["not in cp1252"].text
    pytester.makepyfile(
        f"""
        import pytest_schemas as ps

        def test_text():
            ps.contract({REPORTS["R86"].schema}).read({text!a})
        """
    )
    narrow = {"PYTHONUTF8": "0", "COLUMNS": "40", **ENCODINGS[encoding]}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=pytester.path,
        env={**os.environ, **narrow},
        capture_output=True,
        check=False,
    )

    assert run.returncode == pytest.ExitCode.TESTS_FAILED
    printed = run.stdout + run.stderr
    assert b"1 failed" in printed
    assert rb"\u2192\u2713" in printed
    assert b"INTERNALERROR" not in printed
    assert b"UnicodeEncodeError" not in printed


def test_a_text_that_is_cut_off_fails_one_test(pytester: pytest.Pytester) -> None:
    """R05: a producer's endless number is one ordinary failure, and the other tests still run."""
    pytester.makepyfile(
        producer="""
        print('{"price": ' + "7" * 8000, end="")
        """,
        test_producer="""
        import subprocess
        import sys

        import pytest_schemas as ps

        def test_before():
            pass

        def test_price():
            printed = subprocess.check_output([sys.executable, "producer.py"])
            ps.contract({"type": "object"}).read(printed)

        def test_after():
            pass
        """,
    )
    result = pytester.runpytest_inprocess()

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*/price (line 1, column 11)"])
    result.stdout.fnmatch_lines(["*the number 7777*... (8000 characters) is too large*"])
    assert max(map(len, result.outlines)) < 400
