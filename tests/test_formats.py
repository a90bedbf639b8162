"""Formats are asserted exactly, and what is not asserted is known not to be."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta, timezone
from ipaddress import IPv4Address, IPv6Address

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_schemas._formats import NATIVE, format_check

BENGALI_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")


def conforms(text: str, name: str) -> bool:
    """Say what the check of a format that is asserted in every installation says."""
    return NATIVE[name](text)


def table(valid: list[str], invalid: list[str]) -> pytest.MarkDecorator:
    """Return a parametrization by text and verdict, with the text as its id."""
    cases = [(text, True) for text in valid] + [(text, False) for text in invalid]
    ids = [f"{ascii(text)[1:-1] or 'empty'} is {['invalid', 'valid'][ok]}" for text, ok in cases]
    return pytest.mark.parametrize(("text", "expected"), cases, ids=ids)


@table(
    valid=["2024-02-29", "2000-02-29", "0000-02-29", "0001-01-01", "9999-12-31", "1582-10-10"],
    invalid=[
        *("2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31", "2024-00-01", "2024-13-01"),
        *("2024-06-31", "2024-09-31", "2024-11-31"),
        *("2024-01-00", "2024-01-32", "2024-1-01", "2024-01-1", "12024-01-01", "+2024-01-01"),
        *("-2024-01-01", "20240101", "2024-W01-1", "2024-001", "2024/01/01", "2024-01-01Z", ""),
        *(" 2024-01-01", "2024-01-01 ", "2024-01-01\n", "২০২৪-01-01"),
        *("2024\u201301\u201301", "\uff12\uff10\uff12\uff14-01-01"),
    ],
)
def test_date(text: str, expected: bool) -> None:
    """A date is a full-date of RFC 3339 that is in the calendar."""
    assert conforms(text, "date") is expected


@table(
    valid=[
        *("00:00:00Z", "23:59:59z", "12:00:00+00:00", "12:00:00-00:00", "12:00:00+23:59"),
        *("12:00:00.5Z", "12:00:00.123456789012345678Z"),
        *("23:59:60Z", "23:59:60.5Z", "00:59:60+01:00", "15:59:60-08:00", "00:29:60-23:30"),
    ],
    invalid=[
        *("12:00:00", "24:00:00Z", "12:60:00Z", "12:00:61Z", "12:00Z", "1:00:00Z", "120000Z"),
        *("12:00:00.Z", "12:00:00,5Z", "12:00:00+24:00", "12:00:00+00:60", "12:00:00+01"),
        *("12:00:00+0100", "12:00:00Z+00:00", "12:00:00 Z", "12:00:00Z\n", "\n12:00:00Z", ""),
        *("2024-01-01T12:00:00Z", "1২:00:00Z", "12:00:00.৫Z", "12:00:00\u221201:00"),
        *("22:59:60Z", "23:58:60Z", "23:59:60+01:00", "23:59:60-00:30", "24:59:60+01:00"),
    ],
)
def test_time(text: str, expected: bool) -> None:
    """A time is a full-time of RFC 3339, with its offset; a leap second ends a day in UTC."""
    assert conforms(text, "time") is expected


@table(
    valid=[
        *("2024-02-29T10:00:00Z", "2024-01-01t10:00:00.5z", "0000-01-01T00:00:00Z"),
        *("2024-01-01T00:00:00+23:59", "2024-01-01T00:00:00-00:00", "9999-12-31T23:59:59-23:59"),
        *("2016-12-31T23:59:60Z", "2015-06-30T23:59:60Z", "2024-02-29T23:59:60Z"),
        *("2017-01-01T00:59:60+01:00", "2016-12-31T15:59:60-08:00", "2017-01-01T23:29:60+23:30"),
        *("2016-12-31T00:29:60-23:30", "0000-01-01T00:59:60+01:00"),
    ],
    invalid=[
        *("2024-02-29", "2024-01-01T10:00:00", "2024-01-01 10:00:00Z", "2024-01-01T24:00:00Z"),
        *("2023-02-29T10:00:00Z", "2024-01-01T10:00:00+02:60", "2024-01-01T10:00:00+24:00"),
        *("2024-01-01T10:00Z", "20240101T100000Z", "2024-01-01T10:00:00Z\n", ""),
        *("২০২৪-01-01T10:00:00Z", "2024-01-01T1\u09e8:00:00Z", "2024-01-01T10:00:00.৫Z"),
        *("2009-05-31T14:53:60Z", "2016-12-31T24:59:60+01:00", "2016-12-31T23:59:61Z"),
        *("2016-12-30T23:59:60Z", "2023-02-28T23:59:60+00:01", "2024-02-28T23:59:60Z"),
        *("2017-01-02T00:59:60+01:00", "2016-12-30T15:59:60-08:00", "2016-12-31T23:59:60+01:00"),
    ],
)
def test_date_time(text: str, expected: bool) -> None:
    """A date-time is that of RFC 3339; a leap second ends the last day of a month in UTC."""
    assert conforms(text, "date-time") is expected


@table(
    valid=[
        *("P1Y", "P1M", "P1D", "P1W", "PT1H", "PT1M", "PT1S", "P0D", "P01D", "PT36H"),
        *("P1Y2M3DT4H5M6S", "P1Y2M", "P2M3D", "PT4H5M", "PT5M6S", "P1DT1S", f"P{'9' * 80}D"),
        "p1dt2h",
    ],
    invalid=[
        *("P", "PT", "P1YT", "1D", "P1", "P1S", "PT1D", "P1H", "P1DT", "P2D1Y", "P1D1D", "P1DT2D"),
        *("P1Y3D", "PT4H6S", "P1Y2W", "P1W2D", "P1WT1H", "-P1D", "P-1D", "+P1D", "PT0.5S"),
        *("PT0,5S", "P1e2D", "P1D ", " P1D", "P1D\n", "P\u09e8D", "P1\u017fD", ""),
        *("P1Y2MT", "PD", "P2024-01-01T00:00:00"),
    ],
)
def test_duration(text: str, expected: bool) -> None:
    """A duration follows the grammar of RFC 3339, appendix A: its units may not be skipped."""
    assert conforms(text, "duration") is expected


@table(
    valid=[
        "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "2EB8AA08-aa98-11EA-f4aa-73B441D16380",
        "00000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ],
    invalid=[
        *("", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"),
        "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
        "2eb8aa0-8aa98-11e-ab4aa7-3b441d16380",
        "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
        "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "2eb8aa08-aa98-11ea-b4aa-73b441d1_380",
        "2eb8aa08-aa98-11ea-b4ga-73b441d16380",
        "২eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "2eb8aa08-aa98-11ea-b4aa-73b441d16380\n",
    ],
)
def test_uuid(text: str, expected: bool) -> None:
    """A UUID has the 36 characters of RFC 4122, of any version and variant."""
    assert conforms(text, "uuid") is expected


@table(
    valid=["0.0.0.0", "255.255.255.255", "1.20.200.249", "192.168.0.1"],
    invalid=[
        *("256.0.0.0", "0.0.0.256", "1.2.3", "1.2.3.4.5", "1.2.3.", ".1.2.3", "1..2.3", ""),
        *("01.2.3.4", "1.2.3.00", "0x7f.0.0.1", "1e1.0.0.1", "+1.2.3.4", "-1.2.3.4", "127.1"),
        *("1.2.3.4 ", " 1.2.3.4", "1.2.3.4\n", "1.2.3.4/8", "1.2.3.4:80", "::1", "2130706433"),
        *("\u09e7.2.3.4", "\uff11.2.3.4", "1\uff0e2\uff0e3\uff0e4"),
    ],
)
def test_ipv4(text: str, expected: bool) -> None:
    """An IPv4 address is four numbers of a byte, without leading zeros."""
    assert conforms(text, "ipv4") is expected


@table(
    valid=[
        *("::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8"),
        *("1:2:3::5:6:7:8", "ABCD:abcd::0000", "::192.168.0.1", "1:2:3:4:5:6:192.168.0.1"),
        *("1::3:4:5:6:192.168.0.1", "::ffff:0.0.0.0"),
    ],
    invalid=[
        *("", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1::", "::1:"),
        *("1:2:3:4::5:6:7:8", "1:2:3:4:5:6:7:8::", ":2:3:4:5:6:7:8", "1:2:3:4:5:6:7:"),
        *("12345::", "::g", "::1%eth0", "::1/64", "[::1]", " ::1", "::1\n", "::+1", "::0x1"),
        *("::1.2.3", "::1.2.3.256", "::01.2.3.4", "1.2.3.4::", "1.2.3.4", "::1.2.3.4:5"),
        *("1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::১", "1::192.16\u09ea.0.1"),
    ],
)
def test_ipv6(text: str, expected: bool) -> None:
    """An IPv6 address is one of RFC 4291, section 2.2: no zone, and a gap is never empty."""
    assert conforms(text, "ipv6") is expected


@table(
    valid=["", "^[a-z]+$", r"\p{L}", "(?<year>a)", "[^]", "a\n"],
    invalid=["[", r"\Z", "(?P<year>a)", "a**", r"\a"],
)
def test_regex(text: str, expected: bool) -> None:
    """A regex is one of ECMA-262."""
    assert conforms(text, "regex") is expected


@table(
    valid=["", "/", "//", "/a/0", "/a~0b~1c", "/ ", '/"\\', "/é", "/a\n", "/\x00"],
    invalid=["a", "#", "#/a", "/~", "/a~2", "/~/a", "/a~", "\n", "\n/a", "0"],
)
def test_json_pointer(text: str, expected: bool) -> None:
    """A JSON Pointer is empty or starts with a slash, and its tildes are escaped."""
    assert conforms(text, "json-pointer") is expected


@table(
    valid=["0", "1", "120", "0#", "10#", "0/", "0//", "2/a~0b/1", "0+1", "0-1#", "1+10/a"],
    invalid=[
        *("", "#", "/a", "01", "00#", "-1/a", "+1/a", "0##", "0#/a", "0a", "0/~", "0+0", "0+01"),
        *("0+", "1\n", "১", "1২#", "0+১", " 0"),
    ],
)
def test_relative_json_pointer(text: str, expected: bool) -> None:
    """A relative JSON Pointer is a number without leading zeros, then a pointer or a #."""
    assert conforms(text, "relative-json-pointer") is expected


