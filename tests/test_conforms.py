"""`conforms`: a value inside an expectation, and the explanation of a comparison that fails."""

from __future__ import annotations

import collections
import dataclasses
import datetime
import math
import operator
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import pytest_schemas as ps
from pytest_schemas import plugin

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT = {
    "title": "Count",
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 1}},
    "required": ["n"],
}
TEXT = {"title": "Text", "type": "string"}

GOOD: dict[str, Any] = {"n": 1}
BAD: dict[str, Any] = {"n": 0}
COUNTS = ps.conforms(COUNT)
TEXTS = ps.conforms(TEXT)

#: What is said of `BAD`, below the line with the place.
WHY = [
    "Count breaks /properties/n/minimum at /n: expected at least 1, found 0.",
    "",
    "  /n",
    "    expected at least 1, found 0.",
    "      Clause: /properties/n/minimum",
    "",
    '  The document: {"n": 0}',
]

PLAN: dict[str, Any] = {
    "schema_version": 1,
    "issue": 1,
    "revision": 1,
    "summary": "Cut what is long.",
    "items": [
        {
            "id": "P1",
            "title": "Cut",
            "intent": "Show less.",
            "files": [{"path": "a", "kind": "edit", "renamed_from": None, "change": "Cut."}],
            "acceptance": [{"type": "check", "text": "It is short."}],
            "depends_on": [],
        }
    ],
    "questions": [],
}


def explain(sign: str, left: object, right: object) -> list[str] | None:
    """Return the lines that pytest is given for a failed comparison."""
    return plugin.pytest_assertrepr_compare(sign, left, right)


def first_line(left: object, right: object) -> str:
    """Return the line with the verdict."""
    lines = explain("==", left, right)
    return lines[0] if lines else ""


@dataclasses.dataclass
class Reply:
    """A dataclass as a user may have one, with a field that equality does not look at."""

    status: int
    event: object
    took: float = dataclasses.field(default=0, compare=False)


Pair = collections.namedtuple("Pair", ["status", "event"])


# What equals it


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(GOOD, COUNTS, id="the root"),
        pytest.param({"event": GOOD}, {"event": COUNTS}, id="a dict"),
        pytest.param([GOOD, 2], [COUNTS, 2], id="a list"),
        pytest.param((GOOD, 2), (COUNTS, 2), id="a tuple"),
        pytest.param(Reply(200, GOOD, 1.5), Reply(200, COUNTS), id="a dataclass"),
        pytest.param({"a": [{"b": (GOOD,)}]}, {"a": [{"b": (COUNTS,)}]}, id="deep"),
    ],
)
def test_it_equals_what_keeps_the_contract(value: object, expected: object) -> None:
    """It stands for any document of its contract, on either side, at any depth."""
    for left, right in ((value, expected), (expected, value)):
        assert operator.eq(left, right) is True
        assert operator.ne(left, right) is False


@pytest.mark.parametrize(
    "value",
    [BAD, None, 1, "text", [GOOD], {1, 2}, b"{}", Reply(200, GOOD), math.nan, {"n": 1.5}, {1: 1}],
    ids=repr,
)
def test_it_differs_from_everything_else(value: object) -> None:
    """A value that is no document of the contract, or no JSON at all, is unequal and no error."""
    for left, right in ((value, COUNTS), (COUNTS, value)):
        assert operator.eq(left, right) is False
        assert operator.ne(left, right) is True


def test_it_can_be_looked_for_in_a_list() -> None:
    """`in` and `index` ask for equality, so they find the first document that conforms."""
    assert COUNTS in [BAD, GOOD]
    assert COUNTS not in [BAD, 1]
    assert [BAD, GOOD].index(COUNTS) == 1


