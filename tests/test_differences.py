"""How two values differ: the rules of exactness, the places of differences, and their laws."""

from __future__ import annotations

import copy
import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_schemas._copies import definition
from pytest_schemas._differences import Difference, Spelling, differences, json_text
from pytest_schemas._document import pointer, read

# Two definitions of public projects that were kept equal by hand only:
# https://github.com/brigadecore/brigade/issues/1220
GIT_CONFIG = (
    '{"type": "object", "properties": {"ref": {"type": "string"}, '
    '"init": {"type": "boolean", "default": false}}, "required": ["ref"]}'
)
# https://github.com/lightspeed-core/lightspeed-stack/pull/2647
NUMBERS = '{"const": true, "enum": [0, 1], "x": [false, {"y": 1}]}'


class Letter(str):
    """A string of another Python type."""

    __slots__ = ()


def spelt(text: str) -> object:
    """Read a text with its numbers as they are spelt."""
    return read(text.encode(), number=Spelling)


def places(found: list[Difference]) -> list[tuple[str, str]]:
    """Return what can be compared with ==, which calls the values 1 and True the same."""
    return [(difference.pointer, difference.kind) for difference in found]


@pytest.mark.parametrize(
    ("original", "text"),
    [
        pytest.param(
            GIT_CONFIG,
            '{\n  "required": ["ref"],\n  "properties": {"init": {"default": false, '
            '"type": "boolean"}, "ref": {"type": "string"}},\n  "type": "object"\n}',
            id="white space and order of names",
        ),
        pytest.param(
            GIT_CONFIG, GIT_CONFIG.replace('"object"', '"ob\\u006aect"'), id="escaped string"
        ),
        pytest.param(GIT_CONFIG, GIT_CONFIG.replace('"type"', '"\\u0074ype"'), id="escaped names"),
        pytest.param(
            NUMBERS, '{"x": [false, {"y": 1}], "enum": [0, 1], "const": true}', id="order of names"
        ),
        pytest.param("[1.50, 1E2, -0]", "[ 1.50,1E2,\t-0 ]", id="numbers spelt alike"),
    ],
)
def test_texts_that_say_the_same(original: str, text: str) -> None:
    """White space, the order of names and escapes are no difference."""
    assert differences(spelt(text), spelt(original)) == []


@pytest.mark.parametrize(
    ("original", "text", "where", "kind"),
    [
        pytest.param(
            GIT_CONFIG,
            GIT_CONFIG.replace('"object", ', '"object", "description": "Git", '),
            "/description",
            "added",
            id="description added",
        ),
        pytest.param(
            GIT_CONFIG,
            GIT_CONFIG.replace("false", "0"),
            "/properties/init/default",
            "changed",
            id="0 for false",
        ),
        pytest.param(NUMBERS, NUMBERS.replace("true", "1"), "/const", "changed", id="1 for true"),
        pytest.param(
            NUMBERS, NUMBERS.replace("[0,", "[false,"), "/enum/0", "changed", id="false for 0"
        ),
        pytest.param(
            NUMBERS, NUMBERS.replace('"y": 1', '"y": true'), "/x/1/y", "changed", id="deep"
        ),
        pytest.param(
            NUMBERS, NUMBERS.replace("0, 1]", "0, 1.0]"), "/enum/1", "changed", id="1.0 for 1"
        ),
        pytest.param(
            NUMBERS, NUMBERS.replace("[0,", "[-0,"), "/enum/0", "changed", id="minus zero"
        ),
        pytest.param("[1.0]", "[1.00]", "/0", "changed", id="one zero more"),
        pytest.param("[1e2]", "[1E2]", "/0", "changed", id="letter of an exponent"),
        pytest.param('["1"]', "[1]", "/0", "changed", id="number for string"),
        pytest.param('["a"]', '["a "]', "/0", "changed", id="space in a string"),
        pytest.param('["\u00e9"]', '["e\u0301"]', "/0", "changed", id="combining accent"),
        pytest.param("{}", "[]", "", "changed", id="array for object"),
        pytest.param('{"a": null}', "{}", "/a", "missing", id="null for nothing"),
        pytest.param('{"a/b": {"~": 1}}', '{"a/b": {}}', "/a~1b/~0", "missing", id="odd names"),
    ],
)
def test_texts_that_differ(original: str, text: str, where: str, kind: str) -> None:
    """Everything else is a difference, found at its pointer, and the same seen from either side."""
    mirrored = {"missing": "added", "added": "missing"}.get(kind, kind)

    assert places(differences(spelt(text), spelt(original))) == [(where, kind)]
    assert places(differences(spelt(original), spelt(text))) == [(where, mirrored)]


