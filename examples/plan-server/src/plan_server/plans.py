"""The server's side: an answer becomes cards, and a card that is applied gives the next plan."""

from __future__ import annotations

import copy
from typing import Any

from plan_server import rules
from plan_server.shapes import RefusedError

Json = dict[str, Any]


def cards(plan: Json, answer: Json) -> list[Json]:
    """What the person may choose from: for each edit of an answer, the plan that it would give.

    Raises:
        RefusedError: the answer is none, is about another revision, or does not fit the plan.
    """
    rules.check_answer(answer)
    if answer["base_revision"] != plan["revision"]:
        raise RefusedError(
            f"the answer is about revision {answer['base_revision']}, not {plan['revision']}"
        )
    return [apply(plan, edit) for edit in answer["edits"]]


def apply(plan: Json, edit: Json) -> Json:
    """Apply one edit of an answer: the edited plan, with the next revision.

    Raises:
        RefusedError: the edit does not fit the plan.
    """
    edited = copy.deepcopy(plan)
    edited["revision"] += 1
    if edit["op"] == "add_item":
        edited["items"].append(copy.deepcopy(edit["new_item"]))
    elif edit["op"] == "remove_item":
        edited["items"].remove(_item(edited, edit["item"]))
    else:
        _change(_item(edited, edit["item"]), copy.deepcopy(edit))
    rules.check_plan(edited)
    return edited


def work_order(plan: Json, item: str) -> Json:
    """What an agent is told to do for one item of a plan."""
    found = _item(plan, item)
    return {"issue": plan["issue"], "title": found["title"], "files": found["files"]}


def _item(plan: Json, name: str) -> Json:
    for item in plan["items"]:
        if item["id"] == name:
            return item
    raise RefusedError(f"the plan has no item {name}")


def _change(item: Json, edit: Json) -> None:
    match edit["op"]:
        case "set_field":
            item[edit["field"]] = edit["value"]
        case "add_file":
            if any(file["path"] == edit["file"]["path"] for file in item["files"]):
                raise RefusedError(f"{item['id']} declares {edit['file']['path']} already")
            item["files"].append(edit["file"])
        case "update_file":
            item["files"][_place(item, edit["file"]["path"])] = edit["file"]
        case "remove_file":
            del item["files"][_place(item, edit["value"])]
        case "add_check":
            item["acceptance"].append(edit["check"])
        case "remove_check":
            index = int(edit["check_index"])  # JSON has 1.0 for 1
            if index >= len(item["acceptance"]):
                raise RefusedError(f"{item['id']} has no check {index}")
            del item["acceptance"][index]
        case "set_depends":
            item["depends_on"] = edit["depends_on"]


def _place(item: Json, path: str) -> int:
    for index, file in enumerate(item["files"]):
        if file["path"] == path:
            return index
    raise RefusedError(f"{item['id']} does not declare {path}")
