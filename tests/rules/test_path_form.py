"""The form of a path."""

from __future__ import annotations

import corvus_regex_ecma262
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._rules._path import form_fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a", None),
        ("a/../b\n", None),
        ("x" * 300, None),
        ("", "it is empty"),
        ("x" * 301, "it has 301 characters, and 300 are allowed"),
        ("/a", "it starts with a slash, and a path starts at the root of the repository"),
        ("a\\b", "it has a backslash at index 1; part it with forward slashes"),
    ],
    ids=["short", "odd", "300", "empty", "301", "slash", "backslash"],
)
def test_the_fault_of_a_path_is_told(text, fault):
    """What a path must not be is said in words."""
    assert form_fault(text) == fault


@given(text=st.text(st.sampled_from("a/\\.\n\u2028"), max_size=6))
def test_the_form_is_that_of_the_schema(schema, text):
    """A text has the form exactly when the schema takes it as a declared path."""
    path = schema("plan")["$defs"]["file"]["properties"]["path"]
    matches = corvus_regex_ecma262.compile(path["pattern"], "u").test(text)
    assert (form_fault(text) is None) == (matches and len(text) >= path["minLength"])
