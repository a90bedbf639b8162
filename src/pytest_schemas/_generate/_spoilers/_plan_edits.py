"""Faults that break one rule of a plan edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._overlays import PAYLOADS
from pytest_schemas._generate._spoilers._plan_items import UNSAFE
from pytest_schemas._generate._spoilers._plan_paths import declared, plan_edit_paths
from pytest_schemas._generate._spoilers._plans import BAD_PATHS, shared
from pytest_schemas._generate._spoilers._spoiler import Spoil, Spoiler, setting

_OP = "/$defs/edit/properties/op/enum"
_LONGEST = MappingProxyType({"title": 120, "intent": 600})
_MOST_NEEDED = 29
_MOST_EDITS = 10
_MOST_FILES = 40
_PLAN = (("plan", ()),)
_FILE = {"path": "a", "kind": "edit", "renamed_from": None, "change": "a"}
_CHECK = {"type": "check", "text": "a"}
_ITEM = {
    "id": "P1",
    "title": "a",
    "intent": "a",
    "files": [_FILE],
    "acceptance": [_CHECK],
    "depends_on": [],
}
#: Right values for the members that an operation may have no use for.
_VALUES: Mapping[str, Any] = MappingProxyType(
    {
        "field": "title",
        "value": "a",
        "file": _FILE,
        "check": _CHECK,
        "check_index": 0,
        "depends_on": [],
        "new_item": _ITEM,
    }
)
#: An edit without a payload.
_EDIT: Mapping[str, Any] = MappingProxyType(
    {"item": "P1", "summary": "a", "reason": "a", **dict.fromkeys(_VALUES)}
)


def _takes(*operations: str) -> tuple[str, ...]:
    return tuple(f'{_OP}="{each}"' for each in operations)


def _with_payload(spoil: Spoil) -> Spoil:
    """What spoils an edit that has what its operation uses; it may lack it where no rule asks."""

    def spoil_if_there(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
        if all(edit[name] is not None for name in PAYLOADS[edit["op"]]):
            yield from spoil(edit, context)

    return spoil_if_there


def _null_payload(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    for name in PAYLOADS[edit["op"]]:
        yield Fault(f"null-{name}", {**edit, name: None})


def _second_payload(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A right value at a place that the operation does not use."""
    for name, value in _VALUES.items():
        if name not in PAYLOADS[edit["op"]]:
            yield Fault(f"second-{name}", {**edit, name: value})


