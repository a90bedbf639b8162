"""A schema file as a resource: where each subschema stands, and what a reference leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import referencing.exceptions
from referencing.jsonschema import DynamicAnchor, SchemaResource

from pytest_schemas._dialects import DEFAULT, Dialect, known_dialect, subschema_steps
from pytest_schemas._document import Unreadable, parse_pointer, pointer, positions, read
from pytest_schemas._errors import SchemaError
from pytest_schemas._nearest import nearest


@dataclass(frozen=True, slots=True)
class Source:
    """A schema before it is looked into: its text or its value, and how to speak of it.

    `prefix` stands before the pointers of its clauses: empty for the schema that a contract is made
    of, `money.json#` for a file that it refers to.
    """

    label: str
    uri: str
    contents: Any
    text: str | None = None
    prefix: str = ""
    #: where the contents stand, when they are a part of the text
    base: str = ""
    #: the file that the text was read from
    file: Path | None = None

    def fault(self, at: str, reason: str) -> SchemaError:
        """A schema error at a pointer, with the line where the text is known."""
        at, line = self.base + at, ""
        if self.text is not None:
            position = positions(self.text).values.get(at)
            line = f":{position.line}:{position.column}" if position else ""
        return SchemaError(f"{self.label}{line}: at {at or 'the root'}: {reason}")


def read_source(label: str, uri: str, raw: bytes, prefix: str = "") -> Source:
    """A schema file's text, read as strictly as any document.

    Raises:
        SchemaError: the text is not JSON; it says where and why.
    """
    try:
        contents = read(raw)
    except Unreadable as refused:
        fault = refused.fault
        at = f":{fault.position.line}:{fault.position.column}" if fault.position else ""
        message = f"{label}{at}: the schema is not a JSON text: {fault.reason}"
        raise SchemaError(message) from None
    return Source(label, uri, contents, str(raw, "utf-8"), prefix)


@dataclass(frozen=True, slots=True)
class Root:
    """A schema resource: a document's root, or a subschema with an id of its own."""

    pointer: str
    uri: str
    dialect: Dialect


@dataclass(frozen=True, slots=True)
class Place:
    """One subschema, in the document where it stands."""

    document: Document = field(repr=False)
    pointer: str
    schema: Any = field(repr=False, compare=False)

    @property
    def location(self) -> str:
        """The pointer, with the document's name before it where it is not the contract's own."""
        return self.document.source.prefix + self.pointer

    @property
    def root(self) -> Root:
        """The schema resource that the subschema belongs to."""
        return self.document.root_of(self.pointer)

    @property
    def dialect(self) -> Dialect:
        return self.root.dialect

    def child(self, *steps: str) -> Place:
        """The subschema (or any other value) some steps down from here."""
        value = self.schema
        for step in steps:
            value = value[int(step)] if isinstance(value, list) else value[step]
        return Place(self.document, self.pointer + pointer(steps), value)

    def keywords(self) -> Iterator[tuple[str, Any]]:
        """The keywords that this dialect gives a meaning, in the order of the file."""
        if isinstance(self.schema, dict):
            known = self.dialect.keywords
            alone = self.dialect.ref_stands_alone and "$ref" in self.schema
            for keyword, value in self.schema.items():
                if keyword in known and (keyword == "$ref" or not alone):
                    yield keyword, value

    def subschemas(self, keyword: str, value: Any) -> Iterator[Place]:
        """The subschemas that one keyword holds."""
        for steps in subschema_steps(keyword, value):
            yield self.child(keyword, *steps)

    def fault(self, reason: str, *steps: str) -> SchemaError:
        """An error at this place, or some steps down from it, with the line where one is known."""
        return self.document.source.fault(self.pointer + pointer(steps), reason)