def test_it_has_no_hash() -> None:
    """Nothing that equals many values can be hashed: no set and no dict has it as a key."""
    with pytest.raises(TypeError, match=r"^unhashable type: 'conforms'$"):
        hash(COUNTS)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        pytest.param(lambda: ps.conforms("feedback"), "conforms('feedback')", id="a name"),
        pytest.param(lambda: COUNTS, "conforms('Count')", id="a parsed schema"),
        pytest.param(lambda: ps.conforms(ps.contract("plan")), "conforms('plan')", id="a contract"),
        pytest.param(
            lambda: ps.conforms("feedback", direction="inbound"),
            "conforms('feedback', direction=\"inbound\")",
            id="a context",
        ),
        pytest.param(
            lambda: ps.conforms("plan-edit", plan=PLAN),
            'conforms(\'plan-edit\', plan={"schema_version": 1, "issue": 1, "revision": 1, '
            '"summary": "Cut what ... (6 members))',
            id="a long context",
        ),
    ],
)
def test_its_representation_reads_as_it_was_written(made: Any, text: str) -> None:
    """The name of the contract and the context are seen, a long context cut."""
    assert repr(made()) == text


def test_an_unknown_contract_is_refused_where_it_is_named() -> None:
    """A misspelt name fails at once, not as a comparison that never holds."""
    with pytest.raises(ps.ContractError, match="Did you mean 'feedback'"):
        ps.conforms("feedbak")


@pytest.mark.parametrize(
    ("context", "message"),
    [
        ({"directon": "inbound"}, "feedback has no context 'directon'. Did you mean 'direction'?"),
        (
            {"direction": "up"},
            'direction=\'up\' is unknown to feedback: use "inbound", "stored".',
        ),
    ],
    ids=["name", "value"],
)
def test_an_unknown_context_is_an_error_and_no_difference(
    context: dict[str, Any], message: str
) -> None:
    """A comparison that cannot be made as asked raises, whatever the value is."""
    with pytest.raises(ps.ContractError) as refused:
        operator.eq({}, ps.conforms("feedback", **context))

    assert str(refused.value) == message


def test_the_context_takes_part_in_the_judgement() -> None:
    """What the contract accepts of itself, it may refuse in a context."""
    event = {
        "v": 1,
        "type": "feedback",
        "id": "evt_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "ts": "2026-01-01T00:00:00Z",
        "workspace_id": "ws_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "actor": {"kind": "person", "id": "x"},
        "message_id": "msg_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "kind": "reaction",
        "reaction": "+1",
        "from": {"participant_id": "x", "kind": "person", "display_name": "X", "role": "owner"},
    }

    assert event == ps.conforms("feedback")
    inbound = ps.conforms("feedback", direction="inbound")
    assert event != inbound
    assert first_line(event, inbound) == (
        "value == conforms('feedback', direction=\"inbound\"): "
        "at the root, feedback/inbound-idempotency-key"
    )


# The explanation


@pytest.mark.parametrize(
    ("value", "expected", "place"),
    [
        pytest.param(BAD, COUNTS, "the root", id="the root"),
        pytest.param({"event": BAD}, {"event": COUNTS}, "/event", id="a dict"),
        pytest.param([1, BAD], [1, COUNTS], "/1", id="a list"),
        pytest.param((1, BAD), (1, COUNTS), "/1", id="a tuple"),
        pytest.param(Reply(1, BAD, 2), Reply(1, COUNTS, 3), "/event", id="a dataclass"),
        pytest.param(Pair(1, BAD), Pair(1, COUNTS), "/1", id="a named tuple"),
        pytest.param(Pair(1, BAD), (1, COUNTS), "/1", id="a named tuple and a tuple"),
        pytest.param(
            collections.OrderedDict(event=BAD), {"event": COUNTS}, "/event", id="kinds of dict"
        ),
        pytest.param(
            {"a": [(Reply(1, BAD),)]}, {"a": [(Reply(1, COUNTS),)]}, "/a/0/0/event", id="deep"
        ),
        pytest.param({"a/b~c": BAD}, {"a/b~c": COUNTS}, "/a~1b~0c", id="a name to be escaped"),
        pytest.param({"": BAD}, {"": COUNTS}, "/", id="an empty name"),
        pytest.param({7: BAD}, {7: COUNTS}, "/7", id="an integer as a name"),
        pytest.param({"\x1b[31m": BAD}, {"\x1b[31m": COUNTS}, r"/\u001b[31m", id="a control code"),
    ],
)
def test_a_mismatch_is_explained_on_either_side(
    value: object, expected: object, place: str
) -> None:
    """The first line has the place and the clause, the others the contract's own message."""
    told = [f"value == conforms('Count'): at {place}, /properties/n/minimum", *WHY]

    assert explain("==", value, expected) == told
    assert explain("==", expected, value) == told


