"""Guesses about prose: how many sentences a text has, and whether it counts lines."""

from __future__ import annotations

import re

#: Where one sentence ends and another follows: a mark, space, and a letter that is no small one;
#: or an ideographic mark with anything after it.
_BOUNDARY = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)[.!?]['\")\]]*\s+(?=['\"(\[]?[^\W\d_a-z])"
    r"|[\u3002\uff01\uff1f](?=[^\u3002\uff01\uff1f])"
)
_LINE = re.compile(r"\blines?\s+\d+", re.IGNORECASE | re.ASCII)


def count_sentences(text: str) -> int:
    """Return about how many sentences *text* has; in doubt too few."""
    return len(_BOUNDARY.findall(text.strip())) + 1


def line_reference(text: str) -> str | None:
    """Return the first words of *text* that name a line by its number, or None."""
    match = _LINE.search(text)
    return None if match is None else match.group()
