"""Texts of formats and patterns in documents."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from sampled import case, sampled

import pytest_schemas as ps

FORMATS = [
    *("date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "ipv4"),
    *("ipv6", "iri", "iri-reference", "json-pointer", "regex", "relative-json-pointer", "time"),
    *("uri", "uri-reference", "uri-template", "uuid"),
]


@pytest.mark.parametrize("name", FORMATS)
def test_format(name: str) -> None:
    """Texts of every format of the specification, also of certain lengths, and many of them."""
    schema = {
        "type": "array",
        "prefixItems": [{"type": "string", "format": name}, {"format": name, "minLength": 4}],
        "minItems": 2,
    }
    contract = ps.contract(schema)
    documents = sampled(contract.documents(), 60)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert len({each[0] for each in documents}) > 10


def matches(source: str) -> Callable[[str], bool]:
    """Whether a text matches in Python's syntax."""
    return lambda text: re.search(source, text) is not None


PATTERNS = [
    case("letters of any script", {"pattern": r"^\p{L}{3,5}$"}, other=lambda d: not d.isascii()),
    case(
        "letters, by length",
        {"pattern": r"^\p{L}+$", "minLength": 2, "maxLength": 4},
        two=lambda d: len(d) == 2,
        four=lambda d: len(d) == 4,
    ),
    case("a script", {"pattern": r"^\p{Script=Greek}+$"}, some=lambda d: len(d) > 1),
    case("a capital and a letter", {"pattern": "^[A-Z][a-z]$"}, two=matches("^[A-Z][a-z]\\Z")),
    case(
        "ASCII digits",
        {"pattern": r"^\d+$", "maxLength": 6},
        six=lambda d: len(d) == 6,
        nine=lambda d: "9" in d,
    ),
    case("a named group", {"pattern": r"^(?<y>\d{2})-\k<y>$"}, it=lambda d: d[:2] == d[3:] != "00"),
    case(
        "look-aheads",
        {"pattern": r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$", "maxLength": 12},
        least=lambda d: len(d) == 8,
        more=lambda d: len(d) > 8,
    ),
    case("a look-ahead that is not", {"pattern": "^(?!foo)[a-z]{3}$"}, some=lambda d: d != "aaa"),
    case("a look-behind", {"pattern": "^a.*(?<=b)$"}, some=lambda d: len(d) > 2),
    case("a word boundary", {"pattern": r"\bfoo\b"}, more=lambda d: d != "foo"),
    case(
        "no anchors",
        {"pattern": "abc"},
        before=lambda d: not d.startswith("abc"),
        after=lambda d: not d.endswith("abc"),
    ),
    case(
        "no anchors, by length",
        {"pattern": "abc", "minLength": 10, "maxLength": 10},
        ten=lambda d: len(d) == 10,
    ),
    case(
        "alternatives, by length",
        {"pattern": "^(?:a|bb|ccc)$", "minLength": 2},
        two=lambda d: d == "bb",
        three=lambda d: d == "ccc",
    ),
    case("any character", {"pattern": "^[^]$"}, astral=lambda d: ord(d) > 0xFFFF),
    case("a code point", {"pattern": r"^\u{1F600}\cA\/$"}, it=lambda d: d == "\U0001f600\x01/"),
    case(
        "two patterns",
        {"allOf": [{"pattern": "^[a-m]+$"}, {"pattern": "^[g-z]+$"}]},
        some=lambda d: len(d) > 1,
    ),
    case(
        "a pattern, and not another",
        {"pattern": "^[a-z]+$", "not": {"pattern": "^a"}},
        some=lambda d: len(d) > 1,
    ),
    case("a pattern and a format", {"format": "date-time", "pattern": "Z$"}, some=matches("Z$")),
    case(
        "a pattern and a format, of addresses",
        {"format": "uri", "pattern": "^https://"},
        path=lambda d: len(d) > 12,
        other=matches("^https://[b-z]"),
    ),
    case(
        "a pattern and a format, of mail",
        {"format": "email", "pattern": "@example\\.com$"},
        some=matches("^.{2,}@example.com$"),
    ),
    case(
        "a pattern and a format, of a year",
        {"format": "date", "pattern": "^2024-"},
        some=matches("^2024-"),
    ),
    case(
        "two formats",
        {"allOf": [{"format": "email"}, {"format": "idn-email"}]},
        some=lambda d: "@" in d,
    ),
]


@pytest.mark.parametrize(("schema", "wanted"), PATTERNS)
def test_pattern(schema: Any, wanted: dict[str, Callable[[Any], bool]]) -> None:
    """Texts match as ECMA-262 says, are as long as they may be, and differ."""
    contract = ps.contract({"type": "string", **schema})
    documents = sampled(contract.documents(), 120)

    assert [each for each in documents if not contract.is_valid(each)] == []
    assert [name for name, is_it in wanted.items() if not any(map(is_it, documents))] == []


def test_no_line_end_after_the_end() -> None:
    """No text has anything after what its pattern calls the end."""
    documents = sampled(ps.documents({"type": "string", "pattern": "^[A-Z][a-z]$"}), 500)

    assert {len(each) for each in documents} == {2}


def test_a_length_that_is_huge() -> None:
    """Where texts may be longer than any test wants them, none is as long as it may be."""
    documents = sampled(ps.documents({"type": "string", "maxLength": 5_000_000}), 60)

    assert max(map(len, documents)) <= 100_000
