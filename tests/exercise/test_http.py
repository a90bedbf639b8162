"""HTTP services that answer JSON with JSON, over loopback: what is sent, and what goes wrong."""

from __future__ import annotations

import socket
import struct
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

JSON = "application/json"
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


class Reply(NamedTuple):
    """What the server answers."""

    status: int = 200
    body: bytes = b"{}"
    content_type: str | None = JSON
    location: str | None = None
    encoding: str | None = None


class Received(NamedTuple):
    """What the server got."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Server:
    """A server on loopback; without a reply it gives back what it gets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.reply: Reply | None = None
        self.received: list[Received] = []


@contextmanager
def serving() -> Iterator[Server]:
    """Run a server in a thread."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.received.append(Received(self.command, self.path, headers, body))
            reply = server.reply or Reply(body=body)
            self.send_response(reply.status)
            for name, value in (
                ("Content-Type", reply.content_type),
                ("Location", reply.location),
                ("Content-Encoding", reply.encoding),
                ("Content-Length", str(len(reply.body))),
            ):
                if value is not None:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(reply.body)

        do_GET = do_PUT = do_PATCH = do_CONNECT = do_POST  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as service:
        service.daemon_threads = True
        server = Server(f"http://127.0.0.1:{service.server_port}/events?a=%20b")
        thread = threading.Thread(target=service.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            service.shutdown()
            thread.join()


@pytest.fixture(name="server")
def _server() -> Iterator[Server]:
    with serving() as server:
        yield server


@contextmanager
def listening(answer: Callable[[socket.socket], object]) -> Iterator[str]:
    """Run a server that does what it likes with its one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                received = b""
                while not received.endswith(b"\r\n\r\n1") and len(received) < 1000:
                    received += connection.recv(1000)
                answer(connection)

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        thread.join()


def failure(service: ps.Service, document: object = 1) -> str:
    """What the error says that a call raises."""
    with pytest.raises(ps.ServiceError) as failed:
        service(document)
    return str(failed.value)


class LikeHttpx:
    """A client with the interface of httpx."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def post(
        self,
        url: str,
        *,
        content: bytes | None = None,
        headers: object = None,
        follow_redirects: bool = True,
        timeout: float = 5,
    ) -> Any:
        """Note what is sent."""
        given = {"content": content, "headers": headers, "follow_redirects": follow_redirects}
        self.sent.append((url, {**given, "timeout": timeout}))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class LikeRequests(LikeHttpx):
    """A client with the interface of requests."""

    def post(self, url: str, data: Any = None, json: Any = None, **options: Any) -> Any:  # type: ignore[override]
        """Note what is sent."""
        self.sent.append((url, {"data": data, "json": json, **options}))
        return self.answer

    put = post


class Answer:
    """A response of a client."""

    def __init__(self, content: bytes, status_code: int = 200, history: object = ()) -> None:
        self.content = content
        self.status_code = status_code
        self.headers = {"content-type": JSON}
        self.history = history


# What is sent, and what comes back


def test_any_document_goes_there_and_back(server: Server) -> None:
    """Values and their types are the same after it."""
    service = ps.http_producer(server.url)

    @given(VALUES)
    @settings(max_examples=50)
    def check(document: object) -> None:
        assert repr(service(document)) == repr(document)

    check()


def test_a_request_is_a_post_of_json(server: Server) -> None:
    """It has the type, the length and the path that it should have."""
    assert ps.http_producer(server.url)({"é": 1.0}) == {"é": 1.0}

    (received,) = server.received
    assert (received.method, received.path) == ("POST", "/events?a=%20b")
    assert received.body == '{"é":1.0}'.encode()
    assert received.headers == {
        "host": server.url.split("/")[2],
        "accept-encoding": "identity",
        "accept": JSON,
        "content-type": JSON,
        "content-length": "10",
        "connection": "close",
    }


def test_headers_and_method_are_as_asked(server: Server) -> None:
    """A header of the caller's takes the place of the usual one, whatever its case."""
    headers = {"content-TYPE": "application/vnd.event+json", "Authorization": "Bearer x"}

    ps.http_producer(server.url, method="PUT", headers=headers)(1)

    (received,) = server.received
    assert received.method == "PUT"
    assert received.headers["content-type"] == "application/vnd.event+json"
    assert received.headers["authorization"] == "Bearer x"
    assert received.headers["accept"] == JSON


