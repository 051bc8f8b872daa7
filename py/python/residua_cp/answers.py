"""Answers: what was found out, as Python objects, as text, as JSON, and as notebooks show it."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, Callable, Sequence

from residua_cp import _core
from residua_cp.domain import Domain as Domain

_MOST_ROWS = 200
_CELL = "text-align:left;padding:2px 8px;vertical-align:top"


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    """A table of HTML. It has no global style, so that it changes nothing else on a page."""
    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="{_CELL}">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"

    shown = [row(cells, "td") for cells in rows[:_MOST_ROWS]]
    if len(rows) > _MOST_ROWS:
        shown.append(row([f"… {len(rows) - _MOST_ROWS} more"], "td"))
    return "<table>" + (row(head, "th") if head else "") + "".join(shown) + "</table>"


def _preformatted(text: str) -> str:
    """Text in a font in which drawings of grids and indents keep their shape, whatever the page does."""
    return f'<pre style="font-family:monospace;white-space:pre;line-height:1.2;text-align:left">{escape(text)}</pre>'


def _sized(picture: str) -> str:
    """A picture of the size of its grid: without that it would fill the page."""
    size = re.search(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)', picture)
    return picture.replace("<svg ", f'<svg width="{size[1]}" height="{size[2]}" ', 1) if size else picture


class Answer:
    """An answer. Its text is that of the command line; `data` is its JSON object."""

    def __init__(self, answer: _core.Answer) -> None:
        self._text: str = answer.text
        #: "answered", "refuted" or "stopped".
        self.status: str = answer.status
        self._json: str = answer.json
        self._picture: str | None = _sized(answer.picture) if answer.picture else None

    @property
    def text(self) -> str:
        """The answer as text."""
        return self._text

    def to_json(self) -> str:
        """The answer as JSON, one object a line."""
        return self._json

    @property
    def all(self) -> list[dict[str, Any]]:
        """All objects of the answer."""
        return [json.loads(line) for line in self._json.split("\n") if line]

    @property
    def data(self) -> dict[str, Any]:
        """The first object of the answer."""
        return self.all[0] if self._json.strip() else {}

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached before the answer was complete."""
        return self.status == "stopped"

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return _preformatted(self.text)


class Count(int):
    """A number of solutions. `is_exact` is false where a limit was reached: then it is a lower bound."""

    is_exact: bool
    reason: str | None
    _json: str

    @classmethod
    def of(cls, answer: _core.Answer) -> Count:
        """A number with what the answer says of it."""
        data = json.loads(answer.json)
        count = cls(data["count"])
        count.is_exact = bool(data["count_is_exact"])
        count.reason = data.get("reason")
        count._json = answer.json
        return count

    def to_json(self) -> str:
        """The answer as JSON."""
        return self._json

    @property
    def candidates(self) -> Any:
        """If they were asked for: the number of solutions with each value. Of a puzzle, a list of dictionaries, cell by cell; else dictionaries by name."""
        data = json.loads(self._json)
        if "domains" in data:
            cells = zip(data["domains"], data["counts"])
            return [{value: int(number) for value, number in zip(*cell)} for cell in cells]
        counts = data.get("counts", {})
        return {name: {_value(value): int(number) for value, number in of.items()} for name, of in counts.items()}

    def __repr__(self) -> str:
        return str(int(self)) if self.is_exact else f"at least {int(self)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_count, (int(self), self.is_exact, self.reason, self._json))


