"""The check that definitions are exact copies: what it compares, finds and reports."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pytest_schemas._copies import (
    Comparison,
    Difference,
    NotExactCopy,
    Side,
    Spelling,
    check_copies,
    check_copy,
    definition,
    differences,
    explain,
)
from pytest_schemas._document import parse_pointer, read
from pytest_schemas._errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Callable

SCHEMAS = Path(__file__).parents[1] / "schemas"
SHARED = ["item", "file", "check"]
REMEDY = "Change the copy to say what the original says, or the original if the copy is right."


def schema(name: str) -> Any:
    """Read a bundled schema with its numbers as they are spelt."""
    return read((SCHEMAS / name).read_bytes(), number=Spelling)


def edited(edit: Callable[[Any], object]) -> Side:
    """Return the plan-edit schema after an edit of its definitions."""
    changed = copy.deepcopy(schema("plan-edit.schema.json"))
    edit(changed["$defs"])
    return Side("plan-edit.schema.json", changed)


@pytest.fixture(name="plan")
def _plan() -> Side:
    """The schema that has the originals."""
    return Side("plan.schema.json", schema("plan.schema.json"))


@pytest.fixture(name="plan_edit")
def _plan_edit() -> Side:
    """The schema that has the copies."""
    return Side("plan-edit.schema.json", schema("plan-edit.schema.json"))


@pytest.mark.parametrize("ordered", [False, True])
def test_plan_edit_has_exact_copies_of_the_definitions_of_plan(
    plan: Side, plan_edit: Side, ordered: bool
) -> None:
    """The two published schemas keep their promise: item, file and check are exact copies."""
    check_copies(plan_edit, plan, SHARED, ordered=ordered)


def reword(definitions: Any) -> None:
    """Change one letter, far into a long description."""
    type_ = definitions["check"]["properties"]["type"]
    type_["description"] = type_["description"].replace("An unlisted argv", "An unlisted arg")


def swap_required(definitions: Any) -> None:
    """Change the order of an array."""
    required = definitions["file"]["required"]
    required[2], required[3] = required[3], required[2]


@pytest.mark.parametrize(
    ("edit", "name", "where", "kind"),
    [
        pytest.param(reword, "check", "/properties/type/description", "changed", id="description"),
        pytest.param(
            lambda defs: defs["file"]["properties"]["path"].update(maxLength=Spelling("301")),
            "file",
            "/properties/path/maxLength",
            "changed",
            id="bound",
        ),
        pytest.param(swap_required, "file", "/required", "order", id="array order"),
        pytest.param(
            lambda defs: defs["item"]["properties"]["files"].update(minItems=Spelling("1.0")),
            "item",
            "/properties/files/minItems",
            "changed",
            id="1.0 for 1",
        ),
        pytest.param(
            lambda defs: defs["item"]["properties"]["id"].update(title="ID"),
            "item",
            "/properties/id/title",
            "added",
            id="added name",
        ),
        pytest.param(
            lambda defs: defs["check"].pop("additionalProperties"),
            "check",
            "/additionalProperties",
            "missing",
            id="removed name",
        ),
        pytest.param(
            lambda defs: defs["file"]["properties"]["renamed_from"].update(type="string"),
            "file",
            "/properties/renamed_from/type",
            "changed",
            id="string for array",
        ),
        pytest.param(lambda defs: defs.pop("check"), "check", "", "missing", id="definition gone"),
    ],
)
def test_each_fault_is_found(
    plan: Side, edit: Callable[[Any], object], name: str, where: str, kind: str
) -> None:
    """The check of plan-edit can fail: each way in which a copy may drift is found at its place."""
    with pytest.raises(NotExactCopy) as caught:
        check_copies(edited(edit), plan, SHARED)

    (comparison,) = caught.value.comparisons
    (found,) = comparison.differences
    assert comparison.original == f"plan.schema.json#/$defs/{name}"
    assert (found.pointer, found.kind) == (where, kind)


def test_the_order_of_names_is_a_fault_on_request(plan: Side) -> None:
    """Sorted names are the same definition, unless the order is asked for."""

    def sort_names(definitions: Any) -> None:
        definitions["check"] = dict(sorted(definitions["check"].items()))

    check_copies(edited(sort_names), plan, SHARED)
    with pytest.raises(NotExactCopy) as caught:
        check_copies(edited(sort_names), plan, SHARED, ordered=True)

    assert str(caught.value) == (
        "plan-edit.schema.json#/$defs/check is not an exact copy of "
        "plan.schema.json#/$defs/check: 1 difference, at the top level.\n"
        "\n"
        "  at the top level, the same names in another order:\n"
        '    copy      ["additionalProperties", "properties", "required", "type"]\n'
        '    original  ["type", "additionalProperties", "required", "properties"]\n'
        "                ^\n"
        "\n" + REMEDY
    )


def test_the_report_of_several_definitions(plan: Side) -> None:
    """All names are compared; each difference is shown by pointer with both values."""

    def edit(definitions: Any) -> None:
        reword(definitions)
        swap_required(definitions)
        definitions["check"]["title"] = "Check"
        del definitions["check"]["required"]
        del definitions["item"]

    with pytest.raises(NotExactCopy) as caught:
        check_copies(edited(edit), plan, ["file", "check", "item", "file"])

    assert str(caught.value) == (
        "plan-edit.schema.json#/$defs/file is not an exact copy of plan.schema.json#/$defs/file: "
        "1 difference, at /required. 2 more definitions differ.\n"
        "\n"
        "  at /required, the same elements in another order:\n"
        '    copy      ["path", "kind", "change", "renamed_from"]\n'
        '    original  ["path", "kind", "renamed_from", "change"]\n'
        "                                ^\n"
        "\n"
        "plan-edit.schema.json#/$defs/check is not an exact copy of "
        "plan.schema.json#/$defs/check: 3 differences, the first at /required.\n"
        "\n"
        "  at /required:\n"
        "    copy      (missing)\n"
        '    original  ["type", "text"]\n'
        "\n"
        "  at /properties/type/description:\n"
        "    copy      "
        "...e not allowed. An unlisted arg cannot execute until the person explici...\n"
        "    original  "
        "...e not allowed. An unlisted argv cannot execute until the person explic...\n"
        "                                               ^\n"
        "\n"
        "  at /title:\n"
        '    copy      "Check"\n'
        "    original  (missing)\n"
        "\n"
        "plan-edit.schema.json has no definition 'item'; it defines 'edit', 'file', 'check'.\n"
        "\n"
        "  The original is plan.schema.json#/$defs/item.\n"
        "\n" + REMEDY
    )


def test_a_definition_that_the_original_lacks(plan_edit: Side) -> None:
    """A copy whose original is gone is a failure of its own, with the nearest name."""
    original = Side("new.json#/schemas", {"definitions": {"File": {}, "item": {}}})

    with pytest.raises(NotExactCopy) as caught:
        check_copies(plan_edit, original, ["file"])

    assert str(caught.value) == (
        "new.json#/schemas has no definition 'file'; it defines 'File', 'item'. "
        "Did you mean 'File'?\n"
        "\n"
        "  The copy is plan-edit.schema.json#/$defs/file.\n"
        "\n" + REMEDY
    )
    assert [found.kind for found in caught.value.differences] == ["added"]


def test_definitions_of_two_drafts_are_compared() -> None:
    """One side may have its definitions in `$defs`, the other in `definitions`."""
    new = Side("new.json", {"$defs": {"a": {"minimum": 1}}})
    old = Side("old.json", {"definitions": {"a": {"minimum": 1.0}}})

    with pytest.raises(NotExactCopy) as caught:
        check_copies(new, old, ["a"])

    (comparison,) = caught.value.comparisons
    assert comparison.copy == "new.json#/$defs/a"
    assert comparison.original == "old.json#/definitions/a"


def test_labels_lead_to_the_definitions() -> None:
    """A label that has a pointer already is extended, and line ends do not break the line."""
    inner = Side("all.json#/schemas/new", {"$defs": {"a\n": 1}})

    with pytest.raises(NotExactCopy) as caught:
        check_copies(inner, Side("old.json", {"$defs": {"a\n": 2}}), ["a\n"])

    first = str(caught.value).splitlines()[0]
    assert first == (
        r"all.json#/schemas/new/$defs/a\n is not an exact copy of old.json#/$defs/a\n: "
        "1 difference, at the top level."
    )


def test_one_more_definition_differs() -> None:
    """The first line tells of another definition, which is reported below."""
    with pytest.raises(NotExactCopy) as caught:
        check_copies(Side("x", {"$defs": {"a": 1, "b": 1}}), Side("y", {"$defs": {}}), ["a", "b"])

    assert str(caught.value) == (
        "y has no definition 'a'; it defines nothing. 1 more definition differs.\n"
        "\n"
        "  The copy is x#/$defs/a.\n"
        "\n"
        "y has no definition 'b'; it defines nothing.\n"
        "\n"
        "  The copy is x#/$defs/b.\n"
        "\n" + REMEDY
    )


@pytest.mark.parametrize(
    ("names", "message"),
    [
        pytest.param(
            [],
            "The definitions to compare are a list of names, not []. "
            "Name at least one; the pointer '' is the whole schema.",
            id="empty",
        ),
        pytest.param(
            "item",
            "The definitions to compare are a list of names, not 'item'. "
            "Name at least one; the pointer '' is the whole schema.",
            id="not a list",
        ),
        pytest.param(
            ["file", "chek"],
            "plan-edit.schema.json has no definition 'chek'; "
            "it defines 'edit', 'item', 'file', 'check'. Did you mean 'check'?\n"
            "plan.schema.json has no definition 'chek'; "
            "it defines 'item', 'file', 'check'. Did you mean 'check'?",
            id="on neither side",
        ),
    ],
)
def test_names_that_cannot_be_compared(
    plan: Side, plan_edit: Side, names: list[str], message: str
) -> None:
    """Names that neither schema has are the caller's mistake, and so is no name at all."""
    with pytest.raises(ContractError) as caught:
        check_copies(plan_edit, plan, names)

    assert str(caught.value) == message