def test_bytes_are_sent_as_they_are(server: Server) -> None:
    """A consumer can be given what is no JSON, and an answer can be had unread."""
    text = b'{"a": 1, "a": 2}\n'

    assert ps.http_producer(server.url).text(text) == text
    assert server.received[0].body == text


@pytest.mark.parametrize(
    "content_type",
    [JSON, "application/json; charset=utf-8", "Application/JSON", "application/problem+json"],
)
def test_types_of_json_are_read(server: Server, content_type: str) -> None:
    """With parameters, in any case, and with a suffix."""
    server.reply = Reply(content_type=content_type)

    assert ps.http_producer(server.url)(1) == {}


def test_proxies_of_the_environment_are_not_used(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the address that was given is contacted."""
    with serving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)

        assert ps.http_producer(server.url)(1) == 1

        assert proxy.received == []


# What services do wrong


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        pytest.param(
            Reply(500, b"Traceback\n", "text/plain"),
            """\
POST {url} answered 500 Internal Server Error, which is no success (2xx).

  The document: 1
  Status: 500 Internal Server Error
  Content type: text/plain
  Body: Traceback\\n""",
            id="a status",
        ),
        pytest.param(
            Reply(599, b"", None),
            """\
POST {url} answered 599, which is no success (2xx).

  The document: 1
  Status: 599
  Content type: (none)
  Body: (nothing)""",
            id="a status without a name",
        ),
        pytest.param(
            Reply(307, b"", None, "/elsewhere"),
            """\
POST {url} answered 307 Temporary Redirect, which is no success (2xx).

  The document: 1
  Status: 307 Temporary Redirect
  Content type: (none)
  Location: /elsewhere, which was not followed
  Body: (nothing)""",
            id="a redirect",
        ),
        pytest.param(
            Reply(200, b"<html>", "text/html; charset=utf-8"),
            """\
POST {url} answered with "text/html; charset=utf-8", where application/json was expected.

  The document: 1
  Status: 200 OK
  Content type: text/html; charset=utf-8
  Body: <html>""",
            id="a content type",
        ),
        pytest.param(
            Reply(200, b"{}", None),
            """\
POST {url} answered with no content type, where application/json was expected.

  The document: 1
  Status: 200 OK
  Content type: (none)
  Body: {}""",
            id="no content type",
        ),
        pytest.param(
            Reply(201, b" "),
            """\
The answer of POST {url} has no body.

  The document: 1
  Status: 201 Created
  Content type: application/json
  Body:  """,
            id="no body",
        ),
        pytest.param(
            Reply(204, b"", None),
            """\
The answer of POST {url} has no body.

  The document: 1
  Status: 204 No Content
  Content type: (none)
  Body: (nothing)""",
            id="no content",
        ),
        pytest.param(
            Reply(200, b"\x1f\x8b\b", encoding="gzip"),
            """\
POST {url} answered with the content encoding "gzip", which was not asked for and is not decoded.

  The document: 1
  Status: 200 OK
  Content type: application/json
  Body: \\u001f\ufffd\\b""",
            id="compressed",
        ),
        pytest.param(
            Reply(200, b'{"a": NaN}'),
            """\
The answer of POST {url} is not one JSON document: line 1, column 7: NaN, which is no JSON number \
(json/non-finite).

  The document: 1
  Status: 200 OK
  Content type: application/json
  Body: {"a": NaN}""",
            id="no JSON",
        ),
        pytest.param(
            Reply(200, b")]}',\n{}"),
            """\
The answer of POST {url} has something before the JSON document: ")]}',".

  The document: 1
  Status: 200 OK
  Content type: application/json
  Body: )]}',\\n{}""",
            id="something before it",
        ),
        pytest.param(
            Reply(200, b'"' + b"x" * 1000 + b'"'),
            f"""\
POST {{url}} answered with more than 500 bytes, which is the limit.

  The document: 1
  Status: 200 OK
  Content type: application/json
  Body: "{"x" * 95}... (501 bytes)""",
            id="too much",
        ),
    ],
)
def test_an_answer_that_is_none_says_why(server: Server, reply: Reply, message: str) -> None:
    """Status, content type and body are shown, and nothing else is contacted."""
    server.reply = reply

    said = failure(ps.http_producer(server.url, max_output=500))

    assert said == message.replace("{url}", server.url)
    assert len(server.received) == 1


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        pytest.param(
            lambda connection: [*iter(lambda: connection.recv(1), b"")],
            "gave no answer within 0.3 seconds",
            id="no answer",
        ),
        pytest.param(
            lambda connection: drip(connection, b"HTTP/1.1 200 OK\r\nX: ", b"y"),
            "gave no answer within 0.3 seconds",
            id="a header without end",
        ),
        pytest.param(
            lambda connection: drip(connection, b"HTTP/1.1 200 OK\r\n\r\n", b" "),
            "gave no answer within 0.3 seconds",
            id="a body without end",
        ),
        pytest.param(
            lambda connection: connection.close(),
            "closed the connection without an answer",
            id="closed",
        ),
        pytest.param(
            lambda connection: connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
            "closed the connection in the middle of its answer",
            id="closed early",
        ),
        pytest.param(
            lambda connection: reset(connection, b"HTTP/1.1 200 OK\r\n\r\n" + bytes(20_000_000)),
            "closed the connection in the middle of its answer",
            id="reset early",
        ),
        pytest.param(
            lambda connection: connection.send(
                b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n"
            ),
            "did not answer as HTTP: HTTPException: a chunk of the body has no length",
            id="a length below 0",
        ),
        pytest.param(
            lambda connection: connection.send(b"SSH-2.0-OpenSSH\r\n"),
            "did not answer as HTTP: BadStatusLine: SSH-2.0-OpenSSH\\r\\n",
            id="no HTTP",
        ),
    ],
)
def test_no_answer_says_why(answer: Callable[[socket.socket], object], message: str) -> None:
    """The time limit is for all of an answer, however it comes."""
    with listening(answer) as url:
        said = failure(ps.http_producer(url, timeout=0.3))

    assert said == f"POST {url} {message}.\n\n  The document: 1"


