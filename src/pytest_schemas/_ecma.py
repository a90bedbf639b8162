"""Regular expressions as JSON Schema means them, and the engine that runs them.

They are ECMA-262 with the `u` flag, looked for anywhere in the text, on code points
(JSON Schema Core 2020-12, section 6.4).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from corvus_regex_ecma262 import Regex

#: The seconds that one match may take. Nested repetition does not need them: what does is a
#: back-reference, a product of bounded repetitions, or a look-around over a very long text.
MATCH_LIMIT: Final = 1.0

_SHOWN_LENGTH = 100


class PatternError(ValueError):
    """A pattern is not an ECMA-262 regular expression with the `u` flag, or the engine refuses it.

    Attributes:
        pattern: the pattern.
        reason: what is wrong with it, and at which offset.

    """

    def __init__(self, pattern: str, reason: str) -> None:
        super().__init__(pattern, reason)
        self.pattern = pattern
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"{_shown(self.pattern)} cannot be read as an ECMA-262 regular expression"
            f" with the u flag: {self.reason}"
        )


class PatternTimeout(Exception):  # noqa: N818 - it says what happened, as TimeoutExpired does
    """A pattern gave no answer within its limit, so it is not known whether it matches.

    Attributes:
        pattern: the pattern.
        limit: the seconds that the match was allowed.

    """

    def __init__(self, pattern: str, limit: float) -> None:
        super().__init__(pattern, limit)
        self.pattern = pattern
        self.limit = limit

    def __str__(self) -> str:
        return (
            f"the pattern {_shown(self.pattern)} was given up: a match may take {self.limit:g} s"
            " and a limited amount of memory"
        )


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression that is ready to be used. Two of the same source are equal."""

    source: str
    _regex: Regex = field(repr=False, compare=False)

    def matches(self, text: str) -> bool:
        """Say whether the pattern matches anywhere in a text.

        Raises:
            PatternTimeout: it has no answer within `MATCH_LIMIT` seconds and the engine's memory.

        """
        try:
            return self._regex.test(text)
        except _limit_error() as error:
            raise PatternTimeout(self.source, MATCH_LIMIT) from error

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy and pickle by the source: the engine's object can do neither."""
        return compile_pattern, (self.source,)


def compile_pattern(source: str) -> Pattern:
    """Read a regular expression.

    Raises:
        PatternError: it is not one of ECMA-262 with the `u` flag, it is too large, or it holds an
            unpaired surrogate that is not written as an escape.

    """
    import corvus_regex_ecma262 as engine  # deferred: a run without patterns does not load it

    _refuse_unpaired_surrogate(source)
    try:
        return Pattern(source, engine.compile(source, "u", timeout=MATCH_LIMIT))
    except engine.error as error:
        raise PatternError(source, _reason(str(error))) from None


def _limit_error() -> type[Exception]:
    import corvus_regex_ecma262 as engine  # deferred, as above; this is only asked after a failure

    return engine.MatchLimitError


def _refuse_unpaired_surrogate(source: str) -> None:
    # The engine would take it for U+FFFD and match the wrong texts.
    try:
        source.encode()
    except UnicodeEncodeError as error:
        escape = f"\\u{ord(source[error.start]):04x}"
        reason = f"unpaired surrogate at offset {error.start} (write it as the escape {escape})"
        raise PatternError(source, reason) from None


def _reason(message: str) -> str:
    """Take the engine's name and the repeated pattern off its message."""
    return message.removeprefix("ecmaregex: ").partition(' in "')[0]


def _shown(pattern: str) -> str:
    if len(pattern) <= _SHOWN_LENGTH:
        return repr(pattern)
    return f"{pattern[:_SHOWN_LENGTH]!r}…"
