"""Who does the work: this process, several on this machine, or a cluster. The numbers are the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rulebook.ruling import InputError
from rulebook.simulate.run import Task, work
from rulebook.simulate.tally import Tally

AHEAD = 4  # tasks that wait for each worker, so that memory stays the same however many there are

Submit = Callable[[Task], Callable[[], Tally]]


def results(tasks: Iterable[Task], processes: int = 1, cluster: str = "") -> Iterator[Tally]:
    """The tally of each task, in order. `cluster` is the address of a Dask scheduler. Raises InputError."""
    if processes < 2 and not cluster:
        yield from map(work, tasks)
        return
    with _cluster(cluster) if cluster else _pool(processes) as (submit, workers):
        waiting: deque[Callable[[], Tally]] = deque()
        for task in tasks:
            waiting.append(submit(task))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft()()
        while waiting:
            yield waiting.popleft()()


@contextmanager
def _pool(processes: int) -> Iterator[tuple[Submit, int]]:
    from multiprocessing import get_context  # one process does not need it
    from signal import SIG_IGN, SIGINT, signal

    # an interrupt is for the first process, which then ends the others
    with get_context("spawn").Pool(processes, signal, (SIGINT, SIG_IGN)) as pool:
        yield lambda task: pool.apply_async(work, (task,)).get, processes


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Submit, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise InputError("This needs the extra {extra}: {command}", extra="cluster", command=INSTALL) from None
    client: Any
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as fault:
        raise InputError("The scheduler cannot be reached: {reason}.", reason=str(fault)) from None
    with client:
        workers = max(1, sum(client.nthreads().values()))
        yield lambda task: client.submit(work, task, pure=False).result, workers


INSTALL = 'pip install "rulebook[cluster]"'
