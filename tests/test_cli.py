"""The command line: vectors as files, for any language."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pytest_schemas as ps

CONTRACTS = ("feedback", "plan", "plan-edit", "agent-result")

#: What Python's `re`, by which jsonschema matches, takes for a match: `$` is before a final newline
#: too. In all else jsonschema agrees; a validator with ECMA-262 expressions agrees in this too.
OTHERWISE = {
    "feedback": [
        f"{place}-pattern-final-newline"
        for place in ("id", "workspace_id", "space_id", "run_id", "actor-harness_id", "message_id")
    ],
    "plan": ["item-id-pattern-final-newline", "item-depends_on-items-pattern-final-newline"],
    "plan-edit": [
        "edit-item-pattern-final-newline",
        "edit-depends_on-anyOf-0-items-pattern-final-newline",
        "item-id-pattern-final-newline",
        "item-depends_on-items-pattern-final-newline",
    ],
    "agent-result": [],
}


@pytest.fixture(scope="module", name="written")
def _written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the vectors of all bundled contracts."""
    folder = tmp_path_factory.mktemp("written")
    command = [sys.executable, "-m", "pytest_schemas", "vectors", *CONTRACTS]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "vectors"


@pytest.fixture(name="call")
def _call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls the program in an empty folder; the answer is its status and what it printed."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "pytest_schemas", *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout, ran.stderr

    return call


def groups(file: Path) -> list[dict[str, Any]]:
    """The groups of a written file."""
    found: list[dict[str, Any]] = json.loads(file.read_bytes())
    return found


def digests(folder: Path) -> dict[str, str]:
    """Of every file in a folder."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_each_contract_has_its_files(call: Any) -> None:
    """One for what the schema decides, one for the rules, and the texts; it says so."""
    write(size={"type": "integer"})

    assert call("vectors", "plan", "size.json", "--output", "made/here") == (
        0,
        "made/here/draft2020-12/plan.json: 240 vectors\n"
        "made/here/rules/plan.json: 21 vectors\n"
        "made/here/text/plan: 41 vectors\n"
        "made/here/draft2020-12/size.json: 5 vectors\n"
        "made/here/text/size: 33 vectors\n".replace("/", os.sep),
        "",
    )
    assert {file.split("/")[0] for file in digests(Path("made/here"))} == {
        "draft2020-12",
        "rules",
        "text",
    }


def test_more_rules_are_included(call: Any) -> None:
    """Those of a level, or of an id: they stand among the rules, with the level told."""
    assert call("vectors", "plan", "--including", "plan/depends-unique")[0] == 0
    one = [t["description"] for t in groups(Path("vectors/rules/plan.json"))[0]["tests"]]
    assert call("vectors", "plan", "--including", "consumer")[0] == 0
    every = [t["description"] for t in groups(Path("vectors/rules/plan.json"))[0]["tests"]]

    said = {each.partition(": ")[2] for each in one if each.endswith(" (consumer)")}
    assert said == {"breaks plan/depends-unique (consumer)"}
    said = {each.partition(": ")[2] for each in every if each.endswith(" (consumer)")}
    assert said > {"breaks plan/depends-unique (consumer)"}


def test_an_unknown_rule_is_an_error(call: Any) -> None:
    """Nothing is written."""
    assert call("vectors", "plan", "--including", "consumr") == (
        2,
        "",
        "python -m pytest_schemas vectors: error: plan has no rule or level 'consumr'. "
        "Did you mean 'consumer'?\n",
    )
    assert not Path("vectors").exists()


@pytest.mark.parametrize("name", CONTRACTS)
def test_the_format_is_that_of_the_suite(name: str, written: Path) -> None:
    """Its format check allows these members and no others, and at least one of each array."""
    found = groups(written / "draft2020-12" / f"{name}.json")

    assert [set(group) for group in found] == [{"description", "schema", "tests"}]
    members = {"description", "data", "valid"}
    assert [t for group in found for t in group["tests"] if set(t) != members] == []
    assert all(group["tests"] for group in found)


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_validator_finds_the_same_verdicts(name: str, written: Path) -> None:
    """Plain jsonschema runs the file as it runs the suite, and differs in what is listed."""
    engine = jsonschema.Draft202012Validator
    otherwise = []
    for group in groups(written / "draft2020-12" / f"{name}.json"):
        validator = engine(group["schema"], format_checker=engine.FORMAT_CHECKER)
        otherwise += [
            test["description"].partition(":")[0]
            for test in group["tests"]
            if validator.is_valid(test["data"]) is not test["valid"]
        ]

    assert otherwise == OTHERWISE[name]


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_vector_is_written(name: str, written: Path) -> None:
    """With its id, its document and its verdict, in the order of the list."""
    files = [written / folder / f"{name}.json" for folder in ("draft2020-12", "rules")]
    found = [
        (test["description"].partition(":")[0], test["data"], test["valid"])
        for file in files
        if file.exists()
        for group in groups(file)
        for test in group["tests"]
    ]
    vectors = ps.contract(name).vectors()

    assert sorted(found, key=lambda each: each[0]) == sorted(
        ((each.id, each.document, each.valid) for each in vectors), key=lambda each: each[0]
    )


@pytest.mark.parametrize("name", ["feedback", "plan", "plan-edit"])
def test_rules_stand_apart_with_their_context(name: str, written: Path) -> None:
    """The context is what the verdicts of a group hold in; the schema accepts all documents."""
    contract = ps.contract(name)
    bare = contract.without(*(rule.id for rule in contract.rules))
    found = groups(written / "rules" / f"{name}.json")

    assert [
        test["description"]
        for group in found
        for test in group["tests"]
        if not bare.is_valid(test["data"])
        or contract.is_valid(test["data"], **group["context"]) is not test["valid"]
    ] == []


def test_the_groups_of_rules_are_named(written: Path) -> None:
    """By the context, so that a runner's report says it."""
    names = {
        group["description"]: list(group["context"])
        for name in ("feedback", "plan", "plan-edit")
        for group in groups(written / "rules" / f"{name}.json")
    }

    assert names == {
        "feedback: rules": [],
        "feedback: rules with direction inbound": ["direction"],
        "feedback: rules with direction stored": ["direction"],
        "plan: rules": [],
        "plan-edit: rules": [],
        "plan-edit: rules with plan": ["plan"],
    }


