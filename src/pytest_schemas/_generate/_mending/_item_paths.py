"""Paths that do not get in each other's way: within one item, and in the items before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._paths import Paths, Projection, fitting, uses

_MOST_NEEDED = 29
#: An item uses a path again that an earlier one has made or freed, once in so many times.
_AGAIN = 3
_PROJECTED = (
    "produced-path-dependency",
    "projected-path-missing",
    "projected-path-occupied",
    "path-beneath-file",
)


@dataclass(frozen=True)
class PathRules:
    """Which rules about paths are kept.

    Those about earlier items look at an item whose own paths are in order. So where they are kept,
    the others are kept along with them.
    """

    is_once: bool
    is_renamed_apart: bool
    is_disjoint: bool
    is_projected: bool

    @classmethod
    def of(cls, name: str, rules: Collection[str]) -> PathRules:
        """By the contract's name, and the ids of the rules that are kept."""
        is_projected = any(f"{name}/{each}" in rules for each in _PROJECTED)
        return cls(
            is_once=is_projected or f"{name}/paths-unique-in-item" in rules,
            is_renamed_apart=is_projected or f"{name}/rename-distinct" in rules,
            is_disjoint=is_projected or f"{name}/paths-no-overlap" in rules,
            is_projected=is_projected,
        )

    @property
    def are_any(self) -> bool:
        return self.is_once or self.is_renamed_apart or self.is_disjoint

    def admit(self, path: str, own: Paths, file: Any, member: str) -> bool:
        """Whether a file of an item may use a path beside the item's own paths before it."""
        if member == "renamed_from" and self.is_renamed_apart and path == file["path"]:
            return False
        return not (self.is_once and path in own) and not (self.is_disjoint and own.overlap(path))


ALL = PathRules(is_once=True, is_renamed_apart=True, is_disjoint=True, is_projected=True)


def mend_files(files: Any, rules: PathRules) -> None:
    """Give files of one item other paths where theirs clash."""
    own = Paths()
    for file in files:
        for member, _ in uses(file):

            def fits(path: str, file: Any = file, member: str = member) -> bool:
                return rules.admit(path, own, file, member)

            file[member] = fitting(file[member], fits)
            own.add(file[member])


def mend_item(item: Any, before: Projection, chooser: Chooser) -> None:
    """Give the files of an item other paths where theirs clash with one another or with others.

    At times one of them gets the path of an earlier item that it may use, and the item depends on
    that one.
    """
    _use_again(item, before, chooser)
    needs = before.needs(item["depends_on"])
    own = Paths()
    for file in item["files"]:
        for member, is_new in uses(file):

            def fits(
                path: str, file: Any = file, member: str = member, is_new: bool = is_new
            ) -> bool:
                is_admitted = before.admits(path, needs, is_new=is_new)
                return is_admitted and ALL.admit(path, own, file, member)

            file[member] = fitting(file[member], fits)
            own.add(file[member])


def _use_again(item: Any, before: Projection, chooser: Chooser) -> None:
    options = next(filter(None, (list(_again(item, each, before)) for each in item["files"])), [])
    if options and chooser.flag(_AGAIN):
        file, member, path, maker = chooser.pick(options)
        file[member] = path
        if maker not in before.needs(item["depends_on"]):
            item["depends_on"].append(maker)


def _again(item: Any, file: Any, before: Projection) -> Iterator[tuple[Any, str, str, str]]:
    has_room = len(item["depends_on"]) < _MOST_NEEDED
    needs = before.needs(item["depends_on"])
    for member, is_new in uses(file):
        for path, maker in before.made(is_new=is_new):
            if maker in needs or (has_room and maker != item["id"]):
                yield file, member, path, maker
