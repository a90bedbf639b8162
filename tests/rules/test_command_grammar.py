"""The grammar of commands."""

from __future__ import annotations

import corvus_regex_ecma262
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_schemas._rules._command import Refusal, parse_command

# The same grammar, written a second time as one ECMA-262 pattern.
PLAIN = r"[^ '\"\\;&|<>$`()*?[\]{}!#~\u0000-\u001f\u007f-\u009f]"
SINGLE = r"[^'\\\u0000-\u001f\u007f-\u009f]"
DOUBLE = r'[^"\\\u0000-\u001f\u007f-\u009f]'
FIRST = f"(?:{PLAIN}|\"{DOUBLE}+\"|'{SINGLE}+')"
REST = f"(?:{PLAIN}|\"{DOUBLE}*\"|'{SINGLE}*')"
COMMAND = corvus_regex_ecma262.compile(
    f"^ *(?:\"\"|'')*{FIRST}{REST}*(?: +{REST}+)* *$".replace(r"\"", '"'), "u"
)

texts = st.text(
    st.one_of(
        st.sampled_from(" '\"\\;&|<>$`()*?[]{}!#~"),
        st.sampled_from("ab=-/.\t\n\x00\x7f\x80\x9f\xa0\u2028\U0001f980"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)


@given(texts)
@example("")
@example("''")
@example("''a")
@example("a ''")
@example("'' b")
def test_the_pattern_says_the_same(text):
    """A text parses exactly when the pattern of the grammar matches it."""
    assert isinstance(parse_command(text), tuple) == COMMAND.test(text)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1))
def test_quoted_arguments_come_back(arguments):
    """Any arguments without backslashes and control characters can be written as a command."""
    arguments = [argument.replace("\\", "/") for argument in arguments]
    quoted = ["'" + argument.replace("'", "'\"'\"'") + "'" for argument in arguments]
    assert parse_command(" ".join(quoted)) == tuple(arguments)


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("pytest -k 'a or b' -q", ("pytest", "-k", "a or b", "-q")),
        ('run "" x', ("run", "", "x")),
        ("run ''", ("run", "")),
        ("x\"1\"'2'3", ("x123",)),
        ('ab" cd"', ("ab cd",)),
        ("''a", ("a",)),
        ('say "it\'s $5 | ok"', ("say", "it's $5 | ok")),
        ("  make   test  ", ("make", "test")),
        ("A=1 make", ("A=1", "make")),
        ("a_-./:=,+%@^", ("a_-./:=,+%@^",)),
        ("a\xa0b", ("a\xa0b",)),
        ("'a\u2028' \u00e9", ("a\u2028", "\u00e9")),
    ],
)
def test_a_command_has_arguments(text, arguments):
    """Spaces part arguments, and quotes keep what is between them."""
    assert parse_command(text) == arguments


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize("sign", [*";&|<>$`()*?[]{}!#~"])
def test_a_sign_is_literal_in_quotes_alone(sign, quote):
    """What some shell would read is refused outside quotes, wherever it stands."""
    reason = f"{sign} at index 1 stands outside quotes; no shell reads it, so quote it or drop it"
    assert parse_command(f"a{sign}b") == Refusal(reason, 1, sign)
    assert parse_command(f"a{quote}{sign}{quote}b") == (f"a{sign}b",)


@pytest.mark.parametrize(
    ("text", "reason", "index", "character"),
    [
        ("", "it names no program", None, None),
        ("   ", "it names no program", None, None),
        ("'' b", "its first argument, the program, is empty", None, None),
        ("a 'b", "the quote opened at index 2 is never closed", 2, "'"),
        ("a '\"", "the quote opened at index 2 is never closed", 2, "'"),
        (
            "a\tb",
            "U+0009 at index 1 is a control character; only spaces part arguments",
            1,
            "\t",
        ),
        (
            "'\x9f'",
            "U+009F at index 1 is a control character; only spaces part arguments",
            1,
            "\x9f",
        ),
        (
            "a\\ b",
            "there is a backslash at index 1; no escapes exist, not even inside quotes",
            1,
            "\\",
        ),
        (
            '"a\\n"',
            "there is a backslash at index 2; no escapes exist, not even inside quotes",
            2,
            "\\",
        ),
    ],
)
def test_a_refusal_says_why_and_where(text, reason, index, character):
    """A text that is no command is refused at its first fault."""
    assert parse_command(text) == Refusal(reason, index, character)
