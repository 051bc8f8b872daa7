"""Problems for the engine.

A constraint is stated by the first of these ways that serves: values that break it leave the domain of its only variable; a
constraint of the engine; a table of the combinations that satisfy it; an evaluation for each combination that the search finds.
An exception in a function is raised by the search, if it finds the combination: other constraints may exclude it.
"""

from __future__ import annotations

from itertools import product
from math import prod
from time import monotonic
from typing import Any, Hashable, Iterable, Iterator, Mapping, Sequence

from residua_cp import _core
from residua_cp.constraint.base import Constraint, Variables
from residua_cp.constraint.coding import Coded, Coding
from residua_cp.constraint.domain import Domain
from residua_cp.constraint.evaluation import Evaluation
from residua_cp.constraint.native import Native
from residua_cp.constraint.parser import StringConstraint
from residua_cp.constraint.strings import NotNative, Translation
from residua_cp.model import Model

#: The most combinations that a constraint is evaluated for before the search.
MOST_TUPLES = 100_000
#: Up to this number of combinations, it is evaluated also for those that other constraints exclude.
FEW_TUPLES = 1_000
#: How long, in seconds, the combinations are looked for that the other constraints leave: for all constraints together.
PROBING_TIME = 0.3

Solution = dict[Hashable, Any]


