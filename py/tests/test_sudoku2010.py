"""`residua_cp.sudoku2010`: the examples of the text, and its models against each other and against other programs."""

from __future__ import annotations

import builtins
import itertools
import pathlib
import random
import shutil
import subprocess
import sys
from typing import Any

import pytest
import residua_cp.sudoku2010 as sudoku
from residua_cp.sudoku2010 import Puzzle
from sudoku_cases import HARD, HARD_SOLVED, SCALE, SEVENTEEN, SEVENTEEN_SOLVED, is_grid

# The puzzle of the text, as a dictionary and as text.
D = {
    1: 2, 2: 5, 5: 3, 7: 9, 9: 1, 11: 1, 15: 4, 19: 4, 21: 7, 25: 2, 27: 8, 30: 5, 31: 2, 41: 9, 42: 8, 43: 1, 47: 4, 51: 3,
    58: 3, 59: 6, 62: 7, 63: 2, 65: 7, 72: 3, 73: 9, 75: 3, 79: 6, 81: 4,
}  # fmt: skip
S = """
2 5 . . 3 . 9 . 1
. 1 . . . 4 . . .
4 . 7 . . . 2 . 8
. . 5 2 . . . . .
. . . . 9 8 1 . .
. 4 . . . 3 . . .
. . . 3 6 . . 7 2
. 7 . . . . . . 3
9 . 3 . . . 6 . 4
    """
SOLVED = """
 2  5  8  7  3  6  9  4  1
 6  1  9  8  2  4  3  5  7
 4  3  7  9  1  5  2  6  8
 3  9  5  2  7  1  4  8  6
 7  6  2  4  9  8  1  3  5
 8  4  1  6  5  3  7  2  9
 1  8  4  3  6  9  5  7  2
 5  7  6  1  4  2  8  9  3
 9  2  3  5  8  7  6  1  4
"""
COLORED = """
 2  5  6  7  3  a  9  4  1
 3  1  8  5  2  4  7  6  a
 4  9  7  6  b  c  2  3  8
 6  3  5  2  4  7  8  9  b
 7  2  a  b  9  8  1  5  6
 8  4  9  a  5  3  c  2  7
 5  8  4  3  6  9  a  7  2
 a  7  b  4  8  5  d  c  3
 9  c  3  d  7  b  6  8  4
"""
Q4 = """
. . e d . . a 9 8 . . 5 . 3 2 1   c b a 9 4 . 2 1 g . e d 8 7 6 .   8 . 6 5 g f e d 4 3 2 1 c b a 9
. . 2 1 8 7 6 5 c . a . g f e d   f d g . 9 8 7 c 3 6 . b . 2 . .   2 6 . . 1 d g b f 4 c . 9 . 8 7
. 4 1 8 3 6 . 2 9 e 7 . . . 5 c   9 c 7 b e a 5 . 2 1 . 8 f g 3 6   e g 9 f 7 . 8 a 6 d 3 4 5 1 b .
b a . 7 . 2 9 e 5 . 1 f . 8 c .   3 8 . 6 5 1 4 f . 9 b 2 7 a d g   . . 4 . d g b 3 7 a 8 c e 6 9 f
. e f c 2 9 3 8 a 5 g 7 6 4 . b   7 9 . 4 a . 1 6 d 8 . e 2 c g 3   6 2 8 g b . d . . c 9 3 . . f .
5 1 3 a f e c g b 2 4 6 . . 7 8
"""
Q2, Q2_SOLVED = "4... 21.. .4.2 ..34", "4321 2143 3412 1234"
MODELS = ["CP", "lp", "graph", "groebner"]


def lines(text: object) -> list[str]:
    return [line.rstrip() for line in str(text).splitlines() if line.strip()]


def grid(puzzle: Puzzle) -> list[list[int]]:
    n = puzzle.boxsize**2
    return [[puzzle.fixed.get(n * r + c + 1, 0) for c in range(n)] for r in range(n)]


# The examples of the text.


def test_puzzles_are_read_and_printed() -> None:
    p = Puzzle(D, 3)
    assert lines(p) == lines(repr(p)) == [" " + line.replace(" ", "  ") for line in lines(S)]
    assert repr(p).splitlines()[0] == " 2  5  .  .  3  .  9  .  1 "
    assert Puzzle(S, 3, format="s") == p
    assert p.get_fixed() == D and p.get_boxsize() == 3
    assert sudoku.string_to_dict(S, 3) == D
    plain = sudoku.dict_to_string(D, 3)
    assert plain == "".join(S.split())
    assert sudoku.string_to_dict(plain, 3) == D


