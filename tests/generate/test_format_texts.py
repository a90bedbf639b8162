"""Texts of the formats are accepted by the checks of the formats, and reach their odd corners."""

from __future__ import annotations

import pickle
import re

import pytest
from drawn import Drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_schemas._formats import NATIVE, format_check
from pytest_schemas._generate._chooser import Smallest, Trial
from pytest_schemas._generate._format_texts import FORMATS, format_texts

NAMES = sorted(FORMATS)
SMALLEST = {
    "date": "2000-01-01",
    "date-time": "2000-01-01T00:00:00Z",
    "duration": "P0D",
    "email": "a@a",
    "hostname": "a",
    "idn-email": "a@a",
    "idn-hostname": "a",
    "ipv4": "0.0.0.0",
    "ipv6": "::",
    "iri": "http://a",
    "iri-reference": "",
    "json-pointer": "",
    "regex": "",
    "relative-json-pointer": "0",
    "time": "00:00:00Z",
    "uri": "http://a",
    "uri-reference": "",
    "uri-template": "",
    "uuid": "00000000-0000-0000-0000-000000000000",
}


def made(name: str, count: int, *, low: int = 0, high: int | None = None) -> list[str]:
    """Some texts of a format; none if there are none of these lengths."""
    make, chooser = format_texts(name, low=low, high=high), Trial(1)
    return [] if make is None else [make(chooser) for _ in range(count)]


def misfits(name: str, texts: list[str]) -> list[str]:
    """The texts that the check of a format refuses."""
    check = format_check(name)
    return [] if check is None else [text for text in texts if not check(text)]


def test_every_format_has_texts() -> None:
    """There are texts for every format that is checked, and for the two that need a library."""
    assert FORMATS.keys() == SMALLEST.keys() == NATIVE.keys() | {"idn-hostname", "idn-email"}


@pytest.mark.parametrize("name", NAMES)
def test_smallest(name: str) -> None:
    """The smallest text is one that a person would write."""
    make = format_texts(name)

    assert make is not None
    assert make(Smallest()) == SMALLEST[name]
    assert misfits(name, [SMALLEST[name]]) == []


@pytest.mark.parametrize("name", NAMES)
def test_texts_are_of_the_format(name: str) -> None:
    """A thousand texts are accepted by the check of the format."""
    texts = made(name, 1000)

    assert misfits(name, texts) == []
    assert len(set(texts)) > 200


@settings(deadline=None)
@given(st.sampled_from(NAMES), st.data())
def test_texts_of_hypothesis_are_of_the_format(name: str, data: st.DataObject) -> None:
    """Whatever Hypothesis chooses, the text is accepted by the check of the format."""
    make = format_texts(name)

    assert make is not None
    assert misfits(name, [make(Drawn(data.draw))]) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("low", "high"), [(0, 10), (20, 40), (36, 36), (60, 90), (250, 253)])
