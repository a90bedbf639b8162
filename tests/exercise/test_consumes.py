"""`consumes`: a test becomes one test for each vector, and fails where its verdict is wrong."""

from __future__ import annotations

import sys
from textwrap import dedent
from typing import Any

import pytest
from running import Run, failure, summary

import pytest_schemas as ps
from pytest_schemas._exercise import _consumes

STUB = """
from types import MappingProxyType
import pytest_schemas as ps
from pytest_schemas._exercise import _consumes

def vectors_of(contract, context, *, text):
    by = {each.id: each for each in contract.clauses}
    least, there = by["/properties/n/minimum"], by['/required="n"']
    vectors = [
        ps.Vector("n-1", {"n": 1}, True, least, text=b'{"n": 1}'),
        ps.Vector("n-0", {"n": 0}, False, least, "schema", text=b'{"n": 0}'),
        ps.Vector("n-missing", {"m": [1]}, False, there, "schema", text=b'{"m": [1]}'),
    ]
    if text:
        twice = ps.Clause("json/duplicate-key", keyword="rule", level="parse")
        vectors.append(ps.Vector("twice", None, False, twice, "parse", text=b'{"n": 1, "n": 1}'))
    return tuple(vectors)
"""

#: A consumer that is right, for tests that refuse by exceptions.
INGEST = """
def ingest(document):
    if document["n"] < 1:
        raise ValueError("too few")
"""
IDS = ["n-1", "n-0", "n-missing"]


@pytest.fixture(name="vectors", autouse=True)
def _vectors(monkeypatch: pytest.MonkeyPatch, pytester: pytest.Pytester) -> None:
    """Three vectors of the contract, in this process and in others."""
    names: dict[str, Any] = {}
    exec(STUB, names)
    monkeypatch.setattr(_consumes, "vectors_of", names["vectors_of"])
    pytester.makeconftest(f"{STUB}\n_consumes.vectors_of = vectors_of\n")


def ids(result: pytest.RunResult) -> list[str]:
    """Return outcome and id of each test, in the order of the run's summary."""
    lines = [line for line in result.outlines if line.startswith(("PASSED", "FAILED", "ERROR"))]
    return sorted(f"{line.split()[0]} {line.split('::')[-1].partition(' - ')[0]}" for line in lines)


