"""Producers with one fault each: `produces` finds it, from the least input that shows it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from math import nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pytest_schemas as ps

Document = dict[str, Any]

ULID = "01JB3W8Z6Q4N7T2C9K5M0XRVDE"
PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
LEAST_PLAN: Document = {
    "schema_version": 1,
    "issue": 1,
    "revision": 1,
    "summary": "0",
    "items": [
        {
            "id": "P1",
            "title": "0",
            "intent": "0",
            "files": [{"path": "0", "kind": "edit", "renamed_from": None, "change": "0"}],
            "acceptance": [{"type": "cmd", "text": "0"}],
            "depends_on": [],
        }
    ],
    "questions": [],
}


def event(**members: Any) -> Document:
    """Return a feedback event, with some members of its own."""
    sender = {"participant_id": "u", "kind": "person", "display_name": "Mara", "role": "member"}
    return {
        "v": 1,
        "type": "feedback",
        "id": f"evt_{ULID}",
        "ts": "2026-03-09T14:22:31Z",
        "workspace_id": f"ws_{ULID}",
        "actor": {"kind": "person", "id": "u"},
        "message_id": f"msg_{ULID}",
        "kind": "reaction",
        "reaction": "👍",
        "from": sender,
        **members,
    }


def result(**members: Any) -> Document:
    """Return an agent result, with some members of its own."""
    names = ("findings", "proposed_changes", "changed_files", "blockers", "artifacts")
    return {
        "schema": "sks.agent-result.v1",
        "mission_id": "m",
        "agent_id": "a",
        "session_id": "s",
        "persona_id": "p",
        "task_slice_id": "t",
        "status": "done",
        "backend": "process",
        "summary": "",
        "confidence": "high",
        "handoff_notes": "",
        "lease_compliance": {"ok": True, "violations": []},
        "recursion_guard": {"ok": True, "violations": []},
        "verification": {"status": "passed", "checks": []},
        **{name: [] for name in (*names, "unverified", "writes")},
        **members,
    }


def answer(plan: Document, *edits: Document) -> Document:
    """Return a plan edit."""
    return {
        "schema_version": 1,
        "base_revision": plan["revision"],
        "reply": "This is it.",
        "edits": [
            {**dict.fromkeys(PAYLOADS), "summary": "Do it", "reason": "Asked.", **each}
            for each in edits
        ],
    }


def system_as_sender(kind: str, faulty: bool) -> Document:
    """The sender has the kind of the actor, though no sender is a system."""
    sender = event()["from"]
    sender["kind"] = kind if faulty or kind != "system" else "person"
    return event(actor={"kind": kind, "id": kind}, **{"from": sender})


def local_time(when: datetime, faulty: bool) -> Document:
    """A time without a zone is written without an offset."""
    if when.tzinfo is None and not faulty:
        when = when.replace(tzinfo=timezone.utc)
    return event(ts=when.isoformat())


def cut_by_bytes(name: str, faulty: bool) -> Document:
    """A reaction is cut in the middle of a character."""
    cut = name.encode()[:16].decode(errors="surrogateescape") if faulty else name[:16]
    return event(reaction=cut or "👍")


def self_dependent(needs: list[tuple[int, int]], faulty: bool) -> Document:
    """A step may depend on itself, by <= instead of <."""
    (usual,) = LEAST_PLAN["items"]
    needs = [(step, n) for step, n in needs if n < step or (faulty and n == step)]
    items = [
        {**usual, "id": f"P{step}", "depends_on": [f"P{n}" for own, n in needs if own == step]}
        for step in (1, 2, 3)
    ]
    return {**LEAST_PLAN, "items": items}


def float_index(plan: Document, faulty: bool) -> Document:
    """The check in the middle is found by / instead of //."""
    item = plan["items"][-1]
    last = len(item["acceptance"]) - 1
    if last == 0:
        return answer(plan)
    index = last / 2 if faulty else last // 2
    return answer(plan, {"op": "remove_check", "item": item["id"], "check_index": index})


def mutable_default(fields: list[str], faulty: bool) -> Document:
    """What one edit has stays in a mutable default for the next."""

    def edit(given: Document, form: Document = {}) -> Document:  # noqa: B006 - the fault
        form = form if faulty else {}
        form.update(given)
        return {"item": "P1", **form}

    parts = {
        "title": {"op": "set_field", "field": "title", "value": "Say why"},
        "check": {"op": "add_check", "check": {"type": "check", "text": "It says why."}},
        "needs": {"op": "set_depends", "depends_on": []},
    }
    return answer(LEAST_PLAN, *(edit(parts[each]) for each in fields))