@pytest.mark.parametrize(
    ("folder", "description"),
    [
        pytest.param(
            "draft2020-12",
            'kind-enum-correction: takes /properties/kind/enum="correction"',
            id="taken",
        ),
        pytest.param(
            "draft2020-12", "seq-maximum-at-bound: keeps /properties/seq/maximum", id="kept"
        ),
        pytest.param(
            "draft2020-12", "seq-maximum-one-over: breaks /properties/seq/maximum", id="broken"
        ),
        pytest.param(
            "rules",
            "rule-reaction-required-missing: breaks feedback/reaction-required (documented)",
            id="rule",
        ),
    ],
)
def test_a_description_says_what_it_is_about(folder: str, description: str, written: Path) -> None:
    """The id, whether the clause is taken, kept or broken, and the level of a rule."""
    found = groups(written / folder / "feedback.json")

    assert description in [test["description"] for group in found for test in group["tests"]]


def test_texts_are_files(written: Path) -> None:
    """Reading gives each the verdict that its name says."""
    found = {file.name: is_read(file) for file in (written / "text" / "feedback").iterdir()}

    assert found == {
        f"{'y' if each.valid else 'n'}_{each.id}.json": each.valid
        for each in ps.contract("feedback").parse_vectors()
    }


def is_read(file: Path) -> bool:
    """Whether a text is read as an event of feedback."""
    try:
        ps.contract("feedback").read(file)
    except ps.ContractViolation:
        return False
    return True


def test_numbers_keep_their_spelling(written: Path) -> None:
    """1.0 is written as 1.0."""
    raw = (written / "draft2020-12" / "plan.json").read_bytes()

    (line,) = (each for each in raw.splitlines() if b'"issue-type-as-float: ' in each)
    assert b'"issue":1.0,' in line


def test_the_bytes_are_the_same_everywhere(written: Path, tmp_path: Path) -> None:
    """Whatever the hash seed, the encoding of the terminal and the folder; lines end as in Unix."""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "pytest_schemas", "vectors", "plan-edit", "--output", "é"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, env=environment)
    first = {file: each for file, each in digests(written).items() if "/plan-edit" in file}
    files = [file for file in first if not file.startswith("text/")]

    assert digests(tmp_path / "é") == first
    assert [file for file in files if b"\r" in (written / file).read_bytes()] == []
    assert [file for file in files if not (written / file).read_bytes().endswith(b"\n]\n")] == []


ORDER = {
    "type": "object",
    "properties": {
        "price": {"$ref": "money/price.json"},
        "check": {"$ref": "https://example.org/check"},
    },
    "required": ["price"],
    "additionalProperties": False,
}
PRICE = {"type": "object", "properties": {"amount": {"$ref": "../amount.json#/$defs/amount"}}}
AMOUNT = {"$defs": {"amount": {"type": "integer", "minimum": 1}}}
CHECK = {"$id": "https://example.org/check", "type": "boolean"}


def write(**files: Any) -> None:
    """Write schema files; `__` in a name is a folder."""
    for name, schema in files.items():
        path = Path(name.replace("__", "/") + ".json")
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(schema), encoding="utf-8")