def _value(text: str) -> Any:
    """A value that is the name of a member: a number, a truth value, or a member of an enumeration."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _count(number: int, is_exact: bool, reason: str | None, text: str) -> Count:
    count = Count(number)
    count.is_exact, count.reason, count._json = is_exact, reason, text
    return count


class _ByVariable:
    """What is known of variables, by name, by variable, and by whole arrays of variables."""

    _names: list[str]
    #: Whether a variable is of the model; `None` after unpickling, where there is no model.
    _owns: Callable[[_core.IntVar], bool] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_owns"}

    def _of(self, place: int) -> Any:
        raise NotImplementedError

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, _core.IntVar):
            if self._owns is not None and not self._owns(key):
                raise _core.ModelError(f"{key} is a variable of another model")
            return self._of(key.index)
        if isinstance(key, str):
            if key not in self._names:
                raise KeyError(key)
            return self._of(self._names.index(key))
        if hasattr(key, "__iter__"):
            return [self[part] for part in key]
        raise TypeError(f"expected a variable, a name or a list of them, found {key!r}")


class Marginals(_ByVariable):
    """By variable a dictionary from values to the number of solutions with that value."""

    def __init__(
        self,
        total: int,
        is_exact: bool,
        counts: list[dict[int, int]],
        names: list[str],
        owns: Callable[[_core.IntVar], bool] | None = None,
    ) -> None:
        self.total, self.is_exact, self._counts, self._names, self._owns = total, is_exact, counts, names, owns

    def _of(self, place: int) -> dict[int, int]:
        return self._counts[place]

    def __repr__(self) -> str:
        known = dict(zip(self._names, self._counts))
        total = self.total if self.is_exact else f"at least {self.total}"
        return f"Marginals(total={total}, {known})"


class Residual(_ByVariable):
    """What propagation leaves: `domains` by name, `constraints` as text, `aliases` as pairs of a variable and what it is equal to.

    `is_infeasible` says that propagation found no solution; `stopped`, that a limit was reached and nothing is known.
    """

    def __init__(
        self, left: Any, names: list[str], owns: Callable[[_core.IntVar], bool] | None = None
    ) -> None:
        self._names, self._owns = names, owns
        self.stopped = left is None
        is_possible, ranges, self.constraints, self.aliases = left if left is not None else (True, [], [], [])
        self._domains = [Domain(of) for of in ranges]
        self.is_infeasible = not is_possible

    @property
    def domains(self) -> dict[str, Domain]:
        return dict(zip(self._names, self._domains))

    @property
    def definite(self) -> dict[str, int]:
        """The variables with one value left, and that value."""
        return {name: domain.value for name, domain in self.domains.items() if domain.value is not None}

    def _of(self, place: int) -> Domain:
        return self._domains[place]

    def __str__(self) -> str:
        if self.stopped:
            return "unknown: a limit was reached"
        if self.is_infeasible:
            return "no solution"
        lines = [f"{name} in {domain}" for name, domain in self.domains.items()]
        lines += [f"{name} = {other}" for name, other in self.aliases]
        return "\n".join(lines + self.constraints)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        if self.stopped or self.is_infeasible:
            return f"<p>{escape(str(self))}</p>"
        rows = [[name, str(domain)] for name, domain in self.domains.items()]
        said = [[f"{name} = {other}"] for name, other in self.aliases] + [[text] for text in self.constraints]
        return _table(rows, ["variable", "values"]) + (_table(said, ["constraint"]) if said else "")


class Inspection(Answer, _ByVariable):
    """What is left of a subject.

    `verdict` is `unique`, `multiple`, `none`, `some` or `unknown`; `inspection[x]` is the domain of a variable.
    """

    def __init__(
        self,
        answer: _core.Answer,
        names: list[str] | None = None,
        size: int | None = None,
        owns: Callable[[_core.IntVar], bool] | None = None,
    ) -> None:
        super().__init__(answer)
        self._size, self._owns = size, owns
        self._clpfd: str | None = answer.clpfd
        data = self.data
        self.verdict: str = data["verdict"]
        self.strength: str = data["strength"]
        #: Why the verdict is unknown, or which limit was reached.
        self.reason: str | None = data.get("reason") or data.get("stopped")
        domains = data.get("domains", {})
        if isinstance(domains, list):
            known = {name: Domain.of_values(values) for name, values in zip(names or [], domains)}
        else:
            known = {name: _domain(ranges) for name, ranges in domains.items()}
        self._names = names if names is not None else list(known)
        #: What each variable can be, by name; empty where there is no solution.
        self.domains: dict[str, Domain] = {name: known[name] for name in self._names if name in known}
        #: The constraints that are left, as text.
        self.constraints: list[str] = [_text(part) for part in data.get("residual", [])]
        self.aliases: list[Any] = data.get("aliases", [])
        #: The only solution, or two that differ in few variables.
        self.solutions: list[Any] = data.get("solutions", [])
        self.components: Any = data.get("components")
        #: The constraints that clash, if there is no solution.
        self.conflict: list[str] | None = None
        if "conflict" in data:
            self.conflict = [_text(part) for part in data["conflict"]]

    def _of(self, place: int) -> Domain:
        return self.domains.get(self._names[place], Domain(()))

    @property
    def definite(self) -> dict[str, int]:
        """The variables with one value left, and that value."""
        return {name: domain.value for name, domain in self.domains.items() if domain.value is not None}

    def clpfd(self) -> str | None:
        """What is left of a puzzle as a Prolog top level prints it: definite cells, then constraints."""
        return self._clpfd

    def _repr_svg_(self) -> str | None:
        return self._picture

    def _repr_html_(self) -> str:
        if self._picture is not None:
            return f"<p>{escape(self.text.splitlines()[0])}</p>{self._picture}"
        parts = [f"<p><b>{escape(self.verdict)}</b>{escape(f': {self.reason}' if self.reason else '')}</p>"]
        if self.conflict is not None:
            parts.append(_table([[text] for text in self.conflict], ["these clash"]))
        if self.domains:
            parts.append(_table([[name, str(domain)] for name, domain in self.domains.items()], ["variable", "values"]))
        said = [[f"{name} = {other}"] for name, other in self.aliases] + [[text] for text in self.constraints]
        if said and not self.conflict:
            parts.append(_table(said, ["constraints left"]))
        return "".join(parts)


def _domain(ranges: list[Any]) -> Domain:
    """Ranges, or truth values."""
    return Domain.of_values([int(part) for part in ranges]) if ranges and isinstance(ranges[0], bool) else Domain(ranges)


def _text(part: Any) -> str:
    """A constraint as text, with its name."""
    if isinstance(part, str):
        return part
    name, constraint = part.get("name"), part.get("source") or part["constraint"]
    return f"{name}: {constraint}" if name else str(constraint)


def _name(part: Any) -> str:
    """The name of a constraint; its text, if it has none."""
    return part if isinstance(part, str) else part.get("name") or str(part["constraint"])


class Explanation(Answer):
    """Why something is so. `answer` is `always`, `never`, `sometimes`, `none` or `unknown`; `lines` are the steps of the proof."""

    @property
    def answer(self) -> str:
        return str(self.data.get("answer", "unknown"))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The steps: each with its conclusion, technique, premises, and the constraint that it follows from."""
        return list(self.data.get("lines", []))

    @property
    def constraints(self) -> list[str]:
        """The constraints that the proof rests on, each once."""
        found: dict[str, None] = {}
        for line in self.lines:
            if "constraint" in line and line["constraint"] is not None:
                found[_text(line["constraint"])] = None
        return list(found)

    @property
    def witnesses(self) -> list[Any]:
        """With `sometimes`: a solution in which it holds, and one in which it does not."""
        return list(self.data.get("witnesses", []))


