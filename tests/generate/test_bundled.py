"""Documents of the bundled contracts: valid, rules included, and small when they fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bundled import LABELS, contract_of
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps


@pytest.mark.parametrize("label", LABELS)
def test_every_document_is_valid(label: str) -> None:
    """Schema and rules are kept, under all of Hypothesis's health checks."""
    contract = contract_of(label)

    @settings(max_examples=50)
    @given(contract.documents())
    def check(document: Any) -> None:
        assert contract.violations(document) == []

    check()


@pytest.mark.parametrize("direction", ["inbound", "stored"])
def test_events_are_made_for_a_direction(direction: str) -> None:
    """The rules of a direction are kept when it is asked for."""
    contract = ps.contract("feedback")

    @settings(max_examples=30)
    @given(contract.documents(direction=direction))
    def check(event: Any) -> None:
        assert contract.violations(event, direction=direction) == []

    check()


@settings(max_examples=20)
@given(data=st.data())
def test_answers_fit_the_plan(data: st.DataObject) -> None:
    """Each edit of an answer can be applied to the plan that it was made for."""
    plan = data.draw(ps.documents("plan"))
    answer = data.draw(ps.documents("plan-edit", plan=plan))

    assert ps.contract("plan-edit").violations(answer, plan=plan) == []


@settings(max_examples=20)
@given(event=ps.documents("feedback", kind="correction"))
def test_a_member_is_fixed(event: Any) -> None:
    """A member that is given has its value, and the rules that follow from it hold."""
    assert (event["kind"], "text" in event) == ("correction", True)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        pytest.param(
            {"type": "integer", "minimum": 5, "maximum": 3},
            "the schema has no document: no value keeps /minimum and /maximum at once.",
            id="bounds",
        ),
        pytest.param(
            {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]},
            "the schema has no finite document: each one would have to hold another of its kind.",
            id="without end",
        ),
    ],
)
def test_a_contract_without_documents_says_so(schema: dict[str, Any], message: str) -> None:
    """The error names the clauses that leave nothing."""
    with pytest.raises(ps.Unsatisfiable) as refused:
        ps.documents(schema)

    assert str(refused.value) == message


def test_an_unknown_member_is_an_error() -> None:
    """A misspelt member is told with the nearest one."""
    with pytest.raises(ps.ContractError) as refused:
        ps.documents("feedback", knd="reaction")

    assert str(refused.value) == "The schema names nothing at \"/knd\". Did you mean '/kind'?"


def test_the_representation_is_short() -> None:
    """A failing test shows what was asked for, not how it is made."""
    assert len(repr(ps.documents("agent-result"))) < 40
    assert json.dumps(ps.contract("plan").source.contents)  # which building has not changed


DRAWN_BY_WORKERS = """
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
import pytest_schemas as ps

@pytest.mark.parametrize("part", range(2))
def test_documents(part):
    drawn = []

    @settings(max_examples=10, database=None, deadline=None, derandomize=True)
    @given(ps.documents("feedback"))
    def draw(event):
        drawn.append(event)

    draw()
    worker = os.environ["PYTEST_XDIST_WORKER"]
    Path(f"{part}-{worker}.json").write_text(json.dumps(drawn))
"""


def test_workers_draw_on_their_own(pytester: pytest.Pytester) -> None:
    """Each worker of pytest-xdist builds the strategy anew, and draws what any other would."""
    pytest.importorskip("xdist")
    pytester.makepyfile(DRAWN_BY_WORKERS)

    pytester.runpytest_subprocess("-n", "2", "-p", "no:cacheprovider").assert_outcomes(passed=2)

    written = list(pytester.path.glob("*.json"))
    assert {each.stem.partition("-")[2] for each in written} == {"gw0", "gw1"}
    assert len({each.read_text() for each in written}) == 1


TABLES = """
from pathlib import Path

from hypothesis import HealthCheck, given, settings
import pytest_schemas as ps

def tables():
    return sorted(str(each) for each in Path.cwd().glob("unicode_data/*/*"))

strategy = ps.documents("feedback")
before = tables()

@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(strategy)
def draw(_):
    pass

draw()
assert before and tables() == before, set(tables()) - set(before)
"""


def test_tables_of_characters_are_made_before_the_first_draw(tmp_path: Path) -> None:
    """In a new folder they take a second, which within a draw would fail a health check."""
    environment = {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(tmp_path)}

    subprocess.run([sys.executable, "-c", TABLES], env=environment, cwd=tmp_path, check=True)
