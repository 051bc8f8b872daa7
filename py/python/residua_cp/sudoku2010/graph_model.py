"""Puzzles as graphs, in which cells that depend on each other have different colours."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, Mapping

from residua_cp.model import Model
from residua_cp.sudoku2010.labels import Fixed, cells, dependent_cells, n_symbols
from residua_cp.sudoku2010.optional_packages import optional_package


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
    networkx = optional_package("networkx")
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


def solve_as_graph(fixed: Mapping[int, int], boxsize: int) -> Fixed | None:
    """Colours the graph with as many colours as there are symbols: unlike `node_coloring`, it never takes more."""
    graph = puzzle_as_graph(fixed, boxsize)
    model = Model()
    x = dict(zip(graph.nodes, model._int_vars([str(node) for node in graph.nodes], 1, n_symbols(boxsize))))
    model.add([x[one] != x[other] for one, other in graph.edges])
    model.add([x[node] == color for node, color in graph_to_dict(graph).items()])
    solution = model.solve()
    return None if solution is None else dict(zip(graph.nodes, solution.values))
