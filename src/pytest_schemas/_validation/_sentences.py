"""What a broken demand asks for and what was found instead, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pytest_schemas._equality import canonical
from pytest_schemas._nearest import nearest
from pytest_schemas._show import counted, listed, printable, show
from pytest_schemas._validation._walk import Failure

#: Longer patterns are cut: the clause says where the whole one stands.
_LONG_PATTERN = 120


def sentence(failure: Failure) -> str:
    """The sentence about one failure, without the place and without a full stop."""
    if failure.is_refusal:
        return _not_allowed(failure)
    text = _SENTENCES[failure.keyword](failure)
    of_a_name = isinstance(failure.found, str) and failure.member == failure.found
    return f"a name is refused: {text}" if of_a_name else text


def common_demand(instance: Any, branches: Sequence[Sequence[Failure]]) -> str:
    """What every branch asks for, where each is refused for the same simple reason; else ""."""
    roots = [[each for each in branch if not each.instance] for branch in branches]
    wrong_types = [
        name
        for branch in roots
        for each in branch
        if each.keyword == "type"
        for name in _names(each.demanded)
    ]
    if wrong_types and all(any(each.keyword == "type" for each in branch) for branch in roots):
        return f"expected {_either(wrong_types)}, found {_found(instance)}"
    names = [_only_missing(branch) for branch in branches]
    if all(names):
        return f"one of {listed(names)} is needed{_misspelt(instance, names)}"
    return ""


def _only_missing(branch: Sequence[Failure]) -> str:
    """The one member that a branch misses, where nothing but its name is wrong; else ""."""
    # What is missing further down is not what the branches ask of this value.
    here = [each for each in branch if each.keyword == "required" and not each.instance]
    missing = [each.member or "" for each in here]
    other = [each for each in branch if each not in here and not _is_too_much(each)]
    return missing[0] if len(missing) == 1 and not other else ""


def _is_too_much(failure: Failure) -> bool:
    return failure.is_refusal and failure.member is not None and not failure.instance


def _misspelt(instance: Any, missing: Sequence[str]) -> str:
    """A hint at members that look like the missing ones, where there are any."""
    for name in instance:
        close = nearest(name, missing)
        if close:
            return f"; {show(name)} was found: did you mean {show(close)}?"
    return ""


def _names(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _either(names: Sequence[str]) -> str:
    return " or ".join(dict.fromkeys(names))


def json_type(value: Any) -> str:
    """The type of a JSON value; integers and other numbers are both numbers."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {int: "number", float: "number", str: "string", list: "array", dict: "object"}
    return next(name for kind, name in names.items() if isinstance(value, kind))


def _found(value: Any) -> str:
    """A value with its type, where the value alone does not show it."""
    if value is None:
        return "null"
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    kind = "integer" if is_integer else json_type(value)
    article = "an" if kind[0] in "aio" else "a"
    return f"{show(value)} ({article} {kind})"


def _type(failure: Failure) -> str:
    text = f"expected {_either(_names(failure.demanded))}, found {_found(failure.found)}"
    if isinstance(failure.found, bool) and {"integer", "number"} & set(_names(failure.demanded)):
        text += "; in JSON a boolean is not a number"
    return text


def _const(failure: Failure) -> str:
    trap = _number_trap(failure.found, [failure.demanded])
    return f"expected {show(failure.demanded)}, found {show(failure.found)}{trap}"


def _number_trap(found: Any, choices: Sequence[Any]) -> str:
    """A word on the values that look equal and are of different types."""
    if isinstance(found, bool):
        return " (a boolean)"
    types = {json_type(each) for each in choices}
    return " (a string)" if isinstance(found, str) and types == {"number"} else ""


def _enum(failure: Failure) -> str:
    choices, found = failure.demanded, failure.found
    if not choices:
        return f"the enum has no values, so nothing fits, found {show(found)}"
    wanted = show(choices[0]) if len(choices) == 1 else f"one of {listed(choices)}"
    text = f"expected {wanted}, found {show(found)}{_number_trap(found, choices)}"
    close = isinstance(found, str) and nearest(found, [e for e in choices if isinstance(e, str)])
    return f"{text}; did you mean {show(close)}?" if close else text


