"""What the generators need of a contract."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_schemas._clauses import Clause
from pytest_schemas._validation import Validator

#: What documents are made for and judged with.
Context = Mapping[str, object]
#: Those of it that are words, such as the direction of an event: by name, in the names' order.
Words = tuple[tuple[str, str], ...]


def words_of(context: Context) -> Words:
    """What of a context are words; documents are made by schemas that depend on these alone."""
    return tuple(sorted((name, each) for name, each in context.items() if isinstance(each, str)))


@dataclass(frozen=True, eq=False)
class Subject:
    """A contract, as those see it who make documents for it.

    Two are equal that demand the same, so that what was made for one serves the other.
    """

    name: str
    validator: Validator
    #: the rules by id, with the names of the context that each needs
    rules: Mapping[str, tuple[str, ...]]
    clauses: tuple[Clause, ...]
    #: the ids of the clauses that a document breaks in a context, with those that hold them
    broken: Callable[[Any, Context], frozenset[str]]
    max_nesting: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subject) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.name, self.validator, frozenset(self.rules), self.max_nesting

    def needs(self, clause: str) -> tuple[str, ...]:
        """What the context must have for a clause to be judged."""
        return self.rules.get(clause, ())


class Situation:
    """What documents are made for, so that it can be told from another one."""

    def __init__(self, context: Context, asked: Context) -> None:
        """Create a situation.

        Args:
            context: as rules get it.
            asked: as the caller gave it.
        """
        self.context = context
        self.asked = asked
        self._key = json.dumps(asked, sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)
