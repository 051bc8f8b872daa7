"""Shared by all tests: sizes of random tests, and programs and packages that may be missing."""

import os

import pytest

#: As many random cases are tried.
CASES = int(os.environ.get("RESIDUA_CASES", "200"))


def require(name: str):
    """The module of that name, or a skip that says what is missing; in CI, what `RESIDUA_REQUIRE` names must be there."""
    if name in os.environ.get("RESIDUA_REQUIRE", "").split():
        return __import__(name)
    return pytest.importorskip(name, reason=f"{name} is not installed")
