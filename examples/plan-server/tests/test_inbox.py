"""The consumer of feedback: an event is stored once, and what is stored keeps the contract."""

from __future__ import annotations

from typing import Any

import pytest
from plan_server.inbox import Inbox

import pytest_schemas as ps
from pytest_schemas import Contract

Event = dict[str, Any]


def test_an_event_is_stored(event: Event) -> None:
    """What comes back is the event as it is stored."""
    reply = Inbox().receive(event)

    assert reply == {"status": 201, "event": ps.conforms("feedback", direction="stored")}


def test_a_retry_is_stored_once(event: Event) -> None:
    """The same write sent again changes nothing."""
    inbox = Inbox()
    inbox.receive(event)

    assert inbox.receive(event) == {"status": 200, "event": None}
    assert len(inbox.log) == 1
    assert inbox.counts[event["message_id"], "reaction"] == 1


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        pytest.param({"kind": "corection"}, "/properties/kind/enum", id="an unknown kind"),
        pytest.param({"seq": 5}, "feedback/inbound-seq-absent", id="from a log"),
    ],
)
def test_what_the_contract_forbids_is_refused(
    event: Event, feedback_contract: Contract, change: Event, clause: str
) -> None:
    """Each refusal of the inbox has its clause in the contract."""
    broken = {**event, **change}

    feedback_contract.assert_invalid(broken, clause=clause, direction="inbound")
    with pytest.raises(ValueError, match="not a new reaction or correction"):
        Inbox().receive(broken)
