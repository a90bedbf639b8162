"""Programs that answer JSON with JSON: how they are called, go wrong, and end."""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pytest_schemas as ps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Write = Callable[[str], None]
    Start = Callable[..., ps.Program]

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="/proc says which processes there are"
)

#: Gives back what it gets.
ECHO = "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"
ECHO_LINES = """
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.flush()
"""
#: Answers with its process id; documents tell it what else to do.
OBEY = """
import json, os, subprocess, sys, time
for line in sys.stdin:
    order = json.loads(line)
    if order == "die":
        print("I was told to", file=sys.stderr, flush=True)
        os._exit(3)
    if order == "crash":
        os.abort()
    if order == "hang":
        time.sleep(600)
    if order == "start another":
        subprocess.Popen(["sleep", "600"])
    print(os.getpid(), flush=True)
    if order == "answer and die":
        os._exit(4)
"""
FIRST = "import sys; line = sys.stdin.readline(); "
REST = "; sys.stdout.flush(); sys.stdin.read()"

DOCUMENTS = [
    pytest.param({"a": [1, 1.0, -0.0, 1e300, 2**60, True, None]}, id="numbers"),
    pytest.param({"é": '😀 \u2028 \u2029 \x85 \n \r \x00 \x7f \\ " '}, id="texts"),
    pytest.param([], id="an empty array"),
    pytest.param("text", id="a text"),
    pytest.param(None, id="null"),
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


class Marked:
    """The processes that were started with a mark in their environment, by what /proc says."""

    def __init__(self) -> None:
        self.env = {**os.environ, "MARK": f"{uuid.uuid4()}"}

    def running(self) -> list[str]:
        """The ids of those that run."""
        mark = f"MARK={self.env['MARK']}".encode()
        return [
            path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if _has(path, mark)
        ]

    def are(self, count: int) -> bool:
        """Whether so many run, if not at once then soon: starting and ending take a moment."""
        end = time.monotonic() + 10
        while len(self.running()) != count and time.monotonic() < end:
            os.sched_yield()
        return len(self.running()) == count


def _has(environ: Path, mark: bytes) -> bool:
    try:
        return mark in environ.read_bytes()
    except OSError:  # it has ended meanwhile
        return False


@pytest.fixture(name="marked")
def _marked() -> Marked:
    return Marked()


@pytest.fixture(name="write")
def _write(tmp_path: Path) -> Write:
    """Write the program `./worker`, in Python."""

    def write(source: str) -> None:
        worker = tmp_path / "worker"
        worker.write_text(f"#!{sys.executable} -IS\n{source}\n", encoding="utf-8")
        worker.chmod(0o755)

    return write


@pytest.fixture(name="start")
def _start(tmp_path: Path, write: Write) -> Iterator[Start]:
    """Start a program by its source; it is closed after the test."""
    started: list[ps.Program] = []

    def start(source: str, **options: object) -> ps.Program:
        write(source)
        program = ps.json_command(["./worker"], cwd=tmp_path, **options)  # type: ignore[arg-type]
        started.append(program)
        return program

    yield start
    for each in started:
        each.close()


def wait_for_the_end_of(process: int) -> None:
    """Wait until a process has closed all it had open, and only its exit status is left."""
    stat = Path(f"/proc/{process}/stat")
    while stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] != "Z":
        os.sched_yield()


def failure(program: ps.Program, document: object = 1) -> str:
    """What the error says that a call raises."""
    with pytest.raises(ps.ProgramError) as failed:
        program(document)
    return str(failed.value)


# What is sent, and what comes back


@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize(
    ("source", "lines"), [(ECHO, False), (ECHO_LINES, True)], ids=["runs", "lines"]
)
def test_a_document_goes_there_and_back(
    start: Start, source: str, lines: bool, document: Any
) -> None:
    """Values and their types are the same after it, whichever way the program is called."""
    program = start(source, lines=lines)

    assert repr(program(document)) == repr(document)
    assert repr(program(document)) == repr(document)


def test_any_document_goes_there_and_back(start: Start) -> None:
    """The same for whatever JSON there is, by one program that is kept alive."""
    program = start(ECHO_LINES, lines=True)

    @given(VALUES)
    @settings(max_examples=50)
    def check(document: object) -> None:
        assert repr(program(document)) == repr(document)

    check()


