"""Walks over the parts of an expression, however deep it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, TypeVar

if TYPE_CHECKING:
    from residua_cp.boolean.expression import Expression

T = TypeVar("T")


def nodes(root: Expression) -> Iterator[Expression]:
    """All parts of an expression, each once."""
    seen, stack = {root}, [root]
    while stack:
        node = stack.pop()
        yield node
        for arg in node.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)


def fold(
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
