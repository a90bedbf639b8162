"""What a user asks of generated documents: fixed parts, strategies for parts, formats, letters."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampled import sampled, smallest

import pytest_schemas as ps

ORDER = {
    "type": "object",
    "required": ["id", "lines"],
    "properties": {
        "id": {"type": "string", "pattern": "^O[0-9]{4}$"},
        "lines": {
            "type": "array",
            "maxItems": 4,
            "items": {
                "type": "object",
                "required": ["sku", "count"],
                "properties": {
                    "sku": {"type": "string", "minLength": 1, "maxLength": 8},
                    "count": {"type": "integer", "minimum": 1, "maximum": 99},
                },
                "additionalProperties": False,
            },
        },
        "note": {"type": "string", "maxLength": 20},
        "placed": {"type": "string", "format": "date"},
        "a/b~c": {"type": "boolean"},
        "pair": {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
    },
    "patternProperties": {"^x-": {"type": "null"}},
    "additionalProperties": False,
}


def orders(*parts: Any, **options: Any) -> list[Any]:
    """Some orders, each of them checked."""
    contract = ps.contract(ORDER)
    documents = sampled(contract.documents(*parts, **options), 100)
    assert [each for each in documents if not contract.is_valid(each)] == []
    return documents


# Parts with values.


def test_a_member_with_a_value() -> None:
    """The member is there in every document, with that value; all else varies."""
    events = sampled(ps.documents("feedback", kind="correction"))

    assert {each["kind"] for each in events} == {"correction"}
    assert all("text" in each for each in events)
    assert len({each["ts"] for each in events}) > 10


def test_an_optional_member_with_a_value() -> None:
    """A member that may be left out is there."""
    assert {each["note"] for each in orders(note="call first")} == {"call first"}


@pytest.mark.parametrize(
    ("at", "value", "found"),
    [
        pytest.param("/id", "O0042", lambda order: order["id"], id="a member"),
        pytest.param("/lines", [], lambda order: order["lines"], id="an array"),
        pytest.param("/lines/0/sku", "x", lambda order: order["lines"][0]["sku"], id="an item"),
        pytest.param("/lines/2/count", 5, lambda order: order["lines"][2]["count"], id="the third"),
        pytest.param("/a~1b~0c", True, lambda order: order["a/b~c"], id="an escaped name"),
        pytest.param("/pair/1", "y", lambda order: order["pair"][1], id="in a tuple"),
        pytest.param("/x-1", None, lambda order: order["x-1"], id="a name by pattern"),
    ],
)
def test_a_pointer_with_a_value(at: str, value: object, found: Any) -> None:
    """What the pointer leads to is there in every document, with that value."""
    assert {str(found(each)) for each in orders({at: value})} == {str(value)}


def test_the_whole_document() -> None:
    """The empty pointer is the document itself."""
    order = {"id": "O0000", "lines": []}

    assert sampled(ps.documents(ORDER, {"": order}), 5)[0] == order


def test_several_parts() -> None:
    """Pointers and members go together."""
    found = orders({"/lines/0/count": 7}, id="O0001", note="")

    assert {(each["id"], each["note"], each["lines"][0]["count"]) for each in found} == {
        ("O0001", "", 7)
    }


def test_a_member_that_is_named_like_an_argument() -> None:
    """A member called formats is asked for by its pointer."""
    schema = {"type": "object", "properties": {"formats": {"type": "integer"}}}

    assert {each["formats"] for each in sampled(ps.documents(schema, {"/formats": 3}))} == {3}


def test_the_value_is_not_shared() -> None:
    """A test that changes its document does not change the next one."""
    lines = [{"sku": "x", "count": 1}]
    for each in orders(lines=lines):
        each["lines"].append("changed")

    assert lines == [{"sku": "x", "count": 1}]


# Parts with strategies.


def test_a_pointer_with_a_strategy() -> None:
    """What the pointer leads to is drawn from the strategy."""
    found = orders({"/lines/0/sku": st.sampled_from(["a", "b"])})

    assert {each["lines"][0]["sku"] for each in found} == {"a", "b"}


def test_a_member_with_a_strategy() -> None:
    """So is a member; and it shrinks as the strategy does."""
    names = st.text("xyz", min_size=2, max_size=5)

    assert {each["note"][:1] for each in orders(note=names)} == {"x", "y", "z"}
    assert smallest(ps.documents(ORDER, note=names))["note"] == "xx"


@pytest.mark.parametrize(
    ("schema", "parts", "formats", "message"),
    [
        pytest.param(
            ORDER,
            {"/note": st.just(5)},
            {},
            "what the strategy for /note makes hardly ever fits, if at all: at /note, expected "
            "string, found 5 (an integer).",
            id="a value that is refused",
        ),
        pytest.param(
            ORDER,
            {"/note": st.just({1})},
            {},
            "the strategy for /note makes no JSON values: a value of type set, {1}: use a list.",
            id="no JSON value",
        ),
        pytest.param(
            {"type": "string", "format": "date"},
            {},
            {"date": st.just("today")},
            "the strategy for the format 'date' makes no texts that fit, such as \"today\".",
            id="a text that is refused",
        ),
        pytest.param(
            {"type": "string", "format": "date"},
            {},
            {"date": st.just(5)},
            "the strategy for the format 'date' makes no texts: 5.",
            id="no text",
        ),
    ],
)
def test_a_strategy_that_never_fits(schema: Any, parts: Any, formats: Any, message: str) -> None:
    """A document never breaks its contract; a strategy of which nothing fits is an error."""
    with pytest.raises(ps.ContractError) as raised:
        sampled(ps.documents(schema, parts, formats=formats), 50)

    assert str(raised.value) == message


def test_a_strategy_whose_values_fit_at_times() -> None:
    """Values that do not fit are passed over."""
    found = orders(note=st.text(max_size=22))

    assert all(len(each["note"]) <= 20 for each in found)


# What cannot be.


@pytest.mark.parametrize(
    ("parts", "options", "message"),
    [
        pytest.param(
            {},
            {"knd": "reaction"},
            "The schema names nothing at \"/knd\". Did you mean '/kind'?",
            id="a member with a slip",
        ),
        pytest.param(
            {"/actor/knd": "agent"},
            {},
            "The schema names nothing at \"/actor/knd\". Did you mean '/actor/kind'?",
            id="a pointer with a slip",
        ),
        pytest.param(
            {"/actor/knd": st.just("agent")},
            {},
            "The schema names nothing at \"/actor/knd\". Did you mean '/actor/kind'?",
            id="a pointer with a slip and a strategy",
        ),
        pytest.param(
            {"/zzzzzz": 1},
            {},
            'The schema names nothing at "/zzzzzz".',
            id="a name that is like no other",
        ),
        pytest.param(
            {"kind": "reaction"},
            {},
            '"kind" is no JSON Pointer: it must be "" or start with "/".',
            id="no pointer",
        ),
        pytest.param(
            {3: "reaction"},
            {},
            'parts names 3: a part is named by a JSON Pointer, such as "/actor/kind".',
            id="no text",
        ),
        pytest.param(
            {"/text": {1}},
            {},
            "the value for /text is no JSON value: a value of type set, {1}: use a list.",
            id="no JSON value",
        ),
        pytest.param(
            {},
            {"alphabet": ""},
            "The alphabet is empty: texts need at least one character.",
            id="no letters",
        ),
        pytest.param(
            {},
            {"alphabet": 5},
            "The alphabet is 5: give a text of the characters to use.",
            id="letters of another type",
        ),
        pytest.param(
            {},
            {"alphabet": "a\ud800"},
            "The alphabet 'a\\ud800' has an unpaired surrogate, which no JSON text can hold.",
            id="half a letter",
        ),
        pytest.param(["/kind"], {}, "parts is ['/kind']: give a mapping.", id="a list of parts"),
        pytest.param(
            {},
            {"formats": ["date"]},
            "formats is ['date']: give a mapping.",
            id="no mapping of formats",
        ),
        pytest.param(
            {},
            {"formats": {"date": "2020-01-01"}},
            "the format 'date' needs a Hypothesis strategy of texts, not '2020-01-01'.",
            id="a format without a strategy",
        ),
        pytest.param(
            {"/kind": "reaction"},
            {"kind": "correction"},
            "'/kind' is given twice: as a member and by its pointer.",
            id="a part that is given twice",
        ),
        pytest.param(
            {"/actor": st.just({}), "/actor/kind": "agent"},
            {},
            "'/actor/kind' is inside of '/actor', whose value comes from a strategy: give only one "
            "of them.",
            id="a part of a part",
        ),
    ],
)
def test_what_is_not_understood(parts: Any, options: Any, message: str) -> None:
    """A slip is an error with the name that was meant."""
    with pytest.raises(ps.ContractError) as raised:
        ps.documents("feedback", parts, **options)

    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("asked", "parts", "options", "clauses"),
    [
        pytest.param(
            "feedback",
            {},
            {"kind": "note"},
            "/properties/kind/enum and what is given for /kind",
            id="a value that the schema refuses",
        ),
        pytest.param(
            ORDER,
            {"/lines/0/count": 0},
            {},
            "/properties/lines/items/properties/count/minimum and what is given for /lines/0/count",
            id="deep inside",
        ),
        pytest.param(
            "feedback",
            {"/actor/kind": "robot"},
            {},
            "/properties/actor/properties/kind/enum and what is given for /actor/kind",
            id="where rules ask for the part too",
        ),
        pytest.param(
            {"properties": {"a": {"type": "object", "properties": {"n": {"minimum": 3}}}}},
            {"/a": {"n": 2}},
            {},
            "/properties/a/properties/n/minimum and what is given for /a",
            id="a part of the value",
        ),
        pytest.param(
            ORDER,
            {"/lines/4/count": st.just(1)},
            {},
            "/properties/lines/maxItems and what is given for /lines/4/count",
            id="one more than there can be",
        ),
        pytest.param(
            "feedback",
            {"/actor/kind": "person", "/actor/harness_id": "hrn_00000000000000000000000000"},
            {},
            "rules#/if/properties/kind/enum and rules#/else/properties/harness_id and what is "
            "given for /actor/kind and what is given for /actor/harness_id",
            id="a rule",
        ),
        pytest.param(
            "feedback",
            {},
            {"direction": "inbound", "seq": 1},
            "rules#/properties/seq and what is given for /seq",
            id="the rule of a direction",
        ),
    ],
)
def test_a_value_that_contradicts(asked: Any, parts: Any, options: Any, clauses: str) -> None:
    """A part that no document has is told with the clauses that contradict it, and no others."""
    contract = ps.contract(asked)
    with pytest.raises(ps.Unsatisfiable) as raised:
        contract.documents(parts, **options)

    assert str(raised.value) == (
        f"{contract.name} has no document: no value keeps {clauses} at once."
    )


def test_an_index_that_is_huge() -> None:
    """Nobody waits for an array of a million items."""
    with pytest.raises(ps.ContractError) as raised:
        ps.documents(ORDER, {"/lines/1000000/sku": "x"})

    assert str(raised.value) == '"/lines/1000000/sku": no test wants an array of 1000000 items.'


@pytest.mark.parametrize(
    ("at", "value"),
    [
        pytest.param("/0", 5, id="an item"),
        pytest.param("/0/a", 5, id="a member of an item"),
        pytest.param("/b", 5, id="a member"),
    ],
)
@pytest.mark.parametrize("make", [lambda value: value, st.just], ids=["a value", "a strategy"])
def test_a_part_of_what_has_no_type(at: str, value: object, make: Any) -> None:
    """A pointer says what it goes through: arrays and objects, also where any type is allowed."""
    schema = {
        "items": {"properties": {"a": {"type": "integer"}}},
        "properties": {"b": {"type": "integer"}},
    }
    for each in sampled(ps.documents(schema, {at: make(value)}), 50):
        found = each
        for step in at[1:].split("/"):
            found = found[int(step) if isinstance(found, list) else step]

        assert found == value


def test_a_plan_that_is_no_plan() -> None:
    """The plan that an answer edits must itself be valid."""
    with pytest.raises(ps.ContractError, match="plan"):
        ps.documents("plan-edit", plan={"items": []})


# Formats and letters.


def test_a_strategy_for_a_format() -> None:
    """It takes the place of the plugin's own, and only fitting texts are kept."""
    dates = st.sampled_from(["2024-02-29", "2023-02-29"])
    found = orders(placed=st.just("2024-02-29")) + orders(formats={"date": dates})

    assert {each["placed"] for each in found if "placed" in each} == {"2024-02-29"}


