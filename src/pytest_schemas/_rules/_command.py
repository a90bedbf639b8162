"""The grammar of a command: a program and its arguments, which no shell ever reads."""

from __future__ import annotations

from dataclasses import dataclass

#: Signs that are refused outside quotes, because some shell gives them a meaning.
_SIGNS = frozenset(";&|<>$`()*?[]{}!#~")
_QUOTES = frozenset("'\"")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a text is no command.

    `index` and `character` are the place and the character at fault; both are None when the fault
    is in what is missing.
    """

    reason: str
    index: int | None = None
    character: str | None = None


def parse_command(text: str) -> tuple[str, ...] | Refusal:
    """Return the arguments of a command, the program first, or the reason why *text* is none.

    Spaces part arguments; single and double quotes keep everything between them as it stands.
    There are no escapes and nothing is expanded, so a backslash or a control character is refused
    anywhere, and a sign that means something to a shell is refused outside quotes. The grammar is
    the one that codeboost's plan format prescribes for a check of type ``cmd``.
    """
    arguments: list[str] = []
    argument: str | None = None  # None between arguments, because an argument may be empty
    quote, opened = "", 0
    for index, character in enumerate(text):
        if (refusal := _refused(character, index, quoted=bool(quote))) is not None:
            return refusal
        if character == quote:
            quote = ""
        elif character in _QUOTES and not quote:
            argument, quote, opened = argument or "", character, index
        elif character != " " or quote:
            argument = (argument or "") + character
        elif argument is not None:
            arguments.append(argument)
            argument = None
    if quote:
        return Refusal(f"the quote opened at index {opened} is never closed", opened, quote)
    if argument is not None:
        arguments.append(argument)
    return _with_program(arguments)


def _refused(character: str, index: int, *, quoted: bool) -> Refusal | None:
    if is_control(character):
        reason = f"U+{ord(character):04X} at index {index} is a control character"
        return Refusal(f"{reason}; only spaces part arguments", index, character)
    if character == "\\":
        reason = f"there is a backslash at index {index}"
        return Refusal(f"{reason}; no escapes exist, not even inside quotes", index, character)
    if character in _SIGNS and not quoted:
        reason = f"{character} at index {index} stands outside quotes"
        return Refusal(f"{reason}; no shell reads it, so quote it or drop it", index, character)
    return None


def _with_program(arguments: list[str]) -> tuple[str, ...] | Refusal:
    if not arguments:
        return Refusal("it names no program")
    if not arguments[0]:
        return Refusal("its first argument, the program, is empty")
    return tuple(arguments)


def is_control(character: str) -> bool:
    """Return whether *character* is a control character (category Cc of Unicode)."""
    return character < " " or "\x7f" <= character <= "\x9f"
