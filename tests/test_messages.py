"""What a failing assertion tells: whole messages, as users read them."""

# Messages stand here as they are shown, with their long lines.
# ruff: noqa: E501

from __future__ import annotations

import json
import re
from copy import deepcopy
from textwrap import dedent
from typing import Any

import pytest

import pytest_schemas as ps

EVENT: dict[str, Any] = {
    "v": 1,
    "type": "feedback",
    "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G",
    "ts": "2026-11-24T09:41:07Z",
    "workspace_id": "ws_01M8BGQYK368R7F421G6MP510Q",
    "space_id": "spc_01M7QBXBB42YHTB9583391C62S",
    "run_id": "run_01M84AVZEMJHVXQ742C2NTTACR",
    "seq": 7,
    "actor": {"kind": "agent", "id": "agt_a", "harness_id": "hrn_01M8AESP9BGMGGNB4GF4J80T0Z"},
    "message_id": "msg_01M83HCA5NTNPXN8EA4FZW6KBS",
    "kind": "correction",
    "text": "The tariff is old.",
    "from": {
        "participant_id": "agt_a",
        "kind": "agent",
        "display_name": "Ledger",
        "role": "member",
    },
}
FILE = {"path": "src/lamp.py", "kind": "edit", "renamed_from": None, "change": "Dim the lamp."}
EDIT: dict[str, Any] = {
    "op": "add_file",
    "item": "P2",
    "summary": "Add the lamp to P2",
    "reason": "P2 needs it.",
    "field": None,
    "value": None,
    "file": FILE,
    "check": None,
    "check_index": None,
    "depends_on": None,
    "new_item": None,
}
#: Options for a run within a test: nothing is written, and no other plugin is waited for.
ALONE = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
DRAFT4 = "http://json-schema.org/draft-04/schema#"
DRAFT7 = "http://json-schema.org/draft-07/schema#"


def without(document: dict[str, Any], *names: str) -> dict[str, Any]:
    """The document without some members."""
    return {name: value for name, value in document.items() if name not in names}


def answer(**members: object) -> dict[str, Any]:
    """An answer with one edit, some members of the edit changed."""
    edit = {**deepcopy(EDIT), **members}
    return {"schema_version": 1, "base_revision": 4, "reply": "Done.", "edits": [edit]}


def message(asked: Any, document: object, **context: object) -> str:
    """What `assert_valid` says of a document."""
    with pytest.raises(ps.ContractViolation) as refused:
        ps.contract(asked).assert_valid(document, **context)
    return str(refused.value)


def expected(text: str) -> str:
    """A message as it is written in this file."""
    return dedent(text).strip("\n")


def test_the_documents_of_this_file_are_valid() -> None:
    """What the tests below break is whole at first."""
    assert ps.contract("feedback").assert_valid(EVENT) is EVENT
    assert ps.contract("plan-edit").violations(answer()) == []


def test_a_wrong_enum_value_comes_with_the_nearest_right_one() -> None:
    """A slip of the pen in an enum names what was probably meant."""
    assert message("feedback", {**EVENT, "kind": "corection"}) == expected("""
        feedback breaks /properties/kind/enum at /kind: expected one of "reaction", "correction", found "corection"; did you mean "correction"?

          /kind
            expected one of "reaction", "correction", found "corection"; did you mean "correction"?
              The schema says: A light signal, or a written note.
              Clause: /properties/kind/enum

          The document: {"v": 1, "type": "feedback", "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G", "ts": "2026-11-24T09:41:07Z... (13 members)
        """)


def test_a_misspelt_property_is_told_from_both_sides() -> None:
    """A closed object refuses the misspelt name, and misses the right one."""
    document = answer()
    document["edits"][0]["sumary"] = document["edits"][0].pop("summary")

    assert message("plan-edit", document) == expected("""
        plan-edit breaks 2 clauses, first /$defs/edit/additionalProperties at /edits/0: "sumary" is not allowed; did you mean "summary"?

          /edits/0
            "sumary" is not allowed; did you mean "summary"?
              Clause: /$defs/edit/additionalProperties
              Reached by: /properties/edits/items/$ref/additionalProperties
            "summary" is missing; "sumary" was found: is it misspelt?
              The schema says: The card title, for example "Add src/retry/config.go to P2's declared files".
              Clause: /$defs/edit/required="summary"
              Reached by: /properties/edits/items/$ref/required

          The document: {"schema_version": 1, "base_revision": 4, "reply": "Done.", "edits": [{"op": "add_file", "item":... (4 members)
        """)


