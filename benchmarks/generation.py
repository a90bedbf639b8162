"""How long a document takes to be made, against another engine on the same Hypothesis.

The argument is the package of the other engine. Each round is one `@given` run whose test does
nothing but keep the document. Times are per document that reaches the test.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from statistics import median
from time import process_time
from typing import Any

import hypothesis
from _measure import in_turns, ratio, show_table, versions
from _spread import taken
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator

import pytest_schemas as ps

NAMES = ("feedback", "plan", "plan-edit", "agent-result")
ROUNDS = 3
EXAMPLES = 100

Documents = list[Any]


def main(peer: str) -> None:
    """Print the tables: the times, and how much of each contract the documents show."""
    times, spreads = [], []
    for name in NAMES:
        schema: Any = ps.contract(name).source.contents
        strategies = {
            "pytest-schemas": ps.documents(name),
            peer: _ENGINES[peer](deepcopy(schema)),
        }
        made: dict[str, Documents] = {engine: [] for engine in strategies}
        tasks = {
            engine: partial(_round, strategy, made[engine])
            for engine, strategy in strategies.items()
        }
        in_turns({engine: partial(_warm_up, each) for engine, each in strategies.items()}, 1)
        took = in_turns(tasks, ROUNDS)
        medians = [f"{1000 * median(each):.2f}" for each in took.values()]
        times.append([name, *medians, ratio(took, peer, "pytest-schemas")])
        spreads += [_spread(name, engine, made[engine]) for engine in made]
    show_table(
        f"Making a document ({versions('hypothesis', peer)}; "
        f"{ROUNDS} rounds of {EXAMPLES} documents)",
        ("ms a document", "pytest-schemas", peer, "times as fast"),
        times,
    )
    show_table(
        f"The documents beside {peer} ({ROUNDS * EXAMPLES} each)",
        ("contract and engine", "alternatives seen", "median bytes", "distinct", "valid", "kept"),
        spreads,
    )


def run(strategy: SearchStrategy[Any], *, examples: int, seed: int) -> Documents:
    """The documents of one run of Hypothesis."""
    made: Documents = []

    @hypothesis.seed(seed)
    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),  # the others are slow, and say so
    )
    @given(strategy)
    def keep(document: Any) -> None:
        made.append(document)

    keep()
    return made


def _round(strategy: SearchStrategy[Any], made: Documents, number: int) -> float:
    begin = process_time()
    documents = run(strategy, examples=EXAMPLES, seed=number)
    took = process_time() - begin
    made += documents
    return took / len(documents)


def _warm_up(strategy: SearchStrategy[Any], _round: int) -> float:
    """What is built or filled when it is first used is not counted for anybody."""
    run(strategy, examples=10, seed=-1)
    return 0.0


def _spread(name: str, engine: str, documents: Documents) -> list[str]:
    contract = ps.contract(name)
    schema: Any = contract.source.contents
    validator = Draft202012Validator(schema)
    there = {each.id for each in contract.clauses if each.kind == "alternative"}
    seen = {each for document in documents for each in taken(validator, document, schema)}
    texts = [json.dumps(each, ensure_ascii=False, sort_keys=True) for each in documents]
    sizes = [len(each.encode("utf-8", "surrogatepass")) for each in texts]
    by_schema = contract.without(*(rule.id for rule in contract.rules))
    return [
        f"{name}, {engine}",
        f"{len(seen & there)} of {len(there)}",
        f"{median(sizes):.0f}",
        f"{len(set(texts))}",
        f"{sum(map(by_schema.is_valid, documents))}",
        f"{sum(map(contract.is_valid, documents))}",
    ]


def _hypothesis_jsonschema(schema: Any) -> SearchStrategy[Any]:
    from hypothesis_jsonschema import from_schema  # the environments have one peer each

    return from_schema(schema)


def _schemathesis(schema: Any) -> SearchStrategy[Any]:
    """Its engine as it calls it itself for a JSON body; no documented entry takes a schema."""
    import jsonschema_rs  # as above
    from schemathesis.generation.jsonschema.builder import build
    from schemathesis.specs.openapi.formats import format_lengths_for, get_default_format_strategies

    formats = get_default_format_strategies()
    strategy: SearchStrategy[Any] = build(
        schema,
        draft=jsonschema_rs.Draft202012,
        formats=formats,
        format_lengths=format_lengths_for(formats),
    )
    return strategy


_ENGINES: dict[str, Callable[[Any], SearchStrategy[Any]]] = {
    "hypothesis-jsonschema": _hypothesis_jsonschema,
    "schemathesis": _schemathesis,
}


if __name__ == "__main__":
    main(sys.argv[1])
