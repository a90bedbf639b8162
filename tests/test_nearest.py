"""The known name nearest to a misspelt one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._nearest import nearest

KNOWN = ("id", "ts", "kind", "from", "text", "space_id", "workspace_role", "changed_files", "edit")

names = st.text("abS_- ", max_size=6)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("workspaceRole", "workspace_role", id="camel case"),
        pytest.param("workspace-role", "workspace_role", id="dashes"),
        pytest.param("WORKSPACE_ROLE", "workspace_role", id="capitals"),
        pytest.param("Id", "id", id="one capital"),
        pytest.param("texts", "text", id="a plural too many"),
        pytest.param("change_files", "changed_files", id="a letter missing"),
        pytest.param("ids", "id", id="the plural of a short name"),
        pytest.param("changed_file", "changed_files", id="a plural missing"),
        pytest.param("form", "from", id="two letters swapped"),
        pytest.param("st", "ts", id="a short name swapped"),
        pytest.param("wrokspace_role", "workspace_role", id="swapped in a long name"),
        pytest.param("knd", "kind", id="a letter left out"),
        pytest.param("space_idd", "space_id", id="a letter twice"),
        pytest.param("edit", "edit", id="known already"),
        pytest.param("next", None, id="another short word"),
        pytest.param("completed", None, id="another long word"),
        pytest.param("message_id", None, id="the same ending"),
        pytest.param("", None, id="nothing"),
        pytest.param("_", None, id="only a joint"),
        pytest.param("fmro", None, id="more than two letters out of place"),
        pytest.param("foxm", None, id="one letter moved and one lost"),
        pytest.param("fxrm", None, id="one letter lost and one moved"),
        pytest.param("mrof", None, id="two letters swapped that are no neighbours"),
    ],
)
def test_the_nearest_name(name, expected):
    """A slip of the pen finds the name that was meant, and another word finds none."""
    assert nearest(name, KNOWN) == expected


def test_of_equally_close_names_the_first_by_letter():
    """A tie is decided by the alphabet, not by the order of the known names."""
    assert nearest("cots", ["cost", "cat", "coats"]) == "coats"
    assert nearest("abcdx", ["abcdz", "abcdy"]) == "abcdy"


def test_nothing_is_near_to_nothing():
    """Where nothing is known nothing is near, and joints without words are no name."""
    assert nearest("a", []) is None
    assert nearest("_", ["-"]) is None


def test_a_long_name_is_compared_by_spelling_alone():
    """Letter by letter comparison stops at a length, so that it cannot take long."""
    long = "ab" * 100
    assert nearest(f"{long[:-1]}x", [long]) == long
    assert nearest(f"{long}x", [long]) is None
    assert nearest(f"{long.upper()}-b", [f"{long}b"]) == f"{long}b"


@given(names, st.lists(names))
def test_the_order_of_the_known_names_is_without_effect(name, known):
    """The same name and the same known names give the same answer."""
    shuffled = random.Random(0).sample(known, len(known))
    assert nearest(name, known) == nearest(name, shuffled)


@given(names, st.lists(names))
def test_the_answer_is_known(name, known):
    """What is returned is one of the known names, and the name itself where it is one."""
    answer = nearest(name, iter(known))
    assert answer is None or answer in known
    assert name not in known or answer == name
