"""What 300 documents of a bundled contract show: every alternative, and nearly every edge."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import Phase, given, settings

import pytest_schemas as ps

SCHEMAS = Path(__file__).parents[2] / "schemas"
CONTRACTS = ("feedback", "plan", "plan-edit", "agent-result")


def schema_of(name: str) -> Any:
    """The schema of a contract, as it is published."""
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


@cache
def documents_of(name: str) -> list[Any]:
    """Three hundred documents, the same ones in every run; every health check is on."""
    documents: list[Any] = []

    @settings(
        max_examples=300,
        database=None,
        deadline=None,  # a busy machine is not a fault
        derandomize=True,
        phases=[Phase.generate],
    )
    @given(ps.documents(name))
    def collect(document: Any) -> None:
        documents.append(document)

    collect()
    return documents


class Spread:
    """What documents show of a schema: the alternatives taken, and the edges reached.

    It knows the keywords of the bundled schemas alone, and reads the schemas itself.
    """

    def __init__(self, schema: Any) -> None:
        self._schema = schema
        self.taken: set[str] = set()
        self.reached: set[str] = set()

    def look(self, value: Any, schema: Any = None, at: str = "") -> None:
        """Note what a value shows of a schema at a location."""
        schema = self._schema if schema is None else schema
        for keyword, said in schema.items():
            here = f"{at}/{keyword}"
            if keyword == "$ref":
                self.look(value, self._schema["$defs"][said.rpartition("/")[2]], said[1:])
            elif keyword == "enum":
                self.taken.add(f"{here}={json.dumps(value)}")
            elif keyword == "type" and isinstance(said, list):
                kind = (
                    "null" if value is None else "string" if isinstance(value, str) else "integer"
                )
                self.taken.add(f'{here}="{kind}"')
            elif keyword == "anyOf":
                branch = 1 if value is None else 0  # each is a thing or null
                self.taken.add(f"{here}={branch}")
                self.look(value, said[branch], f"{here}/{branch}")
            elif _edge(keyword, said, value):
                self.reached.add(here)
        if isinstance(value, dict):
            self._members(value, schema, at)
        if isinstance(value, list) and "items" in schema:
            self._items(value, schema, at)

    def _members(self, value: Any, schema: Any, at: str) -> None:
        for name, each in schema.get("properties", {}).items():
            here = f"{at}/properties/{name}"
            self.taken.add(f'{here}="{"present" if name in value else "absent"}"')
            if name in value:
                self.look(value[name], each, here)
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict):
            for each in value.values():
                self.look(each, rest, f"{at}/additionalProperties")

    def _items(self, value: Any, schema: Any, at: str) -> None:
        if not value:
            self.reached.add(f"{at}/items")
        for each in value:
            self.look(each, schema["items"], f"{at}/items")


_LENGTHS = ("minLength", "maxLength", "minItems", "maxItems")
_BOUNDS = MappingProxyType({"minimum": 0, "maximum": 0, "exclusiveMinimum": 1})


def _edge(keyword: str, said: Any, value: Any) -> bool:
    if keyword in _LENGTHS and isinstance(value, (str, list)):
        return len(value) == said
    return keyword in _BOUNDS and value is not None and value == said + _BOUNDS[keyword]


def edges(schema: Any, at: str = "") -> Iterator[str]:
    """The edges that a schema has; an array that may be empty has one at its `items`."""
    if isinstance(schema, dict):
        for keyword, said in schema.items():
            is_bound = (keyword in _LENGTHS or keyword in _BOUNDS) and not isinstance(said, dict)
            if is_bound or (keyword == "items" and "minItems" not in schema):
                yield f"{at}/{keyword}"
            yield from edges(said, f"{at}/{keyword}")
    elif isinstance(schema, list):
        for index, each in enumerate(schema):
            yield from edges(each, f"{at}/{index}")


#: Edges that the rules keep documents from.
UNREACHABLE = MappingProxyType(
    {
        # A value is a title of at most 120 characters, an intent of 600, or a path of 300.
        "plan-edit": {"/$defs/edit/properties/value/maxLength"},
    }
)


@cache
def spread_of(name: str) -> Spread:
    """What three hundred documents of a contract show."""
    spread = Spread(schema_of(name))
    for document in documents_of(name):
        spread.look(document)
    return spread


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_alternative_is_taken(name: str) -> None:
    """Every enum value, branch and type is seen, and every optional member there and not there."""
    clauses = ps.contract(name).clauses
    alternatives = {each.id for each in clauses if each.kind == "alternative"}

    assert alternatives - spread_of(name).taken == set()


@pytest.mark.parametrize("name", CONTRACTS)
def test_nine_edges_in_ten_are_reached(name: str) -> None:
    """Shortest and longest, empty and full, least and most: nearly all that the rules allow."""
    reachable = set(edges(schema_of(name))) - UNREACHABLE.get(name, set())
    missed = reachable - spread_of(name).reached

    assert len(reachable) >= 12
    assert len(missed) <= len(reachable) / 10, sorted(missed)


@pytest.mark.parametrize("name", CONTRACTS)
def test_texts_are_not_only_ascii(name: str) -> None:
    """Most documents have such a text, and each can be written as UTF-8."""
    written = [json.dumps(each, ensure_ascii=False).encode() for each in documents_of(name)]

    assert sum(not each.isascii() for each in written) > 150


@pytest.mark.parametrize(
    ("name", "most"),
    [("feedback", 1_000), ("plan", 8_000), ("plan-edit", 2_500), ("agent-result", 3_000)],
)
def test_the_ordinary_document_is_not_large(name: str, most: int) -> None:
    """Half of the documents are shorter than a screen or two, and none is huge."""
    sizes = [len(json.dumps(each, ensure_ascii=False)) for each in documents_of(name)]

    assert median(sizes) <= most
    assert max(sizes) <= 60_000


@pytest.mark.parametrize("name", CONTRACTS)
def test_few_documents_come_twice(name: str) -> None:
    """What Hypothesis varies reaches the document, but for one variation in three."""
    written = {json.dumps(each, sort_keys=True) for each in documents_of(name)}

    assert len(written) >= 200
