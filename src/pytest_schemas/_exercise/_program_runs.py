"""The two ways to hand documents to a program: run it for each, or keep it alive."""

from __future__ import annotations

import errno
import time
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from pytest_schemas._document import Unreadable, read
from pytest_schemas._exercise._json_text import is_json, unreadable
from pytest_schemas._exercise._program_errors import (
    FLUSH,
    LOGS,
    ONE_LINE,
    STAY,
    ProgramError,
    end_of,
    failure,
    named,
    seconds,
)
from pytest_schemas._exercise._program_options import Options
from pytest_schemas._exercise._program_pipes import Read
from pytest_schemas._exercise._program_process import Command, Ended, Process
from pytest_schemas._show import listed

#: How long to wait, when something went wrong already, for what belongs to it.
_SETTLE: Final = 0.05
#: How long a program may take to end by itself when its input has ended.
_CLOSING: Final = 1.0


class Run(NamedTuple):
    """What a program did with one document."""

    output: bytes
    ended: Ended


class Runs:
    """A program that is run for each document."""

    def __init__(self, command: Command, options: Options) -> None:
        self._command = command
        self._options = options
        self._ended: Ended | None = None  # the last run, in case its answer is refused

    def answer(self, text: bytes) -> bytes:
        """What the program writes, if it ends well."""
        __tracebackhide__ = True
        run = self._run(text)
        if run.ended.status != 0:
            sentence = f"{named(self._command)} {end_of(run.ended)}."
            raise failure(sentence, sent=text, output=run.output, ended=run.ended)
        return run.output

    def output_unless_refused(self, text: bytes) -> bytes | None:
        """What the program writes if it accepts a document, and None if it refuses it."""
        __tracebackhide__ = True
        run = self._run(text)
        if run.ended.status in self._options.rejects:
            return None
        if run.ended.status != 0:
            refusals = listed(sorted(self._options.rejects), " or ")
            sentence = (
                f"{named(self._command)} {end_of(run.ended)}: only 0 accepts a document, and only "
                f"{refusals} refuses it."
            )
            raise failure(sentence, sent=text, output=run.output, ended=run.ended)
        return run.output

    def _run(self, text: bytes) -> Run:
        """Run it, whatever its exit status may be."""
        __tracebackhide__ = True
        deadline = time.monotonic() + self._options.timeout
        process = start(self._command, self._options)
        try:
            process.send(text)
            process.close_input()
            found = process.rest(deadline)
            in_time = found.state != "late" and (
                found.state == "too much" or process.wait(deadline)
            )
        finally:
            ended = self._ended = process.end()
        name = named(self._command)
        if found.state == "too much":
            raise _too_much(name, self._options, text, found, ended)
        if not in_time:
            sentence = f"{name} did not end within {seconds(self._options.timeout)}, and was ended."
            raise failure(sentence, sent=text, output=found.data, ended=ended)
        return Run(found.data, ended)

    def refuse(self, text: bytes, answer: bytes, refused: Unreadable) -> NoReturn:
        """Raise because an answer cannot be read."""
        __tracebackhide__ = True
        name = named(self._command)
        if not answer.strip():
            raise failure(f"{name} wrote no answer.", sent=text, ended=self._ended)
        sentence, is_after_something = unreadable(f"The output of {name}", answer, refused)
        hint = LOGS if is_after_something else ""
        raise failure(sentence, hint=hint, sent=text, output=answer, ended=self._ended)

    def close(self) -> None:
        """Nothing runs between two documents."""


