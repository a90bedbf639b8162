"""The consumers that no document can unmask."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_CONST = "const allows no value of another type"
_ENUM = "enum allows no value of another type"
_FORMAT = "the pattern allows nothing but real dates and times"
_EMPTY = "the pattern refuses the empty text"
_NULL = "null is allowed there already"
_REFERENCE = "what refers to it allows null already"
_SHORTER = "a rule allows less, so no valid document has as long a text"
_SAME_VERSION = "the version of an answer is 1, and so is that of every plan"

_FILE_AND_CHECK: Mapping[str, str] = {
    "/$defs/check/properties/type ignores type": _ENUM,
    "/$defs/file/properties/kind ignores type": _ENUM,
    "/$defs/file/properties/path ignores minLength": _EMPTY,
    "/$defs/file/properties/path minLength off by -1": _EMPTY,
    "/$defs/file/properties/renamed_from lets null in": _NULL,
    "/properties/schema_version ignores type": _ENUM,
}


def _nullable(place: str) -> Mapping[str, str]:
    """The consumers that let null in where a branch is for it."""
    return {f"{place}{branch} lets null in": _NULL for branch in ("", "/anyOf/0", "/anyOf/1")}


#: By contract and consumer, why.
EQUIVALENT: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "feedback": {
            "/properties/actor/properties/kind ignores type": _ENUM,
            "/properties/from/properties/kind ignores type": _ENUM,
            "/properties/from/properties/role ignores type": _ENUM,
            "/properties/from/properties/workspace_role ignores type": _ENUM,
            "/properties/kind ignores type": _ENUM,
            "/properties/ts ignores format": _FORMAT,
            "/properties/type ignores type": _CONST,
            "/properties/v ignores type": _CONST,
        },
        "plan": _FILE_AND_CHECK,
        "plan-edit": {
            **_FILE_AND_CHECK,
            **_nullable("/$defs/edit/properties/check"),
            **_nullable("/$defs/edit/properties/depends_on"),
            **_nullable("/$defs/edit/properties/file"),
            **_nullable("/$defs/edit/properties/new_item"),
            "/$defs/edit/properties/check_index lets null in": _NULL,
            "/$defs/edit/properties/field ignores type": _ENUM,
            "/$defs/edit/properties/field lets null in": _NULL,
            "/$defs/edit/properties/op ignores type": _ENUM,
            "/$defs/edit/properties/value lets null in": _NULL,
            "/$defs/edit/properties/value maxLength off by -1": _SHORTER,
            "/$defs/item lets null in": _REFERENCE,
            "ignores plan-edit/version-matches": _SAME_VERSION,
        },
        "agent-result": {
            **_nullable("/properties/goal_mode_ref"),
            **_nullable("/properties/source_intelligence_refs"),
        },
    }
)
