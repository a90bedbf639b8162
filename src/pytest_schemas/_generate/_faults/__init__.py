"""Faults that programs make: what takes the place of a right value so that it breaks a keyword.

Whether a fault breaks that keyword alone depends on what else looks at the value, so these are
proposals; `_misses` keeps those that do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from sys import float_info
from types import MappingProxyType
from typing import Any

from pytest_schemas._generate._faults._at import At, Fault
from pytest_schemas._generate._faults._containers import (
    MOST_PARTS,
    contained_too_few,
    contained_too_many,
    forbidden_item,
    forbidden_items,
    forbidden_member,
    forbidden_names,
    missing,
    missing_dependent,
    repeated,
    too_few_items,
    too_few_members,
    too_many_items,
    too_many_members,
    unknown_members,
    wrong_names,
)
from pytest_schemas._generate._faults._numbers import above, below, no_multiple
from pytest_schemas._generate._faults._texts import (
    LONGEST,
    malformed,
    too_long,
    too_short,
    unmatched,
)
from pytest_schemas._generate._faults._values import (
    any_values,
    no_branch,
    of_another_type,
    other_values,
    refused_values,
    two_branches,
)

_FAULTS: Mapping[str, Callable[[Any, At], Iterator[Fault]]] = MappingProxyType(
    {
        "additionalItems": forbidden_items,
        "additionalProperties": unknown_members,
        "anyOf": no_branch,
        "const": other_values,
        "contains": contained_too_few,
        "dependencies": missing_dependent,
        "dependentRequired": missing_dependent,
        "else": any_values,
        "enum": other_values,
        "exclusiveMaximum": above,
        "exclusiveMinimum": below,
        "format": malformed,
        "items": forbidden_items,
        "maxContains": contained_too_many,
        "maxItems": too_many_items,
        "maxLength": too_long,
        "maxProperties": too_many_members,
        "maximum": above,
        "minContains": contained_too_few,
        "minItems": too_few_items,
        "minLength": too_short,
        "minProperties": too_few_members,
        "minimum": below,
        "multipleOf": no_multiple,
        "not": refused_values,
        "oneOf": two_branches,
        "pattern": unmatched,
        "patternProperties": forbidden_names,
        "prefixItems": forbidden_item,
        "properties": forbidden_member,
        "propertyNames": wrong_names,
        "required": missing,
        "then": any_values,
        "type": of_another_type,
        "unevaluatedItems": forbidden_items,
        "unevaluatedProperties": unknown_members,
        "uniqueItems": repeated,
    }
)


def faults(value: Any, at: At) -> Iterator[Fault]:
    """The faults that a right value can be given to break one keyword, each with its name.

    The value is not changed. The likeliest come first, and the simplest before others.
    """
    propose = _FAULTS.get(at.keyword)
    for fault in propose(value, at) if propose else ():
        # Twice a great number may be one that no JSON number is read as.
        if not isinstance(fault.value, (int, float)) or abs(fault.value) <= float_info.max:
            yield fault


__all__ = ["LONGEST", "MOST_PARTS", "At", "Fault", "faults"]