@table(
    valid=[
        *("a", "A-1.b", "1host", "a--b.example", "xn--4gbwdl.xn--wgbh1c", "a" * 63),
        ".".join(["a" * 63] * 3 + ["a" * 61]),
    ],
    invalid=[
        *("", ".", ".a", "a.", "a..b", "-a", "a-", "a-.b", "a_b", "a b", "é", "a\n", "১"),
        *("a\uff0eb", "\u212aelvin", "a" * 64, ".".join(["a" * 63] * 3 + ["a" * 62])),
    ],
)
def test_hostname(text: str, expected: bool) -> None:
    """A host name has labels of letters, digits and inner hyphens, up to 63 and 253 characters."""
    assert conforms(text, "hostname") is expected


@table(
    valid=[
        *("a@b", "a.b@example.com", "a!#$%&'*+-/=?^_`{|}~@b", '"a b"@c', '"a@b"@c', '""@c'),
        *(r'"a\"\\b"@c', "a@[127.0.0.1]", "a@[IPv6:::1]", "a@[ipv6:1::2]"),
    ],
    invalid=[
        *("", "a", "@", "a@", "@b", "a@b@c", ".a@b", "a.@b", "a..b@c", "a b@c", "a(c)@b"),
        *('"a"b@c', '"a@c', '"a\n"@c', r'"a\"@c', "é@b", "a@é", "a@b_c", "a@-b", "a@b.", "a@b\n"),
        *("a@[127.0.0.300]", "a@[::1]", "a@[IPv6:127.0.0.1]", "a@[tag:x]", "a@[]", "a@[127.0.0.1"),
        "A <a@b>",
    ],
)
def test_email(text: str, expected: bool) -> None:
    """An e-mail address is a Mailbox of RFC 5321, section 4.1.2."""
    assert conforms(text, "email") is expected