def test_attrs_classes_are_looked_into() -> None:
    """As with dataclasses, only what equality looks at is compared."""
    kind = attrs.make_class("Kind", {"event": attrs.field(), "took": attrs.field(eq=False)})

    assert explain("==", kind(BAD, 1), kind(COUNTS, 2)) == [
        "value == conforms('Count'): at /event, /properties/n/minimum",
        *WHY,
    ]


def test_of_two_contracts_the_first_line_names_the_broken_one() -> None:
    """A contract that is kept is not blamed."""
    assert explain("==", {"a": GOOD, "b": 5}, {"a": COUNTS, "b": TEXTS}) == [
        "value == conforms('Text'): at /b, /type",
        "Text breaks /type at the root: expected string, found 5 (an integer).",
        "",
        "  the root",
        "    expected string, found 5 (an integer).",
        "      Clause: /type",
        "",
        "  The document: 5",
    ]


def test_several_mismatches_are_all_told_and_their_places_first() -> None:
    """pytest cuts what is long: what differs stands before why."""
    lines = explain("==", [BAD, GOOD, 5, {"x": 1}], [COUNTS, COUNTS, TEXTS, {"x": 2}])

    assert lines is not None
    assert lines[:3] == [
        "value == conforms('Count'): at /0, /properties/n/minimum",
        "at /2, /type",
        "at /3/x, 1 is not 2",
    ]
    assert [each for each in lines if " breaks " in each] == [
        "Count breaks /properties/n/minimum at /n: expected at least 1, found 0.",
        "Text breaks /type at the root: expected string, found 5 (an integer).",
    ]


@pytest.mark.parametrize(
    ("value", "expected", "difference"),
    [
        pytest.param({"x": 1}, {"x": 2}, "at /x, 1 is not 2", id="another value"),
        pytest.param({"x": [1, 2]}, {"x": [1, 3]}, "at /x/1, 2 is not 3", id="deep"),
        pytest.param({}, {"x": 2}, "at /x, nothing is there, expected 2", id="one is missing"),
        pytest.param({"x": 1}, {}, "at /x, 1 is too much", id="one too many"),
        pytest.param({"x": "a"}, {"x": 1}, 'at /x, "a" is not 1', id="another type"),
        pytest.param(
            {"x": float("nan")}, {"x": float("nan")}, "at /x, NaN is not NaN", id="two NaN"
        ),
        pytest.param({"x": {1, 2}}, {"x": {1, 3}}, "at /x, {1, 2} is not {1, 3}", id="sets"),
        pytest.param({"x": (1,)}, {"x": [1]}, "at /x, (1,) is not [1]", id="a tuple and a list"),
        pytest.param({"x": b"a"}, {"x": b"b"}, "at /x, b'a' is not b'b'", id="bytes"),
        pytest.param(
            {"x": 2.0},
            {"x": pytest.approx(1.0)},
            f"at /x, 2.0 is not {pytest.approx(1.0)!r}",
            id="another matcher",
        ),
    ],
)
def test_of_a_plain_difference_no_contract_is_accused(
    value: dict[str, Any], expected: dict[str, Any], difference: str
) -> None:
    """Where each contract is kept, the first line says what differs, and only that."""
    (line,) = explain("==", {**value, "event": GOOD}, {**expected, "event": COUNTS}) or [""]

    assert line.endswith(difference)
    assert "conforms" not in line


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param([GOOD], [COUNTS, COUNTS], id="too short"),
        pytest.param({}, {"event": COUNTS}, id="missing"),
    ],
)
def test_a_missing_document_is_told(value: object, expected: object) -> None:
    """Where nothing stands in the place of a document, the line says what should."""
    assert first_line(value, expected).endswith("nothing is there, expected conforms('Count')")