class Conflict(Answer):
    """Constraints that clash.

    `conflicts` are sets of constraints that cannot hold together, none of which can be left out if `is_minimal`; `correction` are the fewest whose
    removal leaves a solution. Both are empty where there is a solution.
    """

    @property
    def verdict(self) -> str:
        return str(self.data["verdict"])

    @property
    def conflicts(self) -> list[list[str]]:
        """Each conflict as text."""
        return [[_text(part) for part in conflict] for conflict in self.data.get("conflicts") or []]

    @property
    def names(self) -> list[list[str]]:
        """Each conflict by the names of its constraints; by the text of those that have none."""
        return [[_name(part) for part in conflict] for conflict in self.data.get("conflicts") or []]

    @property
    def correction(self) -> list[str]:
        return [_name(part) for part in self.data.get("correction") or []]

    @property
    def is_minimal(self) -> bool:
        return bool(self.conflicts) and bool(self.data.get("minimal", not self.stopped))

    def __bool__(self) -> bool:
        return bool(self.conflicts)

    def _repr_html_(self) -> str:
        if not self.conflicts:
            return _preformatted(self.text)
        tables = "".join(_table([[text] for text in conflict], ["these clash"]) for conflict in self.conflicts)
        correction = f"<p>take away: {escape(', '.join(self.correction))}</p>" if self.correction else ""
        return tables + correction


class Clues(Answer):
    """Which givens of a puzzle follow from the others, and which more would leave one solution."""


class Assumed:
    """What is so under assumptions: a `solution`, or a `core` of assumptions that cannot hold together; neither, if a limit was reached."""

    def __init__(self, solution: _core.Solution | None, core: list[Any] | None) -> None:
        self.solution, self.core = solution, core

    def __bool__(self) -> bool:
        return self.solution is not None

    def __repr__(self) -> str:
        return f"Assumed(solution={self.solution!r}, core={self.core!r})"
