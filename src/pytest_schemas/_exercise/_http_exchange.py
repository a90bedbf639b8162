"""One request and its response, by the standard library or by a client of the caller's."""

from __future__ import annotations

import http.client
import inspect
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

from pytest_schemas._show import counted, printable

TIMEOUT: Final = 10.0
_CHUNK: Final = 64 * 1024


@dataclass(frozen=True)
class Request:
    """What every document is sent with."""

    url: str
    method: str
    headers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Response:
    """What came back; of a body that is too large only a part."""

    status: int
    content_type: str
    location: str
    body: bytes
    #: What the body is still encoded with, such as gzip.
    encoding: str = ""

    @property
    def is_success(self) -> bool:
        """Whether the status is 2xx."""
        return 200 <= self.status < 300

    @property
    def is_json(self) -> bool:
        """Whether the content type is `application/json` or ends in `+json` (RFC 6839)."""
        kind = self.content_type.partition(";")[0].strip().lower()
        return kind == "application/json" or (
            kind.startswith("application/") and kind[-5:] == "+json"
        )

    @property
    def status_line(self) -> str:
        """The status with its name."""
        with suppress(ValueError):
            return f"{self.status} {HTTPStatus(self.status).phrase}"
        return str(self.status)


class Failed(Exception):  # noqa: N818 - the end of a sentence about the service
    """There is no response; the text says what happened instead."""


#: Sends a text, and gives the response with at most so many bytes of its body, and one more.
Exchange = Callable[[Request, bytes, int], Response]


class Client(Protocol):
    """What a client must have: `post`, or `put` or `patch` where that is the method.

    It takes the address, the bytes as `content=` or `data=`, and `headers=`. Where it has a
    parameter `follow_redirects` or `allow_redirects`, that is False.
    """

    @property
    def post(self) -> Callable[..., Any]:
        """Send a request."""


def over_socket(timeout: float | None) -> Exchange:
    """By the standard library: one connection for each document."""
    limit = TIMEOUT if timeout is None else timeout

    def exchange(request: Request, text: bytes, most: int) -> Response:
        deadline = time.monotonic() + limit
        connection = _connection(request.url, limit)
        try:
            connection.connect()
            with _cut_at(deadline, connection.sock):
                return _exchange(connection, request, text, most)
        except TimeoutError:
            raise Failed(f"gave no answer within {counted(limit, 'second')}") from None
        except (OSError, http.client.HTTPException) as error:
            raise Failed(_told(error)) from error
        finally:
            connection.close()

    return exchange


def over_client(client: Client, method: str, timeout: float | None) -> Exchange:
    """By a client of the caller's.

    Raises:
        TypeError: it is no such client.
    """
    send = getattr(client, method.lower(), None)
    if not callable(send):
        message = f"client is {client!r}, which has no method {method.lower()}()."
        raise TypeError(message)
    body, options = _options(send, timeout)

    def exchange(request: Request, text: bytes, most: int) -> Response:
        given = {body: text, "headers": dict(request.headers), **options}
        try:
            return _response(send(request.url, **given), most)
        except Failed:
            raise
        except Exception as error:  # whatever a foreign client may raise
            raise Failed(_told(error)) from error

    return exchange


@contextmanager
def _cut_at(deadline: float, sock: socket.socket) -> Iterator[None]:
    """End an exchange at its time limit, whatever it is waiting for.

    The time limit of a socket is for each part that comes, and parts may come for ever.

    Raises:
        TimeoutError: the time is over.
    """

    def cut() -> None:
        with suppress(OSError):
            # Not the method of a TLS socket, which would take away what the other thread uses.
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = threading.Timer(deadline - time.monotonic(), cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (OSError, http.client.HTTPException):
        if time.monotonic() < deadline:
            raise
    finally:
        timer.cancel()
    if time.monotonic() >= deadline:
        raise TimeoutError


def _connection(url: str, timeout: float) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, parts.port, timeout=timeout, context=context)
    return http.client.HTTPConnection(host, parts.port, timeout=timeout)


def _exchange(
    connection: http.client.HTTPConnection, request: Request, text: bytes, most: int
) -> Response:
    parts = urlsplit(request.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {**dict(request.headers), "Connection": "close"}
    # A service may answer before it has read everything, and close.
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.request(request.method, target, text, headers)
    with connection.getresponse() as response:  # the connection may have left its socket to it
        return Response(
            response.status,
            response.getheader("Content-Type", ""),
            response.getheader("Location", ""),
            _body(response, most),
            response.getheader("Content-Encoding", "").replace("identity", ""),
        )


def _body(response: http.client.HTTPResponse, most: int) -> bytes:
    body = bytearray()
    try:
        while len(body) <= most and (chunk := response.read(min(_CHUNK, most + 1 - len(body)))):
            body += chunk
    except ConnectionError as error:
        raise http.client.IncompleteRead(bytes(body)) from error
    except ValueError as error:  # what the library makes of a length below 0
        raise http.client.HTTPException("a chunk of the body has no length") from error
    if response.length and len(body) <= most:  # some versions of Python raise this themselves
        raise http.client.IncompleteRead(bytes(body), response.length)
    return bytes(body)


def _options(send: Callable[..., Any], timeout: float | None) -> tuple[str, dict[str, object]]:
    """The name of the parameter for the bytes, and the further arguments."""
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(send).parameters
    except (TypeError, ValueError):
        parameters = {}
    takes_more = any(each.kind is each.VAR_KEYWORD for each in parameters.values())
    options: dict[str, object] = {}
    if "content" in parameters:  # as httpx
        if "follow_redirects" in parameters:
            options["follow_redirects"] = False
        if timeout is not None:
            options["timeout"] = timeout
        return "content", options
    if "data" in parameters:  # as requests, which waits for ever if not told otherwise
        if takes_more or "allow_redirects" in parameters:
            options["allow_redirects"] = False
        if takes_more or "timeout" in parameters:
            options["timeout"] = TIMEOUT if timeout is None else timeout
        return "data", options
    message = (
        f"client has {send!r}, which has neither a parameter 'content' nor 'data' for the bytes: "
        "give an object whose method has, such as a httpx.Client or a requests.Session."
    )
    raise TypeError(message)


def _response(found: Any, most: int) -> Response:
    if getattr(found, "history", None):
        raise Failed("was redirected, and the client followed: it must not")
    headers = {str(name).lower(): str(value) for name, value in found.headers.items()}
    return Response(
        int(found.status_code),
        headers.get("content-type", ""),
        headers.get("location", ""),
        bytes(found.content[: most + 1]),
    )


def _told(error: Exception) -> str:
    if isinstance(error, ConnectionRefusedError):
        return "cannot be reached: the connection is refused"
    if isinstance(error, (ConnectionResetError, BrokenPipeError)):
        return "closed the connection without an answer"
    if isinstance(error, http.client.IncompleteRead):
        return "closed the connection in the middle of its answer"
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"is not trusted: {printable(error.verify_message)}. Name its certificate in the "
            "environment as SSL_CERT_FILE, or give a client that trusts it"
        )
    if isinstance(error, ssl.SSLError):
        reason = printable(error.reason or str(error))
        return f"did not answer as TLS: {reason}. Without TLS, its address starts with http:"
    if isinstance(error, http.client.HTTPException):
        return f"did not answer as HTTP: {type(error).__name__}: {printable(str(error))}"
    reason = printable(str(error)) or "no reason is given"
    return f"cannot be reached: {type(error).__name__}: {reason}"
