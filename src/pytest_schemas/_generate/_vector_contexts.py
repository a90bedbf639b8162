"""The contexts of vectors: what the rules that need something beside the document are shown by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_schemas._rules import CONTEXT

#: A plan with all that an edit can be about: two items, of which one needs the other, and one with
#: several files and checks.
_PLAN = """
{
  "schema_version": 1,
  "issue": 1,
  "revision": 2,
  "summary": "Retry failed requests.",
  "questions": [],
  "items": [
    {
      "id": "P1",
      "title": "Retry",
      "intent": "A request that fails is sent again.",
      "files": [
        {"path": "src/retry.py", "kind": "add", "renamed_from": null, "change": "The retry."},
        {"path": "src/client.py", "kind": "edit", "renamed_from": null, "change": "Use it."}
      ],
      "acceptance": [
        {"type": "cmd", "text": "pytest tests"},
        {"type": "check", "text": "A failed request is sent three times."}
      ],
      "depends_on": []
    },
    {
      "id": "P2",
      "title": "Configure",
      "intent": "The number of tries can be set.",
      "files": [
        {"path": "src/config.py", "kind": "edit", "renamed_from": null, "change": "The setting."}
      ],
      "acceptance": [{"type": "cmd", "text": "pytest tests/test_config.py"}],
      "depends_on": ["P1"]
    },
    {
      "id": "P3",
      "title": "Describe",
      "intent": "Users know of the setting.",
      "files": [
        {"path": "README.md", "kind": "edit", "renamed_from": null, "change": "A section."},
        {"path": "docs/retry.md", "kind": "add", "renamed_from": null, "change": "The page."}
      ],
      "acceptance": [
        {"type": "check", "text": "The page names the setting."},
        {"type": "check", "text": "The README links to it."}
      ],
      "depends_on": []
    }
  ]
}
"""


def vector_contexts(name: str) -> Iterator[Mapping[str, Any]]:
    """The contexts in which a bundled contract's rules are shown; each a fresh one."""
    for each, words in CONTEXT.get(name, {}).items():
        yield from ({each: word} for word in words or ())
    if name == "plan-edit":
        yield {"plan": json.loads(_PLAN)}
