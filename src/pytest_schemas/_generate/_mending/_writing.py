"""What an agent result says of what it wrote.

A mender makes the same choices for each result, whether it has use for them or not: so a document
shrinks to one that has none.
"""

from __future__ import annotations

import re
from typing import Any

from pytest_schemas._generate._agent_parts import (
    KINDS,
    READ_ONLY,
    envelopes_of,
    is_blank,
    is_repair,
    is_written,
)
from pytest_schemas._generate._chooser import Chooser

_REASON = {"schema": "sks.native-cli-worker-no-patch-reason.v1", **READ_ONLY}
_PASSED = ("passed", " Passed\n")
#: How verifications are called; the consumer looks neither at letter case nor at space around it.
_STATUSES = (
    *("passed", *_PASSED, "passed", "passed"),
    *("not_applicable", "not_applicable", "NOT_APPLICABLE "),
)
#: What becomes of a kind of work that may be a repair: mostly it stays as it is.
_KINDS = (*[""] * len(KINDS), *KINDS)
_CHECK = "tests passed"
_WHY = "There is nothing to run."
_HYPOTHESIS = "The unit is read once per file."


def write_by_patches(result: Any, chooser: Chooser) -> None:
    """Without a patch nothing is written; changed files have been seen, for a reason, or not."""
    may_see = chooser.flag(2)
    if envelopes_of(result):
        return
    result["writes"] = []
    if result["changed_files"]:
        if may_see:
            result["no_patch_reason"] = {**result.get("no_patch_reason", {}), **_REASON}
        elif not READ_ONLY.items() <= result.get("no_patch_reason", {}).items():
            result["changed_files"] = []


def verify_what_is_written(result: Any, chooser: Chooser) -> None:
    """What is written has passed a check, or there is a reason for none."""
    status = chooser.pick(_STATUSES)
    verification = result["verification"]
    if not is_written(result) or _is_verified(verification):
        return
    verification["status"] = status
    if _is_verified(verification):
        return
    if status in _PASSED:
        verification["checks"] = [_CHECK]
    else:
        verification["reason"] = _WHY


def _is_verified(verification: Any) -> bool:
    status = re.sub(r"^[\s\ufeff]+|[\s\ufeff]+$", "", verification["status"]).lower()
    if status == "passed":
        return not all(map(is_blank, verification["checks"]))
    return status == "not_applicable" and not is_blank(verification.get("reason", ""))


def explain_repairs(result: Any, chooser: Chooser) -> None:
    """Give a repair its hypothesis; and at times what has one, or needs none, is a repair."""
    kind = chooser.pick(_KINDS)
    is_explained = any("repair_hypothesis" in each for each in (result, *envelopes_of(result)))
    if is_explained or not is_written(result):
        if kind and "work_item_kind" in result:
            result["work_item_kind"] = kind
    elif is_repair(result):
        result["repair_hypothesis"] = {"chosen": _HYPOTHESIS}
