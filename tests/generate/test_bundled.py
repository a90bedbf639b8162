"""Documents of the bundled contracts: valid, varied, of ordinary size, and small when they fail."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption
from sampled import sampled, smallest

import pytest_schemas as ps

SCHEMAS = Path(__file__).parents[2] / "schemas"
CONTRACTS = ("feedback", "plan", "plan-edit", "agent-result")

ULID = "0" * 26
FEEDBACK = {
    "v": 1,
    "type": "feedback",
    "id": f"evt_{ULID}",
    "ts": "2000-01-01T00:00:00Z",
    "workspace_id": f"ws_{ULID}",
    "actor": {"kind": "person", "id": "0"},
    "message_id": f"msg_{ULID}",
    "kind": "reaction",
    "reaction": "0",
    "from": {"participant_id": "0", "kind": "person", "display_name": "0", "role": "owner"},
}
FILE = {"path": "0", "kind": "edit", "renamed_from": None, "change": "0"}
CHECK = {"type": "cmd", "text": "0"}
ITEM = {
    "id": "P1",
    "title": "0",
    "intent": "0",
    "files": [FILE],
    "acceptance": [CHECK],
    "depends_on": [],
}
PLAN = {
    "schema_version": 1,
    "issue": 1,
    "revision": 1,
    "summary": "0",
    "items": [ITEM],
    "questions": [],
}
PLAN_EDIT = {"schema_version": 1, "base_revision": 1, "reply": "0", "edits": []}
EDIT = {
    "op": "remove_item",
    "item": "P1",
    "summary": "0",
    "reason": "0",
    "field": None,
    "value": None,
    "file": None,
    "check": None,
    "check_index": None,
    "depends_on": None,
    "new_item": None,
}
AGENT_RESULT = {
    "schema": "sks.agent-result.v1",
    "mission_id": "",
    "agent_id": "0",
    "session_id": "0",
    "persona_id": "",
    "task_slice_id": "",
    "status": "done",
    "backend": "fake",
    "summary": "",
    "findings": [],
    "proposed_changes": [],
    "changed_files": [],
    "lease_compliance": {"ok": False, "violations": []},
    "recursion_guard": {"ok": False, "violations": []},
    "verification": {"status": "", "checks": []},
    "blockers": [],
    "confidence": "",
    "handoff_notes": "",
    "artifacts": [],
    "unverified": [],
    "writes": [],
}
ENVELOPE = {
    "schema": "sks.agent-patch-envelope.v1",
    "agent_id": "0",
    "session_id": "0",
    "slot_id": "0",
    "generation_index": 0,
    "operations": [{"op": "replace", "path": "0"}],
}
GIT = {"op": "git_apply_patch", "path": "0"}
FOLLOW_UP = {
    "id": "0",
    "title": "0",
    "description": "0",
    "required_persona_category": "0",
    "priority": 0,
    "dependencies": [],
    "lease_requirements": [],
    "max_attempts": 1,
    "reason": "0",
}
SMALLEST = MappingProxyType(
    {"feedback": FEEDBACK, "plan": PLAN, "plan-edit": PLAN_EDIT, "agent-result": AGENT_RESULT}
)


def schema_of(name: str) -> Any:
    """The schema of a contract, as it is published."""
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def documents_of(name: str) -> list[Any]:
    """Three hundred documents of a contract."""
    return sampled(ps.documents(name), 300)


# Validity.


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_document_is_valid(name: str) -> None:
    """All that is made keeps the schema and the documented rules."""
    contract = ps.contract(name)
    documents = documents_of(name)

    assert len(documents) == 300
    assert [each for each in documents if not contract.is_valid(each)] == []


@pytest.mark.parametrize("direction", ["inbound", "stored"])
def test_feedback_in_a_direction(direction: str) -> None:
    """Events on their way in, and stored ones, keep the rules of that direction."""
    feedback = ps.contract("feedback")
    events = sampled(feedback.documents(direction=direction), 200)

    assert [each for each in events if not feedback.is_valid(each, direction=direction)] == []
    assert {"seq" in each for each in events} == {direction == "stored"}
    assert {each["actor"]["kind"] for each in events} == {"person", "harness", "agent", "system"}
    assert {"idempotency_key" in each for each in events} == {True, False}


@pytest.mark.parametrize("name", CONTRACTS)
def test_nothing_is_rejected(name: str) -> None:
    """Documents are valid by construction: no choices are given up on the way."""
    strategy, rejected = ps.documents(name), []

    @settings(max_examples=200, database=None, deadline=None, phases=[Phase.generate])
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        try:
            data.draw(strategy)
        except UnsatisfiedAssumption:
            rejected.append(name)
            raise

    draw()

    assert rejected == []


CONTEXT = MappingProxyType(
    {
        "feedback/inbound-seq-absent": {"direction": "inbound"},
        "feedback/inbound-idempotency-key": {"direction": "inbound"},
        "feedback/stored-seq-present": {"direction": "stored"},
    }
)
RULES = [
    (name, rule.id)
    for name in CONTRACTS
    for rule in ps.contract(name).rules
    if rule.severity == "error" and rule.level == "documented"
]


@pytest.mark.parametrize(("name", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_without_a_rule(name: str, rule: str) -> None:
    """A contract that leaves a rule out has documents that break that rule, and no other."""
    whole, context = ps.contract(name), CONTEXT.get(rule, {})
    looser = whole.without(rule)
    documents = sampled(looser.documents(**context), 150)
    broken = {v.clause.id for each in documents for v in whole.violations(each, **context)}

    assert [each for each in documents if not looser.is_valid(each, **context)] == []
    assert broken == {rule}


# The plan that an answer edits.

OPERATIONS = frozenset(
    {
        *("add_item", "remove_item", "set_field", "add_file", "update_file", "remove_file"),
        *("add_check", "remove_check", "set_depends"),
    }
)


def plan(items: int, files: int, checks: int) -> dict[str, Any]:
    """A plan of so many items, each with so many files and checks."""
    return {
        **PLAN,
        "revision": 7,
        "items": [
            {
                **ITEM,
                "id": f"P{999 - number}",
                "files": [{**FILE, "path": f"{index}"} for index in range(files)],
                "acceptance": [CHECK] * checks,
            }
            for number in range(items)
        ],
    }


@pytest.mark.parametrize(
    ("edited", "impossible"),
    [
        pytest.param(plan(1, 1, 1), {"remove_item", "remove_file", "remove_check"}, id="tiny"),
        pytest.param(plan(2, 2, 2), set(), id="small"),
        pytest.param(plan(30, 40, 10), {"add_item", "add_file", "add_check"}, id="full"),
    ],
)
def test_answers_to_a_plan(edited: Any, impossible: set[str]) -> None:
    """Answers fit the plan, and make every change that there is room for."""
    before, plan_edit = deepcopy(edited), ps.contract("plan-edit")
    answers = sampled(plan_edit.documents(plan=edited), 100)

    assert [each for each in answers if not plan_edit.is_valid(each, plan=edited)] == []
    assert {edit["op"] for each in answers for edit in each["edits"]} == OPERATIONS - impossible
    assert {each["base_revision"] for each in answers} == {7}
    assert edited == before


def test_answers_name_every_part_of_the_plan() -> None:
    """Each item is edited, each file removed, and each check removed, in some answer."""
    edited = plan(3, 3, 3)
    answers = sampled(ps.documents("plan-edit", plan=edited), 300)
    edits = [edit for each in answers for edit in each["edits"]]

    assert {edit["item"] for edit in edits if edit["op"] != "add_item"} == {"P999", "P998", "P997"}
    assert {e["value"] for e in edits if e["op"] == "remove_file"} == {"0", "1", "2"}
    assert {e["check_index"] for e in edits if e["op"] == "remove_check"} == {0, 1, 2}
    assert {e["file"]["path"] for e in edits if e["op"] == "update_file"} == {"0", "1", "2"}


@settings(deadline=None)
@given(
    ps.documents("plan").flatmap(
        lambda plan: st.tuples(st.just(plan), ps.documents("plan-edit", plan=plan))
    )
)
def test_a_plan_and_an_answer(drawn: tuple[Any, Any]) -> None:
    """The plan is drawn first, and the answer from it, in one line."""
    plan, answer = drawn

    ps.contract("plan-edit").assert_valid(answer, plan=plan)


@settings(deadline=None)
@given(st.data())
def test_a_plan_and_an_answer_inside_a_test(data: st.DataObject) -> None:
    """The same works where a test draws what it needs."""
    plan = data.draw(ps.documents("plan"))
    answer = data.draw(ps.documents("plan-edit", plan=plan))

    ps.contract("plan-edit").assert_valid(answer, plan=plan)


def test_the_smallest_answer_to_a_plan() -> None:
    """It says something and changes nothing; the smallest edit is the smallest for the plan."""
    answers = ps.documents("plan-edit", plan=plan(2, 1, 1))

    assert smallest(answers) == {**PLAN_EDIT, "base_revision": 7}
    assert smallest(answers, lambda answer: bool(answer["edits"])) == {
        **PLAN_EDIT,
        "base_revision": 7,
        "reply": "",
        "edits": [{**EDIT, "item": "P999", "op": "set_field", "field": "title", "value": "0"}],
    }


# Spread.


class Spread:
    """What documents show of a schema: the alternatives taken, and the edges reached.

    It knows the keywords of the bundled schemas alone, and reads the schemas itself.
    """

    def __init__(self, schema: Any) -> None:
        self._schema = schema
        self.taken: set[str] = set()
        self.reached: set[str] = set()

    def look(self, value: Any, schema: Any = None, at: str = "") -> None:
        """Note what a value shows of a schema at a location."""
        schema = self._schema if schema is None else schema
        for keyword, said in schema.items():
            here = f"{at}/{keyword}"
            if keyword == "$ref":
                self.look(value, self._schema["$defs"][said.rpartition("/")[2]], said[1:])
            elif keyword == "enum":
                self.taken.add(f"{here}={json.dumps(value)}")
            elif keyword == "type" and isinstance(said, list):
                kind = (
                    "null" if value is None else "string" if isinstance(value, str) else "integer"
                )
                self.taken.add(f'{here}="{kind}"')
            elif keyword == "anyOf":
                branch = 1 if value is None else 0  # each is a thing or null
                self.taken.add(f"{here}={branch}")
                self.look(value, said[branch], f"{here}/{branch}")
            elif _edge(keyword, said, value):
                self.reached.add(here)
        if isinstance(value, dict):
            self._members(value, schema, at)
        if isinstance(value, list) and "items" in schema:
            self._items(value, schema, at)

    def _members(self, value: Any, schema: Any, at: str) -> None:
        for name, each in schema.get("properties", {}).items():
            here = f"{at}/properties/{name}"
            self.taken.add(f'{here}="{"present" if name in value else "absent"}"')
            if name in value:
                self.look(value[name], each, here)
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict):
            for each in value.values():
                self.look(each, rest, f"{at}/additionalProperties")

    def _items(self, value: Any, schema: Any, at: str) -> None:
        if not value:
            self.reached.add(f"{at}/items")
        for each in value:
            self.look(each, schema["items"], f"{at}/items")


_LENGTHS = ("minLength", "maxLength", "minItems", "maxItems")
_BOUNDS = MappingProxyType({"minimum": 0, "maximum": 0, "exclusiveMinimum": 1})


def _edge(keyword: str, said: Any, value: Any) -> bool:
    if keyword in _LENGTHS and isinstance(value, (str, list)):
        return len(value) == said
    return keyword in _BOUNDS and value is not None and value == said + _BOUNDS[keyword]


def edges(schema: Any, at: str = "") -> Iterator[str]:
    """The edges that a schema has; an array that may be empty has one at its `items`."""
    if isinstance(schema, dict):
        for keyword, said in schema.items():
            is_bound = (keyword in _LENGTHS or keyword in _BOUNDS) and not isinstance(said, dict)
            if is_bound or (keyword == "items" and "minItems" not in schema):
                yield f"{at}/{keyword}"
            yield from edges(said, f"{at}/{keyword}")
    elif isinstance(schema, list):
        for index, each in enumerate(schema):
            yield from edges(each, f"{at}/{index}")


#: Edges that the rules keep documents from.
UNREACHABLE = MappingProxyType(
    {
        # A value is a title of at most 120 characters, an intent of 600, or a path of 300.
        "plan-edit": {"/$defs/edit/properties/value/maxLength"},
    }
)


@cache
def spread_of(name: str) -> Spread:
    """What three hundred documents of a contract show."""
    spread = Spread(schema_of(name))
    for document in documents_of(name):
        spread.look(document)
    return spread


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_alternative_is_taken(name: str) -> None:
    """Every enum value, branch and type is seen, and every optional member there and not there."""
    clauses = ps.contract(name).clauses
    alternatives = {each.id for each in clauses if each.kind == "alternative"}

    assert alternatives - spread_of(name).taken == set()


@pytest.mark.parametrize("name", CONTRACTS)
def test_nine_edges_in_ten_are_reached(name: str) -> None:
    """Shortest and longest, empty and full, least and most: nearly all that the rules allow."""
    reachable = set(edges(schema_of(name))) - UNREACHABLE.get(name, set())
    missed = reachable - spread_of(name).reached

    assert len(reachable) >= 12
    assert len(missed) <= len(reachable) / 10, sorted(missed)


def test_what_is_unreachable() -> None:
    """The edges that are called unreachable are edges, and no document reaches them."""
    for name, unreachable in UNREACHABLE.items():
        assert unreachable <= set(edges(schema_of(name)))
        assert unreachable & spread_of(name).reached == set()


# Texts and sizes.


def texts(value: Any) -> Iterator[str]:
    """All texts of a document, the names of members among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from texts(each)


