"""Colouring of graphs node by node, which may take more colours than are needed."""

from __future__ import annotations

import random
from typing import Any, Callable, Iterable, Iterator

from residua_cp.sudoku2010.graph_model import graph_to_dict


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
