"""The three pipes of a program, each with a thread of its own, so that none of them can jam."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Final, Literal, NamedTuple

_CHUNK: Final = 64 * 1024  # what a pipe holds on Linux
_TAIL: Final = 16 * 1024  # bytes of stderr that are kept


class Read(NamedTuple):
    """What came of waiting for output."""

    #: `whole`: what was asked for; `ended`: the pipe was closed before it; `late`: the time is
    #: over; `too much`: there is more than the limit.
    state: Literal["whole", "ended", "late", "too much"]
    data: bytes


class _Pipe:
    """A pipe with its thread, which closes it."""

    def __init__(self, run: Callable[[IO[bytes]], None], stream: IO[bytes]) -> None:
        """Nothing runs until it is started."""
        self._stream = stream
        # A daemon: a process that has escaped its group may keep the pipe open for ever.
        self._thread = threading.Thread(target=run, args=(stream,), daemon=True)

    def start(self) -> None:
        """Let what is written pass."""
        self._thread.start()

    def abandon(self) -> None:
        """Close it if its thread never started."""
        if self._thread.ident is None:
            self._stream.close()


class Input(_Pipe):
    """What a program reads. Nobody waits for it to do so."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(self._pass_on, stream)
        self._texts: SimpleQueue[bytes | None] = SimpleQueue()

    def send(self, text: bytes) -> None:
        """Hand a text over, after those before it."""
        self._texts.put(text)

    def close(self) -> None:
        """End the input after what was sent."""
        self._texts.put(None)

    def _pass_on(self, stream: IO[bytes]) -> None:
        # A program need not read its input: that it has gone is told by its output.
        with suppress(OSError), stream:
            while (text := self._texts.get()) is not None:
                rest = memoryview(text)
                while rest:
                    rest = rest[stream.write(rest) :]


class Output(_Pipe):
    """What a program writes, kept until it is asked for; above the limit the program waits."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        super().__init__(self._take_in, stream)
        self._limit = limit
        self._held = bytearray()
        self._searched = 0
        self._has_ended = False
        self._is_discarded = False
        self._changed = threading.Condition()

    def line(self, deadline: float) -> Read:
        """The next line, without the line feed at its end."""
        return self._read(self._line, deadline)

    def rest(self, deadline: float) -> Read:
        """All that is written until the pipe is closed."""
        return self._read(self._rest, deadline)

    def waiting(self) -> Read:
        """What has been written and not been asked for; nothing of it is taken away."""
        with self._changed:
            return Read("ended" if self._has_ended else "late", bytes(self._held))

    def discard(self) -> None:
        """Let the program write what it likes, for nobody."""
        with self._changed:
            self._is_discarded = True
            self._held.clear()
            self._changed.notify_all()

    def _read(self, taken: Callable[[], Read | None], deadline: float) -> Read:
        with self._changed:
            while True:
                found = taken()
                if found is not None:
                    return found
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return taken() or Read("late", bytes(self._held))

    def _line(self) -> Read | None:
        end = self._held.find(b"\n", self._searched)
        if 0 <= end <= self._limit:
            line = bytes(self._held[:end])
            del self._held[: end + 1]
            self._searched = 0
            return Read("whole", line)
        self._searched = len(self._held)
        return self._too_much() or (Read("ended", bytes(self._held)) if self._has_ended else None)

    def _rest(self) -> Read | None:
        return self._too_much() or (Read("whole", bytes(self._held)) if self._has_ended else None)

    def _too_much(self) -> Read | None:
        return Read("too much", bytes(self._held)) if len(self._held) > self._limit else None

    def _take_in(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:
            while chunk := stream.read(_CHUNK):
                with self._changed:
                    if not self._is_discarded:
                        self._held += chunk
                        self._changed.notify_all()
                    while len(self._held) > self._limit and not self._is_discarded:
                        self._changed.wait()
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()


class Tail(_Pipe):
    """The end of what a program writes to stderr."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(self._take_in, stream)
        self._held = bytearray()
        self._lines = 0
        self._lock = threading.Lock()

    def lines(self, most: int, seconds: float) -> tuple[list[str], int]:
        """The last lines, and how many there were.

        Args:
            most: how many are given.
            seconds: how long to wait for the pipe to be closed.
        """
        self._thread.join(seconds)
        with self._lock:
            text = bytes(self._held).decode("utf-8", "replace")
            count = self._lines + (not text.endswith("\n") and bool(text))
        lines = text.splitlines()
        return lines[-most:], max(count, len(lines))  # a carriage return ends a line too

    def _take_in(self, stream: IO[bytes]) -> None:
        with suppress(OSError), stream:
            while chunk := stream.read(_CHUNK):
                with self._lock:
                    self._held += chunk
                    self._lines += chunk.count(b"\n")
                    del self._held[:-_TAIL]
