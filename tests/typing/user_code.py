"""What a type checker must make of a program that uses the package: it is checked, never run.

`mypy --strict` refuses an ignore that is not needed, so each one here says that a mistake is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict

from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import assert_type

import pytest_schemas as ps


class Event(TypedDict):
    kind: str


def contracts_come_from_names_paths_and_values() -> None:
    assert_type(ps.contract("feedback"), ps.Contract)
    assert_type(ps.contract(Path("order.schema.json")), ps.Contract)
    assert_type(ps.contract({"type": "integer"}), ps.Contract)
    assert_type(ps.contract(True, resources={"urn:x": {}}, formats=False), ps.Contract)
    ps.contract(1)  # type: ignore[arg-type]
    ps.contract("feedback", format=False)  # type: ignore[call-arg]


def a_valid_document_keeps_its_type(contract: ps.Contract, event: Event) -> None:
    assert_type(contract.assert_valid(event), Event)
    assert_type(contract.assert_valid({"n": 1}, direction="stored"), dict[str, int])
    assert_type(contract.read(b"{}"), Any)
    assert_type(contract.is_valid(event), bool)


def violations_are_values(contract: ps.Contract) -> None:
    for violation in contract.violations({}):
        assert_type(violation, ps.Violation)
        assert_type(violation.clause, ps.Clause)
        assert_type(violation.clause.kind, Literal["demand", "alternative"])
        assert_type(violation.message, str)
        assert_type(violation.causes, tuple[ps.Violation, ...])
        violation.message = ""  # type: ignore[misc]
    assert_type(contract.assert_invalid({}, "/type"), list[ps.Violation])


def contracts_are_values(contract: ps.Contract) -> None:
    assert_type(contract.clauses, tuple[ps.Clause, ...])
    assert_type(contract.rules, tuple[ps.Rule, ...])
    assert_type(contract.without("feedback/text-required"), ps.Contract)
    contract.clauses = ()  # type: ignore[misc]


def a_failed_assertion_has_its_violations(contract: ps.Contract) -> None:
    try:
        contract.assert_valid({})
    except ps.ContractViolation as failed:
        assert_type(failed.violations, list[ps.Violation])


def expectations_and_copies(event: Event) -> None:
    assert_type({"event": event} == {"event": ps.conforms("feedback")}, bool)
    ps.assert_exact_copies("plan-edit", "plan", ["item"], ordered=True)
    ps.assert_exact_copies("plan-edit", "plan")  # type: ignore[call-arg]


def programs_and_services_are_called_with_documents() -> None:
    with ps.json_command(["node", Path("worker.js")], lines=True, timeout=1) as program:
        assert_type(program, ps.Program)
        assert_type(program({"a": 1}), Any)
        assert_type(program.text([]), bytes)
        assert_type(program.accepts(None), bool)
    ps.json_command("node worker.js").close()
    ps.json_command([1])  # type: ignore[list-item]
    service = ps.http_producer("http://127.0.0.1/", headers={"A": "b"}, rejects=range(400, 500))
    assert_type(service, ps.Service)
    assert_type(service({"a": 1}), Any)
    ps.http_producer("http://127.0.0.1/", client=7)  # type: ignore[arg-type]


@given(n=st.integers())
@ps.produces("plan-edit", context=["plan"])
def test_producer(n: int, plan: object) -> object:
    return [n, plan]


@ps.produces(Path("order.schema.json"), text=True)
async def test_async_producer() -> str:
    return "{}"


def produces_has_a_contract() -> None:
    ps.produces()  # type: ignore[call-arg]
    ps.produces("feedback", context=1)  # type: ignore[arg-type]


@ps.consumes("feedback", rejects=(ValueError, KeyError), accepts=bool)
def test_consumer(document: dict[str, Any], vector: ps.Vector) -> object:
    assert_type(vector.clause, ps.Clause | None)
    return document


def consumes_takes_exceptions() -> None:
    ps.consumes("feedback", rejects=422)  # type: ignore[arg-type]
    ps.consumes("feedback", accepts=True)  # type: ignore[arg-type]


def test_fixture_types(contracts: Mapping[str, ps.Contract]) -> None:
    assert_type(contracts["plan"], ps.Contract)