@pytest.mark.parametrize(
    "is_kind",
    [
        pytest.param(lambda c: ord(c) > 0xFFFF, id="astral"),
        pytest.param(lambda c: unicodedata.combining(c) > 0, id="combining"),
        pytest.param(lambda c: unicodedata.bidirectional(c) in {"R", "AL"}, id="right to left"),
        pytest.param(lambda c: c == '"', id="a quote"),
        pytest.param(lambda c: c == "\\", id="a backslash"),
        pytest.param(lambda c: c == "\n", id="a line end"),
        pytest.param(lambda c: c == "\0", id="a zero"),
        pytest.param(lambda c: c == "\u2028", id="a line separator"),
        pytest.param(lambda c: "a" <= c <= "z", id="letters"),
    ],
)
@pytest.mark.parametrize("name", CONTRACTS)
def test_characters(name: str, is_kind: Callable[[str], bool]) -> None:
    """Texts have characters of every kind that programs stumble over."""
    found = {each for document in documents_of(name) for text in texts(document) for each in text}

    assert any(map(is_kind, found))


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_document_is_json_text(name: str) -> None:
    """No text has an unpaired surrogate, and what is written is read back the same."""
    for document in documents_of(name):
        written = json.dumps(document, ensure_ascii=False, allow_nan=False).encode("utf-8")

        assert json.loads(written) == document
        assert ps.contract(name).read(written) == document


