"""The texts of a document as the consumer of agent results reads them, by ECMAScript's notions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_schemas._rules._rule import Path

#: What `trim` takes off and `\s` matches (ECMA-262, sections 12.2 and 12.3): U+FEFF is among it,
#: and U+0085 and U+001C to U+001F, which Python counts as white space, are not.
WHITE_SPACE: Final = "".join(
    map(chr, (*range(0x09, 0x0E), 0x20, 0xA0, 0x1680, *range(0x2000, 0x200B)))
) + "".join(map(chr, (0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF)))
#: One such character, in a regular expression.
SPACE: Final = f"[{WHITE_SPACE}]"


def trimmed(text: str) -> str:
    """Return *text* without the white space around it."""
    return text.strip(WHITE_SPACE)


def is_blank(text: str) -> bool:
    """Return whether *text* is nothing but white space."""
    return not trimmed(text)


@dataclass(frozen=True, slots=True)
class Text:
    """A string of a document, or the name of a member."""

    #: Where the string stands; for a name, where the value of the member stands.
    path: Path
    kind: Literal["text", "name"]
    value: str

    @property
    def json(self) -> str:
        r"""The compact JSON text, which is what the consumer searches.

        A line end is two characters in it, ``\n``, and so no white space, and the text stands
        between quote marks.
        """
        return json.dumps(self.value, ensure_ascii=False)


def texts(document: Any, path: Path = ()) -> Iterator[Text]:
    """Yield all strings and names of *document*, which stands at *path*, in document order."""
    # No recursion: how deep a document may be is for its reader to limit.
    waiting: list[tuple[Path, Any, str | None]] = [(path, document, None)]
    while waiting:
        place, value, name = waiting.pop()
        if name is not None:
            yield Text(place, "name", name)
        if isinstance(value, str):
            yield Text(place, "text", value)
        elif isinstance(value, dict):
            waiting += [((*place, each), value[each], each) for each in reversed(value)]
        elif isinstance(value, list):
            waiting += [((*place, i), value[i], None) for i in reversed(range(len(value)))]