KINDS = {
    "function": """
        @ps.consumes(COUNT, rejects=(ValueError, KeyError))
        def test_it(document):
            ingest(document)
    """,
    "predicate": """
        @ps.consumes(COUNT, accepts=lambda reply: reply == 200)
        def test_it(document):
            return 200 if document.get("n") else 422
    """,
    "both": """
        @ps.consumes(COUNT, rejects=KeyError, accepts=bool)
        def test_it(document):
            return document["n"]
    """,
    "text": """
        import json

        def pairs(found):
            if len(dict(found)) < len(found):
                raise ValueError
            return dict(found)

        @ps.consumes(COUNT, rejects=(ValueError, KeyError), text=True)
        def test_it(document):
            assert isinstance(document, bytes)
            ingest(json.loads(document, object_pairs_hook=pairs))
    """,
    "coroutine, asyncio": """
        @pytest.mark.asyncio
        @ps.consumes(COUNT, rejects=(ValueError, KeyError))
        async def test_it(document):
            ingest(await soon(document))
    """,
    "coroutine, anyio": """
        @ps.consumes(COUNT, accepts=bool)
        @pytest.mark.anyio
        async def test_it(document):
            return await soon(document.get("n"))
    """,
    "fixture": """
        @pytest.fixture
        def least():
            return 1

        @ps.consumes(COUNT, accepts=bool)
        def test_it(least, document):
            return document.get("n", 0) >= least
    """,
    "fixture that takes the document": """
        @pytest.fixture
        def number(document):
            return document.get("n", 0)

        @ps.consumes(COUNT, accepts=bool)
        def test_it(number, document):
            return number
    """,
    "class": """
        class TestIt:
            least = 1

            @ps.consumes(COUNT, accepts=bool)
            def test_it(self, document):
                return document.get("n", 0) >= self.least
    """,
    "staticmethod": """
        class TestIt:
            @staticmethod
            @ps.consumes(COUNT, accepts=bool)
            def test_it(document):
                return document.get("n")
    """,
    "vector": """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document, vector):
            assert vector.document == document
            assert vector.document is not document
            return vector.valid
    """,
    "vector with a default": """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document, vector=None):
            return vector.valid
    """,
    "arguments by keyword": """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(*, document, tmp_path, **others):
            assert others == {}
            return document.get("n")
    """,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_right_consumer_passes_with_each_vector(run: Run, kind: str) -> None:
    """One test for each, which its id names."""
    result = run(INGEST + dedent(KINDS[kind]))

    names = [*IDS, "twice"] if kind == "text" else IDS
    found = [each.replace("-asyncio", "") for each in ids(result)]
    assert found == sorted(f"PASSED test_it[{each}]" for each in names)


def test_parametrize_comes_after_the_vector(run: Run) -> None:
    """Whichever decorator is above."""
    for order in ("{1}\n{0}", "{0}\n{1}"):
        decorators = order.format(
            "@ps.consumes(COUNT, accepts=bool)", '@pytest.mark.parametrize("mode", ["a", "b"])'
        )
        result = run(f"{decorators}\ndef test_it(document, mode):\n    return document.get('n')\n")

        assert ids(result) == sorted(f"PASSED test_it[{i}-{m}]" for i in IDS for m in "ab")


def test_vectors_are_chosen_by_keyword_and_by_id(run: Run) -> None:
    """As any parametrized test."""
    test = """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document):
            return document.get("n")
    """

    assert ids(run(test, "-k", "n-missing")) == ["PASSED test_it[n-missing]"]
    assert ids(run(test, "test_it.py::test_it[n-0]")) == ["PASSED test_it[n-0]"]


def test_beside_xdist_the_ids_are_the_same(run: Run) -> None:
    """Workers and controller agree on them."""
    pytest.importorskip("xdist")
    test = """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document):
            return document.get("n")
    """

    assert ids(run(test, "-n", "2", process=True)) == sorted(f"PASSED test_it[{i}]" for i in IDS)


# Verdicts


def test_an_accepted_document_that_is_broken(run: Run) -> None:
    """The failure says what was accepted, and which clause it breaks."""
    result = run(
        """
        @ps.consumes(COUNT, rejects=KeyError)
        def test_it(document):
            return document["n"]
        """
    )

    assert summary(result) == [
        "PASSED",
        "PASSED",
        "FAILED test_it accepted a document that breaks /properties/n/minimum of count.",
    ]
    assert _said(result) == (
        """\
AssertionError: test_it accepted a document that breaks /properties/n/minimum of count.

  /n
    expected at least 1, found 0.
      Clause: /properties/n/minimum

  The document: {"n": 0}
  It returned: 0
  The vector: n-0"""
    )
    assert "\n>   def test_it(document):\n" in failure(result)


def test_a_refused_document_that_is_fine(run: Run) -> None:
    """The failure says so, and how it was refused."""
    result = run(
        """
        @ps.consumes(COUNT, rejects=Exception)
        def test_it(document):
            raise LookupError("no such n\\nat all")
        """,
        "-k",
        "n-1",
    )

    assert summary(result) == [
        "FAILED test_it refused a document that breaks nothing of count. It raised LookupError: "
        "no such n."
    ]
    assert _said(result).partition("AssertionError: ")[2] == (
        """\
test_it refused a document that breaks nothing of count. It raised LookupError: no such n.

  The document: {"n": 1}
  It keeps /properties/n/minimum
  The vector: n-1"""
    )
    shown = failure(result)
    assert 'raise LookupError("no such n' in shown
    assert "The above exception was the direct cause of the following exception:" in shown


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("raise LookupError", "It raised LookupError."),
        ("raise Mute", "It raised Mute."),
        ("return Mute()", "It returned a Python Mute."),
    ],
    ids=["no message", "str fails", "an exception returned, whose repr fails"],
)
def test_what_a_consumer_does_may_have_no_text(run: Run, does: str, said: str) -> None:
    """Its exception has no message, or cannot be shown, or its result cannot."""
    result = run(
        f"""
        class Mute(Exception):
            def __repr__(self):
                raise RuntimeError("mute")
            __str__ = __repr__

        @ps.consumes(COUNT, rejects=Exception, accepts=lambda _: False)
        def test_it(document):
            {does}
        """,
        "-k",
        "n-1",
        "--tb=no",
    )

    assert summary(result) == [
        f"FAILED test_it refused a document that breaks nothing of count. {said}"
    ]


def test_a_document_that_the_predicate_refuses_is_shown_with_the_result(run: Run) -> None:
    """There is no exception then."""
    result = run(
        """
        @ps.consumes(COUNT, accepts=lambda status: status < 300)
        def test_it(document):
            return 422
        """
    )

    assert summary(result)[-1] == (
        "FAILED test_it refused a document that breaks nothing of count. It returned 422."
    )


def test_an_accepted_text_that_cannot_be_read(run: Run) -> None:
    """The place in the text is told."""
    result = run(
        """
        import json

        @ps.consumes(COUNT, accepts=bool, text=True)
        def test_it(document):
            return json.loads(document).get("n")
        """
    )

    assert summary(result)[-1] == (
        "FAILED test_it accepted a text that breaks json/duplicate-key of count."
    )
    assert "/n (line 1, column 10)" in _said(result)


