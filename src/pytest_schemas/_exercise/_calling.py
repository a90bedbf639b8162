"""Calls of every kind of function, with what each makes handed on."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, closing
from functools import update_wrapper
from types import CoroutineType, FunctionType
from typing import Any, Protocol

from pytest_schemas._errors import ContractError


class Judge(Protocol):
    """Takes what one call of a function makes."""

    def returned(self, document: object) -> None:
        """Take the result of the call."""

    def yielded(self, document: object) -> bool:
        """Take the next document of a generator, and say whether to go on."""

    def conclude(self) -> None:
        """Raise what was found."""


#: Called with the arguments of each call, before it is made.
Start = Callable[[tuple[Any, ...], dict[str, Any]], Judge]


def judged(function: FunctionType, start: Start) -> FunctionType:
    """A function with the name, place and signature of another, whose results a judge gets.

    It returns nothing, as a test should. It is a coroutine function where the other is one or an
    async generator function, and never a generator function, so test runners know how to call it.
    """
    if not is_asynchronous(function):

        def call(*args: Any, **kwargs: Any) -> None:
            __tracebackhide__ = True
            judge = start(args, kwargs)
            _call(function, judge, args, kwargs)
            judge.conclude()

        return looking_like(function, call)

    async def wait(*args: Any, **kwargs: Any) -> None:
        __tracebackhide__ = True
        judge = start(args, kwargs)
        await _wait(function, judge, args, kwargs)
        judge.conclude()

    return looking_like(function, wait)


def is_asynchronous(function: FunctionType) -> bool:
    """Whether an event loop has to call a function."""
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)


def looking_like(function: FunctionType, wrapper: Callable[..., Any]) -> FunctionType:
    """A wrapper, with the looks of the function that it calls."""
    looks: Any = update_wrapper(wrapper, function)
    # pytest and Hypothesis take a test's place from its code.
    looks.__code__ = looks.__code__.replace(
        co_filename=function.__code__.co_filename,
        co_firstlineno=function.__code__.co_firstlineno,
        co_name=function.__code__.co_name,
    )
    return looks  # type: ignore[no-any-return]  # which is a function


def refuse_awaitable(function: FunctionType, made: object) -> None:
    """Look whether the result of a plain function is one.

    Raises:
        ContractError: somebody would have to await it.
    """
    if not (inspect.isawaitable(made) or isinstance(made, AsyncGenerator)):
        return
    if isinstance(made, CoroutineType):
        made.close()  # or Python would warn that nobody awaits it
    message = (
        f"{function.__name__} returned a {type(made).__name__}, which nobody awaits: make it an "
        "`async def`, and await what it gets."
    )
    raise ContractError(message)


def _call(
    function: FunctionType, judge: Judge, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    __tracebackhide__ = True
    made = function(*args, **kwargs)
    refuse_awaitable(function, made)
    _take(made, judge)


async def _wait(
    function: FunctionType, judge: Judge, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    __tracebackhide__ = True
    made = function(*args, **kwargs)
    if not isinstance(made, AsyncGenerator):
        made = await made
    if isinstance(made, AsyncGenerator):
        async with aclosing(made):
            async for document in made:
                if not judge.yielded(document):
                    break
    else:
        _take(made, judge)


def _take(made: object, judge: Judge) -> None:
    __tracebackhide__ = True
    if isinstance(made, Generator):
        with closing(made):
            for document in made:
                if not judge.yielded(document):
                    break
    else:
        judge.returned(made)
