"""Copied definitions as test items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pytest_schemas._bundled import BUNDLED, SUFFIX
from pytest_schemas._copies import NotExactCopy, Side, check_copy, definition
from pytest_schemas._errors import ContractError
from pytest_schemas._library import is_path, side


@dataclass(frozen=True)
class CopyLine:
    """One line of `schemas_copies`: a file and a pointer into it, for either side."""

    copy: str
    original: str

    @classmethod
    def parse(cls, line: str) -> CopyLine:
        """Read a line.

        Raises:
            ContractError: it is not of the form `COPY[#/pointer] = ORIGINAL[#/pointer]`.
        """
        copy, sign, original = (part.strip() for part in line.partition("="))
        if not (copy and sign and original):
            message = (
                f"schemas_copies: {line!r} is not of the form "
                "COPY[#/pointer] = ORIGINAL[#/pointer]."
            )
            raise ContractError(message)
        return cls(copy, original)

    def check(self, base: Path) -> None:
        """Compare the two.

        Raises:
            NotExactCopy: they differ.
            ContractError: one of them is not there.
        """
        check_copy(_side(self.copy, base), _side(self.original, base))


def _side(text: str, base: Path) -> Side:
    file, _, at = text.partition("#")
    path = base / file
    name = file.removesuffix(SUFFIX)
    # A file is relative to the configuration file alone, wherever pytest's root folder is.
    is_bundled = name in BUNDLED and not path.is_file()
    whole = side(name if is_bundled else path if is_path(file) else file)
    _, value = definition(whole.value, at, file)
    return Side(text, value)


class CopiesFile(pytest.File):
    """The configuration file, as the collector of the copies that it names."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each line of `schemas_copies`."""
        for line in dict.fromkeys(self.config.getini("schemas_copies")):
            copy = CopyLine.parse(line)
            name = f"{copy.copy} is an exact copy of {copy.original}"
            yield CopyItem.from_parent(self, name=name, copy=copy)


class CopyItem(pytest.Item):
    """A test that one definition is an exact copy of another."""

    def __init__(self, *, copy: CopyLine, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._copy = copy

    def runtest(self) -> None:
        """Compare the two definitions."""
        self._copy.check(self.path.parent)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report alone: the way through the plugin shows nobody anything."""
        if isinstance(excinfo.value, (NotExactCopy, ContractError)):
            return excinfo.getrepr(style="value")
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The configuration file, and the name as the headline of a failure."""
        # The space keeps pytest from taking the name for that of a test in a module, and every dot
        # in it for a part of the module's name.
        return self.path, None, f"{self.name} "
