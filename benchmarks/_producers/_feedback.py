"""Producers of feedback events, as a harness or Chips would have them."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from hypothesis import strategies as st

import pytest_schemas as ps
from _producers._producer import Input, Producer, producer

_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: The number behind a ULID.
_NUMBERS = st.integers(0, 2**128 - 1)
_NAMES = ps.documents({"type": "string", "minLength": 1, "maxLength": 200})
_LONGEST_REACTION = 16


def _ulid(number: int) -> str:
    return "".join(_DIGITS[number >> shift & 31] for shift in range(125, -1, -5))


def _event(**members: Any) -> dict[str, Any]:
    """The event of a person who liked a message, but for what is given."""
    person = {"kind": "person", "id": "usr_mara"}
    sender = {"participant_id": "usr_mara", "kind": "person", "display_name": "Mara"}
    return {
        "v": 1,
        "type": "feedback",
        "id": f"evt_{_ulid(1)}",
        "ts": "2026-03-09T14:22:31Z",
        "workspace_id": f"ws_{_ulid(2)}",
        "actor": person,
        "message_id": f"msg_{_ulid(3)}",
        "kind": "reaction",
        "reaction": "👍",
        "from": {**sender, "role": "member"},
        **members,
    }


@producer(
    "feedback",
    fault="The sender has the kind of the actor, though no sender is a system",
    clause="/properties/from/properties/kind/enum",
    least={"kind": "system"},
    kind=st.sampled_from(["person", "harness", "agent", "system"]),
)
def undeclared_kind(kind: str, *, faulty: bool) -> object:
    """Chips itself reacts on behalf of a person."""
    name = "system" if kind == "system" else "prt_1"
    sender = "person" if kind == "system" and not faulty else kind
    return _event(
        actor={"kind": kind, "id": name},
        **{"from": {**_event()["from"], "participant_id": name, "kind": sender}},
    )


@producer(
    "feedback",
    fault="An event that is sent again has its ULID for an id, without the prefix",
    clause="/properties/id/pattern",
    least={"number": 0, "is_retry": True},
    number=_NUMBERS,
    is_retry=st.booleans(),
)
def id_without_prefix(number: int, is_retry: bool, *, faulty: bool) -> object:
    """The outbox keeps ULIDs."""
    stored = _ulid(number)
    return _event(id=stored if is_retry and faulty else f"evt_{stored}")


@producer(
    "feedback",
    fault="A time without a zone is written without an offset",
    clause="/properties/ts/format",
    least={"when": datetime(2000, 1, 1)},
    when=st.datetimes(timezones=st.sampled_from([timezone.utc, None])),
)
def local_time(when: datetime, *, faulty: bool) -> object:
    """Times without a zone are meant to be UTC."""
    if when.tzinfo is None and not faulty:
        when = when.replace(tzinfo=timezone.utc)
    return _event(ts=when.isoformat())


@producer(
    "feedback",
    fault="The year is written with as many digits as it has",
    clause="/properties/ts/format",
    least={"when": datetime(999, 1, 1)},
    when=st.datetimes(),
)
def short_year(when: datetime, *, faulty: bool) -> object:
    """Whoever imports old notes meets dates that are defaults or slips."""
    year = f"{when.year}" if faulty else f"{when.year:04}"
    return _event(ts=f"{year}-{when:%m-%dT%H:%M:%SZ}")


def _is_cut_in_a_character(given: Input) -> bool:
    """Whether each character is the first of its width, and none can be left out."""
    reaction = given["reaction"]
    return set(reaction) <= set("0\x80ࠀ𐀀") and all(
        not _has_half_a_character(reaction[:index] + reaction[index + 1 :])
        for index in range(len(reaction))
    )


def _has_half_a_character(text: str) -> bool:
    cut = text.encode()[:_LONGEST_REACTION].decode(errors="surrogateescape")
    return any("\ud800" <= each <= "\udfff" for each in cut)


@producer(
    "feedback",
    fault="A reaction is cut after 16 bytes instead of 16 characters",
    clause="json/lone-surrogate",
    least=_is_cut_in_a_character,
    reaction=st.text(min_size=1, max_size=40),
)
def cut_by_bytes(reaction: str, *, faulty: bool) -> object:
    """Bytes that are no characters are kept, as Python does for names of files."""
    if faulty:
        cut = reaction.encode()[:_LONGEST_REACTION].decode(errors="surrogateescape")
    else:
        cut = reaction[:_LONGEST_REACTION]
    return _event(reaction=cut)


@producer(
    "feedback",
    fault="An event outside any space has null for the space",
    clause="/properties/space_id/type",
    least={"space": None},
    space=_NUMBERS.map(_ulid) | st.none(),
)
def null_space(space: str | None, *, faulty: bool) -> object:
    """The space is optional."""
    if space is None:
        return _event(space_id=None) if faulty else _event()
    return _event(space_id=f"spc_{space}")


@producer(
    "feedback",
    fault="The ULID is written in lower case",
    clause="/properties/message_id/pattern",
    least={"number": 10},
    number=_NUMBERS,
)
def lower_case_ulid(number: int, *, faulty: bool) -> object:
    """Crockford's digits may be read in either case, and are written in one."""
    written = _ulid(number).lower() if faulty else _ulid(number)
    return _event(message_id=f"msg_{written}")


@producer(
    "feedback",
    fault="An agent's write on its way in has no idempotency key, as only people's retries had",
    clause="feedback/inbound-idempotency-key",
    least={"kind": "agent", "direction": "inbound"},
    context=("direction",),
    kind=st.sampled_from(["person", "agent"]),
    direction=st.sampled_from(["stored", "inbound"]),
)
def key_of_people_only(kind: str, direction: str, *, faulty: bool) -> object:
    """What is stored has a number, and what comes in a key."""
    event = _event(actor={"kind": kind, "id": "prt_1"})
    if direction == "stored":
        event["seq"] = 1
    elif kind == "person" or not faulty:
        event["idempotency_key"] = "7c9e6679"
    return event


@producer(
    "feedback",
    fault="White space is taken off a note after it was seen not to be empty",
    clause="/properties/text/minLength",
    least=lambda given: len(given["note"]) == 1 and given["note"].isspace(),
    note=ps.documents({"type": "string", "maxLength": 4000}),
)
def blank_note(note: str, *, faulty: bool) -> object:
    """A note makes a correction of what is otherwise a reaction."""
    is_empty = not note if faulty else not note.strip()
    return _event() if is_empty else _event(kind="correction", text=note.strip())


@producer(
    "feedback",
    fault="A display name is cut after 121 characters, one too many",
    clause="/properties/from/properties/display_name/maxLength",
    least={"name": "0" * 121},
    name=_NAMES,
)
def long_name(name: str, *, faulty: bool) -> object:
    """The directory has names of up to 200 characters."""
    shown = name[: 121 if faulty else 120]
    return _event(**{"from": {**_event()["from"], "display_name": shown}})


PRODUCERS: tuple[Producer, ...] = (
    undeclared_kind,
    id_without_prefix,
    local_time,
    short_year,
    cut_by_bytes,
    null_space,
    lower_case_ulid,
    key_of_people_only,
    blank_note,
    long_name,
)
