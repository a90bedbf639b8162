"""Envelopes of an agent result: where they are found, and other ones made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_schemas._generate._agent_paths import lies_within, plain
from pytest_schemas._generate._spoilers._spoiler import without

ENVELOPES = "/properties/patch_envelopes"
ENVELOPE = f"{ENVELOPES}/items/properties"
_OP = f"{ENVELOPE}/operations/items/properties/op/enum"
#: What an envelope takes, the ordinary ones among them.
ANY_ENVELOPE = (f'{ENVELOPE}/source="absent"',)
#: From an operation's op to the envelope.
TO_ENVELOPE = 3
_ELSEWHERE = ("docs", "lib")


def doing(*operations: str) -> tuple[str, ...]:
    """What an operation takes that is one of some."""
    return tuple(f'{_OP}="{each}"' for each in operations)


def leased(envelope: Any, *dropped: str, **members: Any) -> dict[str, Any]:
    """An envelope with another lease proof, without some members and with others."""
    lease = without(envelope.get("lease_proof", {}), *dropped)
    return {**envelope, "lease_proof": {**lease, **members}}


def moved(envelope: Any, path: str) -> dict[str, Any]:
    """An envelope that changes another path first, and may change any."""
    first, *others = envelope["operations"]
    free = leased(envelope, "allowed_paths") if "lease_proof" in envelope else envelope
    return {**without(free, "allowed_paths"), "operations": [{**first, "path": path}, *others]}


def elsewhere(paths: Sequence[str]) -> str:
    """A folder that one of some paths is not in."""
    return next(e for e in _ELSEWHERE if not all(lies_within(plain(p), [e]) for p in paths))
