"""The known name that a misspelt one was probably meant to be."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How alike two names must be, from 0 to 1. One letter wrong among five is still close; one among
#: four is not, because short words of every kind ("next" and "text") are that close.
_CLOSE = 0.8

#: Longer names are compared by spelling alone, because the time to compare letters is quadratic.
_LONGEST = 200


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the one of *known* that *name* was probably meant to be, or None if none is close.

    Close are a name in other letter case or with another way to join words (``workspaceRole`` and
    ``workspace_role``), two neighbouring letters swapped, and a small slip such as a plural.
    A name that is known already is its own nearest. The answer does not depend on the order of
    *known*: of two that are equally close, the first in alphabetical order is taken.
    """
    best, best_closeness = None, 0.0
    for candidate in sorted(set(known)):
        closeness = _closeness(name, candidate)
        if closeness > best_closeness:
            best, best_closeness = candidate, closeness
    return best


def _closeness(name: str, candidate: str) -> float:
    """Return how alike two names are: 2 the same, 1 but for spelling, 0 not close at all."""
    if name == candidate:
        return 2.0
    left, right = _folded(name), _folded(candidate)
    if not left:
        return 0.0
    if left == right:
        return 1.0
    likeness = _likeness(left, right)
    if likeness >= _CLOSE:
        return likeness
    return _CLOSE if _is_swap(left, right) else 0.0


def _folded(name: str) -> str:
    """Return *name* without letter case and without what joins its words."""
    return "".join(character for character in name.casefold() if character not in "_- .")


def _likeness(left: str, right: str) -> float:
    if max(len(left), len(right)) > _LONGEST:
        return 0.0
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < _CLOSE:
        return 0.0
    return matcher.ratio()


def _is_swap(left: str, right: str) -> bool:
    """Return whether the names differ by two neighbouring letters that changed places."""
    if len(left) != len(right):
        return False
    differing = [index for index in range(len(left)) if left[index] != right[index]]
    if len(differing) != 2 or differing[1] - differing[0] != 1:
        return False
    first, second = differing
    return left[first] == right[second] and left[second] == right[first]
