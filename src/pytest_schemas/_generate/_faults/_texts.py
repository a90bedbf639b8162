"""Texts that are too short, too long, or not of the form that they should have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults._at import At, Fault

#: A text that would have to be longer than this is not made.
LONGEST = 100_000

_PUNCTUATION = "/\\.:;,-_+*?!#$%&@=<>|~^`'\"()[]{} \t"
_DIGITS = str.maketrans(
    "0123456789", "\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"
)


def too_short(value: Any, at: At) -> Iterator[Fault]:
    """One character under, and none at all."""
    least = int(at.demanded)
    if isinstance(value, str) and 0 < least <= LONGEST:
        yield Fault("one-under", value[: least - 1])
        yield Fault("empty", "")


def too_long(value: Any, at: At) -> Iterator[Fault]:
    """One character over: by what the text is made of, so that it keeps its form."""
    most = int(at.demanded)
    if not isinstance(value, str) or most > LONGEST:
        return
    for filler in dict.fromkeys((*value[-1:], *value[len(value) // 2 :][:1], *value[:1], "a", " ")):
        missing = filler * (most + 1 - len(value))
        yield Fault("one-over", value + missing)
        middle = len(value) // 2
        yield Fault("one-over", value[:middle] + missing + value[middle:])


def unmatched(value: Any, at: At) -> Iterator[Fault]:
    """What programs make of a text that has to match a pattern."""
    if not isinstance(value, str):
        return
    if "format" in at.place.schema:
        yield from _MALFORMED.get(at.place.schema["format"], ())
    yield Fault("final-newline", f"{value}\n")
    yield Fault("other-case", value.swapcase())
    yield Fault("cut", value[:-1])
    yield Fault("longer", value + (value[-1:] or "a"))
    yield Fault("without-prefix", value.partition("_")[2] or value[1:])
    yield Fault("space-before", f" {value}")
    yield Fault("other-digits", value.translate(_DIGITS))
    yield Fault("slash-before", f"/{value}")
    yield Fault("backslash-inside", f"{value[:1]}\\{value[1:]}")
    yield Fault("empty", "")
    yield from _changed(value, at)


def _changed(value: str, at: At) -> Iterator[Fault]:
    """One character more or another one, at any place."""
    place = at.chooser.integer(0, len(value))
    for sign in chain("aA0\u00e9\u4e00", _PUNCTUATION):
        yield Fault(f"added-u{ord(sign):04x}", value[:place] + sign + value[place:])
        if place < len(value):
            yield Fault(f"changed-u{ord(sign):04x}", value[:place] + sign + value[place + 1 :])


def malformed(value: Any, at: At) -> Iterator[Fault]:
    """What programs write in place of a format."""
    if isinstance(value, str):
        yield from _MALFORMED.get(at.demanded, ())
        yield from unmatched(value, at)


def _named(**texts: str) -> tuple[Fault, ...]:
    return tuple(Fault(name.replace("_", "-"), text) for name, text in texts.items())


_MALFORMED: Mapping[str, tuple[Fault, ...]] = MappingProxyType(
    {
        "date": _named(
            impossible_day="2023-02-29",
            month_13="2023-13-01",
            one_digit="2023-1-1",
            with_time="2023-01-01T00:00:00Z",
            slashes="2023/01/01",
        ),
        "time": _named(
            without_offset="12:00:00",
            hour_24="24:00:00Z",
            without_seconds="12:00Z",
            minute_60="12:60:00Z",
        ),
        "date-time": _named(
            impossible_day="2023-02-29T12:00:00Z",
            without_offset="2023-01-01T12:00:00",
            date_alone="2023-01-01",
            space_for_t="2023-01-01 12:00:00Z",
            hour_24="2023-01-01T24:00:00Z",
            month_13="2023-13-01T12:00:00Z",
            offset_without_colon="2023-01-01T12:00:00+0100",
        ),
        "duration": _named(empty="P", mixed_weeks="P1Y2W", without_p="1D", time_without_t="P1H"),
        "email": _named(without_at="name", two_ats="a@b@example.org", without_name="@example.org"),
        "idn-email": _named(without_at="name", without_name="@example.org"),
        "hostname": _named(underscore="a_b.example", hyphen_first="-a.example", space="a b"),
        "idn-hostname": _named(hyphen_first="-a.example", space="a b", empty_label="a..b"),
        "ipv4": _named(byte_256="1.2.3.256", three_bytes="1.2.3", leading_zero="01.2.3.4"),
        "ipv6": _named(two_gaps="1::2::3", long_group="12345::", zone="fe80::1%eth0"),
        "uri": _named(relative="/a/b", space="http://example.org/a b", brace="http://a/{b}"),
        "uri-reference": _named(space="a b", backslash="a\\b", bad_escape="%zz"),
        "iri": _named(relative="/a/b", space="http://example.org/a b", brace="http://a/{b}"),
        "iri-reference": _named(space="a b", backslash="a\\b", bad_escape="%zz"),
        "uuid": _named(
            without_hyphens="01234567012301230123012345678901",
            in_braces="{01234567-0123-0123-0123-012345678901}",
            cut="01234567-0123-0123-0123-01234567890",
            not_hex="0123456g-0123-0123-0123-012345678901",
        ),
        "uri-template": _named(open_brace="a{b", close_brace="a}b"),
        "json-pointer": _named(without_slash="a", bad_escape="/~2", fragment="#/a"),
        "relative-json-pointer": _named(absolute="/a", negative="-1", leading_zero="01"),
        "regex": _named(open_group="(", open_class="[a", other_dialect="\\Z"),
    }
)