@pytest.mark.parametrize(
    ("name", "most"),
    [("feedback", 1_000), ("plan", 8_000), ("plan-edit", 2_500), ("agent-result", 3_000)],
)
def test_the_ordinary_document_is_not_large(name: str, most: int) -> None:
    """Half of the documents are shorter than a screen or two, and none is huge."""
    sizes = [len(json.dumps(each, ensure_ascii=False)) for each in documents_of(name)]

    assert median(sizes) <= most
    assert max(sizes) <= 60_000


# Shrinking.


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_smallest_document(name: str) -> None:
    """It is the one that a person would write: short ids, empty parts, the first of each enum."""
    assert smallest(ps.documents(name)) == SMALLEST[name]


@pytest.mark.parametrize("name", ["feedback", "plan-edit"])
def test_a_test_that_always_fails(name: str) -> None:
    """It ends with the smallest document."""
    seen: list[Any] = []

    @settings(max_examples=5, database=None, deadline=None, derandomize=True)
    @given(ps.documents(name))
    def test(document: Any) -> None:
        seen.append(document)
        pytest.fail("always")

    with pytest.raises(pytest.fail.Exception, match="always"):
        test()

    assert seen[-1] == SMALLEST[name]


def _envelopes(result: Any) -> list[Any]:
    return result.get("patch_envelopes", [])


