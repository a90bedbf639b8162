"""Pieces put together, so that one choice is enough for several of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import Final

from pytest_schemas._generate._pieces import Counted, OneText, Piece, counted, one_of, one_text

#: So many texts are written out: of alternatives, and of a sequence.
_FEW: Final = 36
_FEW_IN_SEQUENCE: Final = 100
#: So many texts are counted: beyond, Hypothesis draws small numbers much more often than others.
_COUNTED: Final = 1 << 24


def is_few(characters: int, length: int) -> bool:
    """Whether the texts of so many characters and this length can be written out or counted."""
    if length <= 1:
        return characters <= _FEW_IN_SEQUENCE
    return length <= _COUNTED.bit_length() and characters**length <= _COUNTED


def alternatives(pieces: list[Piece], horizon: int) -> Piece:
    """One of several pieces, written out if they have few texts."""
    texts = [text for each in pieces if isinstance(each, OneText) for text in each.texts]
    if len(texts) <= _FEW and all(isinstance(each, OneText) for each in pieces):
        return one_text(texts, horizon)
    return one_of(pieces)


def put_together(items: Iterable[Piece], horizon: int) -> Iterator[Piece]:
    """The items, with neighbours put together that have few texts or can be counted."""
    waiting: list[OneText] = []
    for item in items:
        if isinstance(item, OneText):
            parts: tuple[OneText, ...] = (item,)
        elif isinstance(item, Counted):
            parts = item.parts
        else:
            yield from _waiting(waiting, horizon)
            waiting = []
            yield item
            continue
        for part in parts:
            if waiting and _joins(waiting, part):
                pairs = product(waiting[-1].texts, part.texts)
                waiting[-1] = one_text(map("".join, pairs), horizon)
            elif waiting and _counts(waiting, part):
                waiting.append(part)
            else:
                yield from _waiting(waiting, horizon)
                waiting = [part]
    yield from _waiting(waiting, horizon)


def _joins(waiting: list[OneText], part: OneText) -> bool:
    """Whether a part and the last one are few texts together."""
    few = len(waiting[-1].texts) * len(part.texts) <= _FEW_IN_SEQUENCE
    return few and (len(waiting) == 1 or _has_one_length(part))


def _counts(waiting: list[OneText], part: OneText) -> bool:
    """Whether one number can choose the texts of all parts."""
    count = prod(len(each.texts) for each in (*waiting, part))
    return count <= _COUNTED and _has_one_length(waiting[0]) and _has_one_length(part)


def _has_one_length(piece: Piece) -> bool:
    return not piece.lengths & (piece.lengths - 1)


def _waiting(parts: list[OneText], horizon: int) -> list[Piece]:
    if len(parts) > 1:
        return [counted(tuple(parts), horizon)]
    return [*parts]
