"""What makes the pieces of a text that matches a pattern, and knows how long they can be.

A piece is asked for a text whose length is in a set; so no length has to be tried out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from math import prod
from typing import Final, Protocol

from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._lengths import (
    ZERO,
    least,
    most,
    remaining,
    repeated,
    runs,
    span,
    sums,
)

#: How many characters more than it must an ordinary run has, and how many repetitions more.
_SPARE: Final = 16
_SPARE_ROUNDS: Final = 3
_SPARE_SAME: Final = 3
#: A longer run is filled with a short one, over and over, so that it costs few choices.
_LONG: Final = 64
_CHUNK: Final = (4, 8)
#: Rounds of a repetition after which the earlier ones are used again.
_ROUNDS: Final = 8
#: One text in so many has something around what its pattern looks for.
_PADDED: Final = 6

#: The texts of the groups that took part, by number.
Groups = dict[int, str]


class Piece(Protocol):
    """Makes texts."""

    @property
    def lengths(self) -> int:
        """The lengths of its texts: a set as in `_lengths`, up to the horizon of the plan."""

    @property
    def usual(self) -> int:
        """The length of the longest text that it makes when any length will do."""

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        """A text with an allowed length; `None` allows each. One at least must be possible."""


@dataclass(frozen=True, slots=True)
class OneText:
    """One of some texts, the one that a person would write first."""

    texts: tuple[str, ...]
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:  # noqa: ARG002
        texts: Sequence[str] = self.texts
        if allowed is not None and self.lengths & ~allowed:
            texts = [text for text in texts if allowed >> len(text) & 1]
        return texts[0] if len(texts) == 1 else chooser.pick(texts)


def one_text(texts: Iterable[str], horizon: int) -> OneText:
    """One of some texts; those beyond the horizon are left out."""
    fitting = tuple(sorted(dict.fromkeys(t for t in texts if len(t) <= horizon), key=len))
    lengths = 0
    for text in fitting:
        lengths |= 1 << len(text)
    return OneText(fitting, lengths, len(fitting[-1]) if fitting else 0)


#: The empty text.
EMPTY: Final = OneText(("",), ZERO, 0)


@dataclass(frozen=True, slots=True)
class Counted:
    """One of some texts, then one of others, and so on, by the number of the whole."""

    parts: tuple[OneText, ...]  #: each of one length
    count: int
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:  # noqa: ARG002
        number = chooser.integer(0, self.count - 1)
        made = []
        for part in reversed(self.parts):
            number, index = divmod(number, len(part.texts))
            made.append(part.texts[index])
        return "".join(reversed(made))


def counted(parts: tuple[OneText, ...], horizon: int) -> Counted:
    """One of the texts of each part, which all have one length each."""
    size = sum(part.usual for part in parts)
    lengths = 1 << size if size <= horizon else 0
    return Counted(parts, prod(len(part.texts) for part in parts), lengths, size)


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one alphabet."""

    alphabet: Alphabet
    low: int
    high: int
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:  # noqa: ARG002
        low, high = self.low, self.usual
        if allowed is not None:
            low, high = _one_run(chooser, self.lengths & allowed)
            high = min(high, low + _SPARE)
        return _fill(chooser, self.alphabet, low, high)


def run(alphabet: Alphabet, low: int, high: int | None, horizon: int) -> Run:
    """Between `low` and `high` characters; `None` is no bound."""
    top = horizon if high is None else min(high, horizon)
    return Run(alphabet, low, top, span(low, top), min(top, low + _SPARE))


def _one_run(chooser: Chooser, lengths: int) -> tuple[int, int]:
    few = list(islice(runs(lengths), 3))
    return few[0] if len(few) == 1 else chooser.pick(few)


