"""Tests of strict reading: what is accepted, what is refused, and that the two readers agree."""

from __future__ import annotations

import decimal
import json
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_schemas import _document
from pytest_schemas._document import (
    Fault,
    Position,
    Unreadable,
    depth,
    parse_pointer,
    positions,
    read,
)
from pytest_schemas._scanner import Scanner

THREES = "0." + "3" * 5000
LARGEST = 2**1024 - 2**970 - 1  # the largest integer whose nearest double is finite

ACCEPTED = {
    # Reports R01, R03, R05 and R07
    "same name in sibling objects": '{"a": {"id": 1}, "b": {"id": 2}}',
    "names that differ in case": '{"id": 1, "ID": 2}',
    "word in quotes": '["NaN"]',
    "minus zero": "[-0]",
    "minus zero as a fraction": "[-0.0]",
    "300 digits": "9" * 300,
    "5000 digits after the point": THREES,
    "pair": r'"\ud83d\ude00"',
    "pair in capitals": r'"\uD83D\uDE00"',
    "escaped backslash": r'"\\ud83d"',
    # Structure
    "empty array": "[]",
    "empty object": "{}",
    "white space everywhere": '\t\r\n { \n"a"\r:\t[ 1 , 2\n] } \r',
    "empty name": '{"": 0}',
    "name of an outer object": '{"a": {"a": {"a": 0}}}',
    "names in array items": '[{"a": 0}, {"a": 0}]',
    "name and value alike": '{"a": "a"}',
    "names that normalize alike": '{"\xe9": 0, "e\u0301": 0}',
    "top-level string": '"a"',
    "top-level number": "0",
    "top-level true": "true",
    "top-level false": "false",
    "top-level null": "null",
    "100 levels": "[" * 100 + "]" * 100,
    "100 levels of both kinds": '[{"a":' * 50 + "0" + "}]" * 50,
    "brackets in strings": '["' + "[{" * 101 + '", "' + r"\"\\[" * 101 + '"]',
    "101 arrays beside each other": "[" + "[]," * 100 + "[]]",
    # Numbers
    "exponents": "[1e5, 1E5, 1e+5, 1E-5, 0e0, 0.1e1, 1e005, 1e0000000001]",
    "largest double": "1.7976931348623157e308",
    "largest integer": str(LARGEST),
    "smallest integer": str(-LARGEST),
    "308 zeros": "1" + "0" * 308,
    "no double is that small": "[1e-400, -1e-400, 5e-324]",
    "many digits, small exponent": "1" * 400 + "e-300",
    "zeros and a large exponent": "0." + "0" * 400 + "1e700",
    "zero with any exponent": "[0e999999, 0.0e+400]",
    "what would be too large, in a string": '["1e400", "' + "7" * 400 + '"]',
    # Strings
    "all escapes": r'"\"\\\/\b\f\n\r\t\u00e9\u00E9\u0000\uffff"',
    "delete": '"\x7f"',
    "separators": '"\u2028\u2029\x85"',
    "noncharacters": '"\ufffe\U0010ffff"',
    "raw beyond the basic plane": '"\U0001f600"',
    "mark inside": '"\ufeff"',
    "Hangul": '"\ud55c\uad6d\uc5b4 \ud7ff"',
    "private use": '"\ue000"',
    "pairs side by side": r'"\ud83d\ude00\ud83d\ude00"',
    "backslash before a pair": r'"\\\ud83d\ude00"',
    "escaped backslashes before u": r'"\\\\ud83d"',
}

