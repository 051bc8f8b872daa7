"""The module `constraint`: against brute force, against python-constraint, and on the examples that it is known by."""

from __future__ import annotations

import importlib
import itertools
import os
import random
import subprocess
import sys
import time
import warnings
from collections import Counter
from typing import Any, Iterator

import pytest
from constraint_cases import Case, Generator, key

import residua_cp.constraint as ours
from residua_cp.constraint import search
from residua_cp.constraint import (
    AllDifferentConstraint,
    AllEqualConstraint,
    CompilableFunctionConstraint,
    Constraint,
    Domain,
    ExactSumConstraint,
    FunctionConstraint,
    InSetConstraint,
    MinConflictsSolver,
    NotInSetConstraint,
    ParallelSolver,
    Problem,
    SomeInSetConstraint,
    Solver,
    Unassigned,
    Variable,
    VariableExactSumConstraint,
)

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


def test_text_about_variables_with_the_names_of_functions() -> None:
    problem = Problem()
    problem.addVariables(["max", "x"], [1, 2, 3])
    problem.addConstraint("max > x and max + x == 5")
    assert problem.getSolutions() == [{"max": 3, "x": 2}]


def test_wrong_definitions_are_refused() -> None:
    problem = Problem()
    problem.addVariable("a", [1, 2])
    with pytest.raises(ValueError, match="duplicated variable 'a'"):
        problem.addVariable("a", [3])
    with pytest.raises(ValueError, match="[Dd]omain is empty"):
        problem.addVariable("b", [])
    with pytest.raises(TypeError):
        problem.addVariable("b", 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        problem.addVariable([], [1])  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        problem.addConstraint(5)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        problem.addConstraint([5])  # type: ignore[list-item]
    with pytest.raises(AssertionError):
        Problem(MinConflictsSolver)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        VariableExactSumConstraint("a", ["b"], [1])
    assert problem.getSolutions() == [{"a": 1}, {"a": 2}]


@pytest.mark.parametrize("method", ["getSolution", "getSolutions", "getSolutionIter"])
def test_unknown_variables_are_found_when_solving(method: str) -> None:
    posted: list[tuple[Any, list[str]]] = [
        (AllDifferentConstraint(), ["a", "b"]),
        (lambda a, b: True, ["a", "b"]),
        (VariableExactSumConstraint("b", ["a"]), ["a"]),
    ]
    for constraint, variables in posted:
        problem = Problem()
        problem.addVariable("a", [1])
        problem.addConstraint(constraint, variables)
        with pytest.raises(KeyError, match="b"):
            getattr(problem, method)()


def test_errors_of_text_and_functions_are_raised_when_solving() -> None:
    wrong: list[tuple[Any, type[Exception]]] = [
        ("a +", SyntaxError), ("a < zz", NameError), ("1 // (a - 1) == 0 and b > 0", ZeroDivisionError),
        ("1 // (a - 2) == 5 or b > 0", ZeroDivisionError),
        (lambda a: True, TypeError),
    ]
    for constraint, error in wrong:
        problem = Problem()
        problem.addVariables("ab", [1, 2])
        problem.addConstraint(constraint)
        with pytest.raises(error):
            problem.getSolutions()


def test_a_function_may_fail_where_other_constraints_exclude_it() -> None:
    problem = Problem()
    problem.addVariables("ab", [0, 1, 2])
    problem.addConstraint(lambda a, b: b / a == 2, "ab")
    problem.addConstraint("a != 0")
    assert problem.getSolutions() == [{"a": 1, "b": 2}]


def test_without_variables_there_is_no_solution() -> None:
    problem = Problem()
    assert problem.getSolution() is None
    assert problem.getSolutions() == []
    assert list(problem.getSolutionIter()) == []


def test_solutions_are_found_when_they_are_asked_for() -> None:
    for constraint in (None, lambda *values: sum(values) % 2 == 0):
        problem = Problem()
        problem.addVariables(range(9), range(10))
        if constraint is not None:
            problem.addConstraint(constraint)
        start = time.monotonic()
        solutions = problem.getSolutionIter()
        some = list(itertools.islice(solutions, 1000))
        assert time.monotonic() - start < 5
        assert len({tuple(solution.values()) for solution in some}) == 1000
        assert constraint is None or all(constraint(*solution.values()) for solution in some)


def test_functions_of_many_combinations_are_evaluated_as_soon_as_their_variables_have_values() -> None:
    problem = Problem()
    problem.addVariables("abcdefghij", range(20))
    for scope in ("abcd", "cdef", "efgh"):
        problem.addConstraint(lambda *values: sum(values) == 1 and values[0] == 0, scope)
    problem.addConstraint("i == j + 18")
    expected = [
        values for values in itertools.product(range(2), repeat=8)
        if all(sum(values[at : at + 4]) == 1 and values[at] == 0 for at in (0, 2, 4))
    ]
    calls: Counter[Any] = Counter()
    for solution in problem.getSolutions():
        calls[tuple(solution[name] for name in "abcdefgh")] += 1
    assert calls == Counter({values: 2 for values in expected})


def test_a_function_is_called_once_for_each_combination() -> None:
    calls: Counter[Any] = Counter()

    def counted(*values: int) -> bool:
        calls[values] += 1
        return sum(values) == 3

    problem = Problem()
    problem.addVariables("abc", range(4))
    problem.addConstraint(counted)
    assert len(problem.getSolutions()) == 10
    assert set(calls.values()) == {1}


def test_values_of_any_kind() -> None:
    one, other = object(), object()
    problem = Problem()
    problem.addVariable("a", [one, other, [1], {2: 3}, 10**40])
    problem.addVariable("b", [one, float("nan"), [1], 10**40])
    problem.addConstraint(AllEqualConstraint())
    found = problem.getSolutionsOrderedList(["a", "b"])
    assert sorted(map(repr, found)) == sorted(map(repr, [(one, one), ([1], [1]), (10**40, 10**40)]))


def test_equal_values_of_several_kinds_come_back_as_they_were() -> None:
    problem = Problem()
    problem.addVariable("a", [True, 1.0, 1, 1])
    problem.addVariable("b", [1])
    problem.addConstraint("a == b")
    assert Counter(repr(solution["a"]) for solution in problem.getSolutions()) == {"True": 1, "1.0": 1, "1": 2}


def test_values_that_are_equal_to_nothing() -> None:
    nan = float("nan")
    posted: list[tuple[Any, int]] = [(AllEqualConstraint(), 0), (AllDifferentConstraint(), 0), (lambda a, b: a is b, 1)]
    for constraint, number in posted:
        problem = Problem()
        problem.addVariables("ab", [nan])
        problem.addConstraint(constraint)
        assert len(problem.getSolutions()) == number


def test_functions_tell_equal_values_apart() -> None:
    problem = Problem()
    problem.addVariables("ab", [0.0, -0.0])
    problem.addConstraint(lambda a, b: str(a) < str(b))
    assert [str(solution["b"]) for solution in problem.getSolutions()] == ["0.0"]


def test_sets_of_values_for_many_variables() -> None:
    problem = Problem()
    problem.addVariables(range(30), "abc")
    problem.addConstraint(InSetConstraint("ab"))
    problem.addConstraint(NotInSetConstraint("a"))
    assert problem.getSolutions() == [dict.fromkeys(range(30), "b")]


def test_divisors_that_may_be_zero() -> None:
    for divisors in ([-1, 0], [0, 1], [-1, 0, 1], [-1, 1]):
        problem = Problem()
        problem.addVariable("a", [3])
        problem.addVariable("b", divisors)
        problem.addConstraint("b == 0 or a // b == 3 * b and a % b == 0")
        assert sorted(solution["b"] for solution in problem.getSolutions()) == divisors


def test_integers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    problem = Problem()
    problem.addVariables("ab", numpy.arange(5))
    problem.addConstraint("a + b == 7")
    solutions = problem.getSolutions()
    assert sorted(solution["a"] for solution in solutions) == [3, 4]
    assert isinstance(solutions[0]["a"], numpy.integer)


def test_floating_point_sums_and_products_are_rounded() -> None:
    for text in ("a + b == 0.3", "a * c == 0.3", "a + b == d", "b == d - a", "a == d / c"):
        problem = Problem()
        for name, value in {"a": 0.1, "b": 0.2, "c": 3.0, "d": 0.3}.items():
            problem.addVariable(name, [value])
        problem.addConstraint(text)
        assert len(problem.getSolutions()) == 1, text


def test_lists_of_solutions() -> None:
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a < b")
    assert problem.getSolutionsOrderedList(["b", "a"]) == [(2, 1)]
    assert problem.getSolutionsAsListDict(order=["b", "a"]) == ([(2, 1)], {(2, 1): 0}, 1)
    problem.addVariable("c", [5, 5])
    assert problem.getSolutionsAsListDict("abc", validate=False) == ([(1, 2, 5)] * 2, {(1, 2, 5): 1}, 2)
    with pytest.raises(ValueError, match="1 duplicate"):
        problem.getSolutionsAsListDict("abc")


def test_solving_changes_nothing_and_reset_forgets_everything() -> None:
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a == 1")
    problem.addConstraint(InSetConstraint([2]), ["b"])
    assert problem.getSolutions() == problem.getSolutions() == [{"a": 1, "b": 2}]
    problem.reset()
    assert problem.getSolutions() == []
    problem.addVariable("a", [2])
    assert problem.getSolution() == {"a": 2}


def test_domains() -> None:
    class Own(Domain):
        pass

    domain = Own([1, 2, 3])
    domain.pushState()
    domain.hideValue(2)
    assert domain == [1, 3]
    seen = []
    problem = Problem()
    problem.addVariable("a", domain)
    domain.popState()
    assert sorted(domain) == [1, 2, 3]

    class Sees(Constraint):
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
            seen.append(type(domains["a"]))
            return True

    problem.addConstraint(Sees())
    assert sorted(problem.getSolutionsOrderedList()) == [(1,), (2,), (3,)]
    assert set(seen) == {Own}


def test_own_constraints_may_look_beyond_their_variables_and_restrict_domains() -> None:
    class Follows(Constraint):
        def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
            return "c" not in assignments or bool(assignments[variables[0]] == assignments["c"] + 1)

    class Odd(Constraint):
        def preProcess(self, variables: Any, domains: Any, constraints: Any, vconstraints: Any) -> None:
            for variable in variables:
                domains[variable][:] = [value for value in domains[variable] if value % 2]

    problem = Problem()
    problem.addVariables("abc", range(4))
    problem.addConstraint(Follows(), ["a", "b"])
    problem.addConstraint(Odd(), ["a"])
    expected = [(a, b, a - 1) for a in (1, 3) for b in range(4)]
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected


def test_own_solvers_get_domains_and_constraints() -> None:
    class Naive(Solver):
        def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> Any:
            solutions = []
            for values in itertools.product(*domains.values()):
                assignments = dict(zip(domains, values))
                if all(part(variables, domains, assignments, None) for part, variables in constraints):
                    solutions.append(assignments)
            return solutions

    problem = Problem(Naive())
    assert isinstance(problem.getSolver(), Naive)
    problem.addVariables("abc", [1, 2, 3])
    problem.addConstraint(AllDifferentConstraint())
    problem.addConstraint(SomeInSetConstraint([3]), "ab")
    problem.addConstraint("a < b")
    expected = [(1, 3, 2), (2, 3, 1)]
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected
    problem.setSolver(ours.BacktrackingSolver())
    assert sorted(problem.getSolutionsOrderedList("abc")) == expected


def test_solvers_that_have_only_one_way() -> None:
    problem = Problem(MinConflictsSolver(steps=1, rand=random.Random(1)))
    problem.addVariables("ab", [1, 2])
    problem.addConstraint("a > b")
    assert problem.getSolution() == {"a": 2, "b": 1}
    with pytest.raises(NotImplementedError):
        problem.getSolutions()
    problem.setSolver(ParallelSolver(process_mode=True))
    assert problem.getSolutions() == [{"a": 2, "b": 1}]
    with pytest.raises(NotImplementedError):
        problem.getSolution()


def test_constraints_called_by_hand() -> None:
    assert FunctionConstraint(lambda a, b: a < b)("ab", {}, {"a": 1})
    assert not FunctionConstraint(lambda a, b: b is not Unassigned, assigned=False)("ab", {}, {"a": 1})
    domains: dict[Any, Domain] = {"a": Domain([1, 2]), "b": Domain([1, 2])}
    assert AllDifferentConstraint()("ab", domains, {"a": 1}, True)
    assert domains["b"] == [2]
    assert not CompilableFunctionConstraint("def f(a, b): return a < b")("ab", {}, {"a": 1, "b": 1})
    assert repr(Variable("x")) == "x"


def test_install_makes_programs_import_this_module() -> None:
    program = """
import warnings
warnings.simplefilter("error")
import residua_cp.constraint as ours
ours.install()
import constraint, constraint.problem, constraint.constraints, constraint.domain, constraint.solvers
from constraint import *
assert constraint is ours and constraint.problem.Problem is Problem
problem = Problem(ParallelSolver())
problem.addVariable("a", [1])
print(problem.getSolutions())
"""
    path = os.pathsep.join(sys.path)
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert (result.stdout, result.stderr) == ("[{'a': 1}]\n", "")
