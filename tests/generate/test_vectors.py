"""Vectors: the fixed list of documents with their verdicts."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from bundled import CONSUMER, LABELS, contract_of

import pytest_schemas as ps

#: What no document breaks: a value that fits no branch is told of by the first, and the version of
#: an answer is that of every plan.
UNBROKEN: dict[str, set[str]] = {
    "feedback": set(),
    "plan": set(),
    "plan-edit": {
        *(
            f"/$defs/edit/properties/{name}/anyOf/1/type"
            for name in ("file", "check", "depends_on", "new_item")
        ),
        "plan-edit/version-matches",
    },
    "agent-result": {
        "/properties/source_intelligence_refs/anyOf/1/type",
        "/properties/goal_mode_ref/anyOf/1/type",
    },
}
# Nor is a document made that is too large.
UNBROKEN.update(
    (label, UNBROKEN[name] | {f"{name}/source-limits"})
    for name, label in zip(("plan", "plan-edit"), CONSUMER, strict=True)
)


def names(found: list[ps.Violation]) -> set[str]:
    """The ids of the broken clauses, with those that hold them."""
    return {name for each in found for name in (each.clause.id, *names(list(each.causes)))}


@pytest.mark.parametrize("label", LABELS)
def test_each_vector_has_its_verdict(label: str) -> None:
    """The contract accepts the valid ones, and refuses the others by the clause and the level."""
    contract = contract_of(label)
    wrong = []
    for vector in contract.vectors():
        found = contract.violations(vector.document, **vector.context)
        levels = {each.level for each in found} or {None}
        is_told = vector.valid or vector.clause in names(found)
        if (not found, levels, is_told) != (vector.valid, {vector.level}, True):
            wrong.append(vector.id)

    assert wrong == []


def refusal(contract: ps.Contract, text: bytes) -> str | None:
    """The clause by which a text is refused."""
    try:
        contract.read(text)
    except ps.ContractViolation as refused:
        (violation,) = refused.violations
        return violation.clause
    return None


@pytest.mark.parametrize("label", LABELS)
def test_each_parse_vector_has_its_verdict(label: str) -> None:
    """Reading accepts the valid ones, and refuses the others by the clause."""
    contract = contract_of(label)
    vectors = contract.parse_vectors()

    found = {each.id: refusal(contract, each.text) for each in vectors}

    assert found == {each.id: None if each.valid else each.clause for each in vectors}


@pytest.mark.parametrize("label", LABELS)
def test_every_clause_has_its_vectors(label: str) -> None:
    """A demand has one that breaks it, and an alternative one that takes it."""
    contract = contract_of(label)
    broken = {each.clause for each in contract.vectors() if not each.valid}
    taken = {each.clause for each in contract.vectors() if each.valid}

    missing = {
        clause
        for clause in contract.clauses
        if clause not in (broken if clause.kind == "demand" else taken)
    }

    assert missing == UNBROKEN[label]


@pytest.mark.parametrize("label", LABELS)
def test_ids_are_unique(label: str) -> None:
    """No two vectors share an id, those of texts included, and each can be a test's id."""
    contract = contract_of(label)
    ids = Counter(each.id for each in (*contract.vectors(), *contract.parse_vectors()))

    assert [each for each, count in ids.items() if count > 1] == []
    assert [each for each in ids if not each.isascii() or set(each) & set(" []:/\\")] == []


def test_ids_are_made_of_the_clause() -> None:
    """The place, the keyword, its value, and what was done."""
    ids = {each.id for each in ps.contract("feedback").vectors()}

    assert ids >= {
        "kind-enum-correction",
        "from-required-role-missing",
        "seq-present",
        "seq-absent",
        "seq-maximum-at-bound",
        "seq-maximum-one-over",
        "seq-type-as-float",
        "text-maxLength-at-most-astral",
        "ts-format-impossible-day",
        "rule-reaction-required-missing",
    }


#: Of all ids and texts; they are the same on every machine, Python and hash seed.
DIGESTS = {
    "feedback": "83d48fca2574e84e",
    "plan": "d122fbdf7866efac",
    "plan-edit": "54c56678ccf48fec",
    "agent-result": "552c8d3aeae30530",
    **dict(zip(CONSUMER, ("58bd143349359372", "55c63846453b6eae"), strict=True)),
}


@pytest.mark.parametrize("label", LABELS)
def test_the_list_is_the_same_everywhere(label: str) -> None:
    """Ids, texts and verdicts do not change from one run to another."""
    contract = contract_of(label)
    digest = hashlib.sha256()
    for each in (*contract.vectors(), *contract.parse_vectors()):
        digest.update(repr((each.id, each.text, each.valid, each.level)).encode())

    assert digest.hexdigest()[:16] == DIGESTS[label]