@pytest.mark.parametrize(
    ("value", "other", "same"),
    [
        pytest.param(1, 1.0, False, id="int and float"),
        pytest.param(1, True, False, id="int and bool"),
        pytest.param(0.0, -0.0, False, id="float zeros"),
        pytest.param(float("nan"), float("nan"), True, id="NaN"),
        pytest.param(float("inf"), float("-inf"), False, id="infinities"),
        pytest.param(10**5000, 10**5000, True, id="huge integers alike"),
        pytest.param(10**5000, 10**5000 + 1, False, id="huge integers"),
        pytest.param((1,), [1], False, id="tuple and list"),
        pytest.param(Letter("a"), "a", True, id="kind of string"),
        pytest.param(Spelling("1"), 1, True, id="spelt int and int"),
        pytest.param(Spelling("1"), 1.0, False, id="spelt int and float"),
        pytest.param(Spelling("1"), True, False, id="spelt int and bool"),
        pytest.param(Spelling("-0"), 0, True, id="spelt minus zero and int"),
        pytest.param(Spelling("-0.0"), 0.0, False, id="spelt minus zero and float"),
        pytest.param(Spelling("1e2"), 100.0, True, id="spelt exponent and float"),
        pytest.param(Spelling("1E2"), 100, False, id="spelt exponent and int"),
        pytest.param(Spelling("1" + "0" * 5000), 10**5000, True, id="spelt huge and int"),
        pytest.param(Spelling("1"), "1", False, id="spelt int and string"),
        pytest.param(Spelling("1"), None, False, id="spelt int and null"),
    ],
)
def test_numbers_that_are_not_both_from_text(value: object, other: object, same: bool) -> None:
    """A number that is not from text is compared by Python type and repr."""
    expected = [] if same else [("", "changed")]

    assert places(differences(value, other)) == expected
    assert places(differences(other, value)) == expected
    assert places(differences([[value]], [[other]])) == [("/0/0", kind) for _, kind in expected]


@pytest.mark.parametrize(
    ("original", "value", "expected"),
    [
        pytest.param([1, 2], [1, 2, 3, 4], [("/2", "added"), ("/3", "added")], id="longer"),
        pytest.param([1, 2, 3], [1], [("/1", "missing"), ("/2", "missing")], id="shorter"),
        pytest.param([1, 2, 3], [1, 9, 2, 3], [("/1", "added")], id="put in between"),
        pytest.param([1, 2, 3], [2, 3], [("/0", "missing")], id="first one taken out"),
        pytest.param([1, 1], [1], [("/1", "missing")], id="one of two alike"),
        pytest.param([1, 2, 3], [3, 1, 2], [("", "order")], id="moved"),
        pytest.param([[1, 2], 3], [[2, 1], 3], [("/0", "order")], id="moved further in"),
        pytest.param(
            [1, 2, 3], [2, 1, 4], [(f"/{at}", "changed") for at in range(3)], id="moved and changed"
        ),
        pytest.param([1, 1, 2], [1, 2, 2], [("/1", "changed")], id="same values, other number"),
        pytest.param([1, True], [True, 1], [("", "order")], id="equal in Python, moved"),
        pytest.param(
            [{"a": 1, "b": 2}, 3], [3, {"b": 2, "a": 1}], [("", "order")], id="moved, names too"
        ),
        pytest.param(
            [1, 2, 3], [9, 8, 2, 3], [("/0", "changed"), ("/1", "added")], id="end is the same"
        ),
        pytest.param([1], [[1]], [("/0", "changed")], id="wrapped"),
        pytest.param([[1, 2], 3], [[1], 3], [("/0/1", "missing")], id="shorter further in"),
        pytest.param([[1], 3], [[1, 2], 3], [("/0/1", "added")], id="longer further in"),
    ],
)
def test_arrays(original: object, value: object, expected: list[tuple[str, str]]) -> None:
    """Elements are compared by index, once equal ends are set aside; moved ones are said to be."""
    assert places(differences(value, original)) == expected