def test_a_misspelt_property_of_an_open_object_is_a_missing_one() -> None:
    """An open object allows any name, so only the missing one can be told."""
    document = {**without(EVENT, "workspace_id"), "workspaceId": EVENT["workspace_id"]}

    first, *_ = message("feedback", document).split("\n")

    assert first == (
        'feedback breaks /required="workspace_id" at the root: "workspace_id" is missing; '
        '"workspaceId" was found: is it misspelt?'
    )


def test_a_missing_property_is_named_with_what_the_schema_says_of_it() -> None:
    """The description is that of the missing property, not that of the object."""
    assert message("feedback", without(EVENT, "workspace_id")) == expected("""
        feedback breaks /required="workspace_id" at the root: "workspace_id" is missing.

          the root
            "workspace_id" is missing.
              The schema says: A workspace identifier: `ws_` followed by a ULID.
              Clause: /required="workspace_id"

          The document: {"v": 1, "type": "feedback", "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G", "ts": "2026-11-24T09:41:07Z... (12 members)
        """)


def test_a_final_newline_is_told_as_the_only_fault_of_a_string() -> None:
    """What a pattern refuses for its last line feed alone is not left to be guessed."""
    assert message("feedback", {**EVENT, "id": EVENT["id"] + "\n"}) == expected(r"""
        feedback breaks /properties/id/pattern at /id: expected a match of the pattern ^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$, found "evt_01M89M6GMCX9B5EDKGZT2YD93G\n"; without its final newline it would match.

          /id
            expected a match of the pattern ^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$, found "evt_01M89M6GMCX9B5EDKGZT2YD93G\n"; without its final newline it would match.
              The schema says: The event's own id. Stable across a retry of the same event.
              Clause: /properties/id/pattern

          The document: {"v": 1, "type": "feedback", "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G\n", "ts": "2026-11-24T09:41:0... (13 members)
        """)


@pytest.mark.parametrize("text", ["x", "x\n", "x\n\n", "\n"], ids=json.dumps)
def test_a_final_newline_is_not_blamed_for_other_faults(text: str) -> None:
    """The hint is given only where the string would match without the line feed."""
    assert "newline" not in message({"pattern": "^a$"}, text)


def test_a_boolean_is_told_apart_from_a_number() -> None:
    """Python takes True for 1, so the message says that JSON does not."""
    assert message("feedback", {**EVENT, "seq": True}) == expected("""
        feedback breaks /properties/seq/type at /seq: expected integer, found true (a boolean); in JSON a boolean is not a number.

          /seq
            expected integer, found true (a boolean); in JSON a boolean is not a number.
              The schema says: Assigned by the server on append, monotonic per workspace. Absent on the way in.
              Clause: /properties/seq/type

          The document: {"v": 1, "type": "feedback", "id": "evt_01M89M6GMCX9B5EDKGZT2YD93G", "ts": "2026-11-24T09:41:07Z... (13 members)
        """)


def test_any_of_explains_the_branch_that_was_meant() -> None:
    """A broken file is told as a broken file, not as something that should be null."""
    assert message("plan-edit", answer(file={**FILE, "kind": "ad"})) == expected("""
        plan-edit breaks /$defs/file/properties/kind/enum at /edits/0/file/kind: expected one of "edit", "add", "delete", "rename", found "ad"; did you mean "add"?

          /edits/0/file/kind
            expected one of "edit", "add", "delete", "rename", found "ad"; did you mean "add"?
              The schema says: edit: change an existing file. add: create a new file. delete: remove a file. rename: move a fil...
              Clause: /$defs/file/properties/kind/enum
              Reached by: /properties/edits/items/$ref/properties/file/anyOf/0/$ref/properties/kind/enum

          The document: {"schema_version": 1, "base_revision": 4, "reply": "Done.", "edits": [{"op": "add_file", "item":... (4 members)
        """)


