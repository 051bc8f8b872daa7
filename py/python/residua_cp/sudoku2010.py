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
"""

from __future__ import annotations

import importlib
import itertools
import random
import string
from functools import cache
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from residua_cp import _core
from residua_cp.model import Model
from residua_cp.puzzle import Puzzle as _Puzzle

#: From labels of cells to symbols.
Fixed = dict[int, int]


def _optional(name: str) -> Any | None:
    """A module that need not be installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


# Labels.


def n_rows(boxsize: int) -> int:
    return boxsize**2


def n_cols(boxsize: int) -> int:
    return boxsize**2


def n_boxes(boxsize: int) -> int:
    return boxsize**2


def n_symbols(boxsize: int) -> int:
    return boxsize**2


def n_cells(boxsize: int) -> int:
    return boxsize**4


def cell(row: int, column: int, boxsize: int) -> int:
    """The label of a cell.

    >>> cell(2, 3, 3)
    12
    """
    return (row - 1) * n_cols(boxsize) + column


def row(cell: int, boxsize: int) -> int:
    """The row of a cell."""
    return (cell - 1) // n_cols(boxsize) + 1


def column(cell: int, boxsize: int) -> int:
    """The column of a cell."""
    return (cell - 1) % n_cols(boxsize) + 1


def box_representative(box: int, boxsize: int) -> int:
    """The label of the cell at the top left of a box."""
    down, right = divmod(box - 1, boxsize)
    return cell(boxsize * down + 1, boxsize * right + 1, boxsize)


def cells(boxsize: int) -> list[int]:
    return list(range(1, n_cells(boxsize) + 1))


def symbols(boxsize: int) -> list[int]:
    return list(range(1, n_symbols(boxsize) + 1))


def rows(boxsize: int) -> list[int]:
    return list(range(1, n_rows(boxsize) + 1))


def cols(boxsize: int) -> list[int]:
    return list(range(1, n_cols(boxsize) + 1))


def boxes(boxsize: int) -> list[int]:
    return list(range(1, n_boxes(boxsize) + 1))


def row_r(row: int, boxsize: int) -> list[int]:
    """The labels of a row."""
    return [cell(row, column, boxsize) for column in cols(boxsize)]


def col_r(column: int, boxsize: int) -> list[int]:
    """The labels of a column."""
    return [cell(row, column, boxsize) for row in rows(boxsize)]


def box_r(box: int, boxsize: int) -> list[int]:
    """The labels of a box."""
    first = box_representative(box, boxsize)
    return [first + down * n_cols(boxsize) + right for down in range(boxsize) for right in range(boxsize)]


def cells_by_row(boxsize: int) -> list[list[int]]:
    """The labels of each row."""
    return [row_r(row, boxsize) for row in rows(boxsize)]


def cells_by_col(boxsize: int) -> list[list[int]]:
    """The labels of each column."""
    return [col_r(column, boxsize) for column in cols(boxsize)]


def cells_by_box(boxsize: int) -> list[list[int]]:
    """The labels of each box.

    >>> cells_by_box(2)
    [[1, 2, 5, 6], [3, 4, 7, 8], [9, 10, 13, 14], [11, 12, 15, 16]]
    """
    return [box_r(box, boxsize) for box in boxes(boxsize)]


def _scopes(boxsize: int) -> list[list[int]]:
    return cells_by_row(boxsize) + cells_by_col(boxsize) + cells_by_box(boxsize)


def dependent_cells(boxsize: int) -> list[tuple[int, int]]:
    """All pairs of cells in a row, a column or a box, the lesser label first.

    >>> len(dependent_cells(2)), len(dependent_cells(3))
    (56, 810)
    """
    return sorted({pair for scope in _scopes(boxsize) for pair in itertools.combinations(scope, 2)})


