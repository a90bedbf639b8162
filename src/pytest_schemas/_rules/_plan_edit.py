"""The rules of the codeboost plan edit that need the answer alone."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_schemas._rules import _plan_edit_context, _plan_parts, _plan_paths, _plan_source
from pytest_schemas._rules._path import form_fault
from pytest_schemas._rules._plan_edit_payload import PAYLOADS, USED
from pytest_schemas._rules._plan_parts import parts_of
from pytest_schemas._rules._prose import count_sentences
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: The most characters of each field that set_field sets, as the definition of an item has them.
_LONGEST: Mapping[str, int] = MappingProxyType({"title": 120, "intent": 600})


def _edits(answer: Any) -> Iterator[tuple[Path, Any]]:
    return parts_of(answer["edits"], ("edits",))


def _files(answer: Any) -> Iterator[tuple[Path, Any]]:
    for path, edit in _edits(answer):
        if edit["file"] is not None:
            yield (*path, "file"), edit["file"]
        if edit["new_item"] is not None:
            yield from parts_of(edit["new_item"]["files"], (*path, "new_item", "files"))


def _file_lists(answer: Any) -> Iterator[tuple[Path, Any]]:
    for path, edit in _edits(answer):
        if edit["new_item"] is not None:
            yield (*path, "new_item", "files"), edit["new_item"]["files"]


def _dependencies(answer: Any) -> Iterator[tuple[Path, Any]]:
    for path, edit in _edits(answer):
        if edit["depends_on"] is not None:
            yield (*path, "depends_on"), edit["depends_on"]
        if edit["new_item"] is not None:
            yield (*path, "new_item", "depends_on"), edit["new_item"]["depends_on"]


def _integers(answer: Any) -> Iterator[tuple[Path, Any]]:
    yield ("base_revision",), answer["base_revision"]
    for path, edit in _edits(answer):
        if edit["check_index"] is not None:
            yield (*path, "check_index"), edit["check_index"]


def _checks(answer: Any) -> Iterator[tuple[Path, Any]]:
    for path, edit in _edits(answer):
        if edit["check"] is not None:
            yield (*path, "check"), edit["check"]
        if edit["new_item"] is not None:
            yield from parts_of(edit["new_item"]["acceptance"], (*path, "new_item", "acceptance"))


@rule(
    "plan-edit/op-payload-present",
    level="documented",
    source="/$defs/edit/properties/op/description",
    summary="Each member that the op of an edit uses is not null.",
)
def op_payload_present(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        for name, value in edit.items():
            if name in USED[edit["op"]] and value is None:
                message = f"{show(name)} is null, and {show(edit['op'])} needs it"
                yield Finding((*path, name), message)


@rule(
    "plan-edit/op-payload-unused",
    level="documented",
    source=", ".join(
        f"/$defs/edit/properties/{name}/description"
        for name in ("field", "value", "file", "check", "check_index", "depends_on", "new_item")
    ),
    summary="Each member that the op of an edit does not use is null.",
)
def op_payload_unused(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        for name, value in edit.items():
            if name in PAYLOADS - USED[edit["op"]] and value is not None:
                message = f"{show(edit['op'])} does not use {show(name)}; make it null"
                yield Finding((*path, name), message)


@rule(
    "plan-edit/new-item-id-matches",
    level="documented",
    source="/$defs/edit/properties/item/description",
    summary="The item of an edit that adds an item is the id of the new item.",
)
def new_item_id_matches(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        new_item = edit["new_item"] if edit["op"] == "add_item" else None
        if new_item is not None and edit["item"] != new_item["id"]:
            message = (
                f'the item is {show(edit["item"])}, the id in "new_item" {show(new_item["id"])}'
            )
            yield Finding((*path, "item"), f"{message}; give both the same")


@rule(
    "plan-edit/set-field-limits",
    level="documented",
    source="/$defs/edit/properties/value/description",
    summary="A new title has 1 to 120 characters, and a new intent 1 to 600.",
)
def set_field_limits(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        field, value = edit["field"], edit["value"]
        if edit["op"] == "set_field" and field is not None and value is not None:
            longest = _LONGEST[field]
            if not 1 <= len(value) <= longest:
                message = (
                    f"the new {field} has {len(value)} characters, and 1 to {longest} are allowed"
                )
                yield Finding((*path, "value"), message)


@rule(
    "plan-edit/remove-file-value-is-path",
    level="documented",
    source="/$defs/edit/properties/value/description",
    summary="The value of an edit that removes a file has the form of a path: 1 to 300 characters, "
    "no slash at the start, no backslash.",
)
def remove_file_value_is_path(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        value = edit["value"] if edit["op"] == "remove_file" else None
        fault = None if value is None else form_fault(value)
        if fault is not None:
            yield Finding((*path, "value"), f"{show(value)} is not a path: {fault}")


@rule(
    "plan-edit/depends-not-self",
    level="documented",
    source="/$defs/item/properties/depends_on/description",
    summary="No item depends on itself.",
)
def depends_not_self(answer: Any, _: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        if edit["op"] == "set_depends" and edit["depends_on"] is not None:
            yield from _itself(edit["item"], edit["depends_on"], path)
        if edit["new_item"] is not None:
            new_item = edit["new_item"]
            yield from _itself(new_item["id"], new_item["depends_on"], (*path, "new_item"))


def _itself(item: str, depends_on: list[str], path: Path) -> Iterator[Finding]:
    for place, needed in parts_of(depends_on, (*path, "depends_on")):
        if needed == item:
            message = f"{show(item)} is the item itself; an item depends on earlier ones only"
            yield Finding(place, message)


@rule(
    "plan-edit/reply-when-no-edits",
    level="documented",
    source="/properties/reply/description",
    summary="The reply is empty only where there is at least one edit.",
)
def reply_when_no_edits(answer: Any, _: Given) -> Iterator[Finding]:
    if not answer["reply"] and not answer["edits"]:
        yield Finding(("reply",), "the reply is empty, and there are no edits; say something")


@rule(
    "plan-edit/prose-shape",
    level="documented",
    severity="advisory",
    source="/$defs/edit/properties/reason/description",
    summary="The reason of an edit is one sentence.",
)
def prose_shape(answer: Any, _: Given) -> Iterator[Finding]:
    # That a mere question gets no edits cannot be judged: the question is not in the answer.
    for path, edit in _edits(answer):
        count = count_sentences(edit["reason"])
        if count > 1:
            message = f"{show(edit['reason'])} has {count} sentences; one is enough"
            yield Finding((*path, "reason"), message)


RULES = (
    op_payload_present,
    op_payload_unused,
    new_item_id_matches,
    set_field_limits,
    remove_file_value_is_path,
    _plan_parts.rename_source("plan-edit", _files),
    _plan_parts.renamed_from_form("plan-edit", _files),
    _plan_parts.cmd_tokenizes("plan-edit", _checks),
    depends_not_self,
    reply_when_no_edits,
    prose_shape,
    _plan_paths.path_canonical("plan-edit", _files),
    _plan_paths.paths_unique_in_item("plan-edit", _file_lists),
    _plan_paths.rename_distinct("plan-edit", _files),
    _plan_paths.paths_no_overlap("plan-edit", _file_lists),
    _plan_parts.depends_unique("plan-edit", _dependencies),
    _plan_source.safe_integers(
        "plan-edit", _integers, "The base revision and the index of a check"
    ),
    _plan_source.source_limits("plan-edit"),
    *_plan_edit_context.RULES,
)