def test_any_of_explains_a_misspelt_member_of_the_branch_that_was_meant() -> None:
    """A name too many does not make an object any less of an object."""
    document = answer(file={**without(FILE, "change"), "chnage": FILE["change"]})

    assert message("plan-edit", document) == expected("""
        plan-edit breaks 2 clauses, first /$defs/file/additionalProperties at /edits/0/file: "chnage" is not allowed; did you mean "change"?

          /edits/0/file
            "chnage" is not allowed; did you mean "change"?
              Clause: /$defs/file/additionalProperties
              Reached by: /properties/edits/items/$ref/properties/file/anyOf/0/$ref/additionalProperties
            "change" is missing; "chnage" was found: is it misspelt?
              The schema says: What changes in this file, in plain words. Name functions and behavior, not line numbers.
              Clause: /$defs/file/required="change"
              Reached by: /properties/edits/items/$ref/properties/file/anyOf/0/$ref/required

          The document: {"schema_version": 1, "base_revision": 4, "reply": "Done.", "edits": [{"op": "add_file", "item":... (4 members)
        """)


@pytest.mark.parametrize(
    ("schema", "document", "sentence"),
    [
        pytest.param(
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            None,
            "expected integer or string, found null",
            id="types-of-anyOf",
        ),
        pytest.param(
            {"oneOf": [{"type": "integer"}, {"type": "string"}]},
            None,
            "expected integer or string, found null",
            id="types-of-oneOf",
        ),
        pytest.param(
            {"anyOf": [{"required": ["email"]}, {"required": ["phone"]}]},
            {},
            'one of "email", "phone" is needed',
            id="names",
        ),
    ],
)
def test_branches_that_refuse_alike_are_told_together(
    schema: Any, document: object, sentence: str
) -> None:
    """Where no branch was meant, the first line does not send the reader to one of them."""
    first, *_ = message(schema, document).split("\n")

    assert first.endswith(f"at the root: {sentence}.")


def test_ten_violations_are_shown_and_the_others_counted() -> None:
    """A long list ends with how many more there are, and how to see them."""
    assert message("agent-result", {}) == expected("""
        agent-result breaks 21 clauses, first /required="schema" at the root: "schema" is missing.

          the root
            "schema" is missing.
              Clause: /required="schema"
            "mission_id" is missing.
              Clause: /required="mission_id"
            "agent_id" is missing.
              Clause: /required="agent_id"
            "session_id" is missing.
              Clause: /required="session_id"
            "persona_id" is missing.
              Clause: /required="persona_id"
            "task_slice_id" is missing.
              Clause: /required="task_slice_id"
            "status" is missing.
              Clause: /required="status"
            "backend" is missing.
              Clause: /required="backend"
            "summary" is missing.
              Clause: /required="summary"
            "findings" is missing.
              Clause: /required="findings"

          ... and 11 more, which -vv shows.

          The document: {}
        """)


def test_exactly_ten_violations_leave_nothing_to_count() -> None:
    """The line about more stands only where there is more."""
    text = message({"required": list("abcdefghij")}, {})

    assert text.count(" is missing.\n      Clause: ") == 10
    assert "more" not in text


def test_one_clause_broken_by_every_row_is_shown_three_times() -> None:
    """Twenty thousand wrong rows make a message of one screen."""
    rows = [{"price": "free"}] * 20_000
    schema = {"title": "prices", "items": {"properties": {"price": {"type": "number"}}}}

    assert message(schema, rows) == expected("""
        prices breaks 1 clause in 20000 places, first /items/properties/price/type at /0/price: expected number, found "free" (a string).

          /0/price
            expected number, found "free" (a string).
              Clause: /items/properties/price/type

          /1/price
            expected number, found "free" (a string).
              Clause: /items/properties/price/type

          /2/price
            expected number, found "free" (a string).
              Clause: /items/properties/price/type

          ... and 19997 more, which -vv shows.

          The document: [{"price": "free"}, {"price": "free"}, {"price": "free"}, {"price": "free"}, {"price": "free"}, ... (20000 items)
        """)


