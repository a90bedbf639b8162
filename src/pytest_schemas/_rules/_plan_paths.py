"""The rules about the paths of files that a plan and a plan edit declare.

Each fault is told once. A path that is not canonical is compared with no other; a rename onto
itself uses its path once; and a path that is used twice is told to overlap once. The old path of a
file that is not renamed is no use of it, though it has to be canonical.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from pytest_schemas._rules._path import canonical_fault
from pytest_schemas._rules._plan_parts import Parts, parts_of
from pytest_schemas._rules._rule import Finding, Given, Path, Rule, rule
from pytest_schemas._show import show

#: Declared files, each with its place.
Files = Iterable[tuple[Path, Any]]


def path_canonical(contract: str, files: Parts) -> Rule:
    """Return the rule that the paths of files are canonical."""

    @rule(
        f"{contract}/path-canonical",
        level="consumer",
        source="the consumer's guide",
        summary="A path, old or new, has no empty part, no part of one or two dots, none that is "
        "git's, no colon and no control character.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        return _not_canonical(files(document))

    return judge


def paths_unique_in_item(contract: str, lists: Parts) -> Rule:
    """Return the rule that each path of a list of files is used once.

    Args:
        contract: the name of the contract.
        lists: finds the lists of files that one item declares.
    """

    @rule(
        f"{contract}/paths-unique-in-item",
        level="consumer",
        source="the consumer's guide",
        summary="Within one item each path is used once, the old path of a rename included.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, files in lists(document):
            yield from _repeated(parts_of(files, path))

    return judge


def rename_distinct(contract: str, files: Parts) -> Rule:
    """Return the rule that a rename has two paths."""

    @rule(
        f"{contract}/rename-distinct",
        level="consumer",
        source="the consumer's code",
        summary="The old and the new path of a rename differ.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        return _onto_themselves(files(document))

    return judge


def paths_no_overlap(contract: str, lists: Parts) -> Rule:
    """Return the rule that no path of a list of files is a folder of another.

    Args:
        contract: the name of the contract.
        lists: finds the lists of files that one item declares.
    """

    @rule(
        f"{contract}/paths-no-overlap",
        level="consumer",
        source="the consumer's guide",
        summary="Within one item no path lies beneath another.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, files in lists(document):
            yield from _overlapping(parts_of(files, path))

    return judge


def are_sound(files: Files) -> bool:
    """Whether the files of one item break none of these rules."""
    files = list(files)
    faults = (_not_canonical, _repeated, _onto_themselves, _overlapping)
    return not any(chain.from_iterable(fault(files) for fault in faults))


def folders_of(path: str) -> Iterator[str]:
    """Yield the folders above a path, the nearest one first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def used_paths(files: Files) -> Iterator[tuple[Path, str]]:
    """Yield the paths of files and the old paths of renames, each with its place."""
    for place, file in files:
        yield (*place, "path"), file["path"]
        if file["kind"] == "rename" and file["renamed_from"] is not None:
            yield (*place, "renamed_from"), file["renamed_from"]


def _not_canonical(files: Files) -> Iterator[Finding]:
    for place, path in _declared_paths(files):
        fault = canonical_fault(path)
        if fault is not None:
            yield Finding(place, f"{show(path)} is not a canonical path: {fault}")


def _declared_paths(files: Files) -> Iterator[tuple[Path, str]]:
    for place, file in files:
        for member in ("path", "renamed_from"):
            if file[member] is not None:
                yield (*place, member), file[member]


def _onto_themselves(files: Files) -> Iterator[Finding]:
    for place, file in files:
        if _is_onto_itself(file) and canonical_fault(file["path"]) is None:
            message = f"the old path {show(file['renamed_from'])} is the new one too"
            yield Finding((*place, "renamed_from"), f'{message}; make it an "edit", or move it')


def _is_onto_itself(file: Any) -> bool:
    return bool(file["kind"] == "rename" and file["renamed_from"] == file["path"])


def _repeated(files: Files) -> Iterator[Finding]:
    seen: dict[str, Path] = {}
    for place, path in _compared(files):
        if path in seen:
            message = f"{show(path)} is used at {_within_item(seen[path])} already"
            yield Finding(place, f"{message}; an item uses each path once, so drop one of the two")
        seen.setdefault(path, place)


def _overlapping(files: Files) -> Iterator[Finding]:
    seen: dict[str, Path] = {}
    for place, path in _compared(files):
        if path in seen:
            continue
        for other, its_place in seen.items():
            relation = _relation(path, other)
            if relation is not None:
                message = f"{show(path)} {relation} {show(other)} at {_within_item(its_place)}"
                yield Finding(place, f"{message}; within an item no path is a folder of another")
                break
        seen[path] = place


def _relation(path: str, other: str) -> str | None:
    if path.startswith(f"{other}/"):
        return "lies beneath"
    return "is a folder of" if other.startswith(f"{path}/") else None


def _compared(files: Files) -> Iterator[tuple[Path, str]]:
    for place, file in files:
        compared = {**file, "renamed_from": None} if _is_onto_itself(file) else file
        for its_place, path in used_paths([(place, compared)]):
            if canonical_fault(path) is None:
                yield its_place, path


def _within_item(place: Path) -> str:
    return "/".join(map(str, place[-3:]))