@pytest.mark.parametrize(("lines", "end"), [(False, ""), (True, "\n")], ids=["runs", "lines"])
def test_what_is_sent_is_one_line_of_utf8(start: Start, lines: bool, end: str) -> None:
    """No character stands in it as it is that some reader takes for the end of a line."""
    read = "sys.stdin.buffer.readline()" if lines else "sys.stdin.buffer.read()"
    program = start(f"import sys; print(list({read}), flush=True)", lines=lines)

    sent = bytes(program({"a": [1.0, "é😀\u2028\u2029\x85\n"]})).decode()

    assert sent == r'{"a":[1.0,"é😀\u2028\u2029\u0085\n"]}' + end


def test_bytes_are_sent_as_they_are(start: Start) -> None:
    """A consumer can be given what is no JSON."""
    program = start(ECHO)

    assert program.text(b'{"a": 1, "a": 2}\n\xff') == b'{"a": 1, "a": 2}\n\xff'


def test_a_text_of_several_lines_is_no_line(start: Start) -> None:
    """It would be taken for two documents."""
    program = start(ECHO_LINES, lines=True)

    with pytest.raises(ValueError, match=r"^A text with a line break cannot be sent as a line: "):
        program.text(b"{\n}")

    assert program(1) == 1


def test_the_text_of_an_answer_is_not_read(start: Start) -> None:
    """Of a line, the line feed is left out."""
    assert start(ECHO).text({"a": 1}) == b'{"a":1}'
    assert start(ECHO_LINES, lines=True).text(b'{"a": NaN}') == b'{"a": NaN}'


@pytest.mark.parametrize(
    ("document", "message"),
    [
        pytest.param(
            {"a": [float("nan")]},
            "What was to be sent is no JSON document at /a/0: the float nan, which is no JSON "
            "number.",
            id="not a number",
        ),
        pytest.param(
            (1, 2),
            "What was to be sent is no JSON document: a value of type tuple, (1, 2): use a list.",
            id="a tuple",
        ),
    ],
)
def test_only_json_is_sent(start: Start, document: object, message: str) -> None:
    """What is no JSON document is the caller's mistake, and says where."""
    with pytest.raises(ValueError) as failed:  # noqa: PT011 - the text is compared
        start(ECHO)(document)

    assert str(failed.value) == message


def test_the_environment_and_the_folder_are_as_asked(
    write: Write,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pytestconfig: pytest.Config,
) -> None:
    """The environment is the whole one, and the folder is relative to pytest's."""
    write(
        "import json, os\n"
        "print(json.dumps([os.getcwd(), os.environ.get('A'), 'HOME' in os.environ]))"
    )
    monkeypatch.setenv("HOME", "/")
    (tmp_path / "inner").mkdir()
    worker = [tmp_path / "worker"]
    root = os.path.relpath(tmp_path, pytestconfig.rootpath)

    assert ps.json_command(worker, cwd=f"{root}/inner")(0) == [str(tmp_path / "inner"), None, True]
    assert ps.json_command(worker, env={"A": "1"})(0)[1:] == ["1", False]
    assert ps.json_command(worker)(0)[0] == str(pytestconfig.rootpath)