def _uses_git(result: Any) -> bool:
    operations = [operation for each in _envelopes(result) for operation in each["operations"]]
    return any(each["op"] == "git_apply_patch" for each in operations)


def _is_blocked(result: Any) -> bool:
    proofs = [each.get("lease_proof", {}) for each in _envelopes(result)]
    return any(each.get("protected_path_check") == "blocked" for each in proofs)


def _is_urgent(result: Any) -> bool:
    return any(each["priority"] >= 1000 for each in result.get("follow_up_work_items", []))


@pytest.mark.parametrize(
    ("is_fault", "shrunk"),
    [
        pytest.param(
            _uses_git,
            {"patch_envelopes": [{**ENVELOPE, "operations": [GIT]}]},
            id="an enum value in an array in an array",
        ),
        pytest.param(
            _is_blocked,
            {"patch_envelopes": [{**ENVELOPE, "lease_proof": {"protected_path_check": "blocked"}}]},
            id="an optional member of an optional member",
        ),
        pytest.param(
            _is_urgent,
            {"follow_up_work_items": [{**FOLLOW_UP, "priority": 1000}]},
            id="a number",
        ),
    ],
)
def test_a_fault_deep_inside(is_fault: Callable[[Any], bool], shrunk: dict[str, Any]) -> None:
    """A fault in one place shrinks to the smallest document with that fault alone."""
    assert smallest(ps.documents("agent-result"), is_fault) == {**AGENT_RESULT, **shrunk}


