"""`produces`: what a test returns, yields or awaits is judged by a contract."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType
from typing import Any, ParamSpec

from pytest_schemas._contract import Contract
from pytest_schemas._errors import ContractError
from pytest_schemas._exercise._calling import judged
from pytest_schemas._exercise._failure import Broken, broken_type, raising_at
from pytest_schemas._exercise._functions import CONSUMES, PRODUCES, inner_test, plain_function
from pytest_schemas._library import Asked
from pytest_schemas._library import contract as find_contract
from pytest_schemas._nearest import nearest
from pytest_schemas._tracing import untraced
from pytest_schemas._violations import ContractViolation, Violation, told

Parameters = ParamSpec("Parameters")

#: Handed on without being asked for, wherever a test has such an argument.
_USUAL_CONTEXT = "plan"
_TEXTS = (str, bytes, bytearray, memoryview)


def produces(
    contract: Asked, context: str | Iterable[str] | None = None, text: bool = False
) -> Callable[[Callable[Parameters, Any]], Callable[Parameters, Any]]:
    """Decorate a test: what it makes must keep a contract.

    Judged is what the test returns; each item, where it is a generator; what it returns when it is
    awaited, where it is a coroutine. It stands above or below `hypothesis.given`.

    Args:
        contract: what `pytest_schemas.contract` can be asked for.
        context: the names of the test's arguments that documents are judged against. Without it,
            `plan` is one where the contract knows a plan and the test has such an argument.
        text: whether the test makes JSON text, as `str` or bytes, which is read strictly.

    Raises:
        ContractError: as `pytest_schemas.contract`; what is decorated is no test function; or there
            is no argument, or no context, of a name.
    """
    if isinstance(contract, (FunctionType, staticmethod, classmethod)):
        message = "ps.produces needs to know the contract: @ps.produces('feedback'), say."
        raise ContractError(message)
    judge = find_contract(contract)

    def decorate(test: Callable[Parameters, Any]) -> Callable[Parameters, Any]:
        outer = plain_function(test, "ps.produces")
        function = inner_test(outer)
        if hasattr(outer, CONSUMES):
            message = (
                f"{function.__name__} has @ps.produces above @ps.consumes, which hands nothing on: "
                "put it below."
            )
            raise ContractError(message)
        if hasattr(outer, PRODUCES) or hasattr(function, PRODUCES):
            message = f"{function.__name__} has two @ps.produces; a document has one contract."
            raise ContractError(message)
        producer = Producer(judge, function, _context(judge, function, context), text)
        wrapper = judged(function, producer.start)
        setattr(wrapper, PRODUCES, judge.name)
        if function is outer:
            return wrapper
        # Hypothesis has the test already; this is how others may reach into it.
        outer.hypothesis.inner_test = wrapper  # type: ignore[attr-defined]
        setattr(outer, PRODUCES, judge.name)
        return outer

    return decorate


def _context(
    judge: Contract, function: FunctionType, names: str | Iterable[str] | None
) -> tuple[str, ...]:
    """The names of the arguments that are handed on."""
    arguments = list(inspect.signature(function).parameters)
    if names is None:
        is_usual = _USUAL_CONTEXT in judge.context_names and _USUAL_CONTEXT in arguments
        return (_USUAL_CONTEXT,) if is_usual else ()
    is_many = isinstance(names, Iterable) and not isinstance(names, str)
    chosen: tuple[Any, ...] = tuple(names) if is_many else (names,)
    for name in chosen:
        if not isinstance(name, str):
            message = f"context={names!r}: {name!r} is not the name of an argument."
            raise ContractError(message)
        _check(name, judge.context_names, f"{judge.name} has no context")
        _check(name, arguments, f"{function.__name__} has no argument")
    return chosen


def _check(name: str, known: Iterable[str], problem: str) -> None:
    if name not in known:
        close = nearest(name, known)
        hint = f"Did you mean {close!r}?" if close else f"Known are {', '.join(known) or 'none'}."
        message = f"{problem} {name!r}, which ps.produces is to judge documents against. {hint}"
        raise ContractError(message)


@dataclass(frozen=True)
class Producer:
    """A test function, and how what it makes is judged."""

    contract: Contract
    function: FunctionType
    context: tuple[str, ...]
    is_text: bool

    @cached_property
    def failure(self) -> CodeType:
        """What raises the error of a failed call."""
        return raising_at(self.function)

    @cached_property
    def signature(self) -> inspect.Signature:
        """The arguments of the test."""
        return inspect.signature(self.function)

    def start(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Run:
        """Note what a call is given, since the function may change it."""
        # Arguments may be missing here: `unittest.mock.patch` adds some when it is called.
        arguments = self.signature.bind_partial(*args, **kwargs)
        arguments.apply_defaults()
        given = arguments.arguments
        context = {name: copy.deepcopy(given[name]) for name in self.context if name in given}
        return _Run(self, given, context)


class _Run:
    """One call of a producer."""

    def __init__(
        self, producer: Producer, arguments: Mapping[str, object], context: Mapping[str, object]
    ) -> None:
        self._producer = producer
        self._arguments = arguments
        self._context = context
        self._yielded = 0
        self._broken: Broken | None = None

    def returned(self, document: object) -> None:
        """Judge the result of the call."""
        with untraced():
            self._broken = self._verdict(document, "returned", "is a `return` missing?")

    def yielded(self, document: object) -> bool:
        """Judge the next document of a generator."""
        self._yielded += 1
        with untraced():
            question = "is a value missing after `yield`?"
            self._broken = self._verdict(document, "yielded", question)
        return self._broken is None

    def conclude(self) -> None:
        """Fail if a document breaks the contract."""
        __tracebackhide__ = True
        with untraced():
            if self._broken is not None:
                exec(self._producer.failure, {"__error__": self._broken}, dict(self._arguments))

    def _verdict(self, document: object, verb: str, question: str) -> Broken | None:
        contract, is_text = self._producer.contract, self._producer.is_text
        made = f"{self._producer.function.__name__} {verb}"
        if is_text and not isinstance(document, _TEXTS):
            what = f"None: {question}" if document is None else f"a {type(document).__name__}."
            return self._failure(f"{contract.name} is read from str or bytes, but {made} {what}")
        refused = self._refusal(document)
        if refused is None:
            return None
        text = str(refused)
        if document is None:
            text = f"{contract.name} has no null document, but {made} None: {question}"
        elif isinstance(document, _TEXTS) and not is_text:
            text += "\n\n  If this is meant to be JSON text, @ps.produces(..., text=True) reads it."
        if self._yielded:
            text += f"\n\n  This is document {self._yielded} of those that it {verb}."
        return self._failure(text, refused.violations)

    def _refusal(self, document: Any) -> ContractViolation | None:
        contract = self._producer.contract
        try:
            if self._producer.is_text:
                contract.read(_bytes(document), **self._context)
            else:
                contract.assert_valid(document, **self._context)
        except ContractViolation as refused:
            return refused
        return None

    def _failure(self, text: str, violations: Sequence[Violation] = ()) -> Broken:
        first = next(told(violations), None)
        return broken_type(self._producer.contract.name, first.clause if first else "")(
            text, violations
        )


def _bytes(text: Any) -> bytes:
    """The bytes of a text: a `str` could be taken for the path of a file."""
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else bytes(text)