def test_a_clause_is_not_hidden_behind_the_repetitions_of_another() -> None:
    """Of many violations each clause is shown, however often the first one is broken."""
    rows: list[Any] = [{"price": "free"}] * 50
    rows.append({"price": -1})
    schema = {"items": {"properties": {"price": {"type": "number", "minimum": 0}}}}

    text = message(schema, rows)

    assert "  /50/price\n    expected at least 0, found -1.\n" in text
    assert text.split("\n")[0].startswith("the schema breaks 2 clauses in 51 places, first ")
    assert "  ... and 47 more, which -vv shows.\n" in text


def test_a_large_document_with_one_fault_takes_few_lines() -> None:
    """A document of 100 kB is cut, and what is wrong with it is not."""
    event = {**EVENT, "text": "x" * 100_000, "kind": "corection"}
    schema = deepcopy(ps.contract("feedback").source.contents)
    del schema["properties"]["text"]

    text = message(schema, event)

    assert len(text.split("\n")) <= 25
    assert max(map(len, text.split("\n"))) < 300
    assert 'found "corection"; did you mean "correction"?' in text


def test_a_long_value_is_cut_and_a_pointer_is_not() -> None:
    """The value can be looked up by the pointer, so the pointer stays whole."""
    name = "a-very-long-name-" * 12
    document = {name: {name: "x" * 500}}
    inner = {"additionalProperties": {"type": "integer"}}

    assert message({"title": "long", "additionalProperties": inner}, document) == expected(f"""
        long breaks /additionalProperties/additionalProperties/type at /{name}/{name}: expected integer, found "{"x" * 69}... (500 characters) (a string).

          /{name}/{name}
            expected integer, found "{"x" * 69}... (500 characters) (a string).
              Clause: /additionalProperties/additionalProperties/type

          The document: {{"{name[:94]}... (1 member)
        """)


def test_the_context_of_a_judgement_is_told() -> None:
    """Who reads the message sees what the document was judged with."""
    text = message("feedback", {**EVENT, "kind": "x"}, direction="inbound")

    assert text.endswith('(13 members)\n  Judged with direction: "inbound"')


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        pytest.param('{\n  "kind": "a",\n  "n": true}', "/n (line 3, column 8)", id="a value"),
        pytest.param(
            '[\r\n{"kind": "a"}\r\n,\r\n{}]', "/1 (line 4, column 1)", id="missing member"
        ),
        pytest.param(
            '{\n  "kind": "a",\n\t"colour": {}}', "the root (line 3, column 2)", id="unknown name"
        ),
        pytest.param(
            '{"é": "😀", "kind": 5}', "/kind (line 1, column 20)", id="after wide letters"
        ),
        pytest.param("7", "the root (line 1, column 1)", id="the root"),
    ],
)
def test_a_text_is_told_with_line_and_column(text: str, heading: str) -> None:
    """The place is that of the value, of the object that lacks a member, or of the name."""
    one = {
        "properties": {"kind": {"type": "string"}, "n": {"type": "integer"}, "é": {}},
        "required": ["kind"],
        "additionalProperties": False,
        "type": ["object", "array"],
    }
    contract = ps.contract({"anyOf": [True], "items": one, **one})

    with pytest.raises(ps.ContractViolation) as refused:
        contract.read(text)

    assert f"\n  {heading}\n" in str(refused.value)


