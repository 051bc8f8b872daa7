"""The module `constraint` has the solutions of brute force, of python-constraint, and of the puzzles that it is known by."""

from __future__ import annotations

import importlib
import itertools
import os
import warnings
from collections import Counter
from typing import Any, Iterator

import pytest
from constraint_cases import Case, Generator, key

import residua_cp.constraint as ours
from residua_cp.constraint import search
from residua_cp.constraint import AllDifferentConstraint, ExactSumConstraint, InSetConstraint, ParallelSolver, Problem

CASES = int(os.environ.get("RESIDUA_CASES", "500"))
SEED = 20261127


def cases() -> Iterator[Case]:
    generator = Generator(SEED)
    return (generator.case() for _ in range(CASES))


def found(case: Case, solutions: Any) -> Counter[Any]:
    return Counter(key(list(case.domains), solution) for solution in solutions)


#: By turns, the bounds below which constraints become tables: as they are, after probing, never, or after probing only.
TABLES = [{}, {"FEW_TUPLES": 0}, {"FEW_TUPLES": 0, "MOST_TUPLES": 0, "PROBING_TIME": 0}, {"FEW_TUPLES": 0, "MOST_TUPLES": 9}]


def test_random_problems_have_the_solutions_of_brute_force(monkeypatch: pytest.MonkeyPatch) -> None:
    solvers = [None, ours.BacktrackingSolver(), ours.RecursiveBacktrackingSolver(forwardcheck=False), ParallelSolver()]
    with_solution = 0
    for number, case in enumerate(cases()):
        expected = case.by_force()
        with_solution += bool(expected)
        monkeypatch.undo()
        for name, value in TABLES[number % len(TABLES)].items():
            monkeypatch.setattr(search, name, value)
        problem = case.problem(ours, solvers[number // 4 % len(solvers)])
        assert found(case, problem.getSolutions()) == expected, case
        problem.setSolver(ours.OptimizedBacktrackingSolver())
        assert found(case, problem.getSolutionIter()) == expected, case
        first = problem.getSolution()
        assert (first is None) == (not expected), case
        assert first is None or key(list(case.domains), first) in expected, case
    assert CASES / 5 < with_solution < CASES * 0.95


def test_random_problems_have_the_solutions_of_python_constraint(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        theirs = importlib.import_module("constraint")
    except ImportError:
        pytest.skip("python-constraint2 is not installed: half of the comparison is missing")
    assert theirs is not ours
    compared = 0
    wrong, failed = [], []
    for case in cases():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                solutions = case.problem(theirs).getSolutions()
        except Exception as error:
            failed.append((case, error))
            continue
        if found(case, solutions) == found(case, case.problem(ours).getSolutions()):
            compared += 1
        else:
            # Brute force decides.
            assert found(case, case.problem(ours).getSolutions()) == case.by_force(), case
            wrong.append(case)
    with capsys.disabled():
        print(f"\n{CASES} problems: {compared} as python-constraint, which is wrong on {len(wrong)} and fails on {len(failed)}")
    assert compared > CASES * 0.8


def test_magic_squares() -> None:
    problem = Problem()
    problem.addVariables(range(9), range(1, 10))
    problem.addConstraint(AllDifferentConstraint())
    lines = [[0, 4, 8], [2, 4, 6]]
    lines += [[3 * row, 3 * row + 1, 3 * row + 2] for row in range(3)] + [[row, row + 3, row + 6] for row in range(3)]
    for line in lines:
        problem.addConstraint(ExactSumConstraint(15), line)
    solutions = problem.getSolutions()
    assert len(solutions) == 8
    assert all(solution[4] == 5 for solution in solutions)


def test_the_magic_squares_of_size_four() -> None:
    problem = Problem()
    problem.addVariables(range(16), range(1, 17))
    problem.addConstraint(AllDifferentConstraint(), range(16))
    for line in [range(0, 16, 5), range(3, 15, 3)]:
        problem.addConstraint(ExactSumConstraint(34), line)
    for row in range(4):
        problem.addConstraint(ExactSumConstraint(34), [row * 4 + column for column in range(4)])
        problem.addConstraint(ExactSumConstraint(34), [row + 4 * column for column in range(4)])
    assert len(problem.getSolutions()) == 7040


@pytest.mark.parametrize("size, count", [(4, 2), (6, 4), (8, 92), (9, 352)])
def test_queens(size: int, count: int) -> None:
    problem = Problem()
    problem.addVariables(range(size), range(size))
    for one, other in itertools.combinations(range(size), 2):
        problem.addConstraint(
            lambda x, y, apart=other - one: x != y and abs(x - y) != apart, [one, other]
        )
    assert len(problem.getSolutions()) == count


def test_send_more_money_as_a_function_and_as_text() -> None:
    letters = "sendmory"

    def adds_up(s: int, e: int, n: int, d: int, m: int, o: int, r: int, y: int) -> bool:
        send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
        return send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y

    text = "1000*s + 100*e + 10*n + d + 1000*m + 100*o + 10*r + e == 10000*m + 1000*o + 100*n + 10*e + y"
    either: list[Any] = [adds_up, text]
    for constraint in either:
        problem = Problem()
        problem.addVariables(letters, range(10))
        problem.addConstraint(constraint, letters)
        problem.addConstraint("s > 0")
        problem.addConstraint("m > 0")
        problem.addConstraint(AllDifferentConstraint())
        # The sum of 8 letters is a function of 10^8 combinations, so that it is evaluated for each solution of the others.
        problem.addConstraint("o == 0")
        problem.addConstraint("m == 1")
        assert problem.getSolutions() == [dict(zip(letters, (9, 5, 6, 7, 1, 0, 8, 2)))]


def test_the_zebra_puzzle() -> None:
    problem = Problem()
    kinds = {
        "color": ["red", "green", "white", "yellow", "blue"],
        "nation": ["Brit", "Swede", "Dane", "Norwegian", "German"],
        "drink": ["tea", "coffee", "milk", "beer", "water"],
        "smoke": ["Pall Mall", "Dunhill", "Blends", "Blue Masters", "Prince"],
        "pet": ["dogs", "birds", "cats", "horses", "fish"],
    }
    for kind, values in kinds.items():
        names = [(kind, house) for house in range(5)]
        problem.addVariables(names, values)
        problem.addConstraint(AllDifferentConstraint(), names)

    def same_house(kind: str, value: str, other: str, wanted: str) -> None:
        for house in range(5):
            problem.addConstraint(lambda x, y: (x == value) == (y == wanted), [(kind, house), (other, house)])

    def neighbours(kind: str, value: str, other: str, wanted: str) -> None:
        for house in range(5):
            near = [(other, at) for at in (house - 1, house + 1) if 0 <= at < 5]
            problem.addConstraint(lambda x, *ys: x != value or wanted in ys, [(kind, house), *near])

    same_house("nation", "Brit", "color", "red")
    same_house("nation", "Swede", "pet", "dogs")
    same_house("nation", "Dane", "drink", "tea")
    same_house("color", "green", "drink", "coffee")
    same_house("smoke", "Pall Mall", "pet", "birds")
    same_house("color", "yellow", "smoke", "Dunhill")
    same_house("smoke", "Blue Masters", "drink", "beer")
    same_house("nation", "German", "smoke", "Prince")
    neighbours("smoke", "Blends", "pet", "cats")
    neighbours("pet", "horses", "smoke", "Dunhill")
    neighbours("nation", "Norwegian", "color", "blue")
    neighbours("smoke", "Blends", "drink", "water")
    for house in range(4):
        problem.addConstraint(
            lambda x, y: (x == "green") == (y == "white"), [("color", house), ("color", house + 1)]
        )
    problem.addConstraint(InSetConstraint(["milk"]), [("drink", 2)])
    problem.addConstraint(InSetConstraint({"Norwegian"}), [("nation", 0)])
    (solution,) = problem.getSolutions()
    owner = next(house for house in range(5) if solution["pet", house] == "fish")
    assert solution["nation", owner] == "German"
