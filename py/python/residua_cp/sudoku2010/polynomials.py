"""Polynomials: their terms, as expressions of SymPy, and as text where it is not installed."""

from __future__ import annotations

from typing import Any, Sequence

from residua_cp.sudoku2010.optional_packages import optional_package

#: A polynomial: pairs of a coefficient, and the exponents of its variables.
Terms = Sequence[tuple[int, Sequence[int]]]


def symbol_of(name: str) -> Any:
    """A symbol of SymPy; without SymPy, its name."""
    sympy = optional_package("sympy")
    return name if sympy is None else sympy.Symbol(name)


def as_expression(terms: Terms, variables: Sequence[Any]) -> Any:
    """A polynomial as an expression of SymPy, or as text where the variables are text."""
    if not all(isinstance(variable, str) for variable in variables):
        sympy: Any = optional_package("sympy")
        return sympy.Poly({exponents: coefficient for coefficient, exponents in terms}, *variables).as_expr()
    text = ""
    for coefficient, exponents in terms:
        factors = [f"{variable}**{power}" if power > 1 else variable for variable, power in zip(variables, exponents) if power]
        size = abs(coefficient)
        shown = "*".join([str(size), *factors] if size != 1 or not factors else factors)
        text += f"{' - ' if coefficient < 0 else ' + ' if text else ''}{shown}"
    return text.strip()


def terms_of(polynomial: Any) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], list[str]]:
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


def product_of_powers(values: Sequence[int], exponents: Sequence[int]) -> int:
    """The product of the values, each to the power of its exponent."""
    product = 1
    for value, exponent in zip(values, exponents):
        product *= value**exponent
    return product
