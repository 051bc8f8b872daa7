"""Packages that are used where they are installed."""

from __future__ import annotations

import importlib
from typing import Any


def optional_package(name: str) -> Any | None:
    """A module that need not be installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
