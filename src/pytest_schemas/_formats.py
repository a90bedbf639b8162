"""The formats of JSON Schema, as checks on strings.

The formats of JSON Schema Validation 2020-12, section 7.3 are checked here, each by the grammar of
the document that defines it, in every installation and under every dialect. Two of them need the
tables of IDNA 2008 and are checked where the `idna` library is installed: `idn-hostname`, which is
jsonschema's check, and `idn-email`, which uses it.
"""

from __future__ import annotations

import re
from calendar import isleap
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from pytest_schemas._ecma import PatternError, compile_pattern

if TYPE_CHECKING:
    from jsonschema import FormatChecker

#: Says whether a string conforms to a format.
Check: TypeAlias = Callable[[str], bool]


def format_check(name: str, *, dialect_checker: FormatChecker | None = None) -> Check | None:
    """Return the check of a format, or `None` if the format is not asserted.

    That is so for names that nobody defined, and for those whose library is not installed. The
    checks of this module come first, whatever the dialect; then come those of `dialect_checker`:
    the `FORMAT_CHECKER` of a jsonschema validator class, draft 2020-12's unless it is given.
    """
    native = NATIVE.get(name)
    if native is not None:
        return native
    if name != "idn-email":
        return _borrowed(name, dialect_checker)
    # jsonschema's own check of idn-email only looks for an "@".
    idn_hostname = _borrowed("idn-hostname", dialect_checker)
    if idn_hostname is None:
        return None
    return partial(_is_mailbox, local_part=_local_part(_NON_ASCII), hostname=idn_hostname)


def _borrowed(name: str, dialect_checker: FormatChecker | None) -> Check | None:
    if dialect_checker is None:
        import jsonschema  # deferred: it is slow to import, and few schemas get here

        dialect_checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    if name not in dialect_checker.checkers:
        return None
    return partial(dialect_checker.conforms, format=name)


# Dates and times: RFC 3339, section 5.6. Its T and Z may be written in lower case.

_DATE = r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])"
_TIME = (
    r"(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d):(?P<second>[0-5]\d|60)(?:\.\d+)?"
    r"(?:[Zz]|(?P<sign>[+-])(?P<offset_hour>[01]\d|2[0-3]):(?P<offset_minute>[0-5]\d))"
)
_FULL_DATE = re.compile(_DATE, re.ASCII)
_FULL_TIME = re.compile(_TIME, re.ASCII)
_DATE_TIME = re.compile(f"{_DATE}[Tt]{_TIME}", re.ASCII)

_MINUTES_OF_A_DAY = 24 * 60


def _is_date(text: str) -> bool:
    match = _FULL_DATE.fullmatch(text)
    return match is not None and _is_real_day(match)


def _is_time(text: str) -> bool:
    match = _FULL_TIME.fullmatch(text)
    if match is None:
        return False
    return match["second"] != "60" or (_utc_minute(match) + 1) % _MINUTES_OF_A_DAY == 0


def _is_date_time(text: str) -> bool:
    match = _DATE_TIME.fullmatch(text)
    if match is None or not _is_real_day(match):
        return False
    return match["second"] != "60" or _ends_a_month_in_utc(match)


def _is_real_day(match: re.Match[str]) -> bool:
    return match["day"] <= "28" or int(match["day"]) <= _last_day_of_month(match)


def _last_day_of_month(match: re.Match[str]) -> int:
    month = int(match["month"])
    if month == 2:
        # Not the datetime module: RFC 3339 has a year 0000.
        return 29 if isleap(int(match["year"])) else 28
    return 30 if month in {4, 6, 9, 11} else 31


def _utc_minute(match: re.Match[str]) -> int:
    """Return the minute of the local day in UTC: negative on the day before."""
    local = int(match["hour"]) * 60 + int(match["minute"])
    if match["sign"] is None:
        return local
    offset = int(match["offset_hour"]) * 60 + int(match["offset_minute"])
    return local - offset if match["sign"] == "+" else local + offset


def _ends_a_month_in_utc(match: re.Match[str]) -> bool:
    """Say whether a leap second may be there: RFC 3339, section 5.7 and appendix D."""
    minute = _utc_minute(match)
    if minute == -1:
        return match["day"] == "01"
    return minute == _MINUTES_OF_A_DAY - 1 and int(match["day"]) == _last_day_of_month(match)


# Durations: RFC 3339, appendix A. Quoted letters of an ABNF stand for both cases.

