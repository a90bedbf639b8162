"""What is raised when a producer or a consumer fails, and where it seems to come from."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from textwrap import dedent
from types import CodeType, FunctionType

from pytest_schemas._violations import ContractViolation, Violation


class Broken(ContractViolation):
    """A producer broke one clause first; each clause of each contract has a subclass of its own.

    Hypothesis takes failures for different ones by their type and place, so that it looks for the
    smallest input of each clause. People see a `ContractViolation`.
    """

    #: The name of the contract, and the id of the clause.
    contract: str
    clause: str

    def __reduce__(self) -> tuple[type[ContractViolation], tuple[str, list[Violation]]]:
        return ContractViolation, (str(self), self.violations)


@cache  # as a type of its own each time, the same failure would be another one
def broken_type(contract: str, clause: str) -> type[Broken]:
    """The type of what fails when this clause is broken first."""
    names = {"contract": contract, "clause": clause, "__module__": ContractViolation.__module__}
    return type(ContractViolation.__name__, (Broken,), names)


class Misjudged(AssertionError):  # noqa: N818 - says what a consumer has done
    """A consumer accepted what breaks its contract, or refused what keeps it.

    People see an `AssertionError`, which they know; pytest's summary is made from this.
    """

    __module__ = AssertionError.__module__
    __qualname__ = AssertionError.__qualname__


Misjudged.__name__ = AssertionError.__name__


def raising_at(function: FunctionType) -> CodeType:
    """Code that raises what is named `__error__`, as if the `def` of a function did.

    The function has returned when its result is judged, so a traceback would show nothing but this
    package. With this, pytest shows the test, and Hypothesis sees the same place each time.
    """
    place = function.__code__
    lines = _definition_line(place) - place.co_firstlineno
    code = compile("\n" * lines + "raise __error__", place.co_filename, "exec")
    return code.replace(co_firstlineno=place.co_firstlineno, co_name=place.co_name)


def _definition_line(place: CodeType) -> int:
    """Where the `def` of a function stands, below its decorators."""
    try:
        (node,) = ast.parse(dedent(inspect.getsource(place))).body
    except (OSError, SyntaxError, ValueError):
        return place.co_firstlineno  # there is no source, or a lambda's
    return place.co_firstlineno + node.lineno - 1