def test_a_text_has_its_places_inside_the_branch_that_was_meant() -> None:
    """The causes of anyOf have line and column too."""
    text = json.dumps(answer(file={**FILE, "kind": "ad"}), indent=2)

    with pytest.raises(ps.ContractViolation) as refused:
        ps.contract("plan-edit").read(text)

    (violation,) = refused.value.violations
    assert (violation.instance_location, violation.position) == ("/edits/0/file", (13, 15))
    (cause,) = violation.causes
    assert (cause.instance_location, cause.position) == ("/edits/0/file/kind", (15, 17))
    assert "\n  /edits/0/file/kind (line 15, column 17)\n" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "first", "heading"),
    [
        pytest.param(
            b'{"v": 1,\n "v": 2}',
            'feedback breaks json/duplicate-key at /v: the name "v" a second time in one object '
            "(first at 1:2).",
            "/v (line 2, column 2)",
            id="duplicate-key",
        ),
        pytest.param(
            b'{"v": 1,}',
            "feedback breaks json/syntax at the root: a comma before }: leave it out.",
            "the root (line 1, column 8)",
            id="syntax",
        ),
        pytest.param(
            b'{"v":\n NaN}',
            "feedback breaks json/non-finite at /v: NaN, which is no JSON number.",
            "/v (line 2, column 2)",
            id="non-finite",
        ),
        pytest.param(
            b"\xef\xbb\xbf{}",
            "feedback breaks json/bom at the root: a byte order mark: start with the value itself.",
            "the root (line 1, column 1)",
            id="bom",
        ),
        pytest.param(
            b'["\xff"]',
            "feedback breaks json/utf8 at the root: the byte 0xFF is not UTF-8 here.",
            "the root (line 1, column 3)",
            id="utf8",
        ),
    ],
)
def test_a_text_that_cannot_be_read_is_told_with_line_and_column(
    text: bytes, first: str, heading: str
) -> None:
    """What reading refuses is reported as any other violation."""
    with pytest.raises(ps.ContractViolation) as refused:
        ps.contract("feedback").read(text)

    lines = str(refused.value).split("\n")
    assert lines[:3] == [first, "", f"  {heading}"]
    assert lines[-1].startswith("  The document: ")


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        pytest.param({1}, "json/value", id="value"),
        pytest.param(float("nan"), "json/non-finite", id="non-finite"),
    ],
)
def test_only_the_schema_is_quoted_as_the_schema(document: object, clause: str) -> None:
    """What no schema says, since it holds for every document, is not put into its mouth."""
    text = message("feedback", document)

    assert f"Clause: {clause}" in text
    assert "The schema says" not in text


DEEP: Any = "x"
for _ in range(90):
    DEEP = [DEEP]

