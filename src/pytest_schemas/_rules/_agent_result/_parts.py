"""The parts of an agent result that rules look at, each with its path, in document order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_schemas._rules._rule import Path


def envelopes(result: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the patch envelopes."""
    for index, envelope in enumerate(result.get("patch_envelopes", ())):
        yield ("patch_envelopes", index), envelope


def operations(result: Any) -> Iterator[tuple[Path, Any, Any]]:
    """Yield the operations of all patch envelopes, each with its envelope."""
    for path, envelope in envelopes(result):
        for index, operation in enumerate(envelope["operations"]):
            yield (*path, "operations", index), operation, envelope


def follow_ups(result: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the items of work that the result proposes."""
    for index, item in enumerate(result.get("follow_up_work_items", ())):
        yield ("follow_up_work_items", index), item


def lease_proof(envelope: Any) -> Any:
    """Return the lease proof of an envelope; one that is missing says nothing."""
    return envelope.get("lease_proof", {})