# What programs do wrong


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param(
            "import sys; print('no such field', file=sys.stderr); sys.exit(3)",
            """\
`./worker` ended with exit status 3.

  The document: 1
  Its output: (nothing)
  Its stderr:
    no such field""",
            id="an exit status",
        ),
        pytest.param(
            "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
            """\
`./worker` was ended by SIGSEGV (signal 11).

  The document: 1
  Its output: (nothing)
  Its stderr: (nothing)""",
            id="a signal",
        ),
        pytest.param(
            "import sys; print('no configuration', file=sys.stderr)",
            """\
`./worker` wrote no answer.

  The document: 1
  Its stderr:
    no configuration""",
            id="nothing",
        ),
        pytest.param(
            "print('loading'); print('model 7'); print('{\"a\": 1}')",
            """\
The output of `./worker` has something before the JSON document: "loading\\nmodel 7". Its output \
is for answers alone: what it logs belongs on stderr.

  The document: 1
  Its output: loading\\nmodel 7\\n{"a": 1}\\n
  Its stderr: (nothing)""",
            id="a log before it",
        ),
        pytest.param(
            "print('answer: [1]')",
            """\
The output of `./worker` has something before the JSON document: "answer:". Its output is for \
answers alone: what it logs belongs on stderr.

  The document: 1
  Its output: answer: [1]\\n
  Its stderr: (nothing)""",
            id="a word before it",
        ),
        pytest.param(
            "print(1); print(2)",
            """\
The output of `./worker` is not one JSON document: line 2, column 1: a second value: a document is \
one (json/syntax).

  The document: 1
  Its output: 1\\n2\\n
  Its stderr: (nothing)""",
            id="two documents",
        ),
        pytest.param(
            "print('Traceback')",
            """\
The output of `./worker` is not one JSON document: line 1, column 1: "Traceback" where the value \
should start: give the JSON alone (json/syntax).

  The document: 1
  Its output: Traceback\\n
  Its stderr: (nothing)""",
            id="no JSON",
        ),
        pytest.param(
            'print(\'{"a": 1, "b": NaN}\')',
            """\
The output of `./worker` is not one JSON document: line 1, column 15: NaN, which is no JSON number \
(json/non-finite).

  The document: 1
  Its output: {"a": 1, "b": NaN}\\n
  Its stderr: (nothing)""",
            id="not a number",
        ),
        pytest.param(
            'print(\'{"a": 1, "a": 2}\')',
            """\
The output of `./worker` is not one JSON document: line 1, column 10: the name "a" a second time \
in one object (first at 1:2) (json/duplicate-key).

  The document: 1
  Its output: {"a": 1, "a": 2}\\n
  Its stderr: (nothing)""",
            id="a name twice",
        ),
        pytest.param(
            "print('[' + '1,' * 500 + '1]x')",
            """\
The output of `./worker` is not one JSON document: line 1, column 1004: "x" after the value \
(json/syntax).

  The document: 1
  Its output: [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,\
1,1,1,1,1,1... (1005 bytes)
  Its stderr: (nothing)""",
            id="a long one",
        ),
    ],
)
def test_a_run_that_goes_wrong_says_why(start: Start, source: str, message: str) -> None:
    """The document and what the program wrote are shown; nothing is a violation of a contract."""
    assert failure(start(source)) == message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        pytest.param(
            f"{FIRST}sys.exit('no such field')",
            """\
`./worker` ended with exit status 1 instead of answering.

  The document: 1
  Its output: (nothing)
  Its stderr:
    no such field""",
            id="an exit status",
        ),
        pytest.param(
            f"{FIRST}import os; os.close(1); sys.stdin.read()",
            """\
`./worker` closed its output instead of answering.

  The document: 1
  Its output: (nothing)
  Its stderr: (nothing)""",
            id="its output closed",
        ),
        pytest.param(
            f"{FIRST}print('{{', end='')",
            """\
`./worker` ended with exit status 0 instead of answering. With lines=True it must stay alive, and \
answer each line with a line; without it, it is run anew for each document.

  The document: 1
  Its output: {
  Its stderr: (nothing)""",
            id="the end, in the middle of a line",
        ),
        pytest.param(
            f"{FIRST}print('loading'); print(line){REST}",
            """\
The output of `./worker` has something before the JSON document: "loading". Its output is for \
answers alone: what it logs belongs on stderr.

  The document: 1
  Its output: loading\\n1\\n\\n
  Its stderr: (nothing)""",
            id="a log before it",
        ),
        pytest.param(
            f"{FIRST}print('[1,'); print('2]'){REST}",
            """\
`./worker` wrote its answer on more than one line. With lines=True an answer is one line, which \
ends with a line feed.

  The document: 1
  Its output: [1,\\n2]\\n
  Its stderr: (nothing)""",
            id="several lines",
        ),
        pytest.param(
            f"{FIRST}print(1); print(2){REST}",
            """\
`./worker` wrote more than one line for one document. Its output is for answers alone: what it \
logs belongs on stderr.

  The document: 1
  Its output: 1\\n2\\n
  Its stderr: (nothing)""",
            id="two answers",
        ),
        pytest.param(
            f"{FIRST}print(){REST}",
            """\
`./worker` answered with an empty line.

  The document: 1
  Its output: (nothing)
  Its stderr: (nothing)""",
            id="an empty line",
        ),
        pytest.param(
            f"{FIRST}print('oh'){REST}",
            """\
The output of `./worker` is not one JSON document: line 1, column 1: "oh" where the value should \
start: give the JSON alone (json/syntax).

  The document: 1
  Its output: oh
  Its stderr: (nothing)""",
            id="no JSON",
        ),
    ],
)
def test_a_line_that_goes_wrong_says_why(start: Start, source: str, message: str) -> None:
    """The same for a program that is kept alive, once and again: it is started anew."""
    program = start(source, lines=True)

    assert failure(program) == message
    assert failure(program) == message


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        pytest.param(
            "import time; time.sleep(600)",
            {"timeout": 0.5},
            """\
`./worker` did not end within 0.5 seconds, and was ended.

  The document: 1
  Its output: (nothing)
  Its stderr: (nothing)""",
            id="a run",
        ),
        pytest.param(
            "import time; time.sleep(600)",
            {"lines": True, "start_timeout": 0.5},
            """\
`./worker` gave no answer within 0.5 seconds, and was ended. If its output is buffered, it must \
flush it after each answer.

  The document: 1
  Its output: (nothing)
  Its stderr: (nothing)""",
            id="a line, at start",
        ),
        pytest.param(
            f"{FIRST}print(line, end='', flush=True); sys.stdin.readline(); "
            "print('2', end='', flush=True); sys.stdin.read()",
            {"lines": True, "timeout": 0.5},
            """\
`./worker` gave no answer within 0.5 seconds, and was ended. An answer ends with a line feed. If \
its output is buffered, it must flush it after each answer.

  The document: 1
  Its output: 2
  Its stderr: (nothing)""",
            id="a line, later",
        ),
    ],
)
def test_an_answer_that_does_not_come_is_not_waited_for(
    start: Start, source: str, options: dict[str, Any], message: str
) -> None:
    """The limit of time is named, and what is the likely reason."""
    program = start(source, **options)
    if "timeout" in options and "lines" in options:
        assert program(1) == 1

    assert failure(program) == message