def test_a_strategy_for_a_format_that_nobody_defined() -> None:
    """Texts of a format of one's own come from the strategy for it alone."""
    schema = {"type": "array", "items": {"type": "string", "format": "isbn"}, "minItems": 1}
    with pytest.warns(ps.UnassertedFormat):
        contract = ps.contract(schema)
    numbers = st.sampled_from(["978-3", "979-1"])
    found = sampled(contract.documents(formats={"isbn": numbers}))

    assert {text for each in found for text in each} == {"978-3", "979-1"}


def test_an_alphabet() -> None:
    """Texts are made of its characters alone, and of all of them."""
    found = orders(alphabet="abé")
    notes = "".join(each.get("note", "") for each in found)
    skus = "".join(line["sku"] for each in found for line in each["lines"])

    assert set(notes) == set(skus) == set("abé")
    assert {each["id"][0] for each in found} == {"O"}


@pytest.mark.parametrize("schema", [{}, {"type": "array", "minItems": 2}], ids=["any", "array"])
def test_an_alphabet_of_free_values(schema: Any) -> None:
    """What a schema leaves open has no other characters either."""
    found = sampled(ps.documents(schema, alphabet="abc"), 100)

    assert all(str(each).isascii() for each in found)


def test_a_plain_alphabet_of_a_bundled_contract() -> None:
    """The documents of a contract can be had in ASCII."""
    letters = "abcdefghijklmnopqrstuvwxyz ABC"
    found = sampled(ps.documents("agent-result", alphabet=letters), 50)

    assert all(str(each).isascii() for each in found)


