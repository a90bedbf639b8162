"""What a failed run says: its headline, and the lines that reproduce it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_schemas._exercise._failure import Broken, Misjudged
from pytest_schemas._show import counted

_PACKAGE = str(Path(__file__).parents[1])
_ARGUMENT = re.compile(r"\n    (?=\w+=)")
#: How the two lines start that stand before them.
_EXPLANATION = ("Explanation:", "These lines were ")
_BLOB = re.compile(r"@reproduce_failure\('[^']*', b'[^']*'\)")


@dataclass(frozen=True)
class Explanation:
    """What a failure says beside its text."""

    #: One line for pytest's summary.
    headline: str
    #: Decorators that repeat the failure; empty where Hypothesis had no part in it.
    reproduction: str


def explanation(error: BaseException, test: Callable[..., Any]) -> Explanation | None:
    """What to say of a failure; None where no contract was broken.

    Args:
        error: what the test raised; for a group, its errors.
        test: the test as the test runner calls it.
    """
    if isinstance(error, Misjudged):
        return Explanation(_first_line(error), "")
    errors = list(_leaves(error))
    broken = [each for each in errors if isinstance(each, Broken)]
    if not broken:
        return None
    return Explanation(_headline(error, errors, broken), "\n".join(_reproduction(broken, test)))


def forget_own_lines(error: BaseException) -> bool:
    """Take the lines of this package out of what Hypothesis says that failures have in common.

    Returns:
        Whether there were any.
    """
    found = False
    for each in _leaves(error):
        notes = _notes(each)
        kept = [note for note in notes if not note.strip().startswith(_PACKAGE)]
        if isinstance(each, Broken) and len(kept) < len(notes):
            found = True
            while kept and kept[-1].strip().startswith(_EXPLANATION):
                kept.pop()
            notes[:] = kept
    return found


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors of a group, or the one error."""
    members = getattr(error, "exceptions", None)
    if not isinstance(members, tuple):
        yield error
        return
    for each in members:
        yield from _leaves(each)


def _headline(error: BaseException, errors: list[BaseException], broken: list[Broken]) -> str:
    from hypothesis.errors import Flaky  # deferred: only where a test has failed

    name, first = broken[0].contract, _first_line(broken[0])
    if isinstance(error, Flaky):
        return f"{name} is not broken each time with the same input: {first}"
    if len(errors) == 1:
        return first
    clauses = list(dict.fromkeys(each.clause or "no document" for each in broken))
    verb = "is" if len(clauses) == 1 else "are"
    headline = f"{counted(len(clauses), 'clause')} of {name} {verb} broken: {', '.join(clauses)}"
    others = [
        f"{type(each).__name__}: {_first_line(each)}" for each in errors if each not in broken
    ]
    return "; and ".join([headline, *others])


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def _reproduction(broken: list[Broken], test: Callable[..., Any]) -> Iterator[str]:
    """The decorators that repeat failures which Hypothesis has found."""
    drawn = [each for each in broken if _call_notes(each, test) and not _is_explicit(each)]
    for each in drawn:
        if len(drawn) > 1:
            yield f"# {_first_line(each)}"
        for note in _call_notes(each, test):
            yield from _example(note, test)
        yield from (found[0] for found in map(_BLOB.search, _notes(each)) if found)
    seed = getattr(test, "_hypothesis_internal_use_generated_seed", None)
    if drawn and seed is not None:
        yield f"@seed({seed})  # or: pytest --hypothesis-seed={seed}"


def _notes(error: BaseException) -> list[str]:
    return getattr(error, "__notes__", [])


def _is_explicit(error: BaseException) -> bool:
    """Whether the failing input is an `@example` already."""
    return any("explicit example: " in note for note in _notes(error))


def _call_notes(error: BaseException, test: Callable[..., Any]) -> list[str]:
    """The failing call, as Hypothesis notes it after a word or two of its own."""
    # A partial has no name, and Hypothesis cannot have drawn its input.
    start = f": {getattr(test, '__name__', '')}("
    return [note for note in _notes(error) if start in note.partition("\n")[0]]


def _example(note: str, test: Callable[..., Any]) -> Iterator[str]:
    """A call as an `@example`, if each of its arguments can be pasted."""
    fixtures = inspect.signature(test).parameters
    # Each argument starts a line, and lines that go on stand further right.
    arguments = (each.rstrip().removesuffix(")") for each in _ARGUMENT.split(note)[1:])
    drawn = [each for each in arguments if each.partition("=")[0] not in fixtures]
    source = "\n".join(["example(", *drawn, ")"])
    try:
        call = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return
    nodes = list(ast.walk(call))
    # Hypothesis shows what `data()` has drawn as `data(...)`.
    if not isinstance(call, ast.Call) or any(_is_ellipsis(node) for node in nodes):
        return
    if any(isinstance(node, ast.Name) and node.id in {"inf", "nan"} for node in nodes):
        yield "from math import inf, nan"
    yield "@example("
    yield from (f"    {ast.get_source_segment(source, each)}," for each in call.keywords)
    yield ")"


def _is_ellipsis(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