def drip(connection: socket.socket, start: bytes, part: bytes) -> None:
    """Write something and then, for as long as it is taken, a part again and again."""
    connection.sendall(start)
    gone = threading.Event()
    try:
        while not gone.wait(0.02):
            connection.sendall(part)
    except OSError:
        gone.set()


def reset(connection: socket.socket, start: bytes) -> None:
    """Write more than waits on the way, and close the connection as a crash does."""
    connection.sendall(start)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_a_refused_connection_says_so() -> None:
    """Nothing listens at the address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"

    assert failure(ps.http_producer(url)) == (
        f"POST {url} cannot be reached: the connection is refused.\n\n  The document: 1"
    )


def test_an_address_without_tls_says_so() -> None:
    """The scheme is easily mistaken."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/"

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        thread = threading.Thread(target=serve)
        thread.start()
        said = failure(ps.http_producer(url))
        thread.join()

    assert said == (
        f"POST {url} did not answer as TLS: WRONG_VERSION_NUMBER. Without TLS, its address starts "
        "with http:.\n\n  The document: 1"
    )


def test_an_answer_before_the_request_is_read_is_an_answer() -> None:
    """A server that finds a document too large need not read it."""
    head = b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"

    def refuse(connection: socket.socket) -> None:
        connection.sendall(head)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1_000_000):
            pass

    with listening(refuse) as url:
        assert ps.http_producer(url).accepts("x" * 1_000_000) is False


# Clients