def test_whole_values_are_compared() -> None:
    """Two values of any kind are compared without names, under the labels they are given."""
    check_copy(Side("a.json", {"a": 1, "b": 2}), Side("b.json", {"b": 2, "a": 1}))
    with pytest.raises(NotExactCopy) as caught:
        check_copy(Side("a.json#/x", {"a": 1}), Side("b.json", {"a": True}))

    assert str(caught.value) == (
        "a.json#/x is not an exact copy of b.json: 1 difference, at /a.\n"
        "\n"
        "  at /a:\n"
        "    copy      1\n"
        "    original  true\n"
        "\n" + REMEDY
    )
    with pytest.raises(NotExactCopy, match="the same names in another order"):
        check_copy(Side("a", {"a": 1, "b": 2}), Side("b", {"b": 2, "a": 1}), ordered=True)


def test_the_error_carries_its_differences() -> None:
    """The error is a failed assertion, and can be made again from its arguments."""
    error = NotExactCopy(
        (
            Comparison("a", "b", (Difference("/x", "changed", copy=1, original=2),)),
            Comparison(
                "c", "d", (Difference("", "missing", copy=None, original={}),), "c is gone."
            ),
        )
    )

    assert isinstance(error, AssertionError)
    assert f"{type(error).__module__}.{type(error).__name__}" == "pytest_schemas.NotExactCopy"
    assert error.differences == (
        Difference("/x", "changed", copy=1, original=2),
        Difference("", "missing", copy=None, original={}),
    )
    assert NotExactCopy(*error.args).comparisons == error.comparisons


