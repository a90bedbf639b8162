"""The errors that are somebody's mistake, as opposed to a document that breaks its contract."""

from __future__ import annotations


class ContractError(Exception):
    """A contract cannot be used as asked: an unknown name, rule or clause, a file that is not there.

    The text says what was asked for, what there is instead, and what to do.
    """

    __module__ = "pytest_schemas"


class SchemaError(ContractError):
    """A schema cannot be used: it is not JSON, not a schema, or it refers to what cannot be had.

    The text names the file or URI, the JSON Pointer of the keyword, and the reason.
    """

    __module__ = "pytest_schemas"
