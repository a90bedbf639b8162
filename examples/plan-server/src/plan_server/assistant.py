"""The plan assistant. It stands in for a model: a few sentences, understood by their form."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

_NOTHING = dict.fromkeys(
    ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
)


class _CannotError(Exception):
    """Why the assistant does not do what it was asked for."""


def answer(plan: Json, question: str) -> Json:
    """Answer a question about a plan, with edits that the person may apply."""
    edits = []
    try:
        edits = _edits(plan, question.strip())
        reply = "" if edits else f"The plan has {len(plan['items'])} items."
    except _CannotError as reason:
        reply = str(reason)
    return {
        "schema_version": 1,
        "base_revision": plan["revision"],
        "reply": reply,
        "edits": edits,
    }


def _edits(plan: Json, question: str) -> list[Json]:
    for form, understand in _FORMS:
        if found := re.fullmatch(form, question, re.IGNORECASE):
            item = _item(plan, found["item"])
            op, summary, payload = understand(plan, item, found["rest"])
            reason = "The person asked for it."
            edit = {"op": op, "item": item["id"], "summary": summary[:160], "reason": reason}
            return [{**edit, **_NOTHING, **payload}]
    return []


def _item(plan: Json, name: str) -> Json:
    for item in plan["items"]:
        if item["id"] == name:
            return item
    raise _CannotError("The plan has no such item.")


_Understood = tuple[str, str, Json]


def _rename(_: Json, item: Json, rest: str) -> _Understood:
    title = rest[:120]
    return "set_field", f"Rename {item['id']} to {title}", {"field": "title", "value": title}


def _declare(_: Json, item: Json, path: str) -> _Understood:
    if path.startswith("/") or "\\" in path or len(path) > 300:
        raise _CannotError("That is no path from the root of the repository.")
    if any(file["path"] == path for file in item["files"]):
        raise _CannotError("The item declares that file already.")
    if len(item["files"]) == 40:
        raise _CannotError("The item has as many files as it may have.")
    file = {"path": path, "kind": "edit", "renamed_from": None, "change": "As was asked for."}
    return "add_file", f"Add {path} to {item['id']}", {"file": file}


def _forget(_: Json, item: Json, path: str) -> _Understood:
    kept = [file for file in item["files"] if file["path"] != path]
    if len(kept) != len(item["files"]) - 1 or not kept:
        raise _CannotError("That file must stay, or is not there.")
    return "remove_file", f"Take {path} from {item['id']}", {"value": path}


def _check(_: Json, item: Json, rest: str) -> _Understood:
    if len(item["acceptance"]) == 10:
        raise _CannotError("The item has as many checks as it may have.")
    return "add_check", f"Check {item['id']}", {"check": {"type": "check", "text": rest[:400]}}


def _need(plan: Json, item: Json, needed: str) -> _Understood:
    earlier = [each["id"] for each in plan["items"][: plan["items"].index(item)]]
    if needed not in earlier:
        raise _CannotError("An item can only need one that stands before it.")
    depends_on = [*(each for each in item["depends_on"] if each != needed), needed]
    return "set_depends", f"{item['id']} needs {needed}", {"depends_on": depends_on}


def _drop(plan: Json, item: Json, _: str) -> _Understood:
    if len(plan["items"]) == 1 or any(item["id"] in each["depends_on"] for each in plan["items"]):
        raise _CannotError("The plan needs that item.")
    return "remove_item", f"Remove {item['id']}", {}


_FORMS: tuple[tuple[str, Callable[[Json, Json, str], _Understood]], ...] = (
    (r"rename (?P<item>P\d+) to (?P<rest>.+)", _rename),
    (r"(?P<item>P\d+) also changes (?P<rest>\S+)", _declare),
    (r"(?P<item>P\d+) no longer changes (?P<rest>\S+)", _forget),
    (r"(?P<item>P\d+) is done when (?P<rest>.+)", _check),
    (r"(?P<item>P\d+) needs (?P<rest>P\d+)", _need),
    (r"drop (?P<item>P\d+)(?P<rest>)", _drop),
)