class Document:
    """One JSON document that holds schemas: its ids, its anchors and its values by pointer."""

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self.source = source
        self._pointers = dict(_containers(source.contents, ""))
        self._schemas: set[int] = set()
        self._roots: list[Root] = []
        #: (URI of the resource, name of the anchor) -> pointer
        self.anchors: dict[tuple[str, str], str] = {}
        self.dynamic_anchors: dict[tuple[str, str], str] = {}
        #: URIs of the resources that `$recursiveRef` may come back to (2019-09)
        self.recursive: set[str] = set()
        self._crawl(dialect.resource(source.contents), source.uri, dialect)
        self._roots.sort(key=lambda root: len(root.pointer), reverse=True)

    @property
    def roots(self) -> tuple[Root, ...]:
        return tuple(self._roots)

    def place(self, at: str) -> Place:
        """The value at a pointer.

        Raises:
            LookupError: there is none.
        """
        value = self.source.contents
        try:
            steps = parse_pointer(at)
        except ValueError:
            raise LookupError(at) from None
        for step in steps:
            value = _member(value, step)
        return Place(self, at, value)

    def is_schema(self, place: Place) -> bool:
        """Whether a place is one where the draft has a schema."""
        return not isinstance(place.schema, dict) or id(place.schema) in self._schemas

    def adopt(self, place: Place, dialect: Dialect) -> None:
        """Take a place for a schema because a reference leads there."""
        self._crawl(dialect.resource(place.schema), place.root.uri, dialect)
        self._roots.sort(key=lambda root: len(root.pointer), reverse=True)

    def root_of(self, at: str) -> Root:
        """The schema resource that holds what stands at a pointer."""
        for root in self._roots:
            if at == root.pointer or at.startswith(root.pointer + "/"):
                return root
        message = f"{at!r} is not a pointer into {self.source.label}"
        raise LookupError(message)

    def _crawl(self, resource: SchemaResource, base: str, dialect: Dialect) -> None:
        at = self._pointers.get(id(resource.contents), "")
        self._schemas.add(id(resource.contents))
        own = resource.id()
        if own is not None or not self._roots:
            base = urljoin(base, own) if own else base
            self._roots.append(Root(at, base, dialect))
        for anchor in resource.anchors():
            key = (base, anchor.name)
            self.anchors[key] = at
            if isinstance(anchor, DynamicAnchor):
                self.dynamic_anchors[key] = at
        if (
            isinstance(resource.contents, dict)
            and resource.contents.get("$recursiveAnchor") is True
        ):
            self.recursive.add(base)
        for each in self._subresources(resource, at):
            if isinstance(each.contents, dict):
                named = known_dialect(str(each.contents.get("$schema", "")))
                self._crawl(each, base, named or dialect)

    def _subresources(self, resource: SchemaResource, at: str) -> Iterator[SchemaResource]:
        try:
            yield from resource.subresources()
        except referencing.exceptions.CannotDetermineSpecification:
            reason = "an embedded schema names a $schema that is unknown."
            raise self.source.fault(at, reason) from None


def _containers(value: Any, at: str) -> Iterator[tuple[int, str]]:
    """The identity of every object and array, with its pointer."""
    if isinstance(value, (dict, list)):
        yield id(value), at
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for step, each in items:
            yield from _containers(each, at + pointer((step,)))


def _member(value: Any, step: str) -> Any:
    """One step of RFC 6901, section 4; a LookupError where there is nothing."""
    if isinstance(value, dict):
        return value[step]
    if isinstance(value, list) and step.isascii() and step.isdigit() and str(int(step)) == step:
        return value[int(step)]
    raise LookupError(step)


#: Finds the document for an absolute URI without its fragment; None where there is none.
Retrieve = Callable[[str], "Source | None"]
#: Decides the dialect of a source and refuses what is no schema of it. The dialect of what refers
#: to it stands in where it does not name one.
Admit = Callable[[Source, Dialect], Dialect]


