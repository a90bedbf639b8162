"""Whether a text is one emoji."""

from __future__ import annotations

import re

# The blocks in which emoji live, written out: the tables of `unicodedata` grow with each Python
# version, and a verdict must not. So this accepts some symbols that are no emoji.
_BASE = (
    r"[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299"
    r"\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_MODIFIER = r"[\ufe0f\U0001f3fb-\U0001f3ff]"
_TAGS = r"(?:[\U000e0020-\U000e007e]+\U000e007f)"
_ELEMENT = f"{_BASE}{_MODIFIER}?{_TAGS}?"

# The shape of an emoji sequence, after Unicode Technical Standard 51, section 1.4.9: elements
# joined by U+200D, a flag of two regional indicators, or a keycap.
_ONE_EMOJI = re.compile(
    f"{_ELEMENT}(?:\\u200d{_ELEMENT})*"
    r"|[\U0001f1e6-\U0001f1ff]{2}"
    r"|[0-9#*]\ufe0f?\u20e3"
)


def is_one_emoji(text: str) -> bool:
    """Return whether *text* has the shape of exactly one emoji; in doubt it has."""
    return _ONE_EMOJI.fullmatch(text) is not None