def puzzle_rows(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each row; `None` for an empty cell."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_row(boxsize)]


def puzzle_columns(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each column."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_col(boxsize)]


def puzzle_boxes(puzzle: Mapping[int, int], boxsize: int) -> list[list[int | None]]:
    """The symbols of each box."""
    return [[puzzle.get(cell) for cell in scope] for scope in cells_by_box(boxsize)]


# Text.


def int_to_printable(i: int) -> str:
    """A symbol as a character: 10 is `a`."""
    return string.printable[i]


def printable_to_int(c: str) -> int:
    """The symbol that a character stands for."""
    return string.printable.index(c)


def dict_to_string(fixed: Mapping[int, int], boxsize: int, padding: int = 0, rowend: str = "") -> str:
    """A puzzle as text, a `.` for an empty cell; with blanks on both sides of each cell, and an end of each row.

    >>> dict_to_string({1: 4, 16: 2}, 2)
    '4..............2'
    """
    pad = " " * padding
    lines = (
        "".join(f"{pad}{int_to_printable(symbol) if symbol else '.'}{pad}" for symbol in line) + rowend
        for line in puzzle_rows(fixed, boxsize)
    )
    return "".join(lines)


def string_to_dict(puzzle: str, boxsize: int) -> Fixed:
    """The puzzle that a text tells: white space counts for nothing, and `.` or `0` is an empty cell.

    >>> string_to_dict("4... .... ..a. ...2", 2)
    {1: 4, 11: 10, 16: 2}
    """
    chars = "".join(puzzle.split())
    if len(chars) != n_cells(boxsize):
        raise ValueError(f"expected {n_cells(boxsize)} cells, found {len(chars)}")
    return {label: printable_to_int(char) for label, char in enumerate(chars, 1) if char not in ".0"}


# Constraints.


class CP(Model):
    """A puzzle as a model, with a variable for each cell, `x1` to `xn⁴`."""

    def getSolution(self) -> Fixed | None:
        """A solution, from labels to symbols; `None` if there is none."""
        return next(self.getSolutionIter(), None)

    def getSolutions(self) -> list[Fixed]:
        """All solutions."""
        return list(self.getSolutionIter())

    def getSolutionIter(self) -> Iterator[Fixed]:
        """All solutions, each found when it is asked for."""
        return (dict(enumerate(solution.values, 1)) for solution in self.solutions())


def empty_puzzle_as_CP(boxsize: int) -> CP:
    """The rules as constraints.

    >>> empty_puzzle_as_CP(2).count()
    288
    """
    model = CP()
    x = dict(zip(cells(boxsize), model._int_vars(cell_symbol_names(boxsize), 1, n_symbols(boxsize))))
    model.add([_core.all_different([x[label] for label in scope]) for scope in _scopes(boxsize)])
    return model


def puzzle_as_CP(fixed: Mapping[int, int], boxsize: int) -> CP:
    """The rules and the fixed cells as constraints."""
    model = empty_puzzle_as_CP(boxsize)
    x = dict(zip(cells(boxsize), model.variables))
    model.add([x[label] == symbol for label, symbol in fixed.items()])
    return model


def _to_minion(fixed: Mapping[int, int], boxsize: int) -> str:
    def at(label: int) -> str:
        return f"l[{row(label, boxsize) - 1},{column(label, boxsize) - 1}]"

    size = n_rows(boxsize)
    lines = ["MINION 3", "**VARIABLES**", f"DISCRETE l[{size},{size}] {{1..{n_symbols(boxsize)}}}", "**SEARCH**", "PRINT ALL"]
    lines += ["**CONSTRAINTS**", *(f"alldiff(l[{index},_])" for index in range(size)), *(f"alldiff(l[_,{index}])" for index in range(size))]
    lines += [f"alldiff([{','.join(map(at, box))}])" for box in cells_by_box(boxsize)]
    lines += [f"eq({at(label)},{symbol})" for label, symbol in fixed.items()]
    return "\n".join([*lines, "**EOF**"])


# Graphs.


class Graph:
    """A graph, where NetworkX is not installed: `nodes` from each node to its attributes, and `edges`."""

    def __init__(self, nodes: Iterable[int], edges: Iterable[tuple[int, int]]) -> None:
        self.nodes: dict[int, dict[str, Any]] = {node: {} for node in nodes}
        self.edges = list(edges)
        self._neighbors: dict[int, list[int]] = {node: [] for node in self.nodes}
        for one, other in self.edges:
            self._neighbors[one].append(other)
            self._neighbors[other].append(one)

    def neighbors(self, node: int) -> Iterator[int]:
        return iter(self._neighbors[node])

    def order(self) -> int:
        """The number of nodes."""
        return len(self.nodes)

    def size(self) -> int:
        """The number of edges."""
        return len(self.edges)


def empty_puzzle_as_graph(boxsize: int) -> Any:
    """The graph of the cells, with an edge between each two that depend on each other: a `networkx.Graph`, or a `Graph`."""
    networkx = _optional("networkx")
    if networkx is None:
        return Graph(cells(boxsize), dependent_cells(boxsize))
    graph = networkx.Graph()
    graph.add_nodes_from(cells(boxsize))
    graph.add_edges_from(dependent_cells(boxsize))
    return graph


def puzzle_as_graph(fixed: Mapping[int, int], boxsize: int) -> Any:
    """The graph of the cells, in which fixed cells have the attribute `color`.

    >>> g = puzzle_as_graph({1: 1, 4: 4}, 2)
    >>> g.order(), g.size(), g.nodes[4]
    (16, 56, {'color': 4})
    """
    graph = empty_puzzle_as_graph(boxsize)
    for label, symbol in fixed.items():
        graph.nodes[label]["color"] = symbol
    return graph


def graph_to_dict(graph: Any) -> Fixed:
    """The colours of the nodes that have one."""
    return {node: graph.nodes[node]["color"] for node in graph.nodes if "color" in graph.nodes[node]}


def dimacs_string(graph: Any) -> str:
    """The graph in the format of DIMACS."""
    lines = [f"p edge {graph.order()} {graph.size()}", *(f"e {one} {other}" for one, other in graph.edges)]
    return "\n".join(lines) + "\n"


def neighboring_colors(graph: Any, node: int) -> list[int]:
    """The colours of the neighbours of a node."""
    return [graph.nodes[other]["color"] for other in graph.neighbors(node) if "color" in graph.nodes[other]]


def n_colors(graph: Any) -> int:
    """The number of colours."""
    return len(set(graph_to_dict(graph).values()))


def least_missing(colors: Iterable[int]) -> int:
    """The least colour that follows one of these, and is none of them.

    >>> least_missing([3, 2, 7])
    4
    """
    used = set(colors)
    return min(color + 1 for color in used if color + 1 not in used)


def first_available_color(graph: Any, node: int) -> int:
    """A colour that no neighbour has, as the text chooses it: 1 if no neighbour is coloured, otherwise the least that follows a colour of one."""
    used = neighboring_colors(graph, node)
    return least_missing(used) if used else 1


def saturation_degree(graph: Any, node: int) -> int:
    """The number of colours of the neighbours of a node."""
    return len(set(neighboring_colors(graph, node)))


def InOrder(graph: Any) -> Iterator[int]:
    """The nodes in their order."""
    return iter(list(graph.nodes))


def RandomOrder(graph: Any) -> Iterator[int]:
    """The nodes in a random order."""
    return iter(random.sample(list(graph.nodes), graph.order()))


def DSATOrder(graph: Any) -> Iterator[int]:
    """Always the node whose neighbours have the most colours (Brélaz 1979), of those that have no colour when it is asked for."""
    while left := [node for node in graph.nodes if "color" not in graph.nodes[node]]:
        yield max(left, key=lambda node: saturation_degree(graph, node))


def node_coloring(
    graph: Any,
    nodes: Callable[[Any], Iterable[int]] = InOrder,
    choose_color: Callable[[Any, int], int] = first_available_color,
) -> Any:
    """Colours the nodes of a graph that have no colour, in that order. It may take more colours than are needed."""
    for node in nodes(graph):
        if "color" not in graph.nodes[node]:
            graph.nodes[node]["color"] = choose_color(graph, node)
    return graph


vertex_coloring = node_coloring

# Polynomials.


def cell_symbol_name(cell: int) -> str:
    """The name of the variable of a cell.

    >>> cell_symbol_name(1)
    'x1'
    """
    return f"x{cell}"


def cell_symbol_names(boxsize: int) -> list[str]:
    return [cell_symbol_name(label) for label in cells(boxsize)]


def _symbol(name: str) -> Any:
    """A symbol of SymPy; without SymPy, its name."""
    sympy = _optional("sympy")
    return name if sympy is None else sympy.Symbol(name)


def cell_symbols(boxsize: int) -> list[Any]:
    """The variables of the cells."""
    return [_symbol(name) for name in cell_symbol_names(boxsize)]


def dependent_symbols(boxsize: int) -> list[tuple[Any, Any]]:
    """The variables of each two cells that depend on each other."""
    x = dict(zip(cells(boxsize), cell_symbols(boxsize)))
    return [(x[one], x[other]) for one, other in dependent_cells(boxsize)]


#: A polynomial: pairs of a coefficient, and the exponents of its variables.
_Terms = Sequence[tuple[int, Sequence[int]]]


@cache
def _node_terms(boxsize: int) -> tuple[tuple[int, tuple[int]], ...]:
    """The product of (x - s) for all symbols s, the greatest exponent first."""
    coefficients = [1]
    for symbol in symbols(boxsize):
        shifted = [*coefficients, 0]
        coefficients = [a - symbol * b for a, b in zip(shifted, [0, *coefficients])]
    degree = len(coefficients) - 1
    return tuple((coefficient, (degree - place,)) for place, coefficient in enumerate(coefficients))


@cache
def _edge_terms(boxsize: int) -> tuple[tuple[int, tuple[int, int]], ...]:
    """(F(x) - F(y)) / (x - y) for that product F: xᵏ - yᵏ is x - y times the sum of xⁱyʲ with i + j = k - 1."""
    return tuple(
        (coefficient, (exponent - 1 - low, low)) for coefficient, (exponent,) in _node_terms(boxsize) for low in range(exponent)
    )


def _polynomial(terms: _Terms, variables: Sequence[Any]) -> Any:
    """As an expression of SymPy, or as text where the variables are text."""
    if not all(isinstance(variable, str) for variable in variables):
        sympy: Any = _optional("sympy")
        return sympy.Poly({exponents: coefficient for coefficient, exponents in terms}, *variables).as_expr()
    text = ""
    for coefficient, exponents in terms:
        factors = [f"{variable}**{power}" if power > 1 else variable for variable, power in zip(variables, exponents) if power]
        size = abs(coefficient)
        shown = "*".join([str(size), *factors] if size != 1 or not factors else factors)
        text += f"{' - ' if coefficient < 0 else ' + ' if text else ''}{shown}"
    return text.strip()


def node_polynomial(x: Any, boxsize: int) -> Any:
    """The polynomial that is 0 where a cell has one of the symbols.

    >>> node_polynomial("x1", 2)
    'x1**4 - 10*x1**3 + 35*x1**2 - 50*x1 + 24'
    """
    return _polynomial(_node_terms(boxsize), [x])


def edge_polynomial(x: Any, y: Any, boxsize: int) -> Any:
    """The polynomial that is 0 where two cells have different symbols: (F(x) - F(y)) / (x - y), where F is the one of a cell."""
    return _polynomial(_edge_terms(boxsize), [x, y])


def node_polynomials(boxsize: int) -> list[Any]:
    """The polynomials of all cells."""
    return [node_polynomial(x, boxsize) for x in cell_symbols(boxsize)]


def edge_polynomials(boxsize: int) -> list[Any]:
    """The polynomials of all cells that depend on each other."""
    return [edge_polynomial(x, y, boxsize) for x, y in dependent_symbols(boxsize)]


def fixed_cell_polynomial(cell: int, symbol: int) -> Any:
    """The polynomial that is 0 where the cell has the symbol."""
    return _polynomial([(1, (1,)), (-symbol, (0,))], [_symbol(cell_symbol_name(cell))])


def fixed_cells_polynomials(fixed: Mapping[int, int]) -> list[Any]:
    """The polynomials of the fixed cells."""
    return [fixed_cell_polynomial(label, symbol) for label, symbol in fixed.items()]


def empty_puzzle_as_polynomial_system(boxsize: int) -> list[Any]:
    """The rules as polynomials that must be 0: expressions of SymPy, or text where it is not installed."""
    return node_polynomials(boxsize) + edge_polynomials(boxsize)


def puzzle_as_polynomial_system(fixed: Mapping[int, int], boxsize: int) -> list[Any]:
    """The rules and the fixed cells as polynomials that must be 0."""
    return empty_puzzle_as_polynomial_system(boxsize) + fixed_cells_polynomials(fixed)


# 0–1 programs.


class LinearProgram:
    """A 0–1 program: a column for each cell and symbol, and rows of columns of which exactly one is 1.

    >>> lp = puzzle_as_lp({1: 4}, 2)
    >>> len(lp.columns), len(lp.rows), lp.rows[-1]
    (64, 65, [3])
    >>> print(lp.to_lp().splitlines()[67])
     c65: x1_4 = 1
    """

    def __init__(self, columns: list[tuple[int, int]], rows: list[list[int]]) -> None:
        #: By column: its cell and its symbol.
        self.columns = columns
        #: By row: the columns that are in it.
        self.rows = rows

    def to_lp(self) -> str:
        """The program in the LP format of CPLEX, which GLPK, CBC, HiGHS and others read."""
        names = [f"x{label}_{symbol}" for label, symbol in self.columns]
        lines = ["Minimize", f" obj: 0 {names[0]}", "Subject To"]
        lines += [f" c{number}: {' + '.join(names[place] for place in row)} = 1" for number, row in enumerate(self.rows, 1)]
        return "\n".join([*lines, "Binary", *(f" {name}" for name in names), "End"]) + "\n"

    __str__ = to_lp

    def matrix(self) -> list[list[int]]:
        """The coefficients, row by row."""
        return [[int(place in row) for place in range(len(self.columns))] for row in map(set, self.rows)]


def lp_matrix_ncols(boxsize: int) -> int:
    """The number of columns."""
    return n_cells(boxsize) * n_symbols(boxsize)


def lp_matrix_nrows(boxsize: int) -> int:
    """The number of rows: one for each cell, and for each symbol in each row, column and box."""
    return 4 * n_cells(boxsize)


def lp_vars(boxsize: int) -> list[tuple[int, int]]:
    """By column: its cell and its symbol."""
    return list(itertools.product(cells(boxsize), symbols(boxsize)))


def lp_col_index(cell: int, symbol: int, boxsize: int) -> int:
    """The column of a cell with a symbol, from 0."""
    return (cell - 1) * n_symbols(boxsize) + symbol - 1


def lp_matrix(boxsize: int) -> list[int]:
    """The coefficients of the rules, row by row in one list."""
    return [coefficient for row in empty_puzzle_as_lp(boxsize).matrix() for coefficient in row]


def empty_puzzle_as_lp(boxsize: int) -> LinearProgram:
    """The rules as a 0–1 program."""
    every = symbols(boxsize)
    once = [[lp_col_index(label, symbol, boxsize) for label in scope] for scope in _scopes(boxsize) for symbol in every]
    filled = [[lp_col_index(label, symbol, boxsize) for symbol in every] for label in cells(boxsize)]
    return LinearProgram(lp_vars(boxsize), once + filled)


def puzzle_as_lp(fixed: Mapping[int, int], boxsize: int) -> LinearProgram:
    """The rules and the fixed cells as a 0–1 program."""
    program = empty_puzzle_as_lp(boxsize)
    program.rows += [[lp_col_index(label, symbol, boxsize)] for label, symbol in fixed.items()]
    return program


# Solving.


def solve_as_CP(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the constraints."""
    return puzzle_as_CP(fixed, boxsize).getSolution()


def solve_as_lp(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the 0–1 program."""
    program = puzzle_as_lp(fixed, boxsize)
    model = Model()
    x = model._int_vars([f"x{label}_{symbol}" for label, symbol in program.columns], 0, 1)
    model.add([_core.exactly(1, [x[place] for place in row]) for row in program.rows])
    solution = model.solve()
    return None if solution is None else dict(itertools.compress(program.columns, solution.values))


def solve_as_graph(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Colours the graph with as many colours as there are symbols: unlike `node_coloring`, it never takes more."""
    graph = puzzle_as_graph(fixed, boxsize)
    model = Model()
    x = dict(zip(graph.nodes, model._int_vars([str(node) for node in graph.nodes], 1, n_symbols(boxsize))))
    model.add([x[one] != x[other] for one, other in graph.edges])
    model.add([x[node] == color for node, color in graph_to_dict(graph).items()])
    return _values(model, list(graph.nodes))


def solve_as_groebner(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the system of polynomials. No Gröbner basis is needed: the zeros of each polynomial among the symbols are a table."""
    every = symbols(boxsize)
    model = Model()
    x = dict(zip(cell_symbol_names(boxsize), model._int_vars(cell_symbol_names(boxsize), 1, n_symbols(boxsize))))

    @cache
    def zeros(terms: tuple[tuple[int, tuple[int, ...]], ...], count: int) -> list[tuple[int, ...]]:
        points = itertools.product(every, repeat=count)
        return [point for point in points if sum(factor * _power(point, exponents) for factor, exponents in terms) == 0]

    for polynomial in puzzle_as_polynomial_system(fixed, boxsize):
        terms, names = _terms(polynomial)
        model.add(_core.table([x[name] for name in names], zeros(terms, len(names))))
    return _values(model, cells(boxsize))


def _power(point: Sequence[int], exponents: Sequence[int]) -> int:
    product = 1
    for value, exponent in zip(point, exponents):
        product *= value**exponent
    return product


def _terms(polynomial: Any) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], list[str]]:
    """The terms of a polynomial, and the names of its variables."""
    if isinstance(polynomial, str):
        return _parsed(polynomial)
    variables = sorted(polynomial.free_symbols, key=str)
    found = polynomial.as_poly(*variables, expand=False).terms()
    return tuple((int(coefficient), tuple(exponents)) for exponents, coefficient in found), [variable.name for variable in variables]


def _parsed(polynomial: str) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], list[str]]:
    """The terms of a polynomial that was written as text."""
    names: dict[str, None] = {}
    terms: list[tuple[int, dict[str, int]]] = []
    for part in polynomial.replace("**", "^").replace(" - ", " + -").split(" + "):
        coefficient, exponents = -1 if part.startswith("-") else 1, {}
        for factor in part.removeprefix("-").split("*"):
            if factor.isdigit():
                coefficient *= int(factor)
            else:
                name, _, power = factor.partition("^")
                exponents[name] = int(power or 1)
                names[name] = None
        terms.append((coefficient, exponents))
    return tuple((coefficient, tuple(exponents.get(name, 0) for name in names)) for coefficient, exponents in terms), list(names)


