"""What a pattern demands beside the text that it goes through: its look-arounds.

`^(?=.*[a-z])(?=.*[0-9]).{8,}$` is made as `.{8,}`, with texts of `[a-z]` and `[0-9]` laid over it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._planning import nodes, referenced_groups
from pytest_schemas._generate._regex import (
    Alternatives,
    Boundary,
    Characters,
    End,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    Start,
)

Place = Literal["start", "anywhere", "end"]


@dataclass(frozen=True, slots=True)
class Demand:
    """A part of a pattern that must be found in a text, at a place."""

    item: Node
    place: Place


@dataclass(frozen=True, slots=True)
class Demands:
    """The parts that must be found in a text, and how long it must be."""

    parts: tuple[Demand, ...] = ()
    low: int = 0
    high: int | None = None


def demands_of(pattern: Node) -> Demands:
    """Read the demands of the look-arounds that are not inside alternatives or repetitions."""
    found = Demands()
    items = _items(pattern)
    at_start = leads = False
    for index, item in enumerate(items):
        rest = items[index + 1 :]
        at_start = index == 0 or (at_start and isinstance(items[index - 1], (Look, Start)))
        leads = at_start and isinstance(items[0], Start)
        if not isinstance(item, Look) or item.negative or not rest:
            continue
        if item.ahead:
            found = _with_look_ahead(found, item, at_start=at_start, leads=leads)
        elif all(isinstance(each, (End, Boundary)) for each in rest):
            found = _with(found, _items(item.item), "end")
    return found


def with_outer_looks(pattern: Node) -> Node:
    """Put what must be ahead of the end, and behind the start, where it must be.

    So the look-ahead of `a(?=b)` is made as if the pattern were `ab`.
    """
    kept = referenced_groups(pattern)
    return _with_outer_look(_with_outer_look(pattern, kept, ahead=True), kept, ahead=False)


def as_demand(pattern: Node) -> Demand | None:
    """A whole pattern as what another text must hold, if that can be at one place alone."""
    items = _items(pattern)
    starts = bool(items) and isinstance(items[0], Start)
    ends = bool(items) and isinstance(items[-1], End)
    item = Sequence(items[starts : len(items) - ends])
    is_anchored = any(isinstance(each, (Start, End)) for each in nodes(item))
    if is_anchored or (starts and ends) or not item.items:
        return None
    return Demand(item, "start" if starts else "end" if ends else "anywhere")


def characters_of(pattern: Node) -> Alphabet:
    """All the characters that a pattern speaks of."""
    sets = (each.alphabet.ranges for each in nodes(pattern) if isinstance(each, Characters))
    return Alphabet.of(each for ranges in sets for each in ranges)


def whole_run(pattern: Node) -> Alphabet | None:
    """The alphabet of a pattern such as `^[a-z]*$`, which says what each character may be."""
    items = _items(pattern)
    if len(items) == 3 and isinstance(items[0], Start) and isinstance(items[2], End):
        run = items[1]
        if isinstance(run, Repeat) and isinstance(run.item, Characters):
            return run.item.alphabet
    return None


def _items(node: Node) -> tuple[Node, ...]:
    """The things of a sequence, those of groups and sequences inside it in their places."""
    if isinstance(node, Group):
        return _items(node.item)
    if isinstance(node, Sequence):
        return tuple(each for item in node.items for each in _items(item))
    return (node,)


def _with_look_ahead(found: Demands, look: Look, *, at_start: bool, leads: bool) -> Demands:
    items = _items(look.item)
    ends = bool(items) and isinstance(items[-1], End)
    items = items[: len(items) - ends]
    if leads and ends and len(items) == 1 and _is_run(items[0]):
        return _with_bounds(found, items[0])
    skips = bool(items) and _is_run(items[0])
    items = items[skips:]
    if items and _is_run(items[-1]) and not ends:
        items = items[:-1]
    if ends:
        return _with(found, items, "end")
    if skips:
        return _with(found, items, "anywhere")
    return _with(found, items, "start") if at_start else found


def _with(found: Demands, items: tuple[Node, ...], place: Place) -> Demands:
    if not items:
        return found
    return replace(found, parts=(*found.parts, Demand(Sequence(items), place)))


def _is_run(node: Node) -> bool:
    return isinstance(node, Repeat) and isinstance(node.item, Characters)


def _with_bounds(found: Demands, run: Node) -> Demands:
    """Demand the length of `(?=.{1,64}$)`."""
    if not isinstance(run, Repeat):
        return found
    highs = [each for each in (found.high, run.high) if each is not None]
    return replace(found, low=max(found.low, run.low), high=min(highs, default=None))


def _with_outer_look(node: Node, kept: frozenset[int], *, ahead: bool) -> Node:
    """Do so at one side, but not inside a group whose text is asked for again."""
    if isinstance(node, Look) and node.ahead is ahead and not node.negative:
        return node.item
    if isinstance(node, Group) and node.number not in kept:
        return Group(node.number, _with_outer_look(node.item, kept, ahead=ahead))
    if isinstance(node, Alternatives):
        branches = (_with_outer_look(each, kept, ahead=ahead) for each in node.branches)
        return Alternatives(tuple(branches))
    if isinstance(node, Sequence) and node.items:
        at = -1 if ahead else 0
        items = list(node.items)
        items[at] = _with_outer_look(items[at], kept, ahead=ahead)
        return Sequence(tuple(items))
    return node