def _said(result: pytest.RunResult) -> str:
    lines = (line for line in failure(result).splitlines() if line[:1] == "E")
    return "\n".join(line[1:].removeprefix("   ") for line in lines)


def test_any_other_exception_is_an_error_of_its_own(run: Run) -> None:
    """It is no refusal, whatever the document is."""
    result = run(
        f"{INGEST}\n@ps.consumes(COUNT, rejects=ValueError)\ndef test_it(document):\n"
        "    ingest(document)\n"
    )

    assert summary(result) == ["PASSED", "PASSED", "FAILED KeyError: 'n'"]


def test_a_failed_assertion_in_the_test_is_no_refusal(run: Run) -> None:
    """Nor is a skip."""
    result = run(
        """
        @ps.consumes(COUNT, rejects=ValueError)
        def test_it(document):
            if "m" in document:
                pytest.skip("no m")
            assert "m" in document
        """
    )

    assert summary(result) == [
        "FAILED AssertionError: assert 'm' in {'n': 1}",
        "FAILED AssertionError: assert 'm' in {'n': 0}",
    ]
    assert "SKIPPED [1]" in "\n".join(result.outlines)


def test_each_call_has_a_document_of_its_own(run: Run) -> None:
    """What one consumer does to it, the next does not see."""
    result = run(
        """
        @pytest.mark.parametrize("time", [1, 2, 3])
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document, time):
            if "m" in document:
                assert document == {"m": [1]}
                document["m"].append(time)
            return document.pop("n", 0)
        """
    )

    assert set(summary(result)) == {"PASSED"}


# unittest

CASE = """
class TestIt(unittest.TestCase):
    @ps.consumes(COUNT, accepts=bool)
    def test_it(self, document):
        self.assertIsInstance(document, dict)
        return {}
"""


@pytest.mark.parametrize(
    "case",
    [
        CASE.format("document.get('n')"),
        CASE.replace("TestCase", "IsolatedAsyncioTestCase")
        .replace("    def", "    async def")
        .format("await soon(document.get('n'))"),
    ],
    ids=["function", "coroutine"],
)
def test_in_a_test_case_each_vector_is_a_subtest(run: Run, case: str) -> None:
    """All pass."""
    assert summary(run(case))[-1:] == ["PASSED"]


def test_in_a_test_case_each_failure_is_one_of_a_subtest(run: Run) -> None:
    """Its name is the vector's; where pytest has no subtests, the first ends the test."""
    result = run(CASE.format("True"))

    failed = [line for line in result.outlines if line.startswith(("SUBFAILED", "FAILED"))]
    assert " - test_it accepted a document that breaks /properties/n/minimum of count" in failed[0]
    if pytest.version_tuple >= (9,):
        assert [line.split()[0] for line in failed[:2]] == [
            "SUBFAILED[n-0]",
            "SUBFAILED[n-missing]",
        ]


def test_plain_unittest_runs_it_too(run: Run, pytester: pytest.Pytester) -> None:
    """With a subtest for each vector, without pytest."""
    run(CASE.format("True"), "--collect-only")

    result = pytester.run(
        sys.executable, "-c", "import conftest, unittest; unittest.main('test_it')"
    )

    result.stderr.fnmatch_lines(
        ["FAIL: test_it (test_it.TestIt*) [[]n-0[]]", "*FAILED (failures=2)"]
    )


def test_a_vector_with_a_context_that_the_test_does_not_take_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without a plan nobody can tell whether an answer fits it; with the vector one can."""
    both = (ps.Vector("a", [], True, None, context={"plan": {}}), ps.Vector("b", [], True, None))
    monkeypatch.setattr(_consumes, "vectors_of", lambda *_, **__: both)
    seen = []

    @ps.consumes("plan-edit", rejects=ValueError)
    def test(document: object) -> None:
        seen.append(document)

    @ps.consumes("plan-edit", rejects=ValueError)
    def test_with_vector(document: object, vector: ps.Vector) -> None:
        seen.append((document, vector.id))

    test()
    test_with_vector()

    assert seen == [[], ([], "a"), ([], "b")]


def test_context_is_handed_over_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much of it as the vector has, in copies; a default stays where it has none."""
    context = {"plan": {"items": [1]}}
    both = (
        ps.Vector("a", [], True, None, context=context),
        ps.Vector("b", [], True, None),
    )
    monkeypatch.setattr(_consumes, "vectors_of", lambda *_, **__: both)
    seen = []

    @ps.consumes("plan-edit", rejects=ValueError)
    def test(document: list[int], plan: Any) -> None:
        document.append(1)
        seen.append(plan)
        if plan:
            plan["items"].clear()

    @ps.consumes("plan-edit", rejects=ValueError)
    def test_with_a_default(document: list[int], plan: Any = "none") -> None:
        seen.append((document, plan))

    test()
    test_with_a_default()

    assert seen == [{"items": []}, None, ([], {"items": [1]}), ([], "none")]


