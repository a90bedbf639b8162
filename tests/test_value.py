"""Tests of the check that a Python value is a JSON value."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import decimal
import enum
import json
import math
import pathlib
import types
import uuid
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pytest_schemas._document import read
from pytest_schemas._fault import Fault, Unreadable
from pytest_schemas._value import depth, faults, portable_integers

# The smallest integer whose nearest double is infinite.
TOO_LARGE = 2**1024 - 2**970


class Text(str):
    __slots__ = ()


class Level(enum.IntEnum):
    HIGH = 3


class Color(enum.Enum):
    RED = "red"


class Half(float):
    pass


class Rude:
    """An object that does all it can to stop a report."""

    def __repr__(self):
        raise RuntimeError


class Plain:
    pass


@dataclasses.dataclass
class Point:
    x: int = 1


def nested(levels: int, innermost: object = None) -> object:
    for _ in range(levels):
        innermost = [innermost]
    return innermost


def shared() -> object:
    part = {"a": [1]}
    return [part, {"again": part}, part["a"]]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(None, id="null"),
        pytest.param(True, id="true"),
        pytest.param("\U0001f600 caf\xe9", id="string beyond ASCII"),
        pytest.param(-0.0, id="minus zero"),
        pytest.param(1.7976931348623157e308, id="largest double"),
        pytest.param(TOO_LARGE - 1, id="largest integer"),
        pytest.param(1 - TOO_LARGE, id="smallest integer"),
        pytest.param({"a": [{}, [], {"": None}]}, id="containers"),
        pytest.param({"\xe9": 1}, id="name beyond ASCII"),
        pytest.param(Text("a"), id="subclass of str"),
        pytest.param({Text("a"): 1}, id="subclass of str as a name"),
        pytest.param(Level.HIGH, id="subclass of int"),
        pytest.param(Half(0.5), id="subclass of float"),
        pytest.param(collections.OrderedDict(a=1), id="subclass of dict"),
        pytest.param(collections.UserList([1]).data, id="list"),
        pytest.param(shared(), id="one object in three places"),
        pytest.param(nested(100), id="as deep as the limit"),
    ],
)
def test_json_values(value):
    """JSON values have no faults; subclasses count as what they extend."""
    assert faults(value) == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ((1, 2), "a value of type tuple, (1, 2): use a list"),
        ({1}, "a value of type set, {1}: use a list"),
        (frozenset(), "a value of type frozenset, frozenset(): use a list"),
        (range(3), "a value of type range, range(0, 3): use a list"),
        (b"\xff", "a value of type bytes, b'\\xff': decode it to a str"),
        (bytearray(b"a"), "a value of type bytearray, bytearray(b'a'): decode it to a str"),
        (
            datetime.date(2026, 11, 24),
            "a value of type date, datetime.date(2026, 11, 24): use its isoformat()",
        ),
        (
            datetime.datetime(2026, 11, 24, tzinfo=datetime.timezone.utc),
            "a value of type datetime, datetime.datetime(2026, 11, 24, 0, 0, tz... "
            "(67 characters): use its isoformat()",
        ),
        (
            decimal.Decimal("1.5"),
            "a value of type Decimal, Decimal('1.5'): use a float, or a str",
        ),
        (
            uuid.UUID(int=0),
            "a value of type UUID, UUID('00000000-0000-0000-0000-0000000000... "
            "(44 characters): use its str()",
        ),
        (
            pathlib.PurePosixPath("a"),
            "a value of type PurePosixPath, PurePosixPath('a'): use its str()",
        ),
        (Color.RED, "a value of type Color, <Color.RED: 'red'>: use its value"),
        (Point(), "a value of type Point, Point(x=1): use dataclasses.asdict()"),
        (
            types.MappingProxyType({"a": 1}),
            "a value of type mappingproxy, mappingproxy({'a': 1}): use a dict",
        ),
        (collections.UserDict(a=1), "a value of type UserDict, {'a': 1}: use a dict"),
        (1j, "a value of type complex, 1j: JSON has no such value"),
        (..., "a value of type ellipsis, Ellipsis: JSON has no such value"),
        (
            types.SimpleNamespace(e="\xe9\ud800"),
            r"a value of type SimpleNamespace, namespace(e='\xe9\ud800'): JSON has no such value",
        ),
        (Rude(), "a value of type Rude, repr() fails: JSON has no such value"),
        ((10**5000,), "a value of type tuple, repr() fails: use a list"),
    ],
    ids=lambda each: each.split(",")[0] if isinstance(each, str) else "",
)
def test_other_values(value, reason):
    """What JSON does not have is named by its type, shown, and told what to use instead."""
    assert faults({"a": [0, value]}) == [Fault("json/value", reason, ("a", 1))]


def test_an_address_is_not_shown():
    """A message is the same on every run, so it shows no address in memory."""
    assert faults(Plain())[0].reason == (
        "a value of type Plain, <test_value.Plain object>: JSON has no such value"
    )


def test_what_only_claims_to_be_a_container():
    """The type counts, not what an object says of its class."""
    assert [fault.rule for fault in faults([mock.Mock(spec=dict), mock.Mock(spec=str)])] == [
        "json/value",
        "json/value",
    ]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        pytest.param(
            [math.nan],
            Fault("json/non-finite", "the float nan, which is no JSON number", (0,)),
            id="NaN",
        ),
        pytest.param(
            {"a": -math.inf},
            Fault("json/non-finite", "the float -inf, which is no JSON number", ("a",)),
            id="minus infinity",
        ),
        pytest.param(
            Half("inf"),
            Fault("json/non-finite", "the float inf, which is no JSON number"),
            id="infinity of a subclass",
        ),
        pytest.param(
            [0, TOO_LARGE],
            Fault(
                "json/non-finite",
                "an integer of 1024 bits is too large: its nearest double is infinite",
                (1,),
            ),
            id="integer that no double can hold",
        ),
        pytest.param(
            -TOO_LARGE,
            Fault(
                "json/non-finite",
                "an integer of 1024 bits is too large: its nearest double is infinite",
            ),
            id="negative integer that no double can hold",
        ),
        pytest.param(
            10**5000,
            Fault(
                "json/non-finite",
                "an integer of 16610 bits is too large: its nearest double is infinite",
            ),
            id="integer of 5001 digits",
        ),
        pytest.param(
            ["a\udc00"],
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+DC00, which stands for no character",
                (0,),
            ),
            id="surrogate in a string",
        ),
        pytest.param(
            [Text("\ud83d\ude00")],
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+D83D, which stands for no character",
                (0,),
            ),
            id="two surrogates are no pair in Python text",
        ),
        pytest.param(
            [{"a\ud800": (1,)}],
            Fault(
                "json/lone-surrogate",
                "an unpaired surrogate, U+D800, which stands for no character, "
                r'in the name "a\ud800"',
                (0,),
            ),
            id="surrogate in a name",
        ),
        pytest.param(
            {"a": {1: "x"}},
            Fault("json/value", "a name of type int, 1: use a str", ("a",)),
            id="name that is an integer",
        ),
        pytest.param(
            {"a": {None: math.nan}},
            Fault("json/value", "a name of type NoneType, None: use a str", ("a",)),
            id="what stands under a bad name is not looked at",
        ),
        pytest.param(
            {Rude(): 1},
            Fault("json/value", "a name of type Rude, repr() fails: use a str"),
            id="name that cannot be shown",
        ),
        pytest.param(
            nested(101),
            Fault(
                "json/nesting", "nested more than 100 levels deep, which is the limit", (0,) * 100
            ),
            id="too deep",
        ),
        pytest.param(
            nested(100_000, math.nan),
            Fault(
                "json/nesting", "nested more than 100 levels deep, which is the limit", (0,) * 100
            ),
            id="far too deep",
        ),
    ],
)
def test_one_fault(value, fault):
    """Each fault has its rule, its reason and the path of the value."""
    assert faults(value) == [fault]


def test_the_limit_of_nesting_can_be_set():
    """An empty container counts as one level."""
    assert faults([[]], max_nesting=2) == []
    assert faults([{}], max_nesting=1) == [
        Fault("json/nesting", "nested more than 1 levels deep, which is the limit", (0,))
    ]
    assert faults(0, max_nesting=0) == []


def test_all_faults_in_document_order():
    """All faults are told in the order of the document, an object's names before its members."""
    value = {"b": [(), {"x": math.nan, 2: 0}], "a/b": b"", "c": [[[[]]]]}

    assert [(fault.rule, fault.path) for fault in faults(value, max_nesting=3)] == [
        ("json/value", ("b", 0)),
        ("json/value", ("b", 1)),
        ("json/non-finite", ("b", 1, "x")),
        ("json/value", ("a/b",)),
        ("json/nesting", ("c", 0, 0)),
    ]


