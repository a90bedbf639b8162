"""The form of a path in a plan."""

from __future__ import annotations

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
