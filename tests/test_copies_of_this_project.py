"""The definitions that plan and plan-edit share are exact copies, and the check would find it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMAS = Path(__file__).parents[1] / "schemas"
COPY, ORIGINAL = "plan-edit.schema.json", "plan.schema.json"
SHARED = ["item", "file", "check"]
REMEDY = "Change the copy to say what the original says, or the original if the copy is right."

BROKEN: dict[str, tuple[Callable[[Any], object], str]] = {
    "a changed description": (
        lambda of: of["check"]["properties"]["text"].update(description="The command to check."),
        """\
copy.json#/$defs/check is not an exact copy of original.json#/$defs/check: \
1 difference, at /properties/text/description.

  at /properties/text/description:
    copy      "The command to check."
    original  "The command, or the statement to check."
                          ^""",
    ),
    "a changed bound": (
        lambda of: of["item"]["properties"]["files"].update(maxItems=41),
        """\
copy.json#/$defs/item is not an exact copy of original.json#/$defs/item: \
1 difference, at /properties/files/maxItems.

  at /properties/files/maxItems:
    copy      41
    original  40""",
    ),
    "another order of an array": (
        lambda of: of["file"]["properties"]["kind"]["enum"].reverse(),
        """\
copy.json#/$defs/file is not an exact copy of original.json#/$defs/file: \
1 difference, at /properties/kind/enum.

  at /properties/kind/enum, the same elements in another order:
    copy      ["rename", "delete", "add", "edit"]
    original  ["edit", "add", "delete", "rename"]
                ^""",
    ),
    "1.0 against 1": (
        lambda of: of["item"]["properties"]["title"].update(minLength=1.0),
        """\
copy.json#/$defs/item is not an exact copy of original.json#/$defs/item: \
1 difference, at /properties/title/minLength.

  at /properties/title/minLength:
    copy      1.0
    original  1""",
    ),
    "an added name": (
        lambda of: of["check"].update(title="Check"),
        """\
copy.json#/$defs/check is not an exact copy of original.json#/$defs/check: \
1 difference, at /title.

  at /title:
    copy      "Check"
    original  (missing)""",
    ),
    "a removed definition": (
        lambda of: of.pop("file"),
        """\
copy.json has no definition 'file'; it defines 'edit', 'item', 'check'.

  The original is original.json#/$defs/file.""",
    ),
}

#: What leaves a schema that a contract can be made of.
USABLE = [each for each in BROKEN if each != "a removed definition"]


def parsed(name: str) -> Any:
    """Return a bundled schema as a value."""
    return json.loads((SCHEMAS / name).read_bytes())


def edited(edit: Callable[[Any], object]) -> Any:
    """Return the copy after an edit of its definitions."""
    schema = parsed(COPY)
    edit(schema["$defs"])
    return schema


def renamed(report: str, copy: str, original: str) -> str:
    """Return the whole report, with the two sides called by other names."""
    named = report.replace("copy.json", copy).replace("original.json", original)
    return f"{named}\n\n{REMEDY}"


@pytest.fixture(name="files")
def _files(tmp_path: Path) -> Callable[[Any], tuple[Path, Path]]:
    """Write a copy beside its original, both as files."""

    def written(schema: Any) -> tuple[Path, Path]:
        (tmp_path / "copy.json").write_text(json.dumps(schema), encoding="utf-8")
        (tmp_path / "original.json").write_bytes((SCHEMAS / ORIGINAL).read_bytes())
        return tmp_path / "copy.json", tmp_path / "original.json"

    return written


@pytest.mark.parametrize("ordered", [False, True], ids=["in any order", "in the same order"])
def test_the_bundled_definitions_are_exact_copies(ordered: bool) -> None:
    """Plan-edit says of items, files and checks exactly what plan says."""
    ps.assert_exact_copies(COPY, ORIGINAL, SHARED, ordered=ordered)


@pytest.mark.parametrize(
    ("copy", "original"),
    [
        pytest.param(COPY, ORIGINAL, id="file names of bundled schemas"),
        pytest.param("plan-edit", "plan", id="names of contracts"),
        pytest.param(SCHEMAS / COPY, SCHEMAS / ORIGINAL, id="paths"),
        pytest.param(str(SCHEMAS / COPY), str(SCHEMAS / ORIGINAL), id="paths as strings"),
        pytest.param(parsed(COPY), parsed(ORIGINAL), id="parsed schemas"),
        pytest.param(parsed(COPY), ORIGINAL, id="a parsed schema and a file"),
        pytest.param(ps.contract("plan-edit"), ps.contract("plan"), id="contracts"),
    ],
)
def test_each_way_to_name_the_two_sides_finds_them_equal(copy: Any, original: Any) -> None:
    """Files, parsed schemas and contracts can be compared, also one kind with another."""
    ps.assert_exact_copies(copy, original, SHARED)


@pytest.mark.parametrize(("edit", "report"), BROKEN.values(), ids=BROKEN)
def test_a_broken_copy_in_a_file_is_found(
    edit: Callable[[Any], object],
    report: str,
    files: Callable[[Any], tuple[Path, Path]],
) -> None:
    """The check of this project's files would find each kind of drift, and say where it is."""
    copy, original = files(edited(edit))

    with pytest.raises(ps.NotExactCopy) as failed:
        ps.assert_exact_copies(copy, original, SHARED)

    assert str(failed.value) == renamed(report, str(copy), str(original))


@pytest.mark.parametrize(("edit", "report"), BROKEN.values(), ids=BROKEN)
def test_a_broken_copy_in_a_parsed_schema_is_found(
    edit: Callable[[Any], object], report: str
) -> None:
    """Parsed schemas are compared as files are: they are called by their titles."""
    with pytest.raises(ps.NotExactCopy) as failed:
        ps.assert_exact_copies(edited(edit), parsed(ORIGINAL), SHARED)

    assert str(failed.value) == renamed(report, "codeboost plan edit", "codeboost plan")


@pytest.mark.parametrize(("edit", "report"), [BROKEN[each] for each in USABLE], ids=USABLE)
def test_a_broken_copy_in_a_contract_is_found(
    edit: Callable[[Any], object], report: str, files: Callable[[Any], tuple[Path, Path]]
) -> None:
    """Contracts are compared by the schemas that they are made of."""
    copy, original = map(ps.contract, files(edited(edit)))

    with pytest.raises(ps.NotExactCopy) as failed:
        ps.assert_exact_copies(copy, original, SHARED)

    assert str(failed.value) == renamed(report, copy.name, original.name)


def test_no_contract_is_made_of_a_schema_whose_definition_was_removed() -> None:
    """The definition is referred to, so that its loss is seen before any comparison."""
    with pytest.raises(ps.SchemaError) as refused:
        ps.contract(edited(lambda of: of.pop("file")))

    assert str(refused.value) == (
        "codeboost plan edit: at /$defs/edit/properties/file/anyOf/0/$ref: the reference "
        "'#/$defs/file' leads nowhere: there is no /$defs/file in it."
    )
