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
"""

from __future__ import annotations

import ast
import itertools
from functools import reduce
from typing import Any, Callable, Iterator, Mapping, TypeVar, Union
from weakref import WeakValueDictionary

from residua_cp import _core
from residua_cp.enumeration import Enumeration
from residua_cp.model import Model

__all__ = [
    "And", "Array", "Equal", "Expression", "ITE", "Implies", "Nand", "Nor", "Not", "OneHot", "OneHot0", "Or", "Unequal", "Variable",
    "Xnor", "Xor", "bool_vars", "expr", "exprvar", "exprvars", "one_hot",
]

T = TypeVar("T")
#: What stands for an expression: 0, 1 or text.
Like = Union["Expression", int, str]
Point = dict["Variable", int]

#: An expression as deep as this is taken apart, so that no part is deep.
_DEPTH = 16


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
        return _negation(self)

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
        return frozenset(node for node in _nodes(self) if isinstance(node, Variable))

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
        return _fold(self, lambda node, args: node if node.is_simple else _simplified(node.kind, args), lambda node: node.is_simple)

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
            return _negation(args[0]) if node.kind == "Not" else Expression(node.kind, tuple(args))

        return _fold(self, of)

    def restrict(self, point: Mapping[Variable, Like]) -> Expression:
        """The expression with these values for variables, simplified.

        >>> a, b = exprvar("a"), exprvar("b")
        >>> Or(a, b).restrict({a: 0})
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
        variables = self.inputs
        model, places = _model(self, variables)
        return (dict(zip(variables, values)) for values in Enumeration(model, places))

    def satisfy_count(self) -> int:
        """The number of points at which the expression is true.

        >>> And(*[exprvar("a", i) | exprvar("b", i) for i in range(50)]).satisfy_count() == 3**50
        True
        """
        model, _ = _model(self, self.inputs)
        return int(model.count())

    def equivalent(self, other: Like) -> bool:
        """Whether it is true where the other is true, and nowhere else."""
        return Xor(self, other).satisfy_one() is None

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

        return _fold(self, of)

    def _name(self) -> str:
        return self.kind if self.kind in ("0", "1") else f"{self.kind}()"

    def __reduce__(self) -> tuple[Any, ...]:
        # Constants and literals are one object each, in a copy, too.
        if self.kind in ("0", "1"):
            return (expr, (int(self.kind),))
        return (_negation, self.args) if self.is_literal else (Expression, (self.kind, self.args, self.is_simple))

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


_ZERO = Expression("0", is_simple=True)
_ONE = Expression("1", is_simple=True)
#: What `satisfy_one` takes to be true.
_assumed: list[Expression] = []
_variables: WeakValueDictionary[tuple[tuple[str, ...], tuple[int, ...]], Variable] = WeakValueDictionary()


def _nodes(root: Expression) -> Iterator[Expression]:
    """All parts of an expression, each once."""
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        yield node
        for arg in node.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def _fold(
    root: Expression, of: Callable[[Expression, list[T]], T], is_leaf: Callable[[Expression], bool] = lambda node: False
) -> T:
    """What `of` makes of each part and of what it made of its arguments; each part once, however deep the expression is."""
    done: dict[Expression, T] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        if node not in done:
            args = () if is_leaf(node) else node.args
            left = [arg for arg in args if arg not in done]
            if left:
                stack.extend(left)
                continue
            done[node] = of(node, [done[arg] for arg in args])
        stack.pop()
    return done[root]


def _negation(of: Expression) -> Expression:
    if of.kind in ("0", "1"):
        return _ZERO if of is _ONE else _ONE
    if of.kind == "Not":
        return of.args[0]
    return of.negation if isinstance(of, Variable) else Expression("Not", (of,), of.is_simple)


def _are_opposite(one: Expression, other: Expression) -> bool:
    return (one.is_literal or other.is_literal) and _negation(one) is other


def _made(kind: str, args: list[Expression]) -> Expression:
    return Expression(kind, tuple(args), is_simple=True)


def _simplified(kind: str, args: list[Expression]) -> Expression:
    """An operator of arguments that are simple, itself as simple as it is easily made."""
    if kind == "Not":
        return _negation(args[0])
    if kind in ("And", "Or"):
        return _junction(kind, args)
    if kind == "Xor":
        return _parity(args)
    if kind == "Equal":
        return _equality(args)
    if kind == "Implies":
        return _implication(*args)
    if kind == "ITE":
        return _choice(*args)
    return _one_hot(kind, args)


def _flat(kind: str, args: list[Expression]) -> Iterator[Expression]:
    for arg in args:
        yield from arg.args if arg.kind == kind else (arg,)


