"""Vectors as files, for consumers and validators in other languages."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any

from pytest_schemas._contract import Contract
from pytest_schemas._errors import ContractError, SchemaError, UnassertedFormat
from pytest_schemas._library import contract as contract_of
from pytest_schemas._schema import Source
from pytest_schemas._sources import metaschema_source
from pytest_schemas._vector import Vector


def vector_files(contract: Contract, name: str) -> Iterator[tuple[str, bytes, int]]:
    """The files that the vectors of a contract are written to.

    What the schema decides is written as in the JSON Schema Test Suite, into a folder of the draft:
    any validator of JSON Schema gives its verdicts. What rules decide stands apart, because a
    validator of schemas cannot know of it; its groups have a `context` beside. Texts for those that
    read them are files of their own, `y_` if they are to be accepted and `n_` if not, as in
    JSONTestSuite.

    Args:
        contract: the contract.
        name: what its files are called.

    Yields:
        For each file its path, with `/` in it, its bytes, and how many vectors it holds.

    Raises:
        ContractError: the contract has no documents that can be made, or its schema and those that
            it refers to cannot be written as one.
    """
    vectors = contract.vectors()
    of_schema = [each for each in vectors if _is_of_schema(each)]
    of_rules = [each for each in vectors if not _is_of_schema(each)]
    schema = _self_contained(contract, of_schema)
    if of_schema:
        group = _group({"description": contract.name, "schema": schema}, of_schema)
        yield f"{contract.draft.replace(' ', '')}/{name}.json", _array([group]), len(of_schema)
    if of_rules:
        # Those of one context stand together in the list.
        by_context = (list(found) for _, found in groupby(of_rules, lambda each: each.context))
        groups = [_group(_head(contract, schema, found), found) for found in by_context]
        yield f"rules/{name}.json", _array(groups), len(of_rules)
    for each in contract.parse_vectors():
        yield f"text/{name}/{'y' if each.valid else 'n'}_{each.id}.json", each.text, 1


def _is_of_schema(vector: Vector) -> bool:
    return vector.clause is not None and vector.clause.level == "schema"


def _head(contract: Contract, schema: object, vectors: Sequence[Vector]) -> dict[str, object]:
    context = vectors[0].context
    given = [f"{key} {value}" if isinstance(value, str) else key for key, value in context.items()]
    with_it = f" with {' and '.join(given)}" if given else ""
    description = f"{contract.name}: rules{with_it}"
    return {"description": description, "schema": schema, "context": context}


def _array(groups: Sequence[str]) -> bytes:
    return ("[\n" + ",\n".join(groups) + "\n]\n").encode()


def _group(head: dict[str, object], vectors: Sequence[Vector]) -> str:
    """A group as text, with each test on a line of its own."""
    members = [f'"{key}": {_indented(value)}' for key, value in head.items()]
    tests = ",\n".join(f"      {_test(each)}" for each in vectors)
    members.append(f'"tests": [\n{tests}\n    ]')
    return "  {\n    " + ",\n    ".join(members) + "\n  }"


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n    ")


def _test(vector: Vector) -> str:
    # The text itself, so that numbers keep their spelling.
    data, valid = vector.text.decode(), "true" if vector.valid else "false"
    description = json.dumps(_description(vector), ensure_ascii=False)
    return f'{{"description": {description}, "data": {data}, "valid": {valid}}}'


def _description(vector: Vector) -> str:
    """The id, the clause, and the level where a rule is broken: the format has no other place."""
    does = "breaks"
    if vector.valid:
        does = "takes" if vector.clause and vector.clause.kind == "alternative" else "keeps"
    level = f" ({vector.level})" if vector.level not in {None, "schema"} else ""
    return f"{vector.id}: {does} {vector.clause}{level}"


def _self_contained(contract: Contract, vectors: Sequence[Vector]) -> Any:
    """The contract's schema, with the files that it refers to among its definitions.

    They stand there under the `$id` by which they are referred to (2020-12 core, section 9.3.1).
    """
    root, *others = contract.sources
    others = [each for each in others if metaschema_source(each.uri) is None]
    if not others:
        return root.contents
    schema = deepcopy(root.contents)
    is_old = contract.draft in {"draft 4", "draft 6", "draft 7"}
    definitions = schema.setdefault("definitions" if is_old else "$defs", {})
    id_keyword = "id" if contract.draft == "draft 4" else "$id"
    for each in others:
        uri = each.uri.removeprefix(root.uri.rpartition("/")[0] + "/")
        while uri in definitions:
            uri += "_"
        contents = each.contents if isinstance(each.contents, dict) else {"allOf": [each.contents]}
        definitions[uri] = {id_keyword: uri, **contents}
    _check_embedded(root, schema, vectors)
    return schema


def _check_embedded(root: Source, schema: Any, vectors: Sequence[Vector]) -> None:
    """See whether a schema says the same with the files that it refers to inside."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnassertedFormat)
            whole = contract_of(schema)
        is_same = all(whole.is_valid(each.document) == each.valid for each in vectors)
    except SchemaError:
        is_same = False
    if not is_same:
        message = (
            f"{root.label} cannot be written as one schema with those that it refers to: refer to "
            "a file that has an $id by this $id, and to any other by its path."
        )
        raise ContractError(message)
