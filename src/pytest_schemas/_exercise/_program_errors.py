"""What goes wrong with a program, in words."""

from __future__ import annotations

import shlex
import signal
from contextlib import suppress
from typing import Final

from pytest_schemas._exercise._json_text import shown
from pytest_schemas._exercise._program_process import Command, Ended
from pytest_schemas._show import counted, printable

_NAME: Final = 60  # characters of a command line
_WIDTH: Final = 160  # characters of a line of stderr

FLUSH: Final = "If its output is buffered, it must flush it after each answer."
STAY: Final = (
    "With lines=True it must stay alive, and answer each line with a line; without it, it is run "
    "anew for each document."
)
ONE_LINE: Final = "With lines=True an answer is one line, which ends with a line feed."
LOGS: Final = "Its output is for answers alone: what it logs belongs on stderr."


class ProgramError(Exception):
    """A program did not do what any program must: start, answer in time, write one JSON document.

    This says nothing about a contract. The text names the program and the reason, and shows the
    document that it was given and the end of its stderr.
    """

    __module__ = "pytest_schemas"


def named(command: Command) -> str:
    """A command line as messages show it."""
    line = printable(shlex.join(command.args))
    return f"`{line}`" if len(line) <= _NAME else f"`{line[:_NAME]}...`"


def failure(
    sentence: str,
    *,
    hint: str = "",
    sent: bytes | None = None,
    output: bytes | None = None,
    ended: Ended | None = None,
) -> ProgramError:
    """An error with what is known about it.

    Args:
        sentence: what went wrong.
        hint: what to do about it.
        sent: the document that the program was given.
        output: what it wrote.
        ended: how it ended.
    """
    lines = [f"{sentence} {hint}".strip(), ""]
    if sent is not None:
        lines.append(f"  The document: {shown(sent)}")
    if output is not None:
        lines.append(f"  Its output: {shown(output) or '(nothing)'}")
    if ended is not None:
        lines += _stderr(ended)
    return ProgramError("\n".join(lines).rstrip())


def end_of(ended: Ended) -> str:
    """How a program ended, as the end of a sentence."""
    if ended.status is None:
        return "did not end"
    if ended.status >= 0:
        return f"ended with exit status {ended.status}"
    name = f"signal {-ended.status}"
    with suppress(ValueError):
        name = f"{signal.Signals(-ended.status).name} ({name})"
    return f"was ended by {name}"


def seconds(number: float) -> str:
    """A time limit in words."""
    return counted(number, "second")


def _stderr(ended: Ended) -> list[str]:
    if not ended.lines:
        return ["  Its stderr: (nothing)"]
    left = ended.count - len(ended.lines)
    head = f"the last {len(ended.lines)} of {ended.count} lines" if left > 0 else ""
    lines = [f"  Its stderr{', ' + head if head else ''}:"]
    for line in ended.lines:
        text = printable(line)
        lines.append(f"    {text}" if len(text) <= _WIDTH else f"    {text[:_WIDTH]}...")
    return lines
