"""What the consumer of agent results demands of a result that says it wrote something."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules._agent_result._texts import is_blank, trimmed
from pytest_schemas._rules._rule import Finding, Given, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE = "the consumer's check of a result"

#: What a result lists when something is written.
_WRITTEN = ("changed_files", "writes", "patch_envelopes")

_NO_WRITE_PATHS = "read_only_or_no_write_paths"

#: A kind of work that is a repair, though no border sets the word in it apart.
_CONFLICT_RESOLUTION = "conflict_resolution"
#: What makes the name of a task that of a repair. The last two mean repair and conflict.
_REPAIR = re.compile(r"\b(?:repair|conflict|rebase|rollback)\b|\uc218\ub9ac|\ucda9\ub3cc", re.ASCII)


def _written(result: Any) -> str | None:
    return next((name for name in _WRITTEN if result.get(name)), None)


@rule(
    "agent-result/writes-need-patch",
    level="consumer",
    source=_SOURCE,
    summary="A result without patch envelopes has no writes, and no changed files either unless "
    "no_patch_reason says that the work was read-only.",
)
def writes_need_patch(result: Any, _: Given) -> Iterator[Finding]:
    if result.get("patch_envelopes"):
        return
    files, writes = result["changed_files"], result["writes"]
    if files and not _is_read_only(result.get("no_patch_reason", {})):
        message = (
            f'"changed_files" has {show(files[0])}, and there are no patch envelopes; '
            'add the patch, or a "no_patch_reason" with "ok" true, '
            f'"read_only_or_noop_evidence" true and "reason" "{_NO_WRITE_PATHS}"'
        )
        yield Finding(("changed_files",), message)
    if writes:
        message = (
            f'"writes" has {show(writes[0])}, and there are no patch envelopes; '
            "add the patch, or leave the list empty"
        )
        yield Finding(("writes",), message)


def _is_read_only(reason: Any) -> bool:
    return (
        reason.get("ok") is True
        and reason.get("read_only_or_noop_evidence") is True
        and reason.get("reason") == _NO_WRITE_PATHS
    )


@rule(
    "agent-result/write-verification",
    level="consumer",
    source=_SOURCE,
    summary="Where something is written, the verification is passed with a check, or "
    "not_applicable with a reason.",
)
def write_verification(result: Any, _: Given) -> Iterator[Finding]:
    written, verification = _written(result), result["verification"]
    fault = None if written is None else _unverified(verification)
    if fault is not None:
        status = show(verification["status"])
        yield Finding(
            ("verification",), f"{show(written)} is not empty, and the status is {status}{fault}"
        )


def _unverified(verification: Any) -> str | None:
    status = trimmed(verification["status"]).lower()
    if status == "passed":
        named = any(not is_blank(check) for check in verification["checks"])
        return None if named else ' without a check in "checks"; name what was run'
    if status == "not_applicable":
        given = not is_blank(verification.get("reason", ""))
        return None if given else ' without a "reason"; say why'
    return '; it must be "passed" with a check, or "not_applicable" with a reason'


@rule(
    "agent-result/repair-hypothesis",
    level="consumer",
    source=_SOURCE,
    summary="A repair that writes something has a repair_hypothesis, its own or that of an "
    "envelope.",
)
def repair_hypothesis(result: Any, _: Given) -> Iterator[Finding]:
    holders = [result, *result.get("patch_envelopes", ())]
    if _written(result) is None or any("repair_hypothesis" in each for each in holders):
        return
    for name in ("work_item_kind", "task_slice_id"):
        value = result.get(name, "")
        if _is_repair(name, value.lower()):
            message = (
                f'{show(name)} is {show(value)}, which is a repair, and "repair_hypothesis" is '
                "missing; give it here or in a patch envelope"
            )
            yield Finding((), message)
            return


def _is_repair(name: str, value: str) -> bool:
    is_kind = name == "work_item_kind" and value == _CONFLICT_RESOLUTION
    return is_kind or _REPAIR.search(value) is not None


RULES = (writes_need_patch, write_verification, repair_hypothesis)
