"""What the consumer of agent results demands of the patches that it applies or merges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._envelopes import outside
from pytest_schemas._rules._agent_result._parts import envelopes, lease_proof, operations
from pytest_schemas._rules._agent_result._paths import (
    is_protected_from_operations,
    lies_within,
)
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator

_APPLYING = "the consumer's check of a patch that it applies"
_MERGING = "the consumer's check of patches that it merges"
_BOTH = "the consumer's check of patches that it merges or applies"


@rule(
    "agent-result/write-needs-rollback",
    level="consumer",
    source=_APPLYING,
    summary="An envelope that writes a file names the way back, in rollback_hint or in "
    "lease_proof.rollback_node_id.",
    needs=("stage",),
)
def write_needs_rollback(result: Any, given: Given) -> Iterator[Finding]:
    if given["stage"] != "apply":
        return
    for path, operation, envelope in operations(result):
        named = "rollback_hint" in envelope or lease_proof(envelope).get("rollback_node_id")
        if operation["op"] == "write" and not named:
            message = (
                'the op is "write", and its envelope names no way back; give "rollback_hint", or '
                '"rollback_node_id" in "lease_proof"'
            )
            yield Finding(path, message)


@rule(
    "agent-result/operation-protected-path",
    level="consumer",
    source=_BOTH,
    summary="No operation changes a protected path.",
    needs=("stage",),
)
def operation_protected_path(result: Any, given: Given) -> Iterator[Finding]:
    if given["stage"] not in {"apply", "merge"}:
        return
    for path, operation, _envelope in operations(result):
        if is_protected_from_operations(operation["path"]):
            message = f"the path {show(operation['path'])} is protected; leave that file alone"
            yield Finding((*path, "path"), message)


@rule(
    "agent-result/lease-proof-path-allowed",
    level="consumer",
    source=_BOTH,
    summary="The path of each operation lies within the allowed paths of the lease proof, if it "
    "has any.",
    needs=("stage",),
)
def lease_proof_path_allowed(result: Any, given: Given) -> Iterator[Finding]:
    if given["stage"] not in {"apply", "merge"}:
        return
    for path, operation, envelope in operations(result):
        allowed = lease_proof(envelope).get("allowed_paths")
        if allowed and not lies_within(operation["path"], allowed):
            message = outside(operation["path"], '"allowed_paths" of "lease_proof"', allowed)
            yield Finding((*path, "path"), message)


@rule(
    "agent-result/envelopes-disjoint",
    level="consumer",
    source=_MERGING,
    summary="No two envelopes, diffs of worktrees apart, change the same path, or a path and one "
    "beneath it.",
    needs=("stage",),
)
def envelopes_disjoint(result: Any, given: Given) -> Iterator[Finding]:
    if given["stage"] != "merge":
        return
    earlier: list[tuple[int, str]] = []
    for index, envelope in enumerate(result.get("patch_envelopes", ())):
        if envelope.get("source") == "git-worktree-diff":
            continue
        paths = [operation["path"] for operation in envelope["operations"]]
        for at, path in enumerate(paths):
            met = next(((i, other) for i, other in earlier if _meet(path, other)), None)
            if met is not None:
                message = (
                    f"the path {show(path)} meets {show(met[1])} of patch envelope {met[0]}; "
                    "change it in one of the two"
                )
                yield Finding(("patch_envelopes", index, "operations", at, "path"), message)
        earlier += [(index, path) for path in paths]


def _meet(path: str, other: str) -> bool:
    return lies_within(path, [other]) or lies_within(other, [path])


@rule(
    "agent-result/conflict-prediction-apart",
    level="consumer",
    source=_MERGING,
    summary="No two envelopes have the same lease_proof.conflict_prediction_id.",
    needs=("stage",),
)
def conflict_prediction_apart(result: Any, given: Given) -> Iterator[Finding]:
    if given["stage"] != "merge":
        return
    first: dict[str, Path] = {}
    for path, envelope in envelopes(result):
        prediction = lease_proof(envelope).get("conflict_prediction_id")
        if prediction in first:
            message = (
                f"patch envelope {first[prediction][-1]} has {show(prediction)} too, so the two "
                "are predicted to conflict; send one of them, or plan them apart"
            )
            yield Finding((*path, "lease_proof", "conflict_prediction_id"), message)
        elif prediction:
            first[prediction] = path


RULES = (
    write_needs_rollback,
    operation_protected_path,
    lease_proof_path_allowed,
    envelopes_disjoint,
    conflict_prediction_apart,
)
