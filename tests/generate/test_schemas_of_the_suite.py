"""Documents of all the schemas of the JSON Schema Test Suite are valid."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from sampled import D4, D6, D7, D19, D20

import pytest_schemas as ps
from pytest_schemas._generate import Documents
from pytest_schemas._generate._chooser import Rejected, Trial

SUITE = Path(__file__).parents[1] / "suite"
DIALECTS = MappingProxyType(
    {"draft4": D4, "draft6": D6, "draft7": D7, "draft2019-09": D19, "draft2020-12": D20}
)
SUITE_FILES = sorted(
    path.relative_to(SUITE / "tests").as_posix() for path in (SUITE / "tests").rglob("*.json")
)
#: So many documents are made of each schema.
EACH = 12


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


def misfits(contract: ps.Contract) -> list[Any]:
    """The documents that are made of a contract and break it; few may be given up on the way."""
    documents = Documents(contract.name, contract._validator, frozenset(), ())
    made = []
    for seed in range(EACH):
        with suppress(Rejected):
            made.append(documents.make(Trial(seed), {}))
    assert len(made) >= EACH / 2
    return [each for each in made if not contract.is_valid(each)]


@pytest.mark.parametrize("file", SUITE_FILES)
@pytest.mark.filterwarnings("ignore::pytest_schemas.UnassertedFormat")
def test_schemas_of_the_suite(file: str, remotes: dict[str, Any]) -> None:
    """Each schema that has documents gets some, all of them valid; any other is told so."""
    draft, _, name = file.partition("/")
    wrong, given_up = [], []
    for group in contents(SUITE / "tests" / file):
        schema = group["schema"]
        if isinstance(schema, dict):
            schema = {"$schema": DIALECTS[draft], **schema}
        contract = ps.contract(
            schema, resources=remotes, formats=name.startswith("optional/format")
        )
        try:
            wrong += [(group["description"], each) for each in misfits(contract)]
        except (ps.Unsatisfiable, ps.Ungeneratable):
            if any(test["valid"] for test in group["tests"]):
                given_up.append(group["description"])

    assert wrong == []
    assert given_up == []