@pytest.mark.parametrize(
    ("name", "is_wanted", "shrunk"),
    [
        pytest.param(
            "feedback",
            lambda event: event["kind"] == "correction",
            {key: each for key, each in FEEDBACK.items() if key != "reaction"}
            | {"kind": "correction", "text": "0"},
            id="a correction",
        ),
        pytest.param(
            "plan",
            lambda plan: any(each["depends_on"] for each in plan["items"]),
            {**PLAN, "items": [ITEM, {**ITEM, "id": "P2", "depends_on": ["P1"]}]},
            id="an item that depends on another",
        ),
        pytest.param(
            "plan-edit",
            lambda answer: any(each["op"] == "add_check" for each in answer["edits"]),
            {**PLAN_EDIT, "reply": "", "edits": [{**EDIT, "op": "add_check", "check": CHECK}]},
            id="an operation",
        ),
        pytest.param(
            "feedback",
            lambda event: event.get("seq", 0) >= 1000,
            {**FEEDBACK, "seq": 1000},
            id="a number that is large",
        ),
        pytest.param(
            "feedback",
            lambda event: len(event.get("text", "")) >= 5,
            # Only a correction must have a text, so that is where a text is simplest.
            {
                **{name: each for name, each in FEEDBACK.items() if name != "reaction"},
                "kind": "correction",
                "text": "00000",
            },
            id="a text that is long",
        ),
    ],
)
def test_what_a_kind_of_document_shrinks_to(
    name: str, is_wanted: Callable[[Any], bool], shrunk: Any
) -> None:
    """Only what is asked for differs from the smallest document, and what the rules then ask."""
    assert smallest(ps.documents(name), is_wanted) == shrunk