def test_all_differences_are_in_the_order_of_the_original() -> None:
    """Differences follow the original's names; what the copy adds to an object comes last."""
    original = {"z": 1, "y": {"b": 1, "a": 2}, "x": [1]}
    value = {"new": 0, "x": [2], "y": {"more": 0, "a": 0, "b": 0}}

    assert places(differences(value, original)) == [
        ("/z", "missing"),
        ("/y/b", "changed"),
        ("/y/a", "changed"),
        ("/y/more", "added"),
        ("/x/0", "changed"),
        ("/new", "added"),
    ]


def test_a_difference_holds_both_values() -> None:
    """A difference has the values of both sides, and None for the side that has none."""
    assert differences({"a": "x", "b": ["y"]}, {"a": "z", "c": {}}) == [
        Difference("/a", "changed", copy="x", original="z"),
        Difference("/c", "missing", copy=None, original={}),
        Difference("/b", "added", copy=["y"], original=None),
    ]


@pytest.mark.parametrize(
    ("original", "value", "expected"),
    [
        pytest.param({"a": 1, "b": 2}, {"a": 1, "b": 2}, [], id="same order"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, [("", "order")], id="top level"),
        pytest.param(
            [{"a": 1, "b": 2}], [{"b": 2, "a": 1}], [("/0", "order")], id="inside an array"
        ),
        pytest.param(
            [{"a": 1, "b": 2}, 0, {"b": 2, "a": 1}],
            [{"b": 2, "a": 1}, 0, {"a": 1, "b": 2}],
            [("", "order")],
            id="moved elements",
        ),
        pytest.param(
            [{"a": 1, "b": 2}, {"a": 3, "b": 4}],
            [{"b": 2, "a": 1}, {"b": 4, "a": 3}],
            [("/0", "order"), ("/1", "order")],
            id="elements that stay",
        ),
        pytest.param({"a": 1, "b": 2}, {"a": 1, "x": 0, "b": 2}, [("/x", "added")], id="added"),
        pytest.param(
            {"a": 1, "b": 2, "c": 3},
            {"c": 3, "b": 0},
            [("", "order"), ("/a", "missing"), ("/b", "changed")],
            id="with other differences",
        ),
    ],
)
def test_ordered(original: object, value: object, expected: list[tuple[str, str]]) -> None:
    """On request the order of names counts too, among those that both sides have."""
    assert places(differences(value, original, ordered=True)) == expected


def test_nesting_costs_no_more_than_its_size() -> None:
    """A hundred levels are compared at once: the work does not double with each level."""
    original: object = 1
    changed: object = 2
    for _ in range(50):
        original, changed = [{"a": original}, 0], [{"a": changed}, 0]

    assert places(differences(changed, original)) == [("/0/a" * 50, "changed")]
    assert differences(original, copy.deepcopy(original), ordered=True) == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param([None, True, False, -0.0, 1], "[null, true, false, -0.0, 1]", id="scalars"),
        pytest.param({"b": [], "a": {}}, '{"b": [], "a": {}}', id="names in their order"),
        pytest.param([Spelling("1E+2"), Spelling("-0")], "[1E+2, -0]", id="spellings"),
        pytest.param('é "\\/\n', '"é \\"\\\\/\\n"', id="string"),
        pytest.param(
            "\ud800\u00a0\u200b\U000e0001", '"\\ud800\\u00a0\\u200b\\udb40\\udc01"', id="unseen"
        ),
        pytest.param([float("nan")], "[NaN]", id="NaN"),
        pytest.param(10**4400, "1" + "0" * 4400, id="huge integer"),
        pytest.param((1,), "(1,) (Python's tuple)", id="not JSON"),
    ],
)
def test_json_text(value: object, text: str) -> None:
    """Values are shown as JSON on one line, and nothing in them stays unseen."""
    assert json_text(value) == text


# --- Laws -------------------------------------------------------------------------------------