@pytest.mark.parametrize("lines", [False, True], ids=["runs", "lines"])
def test_too_much_output_is_refused(start: Start, marked: Marked, lines: bool) -> None:
    """The program is ended, however much more it would write."""
    source = f"{FIRST}\nwhile True: sys.stdout.write('x' * 100_000)"
    program = start(source, lines=lines, max_output=1000, env=marked.env)

    assert failure(program).startswith(
        "`./worker` wrote more than 1000 bytes, which is the limit.\n\n"
        "  The document: 1\n  Its output: xxx"
    )
    assert marked.are(0)


def test_a_long_stderr_is_cut(start: Start) -> None:
    """The last lines are shown, and of a long line its start."""
    source = "import sys; [print(i, 'y' * 300, file=sys.stderr) for i in range(5000)]; sys.exit(1)"

    lines = failure(start(source)).splitlines()

    assert lines[4] == "  Its stderr, the last 20 of 5000 lines:"
    assert lines[5] == f"    4980 {'y' * 155}..."
    assert len(lines) == 25


def test_the_steps_of_a_progress_bar_are_lines_too(start: Start) -> None:
    """A carriage return begins a line anew, and nothing is hidden without a word."""
    source = "import sys; [print(i, end='\\r', file=sys.stderr) for i in range(50)]; sys.exit(1)"

    lines = failure(start(source)).splitlines()

    assert lines[4:6] == ["  Its stderr, the last 20 of 50 lines:", "    30"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param(
            ["no-such-program"], "There is no program 'no-such-program' on the PATH.", id="no name"
        ),
        pytest.param(["./none"], "There is no program '{folder}/none'.", id="no file"),
        pytest.param(
            ["./plain"],
            "'./plain' may not be executed. Make the file executable, or name its interpreter "
            "first, as in ['python', './plain'].",
            id="not executable",
        ),
        pytest.param(
            ["./lost"],
            "'{folder}/lost' cannot be started: the interpreter that it names is not there.",
            id="no interpreter",
        ),
        pytest.param(
            ["./text"],
            "'./text' cannot be started: Exec format error. Where it is a script, name its "
            "interpreter first, as in ['python', './text'].",
            id="no program",
        ),
        pytest.param(["./folder"], "'{folder}/folder' is a folder, and no program.", id="a folder"),
        pytest.param(
            ["./plain/worker"], "There is no program '{folder}/plain/worker'.", id="in a file"
        ),
        pytest.param(
            ["text"],
            "There is no program 'text' on the PATH. The one in the folder '{folder}' is './text'.",
            id="a file without its folder",
        ),
        pytest.param(
            ["node worker.js"],
            "There is no program 'node worker.js' on the PATH. Is that a command line? Give its "
            "words one by one: ['node', 'worker.js'].",
            id="a command line",
        ),
        pytest.param(
            ["./text", "x" * 3_000_000],
            "'./text' cannot be started: Argument list too long.",
            id="a long argument",
        ),
    ],
)
@pytest.mark.parametrize("lines", [False, True], ids=["runs", "lines"])
def test_what_cannot_be_started_says_why(
    tmp_path: Path, lines: bool, args: list[str], message: str
) -> None:
    """A program that is kept alive is started at once, so the mistake is seen where it is made."""
    for name, text in {"plain": "", "lost": "#!/no/such/interpreter\n", "text": "hello"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o644 if name == "plain" else 0o755)
    (tmp_path / "folder").mkdir()

    with pytest.raises(ps.ProgramError) as failed:
        ps.json_command(args, cwd=tmp_path, lines=lines)(1)

    assert str(failed.value) == message.format(folder=tmp_path)


