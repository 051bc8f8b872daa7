"""Boolean expressions as in PyEDA, solved by residua: `from residua_cp.boolean import *` in the place of `from pyeda.inter import *`.

>>> a, b, c = map(exprvar, "abc")
>>> f = OneHot(a, b, c) & ~a
>>> f.satisfy_count()
2
>>> X = exprvars("x", (1, 3), (1, 3))
>>> And(X[1, 1] ^ X[1, 2], X[1, 2] >> X[2, 2]).satisfy_one()
{x[1,1]: 0, x[1,2]: 1, x[2,2]: 1}

Functions simplify as those of PyEDA, operators do not. Two things differ. OneHot and OneHot0 are operators of their own, which are propagated as
such, so that they print as they were written. And points always have a value for each variable of the expression: `satisfy_count` is the number of
models, where PyEDA counts points that leave variables out.

| file | holds |
|---|---|
| `expression.py` | expressions and variables |
| `operators.py` | operators as functions |
| `array.py` | arrays of expressions |
| `text.py` | expressions that are written as text |
| `simplification.py` | expressions as simple as they are easily made |
| `satisfaction.py` | the points at which an expression is true, by a model of the engine |
| `traversal.py` | walks over the parts of an expression |
"""

from residua_cp.boolean.array import Array, bool_vars, exprvars
from residua_cp.boolean.expression import Expression, Variable, expr, exprvar
from residua_cp.boolean.expression import Like as Like, Point as Point

# Pickles of earlier versions name it.
from residua_cp.boolean.expression import negation as _negation  # noqa: F401
from residua_cp.boolean.operators import ITE, And, Equal, Implies, Nand, Nor, Not, OneHot, OneHot0, Or, Unequal, Xnor, Xor, one_hot

__all__ = [
    "And", "Array", "Equal", "Expression", "ITE", "Implies", "Nand", "Nor", "Not", "OneHot", "OneHot0", "Or", "Unequal", "Variable",
    "Xnor", "Xor", "bool_vars", "expr", "exprvar", "exprvars", "one_hot",
]
