"""How two JSON values differ, down to the spelling of their numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from pytest_schemas._document import pointer
from pytest_schemas._show import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Spelling:
    """A number as a text spells it: what `read(..., number=Spelling)` gives in its place."""

    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where a copy differs from its original.

    `pointer` is a JSON Pointer (RFC 6901) relative to the two definitions. `copy` and `original`
    are the values there; None stands for the side that has nothing there. The kinds are:

    - `changed`: both sides have a value, and the values differ;
    - `missing`: the original alone has a value; `added`: the copy alone has one;
    - `order`: arrays of the same elements in another order, or (only where order was asked for)
      objects with their common names in another order.
    """

    pointer: str
    kind: Literal["changed", "missing", "added", "order"]
    copy: object
    original: object


def differences(copy: object, original: object, *, ordered: bool = False) -> list[Difference]:
    """Return all differences between a copy and its original, in the order of the original.

    Names and values must be the same, in arrays in the same order. Strings are compared decoded,
    numbers by spelling where both sides are `Spelling`, else by Python type and `repr`. The order
    of the names in an object counts only if *ordered*.
    """
    return list(_walk((), copy, original, ordered))


def common_names(value: Iterable[str], other: Mapping[str, object]) -> list[str]:
    """Return the names that both objects have, in the order of the first."""
    return [name for name in value if name in other]


def json_text(value: object, *, sort_names: bool = False) -> str:
    """Return a value as JSON text on one line, with numbers as they are spelt.

    What no eye could tell apart is escaped: control characters, spaces other than the plain one,
    unpaired surrogates. A value that is not JSON is shown as its `repr` and Python type.
    """
    if isinstance(value, dict):
        names = sorted(value) if sort_names else value
        members = (
            f"{json_text(name)}: {json_text(value[name], sort_names=sort_names)}" for name in names
        )
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        elements = (json_text(element, sort_names=sort_names) for element in value)
        return "[" + ", ".join(elements) + "]"
    return _scalar_text(value)


def _scalar_text(value: object) -> str:
    if isinstance(value, Spelling):
        return value.text
    if isinstance(value, str):
        return printable(json.dumps(value, ensure_ascii=False))
    if type(value) is int:
        return str(Decimal(value))  # str() refuses an integer of more than 4,300 digits
    if value is None or type(value) in (bool, float):
        return json.dumps(value)
    return f"{value!r} (Python's {type(value).__qualname__})"


def _walk(
    path: tuple[str, ...], copy: object, original: object, ordered: bool
) -> Iterator[Difference]:
    if isinstance(copy, dict) and isinstance(original, dict):
        yield from _walk_objects(path, copy, original, ordered)
    elif isinstance(copy, list) and isinstance(original, list):
        yield from _walk_arrays(path, copy, original, ordered)
    elif not _same_scalar(copy, original):
        yield Difference(pointer(path), "changed", copy, original)


def _walk_objects(
    path: tuple[str, ...],
    copy: Mapping[str, object],
    original: Mapping[str, object],
    ordered: bool,
) -> Iterator[Difference]:
    if ordered and common_names(copy, original) != common_names(original, copy):
        yield Difference(pointer(path), "order", copy, original)
    for name, value in original.items():
        if name in copy:
            yield from _walk((*path, name), copy[name], value, ordered)
        else:
            yield Difference(pointer((*path, name)), "missing", None, value)
    for name, value in copy.items():
        if name not in original:
            yield Difference(pointer((*path, name)), "added", value, None)


def _walk_arrays(
    path: tuple[str, ...], copy: Sequence[object], original: Sequence[object], ordered: bool
) -> Iterator[Difference]:
    # What is equal at both ends is set aside first, so that an element put into the middle, or
    # taken out of it, is one difference and not one for every element behind it.
    start = _count_same(copy, original, ordered)
    end = _count_same(copy[start:][::-1], original[start:][::-1], ordered)
    copy_part = copy[start : len(copy) - end]
    original_part = original[start : len(original) - end]
    if _is_reordered(copy_part, original_part, ordered):
        yield Difference(pointer(path), "order", copy, original)
        return
    absent = object()
    pairs = zip_longest(copy_part, original_part, fillvalue=absent)
    for index, (copy_element, original_element) in enumerate(pairs, start):
        element_path = (*path, str(index))
        if copy_element is absent:
            yield Difference(pointer(element_path), "missing", None, original_element)
        elif original_element is absent:
            yield Difference(pointer(element_path), "added", copy_element, None)
        else:
            yield from _walk(element_path, copy_element, original_element, ordered)


def _count_same(copy: Sequence[object], original: Sequence[object], ordered: bool) -> int:
    """Return how many elements are the same before the first that is not."""
    shorter = min(len(copy), len(original))
    same = (_same(copy[index], original[index], ordered) for index in range(shorter))
    return next((index for index, is_same in enumerate(same) if not is_same), shorter)


def _is_reordered(copy: Sequence[object], original: Sequence[object], ordered: bool) -> bool:
    """Return whether arrays that differ have the same elements."""
    if len(copy) != len(original) or len(copy) < 2:
        return False
    copy_texts, original_texts = (
        sorted(json_text(element, sort_names=not ordered) for element in elements)
        for elements in (copy, original)
    )
    return copy_texts == original_texts


def _same(copy: object, original: object, ordered: bool) -> bool:
    """Return whether two values have no difference.

    This is not a question to `_walk`, which asks it of every element: the work would double with
    each level of nesting.
    """
    if isinstance(copy, dict) and isinstance(original, dict):
        names_agree = list(copy) == list(original) if ordered else copy.keys() == original.keys()
        return names_agree and all(_same(copy[name], original[name], ordered) for name in original)
    if isinstance(copy, list) and isinstance(original, list):
        return len(copy) == len(original) == _count_same(copy, original, ordered)
    return _same_scalar(copy, original)


def _same_scalar(copy: object, original: object) -> bool:
    if isinstance(copy, str) and isinstance(original, str):
        return copy == original
    if isinstance(copy, Spelling) != isinstance(original, Spelling):
        copy, original = _as_number(copy), _as_number(original)
    if type(copy) is not type(original):
        return False
    # repr tells apart what == does not (0.0 and -0.0) and joins what == does not (NaN and NaN), but
    # it refuses integers of more than 4,300 digits.
    return copy == original if isinstance(copy, int) else repr(copy) == repr(original)


def _as_number(value: object) -> object:
    """Return the number that reading makes of a spelling; any other value as it is."""
    if not isinstance(value, Spelling):
        return value
    if set(value.text) & set(".eE"):
        return float(value.text)
    return int(Decimal(value.text))  # int() refuses a text of more than 4,300 digits
