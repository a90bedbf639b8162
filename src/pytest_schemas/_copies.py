"""Exact copies: the check that two definitions say the same, and the report where they do not."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from operator import methodcaller
from typing import TYPE_CHECKING

from pytest_schemas._differences import (
    Difference,
    Spelling,
    common_names,
    differences,
    json_text,
)
from pytest_schemas._document import parse_pointer, pointer
from pytest_schemas._errors import ContractError
from pytest_schemas._nearest import nearest
from pytest_schemas._show import counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "Comparison",
    "Difference",
    "NotExactCopy",
    "Side",
    "Spelling",
    "check_copies",
    "check_copy",
    "definition",
    "differences",
    "explain",
]

#: How many characters of a value a line of the report shows, and how many of them stand before the
#: first that differs.
_WIDTH = 70
_BEFORE = 30

#: Values up to this length are seen to differ without a mark under them.
_SHORT = 20

#: How many differences of a definition, and how many known names, are written out.
_MOST = 10
_MOST_NAMES = 20

_GAP = "..."
_REMEDY = "Change the copy to say what the original says, or the original if the copy is right."


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: a JSON value and the label that a report gives it.

    The numbers of the value are Python's, or `Spelling` where the text is known.
    """

    label: str
    value: object


@dataclass(frozen=True, slots=True)
class Comparison:
    """A definition and what should be its exact copy: their labels, and all differences.

    Where one side does not have the definition at all, its label is that of the schema, `absence`
    is the sentence that says so, and the one difference has the pointer `""`.
    """

    copy: str
    original: str
    differences: tuple[Difference, ...]
    absence: str = ""


class NotExactCopy(AssertionError):  # noqa: N818  a failed assertion, named for what it found
    """Definitions that should be exact copies differ. `comparisons` holds those that do."""

    __module__ = "pytest_schemas"

    def __init__(self, comparisons: tuple[Comparison, ...]) -> None:
        super().__init__(comparisons)
        self.comparisons = comparisons

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The differences of all comparisons, each relative to its own definition."""
        return tuple(found for comparison in self.comparisons for found in comparison.differences)

    def __str__(self) -> str:
        return _report(self.comparisons)


def check_copies(
    copy: Side, original: Side, names: Sequence[str], *, ordered: bool = False
) -> None:
    """Check that the named definitions of one schema are exact copies of another schema's.

    `names` are looked up on either side as `definition` does it. All of them are compared before
    the first failure is raised.

    Raises `NotExactCopy` if any definition differs or is on one side alone, and `ContractError` if
    `names` is empty, or neither side has one of them.
    """
    __tracebackhide__ = methodcaller("errisinstance", NotExactCopy)  # pytest leaves the frame out

    if isinstance(names, str) or not names:
        raise ContractError(
            f"The definitions to compare are a list of names, not {names!r}. "
            "Name at least one; the pointer '' is the whole schema."
        )
    compared = [_compare(copy, original, name, ordered=ordered) for name in dict.fromkeys(names)]
    failed = tuple(comparison for comparison in compared if comparison.differences)
    if failed:
        raise NotExactCopy(failed)


def check_copy(copy: Side, original: Side, *, ordered: bool = False) -> None:
    """Check that one value is an exact copy of another, or raise `NotExactCopy`."""
    __tracebackhide__ = methodcaller("errisinstance", NotExactCopy)  # pytest leaves the frame out

    found = differences(copy.value, original.value, ordered=ordered)
    if found:
        raise NotExactCopy((Comparison(copy.label, original.label, tuple(found)),))


def definition(schema: object, name: str, label: str) -> tuple[str, object]:
    """Return the JSON Pointer and the value of a definition in a schema.

    A name is looked up in `$defs`, then in `definitions`. One that starts with `/` is a JSON
    Pointer (RFC 6901), and so is the empty one: the whole schema.

    Raises `ContractError` if it is not there, with the names that are. `label` is what the message
    calls the schema.
    """
    if not name or name.startswith("/"):
        return name, _at_pointer(schema, name, label)
    known: list[str] = []
    for keyword in ("$defs", "definitions"):
        definitions = schema.get(keyword) if isinstance(schema, dict) else None
        if isinstance(definitions, dict):
            if name in definitions:
                return pointer((keyword, name)), definitions[name]
            known.extend(definitions)
    raise ContractError(
        f"{label} has no definition {name!r}; it defines {_listed(known)}.{_advice(name, known)}"
    )


def _compare(copy: Side, original: Side, name: str, *, ordered: bool) -> Comparison:
    """Compare one named definition of two schemas."""
    copy_side, copy_error = _look_up(copy, name)
    original_side, original_error = _look_up(original, name)
    if copy_side and original_side:
        found = differences(copy_side.value, original_side.value, ordered=ordered)
        return Comparison(copy_side.label, original_side.label, tuple(found))
    if original_side:
        missing = Difference("", "missing", None, original_side.value)
        return Comparison(copy.label, original_side.label, (missing,), absence=copy_error)
    if copy_side:
        added = Difference("", "added", copy_side.value, None)
        return Comparison(copy_side.label, original.label, (added,), absence=original_error)
    raise ContractError(f"{copy_error}\n{original_error}")


def _look_up(side: Side, name: str) -> tuple[Side | None, str]:
    """Return the side's definition of that name, or None and the reason."""
    try:
        where, value = definition(side.value, name, side.label)
    except ContractError as error:
        return None, str(error)
    separator = "" if "#" in side.label else "#"
    return Side(f"{side.label}{separator}{printable(where)}", value), ""