def test_values_of_other_types_are_shown_as_python_shows_them() -> None:
    """A whole expectation beside a value of another type is still readable."""
    assert first_line(None, {"event": COUNTS}).endswith("is not {'event': conforms('Count')}")


def test_equal_numbers_of_other_types_are_no_difference() -> None:
    """The plain parts are compared as Python compares them; documents as JSON does."""
    value = {"a": True, "b": 1.0, "event": {"n": True}}
    expected = {"a": 1, "b": 1, "event": COUNTS}
    reason = "expected integer, found true (a boolean); in JSON a boolean is not a number."

    assert explain("==", value, expected) == [
        "value == conforms('Count'): at /event, /properties/n/type",
        f"Count breaks /properties/n/type at /n: {reason}",
        "",
        "  /n",
        f"    {reason}",
        "      Clause: /properties/n/type",
        "",
        '  The document: {"n": true}',
    ]


def test_one_object_is_no_difference_even_if_it_does_not_equal_itself() -> None:
    """Containers are compared as Python compares them: by identity before equality."""
    value = {"x": math.nan, "event": BAD}
    expected = {"x": math.nan, "event": COUNTS}

    assert explain("==", value, expected) == [
        "value == conforms('Count'): at /event, /properties/n/minimum",
        *WHY,
    ]


@pytest.mark.parametrize(
    ("value", "clause", "reason"),
    [
        pytest.param({1, 2}, "json/value", "a value of type set, {1, 2}: use a list.", id="a set"),
        pytest.param(
            {"n": datetime.date(2026, 1, 2)},
            "json/value",
            "a value of type date, datetime.date(2026, 1, 2): use its isoformat().",
            id="a date",
        ),
    ],
)
def test_a_value_that_is_no_json_is_explained(value: object, clause: str, reason: str) -> None:
    """The explanation says what to use instead."""
    lines = explain("==", {"event": value}, {"event": COUNTS})

    assert lines is not None
    assert lines[0] == f"value == conforms('Count'): at /event, {clause}"
    assert lines[1].endswith(reason)


@pytest.mark.parametrize(
    ("value", "expected", "lines"),
    [
        pytest.param(
            GOOD, COUNTS, ["value != conforms('Count'): at the root, it conforms"], id="the root"
        ),
        pytest.param(
            {"event": GOOD, "x": 1},
            {"event": COUNTS, "x": 1},
            ["value != conforms('Count'): at /event, it conforms"],
            id="a dict",
        ),
        pytest.param(
            ["a", GOOD],
            [TEXTS, COUNTS],
            ["value != conforms('Text'): at /0, it conforms", "at /1, it conforms"],
            id="two",
        ),
    ],
)
def test_an_unwanted_match_is_explained_on_either_side(
    value: object, expected: object, lines: list[str]
) -> None:
    """`!=` fails because everything did conform."""
    assert explain("!=", value, expected) == lines
    assert explain("!=", expected, value) == lines


def test_expectations_on_both_sides_meet_the_value_across() -> None:
    """Each document is judged, on whichever side its expectation stands."""
    lines = explain("==", {"a": COUNTS, "b": 5}, {"a": BAD, "b": TEXTS})

    assert lines is not None
    assert [each for each in lines if " breaks " in each] == [
        "Count breaks /properties/n/minimum at /n: expected at least 1, found 0.",
        "Text breaks /type at the root: expected string, found 5 (an integer).",
    ]


# What is left to pytest