def _junction(kind: str, args: list[Expression]) -> Expression:
    unit, zero = (_ONE, _ZERO) if kind == "And" else (_ZERO, _ONE)
    kept: dict[Expression, None] = {}
    for arg in _flat(kind, args):
        if arg is zero or (arg.is_literal and _negation(arg) in kept):
            return zero
        if arg is not unit:
            kept[arg] = None
    if len(kept) < 2:
        return next(iter(kept), unit)
    return _made(kind, list(kept))


def _parity(args: list[Expression]) -> Expression:
    is_odd = False
    kept: dict[Expression, None] = {}
    for arg in _flat("Xor", args):
        if arg.kind in ("0", "1"):
            is_odd ^= arg is _ONE
        elif arg in kept:
            del kept[arg]
        elif arg.is_literal and _negation(arg) in kept:
            del kept[_negation(arg)]
            is_odd = not is_odd
        else:
            kept[arg] = None
    if len(kept) < 2:
        even = next(iter(kept), _ZERO)
    else:
        even = _made("Xor", list(kept))
    return _negation(even) if is_odd else even


def _equality(args: list[Expression]) -> Expression:
    kept = list(dict.fromkeys(arg for arg in args if arg.kind not in ("0", "1")))
    if _ZERO in args:
        return _ZERO if _ONE in args else _negation(_junction("Or", kept))
    if _ONE in args:
        return _junction("And", kept)
    if any(arg.is_literal and _negation(arg) in kept for arg in kept):
        return _ZERO
    return _made("Equal", kept) if len(kept) > 1 else _ONE


def _implication(premise: Expression, conclusion: Expression) -> Expression:
    if premise is _ZERO or conclusion is _ONE or premise is conclusion:
        return _ONE
    if premise is _ONE or _are_opposite(premise, conclusion):
        return conclusion
    return _negation(premise) if conclusion is _ZERO else _made("Implies", [premise, conclusion])


def _choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    if condition.kind in ("0", "1"):
        return then if condition is _ONE else otherwise
    if then is otherwise:
        return then
    if then is _ONE or then is condition:
        return _junction("Or", [condition, otherwise])
    if then is _ZERO:
        return _junction("And", [_negation(condition), otherwise])
    if otherwise is _ZERO or otherwise is condition:
        return _junction("And", [condition, then])
    if otherwise is _ONE:
        return _junction("Or", [_negation(condition), then])
    return _made("ITE", [condition, then, otherwise])


def _one_hot(kind: str, args: list[Expression]) -> Expression:
    true = args.count(_ONE)
    kept = [arg for arg in args if arg.kind not in ("0", "1")]
    if true > 1:
        return _ZERO
    if true == 1:
        return _negation(_junction("Or", kept))
    if len(kept) < 2:
        return _ONE if kind == "OneHot0" else next(iter(kept), _ZERO)
    return _ONE if len(kept) == 2 and _are_opposite(*kept) else _made(kind, kept)


def _operator(kind: str, args: tuple[Like, ...], simplify: bool) -> Expression:
    node = Expression(kind, tuple(map(expr, args)))
    return node.simplify() if simplify else node


def Not(x: Like, simplify: bool = True) -> Expression:
    """Negation."""
    return _negation(expr(x).simplify() if simplify else expr(x))


def And(*xs: Like, simplify: bool = True) -> Expression:
    """All of them."""
    return _operator("And", xs, simplify)


def Or(*xs: Like, simplify: bool = True) -> Expression:
    """One of them or more."""
    return _operator("Or", xs, simplify)


def Nand(*xs: Like, simplify: bool = True) -> Expression:
    """Not all of them."""
    return _negation(And(*xs, simplify=simplify))


def Nor(*xs: Like, simplify: bool = True) -> Expression:
    """None of them."""
    return _negation(Or(*xs, simplify=simplify))


def Xor(*xs: Like, simplify: bool = True) -> Expression:
    """An odd number of them."""
    return _operator("Xor", xs, simplify)


def Xnor(*xs: Like, simplify: bool = True) -> Expression:
    """An even number of them."""
    return _negation(Xor(*xs, simplify=simplify))


def Equal(*xs: Like, simplify: bool = True) -> Expression:
    """All of them or none."""
    return _operator("Equal", xs, simplify)


def Unequal(*xs: Like, simplify: bool = True) -> Expression:
    """Some of them, but not all."""
    return _negation(Equal(*xs, simplify=simplify))


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


