"""Menders of the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._item_ids import among, free_id
from pytest_schemas._generate._mending._item_paths import PathRules, mend_files, mend_item
from pytest_schemas._generate._mending._mender import Mender
from pytest_schemas._generate._paths import Projection

#: In one of so many plans, items use the paths that earlier ones have made or freed.
_AGAIN = 2


def plan_menders(rules: Collection[str]) -> Iterator[Mender]:
    """The menders of a plan, for the rules that are to be kept."""
    if "plan/item-ids-unique" in rules:
        yield _number_items
    if "plan/depends-earlier" in rules:
        yield _depend_on_earlier
    if "plan/depends-unique" in rules:
        yield _depend_once
    paths = PathRules.of("plan", rules)
    if paths.is_projected:
        yield _part_all_paths
    elif paths.are_any:
        yield lambda plan, _: _part_paths(plan, paths)


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


def _depend_once(plan: Any, _chooser: Chooser) -> None:
    for item in plan["items"]:
        item["depends_on"] = list(dict.fromkeys(item["depends_on"]))


def _part_paths(plan: Any, rules: PathRules) -> None:
    for item in plan["items"]:
        mend_files(item["files"], rules)


def _part_all_paths(plan: Any, chooser: Chooser) -> None:
    before = Projection()
    # One choice for all items: so there can be fewer of them without another change.
    is_again = len(plan["items"]) > 1 and chooser.flag(_AGAIN)
    for item in plan["items"]:
        mend_item(item, before, is_again=is_again)
        before.add(item)
