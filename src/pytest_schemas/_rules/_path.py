"""The form of a path in a plan."""

from __future__ import annotations

from pytest_schemas._rules._command import is_control
from pytest_schemas._show import show

_LONGEST = 300


def form_fault(text: str) -> str | None:
    """Return what keeps *text* from having the form of a path, or None if it has that form.

    This is what the schema demands of a declared ``path``: 1 to 300 characters, no slash at the
    start and no backslash.
    """
    if not text:
        return "it is empty"
    if len(text) > _LONGEST:
        return f"it has {len(text)} characters, and {_LONGEST} are allowed"
    if text.startswith("/"):
        return "it starts with a slash, and a path starts at the root of the repository"
    if "\\" in text:
        return f"it has a backslash at index {text.index(chr(92))}; part it with forward slashes"
    return None


def canonical_fault(text: str) -> str | None:
    """Return what keeps *text* from being a canonical path, or None if it is one.

    Such a path has one spelling only, and leads neither out of the repository nor into git's own
    folder. This is what codeboost's plan format prescribes; it never rewrites a path.
    """
    return form_fault(text) or _character_fault(text) or _part_fault(text)


def _character_fault(text: str) -> str | None:
    for index, character in enumerate(text):
        if character == ":":
            return f"it has a colon at index {index}; no path may have one"
        if is_control(character):
            return f"it has the control character U+{ord(character):04X} at index {index}"
    return None


def _part_fault(text: str) -> str | None:
    if text.endswith("/"):
        return "it ends with a slash, and a path names a file"
    for part in text.split("/"):
        if not part:
            return f"it has two slashes in a row at index {text.index('//')}; one is enough"
        if part in {".", ".."}:
            return f"its part {show(part)} names no folder; write out where the file lies"
        if part.lower() == ".git":
            return f"its part {show(part)} is git's own, in any letter case"
    return None
