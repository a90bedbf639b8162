"""The ids of plan items: P1 to P999."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_LAST = 999


def ids_after(start: str) -> Iterator[str]:
    """All ids, from the one after a given one; the first follows the last."""
    first = int(start[1:])
    for step in range(_LAST):
        yield f"P{(first + step) % _LAST + 1}"


def free_id(wanted: str, used: set[str]) -> str:
    """The wanted id, or the next that is not used."""
    return wanted if wanted not in used else next(e for e in ids_after(wanted) if e not in used)


def among(ids: Sequence[str], known: Sequence[str]) -> list[str]:
    """The ids, with each that is not known replaced by one that is; none where none is known."""
    if not known:
        return []
    return [each if each in known else known[int(each[1:]) % len(known)] for each in ids]
