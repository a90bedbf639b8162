"""Tests of the words for faults and places."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._fault import (
    Fault,
    Position,
    Unreadable,
    cut,
    parse_pointer,
    pointer,
    quoted,
)

# The examples of RFC 6901 section 5, and names that only look special.
POINTERS = [
    pytest.param((), "", id="root"),
    pytest.param(("foo",), "/foo", id="name"),
    pytest.param(("foo", 0), "/foo/0", id="index"),
    pytest.param(("",), "/", id="empty name"),
    pytest.param(("a/b",), "/a~1b", id="slash"),
    pytest.param(("m~n",), "/m~0n", id="tilde"),
    pytest.param(("~1", "/0"), "/~01/~10", id="escapes that must not be read twice"),
    pytest.param(('k"l', " ", "i\\j"), '/k"l/ /i\\j', id="no other escapes"),
]


@pytest.mark.parametrize(("path", "text"), POINTERS)
def test_pointer(path, text):
    """A path is written as RFC 6901 says."""
    assert pointer(path) == text


@pytest.mark.parametrize(("path", "text"), POINTERS)
def test_parse_pointer(path, text):
    """A pointer is read back as its tokens, indices as text."""
    assert parse_pointer(text) == tuple(str(token) for token in path)


@given(st.lists(st.text()).map(tuple))
def test_pointer_round_trip(path):
    """Reading undoes writing, whatever the names are."""
    assert parse_pointer(pointer(path)) == path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "foo",
            '"foo" is no JSON Pointer: it must be "" or start with "/".',
            id="no slash",
        ),
        pytest.param(
            "#/foo",
            '"#/foo" is a URI fragment: leave out the # of a JSON Pointer.',
            id="fragment",
        ),
        pytest.param(
            "/a~2",
            '"/a~2" is no JSON Pointer: a ~ in a name is written ~0.',
            id="unknown escape",
        ),
        pytest.param(
            "/a~",
            '"/a~" is no JSON Pointer: a ~ in a name is written ~0.',
            id="tilde at the end",
        ),
    ],
)
def test_parse_pointer_refuses(text, message):
    """What is no pointer is refused with the reason."""
    with pytest.raises(ValueError, match=r"^") as refused:
        parse_pointer(text)

    assert str(refused.value) == message


def test_unreadable_tells_the_place_the_reason_and_the_rule():
    """The text of the exception is enough to act on."""
    fault = Fault("json/syntax", "a comma before ]: leave it out", (), Position(3, 14))

    assert str(Unreadable(fault)) == (
        "line 3, column 14: a comma before ]: leave it out (json/syntax)"
    )


def test_unreadable_without_a_place():
    """A fault of a Python value has no place in a text."""
    assert str(Unreadable(Fault("json/value", "a set"))) == "a set (json/value)"


def test_unreadable_travels_between_processes():
    """The exception can be pickled, as parallel runs need."""
    error = Unreadable(Fault("json/bom", "a mark", (), Position(1, 1)))

    assert pickle.loads(pickle.dumps(error)).fault == error.fault


@pytest.mark.parametrize(
    ("show", "text", "shown"),
    [
        pytest.param(cut, "7" * 40, "7" * 40, id="forty characters"),
        pytest.param(cut, "7" * 41, "7" * 40 + "... (41 characters)", id="one more"),
        pytest.param(cut, "caf\xe9 \ud800", r"caf\xe9 \ud800", id="not ASCII"),
        pytest.param(quoted, 'say "hi"', r'"say \"hi\""', id="as a JSON string"),
        pytest.param(quoted, "\ud800", r'"\ud800"', id="surrogate as a JSON string"),
        pytest.param(quoted, "n" * 41, f'"{"n" * 40}"... (41 characters)', id="long string"),
    ],
)
def test_what_is_shown_of_a_text(show, text, shown):
    """A text is shown in ASCII, and cut after forty characters with its length."""
    assert show(text) == shown
