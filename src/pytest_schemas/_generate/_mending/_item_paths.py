"""Paths that do not get in each other's way: within one item, and in the items before it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pytest_schemas._generate._paths import Paths, Projection, fitting, uses

_MOST_NEEDED = 29
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


def mend_item(item: Any, before: Projection, *, is_again: bool) -> None:
    """Give the files of an item other paths where theirs clash with one another or with others.

    Args:
        item: the item, which is changed.
        before: what the items before it leave.
        is_again: whether one of the files gets a path that an earlier item has made or freed, if
            it can have one. The item then depends on that one.
    """
    if is_again:
        _use_again(item, before)
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


def _use_again(item: Any, before: Projection) -> None:
    """Use the first path that there is: a choice would keep plans with fewer items from it."""
    needs = before.needs(item["depends_on"])
    has_room = len(item["depends_on"]) < _MOST_NEEDED
    for file in item["files"]:
        for member, is_new in uses(file):
            for path, maker in before.made(is_new=is_new):
                if maker in needs or (has_room and maker != item["id"]):
                    file[member] = path
                    if maker not in needs:
                        item["depends_on"].append(maker)
                    return
