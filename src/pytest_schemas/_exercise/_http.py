"""HTTP services that take one JSON document and give one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from pytest_schemas._document import MAX_SIZE, Unreadable, read
from pytest_schemas._exercise._http_exchange import (
    Client,
    Exchange,
    Failed,
    Request,
    Response,
    over_client,
    over_socket,
)
from pytest_schemas._exercise._http_options import (
    METHODS,
    checked_headers,
    checked_method,
    checked_url,
)
from pytest_schemas._exercise._json_text import shown, unreadable, written
from pytest_schemas._exercise._program_options import (
    checked_seconds,
    checked_size,
    checked_statuses,
)
from pytest_schemas._show import printable, show

__all__ = ["METHODS", "Service", "ServiceError", "http_producer"]

#: Refusals that are about the request and not about its document: no access, no such address, no
#: such method, a proxy, too slow, too many.
_NOT_OF_THE_DOCUMENT: Final = frozenset({401, 403, 404, 405, 407, 408, 429})
_REFUSALS: Final = frozenset(range(400, 500)) - _NOT_OF_THE_DOCUMENT


class ServiceError(Exception):
    """A service did not do what any must: answer in time, with success and one JSON document.

    This says nothing about a contract. The text names the address and the reason, and shows the
    document that was sent, and the status, the content type and the body of the answer.
    """

    __module__ = "pytest_schemas"


class Service:
    """An HTTP service that answers a JSON document with a JSON document; `http_producer` gives one.

    It is called with a document and returns the answer. `bytes` are sent as they are, so that a
    consumer can be given what is no JSON.
    """

    __module__ = "pytest_schemas"

    def __init__(
        self, request: Request, exchange: Exchange, max_output: int, rejects: frozenset[int]
    ) -> None:
        """Services come from `http_producer`."""
        self._request = request
        self._exchange = exchange
        self._max_output = max_output
        self._rejects = rejects

    def __repr__(self) -> str:
        return f"<Service {self._name}>"

    def __call__(self, document: object) -> Any:
        """Send a document, and return the answer, read strictly.

        Raises:
            ServiceError: there is no answer, its status is not 2xx, or it is not one JSON document.
            ValueError: the document is no JSON document.
        """
        __tracebackhide__ = True
        text = written(document)
        answer = self._answer(text)
        try:
            return read(answer.body, max_size=self._max_output)
        except Unreadable as error:
            sentence, _ = unreadable(f"The answer of {self._name}", answer.body, error)
        if not answer.body.strip():
            sentence = f"The answer of {self._name} has no body."
        raise _failure(sentence, text, answer)

    def text(self, document: object) -> bytes:
        """Send a document, and return the body of the answer, unread.

        Raises:
            ServiceError: there is no answer, its status is not 2xx, or it is not of type JSON.
            ValueError: the document is no JSON document.
        """
        __tracebackhide__ = True
        return self._answer(written(document)).body

    def accepts(self, document: object) -> bool:
        """Whether the service accepts a document: a status of 2xx, or one of `rejects`.

        Raises:
            ServiceError: there is no answer, or its status is neither.
            ValueError: the document is no JSON document.
        """
        __tracebackhide__ = True
        text = written(document)
        answer = self._send(text)
        if answer.status in self._rejects:
            return False
        if not answer.is_success:
            sentence = (
                f"{self._name} answered {answer.status_line}, which neither accepts nor refuses "
                "the document."
            )
            raise _failure(sentence, text, answer)
        return True

    @property
    def _name(self) -> str:
        return f"{self._request.method} {printable(self._request.url)}"

    def _answer(self, text: bytes) -> Response:
        __tracebackhide__ = True
        answer = self._send(text)
        if not answer.is_success:
            sentence = f"{self._name} answered {answer.status_line}, which is no success (2xx)."
            raise _failure(sentence, text, answer)
        if answer.encoding:
            sentence = (
                f"{self._name} answered with the content encoding {show(answer.encoding)}, which "
                "was not asked for and is not decoded."
            )
            raise _failure(sentence, text, answer)
        if not answer.is_json and not answer.body:
            sentence = f"The answer of {self._name} has no body."
            raise _failure(sentence, text, answer)
        if not answer.is_json:
            kind = show(answer.content_type) if answer.content_type else "no content type"
            sentence = f"{self._name} answered with {kind}, where application/json was expected."
            raise _failure(sentence, text, answer)
        return answer

    def _send(self, text: bytes) -> Response:
        __tracebackhide__ = True
        try:
            answer = self._exchange(self._request, text, self._max_output)
        except Failed as failed:
            message = f"{self._name} {failed}.\n\n  The document: {shown(text)}"
            raise ServiceError(message) from failed.__cause__
        if len(answer.body) > self._max_output:
            sentence = (
                f"{self._name} answered with more than {self._max_output} bytes, which is the "
                "limit."
            )
            raise _failure(sentence, text, answer)
        return answer


def http_producer(
    url: str,
    *,
    client: Client | None = None,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
    timeout: float | None = None,
    max_output: int = MAX_SIZE,
    rejects: int | Collection[int] = _REFUSALS,
) -> Service:
    """An HTTP service that takes a JSON document in a request, and gives one in the response.

    No redirect is followed. Without a client of the caller's, the standard library makes a
    connection for each document, to no other address than this, and no proxy is used.

    Args:
        url: where the document is sent to; with a client, what that client takes.
        client: what sends it instead, such as a `httpx.Client`, a `requests.Session`, or a test
            client of a framework. Its method `post` has a parameter `content` or `data` for the
            bytes, and `headers`; what it returns has `status_code`, `headers` and `content`.
        method: POST, PUT or PATCH.
        headers: further headers, and others than `Content-Type: application/json` and
            `Accept: application/json`.
        timeout: how many seconds it may take for each document; by default 10, or what a client
            with the parameter `content` has as its own default.
        max_output: how many bytes the body of an answer may have.
        rejects: for consumers, the statuses that mean that a document was refused. By default that
            is 4xx, but for those that are not about the document: 401, 403, 404, 405, 407, 408 and
            429.

    Raises:
        TypeError, ValueError: an argument makes no sense.
    """
    limit = None if timeout is None else checked_seconds("timeout", timeout)
    verb = checked_method(method)
    why = "a status that refuses is a number from 300 to 599"
    request = Request(
        checked_url(url, is_relative_allowed=client is not None), verb, checked_headers(headers)
    )
    exchange = over_socket(limit) if client is None else over_client(client, verb, limit)
    return Service(
        request,
        exchange,
        checked_size("max_output", max_output),
        checked_statuses(rejects, range(300, 600), why),
    )


def _failure(sentence: str, text: bytes, answer: Response) -> ServiceError:
    lines = [
        sentence,
        "",
        f"  The document: {shown(text)}",
        f"  Status: {answer.status_line}",
        f"  Content type: {printable(answer.content_type) or '(none)'}",
    ]
    if answer.location:
        lines.append(f"  Location: {printable(answer.location)}, which was not followed")
    lines.append(f"  Body: {shown(answer.body) or '(nothing)'}")
    return ServiceError("\n".join(lines))