@pytest.mark.parametrize(
    ("sign", "left", "right"),
    [
        pytest.param("==", GOOD, COUNTS, id="== that holds"),
        pytest.param("==", {"event": GOOD}, {"event": COUNTS}, id="== that holds, nested"),
        pytest.param("!=", BAD, COUNTS, id="!= that holds"),
        pytest.param("!=", {"event": BAD}, {"event": COUNTS}, id="!= that holds, nested"),
        pytest.param("in", COUNTS, [BAD], id="in"),
        pytest.param("not in", COUNTS, [GOOD], id="not in"),
        pytest.param("is", COUNTS, GOOD, id="is"),
        pytest.param("==", {"a": 1}, {"a": 2}, id="no conforms"),
        pytest.param("==", Reply, Reply(1, 2), id="a class"),
    ],
)
def test_other_comparisons_are_left_to_pytest(sign: str, left: object, right: object) -> None:
    """In `a and b`, or under `not`, pytest asks about comparisons that hold too."""
    assert explain(sign, left, right) is None


class Unset:
    """A class whose attributes may be missing."""

    __slots__ = ("event",)


@dataclasses.dataclass
class Unready:
    """A dataclass with a field that nobody has set."""

    event: int = dataclasses.field(init=False)


class Shy(Mapping[str, object]):
    """A mapping that cannot be read, as one of a closed database."""

    def __getitem__(self, name: str) -> object:
        """Refuse."""
        raise RuntimeError(name)

    def __iter__(self) -> Iterator[str]:
        """Return a name."""
        return iter(["event"])

    def __len__(self) -> int:
        """Return the number of names."""
        return 1


class Array:
    """An array as NumPy has them: its `==` gives an array, and no array is true or false."""

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        """Return the comparison of each element."""
        return Array()

    def __bool__(self) -> bool:
        """Refuse."""
        message = "The truth value of an array is ambiguous."
        raise ValueError(message)

    __hash__ = None  # type: ignore[assignment]


class Prickly:
    """A value that cannot be compared."""

    def __eq__(self, other: object) -> bool:
        """Refuse."""
        message = "not comparable"
        raise TypeError(message)

    __hash__ = None  # type: ignore[assignment]


def own_list() -> list[object]:
    """Return a list that holds itself."""
    made: list[object] = [1]
    made.append(made)
    return made


def deep_list() -> list[object]:
    """Return a list that is nested deeper than Python calls."""
    made: list[object] = []
    for _ in range(10 * sys.getrecursionlimit()):
        made = [made]
    return made


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(own_list(), id="a list inside itself"),
        pytest.param(deep_list(), id="a very deep list"),
        pytest.param(Unready(), id="a dataclass without a value"),
        pytest.param(Shy(), id="an unreadable mapping"),
        pytest.param(Unset(), id="slots without values"),
        pytest.param(Array(), id="an array"),
        pytest.param(Prickly(), id="what cannot be compared"),
    ],
)
def test_comparisons_that_are_none_of_its_business_never_fail(value: object) -> None:
    """The hook sees every failing comparison of a test run, whatever is compared."""
    assert explain("==", value, 5) is None
    assert explain("==", 5, value) is None
    assert explain("!=", [value], [value]) is None


def test_a_huge_value_is_not_searched_through() -> None:
    """No expectation is that long, and a failing comparison of big data must not take minutes."""
    looked_at = 0

    class Table(Mapping[int, object]):
        """A table of many rows, as of a database."""

        def __getitem__(self, name: int) -> object:
            nonlocal looked_at
            looked_at += 1
            if looked_at > 200_000:
                message = "enough"
                raise RuntimeError(message)
            return name

        def __iter__(self) -> Iterator[int]:
            return iter(range(len(self)))

        def __len__(self) -> int:
            return 10_000_000

    assert explain("==", [Table()], [5]) is None
    assert looked_at <= 100_000


@pytest.mark.parametrize(
    "value",
    [own_list(), Array(), Prickly(), Shy(), Unready()],
    ids=lambda each: type(each).__name__,
)
def test_an_unruly_value_beside_a_document_does_not_hide_its_fault(value: object) -> None:
    """What cannot be compared may be left out; what broke the contract may not."""
    lines = explain("==", {"event": BAD, "x": value}, {"event": COUNTS, "x": value})

    assert lines is not None
    assert lines[0] == "value == conforms('Count'): at /event, /properties/n/minimum"


