"""Strict reading held against jiter, a JSON reader that shares no code with ours."""

from __future__ import annotations

import jiter
import pytest
from hypothesis import given
from test_document import ACCEPTED, REFUSED, TEXTS, damaged

from pytest_schemas._document import Unreadable, read

# What jiter does not refuse: it reads numbers as infinite, and nests deeper.
NOT_REFUSED = ("json/non-finite", "json/nesting")


def jiter_accepts(text: str) -> bool:
    try:
        jiter.from_json(
            text.encode("utf-8", "surrogatepass"), allow_inf_nan=False, catch_duplicate_keys=True
        )
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_jiter_accepts(text):
    """What is accepted here is accepted there, as the same value."""
    assert jiter.from_json(text.encode(), allow_inf_nan=False) == read(text)


@pytest.mark.parametrize(
    "text",
    [text for text, rule in REFUSED.values() if rule not in NOT_REFUSED],
    ids=[name for name, (_, rule) in REFUSED.items() if rule not in NOT_REFUSED],
)
def test_jiter_refuses(text):
    """What is refused here is refused there, numbers that overflow and deep nesting apart."""
    assert not jiter_accepts(text)


@given(TEXTS | damaged())
def test_jiter_agrees_on_any_text(text):
    """The two accept the same texts, whatever happened to them."""
    try:
        read(text)
    except Unreadable as refused:
        assert refused.fault.rule in NOT_REFUSED or not jiter_accepts(text)  # noqa: PT017
    else:
        assert jiter_accepts(text)
