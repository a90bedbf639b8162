"""Whether a text is one emoji."""

from __future__ import annotations

import pytest

from pytest_schemas._rules._emoji import is_one_emoji

ONE = {
    "thumbs up": "\U0001f44d",
    "with a skin tone": "\U0001f44d\U0001f3fd",
    "heart": "\u2764",
    "heart, drawn in colour": "\u2764\ufe0f",
    "family": "\U0001f469\u200d\U0001f469\u200d\U0001f466",
    "flag of two letters": "\U0001f1eb\U0001f1f7",
    "flag of tags": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "rainbow flag": "\U0001f3f3\ufe0f\u200d\U0001f308",
    "keycap": "1\ufe0f\u20e3",
}
NOT_ONE = {
    "a word": "ok",
    "a digit": "1",
    "a space": " ",
    "two emoji": "\U0001f44d\U0001f44d",
    "an emoji and a space": "\U0001f44d ",
    "an emoji and a newline": "\U0001f44d\n",
    "half a flag": "\U0001f1eb",
    "two flags": "\U0001f1eb\U0001f1f7" * 2,
    "a joiner with nothing after it": "\U0001f469\u200d",
    "a letter beyond ASCII": "\u00e9",
}


@pytest.mark.parametrize("text", ONE.values(), ids=ONE)
def test_one_emoji(text):
    """An emoji may be built of several characters."""
    assert is_one_emoji(text)


@pytest.mark.parametrize("text", NOT_ONE.values(), ids=NOT_ONE)
def test_not_one_emoji(text):
    """Words, spaces and more than one emoji are refused."""
    assert not is_one_emoji(text)
