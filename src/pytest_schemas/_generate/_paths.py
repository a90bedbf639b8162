"""The paths of a plan: what its items may do with them, one item after another.

What is made here is on the safe side: two paths of which one lies beneath the other are never both
used in a plan, even where the first is gone before the second is there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any

_LONGEST = 300


def uses(file: Any) -> Iterator[tuple[str, bool]]:
    """The members of a declared file that hold a path in use, and whether it is a new path."""
    is_rename = file["kind"] == "rename"
    yield "path", is_rename or file["kind"] == "add"
    if is_rename and file["renamed_from"] is not None:
        yield "renamed_from", False


def paths_of(items: Iterable[Any]) -> Iterator[str]:
    """All paths that some items use, each as often as it is used."""
    for item in items:
        for file in item["files"]:
            yield from (file[member] for member, _ in uses(file))


def fitting(path: str, fits: Callable[[str], bool]) -> str:
    """The path, or one like it that fits: its first name has a number at its end."""
    return path if fits(path) else next(filter(fits, _like(path)))


def _like(path: str) -> Iterator[str]:
    head, slash, tail = path.partition("/")
    for number in map(str, count(1)):
        longer = f"{head}{number}{slash}{tail}"
        # Where there is no room for a number, it takes the place of what is too much.
        is_too_long = len(longer) > _LONGEST
        yield f"{head[: _LONGEST - len(number)]}{number}" if is_too_long else longer


def is_canonical(path: str) -> bool:
    """Whether a path is canonical."""
    names = path.split("/")
    is_plain = re.search(r"[\\:\x00-\x1f\x7f-\x9f]", path) is None
    return is_plain and not any(each in {"", ".", ".."} or each.lower() == ".git" for each in names)


class Paths:
    """Some paths, and the folders above them."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._paths: set[str] = set()
        self._folders: set[str] = set()
        for path in paths:
            self.add(path)

    def __contains__(self, path: str) -> bool:
        return path in self._paths

    def add(self, path: str) -> None:
        self._paths.add(path)
        self._folders.update(_folders(path))

    def overlap(self, path: str) -> bool:
        """Whether a path lies beneath one of these, or above one."""
        return path in self._folders or any(each in self._paths for each in _folders(path))

    def clash(self, path: str) -> bool:
        """Whether a path is one of these, or overlaps one."""
        return path in self._paths or self.overlap(path)


def _folders(path: str) -> Iterator[str]:
    return (path[:index] for index, each in enumerate(path) if each == "/")


class Projection:
    """The paths as the items of a plan leave them that have been looked at so far."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._used = Paths()
        self._is_there: dict[str, bool] = {}
        self._makers: dict[str, str] = {}
        self._needs: dict[str, frozenset[str]] = {}
        for item in items:
            self.add(item)

    def needs(self, ids: Iterable[str]) -> frozenset[str]:
        """What an item needs, directly or through others, that depends on some ids."""
        # A later item is none that is done before.
        direct = frozenset(each for each in ids if each in self._needs)
        return direct.union(*(self._needs[each] for each in direct))

    def admits(self, path: str, needs: frozenset[str], *, is_new: bool) -> bool:
        """Whether an item with some needs may use a path next."""
        if self._used.overlap(path):
            return False
        if path not in self._is_there:
            return True
        maker = self._makers.get(path)
        return self._is_there[path] is not is_new and (maker is None or maker in needs)

    def made(self, *, is_new: bool) -> Iterator[tuple[str, str]]:
        """The paths that items have made or freed and that can be used so, with who was last."""
        for path, maker in self._makers.items():
            # The old path of a rename may have a form that another path must not have.
            if self._is_there[path] is not is_new and is_canonical(path):
                yield path, maker

    def add(self, item: Any) -> None:
        """Look at one more item."""
        self._needs[item["id"]] = self.needs(item["depends_on"])
        for file in item["files"]:
            for member, _ in uses(file):
                path = file[member]
                self._used.add(path)
                self._is_there[path] = file["kind"] != "delete" and member == "path"
                if file["kind"] != "edit":
                    self._makers[path] = item["id"]


def hold(items: Iterable[Any]) -> bool:
    """Whether some items, in their order, use all paths as they may."""
    before = Projection()
    for item in items:
        own = Paths()
        needs = before.needs(item["depends_on"])
        for file in item["files"]:
            for member, is_new in uses(file):
                path = file[member]
                if own.clash(path) or not before.admits(path, needs, is_new=is_new):
                    return False
                own.add(path)
        before.add(item)
    return True