def _values(model: Model, labels: Sequence[int]) -> Fixed | None:
    solution = model.solve()
    return None if solution is None else dict(zip(labels, solution.values))


_MODELS: dict[str, Callable[[Mapping[int, int], int], Fixed | None]] = {
    "CP": solve_as_CP,
    "lp": solve_as_lp,
    "graph": solve_as_graph,
    "groebner": solve_as_groebner,
}


def solve_puzzle(fixed: Mapping[int, int], boxsize: int, model: str = "CP") -> Fixed | None:
    """A solution by a model, `CP`, `lp`, `graph` or `groebner`; `None` if there is none."""
    if model not in _MODELS:
        raise NameError(f"No such model: {model}")
    return _MODELS[model](fixed, boxsize)


# Verification.


def are_all_different(items: Iterable[Any]) -> bool:
    found = list(items)
    return len(set(found)) == len(found)


def is_sudoku(puzzle: Mapping[int, int], boxsize: int) -> bool:
    """Whether all cells have a symbol, and those of each row, column and box are different."""
    scopes = puzzle_rows(puzzle, boxsize) + puzzle_columns(puzzle, boxsize) + puzzle_boxes(puzzle, boxsize)
    return all(set(scope) == set(symbols(boxsize)) for scope in scopes)


def is_solution(fixed: Mapping[int, int], puzzle: Mapping[int, int]) -> bool:
    """Whether the fixed cells have the same symbols in the other puzzle."""
    return all(puzzle.get(label) == symbol for label, symbol in fixed.items())


