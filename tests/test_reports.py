"""Cases drawn from public bug reports: the verdicts, and the schemas that get none."""

from __future__ import annotations

import json
import socket
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest
from report_records import REPORTS, Document

import pytest_schemas as ps

if TYPE_CHECKING:
    from pathlib import Path

COPIES = 5
DOCUMENTS = [document for report in REPORTS.values() for document in report.documents.values()]
JUDGED = [
    each
    for each in DOCUMENTS
    if each.valid is not None and REPORTS[each.report].capability != COPIES
]
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def schema_of(report: str) -> Any:
    """The schema of a record."""
    return REPORTS[report].schema


def refusal(document: Document, schema: Any = None) -> list[ps.Violation]:
    """What a document breaks, read from its text; nothing if it is valid."""
    contract = ps.contract(schema_of(document.report) if schema is None else schema)
    try:
        contract.read(document.text)
    except ps.ContractViolation as refused:
        return refused.violations
    return []


@pytest.mark.parametrize("document", JUDGED, ids=str)
def test_each_document_gets_its_verdict(document: Document) -> None:
    """A text is accepted or refused, read strictly and judged by the schema of its record."""
    assert (not refusal(document)) is document.valid


def test_no_document_is_left_out() -> None:
    """Every document is judged, compared as a copy, or has no verdict and a test of its own."""
    rest = [each for each in DOCUMENTS if each not in JUDGED]

    assert (len(JUDGED), len(rest)) == (168, 17)
    assert {each.report for each in rest} == {"R29", "R40", "R68", "R70", "R78"}


# Reading


@pytest.mark.parametrize(
    ("report", "name", "clause", "position"),
    [
        ("R01", "name twice", "json/duplicate-key", (1, 11)),
        ("R01", "name twice inside an array item", "json/duplicate-key", (1, 22)),
        ("R03", "NaN", "json/non-finite", (1, 2)),
        ("R03", "minus Infinity", "json/non-finite", (1, 2)),
        ("R03", "trailing comma", "json/syntax", (1, 3)),
        ("R05", "5000 digits", "json/non-finite", (1, 1)),
        ("R07", "high half alone", "json/lone-surrogate", (1, 2)),
        ("R07", "half in a name", "json/lone-surrogate", (1, 4)),
        ("R59", "prose", "json/syntax", (1, 1)),
        ("R67", "cut off", "json/syntax", (1, 12)),
    ],
)
def test_what_reading_refuses_has_a_position(
    report: str, name: str, clause: str, position: tuple[int, int]
) -> None:
    """A text that is not read is one violation of level parse, with its line and column."""
    (found,) = refusal(REPORTS[report].documents[name])

    assert (found.clause.id, found.level, found.position) == (clause, "parse", position)


def test_a_name_that_is_given_twice_is_named() -> None:
    """R01: the message has the name, and both its places."""
    (found,) = refusal(REPORTS["R01"].documents["name twice"])

    assert found.message == 'the name "id" a second time in one object (first at 1:2)'


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_a_schema_file_is_read_as_strictly_as_a_document(tmp_path: Path, constant: str) -> None:
    """R03: a bound that is no JSON number is refused before the schema is used."""
    file = tmp_path / "price.json"
    file.write_text(f'{{"multipleOf": {constant}}}', encoding="utf-8")

    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(file)

    assert str(refused.value) == (
        f"{file}:1:16: the schema is not a JSON text: {constant}, which is no JSON number"
    )


def test_the_limit_on_digits_is_left_alone() -> None:
    """R05: long numbers are read without lifting the interpreter's limit for everybody."""
    before = sys.get_int_max_str_digits()
    for document in REPORTS["R05"].documents.values():
        refusal(document)

    assert sys.get_int_max_str_digits() == before


def test_an_endless_integer_in_a_value_is_refused_like_one_in_a_text() -> None:
    """R05: a report about a Python integer beyond the limit on digits can be written."""
    with pytest.raises(ps.ContractViolation) as refused:
        ps.contract(schema_of("R05")).assert_valid([10**5000])

    assert [each.clause.id for each in refused.value.violations] == ["json/non-finite"]