def test_a_value_that_contains_itself():
    """A loop is told where it closes, and what it leads back to, however often it closes."""
    value: dict[str, object] = {"a/b": [0]}
    value["a/b"].append({"up": value["a/b"], "top": value})

    assert faults(value) == [
        Fault("json/value", 'a value that contains itself: it is "/a~1b" again', ("a/b", 1, "up")),
        Fault(
            "json/value", "a value that contains itself: it is the root again", ("a/b", 1, "top")
        ),
    ]


def test_depth_of_a_value_that_contains_itself():
    """A loop has no depth, and does not hang."""
    value: list[object] = [1]
    value.append([value, value])

    with pytest.raises(ValueError, match=r"^The value contains itself, so its depth has no end\.$"):
        depth(value)


@pytest.mark.parametrize(
    ("value", "levels"),
    [
        pytest.param("text", 0, id="scalar"),
        pytest.param([], 1, id="empty array"),
        pytest.param({}, 1, id="empty object"),
        pytest.param([1, {"a": [2]}, []], 3, id="mixed"),
        pytest.param(shared(), 4, id="shared"),
        pytest.param(nested(100_000), 100_000, id="deep"),
    ],
)
def test_depth(value, levels):
    """The depth is the number of containers around the innermost place."""
    assert depth(value) == levels