#: keyword -> cases: a schema, a document, and the sentence about it
SENTENCES: dict[str, list[tuple[Any, Any, str]]] = {
    "type": [
        ({"type": "string"}, None, "expected string, found null"),
        ({"type": "string"}, 1, "expected string, found 1 (an integer)"),
        ({"type": "string"}, 1.5, "expected string, found 1.5 (a number)"),
        ({"type": "string"}, [1], "expected string, found [1] (an array)"),
        ({"type": "string"}, {}, "expected string, found {} (an object)"),
        ({"type": "string"}, False, "expected string, found false (a boolean)"),
        ({"type": ["null", "array"]}, "a", 'expected null or array, found "a" (a string)'),
        (
            {"type": ["number", "null"]},
            True,
            "expected number or null, found true (a boolean); in JSON a boolean is not a number",
        ),
        ({"type": "integer"}, 1.5, "expected integer, found 1.5 (a number)"),
    ],
    "const": [
        ({"const": "a"}, "b", 'expected "a", found "b"'),
        ({"const": 1}, "1", 'expected 1, found "1" (a string)'),
        ({"const": 1}, True, "expected 1, found true (a boolean)"),
        ({"const": True}, 1, "expected true, found 1"),
        ({"const": "1"}, 1, 'expected "1", found 1'),
        ({"const": False}, 0, "expected false, found 0"),
        ({"const": None}, 0, "expected null, found 0"),
        ({"const": {"a": [1]}}, {"a": [True]}, 'expected {"a": [1]}, found {"a": [true]}'),
    ],
    "enum": [
        ({"enum": ["a"]}, "b", 'expected "a", found "b"'),
        ({"enum": [1, 2]}, True, "expected one of 1, 2, found true (a boolean)"),
        ({"enum": [1, 2]}, "1", 'expected one of 1, 2, found "1" (a string)'),
        ({"enum": [1]}, "1", 'expected 1, found "1" (a string)'),
        (
            {"enum": ["kind", 1]},
            "kindd",
            'expected one of "kind", 1, found "kindd"; did you mean "kind"?',
        ),
        (
            {"enum": list("abcdefghij")},
            "z",
            'expected one of "a", "b", "c", "d", "e", "f", "g", "h" and 2 more, found "z"',
        ),
    ],
    "required": [
        ({"required": ["a"]}, {}, '"a" is missing'),
        (
            {"required": ["user_id"]},
            {"userId": 1},
            '"user_id" is missing; "userId" was found: is it misspelt?',
        ),
        (
            {"required": ["user_id"], "properties": {"userId": {}}},
            {"userId": 1},
            '"user_id" is missing',
        ),
    ],
    "dependentRequired": [
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, '"b" is missing, which "a" depends on'),
        (
            {"dependentRequired": {"a": ["bcd_e"]}},
            {"a": 1, "bcd-e": 2},
            '"bcd_e" is missing, which "a" depends on; "bcd-e" was found: is it misspelt?',
        ),
    ],
    "dependencies": [
        (
            {"$schema": DRAFT7, "dependencies": {"a": ["b"]}},
            {"a": 1},
            '"b" is missing, which "a" depends on',
        ),
    ],
    "additionalProperties": [
        (
            {"properties": {"name": {}}, "additionalProperties": False},
            {"nmae": 1},
            '"nmae" is not allowed; did you mean "name"?',
        ),
        (
            {"properties": {"name": {}}, "additionalProperties": False},
            {"name": 1, "nmae": 1},
            '"nmae" is not allowed',
        ),
    ],
    "unevaluatedProperties": [
        (
            {"properties": {"name": {}}, "unevaluatedProperties": False},
            {"nmae": 1},
            '"nmae" is not allowed; did you mean "name"?',
        ),
    ],
    "a false schema": [
        ({"properties": {"a": False}}, {"a": 1}, "nothing is allowed here, found 1"),
        ({"items": False}, ["a"], 'nothing is allowed here, found "a"'),
        ({"unevaluatedItems": False}, [None], "nothing is allowed here, found null"),
        ({"prefixItems": [True], "items": False}, [1, 2], "nothing is allowed here, found 2"),
        ({"allOf": [False]}, 1, "nothing is allowed here, found 1"),
        ({"patternProperties": {"^a": False}}, {"ab": 1}, "nothing is allowed here, found 1"),
        (False, 1, "nothing is allowed here, found 1"),
        (
            {"$schema": DRAFT7, "items": [True], "additionalItems": False},
            [1, 2],
            "nothing is allowed here, found 2",
        ),
    ],
    "pattern": [
        ({"pattern": "^a$"}, "b", 'expected a match of the pattern ^a$, found "b"'),
        (
            {"pattern": "^a$"},
            "a\n",
            'expected a match of the pattern ^a$, found "a\\n"; '
            "without its final newline it would match",
        ),
    ],
    "format": [
        ({"format": "date"}, "2026-02-30", 'expected the format date, found "2026-02-30"'),
    ],
    "minimum": [
        ({"minimum": 2}, 1, "expected at least 2, found 1"),
        (
            {"$schema": DRAFT4, "minimum": 2, "exclusiveMinimum": True},
            2,
            "expected more than 2, found 2",
        ),
        (
            {"$schema": DRAFT4, "minimum": 2, "exclusiveMinimum": False},
            1,
            "expected at least 2, found 1",
        ),
    ],
    "maximum": [
        ({"maximum": 1.5}, 2, "expected at most 1.5, found 2"),
        (
            {"$schema": DRAFT4, "maximum": 2, "exclusiveMaximum": True},
            2,
            "expected less than 2, found 2",
        ),
        (
            {"$schema": DRAFT4, "maximum": 2, "exclusiveMaximum": False},
            3,
            "expected at most 2, found 3",
        ),
    ],
    "exclusiveMinimum": [({"exclusiveMinimum": 2}, 2.0, "expected more than 2, found 2.0")],
    "exclusiveMaximum": [({"exclusiveMaximum": 2}, 2, "expected less than 2, found 2")],
    "multipleOf": [({"multipleOf": 0.1}, 0.35, "expected a multiple of 0.1, found 0.35")],
    "minLength": [
        ({"minLength": 1}, "", 'expected at least 1 character, found 0: ""'),
        ({"minLength": 2}, "\U0001f600", 'expected at least 2 characters, found 1: "\U0001f600"'),
        ({"minLength": 2.0}, "a", 'expected at least 2 characters, found 1: "a"'),
    ],
    "maxLength": [({"maxLength": 1}, "ab", 'expected at most 1 character, found 2: "ab"')],
    "minItems": [({"minItems": 2}, [1], "expected at least 2 items, found 1: [1]")],
    "maxItems": [({"maxItems": 0}, [1], "expected at most 0 items, found 1: [1]")],
    "minProperties": [
        ({"minProperties": 2}, {"a": 1}, 'expected at least 2 properties, found 1: {"a": 1}'),
    ],
    "maxProperties": [
        (
            {"maxProperties": 1},
            {"a": 1, "b": 2},
            'expected at most 1 property, found 2: {"a": 1, "b": 2}',
        ),
    ],
    "contains": [
        (
            {"contains": {"type": "integer"}},
            ["a"],
            "expected at least 1 item that the schema of contains accepts, found 0",
        ),
    ],
    "minContains": [
        (
            {"contains": {"type": "integer"}, "minContains": 2},
            ["a", 1],
            "expected at least 2 items that the schema of contains accepts, found 1",
        ),
    ],
    "maxContains": [
        (
            {"contains": {"type": "integer"}, "maxContains": 1},
            [1, 2],
            "expected at most 1 item that the schema of contains accepts, found 2",
        ),
    ],
    "not": [
        (
            {"not": {"type": "integer"}},
            3,
            'expected what {"type": "integer"} refuses, found 3',
        ),
    ],
    "anyOf": [
        (
            {"anyOf": [{"type": "integer"}, {"type": ["string", "integer"]}]},
            None,
            "expected integer or string, found null",
        ),
        (
            {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {},
            'one of "a", "b" is needed',
        ),
        (
            {"anyOf": [{"required": ["price"]}, {"required": ["amount"]}]},
            {"ammount": 1},
            'one of "price", "amount" is needed; "ammount" was found: did you mean "amount"?',
        ),
        (
            {"anyOf": [{"minimum": 5}, {"type": "string"}]},
            1,
            "none of the 2 branches of anyOf fits, branch 0 comes nearest",
        ),
        (
            {"anyOf": [{"items": {"required": ["a"]}}, {"items": {"required": ["b"]}}]},
            [{}],
            "none of the 2 branches of anyOf fits, branch 0 comes nearest",
        ),
        ({"anyOf": [{"minimum": 5}]}, 1, "the only branch of anyOf does not fit"),
    ],
    "oneOf": [
        (
            {"oneOf": [{"type": "string"}, {"minimum": 5}]},
            1,
            "none of the 2 branches of oneOf fits, branch 1 comes nearest",
        ),
        (
            {"oneOf": [{"type": "integer"}, {"type": "string"}, {"minimum": 3}]},
            4,
            "expected exactly one branch of oneOf to fit, found that 0 and 2 do",
        ),
        (
            {"oneOf": [True, {"type": "integer"}, {"minimum": 3}]},
            4,
            "expected exactly one branch of oneOf to fit, found that 0, 1 and 2 do",
        ),
    ],
}