class Lines:
    """A program that is kept alive, and answers each line with a line.

    Whenever anything is not as it should be, the program is ended, and started anew for the next
    document: there is no telling to which document its further lines would belong.
    """

    def __init__(self, command: Command, options: Options) -> None:
        self._command = command
        self._options = options
        self._process: Process | None = start(command, options)
        self._is_new = True

    def answer(self, text: bytes) -> bytes:
        """The line by which the program answers."""
        __tracebackhide__ = True
        if b"\n" in text or b"\r" in text:
            message = "A text with a line break cannot be sent as a line: leave out lines=True."
            raise ValueError(message)
        if self._process is None or self._process.is_of_a_parent:
            self._process, self._is_new = start(self._command, self._options), True
        try:
            return self._answer(self._process, text)
        except BaseException:
            self._end()
            raise

    def output_unless_refused(self, text: bytes) -> bytes | None:
        """The line by which the program answers; what it means is for the caller to know."""
        __tracebackhide__ = True
        return self.answer(text)

    def refuse(self, text: bytes, answer: bytes, refused: Unreadable | None = None) -> NoReturn:
        """Raise because a line cannot be read, or because there is more than that line."""
        __tracebackhide__ = True
        name = named(self._command)
        # What follows tells a line of a log from an answer on several lines, and may be on its way.
        more = self._process.rest(time.monotonic() + _SETTLE).data if self._process else b""
        output = answer + b"\n" + more if more else answer
        if refused is None:
            sentence, hint = f"{name} wrote more than one line for one document.", LOGS
        elif is_json(output):
            sentence, hint = f"{name} wrote its answer on more than one line.", ONE_LINE
        elif not output.strip():
            sentence, hint = f"{name} answered with an empty line.", ""
        else:
            sentence, is_after_something = unreadable(f"The output of {name}", output, refused)
            hint = LOGS if is_after_something else ""
        raise failure(sentence, hint=hint, sent=text, output=output, ended=self._end())

    def close(self) -> None:
        """Let the program end by itself, or end it."""
        if self._process is not None and not self._process.is_of_a_parent:
            self._process.close_input()
            self._process.wait(time.monotonic() + _CLOSING)
        self._end()

    def _answer(self, process: Process, text: bytes) -> bytes:
        __tracebackhide__ = True
        # What a new program says unasked is a log, and gets the same words whenever it comes.
        is_early = self._is_new and bool(process.waiting().data)
        if not self._is_new:
            self._check_silence(process)
        limit = self._options.start_timeout if self._is_new else self._options.timeout
        process.send(text + b"\n")
        found = process.line(time.monotonic() + limit)
        if found.state != "whole":
            raise self._failure(process, text, found, limit)
        if is_early or process.waiting().data:
            self.refuse(text, found.data, _fault(found.data))
        self._is_new = False
        return found.data

    def _check_silence(self, process: Process) -> None:
        """Raise if the program has done anything since it last answered."""
        __tracebackhide__ = True
        found = process.waiting()
        name = named(self._command)
        if found.data:
            sentence = f"{name} wrote something after its last answer."
            raise failure(sentence, hint=LOGS, output=found.data, ended=self._end())
        if found.state == "ended":
            end, ended = self._end_of(process)
            raise failure(f"{name} {end} after its last answer.", hint=STAY, ended=ended)

    def _failure(self, process: Process, text: bytes, found: Read, limit: float) -> ProgramError:
        name = named(self._command)
        if found.state == "too much":
            return _too_much(name, self._options, text, found, self._end())
        if found.state == "ended":
            end, ended = self._end_of(process)
            hint = STAY if ended and ended.status == 0 else ""
            sentence = f"{name} {end} instead of answering."
            return failure(sentence, hint=hint, sent=text, output=found.data, ended=ended)
        sentence = f"{name} gave no answer within {seconds(limit)}, and was ended."
        hint = f"An answer ends with a line feed. {FLUSH}" if found.data else FLUSH
        return failure(sentence, hint=hint, sent=text, output=found.data, ended=self._end())

    def _end_of(self, process: Process) -> tuple[str, Ended | None]:
        """How a program ended whose output did, in words too."""
        by_itself = process.wait(time.monotonic() + _CLOSING)
        ended = self._end()
        return end_of(ended) if by_itself and ended else "closed its output", ended

    def _end(self) -> Ended | None:
        process, self._process = self._process, None
        return process.end() if process else None


def start(command: Command, options: Options) -> Process:
    """Start a program.

    Raises:
        ProgramError: it cannot be started.
    """
    __tracebackhide__ = True
    try:
        return Process(command, options.max_output)
    except OSError as error:
        raise failure(_cannot_start(command, error)) from None


def _cannot_start(command: Command, error: OSError) -> str:
    program = command.args[0]
    found = Path(command.cwd, program)
    if not Path(command.cwd).is_dir():
        return f"{program!r} cannot be started: its folder '{command.cwd}' is not there any more."
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return _not_found(command, found)
    if found.is_dir():
        return f"'{found}' is a folder, and no program."
    if isinstance(error, PermissionError):
        return (
            f"{program!r} may not be executed. Make the file executable, or name its interpreter "
            f"first, as in ['python', {program!r}]."
        )
    if error.errno == errno.ENOEXEC:
        return (
            f"{program!r} cannot be started: {error.strerror}. Where it is a script, name its "
            f"interpreter first, as in ['python', {program!r}]."
        )
    return f"{program!r} cannot be started: {error.strerror or error}."


def _not_found(command: Command, found: Path) -> str:
    program = command.args[0]
    is_bare = Path(program).name == program
    if found.exists() and not is_bare:
        return f"'{found}' cannot be started: the interpreter that it names is not there."
    message = f"There is no program {program!r} on the PATH."
    if not is_bare:
        message = f"There is no program '{found}'."
    elif found.exists():
        message += f" The one in the folder '{command.cwd}' is './{program}'."
    elif command.env is not None and "PATH" not in command.env:
        message += " env is the whole environment, and it has no PATH."
    if len(program.split()) > 1:
        message += f" Is that a command line? Give its words one by one: {program.split()}."
    return message


def _too_much(
    name: str, options: Options, text: bytes, found: Read, ended: Ended | None
) -> ProgramError:
    sentence = f"{name} wrote more than {options.max_output} bytes, which is the limit."
    return failure(sentence, sent=text, output=found.data, ended=ended)


def _fault(text: bytes) -> Unreadable | None:
    try:
        read(text)
    except Unreadable as refused:
        return refused
    return None