def test_shared_parts_take_no_long_time():
    """A value that is small in memory and endless on paper is judged and measured at once."""
    value: object = 0
    for _ in range(90):
        value = [value, {"a": value}]

    assert depth(value) == 180
    assert faults(value, max_nesting=180) == []


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        pytest.param(2**53 - 1, [], id="largest"),
        pytest.param(2**53, [()], id="one more"),
        pytest.param(1 - 2**53, [], id="smallest"),
        pytest.param({"a": [True, -(2**53), 1e300]}, [("a", 1)], id="inside"),
        pytest.param([2**60, {"b/c": 2**60}], [(0,), (1, "b/c")], id="in document order"),
    ],
)
def test_portable_integers(value, paths):
    """Integers are found that some readers would round."""
    assert portable_integers(value) == paths


NAMES = st.text(max_size=5)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=10,
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.binary(max_size=2)
    | st.text(st.characters(codec=None), max_size=3) | st.sampled_from([TOO_LARGE, 1j, Level.HIGH]),
    lambda inner: st.lists(inner, max_size=3)
    | st.tuples(inner)
    | st.dictionaries(
        st.text(st.characters(codec=None), max_size=2) | st.integers(), inner, max_size=3
    ),
    max_leaves=8,
)  # fmt: skip


@given(JSON)
def test_json_values_have_no_faults(value):
    """Every value that a JSON text can give passes the check."""
    assert faults(value) == []
    assert read(json.dumps(value)) == value


def survives(value: object) -> bool:
    """Whether a value is the same after it was written and read."""
    try:
        return read(json.dumps(value, ensure_ascii=False, allow_nan=False)) == value
    except (TypeError, ValueError, Unreadable):
        return False


@given(ANYTHING)
@example({1: 1, "1": 1})
@example(["\ud83d\ude00"])
@example({"\ud800": 0})
def test_a_value_without_faults_survives_as_text(value):
    """A value has no faults exactly if its text reads back as itself."""
    assert (faults(value) == []) == survives(value)


@given(ANYTHING)
def test_faults_lead_to_values(value):
    """The path of every fault leads to a value of the kind that the rule is about."""
    kinds = {"json/non-finite": (int, float), "json/lone-surrogate": (str, dict)}
    for fault in faults(value):
        node = value
        for token in fault.path:
            node = node[token]

        assert isinstance(node, kinds.get(fault.rule, (tuple, bytes, complex, dict)))
