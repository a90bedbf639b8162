"""Texts by patterns, formats and lengths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any

from pytest_schemas._ecma import compile_pattern
from pytest_schemas._errors import ContractError
from pytest_schemas._formats import format_check
from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._chooser import Chooser, Rejected, Smallest, Trial
from pytest_schemas._generate._flat import Contradiction, Flat, Hopeless
from pytest_schemas._generate._format_texts import format_texts
from pytest_schemas._generate._luck import Luck
from pytest_schemas._generate._patterns import Impossible, conjunction
from pytest_schemas._generate._regex import Unsupported
from pytest_schemas._generate._scalars import Texts
from pytest_schemas._generate._shape import TRIES, Leaf, Shape, Variant
from pytest_schemas._show import show

#: One text in so many is the smallest.
_CASES = 4
#: A try-out makes so many texts. Of those that are looked at, at least so many must fit.
_TRIALS = 30
_MUST_FIT = 10


class TextMaker:
    """Makes the variants of texts.

    Args:
        alphabet: what texts without a pattern are made of.
        formats: the user's own strategies for formats.
        asserts_formats: whether a format is a demand.
    """

    def __init__(
        self, alphabet: Alphabet, formats: Mapping[str, object], *, asserts_formats: bool
    ) -> None:
        self._alphabet = alphabet
        self._formats = formats
        self._asserts_formats = asserts_formats

    def check(self, flat: Flat) -> Callable[[str], bool]:
        """What says whether a text keeps all that is demanded of it."""
        low, high = flat.length.low, inf if flat.length.high is None else flat.length.high
        demands: list[Callable[[str], bool]] = [
            compile_pattern(source).matches for source, _ in flat.patterns
        ]
        for name, _ in flat.formats if self._asserts_formats else ():
            check = format_check(name)
            if check is not None:
                demands.append(check)

        def fits(text: str) -> bool:
            return low <= len(text) <= high and all(keeps(text) for keeps in demands)

        return fits

    def variant(self, flat: Flat) -> Variant:
        """Texts by whichever of the demands makes those that keep the others most often."""
        fits = self.check(flat)
        own = next((name for name, _ in flat.formats if name in self._formats), None)
        if own is not None:
            return OwnTexts(own, self._formats[own], fits)
        makers = list(self._makers(flat))
        if not makers:
            return Texts(flat.length.low, flat.length.high, self._alphabet)
        checks = self._asserts_formats and any(format_check(name) for name, _ in flat.formats)
        if len(makers) == 1 and makers[0].certain and (makers[0].is_format or not checks):
            return makers[0]

        hits = sorted(((_hits(each, fits), at) for at, each in enumerate(makers)), reverse=True)
        if hits[0][0] < _MUST_FIT:
            by = list(dict.fromkeys(each for _, each in (*flat.patterns, *flat.formats)))
            raise Hopeless(*by)
        best = makers[hits[0][1]]
        sure = best if hits[0][0] == _TRIALS and best.certain else Checked(best, fits)
        # The text of a format is easier to read than that of a pattern, so it is tried first.
        others = [makers[at] for some, at in hits[1:] if some >= _MUST_FIT and makers[at].is_format]
        return Either(others[0], sure, fits) if others else sure

    def _makers(self, flat: Flat) -> Iterator[MadeTexts]:
        low, high = flat.length.low, flat.length.high
        sources = tuple(dict.fromkeys(source for source, _ in flat.patterns))
        found = False
        for name, by in flat.formats if self._asserts_formats else ():
            if format_check(name) is None:
                continue
            make = format_texts(name, low=low, high=high, also=sources)
            if make is not None:
                found = True
                yield MadeTexts(make, certain=True, is_format=True)
            elif format_texts(name, low=low, high=high) is None:
                raise Contradiction(by, flat.length.low_by, flat.length.high_by)
        if sources and not (found and len(flat.formats) == 1):
            yield self._by_patterns(flat, sources)

    def _by_patterns(self, flat: Flat, sources: Sequence[str]) -> MadeTexts:
        places = list(dict.fromkeys(each for _, each in flat.patterns))
        low, high = flat.length.low, flat.length.high
        try:
            texts = conjunction(sources, low=low, high=high, within=self._alphabet)
        except Unsupported as unsupported:
            by = " and ".join(places)
            why = f"no text can be made for the pattern at {by}: {unsupported.reason}."
            raise Hopeless(*places, why=why) from None
        except Impossible:
            raise Contradiction(*places, flat.length.low_by, flat.length.high_by) from None
        return MadeTexts(texts.make, certain=texts.certain)


class MadeTexts(Leaf):
    """Texts that a function makes."""

    def __init__(
        self, make: Callable[[Chooser], str], *, certain: bool, is_format: bool = False
    ) -> None:
        self._make = make
        self.certain = certain
        self.is_format = is_format
        self._smallest = _smallest(make)

    def cases(self) -> int:
        return 1 if self._smallest is None else _CASES

    def make(self, chooser: Chooser, room: float, case: int) -> str:  # noqa: ARG002
        if case == 0 and self._smallest is not None:
            return self._smallest
        return self._make(chooser)


class OwnTexts(Leaf):
    """Texts of the user's own strategy for a format, of which those that fit are taken."""

    def __init__(self, name: str, strategy: object, fits: Callable[[str], bool]) -> None:
        self._name = name
        self._strategy = strategy
        self._fits = fits
        self._luck = Luck()

    def make(self, chooser: Chooser, room: float, case: int) -> str:  # noqa: ARG002
        for _ in range(TRIES):
            text = chooser.given(self._strategy)
            if not isinstance(text, str):
                raise ContractError(f"{self._what()} makes no texts: {show(text)}.")
            if self._fits(text):
                self._luck.fitted()
                return text
            why = f"{self._what()} makes no texts that fit, such as {show(text)}."
            self._luck.refused(why)
        return chooser.reject()

    def _what(self) -> str:
        return f"the strategy for the format {self._name!r}"


def _smallest(make: Callable[[Chooser], str]) -> str | None:
    try:
        return make(Smallest())
    except Rejected:
        return None


class Either(Leaf):
    """Texts made in one way where they fit, and else in another."""

    def __init__(self, first: Variant, second: Variant, fits: Callable[[str], bool]) -> None:
        self._fits = fits
        self._second = second
        self._ways = Shape("")
        self._ways.variants = [first, second]
        self._ways.sort()
        self._ways.pad()

    def make(self, chooser: Chooser, room: float, case: int) -> Any:  # noqa: ARG002
        text = self._ways.make(chooser, room)
        if self._fits(text):
            return text
        return self._second.make(chooser, room, chooser.integer(0, self._second.cases() - 1))


def _hits(maker: MadeTexts, fits: Callable[[str], bool]) -> int:
    """How many of some try-outs fit."""
    hits = 0
    for seed in range(_TRIALS):
        with suppress(Rejected):
            hits += fits(maker.make(Trial(seed), 0, 1))
    return hits
