"""Models: variables, constraints, and what can be asked of them."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Sequence

from residua_cp import _core, arrays
from residua_cp.answers import Assumed, Conflict, Count, Explanation, Inspection, Marginals, Residual


class Model(_core.Model):
    """Variables and constraints.

    >>> m = Model()
    >>> x = m.int_vars("x", 3, 1, 3)
    >>> m.add(_core.all_different(x), x[0] < x[1])
    >>> m.count()
    3
    """

    def int_vars(self, name: str, shape: int | Sequence[int], low: Any, high: int | None = None) -> Any:
        """Variables in an array of that shape, which is a number or a tuple: a NumPy array, or nested lists without NumPy.

        Their domain is `low..high`, or the integers of the iterable `low`.

        >>> m = Model()
        >>> m.int_vars("x", (2, 2), 0, 5)[1][0]
        x[1,0]
        """
        return arrays.shaped(self._int_vars(arrays.names(name, shape), low, high), shape)

    def bool_vars(self, name: str, shape: int | Sequence[int]) -> Any:
        """Variables of 0 and 1 in an array of that shape."""
        return self.int_vars(name, shape, 0, 1)

    def add(self, *constraints: Any, name: str | None = None) -> None:
        """Adds constraints: each argument is one, or an iterable of them.

        `name` is what answers call it; of several it is followed by a number in brackets, `name[0]`.

        >>> m = Model()
        >>> x = m.int_var("x", 1, 9)
        >>> m.add(x > 3, name="late")
        """
        self._add(constraints[0] if len(constraints) == 1 else constraints, name)

    def __iadd__(self, constraints: Any) -> Model:
        self.add(constraints)
        return self

    def var(self, name: str) -> _core.IntVar:
        """The variable of that name. Raises KeyError if there is none."""
        for variable, known in zip(self.variables, self._names()):
            if known == name:
                return variable
        raise KeyError(name)

    #: Why the last `solve` found nothing: `"exhausted"` (there is no solution), or the limit that was reached; `None` if it found one.
    outcome: str | None = None

    def solve(self, **options: Any) -> _core.Solution | None:
        """The first solution; `None` if there is none, or a limit was reached: `outcome` tells which. Takes the options of `solutions`.

        >>> m = Model()
        >>> x = m.int_var("x", 1, 9)
        >>> m.add(x * x == 49)
        >>> m.solve()[x]
        7
        >>> m.add(x < 7)
        >>> m.solve(), m.outcome
        (None, 'exhausted')
        """
        with self.solutions(**options) as solutions:
            found = next(solutions, None)
            self.outcome = solutions.outcome if found is None else None
        return found

    def solutions_array(self, over: Any = None, **options: Any) -> Any:
        """All solutions as a NumPy array of 32-bit integers: a row for each, a column for each variable, or for each of `over`.

        Takes the options of `solutions`, such as `limit`, `time` and `threads`. Without NumPy it is a list of tuples.

        >>> m = Model()
        >>> m.add(_core.all_different(m.int_vars("x", 3, 1, 3)))
        >>> len(m.solutions_array(threads=2))
        6
        """
        columns = self.variables if over is None else _flat(over)
        solutions = self.solutions(over=None if over is None else columns, **options)
        data, rows = solutions._rows(columns)
        try:
            import numpy
        except ImportError:
            values = memoryview(data).cast("i")
            width = len(columns)
            return [tuple(values[row * width : (row + 1) * width]) for row in range(rows)]
        return numpy.frombuffer(data, dtype=numpy.int32).reshape(rows, len(columns))

    def minimize(
        self,
        objective: Any,
        *,
        branch: Any = None,
        consistency: str = "domain",
        learn: str = "auto",
        restarts: str | None = None,
        time: float | None = None,
        nodes: int | None = None,
        failures: int | None = None,
        progress: Callable[[dict[str, int]], Any] | None = None,
        threads: int = 1,
    ) -> _core.Improvements:
        """Better and better solutions, for the least value of the objective: an iterator of pairs of a value and a solution. With several `threads`, one of
        them learns from dead ends.

        >>> m = Model()
        >>> x = m.int_vars("x", 2, 0, 9)
        >>> m.add(x[0] + x[1] >= 5)
        >>> better = m.minimize(3 * x[0] + 2 * x[1])
        >>> best = better.best()
        >>> better.status, better.value
        ('optimal', 10)
        """
        return self._optimize(
            objective,
            False,
            branch=branch,
            consistency=consistency,
            learn=learn,
            restarts=restarts,
            time=time,
            nodes=nodes,
            failures=failures,
            progress=progress,
            threads=threads,
        )

    def maximize(
        self,
        objective: Any,
        *,
        branch: Any = None,
        consistency: str = "domain",
        learn: str = "auto",
        restarts: str | None = None,
        time: float | None = None,
        nodes: int | None = None,
        failures: int | None = None,
        progress: Callable[[dict[str, int]], Any] | None = None,
        threads: int = 1,
    ) -> _core.Improvements:
        """Better and better solutions, for the greatest value of the objective."""
        return self._optimize(
            objective,
            True,
            branch=branch,
            consistency=consistency,
            learn=learn,
            restarts=restarts,
            time=time,
            nodes=nodes,
            failures=failures,
            progress=progress,
            threads=threads,
        )

    def assume(self, *conditions: Any, **limits: Any) -> Assumed:
        """A solution in which these conditions hold, or those of them that cannot hold together.

        Questions in a row share what is learned, as long as nothing is added to the model.

        >>> m = Model()
        >>> x, y = m.int_var("x", 1, 3), m.int_var("y", 1, 3)
        >>> m.add(x < y)
        >>> m.assume(x == 3, y <= 3).core
        [x = 3]
        """
        flat = _flat(conditions)
        solution, core = self._assume(flat, **limits)
        return Assumed(solution, None if core is None else [flat[number] for number in core])

    def possible(self, variables: Any, assuming: Any = (), time: float | None = None) -> list[list[int]] | None:
        """For each variable the values that it has in some solution in which the assumed conditions hold; `None` if time ran out."""
        return self._possible(_flat(variables), _flat(assuming), time)

    def count(self, *, limit: int | None = None, time: float | None = None, threads: int = 1) -> Count:
        """The number of solutions: an integer that also knows whether it is exact. `threads` share the work; 0 is one for each core.

        >>> m = Model()
        >>> m.add(_core.all_different(m.int_vars("x", 5, 1, 5)))
        >>> m.count()
        120
        """
        return Count.of(self._subject("model").count(limit=limit, time=time, threads=threads))

    def marginals(self, *, time: float | None = None, threads: int = 1) -> Marginals:
        """By variable and value, the number of solutions in which it has that value."""
        total, is_exact, counts = self._marginals(time, threads)
        return Marginals(total, is_exact, counts, self._names(), self._has)

    def inspect(self, strength: str = "domain", *, time: float | None = None, threads: int = 1) -> Inspection:
        """What is left: domains, constraints, components; whether there is one solution, several or none.

        `strength` is `value`, `singles`, `bounds`, `domain`, `singleton` or `exact`, at which several threads share the work.

        >>> m = Model()
        >>> x, y = m.int_var("x", 1, 9), m.int_var("y", 1, 9)
        >>> m.add(x + y == 4, x != y)
        >>> left = m.inspect("exact")
        >>> left.verdict, left[x]
        ('multiple', Domain(1 3))
        """
        answer = self._subject("model").inspect(strength, time=time, threads=threads)
        return Inspection(answer, self._names(), owns=self._has)

    def residual(self, strength: str = "domain", *, time: float | None = None) -> Residual:
        """What propagation leaves, without any search for solutions.

        >>> m = Model()
        >>> x, y = m.int_var("x", 1, 9), m.int_var("y", 1, 9)
        >>> m.add(x + 3 <= y)
        >>> left = m.residual()
        >>> left[y], left.constraints
        (Domain(4..9), ['y ≥ x + 3'])
        """
        return Residual(self._residual(strength, time), self._names(), self._has)

    def why(self, *questions: Any, time: float | None = None) -> Explanation:
        """Why something holds, does not hold, or why there is no solution, if nothing is asked.

        A question is a condition, such as `x == 3` or `x + y <= 4`, a variable, or text, such as `"x=3"`, with names in quotes if they are no words. A condition
        on more than one variable stands in brackets in the answer: `[x + y ≤ 4] = 1` says that it holds. Without `time` it takes ten seconds at most.

        >>> m = Model()
        >>> x, y = m.int_var("x", 1, 3), m.int_var("y", 1, 3)
        >>> m.add(x < y)
        >>> m.why(x == 3).answer, m.why(x + y == 6).answer, m.why(x + y <= 5).answer
        ('never', 'never', 'always')
        """
        names = None
        texts: list[str] = []
        asked = self
        for question in _flat(questions):
            if isinstance(question, str):
                texts.append(question)
            elif isinstance(question, _core.IntVar):
                if not self._has(question):
                    raise _core.ModelError("the question is about a variable of another model")
                names = names or self._names()
                quoted = names[question.index].replace("'", "''")
                texts.append(f"'{quoted}'")
            elif (text := self._question(question)) is not None:
                texts.append(text)
            else:
                # Whether it holds is a variable, of a model for this question.
                asked = self.copy() if asked is self else asked
                holds = asked.bool_var(f"[{question}]")
                asked.add(holds.iff(question), name="question")
                quoted = holds.name.replace("'", "''")
                texts.append(f"'{quoted}'=1")
        try:
            return Explanation(asked._subject("model").why(texts, time=time))
        except _core.ParseError:
            if texts:
                raise
            raise _core.ModelError("there is a solution: ask why something is so, as in m.why(x == 3)") from None

    def conflict(
        self,
        soft: Iterable[int | str] | Callable[[str], bool] | None = None,
        *,
        all: bool = False,
        limit: int | None = None,
        smallest: bool = False,
        time: float | None = None,
    ) -> Conflict:
        """Constraints that clash, of which none can be left out, and the fewest to take away.

        `soft` are the constraints that may be taken away: their names or numbers, or a function of a name; all, if it is `None`. A name
        that was given to several stands for all of them. If the others clash by themselves, a conflict of these is returned. Without `time` it takes
        ten seconds at most.

        >>> m = Model()
        >>> x = m.int_var("x", 1, 9)
        >>> m.add(x <= 3, name="low")
        >>> m.add(x >= 5, name="high")
        >>> m.add(x != 9)
        >>> m.conflict().names
        [['low', 'high']]
        """
        numbers = None if soft is None else self._soft(soft)
        subject = self._subject("model", numbers)
        return Conflict(subject.conflict(all=all, limit=limit, smallest=smallest, time=time))

    def _soft(self, soft: Iterable[int | str] | Callable[[str], bool]) -> set[int]:
        names = self.constraint_names
        if callable(soft):
            return {number for number, name in enumerate(names) if name is not None and soft(name)}
        numbers: set[int] = set()
        for part in [soft] if isinstance(soft, str) else soft:
            if isinstance(part, str):
                found = {n for n, name in enumerate(names) if name is not None and (name == part or name.startswith(part + "["))}
                if not found:
                    raise KeyError(f"there is no constraint {part}")
                numbers |= found
            elif 0 <= part < len(names):
                numbers.add(part)
            else:
                raise KeyError(f"there is no constraint {part}: the model has {len(names)}")
        return numbers

    @classmethod
    def from_json(cls, text: str) -> Model:
        """The model that `to_json` wrote."""
        model = cls.__new__(cls)
        model._become(_core.Model._from_json(text))
        return model

    def copy(self) -> Model:
        """A copy, with variables of its own: those of the same numbers and names."""
        model = type(self).__new__(type(self))
        model.__dict__.update(self.__dict__)
        model._become(self)
        return model

    def __copy__(self) -> Model:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Model:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_json, (type(self), self.to_json()))


def _from_json(cls: type[Model], text: str) -> Model:
    return cls.from_json(text)


def _flat(items: Any) -> list[Any]:
    """The items of nested iterables."""
    if isinstance(items, (str, _core.Expression)) or not hasattr(items, "__iter__"):
        return [items]
    return [item for part in items for item in _flat(part)]