@pytest.mark.parametrize(
    ("name", "where", "value"),
    [
        pytest.param("a", "/$defs/a", 1, id="in $defs"),
        pytest.param("b", "/definitions/b", 3, id="in definitions"),
        pytest.param("x/y~", "/$defs/x~1y~0", 2, id="name with / and ~"),
        pytest.param("/definitions/a", "/definitions/a", 4, id="pointer"),
        pytest.param("/anyOf/1/const", "/anyOf/1/const", 5, id="pointer through an array"),
        pytest.param("/", "/", 6, id="pointer to the empty name"),
    ],
)
def test_definition(name: str, where: str, value: object) -> None:
    """A name is looked up in `$defs`, then in `definitions`; what starts with `/` is a pointer."""
    schema = {
        "definitions": {"a": 4, "b": 3},
        "$defs": {"a": 1, "x/y~": 2},
        "anyOf": [{}, {"const": 5}],
        "": 6,
    }

    assert definition(schema, name, "s.json") == (where, value)


def test_the_empty_pointer_is_the_whole_schema() -> None:
    """The empty name is RFC 6901's pointer to the whole document."""
    schema: dict[str, object] = {"$defs": {"": {}}}

    assert definition(schema, "", "s.json") == ("", schema)


@pytest.mark.parametrize(
    ("schema", "name", "message"),
    [
        pytest.param(
            {"$defs": {"file": {}}, "definitions": {"item": {}}},
            "itme",
            "s.json has no definition 'itme'; it defines 'file', 'item'. Did you mean 'item'?",
            id="misspelt",
        ),
        pytest.param(
            {"$defs": {"file": {}}},
            "#/$defs/file",
            "s.json has no definition '#/$defs/file'; it defines 'file'. "
            "A pointer is written without the '#': '/$defs/file'.",
            id="fragment",
        ),
        pytest.param(
            {"$defs": ["a"], "type": "object"},
            "a",
            "s.json has no definition 'a'; it defines nothing.",
            id="no definitions",
        ),
        pytest.param(
            True, "a", "s.json has no definition 'a'; it defines nothing.", id="boolean schema"
        ),
        pytest.param(
            {"$defs": {f"d{number}": {} for number in range(23)}},
            "other",
            "s.json has no definition 'other'; it defines "
            + ", ".join(f"'d{number}'" for number in range(20))
            + " and 3 more.",
            id="many definitions",
        ),
        pytest.param(
            {"$defs": {f"d{number}": {} for number in range(20)}},
            "other",
            "s.json has no definition 'other'; it defines "
            + ", ".join(f"'d{number}'" for number in range(20))
            + ".",
            id="just not too many definitions",
        ),
        pytest.param(
            {"$defs": {"file": {}}},
            "/$defs/flie/type",
            "s.json has nothing at '/$defs/flie/type': /$defs holds 'file'. "
            "Did you mean '/$defs/file'?",
            id="pointer to nothing",
        ),
        pytest.param(
            {"anyOf": [{}, {}]},
            "/anyOf/01",
            "s.json has nothing at '/anyOf/01': /anyOf holds '0', '1'.",
            id="leading zero",
        ),
        pytest.param(
            {"type": "object"},
            "/type/x",
            "s.json has nothing at '/type/x': /type holds nothing.",
            id="pointer into a string",
        ),
        pytest.param(
            {"type": "object"},
            "/",
            "s.json has nothing at '/': the top level holds 'type'. "
            "The pointer to the whole schema is ''.",
            id="slash alone",
        ),
    ],
)
def test_definition_that_is_not_there(schema: object, name: str, message: str) -> None:
    """A name or pointer that leads nowhere is refused with what is there, and the nearest."""
    with pytest.raises(ContractError) as caught:
        definition(schema, name, "s.json")

    assert str(caught.value) == message


