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
#: A path, as the schema has it.
PATH = {"type": "string", "minLength": 1, "maxLength": 300, "pattern": r"^[^/\\][^\\]*$"}
NULL = {"type": "null"}


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
