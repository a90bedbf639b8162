"""What an overlay is, and how one is written."""

from __future__ import annotations

from typing import Any

#: A location of the contract's schema, and a schema that stands beside the subschema there.
Overlay = tuple[str, dict[str, Any]]


def when(
    member: str, values: list[str], then: dict[str, Any], otherwise: dict[str, Any] | None = None
) -> dict[str, Any]:
    schema: dict[str, Any] = {"if": {"properties": {member: {"enum": values}}}, "then": then}
    if otherwise:
        schema["else"] = otherwise
    return schema
