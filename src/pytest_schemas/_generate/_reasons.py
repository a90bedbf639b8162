"""Why no document breaks a clause, and that clause alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pytest_schemas._clauses import Clause
from pytest_schemas._generate._faults import LONGEST, MOST_PARTS
from pytest_schemas._generate._misses import Misses
from pytest_schemas._generate._spoilers import SPOILERS
from pytest_schemas._generate._subject import Subject

#: What would be larger than this is not made.
_MOST: Mapping[str, int] = MappingProxyType(
    {
        "maxItems": MOST_PARTS,
        "maxLength": LONGEST,
        "maxProperties": MOST_PARTS,
        "minItems": MOST_PARTS,
        "minLength": LONGEST,
        "minProperties": MOST_PARTS,
    }
)
#: The rules that documents break by their size alone.
_OF_SIZE = frozenset({"plan/source-limits", "plan-edit/source-limits"})


def why_unbroken(
    subject: Subject, misses: Misses, asked: str | None, demands: Sequence[Clause]
) -> str:
    """A sentence that says why there are no near misses.

    Args:
        subject: the contract.
        misses: what would make them.
        asked: the clause that was asked for; None for all.
        demands: the demands that this means, none of which can be broken.
    """
    name = subject.name
    if asked is None:
        return f"{name} demands nothing that a document can break."
    if not demands:
        return _why_no_demand(subject, asked)
    spoiler = SPOILERS.get(asked)
    if spoiler and not spoiler.applies(misses.context):
        given = " or ".join(f'{name}="{one}"' for name, all_ in spoiler.needs for one in all_)
        return f"{asked} is judged only with {given}: pass it to near_misses."
    if all(demand in _OF_SIZE for demand in demands):
        return f"{name} has no near miss for {asked}: so large a document is not made."
    if spoiler and spoiler.takes and all(demand in subject.rules for demand in demands):
        return f"{name} has no near miss for {asked}: {_WHY_NONE_TAKEN}."
    if all(demand in subject.rules for demand in demands):
        return f"{name} has no document that breaks {asked} alone: {_WHY_RULES}."
    if not any(misses.targets.get(demand) for demand in demands):
        return f"{name} has no document with a part that {asked} looks at, so none breaks it."
    if any(each.keyword in _MOST and each.value > _MOST[each.keyword] for each in demands):
        return f"{name} has no near miss for {asked}: so large a value is not made."
    return (
        f"{name} has no document that breaks {asked} alone: what it refuses is accepted in "
        "another way, or breaks another clause first."
    )


_WHY_NONE_TAKEN = "no document that was made has a part that it looks at"
_WHY_RULES = "every document that keeps the schema and the other rules keeps it"


def _why_no_demand(subject: Subject, asked: str) -> str:
    needs = subject.needs(asked)
    if needs:
        given = " and ".join(f"{each}=" for each in needs)
        return f"{asked} is judged only where {given} is given: pass it to near_misses."
    if not any(asked in {each.id, each.location} for each in subject.clauses):
        return f"{asked} is about texts, and no document of {subject.name}: see parse_vectors()."
    return (
        f"{asked} is an alternative of {subject.name}, which a document may take or leave. What "
        "breaks is the demand that offers it: ask for its location."
    )
