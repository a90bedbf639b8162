"""Equality as JSON has it, and multiples as they are written."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

EQUAL: list[tuple[Any, Any]] = [
    (1, 1.0),
    (0, -0.0),
    (2**53, 2.0**53),
    (10**300, Decimal("1e300").__int__()),
    ("é", "\u00e9"),
    ([], []),
    ([1, [2]], [1.0, [2.0]]),
    ({"a": 1, "b": 2}, {"b": 2.0, "a": 1.0}),
    ({"a": [True, {"b": None}]}, {"a": [True, {"b": None}]}),
]
DIFFERENT: list[tuple[Any, Any]] = [
    (1, True),
    (0, False),
    (1.0, True),
    (0, None),
    (False, None),
    ("", None),
    (1, "1"),
    (True, "true"),
    ([], {}),
    ([], ""),
    ([], None),
    ([1], [True]),
    ([0], [False]),
    ([[1]], [[True]]),
    ({"a": 1}, {"a": True}),
    ({"a": {"b": [0]}}, {"a": {"b": [False]}}),
    ({"a": 1}, {"a": 1, "b": 1}),
    ({"a": None}, {}),
    ([1, 2], [2, 1]),
    ([["a", 1]], {"a": 1}),
    (2**53 + 1, 2.0**53),
    (2**53 + 1, 2**53),
    (0.1 + 0.2, 0.3),
    ("é", "e\u0301"),
    ("a", "A"),
    ("a", ["a"]),
    ("boolean", True),
    (["boolean", True], True),
    (["object", []], {}),
]


def is_equal(left: Any, right: Any) -> bool:
    """Whether `const`, `enum` and `uniqueItems` all take two values for equal."""
    const = ps.contract({"const": left}).is_valid(right)
    enum = ps.contract({"enum": [["other"], left]}).is_valid(right)
    unique = ps.contract({"uniqueItems": True}).is_valid([left, "between", right])

    assert const is enum is not unique
    return const


@pytest.mark.parametrize(("left", "right"), EQUAL, ids=repr)
def test_equal(left: Any, right: Any) -> None:
    """By value: numbers by what they are, objects whatever the order of their members."""
    assert is_equal(left, right)
    assert is_equal(right, left)


@pytest.mark.parametrize(("left", "right"), DIFFERENT, ids=repr)
def test_different(left: Any, right: Any) -> None:
    """Never across types, at any depth, though Python takes 1 and True for equal."""
    assert not is_equal(left, right)
    assert not is_equal(right, left)


def by_the_book(left: Any, right: Any) -> bool:
    """Core, section 4.2.2, word for word."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(by_the_book, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(by_the_book(left[k], right[k]) for k in left)
    numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    return (numbers or type(left) is type(right)) and left == right


VALUES = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -0.0, 1.0, "", "1", "true"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(deadline=None)
@given(left=VALUES, right=VALUES)
def test_equality_is_that_of_the_specification(left: Any, right: Any) -> None:
    """For values that are easily taken for each other."""
    assert is_equal(left, right) is by_the_book(left, right)


@pytest.mark.parametrize(
    ("number", "of", "is_multiple"),
    [
        (6, 2, True),
        (7, 2, False),
        (0, 5, True),
        (-6, 4, False),
        (-8, 4, True),
        (0.3, 0.1, True),
        (0.35, 0.1, False),
        (1.1, 0.1, True),
        (19.99, 0.01, True),
        (4.35, 0.01, True),
        (0.1 + 0.2, 0.1, False),
        (0.0075, 0.0001, True),
        (0.00751, 0.0001, False),
        (3.0, 2, False),
        (4.0, 2, True),
        (1, 0.5, True),
        (10**300 + 1, 2, False),
        (10**300, 0.5, True),
        (1e308, 0.123456789, False),
        (1e300, 1e-300, True),
        (5e-324, 1, False),
        (1, 1e308, False),
    ],
)
def test_a_multiple_is_exact(number: float, of: float, is_multiple: bool) -> None:
    """As both numbers are written, whatever doubles make of them."""
    assert ps.contract({"multipleOf": of}).is_valid(number) is is_multiple


@pytest.mark.parametrize("value", ["3", True, None, [], {}], ids=repr)
def test_only_numbers_have_multiples(value: object) -> None:
    """Other values are not looked at; a boolean is not a number."""
    assert ps.contract({"multipleOf": 2}).is_valid(value)


@settings(deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4), st.integers(0, 6))
def test_a_multiple_in_decimals_is_a_multiple(count: int, step: int, places: int) -> None:
    """n times a step is a multiple of the step, and a tenth of a step more is none."""
    of = Decimal(step).scaleb(-places)
    contract = ps.contract({"multipleOf": float(of)})

    assert contract.is_valid(float(count * of))
    assert not contract.is_valid(float(count * of + of / 10))