@pytest.mark.parametrize(
    "value", ["\ud83d", {"k\udc00": 1}, ["\udc00"]], ids=["string", "name", "item"]
)
def test_an_unpaired_surrogate_in_a_value_is_shown_as_an_escape(value: Any) -> None:
    """R07: a report about a Python value with half a pair can be written anywhere."""
    with pytest.raises(ps.ContractViolation) as refused:
        ps.contract(schema_of("R07")).assert_valid(value)

    text = str(refused.value)
    assert text.encode("ascii")
    assert "\\ud83d" in text or "\\udc00" in text
    assert [each.clause.id for each in refused.value.violations] == ["json/lone-surrogate"]


# Validation


@pytest.mark.parametrize("document", REPORTS["R16"].documents.values(), ids=str)
def test_a_pattern_answers_in_bounded_time(document: Document) -> None:
    """R16: nested repetition is no reason to wait: an engine that tries all ways takes for ever."""
    start = time.perf_counter()
    refusal(document)

    assert time.perf_counter() - start < 60


@pytest.mark.parametrize("name", ["the bound itself", "one lower"])
def test_a_large_integer_keeps_its_digits_in_the_message(name: str) -> None:
    """R23: neither the bound nor the value is rounded to a double on its way to the report."""
    document = REPORTS["R23"].documents[name]
    (found,) = refusal(document)
    bound = found.clause.value

    assert f"{bound}, found {document.text}" in found.message


@pytest.mark.parametrize("document", REPORTS["R27"].documents.values(), ids=str)
def test_draft_7_ignores_what_stands_beside_a_reference(document: Document) -> None:
    """R27: the dialect comes from `$schema`; in draft 7 only the reference counts."""
    now = schema_of("R27")
    schema = {
        "$schema": DRAFT_7,
        "definitions": now["$defs"],
        "properties": {"box": {**now["properties"]["box"], "$ref": "#/definitions/any"}},
    }

    found = refusal(document, schema)

    broken = [each.clause for each in found]
    assert broken == (["/definitions/any/type"] if document.name == "reference broken" else [])


@pytest.fixture(name="_no_network")
def _without_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any use of a socket, or of a name server, is an error."""

    def refuse(*args: object, **kwargs: object) -> None:
        message = f"the network was asked for: {args} {kwargs}"
        raise RuntimeError(message)

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize(
    "uri",
    [
        "https://schemas.example.test/point.json",
        "http://schemas.example.test/point.json",
        "ftp://schemas.example.test/point.json",
        "file:///schemas/point.json",
    ],
)
def test_a_reference_to_elsewhere_is_refused_without_a_look(uri: str) -> None:
    """R29: loading names the reference, its place and how to hand the schema over."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract({"properties": {"at": {"$ref": uri}}})

    assert str(refused.value) == (
        f"the schema: at /properties/at/$ref: the reference {uri!r} leads to {uri!r}, which is "
        "not at hand, and nothing is ever fetched. Put the schema into the same folder, or hand "
        f"it over: contract(..., resources={{{uri!r}: schema}})."
    )


@pytest.mark.usefixtures("_no_network")
@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("needs the reference", ['https://schemas.example.test/point.json#/required="y"']),
        ("does not need it", []),
    ],
)
def test_a_schema_that_is_handed_over_is_used(name: str, broken: list[str]) -> None:
    """R29: with the resource at hand, documents are judged, those included that reach it."""
    point = {"$id": "https://schemas.example.test/point.json", "required": ["y"]}
    contract = ps.contract(schema_of("R29"), resources={point["$id"]: point})

    found = contract.violations(json.loads(REPORTS["R29"].documents[name].text))

    assert [each.clause for each in found] == broken


