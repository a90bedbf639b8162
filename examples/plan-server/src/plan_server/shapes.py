"""The shapes of plans and of answers, as their JSON schemas have them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.exceptions import best_match
from jsonschema.validators import extend


class RefusedError(ValueError):
    """A plan, an answer or an edit that this server does not take."""


def _pattern(validator: Any, pattern: str, value: object, _: object) -> Iterator[ValidationError]:
    # In JSON Schema, $ is the very end. In Python it is also what stands before a last newline.
    if validator.is_type(value, "string") and not re.search(pattern.replace("$", r"\Z"), value):
        yield ValidationError(f"{value!r} does not match {pattern!r}")


_Validator = extend(Draft202012Validator, {"pattern": _pattern})


def _schema(name: str) -> Any:
    file = resources.files("plan_server") / "schemas" / name
    return json.loads(file.read_text("utf-8"))


_PLAN = _schema("plan.schema.json")
_ITEM = _PLAN["$defs"]["item"]["properties"]
_FILE = _PLAN["$defs"]["file"]["properties"]

plan = _Validator(_PLAN)
answer = _Validator(_schema("plan-edit.schema.json"))
fields = {"title": _Validator(_ITEM["title"]), "intent": _Validator(_ITEM["intent"])}
path = _Validator(_FILE["path"])


def check(shape: Any, value: object) -> None:
    """Look whether a value has a shape.

    Raises:
        RefusedError: it has not.
    """
    error = best_match(shape.iter_errors(value))
    if error is not None:
        raise RefusedError(f"{error.json_path}: {error.message}")