def _at_pointer(schema: object, text: str, label: str) -> object:
    """Return the value at a JSON Pointer."""
    try:
        path = parse_pointer(text)
    except ValueError as error:
        raise ContractError(f"{label} was not looked into: {error}") from error
    value = schema
    for depth, step in enumerate(path):
        members = _members(value)
        if step not in members:
            parent, near = path[:depth], nearest(step, members)
            advice = f" Did you mean {pointer((*parent, near))!r}?" if near else ""
            if text == "/":
                advice = " The pointer to the whole schema is ''."
            raise ContractError(
                f"{label} has nothing at {text!r}: "
                f"{_place(pointer(parent))} holds {_listed(members)}.{advice}"
            )
        value = members[step]
    return value


def _members(value: object) -> Mapping[str, object]:
    """Return an object's members by name, or an array's elements by index."""
    if isinstance(value, dict):
        return value
    if isinstance(value, list):
        return {str(index): element for index, element in enumerate(value)}
    return {}


def _advice(name: str, known: Iterable[str]) -> str:
    """Return what to write in place of a name that no definition has."""
    if name.startswith("#/"):
        return f" A pointer is written without the '#': {name[1:]!r}."
    near = nearest(name, known)
    return f" Did you mean {near!r}?" if near else ""


def explain(copy_label: str, original_label: str, diffs: Sequence[Difference]) -> str:
    """Return the report on one comparison, as text.

    Its first line is a sentence that names both sides and the first difference. Then come the
    differences by pointer, each with both values, and a line that says what to do.
    """
    if not diffs:
        return f"{copy_label} is an exact copy of {original_label}."
    return _report((Comparison(copy_label, original_label, tuple(diffs)),))


def _report(comparisons: Sequence[Comparison]) -> str:
    first, *others = comparisons
    headline = _headline(first)
    if others:
        verb = "differs" if len(others) == 1 else "differ"
        headline += f" {counted(len(others), 'more definition')} {verb}."
    paragraphs = [headline, *_details(first)]
    for comparison in others:
        paragraphs += [_headline(comparison), *_details(comparison)]
    return "\n\n".join([*paragraphs, _REMEDY])


def _headline(comparison: Comparison) -> str:
    if comparison.absence:
        return comparison.absence
    count = len(comparison.differences)
    which = "the first " if count > 1 else ""
    return (
        f"{comparison.copy} is not an exact copy of {comparison.original}: "
        f"{counted(count, 'difference')}, {which}at {_place(comparison.differences[0].pointer)}."
    )


def _details(comparison: Comparison) -> list[str]:
    """Return a paragraph for each difference; those beyond the tenth are only counted."""
    if comparison.absence:
        if comparison.differences[0].kind == "missing":
            return [f"  The original is {comparison.original}."]
        return [f"  The copy is {comparison.copy}."]
    paragraphs = [_paragraph(difference) for difference in comparison.differences[:_MOST]]
    hidden = len(comparison.differences) - len(paragraphs)
    if hidden:
        paragraphs.append(f"  ... and {counted(hidden, 'more difference')}.")
    return paragraphs


def _paragraph(difference: Difference) -> str:
    """Return where the difference is, and both values one above the other."""
    heading = f"  at {_place(difference.pointer)}"
    copy, original = difference.copy, difference.original
    if difference.kind == "missing":
        rows = _rows("(missing)", _cut(json_text(original)))
    elif difference.kind == "added":
        rows = _rows(_cut(json_text(copy)), "(missing)")
    elif isinstance(copy, dict) and isinstance(original, dict):
        heading += ", the same names in another order"
        rows = _contrast(
            json_text(common_names(copy, original)), json_text(common_names(original, copy))
        )
    else:
        if difference.kind == "order":
            heading += ", the same elements in another order"
        rows = _contrast(json_text(copy), json_text(original))
    return "\n".join([f"{heading}:", *rows])


def _contrast(copy: str, original: str) -> list[str]:
    """Return two texts, cut around the first place where they differ, and a mark under it."""
    place = _first_difference(copy, original)
    start = place - _BEFORE if max(len(copy), len(original)) > _WIDTH else 0
    start = start if start > len(_GAP) else 0
    rows = _rows(_cut(copy, start), _cut(original, start))
    characters = copy[place : place + 1] + original[place : place + 1]
    if max(len(copy), len(original)) <= _SHORT and characters.isascii():
        return rows
    before = _rows(_GAP * bool(start) + copy[start:place], "")[0]
    # Letters of two alphabets can look the same: their numbers cannot.
    note = "" if characters.isascii() else " " + " against ".join(map(_code_point, characters))
    return [*rows, f"{' ' * _columns(before)}^{note}"]


def _rows(copy: str, original: str) -> list[str]:
    return [f"    copy      {copy}", f"    original  {original}"]


def _cut(text: str, start: int = 0) -> str:
    """Return the part of a text from *start* that fits a line, and dots for what is left out."""
    end = start + _WIDTH
    return _GAP * bool(start) + text[start:end] + _GAP * (len(text) > end)


def _first_difference(copy: str, original: str) -> int:
    pairs = enumerate(zip(copy, original))  # noqa: B905  the shorter one ends it
    differing = (index for index, (left, right) in pairs if left != right)
    return next(differing, min(len(copy), len(original)))


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(unicodedata.combining(character) > 0 for character in text)


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"


def _place(text: str) -> str:
    """Return a pointer as a report shows it."""
    return printable(text) or "the top level"


def _listed(names: Iterable[str]) -> str:
    """Return names for a sentence; those beyond the twentieth are only counted."""
    quoted = [repr(name) for name in names]
    hidden = len(quoted) - _MOST_NAMES
    more = f" and {hidden} more" if hidden > 0 else ""
    return (", ".join(quoted[:_MOST_NAMES]) + more) or "nothing"
