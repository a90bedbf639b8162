"""What `produces` hands on, what it refuses, and what it leaves as it is."""

from __future__ import annotations

import inspect
import pickle
from collections import deque
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import rule
from running import Run, failure, summary

import pytest_schemas as ps

COUNT = {"title": "count", "type": "object", "required": ["n"]}

# Context

EDIT = """
def answer(revision):
    return {"schema_version": 1, "base_revision": revision, "reply": "Done.", "edits": []}
"""


@pytest.mark.parametrize("order", ["below", "above"])
def test_an_argument_named_plan_is_what_an_answer_is_judged_with(run: Run, order: str) -> None:
    """The failure says so."""
    lines = ['@ps.produces("plan-edit")', "@given(plan=ps.documents('plan'))"]
    decorators = "\n".join(lines if order == "above" else reversed(lines))
    test = "def test_it(plan):\n    return answer(plan['revision'] + {})\n"

    assert summary(run(f"{EDIT}\n{decorators}\n{test.format(0)}")) == ["PASSED"]

    result = run(f"{EDIT}\n{decorators}\n{test.format(1)}")
    (line,) = summary(result)
    assert line.startswith("FAILED plan-edit breaks plan-edit/base-revision-current at /base_revis")
    assert 'Judged with plan: {"schema_version": 1, "issue": 1, "revision": 1' in failure(result)


def test_the_plan_is_the_one_that_the_producer_was_given(run: Run) -> None:
    """A producer that changes its argument does not change what it is judged with."""
    test = """
        @given(plan=ps.documents("plan"))
        @ps.produces("plan-edit")
        def test_it(plan):
            plan["revision"] += 1
            return answer(plan["revision"])
    """

    (line,) = summary(run(f"{EDIT}\n{inspect.cleandoc(test)}"))
    assert line.startswith("FAILED plan-edit breaks plan-edit/base-revision-current")


def test_context_can_be_named(run: Run) -> None:
    """By a text, or by several; another argument is none."""
    test = """
        @pytest.mark.parametrize("direction", ["inbound", "stored"])
        @ps.produces("feedback", context={})
        def test_it(direction, feedback_contract):
            return {"direction": direction}
    """

    for names in ('"direction"', '["direction"]', "()"):
        result = run(test.replace("{}", names, 1))
        assert ("Judged with direction: " in failure(result)) is (names != "()")


def test_a_plan_that_is_not_valid_is_no_fault_of_the_producer(run: Run) -> None:
    """It is an error that says whose fault it is."""
    result = run(
        f"""{EDIT}
@pytest.mark.parametrize("plan", [{{}}])
@ps.produces("plan-edit")
def test_it(plan):
    return answer(1)
"""
    )

    (line,) = summary(result)
    assert line.startswith(
        "FAILED pytest_schemas.ContractError: The plan that plan-edit is judged against is itself "
        "not valid: "
    )


# Misuse


def returns_a_document(plan: object = None, direction: str = "stored") -> object:
    """Stand for a test."""
    return {"n": plan or direction}


