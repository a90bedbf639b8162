"""Faults that the consumer of plans finds in what items do with paths, one after another.

A fault is in items that are put at the end of a valid plan. Their paths are none that the plan
has, so that nothing else is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._item_ids import free_id
from pytest_schemas._generate._paths import paths_of
from pytest_schemas._generate._spoilers._plan_paths import (
    Faults,
    canonical,
    declared,
    needed_twice,
    not_canonical,
    overlapping,
    renamed_to_itself,
    side_by_side,
    used_twice,
)
from pytest_schemas._generate._spoilers._spoiler import Spoil, Spoiler

_MOST_ITEMS = 30
#: So many items are put at the end at most.
_MOST_ADDED = 3
#: The smallest integer that some readers take for another one.
UNSAFE = 2**53
#: Items that are put at the end: the files of each, and which of them it depends on.
_Items = list[tuple[list[dict[str, Any]], list[int]]]


def _added(plan: Any, items: _Items) -> Any:
    """The plan with some more items; where there is no room for them, its last ones are left out.

    What they depend on is meant by the place among the added ones.
    """
    kept = plan["items"][: _MOST_ITEMS - _MOST_ADDED]
    used = {item["id"] for item in kept}
    ids: list[str] = []
    for _ in items:
        ids.append(free_id("P1", used))
        used.add(ids[-1])
    more = [
        {**kept[0], "id": id_, "files": files, "depends_on": [ids[each] for each in needed]}
        for id_, (files, needed) in zip(ids, items, strict=True)
    ]
    return {**plan, "items": [*kept, *more]}


def _free(plan: Any) -> str:
    """A name that no path of a plan starts with."""
    taken = [path.casefold() for path in paths_of(plan["items"])]
    names = ("a", *(f"a{number}" for number in range(1, 10)))
    free = (name for name in names if not any(path.startswith(name) for path in taken))
    return next(free, None) or _longer(taken)


def _longer(taken: list[str]) -> str:
    names = (f"b{number}-" for number in count())
    return next(name for name in names if not any(path.startswith(name) for path in taken))


def _in_last(faults: Callable[[str], Faults]) -> Spoil:
    """Other files, in one more item."""

    def spoil(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        for name, files in faults(_free(plan)):
            yield Fault(name, _added(plan, [(files, [])]))

    return spoil


def _in_several(faults: Callable[[str], Iterator[tuple[str, _Items]]]) -> Spoil:
    """Some more items, which do something one after another."""

    def spoil(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        for name, items in faults(_free(plan)):
            yield Fault(name, _added(plan, items))

    return spoil


def _needing_twice(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    files = [declared(_free(plan))]
    longer = _added(plan, [(files, []), (files, [])])
    *items, last = longer["items"]
    for name, ids in needed_twice(items[-1]["id"], items[-2]["id"]):
        yield Fault(name, {**longer, "items": [*items, {**last, "depends_on": ids}]})


def _independent(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item uses a path of another, and does not depend on it."""
    new, add = f"{free}.b", [declared(free, "add")]
    delete, rename = [declared(free, "delete")], [declared(new, "rename", free)]
    other = [declared(f"{free}.c")]
    yield "added-before", [(add, []), ([declared(free)], [])]
    yield "deleted-before", [(delete, []), (add, [])]
    yield "renamed-before", [(rename, []), ([declared(new)], [])]
    yield "renamed-away-before", [(rename, []), (add, [])]
    yield "needs-another", [(add, []), (other, []), ([declared(free)], [1])]
    yield "needs-not-the-last", [(add, []), (delete, [0]), (add, [0])]


