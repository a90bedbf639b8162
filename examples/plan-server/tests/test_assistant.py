"""The producer: whatever the assistant answers is a `plan-edit` answer for the plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan_server import assistant

import pytest_schemas as ps

Plan = dict[str, Any]

WISHES = [
    "Rename {item} to {words}",
    "{item} also changes {words}",
    "{item} no longer changes {file}",
    "{item} is done when {words}",
    "{item} needs {other}",
    "Drop {item}",
]


@given(plan=ps.documents("plan"), question=st.text(max_size=200))
@ps.produces("plan-edit")
def test_any_question_is_answered(plan: Plan, question: str) -> object:
    """People ask what they like."""
    return assistant.answer(plan, question)


@given(
    plan=ps.documents("plan"),
    places=st.tuples(st.integers(0, 29), st.integers(0, 39)),
    words=st.text(min_size=1) | st.sampled_from(["/etc/hosts", "src\\upload.py"]),
)
@ps.produces("plan-edit")
def test_every_wish_is_answered(
    plan: Plan, places: tuple[int, int], words: str
) -> Iterator[object]:
    """What is understood gives edits that fit the plan, or a reply that says why not."""
    item, other = (plan["items"][place % len(plan["items"])] for place in places)
    file = item["files"][places[1] % len(item["files"])]
    parts = {"item": item["id"], "other": other["id"], "file": file["path"], "words": words}
    for wish in WISHES:
        yield assistant.answer(plan, wish.format(**parts))


@pytest.mark.parametrize(
    ("question", "op"),
    [
        ("Rename P2 to Tell how often it was tried", "set_field"),
        ("P1 also changes docs/uploads.md", "add_file"),
        ("P1 is done when the log names each try", "add_check"),
        ("P2 needs P1", "set_depends"),
        ("Drop P2", "remove_item"),
    ],
)
def test_a_wish_becomes_an_edit(recorded: Plan, question: str, op: str) -> None:
    """The assistant does understand people."""
    assert [edit["op"] for edit in assistant.answer(recorded, question)["edits"]] == [op]


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("How long will it take?", "The plan has 2 items."),
        ("Rename P7 to Nothing", "The plan has no such item."),
        ("P1 also changes src/upload.py", "The item declares that file already."),
        ("P1 no longer changes src/upload.py", "That file must stay, or is not there."),
        ("P1 needs P2", "An item can only need one that stands before it."),
        ("Drop P1", "The plan needs that item."),
    ],
)
def test_a_reply_says_why_nothing_is_edited(recorded: Plan, question: str, reply: str) -> None:
    """The person is told why there is no card."""
    assert assistant.answer(recorded, question)["reply"] == reply
