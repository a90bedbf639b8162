"""Tests of the exact reading of a text: its events, their places, and the reason of each fault."""

from __future__ import annotations

import pytest

from pytest_schemas._fault import Fault, Position, Unreadable
from pytest_schemas._scanner import Event, Scanner


def fault_of(text: str, max_nesting: int = 100) -> Fault:
    with pytest.raises(Unreadable) as refused:
        list(Scanner(text, max_nesting).events())
    return refused.value.fault


def test_events():
    """A text is told step by step, each step with the index where it starts."""
    events = list(Scanner('{"a": [1.50, "x"], "b": {}}', 100).events())

    assert events == [
        Event("open", 0, "{"),
        Event("name", 1, "a"),
        Event("open", 6, "["),
        Event("number", 7, "1.50"),
        Event("value", 13, "", "x"),
        Event("close", 16, "]"),
        Event("name", 19, "b"),
        Event("open", 24, "{"),
        Event("close", 25, "}"),
        Event("close", 26, "}"),
    ]


def test_path_follows_the_events():
    """At each step the path leads to the value or the member that the step is about."""
    scanner = Scanner('{"a": [1, [true]], "b": null}', 100)
    paths = [(event.kind, scanner.path) for event in scanner.events() if event.kind != "close"]

    assert paths == [
        ("open", ()),
        ("name", ("a",)),
        ("open", ("a",)),
        ("number", ("a", 0)),
        ("open", ("a", 1)),
        ("value", ("a", 1, 0)),
        ("name", ("b",)),
        ("value", ("b",)),
    ]


@pytest.mark.parametrize(
    ("before", "place"),
    [
        pytest.param("", Position(1, 1), id="start"),
        pytest.param("  ", Position(1, 3), id="spaces"),
        pytest.param("\t", Position(1, 2), id="a tab is one column"),
        pytest.param("\n\n ", Position(3, 2), id="line feeds"),
        pytest.param("\r\r ", Position(3, 2), id="carriage returns"),
        pytest.param("\r\n\r\n ", Position(3, 2), id="both together are one line end"),
        pytest.param("\n\r", Position(3, 1), id="the other way round they are two"),
        pytest.param('["\U0001f600\u2028\x85",', Position(1, 8), id="columns count code points"),
    ],
)
def test_position(before, place):
    """Lines end as in a text file, and columns count code points."""
    assert fault_of(before + "!").position == place


