"""A value that equals what conforms to a contract, and why another value does not equal it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import chain

from pytest_schemas._contract import Contract
from pytest_schemas._document import MAX_NESTING, Path, faults, pointer
from pytest_schemas._library import Asked, contract
from pytest_schemas._show import LIMIT, printable, show
from pytest_schemas._violations import ContractViolation, broken

_MOST_PARTS = 10_000


class conforms:  # noqa: N801 - reads as a word in an expectation, as pytest.approx does
    """Equals every document that keeps a contract.

    ``assert reply == {"status": 200, "event": conforms("feedback")}``

    pytest explains a comparison that fails, on either side of `==` and `!=`, inside dicts, lists,
    tuples, dataclasses and attrs classes. It cannot explain `in`, nor a comparison that was made
    before the `assert`.

    Args:
        asked: what `pytest_schemas.contract` can be asked for.
        context: what the document is judged against, such as `plan=` or `direction=`.

    Raises:
        ContractError: as `pytest_schemas.contract` does.
    """

    __module__ = "pytest_schemas"
    __hash__ = None  # type: ignore[assignment]  # it equals many values, which no hash can match

    def __init__(self, asked: Asked, **context: object) -> None:
        self.contract: Contract = contract(asked)
        self.contract.check_context(context)
        self.context = context

    def __eq__(self, other: object) -> bool:
        return self.contract.is_valid(other, **self.context)

    def __repr__(self) -> str:
        context = "".join(f", {name}={show(value)}" for name, value in self.context.items())
        return f"conforms({self.contract.name!r}{context})"


@dataclasses.dataclass(frozen=True)
class _Difference:
    """One place where a value is not what is expected."""

    verdict: str
    matcher: conforms | None = None
    reason: str = ""


def explanation(operator: str, left: object, right: object) -> list[str] | None:
    """What pytest says of a failed comparison; None where that is left to pytest.

    The verdict is in the first line, since pytest may cut the rest.
    """
    expectations = [*_expectations(left), *_expectations(right)]
    if not expectations or _equal(left, right) is not (operator == "!="):
        return None
    if operator == "!=":
        places = [f"at {_at(path)}, it conforms" for path, _ in expectations]
        return [f"value != {expectations[0][1]!r}: {places[0]}", *places[1:]]
    # The side with the expectation; where both have one, the right side, as people write it.
    value, expected = (left, right) if any(_expectations(right)) else (right, left)
    found = sorted(_differences(value, expected, ()), key=lambda each: each.matcher is None)
    if not found:
        return None
    first = found[0]
    head = repr(first.matcher) if first.matcher else "expected"
    verdicts = [f"value == {head}: {first.verdict}", *(each.verdict for each in found[1:])]
    return [*verdicts, *chain.from_iterable(each.reason.splitlines() for each in found)]


def _expectations(value: object) -> Iterator[tuple[Path, conforms]]:
    """Every `conforms` in a value. It may be anything that a test compares, so care is taken."""
    left: list[tuple[Path, object]] = [((), value)]
    seen: set[int] = set()
    while left:
        path, here = left.pop()
        if isinstance(here, conforms):
            yield path, here
        elif id(here) not in seen and len(path) < MAX_NESTING and not _is_huge(here):
            seen.add(id(here))
            parts = _parts(here)
            left += reversed([((*path, step), each) for step, each in parts.items()])


def _is_huge(value: object) -> bool:
    """Whether a value has more parts than anybody writes expectations in."""
    try:
        return isinstance(value, (Mapping, list, tuple)) and len(value) > _MOST_PARTS
    except Exception:  # the value's own code may raise whatever it likes
        return True


def _parts(value: object) -> dict[str | int, object]:
    """The parts of a value that equality looks at, by name or by index."""
    try:
        if isinstance(value, Mapping):
            return {name if isinstance(name, int) else str(name): value[name] for name in value}
        if isinstance(value, (list, tuple)):
            return dict(enumerate(value))
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [field.name for field in dataclasses.fields(value) if field.compare]
        else:
            names = [each.name for each in getattr(type(value), "__attrs_attrs__", ()) if each.eq]
        return {name: getattr(value, name) for name in names if hasattr(value, name)}
    except Exception:  # likewise
        return {}


def _equal(value: object, expected: object) -> bool | None:
    """Whether two values are equal, as containers ask it; None where they cannot be compared."""
    try:
        return value is expected or bool(value == expected)
    except Exception:  # likewise
        return None


def _differences(left: object, right: object, path: Path) -> Iterator[_Difference]:
    if isinstance(left, conforms) or isinstance(right, conforms):
        matcher, value = (right, left) if isinstance(right, conforms) else (left, right)
        if isinstance(matcher, conforms):
            yield from _refusals(value, matcher, path)
        return
    if _equal(left, right) is not False:
        return
    mine, theirs = _parts(left), _parts(right)
    if len(path) >= MAX_NESTING or not _alike(left, right) or not (mine or theirs):
        yield _Difference(f"at {_at(path)}, {_shown(left)} is not {_shown(right)}")
        return
    for step in [*mine, *(each for each in theirs if each not in mine)]:
        at = f"at {_at((*path, step))}"
        if step in mine and step in theirs:
            yield from _differences(mine[step], theirs[step], (*path, step))
        elif step in theirs:
            yield _Difference(f"{at}, nothing is there, expected {_shown(theirs[step])}")
        else:
            yield _Difference(f"{at}, {_shown(mine[step])} is too much")


def _alike(left: object, right: object) -> bool:
    """Whether two values are of kinds that can be equal by their parts."""
    kinds = (Mapping, list, tuple)
    if any(isinstance(left, kind) and isinstance(right, kind) for kind in kinds):
        return True
    return type(left) is type(right) and bool(_parts(left))


def _refusals(value: object, matcher: conforms, path: Path) -> Iterator[_Difference]:
    try:
        matcher.contract.assert_valid(value, **matcher.context)
    except ContractViolation as refused:
        first = next(broken(refused.violations))
        yield _Difference(f"at {_at(path)}, {first.clause}", matcher, str(refused))


def _shown(value: object) -> str:
    """A value as JSON where it is JSON, else as Python shows it."""
    if isinstance(value, float) or not faults(value):
        return show(value)
    try:
        text = printable(repr(value))
    except Exception:  # likewise
        return f"a Python {type(value).__name__}"
    return text if len(text) <= LIMIT else f"{text[:LIMIT]}..."


def _at(path: Path) -> str:
    return printable(pointer(path)) or "the root"
