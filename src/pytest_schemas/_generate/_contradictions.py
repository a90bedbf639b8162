"""Which clauses contradict each other, of all that a schema says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

#: So many times it is looked whether the schema has a document without some clauses.
_MOST_LOOKS = 100


def essential(
    clauses: Sequence[str], guess: Iterable[str], fails: Callable[[frozenset[str]], bool]
) -> list[str]:
    """The clauses that contradict each other: without any one of them, there are documents.

    Args:
        clauses: all that the schema says.
        guess: those that probably contradict each other.
        fails: whether there is still no document if some clauses are ignored.
    """
    guessed = set(guess)
    unlikely = [each for each in clauses if each not in guessed]
    likely = [each for each in clauses if each in guessed]
    ignored: frozenset[str] = frozenset()
    looks = 0
    for group in (unlikely, likely):
        size = len(group)
        while size and looks < _MOST_LOOKS:
            for at in range(0, len(group), size):
                part = frozenset(group[at : at + size]) - ignored
                if part and looks < _MOST_LOOKS:
                    looks += 1
                    if fails(ignored | part):
                        ignored |= part
            group = [each for each in group if each not in ignored]
            size = min(size // 2, len(group))
    return [each for each in clauses if each not in ignored]