REFUSED = {
    # Reports R01, R03, R05 and R07
    "name twice": ('{"id": 1, "id": 2}', "json/duplicate-key"),
    "name twice with equal values": ('{"id": 1, "id": 1}', "json/duplicate-key"),
    "name twice inside an array item": ('[{"ok": 1}, {"k": 1, "k": 1}]', "json/duplicate-key"),
    "NaN": ("[NaN]", "json/non-finite"),
    "Infinity": ("[Infinity]", "json/non-finite"),
    "minus Infinity": ("[-Infinity]", "json/non-finite"),
    "leading zero": ("[01]", "json/syntax"),
    "bare point": ("[1.]", "json/syntax"),
    "plus sign": ("[+1]", "json/syntax"),
    "trailing comma": ("[1,]", "json/syntax"),
    "5000 digits": ("7" * 5000, "json/non-finite"),
    "8000 digits, cut off": ('{"price": ' + "7" * 8000, "json/non-finite"),
    "high half alone": (r'"\ud83d"', "json/lone-surrogate"),
    "low half first": (r'"\ude00\ud83d"', "json/lone-surrogate"),
    "two high halves, one low": (r'"\ud83d\ud83d\ude00"', "json/lone-surrogate"),
    "half in a name": (r'{"k\udc00": 1}', "json/lone-surrogate"),
    # Structure
    "nothing": ("", "json/syntax"),
    "white space alone": (" \n", "json/syntax"),
    "form feed": ("\f1", "json/syntax"),
    "no-break space": ("\xa01", "json/syntax"),
    "mark": ("\ufeff1", "json/bom"),
    "mark alone": ("\ufeff", "json/bom"),
    "mark after white space": (" \ufeff1", "json/syntax"),
    "text after the value": ("{}x", "json/syntax"),
    "two values": ("1\n2", "json/syntax"),
    "NUL at the end": ("1\0", "json/syntax"),
    "unclosed array": ("[1", "json/syntax"),
    "unclosed object": ('{"a": 1', "json/syntax"),
    "unclosed string": ('"a', "json/syntax"),
    "wrong bracket": ("[}", "json/syntax"),
    "extra bracket": ("[]]", "json/syntax"),
    "comma alone": ("[,]", "json/syntax"),
    "two commas": ("[1,,2]", "json/syntax"),
    "no colon": ('{"a" 1}', "json/syntax"),
    "comma for colon": ('{"a", 1}', "json/syntax"),
    "no value": ('{"a":}', "json/syntax"),
    "no name": ("{:1}", "json/syntax"),
    "number as a name": ("{1: 1}", "json/syntax"),
    "name without quotes": ("{a: 1}", "json/syntax"),
    "single quotes": ("['a']", "json/syntax"),
    "comment": ("[1] // one", "json/syntax"),
    "code fence": ("```json\n{}\n```", "json/syntax"),
    "prose": ("Here it is: {}", "json/syntax"),
    "web page": ("<!doctype html>", "json/syntax"),
    "name twice through an escape": (r'{"ts": 1, "\u0074s": 1}', "json/duplicate-key"),
    "empty name twice": ('{"": 1, "": 1}', "json/duplicate-key"),
    "name three times": ('{"a": 1, "a": 1, "a": 1}', "json/duplicate-key"),
    "101 levels": ("[" * 101 + "]" * 101, "json/nesting"),
    "101 levels of both kinds": ('[{"a":' * 50 + "[]" + "}]" * 50, "json/nesting"),
    "100,000 brackets": ("[" * 100_000, "json/nesting"),
    "100,000 objects": ('{"a":' * 100_000, "json/nesting"),
    "101 levels after closing brackets in strings": (
        '["' + "]" * 101 + r'", "\\", "\"]", ' + "[" * 100 + "]" * 101,
        "json/nesting",
    ),
    # Numbers
    "too large an exponent": ("1e400", "json/non-finite"),
    "negative and too large": ("-1E+400", "json/non-finite"),
    "exponent with leading zeros": ("1e0400", "json/non-finite"),
    "half a step above the largest double": (str(LARGEST + 1), "json/non-finite"),
    "309 nines": ("[-" + "9" * 309 + "]", "json/non-finite"),
    "digits and exponent together": ("1" * 250 + "e60", "json/non-finite"),
    "digits, point and exponent": ("1" * 211 + ".5E99", "json/non-finite"),
    "minus alone": ("[-]", "json/syntax"),
    "minus and a leading zero": ("[-01]", "json/syntax"),
    "no digit before the point": ("[.5]", "json/syntax"),
    "no exponent": ("[1e]", "json/syntax"),
    "exponent of a sign": ("[1e+]", "json/syntax"),
    "point in an exponent": ("[1e1.5]", "json/syntax"),
    "hexadecimal": ("[0x1]", "json/syntax"),
    "underscore": ("[1_0]", "json/syntax"),
    "digit of another script": ("[\u0661]", "json/syntax"),
    "fullwidth digit": ("[1\uff11]", "json/syntax"),
    "nan": ("[nan]", "json/syntax"),
    "plus Infinity": ("[+Infinity]", "json/syntax"),
    "minus NaN": ("[-NaN]", "json/syntax"),
    "word in capitals": ("[TRUE]", "json/syntax"),
    "word cut off": ("[nul]", "json/syntax"),
    "word run on": ("[truefalse]", "json/syntax"),
    # Strings
    "line feed in a string": ('"\n"', "json/syntax"),
    "tab in a string": ('"\t"', "json/syntax"),
    "NUL in a string": ('"\0"', "json/syntax"),
    "control character in a name": ('{"\x1f": 1}', "json/syntax"),
    "unknown escape": (r'"\a"', "json/syntax"),
    "hexadecimal escape": (r'"\x41"', "json/syntax"),
    "short escape": (r'"\u00e"', "json/syntax"),
    "escape that is no number": (r'"\u00g0"', "json/syntax"),
    "escape with a sign": (r'"\u-0e9"', "json/syntax"),
    "escape with digits of another script": ('"\\u\u0661\u0661\u0661\u0661"', "json/syntax"),
    "escaped closing quote": (r'"\"', "json/syntax"),
    "low half alone": (r'"\udfff"', "json/lone-surrogate"),
    "two high halves": (r'"\ud83d\ud83d"', "json/lone-surrogate"),
    "two low halves": (r'"\udc00\udc00"', "json/lone-surrogate"),
    "high half before an escaped letter": (r'"\ud83d\u0041"', "json/lone-surrogate"),
    "high half before a letter": (r'"\uD800a"', "json/lone-surrogate"),
    "high half before another escape": (r'"\udbff\n"', "json/lone-surrogate"),
    "low half after a pair": (r'"\ud83d\ude00\ude00"', "json/lone-surrogate"),
    "halves with a backslash between": (r'"\ud83d\\\ude00"', "json/lone-surrogate"),
    "low half after an escaped backslash": (r'"\\ud83d\ude00"', "json/lone-surrogate"),
    "raw half": ('"\ud800"', "json/lone-surrogate"),
    "raw halves": ('"\ud83d\ude00"', "json/lone-surrogate"),
    "raw half before an escaped one": ('"\ud83d\\ude00"', "json/lone-surrogate"),
    "raw half outside a string": ("[\ud800]", "json/syntax"),
}


