"""What breaks one rule of a contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_schemas._generate._faults import Fault

#: Gets the object that the rule is about, in a valid document, and the context of this document.
#: Proposes what to put in its place; the object itself stays as it is.
Spoil = Callable[[Any, Mapping[str, Any]], Iterator[Fault]]


@dataclass(frozen=True)
class Spoiler:
    """How one rule is broken, and nothing else."""

    spoil: Spoil
    #: the alternatives of which the object takes one
    takes: tuple[str, ...] = ()
    #: how many steps above the value that takes it the object is; an object that has a member, or
    #: has it not, takes that alternative itself
    above: int = 1
    #: whether the object is the whole document, wherever the alternative is taken
    is_whole: bool = False
    #: the rules that cannot be kept beside this one, once it is broken
    also: tuple[str, ...] = ()
    #: what the context must have: a name, and its values where only some will do
    needs: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: what may take the place of the object as well, and only just keeps the rule
    keep: Spoil | None = None

    def applies(self, context: Mapping[str, object]) -> bool:
        """Whether the rule is judged in a context."""
        return all(
            name in context and (not values or context[name] in values)
            for name, values in self.needs
        )


def without(holder: Mapping[str, Any], *members: str) -> dict[str, Any]:
    """An object without some of its members."""
    return {name: holder[name] for name in holder if name not in members}


def dropping(member: str) -> Spoil:
    """Drop a member."""

    def spoil(holder: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        yield Fault("missing", without(holder, member))

    return spoil


def setting(member: str, **values: Any) -> Spoil:
    """Give a member other values, by what is wrong with them."""

    def spoil(holder: Any, _: Mapping[str, Any]) -> Iterator[Fault]:
        for name, value in values.items():
            yield Fault(name.replace("_", "-"), {**holder, member: value})

    return spoil
