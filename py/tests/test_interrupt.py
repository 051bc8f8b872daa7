"""Ctrl-C ends each long call within 200 ms, leaves no thread, and leaves the model usable."""

import os
import signal
import threading
import time

import pytest

import residua_cp as rs

#: What a test may be late by on a machine that does something else.
SLACK = 0.2


@pytest.fixture(autouse=True)
def handler():
    """Python's own handler: OR-Tools, which other tests call, leaves the one of the system, which ends the process."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def hard_model():
    """A Golomb ruler of 12 marks that is too short: that there is none takes very long."""
    model = rs.Model()
    x = model.int_vars("x", 12, 0, 84)
    model.add(rs.strictly_increasing(x), rs.all_different(x[j] - x[i] for i in range(12) for j in range(i + 1, 12)))
    return model, x


def many_solutions():
    model = rs.Model()
    x = model.int_vars("x", 40, 0, 9)
    model.add(x[i] + x[i + 1] + x[i + 2] != 13 for i in range(38))
    return model, x


def interrupted(call, after=0.3):
    """Seconds from the signal to the exception."""
    sent = []

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    before = threading.active_count()
    threads_before = thread_count()
    timer = threading.Timer(after, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    late = time.perf_counter() - sent[0]
    timer.join()
    assert threading.active_count() == before
    # The system takes a thread that was joined off its list a little later.
    deadline = time.monotonic() + 1
    while thread_count() > threads_before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert thread_count() <= threads_before, "a thread was left behind"
    print(f"late by {1000 * late:.0f} ms")
    return late


def thread_count():
    """Threads of the process, also those that Python does not know."""
    try:
        return len(os.listdir("/proc/self/task"))
    except FileNotFoundError:
        return threading.active_count()


CALLS = {
    "count": lambda model, x: model.count(),
    "inspect": lambda model, x: model.inspect("exact"),
    "singleton": lambda model, x: model.inspect("singleton") and model.count(),
    "solve": lambda model, x: [model.solve(learn="off") for _ in range(1000)],
    "minimize": lambda model, x: [model.minimize(rs.sum(x)).best() for _ in range(1000)],
    "why": lambda model, x: [model.why(x[0] == 1) for _ in range(1000)],
    "conflict": lambda model, x: [model.conflict(all=True) for _ in range(1000)],
    "assume": lambda model, x: [model.assume(x[0] == n % 12 + 1, x[1] != x[2]) for n in range(1000)],
    "marginals": lambda model, x: [model.marginals() for _ in range(1000)],
    "possible": lambda model, x: [model.possible(x) for _ in range(1000)],
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("model", [hard_model, many_solutions])
def test_an_interrupt_ends_the_call(name, model):
    model, x = model()
    late = interrupted(lambda: [CALLS[name](model, x) for _ in range(100_000)])
    assert late < 0.2 + SLACK, f"{name}: {late:.3f} s"
    # The model can still be asked.
    assert model.solutions(limit=1, time=0.1).outcome is None
    assert len(model.variables) == len(x)


def test_an_iterator_goes_on_after_an_interrupt():
    model, x = many_solutions()
    solutions = model.solutions()
    first = next(solutions)
    interrupted(lambda: [next(solutions) for _ in range(10**8)])
    assert next(solutions) != first


def test_an_array_is_interrupted():
    model, _ = many_solutions()
    assert interrupted(lambda: model.solutions_array()) < 0.2 + SLACK


def test_a_puzzle_is_interrupted():
    puzzle = rs.Puzzle("." * 625)
    assert interrupted(lambda: [puzzle.count() for _ in range(1000)]) < 0.2 + SLACK
