"""What plans and answers must keep beside their shape: the prose of their schemas, as code."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from plan_server import shapes
from plan_server.shapes import RefusedError

Json = dict[str, Any]

#: What each operation carries. The rest of its payload is null.
_USED = {
    "add_item": {"new_item"},
    "remove_item": set[str](),
    "set_field": {"field", "value"},
    "add_file": {"file"},
    "update_file": {"file"},
    "remove_file": {"value"},
    "add_check": {"check"},
    "remove_check": {"check_index"},
    "set_depends": {"depends_on"},
}
_PAYLOAD = {name for names in _USED.values() for name in names}

_SHELL = frozenset(";&|<>$`()*?[]{}!#~")


def check_plan(plan: Any) -> None:
    """Look whether a document is a plan.

    Raises:
        RefusedError: it is none.
    """
    shapes.check(shapes.plan, plan)
    earlier: set[str] = set()
    for item in plan["items"]:
        if item["id"] in earlier:
            raise RefusedError(f"there are two items {item['id']}")
        _check_item(item)
        for needed in item["depends_on"]:
            if needed not in earlier:
                raise RefusedError(f"{item['id']} needs {needed}, which is no earlier item")
        earlier.add(item["id"])


def check_answer(answer: Any) -> None:
    """Look whether a document is an answer, whatever plan it is about.

    Raises:
        RefusedError: it is none.
    """
    shapes.check(shapes.answer, answer)
    if not answer["reply"] and not answer["edits"]:
        raise RefusedError("the answer says nothing")
    for edit in answer["edits"]:
        _check_edit(edit)


def _check_edit(edit: Json) -> None:
    for name in _PAYLOAD:
        if (edit[name] is not None) is not (name in _USED[edit["op"]]):
            raise RefusedError(f"{edit['op']} with {name} {edit[name]!r}")
    if edit["op"] == "add_item":
        if edit["item"] != edit["new_item"]["id"]:
            raise RefusedError(f"{edit['item']} is added as {edit['new_item']['id']}")
        _check_item(edit["new_item"])
    elif edit["op"] == "set_field":
        shapes.check(shapes.fields[edit["field"]], edit["value"])
    elif edit["op"] == "remove_file":
        shapes.check(shapes.path, edit["value"])
    elif edit["op"] == "set_depends" and edit["item"] in edit["depends_on"]:
        raise RefusedError(f"{edit['item']} needs itself")
    _check_files([edit["file"]] if edit["file"] else [])
    _check_checks([edit["check"]] if edit["check"] else [])


def _check_item(item: Json) -> None:
    _check_files(item["files"])
    _check_checks(item["acceptance"])
    if item["id"] in item["depends_on"]:
        raise RefusedError(f"{item['id']} needs itself")


def _check_files(files: Iterable[Json]) -> None:
    for file in files:
        if (file["renamed_from"] is not None) is not (file["kind"] == "rename"):
            raise RefusedError(f"{file['kind']} of {file['path']} from {file['renamed_from']}")
        if file["kind"] == "rename":
            shapes.check(shapes.path, file["renamed_from"])


def _check_checks(checks: Iterable[Json]) -> None:
    for check in checks:
        if check["type"] == "cmd":
            _check_command(check["text"])


def _check_command(text: str) -> None:
    """A program and its arguments: quoted or not, without escapes, and nothing for a shell."""
    quote = ""
    words = [""]
    for character in text.lstrip(" "):
        if character == "\\" or unicodedata.category(character) == "Cc":
            raise RefusedError(f"{text!r} has a backslash or a control character")
        if quote and character == quote:
            quote = ""
        elif not quote and character in "'\"":
            quote = character
        elif not quote and character in _SHELL:
            raise RefusedError(f"{text!r} is more than a program and its arguments")
        elif not quote and character == " ":
            words.append("")
        else:
            words[-1] += character
    if quote or not words[0]:
        raise RefusedError(f"{text!r} has a quote without its end, or no program")
