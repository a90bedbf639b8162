"""What a program is asked to be: the arguments of `json_command`, looked at before it starts."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest_schemas
from pytest_schemas._document import MAX_SIZE
from pytest_schemas._exercise._program_process import Command

TIMEOUT: Final = 10.0
START_TIMEOUT: Final = 30.0
MAX_OUTPUT: Final = MAX_SIZE
_LONGEST: Final = 1_000_000  # 11 days; some systems wait for 31 bits of milliseconds at most

Argument = str | os.PathLike[str]


@dataclass(frozen=True)
class Options:
    """How long a program may take, how much it may write, and what its answers mean."""

    timeout: float
    start_timeout: float
    max_output: int
    accepts: Callable[[Any], bool] | None
    rejects: frozenset[int]


def command(
    args: Sequence[Argument], cwd: Argument | None, env: Mapping[str, str] | None
) -> Command:
    """The command line, with its folder and its environment.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: there is no argument, one cannot be handed on, or there is no such folder.
    """
    if isinstance(args, (str, bytes, os.PathLike)):
        message = f"args is {args!r}: give a list, the program and its arguments one by one."
        raise TypeError(message)
    words = tuple(_word(each, "args") for each in args)
    if not words or not words[0]:
        raise ValueError("args names no program: give a list such as ['node', 'worker.js'].")
    if env is not None and not isinstance(env, Mapping):
        raise TypeError(f"env is {env!r}: give a mapping of names to texts, or None.")
    pairs = None if env is None else {_word(k, "env"): _word(v, "env") for k, v in env.items()}
    if (
        pairs
        and (bad := next((each for each in pairs if not each or "=" in each), None)) is not None
    ):
        raise ValueError(f"env has the name {bad!r}, which no variable can have.")
    return Command(words, _folder(cwd), pairs)


def options(
    *,
    lines: bool,
    timeout: float,
    start_timeout: float | None,
    max_output: int,
    accepts: Callable[[Any], bool] | None,
    rejects: int | Collection[int],
) -> Options:
    """The limits, and what the answers mean.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: an argument has a value that makes no sense.
    """
    if start_timeout is not None and not lines:
        message = "start_timeout needs lines=True: a program that is run anew has timeout alone."
        raise ValueError(message)
    if lines and rejects != 1:
        message = (
            "rejects is about the exit status, and with lines=True a program stays alive: give "
            "accepts=, a function of its answer."
        )
        raise ValueError(message)
    limit = checked_seconds("timeout", timeout)
    start = max(START_TIMEOUT, limit) if start_timeout is None else start_timeout
    if accepts is not None and not callable(accepts):
        raise TypeError(f"accepts is {accepts!r}: give a function of the answer, or None.")
    return Options(
        limit,
        checked_seconds("start_timeout", start),
        checked_size("max_output", max_output),
        accepts,
        checked_statuses(rejects, range(1, 256), "an exit status is a number from 1 to 255"),
    )


def checked_seconds(name: str, value: float) -> float:
    """A time limit.

    Raises:
        TypeError, ValueError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} is {value!r}: give a number of seconds.")
    if not 0 < value <= _LONGEST:
        message = f"{name} is {value!r}: give a number of seconds above 0, at most {_LONGEST}."
        raise ValueError(message)
    return value


def checked_size(name: str, value: int) -> int:
    """A limit of bytes.

    Raises:
        TypeError, ValueError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is {value!r}: give a number of bytes.")
    if value <= 0:
        raise ValueError(f"{name} is {value!r}: give a number of bytes above 0.")
    return value


def checked_statuses(
    value: int | Collection[int], allowed: Iterable[int], why: str
) -> frozenset[int]:
    """The statuses that refuse a document.

    Raises:
        TypeError, ValueError: there is another value among them.
    """
    given = [value] if isinstance(value, int) else value
    if isinstance(given, (str, bytes)) or not isinstance(given, Collection):
        raise TypeError(f"rejects is {value!r}: give a status, or a collection of them.")
    known = frozenset(allowed)
    for each in given:
        if isinstance(each, bool) or each not in known:
            raise ValueError(f"rejects has {each!r}: {why}.")
    return frozenset(given)


def checked_verdict(judge: Callable[[Any], bool], answer: object) -> bool:
    """What a function of the caller's says of an answer.

    Raises:
        TypeError: it says neither yes nor no.
    """
    verdict = judge(answer)
    if not isinstance(verdict, bool):
        raise TypeError(f"The function accepts returned {verdict!r}: it must return True or False.")
    return verdict


def _word(value: Argument, name: str) -> str:
    text = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(text, str):
        raise TypeError(f"{name} has {value!r}, of type {type(value).__name__}: use a str.")
    if "\0" in text:
        raise ValueError(f"{name} has {text!r}: no program can be given a null character.")
    return text


def _folder(cwd: Argument | None) -> str:
    running = pytest_schemas._sessions
    root = running[-1].root if running else Path.cwd()
    folder = root if cwd is None else root / _word(cwd, "cwd")
    if not folder.is_dir():
        raise ValueError(f"cwd is '{folder}', which is no folder.")
    return str(folder)
