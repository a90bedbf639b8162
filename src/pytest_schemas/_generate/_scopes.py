"""Places with the way that led to them, which decides where dynamic references lead.

Core 2020-12, section 8.2.3.2: a `$dynamicRef` leads to what the outermost schema resource on the
way offers under its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_schemas._schema import Place, Schema

DYNAMIC = frozenset({"$dynamicRef", "$recursiveRef"})


@dataclass(frozen=True, slots=True)
class Scoped(Place):
    """A place, and the resources on the way to it that can matter, the outermost first."""

    scope: tuple[str, ...] = ()
    #: the names that these resources offer
    offered: frozenset[str] = frozenset()

    def child(self, *steps: str) -> Place:
        return entered(Place.child(self, *steps), self)


def entered(place: Place, before: Place | None = None) -> Place:
    """A place that is come to from another one, or first of all."""
    scope, offered = scope_of(before), before.offered if isinstance(before, Scoped) else frozenset()
    uri, document = place.root.uri, place.document
    if uri not in scope:
        names = {name for of, name in document.dynamic_anchors if of == uri}
        names |= {""} if uri in document.recursive else set()
        # What offers no new name is never asked.
        if not names <= offered:
            scope, offered = (*scope, uri), offered | names
    return Scoped(place.document, place.pointer, place.schema, scope, offered)


def scope_of(place: Place | None) -> tuple[str, ...]:
    """The resources on the way to a place; none where no reference is dynamic."""
    return place.scope if isinstance(place, Scoped) else ()


def target(schema: Schema, place: Place, keyword: str) -> Place:
    """Where a reference leads."""
    found = schema.resolve(place, keyword)
    if not isinstance(place, Scoped):
        return found
    key = schema.dynamic(place, keyword) if keyword in DYNAMIC else None
    if key is not None:
        offered = (schema.dynamic_target(uri, key[1]) for uri in place.scope)
        found = next((each for each in offered if each is not None), found)
    return entered(found, place)
