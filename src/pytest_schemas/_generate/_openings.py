"""Where a demand can be broken: at a site of the schema, or in an object that a rule is about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pytest_schemas._generate._bases import Base, base
from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._documents import Documents
from pytest_schemas._generate._faults import At, Fault, faults
from pytest_schemas._generate._kept import broken_clauses
from pytest_schemas._generate._shape import Shape, Variant
from pytest_schemas._generate._sites import plain
from pytest_schemas._generate._spoilers import Spoiler
from pytest_schemas._generate._steering import at, replaced
from pytest_schemas._generate._targets import Target
from pytest_schemas._schema import Place
from pytest_schemas._validation import Validator
from pytest_schemas._violations import broken, holders


class Opening(Protocol):
    """Makes valid documents with a part in which one demand can be broken."""

    def base(self, chooser: Chooser) -> Base:
        """A valid document, and the part."""

    def faults(self, base: Base) -> list[Fault]:
        """What may take the place of the part."""

    def broken(self, base: Base, fault: Fault) -> frozenset[str]:
        """All the clauses that a fault breaks; none where it turns out to be right."""


@dataclass(frozen=True)
class KeywordOpening:
    """A keyword of the schema at one site."""

    target: Target
    documents: Documents
    validator: Validator
    context: Mapping[str, object]
    #: the shape of a subschema that is looked at for its own sake, such as that of a `not`
    shape: Callable[[Place], Shape | None]

    def base(self, chooser: Chooser) -> Base:
        return base(self.documents, self.target, chooser, self.context)

    def faults(self, base: Base) -> list[Fault]:
        return list(faults(at(base.document, base.steps), self.at(base)))

    def at(self, base: Base) -> At:
        """The keyword, as it looks at the part of a document."""
        target = self.target
        return At(
            place=target.site.place,
            keyword=target.keyword,
            demanded=target.demanded,
            variant=plain(base.variant),
            chooser=base.chooser,
            room=self.documents.room - len(base.steps),
            shape=self.shape,
        )

    def broken(self, base: Base, fault: Fault) -> frozenset[str]:
        if self.target.is_entangled or self.validator.is_dynamic:
            return self._judged(base, fault.value)
        own = self._places(base.variant)
        for other in self.target.site.shape.variants:
            places = self._places(other)
            if places != own and not self._broken(places, fault.value):
                return frozenset()  # it may be right in another way
        return self._broken(own, fault.value)

    def _broken(self, places: list[Place], value: Any) -> frozenset[str]:
        asserts = self.validator.asserts_formats
        return frozenset(broken_clauses(places, value, asserts_formats=asserts))

    def _places(self, variant: Variant) -> list[Place]:
        places = self.target.site.shape.origins[id(variant)].places
        return [each for each in places if id(each.document) not in self.documents.beside]

    def _judged(self, base: Base, value: Any) -> frozenset[str]:
        """What a fault breaks where only the whole document tells: asked of the validator."""
        found = self.validator.violations(replaced(base.document, base.steps, value))
        leaves = {each.clause.id for each in broken(found)}
        held = {each.clause.id for each in holders(found)}
        return frozenset(leaves | (held & {self.target.clause.id}))


@dataclass(frozen=True)
class RuleOpening:
    """A rule, in an object that takes an alternative or in any whole document."""

    rule: str
    spoiler: Spoiler
    target: Target | None
    documents: Documents
    context: Mapping[str, object]

    def base(self, chooser: Chooser) -> Base:
        if self.target is None:
            document = self.documents.make(chooser, self.context)
            return Base(document, (), self.documents.shape.variants[0], chooser)
        found = base(self.documents, self.target, chooser, self.context)
        left = 0 if self.spoiler.is_whole else len(found.steps) - self.spoiler.above
        return Base(found.document, found.steps[:left], found.variant, chooser)

    def faults(self, base: Base) -> list[Fault]:
        return list(self.spoiler.spoil(at(base.document, base.steps), self.context))

    def kept(self, base: Base) -> list[Fault]:
        """What may take the place of the part, and is right as well."""
        if self.spoiler.keep is None:
            return []
        return list(self.spoiler.keep(at(base.document, base.steps), self.context))

    def broken(self, base: Base, fault: Fault) -> frozenset[str]:  # noqa: ARG002 - by design
        return frozenset({self.rule, *self.documents.rules.intersection(self.spoiler.also)})