SYNTAX = [
    # Nothing, or not all
    ("", 1, "the text is empty: a document is one JSON value"),
    ("  ", 3, "the text is empty: a document is one JSON value"),
    ("[", 2, "the text ends early: the array that starts at 1:1 is not closed"),
    ("[[1],", 6, "the text ends early: the array that starts at 1:1 is not closed"),
    ("[1, {", 6, "the text ends early: the object that starts at 1:5 is not closed"),
    ('{"a"', 5, "the text ends early: the object that starts at 1:1 is not closed"),
    ('{"a":', 6, "the text ends early: the object that starts at 1:1 is not closed"),
    ('{"a":1', 7, "the text ends early: the object that starts at 1:1 is not closed"),
    ('["abc', 6, "the text ends early: the string that starts at 1:2 is not closed"),
    ('"abc\\', 6, "the text ends early: the string that starts at 1:1 is not closed"),
    # Commas, colons and brackets
    ("[1,]", 3, "a comma before ]: leave it out"),
    ('{"a":1 , }', 8, "a comma before }: leave it out"),
    ("[,1]", 2, "the character , where a value is expected"),
    ("[1,,2]", 4, "the character , where a value is expected"),
    ('{"a":1,,}', 8, "the character , where a name in double quotes is expected"),
    ('{"a":}', 6, "the character } where a value is expected"),
    ("[1}", 3, "the character } where a comma or ] is expected"),
    ('{"a":1]', 7, "the character ] where a comma or } is expected"),
    ("[1;2]", 3, "the character ; where a comma or ] is expected"),
    ("[1 2]", 4, "the number 2 without a comma before it"),
    ('{"a":1 "b":2}', 8, "a string without a comma before it"),
    ("[[] []]", 5, "the character [ without a comma before it"),
    ("[1 true]", 4, "the word true without a comma before it"),
    ('{"a" 1}', 6, "the number 1 where a colon is expected"),
    ('{"a"=1}', 5, "the character = where a colon is expected"),
    ('{"a":1:2}', 7, "the character : where a comma or } is expected"),
    # Names and strings
    ("{a:1}", 2, "the word a where a name in double quotes is expected"),
    ("{null:1}", 2, "the word null where a name in double quotes is expected"),
    ("{1:2}", 2, "the number 1 where a name in double quotes is expected"),
    ("{'a':1}", 2, "a name in single quotes: use double quotes"),
    ("['a']", 2, "a string in single quotes: use double quotes"),
    ("[`a`]", 2, "a string in backquotes: use double quotes"),
    ("{\u201ca\u201d:1}", 2, "a name in typographic quotes: use double quotes"),
    ("[\u2018a\u2019]", 2, "a string in typographic quotes: use double quotes"),
    ('"a\nb"', 3, r"a control character in a string: write \n"),
    ('"a\0b"', 3, r"a control character in a string: write \u0000"),
    (r'"\x41"', 2, r"\x, which is no escape of JSON"),
    (r'"\u12g4"', 2, r"\u12g4, which is no escape of JSON"),
    (r'"\u+123"', 2, r"\u+123, which is no escape of JSON"),
    (r'"\U00000041"', 2, r"\U, which is no escape of JSON"),
    # Words
    ("[True]", 2, "the word True: JSON writes true"),
    ("[False]", 2, "the word False: JSON writes false"),
    ("None", 1, "the word None: JSON writes null"),
    ("[undefined]", 2, "the word undefined: JSON writes null"),
    ("[nan]", 2, "the word nan where a value is expected"),
    ("[nulls]", 2, "the word nulls where a value is expected"),
    ("[tru]", 2, "the word tru where a value is expected"),
    ("[\xe9]", 2, r"the word \xe9 where a value is expected"),
    # Numbers
    ("[01]", 2, "the number 01 has a leading zero"),
    ("[-012]", 2, "the number -012 has a leading zero"),
    ("[+1]", 2, "the number +1 has a plus sign in front"),
    ("[+Infinity]", 2, "the number +Infinity has a plus sign in front"),
    ("[.5]", 2, "the number .5 has no digit before the point"),
    ("[-.5]", 2, "the number -.5 has no digit before the point"),
    ("[1.]", 2, "the number 1. has no digit after the point"),
    ("[1.e5]", 2, "the number 1.e5 has no digit after the point"),
    ("[1e]", 2, "the number 1e has no digit in its exponent"),
    ("[1.5E+]", 2, "the number 1.5E+ has no digit in its exponent"),
    ("[-]", 2, "the number - has no digit"),
    ("[0x1F]", 2, "the number 0x1F is not decimal"),
    ("[1_000]", 2, "the number 1_000 is not written as JSON writes numbers"),
    ("[1.2.3]", 2, "the number 1.2.3 is not written as JSON writes numbers"),
    ("[--1]", 2, "the number --1 is not written as JSON writes numbers"),
    ("[\u0663]", 2, r"the number \u0663 is not written as JSON writes numbers"),
    (
        f"[0{'1' * 50}]",
        2,
        f"the number 0{'1' * 39}... (51 characters) has a leading zero",
    ),
    # What is not JSON at all
    ("[1 // one\n]", 4, "a comment: JSON has none"),
    ("/* one */ 1", 1, "a comment: JSON has none"),
    ("{# one\n}", 2, "a comment: JSON has none"),
    ("```json\n{}\n```", 1, "a code fence: give the JSON alone"),
    ("[1, ...]", 5, "an ellipsis: give the whole document"),
    (
        "Here it is:\n{}",
        1,
        '"Here it is:" where the value should start: give the JSON alone',
    ),
    ("<html>", 1, '"<html>" where the value should start: give the JSON alone'),
    ("]", 1, '"]" where the value should start: give the JSON alone'),
    ("[1/2]", 3, "the character / where a comma or ] is expected"),
    ("[\0]", 2, "the character U+0000 where a value is expected"),
    (
        "[\xa01]",
        2,
        "the character U+00A0, which is no white space in JSON, where a value is expected",
    ),
    ("[\ud800]", 2, "the character U+D800 where a value is expected"),
    # More after the value
    ("{} {}", 4, "a second value: a document is one"),
    ("1 2", 3, "a second value: a document is one"),
    ("1 null", 3, "a second value: a document is one"),
    ("[1]]", 4, '"]" after the value'),
    ("{}, {}", 3, '", {}" after the value'),
    ("{} Hope this helps!\n", 4, '"Hope this helps!" after the value'),
    ("{} // done", 4, "a comment: JSON has none"),
    ("{} ```", 4, "a code fence: give the JSON alone"),
]