@pytest.mark.parametrize(
    ("schema", "document", "sentence"),
    [
        pytest.param(*case, id=f"{keyword}-{number}")
        for keyword, cases in SENTENCES.items()
        for number, case in enumerate(cases)
    ],
)
def test_each_keyword_says_what_it_demands_and_what_was_found(
    schema: Any, document: object, sentence: str
) -> None:
    """One sentence for each keyword, without the place and without a full stop."""
    assert [each.message for each in ps.contract(schema).violations(document)] == [sentence]


def test_items_that_are_equal_are_pointed_out() -> None:
    """Among a hundred items nobody finds the two that are equal without help."""
    items = [*range(100), 5.0]

    (violation,) = ps.contract({"uniqueItems": True}).violations(items)

    assert re.search(r"\b5\b.*\b100\b", violation.message)


@pytest.mark.parametrize(
    "names",
    [{"pattern": "^[a-z]+$"}, {"maxLength": 3}, {"enum": ["left", "right"]}],
    ids=["pattern", "maxLength", "enum"],
)
def test_a_refused_name_is_told_as_a_name(names: Any) -> None:
    """The value at the place is the object, so the message says that a name of it is meant."""
    (violation,) = ps.contract({"propertyNames": names}).violations({"Upwards": 1})

    assert violation.member == "Upwards"
    assert "name" in violation.message


