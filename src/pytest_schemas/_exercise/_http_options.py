"""What a service is asked for: the arguments of `http_producer`, before anything is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

METHODS: Final = ("POST", "PUT", "PATCH")

# RFC 9110 sections 5.1 and 5.5, of field values only what is ASCII.
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
_PRINTED: Final = re.compile(r"[!-~]+")
_DEFAULTS: Final = {"Accept": "application/json", "Content-Type": "application/json"}


def checked_url(url: str, *, is_relative_allowed: bool) -> str:
    """An address that can be sent to.

    Raises:
        TypeError, ValueError: it is none.
    """
    if not isinstance(url, str):
        raise TypeError(f"url is {url!r}, of type {type(url).__name__}: use a str.")
    if not _PRINTED.fullmatch(url):
        message = f"url is {url!r}: percent-encode white space and what is not ASCII."
        raise ValueError(message)
    given = "url" if "@" in url else f"url is {url!r}"  # a password is not shown
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ValueError(f"{given}: {error}.") from None
    if parts.username is not None or parts.password is not None:
        message = "url holds a user name: leave it out, and give an Authorization header instead."
        raise ValueError(message)
    if is_relative_allowed and not parts.scheme:
        return url
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{given}: give one such as 'http://127.0.0.1:8000/path'.")
    try:
        parts.hostname.encode("idna")  # as the look-up of the name does
    except UnicodeError:
        message = f"{given}: {parts.hostname!r} cannot be the name of a host."
        raise ValueError(message) from None
    if parts.fragment:
        raise ValueError(f"url is {url!r}: leave out the fragment, which is never sent.")
    return url


def checked_method(method: str) -> str:
    """A method whose request has a body.

    Raises:
        ValueError: it is none.
    """
    if method not in METHODS:
        raise ValueError(f"method is {method!r}: use one of {', '.join(METHODS)}.")
    return method


def checked_headers(headers: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """All headers of a request, the caller's in place of the usual ones.

    Raises:
        TypeError, ValueError: one cannot be sent.
    """
    if headers is not None and not isinstance(headers, Mapping):
        raise TypeError(f"headers is {headers!r}: give a mapping of names to texts, or None.")
    given = dict(headers or {})
    for name, value in given.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise TypeError(f"headers has {name!r}: {value!r}: use a str for both.")
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise ValueError(f"headers has {name!r}: {value!r}, which no header can be.")
    names = {each.lower() for each in given}
    usual = {name: value for name, value in _DEFAULTS.items() if name.lower() not in names}
    return tuple({**usual, **given}.items())
