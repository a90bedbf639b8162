"""The rules of the codeboost plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_schemas._rules import _plan_parts, _plan_paths, _plan_projection, _plan_source
from pytest_schemas._rules._plan_parts import parts_of
from pytest_schemas._rules._prose import count_sentences, line_reference
from pytest_schemas._rules._rule import Finding, Given, Path, rule
from pytest_schemas._show import counted, listed, show

if TYPE_CHECKING:
    from collections.abc import Iterator


def _items(plan: Any) -> Iterator[tuple[Path, Any]]:
    return parts_of(plan["items"], ("items",))


def _files(plan: Any) -> Iterator[tuple[Path, Any]]:
    for path, files in _file_lists(plan):
        yield from parts_of(files, path)


def _file_lists(plan: Any) -> Iterator[tuple[Path, Any]]:
    for path, item in _items(plan):
        yield (*path, "files"), item["files"]


def _dependencies(plan: Any) -> Iterator[tuple[Path, Any]]:
    for path, item in _items(plan):
        yield (*path, "depends_on"), item["depends_on"]


def _integers(plan: Any) -> Iterator[tuple[Path, Any]]:
    for name in ("issue", "revision"):
        yield (name,), plan[name]


def _checks(plan: Any) -> Iterator[tuple[Path, Any]]:
    for path, item in _items(plan):
        yield from parts_of(item["acceptance"], (*path, "acceptance"))


@rule(
    "plan/item-ids-unique",
    level="documented",
    source="/$defs/item/properties/id/description",
    summary="No two items of a plan have the same id.",
)
def item_ids_unique(plan: Any, _: Given) -> Iterator[Finding]:
    seen = set()
    for path, item in _items(plan):
        if item["id"] in seen:
            yield Finding(
                (*path, "id"), f"{show(item['id'])} is the id of an earlier item; take a free one"
            )
        seen.add(item["id"])


@rule(
    "plan/depends-earlier",
    level="documented",
    source="/$defs/item/properties/depends_on/description",
    summary="An item depends only on items that stand earlier in the plan.",
)
def depends_earlier(plan: Any, _: Given) -> Iterator[Finding]:
    everywhere = {item["id"] for item in plan["items"]}
    earlier: list[str] = []
    for path, item in _items(plan):
        for place, needed in parts_of(item["depends_on"], (*path, "depends_on")):
            if needed not in earlier:
                if needed == item["id"]:
                    fault = "is the item itself"
                else:
                    fault = "stands later" if needed in everywhere else "is not in the plan"
                allowed = listed(earlier) if earlier else "none"
                message = f"{show(needed)} {fault}; an item depends on earlier ones only, here"
                yield Finding(place, f"{message} {allowed}")
        earlier.append(item["id"])


@rule(
    "plan/no-test-command",
    level="documented",
    severity="warning",
    source="/$defs/item/properties/acceptance/description",
    summary="Each item has at least one check of type cmd.",
)
def no_test_command(plan: Any, _: Given) -> Iterator[Finding]:
    for path, item in _items(plan):
        if all(check["type"] != "cmd" for check in item["acceptance"]):
            yield Finding(
                (*path, "acceptance"),
                f'no check of {show(item["id"])} is of type "cmd"; prefer one that can be run',
            )


@rule(
    "plan/prose-shape",
    level="documented",
    severity="advisory",
    source="/properties/summary/description, /$defs/item/properties/intent/description, "
    "/$defs/file/properties/change/description",
    summary="The summary and each intent are one or two sentences; no change names line numbers.",
)
def prose_shape(plan: Any, _: Given) -> Iterator[Finding]:
    yield from _at_most_two_sentences(("summary",), plan["summary"])
    for path, item in _items(plan):
        yield from _at_most_two_sentences((*path, "intent"), item["intent"])
        for place, file in parts_of(item["files"], (*path, "files")):
            reference = line_reference(file["change"])
            if reference is not None:
                message = (
                    f"{show(reference)} is a line number; name functions and behaviour instead"
                )
                yield Finding((*place, "change"), message)


def _at_most_two_sentences(path: Path, text: str) -> Iterator[Finding]:
    count = count_sentences(text)
    if count > 2:
        yield Finding(path, f"{show(text)} has {count} sentences; one or two are enough")


@rule(
    "plan/open-questions",
    level="consumer",
    severity="warning",
    source="the consumer's guide",
    summary="No question is open.",
)
def open_questions(plan: Any, _: Given) -> Iterator[Finding]:
    if plan["questions"]:
        count = counted(len(plan["questions"]), "question")
        message = f"{count} still open; have all of them answered before the work starts"
        yield Finding(("questions",), message)


RULES = (
    item_ids_unique,
    depends_earlier,
    _plan_parts.rename_source("plan", _files),
    _plan_parts.renamed_from_form("plan", _files),
    _plan_parts.cmd_tokenizes("plan", _checks),
    no_test_command,
    prose_shape,
    _plan_paths.path_canonical("plan", _files),
    _plan_paths.paths_unique_in_item("plan", _file_lists),
    _plan_paths.rename_distinct("plan", _files),
    _plan_paths.paths_no_overlap("plan", _file_lists),
    _plan_parts.depends_unique("plan", _dependencies),
    *_plan_projection.RULES,
    _plan_source.safe_integers("plan", _integers, "The issue and the revision"),
    _plan_source.source_limits("plan"),
    open_questions,
)