def test_an_environment_without_a_path_is_told() -> None:
    """It is the whole environment, which is easily forgotten."""
    with pytest.raises(ps.ProgramError) as failed:
        ps.json_command(["no-such-program"], env={"A": "1"})(1)

    assert str(failed.value) == (
        "There is no program 'no-such-program' on the PATH. env is the whole environment, and it "
        "has no PATH."
    )


def test_a_folder_that_has_gone_is_told(tmp_path: Path) -> None:
    """It was there when the program was described."""
    folder = tmp_path / "folder"
    folder.mkdir()
    program = ps.json_command(["cat"], cwd=folder)
    folder.rmdir()

    with pytest.raises(ps.ProgramError) as failed:
        program(1)

    assert str(failed.value) == (
        f"'cat' cannot be started: its folder '{folder}' is not there any more."
    )


# Staying alive, and coming back


@pytest.mark.parametrize(
    ("order", "start_of_message"),
    [
        pytest.param("die", "`./worker` ended with exit status 3 instead of answering.", id="dies"),
        pytest.param("crash", "`./worker` was ended by SIGABRT (signal 6) instead", id="crashes"),
        pytest.param("hang", "`./worker` gave no answer within 0.5 seconds, and was", id="hangs"),
    ],
)
def test_a_program_comes_back_for_the_next_document(
    start: Start, order: str, start_of_message: str
) -> None:
    """One process answers all documents, until it fails at one: the next gets a new process."""
    program = start(OBEY, lines=True, timeout=0.5)
    first = program("live")

    assert program("live") == first
    assert failure(program, order).startswith(start_of_message)
    second = program("live")
    assert second != first
    assert program("live") == second


LOGS_FIRST = """
import sys
print("loading", flush=True)
open("up", "w").close()
for line in sys.stdin:
    print(line, end="", flush=True)
"""


def test_a_log_before_the_first_document_is_told_as_any_other(start: Start, tmp_path: Path) -> None:
    """Whether it comes before the document or after it is chance."""
    program = start(LOGS_FIRST, lines=True)
    while not (tmp_path / "up").exists():
        os.sched_yield()

    assert failure(program) == (
        'The output of `./worker` has something before the JSON document: "loading". Its output is '
        "for answers alone: what it logs belongs on stderr.\n\n"
        "  The document: 1\n"
        "  Its output: loading\\n1\\n\n"
        "  Its stderr: (nothing)"
    )


def test_a_log_is_one_failure_to_hypothesis(start: Start) -> None:
    """It is not taken for a test that fails differently each time."""
    program = start(LOGS_FIRST, lines=True)

    @given(number=st.integers())
    def call(number: int) -> None:
        program(number)

    with pytest.raises(ps.ProgramError, match="something before the JSON document"):
        call()


def test_an_end_after_an_answer_is_told_at_the_next_document(start: Start) -> None:
    """It is not silently started anew, since that hides a crash; and then it is."""
    program = start(OBEY, lines=True)
    wait_for_the_end_of(program("answer and die"))

    assert failure(program) == (
        "`./worker` ended with exit status 4 after its last answer. With lines=True it must stay "
        "alive, and answer each line with a line; without it, it is run anew for each document.\n\n"
        "  Its stderr: (nothing)"
    )
    assert program("live") > 0


def test_an_interrupted_call_leaves_no_answer_behind(start: Start) -> None:
    """What a document would have been answered is never taken for the next one's answer."""
    program = start(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    time.sleep(json.loads(line))\n"
        "    print(line, end='', flush=True)\n",
        lines=True,
    )
    program(0)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            program(0.4)
    finally:
        signal.signal(signal.SIGALRM, before)

    assert program(0) == 0


def test_no_pipe_jams_in_a_run(start: Start) -> None:
    """More than a pipe holds is written to stderr and stdout before the input is read."""
    program = start(
        "import sys\n"
        "sys.stderr.write('e' * 1_000_000)\n"
        "sys.stdout.write('\"' + 'o' * 1_000_000); sys.stdout.flush()\n"
        "sys.stdin.read()\n"
        "sys.stderr.write('e' * 1_000_000)\n"
        "print('\"')\n"
    )

    assert program("i" * 3_000_000) == "o" * 1_000_000


