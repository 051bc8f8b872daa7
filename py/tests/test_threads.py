"""Several threads at once: with models of their own, and with one between them. Without Python's lock (`python3.14t`) all of it runs at the same time."""

from __future__ import annotations

import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import pytest

import residua_cp as rs

THREADS = 4


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What each thread returns; all begin at the same moment."""
    start = threading.Barrier(THREADS)

    def begin(thread: int) -> Any:
        start.wait()
        return work(thread)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(begin, range(THREADS)))


def queens(size: int) -> rs.Model:
    model = rs.Model()
    columns = model.int_vars("column", size, 0, size - 1)
    model.add(rs.all_different(columns), name="columns")
    model.add(rs.all_different(columns[row] + row for row in range(size)))
    model.add(rs.all_different(columns[row] - row for row in range(size)))
    return model


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a global lock")
def test_the_package_leaves_the_global_lock_off():
    assert not getattr(sys, "_is_gil_enabled")()


def test_models_of_their_own():
    def work(thread: int) -> tuple[int, int, str]:
        size = 6 + thread
        model = queens(size)
        solutions = sum(1 for _ in model.solutions())
        puzzle = rs.Puzzle("." * 16)
        return solutions, int(puzzle.count()), puzzle.inspect().verdict

    expected = [(4, 288, "multiple"), (40, 288, "multiple"), (92, 288, "multiple"), (352, 288, "multiple")]
    for _ in range(3):
        assert at_once(work) == expected


def test_one_model_that_all_ask():
    model = queens(8)
    first = model.var("column[0]")
    questions: list[Callable[[], Any]] = [
        lambda: sum(1 for _ in model.solutions()),
        lambda: int(model.count()),
        lambda: len(model.solutions_array()),
        lambda: len(model.possible([first])[0]),
    ]
    for _ in range(5):
        assert at_once(lambda thread: questions[thread]()) == [92, 92, 92, 8]


def test_one_model_that_all_build():
    """What each adds is there in the end, once, and what is asked meanwhile is answered for the model of some moment."""
    model = rs.Model()
    shared = model.int_var("shared", 0, 99)

    def work(thread: int) -> list[int]:
        bounds = []
        for step in range(25):
            own = model.int_var(f"x{thread}_{step}", 0, 9)
            model.add(own + shared <= 108 - step, name=f"c{thread}_{step}")
            bounds.append(max(model.residual("bounds")[shared]))
        return bounds

    for bounds in at_once(work):
        assert all(75 <= bound <= 99 for bound in bounds)
    assert len(model.variables) == 1 + THREADS * 25
    assert sorted(name for name in model.constraint_names if name) == sorted(f"c{thread}_{step}" for thread in range(THREADS) for step in range(25))


def test_one_iterator_that_all_draw_from():
    """Each solution goes to one of them."""
    solutions = queens(8).solutions()

    def work(_thread: int) -> list[Any]:
        drawn = []
        while (solution := next(solutions, None)) is not None:
            drawn.append(tuple(solution.values))
        return drawn

    drawn = [values for each in at_once(work) for values in each]
    assert len(drawn) == len(set(drawn)) == 92
    assert solutions.outcome == "exhausted"


def test_one_puzzle_that_all_ask():
    puzzle = rs.Puzzle("12......34......")
    questions: list[Callable[[], Any]] = [
        lambda: int(puzzle.count()),
        lambda: puzzle.inspect().verdict,
        lambda: puzzle.solve().verdict,
        lambda: puzzle.why("r1c3=2").answer,
    ]
    for _ in range(5):
        assert at_once(lambda thread: questions[thread]()) == [4, "multiple", "multiple", "never"]
