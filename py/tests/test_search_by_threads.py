"""One question by several threads: the same solutions, counts, optima and domains as by one, and no thread left when it is answered, stopped or dropped."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import CASES, require
from model_cases import queens, random_condition

import residua_cp as rs

THREADS = [1, 2, 4]
#: What an interrupt may take, and what a test may be late by on a machine that does something else.
LATEST = 0.2 + 0.2


def random_model(seed: int) -> tuple[Any, list[Any]]:
    """A small model, or queens, whose search is long enough for several threads, with random conditions."""
    r = random.Random(seed)
    if seed % 3:
        model = rs.Model()
        xs = list(model.int_vars("x", 5, -2, 4))
    else:
        model, xs = queens(11)
        xs = list(xs)
    for _ in range(1 + seed % 3):
        condition, _ = random_condition(r, xs[:5], 2)
        model.add(condition)
    return model, xs


def hard_model(marks: int = 12, length: int = 84) -> tuple[Any, Any]:
    """A Golomb ruler. One of 12 marks that is too short takes very long to refute."""
    model = rs.Model()
    x = model.int_vars("x", marks, 0, length)
    model.add(rs.strictly_increasing(x), rs.all_different(x[j] - x[i] for i in range(marks) for j in range(i + 1, marks)))
    return model, x


def many_solutions() -> tuple[Any, Any]:
    model = rs.Model()
    x = model.int_vars("x", 40, 0, 9)
    model.add(x[i] + x[i + 1] + x[i + 2] != 13 for i in range(38))
    return model, x


def thread_count() -> int:
    psutil = require("psutil")
    return int(psutil.Process().num_threads())


def ends_at(count: int) -> bool:
    """Whether there are `count` threads soon: the system takes one that was joined off its list a little later."""
    deadline = time.monotonic() + 1
    while thread_count() > count and time.monotonic() < deadline:
        time.sleep(0.005)
    return thread_count() <= count


def take_until_others_search(solutions: Any, before: int) -> int:
    """Takes solutions, and tells how many, until three more threads run than before."""
    for taken in range(1, 60_000):
        next(solutions)
        if taken % 100 == 0 and thread_count() >= before + 3:
            return taken
    raise AssertionError("one thread has searched alone")


@pytest.mark.parametrize("seed", range(max(CASES // 8, 5)))
def test_answers_are_those_of_one_thread(seed: int) -> None:
    model, xs = random_model(seed)
    solutions = Counter(tuple(solution.values) for solution in model.solutions())
    projected = Counter(tuple(solution[x] for x in xs[:2]) for solution in model.solutions(over=xs[:2]))
    best = model.maximize(3 * xs[0] - xs[1] + xs[2])
    best.best()
    left = model.inspect("exact")
    marginals = model.marginals()
    for threads in THREADS:
        assert Counter(tuple(solution.values) for solution in model.solutions(threads=threads)) == solutions
        assert Counter(tuple(solution[x] for x in xs[:2]) for solution in model.solutions(over=xs[:2], threads=threads)) == projected
        assert Counter(map(tuple, model.solutions_array(threads=threads).tolist())) == solutions
        assert model.count(threads=threads) == len(solutions)
        found = model.solve(threads=threads)
        assert tuple(found.values) in solutions if solutions else found is None and model.outcome == "exhausted"
        again = model.maximize(3 * xs[0] - xs[1] + xs[2], threads=threads)
        again.best()
        assert (again.status, again.value) == (best.status, best.value)
        assert model.inspect("exact", threads=threads).domains == left.domains
        counted = model.marginals(threads=threads)
        assert [counted[x] for x in xs] == [marginals[x] for x in xs]


@pytest.mark.parametrize("threads", THREADS)
def test_long_searches_find_the_same(threads: int) -> None:
    """Such as take longer than one thread is alone."""
    model, _ = queens(11)
    assert len(set(map(tuple, model.solutions_array(threads=threads).tolist()))) == 2680
    assert sum(1 for _ in model.solutions(threads=threads)) == 2680
    ruler, x = hard_model(8, 45)
    shortest = ruler.minimize(x[-1], threads=threads)
    assert (shortest.best()[x[-1]], shortest.status, shortest.value) == (34, "optimal", 34)
    short, _ = hard_model(8, 33)
    assert short.solve(threads=threads) is None and short.outcome == "exhausted"


def test_an_order_that_is_asked_for_is_the_same_each_time() -> None:
    model, _ = queens(11)
    orders = [[solution.values for solution in model.solutions(threads=threads, in_order=True)] for threads in (2, 3, 2, 4)]
    assert all(order == orders[0] for order in orders) and len(orders[0]) == 2680


def test_limits_hold_for_all_threads_together() -> None:
    model, x = many_solutions()
    few = model.solutions(threads=3, limit=1000)
    assert (len(list(few)), few.outcome) == (1000, "solutions")
    hard, _ = hard_model()
    start = time.perf_counter()
    late = hard.solutions(threads=3, time=0.3)
    assert (list(late), late.outcome) == ([], "time")
    assert time.perf_counter() - start < 1
    some = hard.solutions(threads=3, nodes=20_000)
    assert (list(some), some.outcome) == ([], "nodes")
    assert model.solve(threads=2)[x[0]] in range(10)


def test_a_search_ends_its_threads() -> None:
    model, _ = queens(13)
    before = thread_count()
    solutions = model.solutions(threads=3)
    taken = take_until_others_search(solutions, before)
    solutions.close()
    assert ends_at(before) and solutions.outcome == "closed" and next(solutions, None) is None
    assert solutions.statistics["solutions"] == taken
    dropped = model.solutions(threads=3)
    take_until_others_search(dropped, before)
    del dropped
    assert ends_at(before)
    assert model.solve(threads=3) is not None and ends_at(before)
    hard, marks = hard_model(10, 90)
    better = hard.minimize(marks[-1], threads=3, time=0.5)
    better.best()
    assert better.outcome == "time" and ends_at(before)
    with hard.minimize(marks[-1], threads=3) as better:
        next(better)
    assert better.status == "open" and better.value is not None and ends_at(before)


def interrupt(call: Callable[[], Any]) -> None:
    """Calls it again and again, until an interrupt ends it in time, with all threads."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = thread_count()
    sent: list[float] = []

    def send() -> None:
        sent.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.4, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            call()
    late = time.perf_counter() - sent[0]
    timer.join()
    assert ends_at(before), "a thread was left behind"
    assert late < LATEST, f"{late:.3f} s"


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "solve": lambda model, x: model.solve(threads=2),
    "solutions": lambda model, x: sum(1 for _ in model.solutions(threads=2)),
    "in order": lambda model, x: sum(1 for _ in model.solutions(threads=2, in_order=True)),
    "array": lambda model, x: model.solutions_array(threads=2),
    "count": lambda model, x: model.count(threads=2),
    "minimize": lambda model, x: model.minimize(rs.sum(x), threads=2).best(),
    "maximize": lambda model, x: model.maximize(rs.sum(x) + x[0] * x[1], threads=2).best(),
    "marginals": lambda model, x: model.marginals(threads=2),
    "inspect": lambda model, x: model.inspect("exact", threads=2),
}