ABSOLUTE = [
    *("http://a", "http://a/", "a:", "a:b", "a:/b", "a:b/c:d@e", "urn:isbn:0", "A+1.-:x", "a://"),
    *("http://u:p@h:80/p?q=1#f", "http://h:", "http://h?#", "http://[::1]:80/", "http://[v1.a:b]"),
    *("http://1.2.3.4", "http://%C3%A9/%20", "mailto:a@b", "file:///a//b", "a:?/?/?#/?"),
]
RELATIVE = [
    *("", "a", "/", "/a:b", "./a:b", "a/b:c", "//h/p", "//h:1", "?q:1", "#f:1", "../a", "%20"),
    *("a@b", "//"),
]
NEITHER = [
    *("1:a", ":a", "a b", "http://a b", "http://a\\b", "http://a\n", "http://[::1", "http://::1]"),
    *("http://[1.2.3.4]", "http://[::1%25eth0]", "http://[::01.2.3.4]", "http://[v1.]"),
    *("http://h:8a", "http://h:8\u09e8", "http://a/%", "http://a/%2", "http://a/%gg", "a:#b#c"),
    *("http://a/<b>", 'http://a/"', "http://a/{b}", "http://a/^", "http://a/`", "http://a/|"),
    *("http://h[a]", "a:[b]", "http://u@v@h", "a\x7f", "a:b\n", "\n"),
]
BEYOND_ASCII = ["http://é", "http://a/é?é#é", "a:\U0001f600", "http://ü@ö/ä", "http://a?\ue000"]
BEYOND_IRIS = [
    "http://a/\ue000",
    "http://a#\ue000",
    "a:\x80",
    "a:\ufffe",
    "a:\U000e0001",
    "a:\ud800",
    "é:a",
]


