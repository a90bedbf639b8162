"""Whether what a caller asks for has ever fitted."""

from __future__ import annotations

from pytest_schemas._errors import ContractError

#: So many values in a row that do not fit are too many.
_MOST_REFUSED = 20


class Luck:
    """Tells what hardly ever fits, if at all, from what does at times.

    Hypothesis would say of both only that much is rejected.
    """

    def __init__(self) -> None:
        self._refused = 0
        self._has_fitted = False
        self._has_given_up = False

    def fitted(self) -> None:
        self._has_fitted = True

    def refused(self, why: str) -> None:
        """Count a value that does not fit.

        Raises:
            ContractError: there were many before one that fits.
        """
        self._refused += 1
        # Once it is an error it stays one, or else Hypothesis could not repeat it.
        self._has_given_up |= self._refused >= _MOST_REFUSED and not self._has_fitted
        if self._has_given_up:
            raise ContractError(why)
