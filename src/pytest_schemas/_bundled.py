"""The contract files that come with the package."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    if sys.version_info >= (3, 11):
        from importlib.resources.abc import Traversable
    else:
        from importlib.abc import Traversable

#: The bundled contracts, in the order in which they are listed to users.
BUNDLED = ("feedback", "plan", "plan-edit", "agent-result")

SUFFIX = ".schema.json"


def bundled_text(name: str) -> bytes:
    """The bytes of a bundled contract's schema file."""
    return _folder().joinpath(name + SUFFIX).read_bytes()


def _folder() -> Traversable:
    """The schema files inside the installed package, or the source tree's own.

    An editable install does not see the files that the build puts into the wheel.
    """
    inside = files("pytest_schemas").joinpath("schemas")
    return inside if inside.is_dir() else Path(__file__).parents[2] / "schemas"