@pytest.mark.parametrize(
    ("arguments", "decorated", "message"),
    [
        pytest.param(
            ("fedback",),
            returns_a_document,
            "There is no contract named 'fedback'. Did you mean 'feedback'? ",
            id="unknown contract",
        ),
        pytest.param(
            ("feedback", "direktion"),
            returns_a_document,
            "feedback has no context 'direktion', which ps.produces is to judge documents "
            "against. Did you mean 'direction'?",
            id="unknown context",
        ),
        pytest.param(
            (COUNT, ["plan"]),
            returns_a_document,
            "count has no context 'plan', which ps.produces is to judge documents against. Known "
            "are none.",
            id="no context",
        ),
        pytest.param(
            ("plan-edit", 3),
            lambda plan: plan,
            "context=3: 3 is not the name of an argument.",
            id="number as context",
        ),
        pytest.param(
            ("plan-edit", ["plan", None]),
            lambda plan: plan,
            "context=['plan', None]: None is not the name of an argument.",
            id="None among contexts",
        ),
        pytest.param(
            ("plan-edit", ["plan"]),
            lambda plans: plans,
            "<lambda> has no argument 'plan', which ps.produces is to judge documents against. "
            "Did you mean 'plans'?",
            id="no argument",
        ),
        pytest.param(
            ("feedback",),
            staticmethod(returns_a_document),
            "@ps.produces stands above @staticmethod at returns_a_document, where it does not "
            "reach the function: put it below.",
            id="staticmethod",
        ),
        pytest.param(
            ("feedback",),
            classmethod(returns_a_document),
            "@ps.produces stands above @classmethod at returns_a_document, where it does not "
            "reach the function: put it below.",
            id="classmethod",
        ),
        pytest.param(
            ("feedback",),
            rule(n=st.none())(lambda n: n),
            "@ps.produces stands above what makes <lambda> a step of a state machine, where it "
            "does not reach the function: put it below.",
            id="rule",
        ),
        pytest.param(
            ("feedback",),
            Run,
            "@ps.produces stands above the class Run: put it above its tests.",
            id="class",
        ),
        pytest.param(
            ("feedback",),
            {"n": 1},
            "@ps.produces stands above a dict, which is no test function.",
            id="value",
        ),
        pytest.param(
            (returns_a_document,),
            None,
            "ps.produces needs to know the contract: @ps.produces('feedback'), say.",
            id="without a contract",
        ),
        pytest.param(
            ("plan",),
            ps.produces(COUNT)(returns_a_document),
            "returns_a_document has two @ps.produces; a document has one contract.",
            id="twice",
        ),
        pytest.param(
            (COUNT,),
            ps.consumes(COUNT, rejects=ValueError)(lambda document: document),
            "<lambda> has @ps.produces above @ps.consumes, which hands nothing on: put it below.",
            id="above consumes",
        ),
        pytest.param(
            ("plan",),
            given(plan=st.none())(ps.produces(COUNT)(lambda plan: plan)),
            "<lambda> has two @ps.produces; a document has one contract.",
            id="above and below given",
        ),
    ],
)
def test_misuse_is_told_when_the_test_is_decorated(
    arguments: tuple[Any, ...], decorated: Any, message: str
) -> None:
    """Each says what is wrong, and the nearest right name or what to do."""
    with pytest.raises(ps.ContractError) as refused:
        ps.produces(*arguments)(decorated)

    assert str(refused.value).startswith(message)


def test_a_fixture_is_no_test(run: Run) -> None:
    """Nor can one be made of what is decorated."""
    result = run(
        """
        @ps.produces(COUNT)
        @pytest.fixture
        def made():
            return {}
        """
    )

    (line,) = summary(result)
    assert line.startswith(
        "ERROR pytest_schemas.ContractError: @ps.produces stands above a Fixture"
    )


def test_what_is_decorated_is_no_fixture(run: Run) -> None:
    """A decorated function returns nothing, so those who ask for the fixture would get None."""
    result = run(
        """
        @pytest.fixture
        @ps.produces(COUNT)
        def made():
            return {"n": 1}

        @pytest.fixture
        def other():
            return {"n": 1}

        def test_it(made):
            pass

        def test_other(other):
            assert other == {"n": 1}
        """
    )

    assert summary(result) == [
        "PASSED",
        "ERROR Failed: made is a fixture with @ps.produces, which hands nothing on: it is for "
        "tests. In a fixture, return contract.assert_valid(document).",
    ]


@pytest.mark.parametrize("order", ["below", "above"])
def test_a_coroutine_of_unittest_cannot_be_given_input(run: Run, order: str) -> None:
    """The error says why, and what to do, at that test alone."""
    lines = ["    @ps.produces(COUNT)", "    @given(n=st.integers())"]
    decorators = "\n".join(lines if order == "above" else reversed(lines))
    result = run(
        f"""
class TestIt(unittest.IsolatedAsyncioTestCase):
{decorators}
    async def test_it(self, n):
        return {{"n": n}}

    def test_other(self):
        pass
"""
    )

    assert summary(result) == [
        "PASSED",
        "ERROR Failed: test_it is a coroutine with @given on an IsolatedAsyncioTestCase, which "
        "awaits it once and not for each input: use pytest-asyncio or anyio, or make it a plain "
        "function that calls asyncio.run().",
    ]


def test_a_coroutine_that_nobody_awaits_is_an_error(run: Run) -> None:
    """As pytest has it for any test, but before anything is judged."""
    result = run(
        """
        @ps.produces(COUNT)
        def test_it():
            return soon({})
        """
    )

    assert summary(result) == [
        "FAILED pytest_schemas.ContractError: test_it returned a coroutine, which nobody awaits: "
        "make it an `async def`, and await what it gets."
    ]


