"""Objects and arrays with too much, too little, or what has no place in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import ceil
from typing import Any

from pytest_schemas._generate._arrays import Arrays
from pytest_schemas._generate._chooser import Rejected, Smallest
from pytest_schemas._generate._faults._at import At, Fault
from pytest_schemas._generate._objects import Objects
from pytest_schemas._generate._patterns import Impossible, conjunction
from pytest_schemas._generate._regex import Unsupported
from pytest_schemas._generate._shape import Shape

#: More items or members than this are not made.
MOST_PARTS = 10_000
#: What a subschema of `contains` may refuse.
_OTHERS: tuple[Any, ...] = (None, 0, "", False, [], {}, -1, "a")


def missing(value: Any, at: At) -> Iterator[Fault]:
    """A required member dropped, or under a misspelt name."""
    if isinstance(value, dict):
        name = at.demanded
        yield Fault("missing", {each: value[each] for each in value if each != name})
        wrong = next(_misspelt(name, value))
        yield Fault("misspelt", {wrong if e == name else e: value[e] for e in value})


def missing_dependent(value: Any, at: At) -> Iterator[Fault]:
    """A member whose company is dropped."""
    if not isinstance(value, dict) or not isinstance(at.variant, Objects):
        return
    for trigger, needed in at.place.schema.get(at.keyword, {}).items():
        if isinstance(needed, list) and at.demanded in needed:
            whole = dict(value)
            for each in (trigger, *sorted(at.variant.company.get(trigger, ()))):
                if each not in whole and each in at.variant.members:
                    whole[each] = _made(at.variant.members[each], at)
            if whole.pop(at.demanded, at) is not at:
                yield Fault("missing", whole)


def unknown_members(value: Any, at: At) -> Iterator[Fault]:
    """A member that nobody declared: a known one misspelt, or one of another program."""
    if not isinstance(value, dict):
        return
    known = at.variant.members if isinstance(at.variant, Objects) else {}
    for name in list(known)[:1]:
        for wrong in _misspelt(name, {**known, **value}):
            item = value.get(name)
            yield Fault("misspelt", {**value, wrong: item})
    for name in ("extra", "extra_", "$extra", "x", "\u00e9", "0"):
        if name not in known and name not in value:
            yield Fault("unknown", {**value, name: None})


def _misspelt(name: str, taken: Any) -> Iterator[str]:
    """A name in other letters, with two letters swapped, or with one more."""
    words = name.split("_")
    camel = words[0] + "".join(each.title() for each in words[1:])
    swapped = f"{name[:-2]}{name[-1:]}{name[-2:-1]}"
    for wrong in (camel, name.upper(), swapped, f"{name}s", f"{name}_"):
        if wrong not in taken:
            yield wrong
            return
    yield f"{name}__"


def forbidden_member(value: Any, at: At) -> Iterator[Fault]:
    """The member that a `false` stands for."""
    if isinstance(value, dict):
        yield Fault("present", {**value, at.demanded: None})


def forbidden_names(value: Any, at: At) -> Iterator[Fault]:
    """A member of a name that a `false` stands for."""
    if isinstance(value, dict):
        with suppress(Unsupported, Impossible):
            texts = conjunction([at.demanded])
            for chooser in (Smallest(), at.chooser):
                yield Fault("present", {**value, texts.make(chooser): None})


def wrong_names(value: Any, _at: At) -> Iterator[Fault]:
    """A member with a name that is not allowed."""
    if isinstance(value, dict):
        for name in ("", " ", "A", "a", "0", "a b", "\u00e9", "a" * 300, "-", "_", "$"):
            if name not in value:
                yield Fault("wrong-name", {**value, name: None})
                for each in list(value)[:1]:
                    renamed = {name if n == each else n: value[n] for n in value}
                    yield Fault("renamed", renamed)


def too_few_members(value: Any, at: At) -> Iterator[Fault]:
    """One member under."""
    if isinstance(value, dict):
        least = ceil(at.demanded)
        required = at.variant.required if isinstance(at.variant, Objects) else frozenset()
        kept = sorted(value, key=lambda each: each not in required)[: max(0, least - 1)]
        yield Fault("one-under", {each: value[each] for each in value if each in kept})
        yield Fault("empty", {})


def too_many_members(value: Any, at: At) -> Iterator[Fault]:
    """One member over."""
    if (
        not isinstance(value, dict)
        or not isinstance(at.variant, Objects)
        or at.demanded > MOST_PARTS
    ):
        return
    whole = dict(value)
    for name, shape in at.variant.members.items():
        if name not in whole and len(whole) <= at.demanded:
            whole[name] = _made(shape, at)
    for extra in at.variant.extras:
        number = 0
        while len(whole) <= at.demanded and number <= MOST_PARTS:
            name = extra.name(at.chooser) if number < 8 else f"extra{number}"
            number += 1
            if name not in whole and extra.fits(name):
                whole[name] = _made(extra.shape, at)
    yield Fault("one-over", whole)


def too_few_items(value: Any, at: At) -> Iterator[Fault]:
    """One item under, and none at all."""
    if isinstance(value, list):
        yield Fault("one-under", value[: max(0, ceil(at.demanded) - 1)])
        yield Fault("empty", [])


def too_many_items(value: Any, at: At) -> Iterator[Fault]:
    """One item over."""
    if (
        not isinstance(value, list)
        or not isinstance(at.variant, Arrays)
        or at.demanded > MOST_PARTS
    ):
        return
    whole = list(value)
    while len(whole) <= at.demanded:
        shape = at.variant.shape(len(whole))
        # What fills an array up shows only that it is full: the smallest will do.
        is_one_of_many = not at.variant.unique
        whole.append(None if shape is None else _made(shape, at, is_smallest=is_one_of_many))
    yield Fault("one-over", whole)


def repeated(value: Any, at: At) -> Iterator[Fault]:
    """An item that is there already."""
    if not isinstance(value, list) or not isinstance(at.variant, Arrays):
        return
    items = list(value)
    if not items and (shape := at.variant.shape(0)) is not None:
        items = [_made(shape, at)]
    yield Fault("repeated", [*items, *items[:1]])
    yield Fault("repeated", [*items[:-1], *items[:1]])


def forbidden_items(value: Any, at: At) -> Iterator[Fault]:
    """An item where none may be."""
    if isinstance(value, list):
        whole = list(value)
        if isinstance(at.variant, Arrays):
            whole += (_made(shape, at) for shape in at.variant.prefix[len(whole) :])
        for name, item in (("null", None), ("text", ""), ("number", 0), ("boolean", True)):
            yield Fault(f"more-{name}", [*whole, item])
        yield Fault("repeated", [*whole, *whole[-1:]])


def forbidden_item(value: Any, at: At) -> Iterator[Fault]:
    """The item that a `false` stands for."""
    if isinstance(value, list):
        for item in (None, 0, ""):
            yield Fault("present", [*value, *[item] * (at.demanded + 1 - len(value))])


def contained_too_few(value: Any, at: At) -> Iterator[Fault]:
    """No item of the kind that there must be, or one too few."""
    if isinstance(value, list):
        least = ceil(at.place.schema.get("minContains", 1))
        for other in _OTHERS:
            for start in (0, least - 1):
                yield Fault("none-of-it", [*value[:start], *[other] * (len(value) - start)])
        yield Fault("one-under", value[: max(0, least - 1)])
        yield Fault("empty", [])


def contained_too_many(value: Any, at: At) -> Iterator[Fault]:
    """One item more of the kind that there may be so many of."""
    shape = at.shape(at.place.child("contains"))
    if isinstance(value, list) and shape is not None:
        count = min(MOST_PARTS, int(at.place.schema["maxContains"]) + 1)
        yield Fault("one-over", [*value, *(_made(shape, at) for _ in range(count))])


def _made(shape: Shape, at: At, *, is_smallest: bool = False) -> Any:
    chooser = Smallest() if is_smallest else at.chooser
    try:
        return shape.make(chooser, max(at.room - 1, shape.height))
    except Rejected:
        return None
