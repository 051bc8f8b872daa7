"""`residua_cp.boolean` against PyEDA itself, and against the definitions of the operators."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
import re
import time
from typing import Any

import pytest
import residua_cp.boolean as ours
from sudoku_cases import HARD, HARD_SOLVED, SCALE, SOLVED

try:
    import pyeda.inter

    # PyEDA sorts variables by the order in which they were made.
    VARIABLES = [pyeda.inter.exprvar(name) for name in "abcde"]
except ImportError:
    pass

NAMES = "abcde"
#: By name of an operator: its least and greatest number of arguments, and its meaning.
MEANINGS: dict[str, tuple[int, int, Any]] = {
    "And": (0, 4, all),
    "Or": (0, 4, any),
    "Not": (1, 1, lambda xs: not xs[0]),
    "Nand": (0, 4, lambda xs: not all(xs)),
    "Nor": (0, 4, lambda xs: not any(xs)),
    "Xor": (0, 4, lambda xs: sum(xs) % 2 == 1),
    "Xnor": (0, 4, lambda xs: sum(xs) % 2 == 0),
    "Equal": (0, 4, lambda xs: len(set(xs)) <= 1),
    "Unequal": (0, 4, lambda xs: len(set(xs)) > 1),
    "Implies": (2, 2, lambda xs: not xs[0] or xs[1]),
    "ITE": (3, 3, lambda xs: xs[1] if xs[0] else xs[2]),
    "OneHot": (0, 4, lambda xs: sum(xs) == 1),
    "OneHot0": (0, 4, lambda xs: sum(xs) <= 1),
}
#: Operators of Python by name: the function that builds it, and its meaning.
SIGNS: dict[str, Any] = {
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
    ">>": lambda x, y: x >> y,
}
SIGN_MEANINGS = {"&": "And", "|": "Or", "^": "Xor", ">>": "Implies"}

#: An expression: a name, 0, 1, or an operator with arguments.
Tree = Any


def random_tree(random_: random.Random, depth: int, constants: bool = True) -> Tree:
    if depth == 0 or random_.random() < 0.2:
        return random_.choice([*NAMES, 0, 1] if constants and random_.random() < 0.3 else NAMES)
    kind = random_.choice([*MEANINGS, *SIGNS, "~"])
    low, high = (1, 1) if kind == "~" else (2, 2) if kind in SIGNS else MEANINGS[kind][:2]
    return (kind, *(random_tree(random_, depth - 1, constants) for _ in range(random_.randint(low, high))))


def built(tree: Tree, library: Any) -> Any:
    if isinstance(tree, str):
        return library.exprvar(tree)
    if isinstance(tree, int):
        return library.expr(tree)
    kind, *parts = tree
    args = [built(part, library) for part in parts]
    if kind == "~":
        return ~args[0]
    return SIGNS[kind](*args) if kind in SIGNS else getattr(library, kind)(*args)


def value(tree: Tree, point: dict[str, int]) -> bool:
    if isinstance(tree, str):
        return bool(point[tree])
    if isinstance(tree, int):
        return bool(tree)
    kind, *parts = tree
    meaning = MEANINGS["Not" if kind == "~" else SIGN_MEANINGS.get(kind, kind)][2]
    return bool(meaning([value(part, point) for part in parts]))


def names(point: dict[Any, int]) -> dict[str, int]:
    return {str(variable): int(at) for variable, at in point.items()}


def whole(points: list[dict[str, int]], variables: list[str]) -> set[tuple[int, ...]]:
    """All points over these variables that agree with one of the points."""
    found = set()
    for point in points:
        found |= set(itertools.product(*([point[name]] if name in point else [0, 1] for name in variables)))
    return found


def test_points_are_those_of_the_definition() -> None:
    random_ = random.Random(1)
    for _ in range(300 * SCALE):
        tree = random_tree(random_, random_.randint(0, 4))
        f = built(tree, ours)
        variables = sorted(map(str, f.support))
        assert [str(variable) for variable in f.inputs] == variables
        points = [names(point) for point in f.satisfy_all()]
        assert all(sorted(point) == variables for point in points)
        found = {tuple(point[name] for name in variables) for point in points}
        assert len(found) == len(points) == f.satisfy_count()
        everywhere = itertools.product((0, 1), repeat=len(NAMES))
        expected = {at for at in everywhere if value(tree, dict(zip(NAMES, at)))}
        assert whole(points, list(NAMES)) == expected, tree
        one = f.satisfy_one()
        assert one is None if not points else names(one) in points


def test_points_are_those_of_pyeda() -> None:
    theirs = pytest.importorskip("pyeda.boolalg.expr", reason="PyEDA is not installed")
    random_ = random.Random(2)
    for _ in range(200 * SCALE):
        tree = random_tree(random_, random_.randint(0, 3))
        # PyEDA searches no expression of constants that is not simplified.
        f, other = built(tree, ours).simplify(), built(tree, theirs).simplify()
        variables = list(NAMES)
        found = [names(point) for point in f.satisfy_all()]
        expected = [names(point) for point in other.satisfy_all()]
        assert whole(found, variables) == whole(expected, variables), tree
        # Where PyEDA's points have all variables, they are the same points.
        if sorted(map(str, other.support)) == sorted(map(str, f.support)):
            if all(len(point) == len(other.support) for point in expected):
                assert other.satisfy_count() == f.satisfy_count()
                assert sorted(map(sorted, map(dict.items, expected))) == sorted(map(sorted, map(dict.items, found)))


def test_counts_of_clauses_are_those_of_pyeda() -> None:
    theirs = pytest.importorskip("pyeda.boolalg.expr", reason="PyEDA is not installed")
    random_ = random.Random(3)
    for _ in range(40 * SCALE):
        clauses = [
            [random_.choice((lambda x: x, lambda x: ("~", x)))(name) for name in random_.sample(NAMES, random_.randint(1, 3))]
            for _ in range(random_.randint(1, 6))
        ]
        tree = ("And", *(("Or", *clause) for clause in clauses))
        f, other = built(tree, ours), built(tree, theirs)
        assert sorted_arguments(str(f)) == sorted_arguments(str(other))
        assert sorted(map(str, f.support)) == sorted(map(str, other.support))
        assert f.satisfy_count() == other.satisfy_count()


@pytest.mark.parametrize(
    "text",
    [
        "And()", "Or()", "Xor()", "Xnor()", "Equal()", "Not(a)", "Not(Not(a))", "And(a,b)", "Or(a,And(b,c))", "Xor(a,b,c)", "Xnor(a,b)",
        "Equal(a,b,c)", "Implies(a,b)", "ITE(a,b,c)", "Nor(a,b)", "Nand(a,b)", "Unequal(a,b)", "a&b", "a|b&c", "~a", "~(a&b)", "a^b", "a>>b",
        "a&1", "1&a", "a|0", "0|a", "1^a", "0>>a", "And(a,2)", "And(a,a)", "And(a,~a)", "Or(a,~a)", "a&~a", "Xor(a,a)", "Xor(a,~a)", "Xor(1,a)",
        "Xor(Xor(a,b),c)", "And(And(a,b),c)", "(a&b)&c", "And(a&b,c)", "And(a,b|~b)", "Equal(a)", "Equal(a,0)", "Equal(a,1,b)", "Equal(a,0,b)",
        "Equal(a,~a)", "Equal(a,b,a)", "Implies(a,0)", "Implies(0,a)", "Implies(a,1)", "Implies(a,a)", "Implies(a,~a)", "Implies(~a,a)",
        "ITE(a,1,0)", "ITE(0,a,b)", "ITE(a,b,b)", "ITE(a,a,b)", "ITE(a,b,a)", "ITE(a,0,b)", "ITE(a,b,1)", "ITE(a,~a,b)", "ITE(a,0,1)",
        "OneHot()", "OneHot0()", "OneHot(a)", "OneHot(1,a)", "OneHot(a,~a)", "~~(a&b)", "~(a>>b)", "~ITE(a,b,c)", "Not('a')", "And('a','b & c')",
        "(a&b).restrict({a:1})", "(a|b).restrict({a:1})", "((a|b)&c).restrict({a:1})", "(a&b).compose({a:c|d})", "(a&b).compose({a:0})",
        "(a|b).compose({a:~b})", "And(a,b,simplify=False)", "And(a,1,simplify=False)", "(a&(b|~b)).simplify()", "expr('a & b | c')",
        "expr('~a ^ x[1,2]')", "exprvar('z',3)", "exprvar(('a','b'),(1,2))", "X[1,2]", "X[1]", "X[:,1]", "X[1,1:3]", "X[1][1]", "X[-1,-1]",
        "X[2:3][2]", "X[...,2]", "X[1,...]", "X[1:9]", "X[1,2:].shape", "X.shape", "X.size", "X.ndim", "len(X)", "list(X.flat)", "~X",
        "X.restrict({X[1,1]:1})", "exprvars('x',0)", "exprvars('y',3)", "a.satisfy_one()", "(~a).satisfy_all()", "expr(1).satisfy_one()",
        "expr(0).satisfy_one()", "expr(1).satisfy_count()", "(a&b).equivalent(b&a)", "sorted([b,a])", "a is exprvar('a')", "a==b", "X[1,1].indices",
        "X[1,1].name", "exprvar(('a','b')).qualname", "(a&~a).satisfy_one()", "(a|~a).satisfy_count()", "(a&b).support", "(a|b&c).inputs",
        # Errors.
        "X[1,4]", "X[0,1]", "X[3,1]", "X[1,2,3]", "X['a']", "exprvars('x')", "exprvars('x',(3,1))", "exprvars('x',(-1,2))", "exprvars('x','a')",
        "exprvar('x',-1)", "exprvar('x',[1])", "exprvar(3)", "(a&b).restrict({a:b})", "(a&b).restrict({'a':1})", "a&~b&1&c^d",
    ],
)  # fmt: skip
def test_what_is_printed_and_raised_is_that_of_pyeda(text: str) -> None:
    inter = pytest.importorskip("pyeda.inter", reason="PyEDA is not installed")

    def of(library: Any) -> str:
        scope = {name: getattr(library, name) for name in dir(library)}
        scope.update({name: library.exprvar(name) for name in "abcd"}, X=library.exprvars("x", (1, 3), (1, 4)))
        try:
            found = eval(text, scope)
        except Exception as error:
            return type(error).__name__
        if isinstance(found, frozenset):
            return str(sorted(found))
        shown = str(list(found) if hasattr(found, "__next__") else found)
        return sorted_arguments(" ".join(shown.replace("farray(", "Array(").split()))

    assert of(ours) == of(inter)


def sorted_arguments(text: str) -> str:
    """The text with the arguments of commutative operators in alphabetical order: PyEDA puts them in one of its own."""
    calls: list[str] = []
    innermost = re.compile(r"\b(And|Or|Xor|Equal)\(([^()]*)\)")
    while match := innermost.search(text):
        arguments = re.split(r", (?![^\[]*\])", match[2])
        calls.append(f"{match[1]}<{', '.join(sorted(arguments))}>")
        text = f"{text[: match.start()]}#{len(calls) - 1};{text[match.end() :]}"
    for number, call in reversed(list(enumerate(calls))):
        text = text.replace(f"#{number};", call)
    return text


# The listing of PyEDA's documentation: a digit in each cell, and each digit once in each row, column and box.


def listing(library: Any) -> tuple[Any, Any]:
    And, Or, OneHot, exprvars = library.And, library.Or, library.OneHot, library.exprvars
    digits = "123456789"
    span = range(1, 10)
    X = exprvars("x", (1, 10), (1, 10), (1, 10))
    V = And(*[And(*[OneHot(*[X[r, c, v] for v in span]) for c in span]) for r in span])
    R = And(*[And(*[OneHot(*[X[r, c, v] for c in span]) for v in span]) for r in span])
    C = And(*[And(*[OneHot(*[X[r, c, v] for r in span]) for v in span]) for c in span])
    B = And(
        *[
            And(*[OneHot(*[X[3 * br + r, 3 * bc + c, v] for r in range(1, 4) for c in range(1, 4)]) for v in span])
            for br in range(3)
            for bc in range(3)
        ]
    )
    S = And(V, R, C, B)

    def parse_grid(grid: str) -> Any:
        chars = [char for char in grid if char in digits or char in "0."]
        assert len(chars) == 81
        return And(*[X[i // 9 + 1, i % 9 + 1, int(char)] for i, char in enumerate(chars) if char in digits])

    def get_val(point: Any, r: int, c: int) -> str:
        return next((digits[v - 1] for v in span if point[X[r, c, v]]), "X")

    def display(point: Any) -> str:
        lines = []
        for r in span:
            cells = [get_val(point, r, c) for c in span]
            lines.append("|".join("".join(cells[start : start + 3]) for start in (0, 3, 6)))
            if r in (3, 6):
                lines.append("---+---+---")
        return "\n".join(lines)

    def solve(grid: str) -> Any:
        # PyEDA searches only what is in CNF, which `S & parse_grid(grid)` is not, in reasonable time.
        return (S & parse_grid(grid) if library is ours else And(S, parse_grid(grid))).satisfy_one()

    assert Or(X[1, 1, 1], X[1, 1, 1]) is X[1, 1, 1]
    return solve, display


def shown(line: str) -> str:
    parts = ["|".join(line[start + 3 * part : start + 3 * part + 3] for part in range(3)) for start in range(0, 81, 9)]
    return "\n".join([*parts[:3], "---+---+---", *parts[3:6], "---+---+---", *parts[6:]])


def test_the_sudoku_listing_runs_unchanged() -> None:
    solve, display = listing(ours)
    for puzzle, solution in SOLVED:
        assert display(solve(puzzle)) == shown(solution)
    clash = "55" + HARD[2:]
    assert solve(clash) is None


def test_assumptions_hold_within_a_block() -> None:
    a, b, c = map(ours.exprvar, "abc")
    f = ours.Or(a, b)
    with ours.And(~a, c):
        with b:
            assert f.satisfy_one() == {a: 0, b: 1, c: 1}
        with ~b:
            assert f.satisfy_one() is None
    assert f.satisfy_one() is not None


def test_the_sudoku_listing_prints_what_pyeda_prints() -> None:
    inter = pytest.importorskip("pyeda.inter", reason="PyEDA is not installed")
    solve, display = listing(inter)
    assert display(solve(HARD)) == shown(HARD_SOLVED)


def test_points_are_found_when_they_are_asked_for() -> None:
    X = ours.bool_vars("x", 200)
    f = ours.Or(*X)
    first, second = itertools.islice(f.satisfy_all(), 2)
    assert first != second
    assert len(first) == 200
    assert f.satisfy_count() == 2**200 - 1


def test_expressions_may_be_deep_wide_and_shared() -> None:
    X = [ours.exprvar("x", number) for number in range(2_000)]
    conjunction, alternation, parity = X[0], X[0], X[0]
    for number, x in enumerate(X[1:]):
        conjunction = conjunction & x
        alternation = alternation & x if number % 2 else alternation | x
        parity = parity ^ x
    start = time.monotonic()
    assert conjunction.satisfy_one() == {x: 1 for x in X}
    assert alternation.satisfy_one() is not None
    assert parity.satisfy_one() is not None
    assert ours.Xor(*X).satisfy_one() is not None
    assert ours.Equal(*X).satisfy_count() == 2
    assert len(str(conjunction.simplify())) > 2_000
    # Each level uses the one below twice.
    twice = X[0]
    for x in X[1:40]:
        twice = (twice & x) | (~twice & ~x)
    assert twice.satisfy_one() is not None
    assert twice.satisfy_count() == 2**39
    assert time.monotonic() - start < 60


def test_variables_are_one_object_each() -> None:
    X = ours.exprvars("x", (1, 3), 2)
    assert X[2, 1] is ours.exprvar("x", (2, 1))
    assert len({X[1, 0], ours.exprvar("x", (1, 0)), X[1][0]}) == 1
    assert [[str(x) for x in row] for row in X] == [["x[1,0]", "x[1,1]"], ["x[2,0]", "x[2,1]"]]
    assert ours.one_hot is ours.OneHot
    f = ours.OneHot(X[1, 0], ~X[2, 1], X[1, 1]) & (X[1, 1] | 1)
    for other in (pickle.loads(pickle.dumps(f)), copy.deepcopy(f)):
        assert str(other) == str(f)
        assert other.support == f.support
        assert other.args[0].args[1] is ~X[2, 1]
    point = f.satisfy_one()
    assert copy.deepcopy(point) == point is not None
    with pytest.raises(ValueError, match="expected an expression"):
        ours.expr("a + b")
