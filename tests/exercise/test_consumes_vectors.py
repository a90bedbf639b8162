"""`consumes` with the vectors that contracts have."""

from __future__ import annotations

import pytest
from running import Run, summary

import pytest_schemas as ps

BUNDLED = ["feedback", "plan", "plan-edit", "agent-result"]


@pytest.mark.parametrize("name", BUNDLED)
def test_the_contract_itself_is_a_right_consumer(name: str) -> None:
    """It accepts every valid vector and refuses every other one."""
    contract = ps.contract(name)
    verdicts = []

    @ps.consumes(name, rejects=ps.ContractViolation)
    def test(document: object, vector: ps.Vector) -> None:
        verdicts.append(vector.valid)
        contract.assert_valid(document, **vector.context)

    test()

    assert len(verdicts) > 100
    assert {*verdicts} == {False, True}


def test_the_contract_itself_is_a_right_reader() -> None:
    """It refuses the texts that are no JSON too."""
    levels = set()

    @ps.consumes("plan", rejects=ps.ContractViolation, text=True)
    def test(document: bytes, vector: ps.Vector) -> None:
        levels.add(vector.level)
        ps.contract("plan").read(document)

    test()

    assert levels == {None, "parse", "schema", "documented"}


def test_each_clause_is_told_apart(run: Run) -> None:
    """A consumer that ignores one keyword fails with the vectors of that one alone."""
    result = run(
        """
        NUMBER = ps.contract({"type": "object", "required": ["n"],
                              "properties": {"n": {"type": "integer"}}})

        @ps.consumes(COUNT, accepts=bool)
        def test_it(document):
            return NUMBER.is_valid(document)
        """
    )

    failed = {line for line in summary(result) if line.startswith("FAILED")}
    assert failed == {
        "FAILED test_it accepted a document that breaks /properties/n/minimum of count."
    }


def test_all_vectors_are_made_for_a_given_context(pytester: pytest.Pytester) -> None:
    """A consumer of stored events meets only such as the store would have."""
    pytester.makepyfile(
        """
        import pytest_schemas as ps

        STORED = ps.contract("feedback")

        @ps.consumes("feedback", rejects=ps.ContractViolation, direction="stored", text=True)
        def test_load(document):
            STORED.read(document, direction="stored")
        """
    )

    result = pytester.runpytest("-p", "no:cacheprovider")

    count = len(ps.contract("feedback").vectors(direction="stored"))
    count += len(ps.contract("feedback").parse_vectors(direction="stored"))
    result.assert_outcomes(passed=count)


def test_an_unknown_context_is_an_error() -> None:
    """It is told when the test is decorated."""
    with pytest.raises(ps.ContractError) as refused:
        ps.consumes("feedback", rejects=ValueError, direcion="stored")

    assert str(refused.value) == "feedback has no context 'direcion'. Did you mean 'direction'?"


NEVER = "test_it would never be called: the schema demands nothing that a vector could show."


def test_a_contract_that_demands_nothing_is_an_error(run: Run) -> None:
    """Without a vector the test would be skipped, whatever it does."""
    result = run(
        """
        @ps.consumes({"description": "anything"}, accepts=bool)
        def test_it(document):
            pass
        """
    )

    assert NEVER in result.outlines
    result.assert_outcomes(errors=1)


def test_it_is_an_error_of_unittest_too(run: Run) -> None:
    """There the test would pass."""
    result = run(
        """
        class TestIt(unittest.TestCase):
            @ps.consumes({"description": "anything"}, accepts=bool)
            def test_it(self, document):
                pass
        """
    )

    assert summary(result) == [f"FAILED pytest_schemas.ContractError: {NEVER}"]
