"""Models of Sudoku puzzles, with the interface of `sudoku.py` by Davis, Henderson and Smith (*Modeling Sudoku puzzles with Python*, SciPy 2010).

Boxes are n by n for a boxsize n. Cells have labels 1…n⁴, row by row, and symbols are 1…n²; a puzzle is a dictionary from labels to symbols.

>>> p = Puzzle("25..3.9.1.1...4...4.7...2.8..52.........981...4...3......36..72.7......39.3...6.4", 3, format="s")
>>> s = solve(p)
>>> is_sudoku_solution(p, s)
True
>>> q = Puzzle({1: 4, 5: 2, 6: 1, 10: 4, 12: 2, 15: 3, 16: 4}, 2)
>>> print(q)
 4  .  .  . 
 2  1  .  . 
 .  4  .  2 
 .  .  3  4 
<BLANKLINE>
>>> solve(q, model="groebner") == solve(q, model="lp") == solve(q, model="graph") == solve(q)
True

Four models can be built, and all are solved by residua: constraints (`puzzle_as_CP`), a 0–1 program (`puzzle_as_lp`), a graph to be coloured
(`puzzle_as_graph`, with NetworkX if it is installed) and a system of polynomials (`puzzle_as_polynomial_system`, with SymPy if it is installed).

| file | holds |
|---|---|
| `labels.py` | labels of cells, rows, columns and boxes |
| `text.py` | puzzles as text |
| `constraint_model.py` | puzzles as constraints |
| `graph_model.py` | puzzles as graphs |
| `coloring.py` | colouring of graphs node by node |
| `polynomial_model.py` | puzzles as systems of polynomials |
| `polynomials.py` | polynomials as terms, as expressions of SymPy and as text |
| `linear_model.py` | puzzles as 0–1 programs |
| `solutions.py` | solving by each of the models, and checks of solutions |
| `puzzle.py` | the class `Puzzle`, and what can be asked of a puzzle |
| `random_puzzles.py` | random puzzles |
| `optional_packages.py` | packages that are used where they are installed |
"""

from residua_cp.sudoku2010.coloring import (
    DSATOrder,
    InOrder,
    RandomOrder,
    first_available_color,
    least_missing,
    n_colors,
    neighboring_colors,
    node_coloring,
    saturation_degree,
    vertex_coloring,
)
from residua_cp.sudoku2010.constraint_model import CP, empty_puzzle_as_CP, puzzle_as_CP, solve_as_CP
from residua_cp.sudoku2010.graph_model import Graph, dimacs_string, empty_puzzle_as_graph, graph_to_dict, puzzle_as_graph, solve_as_graph
from residua_cp.sudoku2010.labels import (
    Fixed,
    box_r,
    box_representative,
    boxes,
    cell,
    cell_symbol_name,
    cell_symbol_names,
    cells,
    cells_by_box,
    cells_by_col,
    cells_by_row,
    col_r,
    cols,
    column,
    dependent_cells,
    n_boxes,
    n_cells,
    n_cols,
    n_rows,
    n_symbols,
    puzzle_boxes,
    puzzle_columns,
    puzzle_rows,
    row,
    row_r,
    rows,
    symbols,
)
from residua_cp.sudoku2010.linear_model import (
    LinearProgram,
    empty_puzzle_as_lp,
    lp_col_index,
    lp_matrix,
    lp_matrix_ncols,
    lp_matrix_nrows,
    lp_vars,
    puzzle_as_lp,
    solve_as_lp,
)
from residua_cp.sudoku2010.polynomial_model import (
    cell_symbols,
    dependent_symbols,
    edge_polynomial,
    edge_polynomials,
    empty_puzzle_as_polynomial_system,
    fixed_cell_polynomial,
    fixed_cells_polynomials,
    node_polynomial,
    node_polynomials,
    puzzle_as_polynomial_system,
    solve_as_groebner,
)
from residua_cp.sudoku2010.puzzle import (
    Puzzle,
    count_solutions,
    diff,
    is_sudoku_solution,
    is_well_formed,
    solve,
    to_minion_string,
    well_formed_solution,
)
from residua_cp.sudoku2010.random_puzzles import create_puzzle, random_filter, random_puzzle
from residua_cp.sudoku2010.solutions import are_all_different, is_solution, is_sudoku, solve_puzzle
from residua_cp.sudoku2010.text import dict_to_string, int_to_printable, printable_to_int, string_to_dict

__all__ = [
    "CP", "DSATOrder", "Fixed", "Graph", "InOrder", "LinearProgram", "Puzzle", "RandomOrder", "are_all_different",
    "box_r", "box_representative", "boxes", "cell", "cell_symbol_name", "cell_symbol_names", "cell_symbols",
    "cells", "cells_by_box", "cells_by_col", "cells_by_row", "col_r", "cols", "column", "count_solutions",
    "create_puzzle", "dependent_cells", "dependent_symbols", "dict_to_string", "diff", "dimacs_string",
    "edge_polynomial", "edge_polynomials", "empty_puzzle_as_CP", "empty_puzzle_as_graph", "empty_puzzle_as_lp",
    "empty_puzzle_as_polynomial_system", "first_available_color", "fixed_cell_polynomial",
    "fixed_cells_polynomials", "graph_to_dict", "int_to_printable", "is_solution", "is_sudoku",
    "is_sudoku_solution", "is_well_formed", "least_missing", "lp_col_index", "lp_matrix", "lp_matrix_ncols",
    "lp_matrix_nrows", "lp_vars", "n_boxes", "n_cells", "n_colors", "n_cols", "n_rows", "n_symbols",
    "neighboring_colors", "node_coloring", "node_polynomial", "node_polynomials", "printable_to_int",
    "puzzle_as_CP", "puzzle_as_graph", "puzzle_as_lp", "puzzle_as_polynomial_system", "puzzle_boxes",
    "puzzle_columns", "puzzle_rows", "random_filter", "random_puzzle", "row", "row_r", "rows", "saturation_degree",
    "solve", "solve_as_CP", "solve_as_graph", "solve_as_groebner", "solve_as_lp", "solve_puzzle", "string_to_dict",
    "symbols", "to_minion_string", "vertex_coloring", "well_formed_solution",
]