# Puzzles.


class Puzzle:
    """A puzzle: a dictionary of fixed cells (`format="d"`) or text (`format="s"`), and a boxsize. It prints as a grid."""

    def __init__(self, fixed: Mapping[int, int] | str, boxsize: int, format: str = "d") -> None:
        if format not in ("d", "s"):
            raise NameError(f"No such format: {format}")
        self.boxsize = boxsize
        self.fixed: Fixed = string_to_dict(str(fixed), boxsize) if isinstance(fixed, str) or format == "s" else dict(fixed)
        for label, symbol in self.fixed.items():
            if not 1 <= label <= n_cells(boxsize) or not 1 <= symbol <= n_symbols(boxsize):
                raise ValueError(
                    f"expected cells 1..{n_cells(boxsize)} with symbols 1..{n_symbols(boxsize)}, found cell {label} with {symbol}"
                )

    def get_fixed(self) -> Fixed:
        """The fixed cells."""
        return self.fixed

    def get_boxsize(self) -> int:
        return self.boxsize

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and (self.boxsize, self.fixed) == (other.boxsize, other.fixed)

    def __hash__(self) -> int:
        return hash((self.boxsize, frozenset(self.fixed.items())))

    def __repr__(self) -> str:
        return dict_to_string(self.fixed, self.boxsize, padding=1, rowend="\n")

    def _repr_latex_(self) -> str:
        n = self.boxsize
        lines = [" & ".join(int_to_printable(s) if s else "." for s in line) + r" \\" for line in puzzle_rows(self.fixed, n)]
        bands = [" ".join(lines[start : start + n]) for start in range(0, n * n, n)]
        ruled = r" \hline ".join(["", *bands, ""])
        return rf"$$\begin{{array}}{{{n * ('|' + n * 'c')}|}}{ruled}\end{{array}}$$"


