"""Where schemas come from: files, values, the bundled contracts and the standard metaschemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

import jsonschema_specifications
import referencing.exceptions

from pytest_schemas._bundled import BUNDLED, SUFFIX, bundled_text
from pytest_schemas._document import faults, pointer
from pytest_schemas._errors import SchemaError
from pytest_schemas._schema import Source, read_source


def value_source(
    schema: object, label: str = "the schema", uri: str = "", prefix: str = ""
) -> Source:
    """A parsed schema, copied, so that neither side sees the other's changes.

    Raises:
        SchemaError: it holds something that is no JSON value.
    """
    if not isinstance(schema, (dict, bool)):
        message = f"{label} must be an object or a boolean, not a Python {type(schema).__name__}."
        raise SchemaError(message)
    found = faults(schema)
    if found:
        at = pointer(found[0].path) or "the root"
        message = f"{label}: at {at}: {found[0].reason}"
        raise SchemaError(message)
    return Source(label, uri, _copied(schema), prefix=prefix)


def _copied(value: Any) -> Any:
    """A copy in which no object stands in two places, as in a text."""
    if isinstance(value, dict):
        return {name: _copied(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_copied(each) for each in value]
    return value


def file_source(path: Path, label: str | None = None, prefix: str = "") -> Source:
    """A schema file.

    Raises:
        SchemaError: it cannot be read, or its text is not JSON.
    """
    shown = label or str(path)
    try:
        raw = path.read_bytes()
    except OSError as refused:
        message = f"{shown} cannot be read: {refused.strerror or refused}."
        raise SchemaError(message) from None
    real = path.resolve()
    return replace(read_source(shown, real.as_uri(), raw, prefix), file=real)


def bundled_source(name: str, prefix: str = "") -> Source:
    """The schema file of a bundled contract."""
    return read_source(name + SUFFIX, f"bundled:{name}{SUFFIX}", bundled_text(name), prefix)


def metaschema_source(uri: str) -> Source | None:
    """One of the standard metaschemas, or None for any other address."""
    for each in (uri, uri + "#"):
        try:
            contents = jsonschema_specifications.REGISTRY.contents(each)
        except referencing.exceptions.NoSuchResource:
            continue
        return Source(uri, uri, contents, prefix=f"{uri}#")
    return None


class Surroundings:
    """What a contract's references may lead to, in the order in which it is looked for.

    The files under the contract's folder come first, by path and by `$id`; then what the caller
    hands over, the bundled contracts, and the standard metaschemas. There is no other way out: no
    network, and no path or link out of the folder.
    """

    def __init__(self, root: Source, folder: Path | None, resources: Mapping[str, object]) -> None:
        """Create the surroundings of one contract.

        Args:
            root: its schema.
            folder: where the references of its file must stay; None if it stands in none.
            resources: further schemas by URI.
        """
        self._root = root
        self._folder = folder.resolve() if folder else None
        self._resources = {uri.rstrip("#"): each for uri, each in resources.items()}

    def retrieve(self, uri: str) -> Source | None:
        """The document at an absolute URI, None where there is none.

        Raises:
            SchemaError: there is one, and it may not be used or cannot be read.
        """
        found = self._in_folder(uri)
        if found is None and uri in self._resources:
            found = value_source(self._resources[uri], f"resource {uri}", uri, f"{uri}#")
        return found or self._bundled(uri) or metaschema_source(uri)

    def _in_folder(self, uri: str) -> Source | None:
        if self._folder is None:
            return None
        if uri.startswith("file:"):
            return self._at_file_uri(uri, self._folder)
        return self._beside(uri) or self._with_id(uri, self._folder)

    def _at_file_uri(self, uri: str, folder: Path) -> Source | None:
        base = f"{folder.as_uri()}/"
        if not uri.startswith(base):
            raise SchemaError(_outside(uri, folder))
        return self._file(folder / unquote(uri[len(base) :]), folder)

    def _file(self, path: Path, folder: Path) -> Source | None:
        if not path.is_file():
            return None
        real = path.resolve()  # a link must not lead out either
        if not real.is_relative_to(folder):
            raise SchemaError(_outside(str(path), folder))
        name = real.relative_to(folder).as_posix()
        return file_source(real, name, f"{name}#")

    def _beside(self, uri: str) -> Source | None:
        """The file that lies where the URI would lie, if the root's `$id` were its path."""
        own = self._root.contents.get("$id") if isinstance(self._root.contents, dict) else None
        base = urljoin(str(own), ".") if own else ""
        if not base or not uri.startswith(base) or not (self._root.file and self._folder):
            return None
        found = self._file(self._root.file.parent / unquote(uri[len(base) :]), self._folder)
        return found and replace(found, uri=uri)

    def _with_id(self, uri: str, folder: Path) -> Source | None:
        """The file whose own `$id` is the URI."""
        for path in sorted(folder.rglob("*.json")):
            try:
                source = self._file(path, folder)
            except SchemaError:
                continue  # no JSON, or a link out of the folder: not what is looked for
            if source is not None and isinstance(source.contents, dict):
                own = str(source.contents.get("$id", source.contents.get("id", "")))
                if own.rstrip("#") == uri:
                    return source
        return None

    def _bundled(self, uri: str) -> Source | None:
        for name in BUNDLED:
            source = bundled_source(name, f"{name}{SUFFIX}#")
            if uri in (source.uri, source.contents["$id"]):
                return source
        return None


def _outside(what: str, folder: Path) -> str:
    return (
        f"{what} lies outside the schema folder {folder}. Move it there, or name a wider folder by "
        "the configuration key schemas_folders."
    )
