"""The command line: `python -m pytest_schemas`."""

from __future__ import annotations

import argparse
import io
import sys
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from pytest_schemas._bundled import BUNDLED, SUFFIX
from pytest_schemas._errors import ContractError, UnassertedFormat
from pytest_schemas._library import UnknownName, contract
from pytest_schemas._show import counted
from pytest_schemas._vector_files import vector_files

_PROGRAM = "python -m pytest_schemas"
_COMMAND = f"{_PROGRAM} vectors"
_VECTORS = f"""\
Write the vectors of contracts as files: documents with their verdicts, for consumers and
validators in any language. The same version writes the same bytes on every machine.

  FOLDER/DRAFT/NAME.json          what the schema decides, in the format of the JSON Schema Test
                                  Suite, such as draft2020-12/feedback.json
  FOLDER/rules/NAME.json          what rules decide that the schema does not say: the same format,
                                  and the context that each group is judged with
  FOLDER/text/NAME/y_ID.json      texts that a reader of JSON accepts
  FOLDER/text/NAME/n_ID.json      texts that it refuses

A description starts with the id of the vector. Bundled contracts: {", ".join(BUNDLED)}.
"""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str]) -> int:
    """Run a command.

    Args:
        arguments: what stands after the name of the program.

    Returns:
        The exit status: 0, or 2 where the command cannot be carried out. Mistakes in the arguments
        raise `SystemExit` with the same status, and `--help` does so with 0.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a path may have any characters
    given = _parser().parse_args(arguments)
    try:
        _write_vectors(given.contracts, given.including, given.output)
    except UnknownName as refused:
        message = f"{refused} The configuration is read by pytest alone: give the path here."
    except ContractError as refused:
        message = str(refused)
    except OSError as refused:  # such as a name that is too long to ask for
        message = f"{str(refused.filename)!r} cannot be read: {refused.strerror}."
    else:
        return 0
    print(f"{_COMMAND}: error: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog=_PROGRAM, description="Test the JSON contracts between programs.")
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    vectors = commands.add_parser(
        "vectors",
        help="write documents with their verdicts, for any language",
        description=_VECTORS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    vectors.add_argument(
        "contracts",
        metavar="CONTRACT",
        nargs="+",
        help="the name of a bundled contract, or the path of a schema file",
    )
    vectors.add_argument(
        "--including",
        metavar="RULES",
        action="append",
        default=[],
        help="rules that are off by default: a level, such as consumer, or an id; may be repeated",
    )
    vectors.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        default=Path("vectors"),
        help="where the files are written to; made if it is not there (default: %(default)s)",
    )
    return parser


def _write_vectors(asked: Sequence[str], including: Sequence[str], output: Path) -> None:
    names = _names(asked)
    # All are made before any is written: a mistake leaves nothing behind.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UnassertedFormat)
        made = {
            each: list(vector_files(contract(each).including(*including), name))
            for each, name in names.items()
        }
    for warning in caught:
        print(f"{_COMMAND}: warning: {warning.message}", file=sys.stderr)
    for each, files in made.items():
        written: Counter[Path] = Counter()
        for file, raw, count in files:
            path = output / file
            _write(path, raw)
            written[path.parent if file.startswith("text/") else path] += count
        if not any(file.startswith("draft") for file, _, _ in files):
            print(f"{each}: its schema demands nothing, so it has vectors of texts only")
        for path, count in written.items():
            print(f"{path}: {counted(count, 'vector')}")


def _write(path: Path, raw: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    except OSError as refused:
        reason = refused.strerror or str(refused)
        message = f"{str(refused.filename or path)!r} cannot be written: {reason}."
        raise ContractError(message) from None


def _names(asked: Sequence[str]) -> dict[str, str]:
    """By what is asked for, the name of its files."""
    found: dict[str, str] = {}
    for each in dict.fromkeys(asked):
        name = Path(each).name.removesuffix(".json").removesuffix(SUFFIX.removesuffix(".json"))
        name = name or "schema"
        for other, taken in found.items():
            if taken.casefold() == name.casefold():  # one file, on some systems
                message = f"{other} and {each} would both be written to {name}.json: choose one."
                raise ContractError(message)
        found[each] = name
    return found
