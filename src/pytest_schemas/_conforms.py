"""A value that equals what conforms to a contract, and why another value does not equal it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from pytest_schemas._contract import Contract
from pytest_schemas._document import Path, pointer
from pytest_schemas._errors import ContractViolation
from pytest_schemas._library import Asked, contract
from pytest_schemas._show import show
from pytest_schemas._violations import broken


class conforms:  # noqa: N801 - reads as a word in an expectation, as pytest.approx does
    """Equals every document that keeps a contract.

    ``assert reply == {"status": 200, "event": conforms("feedback")}``

    pytest explains a comparison that fails, on either side of `==` and `!=`, inside dicts, lists,
    tuples, dataclasses and attrs classes. It cannot explain `in`, nor a comparison that was made
    before the `assert`.

    Args:
        asked: what `pytest_schemas.contract` can be asked for.
        context: what the document is judged against, such as `plan=` or `direction=`.
    """

    __module__ = "pytest_schemas"
    __hash__ = None  # type: ignore[assignment]  # it equals many values, which no hash can match

    def __init__(self, asked: Asked, **context: object) -> None:
        self.contract: Contract = contract(asked)
        self.context = context

    def __eq__(self, other: object) -> bool:
        return self.contract.is_valid(other, **self.context)

    def __repr__(self) -> str:
        context = "".join(f", {name}={show(value)}" for name, value in self.context.items())
        return f"conforms({self.contract.name!r}{context})"


def explanation(operator: str, left: object, right: object) -> list[str] | None:
    """What pytest says of a failed comparison; None where no `conforms` stands in it.

    The verdict is in the first line, since pytest may cut the rest.
    """
    if not (_expects(left) or _expects(right)):
        return None
    # The side with the expectation; on both sides the right one, as people write it.
    expected, value = (right, left) if _expects(right) else (left, right)
    if operator == "!=":
        return _match(expected)
    return list(_mismatch(value, expected))


def _match(expected: object) -> list[str]:
    places = [f"at {_at(path)}, it conforms" for path, _ in _conditions(expected, ())]
    first = next(matcher for _, matcher in _conditions(expected, ()))
    return [f"value != {first!r}: {places[0]}", *places[1:]]


def _mismatch(value: object, expected: object) -> Iterator[str]:
    first = next(matcher for _, matcher in _conditions(expected, ()))
    verdict, *rest = _differences(value, expected, ())
    yield f"value == {first!r}: {verdict[0]}"
    yield from verdict[1:]
    for each in rest:
        yield from each


def _expects(value: object) -> bool:
    return next(_conditions(value, ()), None) is not None


def _conditions(value: object, path: Path) -> Iterator[tuple[Path, conforms]]:
    if isinstance(value, conforms):
        yield path, value
    else:
        for step, each in _parts(value).items():
            yield from _conditions(each, (*path, step))


def _parts(value: object) -> dict[str | int, object]:
    """The parts of a value that equality looks at, by name or by index."""
    if isinstance(value, Mapping):
        return {
            name if isinstance(name, (str, int)) else repr(name): v for name, v in value.items()
        }
    if isinstance(value, (list, tuple)):
        return dict(enumerate(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.compare}
    attributes = getattr(type(value), "__attrs_attrs__", ())
    return {each.name: getattr(value, each.name) for each in attributes if each.eq}


def _differences(value: object, expected: object, path: Path) -> Iterator[list[str]]:
    """Each place where the two differ: a line with the verdict, then what explains it."""
    if isinstance(expected, conforms):
        yield from _refusals(value, expected, path)
        return
    if _equal(value, expected):
        return
    mine, theirs = _parts(value), _parts(expected)
    if not theirs or type(value) is not type(expected):
        yield [f"at {_at(path)}, {show(value)} is not {_shown(expected)}"]
        return
    for step in [*theirs, *(each for each in mine if each not in theirs)]:
        if step not in mine:
            yield [f"at {_at((*path, step))}, nothing is there, expected {_shown(theirs[step])}"]
        elif step not in theirs:
            yield [f"at {_at((*path, step))}, {show(mine[step])} is too much"]
        else:
            yield from _differences(mine[step], theirs[step], (*path, step))


def _equal(value: object, expected: object) -> bool:
    return bool(value == expected)


def _refusals(value: object, expected: conforms, path: Path) -> Iterator[list[str]]:
    try:
        expected.contract.assert_valid(value, **expected.context)
    except ContractViolation as refused:
        leaves = list(broken(refused.violations))
        yield [f"at {_at(path)}, {leaves[0].clause}", *str(refused).splitlines()]


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, conforms) else show(value)


def _at(path: Path) -> str:
    return pointer(path) or "the root"


__all__: Sequence[str] = ["conforms", "explanation"]