def test_an_empty_enum_is_told_without_a_gap() -> None:
    """No value is right, and the sentence says so in words."""
    (violation,) = ps.contract({"enum": []}).violations(1)

    assert "of ," not in violation.message


@pytest.mark.parametrize(
    ("schema", "document", "end"),
    [
        pytest.param({"title": "My\nAPI", "type": "null"}, 1, "found 1 (an integer).", id="title"),
        pytest.param({"pattern": "a\nb"}, "c", 'found "c".', id="pattern"),
        pytest.param(
            {"additionalProperties": {"type": "null"}},
            {"a\nb": 1},
            "found 1 (an integer).",
            id="name",
        ),
    ],
)
def test_the_first_line_is_a_whole_sentence(schema: Any, document: object, end: str) -> None:
    """A line feed in a title, a pattern or a name does not break the line in two."""
    assert message(schema, document).split("\n")[0].endswith(end)


def test_the_clause_of_a_false_root_is_told_in_words() -> None:
    """The pointer of the root is empty, which must leave no hole in the message."""
    lines = message(False, 1).split("\n")

    assert "breaks  at" not in lines[0]
    assert [line for line in lines if line != line.rstrip()] == []


def test_an_integer_of_many_digits_is_reported() -> None:
    """Python's limit of 4300 digits does not get in the way of the message."""
    first, *_ = message({"title": "number"}, [10**5000]).split("\n")

    assert first == (
        "number breaks json/non-finite at /0: an integer of 16610 bits is too large: "
        "its nearest double is infinite."
    )


def test_a_message_is_made_under_a_deep_stack() -> None:
    """A test with many frames gets the report, not a RecursionError from within it."""

    def below(frames: int) -> str:
        return below(frames - 1) if frames else message({"type": "object"}, DEEP)

    assert below(300).startswith("the schema breaks /type at the root: expected object, found [[[")


@pytest.mark.parametrize(
    ("options", "shown", "more"),
    [
        pytest.param([], 10, True, id="by default"),
        pytest.param(["-v"], 10, True, id="-v"),
        pytest.param(["-vv"], 21, False, id="-vv"),
    ],
)
def test_vv_shows_every_violation(
    pytester: pytest.Pytester, options: list[str], shown: int, more: bool
) -> None:
    """Where a message leaves violations out it names -vv, and -vv leaves none out."""
    pytester.makepyfile(
        "def test_it(agent_result_contract): agent_result_contract.assert_valid({})"
    )

    result = pytester.runpytest(*ALONE, *options)

    result.assert_outcomes(failed=1)
    lines = {line.removeprefix("E").strip() for line in result.outlines}
    clauses = {line for line in lines if line.startswith('Clause: /required="')}
    assert len(clauses) == shown
    assert ("... and 11 more, which -vv shows." in lines) is more


def test_the_short_summary_of_pytest_has_the_clause(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What pytest cuts at the width of the terminal still names the clause."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("CI", "BUILD_NUMBER"):  # with these, pytest does not cut its summary
        monkeypatch.delenv(name, raising=False)
    pytester.makepyfile(test_it="def test_it(plan_contract): plan_contract.assert_valid(1)")

    result = pytester.runpytest(*ALONE)

    result.stdout.fnmatch_lines(
        "FAILED test_it.py::test_it - pytest_schemas.ContractViolation: plan breaks /t..."
    )
