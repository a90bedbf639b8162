"""Which contracts there are: bundled, named by the configuration, given by path or by value."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest_schemas
from pytest_schemas._bundled import BUNDLED, SUFFIX
from pytest_schemas._clauses import schema_clauses
from pytest_schemas._contract import Contract
from pytest_schemas._copies import Side, Spelling, check_copies
from pytest_schemas._document import MAX_NESTING, MAX_SIZE, read
from pytest_schemas._errors import ContractError, UnassertedFormat
from pytest_schemas._messages import MOST
from pytest_schemas._metaschemas import admission
from pytest_schemas._nearest import nearest
from pytest_schemas._reading import Limits
from pytest_schemas._rules import CONTEXT, rules_for
from pytest_schemas._schema import Schema, Source
from pytest_schemas._show import show
from pytest_schemas._sources import Surroundings, bundled_source, file_source, value_source
from pytest_schemas._validation import Validator

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

#: Deeper documents would need more of the C stack than every supported Python gives.
_DEEPEST = 1000

#: What a contract can be asked for by: a name, a path, a parsed schema, or a contract.
Asked = str | os.PathLike[str] | Mapping[str, Any] | bool | Contract


def contract(
    asked: Asked,
    *,
    resources: Mapping[str, object] | None = None,
    formats: bool = True,
    max_nesting: int = MAX_NESTING,
    max_size: int = MAX_SIZE,
) -> Contract:
    """The contract of a name, of a schema file, or of a parsed schema.

    Args:
        asked: a string with `/` or ending in `.json` is a path, relative to pytest's root folder
            inside a run and else to the current folder; the file name of a bundled schema means
            the bundled one where there is no such file. Any other string is a name: `feedback`,
            `plan`, `plan-edit`, `agent-result`, or one that the configuration gives.
        resources: further schemas by URI, which the schema may refer to.
        formats: whether `format` is asserted; else it is an annotation.
        max_nesting: how deep arrays and objects of a document may be nested, at most 1000.
        max_size: how many bytes the text of a document may have.

    Raises:
        ContractError: there is no such name or file.
        SchemaError: the schema cannot be used.
    """
    _check_options(resources, max_nesting, max_size)
    limits = Limits(max_nesting, max_size)
    is_usual = formats and not resources
    if isinstance(asked, Contract) and is_usual and limits == Limits():
        return asked
    name = _bundled_name(asked)
    if name is not None and is_usual:
        return _bundled(name, limits)
    source = _source(asked)
    validator = _validator(source, resources or {}, formats=formats)
    _tell_unasserted(source, validator)
    if isinstance(asked, Contract):
        return asked.judged_by(validator, limits)
    if name is None:
        return Contract(source.label, validator, limits=limits, most=_most())
    return _with_rules(name, validator, limits)


def documents(
    asked: Asked,
    parts: Mapping[str, object] | None = None,
    /,
    *,
    formats: Mapping[str, SearchStrategy[str]] | None = None,
    alphabet: str | None = None,
    **fixed: object,
) -> SearchStrategy[Any]:
    """A Hypothesis strategy of valid documents, as `Contract.documents` gives it.

    Args:
        asked: what `contract` can be asked for.
        parts: by JSON Pointer, the value of a part of each document, or a strategy for it.
        formats: strategies for formats, which take the place of the plugin's own.
        alphabet: the characters that texts without a pattern or a format are made of.
        fixed: what the documents are made for, and members of the document.

    Raises:
        ContractError: as `contract` and `Contract.documents`.
    """
    found = contract(asked)
    return found.documents(parts, formats=formats, alphabet=alphabet, **fixed)


def assert_exact_copies(
    copy: Asked, original: Asked, names: Sequence[str], *, ordered: bool = False
) -> None:
    """Check that definitions of one schema are exact copies of another schema's.

    Exact means the same names, the same values and the same order in arrays, descriptions
    included. Numbers are compared as they are spelled where both sides are texts.

    Args:
        copy: what `contract` can be asked for.
        original: likewise.
        names: names of definitions in `$defs` or `definitions`; JSON Pointers start with `/`.
        ordered: whether the order of the names in an object counts too.

    Raises:
        NotExactCopy: an AssertionError that shows each difference by pointer, with both values.
        ContractError: no names are given, or neither side has a definition of a name.
    """
    __tracebackhide__ = True
    check_copies(side(copy), side(original), names, ordered=ordered)


def side(asked: Asked) -> Side:
    """One side of a comparison, with its numbers as they are spelled where there is a text."""
    source = _source(asked)
    value = source.contents if source.text is None else read(source.text, number=Spelling)
    return Side(source.label, value)


class UnknownName(ContractError, KeyError):  # noqa: N818 - says what is unknown
    """There is no contract of a name; a `KeyError` too, as every mapping raises one."""

    __str__ = ContractError.__str__  # KeyError would show the repr of the sentence


class Contracts(Mapping[str, Contract]):
    """All contracts that have a name: the bundled ones, then the configuration's."""

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*BUNDLED, *named_files(_session()))))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Contract:
        if name not in tuple(self):
            raise UnknownName(_unknown_name(name))
        return contract(name)

    def __repr__(self) -> str:
        return f"<Contracts {', '.join(self)}>"