NAMES = st.sampled_from(["a", "b", "~", "/", ""])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([0.0, -0.0, 1.0, 2.0, 1e300]),
    st.sampled_from(["", "a", "1", "null"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=10,
)


def reordered(value: object) -> object:
    """Return the value with the names of every object in reverse order."""
    if isinstance(value, dict):
        return {name: reordered(value[name]) for name in reversed(value)}
    if isinstance(value, list):
        return [reordered(element) for element in value]
    return value


@given(value=VALUES)
def test_a_value_is_an_exact_copy_of_itself(value: object) -> None:
    """A value has no difference to itself, to its reordered form, and to itself as a text."""
    text = json.dumps(value)

    assert differences(value, copy.deepcopy(value), ordered=True) == []
    assert differences(reordered(value), value) == []
    assert differences(spelt(text), spelt(json.dumps(reordered(value), indent=1))) == []
    assert differences(spelt(text), value, ordered=True) == []
    assert differences(value, spelt(text), ordered=True) == []


@given(value=VALUES, original=VALUES, ordered=st.booleans())
def test_no_difference_means_the_same_text(value: object, original: object, ordered: bool) -> None:
    """Two values differ if and only if their texts do, written alike."""
    texts = [json.dumps(side, sort_keys=not ordered) for side in (value, original)]

    assert (differences(value, original, ordered=ordered) == []) == (texts[0] == texts[1])
    assert (
        differences(*(spelt(json.dumps(side)) for side in (value, original)), ordered=ordered) == []
    ) == (texts[0] == texts[1])


@given(value=VALUES, original=VALUES, ordered=st.booleans())
def test_differences_are_the_same_from_either_side(
    value: object, original: object, ordered: bool
) -> None:
    """The other way round, the same places differ, and what was missing is added."""
    mirror = {"missing": "added", "added": "missing"}
    there = places(differences(value, original, ordered=ordered))
    back = places(differences(original, value, ordered=ordered))

    assert sorted((where, mirror.get(kind, kind)) for where, kind in back) == sorted(there)


@given(value=VALUES, original=VALUES)
def test_pointers_lead_to_the_values(value: object, original: object) -> None:
    """Each side has at the pointer what the difference says it has."""
    for found in differences(value, original):
        if found.kind != "added":
            assert definition(original, found.pointer, "original")[1] is found.original
        if found.kind != "missing":
            assert definition(value, found.pointer, "copy")[1] is found.copy


def twin(value: object) -> object:
    """Return another value, as close to this one as can be."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return float(value)
    if isinstance(value, float):
        return -value
    if isinstance(value, str):
        return value + " "
    if isinstance(value, dict):
        return [value]
    return False if value is None else {"": value}


@st.composite
def edits(draw: st.DrawFn) -> tuple[object, object, tuple[str, str]]:
    """Draw a value, the same with one edit, and the difference that the edit makes."""
    original: Any = draw(VALUES)
    edited: Any = copy.deepcopy(original)
    path: list[str] = []
    parent: Any = None
    value = edited
    while isinstance(value, dict | list) and value and draw(st.booleans()):
        steps: Any = list(value) if isinstance(value, dict) else range(len(value))
        step = draw(st.sampled_from(steps))
        path.append(str(step))
        parent, value = value, value[step]
    kinds = ["changed"] + ["missing"] * bool(path) + ["added"] * isinstance(value, dict | list)
    neighbours = list(pairwise(value)) if isinstance(value, list) else []
    swaps = [at for at, pair in enumerate(neighbours) if repr(pair[0]) != repr(pair[1])]
    kind = draw(st.sampled_from(kinds + ["order"] * bool(swaps)))
    if kind == "order" and isinstance(value, list):
        at = draw(st.sampled_from(swaps))
        value[at], value[at + 1] = value[at + 1], value[at]
    elif kind == "added" and isinstance(value, list):
        at = draw(st.integers(0, len(value)))
        value.insert(at, {"new": None})
        path.append(str(at))
    elif kind == "added" and isinstance(value, dict):
        value["new"] = None
        path.append("new")
    elif kind == "missing" and isinstance(parent, dict):
        del parent[path[-1]]
    elif kind == "missing" and isinstance(parent, list):
        # Of equal neighbours the last one is taken to be the one that is gone.
        at = int(path[-1])
        del parent[at]
        while at < len(parent) and repr(parent[at]) == repr(value):
            at += 1
        path[-1] = str(at)
    elif isinstance(parent, dict):
        parent[path[-1]] = twin(value)
    elif isinstance(parent, list):
        parent[int(path[-1])] = twin(value)
    else:
        edited = twin(value)
    return edited, original, (pointer(tuple(path)), kind)


@given(edit=edits())
def test_every_single_edit_is_found(edit: tuple[object, object, tuple[str, str]]) -> None:
    """One edit is one difference, of its kind and at its place; undone and as text too."""
    edited, original, expected = edit
    where, kind = expected
    undone = {"missing": "added", "added": "missing"}.get(kind, kind)

    assert places(differences(edited, original)) == [expected]
    assert places(differences(original, edited)) == [(where, undone)]
    assert places(differences(spelt(json.dumps(edited)), spelt(json.dumps(original)))) == [expected]
