"""A plugin of pytest for the tests of CPMpy: it adds the solver `residua`.

In a clone of CPMpy:

    pytest -p residua_cp.pytest_cpmpy tests/test_constraints.py --solver residua
"""

import residua_cp.cpmpy  # noqa: F401