def test_a_keyword_of_an_older_draft_is_refused() -> None:
    """R40: the boolean form of exclusiveMaximum is draft 4's; the schema is not repaired."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(schema_of("R40"))

    assert str(refused.value) == (
        "the schema: at /exclusiveMaximum: expected number, found true (a boolean); in JSON a "
        "boolean is not a number; the boolean form is draft 4's, which a schema names by "
        '"$schema": "http://json-schema.org/draft-04/schema#".'
    )


def test_a_reference_to_nothing_is_refused_at_once() -> None:
    """R78: loading names the reference, its place, and the definition that is near."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(schema_of("R78"))

    assert str(refused.value) == (
        "the schema: at /properties/b/$ref: the reference '#/$defs/meta_inner' leads nowhere: "
        "there is no /$defs/meta_inner in it. Did you mean '#/$defs/meta'?"
    )


# Exact copies

#: What is defensible either way, and what is decided here: strings are compared decoded, and
#: numbers as they are spelt, where both sides are texts.
DECIDED = {"R68-escaped spelling": True, "R70-minus zero": False}
COPIED = [each for each in DOCUMENTS if REPORTS[each.report].capability == COPIES]


def is_copied(document: Document) -> bool:
    """Whether a text is an exact copy of the first one of its record."""
    return DECIDED[str(document)] if document.valid is None else document.valid


def original_of(document: Document) -> Document:
    """The first text of a record, of which the others are copies or not."""
    return REPORTS[document.report].documents["reference copy"]


def defined(document: Document) -> str:
    """A schema that has a text as the definition gitConfig."""
    return f'{{"$defs": {{"gitConfig": {document.text}}}}}'


def schema_files(folder: Path, document: Document) -> tuple[Path, Path]:
    """Two schema files: one has the definition of a document, the other the original."""
    copy, original = folder / "project.json", folder / "event.json"
    copy.write_text(defined(document), encoding="utf-8")
    original.write_text(defined(original_of(document)), encoding="utf-8")
    return copy, original


@pytest.mark.parametrize("document", COPIED, ids=str)
def test_each_text_is_an_exact_copy_or_is_not(document: Document, tmp_path: Path) -> None:
    """R68, R70: a definition in one file is compared with the same name in another."""
    copy, original = schema_files(tmp_path, document)

    with nullcontext() if is_copied(document) else pytest.raises(ps.NotExactCopy):
        ps.assert_exact_copies(copy, original, ["gitConfig"])


@pytest.mark.parametrize("document", COPIED, ids=str)
def test_each_value_is_an_exact_copy_or_is_not(document: Document) -> None:
    """R68, R70: the same of parsed schemas, where the sign of an integer zero is lost already."""
    copy, original = json.loads(defined(document)), json.loads(defined(original_of(document)))
    copied = is_copied(document) or document.name == "minus zero"

    with nullcontext() if copied else pytest.raises(ps.NotExactCopy):
        ps.assert_exact_copies(copy, original, ["gitConfig"])


@pytest.mark.parametrize(
    ("report", "name", "pointer", "copy", "original"),
    [
        ("R68", "a description added", "/description", '"Git"', "(missing)"),
        ("R68", "default 0 for false", "/properties/init/default", "0", "false"),
        ("R70", "1 for true", "/const", "1", "true"),
        ("R70", "false for 0", "/enum/0", "false", "0"),
        ("R70", "deep", "/x/1/y", "true", "1"),
        ("R70", "1.0 for 1", "/enum/1", "1.0", "1"),
        ("R70", "minus zero", "/enum/0", "-0", "0"),
    ],
)
def test_a_difference_is_shown_with_both_values(
    tmp_path: Path, report: str, name: str, pointer: str, copy: str, original: str
) -> None:
    """R68, R70: the report names the one place that differs, with what stands on either side."""
    files = schema_files(tmp_path, REPORTS[report].documents[name])

    with pytest.raises(ps.NotExactCopy) as refused:
        ps.assert_exact_copies(*files, ["gitConfig"])

    _, place, _ = str(refused.value).split("\n\n")
    assert place == f"  at {pointer}:\n    copy      {copy}\n    original  {original}"