def nan_of_nothing(times: list[float], faulty: bool) -> Document:
    """The mean of no times is NaN."""
    report = {"count": len(times)}
    if times or faulty:
        report["mean"] = sum(times) / len(times) if times else nan
    return result(backend_router_report=report)


def two_parts_meet(lease: str | None, worktree: str | None, faulty: bool) -> Document:
    """Where there are both a lease and a worktree, one stands in the proof of the other."""
    operation = {"op": "write", "path": "a", "content": ""}
    envelope: Document = {
        "schema": "sks.agent-patch-envelope.v1",
        "agent_id": "a",
        "session_id": "s",
        "slot_id": "s",
        "generation_index": 0,
        "operations": [operation],
    }
    if lease is not None:
        envelope["lease_proof"] = {"lease_id": lease}
    if worktree is not None:
        holder = envelope["lease_proof"] if faulty and lease is not None else envelope
        holder["git_worktree"] = {"path": worktree}
    return result(patch_envelopes=[envelope])


def arguments(call: str) -> dict[str, str]:
    """Return how the arguments of a call are written, by their names."""
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    return {str(each.arg): ast.unparse(each.value) for each in node.keywords}


TWO_CHECKS = {
    **LEAST_PLAN,
    "items": [{**LEAST_PLAN["items"][0], "acceptance": [{"type": "cmd", "text": "0"}] * 2}],
}
OF_ENVELOPES = "/properties/patch_envelopes/items/properties"

FAULTS = [
    pytest.param(
        "feedback",
        system_as_sender,
        {"kind": st.sampled_from(["person", "agent", "system"])},
        "/properties/from/properties/kind/enum",
        {"kind": "system"},
        id="an enum value that is not declared",
    ),
    pytest.param(
        "feedback",
        local_time,
        {"when": st.datetimes(timezones=st.sampled_from([timezone.utc, None]))},
        "/properties/ts/format",
        {"when": datetime(2000, 1, 1)},
        id="a local time",
    ),
    pytest.param(
        "feedback",
        cut_by_bytes,
        {"name": st.text("a👍", max_size=20)},
        "json/lone-surrogate",
        {"name": "a👍👍👍👍"},
        id="cut by bytes",
    ),
    pytest.param(
        "plan",
        self_dependent,
        {"needs": st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), max_size=5)},
        "plan/depends-earlier",
        {"needs": [(1, 1)]},
        id="off by one",
    ),
    pytest.param(
        "plan-edit",
        float_index,
        {"plan": ps.documents("plan")},
        "/$defs/edit/properties/check_index/type",
        {"plan": TWO_CHECKS},
        id="a float index",
    ),
    pytest.param(
        "plan-edit",
        mutable_default,
        {"fields": st.lists(st.sampled_from(["title", "check", "needs"]), max_size=5)},
        "plan-edit/op-payload-unused",
        {"fields": ["title", "check"]},
        id="a mutable default",
    ),
    pytest.param(
        "agent-result",
        nan_of_nothing,
        {"times": st.lists(st.floats(0, 600), max_size=5)},
        "json/non-finite",
        {"times": []},
        id="NaN",
    ),
    pytest.param(
        "agent-result",
        two_parts_meet,
        {"lease": st.none() | st.text(), "worktree": st.none() | st.text()},
        f"{OF_ENVELOPES}/lease_proof/additionalProperties",
        {"lease": "", "worktree": ""},
        id="two optional parts",
    ),
]


@pytest.mark.parametrize(("contract", "make", "drawn", "clause", "least"), FAULTS)
def test_a_fault_is_found_from_the_least_input(
    contract: str,
    make: Callable[..., Document],
    drawn: Mapping[str, st.SearchStrategy[Any]],
    clause: str,
    least: Mapping[str, Any],
) -> None:
    """The clause is named, and the input is the one that a person would give."""
    made = given(**drawn, faulty=st.just(True))(ps.produces(contract)(make))

    with pytest.raises(ps.ContractViolation) as caught:
        made()

    assert [str(each.clause) for each in caught.value.violations][:1] == [clause]
    (call,) = (note for note in caught.value.__notes__ if f": {make.__name__}(" in note)
    assert arguments(call.partition(": ")[2]) == {
        name: ast.unparse(ast.parse(repr(value), mode="eval"))
        for name, value in [*least.items(), ("faulty", True)]
    }


@pytest.mark.parametrize(("contract", "make", "drawn", "clause", "least"), FAULTS)
def test_without_the_fault_nothing_is_found(
    contract: str,
    make: Callable[..., Document],
    drawn: Mapping[str, st.SearchStrategy[Any]],
    clause: str,  # noqa: ARG001 - as above
    least: Mapping[str, Any],  # noqa: ARG001 - as above
) -> None:
    """A producer that keeps its contract passes."""
    given(**drawn, faulty=st.just(False))(ps.produces(contract)(make))()
