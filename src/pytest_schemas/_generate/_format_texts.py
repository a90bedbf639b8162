"""Texts of the formats of JSON Schema (Validation 2020-12, section 7.3).

Each format is a few patterns, the plain one first; the others are what programs stumble over. All
their texts are accepted by the checks of `_formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._patterns import Impossible, PatternTexts, Unsupported, conjunction

#: How often a pattern is taken, and the pattern.
_Weighted = tuple[int, str]

_HOSTNAME_LENGTH: Final = 253


@cache  # the patterns of a format take some milliseconds to plan
def format_texts(
    name: str, *, low: int = 0, high: int | None = None, also: tuple[str, ...] = ()
) -> Callable[[Chooser], str] | None:
    """Return what makes texts of a format; `None` if there are none, or nobody defined the format.

    Args:
        name: the format.
        low: the length of the shortest text, in code points.
        high: the length of the longest text; `None` is no bound.
        also: patterns that each text must match as well.

    """
    if name in {"hostname", "idn-hostname"}:
        high = _HOSTNAME_LENGTH if high is None else min(high, _HOSTNAME_LENGTH)
    known = FORMATS.get(name, ())
    # What is rare need not be looked for among other patterns, which is slow.
    usual = [each for each in known if each[0] > 1] if also else known
    # Mostly they can be made by the format, and then the other patterns need not be planned.
    makers = _planned(usual, lambda whole: PatternTexts(whole, low=low, high=high, also=also))
    if not makers and also:
        makers = _planned(known, lambda whole: conjunction([whole, *also], low=low, high=high))
    return partial(_make, makers) if makers else None


def _planned(
    known: Sequence[_Weighted], planner: Callable[[str], PatternTexts]
) -> list[PatternTexts]:
    """The texts of some patterns, each as often as it weighs; none where hardly any fits."""
    makers = []
    for weight, source in known:
        with suppress(Impossible, Unsupported):
            makers += [planner(f"^(?:{source})$")] * weight
    return makers


def _make(makers: Sequence[PatternTexts], chooser: Chooser) -> str:
    return chooser.pick(makers).make(chooser)


# Dates and times. Years, days and offsets at the edges come as often as all others together.

_YEAR = r"(?:2000|1999|0000|9999|\d{4})"
_LEAP_YEAR = r"(?:2000|2024|0000|\d\d(?:0[48]|[2468][048]|[13579][26]))"
_MONTH_DAY = (
    r"(?:01-01|12-31|(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)"
    r"|(?:0[13578]|1[02])-31)"
)
_DATE = rf"(?:{_YEAR}-{_MONTH_DAY}|{_LEAP_YEAR}-02-29)"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"
_FRACTION = r"\.\d{1,9}"
_OFFSET = r"(?:[+-](?:0\d|1[0-4]):[0-5]\d|[+-]00:00|[+-]23:59)"
_ZONE = f"(?:Z|{_OFFSET})"
_LOWER_CASE_TIME = rf"{_CLOCK}(?:{_FRACTION})?z"
#: Leap seconds that end a day of UTC on the same day here, and on the day before.
_LEAP_SECOND_TODAY = r"(?:23:59:60Z|15:59:60-08:00|18:59:60\.\d{1,3}-05:00)"
_LEAP_SECOND_BEFORE = r"(?:00:59:60\+01:00|05:29:60\+05:30|08:59:60\.\d{1,3}\+09:00)"

_DATES = ((1, _DATE),)
_TIMES = (
    (5, f"{_CLOCK}{_ZONE}"),
    (2, f"{_CLOCK}{_FRACTION}{_ZONE}"),
    (1, _LOWER_CASE_TIME),
    (1, f"{_LEAP_SECOND_TODAY}|{_LEAP_SECOND_BEFORE}"),
)
_DATE_TIMES = (
    (5, f"{_DATE}T{_CLOCK}{_ZONE}"),
    (2, f"{_DATE}T{_CLOCK}{_FRACTION}{_ZONE}"),
    (1, f"{_DATE}t{_LOWER_CASE_TIME}"),
    (1, f"{_YEAR}-(?:06-30|12-31)T{_LEAP_SECOND_TODAY}|{_YEAR}-0[17]-01T{_LEAP_SECOND_BEFORE}"),
)

_DURATION_DATE = r"(?:\d{1,3}D|\d{1,3}M(?:\d{1,3}D)?|\d{1,3}Y(?:\d{1,3}M(?:\d{1,3}D)?)?)"
_DURATION_TIME = r"T(?:\d{1,3}H(?:\d{1,3}M(?:\d{1,3}S)?)?|\d{1,3}M(?:\d{1,3}S)?|\d{1,3}S)"
_DURATIONS = (
    (4, rf"P(?:{_DURATION_DATE}|\d{{1,3}}W|{_DURATION_TIME}|{_DURATION_DATE}{_DURATION_TIME})"),
    (1, r"P\d+(?:[DWMY]|Y\d+M\d+DT\d+H\d+M\d+S)"),
    (1, r"p\d{1,3}(?:[dwmy]|dt\d{1,3}[hms])"),
)

_HEX = "[0-9a-f]"
_UUIDS = (
    (2, rf"{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}"),
    (3, rf"{_HEX}{{8}}-{_HEX}{{4}}-[47]{_HEX}{{3}}-[89ab]{_HEX}{{3}}-{_HEX}{{12}}"),
    (1, "[0-9A-F]{8}-[0-9A-F]{4}-[1-8][0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"),
    (1, "f{8}-f{4}-f{4}-f{4}-f{12}"),
)

# Addresses and names.

_BYTE = r"(?:0|1|127|255|\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])"
_IPV4 = rf"{_BYTE}\.{_BYTE}\.{_BYTE}\.{_BYTE}"
_GROUP = "[0-9a-f]{1,4}"
_IPV6_SHORT = f"(?:::1?|{_GROUP}::|::{_GROUP}|{_GROUP}::{_GROUP})"
_IPV6_GAP = "|".join(
    f"(?:{_GROUP}:){{1,{before}}}(?::{_GROUP}){{1,{7 - before}}}" for before in range(1, 7)
)
_IPV6 = f"(?:{_IPV6_SHORT}|{_GROUP}(?::{_GROUP}){{7}})"
_IPV4_ADDRESSES = ((1, _IPV4),)
_IPV6_ADDRESSES = (
    (2, _IPV6_SHORT),
    (2, f"{_GROUP}(?::{_GROUP}){{7}}"),
    (2, f"{_IPV6_GAP}|(?:{_GROUP}:){{1,7}}:|:(?::{_GROUP}){{1,7}}"),
    (1, "[0-9A-F]{1,4}(?::[0-9A-F]{1,4}){7}"),
    (1, f"::(?:ffff:)?{_IPV4}|(?:{_GROUP}:){{6}}{_IPV4}|{_GROUP}::{_GROUP}:{_IPV4}"),
)

_HOST = r"[a-z][a-z0-9]{0,9}(?:\.[a-z][a-z0-9]{0,9}){0,2}"
_LABEL = "[A-Za-z0-9]{1,16}(?:-[A-Za-z0-9]{1,16}){0,2}"
_HOSTNAMES = (
    (4, _HOST),
    (2, rf"{_LABEL}(?:\.{_LABEL})*"),
    (1, rf"[A-Za-z0-9]{{63}}(?:\.{_LABEL}){{0,2}}"),
    (1, r"xn--bcher-kva\.(?:example|xn--p1ai)"),
)
#: Labels of one script each, as the rules of IDNA ask for: Latin, Cyrillic, Greek, Han, Hiragana,
#: Hangul, Hebrew and Arabic.
_IDN_LABEL = (
    r"(?:[a-z\u00e0-\u00f6\u00f8-\u00ff]{1,10}|[\u0430-\u044f]{1,10}|[\u03b1-\u03c9]{1,10}"
    r"|[\u4e00-\u9fd5]{1,8}|[\u3041-\u3093]{1,8}|[\uac00-\ud7a3]{1,6}|[\u05d0-\u05ea]{1,8}"
    r"|[\u0641-\u064a]{1,8})"
)
_IDN_HOST = rf"{_IDN_LABEL}(?:\.[a-z]{{2,6}})?"
_IDN_HOSTNAMES = (*_HOSTNAMES, (4, _IDN_HOST))

_ATOM = r"[A-Za-z0-9!#$%&'*+\/=?^_`\{\|\}~\-]"
_LOCAL = r"[a-z][a-z0-9]{0,9}(?:[._+\-][a-z0-9]{1,8})?"
_EMAILS = (
    (5, f"{_LOCAL}@{_HOST}"),
    (2, rf"{_ATOM}{{1,20}}(?:\.{_ATOM}{{1,12}})*@{_LABEL}(?:\.{_LABEL}){{0,2}}"),
    (1, rf'"(?:[ !#-\[\]-~]{{0,6}}|\\[ -~]){{0,4}}"@{_HOST}'),
    (1, rf"{_LOCAL}@\[(?:{_IPV4}|IPv6:{_IPV6})\]"),
)
_IDN_EMAILS = (
    *_EMAILS,
    (
        3,
        rf"[a-z0-9\u00e0-\u00ff\u05d0-\u05ea\u4e00-\u9fd5\u{{1f300}}-\u{{1f5ff}}]{{1,8}}@{_IDN_HOST}",
    ),
)

# Identifiers of resources.

_UNICODE = r"\u00a1-\u02ff\u0400-\u04ff\u05d0-\u05ea\u4e00-\u9fff\u{20000}-\u{2a6df}"


def _identifiers(extra: str) -> tuple[_Weighted, ...]:
    """The patterns of a URI, or with more characters of an IRI."""
    part = rf"[A-Za-z0-9._~!$&'()*+,;=:@{extra}\-]"
    user = rf"[A-Za-z0-9._~!$&'()*+,;=:{extra}\-]"
    name = rf"[A-Za-z0-9{extra}]{{1,12}}(?:\.[a-z0-9{extra}]{{1,12}}){{0,2}}"
    escaped = f"{part}{{0,6}}%[0-9A-F]{{2}}{part}{{0,6}}"
    rest = rf"(?:\?{part}{{0,12}})?(?:#{part}{{0,8}})?"
    return (
        (4, rf"https?:\/\/{_HOST}(?::80|:8080)?(?:\/{part}{{0,10}})*{rest}"),
        (1, rf"[a-z][a-z0-9+.\-]{{0,6}}:(?:{part}{{1,12}}(?:\/{part}{{0,10}})*)?"),
        (
            1,
            r"urn:[a-z][a-z0-9]{1,8}:[a-z0-9]{1,12}|mailto:[a-z]{1,8}@[a-z]{1,8}|file:\/\/\/[a-z]*",
        ),
        (
            1,
            rf"[a-zA-Z]{{1,5}}:\/\/(?:{user}{{0,6}}@)?(?:{name})?(?::\d{{0,5}})?(?:\/{escaped})*{rest}",
        ),
        (
            1,
            rf"ftp:\/\/(?:\[{_IPV6}\]|\[v1\.[a-z0-9:]{{1,8}}\]|{_IPV4})(?:\/{part}{{0,10}})*{rest}",
        ),
    )


def _references(extra: str) -> tuple[_Weighted, ...]:
    """The patterns of references: to a resource beside, or anywhere."""
    part = rf"[A-Za-z0-9._~!$&'()*+,;=:@{extra}\-]"
    first = rf"[A-Za-z0-9._~{extra}\-]{{1,10}}"
    rest = rf"(?:\?{part}{{0,12}})?(?:#{part}{{0,8}})?"
    return (
        (3, rf"(?:\/?{first}(?:\/{part}{{0,10}})*)?{rest}"),
        (1, rf"\.\.?(?:\/\.\.?)*(?:\/{first})?|\/\/{_HOST}(?:\/{part}{{0,10}})*{rest}|\/"),
        *_identifiers(extra),
    )


_VARIABLE = r"[A-Za-z0-9_]{1,8}(?:\.[a-z]{1,4})?(?:\*|:[1-9]\d{0,3})?"
_EXPRESSION = rf"\{{[+#.\/;?&]?{_VARIABLE}(?:,{_VARIABLE}){{0,2}}\}}"
_TEMPLATES = (
    (2, r"[a-z0-9\/._~\-]*"),
    (4, rf"(?:[a-z0-9\/._~\-]{{0,8}}{_EXPRESSION})*"),
    (1, rf"(?:{_EXPRESSION}|%[0-9A-F]{{2}}|[{_UNICODE}]{{1,4}})*"),
)

_POINTER = r"(?:\/[a-z0-9]{0,8})*"
_POINTERS = (
    (3, _POINTER),
    (2, r"(?:\/(?:[^~\/]{0,6}|~[01])(?:[^~\/]{0,6}|~[01]))*"),
)
_RELATIVE = r"(?:0|[1-9]\d{0,3})"
_RELATIVE_POINTERS = (
    (3, f"{_RELATIVE}(?:#|{_POINTER})"),
    (1, rf"{_RELATIVE}[+\-][1-9]\d{{0,3}}(?:#|{_POINTER})"),
    (1, rf"{_RELATIVE}(?:\/(?:[^~\/]{{0,6}}|~[01]))*"),
)

#: One thing of a regular expression, and how often.
_THING = (
    r"(?:[a-z0-9 \-]|\\[dDsSwWtn]|\.|\[a-z\]|\[\^0-9_\]|\\u00e9|\\p\{L\}|\\\.|\\x41"
    r"|\(a\|b\)|\(\?:x\)|\[\])"
)
_TIMES_OVER = r"(?:[*+?]\??|\{\d\}|\{1,[1-9]?\})"
_REGEXES = (
    (2, r"[a-z0-9 \-]*"),
    (2, rf"\^?(?:{_THING}{_TIMES_OVER}?)*\$?"),
    (1, rf"(?:\(\?[=!]{_THING}\)|\(\?<[=!]{_THING}\)|\(\?<n>{_THING}\)\\k<n>|\\b)(?:{_THING})*"),
)

#: The patterns of each format, as they stand between anchors.
FORMATS: Final[Mapping[str, tuple[_Weighted, ...]]] = MappingProxyType(
    {
        "date": _DATES,
        "date-time": _DATE_TIMES,
        "duration": _DURATIONS,
        "email": _EMAILS,
        "hostname": _HOSTNAMES,
        "idn-email": _IDN_EMAILS,
        "idn-hostname": _IDN_HOSTNAMES,
        "ipv4": _IPV4_ADDRESSES,
        "ipv6": _IPV6_ADDRESSES,
        "iri": _identifiers(_UNICODE),
        "iri-reference": _references(_UNICODE),
        "json-pointer": _POINTERS,
        "regex": _REGEXES,
        "relative-json-pointer": _RELATIVE_POINTERS,
        "time": _TIMES,
        "uri": _identifiers(""),
        "uri-reference": _references(""),
        "uri-template": _TEMPLATES,
        "uuid": _UUIDS,
    }
)