def test_a_client_like_httpx_is_given_content() -> None:
    """Redirects are switched off, and its own time limit holds if there is no other."""
    client = LikeHttpx(Answer(b"[1]"))

    assert ps.http_producer("/events", client=client)({"a": 1}) == [1]
    assert ps.http_producer("http://x/", client=client, timeout=3)({"a": 1}) == [1]

    headers = {"Accept": JSON, "Content-Type": JSON}
    common = {"content": b'{"a":1}', "headers": headers, "follow_redirects": False}
    assert client.sent == [
        ("/events", {**common, "timeout": 5}),
        ("http://x/", {**common, "timeout": 3}),
    ]


def test_a_client_like_requests_is_given_data() -> None:
    """Redirects are switched off, and it has a time limit, which it has not by itself."""
    client = LikeRequests(Answer(b"[1]"))

    assert ps.http_producer("http://x/", client=client, method="PUT")({"a": 1}) == [1]

    headers = {"Accept": JSON, "Content-Type": JSON}
    options = {"headers": headers, "allow_redirects": False, "timeout": 10.0}
    assert client.sent == [("http://x/", {"data": b'{"a":1}', "json": None, **options})]


def test_what_a_client_raises_is_told() -> None:
    """The address stands in the message, and the client's own error is the cause."""
    error = RuntimeError("the pool is closed")
    service = ps.http_producer("http://x/", client=LikeHttpx(error))

    with pytest.raises(ps.ServiceError) as failed:
        service(1)

    assert str(failed.value) == (
        "POST http://x/ cannot be reached: RuntimeError: the pool is closed.\n\n  The document: 1"
    )
    assert failed.value.__cause__ is error


def test_a_client_that_follows_redirects_is_found_out() -> None:
    """Another address has answered then."""
    client = LikeHttpx(Answer(b"1", history=[Answer(b"", 307)]))

    assert failure(ps.http_producer("http://x/", client=client)) == (
        "POST http://x/ was redirected, and the client followed: it must not.\n\n  The document: 1"
    )


@pytest.mark.parametrize("name", ["httpx", "requests"])
def test_real_clients_serve(server: Server, name: str) -> None:
    """The two that people have, and neither follows a redirect."""
    library = pytest.importorskip(name)
    with (library.Client if name == "httpx" else library.Session)() as client:
        service = ps.http_producer(server.url, client=client)

        assert service({"é": 1.0}) == {"é": 1.0}
        assert server.received[-1].headers["content-type"] == JSON

        server.reply = Reply(307, b"", None, "/elsewhere")
        assert "Location: /elsewhere, which was not followed" in failure(service)
        assert len(server.received) == 2

        server.reply = Reply(422)
        assert service.accepts(1) is False


# Consumers


@pytest.mark.parametrize(
    ("status", "verdict"),
    [(200, True), (204, True), (299, True), (400, False), (409, False), (422, False), (499, False)],
)
def test_the_status_is_a_verdict(server: Server, status: int, verdict: bool) -> None:
    """Whatever the body is."""
    server.reply = Reply(status, b"", None)

    assert ps.http_producer(server.url).accepts({}) is verdict


@pytest.mark.parametrize("status", [302, 401, 403, 404, 405, 407, 408, 429, 500, 503])
def test_another_status_is_no_verdict(server: Server, status: int) -> None:
    """Faults of the server, and of the request rather than its document, refuse nothing."""
    server.reply = Reply(status, b"oh", None)

    with pytest.raises(ps.ServiceError) as failed:
        ps.http_producer(server.url).accepts({})

    first, *_, last = str(failed.value).splitlines()
    assert first.startswith(f"POST {server.url} answered {status} ")
    assert first.endswith(", which neither accepts nor refuses the document.")
    assert last == "  Body: oh"


def test_the_refusals_may_be_named(server: Server) -> None:
    """Then no others refuse."""
    service = ps.http_producer(server.url, rejects=(404, 503))
    verdicts = []
    for status in (404, 503):
        server.reply = Reply(status)
        verdicts.append(service.accepts({}))
    server.reply = Reply(422)

    assert verdicts == [False, False]
    with pytest.raises(ps.ServiceError):
        service.accepts({})


# Arguments