def test_called_by_hand_it_goes_through_all_vectors() -> None:
    """As a script would."""
    contract = {"required": ["n"], "properties": {"n": {"minimum": 1}}}
    seen = []

    @ps.consumes(contract, accepts=bool)
    def test(document: dict[str, int]) -> object:
        seen.append(document)
        return document.get("n")

    assert test() is None
    assert seen == [{"n": 1}, {"n": 0}, {"m": [1]}]


# Misuse

COUNT = {"title": "count", "required": ["n"]}


def consumer(document: object) -> object:
    """Stand for a test."""
    return document


async def later(result: object) -> bool:
    """Stand for a predicate that somebody has to await."""
    return bool(result)


def generator(document: object) -> object:
    """Stand for a test that yields."""
    yield document


@pytest.mark.parametrize(
    ("arguments", "decorated", "message"),
    [
        pytest.param(
            {"contract": "fedback", "rejects": ValueError},
            consumer,
            "There is no contract named 'fedback'. Did you mean 'feedback'? ",
            id="unknown contract",
        ),
        pytest.param(
            {"contract": COUNT},
            consumer,
            "ps.consumes needs to know what a refusal is: rejects= takes the exceptions by which "
            "the test refuses a document, accepts= a predicate on what it returns.",
            id="neither",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": 422},
            consumer,
            "rejects=422: 422 is no exception type.",
            id="no exception",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": "ValueError"},
            consumer,
            "rejects='ValueError': 'ValueError' is no exception type.",
            id="name of an exception",
        ),
        pytest.param(
            {"contract": COUNT, "accepts": 422},
            consumer,
            "accepts=422 cannot be called with what the test returns.",
            id="no predicate",
        ),
        pytest.param(
            {"contract": COUNT, "accepts": later},
            consumer,
            "accepts= is a coroutine function, which nobody awaits: await in the test instead.",
            id="predicate to await",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            lambda event: event,
            "<lambda> has no argument 'document', by which @ps.consumes hands over vectors.",
            id="no argument",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            lambda **document: document,
            "<lambda> cannot be given 'document' by its name, as @ps.consumes hands it over.",
            id="any arguments",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            lambda document, /: document,
            "<lambda> cannot be given 'document' by its name, as @ps.consumes hands it over.",
            id="positional argument",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            generator,
            "generator is a generator, which would not be run: it must return, not yield.",
            id="generator",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            staticmethod(consumer),
            "@ps.consumes stands above @staticmethod at consumer, where it does not reach the "
            "function: put it below.",
            id="staticmethod",
        ),
        pytest.param(
            {"contract": COUNT, "rejects": ValueError},
            ps.consumes(COUNT, rejects=ValueError)(consumer),
            "consumer has two @ps.consumes; a document has one contract.",
            id="twice",
        ),
        pytest.param(
            {"contract": consumer},
            None,
            "ps.consumes needs to know the contract: @ps.consumes('feedback', rejects=...).",
            id="without a contract",
        ),
    ],
)
def test_misuse_of_consumes_is_told_when_the_test_is_decorated(
    arguments: dict[str, Any], decorated: Any, message: str
) -> None:
    """Each says what is wrong and what to do."""
    with pytest.raises(ps.ContractError) as refused:
        ps.consumes(**arguments)(decorated)

    assert str(refused.value).startswith(message)


GIVEN = (
    "test_it has @ps.consumes and @given: vectors are fixed, not drawn. For drawn documents, take "
    "@given alone, with ps.documents(...)."
)


def test_above_given_it_is_refused_at_once(run: Run) -> None:
    """When the module is imported."""
    result = run(
        """
        @ps.consumes(COUNT, accepts=bool)
        @given(n=st.integers())
        def test_it(document, n):
            pass
        """
    )

    assert summary(result) == [f"ERROR pytest_schemas.ContractError: {GIVEN}"]


def test_below_given_that_one_test_is_an_error(run: Run) -> None:
    """Hypothesis does not say that it is there until the test is run."""
    result = run(
        """
        @given(n=st.integers())
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document, n):
            pass

        def test_other():
            pass
        """
    )

    assert summary(result) == ["PASSED", f"ERROR Failed: {GIVEN}"]


def test_a_consumer_that_nobody_awaits_is_an_error(run: Run) -> None:
    """A coroutine is no answer."""
    result = run(
        """
        @ps.consumes(COUNT, accepts=bool)
        def test_it(document):
            return soon(document)
        """,
        "-k",
        "n-1",
    )

    assert summary(result) == [
        "FAILED pytest_schemas.ContractError: test_it returned a coroutine, which nobody awaits: "
        "make it an `async def`, and await what it gets."
    ]
