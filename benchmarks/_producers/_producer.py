"""A producer with a fault, as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hypothesis.strategies import SearchStrategy

#: The arguments of one call of a producer.
Input = Mapping[str, Any]
Least: TypeAlias = Input | tuple[Input, ...] | Callable[[Input], bool]


@dataclass(frozen=True)
class Producer:
    """A function that makes a document of a contract from what is drawn for it."""

    contract: str
    #: What it does wrong where it is told to be `faulty`.
    fault: str
    #: The id of the clause that the fault breaks.
    clause: str
    #: What its arguments are drawn from.
    given: Mapping[str, SearchStrategy[Any]]
    #: The least input that shows the fault, those that are as small, or what tells one.
    least: Least
    #: Called with what was drawn, and with `faulty`.
    make: Callable[..., object]
    #: As in `pytest_schemas.produces`.
    context: tuple[str, ...]
    text: bool

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.make.__name__

    def is_least(self, given: Input) -> bool:
        """Whether a person would not make an input any smaller."""
        if callable(self.least):
            return self.least(given)
        all_least = self.least if isinstance(self.least, tuple) else (self.least,)
        # By spelling, as 1 and 1.0 and true are equal in Python.
        return _spelled(given) in map(_spelled, all_least)


def producer(
    contract: str,
    *,
    fault: str,
    clause: str,
    least: Least,
    context: tuple[str, ...] = (),
    text: bool = False,
    **given: SearchStrategy[Any],
) -> Callable[[Callable[..., object]], Producer]:
    """Make a producer of a function; its input is given as in `hypothesis.given`."""

    def made_of(function: Callable[..., object]) -> Producer:
        return Producer(contract, fault, clause, given, least, function, context, text)

    return made_of


def _spelled(value: Any) -> str:
    """A value as text, whatever the order of the names in it."""
    if isinstance(value, Mapping):
        return repr({name: _spelled(value[name]) for name in sorted(value)})
    if isinstance(value, list):
        return repr([_spelled(each) for each in value])
    return repr(value)