class Schema:
    """A root document and all that it refers to, found when it is first needed."""

    def __init__(self, source: Source, *, retrieve: Retrieve, admit: Admit) -> None:
        self._retrieve = retrieve
        self._admit = admit
        self._resources: dict[str, Place] = {}
        self.documents: list[Document] = []
        self.root = self._add(source, DEFAULT)

    def _add(self, source: Source, default: Dialect) -> Place:
        document = Document(source, self._admit(source, default))
        self.documents.append(document)
        root = Place(document, "", source.contents)
        self._resources.setdefault(source.uri, root)
        self._register(document)
        return root

    def _register(self, document: Document) -> None:
        for each in document.roots:
            self._resources.setdefault(each.uri, document.place(each.pointer))

    def resolve(self, place: Place, keyword: str) -> Place:
        """The subschema that `$ref`, `$dynamicRef` or `$recursiveRef` leads to, statically.

        Raises:
            SchemaError: it leads nowhere, or to something that is no schema.
        """
        reference = place.schema[keyword]
        base = place.root.uri
        uri, fragment = (
            (base, reference[1:])
            if reference.startswith("#")
            else urldefrag(urljoin(base, reference))
        )
        target = self._resource(uri, place, keyword)
        found = self._within(target, unquote(fragment), place, keyword)
        if not isinstance(found.schema, (dict, bool)):
            reason = f"the reference {reference!r} leads to a value that is not a schema."
            raise place.fault(reason, keyword)
        if not found.document.is_schema(found):
            # It stands where its metaschema has not seen it, such as in a `const`.
            part = replace(found.document.source, contents=found.schema, base=found.pointer)
            found.document.adopt(found, self._admit(part, place.dialect))
            self._register(found.document)
        return found

    def dynamic(self, place: Place, keyword: str) -> tuple[str, str] | None:
        """The key under which a dynamic reference looks for its target; None where it is static.

        Core 2020-12, section 8.2.3.2: only a reference to a `$dynamicAnchor` is dynamic.
        """
        target = self.resolve(place, keyword)
        uri = target.root.uri
        if keyword == "$recursiveRef":
            return (uri, "") if uri in target.document.recursive else None
        name = unquote(urldefrag(place.schema[keyword])[1])
        return (uri, name) if (uri, name) in target.document.dynamic_anchors else None

    def dynamic_target(self, uri: str, name: str) -> Place | None:
        """What the resource at a URI offers to dynamic references of a name."""
        resource = self._resources.get(uri)
        if resource is None:
            return None
        if not name:
            return resource if uri in resource.document.recursive else None
        at = resource.document.dynamic_anchors.get((uri, name))
        return None if at is None else resource.document.place(at)

    def _resource(self, uri: str, place: Place, keyword: str) -> Place:
        found = self._resources.get(uri)
        if found is not None:
            return found
        try:
            source = self._retrieve(uri)
        except SchemaError as refused:
            raise place.fault(
                f"the reference {place.schema[keyword]!r}: {refused}", keyword
            ) from None
        if source is None:
            raise place.fault(_unknown(place.schema[keyword], uri), keyword)
        added = self._add(source, place.dialect)
        return self._resources.setdefault(uri, added)

    def _within(self, resource: Place, fragment: str, place: Place, keyword: str) -> Place:
        if not fragment:
            return resource
        document, reference = resource.document, place.schema[keyword]
        if fragment.startswith("/"):
            try:
                return document.place(resource.pointer + fragment)
            except LookupError:
                raise place.fault(_no_definition(reference, resource, fragment), keyword) from None
        at = document.anchors.get((document.root_of(resource.pointer).uri, fragment))
        if at is None:
            names = [name for _, name in document.anchors]
            close = nearest(fragment, names)
            hint = f" Did you mean {'#' + close!r}?" if close else ""
            slash = " A pointer starts with '#/'." if not names else ""
            reason = f"the reference {reference!r} names an anchor that is not there.{hint}{slash}"
            raise place.fault(reason, keyword)
        return document.place(at)


def _unknown(reference: str, uri: str) -> str:
    return (
        f"the reference {reference!r} leads to {uri!r}, which is not at hand, and nothing is ever "
        "fetched. Put the schema into the same folder, or hand it over: "
        f"contract(..., resources={{{uri!r}: schema}})."
    )


def _no_definition(reference: str, resource: Place, fragment: str) -> str:
    close = _nearest_pointer(resource, fragment)
    hint = f" Did you mean '#{close}'?" if close else ""
    return f"the reference {reference!r} leads nowhere: there is no {fragment} in it.{hint}"


def _nearest_pointer(resource: Place, fragment: str) -> str | None:
    """A definition that a pointer was probably meant for."""
    head, _, last = fragment.rpartition("/")
    for holder in dict.fromkeys((head, "/$defs", "/definitions")):
        try:
            known = resource.document.place(resource.pointer + holder).schema
        except LookupError:
            continue
        if isinstance(known, dict):
            begun = [name for name in known if name and last.startswith(name)]
            close = nearest(last, known) or max(begun, key=len, default=None)
            if close:
                return f"{holder}/{close}"
    return None