def _dependent(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item uses a path of another, and depends on it."""
    add, edit, delete = ([declared(free, kind)] for kind in ("add", "edit", "delete"))
    yield "added-and-edited", [(add, []), (edit, [0])]
    yield "through-another", [(add, []), ([declared(f"{free}.b")], [0]), (edit, [1])]
    yield "edited-twice", [(edit, []), (edit, [])]
    yield "edited-and-deleted", [(edit, []), (delete, [])]


def _there_again(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item uses a path that was gone."""
    add, edit, delete = ([declared(free, kind)] for kind in ("add", "edit", "delete"))
    yield "deleted-and-added", [(delete, []), (add, [0]), (edit, [1])]


def _free_again(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item makes a path that was there."""
    new, add = f"{free}.b", [declared(free, "add")]
    yield "deleted-and-added", [([declared(free, "delete")], []), (add, [0])]
    yield "renamed-and-added", [([declared(new, "rename", free)], []), (add, [0])]


def _beside(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item has a path that starts as one before does."""
    yield "beside-added", [([declared(free, "add")], []), ([declared(f"{free}.b/c", "add")], [])]


def _missing(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item uses a path that is gone."""
    new, delete = f"{free}.b", [declared(free, "delete")]
    rename = [declared(new, "rename", free)]
    yield "deleted-and-edited", [(delete, []), ([declared(free)], [0])]
    yield "deleted-twice", [(delete, []), (delete, [0])]
    yield "deleted-and-renamed", [(delete, []), (rename, [0])]
    yield "renamed-and-edited", [(rename, []), ([declared(free)], [0])]


def _occupied(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item makes a path that is there."""
    add, beneath = [declared(free, "add")], f"{free}/b"
    yield "added-twice", [(add, []), (add, [0])]
    yield "edited-and-added", [([declared(free)], []), (add, [])]
    yield "renamed-onto", [(add, []), ([declared(free, "rename", f"{free}.b")], [0])]
    yield "folder-of-added", [([declared(beneath, "add")], []), (add, [0])]
    yield "folder-of-edited", [([declared(beneath)], []), (add, [])]


def _beneath(free: str) -> Iterator[tuple[str, _Items]]:
    """The last item has a path beneath a file."""
    add, edit, beneath = [declared(free, "add")], [declared(free)], f"{free}/b"
    yield "beneath-added", [(add, []), ([declared(beneath, "add")], [0])]
    yield "beneath-edited", [(edit, []), ([declared(beneath, "add")], [])]
    yield "edited-beneath-added", [(add, []), ([declared(beneath)], [0])]
    yield "renamed-beneath", [(edit, []), ([declared(beneath, "rename", f"{free}.c")], [])]


def _unsafe(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name in ("issue", "revision"):
        yield Fault(f"{name}-one-over", {**plan, name: UNSAFE})
        yield Fault(f"{name}-not-exact", {**plan, name: UNSAFE + 1})


def _safe(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name in ("issue", "revision"):
        yield Fault(f"{name}-at-bound", {**plan, name: UNSAFE - 1})


PLAN_ITEMS: Mapping[str, Spoiler] = MappingProxyType(
    {
        "plan/path-canonical": Spoiler(_in_last(not_canonical), keep=_in_last(canonical)),
        "plan/paths-unique-in-item": Spoiler(_in_last(used_twice)),
        "plan/rename-distinct": Spoiler(_in_last(renamed_to_itself)),
        "plan/paths-no-overlap": Spoiler(_in_last(overlapping), keep=_in_last(side_by_side)),
        "plan/depends-unique": Spoiler(_needing_twice),
        "plan/produced-path-dependency": Spoiler(
            _in_several(_independent), keep=_in_several(_dependent)
        ),
        "plan/projected-path-missing": Spoiler(
            _in_several(_missing), keep=_in_several(_there_again)
        ),
        "plan/projected-path-occupied": Spoiler(
            _in_several(_occupied), keep=_in_several(_free_again)
        ),
        "plan/path-beneath-file": Spoiler(_in_several(_beneath), keep=_in_several(_beside)),
        "plan/safe-integers": Spoiler(_unsafe, keep=_safe),
    }
)
