"""Producers of plan edits, as an assistant suggests them for the plan it is asked about."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import pytest_schemas as ps
from _producers._producer import Input, Producer, producer

Plan = dict[str, Any]
Edit = dict[str, Any]

_PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
_PLANS = ps.documents("plan")
_LONGEST_CARD = 160
_CARD = 'Say why the step "{}" changes the file {}, in plain words'
_LONGEST = {"title": 120, "intent": 600}
_CHECK = {"type": "cmd", "text": "pytest"}
_CHANGE = "Say why."


def _file(path: str) -> dict[str, Any]:
    return {"path": path, "kind": "add", "renamed_from": None, "change": _CHANGE}


def _edit(op: str, item: str, **payload: Any) -> Edit:
    nothing = dict.fromkeys(_PAYLOADS)
    return {**nothing, "op": op, "item": item, "summary": "Do it", "reason": "Asked.", **payload}


def _answer(plan: Plan, *edits: Edit, **members: Any) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "base_revision": plan["revision"],
        "reply": "This is what I suggest." if edits else "There is nothing to change.",
        "edits": list(edits),
        **members,
    }


def _free_id(plan: Plan) -> str:
    taken = {item["id"] for item in plan["items"]}
    return next(name for number in range(1, 999) if (name := f"P{number}") not in taken)


def _least_plan(**members: Any) -> Plan:
    """What a plan shrinks to, with one item that is so and so."""
    return {
        "schema_version": 1,
        "issue": 1,
        "revision": 1,
        "summary": "0",
        "items": [_least_item(**members)],
        "questions": [],
    }


def _least_item(**members: Any) -> dict[str, Any]:
    return {
        "id": "P1",
        "title": "0",
        "intent": "0",
        "files": [_least_file()],
        "acceptance": [_least_check()],
        "depends_on": [],
        **members,
    }


def _least_file(**members: Any) -> dict[str, Any]:
    return {"path": "0", "kind": "edit", "renamed_from": None, "change": "0", **members}


def _least_check() -> dict[str, Any]:
    return {"type": "cmd", "text": "0"}


def _is_needed(plan: Plan, item: dict[str, Any]) -> bool:
    return any(item["id"] in each["depends_on"] for each in plan["items"])


def _suggested(op: str, plan: Plan, item: dict[str, Any]) -> Edit | None:
    """An edit of an item by one of the nine operations, where it has what that needs."""
    name, files, checks = item["id"], item["files"], item["acceptance"]
    earlier = [each["id"] for each in plan["items"][: plan["items"].index(item)]]
    new_path = "docs/" + "".join(f"{len(files)}" for _ in files)
    match op:
        case "add_item" if len(plan["items"]) < 30:
            new = _least_item(id=_free_id(plan), depends_on=[name])
            return _edit(op, new["id"], new_item=new)
        case "remove_item" if len(plan["items"]) > 1 and not _is_needed(plan, item):
            return _edit(op, name)
        case "set_field":
            return _edit(op, name, field="title", value="Say why")
        case "add_file" if len(files) < 40 and new_path not in {each["path"] for each in files}:
            return _edit(op, name, file=_file(new_path))
        case "update_file":
            return _edit(op, name, file={**files[-1], "change": _CHANGE})
        case "remove_file" if len(files) > 1:
            return _edit(op, name, value=files[-1]["path"])
        case "add_check" if len(checks) < 10:
            return _edit(op, name, check=_CHECK)
        case "remove_check" if len(checks) > 1:
            return _edit(op, name, check_index=len(checks) - 1)
        case "set_depends":
            return _edit(op, name, depends_on=earlier[:29])
    return None


_OPS = (
    "set_field",
    "add_item",
    "remove_item",
    "add_file",
    "update_file",
    "remove_file",
    "add_check",
    "remove_check",
    "set_depends",
)


@producer(
    "plan-edit",
    fault="Of nine operations one, remove_file, has the path in the wrong place",
    clause="plan-edit/op-payload-unused",
    least={"plan": _least_plan(files=[_least_file(), _least_file()]), "ops": ["remove_file"]},
    plan=_PLANS,
    ops=st.lists(st.sampled_from(_OPS), max_size=10),
)
def wrong_payload(plan: Plan, ops: list[str], *, faulty: bool) -> object:
    """Whatever the person asks for is suggested, where the last item allows it."""
    edits = [edit for op in ops if (edit := _suggested(op, plan, plan["items"][-1]))]
    for edit in edits:
        if edit["op"] == "remove_file" and faulty:
            edit["file"], edit["value"] = _file(edit["value"]), None
    return _answer(plan, *edits)


@producer(
    "plan-edit",
    fault="The check in the middle is found by / instead of //",
    clause="/$defs/edit/properties/check_index/type",
    least={"plan": _least_plan(acceptance=[_least_check()] * 2)},
    plan=_PLANS,
)
def float_index(plan: Plan, *, faulty: bool) -> object:
    """Where an item has many checks, one is dropped."""
    item = plan["items"][-1]
    count = len(item["acceptance"])
    if count < 2:
        return _answer(plan)
    index = (count - 1) / 2 if faulty else (count - 1) // 2
    return _answer(plan, _edit("remove_check", item["id"], check_index=index))


@producer(
    "plan-edit",
    fault="The base is the revision at which the talk began",
    clause="plan-edit/base-revision-current",
    least=(
        {"plan": _least_plan(), "began_at": 2},
        {"plan": {**_least_plan(), "revision": 2}, "began_at": 1},
    ),
    plan=_PLANS,
    began_at=st.integers(1, 1000),
)
def stale_revision(plan: Plan, began_at: int, *, faulty: bool) -> object:
    """The plan may have changed since."""
    return _answer(plan, base_revision=began_at if faulty else plan["revision"])


@producer(
    "plan-edit",
    fault="A new item is numbered by how many there are, as if they were counted from zero",
    clause="plan-edit/new-item-id-unused",
    least={"plan": _least_plan()},
    plan=_PLANS,
)
def taken_id(plan: Plan, *, faulty: bool) -> object:
    """Items that were removed leave gaps, so the first free number is taken."""
    if len(plan["items"]) == 30:
        return _answer(plan)
    name = f"P{len(plan['items'])}" if faulty else _free_id(plan)
    return _answer(plan, _edit("add_item", name, new_item=_least_item(id=name)))


@producer(
    "plan-edit",
    fault="An item is removed that another depends on",
    clause="plan-edit/result-is-valid-plan",
    least={
        "plan": {
            **_least_plan(),
            "items": [_least_item(), _least_item(id="P2", depends_on=["P1"])],
        },
    },
    plan=_PLANS,
)
def removes_what_is_needed(plan: Plan, *, faulty: bool) -> object:
    """The first step is done already."""
    item = plan["items"][0]
    if len(plan["items"]) == 1 or (_is_needed(plan, item) and not faulty):
        return _answer(plan)
    return _answer(plan, _edit("remove_item", item["id"]))


@producer(
    "plan-edit",
    fault="The title of a card has the title of the item and a path in it, and may be too long",
    clause="/$defs/edit/properties/summary/maxLength",
    least=(
        {"plan": _least_plan(title="0" * (_LONGEST_CARD - len(_CARD) + 4))},
        {"plan": _least_plan(files=[_least_file(path="0" * (_LONGEST_CARD - len(_CARD) + 4))])},
    ),
    plan=_PLANS,
)
def long_card(plan: Plan, *, faulty: bool) -> object:
    """The person sees which files are meant."""
    longest = None if faulty else _LONGEST_CARD
    item = plan["items"][-1]
    edits = [
        _edit(
            "update_file",
            item["id"],
            file={**file, "change": _CHANGE},
            summary=_CARD.format(item["title"], file["path"])[:longest],
        )
        for file in item["files"][:10]
    ]
    return _answer(plan, *edits)


@producer(
    "plan-edit",
    fault="An answer without edits has no list of them",
    clause='/required="edits"',
    least={"plan": _least_plan(), "op": "remove_item"},
    plan=_PLANS,
    op=st.sampled_from(["remove_item", "remove_file", "remove_check", "set_field"]),
)
def no_list_of_edits(plan: Plan, op: str, *, faulty: bool) -> object:
    """Not everything that the person asks for can be done."""
    edit = _suggested(op, plan, plan["items"][-1])
    answer = _answer(plan, *([edit] if edit else []))
    if edit is None and faulty:
        del answer["edits"]
    return answer


@producer(
    "plan-edit",
    fault="The parts of an edit are put into a mutable default, and stay there for the next edit",
    clause="plan-edit/op-payload-unused",
    least={"plan": _least_plan(), "ops": ["set_field", "add_item"]},
    plan=_PLANS,
    ops=st.lists(st.sampled_from(_OPS), max_size=10),
)
def mutable_default(plan: Plan, ops: list[str], *, faulty: bool) -> object:
    """The edits of an answer are made one after the other."""

    def filled(payload: Edit, form: Edit = {}) -> Edit:  # noqa: B006 - the fault
        form = form if faulty else {}
        form.update({name: value for name, value in payload.items() if value is not None})
        return {**dict.fromkeys(_PAYLOADS), **form}

    suggested = [_suggested(op, plan, plan["items"][-1]) for op in ops]
    return _answer(plan, *(filled(each) for each in suggested if each))


def _is_one_capital(given: Input) -> bool:
    """Whether all is least but a path, which has one letter that is not in lower case."""
    path = given["plan"]["items"][-1]["files"][0]["path"]
    is_rest_least = given["plan"] == _least_plan(files=[_least_file(path=path)])
    return is_rest_least and path[-1] != path[-1].lower() and path[:-1] in {"", "0"}


@producer(
    "plan-edit",
    fault="The path of a file is compared in lower case, and handed on so",
    clause="plan-edit/update-file-path-known",
    least=_is_one_capital,
    plan=_PLANS,
)
def lower_case_path(plan: Plan, *, faulty: bool) -> object:
    """The assistant knows files by their paths."""
    item = plan["items"][-1]
    known = {(file["path"].lower() if faulty else file["path"]): file for file in item["files"]}
    path, file = next(iter(known.items()))
    update = {**file, "path": path, "change": _CHANGE}
    return _answer(plan, _edit("update_file", item["id"], file=update))


@producer(
    "plan-edit",
    fault="A new title has the limit of any value, which is 1,200 characters",
    clause="plan-edit/set-field-limits",
    least={"field": "title", "typed": "0" * 121},
    field=st.sampled_from(["title", "intent"]),
    typed=ps.documents({"type": "string", "minLength": 1, "maxLength": 600}),
)
def long_title(field: str, typed: str, *, faulty: bool) -> object:
    """What the person has typed becomes the title, or the intent, of an item."""
    value = typed[: 1200 if faulty else _LONGEST[field]]
    return _answer({"revision": 1}, _edit("set_field", "P1", field=field, value=value))


PRODUCERS: tuple[Producer, ...] = (
    wrong_payload,
    float_index,
    stale_revision,
    taken_id,
    removes_what_is_needed,
    long_card,
    no_list_of_edits,
    mutable_default,
    lower_case_path,
    long_title,
)
