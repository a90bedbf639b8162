"""Names that an envelope of an agent result must give in one of several places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pytest_schemas._generate._agent_parts import envelopes_of, is_blank
from pytest_schemas._generate._chooser import Chooser

#: A member of an envelope, or of an object in it.
_Place = tuple[str, ...]


class Named(NamedTuple):
    """What has a name."""

    #: one of these is enough
    places: tuple[_Place, ...]
    #: what it is called where it has no name
    name: str
    #: when it must have one; None for always
    stage: str | None = None
    #: the envelopes that must have it; all of them, since none is empty
    looks_at: Callable[[Any], bool] = bool


def give_name(result: Any, _chooser: Chooser, *, named: Named) -> None:
    """Name something in each envelope that does not: in the first object that is there for it."""
    for envelope in envelopes_of(result):
        if named.looks_at(envelope) and not any(_has(envelope, each) for each in named.places):
            open_ = (each for each in named.places if all(step in envelope for step in each[:-1]))
            *way, last = next(open_, named.places[0])
            holder = envelope
            for step in way:
                holder = holder.setdefault(step, {})
            holder[last] = named.name


def _has(envelope: Any, place: _Place) -> bool:
    """Whether an envelope has a name at a place, and not a blank one."""
    *way, last = place
    for step in way:
        envelope = envelope.get(step, {})
    return not is_blank(envelope.get(last, ""))


def _only_writes(envelope: Any) -> bool:
    """Whether an envelope writes a file and gives no hint at the way back."""
    has_write = any(each["op"] == "write" for each in envelope["operations"])
    return has_write and "rollback_hint" not in envelope


_ROLLBACK = (("lease_proof", "rollback_node_id"), ("rollback_hint", "node_id"))
#: By the rule that demands it.
NAMED: Mapping[str, Named] = MappingProxyType(
    {
        "envelope-lease-id": Named((("lease_proof", "lease_id"), ("lease_id",)), "lease-1"),
        "write-needs-rollback": Named(_ROLLBACK, "rollback-1", "apply", _only_writes),
        "proof-strategy-reference": Named(
            (
                ("lease_proof", "strategy_task_id"),
                ("lease_proof", "micro_win_id"),
                ("task_slice_id",),
            ),
            "task-1",
            "proof",
        ),
        "proof-verification-node": Named(
            (("lease_proof", "verification_node_id"), ("verification_hint", "node_id")),
            "verify-1",
            "proof",
        ),
        "proof-rollback-node": Named(_ROLLBACK, "rollback-1", "proof"),
    }
)