def test_definition_by_a_pointer_that_is_none() -> None:
    """What starts with `/` and is not a JSON Pointer is refused with the reader's reason."""
    with pytest.raises(ValueError, match="JSON Pointer") as reason:
        parse_pointer("/a~b")
    with pytest.raises(ContractError) as caught:
        definition({"a~b": {}}, "/a~b", "s.json")

    assert str(caught.value) == f"s.json was not looked into: {reason.value}"


def explained(value: object, original: object) -> list[str]:
    """Return the lines of the report between its first line and its last."""
    lines = explain("a", "b", differences(value, original)).splitlines()
    assert lines[-2:] == ["", REMEDY]
    return lines[2:-2]


def test_the_report_of_no_difference() -> None:
    """Without differences the report is the good news."""
    assert explain("a.json", "b.json", []) == "a.json is an exact copy of b.json."


@pytest.mark.parametrize(
    ("value", "original", "lines"),
    [
        pytest.param(
            {"a\n": Spelling("1E400")},
            {"a\n": Spelling("1e400")},
            ["  at /a\\n:", "    copy      1E400", "    original  1e400"],
            id="short values have no mark",
        ),
        pytest.param(
            "a" * 19,
            "a" * 18 + "b",
            [
                "  at the top level:",
                '    copy      "' + "a" * 19 + '"',
                '    original  "' + "a" * 18 + 'b"',
                " " * 33 + "^",
            ],
            id="longer ones have a mark",
        ),
        pytest.param(
            "x" * 500 + "y" + "z" * 500,
            "x" * 500 + "z" * 500,
            [
                "  at the top level:",
                "    copy      ..." + "x" * 30 + "y" + "z" * 39 + "...",
                "    original  ..." + "x" * 30 + "z" * 40 + "...",
                " " * 47 + "^",
            ],
            id="far into a long text",
        ),
        pytest.param(
            "y" + "x" * 80,
            "x" * 80,
            [
                "  at the top level:",
                '    copy      "y' + "x" * 68 + "...",
                '    original  "' + "x" * 69 + "...",
                " " * 15 + "^",
            ],
            id="start of a long text",
        ),
        pytest.param(
            "x" * 80 + "y",
            "x" * 80,
            [
                "  at the top level:",
                "    copy      ..." + "x" * 30 + 'y"',
                "    original  ..." + "x" * 30 + '"',
                " " * 47 + "^",
            ],
            id="end of a long text",
        ),
        pytest.param(
            "p\u0430th",
            "path",
            [
                "  at the top level:",
                '    copy      "p\u0430th"',
                '    original  "path"',
                "                ^ U+0430 against U+0061",
            ],
            id="letters that look the same",
        ),
        pytest.param(
            "\u8a9e e\u0301, \u00e0 la carte and more",
            "\u8a9e e\u0301, \u00e0 la cart\u00e9 and more",
            [
                "  at the top level:",
                '    copy      "\u8a9e e\u0301, \u00e0 la carte and more"',
                '    original  "\u8a9e e\u0301, \u00e0 la cart\u00e9 and more"',
                " " * 30 + "^ U+0065 against U+00E9",
            ],
            id="wide and combining characters",
        ),
        pytest.param(
            "white\u00a0space",
            "white space",
            [
                "  at the top level:",
                '    copy      "white\\u00a0space"',
                '    original  "white space"',
            ],
            id="white space that looks the same",
        ),
        pytest.param(
            {"type": "object"},
            [1, "a", None],
            [
                "  at the top level:",
                '    copy      {"type": "object"}',
                '    original  [1, "a", null]',
            ],
            id="values of two types",
        ),
        pytest.param(
            {},
            {"a": {"b": "x" * 80}},
            [
                "  at /a:",
                "    copy      (missing)",
                '    original  {"b": "' + "x" * 63 + "...",
            ],
            id="long value that is missing",
        ),
        pytest.param(
            [{"type": "string"}, {"type": "null"}],
            [{"type": "null"}, {"type": "string"}],
            [
                "  at the top level, the same elements in another order:",
                '    copy      [{"type": "string"}, {"type": "null"}]',
                '    original  [{"type": "null"}, {"type": "string"}]',
                " " * 25 + "^",
            ],
            id="moved objects",
        ),
    ],
)
def test_the_report_of_one_difference(value: object, original: object, lines: list[str]) -> None:
    """Both values stand one above the other, cut so that the first difference is seen."""
    assert explained(value, original) == lines


