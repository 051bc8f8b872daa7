"""`residua_cp.pycosat` against pycosat itself, and against brute force."""

from __future__ import annotations

import itertools
import random
from pprint import pformat
from typing import Any

import pytest
import residua_cp.pycosat as ours
from sudoku_cases import SCALE, SOLVED, rows

Clauses = list[list[int]]


def models(clauses: Clauses, count: int) -> set[tuple[int, ...]]:
    """All solutions, by trying every assignment."""
    signs = itertools.product((1, -1), repeat=count)
    assignments = (tuple(sign * number for number, sign in enumerate(all_signs, 1)) for all_signs in signs)
    return {found for found in assignments if all(any(literal in found for literal in clause) for clause in clauses)}


def random_clauses(random_: random.Random, count: int, number: int, size: int = 3) -> Clauses:
    variables = range(1, count + 1)
    return [[random_.choice((-1, 1)) * v for v in random_.sample(variables, min(size, count))] for _ in range(number)]


def holds(solution: list[int], clauses: Clauses) -> bool:
    found = set(solution)
    return all(any(literal in found for literal in clause) for clause in clauses)


# A program for SAT solvers: each cell has a digit, and no two cells of a row, a column or a box have the same one.


def v(i: int, j: int, d: int) -> int:
    return 81 * (i - 1) + 9 * (j - 1) + d