def test_labels() -> None:
    assert sudoku.cells(2) == list(range(1, 17))
    assert sudoku.symbols(2) == sudoku.rows(2) == sudoku.cols(2) == sudoku.boxes(2) == [1, 2, 3, 4]
    assert [sudoku.box_representative(box, 2) for box in sudoku.boxes(2)] == [1, 3, 9, 11]
    assert [sudoku.box_representative(box, 3) for box in sudoku.boxes(3)] == [1, 4, 7, 28, 31, 34, 55, 58, 61]
    assert sudoku.cells_by_row(2) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]
    assert sudoku.cells_by_col(2) == [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
    assert sudoku.cells_by_box(2) == [[1, 2, 5, 6], [3, 4, 7, 8], [9, 10, 13, 14], [11, 12, 15, 16]]
    assert sudoku.cells_by_row(3)[8] == [73, 74, 75, 76, 77, 78, 79, 80, 81]
    assert sudoku.cells_by_col(3)[0] == [1, 10, 19, 28, 37, 46, 55, 64, 73]
    assert sudoku.cells_by_box(3)[0] == [1, 2, 3, 10, 11, 12, 19, 20, 21]
    assert sudoku.cells_by_box(3)[8] == [61, 62, 63, 70, 71, 72, 79, 80, 81]
    for n in (1, 2, 3, 4):
        for label in sudoku.cells(n):
            assert sudoku.cell(sudoku.row(label, n), sudoku.column(label, n), n) == label
        assert sudoku.n_cells(n) == sudoku.n_rows(n) * sudoku.n_cols(n) == sudoku.n_boxes(n) * sudoku.n_symbols(n)
    pairs = sudoku.dependent_cells(3)
    assert all(x < y for x, y in pairs)
    assert len(set(pairs)) == len(pairs) == 81 * 20 // 2


@pytest.mark.parametrize("model", MODELS)
def test_all_models_solve_the_puzzle_of_the_text(model: str) -> None:
    solved = sudoku.solve(Puzzle(D, 3), model=model)
    assert lines(solved) == lines(SOLVED)
    small = sudoku.solve(Puzzle(Q2, 2, "s"), model)
    assert small == Puzzle(Q2_SOLVED, 2, "s")
    assert sudoku.solve(Puzzle({1: 1, 2: 1}, 2), model) is None


def test_the_puzzle_of_boxsize_4() -> None:
    # The text's puzzle has more than one solution.
    q4 = Puzzle(Q4, 4, "s")
    assert len(q4.fixed) == 200
    solved = sudoku.solve(q4)
    assert solved is not None and sudoku.is_sudoku_solution(q4, solved)
    assert lines(q4)[0] == " .  .  e  d  .  .  a  9  8  .  .  5  .  3  2  1"


def test_the_constraint_model() -> None:
    cp = sudoku.puzzle_as_CP(D, 3)
    solution = cp.getSolution()
    assert solution is not None
    assert lines(Puzzle(solution, 3)) == lines(SOLVED)
    assert len(cp.getSolutions()) == 1
    assert [variable.name for variable in cp.variables] == sudoku.cell_symbol_names(3)
    # The enumeration of Shidoku.
    assert sudoku.count_solutions(Puzzle({}, 2)) == len(sudoku.empty_puzzle_as_CP(2).getSolutions()) == 288


def test_the_graph_model() -> None:
    pytest.importorskip("networkx", reason="NetworkX is not installed")
    graph = sudoku.puzzle_as_graph({1: 1, 4: 4, 5: 3, 6: 4, 9: 2, 11: 4, 13: 4, 15: 2}, 2)
    assert (graph.order(), graph.size()) == (16, 56)
    colored = sudoku.node_coloring(sudoku.puzzle_as_graph(D, 3))
    assert sudoku.n_colors(colored) == 13
    assert lines(sudoku.dict_to_string(sudoku.graph_to_dict(colored), 3, 1, "\n")) == lines(COLORED)


@pytest.mark.parametrize("order", [sudoku.InOrder, sudoku.RandomOrder, sudoku.DSATOrder])
def test_colorings_are_proper(order: Any) -> None:
    random.seed(5)
    for _ in range(3 * SCALE):
        graph = sudoku.node_coloring(sudoku.puzzle_as_graph(D, 3), order)
        colors = sudoku.graph_to_dict(graph)
        assert set(colors) == set(sudoku.cells(3))
        assert all(colors[x] != colors[y] for x, y in sudoku.dependent_cells(3))
        assert all(colors[label] == symbol for label, symbol in D.items())
    text = sudoku.dimacs_string(graph)
    assert text.splitlines()[0] == "p edge 81 810"
    assert len(text.splitlines()) == 811


def test_the_polynomials() -> None:
    sympy = pytest.importorskip("sympy", reason="SymPy is not installed")
    x, y = sympy.symbols("x y")
    for n in (2, 3):
        product = sympy.prod(x - symbol for symbol in sudoku.symbols(n))
        assert sudoku.node_polynomial(x, n) == sympy.expand(product)
        edge = sympy.expand(sympy.cancel((product - product.subs(x, y)) / (x - y)))
        assert sudoku.edge_polynomial(x, y, n) == edge
    fixed = dict(enumerate([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2], 1))
    system = sudoku.puzzle_as_polynomial_system(fixed, 2)
    assert len(system) == 16 + 56 + 15
    basis = sympy.groebner(system, sudoku.cell_symbols(2), order="lex")
    (solution,) = sympy.solve(list(basis.exprs), sudoku.cell_symbols(2), dict=True)
    assert [int(solution[symbol]) for symbol in sudoku.cell_symbols(2)] == [*fixed.values(), 1]


def test_the_integer_program() -> None:
    assert (sudoku.lp_matrix_ncols(3), sudoku.lp_matrix_nrows(3)) == (729, 324)
    matrix = sudoku.lp_matrix(2)
    assert len(matrix) == sudoku.lp_matrix_ncols(2) * sudoku.lp_matrix_nrows(2)
    assert sum(matrix) == 4 * 64
    program = sudoku.puzzle_as_lp(D, 3)
    assert len(program.rows) == 324 + len(D)
    assert program.rows[-1] == [sudoku.lp_col_index(81, 4, 3)]
    assert program.columns[sudoku.lp_col_index(81, 4, 3)] == (81, 4)


@pytest.mark.skipif(shutil.which("glpsol") is None, reason="GLPK's glpsol is not on the path")
def test_another_solver_reads_the_integer_program(tmp_path: pathlib.Path) -> None:
    program = sudoku.puzzle_as_lp(D, 3)
    (tmp_path / "puzzle.lp").write_text(program.to_lp())
    subprocess.run(["glpsol", "--lp", "puzzle.lp", "--write", "solution"], cwd=tmp_path, check=True, capture_output=True, timeout=100)
    # In GLPK's format, line `j` tells the value of a column; columns are numbered in the order in which they come in the program.
    written = [line.split() for line in (tmp_path / "solution").read_text().splitlines()]
    ones = [int(line[1]) - 1 for line in written if line[0] == "j" and line[2] == "1"]
    order = list(dict.fromkeys([0, *(place for row in program.rows for place in row)]))
    solution = dict(program.columns[order[place]] for place in ones)
    assert lines(Puzzle(solution, 3)) == lines(SOLVED)


# Beyond the examples.


def test_without_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("networkx", "sympy"):
        monkeypatch.setitem(sys.modules, name, None)
    graph = sudoku.puzzle_as_graph(D, 3)
    assert isinstance(graph, sudoku.Graph)
    assert (graph.order(), graph.size()) == (81, 810)
    assert sorted(graph.neighbors(1)) == sorted({*range(2, 10), *range(10, 74, 9), 11, 12, 20, 21})
    assert sudoku.n_colors(sudoku.node_coloring(graph)) == 13
    assert sudoku.fixed_cell_polynomial(7, 3) == "x7 - 3"
    assert sudoku.edge_polynomial("x", "y", 2).startswith("x**3 + x**2*y + x*y**2 + y**3 - 10*x**2")
    for model in ("graph", "groebner"):
        assert lines(sudoku.solve(Puzzle(D, 3), model)) == lines(SOLVED)


def test_the_text_of_a_polynomial_is_the_polynomial() -> None:
    sympy = pytest.importorskip("sympy", reason="SymPy is not installed")
    for n in (1, 2, 3):
        assert sympy.sympify(sudoku.node_polynomial("x", n)) == sudoku.node_polynomial(sympy.Symbol("x"), n)
        assert sympy.sympify(sudoku.edge_polynomial("x", "y", n)) == sudoku.edge_polynomial(*sympy.symbols("x y"), n)


def test_the_models_agree_on_random_puzzles() -> None:
    random.seed(1)
    for _ in range(10 * SCALE):
        p = sudoku.random_puzzle(random.randint(0, 16), 2)
        if random.random() < 0.3 and len(p.fixed) < 16:
            empty = random.choice([label for label in sudoku.cells(2) if label not in p.fixed])
            p = Puzzle({**p.fixed, empty: random.randint(1, 4)}, 2)
        brute = [s for s in sudoku.empty_puzzle_as_CP(2).getSolutions() if sudoku.is_solution(p.fixed, s)]
        assert sudoku.count_solutions(p) == len(brute)
        assert sudoku.is_well_formed(p) == (len(brute) == 1)
        for model in MODELS:
            solved = sudoku.solve(p, model)
            assert (solved is None) == (not brute)
            assert solved is None or (sudoku.is_sudoku_solution(p, solved) and is_grid(grid(solved), 2, 2))
        if len(brute) == 1:
            assert sudoku.well_formed_solution(p).fixed == brute[0]
        else:
            with pytest.raises(NameError, match="Not well-formed"):
                sudoku.well_formed_solution(p)


@pytest.mark.parametrize(("puzzle", "solution"), [(HARD, HARD_SOLVED), (SEVENTEEN, SEVENTEEN_SOLVED)])
def test_hard_puzzles(puzzle: str, solution: str) -> None:
    p = Puzzle(puzzle, 3, "s")
    assert sudoku.is_well_formed(p)
    for model in ("CP", "lp", "graph"):
        assert sudoku.solve(p, model) == Puzzle(solution, 3, "s")


def test_random_puzzles_are_parts_of_random_grids() -> None:
    for n, count in ((2, 7), (3, 15), (4, 200), (5, 300)):
        random.seed(7)
        p, q = sudoku.random_puzzle(count, n), sudoku.random_puzzle(count, n)
        assert len(p.fixed) == len(q.fixed) == count
        assert p != q
        random.seed(7)
        assert sudoku.random_puzzle(count, n) == p
        if n < 5:
            solved = sudoku.solve(p)
            assert solved is not None and sudoku.is_sudoku_solution(p, solved)
    assert is_grid(grid(sudoku.random_puzzle(81, 3)), 3, 3)
    with pytest.raises(ValueError):
        sudoku.random_puzzle(17, 2)


def test_created_puzzles_have_one_solution() -> None:
    random.seed(3)
    for _ in range(5 * SCALE):
        p = sudoku.create_puzzle()
        assert sudoku.is_well_formed(p)
        for label in p.fixed:
            rest = {other: symbol for other, symbol in p.fixed.items() if other != label}
            assert not sudoku.is_well_formed(Puzzle(rest, 3))
        p = sudoku.create_puzzle(30, 3)
        assert len(p.fixed) == 30 and sudoku.is_well_formed(p)
    with pytest.raises(ValueError):
        sudoku.create_puzzle(16, 3, time=0.2)


def test_what_is_no_solution() -> None:
    p, solved = Puzzle(D, 3), sudoku.solve(Puzzle(D, 3))
    assert solved is not None
    assert not sudoku.is_sudoku_solution(p, p)
    assert not sudoku.is_sudoku_solution(Puzzle({1: 1}, 3), solved)
    swapped = {**solved.fixed, 1: solved.fixed[2], 2: solved.fixed[1]}
    assert not sudoku.is_sudoku_solution(Puzzle({}, 3), Puzzle(swapped, 3))
    for wrong in ({82: 1}, {1: 10}, {1: 0}):
        with pytest.raises(ValueError):
            Puzzle(wrong, 3)
    with pytest.raises(NameError):
        Puzzle(D, 3, format="x")
    with pytest.raises(NameError):
        sudoku.solve(p, model="x")
    with pytest.raises(ValueError):
        sudoku.string_to_dict("1234", 2)


def test_differences_are_red(capsys: pytest.CaptureFixture[str]) -> None:
    sudoku.diff(Puzzle("1... .... .... ....", 2, "s"), Puzzle("2... .... .... ...1", 2, "s"))
    out = capsys.readouterr().out
    assert out.count("\x1b[31m") == 2
    assert out.startswith(" \x1b[31m2\x1b[m  . ")


def test_minion_and_latex() -> None:
    text = sudoku.to_minion_string(Puzzle(D, 3))
    head = ["MINION 3", "**VARIABLES**", "DISCRETE l[9,9] {1..9}", "**SEARCH**", "PRINT ALL", "**CONSTRAINTS**", "alldiff(l[0,_])"]
    assert text.splitlines()[:7] == head
    assert text.splitlines()[-1] == "**EOF**"
    assert text.count("alldiff") == 27 and text.count("eq(") == len(D)
    assert "alldiff([l[0,0],l[0,1],l[0,2],l[1,0],l[1,1],l[1,2],l[2,0],l[2,1],l[2,2]])" in text
    assert "eq(l[8,8],4)" in text
    latex = Puzzle(Q2, 2, "s")._repr_latex_()
    assert latex.startswith(r"$$\begin{array}{|cc|cc|} \hline 4 & . & . & . \\ 2 & 1 & . & . \\ \hline")
    assert latex.endswith(r"\hline \end{array}$$")


def test_nothing_is_imported_that_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def no_import(name: str, *rest: Any, **named: Any) -> Any:
        assert name.split(".")[0] not in ("sympy", "networkx")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", no_import)
    assert sudoku.solve(Puzzle(D, 3)) is not None
    assert list(itertools.islice(sudoku.empty_puzzle_as_CP(3).getSolutionIter(), 1))