def named_files(session: pytest_schemas._Session) -> dict[str, Path]:
    """The files that the configuration key `schemas_contracts` names.

    Raises:
        ContractError: a line is not of the form `NAME = FILE`, or a name is taken.
    """
    files: dict[str, Path] = {}
    for line in session.contracts:
        name, sign, file = (part.strip() for part in line.partition("="))
        if not (name and sign and file):
            message = f"schemas_contracts: {line!r} is not of the form NAME = FILE."
            raise ContractError(message)
        if name in BUNDLED or name in files or is_path(name):
            taken = "looks like a path" if is_path(name) else "is taken"
            message = f"schemas_contracts: the name {name!r} {taken}. Choose another."
            raise ContractError(message)
        files[name] = session.base / file
    return files


def _check_options(resources: object, max_nesting: object, max_size: object) -> None:
    for name, value, most in (
        ("max_nesting", max_nesting, _DEEPEST),
        ("max_size", max_size, sys.maxsize),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            message = f"{name}={value!r} is not an integer from 0 to {most}."
            raise ContractError(message)
    if resources is not None and not (
        isinstance(resources, Mapping) and all(isinstance(uri, str) for uri in resources)
    ):
        message = f"resources={show(resources)} is not a mapping of schemas by URI."
        raise ContractError(message)


def _session() -> pytest_schemas._Session:
    running = pytest_schemas._sessions
    return running[-1] if running else pytest_schemas._Session(Path.cwd(), Path.cwd())


def _most() -> int | None:
    return None if _session().verbosity >= 2 else MOST


def is_path(text: str) -> bool:
    """Whether a string means a file, not a name."""
    return "/" in text or os.sep in text or text.endswith(".json")


def _bundled_name(asked: Asked) -> str | None:
    """The name of the bundled contract that is asked for, if it is one."""
    if isinstance(asked, str):
        if asked in BUNDLED:
            return asked
        name = asked.removesuffix(SUFFIX)
        if name in BUNDLED and not (_session().root / asked).is_file():
            return name
    return None


@cache  # the bundled files never change
def _bundled_validator(name: str) -> Validator:
    return _validator(bundled_source(name), {}, formats=True)


def _bundled(name: str, limits: Limits) -> Contract:
    return _with_rules(name, _bundled_validator(name), limits)


def _with_rules(name: str, validator: Validator, limits: Limits) -> Contract:
    context = {
        each: _bundled(each, limits) if words is None else words
        for each, words in CONTEXT[name].items()
    }
    rules = rules_for(name)
    return Contract(name, validator, rules=rules, context=context, limits=limits, most=_most())


def _validator(source: Source, resources: Mapping[str, object], *, formats: bool) -> Validator:
    surroundings = Surroundings(source, source.file and _folder(source.file), resources)
    admit = admission(surroundings.retrieve)
    schema = Schema(source, retrieve=surroundings.retrieve, admit=admit)
    return Validator(schema, schema_clauses(schema), formats=formats)


def _source(asked: Asked) -> Source:
    """The schema that is asked for."""
    if isinstance(asked, Contract):
        return asked.source
    if not isinstance(asked, (str, os.PathLike)):
        title = asked.get("title") if isinstance(asked, Mapping) else None
        label = " ".join(title.split()) if isinstance(title, str) else ""
        return value_source(asked, label or "the schema")
    bundled = _bundled_name(asked)
    if bundled is not None:
        return bundled_source(bundled)
    session = _session()
    if isinstance(asked, str) and not is_path(asked):
        path = named_files(session).get(asked)
        if path is None:
            raise UnknownName(_unknown_name(asked))
        return _file(path, asked)
    path = session.root / asked
    return _file(path, _relative(path, session.root))


def _file(path: Path, label: str) -> Source:
    if not path.is_file():
        raise ContractError(_no_file(path))
    return file_source(path, label)


def _folder(file: Path) -> Path:
    """Where the references of a schema file must stay."""
    wide = [each for each in _session().folders if file.is_relative_to(each.resolve())]
    return min(wide, default=file.parent, key=lambda each: len(each.parts))


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _unknown_name(name: object) -> str:
    known = list(Contracts())
    close = nearest(str(name), known)
    hint = f"Did you mean {close!r}? " if close else ""
    return (
        f"There is no contract named {name!r}. {hint}Known are {', '.join(known)}; more can be "
        "named by the configuration key schemas_contracts. A path has a '/' in it or ends in .json."
    )


def _no_file(path: Path) -> str:
    if path.is_dir():
        return f"{str(path)!r} is a folder, not a schema file."
    if not path.parent.is_dir():
        return f"There is no schema file {str(path)!r}: its folder is not there."
    files = sorted(each.name for each in path.parent.glob("*.json") if each.is_file())
    close = nearest(path.name, files)
    hint = f" Did you mean {close!r}?" if close else ""
    return f"There is no schema file {str(path)!r}.{hint}"


def _tell_unasserted(source: Source, validator: Validator) -> None:
    for name, place in validator.unasserted.items():
        message = (
            f"{source.label}: the format {show(name)} at {place.location}/format is not asserted, "
            "since nothing here can check it. formats=False makes all formats annotations."
        )
        warnings.warn(message, UnassertedFormat, stacklevel=3)
