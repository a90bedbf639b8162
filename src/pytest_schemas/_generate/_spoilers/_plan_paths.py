"""Faults that the consumer of plans finds in the paths of one item, and in its dependencies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers._spoiler import Spoil, Spoiler

#: The member at fault, by what is wrong with it; for files, the whole list.
Faults = Iterator[tuple[str, Any]]


def declared(path: str, kind: str = "edit", old: str | None = None) -> dict[str, Any]:
    """A declared file."""
    return {"path": path, "kind": kind, "renamed_from": old, "change": "a"}


def not_canonical(free: str) -> Faults:
    """Files with a path that is not canonical, beneath a name that nothing else uses."""
    paths = {
        "dot-dot": f"{free}/../b",
        "climbs": "../a",
        "dot": "./a",
        "double-slash": f"{free}//b",
        "last-slash": f"{free}/",
        "git": ".git/config",
        "git-in-capitals": f"{free}/.GIT/config",
        "drive": "C:/a",
        "newline": f"{free}\n",
        "tab": f"{free}\tb",
    }
    for name, path in paths.items():
        yield name, [declared(path)]
    yield "old-dot-dot", [declared(free, "rename", f"{free}/../b")]
    yield "old-double-slash", [declared(free, "rename", f"{free}//b")]


def canonical(free: str) -> Faults:
    """Files with a path that is canonical, and looks like one that is not."""
    yield "dotted", [declared(f"{free}/.github/.gitignore")]
    yield "dots-in-a-name", [declared(f"{free}/..hidden/a..b")]
    yield "like-git", [declared(f"{free}/.git2/git")]


def side_by_side(free: str) -> Faults:
    """Files whose paths start alike, and none of which lies beneath another."""
    yield "side-by-side", [declared(free), declared(f"{free}.b"), declared(f"{free}-b/c")]


def used_twice(free: str) -> Faults:
    """Files of which two have one path."""
    other = f"{free}.b"
    yield "repeated", [declared(free), declared(free)]
    yield "edited-and-deleted", [declared(free), declared(free, "delete")]
    yield "deleted-and-added", [declared(free, "delete"), declared(free, "add")]
    yield "renamed-and-edited", [declared(other, "rename", free), declared(other)]
    yield "old-path-edited", [declared(other, "rename", free), declared(free)]
    yield "swapped", [declared(other, "rename", free), declared(free, "rename", other)]


def renamed_to_itself(free: str) -> Faults:
    """A rename whose two paths are one."""
    yield "same-path", [declared(free, "rename", free)]
    yield "same-path-in-folder", [declared(f"{free}/b", "rename", f"{free}/b")]


def overlapping(free: str) -> Faults:
    """Files of which one lies beneath another."""
    yield "beneath", [declared(free, "add"), declared(f"{free}/b", "add")]
    yield "above", [declared(f"{free}/b/c"), declared(free, "delete")]
    yield "beneath-old-path", [declared(f"{free}/b", "rename", free)]


def needed_twice(first: str, second: str) -> Faults:
    """Dependencies of which two are one."""
    yield "repeated", [first, first]
    yield "repeated-apart", [first, second, first]


def in_new_item(faults: Callable[[str], Faults]) -> Spoil:
    """Other files in a new item of a plan edit."""

    def spoil(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        if edit["new_item"] is not None:
            for name, files in faults("a"):
                item = {**edit["new_item"], "files": files}
                yield Fault(f"new-item-{name}", {**edit, "new_item": item})

    return spoil


def in_file(faults: Callable[[str], Faults]) -> Spoil:
    """Another file of an edit, or in a new item."""
    in_item = in_new_item(faults)

    def spoil(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
        if edit["file"] is not None:
            for name, (file,) in faults("a"):
                yield Fault(name, {**edit, "file": file})
        yield from in_item(edit, context)

    return spoil


def needing_twice(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults in the dependencies of an edit, or of its new item."""
    item = edit["new_item"]
    others = [each for each in ("P1", "P2", "P3") if each != edit["item"]]
    if edit["depends_on"] is not None:
        for name, ids in needed_twice(*others[:2]):
            yield Fault(name, {**edit, "depends_on": ids})
    if item is not None:
        for name, ids in needed_twice(*others[:2]):
            yield Fault(f"new-item-{name}", {**edit, "new_item": {**item, "depends_on": ids}})


def plan_edit_paths(takes: Callable[..., tuple[str, ...]]) -> dict[str, Spoiler]:
    """The spoilers of a plan edit, from what names the operations that an edit takes."""
    with_file = takes("add_file", "update_file", "add_item")
    return {
        "plan-edit/path-canonical": Spoiler(
            in_file(not_canonical), with_file, keep=in_file(canonical)
        ),
        "plan-edit/paths-unique-in-item": Spoiler(in_new_item(used_twice), takes("add_item")),
        "plan-edit/rename-distinct": Spoiler(in_file(renamed_to_itself), with_file),
        "plan-edit/paths-no-overlap": Spoiler(
            in_new_item(overlapping), takes("add_item"), keep=in_new_item(side_by_side)
        ),
        "plan-edit/depends-unique": Spoiler(needing_twice, takes("set_depends", "add_item")),
    }
