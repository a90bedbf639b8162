"""Equality as JSON has it (core, section 4.2.2): by value, and never across types."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any


def canonical(value: Any) -> Hashable:
    """A stand-in for a JSON value: two values are equal in JSON exactly if their stand-ins are.

    Numbers stand for themselves, since Python compares and hashes 1 and 1.0 alike and exactly;
    booleans are set apart from them.
    """
    if value is True or value is False:
        return ("boolean", value)
    if isinstance(value, dict):
        return ("object", frozenset([(name, canonical(each)) for name, each in value.items()]))
    if isinstance(value, list):
        return ("array", tuple([canonical(each) for each in value]))
    return value  # type: ignore[no-any-return]  # a string, a number or None


def is_multiple(number: float, of: float) -> bool:
    """Whether a number is an integer multiple of another, exactly, as both are written."""
    if type(number) is int and type(of) is int:
        return number % of == 0
    return (Fraction(repr(number)) / Fraction(repr(of))).denominator == 1
