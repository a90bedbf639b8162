"""The errors that are somebody's mistake, as opposed to a document that breaks its contract."""

from __future__ import annotations


class ContractError(Exception):
    """A contract cannot be used as asked: a name, rule or clause is unknown, a file is not there.

    The text says what was asked for, what there is instead, and what to do.
    """

    __module__ = "pytest_schemas"


class SchemaError(ContractError):
    """A schema cannot be used: it is not JSON, not a schema, or it refers to what cannot be had.

    The text names the file or URI, the JSON Pointer of the keyword, and the reason.
    """

    __module__ = "pytest_schemas"


class Unsatisfiable(ContractError):  # noqa: N818 - says what the contract is
    """No document keeps the contract; the text names the clauses that contradict each other."""

    __module__ = "pytest_schemas"


class Ungeneratable(ContractError):  # noqa: N818 - as above
    """No document was found: there may be some, but hardly any among all that were tried."""

    __module__ = "pytest_schemas"


class UnassertedFormat(UserWarning):
    """A schema asks for a format that nothing here can check, so it is not asserted.

    The text names the format and its place. Where a library is missing, it says which extra
    brings it.
    """

    __module__ = "pytest_schemas"
