"""What the generators need of a contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_schemas._clauses import Clause
from pytest_schemas._validation import Validator

#: What documents are made for and judged with.
Context = Mapping[str, object]


@dataclass(frozen=True)
class Subject:
    """A contract, as those see it who make documents for it."""

    name: str
    validator: Validator
    #: the rules by id, with the names of the context that each needs
    rules: Mapping[str, tuple[str, ...]]
    clauses: tuple[Clause, ...]
    #: the ids of the clauses that a document breaks in a context, with those that hold them
    broken: Callable[[Any, Context], frozenset[str]]
    max_nesting: int

    def needs(self, clause: str) -> tuple[str, ...]:
        """What the context must have for a clause to be judged."""
        return self.rules.get(clause, ())