def _fill(chooser: Chooser, alphabet: Alphabet, low: int, high: int) -> str:
    if alphabet.size == 1:
        high = min(high, low + _SPARE_SAME)
        return alphabet.smallest * (low if low == high else chooser.integer(low, high))
    if low <= _LONG:
        return chooser.text(alphabet, low, high)
    chunk = chooser.text(alphabet, *_CHUNK)
    return (chunk * (low // len(chunk) + 1))[:low]


@dataclass(frozen=True, slots=True)
class Padding:
    """What may stand around a match: mostly nothing."""

    alphabet: Alphabet
    lengths: int
    usual: int = _CHUNK[1]

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:  # noqa: ARG002
        lengths = self.lengths if allowed is None else self.lengths & allowed
        if lengths & ZERO and (lengths == ZERO or not chooser.flag(_PADDED)):
            return ""
        low, high = _one_run(chooser, lengths & ~ZERO)
        return _fill(chooser, self.alphabet, low, min(high, low + _CHUNK[1] - 1))


@dataclass(frozen=True, slots=True)
class Chain:
    """One piece after another."""

    items: tuple[Piece, ...]
    rests: tuple[int, ...]  #: what can come after each item
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        if allowed is None:
            return "".join([item.make(chooser, None, groups) for item in self.items])
        made = []
        for item, rest in zip(self.items, self.rests, strict=True):
            if item.lengths & (item.lengths - 1):
                fitting = allowed if rest == ZERO else remaining(allowed, rest)
                text = item.make(chooser, fitting, groups)
            else:  # it has one length alone, at least up to the horizon
                sure = item.usual == most(item.lengths)
                text = item.make(chooser, None if sure else item.lengths, groups)
            allowed >>= len(text)
            made.append(text)
        return "".join(made)


def chain(items: Iterable[Piece], horizon: int) -> Piece:
    """One piece after another."""
    flat: list[Piece] = []
    for item in items:
        flat.extend(item.items if isinstance(item, Chain) else [item])
    flat = [item for item in flat if item is not EMPTY]
    if not flat:
        return EMPTY
    if len(flat) == 1:
        return flat[0]
    from_end = accumulate(
        (item.lengths for item in reversed(flat)), lambda a, b: sums(a, b, horizon), initial=ZERO
    )
    rests = list(from_end)[::-1]
    return Chain(tuple(flat), tuple(rests[1:]), rests[0], sum(item.usual for item in flat))


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several pieces, the one with the shortest text first."""

    branches: tuple[Piece, ...]
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        branches: Sequence[Piece] = self.branches
        if allowed is not None and self.lengths & ~allowed:
            branches = [branch for branch in branches if branch.lengths & allowed]
        branch = branches[0] if len(branches) == 1 else chooser.pick(branches)
        return branch.make(chooser, allowed, groups)


def one_of(branches: Iterable[Piece]) -> Piece:
    """One of several pieces; those that cannot make any text are left out."""
    found = sorted((each for each in branches if each.lengths), key=lambda p: least(p.lengths))
    if len(found) == 1:
        return found[0]
    lengths = 0
    for each in found:
        lengths |= each.lengths
    return OneOf(tuple(found), lengths, max((each.usual for each in found), default=0))


@dataclass(frozen=True, slots=True)
class Rounds:
    """A piece several times."""

    item: Piece
    low: int
    high: int | None
    horizon: int
    inner: frozenset[int]  #: the groups inside, which each round forgets
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        wanted = self.low + self._spare(chooser)
        if allowed is None:
            return "".join(self._freely(chooser, wanted, groups))
        made: list[str] = []
        done = 0
        while True:
            enough = done >= self.low
            if enough and allowed & ZERO and done >= wanted:
                break
            fitting = self._fitting(done, allowed)
            if not fitting:
                break
            self._forget(groups)
            made.append(self.item.make(chooser, fitting, groups))
            allowed >>= len(made[-1])
            done += 1
            if enough and done % _ROUNDS == 0 and not self.inner and least(allowed) > _LONG:
                block = "".join(made[-_ROUNDS:])
                copies = self._copies(len(block), done, allowed)
                made.append(block * copies)
                allowed >>= len(block) * copies
                done += _ROUNDS * copies
        return "".join(made)

    def _spare(self, chooser: Chooser) -> int:
        spare = _SPARE_ROUNDS if self.high is None else min(self.high - self.low, _SPARE_ROUNDS)
        if spare <= 1:
            return int(chooser.flag(2)) if spare else 0
        return chooser.integer(0, spare)

    def _freely(self, chooser: Chooser, count: int, groups: Groups) -> list[str]:
        made: list[str] = []
        for _ in range(count if self.inner else min(count, _LONG)):
            self._forget(groups)
            made.append(self.item.make(chooser, None, groups))
        return [made[index % len(made)] for index in range(count)] if made else made

    def _forget(self, groups: Groups) -> None:
        for number in self.inner:
            groups.pop(number, None)

    def _rest(self, done: int) -> int:
        """What the rounds after so many can make."""
        low = max(self.low - done, 0)
        high = None if self.high is None else self.high - done
        return repeated(self.item.lengths, low, high, self.horizon)

    def _fitting(self, done: int, allowed: int) -> int:
        """The lengths that the next round may have: none where there can be no next round."""
        if self.high is not None and done >= self.high:
            return 0
        lengths = self.item.lengths
        if done >= self.low:
            lengths &= ~ZERO  # rounds without text would never end
        return lengths & remaining(allowed, self._rest(done + 1))

    def _copies(self, size: int, done: int, allowed: int) -> int:
        """How many copies of the last rounds leave a length that can still be made."""
        highest = least(allowed) // size if size else 0
        if self.high is not None:
            highest = min(highest, (self.high - done) // _ROUNDS)
        for copies in range(highest, max(highest - _ROUNDS, 0), -1):
            if allowed >> size * copies & self._rest(done + _ROUNDS * copies):
                return copies
        return 0


def rounds(item: Piece, low: int, high: int | None, horizon: int, inner: frozenset[int]) -> Piece:
    """A piece between `low` and `high` times; `None` is no bound."""
    lengths = repeated(item.lengths, low, high, horizon)
    spare = _SPARE_ROUNDS if high is None else min(high - low, _SPARE_ROUNDS)
    usual = (low + spare) * item.usual
    return Rounds(item, low, high, horizon, inner, lengths, usual)


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece whose text is asked for again."""

    number: int
    item: Piece
    lengths: int
    usual: int

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        text = self.item.make(chooser, allowed, groups)
        groups[self.number] = text
        return text


@dataclass(frozen=True, slots=True)
class Again:
    """The text of a group again; of a group that took no part, the empty text."""

    numbers: tuple[int, ...]
    lengths: int

    @property
    def usual(self) -> int:
        return most(self.lengths)

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:  # noqa: ARG002
        return next((groups[number] for number in self.numbers if number in groups), "")


@dataclass(frozen=True, slots=True)
class Sized:
    """A piece with some of its lengths alone."""

    item: Piece
    lengths: int

    @property
    def usual(self) -> int:
        return most(self.lengths)

    def make(self, chooser: Chooser, allowed: int | None, groups: Groups) -> str:
        lengths = self.lengths if allowed is None else self.lengths & allowed
        return self.item.make(chooser, lengths, groups)
