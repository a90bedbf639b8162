"""Overlays of a plan, and of the parts that a plan edit shares with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pytest_schemas._generate._overlays._overlay import Overlay, when

# One character outside quotes, in double quotes, and in single quotes.
_PLAIN = r"""[^ '"\\;&|<>$`()*?\[\]{}!#~\u0000-\u001f\u007f-\u009f]"""
_DOUBLE = r"""[^"\\\u0000-\u001f\u007f-\u009f]"""
_SINGLE = r"""[^'\\\u0000-\u001f\u007f-\u009f]"""
_PART = f"""(?:{_PLAIN}|"{_DOUBLE}*"|'{_SINGLE}*')"""
_FIRST = f"""(?:{_PLAIN}|"{_DOUBLE}+"|'{_SINGLE}+')"""
_CMD = f"""^ *(?:""|'')*{_FIRST}{_PART}*(?: +{_PART}+)* *$"""
# A character of a name in a path, in a class; and one that is not a dot, and so on.
_NO_NAME = r"/\\:\u0000-\u001f\u007f-\u009f"
_ANY = f"[^{_NO_NAME}]"
_NO_DOT, _NO_DOT_NOR_G = f"[^.{_NO_NAME}]", f"[^.gG{_NO_NAME}]"
_NO_I, _NO_T = f"[^iI{_NO_NAME}]", f"[^tT{_NO_NAME}]"
_PLAIN_NAME = f"{_NO_DOT}{_ANY}*"
# Neither `.` nor `..` nor, in any letter case, `.git`.
_DOTTED_NAME = (
    rf"\.(?:{_NO_DOT_NOR_G}{_ANY}*|\.{_ANY}+|[gG][iI][tT]{_ANY}+|"
    f"[gG](?:{_NO_I}{_ANY}*|[iI](?:{_NO_T}{_ANY}*)?)?)"
)
_NAME = f"(?:{_PLAIN_NAME}|{_DOTTED_NAME})"
_PLAIN_PATH = f"{_PLAIN_NAME}(?:/{_PLAIN_NAME})*"
#: A path that stays as it is when it is made plain, and leads into no repository's own folder.
#: Each alternative is taken as often as any other, and most paths have no name with a dot in front.
_CANONICAL = f"^(?:{f'{_PLAIN_PATH}|' * 5}{_NAME}(?:/{_NAME})*)$"
#: The largest integer that every reader takes for the same.
SAFE = {"maximum": 2**53 - 1}
#: A path, as the schema has it.
PATH = {"type": "string", "minLength": 1, "maxLength": 300, "pattern": r"^[^/\\][^\\]*$"}
NULL = {"type": "null"}


def plan(rules: Collection[str]) -> Iterator[Overlay]:
    """The overlays of some rules of a plan."""
    if "plan/safe-integers" in rules:
        yield "/properties/issue", SAFE
        yield "/properties/revision", SAFE


def plan_parts(name: str, rules: Collection[str]) -> Iterator[Overlay]:
    """The overlays of the files and checks of a plan, or of a plan edit, by the contract's name."""
    if f"{name}/rename-source" in rules:
        path = {"properties": {"renamed_from": {"type": "string"}}}
        yield (
            "/$defs/file",
            when("kind", ["rename"], path, {"properties": {"renamed_from": NULL}}),
        )
    if f"{name}/renamed-from-form" in rules:
        yield "/$defs/file", {"properties": {"renamed_from": {"anyOf": [NULL, PATH]}}}
    if f"{name}/cmd-tokenizes" in rules:
        yield "/$defs/check", when("type", ["cmd"], {"properties": {"text": {"pattern": _CMD}}})
    if f"{name}/path-canonical" in rules:
        yield "/$defs/file/properties/path", {"pattern": _CANONICAL}
        yield "/$defs/file/properties/renamed_from", {"pattern": _CANONICAL}
    if f"{name}/depends-unique" in rules:
        yield "/$defs/item/properties/depends_on", {"uniqueItems": True}