def solve(puzzle: Puzzle, model: str = "CP") -> Puzzle | None:
    """A solution by a model, `CP`, `lp`, `graph` or `groebner`; `None` if there is none."""
    found = solve_puzzle(puzzle.fixed, puzzle.boxsize, model)
    return None if found is None else Puzzle(found, puzzle.boxsize)


def _random_grid(boxsize: int) -> Fixed:
    seed = random.getrandbits(63)
    return _fixed(_Puzzle.create(f"{boxsize}x{boxsize}", seed=seed, removed=0)[0])


def _fixed(puzzle: _Puzzle) -> Fixed:
    symbols = (symbol for line in puzzle.givens for symbol in line)
    return {label: symbol for label, symbol in enumerate(symbols, 1) if symbol}


def random_filter(puzzle: Mapping[int, int], n_fixed: int, boxsize: int) -> Fixed:
    """That number of the fixed cells of a puzzle, at random."""
    return {label: puzzle[label] for label in sorted(random.sample(sorted(puzzle), n_fixed))}


def random_puzzle(n_fixed: int, boxsize: int, model: str = "CP") -> Puzzle:
    """A puzzle with that number of fixed cells, which has a solution, and may have several.

    It is part of a random grid: `random.seed` gives the same puzzles again. `model` has no effect.
    """
    return Puzzle(random_filter(_random_grid(boxsize), n_fixed, boxsize), boxsize)