def sudoku_clauses() -> Clauses:
    digits = range(1, 10)
    clauses = []
    for i, j in itertools.product(digits, digits):
        clauses.append([v(i, j, d) for d in digits])
        clauses.extend([-v(i, j, d), -v(i, j, e)] for d, e in itertools.combinations(digits, 2))

    def valid(cells: list[tuple[int, int]]) -> None:
        for (one, other), d in itertools.product(itertools.combinations(cells, 2), digits):
            clauses.append([-v(*one, d), -v(*other, d)])

    for i in digits:
        valid([(i, j) for j in digits])
        valid([(j, i) for j in digits])
    for i, j in itertools.product((1, 4, 7), (1, 4, 7)):
        valid([(i + k % 3, j + k // 3) for k in range(9)])
    assert len(clauses) == 81 * (1 + 36) + 27 * 324
    return clauses


def solve_sudoku(grid: list[list[int]], pycosat: Any) -> None:
    """Writes the solution into the grid."""
    clauses = sudoku_clauses()
    for i, j in itertools.product(range(1, 10), range(1, 10)):
        if grid[i - 1][j - 1]:
            clauses.append([v(i, j, grid[i - 1][j - 1])])
    solution = set(pycosat.solve(clauses))
    for i, j in itertools.product(range(1, 10), range(1, 10)):
        grid[i - 1][j - 1] = next(d for d in range(1, 10) if v(i, j, d) in solution)


@pytest.mark.parametrize(("puzzle", "solution"), SOLVED)
def test_the_sudoku_program_runs_unchanged(puzzle: str, solution: str) -> None:
    grid = rows(puzzle)
    solve_sudoku(grid, ours)
    assert pformat(grid) == pformat(rows(solution))


def test_a_grid_without_solution_and_one_with_several() -> None:
    clauses = sudoku_clauses()
    assert ours.solve([*clauses, [v(1, 1, 5)], [v(1, 2, 5)]]) == "UNSAT"
    some = list(itertools.islice(ours.itersolve(clauses), 2_500))
    assert len({tuple(solution) for solution in some}) == 2_500
    assert all(holds(solution, clauses) for solution in some[::100])


def test_all_models_by_brute_force() -> None:
    random_ = random.Random(1)
    for _ in range(150 * SCALE):
        count = random_.randint(1, 7)
        number = random_.randint(0, 5 * count)
        clauses = [
            # A literal may be twice in a clause, beside its negation; a clause may be empty.
            [random_.choice((-1, 1)) * random_.randint(1, count) for _ in range(random_.randint(min(1, number % 9), 4))]
            for _ in range(number)
        ]
        used = max((abs(literal) for clause in clauses for literal in clause), default=0)
        least = random_.choice((-1, 0, used, count))
        expected = models(clauses, max(used, least))
        found = [tuple(solution) for solution in ours.itersolve(clauses, vars=least)]
        assert len(found) == len(set(found))
        assert set(found) == expected, clauses
        one = ours.solve(clauses, vars=least)
        assert one == "UNSAT" if not expected else tuple(one) in expected


def test_no_model_is_lost_or_repeated_where_the_search_changes() -> None:
    for count, clauses in ((11, []), (13, [[1, 2, 3], [-4, 5], [-6, -7, 8, 9], [10, -11], [-12, 13]])):
        found = [tuple(solution) for solution in ours.itersolve(clauses, vars=count)]
        assert len(found) == len(set(found))
        assert set(found) == models(clauses, count)


def test_status_of_random_formulas() -> None:
    theirs = pytest.importorskip("pycosat", reason="pycosat is not installed")
    random_ = random.Random(2)
    statuses = set()
    for _ in range(40 * SCALE):
        count = random_.randint(20, 90)
        clauses = random_clauses(random_, count, round(random_.uniform(3.8, 4.8) * count))
        solution, other = ours.solve(clauses), theirs.solve(clauses)
        statuses.add(isinstance(solution, list))
        if isinstance(solution, list):
            assert isinstance(other, list)
            assert [abs(literal) for literal in solution] == list(range(1, len(other) + 1))
            assert holds(solution, clauses)
        else:
            assert solution == other == "UNSAT"
    assert statuses == {True, False}


def test_number_of_models_of_random_formulas() -> None:
    theirs = pytest.importorskip("pycosat", reason="pycosat is not installed")
    random_ = random.Random(3)
    for _ in range(40 * SCALE):
        count = random_.randint(8, 20)
        clauses = random_clauses(random_, count, round(random_.uniform(3.0, 4.5) * count))
        found = [tuple(solution) for solution in ours.itersolve(clauses)]
        assert sorted(found) == sorted(tuple(solution) for solution in theirs.itersolve(clauses))


class Broken:
    """An iterable that fails."""

    def __iter__(self) -> Any:
        yield [1]
        raise KeyError("broken")


ARGUMENTS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    (([],), {}),
    (([[]],), {}),
    (([],), {"vars": 3}),
    (([[1], []],), {}),
    (([[1, -1]],), {"vars": 2}),
    (([[1, 1, 2]],), {"vars": 1}),
    (([[2]],), {"vars": -3}),
    ((((1, 2), (3,)),), {}),
    (([{1, 2}],), {}),
    (([range(1, 4)],), {}),
    (({(1, 2): 3},), {}),
    (([[True]],), {}),
    (([[3]], 1, 0, 0), {}),
    (([[1], [-1]],), {"prop_limit": 1}),
    (([[1]],), {"prop_limit": 2**70}),
    ((), {"clauses": [[1]]}),
    # Errors.
    ((), {}),
    (([[0]],), {}),
    (([[1, "a"]],), {}),
    (([[1.0]],), {}),
    (([[None]],), {}),
    (([["1"]],), {}),
    (("ab",), {}),
    ((5,), {}),
    (([5],), {}),
    ((None,), {}),
    (([[2**70]],), {}),
    (([[1]],), {"vars": "a"}),
    (([[1]],), {"vars": 2.0}),
    (([[1]],), {"vars": None}),
    (([[1]],), {"verbose": "x"}),
    (([[1]],), {"prop_limit": "x"}),
    (([[1]],), {"other": 1}),
    (([[1]], 1, 0, 0, 0), {}),
    ((Broken(),), {}),
]


def outcome(function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    try:
        found = function(*arguments, **named)
        return found if isinstance(found, str) else sorted(found) if function.__name__ == "itersolve" else len(found)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("number", range(len(ARGUMENTS)))
def test_arguments_and_errors_are_those_of_pycosat(number: int) -> None:
    theirs = pytest.importorskip("pycosat", reason="pycosat is not installed")
    arguments, named = ARGUMENTS[number]
    for name in ("solve", "itersolve"):
        expected = outcome(getattr(theirs, name), arguments, named)
        assert outcome(getattr(ours, name), arguments, named) == expected


def test_the_version_is_that_of_pycosat() -> None:
    theirs = pytest.importorskip("pycosat", reason="pycosat is not installed")
    assert ours.__version__ == theirs.__version__


def test_generators_are_read_at_once_and_solved_lazily() -> None:
    read = []

    def clauses() -> Any:
        for clause in ([1, 2], [-1, 3]):
            read.append(clause)
            yield iter(clause)

    solutions = ours.itersolve(clauses())
    assert iter(solutions) is solutions
    assert read == [[1, 2], [-1, 3]]
    assert len(list(solutions)) == 4
    # 2¹⁰⁰⁰ solutions, of which two are found.
    assert len(list(itertools.islice(ours.itersolve([], vars=1_000), 2))) == 2
    with pytest.raises(ValueError):
        ours.itersolve([[0]])


def test_a_limit_makes_it_unknown() -> None:
    clauses = random_clauses(random.Random(4), 250, 1_065)
    assert ours.solve(clauses, prop_limit=1) == "UNKNOWN"
    assert list(ours.itersolve(clauses, prop_limit=1)) == []


def test_verbose_prints_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    assert ours.solve([[1]], verbose=1) == [1]
    assert all(line.startswith("c ") for line in capsys.readouterr().out.splitlines())
    assert ours.solve([[1]]) == [1]
    assert capsys.readouterr().out == ""
