"""What the operation of an edit uses of it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The payload that each operation uses; every other member of `PAYLOADS` is null.
USED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "add_item": frozenset({"new_item"}),
        "remove_item": frozenset(),
        "set_field": frozenset({"field", "value"}),
        "add_file": frozenset({"file"}),
        "update_file": frozenset({"file"}),
        "remove_file": frozenset({"value"}),
        "add_check": frozenset({"check"}),
        "remove_check": frozenset({"check_index"}),
        "set_depends": frozenset({"depends_on"}),
    }
)
PAYLOADS = frozenset().union(*USED.values())


def has_payload(edit: Any) -> bool:
    """Whether no member is null that the operation of an edit uses."""
    return all(edit[name] is not None for name in USED[edit["op"]])
