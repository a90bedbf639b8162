"""`consumes`: a test is run with each vector of a contract, and must tell good from bad."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import Parameter
from types import CodeType, FunctionType, MappingProxyType, TracebackType
from typing import Any, ParamSpec
from unittest import TestCase

from pytest_schemas._contract import Contract
from pytest_schemas._errors import ContractError
from pytest_schemas._exercise._calling import is_asynchronous, looking_like, refuse_awaitable
from pytest_schemas._exercise._failure import Misjudged, raising_at
from pytest_schemas._exercise._functions import CONSUMES, plain_function, with_given
from pytest_schemas._exercise._verdicts import wrongly_accepted, wrongly_refused
from pytest_schemas._library import Asked
from pytest_schemas._library import contract as find_contract
from pytest_schemas._vector import Vector

Parameters = ParamSpec("Parameters")

_DOCUMENT, _VECTOR = "document", "vector"
_BY_NAME = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


def consumes(
    contract: Asked,
    rejects: type[BaseException] | Iterable[type[BaseException]] = (),
    accepts: Callable[[Any], object] | None = None,
    text: bool = False,
    **context: object,
) -> Callable[[Callable[Parameters, Any]], Callable[..., Any]]:
    """Decorate a test: it becomes one test for each vector of a contract.

    The test takes an argument `document`, hands it to the consumer, and fails where that accepts
    what the contract refuses, or refuses what it accepts. It may also take `vector`, and the
    context of the vector by name, such as `plan` or `direction`; vectors with a context that it
    does not take are left out. Each call gets copies of its own.

    Args:
        contract: what `pytest_schemas.contract` can be asked for.
        rejects: the exception or exceptions by which the test refuses a document. Any other is an
            error, never a refusal.
        accepts: whether the test's result means that it accepted the document. Without it, no
            exception means that.
        text: whether `document` is UTF-8 JSON text, as bytes. There are vectors then that no
            reader of JSON may accept.
        context: what all vectors are made for, such as `plan=` or `direction=`. Without it, they
            are the ones that need none, and those of the rules that do, each with a context of
            its own.

    Raises:
        ContractError: as `pytest_schemas.contract`; the contract has no such context; neither
            `rejects` nor `accepts` is given; or what is decorated is no test function with an
            argument `document`.
    """
    if isinstance(contract, (FunctionType, staticmethod, classmethod)):
        message = "ps.consumes needs to know the contract: @ps.consumes('feedback', rejects=...)."
        raise ContractError(message)
    judge = find_contract(contract)
    judge.check_context(context)
    refusals = _exceptions(rejects)
    if not refusals and accepts is None:
        message = (
            "ps.consumes needs to know what a refusal is: rejects= takes the exceptions by which "
            "the test refuses a document, accepts= a predicate on what it returns."
        )
        raise ContractError(message)
    _check_predicate(accepts)

    def decorate(test: Callable[Parameters, Any]) -> Callable[..., Any]:
        function = plain_function(test, "ps.consumes")
        _check(function)
        consumer = Consumer(judge, function, refusals, accepts, text, context)
        wrapper = _wrapped(consumer)
        wrapper.__signature__ = consumer.signature  # type: ignore[attr-defined]
        setattr(wrapper, CONSUMES, consumer)
        return wrapper

    return decorate


def vectors_of(
    contract: Contract, context: Mapping[str, object], *, text: bool
) -> tuple[Vector, ...]:
    """The vectors of a contract; for readers of text, those that cannot be read too."""
    found = contract.vectors(**context)
    return (*found, *contract.parse_vectors(**context)) if text else found


def consumer_of(function: Callable[..., object]) -> Consumer | None:
    """What a test runner needs to know of a consumer; None for any other function."""
    consumer = getattr(function, CONSUMES, None)
    # With @given it is a mistake, which is told when the test is run.
    return None if hasattr(function, "hypothesis") else consumer


def _exceptions(rejects: object) -> tuple[type[BaseException], ...]:
    is_many = isinstance(rejects, Iterable) and not isinstance(rejects, (str, bytes))
    each: tuple[Any, ...] = tuple(rejects) if is_many else (rejects,)  # type: ignore[arg-type]
    for kind in each:
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            message = f"rejects={rejects!r}: {kind!r} is no exception type."
            raise ContractError(message)
    return each


def _check_predicate(accepts: object) -> None:
    """Look whether a predicate can be asked for a verdict.

    Raises:
        ContractError: it cannot.
    """
    if accepts is not None and not callable(accepts):
        message = f"accepts={accepts!r} cannot be called with what the test returns."
        raise ContractError(message)
    if inspect.iscoroutinefunction(accepts):
        message = (
            "accepts= is a coroutine function, which nobody awaits: await in the test instead."
        )
        raise ContractError(message)


def _check(function: FunctionType) -> None:
    """Look whether a function can be called with vectors.

    Raises:
        ContractError: it cannot.
    """
    name = function.__name__
    if hasattr(function, "hypothesis"):
        raise ContractError(with_given(name))
    if hasattr(function, CONSUMES):
        message = f"{name} has two @ps.consumes; a document has one contract."
        raise ContractError(message)
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        message = f"{name} is a generator, which would not be run: it must return, not yield."
        raise ContractError(message)
    argument = inspect.signature(function).parameters.get(_DOCUMENT)
    if argument is None:
        message = f"{name} has no argument {_DOCUMENT!r}, by which @ps.consumes hands over vectors."
        raise ContractError(message)
    if argument.kind not in _BY_NAME:
        message = (
            f"{name} cannot be given {_DOCUMENT!r} by its name, as @ps.consumes hands it over."
        )
        raise ContractError(message)


@dataclass(frozen=True)
class Consumer:
    """A test function, and how its verdicts are judged."""

    contract: Contract
    function: FunctionType
    rejects: tuple[type[BaseException], ...]
    accepts: Callable[[Any], object] | None
    is_text: bool
    #: what all vectors are made for
    context: Mapping[str, object]

    @cached_property
    def vectors(self) -> tuple[Vector, ...]:
        """What the test is called with.

        No vector has a context that the test does not take, unless all have it.

        Raises:
            ContractError: there is none, or none can be made.
        """
        taken = self.contract.context_names if _VECTOR in self._declared else self._declared
        known = {*taken, *self.context}
        found = vectors_of(self.contract, self.context, text=self.is_text)
        fitting = tuple(each for each in found if each.context.keys() <= known)
        if not fitting:
            message = (
                f"{self.function.__name__} would never be called: {self.contract.name} demands "
                "nothing that a vector could show."
            )
            raise ContractError(message)
        return fitting

    @cached_property
    def failure(self) -> CodeType:
        """What raises the error of a wrong verdict."""
        return raising_at(self.function)

    @cached_property
    def _declared(self) -> Mapping[str, Parameter]:
        """The arguments that come from a vector."""
        names = {_DOCUMENT, _VECTOR, *self.contract.context_names}
        known = inspect.signature(self.function).parameters
        return {name: each for name, each in known.items() if name in names}

    @property
    def signature(self) -> inspect.Signature:
        """The test's, with the argument `vector` in any case: the wrapper needs it."""
        signature = inspect.signature(self.function)
        others = [each for name, each in signature.parameters.items() if name != _VECTOR]
        at = len(others) - any(each.kind is Parameter.VAR_KEYWORD for each in others)
        others.insert(at, Parameter(_VECTOR, Parameter.KEYWORD_ONLY))
        return signature.replace(parameters=others)

    @property
    def names(self) -> tuple[str, ...]:
        """The arguments that a test runner has to hand over: those without a default."""
        given = (n for n, each in self._declared.items() if each.default is Parameter.empty)
        return tuple(dict.fromkeys((*given, _VECTOR)))

    def values(self, vector: Vector) -> tuple[object, ...]:
        """What they are, for one vector."""
        found = self._values(vector)
        return tuple(found.get(name) for name in self.names)

    def arguments(self, vector: Vector) -> dict[str, object]:
        """What the test is called with, in copies of its own."""
        found = self._values(vector)
        return {
            name: found.get(name)
            for name, each in self._declared.items()
            if name in found or each.default is Parameter.empty
        }

    def _values(self, vector: Vector) -> dict[str, object]:
        context = copy.deepcopy(dict(vector.context))
        document = vector.text if self.is_text else copy.deepcopy(vector.document)
        own = replace(
            vector,
            document=copy.deepcopy(vector.document),
            context=MappingProxyType(copy.deepcopy(context)),
        )
        return {**context, _DOCUMENT: document, _VECTOR: own}

    def turns(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[_Turn]:
        """One for the vector that pytest hands over; else one for each, in a TestCase a subtest."""
        vector = kwargs.pop(_VECTOR, None)
        if vector is not None:
            yield _Turn(self, vector, kwargs, nullcontext())
            return
        case = args[0] if args and isinstance(args[0], TestCase) else None
        for each in self.vectors:
            yield _Turn(self, each, kwargs, case.subTest(each.id) if case else nullcontext())


class _Turn:
    """One vector's call of a consumer: what it does in here is judged at the end."""

    def __init__(
        self,
        consumer: Consumer,
        vector: Vector,
        others: Mapping[str, object],
        subtest: AbstractContextManager[Any],
    ) -> None:
        self._consumer = consumer
        self._vector = vector
        self.subtest = subtest
        self.arguments = {**others, **consumer.arguments(vector)}
        self.result: object = None

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        __tracebackhide__ = True
        consumer, vector = self._consumer, self._vector
        if error is not None and not isinstance(error, consumer.rejects):
            return False
        accepted = error is None and self._is_accepted()
        if accepted is vector.valid:
            return True
        name, contract = consumer.function.__name__, consumer.contract
        is_text = consumer.is_text
        text = (
            wrongly_accepted(name, contract, vector, self.result, is_text=is_text)
            if accepted
            else wrongly_refused(name, contract, vector, self.result, error, is_text=is_text)
        )
        failure = Misjudged(text)
        failure.__cause__ = error
        exec(consumer.failure, {"__error__": failure}, self.arguments)
        return False  # the line above has raised

    def _is_accepted(self) -> bool:
        consumer = self._consumer
        refuse_awaitable(consumer.function, self.result)
        return consumer.accepts is None or bool(consumer.accepts(self.result))


def _wrapped(consumer: Consumer) -> FunctionType:
    """A function of the same kind that is called with each vector."""
    function = consumer.function
    if not is_asynchronous(function):

        def call(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            for turn in consumer.turns(args, kwargs):
                with turn.subtest, turn:
                    turn.result = function(*args, **turn.arguments)

        return looking_like(function, call)

    async def wait(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        for turn in consumer.turns(args, kwargs):
            with turn.subtest, turn:
                turn.result = await function(*args, **turn.arguments)

    return looking_like(function, wait)
