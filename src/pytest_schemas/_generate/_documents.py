"""All that makes the documents of one contract, ready to be asked again and again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pytest_schemas._dialects import DEFAULT
from pytest_schemas._errors import Ungeneratable, Unsatisfiable
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._build import Builder
from pytest_schemas._generate._chooser import Chooser
from pytest_schemas._generate._contradictions import essential
from pytest_schemas._generate._expand import Requirement, start
from pytest_schemas._generate._flat import GIVEN, Contradiction, Hopeless
from pytest_schemas._generate._mending import menders
from pytest_schemas._generate._overlays import overlays
from pytest_schemas._generate._sizing import fit
from pytest_schemas._generate._subject import Words
from pytest_schemas._schema import Document, Place, Source
from pytest_schemas._show import listed
from pytest_schemas._validation import Validator


class Documents:
    """Makes valid documents of one contract.

    Raises:
        Unsatisfiable: there is none; the text names the clauses that contradict each other.
        Ungeneratable: there are some, but none can be made without trying hopelessly often.
    """

    def __init__(
        self,
        name: str,
        validator: Validator,
        rules: Collection[str],
        words: Words,
        *,
        more: Mapping[str, dict[str, Any]] = MappingProxyType({}),
        alphabet: Alphabet = ANY,
        formats: Mapping[str, object] | None = None,
    ) -> None:
        beside: dict[str, tuple[Place, ...]] = {}
        #: the identities of the schema documents that are not the contract's own
        self.beside: set[int] = set()
        ours = [("rules#", *each) for each in overlays(rules, dict(words))]
        given = [(f"{at or 'the root'}{GIVEN}", "", schema) for at, schema in more.items()]
        for prefix, location, schema in (*ours, *given):
            source = Source(prefix, f"{prefix}{len(beside)}", schema, prefix=prefix)
            place = Document(source, DEFAULT).place("")
            beside[location] = (*beside.get(location, ()), place)
            self.beside.add(id(place.document))
        root = Requirement((start(validator.schema.root, is_dynamic=validator.is_dynamic),))

        def builder(ignored: Collection[str] = ()) -> Builder:
            return Builder(validator, beside, alphabet, formats, ignored)

        self._name = name
        #: the ids of the rules that documents keep
        self.rules = frozenset(rules)
        self.builder = builder()
        try:
            self.shape = self.builder.shape(root)
        except Contradiction as contradiction:
            clauses = _contradicting(contradiction.locations, self.builder.clauses, builder, root)
            raise Unsatisfiable(_nothing_fits(name, clauses)) from None
        except Hopeless as hopeless:
            message = hopeless.why or _hardly_any(name, hopeless.locations)
            raise Ungeneratable(message) from None
        room = 3 * self.shape.height + self.builder.farthest(self.shape)
        self.room = fit(self.shape, room)

    def make(self, chooser: Chooser, context: Mapping[str, object]) -> Any:
        """A valid document, for a context such as the plan that an answer edits."""
        document = self.shape.make(chooser, self.room)
        self.mend(document, chooser, context)
        return document

    def mend(self, document: Any, chooser: Chooser, context: Mapping[str, object]) -> None:
        """Change what breaks the rules that compare the parts of a document."""
        for mend in menders(self._name, self.rules, context):
            mend(document, chooser)


def _contradicting(
    told: tuple[str, ...],
    looked_at: Sequence[str],
    builder: Callable[[Collection[str]], Builder],
    root: Requirement,
) -> tuple[str, ...]:
    """Those of the clauses that leave nothing without which something would be left."""

    def fails(ignored: Collection[str]) -> bool:
        try:
            builder(ignored).shape(root)
        except Contradiction as contradiction:
            return bool(contradiction.locations)
        except (Hopeless, Ungeneratable):
            return False
        return False

    if not told:
        return told
    # That a type is demanded is worth a word only where it is what contradicts.
    looked = dict.fromkeys((*looked_at, *told))  # a value that is given is refused without a look
    said = [at for at in looked if at in told or not at.endswith("/type")]
    # What the caller asks for is told before what the schema says as well.
    said.sort(key=lambda each: each.endswith(GIVEN))
    return tuple(essential(said, told, fails)) or told


def _hardly_any(name: str, clauses: Sequence[str]) -> str:
    return (
        f"{name} has documents that can hardly be found, if any: what is made by the other clauses "
        f"is always refused by those at {listed(clauses[:3])}. Give strategies for these places."
    )


def _nothing_fits(name: str, clauses: Sequence[str]) -> str:
    if not clauses:
        return f"{name} has no finite document: each one would have to hold another of its kind."
    clauses = [_in_words(each) for each in clauses]
    at_once = " at once" if len(clauses) > 1 else ""
    return f"{name} has no document: no value keeps {' and '.join(clauses)}{at_once}."


def _in_words(clause: str) -> str:
    at = clause.removesuffix(GIVEN)
    return clause if at == clause else f"what is given for {at}"