def test_a_list_inside_itself_can_be_the_difference() -> None:
    """It is shown cut, as any other long value."""
    line = first_line({"event": GOOD, "x": own_list()}, {"event": COUNTS, "x": 1})

    assert "at /x, [1, [" in line
    assert line.endswith(" is not 1")


@pytest.mark.parametrize("value", [own_list(), deep_list()], ids=["inside itself", "very deep"])
def test_a_document_without_end_is_explained(value: object) -> None:
    """A value that is nested too deep, or holds itself, is a fault of the document."""
    line = first_line({"event": value}, {"event": COUNTS})

    assert line.startswith("value == conforms('Count'): at /event, json/")


# As pytest shows it


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inner runs are alone, 100 columns wide, and cut long explanations as on a desk."""
    for name in ("CI", "BUILD_NUMBER", "NO_COLOR", "FORCE_COLOR", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(name="run")
def _run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run tests that have the names `ps`, COUNTS, GOOD and BAD."""
    others = ["anyio", "asyncio", "cacheprovider", "hypothesispytest", "randomly", "xdist"]
    monkeypatch.setenv("PYTEST_ADDOPTS", " ".join(f"-p no:{each}" for each in others))

    def run(*lines: str, options: tuple[str, ...] = ()) -> pytest.RunResult:
        body = "\n".join(f"    {line}" for line in lines)
        pytester.makepyfile(
            "import pytest_schemas as ps\n"
            f"COUNTS, GOOD, BAD = ps.conforms({COUNT!r}), {{'n': 1}}, {{'n': 0}}\n"
            f"def test_it():\n{body}\n"
        )
        return pytester.runpytest_inprocess(*options)

    return run


def errors(result: pytest.RunResult) -> list[str]:
    """Return the lines of a failure that say what is wrong."""
    return [line for line in result.outlines if line.startswith("E ")]


def test_pytest_shows_the_whole_explanation(run: Any) -> None:
    """The verdict stands beside `assert`, the contract's message below it."""
    result = run("value = {'event': BAD}", "assert value == {'event': COUNTS}")

    assert [line.rstrip() for line in result.outlines[5:-1]] == [
        "",
        "test_pytest_shows_the_whole_explanation.py F" + " " * 49 + "[100%]",
        "",
        f"{' FAILURES ':=^100}",
        f"{' test_it ':_^100}",
        "",
        "    def test_it():",
        "        value = {'event': BAD}",
        ">       assert value == {'event': COUNTS}",
        "E       assert value == conforms('Count'): at /event, /properties/n/minimum",
        *(f"E         {line}".rstrip() for line in WHY),
        "",
        "test_pytest_shows_the_whole_explanation.py:5: AssertionError",
        f"{' short test summary info ':=^100}",
        "FAILED test_pytest_shows_the_whole_explanation.py::test_it - "
        "assert value == conforms('Count'): a...",
    ]


