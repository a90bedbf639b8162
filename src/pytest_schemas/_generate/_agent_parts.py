"""What of an agent result its consumer looks at, for what makes documents and what breaks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

#: Kinds of work that are repairs.
KINDS = ("conflict_resolution", "repair", "merge conflict", "Rebase")
#: Why a result without a patch has changed files.
READ_ONLY: Mapping[str, Any] = MappingProxyType(
    {
        "ok": True,
        "read_only_or_noop_evidence": True,
        "reason": "read_only_or_no_write_paths",
    }
)
#: The payload that each operation must have.
PAYLOADS: Mapping[str, str] = MappingProxyType(
    {
        "replace": "search",
        "write": "content",
        "unified_diff": "diff",
        "git_apply_patch": "diff",
    }
)
_LISTS = ("writes", "changed_files", "patch_envelopes")
# The words count at borders, of which `_` is none; the Korean ones mean repair, or conflict.
_WORDS = re.compile(
    r"\b(?:repair|conflict|rebase|rollback)\b|복구|수리|수정|충돌", re.ASCII | re.IGNORECASE
)


def envelopes_of(result: Any) -> list[Any]:
    """The patch envelopes of a result."""
    envelopes: list[Any] = result.get("patch_envelopes", [])
    return envelopes


def is_written(result: Any) -> bool:
    """Whether a result says that anything was written."""
    return any(result.get(each) for each in _LISTS)


def is_repair(result: Any) -> bool:
    """Whether the kind of a result, or its slice, is called a repair."""
    names = (result.get("work_item_kind", ""), result["task_slice_id"])
    return names[0] == KINDS[0] or any(_WORDS.search(each) for each in names)


def is_blank(text: str) -> bool:
    """Whether a text is nothing but white space, of Python's kind or ECMAScript's."""
    return not text.replace("\ufeff", "").strip()
