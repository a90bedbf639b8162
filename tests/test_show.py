"""How messages show values: as JSON, on one line, cut where they are long."""

from __future__ import annotations

import datetime
import enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_schemas._document import read
from pytest_schemas._show import LIMIT, counted, listed, printable, show

#: More than any value here is long.
WHOLE = 1_000_000


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(None, "null", id="null"),
        pytest.param(True, "true", id="true"),
        pytest.param(1, "1", id="integer"),
        pytest.param(1.0, "1.0", id="number"),
        pytest.param(-0.0, "-0.0", id="minus zero"),
        pytest.param(1e300, "1e+300", id="large number"),
        pytest.param("a", '"a"', id="string"),
        pytest.param("", '""', id="empty string"),
        pytest.param('"\\', r'"\"\\"', id="quotes and backslashes"),
        pytest.param("a\nb\tc\x00\x7f", r'"a\nb\tc\u0000\u007f"', id="control characters"),
        pytest.param("é ß 漢 😀", '"é ß 漢 😀"', id="letters that print"),
        pytest.param(
            "\u00a0\u2028\u200b\ufeff\u3000",
            r'"\u00a0\u2028\u200b\ufeff\u3000"',
            id="white space that hides",
        ),
        pytest.param("\u202eabc", r'"\u202eabc"', id="right to left"),
        pytest.param("\ud800", r'"\ud800"', id="unpaired surrogate"),
        pytest.param("\U000e0001", r'"\udb40\udc01"', id="unprintable beyond the BMP"),
        pytest.param([], "[]", id="empty array"),
        pytest.param({}, "{}", id="empty object"),
        pytest.param([1, [None, "a"], {}], '[1, [null, "a"], {}]', id="array"),
        pytest.param({"a": 1, "b": {"c": [True]}}, '{"a": 1, "b": {"c": [true]}}', id="object"),
        pytest.param({"b": 1, "a": 2}, '{"b": 1, "a": 2}', id="order of the members"),
        pytest.param({1: 2}, "{1: 2}", id="a name that is a number"),
        pytest.param({1, 2}, "a Python set", id="set"),
        pytest.param((1, 2), "a Python tuple", id="tuple"),
        pytest.param(b"a", "a Python bytes", id="bytes"),
        pytest.param([datetime.date(2026, 1, 2)], "[a Python date]", id="date"),
        pytest.param({(1,): 2}, "{a Python tuple: 2}", id="a name that is a tuple"),
        pytest.param(
            [float("inf"), float("-inf"), float("nan")],
            "[Infinity, -Infinity, NaN]",
            id="no JSON numbers",
        ),
    ],
)
def test_a_value_is_shown_as_json(value: object, text: str) -> None:
    """As it would be written, with escapes for what no eye could tell apart."""
    assert show(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param("a" * 68, f'"{"a" * 68}"', id="a string that just fits"),
        pytest.param("a" * 69, f'"{"a" * 69}... (69 characters)', id="a string one too long"),
        pytest.param("a" * 9999, f'"{"a" * 69}... (9999 characters)', id="a long string"),
        pytest.param([1] * 999, f"[{'1, ' * 23}... (999 items)", id="a long array"),
        pytest.param(["a" * 99], f'["{"a" * 68}... (1 item)', id="an array of a long string"),
        pytest.param({"a" * 99: 1}, f'{{"{"a" * 68}... (1 member)', id="a long name"),
        pytest.param(
            {"a": 1, "b": "x" * 99},
            '{"a": 1, "b": "' + "x" * 55 + "... (2 members)",
            id="an object",
        ),
        pytest.param(10**99, f"1{'0' * 69}...", id="a long number"),
        pytest.param("\n" * 50, '"' + r"\n" * 34 + "... (50 characters)", id="between two escapes"),
        pytest.param(
            "\x00" * 50, '"' + r"\u0000" * 11 + "... (50 characters)", id="between two long escapes"
        ),
    ],
)
def test_a_long_value_is_cut_and_its_size_told(value: object, text: str) -> None:
    """After seventy characters, with how much there is of it."""
    assert show(value) == text