def test_a_schema_file_is_written_with_those_that_it_refers_to(call: Any) -> None:
    """The group's schema works on its own, in a validator that knows no folder."""
    write(order=ORDER, money__price=PRICE, amount=AMOUNT, any__check=CHECK)

    status, _, err = call("vectors", "./order.json")

    (group,) = groups(Path("vectors/draft2020-12/order.json"))
    validator = jsonschema.Draft202012Validator(group["schema"])
    assert (status, err) == (0, "")
    assert len(group["tests"]) > 20
    assert [
        test["description"]
        for test in group["tests"]
        if validator.is_valid(test["data"]) is not test["valid"]
    ] == []


def test_the_folder_says_the_draft(call: Any) -> None:
    """As in the suite, a runner needs it where the schema does not say it."""
    write(old={"$schema": "http://json-schema.org/draft-07/schema#", "type": "integer"})

    assert call("vectors", "old.json")[0] == 0
    assert Path("vectors/draft7/old.json").is_file()


def test_a_schema_that_demands_nothing_has_texts_only(call: Any) -> None:
    """A file without a test would not be of the format."""
    write(any=True)

    status, out, err = call("vectors", "any.json")

    assert (status, err) == (0, "")
    assert out == (
        "any.json: its schema demands nothing, so it has vectors of texts only\n"
        f"{Path('vectors/text/any')}: 33 vectors\n"
    )


def test_a_format_that_is_not_asserted_is_told(call: Any) -> None:
    """One line, and the vectors are written without it."""
    write(paint={"type": "string", "format": "color"})

    status, _, err = call("vectors", "paint.json")

    assert (status, err) == (
        0,
        "python -m pytest_schemas vectors: warning: paint.json: the format "
        '"color" at /format is not asserted, since nothing here can check it. formats=False makes '
        "all formats annotations.\n",
    )


ERRORS = [
    pytest.param(
        [],
        "python -m pytest_schemas: error: the following arguments are required: COMMAND",
        id="no command",
    ),
    pytest.param(
        ["vectors"],
        "python -m pytest_schemas vectors: error: the following arguments are required: CONTRACT",
        id="no contract",
    ),
    pytest.param(
        ["vectors", "plan", "fedback"],
        "python -m pytest_schemas vectors: error: There is no contract named 'fedback'. Did you "
        "mean 'feedback'? Known are feedback, plan, plan-edit, agent-result; more can be named by "
        "the configuration key schemas_contracts. A path has a '/' in it or ends in .json. The "
        "configuration is read by pytest alone: give the path here.",
        id="unknown contract",
    ),
    pytest.param(
        ["vectors", "never.json"],
        "python -m pytest_schemas vectors: error: never.json has no document: no value keeps the "
        "root.",
        id="no document",
    ),
    pytest.param(
        ["vectors", "linked.json"],
        "python -m pytest_schemas vectors: error: linked.json cannot be written as one schema with "
        "those that it refers to: refer to a file that has an $id by this $id, and to any other "
        "by its path.",
        id="reference by path to what has an id",
    ),
    pytest.param(
        ["vectors", "plan", "plan.json"],
        "python -m pytest_schemas vectors: error: plan and plan.json would both be written to "
        "plan.json: choose one.",
        id="two of one name",
    ),
    pytest.param(
        ["vectors", "plan", "--output", "plan.json"],
        "python -m pytest_schemas vectors: error: {plan} cannot be written: Not a directory.",
        id="output is a file",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), ERRORS)
def test_mistakes_are_one_line(arguments: list[str], message: str, call: Any) -> None:
    """It says what is wrong, the status is 2, and nothing is written."""
    write(never=False, plan=True, check=CHECK, linked={"$ref": "check.json"})
    if os.name == "nt" and "{plan}" in message:
        pytest.skip("Windows has other words for it")
    folder = str(Path("plan.json/draft2020-12"))

    assert call(*arguments) == (2, "", message.format(plan=repr(folder)) + "\n")
    assert not Path("vectors").exists()


@pytest.mark.parametrize("arguments", [["--help"], ["vectors", "--help"]], ids=" ".join)
def test_help_is_there(arguments: list[str], call: Any) -> None:
    """It shows the way to the vectors, and ends well."""
    status, out, err = call(*arguments)

    assert (status, err) == (0, "")
    assert "vectors" in out


def test_the_help_names_the_files(call: Any) -> None:
    """Where each kind of vector is written to."""
    _, out, _ = call("vectors", "--help")

    places = ["DRAFT/NAME.json", "rules/NAME.json", "text/NAME/y_ID.json", "text/NAME/n_ID.json"]
    assert [each for each in places if f"FOLDER/{each}" not in out] == []