def fault_of(source, **limits) -> Fault:
    with pytest.raises(Unreadable) as refused:
        read(source, **limits)
    return refused.value.fault


def was_read(source: str | bytes) -> object:
    """What reading makes of a source: its value with every type told, or its fault."""
    try:
        return repr(read(source))
    except Unreadable as refused:
        return refused.fault


def was_scanned(text: str) -> object:
    """The same, by the scanner alone."""
    try:
        return repr(_document._build(Scanner(text, 100), _document._number))
    except Unreadable as refused:
        return refused.fault


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_accepted(text, monkeypatch):
    """JSON is read, as text and as bytes, by the fast reader alone."""
    monkeypatch.setattr(_document, "_build", None)

    assert read(text) == read(text.encode()) == json.loads(text)


@pytest.mark.parametrize(("text", "rule"), REFUSED.values(), ids=REFUSED)
def test_refused(text, rule):
    """What is not JSON, or means different things to different readers, is refused by a rule."""
    assert fault_of(text).rule == rule


@pytest.mark.parametrize(
    "text",
    [*ACCEPTED.values(), *(text for text, _ in REFUSED.values())],
    ids=[*ACCEPTED, *REFUSED],
)
def test_both_readers_agree(text):
    """The fast reader and the scanner accept the same texts and read the same values."""
    assert was_read(text) == was_scanned(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip
TEXTS = st.builds(json.dumps, JSON, ensure_ascii=st.booleans(), indent=st.sampled_from([None, 1]))
SCRAPS = st.sampled_from([
    *'[]{}",:\\/ \n\t\r\0aeEutn019.-+\'', "\ufeff", "\ud800", "\udc00", "\xa0", "\u0661",
    r"\ud83d", r"\ude00", r"\\", r"\"", "\\u00",
    "null", "true", "NaN", "-Infinity", "1e400", "e999", '"a":', "9" * 309,
])  # fmt: skip


@st.composite
def damaged(draw) -> str:
    """A JSON text with a few scraps put in, or put in the place of something."""
    text = draw(TEXTS)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 2))
        text = text[:start] + draw(SCRAPS) + text[end:]
    return text


@given(TEXTS | damaged() | st.lists(SCRAPS, max_size=12).map("".join))
@example('{"a": 0, "a": 0}')
@example(r'"\\\ud83d\\\\\ude00"')
def test_both_readers_agree_on_any_text(text):
    """The fast reader and the scanner accept the same texts and read the same values."""
    assert was_read(text) == was_scanned(text)


@given((TEXTS | damaged()).filter(lambda text: "\0" not in text[:2]))  # as UTF-16 has it
def test_bytes_read_like_their_text(text):
    """Encoding a text changes neither its value nor its fault."""
    raw = text.encode("utf-8", "replace")

    assert was_read(raw) == was_read(raw.decode())


