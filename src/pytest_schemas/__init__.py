"""Test the JSON contracts between programs.

All public names are here. Each is imported when it is first used, so that a test suite which does
not use them does not wait for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pytest_schemas._clauses import Clause
    from pytest_schemas._conforms import conforms
    from pytest_schemas._contract import Contract
    from pytest_schemas._copies import NotExactCopy
    from pytest_schemas._errors import (
        ContractError,
        SchemaError,
        UnassertedFormat,
        Ungeneratable,
        Unsatisfiable,
    )
    from pytest_schemas._exercise._consumes import consumes
    from pytest_schemas._exercise._http import Service, ServiceError, http_producer
    from pytest_schemas._exercise._produces import produces
    from pytest_schemas._exercise._program import Program, ProgramError, json_command
    from pytest_schemas._library import assert_exact_copies, contract, documents
    from pytest_schemas._rules import Rule
    from pytest_schemas._vector import NearMiss, Vector
    from pytest_schemas._violations import ContractViolation, Violation

__all__ = [
    "Clause",
    "Contract",
    "ContractError",
    "ContractViolation",
    "NearMiss",
    "NotExactCopy",
    "Program",
    "ProgramError",
    "Rule",
    "SchemaError",
    "Service",
    "ServiceError",
    "UnassertedFormat",
    "Ungeneratable",
    "Unsatisfiable",
    "Vector",
    "Violation",
    "assert_exact_copies",
    "conforms",
    "consumes",
    "contract",
    "documents",
    "http_producer",
    "json_command",
    "produces",
]

_ROOMS = {
    "Clause": "_clauses",
    "Contract": "_contract",
    "ContractError": "_errors",
    "ContractViolation": "_violations",
    "NearMiss": "_vector",
    "NotExactCopy": "_copies",
    "Program": "_exercise._program",
    "ProgramError": "_exercise._program",
    "Rule": "_rules",
    "SchemaError": "_errors",
    "Service": "_exercise._http",
    "ServiceError": "_exercise._http",
    "UnassertedFormat": "_errors",
    "Ungeneratable": "_errors",
    "Unsatisfiable": "_errors",
    "Vector": "_vector",
    "Violation": "_violations",
    "assert_exact_copies": "_library",
    "conforms": "_conforms",
    "consumes": "_exercise._consumes",
    "contract": "_library",
    "documents": "_library",
    "http_producer": "_exercise._http",
    "json_command": "_exercise._program",
    "produces": "_exercise._produces",
}


@dataclass(frozen=True)
class _Session:
    """What a pytest run says of contracts; outside one, the current folder and nothing else."""

    root: Path
    base: Path
    contracts: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    verbosity: int = 0


#: The pytest runs that are going on, the innermost last: they nest under pytester. It stands here
#: because the plugin fills it in every run, and must not import a room for that.
_sessions: list[_Session] = []


def __getattr__(name: str) -> Any:
    room = _ROOMS.get(name)
    if room is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{room}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
