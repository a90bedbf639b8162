"""What a feedback event is to this harness: read from the bytes of a request, and checked."""

from __future__ import annotations

import json
import math
from typing import Any

from chips_harness.checks import BrokenError, Check, one_of, record, text, time, whole_number

Event = dict[str, Any]

_DEEPEST = 100


class UnreadableError(ValueError):
    """A request whose body is no JSON text, or one that programs read differently."""


def read(body: bytes) -> Any:
    """The document in the body of a request.

    Raises:
        UnreadableError: it has none.
    """
    try:
        document = json.loads(
            body.decode(),  # bytes would be read as UTF-16 too, if they looked like it
            object_pairs_hook=_members,
            parse_constant=_constant,
            parse_float=_finite,
        )
        json.dumps(document, ensure_ascii=False).encode()  # half a pair of surrogates is no text
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"the body is no JSON: {error}") from None
    if _depth(document) > _DEEPEST:
        raise UnreadableError(f"the body is nested more than {_DEEPEST} deep")
    return document


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has a member twice")
    return members


def _constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    if math.isinf(number := float(digits)):
        raise ValueError(f"{digits} is too large")
    return number


def _depth(document: Any) -> int:
    """How deep objects and arrays are nested; by levels, since calls have a depth of their own."""
    depth, level = 0, [document]
    while level := [value for value in level if isinstance(value, (dict, list))]:
        depth += 1
        level = [
            inner
            for value in level
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return depth


def _id(prefix: str) -> Check:
    return text(form=prefix + "_[0-7][0-9A-HJKMNP-TV-Z]{25}")


_event = record(
    {
        "v": whole_number(1, 1),
        "type": one_of("feedback"),
        "id": _id("evt"),
        "ts": time,
        "workspace_id": _id("ws"),
        "message_id": _id("msg"),
        "kind": one_of("reaction", "correction"),
        "actor": record(
            {"kind": one_of("person", "harness", "agent", "system"), "id": text(1)},
            {"harness_id": _id("hrn")},
        ),
        "from": record(
            {
                "participant_id": text(1),
                "kind": one_of("person", "harness", "agent"),
                "display_name": text(1, 120),
                "role": one_of("owner", "member", "guest"),
            },
            {"workspace_role": one_of("owner", "admin", "member", "guest")},
        ),
    },
    {
        "space_id": _id("spc"),
        "run_id": _id("run"),
        "seq": whole_number(1, 2**53 - 1),
        "idempotency_key": text(1, 200),
        "reaction": text(1, 16),
        "text": text(1, 4000),
    },
)


def check(document: Any) -> Event:
    """The document, which is an event.

    Raises:
        BrokenError: it is none.
    """
    _event(document, "the event")
    actor, sender = document["actor"], document["from"]
    needed = "reaction" if document["kind"] == "reaction" else "text"
    if needed not in document:
        raise BrokenError(f"the event has no {needed}")
    if actor["kind"] == "system" and actor["id"] != "system":
        raise BrokenError("the actor is the system under another id")
    if actor["kind"] != "agent" and "harness_id" in actor:
        raise BrokenError("the actor is no agent, and has a harness_id")
    if sender["kind"] != "person" and "workspace_role" in sender:
        raise BrokenError("the sender is no person, and has a workspace_role")
    return document
