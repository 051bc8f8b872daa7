"""Operators as functions."""

from __future__ import annotations

from residua_cp.boolean.expression import Expression, Like, expr, negation


def _operator(kind: str, args: tuple[Like, ...], simplify: bool) -> Expression:
    node = Expression(kind, tuple(map(expr, args)))
    return node.simplify() if simplify else node


def Not(x: Like, simplify: bool = True) -> Expression:
    """Negation."""
    return negation(expr(x).simplify() if simplify else expr(x))


def And(*xs: Like, simplify: bool = True) -> Expression:
    """All of them."""
    return _operator("And", xs, simplify)


def Or(*xs: Like, simplify: bool = True) -> Expression:
    """One of them or more."""
    return _operator("Or", xs, simplify)


def Nand(*xs: Like, simplify: bool = True) -> Expression:
    """Not all of them."""
    return negation(And(*xs, simplify=simplify))


def Nor(*xs: Like, simplify: bool = True) -> Expression:
    """None of them."""
    return negation(Or(*xs, simplify=simplify))


def Xor(*xs: Like, simplify: bool = True) -> Expression:
    """An odd number of them."""
    return _operator("Xor", xs, simplify)


def Xnor(*xs: Like, simplify: bool = True) -> Expression:
    """An even number of them."""
    return negation(Xor(*xs, simplify=simplify))


def Equal(*xs: Like, simplify: bool = True) -> Expression:
    """All of them or none."""
    return _operator("Equal", xs, simplify)


def Unequal(*xs: Like, simplify: bool = True) -> Expression:
    """Some of them, but not all."""
    return negation(Equal(*xs, simplify=simplify))


def Implies(p: Like, q: Like, simplify: bool = True) -> Expression:
    """The second, if the first."""
    return _operator("Implies", (p, q), simplify)


def ITE(s: Like, d1: Like, d0: Like, simplify: bool = True) -> Expression:
    """The second, if the first; otherwise the third."""
    return _operator("ITE", (s, d1, d0), simplify)


def OneHot(*xs: Like, simplify: bool = True, conj: bool = True) -> Expression:
    """Exactly one of them. `conj` has no effect: this is an operator of its own."""
    return _operator("OneHot", xs, simplify)


def OneHot0(*xs: Like, simplify: bool = True, conj: bool = True) -> Expression:
    """One of them at most. `conj` has no effect: this is an operator of its own."""
    return _operator("OneHot0", xs, simplify)


one_hot = OneHot