def test_an_invalid_given_is_told_by_hypothesis(run: Run) -> None:
    """The decorator does not hide it."""
    result = run(
        """
        @ps.produces(COUNT)
        @given(m=st.integers())
        def test_it(n):
            return {}
        """
    )

    (line,) = summary(result)
    assert "hypothesis.errors.InvalidArgument: " in line


# What stays as it is


def test_a_decorated_test_looks_like_the_test() -> None:
    """To pytest, to Hypothesis, and to people."""

    @pytest.mark.filterwarnings("error")
    def test_it(plan: object, size: int = 3) -> object:
        """Say what it does."""
        return plan, size

    decorated: Any = ps.produces(COUNT)(test_it)

    assert inspect.signature(decorated) == inspect.signature(test_it)
    assert decorated.__wrapped__ is test_it
    assert decorated.__doc__ == "Say what it does."
    assert decorated.pytestmark == test_it.pytestmark  # type: ignore[attr-defined]
    assert decorated.__code__.co_filename == __file__
    assert decorated.__code__.co_firstlineno == test_it.__code__.co_firstlineno
    assert not inspect.isgeneratorfunction(decorated)


def test_a_decorated_test_can_be_called() -> None:
    """With arguments by place or by name; it returns nothing, or fails."""
    test: Any = ps.produces(COUNT)(lambda n, m=2: {"n": n} if m else {})

    assert test(1) is None
    assert test(n=1, m=1) is None
    with pytest.raises(ps.ContractViolation, match=r'^count breaks /required="n" at the root'):
        test(1, m=0)


def test_failures_of_one_clause_are_of_one_type() -> None:
    """Hypothesis tells failures apart by it; it is a ContractViolation, and pickles as one."""
    test: Any = ps.produces(COUNT)(lambda document: document)
    found = []
    for document in ({}, {"m": 1}, []):
        with pytest.raises(ps.ContractViolation) as failed:
            test(document)
        found.append(failed.value)

    first, same, other = found
    assert type(first) is type(same)
    assert type(first) is not type(other)
    assert {f"{type(each).__module__}.{type(each).__qualname__}" for each in found} == {
        "pytest_schemas.ContractViolation"
    }
    copy = pickle.loads(pickle.dumps(other))
    assert type(copy) is ps.ContractViolation
    assert (str(copy), copy.violations) == (str(other), other.violations)


@pytest.mark.parametrize("order", ["below", "above"])
def test_a_fuzzer_can_drive_it(order: str) -> None:
    """Through the function that Hypothesis offers to fuzzers."""
    judge, draw = ps.produces(COUNT), given(st.binary())
    function = lambda b: {"n": 1} if len(b) < 2 else {}  # noqa: E731
    test: Any = draw(judge(function)) if order == "below" else judge(draw(function))

    with pytest.raises(ps.ContractViolation):
        deque(map(test.hypothesis.fuzz_one_input, map(Random(0).randbytes, range(100))))


def test_the_example_database_replays_a_failure(run: Run, pytester: pytest.Pytester) -> None:
    """The next run starts with the least failing input."""
    seen = pytester.path / "seen.txt"
    test = """
        from pathlib import Path
        from hypothesis.database import DirectoryBasedExampleDatabase

        @settings(database=DirectoryBasedExampleDatabase("examples"), derandomize=False)
        @given(n=st.integers(0, 10**6))
        @ps.produces(COUNT)
        def test_it(n):
            with Path("seen.txt").open("a") as seen:
                print(n, file=seen)
            return {} if n > 123 else {"n": 1}
    """
    run(test)
    seen.unlink()

    run(test)

    assert seen.read_text("utf-8").split()[0] == "124"


def test_beside_xdist_it_says_the_same(run: Run) -> None:
    """Sentence and lines to paste come through from the workers."""
    pytest.importorskip("xdist")
    test = """
        @given(n=st.integers(0, 9))
        @ps.produces(COUNT)
        def test_it(n):
            return {} if n > 3 else {"n": 0 if n > 2 else 1}
    """
    alone = run(test)

    shared = run(test, "-n", "2", process=True)

    assert summary(shared)[0].partition(": ")[0] == "FAILED 2 clauses of count are broken"
    assert "- Reproduce it with -" in failure(alone)
    assert "- Reproduce it with -" in failure(shared)