@given(TEXTS.filter(lambda text: text[0] in '[{"'), st.data())
def test_a_part_of_a_text_is_refused(text, data):
    """An array, an object or a string that is cut off anywhere is no JSON."""
    part = text[: data.draw(st.integers(0, len(text) - 1))]

    assert fault_of(part).rule in ("json/syntax", "json/lone-surrogate")


@pytest.mark.parametrize(
    "source",
    [
        pytest.param('{"a": "\xe9"}'.encode(), id="bytes"),
        pytest.param(bytearray('{"a": "\xe9"}'.encode()), id="bytearray"),
        pytest.param(memoryview('{"a": "\xe9"}'.encode()), id="memoryview"),
        pytest.param(memoryview('..{"a": "\xe9"}'.encode())[2:], id="part of a memoryview"),
        pytest.param('{"a": "\xe9"}', id="str"),
    ],
)
def test_sources(source):
    """A text is taken from whatever holds it."""
    assert read(source) == {"a": "\xe9"}


@pytest.mark.parametrize(
    ("raw", "byte", "position"),
    [
        pytest.param(b'["\xe9"]', "0xE9", Position(1, 3), id="Latin-1"),
        pytest.param(
            '[1,\r\n "\xe9\U0001f600'.encode() + b'\xff"]', "0xFF", Position(2, 5), id="second line"
        ),
        pytest.param(b'"\xc3', "0xC3", Position(1, 2), id="cut off"),
        pytest.param(b'"\xed\xa0\x80"', "0xED", Position(1, 2), id="surrogate"),
        pytest.param(b'"\xc0\x80"', "0xC0", Position(1, 2), id="overlong"),
        pytest.param(b"\x80", "0x80", Position(1, 1), id="first byte"),
        pytest.param(b"1\xff", "0xFF", Position(1, 2), id="after the value"),
    ],
)
def test_not_utf8(raw, byte, position):
    """A text that is not UTF-8 is refused at the bad byte, the columns counted in characters."""
    assert fault_of(raw) == Fault("json/utf8", f"the byte {byte} is not UTF-8 here", (), position)


@pytest.mark.parametrize(
    "encoding",
    ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"],
)
def test_wider_encodings(encoding):
    """A text in another Unicode encoding is told as such, with a mark or without."""
    assert fault_of("[1]".encode(encoding)) == Fault(
        "json/utf8",
        "the text looks like UTF-16 or UTF-32: JSON is exchanged in UTF-8",
        (),
        Position(1, 1),
    )


def test_byte_order_mark_in_bytes():
    """The mark is refused as bytes too."""
    assert fault_of(b"\xef\xbb\xbf{}") == Fault(
        "json/bom", "a byte order mark: start with the value itself", (), Position(1, 1)
    )


@pytest.mark.parametrize(
    ("raw", "rule"),
    [
        pytest.param(b'{a: "\xe9"}', "json/syntax", id="syntax"),
        pytest.param(b'[1e400, "\xe9"]', "json/non-finite", id="number"),
        pytest.param(b'\xef\xbb\xbf"\xe9"', "json/bom", id="mark"),
        pytest.param(b'["\\ud83d\xe9"]', "json/lone-surrogate", id="surrogate"),
        pytest.param(b'"\xe9" x', "json/utf8", id="fault after the byte"),
    ],
)
def test_a_fault_before_a_bad_byte_is_told(raw, rule):
    """The first fault is told, also where a bad byte follows."""
    assert fault_of(raw).rule == rule


def test_exact_integers():
    """Integers keep their exact value."""
    digits = "123456789" * 30

    assert read(f"[{digits}, -{digits}, {LARGEST}]") == [int(digits), -int(digits), LARGEST]


def test_types_of_numbers():
    """A number with a fraction or an exponent is a float, any other an int."""
    assert repr(read("[1, 1.0, 1e2, -0, -0.0]")) == "[1, 1.0, 100.0, 0, -0.0]"


def test_numbers_by_their_spelling():
    """A function may stand in for `int` and `float`, and gets each spelling as it is."""
    text = '{"a": [1.50, -0, 1E2], "b": "1"}'

    assert read(text, number=str) == {"a": ["1.50", "-0", "1E2"], "b": "1"}
    assert read("[0.10]", number=decimal.Decimal) == [decimal.Decimal("0.10")]


