"""Expressions and variables.

What simplifies, parses and solves expressions needs their class: it is imported last.
"""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Union
from weakref import WeakValueDictionary

from residua_cp.boolean.traversal import fold, nodes

#: What stands for an expression: 0, 1 or text.
Like = Union["Expression", int, str]
Point = dict["Variable", int]


class Expression:
    """A Boolean expression: a constant, a variable, or an operator of expressions. Expressions are equal if they are the same object."""

    __slots__ = ("__weakref__", "args", "is_simple", "kind")

    def __init__(self, kind: str, args: tuple[Expression, ...] = (), is_simple: bool = False) -> None:
        self.kind, self.args, self.is_simple = kind, args, is_simple

    def __and__(self, other: Like) -> Expression:
        return Expression("And", (self, expr(other)))

    def __rand__(self, other: Like) -> Expression:
        return Expression("And", (self, expr(other)))

    def __or__(self, other: Like) -> Expression:
        return Expression("Or", (self, expr(other)))

    def __ror__(self, other: Like) -> Expression:
        return Expression("Or", (self, expr(other)))

    def __xor__(self, other: Like) -> Expression:
        return Expression("Xor", (self, expr(other)))

    def __rxor__(self, other: Like) -> Expression:
        return Expression("Xor", (self, expr(other)))

    def __rshift__(self, other: Like) -> Expression:
        return Expression("Implies", (self, expr(other)))

    def __rrshift__(self, other: Like) -> Expression:
        return Expression("Implies", (expr(other), self))

    def __invert__(self) -> Expression:
        return negation(self)

    def __enter__(self) -> None:
        _assumed.append(self)

    def __exit__(self, *_: object) -> None:
        _assumed.remove(self)

    @property
    def is_literal(self) -> bool:
        """Whether it is a variable or the negation of one."""
        return isinstance(self, Variable) or (self.kind == "Not" and isinstance(self.args[0], Variable))

    @property
    def support(self) -> frozenset[Variable]:
        """The variables of the expression."""
        return frozenset(node for node in nodes(self) if isinstance(node, Variable))

    @property
    def inputs(self) -> tuple[Variable, ...]:
        """The variables of the expression, in order."""
        return tuple(sorted(self.support))

    def simplify(self) -> Expression:
        """The expression without constants, without literals that are repeated, and without operators in themselves.

        >>> a, b = exprvar("a"), exprvar("b")
        >>> (a & (b | ~b)).simplify()
        a
        """
        return fold(self, lambda node, args: node if node.is_simple else simplified(node.kind, args), lambda node: node.is_simple)

    def compose(self, mapping: Mapping[Variable, Like]) -> Expression:
        """The expression with other expressions in the place of variables."""
        if not all(isinstance(variable, Variable) for variable in mapping):
            raise TypeError("expected point keys to be variables")
        others = {variable: expr(other) for variable, other in mapping.items()}

        def of(node: Expression, args: list[Expression]) -> Expression:
            if isinstance(node, Variable):
                return others.get(node, node)
            if all(one is other for one, other in zip(args, node.args)):
                return node
            return negation(args[0]) if node.kind == "Not" else Expression(node.kind, tuple(args))

        return fold(self, of)

    def restrict(self, point: Mapping[Variable, Like]) -> Expression:
        """The expression with these values for variables, simplified.

        >>> a, b = exprvar("a"), exprvar("b")
        >>> (a | b).restrict({a: 0})
        b
        """
        values = {variable: expr(value) for variable, value in point.items()}
        if not all(value.kind in ("0", "1") for value in values.values()):
            raise TypeError("expected point values to be constants")
        return self.compose(values).simplify()

    def satisfy_one(self) -> Point | None:
        """A point at which the expression is true; `None` if there is none.

        Within `with g:` it is a point at which `g` is true, too.

        >>> a, b = exprvar("a"), exprvar("b")
        >>> with ~a:
        ...     (a ^ b).satisfy_one()
        {a: 0, b: 1}
        """
        whole = Expression("And", (self, *_assumed)) if _assumed else self
        return next(whole.satisfy_all(), None)

    def satisfy_all(self) -> Iterator[Point]:
        """All points at which the expression is true, each found when it is asked for.

        >>> a, b = exprvar("a"), exprvar("b")
        >>> list((a & ~b).satisfy_all())
        [{a: 1, b: 0}]
        """
        return points(self)

    def satisfy_count(self) -> int:
        """The number of points at which the expression is true.

        >>> from residua_cp.boolean import And
        >>> And(*[exprvar("a", i) | exprvar("b", i) for i in range(50)]).satisfy_count() == 3**50
        True
        """
        return count(self)

    def equivalent(self, other: Like) -> bool:
        """Whether it is true where the other is true, and nowhere else."""
        return Expression("Xor", (self, expr(other))).simplify().satisfy_one() is None

    def is_zero(self) -> bool:
        """Whether it is the constant 0."""
        return self.kind == "0"

    def is_one(self) -> bool:
        """Whether it is the constant 1."""
        return self.kind == "1"

    def __str__(self) -> str:
        def of(node: Expression, args: list[str]) -> str:
            if not args:
                return node._name()
            return f"~{args[0]}" if node.is_literal else f"{node.kind}({', '.join(args)})"

        return fold(self, of)

    def _name(self) -> str:
        return self.kind if self.kind in ("0", "1") else f"{self.kind}()"

    def __reduce__(self) -> tuple[Any, ...]:
        # Constants and literals are one object each, in a copy, too.
        if self.kind in ("0", "1"):
            return (expr, (int(self.kind),))
        return (negation, self.args) if self.is_literal else (Expression, (self.kind, self.args, self.is_simple))

    def __repr__(self) -> str:
        return str(self)


