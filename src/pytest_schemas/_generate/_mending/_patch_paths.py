"""Paths of patches: within what a lease allows, and apart from those of other envelopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

from pytest_schemas._generate._agent_parts import envelopes_of
from pytest_schemas._generate._agent_paths import lies_within, meet, plain
from pytest_schemas._generate._chooser import Chooser

#: What a path must not start with; a file of a policy and the like are left alone altogether.
_LEFT_ALONE = frozenset({".codex", ".agents", ".sneakoscope", "AGENTS.md", "node_modules"})
_NAME = "a.py"


class PathRules(NamedTuple):
    """What is demanded of the paths of operations."""

    #: they lie within the allowed paths of their envelope
    allowed: bool
    #: they lie within the allowed paths of the lease proof, whatever the envelope's own are
    leased: bool
    #: no two envelopes change the same path, or one beneath that of another
    apart: bool


def place_paths(result: Any, _chooser: Chooser, *, rules: PathRules) -> None:
    """Move each path to where it is allowed, or allow it where there is no such place."""
    taken: list[str] = []
    for envelope in envelopes_of(result):
        is_apart = rules.apart and envelope.get("source") != "git-worktree-diff"
        others = list(taken) if is_apart else []
        for operation in envelope["operations"]:
            lists = _lists(envelope, operation, rules)
            path = operation["path"]
            if not _fits(path, lists, others):
                path = operation["path"] = _moved(path, lists, others)
                for each in lists:
                    if not lies_within(plain(path), each):
                        # What allows nothing is of no use beside it.
                        each[:] = [*filter(plain, each), path]
            if is_apart:
                taken.append(plain(path))


def _lists(envelope: Any, operation: Any, rules: PathRules) -> list[list[str]]:
    """The allowed paths that an operation is held to."""
    own = envelope.get("allowed_paths")
    leased = envelope.get("lease_proof", {}).get("allowed_paths")
    found = []
    if rules.allowed and operation["op"] != "git_apply_patch":
        found.append(own or leased)
    if rules.leased and leased is not (found[0] if found else None):
        found.append(leased)
    return [each for each in found if each]


def _fits(path: str, lists: Sequence[list[str]], others: Sequence[str]) -> bool:
    path = plain(path)
    is_allowed = all(lies_within(path, each) for each in lists)
    # A path that names nothing says too little to tell it from another.
    return is_allowed and (bool(path) or not others) and not any(meet(path, e) for e in others)


def _moved(path: str, lists: Sequence[list[str]], others: Sequence[str]) -> str:
    """The path at a place that is allowed and free, or else at one that is only free."""
    for each in _allowed(plain(path) or _NAME, lists, others):
        if _fits(each, lists, others):
            return each
    path = path if plain(path) else _NAME
    numbered = (f"{number}-{plain(path)}" for number in count(2))
    return path if _fits(path, (), others) else next(e for e in numbered if _fits(e, (), others))


def _allowed(name: str, lists: Sequence[list[str]], others: Sequence[str]) -> Iterator[str]:
    """Paths that one of the lists allows."""
    above = [plain(each) for allowed in lists[:1] for each in allowed]
    for folder in filter(_is_usable, above):
        yield f"{folder}/{name}"
        yield from islice((f"{folder}/{number}-{name}" for number in count(2)), len(others))


def _is_usable(folder: str) -> bool:
    """Whether what lies beneath an allowed path is sure to be a good path."""
    parts = folder.split("/")
    is_unsafe = "\0" in folder or ".." in parts
    return bool(folder) and not is_unsafe and parts[0] not in _LEFT_ALONE
