"""What a plan becomes when one edit is applied to it."""

from __future__ import annotations

from copy import deepcopy
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def find_item(plan: Any, identifier: str) -> Any | None:
    """Return the item of *plan* with this id, or None."""
    return next((item for item in plan["items"] if item["id"] == identifier), None)


def find_file(item: Any, path: str) -> Any | None:
    """Return the entry with which *item* declares exactly this path, or None."""
    return next((file for file in item["files"] if file["path"] == path), None)


def applied(plan: Any, edit: Any) -> Any:
    """Return a copy of *plan* with *edit* applied and the revision raised by one.

    The edit must have what its operation needs, and the plan what the edit names: the item, the
    path, the check.
    """
    result, edit = deepcopy(plan), deepcopy(edit)
    result["revision"] += 1
    if edit["op"] == "add_item":
        result["items"].append(edit["new_item"])
    else:
        item = find_item(result, edit["item"])
        _OPERATIONS[edit["op"]](result, item, edit)
    return result


def _remove_item(plan: Any, item: Any, _edit: Any) -> None:
    plan["items"].remove(item)


def _set_field(_plan: Any, item: Any, edit: Any) -> None:
    item[edit["field"]] = edit["value"]


def _add_file(_plan: Any, item: Any, edit: Any) -> None:
    item["files"].append(edit["file"])


def _update_file(_plan: Any, item: Any, edit: Any) -> None:
    index = item["files"].index(find_file(item, edit["file"]["path"]))
    item["files"][index] = edit["file"]


def _remove_file(_plan: Any, item: Any, edit: Any) -> None:
    item["files"].remove(find_file(item, edit["value"]))


def _add_check(_plan: Any, item: Any, edit: Any) -> None:
    item["acceptance"].append(edit["check"])


def _remove_check(_plan: Any, item: Any, edit: Any) -> None:
    del item["acceptance"][int(edit["check_index"])]  # 1.0 is an integer to a schema


def _set_depends(_plan: Any, item: Any, edit: Any) -> None:
    item["depends_on"] = edit["depends_on"]


_OPERATIONS: Mapping[str, Callable[[Any, Any, Any], None]] = MappingProxyType(
    {
        "remove_item": _remove_item,
        "set_field": _set_field,
        "add_file": _add_file,
        "update_file": _update_file,
        "remove_file": _remove_file,
        "add_check": _add_check,
        "remove_check": _remove_check,
        "set_depends": _set_depends,
    }
)
