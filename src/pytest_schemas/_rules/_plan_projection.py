"""The rules about the files of a plan that follow from the items before: what is there by then.

Items are done in the order of the plan, and some of what they leave is known without the
repository: a file that an item deletes is gone, whatever was there before. What no item has named
is not known, and nothing is said of it.

One fault is told once. A use of a path breaks one of these rules at most, the first of `_FAULTS`.
An item at fault, which may be by the rules about its own paths, changes nothing: but whether the
files that it would add, delete or rename are there is not known any more, so that no later item is
blamed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pytest_schemas._rules._plan_parts import parts_of
from pytest_schemas._rules._plan_paths import Files, are_sound, folders_of, used_paths
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import show


@dataclass(frozen=True, slots=True)
class _Deed:
    """What an item does to a path."""

    words: str
    #: whether the file must be there before; if not, nothing may be there
    before: bool
    #: whether it is there afterwards
    after: bool

    @property
    def is_change(self) -> bool:
        """Whether it decides if the file is there; editing does not."""
        return self.before != self.after


#: By the kind of a file, and by the member that has the path.
_DEEDS: Mapping[tuple[str, str], _Deed] = MappingProxyType(
    {
        ("add", "path"): _Deed("adds", before=False, after=True),
        ("edit", "path"): _Deed("edits", before=True, after=True),
        ("delete", "path"): _Deed("deletes", before=True, after=False),
        ("rename", "path"): _Deed("renames a file to", before=False, after=True),
        ("rename", "renamed_from"): _Deed("renames", before=True, after=False),
    }
)


@dataclass(frozen=True, slots=True)
class _Use:
    """A path in a file of an item."""

    item: str
    path: str
    deed: _Deed
    place: Path

    def __str__(self) -> str:
        return f"{show(self.item)} {self.deed.words}"


@dataclass(frozen=True, slots=True)
class _Before:
    """What is known when an item begins."""

    #: by path: the last use that decided whether the file is there, or that showed it to be there
    last: Mapping[str, _Use]
    #: by folder: the last use of a file in it that is there
    folders: Mapping[str, _Use]
    #: what the item depends on, directly or through others
    needed: frozenset[str]


_Fault = Callable[[_Use, _Before], str | None]


def _beneath_file(use: _Use, before: _Before) -> str | None:
    for folder in folders_of(use.path):
        last = before.last.get(folder)
        if last is not None and last.deed.after:
            message = f"{show(use.path)} lies beneath {show(folder)}, which is a file"
            return f"{message}: {last} it; take a path beside it"
    return None


def _missing(use: _Use, before: _Before) -> str | None:
    last = before.last.get(use.path)
    if use.deed.before and last is not None and not last.deed.after:
        return f"{show(use.path)} is gone: {last} it; add it again first, or leave it out"
    return None


def _occupied(use: _Use, before: _Before) -> str | None:
    if use.deed.before:
        return None
    last = before.last.get(use.path)
    if last is not None and last.deed.after:
        return f"{show(use.path)} is taken: {last} it; edit it, or take a free path"
    within = before.folders.get(use.path)
    if within is not None:
        return f"{show(use.path)} is a folder: {within} {show(within.path)}; take a free path"
    return None


def _independent(use: _Use, before: _Before) -> str | None:
    last = before.last.get(use.path)
    if last is not None and last.deed.is_change and last.item not in before.needed:
        message = f"{last} {show(use.path)}, and {show(use.item)} uses it without depending on"
        return f'{message} {show(last.item)}; add {show(last.item)} to its "depends_on"'
    return None


#: What can be wrong with a use; a dependency comes last, because it would not mend the others.
_FAULTS: tuple[_Fault, ...] = (_beneath_file, _missing, _occupied, _independent)


def _faults(plan: Any) -> Iterator[tuple[_Fault, Finding]]:
    if _is_related(plan):
        yield from _faults_of_items(plan)


def _is_related(plan: Any) -> bool:
    """Whether two items have a path in common, or one path of the plan lies beneath another.

    Most plans have no such paths, and their items need no look at each other.
    """
    seen: set[str] = set()
    for path, item in parts_of(plan["items"], ("items",)):
        own = {each for _, each in used_paths(parts_of(item["files"], path))}
        if not seen.isdisjoint(own):
            return True
        seen |= own
    return any(folder in seen for path in seen for folder in folders_of(path))


def _faults_of_items(plan: Any) -> Iterator[tuple[_Fault, Finding]]:
    last: dict[str, _Use] = {}
    needed: dict[str, frozenset[str]] = {}
    for path, item in parts_of(plan["items"], ("items",)):
        earlier = [each for each in item["depends_on"] if each in needed]
        needs = frozenset(earlier).union(*(needed[each] for each in earlier))
        # Another item may have the same id; who depends on it depends on both.
        needed[item["id"]] = needs | needed.get(item["id"], frozenset())
        files = list(parts_of(item["files"], (*path, "files")))
        uses = list(_uses(item["id"], files))
        if are_sound(files):
            before = _Before(last, _folders(last), needs)
            found = list(filter(None, (_first_fault(use, before) for use in uses)))
            yield from found
            change = _forget if found else _carry_out
        else:
            change = _forget
        for use in uses:
            change(use, last)


def _uses(item: str, files: Files) -> Iterator[_Use]:
    for place, file in files:
        for its_place, path in used_paths([(place, file)]):
            yield _Use(item, path, _DEEDS[file["kind"], str(its_place[-1])], its_place)


def _folders(last: Mapping[str, _Use]) -> dict[str, _Use]:
    there = [use for use in last.values() if use.deed.after]
    return {folder: use for use in there for folder in folders_of(use.path)}


def _first_fault(use: _Use, before: _Before) -> tuple[_Fault, Finding] | None:
    for fault in _FAULTS:
        message = fault(use, before)
        if message is not None:
            return fault, Finding(use.place, message)
    return None


def _carry_out(use: _Use, last: dict[str, _Use]) -> None:
    if use.deed.is_change:
        last[use.path] = use
    else:
        last.setdefault(use.path, use)


def _forget(use: _Use, last: dict[str, _Use]) -> None:
    if use.deed.is_change:
        last.pop(use.path, None)


def _told_by(fault: _Fault, plan: Any) -> Iterator[Finding]:
    return (finding for each, finding in _faults(plan) if each is fault)


@rule(
    "plan/produced-path-dependency",
    level="consumer",
    source="the consumer's guide",
    summary="An item that uses a path which an earlier one added, deleted or renamed depends on "
    "the last such item, directly or through others.",
)
def produced_path_dependency(plan: Any, _: Given) -> Iterator[Finding]:
    return _told_by(_independent, plan)


@rule(
    "plan/projected-path-missing",
    level="consumer",
    source="the consumer's guide",
    summary="No edit, delete or rename is of a path that earlier items have deleted or renamed.",
)
def projected_path_missing(plan: Any, _: Given) -> Iterator[Finding]:
    return _told_by(_missing, plan)


@rule(
    "plan/projected-path-occupied",
    level="consumer",
    source="the consumer's guide",
    summary="No add and no rename is to a path that earlier items have made or used, nor to a "
    "folder of one.",
)
def projected_path_occupied(plan: Any, _: Given) -> Iterator[Finding]:
    return _told_by(_occupied, plan)


@rule(
    "plan/path-beneath-file",
    level="consumer",
    source="the consumer's guide",
    summary="No path lies beneath one that earlier items have made or used as a file.",
)
def path_beneath_file(plan: Any, _: Given) -> Iterator[Finding]:
    return _told_by(_beneath_file, plan)


RULES = (
    produced_path_dependency,
    projected_path_missing,
    projected_path_occupied,
    path_beneath_file,
)
