"""Programs in any language that take one JSON document and give one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from types import TracebackType
from typing import Any

from pytest_schemas._document import Unreadable, read
from pytest_schemas._exercise._json_text import written
from pytest_schemas._exercise._program_errors import ProgramError, failure, named
from pytest_schemas._exercise._program_options import (
    MAX_OUTPUT,
    TIMEOUT,
    Argument,
    Options,
    checked_verdict,
    command,
    options,
)
from pytest_schemas._exercise._program_process import Command
from pytest_schemas._exercise._program_runs import Lines, Runs

__all__ = ["Program", "ProgramError", "closing_programs", "json_command"]


class Program:
    """A program that answers a JSON document with a JSON document; `json_command` gives one.

    It is called with a document and returns the answer. What is sent is JSON on one line, in UTF-8;
    `bytes` are sent as they are, so that a consumer can be given what is no JSON. Calls from
    several threads wait for each other. As a context manager it closes itself.
    """

    __module__ = "pytest_schemas"

    def __init__(self, command: Command, options: Options, *, lines: bool) -> None:
        """Programs come from `json_command`."""
        self._command = command
        self._options = options
        self._lock = threading.Lock()
        self._is_closed = False
        self._way: Lines | Runs = Lines(command, options) if lines else Runs(command, options)

    def __repr__(self) -> str:
        return f"<Program {named(self._command)[1:-1]}>"

    def __call__(self, document: object) -> Any:
        """Give the program a document, and return its answer, read strictly.

        Raises:
            ProgramError: there is no answer, or it is not one JSON document.
            ValueError: the document is no JSON document.
        """
        __tracebackhide__ = True
        text = written(document)
        with self._lock:
            return self._read(text, self._open().answer(text))

    def text(self, document: object) -> bytes:
        """Give the program a document, and return what it writes, unread.

        With `lines=True` that is a line, without its line feed.

        Raises:
            ProgramError: there is no answer.
            ValueError: the document is no JSON document.
        """
        __tracebackhide__ = True
        text = written(document)
        with self._lock:
            return self._open().answer(text)

    def accepts(self, document: object) -> bool:
        """Whether the program accepts a document.

        A program that is run for each document says so by its exit status: 0, or one of `rejects`.
        Where `json_command` was given `accepts`, that function has the last word, by the answer.

        Raises:
            ProgramError: it neither accepts nor refuses the document.
            ValueError: the document is no JSON document, or nothing says what the answers of a
                program that is kept alive mean.
        """
        __tracebackhide__ = True
        judge = self._options.accepts
        if judge is None and isinstance(self._way, Lines):
            message = (
                f"Nothing says which documents {named(self._command)} accepts. It is kept alive, "
                "so json_command needs a function of its answer, accepts=."
            )
            raise ValueError(message)
        text = written(document)
        with self._lock:
            output = self._open().output_unless_refused(text)
            if output is None or judge is None:
                return output is not None
            answer = self._read(text, output)
        return checked_verdict(judge, answer)

    def close(self) -> None:
        """End the program; it can be called no more."""
        with self._lock:
            self._is_closed = True
            self._way.close()

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _open(self) -> Lines | Runs:
        __tracebackhide__ = True
        if self._is_closed:
            raise failure(f"{named(self._command)} is closed: it is called too late.")
        return self._way

    def _read(self, text: bytes, answer: bytes) -> Any:
        __tracebackhide__ = True
        try:
            return read(answer, max_size=self._options.max_output)
        except Unreadable as error:
            refused = error
        return self._way.refuse(text, answer, refused)


def json_command(
    args: Sequence[Argument],
    *,
    lines: bool = False,
    timeout: float = TIMEOUT,
    start_timeout: float | None = None,
    max_output: int = MAX_OUTPUT,
    env: Mapping[str, str] | None = None,
    cwd: Argument | None = None,
    accepts: Callable[[Any], bool] | None = None,
    rejects: int | Collection[int] = 1,
) -> Program:
    """A program that takes a JSON document on stdin and gives one on stdout.

    No shell is involved. The program gets a process group of its own, and whatever is left of the
    group when a run is over is ended.

    Args:
        args: the program and its arguments, one by one.
        lines: whether one program is kept alive, and answers each line with a line (JSON Lines).
            Without it, the program is run anew for each document.
        timeout: how many seconds it may take for each document.
        start_timeout: how many it may take for the first one after each start, with `lines`; by
            default 30, or `timeout` where that is more.
        max_output: how many bytes an answer may have.
        env: its environment, as for `subprocess`: None for that of this process.
        cwd: the folder in which it runs, relative to pytest's root folder inside a run, else to the
            current folder; None for that folder itself.
        accepts: for consumers, whether an answer means that the document was accepted.
        rejects: for consumers that are run anew, the exit statuses that mean that it was refused.

    Raises:
        ProgramError: the program, with `lines`, cannot be started.
        TypeError, ValueError: an argument makes no sense.
    """
    limits = options(
        lines=lines,
        timeout=timeout,
        start_timeout=start_timeout,
        max_output=max_output,
        accepts=accepts,
        rejects=rejects,
    )
    return Program(command(args, cwd, env), limits, lines=lines)


@contextmanager
def closing_programs() -> Iterator[Callable[..., Program]]:
    """`json_command`, with an end: then all the programs are closed."""
    with ExitStack() as started:

        @wraps(json_command)
        def start(*args: Any, **options: Any) -> Program:
            return started.enter_context(json_command(*args, **options))

        yield start
