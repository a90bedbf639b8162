"""Texts that match patterns, of a given length.

A pattern is found anywhere in a text, as JSON Schema has it (Core 2020-12, section 6.4). Texts are
made to match, and not looked for; where a pattern looks around itself, they are looked at before
they are given out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import inf
from typing import Final

from pytest_schemas._ecma import PatternTimeout, compile_pattern
from pytest_schemas._generate import _regex as regex
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._chooser import Chooser, Smallest, Trial
from pytest_schemas._generate._demands import (
    Place,
    as_demand,
    characters_of,
    demands_of,
    whole_run,
    with_outer_looks,
)
from pytest_schemas._generate._lengths import HORIZON, ascending, least, most, span
from pytest_schemas._generate._planning import Plan, plan, plan_anywhere
from pytest_schemas._generate._regex import Unsupported

__all__ = ["Impossible", "PatternTexts", "Unsupported", "conjunction"]

#: One text in so many is as short as can be, or as long.
_EDGE: Final = 8
#: Lengths that lie closer than this are all seen without that.
_NARROW: Final = 8
#: The lengths that an ordinary text has where the shortest is not short enough.
_LENGTHS: Final = 17

#: So many texts are tried out for a pattern that looks around itself; one in so many must match.
_TRIALS: Final = 60
_MUST_FIT: Final = 5
#: So many times a text is made anew; then one of those that matched in the trial is taken.
_TRIES: Final = 8
_SAMPLES: Final = 16

_ANY_TEXT: Final = "^[^]*$"
#: What a text that was found is made simpler with, the simplest first.
_PLAIN: Final = "01aA "


class Impossible(Exception):  # noqa: N818 - it says what happened, as PatternTimeout does
    """No text of the lengths that are allowed matches a pattern."""


class PatternTexts:
    """The texts that match a pattern, and perhaps others.

    Attributes:
        certain: whether each text matches because of how it is made. Otherwise it is looked at, and
            made anew where it does not match.
        kept: how many of 60 texts matched when they were tried out; 60 where that is certain.

    """

    def __init__(
        self,
        source: str,
        *,
        low: int = 0,
        high: int | None = None,
        within: Alphabet = ANY,
        also: Sequence[str] = (),
        refused: Sequence[str] = (),
    ) -> None:
        """Plan the texts.

        Args:
            source: the pattern that texts are made for.
            low: the length of the shortest text, in code points.
            high: the length of the longest text; `None` is no bound.
            within: the characters to use where the pattern leaves a choice.
            also: more patterns that each text must match.
            refused: patterns that no text may match.

        Raises:
            PatternError: a pattern is not a regular expression.
            Impossible: no text of these lengths matches.
            Unsupported: texts cannot be made, or too few of those that are made match.

        """
        self._matching = [compile_pattern(each) for each in (source, *also)]
        self._refused = [compile_pattern(each) for each in refused]
        trees = [regex.parse(each) for each in (source, *also)]
        demands = [demands_of(each) for each in trees]
        self._low = max(low, *(each.low for each in demands))
        highs = [each for each in (high, *(d.high for d in demands)) if each is not None]
        self._high = min(highs, default=None)
        self._horizon = HORIZON if self._high is None else min(self._high, HORIZON)
        within = _narrowed(within, trees[1:], [regex.parse(each) for each in refused])

        plans = [plan(with_outer_looks(each), self._horizon, within) for each in trees]
        self._piece = plans[0].piece
        self._fitting = self._common_lengths(plans, trees)
        self._allowed, self._targets = self._ordinary_lengths()
        self._edges = self._edge_lengths()
        parts = [part for each in demands for part in each.parts]
        parts.extend(part for each in trees[1:] if (part := as_demand(each)))
        around = characters_of(trees[0]) & within or ANY
        planned = [(p.place, plan_anywhere(p.item, self._horizon, around)) for p in parts]
        self._demands = [(place, piece) for place, piece in planned if piece.lengths]

        self.kept = _TRIALS
        self._samples: list[str] = []
        doubts = {*plans[0].unsure, *(["all that is demanded"] if also or refused else [])}
        self.certain = not doubts
        if doubts:
            self._try_out(doubts)

    @property
    def smallest(self) -> str:
        """The shortest text."""
        if self._samples:
            return self._samples[0]
        return self._piece.make(Smallest(), 1 << least(self._fitting), {})

    @property
    def lengths(self) -> tuple[int, int | None]:
        """The lengths of the shortest and the longest text; `None` is no bound."""
        longest = most(self._fitting)
        return len(self.smallest), None if self._is_endless(longest) else longest

    def make(self, chooser: Chooser) -> str:
        """Make a text that matches."""
        if self.certain:
            return self._base(chooser, 0)
        for attempt in range(_TRIES):
            text = self._attempt(chooser, attempt)
            if self._accepts(text):
                return text
        return chooser.pick(self._samples)

    def _common_lengths(self, plans: Sequence[Plan], trees: Sequence[regex.Node]) -> int:
        common = span(self._low, self._horizon)
        for each in plans:
            # The others may have texts of lengths that were not planned.
            if each is plans[0] or not each.is_partial:
                common &= each.piece.lengths
        if common:
            return common
        if any(each.is_partial for each in plans):
            raise Unsupported("no text that was planned has a length that fits")
        is_cut = self._high is None or self._high > HORIZON
        if is_cut and HORIZON < max(self._low, *map(_shortest, trees)) < inf:
            raise Unsupported(f"its texts are longer than {HORIZON} characters")
        raise Impossible

    def _ordinary_lengths(self) -> tuple[int | None, list[int]]:
        """What the lengths of ordinary texts come from: a set, `None` for any, or some to pick."""
        if self._fitting == self._piece.lengths and self._piece.usual <= self._horizon:
            return None, []
        if least(self._fitting) == least(self._piece.lengths):
            return self._fitting, []
        return None, list(islice(ascending(self._fitting), _LENGTHS))

    def _edge_lengths(self) -> list[int]:
        shortest, longest = least(self._fitting), most(self._fitting)
        if longest - shortest < _NARROW:
            return []
        if self._is_endless(longest):
            return [shortest] if self._targets else []
        return [shortest, longest]

    def _is_endless(self, longest: int) -> bool:
        return self._high is None and longest == self._horizon

    def _base(self, chooser: Chooser, room: int) -> str:
        """A text of the first pattern, with so much room in it beyond what it needs."""
        lengths = self._targets
        if room:
            enough = self._fitting >> (least(self._fitting) + room) << least(self._fitting) + room
            lengths = list(islice(ascending(enough or self._fitting), _LENGTHS))
        if self._edges and chooser.flag(_EDGE):
            lengths = self._edges
        if not lengths:
            return self._piece.make(chooser, self._allowed, {})
        return self._piece.make(chooser, 1 << chooser.pick(lengths), {})

    def _attempt(self, chooser: Chooser, attempt: int) -> str:
        """A text that keeps the demands as well, unless one of its parts is spoilt by another."""
        laid: dict[Place, str] = {"start": "", "anywhere": "", "end": ""}
        for place, piece in self._demands:
            laid[place] += piece.make(chooser, None, {})
        size = sum(map(len, laid.values()))
        text = self._base(chooser, size if attempt >= _TRIES // 2 else 0)
        return _laid_over(chooser, text, laid, from_end=attempt % 2 == 1) if size else text

    def _accepts(self, text: str) -> bool:
        try:
            return self._matches(text)
        except PatternTimeout:
            return False

    def _matches(self, text: str) -> bool:
        if len(text) < self._low or (self._high is not None and len(text) > self._high):
            return False
        is_refused = any(each.matches(text) for each in self._refused)
        return not is_refused and all(each.matches(text) for each in self._matching)

    def _try_out(self, doubts: Iterable[str]) -> None:
        """Make some texts, and keep those that match."""
        trial = Trial()
        texts = [self._attempt(trial, number % _TRIES) for number in range(_TRIALS)]
        plain = [self._attempt(Smallest(), number) for number in range(_TRIES)]
        try:
            kept = [text for text in texts if self._matches(text)]
            self.kept = len(kept)
            if self.kept * _MUST_FIT < _TRIALS:
                doubt = " and ".join(sorted(doubts))
                raise Unsupported(
                    f"only {self.kept} of {_TRIALS} texts that were tried keep {doubt}"
                )
            few = sorted(dict.fromkeys(kept), key=len)[:_SAMPLES]
            few[:0] = [text for text in plain if self._matches(text)]
            few[:0] = [_shortened(few[0], self._matches)]
        except PatternTimeout as timeout:
            raise Unsupported("it takes too long to match") from timeout
        self._samples = sorted(dict.fromkeys(few), key=len)


def conjunction(
    sources: Sequence[str],
    *,
    refused: Sequence[str] = (),
    low: int = 0,
    high: int | None = None,
    within: Alphabet = ANY,
) -> PatternTexts:
    """Plan the texts that match all of some patterns, by the one that is best to start from.

    Args:
        sources: the patterns.
        refused: patterns that no text may match.
        low: the length of the shortest text, in code points.
        high: the length of the longest text; `None` is no bound.
        within: the characters to use where the patterns leave a choice.

    Raises:
        PatternError: a pattern is not a regular expression.
        Impossible: no text of these lengths matches.
        Unsupported: texts cannot be made, or too few of those that are made match.

    """
    found: list[PatternTexts] = []
    refusals: list[Unsupported] = []
    bases = list(dict.fromkeys(sources)) or [_ANY_TEXT]
    for source in bases:
        also = [each for each in bases if each != source]
        try:
            texts = PatternTexts(
                source, low=low, high=high, within=within, also=also, refused=refused
            )
        except Unsupported as unsupported:
            refusals.append(unsupported)
        else:
            found.append(texts)
    if not found:
        raise refusals[0]
    return max(found, key=lambda texts: texts.kept)


def _narrowed(
    within: Alphabet, others: Iterable[regex.Node], refused: Iterable[regex.Node]
) -> Alphabet:
    """Leave out the characters that another pattern does not admit."""
    narrowed = within
    for each in others:
        alphabet = whole_run(each)
        if alphabet is not None:
            narrowed &= alphabet
    for each in refused:
        if isinstance(each, regex.Characters):
            narrowed &= ~each.alphabet
    return narrowed or within


def _shortest(node: regex.Node) -> float:
    """A length that no text of a pattern falls below; infinite where there is none."""
    if isinstance(node, regex.Characters):
        return 1 if node.alphabet else inf
    if isinstance(node, regex.Sequence):
        return sum(map(_shortest, node.items))
    if isinstance(node, regex.Alternatives):
        return min(map(_shortest, node.branches))
    if isinstance(node, regex.Repeat):
        return node.low * _shortest(node.item) if node.low else 0
    return _shortest(node.item) if isinstance(node, regex.Group) else 0


def _laid_over(chooser: Chooser, text: str, laid: Mapping[Place, str], *, from_end: bool) -> str:
    """Write some texts over another, where they belong."""
    start, middle, end = laid["start"], laid["anywhere"], laid["end"]
    text = start + text[len(start) :]
    text = text[: max(len(text) - len(end), 0)] + end
    first, last = len(start), len(text) - len(end) - len(middle)
    offset = chooser.integer(0, last - first) if middle and last > first else 0
    offset = last - offset if from_end and last > first else first + offset
    return text[:offset] + middle + text[offset + len(middle) :]


def _shortened(text: str, accepts: Callable[[str], bool]) -> str:
    """Leave out what can be left out of a text, and put plain characters in place of others."""
    size = len(text)
    while size:
        at = 0
        while at < len(text):
            without = text[:at] + text[at + size :]
            if accepts(without):
                text = without
            else:
                at += size
        size //= 2
    for at in range(len(text)):
        for plain in _PLAIN:
            if plain == text[at]:
                break
            simpler = text[:at] + plain + text[at + 1 :]
            if accepts(simpler):
                text = simpler
                break
    return text
