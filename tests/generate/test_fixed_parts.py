"""Fixed parts and rules that look at them: every document has the part and keeps the rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from sampled import sampled

import pytest_schemas as ps


def test_a_part_is_not_mended() -> None:
    """The id that is asked for stays, though an earlier item could have taken it."""
    contract = ps.contract("plan")
    plans = sampled(contract.documents({"/items/1/id": "P1"}), 50)

    assert {plan["items"][1]["id"] for plan in plans} == {"P1"}
    assert [violation for plan in plans for violation in contract.violations(plan)] == []


def test_documents_share_no_fixed_part() -> None:
    """A test may change a document: the next one has the part as it was asked for."""
    actor = {"kind": "person", "id": "0", "tags": ["a"]}
    events = sampled(ps.documents("feedback", actor=actor), 5)
    events[0]["actor"]["tags"].append("b")

    assert [each["actor"] for each in events[1:]] == [actor] * (len(events) - 1)


@pytest.mark.parametrize(
    ("name", "parts", "message"),
    [
        pytest.param(
            "feedback",
            {"/actor": {"kind": "system", "id": "chips"}},
            "what is given for /actor hardly ever fits, if at all: at /actor/id, the actor is of "
            'kind "system", so its id is "system" and not "chips".',
            id="a rule within the part",
        ),
        pytest.param(
            "plan",
            {"/items/0/id": "P7", "/items/1/id": "P7"},
            "what is given for /items/0/id and /items/1/id hardly ever fits, if at all: at "
            '/items/1/id, "P7" is the id of an earlier item; take a free one.',
            id="a rule between parts",
        ),
        pytest.param(
            "plan",
            {"/items/0/id": "P7", "/items/1/id": st.just("P7")},
            "what the strategy for /items/1/id makes with what is given for /items/0/id hardly "
            'ever fits, if at all: at /items/1/id, "P7" is the id of an earlier item; take a free '
            "one.",
            id="a rule between a part and a strategy",
        ),
    ],
)
def test_a_part_that_rules_never_allow(name: str, parts: dict[str, Any], message: str) -> None:
    """It is an error that names the part and the rule's own words, never an invalid document."""
    with pytest.raises(ps.ContractError) as raised:
        sampled(ps.documents(name, parts), 50)

    assert str(raised.value) == message