class Array:
    """Expressions in an array of any dimension. Each dimension has a first index and one after the last, which slices keep.

    >>> X = exprvars("x", (1, 4), 2)
    >>> X[1, 0], X.shape
    (x[1,0], ((1, 4), (0, 2)))
    >>> X[2:, 1]
    Array([x[2,1], x[3,1]])
    """

    def __init__(self, items: list[Expression], shape: tuple[tuple[int, int], ...]) -> None:
        self._items, self.shape = items, shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of expressions."""
        return len(self._items)

    @property
    def flat(self) -> Iterator[Expression]:
        """All expressions, row by row."""
        return iter(self._items)

    def __len__(self) -> int:
        low, high = self.shape[0]
        return high - low

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(*self.shape[0]))

    def __getitem__(self, key: Any) -> Any:
        keys = key if isinstance(key, tuple) else (key,)
        if ... in keys:
            place = keys.index(...)
            keys = keys[:place] + (slice(None),) * (self.ndim - len(keys) + 1) + keys[place + 1 :]
        if len(keys) > self.ndim:
            raise ValueError(f"expected at most {self.ndim} indices, found {len(keys)}")
        keys += (slice(None),) * (self.ndim - len(keys))
        ranges, shape = [], []
        for number, (part, bounds) in enumerate(zip(keys, self.shape)):
            if isinstance(part, slice):
                shape.append(_sliced(part, bounds, number))
                ranges.append(range(*shape[-1]))
            else:
                index = _index(part, bounds, number)
                ranges.append(range(index, index + 1))
        items = [self._items[self._place(indices)] for indices in itertools.product(*ranges)]
        return Array(items, tuple(shape)) if shape else items[0]

    def _place(self, indices: tuple[int, ...]) -> int:
        place = 0
        for index, (low, high) in zip(indices, self.shape):
            place = place * (high - low) + index - low
        return place

    def _map(self, of: Callable[[Expression], Expression]) -> Array:
        return Array([of(item) for item in self._items], self.shape)

    def restrict(self, point: Mapping[Variable, Like]) -> Array:
        """Each expression with these values for variables."""
        return self._map(lambda item: item.restrict(point))

    def compose(self, mapping: Mapping[Variable, Like]) -> Array:
        """Each expression with other expressions in the place of variables."""
        return self._map(lambda item: item.compose(mapping))

    def __invert__(self) -> Array:
        return self._map(_negation)

    def __repr__(self) -> str:
        def shown(array: Any) -> str:
            return f"[{', '.join(map(shown, array))}]" if isinstance(array, Array) else str(array)

        return f"Array({shown(self)})"


def _sliced(part: slice, bounds: tuple[int, int], number: int) -> tuple[int, int]:
    low, high = bounds
    if part.step not in (None, 1):
        raise ValueError("slices have no steps")
    start, stop = (None if end is None else end + high if end < 0 else end for end in (part.start, part.stop))
    start = low if start is None else start
    if start < low:
        raise IndexError(f"expected a slice from {low} of dimension {number}, found {start}")
    return start, max(start, high if stop is None else min(stop, high))


def _index(part: Any, bounds: tuple[int, int], number: int) -> int:
    low, high = bounds
    if not isinstance(part, int):
        raise TypeError(f"expected an int, a slice or ..., found {part!r}")
    index = part + high if part < 0 else part
    if not low <= index < high:
        raise IndexError(f"expected an index of dimension {number} in [{low}, {high}), found {part}")
    return index


def exprvars(name: str | tuple[str, ...], *dims: int | tuple[int, int]) -> Array:
    """Variables in an array. A dimension is its first index and one after the last, or a number of indices from 0."""
    if not dims:
        raise ValueError("expected at least one dimension")
    shape = tuple((0, dim) if isinstance(dim, int) else dim for dim in dims)
    for bounds in shape:
        if not isinstance(bounds, tuple) or [type(end) for end in bounds] != [int, int]:
            raise TypeError(f"expected a dimension to be int or (int, int), found {bounds!r}")
        if not 0 <= bounds[0] <= bounds[1]:
            raise ValueError(f"expected 0 ≤ low ≤ high in a dimension, found {bounds}")
    items: list[Expression] = [exprvar(name, indices) for indices in itertools.product(*(range(*bounds) for bounds in shape))]
    return Array(items, shape)


bool_vars = exprvars

_FUNCTIONS: dict[str, Callable[..., Expression]] = {
    "And": And, "Or": Or, "Not": Not, "Nand": Nand, "Nor": Nor, "Xor": Xor, "Xnor": Xnor, "Equal": Equal, "Unequal": Unequal,
    "Implies": Implies, "ITE": ITE, "OneHot": OneHot, "OneHot0": OneHot0,
}
_OPERATORS: dict[type[ast.operator], str] = {ast.BitAnd: "And", ast.BitOr: "Or", ast.BitXor: "Xor", ast.RShift: "Implies"}


def expr(obj: Like, simplify: bool = True) -> Expression:
    """An expression of 0, 1, a truth value or text.

    Text has names with indices, `~`, `&`, `^`, `|` and calls of functions.

    >>> expr("~a & x[1,2] | OneHot(a, b)")
    Or(And(~a, x[1,2]), OneHot(a, b))
    """
    if isinstance(obj, Expression):
        return obj
    if isinstance(obj, str):
        node = _parsed(obj, ast.parse(obj.strip(), mode="eval").body)
        return node.simplify() if simplify else node
    return _ONE if obj else _ZERO


def _parsed(text: str, node: ast.expr) -> Expression:
    if isinstance(node, ast.Name):
        return exprvar(node.id)
    if isinstance(node, ast.Constant) and node.value in (0, 1):
        return _ONE if node.value else _ZERO
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        index = ast.literal_eval(node.slice)
        return exprvar(node.value.id, index)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
        return _negation(_parsed(text, node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return Expression(_OPERATORS[type(node.op)], (_parsed(text, node.left), _parsed(text, node.right)))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and not node.keywords:
        return _FUNCTIONS[node.func.id](*(_parsed(text, arg) for arg in node.args), simplify=False)
    raise ValueError(f"{text}: expected an expression, found {ast.unparse(node)}")


def _model(of: Expression, variables: tuple[Variable, ...]) -> tuple[Model, list[Any]]:
    """A model that has the solutions of an expression, and the variables of the model for those of the expression."""
    model = Model()
    places = model._int_vars([str(variable) for variable in variables], 0, 1)
    number = {variable: place for place, variable in enumerate(variables, 1)}
    clauses, others = [], []
    for part in _conjuncts(of):
        literals = part.args if part.kind == "Or" else (part,)
        if all(literal.is_literal for literal in literals):
            clauses.append([-number[_variable(lit)] if lit.kind == "Not" else number[_variable(lit)] for lit in literals])
        else:
            others.append(part)
    _core._add_clauses(model, clauses, len(variables))
    _add(model, dict(zip(variables, places)), others)
    return model, places


def _variable(literal: Expression) -> Variable:
    variable = literal.args[0] if literal.kind == "Not" else literal
    assert isinstance(variable, Variable)
    return variable


def _conjuncts(of: Expression) -> Iterator[Expression]:
    """Parts of which all must be true, each once."""
    seen, stack = {of}, [of]
    while stack:
        node = stack.pop()
        if node.kind != "And":
            yield node
            continue
        for arg in reversed(node.args):
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def _add(model: Model, places: dict[Variable, Any], parts: list[Expression]) -> None:
    """Adds the parts as constraints. What is used in several places, or is deep, has a variable of its own."""
    if not parts:
        return
    root = Expression("And", tuple(parts))
    uses: dict[Expression, int] = {}
    for node in _nodes(root):
        for arg in node.args:
            uses[arg] = uses.get(arg, 0) + 1

    def alias(condition: Any) -> Any:
        auxiliary = model._int_vars(["auxiliary"], 0, 1)[0]
        model.add(_core.iff(auxiliary, condition))
        return auxiliary

    def of(node: Expression, args: list[tuple[Any, int]]) -> tuple[Any, int]:
        if isinstance(node, Variable):
            return places[node], 0
        conditions = [condition for condition, _ in args]
        if node is root:
            return conditions, 0
        while node.kind == "Xor" and len(conditions) > _DEPTH:
            conditions = [*conditions[_DEPTH:], alias(_condition("Xor", conditions[:_DEPTH]))]
        condition = _condition(node.kind, conditions)
        depth = 1 + max((depth for _, depth in args), default=0)
        if node.args and not node.is_literal and (uses[node] > 1 or depth >= _DEPTH):
            return alias(condition), 0
        return condition, depth

    # A conjunct that is used elsewhere, too, is a variable here.
    model.add([_core.all_of(condition) for condition in _fold(root, of)[0]])


def _condition(kind: str, args: list[Any]) -> Any:
    """An operator of conditions as a condition of the model."""
    if kind == "Not":
        return _core.not_(args[0])
    if kind in ("And", "1"):
        return _core.all_of(*args)
    if kind in ("Or", "0"):
        return _core.any_of(*args)
    if kind == "Xor":
        return _core.any_of(reduce(lambda one, other: _core.not_(_core.iff(one, other)), args)) if args else _core.any_of()
    if kind == "Equal":
        return _core.any_of(_core.all_of(*args), _core.not_(_core.any_of(*args)))
    if kind == "Implies":
        return _core.any_of(_core.not_(args[0]), args[1])
    if kind == "ITE":
        return _core.any_of(_core.all_of(args[0], args[1]), _core.all_of(_core.not_(args[0]), args[2]))
    return _core.exactly(1, args) if kind == "OneHot" else _core.at_most(1, args)