def create_puzzle(n_fixed: int | None = None, boxsize: int = 3, time: float | None = 60) -> Puzzle:
    """A puzzle with one solution: with that number of fixed cells, or one that has several solutions without any one of its fixed cells.

    `random.seed` gives the same puzzles again. Raises ValueError if none with that number of fixed cells was found in `time` seconds: there are few
    with less than 20 of 81, and none with less than 17.
    """
    made = _Puzzle.create(f"{boxsize}x{boxsize}", seed=random.getrandbits(63), givens=n_fixed, time=time)
    return Puzzle(_fixed(made[0]), boxsize)


def is_sudoku_solution(puzzle: Puzzle, solution: Puzzle) -> bool:
    """Whether the second puzzle is a solution of the first."""
    return puzzle.boxsize == solution.boxsize and is_sudoku(solution.fixed, solution.boxsize) and is_solution(puzzle.fixed, solution.fixed)


def count_solutions(puzzle: Puzzle) -> int:
    """The number of solutions.

    >>> count_solutions(Puzzle({}, 2))
    288
    """
    return int(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).count())


def is_well_formed(puzzle: Puzzle) -> bool:
    """Whether there is exactly one solution."""
    return len(list(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).solutions(limit=2))) == 1


def well_formed_solution(puzzle: Puzzle) -> Puzzle:
    """The only solution. Raises NameError if there are several, or none."""
    found = list(itertools.islice(puzzle_as_CP(puzzle.fixed, puzzle.boxsize).getSolutionIter(), 2))
    if len(found) != 1:
        raise NameError("Not well-formed")
    return Puzzle(found[0], puzzle.boxsize)


def diff(p1: Puzzle, p2: Puzzle) -> None:
    """Prints the second puzzle, red where it differs from the first."""
    pairs = zip(repr(p1), repr(p2))
    print("".join(new if new == old else f"\x1b[31m{new}\x1b[m" for old, new in pairs))


def to_minion_string(puzzle: Puzzle) -> str:
    """The puzzle as a program for the solver Minion."""
    return _to_minion(puzzle.fixed, puzzle.boxsize)