def test_no_pipe_jams_between_lines(start: Start) -> None:
    """A program that is kept alive may write to stderr what it likes, also when nobody asks."""
    program = start(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    sys.stderr.write('e' * 1_000_000)\n"
        "    print(line, end='', flush=True)\n"
        "    sys.stderr.write('e' * 1_000_000)\n",
        lines=True,
    )

    assert [program(number) for number in range(5)] == list(range(5))


def test_a_large_document_is_a_line_too(start: Start) -> None:
    """Both ways hold more than a pipe does."""
    document = ["x" * 3_000_000]

    assert start(ECHO_LINES, lines=True)(document) == document


def test_threads_wait_for_each_other(start: Start) -> None:
    """Each call gets the answer to its own document."""
    program = start(ECHO_LINES, lines=True)
    answers: dict[int, list[Any]] = {}

    def call(number: int) -> None:
        answers[number] = [program([number, each]) for each in range(100)]

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert answers == {number: [[number, each] for each in range(100)] for number in range(4)}


# The end


@pytest.mark.parametrize("lines", [False, True], ids=["runs", "lines"])
def test_nothing_is_left_behind_when_the_time_is_over(
    start: Start, marked: Marked, lines: bool
) -> None:
    """What the program has started is ended with it."""
    source = (
        "import subprocess, sys; subprocess.Popen(['sleep', '600']); "
        "print('started', file=sys.stderr, flush=True); import time; time.sleep(600)"
    )
    options = {"lines": True, "start_timeout": 1} if lines else {"timeout": 1}

    assert "started" in failure(start(source, env=marked.env, **options))

    assert marked.are(0)


def test_a_process_that_holds_the_pipe_does_not_delay_the_answer(
    start: Start, marked: Marked
) -> None:
    """A run is over when the program has ended; what it leaves behind is ended."""
    source = "import subprocess; subprocess.Popen(['sleep', '600']); print('[1]', flush=True)"

    assert start(source, env=marked.env, timeout=60)(0) == [1]
    assert marked.are(0)


def test_a_program_may_end_by_itself_when_it_is_closed(start: Start, tmp_path: Path) -> None:
    """Its input ends, and it has a moment to put things in order."""
    program = start(ECHO_LINES + "\nopen('done', 'w').close()", lines=True)
    program(1)

    program.close()
    program.close()

    assert (tmp_path / "done").exists()
    with pytest.raises(ps.ProgramError, match=r"^`\./worker` is closed: it is called too late\.$"):
        program(1)


def test_a_program_that_does_not_end_by_itself_is_ended(start: Start, marked: Marked) -> None:
    """With all that it started, at the end of the `with`."""
    with start(OBEY + "\ntime.sleep(600)", lines=True, env=marked.env) as program:
        program("start another")
        assert marked.are(2)

    assert marked.are(0)


def test_a_forgotten_program_is_ended(write: Write, tmp_path: Path, marked: Marked) -> None:
    """Nobody closes it, and no process stays."""
    write(OBEY)
    program = ps.json_command(["./worker"], cwd=tmp_path, lines=True, env=marked.env)
    program("start another")

    del program
    gc.collect()

    assert marked.are(0)


def test_a_program_does_not_outlive_this_python(
    write: Write, tmp_path: Path, marked: Marked
) -> None:
    """The same for one that nobody has forgotten, whether Python ends well or not."""
    write(OBEY + "\ntime.sleep(600)")
    use = (
        "import pytest_schemas as ps\n"
        f"program = ps.json_command(['./worker'], cwd={str(tmp_path)!r}, lines=True)\n"
        "program('start another')\n"
        "1 / 0\n"
    )

    done = subprocess.run([sys.executable, "-c", use], env=marked.env, capture_output=True)

    assert done.stderr.endswith(b"ZeroDivisionError: division by zero\n")
    assert marked.are(0)


