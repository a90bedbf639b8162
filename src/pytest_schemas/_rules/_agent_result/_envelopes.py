"""What the consumer of agent results demands of a patch envelope when it takes a result in."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._parts import envelopes, lease_proof, operations
from pytest_schemas._rules._agent_result._paths import lies_within
from pytest_schemas._rules._agent_result._texts import is_blank
from pytest_schemas._rules._rule import Finding, Given, rule
from pytest_schemas._show import listed, show

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SOURCE = "the consumer's check of patch envelopes"

#: The member that each operation brings.
_PAYLOAD: Mapping[str, str] = MappingProxyType(
    {
        "replace": "search",
        "write": "content",
        "unified_diff": "diff",
        "git_apply_patch": "diff",
    }
)


@rule(
    "agent-result/envelope-lease-id",
    level="consumer",
    source=_SOURCE,
    summary="A patch envelope names its lease in lease_id or in lease_proof.lease_id.",
)
def envelope_lease_id(result: Any, _: Given) -> Iterator[Finding]:
    for path, envelope in envelopes(result):
        if not envelope.get("lease_id") and not lease_proof(envelope).get("lease_id"):
            message = (
                'neither "lease_id" nor "lease_id" of "lease_proof" names a lease; '
                "name it in one of them"
            )
            yield Finding(path, message)


@rule(
    "agent-result/operation-payload",
    level="consumer",
    source=_SOURCE,
    summary="An operation brings what its op needs: replace has search, write has content, "
    "unified_diff and git_apply_patch have diff.",
)
def operation_payload(result: Any, _: Given) -> Iterator[Finding]:
    for path, operation, _envelope in operations(result):
        payload = _PAYLOAD[operation["op"]]
        if payload not in operation:
            message = f"the op is {show(operation['op'])}, and {show(payload)} is missing; give it"
            yield Finding(path, message)


@rule(
    "agent-result/operation-path-safe",
    level="consumer",
    source=_SOURCE,
    summary="The path of an operation stays in the repository: no slash at the start, no part "
    "that is two dots, no U+0000.",
)
def operation_path_safe(result: Any, _: Given) -> Iterator[Finding]:
    for path, operation, _envelope in operations(result):
        fault = _unsafe(operation["path"])
        if fault is not None:
            yield Finding((*path, "path"), f"the path {show(operation['path'])} {fault}")


def _unsafe(path: str) -> str | None:
    if "\0" in path:
        return "has the character U+0000; take it out"
    if path.startswith("/"):
        return "starts with a slash; a path starts at the root of the repository"
    if ".." in path.replace("\\", "/").split("/"):
        return 'has a part ".."; write it without'
    return None


@rule(
    "agent-result/operation-path-allowed",
    level="consumer",
    source=_SOURCE,
    summary="The path of an operation other than git_apply_patch lies within the allowed paths of "
    "its envelope or, where there are none, of the lease proof.",
)
def operation_path_allowed(result: Any, _: Given) -> Iterator[Finding]:
    for path, operation, envelope in operations(result):
        owner, allowed = '"allowed_paths"', envelope.get("allowed_paths")
        if not allowed:
            owner, allowed = (
                '"allowed_paths" of "lease_proof"',
                lease_proof(envelope).get("allowed_paths"),
            )
        exempt = operation["op"] == "git_apply_patch" or not allowed
        if not exempt and not lies_within(operation["path"], allowed):
            yield Finding((*path, "path"), outside(operation["path"], owner, allowed))


def outside(path: str, owner: str, allowed: list[str]) -> str:
    """Return the message about a path that is not within the paths that *owner* allows."""
    return (
        f"the path {show(path)} does not lie within {owner}, which has {listed(allowed)}; "
        "leave that file alone, or allow its path"
    )


@rule(
    "agent-result/model-authored-proof",
    level="consumer",
    source=_SOURCE,
    summary="An envelope that a model authored names the backend: a child process, a thread or a "
    "local request.",
)
def model_authored_proof(result: Any, _: Given) -> Iterator[Finding]:
    for path, envelope in envelopes(result):
        named = (
            "backend_child_process_id" in envelope
            or envelope.get("backend_sdk_thread_id")
            or envelope.get("backend_ollama_request_id")
        )
        if envelope.get("source") == "model_authored" and not named:
            message = (
                'the source is "model_authored", and no backend is named; give '
                '"backend_child_process_id", "backend_sdk_thread_id" or "backend_ollama_request_id"'
            )
            yield Finding(path, message)


@rule(
    "agent-result/fixture-without-child-process",
    level="consumer",
    source=_SOURCE,
    summary="An envelope that is a fixture names no child process.",
)
def fixture_without_child_process(result: Any, _: Given) -> Iterator[Finding]:
    member = "backend_child_process_id"
    for path, envelope in envelopes(result):
        if envelope.get("source") == "fixture" and member in envelope:
            message = (
                f'the source is "fixture", and {show(member)} is {show(envelope[member])}; '
                "a fixture runs no child process, so leave it out"
            )
            yield Finding((*path, member), message)


@rule(
    "agent-result/worktree-metadata",
    level="consumer",
    source=_SOURCE,
    summary="An envelope that is the diff of a worktree names the path of the worktree in "
    "git_worktree.worktree_path.",
)
def worktree_metadata(result: Any, _: Given) -> Iterator[Finding]:
    for path, envelope in envelopes(result):
        worktree = envelope.get("git_worktree", {}).get("worktree_path")
        is_named = isinstance(worktree, str) and worktree != ""
        if envelope.get("source") == "git-worktree-diff" and not is_named:
            message = (
                'the source is "git-worktree-diff", and "git_worktree" has no "worktree_path"; '
                "name the worktree"
            )
            yield Finding((*path, "git_worktree"), message)


@rule(
    "agent-result/cochange-reason",
    level="consumer",
    severity="advisory",
    source="the consumer's check of the patch queue",
    summary="An envelope that acknowledges a change of related files says why.",
)
def cochange_reason(result: Any, _: Given) -> Iterator[Finding]:
    member = "cochange_acknowledged_reason"
    for path, envelope in envelopes(result):
        if envelope.get("cochange_acknowledged") and is_blank(envelope.get(member, "")):
            found = "blank" if member in envelope else "missing"
            message = f'"cochange_acknowledged" is true, and {show(member)} is {found}; say why'
            yield Finding((*path, member), message)


#: The rules about intake; the advisory about the queue comes later in the contract's list.
RULES = (
    envelope_lease_id,
    operation_payload,
    operation_path_safe,
    operation_path_allowed,
    model_authored_proof,
    fixture_without_child_process,
    worktree_metadata,
)