def test_the_limit_can_be_set() -> None:
    """A line of its own has room for more."""
    assert show("abcdef", 8) == '"abcdef"'
    assert show("abcdefg", 8) == '"abcdefg... (7 characters)'


class Counting(list[Any]):
    """A list that counts how many of its items somebody looks at."""

    looked_at = 0

    def __iter__(self) -> Any:
        for each in super().__iter__():
            self.looked_at += 1
            yield each


def test_no_more_of_a_value_is_looked_at_than_is_shown() -> None:
    """A message about a large document is made as fast as one about a small one."""
    large = Counting(range(100_000))

    show(large)

    assert large.looked_at < LIMIT


def test_a_value_that_contains_itself_is_shown_to_the_limit() -> None:
    """It has no end, and the text has one."""
    ring: list[Any] = [1]
    ring.append(ring)

    assert show(ring) == f"{'[1, ' * 17}[1... (2 items)"


def test_a_deep_value_is_shown_under_a_deep_stack() -> None:
    """The levels that are shown fit into what Python leaves to a test of many frames."""
    value: Any = 1
    for _ in range(10_000):
        value = [value]

    def below(frames: int) -> str:
        return below(frames - 1) if frames else show(value)

    assert below(300) == f"{'[' * 70}... (1 item)"


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: [value]], ids=["root", "item"])
def test_an_integer_of_many_digits_is_cut_too(wrap: Any) -> None:
    """Python refuses to write out more than 4300 digits at once."""
    assert len(show(wrap(10**5000))) < 150


class Colour(str, enum.Enum):
    """A string with another name."""

    RED = "red"


@pytest.mark.parametrize(
    ("value", "text"),
    [(Colour.RED, '"red"'), (Counting([1]), "[1]"), (type("N", (int,), {})(5), "5")],
    ids=["str", "list", "int"],
)
def test_a_subclass_of_a_json_type_is_shown_as_json(value: object, text: str) -> None:
    """As it would be written."""
    assert show(value) == text


@settings(deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(exclude_categories=["Cs"])),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
        ),
        max_leaves=10,
    )
)
def test_what_is_shown_whole_can_be_read_back(value: object) -> None:
    """The text is JSON, on one line, and it stands for the value."""
    text = show(value, WHOLE)

    assert len(text.splitlines()) == 1
    assert text.isprintable()
    assert repr(read(text)) == repr(value)


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(0, 100))
def test_a_text_is_never_longer_than_its_limit_and_its_size(value: str, limit: int) -> None:
    """Whatever is cut off is at the end."""
    whole, text = show(value, WHOLE), show(value, limit)

    if len(whole) <= limit:
        assert text == whole
    else:
        shown = text.removesuffix(f"... ({counted(len(value), 'character')})")
        assert whole.startswith(shown)
        assert len(shown) <= limit


@pytest.mark.parametrize(
    ("values", "text"),
    [
        pytest.param([], "", id="none"),
        pytest.param(["a"], '"a"', id="one"),
        pytest.param(["a", 1, None], '"a", 1, null', id="three"),
        pytest.param(list(range(8)), "0, 1, 2, 3, 4, 5, 6, 7", id="eight"),
        pytest.param(list(range(10)), "0, 1, 2, 3, 4, 5, 6, 7 and 2 more", id="ten"),
    ],
)
def test_values_in_a_row(values: list[object], text: str) -> None:
    """Of many only the first eight, and how many more there are."""
    assert listed(values) == text


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [
        (0, "item", "0 items"),
        (1, "item", "1 item"),
        (2, "item", "2 items"),
        (1, "property", "1 property"),
        (3, "property", "3 properties"),
        (2.0, "item", "2 items"),
        (1.0, "item", "1 item"),
    ],
)
def test_a_number_with_its_noun(count: float, noun: str, text: str) -> None:
    """In the singular for one alone; a whole number is written as one."""
    assert counted(count, noun) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("/a b", "/a b"), ("/é/😀", "/é/😀"), ("/a\nb", r"/a\nb"), ("\u202e", r"\u202e"), ('"', '"')],
    ids=["plain", "letters", "line feed", "right to left", "quote"],
)
def test_a_text_is_made_printable(text: str, shown: str) -> None:
    """Only what does not print is escaped."""
    assert printable(text) == shown
