"""Models of CPMpy, solved by residua. Importing this module registers the solver `residua`.

>>> import cpmpy as cp
>>> import residua_cp.cpmpy
>>> x = cp.intvar(1, 3, shape=3)
>>> model = cp.Model(cp.AllDifferent(x), x[0] > x[1])
>>> model.solve(solver="residua")
True
>>> model.solveAll(solver="residua")
3

| file | holds |
|---|---|
| `solver.py` | the interface of a solver: adding, solving, objectives, assumptions |
| `expressions.py` | expressions of CPMpy as expressions of residua |
| `constraints.py` | its global constraints |
| `scheduling.py` | its global constraints of tasks |
"""

from residua_cp.cpmpy.solver import CPM_residua, register

__all__ = ["CPM_residua", "register"]

register()
