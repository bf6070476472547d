"""Processes that work for a command: all cores for a long count, and none of them outlives the command.

Owns how they begin and end. Must not know what they work on.
"""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor


def pool(processes: int) -> ProcessPoolExecutor:
    """Return so many processes that end with this one, however it ends: even SIGKILL leaves none behind.

    They are started afresh, not forked: a fork would carry over whatever else the process holds open.
    """
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)


def cores() -> int:
    """Return the cores that we may use, which can be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin() -> None:
    """Leave Ctrl-C, which reaches every process of a terminal, to the first one; end when that has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # at once, in the middle of the work: nobody takes its result any more
