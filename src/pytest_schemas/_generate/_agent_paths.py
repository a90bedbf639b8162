"""Paths of an agent result's patches, and how they are compared."""

from __future__ import annotations

from collections.abc import Sequence


def plain(path: str) -> str:
    """A path without what makes no difference: backslashes, empty parts, and dots."""
    return "/".join(each for each in path.replace("\\", "/").split("/") if each not in {"", "."})


def lies_within(path: str, allowed: Sequence[str]) -> bool:
    """Whether a plain path is one of some others or beneath one; the empty path allows none."""
    return any(
        above and (path == above or path.startswith(f"{above}/")) for above in map(plain, allowed)
    )


def meet(path: str, other: str) -> bool:
    """Whether two plain paths are one, or one is beneath the other."""
    return lies_within(path, [other]) or lies_within(other, [path]) or path == other