@table(valid=ABSOLUTE, invalid=RELATIVE + NEITHER + BEYOND_ASCII + BEYOND_IRIS)
def test_uri(text: str, expected: bool) -> None:
    """A URI is that of RFC 3986, with a scheme and in ASCII."""
    assert conforms(text, "uri") is expected


@table(valid=ABSOLUTE + RELATIVE, invalid=NEITHER + BEYOND_ASCII + BEYOND_IRIS)
def test_uri_reference(text: str, expected: bool) -> None:
    """A URI reference may leave the scheme out, and then has no colon in its first segment."""
    assert conforms(text, "uri-reference") is expected


@table(valid=ABSOLUTE + BEYOND_ASCII, invalid=RELATIVE + NEITHER + BEYOND_IRIS)
def test_iri(text: str, expected: bool) -> None:
    """An IRI is a URI with the characters of RFC 3987: private ones in the query only."""
    assert conforms(text, "iri") is expected


@table(valid=[*ABSOLUTE, *RELATIVE, *BEYOND_ASCII, "é"], invalid=NEITHER + BEYOND_IRIS)
def test_iri_reference(text: str, expected: bool) -> None:
    """An IRI reference is an IRI whose scheme may be left out."""
    assert conforms(text, "iri-reference") is expected


@table(
    valid=[
        *(
            "",
            "http://a/{b}",
            "{a}{b}",
            "{+a,b:3,c*}",
            "{#a.b_c}",
            "{&a}",
            "{%41}",
            "{v:9999}",
            "é",
        ),
        *("{|a}", "{,a}", "it's", "%20", "\ue000"),
    ],
    invalid=[
        *("{", "}", "{}", "{a", "a}", "{{a}}", "{a b}", "{a..b}", "{.}", "{a,}", "{a:0}"),
        *("{a:01}", "{a:10000}", "{a=b}", "{a*:1}", "{-a}", "a b", '"', "<", "\\", "^", "`", "|"),
        *("%", "%2", "{%4}", "a\n", "{a}\n", "a\x7f", "{é}", "{১}", "\ud800"),
    ],
)
def test_uri_template(text: str, expected: bool) -> None:
    """A URI template is that of RFC 6570, of any level."""
    assert conforms(text, "uri-template") is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("2020-01-01", {"date"}), ("1.2.3.4", {"ipv4"})], ids=["date", "ipv4"]
)
def test_formats_that_share_no_text(text: str, expected: set[str]) -> None:
    """A date is no address, and an address is no date."""
    assert {name for name in ("date", "ipv4") if conforms(text, name)} == expected