def test_bounds(name: str, low: int, high: int) -> None:
    """The texts of a format have the lengths that are asked for, if there are any."""
    texts = made(name, 100, low=low, high=high)

    assert all(low <= len(text) <= high for text in texts)
    assert misfits(name, texts) == []


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        pytest.param("date", 0, 9, id="a short date"),
        pytest.param("date", 11, None, id="a long date"),
        pytest.param("date-time", 0, 19, id="a short date and time"),
        pytest.param("uuid", 37, None, id="a long uuid"),
        pytest.param("ipv4", 16, None, id="a long address"),
        pytest.param("hostname", 254, None, id="a long name"),
        pytest.param("email", 0, 2, id="a short mailbox"),
        pytest.param("unheard-of", 0, None, id="an unknown format"),
    ],
)
def test_no_texts(name: str, low: int, high: int | None) -> None:
    """There is nothing to make texts with where no text has these lengths, or no format."""
    assert format_texts(name, low=low, high=high) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("date", "-02-29$", id="a leap day"),
        pytest.param("date", "^0000-", id="the first year"),
        pytest.param("date", "^9999-", id="the last year"),
        pytest.param("date", "-12-31$", id="the last day of a year"),
        pytest.param("date", "-(?:04|06|09|11)-30$", id="the last day of a short month"),
        pytest.param("date-time", "T23:59:60Z$", id="a leap second"),
        pytest.param("date-time", r":60(?:\.\d+)?[+-](?!00:00)", id="a leap second elsewhere"),
        pytest.param("date-time", "t.*z$", id="small letters"),
        pytest.param("date-time", r"\.\d{5,}", id="a long fraction"),
        pytest.param("date-time", "-00:00$", id="an unknown offset"),
        pytest.param("date-time", r"\+23:59$", id="a large offset"),
        pytest.param("time", ":60", id="a time with a leap second"),
        pytest.param("duration", "W$", id="weeks"),
        pytest.param("duration", r"^P\d+Y\d+M\d+DT\d+H\d+M\d+S$", id="all units"),
        pytest.param("duration", "^p", id="a duration in small letters"),
        pytest.param("uuid", "-4[0-9a-f]{3}-[89ab]", id="a random uuid"),
        pytest.param("uuid", "[A-F]", id="a uuid in capitals"),
        pytest.param("uuid", "^f{8}-", id="the last uuid"),
        pytest.param("ipv4", "(?:^|[.])255(?:[.]|$)", id="the last byte"),
        pytest.param("ipv6", "^::1$", id="this host"),
        pytest.param("ipv6", ".::.", id="a gap inside"),
        pytest.param("ipv6", "^(?:[0-9a-f]+:){7}[0-9a-f]+$", id="no gap"),
        pytest.param("ipv6", r"^::ffff:\d+\.", id="a mapped address"),
        pytest.param("ipv6", "[A-F]", id="capitals"),
        pytest.param("hostname", "^[A-Za-z0-9]{63}(?:[.]|$)", id="the longest label"),
        pytest.param("hostname", "^xn--", id="an A-label"),
        pytest.param("idn-hostname", "[\u4e00-\u9fd5]", id="Han letters"),
        pytest.param("idn-hostname", "[\u05d0-\u05ea]", id="right to left"),
        pytest.param("email", '^"', id="a quoted local part"),
        pytest.param("email", r"@\[", id="an address literal"),
        pytest.param("email", r"[+].*@", id="a tag"),
        pytest.param("idn-email", "[\U0001f300-\U0001f5ff].*@", id="an emoji as a mailbox"),
        pytest.param("uri", "^urn:", id="a name"),
        pytest.param("uri", r"\[v1\.", id="an address of the future"),
        pytest.param("uri", r"//\[[0-9a-f:]+\]", id="an IPv6 host"),
        pytest.param("uri", "%[0-9A-F]{2}", id="an escape"),
        pytest.param("uri", r"\?.*#", id="a query and a fragment"),
        pytest.param("uri", ":8080", id="a port"),
        pytest.param("uri-reference", "^$", id="this document"),
        pytest.param("uri-reference", r"^\.\./?", id="the folder above"),
        pytest.param("uri-reference", "^//", id="another host"),
        pytest.param("iri", "[\U00020000-\U0002a6df]", id="beyond the BMP"),
        pytest.param("uri-template", r"\{[?&]", id="a query of variables"),
        pytest.param("uri-template", r":\d+\}", id="a prefix"),
        pytest.param("json-pointer", "~0", id="a tilde"),
        pytest.param("json-pointer", "~1", id="a slash"),
        pytest.param("json-pointer", "//|/$", id="an empty name"),
        pytest.param("relative-json-pointer", "#$", id="a name or an index"),
        pytest.param("relative-json-pointer", r"^\d+[+-]\d", id="a neighbour"),
        pytest.param("regex", r"\\p\{L\}", id="a property"),
        pytest.param("regex", r"\(\?<n>", id="a named group"),
        pytest.param("regex", r"\(\?<!", id="a look-behind"),
    ],
)
def test_spread(name: str, expected: str) -> None:
    """What is interesting about a format is seen within fifteen hundred texts."""
    assert any(re.search(expected, text) for text in made(name, 1500))


def test_texts_stay_readable() -> None:
    """The texts of a format are short where nothing asks for long ones."""
    sizes = {name: sum(map(len, made(name, 300))) / 300 for name in NAMES}

    assert {name for name, size in sizes.items() if size > 40} == set()


def test_makers_can_be_pickled() -> None:
    """What makes the texts can be sent to another process, where it makes the same."""
    make = format_texts("date-time")
    copied = pickle.loads(pickle.dumps(make))

    assert make is not None
    assert [copied(Trial(2)) for _ in range(5)] == [make(Trial(2)) for _ in range(5)]
