"""Whether what a caller's strategy makes has ever fitted."""

from __future__ import annotations

from pytest_schemas._errors import ContractError

#: So many values in a row that do not fit are too many.
_MOST_REFUSED = 20


class Luck:
    """Tells a strategy that never fits from one that does at times.

    Hypothesis would say of both only that much is rejected.
    """

    def __init__(self) -> None:
        self._refused = 0
        self._has_fitted = False

    def fitted(self) -> None:
        self._has_fitted = True

    def refused(self, why: str) -> None:
        """Count a value that does not fit.

        Raises:
            ContractError: there were many, and none that fits.
        """
        self._refused += 1
        if self._refused >= _MOST_REFUSED and not self._has_fitted:
            raise ContractError(why)