# Strategies as values.


@pytest.mark.parametrize("name", ["feedback", "plan", "plan-edit", "agent-result"])
def test_the_repr_is_short(name: str) -> None:
    """What Hypothesis prints of a strategy fits on a line."""
    assert repr(ps.documents(name)) == "documents()"


def test_the_schema_is_not_changed() -> None:
    """A schema that the caller holds stays as it was, whatever is drawn from it."""
    schema = deepcopy(ORDER)
    for each in sampled(ps.documents(schema)):
        each.clear()

    assert schema == ORDER


def test_constants_are_not_shared() -> None:
    """A test that changes a constant in its document changes neither the schema nor the next."""
    schema = {"const": {"a": [1]}}
    for each in sampled(ps.documents(schema), 3):
        assert each == {"a": [1]}
        each["a"].append(2)

    assert schema == {"const": {"a": [1]}}


def test_two_strategies_do_not_share() -> None:
    """What is asked of one strategy does not show in another one of the same contract."""
    fixed = ps.documents("feedback", kind="reaction")
    free = ps.documents("feedback")
    narrow = ps.documents("feedback", alphabet="a")

    assert {each["kind"] for each in sampled(fixed, 30)} == {"reaction"}
    assert {each["kind"] for each in sampled(free, 30)} == {"reaction", "correction"}
    assert {c for e in sampled(narrow, 30) for c in e["from"]["display_name"]} == {"a"}
    assert smallest(free)["from"]["display_name"] == "0"


