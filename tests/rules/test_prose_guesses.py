"""Guesses about prose."""

from __future__ import annotations

import pytest

from pytest_schemas._rules._prose import count_sentences, line_reference


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("No mark", 1),
        ("One mark.", 1),
        ("One. Two", 2),
        ("One! (Two?) Three.", 3),
        ("One.\n\nTwo.\n", 2),
        ("He said \u201cno\u201d. \u00c9t\u00e9 came.", 2),
        ("\u4e00\u3002\u4e8c\u3002", 2),
        ("Use e.g. Python, i.e. CPython.", 1),
        ("Raise v1.2 to 3.4 in a.py", 1),
        ("Wait... and go.", 1),
    ],
)
def test_sentences_are_counted(text, count):
    """A sentence ends with a mark, and another begins after it."""
    assert count_sentences(text) == count


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("Fix line 40.", "line 40"),
        ("Lines 3-9 go.", "Lines 3"),
        ("The deadline 40 days ahead.", None),
        ("A line of 40.", None),
    ],
)
def test_line_numbers_are_found(text, reference):
    """A line that is named by its number is found, and nothing else."""
    assert line_reference(text) == reference