@pytest.mark.parametrize(
    ("url", "options", "error", "message"),
    [
        pytest.param(b"x", {}, TypeError, "url is b'x', of type bytes: use a str.", id="bytes"),
        pytest.param(
            "127.0.0.1:8000",
            {},
            ValueError,
            "url is '127.0.0.1:8000': give one such as 'http://127.0.0.1:8000/path'.",
            id="no scheme",
        ),
        pytest.param(
            "file:///etc/passwd",
            {},
            ValueError,
            "url is 'file:///etc/passwd': give one such as 'http://127.0.0.1:8000/path'.",
            id="a file",
        ),
        pytest.param(
            "http://x/a b",
            {},
            ValueError,
            "url is 'http://x/a b': percent-encode white space and what is not ASCII.",
            id="a space",
        ),
        pytest.param(
            "http://me:secret@x/",
            {},
            ValueError,
            "url holds a user name: leave it out, and give an Authorization header instead.",
            id="a password",
        ),
        pytest.param(
            "http://x/#a",
            {},
            ValueError,
            "url is 'http://x/#a': leave out the fragment, which is never sent.",
            id="a fragment",
        ),
        pytest.param(
            "http://x:99999/",
            {},
            ValueError,
            "url is 'http://x:99999/': Port out of range 0-65535.",
            id="a port",
        ),
        pytest.param(
            "http://me:secret@x:99999/",
            {},
            ValueError,
            "url: Port out of range 0-65535.",
            id="a password and a port",
        ),
        pytest.param(
            "http://[::1",
            {},
            ValueError,
            "url is 'http://[::1': Invalid IPv6 URL.",
            id="half an address",
        ),
        pytest.param(
            "http://a..b/",
            {},
            ValueError,
            "url is 'http://a..b/': 'a..b' cannot be the name of a host.",
            id="an empty part of a name",
        ),
        pytest.param(
            "http://x/",
            {"method": "GET"},
            ValueError,
            "method is 'GET': use one of POST, PUT, PATCH.",
            id="a method",
        ),
        pytest.param(
            "http://x/",
            {"headers": {"A": 1}},
            TypeError,
            "headers has 'A': 1: use a str for both.",
            id="a header that is a number",
        ),
        pytest.param(
            "http://x/",
            {"headers": {"A": "b\r\nC: d"}},
            ValueError,
            r"headers has 'A': 'b\r\nC: d', which no header can be.",
            id="a header of two lines",
        ),
        pytest.param(
            "http://x/",
            {"headers": [("A", "b")]},
            TypeError,
            "headers is [('A', 'b')]: give a mapping of names to texts, or None.",
            id="a list of headers",
        ),
        pytest.param(
            "http://x/",
            {"timeout": -1},
            ValueError,
            "timeout is -1: give a number of seconds above 0, at most 1000000.",
            id="a timeout",
        ),
        pytest.param(
            "http://x/",
            {"timeout": 1e10},
            ValueError,
            "timeout is 10000000000.0: give a number of seconds above 0, at most 1000000.",
            id="a timeout that no socket can have",
        ),
        pytest.param(
            "http://x/",
            {"rejects": 200},
            ValueError,
            "rejects has 200: a status that refuses is a number from 300 to 599.",
            id="a success that refuses",
        ),
        pytest.param(
            "http://x/",
            {"client": 7},
            TypeError,
            "client is 7, which has no method post().",
            id="no client",
        ),
    ],
)
def test_an_argument_that_makes_no_sense_is_refused(
    url: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """At once, and in words."""
    with pytest.raises(error) as refused:
        ps.http_producer(url, **options)

    assert str(refused.value) == message


def test_a_client_must_take_bytes() -> None:
    """One whose method has no parameter for them is refused before anything is sent."""

    class Client:
        def post(self, url: str) -> None: ...

    with pytest.raises(TypeError, match=r"which has neither a parameter 'content' nor 'data' for"):
        ps.http_producer("http://x/", client=Client())


def test_the_errors_are_no_assertions() -> None:
    """They say nothing about a contract."""
    for error in (ps.ProgramError, ps.ServiceError):
        assert not issubclass(error, AssertionError)
        assert error.__module__ == "pytest_schemas"