def test_numbers_by_their_spelling_are_checked_as_well():
    """No function for numbers gets to see what is too large."""
    assert fault_of("[1e400]", number=str).rule == "json/non-finite"


def test_an_error_of_the_function_for_numbers_is_passed_on():
    """An error of that function is no fault of the text."""

    def refuse(spelling: str) -> object:
        raise ValueError(f"cannot take {spelling}")

    with pytest.raises(ValueError, match=r"^cannot take 1$"):
        read("[1]", number=refuse)


def test_limit_of_nesting():
    """The limit can be moved either way."""
    assert read("[[]]", max_nesting=2) == [[]]
    assert fault_of("[[]]", max_nesting=1) == Fault(
        "json/nesting",
        "nested more than 1 levels deep, which is the limit",
        (0,),
        Position(1, 2),
    )
    assert fault_of("[]", max_nesting=0).rule == "json/nesting"


def test_deeper_than_the_stack():
    """Whatever the limit allows is read, also where the decoder runs out of stack."""
    value = read("[" * 100_000 + "1" + "]" * 100_000, max_nesting=100_000)

    assert depth(value) == 100_000


@pytest.mark.parametrize(
    ("source", "size"),
    [
        pytest.param('"\xe9"', 4, id="str, counted in UTF-8"),
        pytest.param('"\xe9"'.encode(), 4, id="bytes"),
        pytest.param('"\ud800"', 5, id="str with a surrogate"),
        pytest.param(b"\xff\xff", 2, id="before anything else"),
    ],
)
def test_limit_of_size(source, size):
    """A text over the limit is refused as a whole, its size counted in bytes of UTF-8."""
    assert fault_of(source, max_size=size - 1) == Fault(
        "json/size",
        f"{size} bytes of UTF-8, more than the limit of {size - 1}",
        (),
        Position(1, 1),
    )


def test_a_text_of_the_limit_is_read():
    """The limit itself is allowed."""
    assert read('"\xe9"', max_size=4) == "\xe9"


def test_the_digit_limit_of_python_does_not_matter():
    """Long integers are judged alike whatever the interpreter's limit is, and it stays as it is."""
    script = (
        "import sys\n"
        "from pytest_schemas._document import Unreadable, read\n"
        "read('9' * 308)\n"
        "try:\n"
        "    read('9' * 5000)\n"
        "except Unreadable as refused:\n"
        "    print(refused.fault.rule, sys.get_int_max_str_digits())\n"
    )
    for limit in ("0", "640"):
        run = subprocess.run(
            [sys.executable, "-X", f"int_max_str_digits={limit}", "-c", script],
            capture_output=True,
            text=True,
            check=True,
        )

        assert run.stdout == f"json/non-finite {limit}\n"


def test_the_error_has_no_chain():
    """The reader shows nothing of how it found the fault."""
    for source in ("[1,]", b"\xff", "[" * 5000):
        with pytest.raises(Unreadable) as refused:
            read(source)

        assert (refused.value.__cause__, refused.value.__context__) == (None, None)


TEXT = '{\n  "a/b": [1, {"": "x"}],\n  "m~n": null\n}'


def test_positions():
    """Each value is found by its pointer where it starts."""
    assert positions(TEXT).values == {
        "": Position(1, 1),
        "/a~1b": Position(2, 10),
        "/a~1b/0": Position(2, 11),
        "/a~1b/1": Position(2, 14),
        "/a~1b/1/": Position(2, 19),
        "/m~0n": Position(3, 10),
    }


def test_name_positions():
    """Each member is found by its pointer where its name starts."""
    assert positions(TEXT).names == {
        "/a~1b": Position(2, 3),
        "/a~1b/1/": Position(2, 15),
        "/m~0n": Position(3, 3),
    }


@pytest.mark.parametrize("source", ["[1,]", b'"\xe9"', "[" * 100_000, '{"a": 1, "a": 2}'])
def test_positions_of_an_unreadable_text(source):
    """A text that cannot be read has no positions, for the same reason."""
    with pytest.raises(Unreadable) as refused:
        positions(source)

    assert refused.value.fault == fault_of(source)


@given(TEXTS)
def test_positions_lead_to_the_values(text):
    """What stands at a position is the value that the pointer leads to."""
    lines = text.split("\n")
    for where, at in positions(text).values.items():
        value = read(text)
        for token in parse_pointer(where):
            value = value[int(token) if isinstance(value, list) else token]
        rest = "\n".join([lines[at.line - 1][at.column - 1 :], *lines[at.line :]])

        assert json.JSONDecoder().raw_decode(rest)[0] == value
