"""The rules that compare parts of a document: mended in what was made, by construction.

Each mender changes a fresh document in place, and as little as it can, so that documents shrink as
if it were not there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._item_ids import among, free_id, ids_after
from pytest_schemas._generate._plan_edits import fit_to_plan

Mender = Callable[[Any, Chooser], None]


def menders(name: str, rules: Collection[str], context: Mapping[str, object]) -> Iterator[Mender]:
    """The menders of a bundled contract, for the rules that are to be kept."""
    if name == "plan":
        if "plan/item-ids-unique" in rules:
            yield _number_items
        if "plan/depends-earlier" in rules:
            yield _depend_on_earlier
    if name == "plan-edit":
        if context.get("plan") is not None:
            yield lambda answer, chooser: fit_to_plan(answer, context["plan"], chooser)
        if "plan-edit/new-item-id-matches" in rules:
            yield _name_new_items
        if "plan-edit/depends-not-self" in rules and context.get("plan") is None:
            yield _depend_on_others


def _number_items(plan: Any, _chooser: Chooser) -> None:
    used: set[str] = set()
    for item in plan["items"]:
        item["id"] = free_id(item["id"], used)
        used.add(item["id"])


def _depend_on_earlier(plan: Any, _chooser: Chooser) -> None:
    earlier: list[str] = []
    for item in plan["items"]:
        item["depends_on"] = among(item["depends_on"], earlier)
        earlier.append(item["id"])


def _name_new_items(answer: Any, _chooser: Chooser) -> None:
    for edit in answer["edits"]:
        if edit["op"] == "add_item" and edit["new_item"] is not None:
            edit["item"] = edit["new_item"]["id"]


def _depend_on_others(answer: Any, _chooser: Chooser) -> None:
    for edit in answer["edits"]:
        if edit["depends_on"] is not None and edit["op"] == "set_depends":
            edit["depends_on"] = _without(edit["depends_on"], edit["item"])
        new = edit["new_item"]
        if new is not None:
            new["depends_on"] = _without(new["depends_on"], new["id"])


def _without(ids: list[str], own: str) -> list[str]:
    other = next(ids_after(own))
    return [other if each == own else each for each in ids]