def test_an_interrupted_start_leaves_nothing_behind(
    start: Start, marked: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is there already when the threads for its pipes are not."""

    def interrupt(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    program = start("import time; time.sleep(600)", env=marked.env)
    monkeypatch.setattr(threading.Thread, "start", interrupt)
    with pytest.raises(KeyboardInterrupt):
        program(1)

    assert marked.are(0)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("last", ["forgets", "closes"])
def test_a_fork_of_this_python_has_a_program_of_its_own(start: Start, last: str) -> None:
    """What the fork does with the program is nothing to the one that its parent talks to."""
    program = start(OBEY, lines=True)
    before = program("live")

    forked = os.fork()
    if forked == 0:  # nothing of pytest may run here
        status = 1
        with suppress(BaseException):
            status = 2 if program("live") == before else 0
            if last == "closes":
                program.close()
            del program._way
            gc.collect()
        os._exit(status)

    assert os.waitpid(forked, 0)[1] == 0
    assert program("live") == before


# Consumers


@pytest.mark.parametrize(
    ("document", "verdict"), [(0, True), (1, False), (65, False)], ids=["0", "1", "65"]
)
def test_the_exit_status_is_a_verdict(start: Start, document: int, verdict: bool) -> None:
    """0 accepts, what `rejects` names refuses; the output is nobody's."""
    program = start("import sys; sys.exit(int(sys.stdin.read()))", rejects=(1, 65))

    assert program.accepts(document) is verdict


def test_another_exit_status_is_no_verdict(start: Start) -> None:
    """A crash is not taken for a refusal."""
    program = start("import sys; sys.exit(int(sys.stdin.read()))")

    with pytest.raises(ps.ProgramError) as failed:
        program.accepts(2)

    assert str(failed.value) == (
        "`./worker` ended with exit status 2: only 0 accepts a document, and only 1 refuses it.\n\n"
        "  The document: 2\n  Its output: (nothing)\n  Its stderr: (nothing)"
    )


@pytest.mark.parametrize(
    ("source", "lines"), [(ECHO, False), (ECHO_LINES, True)], ids=["runs", "lines"]
)
def test_the_answer_is_a_verdict(start: Start, source: str, lines: bool) -> None:
    """A function says what it means."""
    program = start(source, lines=lines, accepts=lambda answer: answer["ok"])

    assert program.accepts({"ok": True}) is True
    assert program.accepts({"ok": False}) is False
    with pytest.raises(TypeError) as failed:
        program.accepts({"ok": None})
    assert str(failed.value) == "The function accepts returned None: it must return True or False."


def test_an_answer_by_itself_is_no_verdict(start: Start) -> None:
    """Of a program that is kept alive, somebody must say what its answers mean."""
    with pytest.raises(ValueError) as failed:  # noqa: PT011 - the text is compared
        start(ECHO_LINES, lines=True).accepts(1)

    assert str(failed.value) == (
        "Nothing says which documents `./worker` accepts. It is kept alive, so json_command needs "
        "a function of its answer, accepts=."
    )


# Arguments


@pytest.mark.parametrize(
    ("args", "options", "error", "message"),
    [
        pytest.param(
            "node worker.js",
            {},
            TypeError,
            "args is 'node worker.js': give a list, the program and its arguments one by one.",
            id="a command line",
        ),
        pytest.param(
            [],
            {},
            ValueError,
            "args names no program: give a list such as ['node', 'worker.js'].",
            id="nothing",
        ),
        pytest.param(["x", 1], {}, TypeError, "args has 1, of type int: use a str.", id="a number"),
        pytest.param(
            ["x\0"],
            {},
            ValueError,
            r"args has 'x\x00': no program can be given a null character.",
            id="a null character",
        ),
        pytest.param(
            ["x"],
            {"cwd": "/no/such"},
            ValueError,
            "cwd is '/no/such', which is no folder.",
            id="no folder",
        ),
        pytest.param(
            ["x"],
            {"env": {"A": 1}},
            TypeError,
            "env has 1, of type int: use a str.",
            id="env, a number",
        ),
        pytest.param(
            ["x"],
            {"env": [("A", "1")]},
            TypeError,
            "env is [('A', '1')]: give a mapping of names to texts, or None.",
            id="env, a list",
        ),
        pytest.param(
            ["x"],
            {"env": {"A=": "1"}},
            ValueError,
            "env has the name 'A=', which no variable can have.",
            id="env, a name",
        ),
        pytest.param(
            ["x"],
            {"timeout": "1"},
            TypeError,
            "timeout is '1': give a number of seconds.",
            id="timeout, a text",
        ),
        pytest.param(
            ["x"],
            {"timeout": 0},
            ValueError,
            "timeout is 0: give a number of seconds above 0, at most 1000000.",
            id="timeout, 0",
        ),
        pytest.param(
            ["x"],
            {"start_timeout": 1},
            ValueError,
            "start_timeout needs lines=True: a program that is run anew has timeout alone.",
            id="start_timeout without lines",
        ),
        pytest.param(
            ["x"],
            {"lines": True, "rejects": 65},
            ValueError,
            "rejects is about the exit status, and with lines=True a program stays alive: give "
            "accepts=, a function of its answer.",
            id="rejects with lines",
        ),
        pytest.param(
            ["x"],
            {"max_output": 1.5},
            TypeError,
            "max_output is 1.5: give a number of bytes.",
            id="max_output",
        ),
        pytest.param(
            ["x"],
            {"max_output": -1},
            ValueError,
            "max_output is -1: give a number of bytes above 0.",
            id="max_output, -1",
        ),
        pytest.param(
            ["x"],
            {"accepts": 0},
            TypeError,
            "accepts is 0: give a function of the answer, or None.",
            id="accepts",
        ),
        pytest.param(
            ["x"],
            {"rejects": 0},
            ValueError,
            "rejects has 0: an exit status is a number from 1 to 255.",
            id="rejects, 0",
        ),
        pytest.param(
            ["x"],
            {"rejects": "1"},
            TypeError,
            "rejects is '1': give a status, or a collection of them.",
            id="rejects, a text",
        ),
    ],
)
def test_an_argument_that_makes_no_sense_is_refused(
    args: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    """At once, and in words."""
    with pytest.raises(error) as refused:
        ps.json_command(args, **options)

    assert str(refused.value) == message


# The fixture

SUITE = f"""
import os, sys
import pytest
from hypothesis import given, settings, strategies as st

@pytest.fixture(scope="session")
def worker(json_command):
    return json_command([sys.executable, "-IS", "-c", {OBEY!r}], lines=True)

@settings(deadline=None, max_examples=20)
@given(st.integers())
def test_given(worker, number):
    assert worker(number) > 0
    with open(f"pid-{{worker(0)}}", "w") as file:
        file.write(os.getcwd())

def test_another(worker):
    worker("start another")
    open(f"pid-{{worker(0)}}", "a").close()
"""


@pytest.mark.parametrize(("options", "programs"), [([], 1), (["-n2"], 2)], ids=["alone", "xdist"])
def test_the_fixture_lives_for_the_session(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    marked: Marked,
    options: list[str],
    programs: int,
) -> None:
    """A session has one program for all its tests, also under `@given`, and then it is ended."""
    if options:
        pytest.importorskip("xdist")
    monkeypatch.setenv("MARK", marked.env["MARK"])
    pytester.makepyfile(SUITE)

    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", *options)

    result.assert_outcomes(passed=2)
    assert len(list(pytester.path.glob("pid-*"))) == programs
    assert marked.are(0)


# Node.js


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_suite_of_the_page_runs(pytester: pytest.Pytester) -> None:
    """With the programs that it speaks of, the files of docs/programs.md are a suite."""
    page = (Path(__file__).parents[2] / "docs" / "programs.md").read_text("utf-8")
    files = dict(
        re.findall(r"^```python\n# (tests/\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    )
    files["tests/conftest.py"] += (
        "settings.register_profile('short', deadline=None, max_examples=3)"
    )
    files["target/debug/format-plan"] = "#!/bin/sh\nexec cat\n"
    files["src/worker.js"] = """
        require('readline').createInterface({input: process.stdin}).on('line', (line) => {
          const base_revision = JSON.parse(line).revision;
          const answer = {schema_version: 1, base_revision, reply: 'Fine.', edits: []};
          console.log(JSON.stringify(answer));
        });
    """
    for name, text in files.items():
        file = pytester.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)

    options = ("-Werror", "--hypothesis-profile=short", "-pno:asyncio", "-pno:cacheprovider")
    result = pytester.runpytest_subprocess(*options)

    result.assert_outcomes(passed=2)


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_node_is_kept_alive(tmp_path: Path) -> None:
    """Its usual way to read lines takes every document for one line."""
    (tmp_path / "worker.js").write_text(
        "const lines = require('node:readline').createInterface({ input: process.stdin });\n"
        "lines.on('line', (line) => console.log(JSON.stringify([JSON.parse(line)])));\n",
        encoding="utf-8",
    )
    document = {"a": "\u2028\u2029\x85\r\n😀", "b": [1, 2.5, None]}
    with ps.json_command(["node", "worker.js"], cwd=tmp_path, lines=True) as worker:
        assert worker(document) == [document]
        assert worker(json.loads('"\\u0000"')) == ["\0"]
