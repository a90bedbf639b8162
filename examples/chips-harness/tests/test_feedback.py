"""The consumer: the harness takes every `feedback` event, keeps it, and refuses anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from chips_harness.server import Harness
from hypothesis import given

import pytest_schemas as ps

Event = dict[str, Any]

feedback = ps.contract("feedback")


@ps.consumes("feedback", accepts=bool, text=True)
def test_events_are_told_from_what_is_none(document: bytes, chips: ps.Service) -> bool:
    """Each clause of the contract, at its edge and broken, and each way of being no JSON."""
    return chips.accepts(document)


@given(event=feedback.documents(direction="stored"))
def test_every_event_is_kept(event: Event, chips: ps.Service, harness: Harness) -> None:
    """Whatever Chips may send arrives as it was sent."""
    harness.events.clear()

    assert chips(event) == {"id": event["id"], "new": True}
    assert harness.events == {event["id"]: event}


@given(event=feedback.documents(direction="stored"))
def test_a_retry_is_kept_once(event: Event, chips: ps.Service, harness: Harness) -> None:
    """Chips sends an event again when it has not seen the answer."""
    harness.events.clear()
    chips(event)

    assert chips(event) == {"id": event["id"], "new": False}
    assert harness.events == {event["id"]: event}


@given(miss=feedback.near_misses())
def test_what_is_broken_leaves_no_trace(
    miss: ps.NearMiss, chips: ps.Service, harness: Harness
) -> None:
    """Events with one fault, of any clause, are refused before they are kept."""
    harness.events.clear()

    assert not chips.accepts(miss.document)
    assert harness.events == {}


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        pytest.param(b"{", "400 Bad Request", "the body is no JSON: ", id="no JSON"),
        pytest.param(b"{}", "422 Unprocessable Entity", "the event has no v", id="no event"),
    ],
)
def test_a_refusal_says_why(body: bytes, status: str, reason: str, chips: ps.Service) -> None:
    """Who sends no JSON is told so, and who sends another document is told what it lacks."""
    with pytest.raises(ps.ServiceError) as refused:
        chips(body)

    assert status in str(refused.value)
    assert reason in str(refused.value)


@given(event=feedback.documents(kind="reaction"))
def test_reactions_are_counted(event: Event, chips: ps.Service, harness: Harness) -> None:
    """One that is sent twice counts once."""
    harness.events.clear()
    for _ in range(2):
        chips(json.dumps(event).encode())  # as another program writes it, with spaces and escapes

    assert harness.reactions(event["message_id"]) == {event["reaction"]: 1}
