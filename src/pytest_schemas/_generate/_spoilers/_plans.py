"""Faults that break one rule of a plan, or of the files and checks in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults import Fault
from pytest_schemas._generate._spoilers._spoiler import Spoiler, setting

_KIND = "/$defs/file/properties/kind/enum"
_MOST_ITEMS = 30
#: Texts that are no paths.
BAD_PATHS: Mapping[str, str] = MappingProxyType(
    {"absolute": "/a", "backslash": "a\\b", "empty": "", "too_long": "a" * 301}
)


def _old_path(file: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """A rename without its old path, or another change with one."""
    if file["kind"] == "rename":
        yield Fault("null-for-rename", {**file, "renamed_from": None})
    else:
        yield Fault(f"present-for-{file['kind']}", {**file, "renamed_from": "a"})


def _same_ids(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """The last item once more, or in its place the one before it."""
    items = plan["items"]
    if len(items) < _MOST_ITEMS:
        yield Fault("repeated", {**plan, "items": [*items, items[-1]]})
    if len(items) > 1:
        yield Fault("same-id", {**plan, "items": [*items[:-1], items[-2]]})


def _wrong_order(plan: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
    """An item that needs itself, a later one, or one that is not there."""
    first, *others = plan["items"]
    ids = [item["id"] for item in plan["items"]]
    wrong = {"itself": ids[0], "unknown": next(f"P{n}" for n in range(1, 99) if f"P{n}" not in ids)}
    if others:
        wrong["later"] = ids[1]
    for name, needed in wrong.items():
        yield Fault(name, {**plan, "items": [{**first, "depends_on": [needed]}, *others]})


def shared(name: str) -> dict[str, Spoiler]:
    """The spoilers for the parts that a plan and a plan edit share."""
    return {
        f"{name}/rename-source": Spoiler(
            _old_path, tuple(f'{_KIND}="{each}"' for each in ("rename", "edit", "add", "delete"))
        ),
        f"{name}/renamed-from-form": Spoiler(
            # The schema itself refuses one that is too long.
            setting("renamed_from", **{n: BAD_PATHS[n] for n in BAD_PATHS if n != "too_long"}),
            (f'{_KIND}="rename"',),
        ),
        f"{name}/cmd-tokenizes": Spoiler(
            setting(
                "text",
                two_commands="a; b",
                pipe="a | b",
                variable="echo $HOME",
                glob="ls *",
                open_quote='a "b',
                blank=" ",
            ),
            ('/$defs/check/properties/type/enum="cmd"',),
        ),
    }


PLAN: Mapping[str, Spoiler] = MappingProxyType(
    {
        "plan/item-ids-unique": Spoiler(_same_ids),
        "plan/depends-earlier": Spoiler(_wrong_order),
        **shared("plan"),
    }
)