def test_a_new_clause_leaves_the_other_ids() -> None:
    """What is added to a schema adds vectors, and renames none."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {"kind": {"enum": ["a", "b"]}, "size": {"type": "integer", "minimum": 1}},
        "required": ["kind"],
    }
    more = {
        "type": "object",
        "properties": {
            "kind": {"enum": ["a", "b", "c"]},
            "name": {"type": "string", "minLength": 2},
            "size": {"type": "integer", "minimum": 1, "maximum": 9},
        },
        "required": ["kind"],
        "maxProperties": 5,
    }
    before = [each.id for each in ps.contract(schema).vectors()]
    after = [each.id for each in ps.contract(more).vectors()]

    assert [each for each in after if each in before] == before


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"required": ["a"]}, id="any type"),
        pytest.param({"minLength": 2, "format": "date"}, id="texts and others"),
        pytest.param({"type": ["null", "boolean", "array", "integer", "string"]}, id="types"),
        pytest.param({"properties": {"x": {"const": {"k": 1}}}, "required": ["x"]}, id="const"),
        pytest.param({"type": "array", "prefixItems": [True, True], "items": False}, id="full"),
        pytest.param({"type": "object", "not": {"anyOf": [{"required": ["a"]}]}}, id="not"),
        pytest.param({"type": "integer", "oneOf": [True, {"minimum": 3}]}, id="true branch"),
        pytest.param(
            {"type": "object", "properties": {"a": {"type": "string"}, "b": False}}, id="false"
        ),
    ],
)
def test_any_schema_has_vectors(schema: dict[str, Any]) -> None:
    """Each demand that can be broken is broken, and each has its verdict."""
    contract = ps.contract(schema)
    vectors = contract.vectors()
    demands = {clause for clause in contract.clauses if clause.kind == "demand"}
    verdicts = {each.id: names(contract.violations(each.document)) for each in vectors}
    unreachable = {"/oneOf/1/minimum"}  # the branch before it takes all

    assert {each.clause for each in vectors if not each.valid} == demands - unreachable
    assert [e.id for e in vectors if not e.valid and e.clause not in verdicts[e.id]] == []
    assert [e.id for e in vectors if e.valid and verdicts[e.id]] == []


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "integer"}, id="one digit"),
        pytest.param({"const": 17}, id="two digits"),
        pytest.param({"const": -1.5}, id="fraction"),
        pytest.param({"type": "boolean"}, id="word"),
        pytest.param({"type": "string", "minLength": 2}, id="text"),
        pytest.param({"type": "array", "items": {"enum": [1, 2]}, "uniqueItems": True}, id="array"),
        pytest.param(
            {
                "type": "array",
                "items": {"enum": [1, 2]},
                "uniqueItems": True,
                "minItems": 2,
            },
            id="rarely made",
        ),
        pytest.param({}, id="anything"),
    ],
)
def test_any_document_has_parse_vectors(schema: dict[str, Any]) -> None:
    """Reading refuses each by its clause, whatever the document is."""
    contract = ps.contract(schema)

    assert {each.id: refusal(contract, each.text) for each in contract.parse_vectors()} == {
        each.id: each.clause for each in contract.parse_vectors()
    }


@pytest.mark.parametrize(
    ("schema", "vector"),
    [
        ({"type": "object"}, ("type-kept", {})),
        ({"const": {"a": [1]}}, ("const-kept", {"a": [1]})),
        ({"type": "object", "required": ["a"]}, ("type-kept", {"a": None})),
        ({"not": {"type": "null"}}, ("not-kept", False)),
    ],
    ids=["type", "const", "required", "not"],
)
def test_there_is_always_a_valid_one(schema: dict[str, Any], vector: tuple[str, Any]) -> None:
    """Else a consumer that refuses everything would be right."""
    found = [(each.id, each.document) for each in ps.contract(schema).vectors() if each.valid]

    assert found == [vector]


def test_vectors_are_made_for_a_given_context() -> None:
    """With a plan, all answers fit it, and the plan stands in each vector."""
    contract = ps.contract("plan-edit")
    plan = contract.vectors()[-1].context["plan"]

    vectors = contract.vectors(plan=plan)

    assert [each.context for each in vectors if each.context != {"plan": plan}] == []
    assert [
        each.id for each in vectors if contract.is_valid(each.document, plan=plan) != each.valid
    ] == []


def test_an_integer_keeps_its_spelling() -> None:
    """1.0 is an integer of JSON Schema, and is written as 1.0."""
    (vector,) = (e for e in ps.contract("plan").vectors() if e.id == "issue-type-as-float")

    assert b'"issue":1.0,' in vector.text
    assert json.loads(vector.text) == vector.document


def test_a_vector_can_be_changed() -> None:
    """No two vectors share a part, and a second call gives new documents."""
    contract = ps.contract("plan")
    first = contract.vectors()
    for each in first:
        if isinstance(each.document, dict):
            each.document.clear()

    assert [each for each in contract.vectors() if each.valid and not each.document] == []


def test_hypothesis_is_not_needed() -> None:
    """Vectors are made without it, so that a consumer's tests do not wait for it."""
    program = (
        "import sys, pytest_schemas as ps; ps.contract('feedback').vectors(); "
        "print('hypothesis' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert ran.stdout == "False\n"