def test_the_native_formats() -> None:
    """All formats of the specification but the two that need IDNA are asserted everywhere."""
    assert " ".join(sorted(NATIVE)) == (
        "date date-time duration email hostname ipv4 ipv6 iri iri-reference json-pointer regex"
        " relative-json-pointer time uri uri-reference uri-template uuid"
    )


@pytest.mark.parametrize("name", sorted(NATIVE))
def test_native_checks_come_first(name: str) -> None:
    """A native check is used even where the checker of the dialect has one of its own."""
    checker = jsonschema.FormatChecker(formats=())
    checker.checks(name)(lambda _: False)

    assert format_check(name, dialect_checker=checker) is NATIVE[name]


@pytest.mark.parametrize("name", ["no-such-format", "", "Date", "color"])
def test_unknown_format(name: str) -> None:
    """A format that nobody defined is not asserted."""
    assert format_check(name) is None


def test_format_of_the_dialect_checker() -> None:
    """A format that only the given checker knows is asserted by it, and says yes or no."""
    checker = jsonschema.FormatChecker(formats=())
    checker.checks("even", raises=ValueError)(lambda text: int(str(text)) % 2 == 0)

    check = format_check("even", dialect_checker=checker)

    assert check is not None
    assert [check("2"), check("3"), check("two")] == [True, False, False]


@pytest.mark.parametrize("name", ["idn-hostname", "idn-email"])
def test_without_the_library(name: str) -> None:
    """A format whose library is missing is not asserted; looking for an "@" is no check."""
    checker = jsonschema.FormatChecker(formats=["email", "idn-email"])

    assert format_check(name, dialect_checker=checker) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("실례@실례.테스트", True),
        ("é.ü@example", True),
        ('"é ü"@example', True),
        ("a@[127.0.0.1]", True),
        ("é@other", False),
        ("é", False),
        ("é..ü@example", False),
        ("\ud800@example", False),
    ],
    ids=ascii,
)
def test_idn_email(text: str, expected: bool) -> None:
    """An internationalized address has any letters, and a host that conforms to idn-hostname."""
    checker = jsonschema.FormatChecker(formats=())
    checker.checks("idn-hostname")(lambda host: host in {"실례.테스트", "example"})

    check = format_check("idn-email", dialect_checker=checker)

    assert check is not None
    assert check(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("실례.테스트", True),
        ("a.example", True),
        ("〮실례.테스트", False),
        ("-a", False),
        ("a\n", False),
    ],
    ids=ascii,
)
def test_idn_hostname(text: str, expected: bool) -> None:
    """An internationalized host name is one of IDNA 2008, where its library is installed."""
    pytest.importorskip("idna")
    check = format_check("idn-hostname")

    assert check is not None
    assert check(text) is expected


