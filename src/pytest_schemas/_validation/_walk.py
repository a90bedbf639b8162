"""The walk over a schema and a document together.

jsonschema supplies the drafts, the types and the bounds. The walk from a keyword into its
subschemas is done here, because three things that users need pass through it: which parts of the
document have been evaluated (once, not again for each level that asks), the way that led to a
keyword through its references, and an end to schemas that refer to themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pytest_schemas._document import Path, Token
from pytest_schemas._errors import SchemaError
from pytest_schemas._schema import Place, Schema

#: The names or indexes that have been evaluated in one object or array; None where nobody asks.
Seen = set[Token] | None


@dataclass(slots=True)
class Failure:
    """A broken demand, as it looks from some subschema on the way to it.

    None is ever changed; it is not frozen, since making a frozen one takes three times as long and
    a document can have very many.
    """

    place: Place
    keyword: str
    steps: tuple[str, ...]
    found: Any
    demanded: Any
    #: the member that is missing or not allowed; the name that is refused
    member: str | None = None
    #: whether the keyword holds one demand for each of several members
    several: bool = False
    note: str = ""
    #: for `anyOf` and `oneOf`: the failures of the branch that was meant
    causes: Sequence[Failure] = ()
    #: how many demands the branch that was meant breaks
    weight: int = 1
    #: whether the value is of another type than is asked for
    is_misfit: bool = False
    instance: Path = ()
    via: tuple[str, ...] = ()

    @property
    def is_refusal(self) -> bool:
        """Whether the demand is a `false`, which accepts nothing: its place is the clause."""
        return not self.steps

    @property
    def key(self) -> tuple[str, tuple[str, ...], str | None, Path]:
        """What makes it another failure than the rest: the demand, and the value."""
        return self.place.location, self.steps, self.member, self.instance

    def below(self, instance: Path, via: tuple[str, ...]) -> Failure:
        """The same failure as it looks from a subschema nearer to the root."""
        return Failure(
            self.place,
            self.keyword,
            self.steps,
            self.found,
            self.demanded,
            self.member,
            self.several,
            self.note,
            self.causes,
            self.weight,
            self.is_misfit,
            instance + self.instance,
            via + self.via,
        )


Failures = Sequence[Failure]


def merged(failures: Failures, more: Failures) -> Failures:
    """Both, each broken demand once for each value.

    Two ways to the same subschema find the same; told twice at each level, a deep document would
    have more failures than anybody could count.
    """
    known = {each.key for each in failures}
    return [*failures, *(each for each in more if each.key not in known)]


Check = Callable[[Any, "Walk", Seen], Failures]


class Node:
    """A subschema made ready: what it checks, in order."""

    __slots__ = ("checks", "is_root", "place", "resource", "tracks")

    def __init__(self, place: Place) -> None:
        root = place.root
        self.place = place
        self.resource = root.uri
        #: whether it is a resource within a document, which is entered without a reference
        self.is_root = root.pointer == place.pointer != ""
        self.checks: tuple[Check, ...] = ()
        #: whether it has a keyword that asks what has been evaluated
        self.tracks = False

    def evaluate(self, instance: Any, walk: Walk, seen: Seen = None) -> Failures:
        """What the subschema refuses in an instance; `seen` gains what it has evaluated."""
        if self.is_root:
            return walk.enter_resource(self, instance, seen)
        return self.run(instance, walk, seen)

    def run(self, instance: Any, walk: Walk, seen: Seen) -> Failures:
        """The same, in the dynamic scope as it is."""
        own: Seen = set() if self.tracks or seen is not None else None
        failures: Failures = ()
        for check in self.checks:
            found = check(instance, walk, own)
            if found:
                failures = merged(failures, found) if failures else found
        if seen is not None and own:
            seen |= own
        return failures


class Walk:
    """One judgement of one document: where it is, and what it already knows."""

    __slots__ = ("_active", "_known", "_scope", "builder")

    def __init__(self, builder: Builder, root: Node, scope: tuple[str, ...] = ()) -> None:
        self.builder = builder
        self._scope: tuple[str, ...] = (*scope, root.resource)
        self._known: dict[tuple[int, int, bool, tuple[str, ...]], tuple[Failures, Seen]] = {}
        self._active: set[tuple[int, int]] = set()

    def refer(self, target: Node, instance: Any, seen: Seen) -> Failures:
        """Follow a reference: every recursion passes here, so results are kept here.

        A schema that offers itself in several branches would otherwise be walked anew for each,
        twice as often at every level of the document.
        """
        if not isinstance(instance, (dict, list)):
            return self._enter(target, instance, seen)
        scope = self._scope if self.builder.is_dynamic else ()
        key = (id(target), id(instance), seen is not None, scope)
        known = self._known.get(key)
        if known is None:
            own: Seen = set() if seen is not None else None
            known = (self._enter(target, instance, own), own)
            self._known[key] = known
        failures, evaluated = known
        if seen is not None and evaluated:
            seen |= evaluated
        return failures

    def enter_resource(self, node: Node, instance: Any, seen: Seen) -> Failures:
        """Evaluate a node with its resource at the inner end of the dynamic scope."""
        scope = self._scope
        if scope[-1] != node.resource:
            self._scope = (*scope, node.resource)
        try:
            return node.run(instance, self, seen)
        finally:
            self._scope = scope

    def _enter(self, target: Node, instance: Any, seen: Seen) -> Failures:
        key = (id(target), id(instance))
        if key in self._active:
            reason = (
                "the schema refers back to itself without looking any deeper into the document."
            )
            raise target.place.fault(reason)
        self._active.add(key)
        try:
            return self.enter_resource(target, instance, seen)
        finally:
            self._active.discard(key)

    def dynamic_target(self, key: tuple[str, str]) -> Node:
        """Where a dynamic reference leads now: the outermost resource that offers its name."""
        uri, name = key
        for resource in self._scope:
            target = self.builder.schema.dynamic_target(resource, name)
            if target is not None:
                return self.builder.node(target)
        target = self.builder.schema.dynamic_target(uri, name)
        if target is None:
            message = f"{uri!r} offers nothing to a dynamic reference named {name!r}"
            raise SchemaError(message)
        return self.builder.node(target)


#: Makes the check of one keyword; None where the keyword checks nothing by itself.
Keyword = Callable[["Builder", Place, Any], "Check | None"]


class Builder:
    """Makes the nodes of a schema, each once."""

    def __init__(
        self,
        schema: Schema,
        keywords: Mapping[str, Keyword],
        format_check: Callable[[Place, str], Callable[[str], bool] | None],
    ) -> None:
        self.schema = schema
        self.format_check = format_check
        self.is_dynamic = False
        self._keywords = keywords
        self._nodes: dict[tuple[int, str], Node] = {}

    def node(self, place: Place) -> Node:
        """The node of a subschema.

        Raises:
            SchemaError: a reference leads nowhere, or a pattern is not a regular expression.
        """
        key = (id(place.document), place.pointer)
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(place)
            self._fill(node)
        return node

    @property
    def size(self) -> int:
        """How many subschemas there are: no way through the schema is longer than that."""
        return len(self._nodes)

    def child(self, place: Place, *steps: str) -> Node:
        """The node of a subschema some steps down."""
        return self.node(place.child(*steps))

    def _fill(self, node: Node) -> None:
        place = node.place
        if place.schema is False:
            node.checks = (_refuse(place),)
            return
        # What asks for evaluated parts comes after all that evaluates them (core, section 11).
        keywords = sorted(place.keywords(), key=lambda each: each[0].startswith("unevaluated"))
        checks = []
        for keyword, value in keywords:
            if keyword.startswith("unevaluated"):
                node.tracks = True
            make = self._keywords.get(keyword)
            check = make(self, place, value) if make else None
            if check is not None:
                checks.append(check)
        node.checks = tuple(checks)


def _refuse(place: Place) -> Check:
    keyword = place.pointer.rpartition("/")[2]

    def check(instance: Any, _walk: Walk, _seen: Seen) -> Failures:
        return (Failure(place, keyword, (), instance, False),)

    return check