def _other_id(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    ids = {item["id"] for item in context["plan"]["items"]} if "plan" in context else set()
    used = {edit["item"], *edit["new_item"]["depends_on"]} | ids
    other = next(f"P{n}" for n in range(1, 999) if f"P{n}" not in used)
    yield Fault("other-id", {**edit, "item": other})


def _field_limits(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    yield Fault("empty", {**edit, "value": ""})
    yield Fault("one-over", {**edit, "value": "a" * (_LONGEST[edit["field"]] + 1)})


def _itself(edit: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    if edit["op"] == "set_depends":
        needed = [*edit["depends_on"][: _MOST_NEEDED - 1], edit["item"]]
        yield Fault("itself", {**edit, "depends_on": needed})
    else:
        item = edit["new_item"]
        needed = [*item["depends_on"][: _MOST_NEEDED - 1], item["id"]]
        yield Fault("new-item-itself", {**edit, "new_item": {**item, "depends_on": needed}})


def _says_nothing(answer: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    if not answer["edits"]:
        yield Fault("empty", {**answer, "reply": ""})


def _unsafe(answer: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A number that some readers take for another one, perhaps in an edit that is added."""
    edits = answer["edits"][: _MOST_EDITS - 1]
    check = {"op": "remove_check", **_EDIT, "check_index": UNSAFE}
    yield Fault("base-revision-one-over", {**answer, "base_revision": UNSAFE})
    yield Fault("base-revision-not-exact", {**answer, "base_revision": UNSAFE + 1})
    yield Fault("check-index-one-over", {**answer, "edits": [*edits, check]})


# The rules that need the plan.


def _other_revision(answer: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    current = context["plan"]["revision"]
    if current + 1 != UNSAFE:  # which may be wrong by itself
        yield Fault("one-ahead", {**answer, "base_revision": current + 1})
    if current > 1:
        yield Fault("one-behind", {**answer, "base_revision": current - 1})


def _unknown_item(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    needed = edit["depends_on"] or []
    unknown = _unknown(item["id"] for item in context["plan"]["items"])
    yield Fault("unknown", {**edit, "item": next(e for e in unknown if e not in needed)})


def _used_id(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    used = context["plan"]["items"][-1]["id"]
    item = edit["new_item"]
    needed = [each for each in item["depends_on"] if each != used]
    new = {**item, "id": used, "depends_on": needed}
    yield Fault("used", {**edit, "item": used, "new_item": new})


def _known_file(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    for file in _files(edit, context):
        if file["path"] != edit["file"]["renamed_from"]:
            yield Fault("known-path", {**edit, "file": {**edit["file"], "path": file["path"]}})


def _unknown_file(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in _unknown_paths(edit, context):
        if path != edit["file"]["renamed_from"]:
            yield Fault(name, {**edit, "file": {**edit["file"], "path": path}})


def _unknown_value(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    for name, path in _unknown_paths(edit, context):
        yield Fault(name, {**edit, "value": path})


def _beyond(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    count = len(_item(edit, context)["acceptance"])
    yield Fault("one-over", {**edit, "check_index": count})
    yield Fault("far-over", {**edit, "check_index": count + 100})


def _bad_result(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    """A dependency that no earlier item can be, or the last part of what must have one."""
    items = context["plan"]["items"]
    ids = [item["id"] for item in items]
    if edit["op"] == "set_depends":
        later = ids[ids.index(edit["item"]) + 1 :]
        unknown = next(each for each in _unknown(ids) if each != edit["item"])
        yield Fault("needs-an-unknown-item", {**edit, "depends_on": [unknown]})
        if later:
            yield Fault("needs-a-later-item", {**edit, "depends_on": [later[0]]})
    for item in items:
        if edit["op"] == "remove_file" and len(item["files"]) == 1:
            path = item["files"][0]["path"]
            yield Fault("last-file", {**edit, "item": item["id"], "value": path})
        if edit["op"] == "remove_check" and len(item["acceptance"]) == 1:
            yield Fault("last-check", {**edit, "item": item["id"], "check_index": 0})
        is_needed = any(item["id"] in each["depends_on"] for each in items)
        if edit["op"] == "remove_item" and is_needed:
            yield Fault("needed-item", {**edit, "item": item["id"]})
    yield from _bad_paths(edit, context)


def _bad_paths(edit: Any, context: Mapping[str, Any]) -> Iterator[Fault]:
    """A path of another item that this one may not use, where the consumer's rules are judged."""
    plan = context["plan"]
    *before, last = plan["items"]
    own = [file["path"] for file in last["files"]]
    made = (f for item in before for f in item["files"] if f["kind"] in {"add", "rename"})
    file = next((each for each in made if each["path"] not in own), None)
    if file is None:
        return
    added = declared(file["path"], "add")
    if edit["op"] == "add_file" and len(last["files"]) < _MOST_FILES:
        result = [*before, {**last, "files": [*last["files"], added]}]
        if context["plan_violations"]({**plan, "items": result}):
            yield Fault("adds-a-path-again", {**edit, "item": last["id"], "file": added})
    if edit["op"] == "add_item":
        item = {**edit["new_item"], "files": [declared(file["path"])], "depends_on": []}
        if context["plan_violations"]({**plan, "items": [*before, last, item]}):
            yield Fault("new-item-needs-too-little", {**edit, "new_item": item})


def _unknown(known: Any) -> Iterator[str]:
    taken = set(known)
    return (f"P{number}" for number in range(1, 1000) if f"P{number}" not in taken)


def _item(edit: Any, context: Mapping[str, Any]) -> Any:
    items = context["plan"]["items"]
    return next(item for item in items if item["id"] == edit["item"])


def _files(edit: Any, context: Mapping[str, Any]) -> list[Any]:
    files: list[Any] = _item(edit, context)["files"]
    return files


def _unknown_paths(edit: Any, context: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    known = [file["path"] for file in _files(edit, context)]
    tries = (
        ("other-case", known[0].swapcase()),
        ("longer", f"{known[0][:299]}x"),
        ("unknown", "unknown"),
    )
    return ((name, path) for name, path in tries if path not in known)


PLAN_EDIT: Mapping[str, Spoiler] = MappingProxyType(
    {
        "plan-edit/op-payload-present": Spoiler(
            _null_payload, _takes(*(op for op in PAYLOADS if PAYLOADS[op]))
        ),
        "plan-edit/op-payload-unused": Spoiler(_second_payload, _takes(*PAYLOADS)),
        "plan-edit/new-item-id-matches": Spoiler(_with_payload(_other_id), _takes("add_item")),
        "plan-edit/set-field-limits": Spoiler(_with_payload(_field_limits), _takes("set_field")),
        "plan-edit/remove-file-value-is-path": Spoiler(
            setting("value", **BAD_PATHS), _takes("remove_file")
        ),
        **shared("plan-edit"),
        "plan-edit/depends-not-self": Spoiler(
            _with_payload(_itself), _takes("set_depends", "add_item")
        ),
        "plan-edit/reply-when-no-edits": Spoiler(_says_nothing),
        **plan_edit_paths(_takes),
        "plan-edit/safe-integers": Spoiler(_unsafe),
        "plan-edit/base-revision-current": Spoiler(_other_revision, needs=_PLAN),
        "plan-edit/item-exists": Spoiler(
            _unknown_item, _takes(*(op for op in PAYLOADS if op != "add_item")), needs=_PLAN
        ),
        "plan-edit/new-item-id-unused": Spoiler(_used_id, _takes("add_item"), needs=_PLAN),
        "plan-edit/add-file-path-new": Spoiler(_known_file, _takes("add_file"), needs=_PLAN),
        "plan-edit/update-file-path-known": Spoiler(
            _unknown_file, _takes("update_file"), needs=_PLAN
        ),
        "plan-edit/remove-file-path-known": Spoiler(
            _unknown_value, _takes("remove_file"), needs=_PLAN
        ),
        "plan-edit/check-index-in-range": Spoiler(_beyond, _takes("remove_check"), needs=_PLAN),
        "plan-edit/result-is-valid-plan": Spoiler(
            _bad_result,
            _takes(
                "set_depends", "remove_file", "remove_check", "remove_item", "add_file", "add_item"
            ),
            needs=_PLAN,
        ),
    }
)
