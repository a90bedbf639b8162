"""The records of `reports/reports.jsonl`, for the tests that hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Document:
    """A text of one record, with its verdict; None where there is none to be given."""

    report: str
    name: str
    text: str
    valid: bool | None

    def __str__(self) -> str:
        return f"{self.report}-{self.name}"


@dataclass(frozen=True)
class Report:
    """One record: a schema, and what is right for the documents that are judged by it."""

    id: str
    capability: int
    schema: Any
    documents: dict[str, Document]
    locations: list[dict[str, Any]]


def _report(record: dict[str, Any]) -> Report:
    documents = [
        Document(record["id"], each["name"], each["json_text"], each["valid"])
        for each in record.get("documents", ())
    ]
    return Report(
        record["id"],
        record["capability"],
        record["schema"],
        {each.name: each for each in documents},
        record.get("locations", []),
    )


_LINES = (Path(__file__).parent / "reports" / "reports.jsonl").read_text(encoding="ascii")

#: All records by their ids.
REPORTS = MappingProxyType(
    {report.id: report for report in map(_report, map(json.loads, _LINES.splitlines()))}
)
