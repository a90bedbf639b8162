"""What a rule is: one demand that a schema's keywords do not make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: The place of a value in a document: member names and array indices, from the root.
Path = tuple[str | int, ...]

#: The context of a judgement, by name: the direction of an event, the plan that an edit changes.
Given = Mapping[str, Any]

Level = Literal["documented", "consumer", "context"]
Severity = Literal["error", "warning", "advisory"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a document does not keep a rule."""

    #: The value at fault; for a missing member, the place where it should be.
    path: Path
    #: What was found and what the rule demands.
    message: str


Judge = Callable[[Any, Given], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A demand of a contract that the keywords of its schema do not make.

    For example ``feedback/reaction-required``: a feedback event of kind ``reaction`` has a member
    ``reaction``. The schema says so in a description, which no validator reads.
    """

    #: The contract and the rule, parted by a slash. It never changes its meaning.
    id: str
    #: The demand, in one sentence.
    summary: str
    #: ``documented``: the schema's own prose states it. ``consumer``: only the known consumer
    #: enforces it. ``context``: judging it takes more than the document, see `needs`.
    level: Level
    #: ``error``: a document that breaks the rule breaks the contract. ``warning``: the consumer
    #: itself only warns. ``advisory``: a hint.
    severity: Severity
    #: Where the demand comes from: pointers to descriptions in the schema, or a few words.
    source: str
    #: Judges a document that is valid at all lower levels, against the context that is given.
    #: Findings come in document order, and neither argument is changed.
    judge: Judge = field(repr=False, compare=False)
    #: The names of the context without which the rule is not judged.
    needs: tuple[str, ...] = ()


def rule(
    identifier: str,
    /,
    *,
    level: Level,
    severity: Severity = "error",
    source: str,
    summary: str,
    needs: tuple[str, ...] = (),
) -> Callable[[Judge], Rule]:
    """Return a decorator that turns a function from a document to findings into a `Rule`.

    The arguments are the fields of `Rule`, *identifier* being its ``id``.
    """

    def decorate(judge: Judge) -> Rule:
        return Rule(
            id=identifier,
            summary=summary,
            level=level,
            severity=severity,
            source=source,
            judge=judge,
            needs=needs,
        )

    return decorate