def _required(failure: Failure) -> str:
    name = failure.member or ""
    known = failure.place.schema.get("properties", {})
    others = [each for each in failure.found if each not in known]
    close = nearest(name, others)
    hint = f"; {show(close)} was found: is it misspelt?" if close else ""
    if failure.keyword == "required":
        return f"{show(name)} is missing{hint}"
    return f"{show(name)} is missing, which {show(failure.steps[1])} depends on{hint}"


def _not_allowed(failure: Failure) -> str:
    if failure.member is None:
        return f"nothing is allowed here, found {show(failure.found)}"
    above = failure.place.document.place(failure.place.pointer.rpartition("/")[0]).schema
    known = above.get("properties", {}) if isinstance(above, dict) else {}
    close = nearest(failure.member, [each for each in known if each not in failure.found])
    hint = f"; did you mean {show(close)}?" if close else ""
    return f"{show(failure.member)} is not allowed{hint}"


def _pattern(failure: Failure) -> str:
    pattern = failure.demanded
    shown = pattern if len(pattern) <= _LONG_PATTERN else f"{pattern[:_LONG_PATTERN]}..."
    text = f"expected a match of the pattern {printable(shown)}, found {show(failure.found)}"
    return f"{text}; {failure.note}" if failure.note else text


def _format(failure: Failure) -> str:
    return f"expected the format {failure.demanded}, found {show(failure.found)}"


def _bound(words: str) -> Callable[[Failure], str]:
    def say(failure: Failure) -> str:
        return f"expected {words} {show(failure.demanded)}, found {show(failure.found)}"

    return say


def _least(failure: Failure) -> str:
    strict = failure.place.schema.get("exclusiveMinimum") is True
    return _bound("more than" if strict else "at least")(failure)


def _most(failure: Failure) -> str:
    strict = failure.place.schema.get("exclusiveMaximum") is True
    return _bound("less than" if strict else "at most")(failure)


def _size(words: str, noun: str) -> Callable[[Failure], str]:
    def say(failure: Failure) -> str:
        bound = counted(failure.demanded, noun)
        return f"expected {words} {bound}, found {len(failure.found)}: {show(failure.found)}"

    return say


def _unique(failure: Failure) -> str:
    seen: dict[Hashable, int] = {}
    for index, item in enumerate(failure.found):
        first = seen.setdefault(canonical(item), index)
        if first != index:
            return (
                f"expected items that differ from each other, found {show(item)} as item {first} "
                f"and as item {index}"
            )
    return "expected items that differ from each other"


def _contains(failure: Failure) -> str:
    least = failure.demanded if failure.keyword == "minContains" else 1
    wanted = f"at least {counted(least, 'item')} that the schema of contains accepts"
    return f"expected {wanted}, found {failure.note}"


def _contains_at_most(failure: Failure) -> str:
    wanted = f"at most {counted(failure.demanded, 'item')} that the schema of contains accepts"
    return f"expected {wanted}, found {failure.note}"


def _any_of(failure: Failure) -> str:
    if failure.note:
        return failure.note
    branch = failure.causes[0].via[0]
    count = len(failure.demanded)
    if count == 1:
        return f"the only branch of {failure.keyword} does not fit"
    return f"none of the {count} branches of {failure.keyword} fits, branch {branch} comes nearest"


def _one_of(failure: Failure) -> str:
    if failure.causes:
        return _any_of(failure)
    return f"expected exactly one branch of oneOf to fit, found that {failure.note} do"


def _not(failure: Failure) -> str:
    return f"expected what {show(failure.demanded)} refuses, found {show(failure.found)}"


_SENTENCES: Mapping[str, Callable[[Failure], str]] = MappingProxyType(
    {
        "anyOf": _any_of,
        "const": _const,
        "contains": _contains,
        "dependencies": _required,
        "dependentRequired": _required,
        "enum": _enum,
        "exclusiveMaximum": _bound("less than"),
        "exclusiveMinimum": _bound("more than"),
        "format": _format,
        "maxContains": _contains_at_most,
        "maxItems": _size("at most", "item"),
        "maxLength": _size("at most", "character"),
        "maxProperties": _size("at most", "property"),
        "maximum": _most,
        "minContains": _contains,
        "minItems": _size("at least", "item"),
        "minLength": _size("at least", "character"),
        "minProperties": _size("at least", "property"),
        "minimum": _least,
        "multipleOf": _bound("a multiple of"),
        "not": _not,
        "oneOf": _one_of,
        "pattern": _pattern,
        "required": _required,
        "type": _type,
        "uniqueItems": _unique,
    }
)
