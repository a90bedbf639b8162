"""A program that runs, and its end: nothing of its process group is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from pytest_schemas._exercise._program_pipes import Input, Output, Read, Tail

#: How often to look whether a program has gone whose pipe somebody else holds open.
_LOOK: Final = 0.1
#: How long to wait for what happens at once, unless a process has escaped its group.
_AT_ONCE: Final = 1.0
#: How many lines of stderr are kept for messages.
_LINES: Final = 20


@dataclass(frozen=True)
class Command:
    """What is started, and where."""

    args: tuple[str, ...]
    cwd: str
    env: Mapping[str, str] | None


@dataclass(frozen=True)
class Ended:
    """How a program ended: its exit status (negative for a signal), and the end of its stderr."""

    status: int | None
    lines: tuple[str, ...]
    count: int


class Process:
    """One run of a program, in a process group of its own."""

    def __init__(self, command: Command, max_output: int) -> None:
        """Start it.

        Raises:
            OSError: it cannot be started.
        """
        self._popen = _popen(command)
        stdin, stdout, stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        if stdin is None or stdout is None or stderr is None:  # for the type checker
            raise OSError("The program has no pipes.")
        self._input = Input(stdin)
        self._output = Output(stdout, max_output)
        self._stderr = Tail(stderr)
        self._owner = os.getpid()
        # Also when the object is forgotten, and when this Python ends.
        self._end = weakref.finalize(
            self, _end, self._owner, self._popen, self._input, self._output
        )
        pipes = (self._input, self._output, self._stderr)
        try:
            for pipe in pipes:
                pipe.start()
        except BaseException:  # an interrupt, or there may be no more threads
            self._end()
            for pipe in pipes:
                pipe.abandon()
            raise

    @property
    def is_of_a_parent(self) -> bool:
        """Whether this Python was forked after the start: it has no threads for the pipes."""
        return os.getpid() != self._owner

    def send(self, text: bytes) -> None:
        """Hand a text over; the program may read it when it likes."""
        self._input.send(text)

    def close_input(self) -> None:
        """End its input after what was sent."""
        self._input.close()

    def line(self, deadline: float) -> Read:
        """The next line of its output."""
        return self._read("line", deadline)

    def rest(self, deadline: float) -> Read:
        """All its output until it ends."""
        return self._read("rest", deadline)

    def waiting(self) -> Read:
        """Output that nobody has asked for yet, and whether the program has ended."""
        found = self._output.waiting()
        return found if self._popen.poll() is None else found._replace(state="ended")

    def wait(self, deadline: float) -> bool:
        """Whether the program ends in time."""
        try:
            self._popen.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> Ended:
        """End whatever still runs of it, and say how the program ended."""
        self._end()
        lines, count = self._stderr.lines(_LINES, _AT_ONCE)
        return Ended(self._popen.returncode, tuple(lines), count)

    def _read(self, what: str, deadline: float) -> Read:
        read = self._output.line if what == "line" else self._output.rest
        while True:
            now = time.monotonic()
            found = read(min(deadline, now + _LOOK))
            if found.state != "late" or time.monotonic() >= deadline:
                return found
            if self._popen.poll() is not None:
                # The program has gone, and a process that it started holds the pipe.
                _end_group(self._popen)
                found = read(time.monotonic() + _AT_ONCE)
                return found._replace(state="ended") if found.state == "late" else found


def _popen(command: Command) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command.args,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=command.cwd,
        env=command.env,
        start_new_session=os.name == "posix",
    )


def _end(owner: int, popen: subprocess.Popen[bytes], given: Input, taken: Output) -> None:
    if os.getpid() != owner:  # a fork of this Python forgets the program, and its parent uses it
        popen.poll()  # says that it is no child, so that nothing waits for it
        return
    _end_group(popen)
    given.close()
    taken.discard()
    with suppress(subprocess.TimeoutExpired):
        popen.wait(_AT_ONCE)


def _end_group(popen: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        kill = ["taskkill", "/F", "/T", "/PID", str(popen.pid)]
        subprocess.run(kill, capture_output=True, check=False)
    else:
        # The id of a group is not given anew while any process of it is there. If none is, there
        # is no such group; macOS says of one whose processes are all dead that it is not allowed.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(popen.pid, signal.SIGKILL)
