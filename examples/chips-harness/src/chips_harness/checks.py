"""Checks of JSON values. Each takes a value and where it stands, and raises `BrokenError`."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping
from typing import Any

Check = Callable[[Any, str], None]

_TIME = re.compile(
    r"(?P<year>\d{4})-(?P<month>0[1-9]|1[0-2])-(?P<day>\d\d)"
    r"T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


class BrokenError(ValueError):
    """What a document must not be."""


def text(least: int = 0, most: int | None = None, form: str = r".*") -> Check:
    """A text of some length, all of which has a form."""
    pattern = re.compile(form, re.ASCII | re.DOTALL)

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str):
            raise BrokenError(f"{where} is no text")
        if len(value) < least or (most is not None and len(value) > most):
            raise BrokenError(f"{where} has {len(value)} characters")
        if not pattern.fullmatch(value):
            raise BrokenError(f"{where} does not have its form")

    return check


def one_of(*allowed: str) -> Check:
    """One of some texts."""

    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in allowed:
            raise BrokenError(f"{where} is none of {', '.join(allowed)}")

    return check


def whole_number(least: int, most: int) -> Check:
    """A number without a fraction; JSON has 1.0 for 1, and true is no number."""

    def check(value: Any, where: str) -> None:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value % 1:
            raise BrokenError(f"{where} is no whole number")
        if not least <= value <= most:
            raise BrokenError(f"{where} is not from {least} to {most}")

    return check


def time(value: Any, where: str) -> None:
    """A date and time of RFC 3339, without leap seconds."""
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise BrokenError(f"{where} is no date and time with an offset")
    last = calendar.monthrange(int(found["year"]), int(found["month"]))[1]
    if not 1 <= int(found["day"]) <= last:
        raise BrokenError(f"{where} is no day of its month")


def record(required: Mapping[str, Check], optional: Mapping[str, Check]) -> Check:
    """An object with members that it must and that it may have. Others are passed over."""
    known = {**required, **optional}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise BrokenError(f"{where} is no object")
        for name in required:
            if name not in value:
                raise BrokenError(f"{where} has no {name}")
        for name in known.keys() & value.keys():
            known[name](value[name], f"{where}.{name}")

    return check
