"""Producers of plans, as a planner makes them of an issue and of a change."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import PureWindowsPath
from typing import Any

from hypothesis import strategies as st

import pytest_schemas as ps
from _producers._producer import Producer, producer

_MOST_ITEMS = 30
_LONGEST_SUMMARY = 600
#: The state of a file as `git diff --name-status` has it, but for the share that was kept.
_KINDS = {"M": "edit", "A": "add", "D": "delete", "R": "rename"}
#: No control characters, and no backslash, which a command never has.
_KEYS = st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="\\")


def _file(**members: Any) -> dict[str, Any]:
    usual = {"path": "ferries/cache.py", "kind": "edit", "renamed_from": None}
    return {**usual, "change": "Add clear().", **members}


def _item(number: int, **members: Any) -> dict[str, Any]:
    return {
        "id": f"P{number}",
        "title": "Clear the cache",
        "intent": "A cancelled ferry must vanish at once.",
        "files": [_file()],
        "acceptance": [{"type": "cmd", "text": "pytest tests/test_cache.py"}],
        "depends_on": [],
        **members,
    }


def _plan(items: Sequence[object] = (), **members: Any) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "issue": 12,
        "revision": 1,
        "summary": "Cache the list of ferries.",
        "items": list(items) or [_item(1)],
        "questions": [],
        **members,
    }


@producer(
    "plan",
    fault="A step may depend on itself, by <= instead of <",
    clause="plan/depends-earlier",
    least={"needs": [(1, 1)]},
    needs=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), max_size=10),
)
def depends_on_itself(needs: list[tuple[int, int]], *, faulty: bool) -> object:
    """Who needs what was told in any order; what stands later is left out."""
    needs = [(step, n) for step, n in needs if n < step or (faulty and n == step)]
    return _plan(
        [
            _item(number, depends_on=[f"P{n}" for step, n in needs if step == number])
            for number in range(1, 6)
        ]
    )


@producer(
    "plan",
    fault="The numbers of the steps begin anew with each milestone",
    clause="plan/item-ids-unique",
    least={"milestones": [[""], [""]]},
    milestones=st.lists(st.lists(st.text(max_size=20), max_size=3), max_size=3),
)
def ids_begin_anew(milestones: list[list[str]], *, faulty: bool) -> object:
    """Milestones have titles of steps."""
    items: list[object] = []
    for milestone in milestones:
        for index, title in enumerate(milestone):
            number = index + 1 if faulty else len(items) + 1
            items.append(_item(number, title=title or "Clean up"))
    return _plan(items)


@producer(
    "plan",
    fault="A file that was moved and changed has no old path",
    clause="plan/rename-source",
    least={"state": "R", "kept": 0},
    state=st.sampled_from(list(_KINDS)),
    kept=st.integers(0, 100),
)
def rename_without_source(state: str, kept: int, *, faulty: bool) -> object:
    """Git tells a move with the share of the text that was kept."""
    is_move = state == "R" and (kept == 100 or not faulty)
    renamed_from = "ferries/list.py" if is_move else None
    return _plan([_item(1, files=[_file(kind=_KINDS[state], renamed_from=renamed_from)])])


@producer(
    "plan",
    fault="A copied file is of kind copy, which is never declared",
    clause="/$defs/file/properties/kind/enum",
    least={"states": ["C"]},
    states=st.lists(st.sampled_from([*_KINDS, "T", "C"]), max_size=5),
)
def undeclared_copy(states: list[str], *, faulty: bool) -> object:
    """Of the states that Git has, a copy is an addition, and a change of type an edit."""
    kinds = {**_KINDS, "T": "edit", "C": "copy" if faulty else "add"}
    files = [
        _file(kind=kinds[each], renamed_from="ferries/list.py" if each == "R" else None)
        for each in states
    ]
    return _plan([_item(1, files=files or [_file()])])


@producer(
    "plan",
    fault="A path below a folder has the separator of Windows",
    clause="/$defs/file/properties/path/pattern",
    least={"parts": ["a", "a"]},
    parts=st.lists(st.from_regex("[a-z]+", fullmatch=True), min_size=1, max_size=4),
)
def windows_path(parts: list[str], *, faulty: bool) -> object:
    """The planner runs on any system."""
    path = PureWindowsPath(*parts)
    return _plan([_item(1, files=[_file(path=str(path) if faulty else path.as_posix())])])


@producer(
    "plan",
    fault="An ellipsis is added to a summary after it was cut",
    clause="/properties/summary/maxLength",
    least={"body": "0" * (_LONGEST_SUMMARY + 1)},
    body=ps.documents({"type": "string", "maxLength": 2000}),
)
def ellipsis_after_the_cut(body: str, *, faulty: bool) -> object:
    """The body of an issue may be long, or missing."""
    if len(body) > _LONGEST_SUMMARY:
        body = body[: _LONGEST_SUMMARY if faulty else _LONGEST_SUMMARY - 1] + "…"
    return _plan(summary=body or "There is no description.")


@producer(
    "plan",
    fault="The arguments of a command are joined without quotes",
    clause="plan/cmd-tokenizes",
    least=lambda given: len(given["names"]) == len(given["names"][0]) == 1,
    names=st.lists(st.text(_KEYS, max_size=20), max_size=3),
)
def unquoted_command(names: list[str], *, faulty: bool) -> object:
    """The tests that prove a step are chosen by their names."""
    arguments = ["pytest", "-k", *names]
    text = " ".join(arguments) if faulty else shlex.join(arguments)
    return _plan([_item(1, acceptance=[{"type": "cmd", "text": text}])])


@producer(
    "plan",
    fault="The first revision is true, for want of brackets round an `or`",
    clause="/properties/revision/type",
    least={"previous": None},
    previous=ps.documents("plan") | st.none(),
)
def true_revision(previous: dict[str, Any] | None, *, faulty: bool) -> object:
    """A plan may follow one that is there already."""
    if faulty:
        return _plan(revision=previous is None or previous["revision"] + 1)
    return _plan(revision=1 if previous is None else previous["revision"] + 1)


@producer(
    "plan",
    fault="A last step is added after the others were cut to 30",
    clause="/properties/items/maxItems",
    least={"titles": ["0"] * _MOST_ITEMS},
    titles=ps.documents(
        {
            "type": "array",
            "maxItems": 40,
            "items": {"type": "string", "minLength": 1, "maxLength": 120},
        }
    ),
)
def one_step_more(titles: list[str], *, faulty: bool) -> object:
    """The changelog comes last."""
    most = _MOST_ITEMS if faulty else _MOST_ITEMS - 1
    steps = [*titles[:most], "Tell of it in the changelog"]
    return _plan([_item(number, title=title) for number, title in enumerate(steps, 1)])


@producer(
    "plan",
    fault="An issue that is named with a # is a text",
    clause="/properties/issue/type",
    least={"issue": "#1"},
    issue=st.integers(1, 10**6) | st.integers(1, 10**6).map("#{}".format),
)
def number_as_text(issue: int | str, *, faulty: bool) -> object:
    """An issue is named by its number, or as on the page."""
    if isinstance(issue, str):
        bare = issue.removeprefix("#")
        issue = bare if faulty else int(bare)
    return _plan(issue=issue)


PRODUCERS: tuple[Producer, ...] = (
    depends_on_itself,
    ids_begin_anew,
    rename_without_source,
    undeclared_copy,
    windows_path,
    ellipsis_after_the_cut,
    unquoted_command,
    true_revision,
    one_step_more,
    number_as_text,
)