@pytest.mark.parametrize(
    ("text", "column", "reason"), SYNTAX, ids=[ascii(text) for text, _, _ in SYNTAX]
)
def test_syntax(text, column, reason):
    """A fault of syntax is found where it stands, with what was found and what to do."""
    assert fault_of(text) == Fault("json/syntax", reason, (), Position(1, column))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            "\ufeff1",
            Fault("json/bom", "a byte order mark: start with the value itself", (), Position(1, 1)),
            id="byte order mark",
        ),
        pytest.param(
            '[{"k": 1,\n  "k": 1}]',
            Fault(
                "json/duplicate-key",
                'the name "k" a second time in one object (first at 1:3)',
                (0, "k"),
                Position(2, 3),
            ),
            id="name twice",
        ),
        pytest.param(
            r'{"ts": 1, "\u0074s": 2}',
            Fault(
                "json/duplicate-key",
                'the name "ts" a second time in one object (first at 1:2)',
                ("ts",),
                Position(1, 11),
            ),
            id="name twice through an escape",
        ),
        pytest.param(
            '{"a": [0, NaN]}',
            Fault("json/non-finite", "NaN, which is no JSON number", ("a", 1), Position(1, 11)),
            id="NaN",
        ),
        pytest.param(
            "-Infinity",
            Fault("json/non-finite", "-Infinity, which is no JSON number", (), Position(1, 1)),
            id="minus Infinity",
        ),
        pytest.param(
            '{"a": -1e400}',
            Fault(
                "json/non-finite",
                "the number -1e400 is too large: its nearest double is infinite",
                ("a",),
                Position(1, 7),
            ),
            id="too large a number",
        ),
        pytest.param(
            '{"price": ' + "7" * 8000,
            Fault(
                "json/non-finite",
                f"the number {'7' * 40}... (8000 characters) is too large: "
                "its nearest double is infinite",
                ("price",),
                Position(1, 11),
            ),
            id="too many digits, cut off",
        ),
        pytest.param(
            r'["ok", "a\ud83d"]',
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+D83D, which stands for no character",
                (1,),
                Position(1, 10),
            ),
            id="half a pair in a string",
        ),
        pytest.param(
            r'[{"a": 1, "k\uDC00": 1}]',
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+DC00, which stands for no character",
                (0,),
                Position(1, 13),
            ),
            id="half a pair in a name is a fault of the object",
        ),
        pytest.param(
            '"a\ud800\udc00"',
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+D800, which stands for no character",
                (),
                Position(1, 3),
            ),
            id="surrogates as they are never pair",
        ),
        pytest.param(
            '[[], {"a": [0, {}]}]',
            Fault(
                "json/nesting",
                "nested more than 3 levels deep, which is the limit",
                (1, "a", 1),
                Position(1, 16),
            ),
            id="too deep",
        ),
    ],
)
def test_faults_of_other_rules(text, fault):
    """Each rule tells the value at fault, its place and the reason."""
    assert fault_of(text, max_nesting=3) == fault


@pytest.mark.parametrize(
    ("text", "rule", "column"),
    [
        pytest.param('{"a": 1, "a": 01}', "json/duplicate-key", 10, id="name before its value"),
        pytest.param('[01, "\\ud800"]', "json/syntax", 2, id="number before string"),
        pytest.param('["\\ud800", 01]', "json/lone-surrogate", 3, id="string before number"),
        pytest.param('["\\ud800\\x"]', "json/lone-surrogate", 3, id="within one string"),
        pytest.param("[NaN, ", "json/non-finite", 2, id="before the early end"),
        pytest.param("[[[[1e999]", "json/nesting", 4, id="depth before what is inside"),
        pytest.param("\ufeff[01]", "json/bom", 1, id="mark before all"),
    ],
)
def test_the_first_fault_is_told(text, rule, column):
    """Of several faults in a text the first is told."""
    fault = fault_of(text, max_nesting=3)

    assert (fault.rule, fault.position) == (rule, Position(1, column))
