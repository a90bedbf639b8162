"""The plan assistant, which produces `plan-edit` answers."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]

_RENAME = re.compile(r"rename (?P<item>P\d+) to (?P<title>.+)", re.IGNORECASE)
_DECLARE = re.compile(r"(?P<item>P\d+) also changes (?P<path>\S+)", re.IGNORECASE)

_NO_PAYLOAD = dict.fromkeys(
    ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
)


def answer(plan: Json, question: str) -> Json:
    """Answer a question about a plan, with edits that the person may apply."""
    edits = _edits(question.strip())
    return {
        "schema_version": 1,
        "base_revision": plan["revision"],
        "reply": "" if edits else f"The plan has {len(plan['items'])} items.",
        "edits": edits,
    }


def _edits(question: str) -> list[Json]:
    rename = _RENAME.fullmatch(question)
    if rename:
        payload = {"field": "title", "value": rename["title"]}
        return [_edit("set_field", rename["item"], f"Rename {rename['item']}", payload)]
    declare = _DECLARE.fullmatch(question)
    if declare:
        file = {
            "path": declare["path"],
            "kind": "edit",
            "renamed_from": None,
            "change": "As the person asked.",
        }
        return [_edit("add_file", declare["item"], f"Add {declare['path']}", {"file": file})]
    return []


def _edit(op: str, item: str, summary: str, payload: Json) -> Json:
    reason = "The person asked for it."
    return {"op": op, "item": item, "summary": summary, "reason": reason, **_NO_PAYLOAD, **payload}
