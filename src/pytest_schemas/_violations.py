"""What a document breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pytest_schemas._clauses import Clause


@dataclass(frozen=True)
class Violation:
    """One broken clause in one document."""

    #: The clause; it compares equal to its id.
    clause: Clause
    #: JSON Pointer of the value at fault. For a missing member, and for one that is not allowed,
    #: the object, with its name in `member`.
    instance_location: str
    #: The keyword location of JSON Schema's core, section 12.3.2: the way to the keyword from the
    #: root of the schema, `$ref` steps included. For a rule, the rule's id.
    keyword_location: str
    #: What the clause demands and what was found, in one sentence.
    message: str
    #: For `anyOf` and `oneOf`: what the branch that was evidently meant refuses.
    causes: tuple[Violation, ...] = ()
    #: The member that is missing or not allowed.
    member: str | None = None
    #: Whether the message says all there is to say, because every branch asks for the same.
    is_whole: bool = field(default=False, repr=False, compare=False)
    #: The value at fault.
    found: Any = field(default=None, repr=False, compare=False)
    #: Line and column of the value in the text, where there was one; both count from 1.
    position: tuple[int, int] | None = None

    @property
    def level(self) -> str:
        """`parse`, `schema`, `documented`, `consumer` or `context`."""
        return self.clause.level

    @property
    def severity(self) -> str:
        """`error`, or `warning` or `advisory` for what is only reported."""
        return self.clause.severity


Violation.__module__ = "pytest_schemas"


class ContractViolation(AssertionError):  # noqa: N818 - a failed assertion, named for what it found
    """A document breaks its contract.

    The first line of the text is a sentence that names the contract, the clause and the place.
    """

    __module__ = "pytest_schemas"

    def __init__(self, message: str, violations: Sequence[Violation] = ()) -> None:
        super().__init__(message)
        #: What is broken, ordered by instance location; all of one level.
        self.violations = list(violations)

    def __reduce__(self) -> tuple[type[ContractViolation], tuple[str, list[Violation]]]:
        return type(self), (str(self), self.violations)


def broken(violations: Iterable[Violation]) -> Iterator[Violation]:
    """The broken clauses: the leaves of the causes."""
    return (each for each in _all(violations, lambda _: True) if not each.causes)


def told(violations: Iterable[Violation]) -> Iterator[Violation]:
    """What a person is told of: the broken clauses, or what holds them where that says it all."""
    found = _all(violations, lambda each: not each.is_whole)
    return (each for each in found if each.is_whole or not each.causes)


def holders(violations: Iterable[Violation]) -> Iterator[Violation]:
    """The `anyOf` and `oneOf` that hold broken clauses."""
    return (each for each in _all(violations, lambda _: True) if each.causes)


def all_broken(violations: Iterable[Violation]) -> Iterator[Violation]:
    """The broken clauses, and the `anyOf` and `oneOf` that hold them."""
    return _all(violations, lambda _: True)


def _all(
    violations: Iterable[Violation], goes_on: Callable[[Violation], bool]
) -> Iterator[Violation]:
    """The violations and their causes, in order; a deep document has many within each other."""
    left = [iter(violations)]
    while left:
        each = next(left[-1], None)
        if each is None:
            left.pop()
            continue
        yield each
        if goes_on(each):
            left.append(iter(each.causes))
