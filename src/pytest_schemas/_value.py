"""The check that a Python value is a JSON value, and the facts of a value as a whole."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import isfinite
from typing import Any, Final

from pytest_schemas._fault import (
    Fault,
    Path,
    cut,
    nesting_reason,
    pointer,
    quoted,
    surrogate_reason,
    too_large_reason,
)

MAX_NESTING: Final = 100  # containers within containers


# The smallest integer whose nearest double is infinite: half a step above the largest double.
_TOO_LARGE: Final = 2**1024 - 2**970
_MAX_PORTABLE: Final = 2**53 - 1

# Different on every run, so it has no place in a message.
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")

_Container = dict[str, Any] | list[Any]

# What to do with values of types that JSON does not have, by the name of the type or of a base.
_ADVICE: Final = {
    "tuple": "use a list",
    "set": "use a list",
    "frozenset": "use a list",
    "range": "use a list",
    "generator": "use a list",
    "ndarray": "use its tolist()",
    "generic": "use its item()",
    "bytes": "decode it to a str",
    "bytearray": "decode it to a str",
    "date": "use its isoformat()",
    "time": "use its isoformat()",
    "Decimal": "use a float, or a str",
    "UUID": "use its str()",
    "PurePath": "use its str()",
    "Enum": "use its value",
    "BaseModel": "use its model_dump(mode='json')",
}


def faults(value: object, *, max_nesting: int = MAX_NESTING) -> list[Fault]:
    """Every reason why a Python value is no JSON document, in document order.

    JSON values are `dict` with names that are `str`, `list`, `str`, `int`, `float`, `bool` and
    `None`, and their subclasses. What stands under a name that JSON cannot have, or deeper than
    *max_nesting*, is not looked at.
    """
    return [] if _is_plain(value, max_nesting) else list(_faults(value, max_nesting))


def fresh(value: Any) -> Any:
    """An equal value that shares no array and no object with another, nor within itself."""
    if isinstance(value, dict):
        return {name: fresh(each) for name, each in value.items()}
    if isinstance(value, list):
        return [fresh(each) for each in value]
    return value


def depth(value: object) -> int:
    """How deeply the containers of a JSON value are nested; 0 for a scalar.

    Raises:
        ValueError: the value contains itself.
    """
    levels = 0
    seen: set[int] = set()
    level = _containers([value])
    while level:
        levels += 1
        seen.update(level)
        if levels > len(seen):
            raise ValueError("The value contains itself, so its depth has no end.")
        level = _containers(chain.from_iterable(map(_members, level.values())))
    return levels


def portable_integers(value: object, *, max_nesting: int = MAX_NESTING) -> list[Path]:
    """The paths of integers outside ±(2^53 - 1), in document order (RFC 7493 section 2.2)."""
    return [
        path
        for path, node, _ in _nodes(value, max_nesting)
        if issubclass(type(node), int) and not -_MAX_PORTABLE <= node <= _MAX_PORTABLE
    ]


def _members(container: _Container) -> Iterable[Any]:
    return container.values() if isinstance(container, dict) else container


def _containers(values: Iterable[Any]) -> dict[int, _Container]:
    """The containers among values by identity, so that one that is shared counts once."""
    return {id(value): value for value in values if _is_container(value)}


def _is_container(value: object) -> bool:
    # By type, because an object may claim any other class in `__class__`.
    return issubclass(type(value), (dict, list))


def _is_plain(value: object, max_nesting: int) -> bool:
    """Whether a value is certainly a JSON value; False says only that it needs a closer look.

    Made for speed, because most values that are judged have no fault: level by level, without
    paths, and what is shared within a level once. A value that contains itself has no last level.
    """
    level: dict[int, Any] = {0: [value]}
    for _ in range(max_nesting + 1):
        below: dict[int, Any] = {}
        for container in level.values():
            items = container
            if type(container) is dict:
                if not _are_names(container):
                    return False
                items = container.values()
            for item in items:
                kind = type(item)
                if kind is str:
                    if not (item.isascii() or _is_writable(item)):
                        return False
                elif kind is dict or kind is list:
                    below[id(item)] = item
                elif kind is int:
                    if not -_TOO_LARGE < item < _TOO_LARGE:
                        return False
                elif kind is float:
                    if not isfinite(item):
                        return False
                elif item is not None and kind is not bool:
                    return False
        if not below:
            return True
        level = below
    return False


def _are_names(names: Iterable[Any]) -> bool:
    try:
        joined = "".join(names)
    except TypeError:
        return False
    return joined.isascii() or _is_writable(joined)


def _is_writable(text: str) -> bool:
    return _lone_surrogate(text) is None


def _lone_surrogate(text: str) -> int | None:
    """The first surrogate of a text; in Python text every surrogate is unpaired."""
    try:
        str.encode(text)
    except UnicodeEncodeError as error:
        return ord(text[error.start])
    return None


def _nodes(root: object, max_nesting: int) -> Iterator[tuple[Path, Any, Path | None]]:
    """All values in a value, in document order.

    Each comes with its path, and with the path of itself further up where it contains itself.
    """
    holders: dict[int, Path] = {}
    rows: list[Iterator[tuple[Path, Any]]] = [iter([((), root)])]
    while rows:
        for path, node in rows[-1]:
            first = holders.get(id(node))
            yield path, node, first
            if first is None and len(path) < max_nesting and _is_container(node):
                holders[id(node)] = path
                rows.append(_row(path, node))
                break
        else:
            rows.pop()
            if holders:
                holders.popitem()


def _row(path: Path, container: _Container) -> Iterator[tuple[Path, Any]]:
    if isinstance(container, list):
        return (((*path, index), item) for index, item in enumerate(container))
    return (
        ((*path, name), member)
        for name, member in container.items()
        if issubclass(type(name), str) and _is_writable(name)
    )


def _faults(value: object, max_nesting: int) -> Iterator[Fault]:
    for path, node, first in _nodes(value, max_nesting):
        if first is not None:
            place = json.dumps(pointer(first)) if first else "the root"
            yield Fault("json/value", f"a value that contains itself: it is {place} again", path)
        elif not _is_container(node):
            yield from _scalar_faults(node, path)
        elif len(path) >= max_nesting:
            yield Fault("json/nesting", nesting_reason(max_nesting), path)
        elif isinstance(node, dict):
            yield from _name_faults(node, path)


def _name_faults(names: Iterable[Any], path: Path) -> Iterator[Fault]:
    for name in names:
        if not issubclass(type(name), str):
            kind = cut(type(name).__name__)
            yield Fault("json/value", f"a name of type {kind}, {_shown(name)}: use a str", path)
        elif (unit := _lone_surrogate(name)) is not None:
            reason = f"{surrogate_reason(unit)}, in the name {quoted(name)}"
            yield Fault("json/lone-surrogate", reason, path)


def _scalar_faults(value: Any, path: Path) -> Iterator[Fault]:
    kind = type(value)
    if issubclass(kind, str):
        if (unit := _lone_surrogate(value)) is not None:
            yield Fault("json/lone-surrogate", surrogate_reason(unit), path)
    elif issubclass(kind, int):
        if not -_TOO_LARGE < value < _TOO_LARGE:
            number = f"an integer of {value.bit_length()} bits"
            yield Fault("json/non-finite", too_large_reason(number), path)
    elif issubclass(kind, float):
        if not isfinite(value):
            reason = f"the float {float.__repr__(value)}, which is no JSON number"
            yield Fault("json/non-finite", reason, path)
    elif value is not None:
        reason = f"a value of type {cut(kind.__name__)}, {_shown(value)}: {_advice(kind)}"
        yield Fault("json/value", reason, path)


def _advice(kind: type) -> str:
    if hasattr(kind, "__dataclass_fields__"):
        return "use dataclasses.asdict()"
    if issubclass(kind, Mapping):
        return "use a dict"
    bases = (base.__name__ for base in kind.__mro__)
    return next((_ADVICE[base] for base in bases if base in _ADVICE), "JSON has no such value")


def _shown(value: object) -> str:
    try:
        return cut(_ADDRESS.sub("", ascii(value)))
    except Exception:  # whatever a foreign __repr__ may raise
        return "repr() fails"
