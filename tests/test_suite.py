"""The JSON Schema Test Suite: what the specification says, in the words of its own tests."""

from __future__ import annotations

import json
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

import pytest_schemas as ps

SUITE = Path(__file__).parent / "suite"
DIALECTS = MappingProxyType(
    {
        "draft4": "http://json-schema.org/draft-04/schema#",
        "draft6": "http://json-schema.org/draft-06/schema#",
        "draft7": "http://json-schema.org/draft-07/schema#",
        "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
        "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    }
)
FILES = sorted(
    path.relative_to(SUITE / "tests").as_posix() for path in (SUITE / "tests").rglob("*.json")
)

#: Optional files of draft 2020-12 that must pass whole.
PROMISED = [
    "bignum.json",
    "ecmascript-regex.json",
    "float-overflow.json",
    "non-bmp-regex.json",
    "format/date-time.json",
    "format/date.json",
    "format/duration.json",
    "format/ecmascript-regex.json",
    "format/ipv4.json",
    "format/ipv6.json",
    "format/json-pointer.json",
    "format/regex.json",
    "format/relative-json-pointer.json",
    "format/time.json",
    "format/uuid.json",
]

# `dependencies` was replaced in draft 2019-09 by `dependentRequired` and `dependentSchemas`. Its
# meta-schema only keeps the name free of other uses, and a keyword that no vocabulary in use
# defines asserts nothing.
NO_DEPENDENCIES = [
    "single dependency: missing dependency",
    "multiple dependents required: missing dependency",
    "multiple dependents required: missing other dependency",
    "multiple dependents required: missing both dependencies",
    "dependencies with escaped characters: CRLF missing dependent",
    "dependencies with escaped characters: quoted quotes missing dependent",
    "single schema dependency: wrong type",
    "single schema dependency: wrong type other",
    "single schema dependency: wrong type both",
    "boolean subschemas: object with property having schema false is invalid",
    "boolean subschemas: object with both properties is invalid",
    "schema dependencies with escaped characters: quoted quote",
    "schema dependencies with escaped characters: quoted tab invalid under dependent schema",
    "schema dependencies with escaped characters: quoted quote invalid under dependent schema",
]
# `contentEncoding` and `contentMediaType` may be asserted in draft 7 and are annotations in every
# later draft. They are annotations here in all of them.
NO_CONTENT = [
    "validation of string-encoded content based on media type: an invalid JSON document",
    "validation of binary string-encoding: an invalid base64 string (% is not a valid character)",
    "validation of binary-encoded media type documents: a validly-encoded invalid JSON document",
    "validation of binary-encoded media type documents: "
    "an invalid base64 string that is valid JSON",
]

#: Tests that do not pass, by file; the reason stands above each list. All others pass.
NOT_PASSED = MappingProxyType(
    {
        "draft7/optional/content.json": NO_CONTENT,
        "draft2019-09/optional/dependencies-compatibility.json": NO_DEPENDENCIES,
        "draft2020-12/optional/dependencies-compatibility.json": NO_DEPENDENCIES,
    }
)


def contents(path: Path) -> Any:
    """Read a file of the suite."""
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(name="remotes", scope="module")
def _remotes() -> dict[str, Any]:
    """The schemas that the suite refers to, by the addresses that it expects them at."""
    folder = SUITE / "remotes"
    return {
        f"http://localhost:1234/{path.relative_to(folder).as_posix()}": contents(path)
        for path in folder.rglob("*.json")
    }


@pytest.mark.parametrize("file", FILES)
@pytest.mark.filterwarnings("ignore::pytest_schemas.UnassertedFormat")
def test_the_verdicts_are_those_of_the_suite(file: str, remotes: dict[str, Any]) -> None:
    """Every test of a file gets its verdict, apart from those that are listed with a reason."""
    draft, _, name = file.partition("/")
    formats = name.startswith("optional/format")
    wrong = []
    for group in contents(SUITE / "tests" / file):
        schema = in_dialect(group["schema"], DIALECTS[draft])
        contract = ps.contract(schema, resources=remotes, formats=formats)
        wrong += [
            f"{group['description']}: {test['description']}"
            for test in group["tests"]
            if contract.is_valid(test["data"]) is not test["valid"]
        ]

    assert wrong == NOT_PASSED.get(file, [])


def in_dialect(schema: Any, dialect: str) -> Any:
    """The schema with its dialect named; a file's folder says it where the schema does not."""
    return {"$schema": dialect, **schema} if isinstance(schema, dict) else schema


def test_the_copy_of_the_suite_is_whole() -> None:
    """Each draft has as many files as were copied, and the lists name files that exist."""
    assert {draft: sum(file.startswith(f"{draft}/") for file in FILES) for draft in DIALECTS} == {
        "draft4": 43,
        "draft6": 52,
        "draft7": 63,
        "draft2019-09": 77,
        "draft2020-12": 80,
    }
    assert set(NOT_PASSED) <= set(FILES)


@pytest.mark.parametrize("file", PROMISED)
def test_what_is_promised_is_not_excused(file: str) -> None:
    """The optional files that must pass whole are among those that run, and none is excused."""
    path = f"draft2020-12/optional/{file}"

    assert path in FILES
    assert path not in NOT_PASSED
