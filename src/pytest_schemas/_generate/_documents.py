"""All that makes the documents of one contract, ready to be asked again and again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pytest_schemas._dialects import DEFAULT
from pytest_schemas._errors import Ungeneratable, Unsatisfiable
from pytest_schemas._generate._alphabet import ANY, Alphabet
from pytest_schemas._generate._build import Builder
from pytest_schemas._generate._chooser import Chooser, Rejected, Trial
from pytest_schemas._generate._expand import Requirement
from pytest_schemas._generate._flat import Contradiction
from pytest_schemas._generate._mending import menders
from pytest_schemas._generate._objects import PRESENT, Objects
from pytest_schemas._generate._overlays import overlays
from pytest_schemas._generate._shape import TRIES
from pytest_schemas._schema import Document, Place, Source
from pytest_schemas._show import listed
from pytest_schemas._validation import Validator

#: So many documents are tried out where some are looked at, and so many must come of it.
_TRIALS = 20
_MUST_COME = 5


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
        direction: object,
        *,
        more: Sequence[dict[str, Any]] = (),
        alphabet: Alphabet = ANY,
        formats: Mapping[str, object] | None = None,
    ) -> None:
        beside: dict[str, tuple[Place, ...]] = {}
        #: the identities of the schema documents that are not the contract's own
        self.beside: set[int] = set()
        root = validator.schema.root
        ours = [("rules", *each) for each in overlays(rules, direction)]
        for kind, location, schema in (*ours, *(("given", "", each) for each in more)):
            source = Source(kind, f"{kind}:{len(beside)}", schema, prefix=f"{kind}#")
            place = Document(source, DEFAULT).place("")
            beside[location] = (*beside.get(location, ()), place)
            self.beside.add(id(place.document))
        self.builder = builder = Builder(
            validator.schema,
            validator.accepts,
            beside,
            alphabet,
            formats,
            asserts_formats=validator.asserts_formats,
        )
        try:
            self.shape = builder.shape(Requirement((root,)))
        except Contradiction as contradiction:
            raise Unsatisfiable(_nothing_fits(name, contradiction.locations)) from None
        for variant in self.shape.variants:
            if isinstance(variant, Objects):
                variant.present = PRESENT
        self.room = 3 * self.shape.height + builder.farthest(self.shape)
        self._accepts = validator.is_valid if validator.is_dynamic else None
        if builder.looked_at or self._accepts:
            self._try_out(name, builder.looked_at)
        self._name = name
        self._rules = rules

    def make(self, chooser: Chooser, context: Mapping[str, object]) -> Any:
        """A valid document, for a context such as the plan that an answer edits."""
        document = self._make(chooser)
        self.mend(document, chooser, context)
        return document

    def mend(self, document: Any, chooser: Chooser, context: Mapping[str, object]) -> None:
        """Change what breaks the rules that compare the parts of a document."""
        for mend in menders(self._name, self._rules, context):
            mend(document, chooser)

    def _make(self, chooser: Chooser) -> Any:
        for _ in range(TRIES):
            document = self.shape.make(chooser, self.room)
            if self._accepts is None or self._accepts(document):
                return document
        return chooser.reject()

    def _try_out(self, name: str, looked_at: Sequence[str]) -> None:
        made = 0
        for seed in range(_TRIALS):
            with suppress(Rejected):
                self._make(Trial(seed))
                made += 1
        if made < _MUST_COME:
            places = listed([each or "the root" for each in dict.fromkeys(looked_at)][:3])
            message = (
                f"{name} has documents that can hardly be found: what is made by the other clauses "
                f"is nearly always refused by those at {places}. Give strategies for these places."
            )
            raise Ungeneratable(message)


def _nothing_fits(name: str, clauses: Sequence[str]) -> str:
    if not clauses:
        return f"{name} has no finite document: each one would have to hold another of its kind."
    at_once = " at once" if len(clauses) > 1 else ""
    return f"{name} has no document: no value keeps {' and '.join(clauses)}{at_once}."