@pytest.mark.parametrize("columns", ["80", "200"])
def test_the_short_summary_shows_the_verdict(
    run: Any, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """The one line that a long run ends with says what is wrong, as far as the terminal goes."""
    monkeypatch.setenv("COLUMNS", columns)

    result = run("assert {'event': BAD} == {'event': COUNTS}", options=("--tb=no", "-q"))

    line = next(line for line in result.outlines if line.startswith("FAILED"))
    whole = (
        "FAILED test_the_short_summary_shows_the_verdict.py::test_it - "
        "assert value == conforms('Count'): at /event, /properties/n/minimum"
    )
    assert line == (whole if columns == "200" else whole[:77] + "...")


def test_a_long_explanation_is_whole_under_vv(run: Any) -> None:
    """Eight lines are shown at first, as pytest does it, and all of them with -vv."""
    comparison = "assert [BAD, BAD] == [COUNTS, COUNTS]"

    short = errors(run(comparison))
    long = errors(run(comparison, options=("-vv",)))

    assert "use '-vv' to show" in short[-1]
    assert [line for line in long if " breaks " in line] == [f"E         {WHY[0]}"] * 2
    assert not any("truncated" in line for line in long)


def test_the_users_own_message_stands_above_the_explanation(run: Any) -> None:
    """A message after the comma is kept."""
    lines = errors(run("assert BAD == COUNTS, 'the reply is wrong'"))

    assert lines[:2] == [
        "E       AssertionError: the reply is wrong",
        "E       assert value == conforms('Count'): at the root, /properties/n/minimum",
    ]


@pytest.mark.parametrize(
    ("statement", "lines"),
    [
        pytest.param(
            "assert COUNTS in [BAD]",
            ["AssertionError: assert conforms('Count') in [{'n': 0}]"],
            id="in",
        ),
        pytest.param("made = BAD == COUNTS; assert made", ["assert False"], id="made before"),
        pytest.param(
            "assert GOOD == COUNTS and 1 == 2",
            ["AssertionError: assert ({'n': 1} == conforms('Count') and 1 == 2)"],
            id="and",
        ),
        pytest.param(
            "assert not GOOD == COUNTS",
            ["AssertionError: assert not {'n': 1} == conforms('Count')"],
            id="not",
        ),
    ],
)
def test_what_cannot_be_explained_is_shown_as_pytest_shows_it(
    run: Any, statement: str, lines: list[str]
) -> None:
    """`in` and comparisons made before the assert say nothing of clauses, as the docs say."""
    assert errors(run(statement)) == [f"E       {line}" for line in lines]


def test_percent_signs_and_braces_survive(run: Any) -> None:
    """pytest's own formatting gives some characters a meaning: they are shown as they are."""
    lines = errors(run(r"assert '{100%s\n~>}' == COUNTS"))

    assert lines[:2] == [
        "E       assert value == conforms('Count'): at the root, /type",
        "E         Count breaks /type at the root: "
        r'expected object, found "{100%s\n~>}" (a string).',
    ]


@pytest.mark.parametrize(
    ("color", "start", "end"),
    [("yes", "\x1b[1m\x1b[31m", "\x1b[0m"), ("no", "", "")],
    ids=["yes", "no"],
)
def test_colours_are_pytests_own(run: Any, color: str, start: str, end: str) -> None:
    """The explanation has no colours of its own, and shows those of a value as escapes."""
    statement = r"assert {'\x1b[31m': '\x1b[31m'} == {'\x1b[31m': COUNTS}"

    result = run(statement, options=(f"--color={color}",))

    lines = [line for line in result.outlines if line.startswith(f"{start}E ")]
    assert lines[:2] == [
        rf"{start}E       assert value == conforms('Count'): at /\u001b[31m, /type{end}",
        rf'{start}E         Count breaks /type at the root: expected object, found "\u001b[31m" '
        f"(a string).{end}",
    ]
    assert ("\x1b" in result.stdout.str()) == bool(start)


def test_plain_text_survives_a_cp1252_terminal(pytester: pytest.Pytester) -> None:
    """What the terminal cannot show is escaped: the failure stays an ordinary failure."""
    pytester.makepyfile(
        r"""
        import pytest_schemas as ps

        def test_it():
            value = {"event": {"\u0416\U0001f600": "\u0416\U0001f600"}}
            assert value == {"event": ps.conforms({"additionalProperties": {"maxLength": 1}})}
        """
    )
    outer = {name: each for name, each in os.environ.items() if not name.startswith("PYTEST")}
    environment = {**outer, "PYTHONIOENCODING": "cp1252:strict", "PYTHONUTF8": "0"}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly"],
        cwd=pytester.path,
        env=environment,
        capture_output=True,
        check=False,
    )

    text = done.stdout.decode("cp1252")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert (
        "assert value == conforms('the schema'): at /event, /additionalProperties/maxLength" in text
    )
    assert text.rstrip().rpartition("\n")[2].strip("= ").startswith("1 failed in ")
    assert "INTERNALERROR" not in text
    assert "UnicodeEncodeError" not in text + done.stderr.decode("cp1252")
