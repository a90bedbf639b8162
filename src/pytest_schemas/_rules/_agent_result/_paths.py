"""Paths of files as the consumer of agent results compares them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# A JSON file with "policy" in its path, wherever in it that stands.
_POLICY = r"\.sneakoscope/.*policy.*\.json"
_PROTECTED_FROM_OPERATIONS = re.compile(
    rf"(?:\.codex/|\.agents/skills/|node_modules/sneakoscope/|AGENTS\.md\Z|{_POLICY}\Z)", re.DOTALL
)
_PROTECTED_FROM_LEASES = re.compile(
    rf"(?:\./|/)?(?:\.codex|\.agents|AGENTS\.md|node_modules/sneakoscope|{_POLICY})(?:/|\Z)",
    re.DOTALL,
)


def plain(path: str) -> str:
    """Return *path* with slashes only, and without its empty parts and those that are a dot."""
    return "/".join(part for part in path.replace("\\", "/").split("/") if part not in {"", "."})


def covers(above: str, path: str) -> bool:
    """Return whether *path* is *above* or lies beneath it, both being plain."""
    return path == above or path.startswith(f"{above}/")


def lies_within(path: str, allowed: Sequence[str]) -> bool:
    """Return whether *path* is one of the *allowed* paths or lies beneath one."""
    return any(covers(plain(each), plain(path)) for each in allowed)


def is_protected_from_operations(path: str) -> bool:
    """Return whether no operation may change *path*."""
    return _PROTECTED_FROM_OPERATIONS.match(plain(path)) is not None


def is_protected_from_leases(path: str) -> bool:
    """Return whether no item of work may lease *path*.

    It is not made plain: one ``./`` or ``/`` in front is dropped, and no more.
    """
    return _PROTECTED_FROM_LEASES.match(path.replace("\\", "/")) is not None