_DURATION_SECOND = r"\d+S"
_DURATION_MINUTE = rf"\d+M(?:{_DURATION_SECOND})?"
_DURATION_HOUR = rf"\d+H(?:{_DURATION_MINUTE})?"
_DURATION_TIME = f"T(?:{_DURATION_HOUR}|{_DURATION_MINUTE}|{_DURATION_SECOND})"
_DURATION_DAY = r"\d+D"
_DURATION_MONTH = rf"\d+M(?:{_DURATION_DAY})?"
_DURATION_YEAR = rf"\d+Y(?:{_DURATION_MONTH})?"
_DURATION_DATE = f"(?:{_DURATION_DAY}|{_DURATION_MONTH}|{_DURATION_YEAR})(?:{_DURATION_TIME})?"
_DURATION = re.compile(rf"P(?:{_DURATION_DATE}|{_DURATION_TIME}|\d+W)", re.ASCII | re.IGNORECASE)


def _is_duration(text: str) -> bool:
    return _DURATION.fullmatch(text) is not None


# UUIDs: RFC 4122, section 3. Any version and variant.

_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


def _is_uuid(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


# Addresses: RFC 2673, section 3.2 without leading zeros, and RFC 4291, section 2.2.

_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_IPV4 = re.compile(rf"{_BYTE}(?:\.{_BYTE}){{3}}")
_IPV6_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}")
_IPV6_GROUPS = 8


def _is_ipv4(text: str) -> bool:
    return _IPV4.fullmatch(text) is not None


def _is_ipv6(text: str) -> bool:
    if "." in text:
        # The last 32 bits are written as an IPv4 address: put two groups in its place.
        start = text.rfind(":") + 1
        if not _is_ipv4(text[start:]):
            return False
        text = f"{text[:start]}0:0"
    head, gap, tail = text.partition("::")
    groups = [*_groups(head), *_groups(tail)]
    # A gap stands for at least one group.
    long_enough = len(groups) < _IPV6_GROUPS if gap else len(groups) == _IPV6_GROUPS
    return long_enough and all(_IPV6_GROUP.fullmatch(group) for group in groups)


def _groups(text: str) -> list[str]:
    return text.split(":") if text else []


# Host names: RFC 1123, section 2.1. A-labels (`xn--…`) are looked at as letters and digits only.

_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOSTNAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_HOSTNAME_LENGTH = 253


def _is_hostname(text: str) -> bool:
    return len(text) <= _HOSTNAME_LENGTH and _HOSTNAME.fullmatch(text) is not None


# E-mail addresses: Mailbox of RFC 5321, section 4.1.2, and of RFC 6531, section 3.3.


def _local_part(extra: str = "") -> re.Pattern[str]:
    """Return the part before the "@", with extra characters wherever a text may stand."""
    atom = rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~{extra}-]+"
    quoted = rf'"(?:[ !#-\[\]-~{extra}]|\\[ -~])*"'
    return re.compile(rf"{atom}(?:\.{atom})*|{quoted}")


_LOCAL_PART = _local_part()
_NON_ASCII = "\u0080-\ud7ff\ue000-\U0010ffff"


def _is_email(text: str) -> bool:
    return _is_mailbox(text, local_part=_LOCAL_PART, hostname=_is_hostname)


def _is_mailbox(text: str, *, local_part: re.Pattern[str], hostname: Check) -> bool:
    local, _, domain = text.rpartition("@")
    if local_part.fullmatch(local) is None:
        return False
    return _is_address_literal(domain) or hostname(domain)


def _is_address_literal(domain: str) -> bool:
    # RFC 5321, section 4.1.3 leaves room for other tags, but IANA lists only this one.
    if not (domain.startswith("[") and domain.endswith("]")):
        return False
    address = domain[1:-1]
    if address[:5].lower() == "ipv6:":
        return _is_ipv6(address[5:])
    return _is_ipv4(address)


# URIs: RFC 3986, appendix A. IRIs: RFC 3987, section 2.2, which adds two sets of characters.

_UCSCHAR = "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(start)}-{chr(start | 0xFFFD)}" for start in [*range(0x10000, 0xE0000, 0x10000), 0xE1000]
)
_IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_PERCENT_ENCODED = "%[0-9A-Fa-f]{2}"
_SCHEME = "[A-Za-z][A-Za-z0-9+.-]*:"
# Without a scheme, a colon in the first segment would make one of what is before it.
_SCHEME_OR_NONE = f"(?:{_SCHEME}|(?![^/?#]*:))"