@pytest.mark.parametrize("model", [hard_model, many_solutions])
@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_all_threads(name: str, model: Callable[[], tuple[Any, Any]]) -> None:
    asked, x = model()
    interrupt(lambda: CALLS[name](asked, x))
    assert len(asked.variables) == len(x)
    assert asked.solutions(threads=2, limit=1, time=0.1).outcome is None


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("size", [9, 16, 25])
def test_an_interrupt_ends_the_solutions_of_a_puzzle(size: int, threads: int) -> None:
    """However many were found before: they are not written."""
    puzzle = rs.Puzzle("1" + "." * (size * size - 1))
    interrupt(lambda: puzzle.solve(all=True, threads=threads))


def test_a_search_goes_on_after_an_interrupt() -> None:
    """It loses nothing, and finds nothing twice."""

    class Enough(Exception):
        pass

    def stop(_statistics: dict[str, int]) -> None:
        if not stopped:
            stopped.append(True)
            raise Enough

    stopped: list[bool] = []
    model, _ = hard_model(8, 37)
    solutions = model.solutions(threads=2, progress=stop, learn="off")
    found: list[tuple[int, ...]] = []
    while True:
        try:
            for solution in solutions:
                found.append(tuple(solution.values))
            break
        except Enough:
            continue
    assert stopped and solutions.outcome == "exhausted"
    assert len(found) == len(set(found)) == len(model.solutions_array())


def test_callbacks_come_on_the_thread_of_the_caller() -> None:
    model, x = hard_model(8, 50)
    seen: set[int] = set()
    better = model.minimize(x[-1], threads=2, learn="off", progress=lambda _: seen.add(threading.get_ident()))
    better.best(lambda value, solution: seen.add(threading.get_ident()))
    assert seen == {threading.get_ident()}


