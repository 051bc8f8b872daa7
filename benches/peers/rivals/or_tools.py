"""OR-Tools CP-SAT as a rival over networks of all_different: reads a network a line, writes the number of its solutions.

    pip install ortools; python3 rivals/or_tools.py

A line has numbers: how many solutions to look for, seconds, cells, values, scopes; of each scope its size and its cells;
then by cell its value, 0 for none. The answer is how many were found, or "-" if the time came first. One worker.
"""

import sys

from ortools.sat.python import cp_model


class Counting(cp_model.CpSolverSolutionCallback):
    """Counts solutions, and stops the search at a given number."""

    def __init__(self, most):
        super().__init__()
        self.most = most
        self.found = 0

    def on_solution_callback(self):
        self.found += 1
        if self.found >= self.most:
            self.stop_search()


def answer(line):
    numbers = iter(line.split())
    most, seconds = int(next(numbers)), float(next(numbers))
    size, values, scopes = (int(next(numbers)) for _ in range(3))
    model = cp_model.CpModel()
    scopes = [[int(next(numbers)) for _ in range(int(next(numbers)))] for _ in range(scopes)]
    givens = [int(next(numbers)) for _ in range(size)]
    cells = [model.new_int_var(given or 1, given or values, "") for given in givens]
    for scope in scopes:
        model.add_all_different([cells[cell] for cell in scope])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.enumerate_all_solutions = most > 1
    counting = Counting(most)
    status = solver.solve(model, counting)
    is_decided = counting.found >= most or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return str(counting.found) if is_decided else "-"


for text in sys.stdin:
    print(answer(text), flush=True)
