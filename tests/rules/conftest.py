"""What the tests of all rules share: changing a document, and judging it by every rule at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pytest_schemas._rules import Rule, rules_for

SCHEMAS = Path(__file__).parents[2] / "schemas"


@pytest.fixture(name="schema", scope="session")
def _schema():
    """Return a function that gives the schema of a bundled contract by its name."""
    return _load_schema


def _load_schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(name="changed", scope="session")
def _changed():
    """Return a function that replaces the values at some pointers, or removes them by `...`."""

    def changed(document: Any, changes: dict[str, Any]) -> Any:
        document = deepcopy(document)
        for pointer, value in changes.items():
            *parents, last = pointer.split("/")[1:]
            holder = document
            for step in parents:
                holder = holder[_step(holder, step)]
            if value is ...:
                del holder[_step(holder, last)]
            else:
                holder[_step(holder, last)] = deepcopy(value)
        return document

    return changed


def _step(holder: Any, step: str) -> Any:
    return int(step) if isinstance(holder, list) else step


@pytest.fixture(name="broken", scope="session")
def _broken():
    """Return a function that gives what each rule finds: {id: [(pointer, message), ...]}.

    Rules of level consumer are left out: they are judged only if they are asked for.
    """
    return partial(_found, _judged_by_default)


@pytest.fixture(name="broken_by_all", scope="session")
def _broken_by_all():
    """Return a function as `broken` is, for the rules of level consumer as well."""
    return partial(_found, rules_for)


def _found(
    rules: Callable[[str], Iterable[Rule]], contract: str, document: Any, **given: Any
) -> dict[str, list[tuple[str, str]]]:
    validator = Draft202012Validator(_load_schema(contract))
    assert not [error.message for error in validator.iter_errors(document)]
    before = deepcopy((document, given))
    found = {}
    for rule in rules(contract):
        findings = list(rule.judge(document, given)) if set(rule.needs) <= set(given) else []
        if findings:
            found[rule.id] = [(_pointer(each.path), each.message) for each in findings]
    assert (document, given) == before, "a rule changed what it was given"
    return found


def _judged_by_default(contract: str) -> list[Rule]:
    return [rule for rule in rules_for(contract) if rule.level != "consumer"]


def _pointer(path: tuple[str | int, ...]) -> str:
    return "".join(f"/{step}" for step in path)


@pytest.fixture(name="plan_violations", scope="session")
def _plan_violations():
    """Return a stand-in for the plan contract: what the schema and the documented rules refuse."""
    validator = Draft202012Validator(_load_schema("plan"))

    def plan_violations(plan: Any) -> list[Any]:
        violations = [
            SimpleNamespace(
                message=f"{error.validator} fails",
                instance_location=_pointer(tuple(error.absolute_path)),
                clause=error.validator,
            )
            for error in validator.iter_errors(plan)
        ]
        return violations or [
            SimpleNamespace(
                message=finding.message,
                instance_location=_pointer(finding.path),
                clause=rule.id,
            )
            for rule in _judged_by_default("plan")
            if rule.severity == "error"
            for finding in rule.judge(plan, {})
        ]

    return plan_violations
