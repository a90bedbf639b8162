"""Edits that fit a given plan: existing items, free paths, and a result that is a plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._item_ids import among, free_id

_MOST_ITEMS = 30
_MOST_FILES = 40
_MOST_CHECKS = 10
_PAYLOADS = ("field", "value", "file", "check", "check_index", "depends_on", "new_item")

#: An item of the plan, and the path or the index that the edit is about.
Target = tuple[Any, Any]


def fit_to_plan(answer: Any, plan: Any, chooser: Chooser) -> None:
    """Change an answer so that each of its edits can be applied to the plan on its own."""
    answer["base_revision"] = plan["revision"]
    answer["schema_version"] = plan["schema_version"]
    for edit in answer["edits"]:
        targets = list(_TARGETS[edit["op"]](plan))
        if not targets:
            _set_title(edit)
            targets = list(_any_item(plan))
        item, part = chooser.pick(targets)
        _FITS[edit["op"]](edit, plan, item, part)


def _any_item(plan: Any) -> Iterator[Target]:
    return ((item, None) for item in plan["items"])


def _room_for_an_item(plan: Any) -> Iterator[Target]:
    return iter([(plan["items"][-1], None)] if len(plan["items"]) < _MOST_ITEMS else [])


def _spare_items(plan: Any) -> Iterator[Target]:
    """The items that no other needs, where one is left without them."""
    needed = {each for item in plan["items"] for each in item["depends_on"]}
    if len(plan["items"]) > 1:
        yield from ((item, None) for item in plan["items"] if item["id"] not in needed)


def _room_for_a_file(plan: Any) -> Iterator[Target]:
    return ((item, None) for item in plan["items"] if len(item["files"]) < _MOST_FILES)


def _files(plan: Any) -> Iterator[Target]:
    return ((item, file["path"]) for item in plan["items"] for file in item["files"])


def _spare_files(plan: Any) -> Iterator[Target]:
    return ((item, path) for item, path in _files(plan) if len(item["files"]) > 1)


def _room_for_a_check(plan: Any) -> Iterator[Target]:
    return ((item, None) for item in plan["items"] if len(item["acceptance"]) < _MOST_CHECKS)


def _spare_checks(plan: Any) -> Iterator[Target]:
    for item in plan["items"]:
        if len(item["acceptance"]) > 1:
            yield from ((item, index) for index in range(len(item["acceptance"])))


_TARGETS: Mapping[str, Callable[[Any], Iterator[Target]]] = MappingProxyType(
    {
        "add_item": _room_for_an_item,
        "remove_item": _spare_items,
        "set_field": _any_item,
        "add_file": _room_for_a_file,
        "update_file": _files,
        "remove_file": _spare_files,
        "add_check": _room_for_a_check,
        "remove_check": _spare_checks,
        "set_depends": _any_item,
    }
)


def _set_title(edit: Any) -> None:
    """Make the edit one that every plan has room for."""
    edit.update(dict.fromkeys(_PAYLOADS), op="set_field", field="title", value="0")


def _item(edit: Any, _plan: Any, item: Any, _part: Any) -> None:
    edit["item"] = item["id"]


def _new_item(edit: Any, plan: Any, _item: Any, _part: Any) -> None:
    known = [each["id"] for each in plan["items"]]
    new = edit["new_item"]
    new["id"] = edit["item"] = free_id(new["id"], set(known))
    new["depends_on"] = among(new["depends_on"], known)


def _new_path(edit: Any, _plan: Any, item: Any, _part: Any) -> None:
    edit["item"] = item["id"]
    taken = {file["path"] for file in item["files"]}
    file = edit["file"]
    start, number = file["path"], 0
    while file["path"] in taken:
        number += 1
        # A path may be as long as a path can be, so the number takes the place of its end.
        file["path"] = f"{start[: 300 - len(str(number))]}{number}"


def _known_path(edit: Any, _plan: Any, item: Any, path: Any) -> None:
    edit["item"] = item["id"]
    edit["file"]["path"] = path


def _path_value(edit: Any, _plan: Any, item: Any, path: Any) -> None:
    edit["item"] = item["id"]
    edit["value"] = path


def _index(edit: Any, _plan: Any, item: Any, index: Any) -> None:
    edit["item"] = item["id"]
    edit["check_index"] = index


def _dependencies(edit: Any, plan: Any, item: Any, _part: Any) -> None:
    edit["item"] = item["id"]
    ids = [each["id"] for each in plan["items"]]
    edit["depends_on"] = among(edit["depends_on"], ids[: ids.index(item["id"])])


_FITS: Mapping[str, Callable[[Any, Any, Any, Any], None]] = MappingProxyType(
    {
        "add_item": _new_item,
        "remove_item": _item,
        "set_field": _item,
        "add_file": _new_path,
        "update_file": _known_path,
        "remove_file": _path_value,
        "add_check": _item,
        "remove_check": _index,
        "set_depends": _dependencies,
    }
)