class Search:
    """Variables and constraints as a model, and what is left to be evaluated for the solutions of the model."""

    def __init__(
        self, domains: Mapping[Hashable, Domain], constraints: Sequence[tuple[Constraint, Variables]]
    ) -> None:
        self._names = list(domains)
        self._domains: dict[Hashable, Domain] = {name: domain.copied() for name, domain in domains.items()}
        self._later: list[Evaluation] = []
        parts = [Evaluation(constraint, variables, self._domains) for constraint, variables in constraints]
        parts = [part for part in parts if not self._restrict(part)]
        self._is_infeasible = not all(self._domains.values())
        if self._is_infeasible:
            return
        coding = Coding(self._domains)
        self._coded: list[Coded] = [coding.of[name] for name in self._names]
        self._is_plain = [coded.is_plain for coded in self._coded]
        self._places = {name: place for place, name in enumerate(self._names)}
        self._model = Model()
        self._vars = [self._model.int_var(f"v{place}", coded.codes) for place, coded in enumerate(self._coded)]
        self._native = Native(coding, dict(zip(self._names, self._vars)))
        parts = [part for part in parts if not self._state(part)]
        self._probing_time = PROBING_TIME
        for part in sorted(parts, key=self._combinations):
            if not self._tabulate(part):
                self._postpone(part)
        self._stages = self._in_stages()

    def first(self) -> Solution | None:
        """A solution; `None` if there is none."""
        return next(iter(self), None)

    def all(self, threads: int = 1) -> list[Solution]:
        """All solutions. Several threads find them in an order that is the same each time; what is evaluated takes one."""
        if self._is_infeasible or self._later or not all(self._is_plain):
            return list(self)
        found = self._model.solutions(consistency=self._native.consistency, threads=threads, in_order=True)
        data, rows = found._rows(self._vars)
        names, width = self._names, len(self._names)
        values = memoryview(data).cast("i").tolist() if rows else []
        return [dict(zip(names, values[start : start + width])) for start in range(0, rows * width, width)]

    def __iter__(self) -> Iterator[Solution]:
        """The solutions, each found when it is asked for."""
        if self._is_infeasible:
            return
        is_plain = all(self._is_plain)
        for row in self._rows(0):
            if is_plain:
                yield dict(zip(self._names, row))
                continue
            found = [coded.objects[code] for coded, code in zip(self._coded, row)]
            for values in product(*found):
                yield dict(zip(self._names, values))

    def _restrict(self, part: Evaluation) -> bool:
        """Whether the constraint is done with: it had one variable, whose values that break it are taken away."""
        if len(part.scope) > 1 and not part.is_unary:
            return False
        if not part.scope:
            return self._constant(part)
        is_exact = True
        kept: dict[Hashable, list[Any]] = {}
        for name in part.scope:
            kept[name] = []
            for value in self._domains[name]:
                try:
                    if part.evaluate([value]):
                        kept[name].append(value)
                except Exception:
                    is_exact = False
                    kept[name].append(value)
        if part.looks_beyond:
            self._postpone(part)
            return True
        for name, values in kept.items():
            self._domains[name][:] = values
        if not is_exact:
            self._postpone(part)
        return True

    def _constant(self, part: Evaluation) -> bool:
        """A constraint without variables."""
        if not part.evaluate(()):
            for domain in self._domains.values():
                domain.clear()
        return True

    def _postpone(self, part: Evaluation) -> None:
        """Evaluates the constraint during the search, too."""
        part.widen(self._names)
        self._later.append(part)

    def _state(self, part: Evaluation) -> bool:
        """Whether the constraint is one of the engine."""
        constraint = part.constraint
        try:
            if isinstance(constraint, StringConstraint):
                made = Translation(self._native).truth(constraint.body)
            else:
                made = self._native.state(constraint, part.needed) if part.is_known else None
            if made is None:
                return False
            self._model.add(made)
        except (NotNative, ValueError, OverflowError):
            # The engine has no such constraint, or its values do not fit.
            return False
        return True

    def _combinations(self, part: Evaluation) -> int:
        """How many combinations of values a constraint has."""
        return prod(len(self._coded[self._places[name]].objects) for name in part.scope)

    def _tabulate(self, part: Evaluation) -> bool:
        """Whether the constraint has few combinations, or the others leave few: those that satisfy it are a table."""
        number = self._combinations(part)
        if number > FEW_TUPLES:
            if number > MOST_TUPLES and (not part.is_known or len(part.scope) == len(self._names)):
                return False
            left = self._left(part)
            if left is not None:
                self._table(part, left)
                return True
            if number > MOST_TUPLES:
                return False
        coded = [self._coded[self._places[name]] for name in part.scope]
        codes = [of.codes for of in coded]
        self._table(part, zip(product(*codes), product(*([of.value(code) for code in of.codes] for of in coded))))
        return True

    def _left(self, part: Evaluation) -> list[tuple[Sequence[int], Sequence[Any]]] | None:
        """The combinations that the constraints stated so far leave; `None` if they are many, or take long to find."""
        if self._probing_time <= 0:
            return None
        places = [self._places[name] for name in part.scope]
        start = monotonic()
        variables = [self._vars[place] for place in places]
        found = self._model.solutions(
            over=variables, consistency=self._native.consistency, limit=MOST_TUPLES, time=self._probing_time
        )
        rows = [solution.values for solution in found]
        self._probing_time -= monotonic() - start
        if found.outcome != "exhausted":
            return None
        return [([row[place] for place in places], self._values(row, places)) for row in rows]

    def _table(self, part: Evaluation, combinations: Iterable[tuple[Sequence[int], Sequence[Any]]]) -> None:
        """States which of these combinations satisfy the constraint. Others do not occur."""
        allowed: list[Sequence[int]] = []
        refused: list[Sequence[int]] = []
        is_exact, evaluate = True, part.evaluate
        for codes, values in combinations:
            try:
                (allowed if evaluate(values) else refused).append(codes)
            except Exception:
                is_exact = False
                allowed.append(codes)
            if part.looks_beyond:
                self._postpone(part)
                return
        variables = [self._vars[self._places[name]] for name in part.scope]
        if refused and len(refused) < len(allowed):
            self._model.add(_core.negative_table(variables, refused))
        elif refused:
            self._model.add(_core.table(variables, allowed))
        if not is_exact:
            self._postpone(part)

    def _in_stages(self) -> list[tuple[list[Any], list[tuple[Evaluation, list[int]]]]]:
        """The evaluations in groups: the variables of each and of those before, and the evaluations with their places."""
        rest = [(part, [self._places[name] for name in part.scope]) for part in self._later]
        covered: set[int] = set()
        stages = []
        while rest:
            covered |= min((set(places) for _, places in rest), key=lambda places: (len(places - covered), len(places)))
            ready = [(part, places) for part, places in rest if covered.issuperset(places)]
            rest = [(part, places) for part, places in rest if not covered.issuperset(places)]
            stages.append(([self._vars[place] for place in sorted(covered)], ready))
        return stages

    def _values(self, row: Sequence[int], places: Sequence[int]) -> list[Any]:
        """The values at these places of a solution."""
        return [row[at] if self._is_plain[at] else self._coded[at].value(row[at]) for at in places]

    def _rows(self, stage: int, fixed: Sequence[Any] = ()) -> Iterator[list[int]]:
        """The solutions as numbers, from a stage on: first the variables of the stage, then, if all holds, the others."""
        if stage == len(self._stages):
            for solution in self._solutions(None, fixed):
                yield solution.values
            return
        variables, parts = self._stages[stage]
        is_whole = len(variables) == len(self._vars)
        for solution in self._solutions(None if is_whole else variables, fixed):
            row = solution.values
            if not all(part.evaluate(self._values(row, places)) for part, places in parts):
                continue
            if is_whole:
                yield row
            else:
                yield from self._rows(stage + 1, [variable == solution[variable] for variable in variables])

    def _solutions(self, over: list[Any] | None, fixed: Sequence[Any]) -> Any:
        """A search of the model with some variables fixed."""
        self._model.push()
        try:
            self._model.add(fixed)
            return self._model.solutions(over=over, consistency=self._native.consistency)
        finally:
            self._model.pop()
