"""From records to the blocks of a table, wherever they are worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

from diamonds_solver.common.executors import Executor

from .rows import Answer, Block, Deals, Item, Question, answer


def blocks_of(items: Iterable[Item], size: int) -> Iterator[Block]:
    """The items in blocks of `size`, numbered from 0."""
    source, number = iter(items), 0
    while block := list(islice(source, size)):
        yield Block(number, block)
        number += 1


def dealt(count: int) -> Iterator[Item]:
    """The numbers of deals; workers deal them."""
    return (Item(number) for number in range(1, count + 1))


def make_rows(
    question: Question, deals: Deals | None, blocks: Iterable[Block], workers: Executor, is_done: Callable[[Block], bool]
) -> Iterator[Answer]:
    """The answers to all blocks that are not done, as they come. On Ctrl-C those that are finished still come, then KeyboardInterrupt."""
    todo = (block for block in blocks if not is_done(block))
    yield from workers.map(partial(_answer, question, deals), todo)


def _answer(question: Question, deals: Deals | None, block: Block, should_stop: Callable[[], bool] | None) -> Answer | None:
    return answer(question, deals, block, should_stop)
