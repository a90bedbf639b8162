"""What a fault is made for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._shape import Shape, Variant
from pytest_schemas._schema import Place


class Fault(NamedTuple):
    """A wrong value, and what was done to the right one."""

    name: str
    value: Any


@dataclass(frozen=True)
class At:
    """A keyword that looks at a value."""

    place: Place
    keyword: str
    #: what the keyword says, or one name of it where it says several
    demanded: Any
    #: what made the right value
    variant: Variant
    chooser: Chooser
    #: how much more a part of the value may be nested
    room: float
    #: what makes the values of a subschema of the place, if anything does
    shape: Callable[[Place], Shape | None]
