"""The errors that are somebody's mistake, as opposed to a document that breaks its contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_schemas._violations import Violation


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
    """Documents exist, but cannot be made without trying hopelessly often."""

    __module__ = "pytest_schemas"


class UnassertedFormat(UserWarning):
    """A schema asks for a format that nothing here can check, so it is not asserted.

    The text names the format and its place. Where a library is missing, it says which extra
    brings it.
    """

    __module__ = "pytest_schemas"


class ContractViolation(AssertionError):  # noqa: N818 - a failed assertion, named for what it found
    """A document breaks its contract.

    The first line of the text is a sentence that names the contract, the clause and the place.
    """

    __module__ = "pytest_schemas"

    def __init__(self, message: str, violations: Sequence[Violation] = ()) -> None:
        super().__init__(message)
        #: What is broken, ordered by instance location; all of one level.
        self.violations = list(violations)

    def __reduce__(self) -> tuple[type[ContractViolation], tuple[str, list[Violation]]]:
        return type(self), (str(self), self.violations)
