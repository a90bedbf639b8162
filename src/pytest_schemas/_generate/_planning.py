"""From the tree of a pattern to the pieces that make its texts.

Anchors are resolved on the way: a thing is planned four times, as it is where it must stand at the
start of the text, at the end, both or neither. Before a start and after an end there can only be
the empty text. What is planned may make fewer texts than match, but no text that does not, apart
from what `Plan.unsure` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import islice, product
from typing import Final

from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._joining import alternatives, is_few, put_together
from pytest_schemas._generate._lengths import ZERO, ascending, span
from pytest_schemas._generate._pieces import (
    EMPTY,
    Again,
    Captured,
    Padding,
    Piece,
    Sized,
    chain,
    one_of,
    one_text,
    rounds,
    run,
)
from pytest_schemas._generate._regex import (
    Alternatives,
    Boundary,
    Characters,
    End,
    Group,
    Look,
    Node,
    Reference,
    Repeat,
    Sequence,
    Start,
)

#: An alternative may have so small a part in the characters that it is put together with.
_LEAST_PART: Final = 20
#: So many lengths of the groups that are asked for again are planned.
_GROUP_LENGTHS: Final = 48

#: Whether a thing must be at the start of the text, and at the end.
Anchors = tuple[bool, bool]
Variants = dict[Anchors, Piece]

_FREE: Final[Anchors] = (False, False)


@dataclass(frozen=True, slots=True)
class Plan:
    """What makes the texts that match a pattern.

    Attributes:
        piece: makes them; no text at all if its lengths are an empty set.
        unsure: what was left out, in words, so that a text has to be looked at afterwards.
        is_partial: whether there may be texts of other lengths than planned.

    """

    piece: Piece
    unsure: frozenset[str]
    is_partial: bool


def plan(node: Node, horizon: int, within: Alphabet) -> Plan:
    """Plan the texts in which a pattern is found.

    Args:
        node: the pattern.
        horizon: the longest text.
        within: the characters to use where the pattern leaves a choice.

    """
    asked = referenced_groups(node)
    first = _Planner(horizon, within, asked)
    piece = first.found_in_a_text(node)
    unsettled = {n: each for n, each in first.group_lengths.items() if each & (each - 1)}
    if unsettled:
        # The group and what repeats it must agree: plan them for one length after another.
        planners = [_Planner(horizon, within, asked, s) for s in _sizes(unsettled)]
        piece = one_of(planner.found_in_a_text(node) for planner in planners)
    return Plan(piece, frozenset(first.unsure), first.is_partial or bool(unsettled))


def plan_anywhere(node: Node, horizon: int, within: Alphabet) -> Piece:
    """Plan the texts that a part of a pattern matches, wherever they stand."""
    planner = _Planner(horizon, within, referenced_groups(node))
    return one_of(planner.variants(node).values())


def nodes(node: Node) -> Iterator[Node]:
    """A part of a pattern, and all that is in it."""
    yield node
    inner: tuple[Node, ...] = ()
    if isinstance(node, Sequence):
        inner = node.items
    elif isinstance(node, Alternatives):
        inner = node.branches
    elif isinstance(node, (Repeat, Group, Look)):
        inner = (node.item,)
    for each in inner:
        yield from nodes(each)


def referenced_groups(node: Node) -> frozenset[int]:
    """The groups whose texts are asked for again."""
    found = (each.numbers for each in nodes(node) if isinstance(each, Reference))
    return frozenset(number for numbers in found for number in numbers)


def _sizes(lengths: Mapping[int, int]) -> Iterator[dict[int, int]]:
    """Lengths that the groups may have, each as a set of one."""
    count = int(_GROUP_LENGTHS ** (1 / len(lengths)) + 1e-9)
    few = [[1 << n for n in islice(ascending(each), count)] for each in lengths.values()]
    for chosen in product(*few):
        yield dict(zip(lengths, chosen, strict=True))


class _Planner:
    """Plans one pattern, for one length of each group that is asked for again."""

    def __init__(
        self,
        horizon: int,
        within: Alphabet,
        asked: frozenset[int],
        sizes: Mapping[int, int] | None = None,
    ) -> None:
        self._horizon = horizon
        self._within = within
        self._asked = asked
        self._sizes = sizes or {}
        self._optional = 0  #: how many things around this one need not take part
        self._may_be_left_out: set[int] = set()
        self.group_lengths: dict[int, int] = {}
        self.unsure: set[str] = set()
        self.is_partial = False

    def found_in_a_text(self, node: Node) -> Piece:
        padding = Padding(self._within, span(0, self._horizon))
        found = []
        for (starts, ends), piece in self.variants(node).items():
            before = [] if starts else [padding]
            after = [] if ends else [padding]
            found.append(chain([*before, piece, *after], self._horizon))
        return one_of(found)

    def variants(self, node: Node) -> Variants:
        """The pieces for each way in which a thing can be anchored, where there is one."""
        return {anchors: each for anchors, each in self._all(node).items() if each.lengths}

    def _all(self, node: Node) -> Variants:
        if isinstance(node, Sequence):
            return self._sequence(node)
        if isinstance(node, Alternatives):
            return self._alternatives(node)
        if isinstance(node, Repeat):
            return self._repeat(node)
        if isinstance(node, Group):
            return self._group(node)
        return {self._anchors(node): self._simple(node)}

    def _anchors(self, node: Node) -> Anchors:
        return isinstance(node, Start), isinstance(node, End)

    def _simple(self, node: Node) -> Piece:
        if isinstance(node, Characters):
            return self._characters(node.alphabet, 1, 1)
        if isinstance(node, Reference):
            return self._again(node)
        if isinstance(node, Boundary):
            self.unsure.add("its word boundaries")
        elif isinstance(node, Look):
            self.unsure.add("what must be ahead" if node.ahead else "what must be behind")
        return EMPTY

    def _characters(self, alphabet: Alphabet, low: int, high: int | None) -> Piece:
        # The pattern comes first: what it spells out may lie outside.
        if self._within is not ANY:
            alphabet = alphabet & self._within or alphabet
        if high == 0 or not alphabet:
            return EMPTY if low == 0 else one_text((), self._horizon)
        if low == high and alphabet.size == 1 and low <= self._horizon:
            return one_text([alphabet.smallest * low], self._horizon)
        if low == high and is_few(alphabet.size, low):
            return self._chain([one_text(alphabet, self._horizon)] * low)
        return run(alphabet, low, high, self._horizon)

    def _sequence(self, node: Sequence) -> Variants:
        found: dict[Anchors, list[Piece]] = {_FREE: []}
        for variants in self._merged(node.items):
            if variants.keys() == {_FREE} and not any(ends for _, ends in found):
                for items in found.values():
                    items.append(variants[_FREE])
            else:
                found = self._followed(found, variants)
        return {anchors: self._chain(items) for anchors, items in found.items()}

    def _merged(self, items: Iterable[Node]) -> Iterator[Variants]:
        """The variants of each item, with neighbours of the same characters put together."""
        waiting: _Characters | None = None
        for item in items:
            here = self._as_characters(item)
            if waiting and here and waiting.alphabet == here.alphabet:
                waiting = waiting.followed_by(here)
                continue
            if waiting:
                yield {_FREE: self._characters(waiting.alphabet, waiting.low, waiting.high)}
            waiting = here
            if here is None:
                yield self.variants(item)
        if waiting:
            yield {_FREE: self._characters(waiting.alphabet, waiting.low, waiting.high)}

    def _as_characters(self, node: Node) -> _Characters | None:
        if isinstance(node, Characters):
            return _Characters(node.alphabet, 1, 1)
        if isinstance(node, Group) and node.number not in self._asked:
            return self._as_characters(node.item)
        if isinstance(node, Repeat):
            inner = self._as_characters(node.item) or self._as_one_of_characters(node.item)
            if inner and (inner.low, inner.high) == (1, 1):
                return _Characters(inner.alphabet, node.low, node.high)
        return None

    def _as_one_of_characters(self, node: Node) -> _Characters | None:
        if isinstance(node, Group) and node.number not in self._asked:
            return self._as_one_of_characters(node.item)
        if not isinstance(node, Alternatives):
            return None
        sets = [each.alphabet for each in node.branches if isinstance(each, Characters)]
        union = reduce(Alphabet.__or__, sets, Alphabet(()))
        if len(sets) < len(node.branches) or min(s.size for s in sets) * _LEAST_PART < union.size:
            return None
        return _Characters(union, 1, 1)

    def _followed(
        self, before: dict[Anchors, list[Piece]], after: Variants
    ) -> dict[Anchors, list[Piece]]:
        """Each way to have one thing after another, that of the same anchors put together."""
        found: dict[Anchors, list[list[Piece]]] = {}
        for (starts, ends), items in before.items():
            for (starts_after, ends_after), piece in after.items():
                left = self._without_text(self._chain(items)) if starts_after else None
                right = self._without_text(piece) if ends else piece
                if right is None or (starts_after and left is None):
                    continue
                anchors = (starts or starts_after, ends or ends_after)
                found.setdefault(anchors, []).append([*(items if left is None else [left]), right])
        return {
            anchors: ways[0] if len(ways) == 1 else [one_of(map(self._chain, ways))]
            for anchors, ways in found.items()
        }

    def _without_text(self, piece: Piece) -> Piece | None:
        if not piece.lengths & ZERO:
            return None
        return piece if piece.lengths == ZERO else Sized(piece, ZERO)

    def _chain(self, items: Iterable[Piece]) -> Piece:
        return chain(put_together(items, self._horizon), self._horizon)

    def _alternatives(self, node: Alternatives) -> Variants:
        found: dict[Anchors, list[Piece]] = {}
        self._optional += 1
        for branch in node.branches:
            for anchors, piece in self.variants(branch).items():
                found.setdefault(anchors, []).append(piece)
        self._optional -= 1
        return {anchors: alternatives(pieces, self._horizon) for anchors, pieces in found.items()}

    def _repeat(self, node: Repeat) -> Variants:
        merged = self._as_characters(node)
        if merged:
            return {_FREE: self._characters(merged.alphabet, merged.low, merged.high)}
        self._optional += 1
        variants = self.variants(node.item)
        self._optional -= 1
        low, high = node.low, node.high
        inner = frozenset(n.number for n in nodes(node.item) if isinstance(n, Group)) & self._asked
        free = variants.get(_FREE)
        found = {_FREE: self._rounds(free, low, high, inner)}
        if high == 0 or variants.keys() <= {_FREE}:
            return found
        # The first round is at the start, or the last one at the end. The others are free, or, if
        # an anchored round needs no text, like it.
        self.is_partial = True
        more = None if high is None else high - 1
        for (starts, ends), piece in variants.items():
            fewest = 0 if piece.lengths & ZERO else max(low - 1, 0)
            rest = self._rounds(free, fewest, more, inner)
            if starts and ends:
                if rest.lengths & ZERO:
                    found[True, True] = piece
            elif starts:
                found[True, False] = self._chain([piece, rest])
            elif ends:
                found[False, True] = self._chain([rest, piece])
        return found

    def _rounds(
        self, item: Piece | None, low: int, high: int | None, inner: frozenset[int]
    ) -> Piece:
        if high == 0 or (item is None and low == 0):
            return EMPTY
        if item is None:
            return one_text((), self._horizon)
        if (low, high) == (1, 1):
            return item
        return rounds(item, low, high, self._horizon, inner)

    def _group(self, node: Group) -> Variants:
        variants = self.variants(node.item)
        if node.number not in self._asked:
            return variants
        if self._optional:
            self._may_be_left_out.add(node.number)
        size = self._sizes.get(node.number)
        found: Variants = {}
        for anchors, piece in variants.items():
            fitting = piece if size is None else Sized(piece, piece.lengths & size)
            known = self.group_lengths.get(node.number, 0)
            self.group_lengths[node.number] = known | fitting.lengths
            if fitting.lengths:
                found[anchors] = Captured(node.number, fitting, fitting.lengths, fitting.usual)
        return found

    def _again(self, node: Reference) -> Piece:
        lengths = 0
        for number in node.numbers:
            lengths |= self.group_lengths.get(number, ZERO)
            if number in self._may_be_left_out or number not in self.group_lengths:
                lengths |= ZERO
                self.unsure.add("its back-references")
        return Again(node.numbers, lengths) if lengths != ZERO else EMPTY


@dataclass(frozen=True, slots=True)
class _Characters:
    """Between `low` and `high` characters of a set."""

    alphabet: Alphabet
    low: int
    high: int | None

    def followed_by(self, other: _Characters) -> _Characters:
        high = None if self.high is None or other.high is None else self.high + other.high
        return _Characters(self.alphabet, self.low + other.low, high)
