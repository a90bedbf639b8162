"""Menders of the plan edit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._item_ids import ids_after
from pytest_schemas._generate._mending._fitting import fit_to_plan
from pytest_schemas._generate._mending._fitting_paths import fit_to_paths
from pytest_schemas._generate._mending._item_paths import PathRules, mend_files
from pytest_schemas._generate._mending._mender import Mender


def plan_edit_menders(rules: Collection[str], context: Mapping[str, object]) -> Iterator[Mender]:
    """The menders of an edit, perhaps of a given plan, for the rules that are to be kept."""
    if context.get("plan") is not None:
        yield lambda answer, chooser: fit_to_plan(answer, context["plan"], chooser)
        # Of the consumer's rules all are kept then, or none.
        if "plan-edit/path-canonical" in rules:
            yield lambda answer, chooser: fit_to_paths(answer, context["plan"], chooser)
    if "plan-edit/new-item-id-matches" in rules:
        yield _name_new_items
    if "plan-edit/depends-not-self" in rules and context.get("plan") is None:
        yield _depend_on_others
    if "plan-edit/depends-unique" in rules:
        yield _depend_once
    paths = PathRules.of("plan-edit", rules)
    if paths.are_any:
        yield lambda answer, _: _part_paths(answer, paths)


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


def _depend_once(answer: Any, _chooser: Chooser) -> None:
    for edit in answer["edits"]:
        for holder in filter(None, (edit, edit["new_item"])):
            if holder["depends_on"] is not None:
                holder["depends_on"] = list(dict.fromkeys(holder["depends_on"]))


def _part_paths(answer: Any, rules: PathRules) -> None:
    for edit in answer["edits"]:
        if edit["new_item"] is not None:
            mend_files(edit["new_item"]["files"], rules)
        # Its path is that of another file of the item, so it has to stay.
        if edit["file"] is not None and rules.is_renamed_apart:
            mend_files([edit["file"]], rules)
