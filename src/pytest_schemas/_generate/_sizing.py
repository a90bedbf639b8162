"""How deep and how full documents are, so that those of recursive schemas stay small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pytest_schemas._generate._alphabet import Alphabet
from pytest_schemas._generate._checked import Checked
from pytest_schemas._generate._chooser import OnlyDrawn, Rejected, Trial
from pytest_schemas._generate._objects import Objects
from pytest_schemas._generate._shape import Shape

T = TypeVar("T")

#: So many documents are made to see how large they are.
_TRIALS = 30
#: So many choices make a large document, and so many more than Hypothesis allows for one.
_LARGE = 500
_TOO_LARGE = 2000
#: An optional member is there so many times less often, until documents are small enough.
_THINNER = (1, 2, 4, 8, 16)
#: A schema of so many shapes may be too large without being recursive.
_MANY = 300


def fit(root: Shape, room: float) -> float:
    """Thin out the objects below a shape until its documents are small; the room to make them in.

    What is not recursive stays as it is, unless it is very large.
    """
    shapes = list(_below(root))
    if len(shapes) < _MANY and not any(_is_recursive(each) for each in shapes):
        return room
    objects = [each for shape in shapes for each in _objects(shape)]
    for thinner in _THINNER:
        for each in objects:
            each.thin(thinner)
        if _is_small(root, room):
            return room
    least = root.height + 1
    while room > least and not _is_small(root, room):
        room -= 1
    return room


def _is_small(root: Shape, room: float) -> bool:
    total = 0
    for seed in range(_TRIALS):
        chooser = _Counted(seed)
        try:
            root.make(chooser, room)
        except OnlyDrawn:
            continue
        except Rejected:
            if chooser.count > _TOO_LARGE:
                return False
        total += chooser.count
    return total <= _LARGE * _TRIALS


def _objects(shape: Shape) -> list[Objects]:
    variants = [v.variant if isinstance(v, Checked) else v for v in shape.variants]
    return [each for each in variants if isinstance(each, Objects)]


def _is_recursive(shape: Shape) -> bool:
    return any(shape in _below(child) for v in shape.variants for child in v.children())


def _below(root: Shape) -> list[Shape]:
    """A shape, and all that its values are made of."""
    found, seen = [root], {id(root)}
    for shape in found:
        for variant in shape.variants:
            for child in variant.children():
                if id(child) not in seen:
                    seen.add(id(child))
                    found.append(child)
    return found


class _Counted(Trial):
    """Gives up where there are too many choices."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.count = 0

    def _spend(self, choices: int = 1) -> None:
        self.count += choices
        if self.count > _TOO_LARGE:
            raise Rejected

    def integer(self, low: int, high: int) -> int:
        self._spend()
        return super().integer(low, high)

    def flag(self, one_in: int) -> bool:
        self._spend()
        return super().flag(one_in)

    def pick(self, options: Sequence[T]) -> T:
        self._spend()
        return super().pick(options)

    def text(self, alphabet: Alphabet, low: int, high: int) -> str:
        text = super().text(alphabet, low, high)
        self._spend(len(text) + 1)
        return text

    def number(self, low: float | None, high: float | None) -> float:
        self._spend()
        return super().number(low, high)

    def json(self) -> object:
        self._spend()
        return super().json()
