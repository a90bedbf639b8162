"""The inbox, which consumes `feedback` events: it stores them, and counts them by message."""

from __future__ import annotations

from collections import Counter
from typing import Any

Json = dict[str, Any]


class Inbox:
    """The feedback of one workspace, in the order in which it came."""

    def __init__(self) -> None:
        self.log: list[Json] = []
        self.counts: Counter[tuple[str, str]] = Counter()
        self._keys: set[str] = set()

    def receive(self, event: Json) -> Json:
        """Store an event, once however often it is sent.

        Returns:
            The response: a status, and the event as it is stored.

        Raises:
            ValueError: the event is of no kind that this server knows, or it came out of a log.
        """
        if event["kind"] not in ("reaction", "correction") or "seq" in event:
            message = "not a new reaction or correction"
            raise ValueError(message)
        if event["idempotency_key"] in self._keys:
            return {"status": 200, "event": None}
        self._keys.add(event["idempotency_key"])
        self.counts[event["message_id"], event["kind"]] += 1
        self.log.append({**event, "seq": len(self.log) + 1})
        return {"status": 201, "event": self.log[-1]}