def test_jsonschema_is_imported_when_needed() -> None:
    """Importing the module and asking for a native format does not import jsonschema."""
    code = (
        "import sys, pytest_schemas._formats as formats\n"
        "formats.format_check('date-time')('2024-02-29T10:00:00Z')\n"
        "print([m for m in ('jsonschema', 'corvus_regex_ecma262') if m in sys.modules])"
    )
    command = [sys.executable, "-c", code]

    result = subprocess.run(command, capture_output=True, text=True, check=True)

    assert result.stdout == "[]\n"


OFFSETS = st.builds(
    timezone, st.integers(-1439, 1439).map(lambda minutes: timedelta(minutes=minutes))
)
MOMENTS = st.datetimes(timezones=OFFSETS)

SAMPLES = {
    "date": MOMENTS.map(lambda moment: moment.date().isoformat()),
    "time": MOMENTS.map(lambda moment: moment.timetz().isoformat()),
    "date-time": MOMENTS.map(lambda moment: moment.isoformat()),
    "duration": st.builds("P{}DT{}H{}M".format, *[st.integers(min_value=0)] * 3),
    "uuid": st.uuids().map(str),
    "ipv4": st.ip_addresses(v=4).map(str),
    "ipv6": st.ip_addresses(v=6).map(str),
    "relative-json-pointer": st.builds("{}/{}".format, st.integers(min_value=0), st.integers()),
    "hostname": st.builds("h{}.example".format, st.integers(min_value=0, max_value=999)),
    "email": st.builds("a{}@example".format, st.integers(min_value=0)),
    "uri": st.builds("http://h:{}/".format, st.integers(min_value=0)),
}


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=30)
@given(data=st.data())
def test_texts_that_python_writes(name: str, data: st.DataObject) -> None:
    """What Python's own types write conforms, and does not with a newline, space or NUL added."""
    text = data.draw(SAMPLES[name])

    assert conforms(text, name)
    if name != "relative-json-pointer":  # where a key may end in any character
        assert not any(conforms(text + more, name) for more in "\n\r \x00")


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "relative-json-pointer"])
@settings(max_examples=30)
@given(data=st.data())
def test_other_digits_are_refused(name: str, data: st.DataObject) -> None:
    """A digit of another script in the place of an ASCII digit is refused."""
    text = data.draw(SAMPLES[name].filter(lambda text: any(c in "0123456789" for c in text)))
    place = data.draw(st.sampled_from([i for i, c in enumerate(text) if c in "0123456789"]))

    assert not conforms(
        text[:place] + text[place].translate(BENGALI_DIGITS) + text[place + 1 :], name
    )


@given(st.text("0123456789.", max_size=16))
def test_ipv4_is_what_python_reads(text: str) -> None:
    """The check and Python agree on texts of ASCII digits and dots."""
    assert conforms(text, "ipv4") is _reads(IPv4Address, text)


@given(
    st.text("0123456789abcdef:.", max_size=40)
    | st.lists(st.sampled_from(["1", "ab", "", "1.2.3.4"])).map(":".join)
)
def test_ipv6_is_what_python_reads(text: str) -> None:
    """The check and Python agree on texts of ASCII digits, letters, colons and dots."""
    assert conforms(text, "ipv6") is _reads(IPv6Address, text)


def _reads(read: object, text: str) -> bool:
    try:
        read(text)  # type: ignore[operator]
    except ValueError:
        return False
    return True


@given(st.lists(st.text()))
def test_every_escaped_pointer_conforms(tokens: list[str]) -> None:
    """Any list of keys, escaped as RFC 6901 says, is a JSON Pointer."""
    pointer = "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)

    assert conforms(pointer, "json-pointer")
    assert conforms("0" + pointer, "relative-json-pointer")


@given(st.text(st.characters(exclude_categories=())) | st.text("01aP:/-.@[]{}%~\n\ud800"))
def test_any_text_has_an_answer(text: str) -> None:
    """Every text, also one with unpaired surrogates, is answered with yes or no."""
    assert {conforms(text, name) for name in NATIVE} <= {True, False}
