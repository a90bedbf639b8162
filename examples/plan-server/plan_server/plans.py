"""The plans, which consume `plan-edit` answers: an edit is applied, or refused with the reason."""

from __future__ import annotations

import copy
from typing import Any

Json = dict[str, Any]


class RefusedError(ValueError):
    """An edit that cannot be applied to this plan."""


def apply(plan: Json, answer: Json) -> Json:
    """Apply the edits of an answer.

    Returns:
        The edited plan, with the next revision.

    Raises:
        RefusedError: the answer is about another revision, or an edit does not fit the plan.
    """
    if answer["base_revision"] != plan["revision"]:
        message = f"the answer is about revision {answer['base_revision']}, not {plan['revision']}"
        raise RefusedError(message)
    edited = copy.deepcopy(plan)
    for edit in answer["edits"]:
        _apply(edit, _item(edited, edit["item"]))
    edited["revision"] += 1
    return edited


def work_order(plan: Json, item: str) -> Json:
    """What an agent is told to do for one item of a plan."""
    found = _item(plan, item)
    return {"issue": plan["issue"], "title": found["title"], "files": found["files"]}


def _item(plan: Json, name: str) -> Json:
    for item in plan["items"]:
        if item["id"] == name:
            return item
    message = f"the plan has no item {name}"
    raise RefusedError(message)


def _apply(edit: Json, item: Json) -> None:
    if edit["op"] == "set_field":
        item[edit["field"]] = edit["value"]
    elif edit["op"] == "add_file":
        if any(file["path"] == edit["file"]["path"] for file in item["files"]):
            message = f"{item['id']} declares {edit['file']['path']} already"
            raise RefusedError(message)
        item["files"].append(edit["file"])
    else:
        message = f"this server does not know {edit['op']}"
        raise RefusedError(message)
