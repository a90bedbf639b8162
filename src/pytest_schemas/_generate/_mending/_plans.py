"""Menders of the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._item_ids import among, free_id
from pytest_schemas._generate._mending._mender import Mender


def plan_menders(rules: Collection[str]) -> Iterator[Mender]:
    """The menders of a plan, for the rules that are to be kept."""
    if "plan/item-ids-unique" in rules:
        yield _number_items
    if "plan/depends-earlier" in rules:
        yield _depend_on_earlier


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
