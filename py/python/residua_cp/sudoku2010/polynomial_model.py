"""Puzzles as systems of polynomials that must be 0."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any, Mapping

from residua_cp import _core
from residua_cp.model import Model
from residua_cp.sudoku2010.labels import Fixed, cell_symbol_name, cell_symbol_names, cells, dependent_cells, n_symbols, symbols
from residua_cp.sudoku2010.polynomials import as_expression, product_of_powers, symbol_of, terms_of


def cell_symbols(boxsize: int) -> list[Any]:
    """The variables of the cells."""
    return [symbol_of(name) for name in cell_symbol_names(boxsize)]


def dependent_symbols(boxsize: int) -> list[tuple[Any, Any]]:
    """The variables of each two cells that depend on each other."""
    x = dict(zip(cells(boxsize), cell_symbols(boxsize)))
    return [(x[one], x[other]) for one, other in dependent_cells(boxsize)]


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


def node_polynomial(x: Any, boxsize: int) -> Any:
    """The polynomial that is 0 where a cell has one of the symbols.

    >>> node_polynomial("x1", 2)
    'x1**4 - 10*x1**3 + 35*x1**2 - 50*x1 + 24'
    """
    return as_expression(_node_terms(boxsize), [x])


def edge_polynomial(x: Any, y: Any, boxsize: int) -> Any:
    """The polynomial that is 0 where two cells have different symbols: (F(x) - F(y)) / (x - y), where F is the one of a cell."""
    return as_expression(_edge_terms(boxsize), [x, y])


def node_polynomials(boxsize: int) -> list[Any]:
    """The polynomials of all cells."""
    return [node_polynomial(x, boxsize) for x in cell_symbols(boxsize)]


def edge_polynomials(boxsize: int) -> list[Any]:
    """The polynomials of all cells that depend on each other."""
    return [edge_polynomial(x, y, boxsize) for x, y in dependent_symbols(boxsize)]


def fixed_cell_polynomial(cell: int, symbol: int) -> Any:
    """The polynomial that is 0 where the cell has the symbol."""
    return as_expression([(1, (1,)), (-symbol, (0,))], [symbol_of(cell_symbol_name(cell))])


def fixed_cells_polynomials(fixed: Mapping[int, int]) -> list[Any]:
    """The polynomials of the fixed cells."""
    return [fixed_cell_polynomial(label, symbol) for label, symbol in fixed.items()]


def empty_puzzle_as_polynomial_system(boxsize: int) -> list[Any]:
    """The rules as polynomials that must be 0: expressions of SymPy, or text where it is not installed."""
    return node_polynomials(boxsize) + edge_polynomials(boxsize)


def puzzle_as_polynomial_system(fixed: Mapping[int, int], boxsize: int) -> list[Any]:
    """The rules and the fixed cells as polynomials that must be 0."""
    return empty_puzzle_as_polynomial_system(boxsize) + fixed_cells_polynomials(fixed)


def solve_as_groebner(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Solves the system of polynomials. No Gröbner basis is needed: the zeros of each polynomial among the symbols are a table."""
    every = symbols(boxsize)
    model = Model()
    x = dict(zip(cell_symbol_names(boxsize), model._int_vars(cell_symbol_names(boxsize), 1, n_symbols(boxsize))))

    @cache
    def zeros(terms: tuple[tuple[int, tuple[int, ...]], ...], count: int) -> list[tuple[int, ...]]:
        points = itertools.product(every, repeat=count)
        return [point for point in points if sum(factor * product_of_powers(point, exponents) for factor, exponents in terms) == 0]

    for polynomial in puzzle_as_polynomial_system(fixed, boxsize):
        terms, names = terms_of(polynomial)
        model.add(_core.table([x[name] for name in names], zeros(terms, len(names))))
    solution = model.solve()
    return None if solution is None else dict(zip(cells(boxsize), solution.values))