def test_the_report_on_another_order_names_what_both_have() -> None:
    """A name that one side lacks is no part of the orders: it is a difference of its own."""
    found = differences({"x": 0, "b": 2, "a": 1}, {"a": 1, "b": 2}, ordered=True)

    assert explain("a", "b", found).splitlines()[2:-2] == [
        "  at the top level, the same names in another order:",
        '    copy      ["b", "a"]',
        '    original  ["a", "b"]',
        "",
        "  at /x:",
        "    copy      0",
        "    original  (missing)",
    ]


def test_the_report_cuts_no_pointer() -> None:
    """However long a pointer is, it is shown whole, in the first line too."""
    name = "n" * 300
    first, _, heading, *_ = explain("a", "b", differences({name: 1}, {name: 2})).splitlines()

    assert first == f"a is not an exact copy of b: 1 difference, at /{name}."
    assert heading == f"  at /{name}:"


@pytest.mark.parametrize(
    ("count", "last"),
    [
        pytest.param(10, "    original  9", id="ten are shown"),
        pytest.param(11, "  ... and 1 more difference.", id="one more"),
        pytest.param(23, "  ... and 13 more differences.", id="many more"),
    ],
)
def test_the_report_of_many_differences(count: int, last: str) -> None:
    """Ten differences are shown, and of those beyond it is told how many there are."""
    original = list(range(count))
    report = explain("a", "b", differences([None] * count, original)).splitlines()

    assert report[0] == f"a is not an exact copy of b: {count} differences, the first at /0."
    assert sum(line.startswith("  at ") for line in report) == 10
    assert report[-3] == last


def test_comparing_changes_nothing(plan: Side) -> None:
    """The values that are compared are left as they were."""
    side = edited(reword)
    before = pickle.dumps((side.value, plan.value))

    with pytest.raises(NotExactCopy):
        check_copies(side, plan, SHARED)

    assert pickle.dumps((side.value, plan.value)) == before
