"""The rules about the parts that a plan and a plan edit share: files, checks, dependencies.

Each function makes one rule for one contract, from the contract's name and from a function that
finds the parts in a document of that contract.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pytest_schemas._rules._command import Refusal, parse_command
from pytest_schemas._rules._path import form_fault
from pytest_schemas._rules._rule import Finding, Given, Path, Rule, rule
from pytest_schemas._show import show

#: Finds the parts of one kind in a document, each with its path, in document order.
Parts = Callable[[Any], Iterable[tuple[Path, Any]]]


def parts_of(values: Sequence[Any], path: Path) -> Iterator[tuple[Path, Any]]:
    """Yield each of *values*, an array that stands at *path*, with its own path."""
    for index, value in enumerate(values):
        yield (*path, index), value


def rename_source(contract: str, files: Parts) -> Rule:
    """Return the rule that a rename, and nothing else, has an old path."""

    @rule(
        f"{contract}/rename-source",
        level="documented",
        source="/$defs/file/properties/renamed_from/description",
        summary="A file of kind rename has its old path in renamed_from, and every other has null.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, file in files(document):
            kind, source = file["kind"], file["renamed_from"]
            if kind == "rename" and source is None:
                message = 'the kind is "rename", and "renamed_from" is null; give the old path'
                yield Finding((*path, "renamed_from"), message)
            elif kind != "rename" and source is not None:
                message = (
                    f'the kind is {show(kind)}, and "renamed_from" is {show(source)}; '
                    f"only a rename has an old path, so make it null"
                )
                yield Finding((*path, "renamed_from"), message)

    return judge


def renamed_from_form(contract: str, files: Parts) -> Rule:
    """Return the rule that an old path has the form of a path."""

    @rule(
        f"{contract}/renamed-from-form",
        level="documented",
        source="/$defs/file/properties/renamed_from/description",
        summary="An old path keeps the limits of a path: 1 to 300 characters, no slash at the "
        "start, no backslash.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, file in files(document):
            source = file["renamed_from"]
            fault = None if source is None else form_fault(source)
            if fault is not None:
                message = f"the old path {show(source)} is not a path: {fault}"
                yield Finding((*path, "renamed_from"), message)

    return judge


def cmd_tokenizes(contract: str, checks: Parts) -> Rule:
    """Return the rule that the text of a command parses as one."""

    @rule(
        f"{contract}/cmd-tokenizes",
        level="documented",
        source="/$defs/check/properties/type/description",
        summary="The text of a check of type cmd is one program and its literal arguments, "
        "without shell syntax.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, check in checks(document):
            command = parse_command(check["text"]) if check["type"] == "cmd" else ()
            if isinstance(command, Refusal):
                message = f"{show(check['text'])} is not a command: {command.reason}"
                yield Finding((*path, "text"), message)

    return judge


def depends_unique(contract: str, lists: Parts) -> Rule:
    """Return the rule that a list of dependencies names each item once."""

    @rule(
        f"{contract}/depends-unique",
        level="consumer",
        source="the consumer's code",
        summary="No item is named twice in one list of dependencies.",
    )
    def judge(document: Any, _: Given) -> Iterator[Finding]:
        for path, depends_on in lists(document):
            for place, needed in parts_of(depends_on, path):
                if needed in depends_on[: place[-1]]:
                    yield Finding(place, f"{show(needed)} is named already; name each item once")

    return judge