@pytest.mark.parametrize("threads", THREADS)
def test_puzzles(threads: int) -> None:
    puzzle = rs.Puzzle("12......34......")
    solved = puzzle.solve(all=True, threads=threads)
    assert sorted(map(str, solved.grids)) == sorted(map(str, puzzle.solve(all=True).grids)) and solved.verdict == "multiple"
    assert "listed: all 4 solutions" in puzzle.solve(threads=threads, all=True).text
    assert puzzle.count(threads=threads) == 4 and len(list(puzzle.solutions(threads=threads))) == 4
    assert puzzle.inspect("exact", threads=threads).domains == puzzle.inspect("exact").domains
    assert puzzle.compare(threads=threads).rows[-1]["candidates"] == 24
    assert rs.Puzzle("1... ..3. .1.. ...2").solve(threads=threads).grid == rs.Puzzle("1... ..3. .1.. ...2").solve().grid
    assert rs.Puzzle("11.. .... .... ....").solve(threads=threads).verdict == "none"


def test_a_puzzle_with_many_solutions() -> None:
    puzzle = rs.Puzzle("123456......" + "." * 24, "2x3")
    grids = [puzzle.solve(limit=3000, threads=threads).grids for threads in (2, 4)]
    assert grids[0] == grids[1] and len({str(grid) for grid in grids[0]}) == 3000
    assert puzzle.count(threads=2) == puzzle.count()


@pytest.mark.parametrize("threads", THREADS)
def test_files(threads: int, tmp_path: Path) -> None:
    flat = tmp_path / "model.fzn"
    flat.write_text("array [1..3] of var 1..9: x :: output_array([1..3]);\nconstraint int_lin_eq([1,2,3],x,20);\nsolve satisfy;\n")
    program = rs.read(flat)
    assert Counter(map(str, program.solve(all=True, threads=threads).solutions)) == Counter(map(str, program.solve(all=True).solutions))
    assert program.count(threads=threads) == program.count()
    assert program.inspect("exact", threads=threads).domains == program.inspect("exact").domains
    best = tmp_path / "best.fzn"
    best.write_text("array [1..3] of var 1..9: x :: output_array([1..3]);\nvar 0..99: y;\nconstraint int_lin_eq([1,2,3,-1],x,0);\nsolve minimize y;\n".replace("x,0", "[x[1],x[2],x[3],y],0"))
    assert rs.read(best).solve(threads=threads).objective == 6
    clauses = tmp_path / "formula.cnf"
    clauses.write_text("p cnf 4 2\n1 2 3 0\n-1 -4 0\n")
    solved = rs.read(clauses).solve(all=True, threads=threads)
    assert sorted(solved.grids) == sorted(rs.read(clauses).solve(all=True).grids) and len(solved.grids) == 10


@pytest.mark.parametrize("wrong", [-1, 1025])
def test_a_wrong_number_is_refused(wrong: int) -> None:
    model, x = queens(4)
    for call in (model.solve, model.count, model.marginals, lambda **o: model.minimize(x[0], **o), lambda **o: model.inspect("exact", **o)):
        with pytest.raises(ValueError, match=f"threads: expected a number from 0 to 1024, found {wrong}"):
            call(threads=wrong)


def test_0_is_a_thread_for_each_core() -> None:
    model, _ = queens(8)
    assert model.count(threads=0) == len(model.solutions_array(threads=0)) == 92


def test_cpmpy_and_python_constraint() -> None:
    cpmpy = require("cpmpy")
    import residua_cp.cpmpy  # noqa: F401
    from residua_cp import constraint

    x = cpmpy.intvar(0, 7, shape=8)
    model = cpmpy.Model(cpmpy.AllDifferent(x), cpmpy.AllDifferent([x[i] + i for i in range(8)]), cpmpy.AllDifferent([x[i] - i for i in range(8)]))
    for options in ({"num_workers": 2}, {"num_search_workers": 2}, {"threads": 4}):
        assert model.solve(solver="residua", **options)
        assert model.solveAll(solver="residua", **options) == 92
        best = cpmpy.Model(model.constraints, maximize=x[0] * 2 - x[7])
        assert best.solve(solver="residua", **options) and best.objective_value() == 11
    solver = cpmpy.SolverLookup.get("residua", model)
    assert solver.solve(assumptions=[x[0] == 0], num_workers=2) and x[0].value() == 0
    problem = constraint.Problem(constraint.ParallelSolver())
    problem.addVariables(range(8), range(8))
    problem.addConstraint(constraint.AllDifferentConstraint())
    assert len(problem.getSolutions()) == 40320
