"""The rules of the codeboost plan edit that need the plan it edits, which has to be a valid plan.

Every edit is judged alone against this plan: no edit sees another. Nothing is said of an edit that
lacks what its operation needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from pytest_schemas._rules._apply import applied, find_file, find_item
from pytest_schemas._rules._plan_edit_payload import has_payload
from pytest_schemas._rules._plan_parts import parts_of
from pytest_schemas._rules._rule import Finding, Given, Path, Rule, rule
from pytest_schemas._show import listed, show


class PlanViolation(Protocol):
    """What the rules read of a violation of the plan contract."""

    @property
    def message(self) -> str: ...
    @property
    def instance_location(self) -> str: ...
    @property
    def clause(self) -> object: ...


#: Judges a plan by its schema and its documented rules; the answer is empty for a valid plan.
PlanViolations = Callable[[object], Sequence[PlanViolation]]


def _edits(answer: Any) -> Iterator[tuple[Path, Any]]:
    return (each for each in parts_of(answer["edits"], ("edits",)) if has_payload(each[1]))


@rule(
    "plan-edit/base-revision-current",
    level="context",
    source="/properties/base_revision/description",
    summary="The base revision is the revision of the plan.",
    needs=("plan",),
)
def base_revision_current(answer: Any, given: Given) -> Iterator[Finding]:
    base, current = answer["base_revision"], given["plan"]["revision"]
    if base != current:
        message = f"{show(base)} is not the revision of the plan, which is {show(current)}"
        yield Finding(("base_revision",), f"{message}; edit the plan as it is now")


@rule(
    "plan-edit/item-exists",
    level="context",
    source="/$defs/edit/properties/item/description",
    summary="The plan has the item that an edit changes.",
    needs=("plan",),
)
def item_exists(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        if edit["op"] != "add_item" and find_item(given["plan"], edit["item"]) is None:
            ids = [item["id"] for item in given["plan"]["items"]]
            message = f"{show(edit['item'])} is not an item of the plan, which has {listed(ids)}"
            yield Finding((*path, "item"), message)


@rule(
    "plan-edit/new-item-id-unused",
    level="context",
    source="the consumer's guide",
    summary="The plan has no item with the id of a new one.",
    needs=("plan",),
)
def new_item_id_unused(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        if edit["op"] == "add_item" and find_item(given["plan"], edit["item"]) is not None:
            message = f"the plan has an item {show(edit['item'])} already; take a free id"
            yield Finding((*path, "item"), message)


@rule(
    "plan-edit/add-file-path-new",
    level="context",
    source="the consumer's guide",
    summary="The item does not declare a file that is added to it.",
    needs=("plan",),
)
def add_file_path_new(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        item = find_item(given["plan"], edit["item"]) if edit["op"] == "add_file" else None
        if item is not None and find_file(item, edit["file"]["path"]) is not None:
            message = f"{show(edit['item'])} declares {show(edit['file']['path'])} already"
            yield Finding((*path, "file", "path"), f'{message}; use "update_file" to change it')


@rule(
    "plan-edit/update-file-path-known",
    level="context",
    source="/$defs/edit/properties/file/description",
    summary="The item declares the file that is updated, by exactly this path.",
    needs=("plan",),
)
def update_file_path_known(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        item = find_item(given["plan"], edit["item"]) if edit["op"] == "update_file" else None
        if item is not None and find_file(item, edit["file"]["path"]) is None:
            message = (
                f"{_not_declared(item, edit['file']['path'])}; an update never adds or moves one"
            )
            yield Finding((*path, "file", "path"), message)


@rule(
    "plan-edit/remove-file-path-known",
    level="context",
    source="/$defs/edit/properties/value/description",
    summary="The item declares the file that is removed, by exactly this path.",
    needs=("plan",),
)
def remove_file_path_known(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        item = find_item(given["plan"], edit["item"]) if edit["op"] == "remove_file" else None
        if item is not None and find_file(item, edit["value"]) is None:
            yield Finding((*path, "value"), _not_declared(item, edit["value"]))


def _not_declared(item: Any, path: str) -> str:
    declared = listed([file["path"] for file in item["files"]])
    return f"{show(item['id'])} does not declare {show(path)}, but {declared}"


@rule(
    "plan-edit/check-index-in-range",
    level="context",
    source="/$defs/edit/properties/check_index/description",
    summary="The item has a check at the index that is removed.",
    needs=("plan",),
)
def check_index_in_range(answer: Any, given: Given) -> Iterator[Finding]:
    for path, edit in _edits(answer):
        item = find_item(given["plan"], edit["item"]) if edit["op"] == "remove_check" else None
        if item is not None and edit["check_index"] >= (count := len(item["acceptance"])):
            last = "0 is the only index" if count == 1 else f"the indices are 0 to {count - 1}"
            message = (
                f"{show(item['id'])} has no check at index {show(edit['check_index'])}; {last}"
            )
            yield Finding((*path, "check_index"), message)


#: An edit that breaks one of these cannot be applied.
_APPLICABLE: tuple[Rule, ...] = (
    item_exists,
    new_item_id_unused,
    add_file_path_new,
    update_file_path_known,
    remove_file_path_known,
    check_index_in_range,
)


@rule(
    "plan-edit/result-is-valid-plan",
    level="context",
    source="the consumer's guide",
    summary="Each edit, applied alone to the plan, gives a valid plan.",
    needs=("plan",),
)
def result_is_valid_plan(answer: Any, given: Given) -> Iterator[Finding]:
    """Judge the edited plan by ``given["plan_violations"]``, see `PlanViolations`."""
    plan_violations: PlanViolations = given["plan_violations"]
    for path, edit in _edits(answer):
        if not _is_applicable(edit, given):
            continue
        violations = plan_violations(applied(given["plan"], edit))
        if violations:
            yield Finding(path, _first_of(violations))


def _is_applicable(edit: Any, given: Given) -> bool:
    alone = {"edits": [edit]}
    return not any(list(demand.judge(alone, given)) for demand in _APPLICABLE)


def _first_of(violations: Sequence[PlanViolation]) -> str:
    first = violations[0]
    place = f"at {first.instance_location}" if first.instance_location else "at its root"
    return f"the edit gives a plan that breaks {first.clause} {place}: {first.message}"


@rule(
    "plan-edit/version-matches",
    level="context",
    source="the consumer's code",
    summary="The schema version of the answer is that of the plan.",
    needs=("plan",),
)
def version_matches(answer: Any, given: Given) -> Iterator[Finding]:
    version, expected = answer["schema_version"], given["plan"]["schema_version"]
    if version != expected:
        message = (
            f"{show(version)} is not the schema version of the plan, which is {show(expected)}"
        )
        yield Finding(("schema_version",), message)


RULES = (
    base_revision_current,
    item_exists,
    new_item_id_unused,
    add_file_path_new,
    update_file_path_known,
    remove_file_path_known,
    check_index_in_range,
    result_is_valid_plan,
    version_matches,
)
