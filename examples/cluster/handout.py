"""Units that are handed out to workers, and their reports: what the drivers of MPI, Ray and Dask have in common.

A driver is called as: drive.py SUBJECT UNITS REPORTS OPTION..., with the options of `residua work` and `residua merge`. Reports are appended to
the file REPORTS, a line each, and a driver that is started again goes on from there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

RESIDUA = os.environ.get("RESIDUA", "residua")

Command = list[str]


class Handout:
    """The units that are open, in the order in which they are handed out."""

    def __init__(self, subject: str, units: str, reports: str, options: list[str], is_maximum: bool = False) -> None:
        self._merge = [RESIDUA, "merge", subject, units, reports, *options]
        self._work = [RESIDUA, "work", subject, "-", *options]
        self._sign = -1 if is_maximum else 1
        self._best: tuple[int, int] | None = None
        known: dict[str, dict[str, Any]] = {}
        if Path(reports).exists():
            *whole, _torn = Path(reports).read_text().split("\n")
            known = {str(report["id"]): report for report in map(json.loads, whole)}
            Path(reports).write_text("".join(line + "\n" for line in whole))
        self._reports = open(reports, "a")
        self._open: deque[str] = deque()
        waiting = deque(json.loads(line) for line in Path(units).read_text().splitlines())
        while waiting:
            unit = waiting.popleft()
            report = known.get(str(unit["id"]))
            if report is None:
                self._open.append(json.dumps(unit))
            else:
                self._see(report)
                waiting.extend(report["rest"])

    @staticmethod
    def of_arguments() -> Handout:
        """As the command line of a driver says; after `--maximize`, great values of the objective are good ones."""
        arguments = [argument for argument in sys.argv[1:] if argument != "--maximize"]
        subject, units, reports, *options = arguments
        return Handout(subject, units, reports, options, "--maximize" in sys.argv)

    def next(self) -> tuple[Command, str] | None:
        """A unit, and the command that answers it; `None` while none is open."""
        if not self._open:
            return None
        unit = self._open.popleft()
        if self._best is None:
            return self._work, unit
        # Of equally good solutions, the first in the order of search is the answer, whichever worker finds one first.
        value, part = self._best
        is_before = json.loads(unit)["id"][0] <= part
        return [*self._work, f"--incumbent={self._sign * (value + is_before)}"], unit

    def add(self, line: str) -> None:
        """Keeps a report; what is left of its unit is handed out, too."""
        report = json.loads(line)
        self._reports.write(line)
        self._reports.flush()
        self._see(report)
        self._open.extend(map(json.dumps, report["rest"]))

    def merge(self) -> int:
        """Prints the answer, and returns the exit status."""
        return subprocess.run(self._merge).returncode

    def _see(self, report: dict[str, Any]) -> None:
        best = report["found"].get("best")
        if best:
            found = (self._sign * best[0], report["id"][0])
            self._best = min(self._best or found, found)


def answer(command: Command, unit: str) -> str:
    """The report about a unit, by a process of its own.

    Raises CalledProcessError if that was killed, or if something is wrong with its input.
    """
    return subprocess.run(command, input=unit, stdout=subprocess.PIPE, text=True, check=True).stdout
