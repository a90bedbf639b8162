"""The form of a path."""

from __future__ import annotations

import corvus_regex_ecma262
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._rules._path import canonical_fault, form_fault


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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a", None),
        ("src/.gitignore", None),
        (".github/a", None),
        ("git/.git2/..hidden/a..b/...", None),
        ("x" * 300, None),
        ("\u00a0 \u2028", None),
        ("", "it is empty"),
        ("/a", "it starts with a slash, and a path starts at the root of the repository"),
        ("a\\b", "it has a backslash at index 1; part it with forward slashes"),
        ("C:/a", "it has a colon at index 1; no path may have one"),
        ("a\n", "it has the control character U+000A at index 1"),
        ("a/\x7f", "it has the control character U+007F at index 2"),
        ("\x9f", "it has the control character U+009F at index 0"),
        ("a/", "it ends with a slash, and a path names a file"),
        ("a/b//c", "it has two slashes in a row at index 3; one is enough"),
        ("./a", 'its part "." names no folder; write out where the file lies'),
        ("a/..", 'its part ".." names no folder; write out where the file lies'),
        ("a/.GiT/b", 'its part ".GiT" is git\'s own, in any letter case'),
    ],
)
def test_the_fault_of_a_path_that_is_not_canonical_is_told(text, fault):
    """What makes a path one of several spellings, or unsafe, is said in words."""
    assert canonical_fault(text) == fault


#: What a canonical path must not match, beside the form of a path.
FAULTS = (
    r"[\\:\u0000-\u001f\u007f-\u009f]",
    r"(?:^|\/)\.{0,2}(?:\/|$)",
    r"(?:^|\/)\.[gG][iI][tT](?:\/|$)",
)


@given(text=st.text(st.sampled_from("a/.gGiItT:\\\n\x80\u0130\u0131"), max_size=8))
def test_a_path_is_canonical_by_three_patterns(text):
    """A path is canonical exactly when it has the form of one and none of three patterns fits."""
    fits = any(corvus_regex_ecma262.compile(each, "u").test(text) for each in FAULTS)
    assert (canonical_fault(text) is None) == (form_fault(text) is None and not fits)