def _run(characters: str) -> str:
    return f"[{characters}]*(?:{_PERCENT_ENCODED}[{characters}]*)*"


@cache  # built when first asked for: the sets of an IRI take some milliseconds
def _identifier(start: str, ucschar: str = "", iprivate: str = "") -> re.Pattern[str]:
    name = rf"A-Za-z0-9._~!$&'()*+,;=\-{ucschar}"  # unreserved and sub-delims
    path = _run(f"{name}:@/")
    query = _run(f"{name}:@/?{iprivate}")
    fragment = _run(f"{name}:@/?")
    future_address = r"[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:\-]+"
    host = rf"(?:\[(?:(?P<ipv6>[0-9A-Fa-f:.]+)|{future_address})\]|{_run(name)})"
    authority = f"(?:{_run(f'{name}:')}@)?{host}(?::[0-9]*)?"
    hierarchy = f"(?://{authority}(?:/{path})?|(?!//){path})"
    return re.compile(rf"{start}{hierarchy}(?:\?{query})?(?:#{fragment})?")


def _is_uri(text: str) -> bool:
    return _is_identifier(text, _identifier(_SCHEME))


def _is_uri_reference(text: str) -> bool:
    return _is_identifier(text, _identifier(_SCHEME_OR_NONE))


def _is_iri(text: str) -> bool:
    return _is_identifier(text, _identifier(_SCHEME, _UCSCHAR, _IPRIVATE))


def _is_iri_reference(text: str) -> bool:
    return _is_identifier(text, _identifier(_SCHEME_OR_NONE, _UCSCHAR, _IPRIVATE))


def _is_identifier(text: str, grammar: re.Pattern[str]) -> bool:
    match = grammar.fullmatch(text)
    if match is None:
        return False
    return match["ipv6"] is None or _is_ipv6(match["ipv6"])


# URI templates: RFC 6570, section 2, with erratum 6937, which allows the apostrophe.

_LITERALS = rf"[!#$&-;=?-\[\]_a-z~{_UCSCHAR}{_IPRIVATE}]"
_NAME_PART = f"(?:[A-Za-z0-9_]|{_PERCENT_ENCODED})+"
_VARIABLE = rf"{_NAME_PART}(?:\.{_NAME_PART})*(?::[1-9][0-9]{{0,3}}|\*)?"
_EXPRESSION = rf"\{{[+#./;?&=,!@|]?{_VARIABLE}(?:,{_VARIABLE})*\}}"


@cache  # as above
def _uri_template() -> re.Pattern[str]:
    return re.compile(f"(?:{_LITERALS}|{_PERCENT_ENCODED}|{_EXPRESSION})*")


def _is_uri_template(text: str) -> bool:
    return _uri_template().fullmatch(text) is not None


# JSON Pointers: RFC 6901, section 3.
# Relative JSON Pointers: draft-bhutton-relative-json-pointer-00, section 3.

_UNESCAPED_TILDE = re.compile("~(?![01])")
_RELATIVE_START = re.compile("(?:0|[1-9][0-9]*)(?:[+-][1-9][0-9]*)?")


def _is_json_pointer(text: str) -> bool:
    return (not text or text.startswith("/")) and _UNESCAPED_TILDE.search(text) is None


def _is_relative_json_pointer(text: str) -> bool:
    start = _RELATIVE_START.match(text)
    if start is None:
        return False
    rest = text[start.end() :]
    return rest == "#" or _is_json_pointer(rest)


def _is_regex(text: str) -> bool:
    try:
        compile_pattern(text)
    except PatternError:
        return False
    return True


#: The formats that are checked in every installation.
NATIVE: Mapping[str, Check] = MappingProxyType(
    {
        "date": _is_date,
        "date-time": _is_date_time,
        "duration": _is_duration,
        "email": _is_email,
        "hostname": _is_hostname,
        "ipv4": _is_ipv4,
        "ipv6": _is_ipv6,
        "iri": _is_iri,
        "iri-reference": _is_iri_reference,
        "json-pointer": _is_json_pointer,
        "regex": _is_regex,
        "relative-json-pointer": _is_relative_json_pointer,
        "time": _is_time,
        "uri": _is_uri,
        "uri-reference": _is_uri_reference,
        "uri-template": _is_uri_template,
        "uuid": _is_uuid,
    }
)