class Variable(Expression):
    """A variable, by its names and indices. There is one object for each: make it by `exprvar`."""

    __slots__ = ("indices", "names", "negation")

    def __init__(self, names: tuple[str, ...], indices: tuple[int, ...]) -> None:
        super().__init__("variable", is_simple=True)
        self.names, self.indices = names, indices
        self.negation = Expression("Not", (self,), is_simple=True)

    @property
    def name(self) -> str:
        """The innermost name."""
        return self.names[0]

    @property
    def qualname(self) -> str:
        """All names, the outermost first."""
        return ".".join(reversed(self.names))

    def _name(self) -> str:
        return f"{self.qualname}[{','.join(map(str, self.indices))}]" if self.indices else self.qualname

    def __reduce__(self) -> tuple[Any, ...]:
        return (exprvar, (self.names, self.indices))

    def __lt__(self, other: Variable) -> bool:
        return (self.names, self.indices) < (other.names, other.indices)


ZERO = Expression("0", is_simple=True)
ONE = Expression("1", is_simple=True)
#: What `satisfy_one` takes to be true.
_assumed: list[Expression] = []
_variables: WeakValueDictionary[tuple[tuple[str, ...], tuple[int, ...]], Variable] = WeakValueDictionary()


def negation(of: Expression) -> Expression:
    """The negation, without a negation in it; of a constant, the other one."""
    if of.kind in ("0", "1"):
        return ZERO if of is ONE else ONE
    if of.kind == "Not":
        return of.args[0]
    return of.negation if isinstance(of, Variable) else Expression("Not", (of,), of.is_simple)


def exprvar(name: str | tuple[str, ...], index: int | tuple[int, ...] | None = None) -> Variable:
    """The variable of that name, which may be in a scope: `("a", "b")` is `b.a`.

    >>> exprvar("x", (1, 2)) is exprvar("x", (1, 2))
    True
    """
    names = (name,) if isinstance(name, str) else name
    indices = () if index is None else (index,) if isinstance(index, int) else index
    if not isinstance(names, tuple) or not names or not all(isinstance(part, str) for part in names):
        raise TypeError(f"expected name to be a str or a tuple of str, found {name!r}")
    if not isinstance(indices, tuple) or not all(isinstance(part, int) for part in indices):
        raise TypeError(f"expected index to be an int or a tuple of int, found {index!r}")
    if any(part < 0 for part in indices):
        raise ValueError(f"expected an index from 0, found {index}")
    variable = _variables.get((names, indices))
    if variable is None:
        variable = _variables.setdefault((names, indices), Variable(names, indices))
    return variable


def expr(obj: Like, simplify: bool = True) -> Expression:
    """An expression of 0, 1, a truth value or text.

    Text has names with indices, `~`, `&`, `^`, `|` and calls of functions.

    >>> expr("~a & x[1,2] | OneHot(a, b)")
    Or(And(~a, x[1,2]), OneHot(a, b))
    """
    if isinstance(obj, Expression):
        return obj
    if isinstance(obj, str):
        node = parse(obj)
        return node.simplify() if simplify else node
    return ONE if obj else ZERO


from residua_cp.boolean.satisfaction import count, points  # noqa: E402
from residua_cp.boolean.simplification import simplified  # noqa: E402
from residua_cp.boolean.text import parse  # noqa: E402
