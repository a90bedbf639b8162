"""Edits that leave the paths of a given plan in order, whatever its items do with them.

What an edit is about has been chosen before. Where its paths cannot stay, others are made that no
item of the plan has anything to do with, or the edit leaves the paths as the plan has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._mending._item_paths import mend_item
from pytest_schemas._generate._paths import (
    Paths,
    Projection,
    fitting,
    hold,
    paths_of,
    uses,
)

#: The revision of an edited plan is one more than that of the plan, and must not be above this.
_LAST_REVISION = 2**53 - 1
#: What is added uses a path of another item, where it may, once in so many times.
_SHARED = 3


def fit_to_paths(answer: Any, plan: Any, chooser: Chooser) -> None:
    """Change an answer that fits a plan so that each edited plan uses all paths as it may."""
    if plan["revision"] >= _LAST_REVISION:
        answer["edits"] = []
        answer["reply"] = answer["reply"] or "0"
    for edit in answer["edits"]:
        fit = _FITS.get(edit["op"])
        if fit is not None:
            fit(edit, plan, chooser)


def _new_item(edit: Any, plan: Any, chooser: Chooser) -> None:
    new = edit["new_item"]
    new["depends_on"] = list(dict.fromkeys(new["depends_on"]))
    mend_item(new, Projection(plan["items"]), is_again=chooser.flag(_SHARED))


def _new_file(edit: Any, plan: Any, chooser: Chooser) -> None:
    file = edit["file"]
    index, item = _item(edit, plan)

    def holds(fitted: Any) -> bool:
        return _holds(plan, index, {**item, "files": [*item["files"], fitted]})

    others = [each for each in plan["items"] if each is not item]
    shared = [file | {"path": path} for path in dict.fromkeys(paths_of(others))]
    shared = [each for each in shared if holds(each)] if shared and chooser.flag(_SHARED) else []
    if shared:
        edit["file"] = chooser.pick(shared)
    elif not holds(file):
        taken = Paths(paths_of(plan["items"]))
        for member, _ in uses(file):
            file[member] = fitting(file[member], lambda path: not taken.clash(path))
            taken.add(file[member])


def _known_file(edit: Any, plan: Any, _chooser: Chooser) -> None:
    index, item = _item(edit, plan)
    number, known = next(
        (number, each)
        for number, each in enumerate(item["files"])
        if each["path"] == edit["file"]["path"]
    )

    def holds(fitted: Any) -> bool:
        files = [*item["files"][:number], fitted, *item["files"][number + 1 :]]
        return _holds(plan, index, {**item, "files": files})

    unchanged = {member: known[member] for member in ("kind", "renamed_from")}
    fitting_ones = filter(holds, (edit["file"], *_moved(edit["file"], plan)))
    edit["file"] = next(fitting_ones, edit["file"] | unchanged)


def _moved(file: Any, plan: Any) -> Iterator[Any]:
    """A rename, from a path that no item uses."""
    if file["kind"] == "rename" and file["renamed_from"] is not None:
        taken = Paths(paths_of(plan["items"]))
        old = fitting(file["renamed_from"], lambda path: not taken.clash(path))
        yield file | {"renamed_from": old}


def _spare_file(edit: Any, plan: Any, chooser: Chooser) -> None:
    """Remove a file that no other item relies on; where there is none, change a title."""
    count = Counter(paths_of(plan["items"]))
    spare = [
        (item["id"], file["path"])
        for item in plan["items"]
        for file in item["files"]
        if len(item["files"]) > 1 and _is_spare(file, count)
    ]
    if (edit["item"], edit["value"]) not in spare:
        if spare:
            edit["item"], edit["value"] = chooser.pick(spare)
        else:
            edit.update(op="set_field", field="title", value="0")


def _is_spare(file: Any, count: Mapping[str, int]) -> bool:
    # An edit makes no path that another item could need.
    return file["kind"] == "edit" or all(count[file[member]] == 1 for member, _ in uses(file))


def _dependencies(edit: Any, plan: Any, _chooser: Chooser) -> None:
    index, item = _item(edit, plan)
    edit["depends_on"] = list(dict.fromkeys(edit["depends_on"]))
    if not _holds(plan, index, {**item, "depends_on": edit["depends_on"]}):
        edit["depends_on"] = list(dict.fromkeys([*item["depends_on"], *edit["depends_on"]]))


def _item(edit: Any, plan: Any) -> tuple[int, Any]:
    return next(each for each in enumerate(plan["items"]) if each[1]["id"] == edit["item"])


def _holds(plan: Any, index: int, item: Any) -> bool:
    items = copy(plan["items"])
    items[index] = item
    return hold(items)


_FITS: Mapping[str, Callable[[Any, Any, Chooser], None]] = MappingProxyType(
    {
        "add_item": _new_item,
        "add_file": _new_file,
        "update_file": _known_file,
        "remove_file": _spare_file,
        "set_depends": _dependencies,
    }
)