def test_the_same_documents_again() -> None:
    """Built anew, as a worker of a parallel run does, a strategy gives the same documents."""
    assert sampled(ps.documents("feedback"), 20) == sampled(ps.documents("feedback"), 20)
    assert sampled(ps.documents(ORDER), 20) == sampled(ps.documents(deepcopy(ORDER)), 20)


def test_documents_pickle() -> None:
    """What a strategy gives are plain values."""
    for each in sampled(ps.documents("agent-result"), 20):
        assert pickle.loads(pickle.dumps(each)) == each


class TestInAClass:
    """Documents work with what Hypothesis and pytest offer, under every health check."""

    @pytest.mark.parametrize("kind", ["reaction", "correction"])
    @settings(max_examples=20)
    @given(data=st.data(), number=st.integers())
    def test_drawn_inside(self, data: st.DataObject, number: int, kind: str) -> None:
        """A strategy may be built inside a test, from what the test was given."""
        event = data.draw(ps.documents("feedback", kind=kind))

        assert event["kind"] == kind
        assert isinstance(number, int)

    @settings(max_examples=20)
    @given(st.lists(ps.documents(ORDER), min_size=2, max_size=3) | st.tuples(ps.documents(ORDER)))
    def test_combined(self, found: Any) -> None:
        """A strategy of documents is a strategy like any other."""
        assert all(ps.contract(ORDER).is_valid(each) for each in found)
