"""Random problems for the module `constraint`, each with a predicate that says what its constraints mean."""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections import Counter
from typing import Any, Callable, Hashable, NamedTuple, Sequence

Assignment = dict[Hashable, Any]
Predicate = Callable[[Assignment], Any]
#: Makes the arguments of `addConstraint` from a module with the classes.
Made = Callable[[Any], tuple[Any, ...]]

INTEGERS = list(range(-4, 7))
FLOATS = [-1.5, -0.1, 0.0, 0.1, 0.2, 0.3, 0.5, 1.5, 2.0, 0.7]
WORDS = ["red", "green", "blue", "", "a"]
OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "Exact": lambda total, bound: total == bound,
    "Min": lambda total, bound: total >= bound,
    "Max": lambda total, bound: total <= bound,
}


class Case(NamedTuple):
    """A problem: the domains, and the constraints with their meanings."""

    domains: dict[Hashable, list[Any]]
    constraints: list[tuple[str, Made, Predicate]]

    def problem(self, module: Any, solver: Any = None) -> Any:
        """The problem in the classes of a module."""
        problem = module.Problem(solver) if solver is not None else module.Problem()
        for variable, domain in self.domains.items():
            problem.addVariable(variable, list(domain))
        for _, made, _ in self.constraints:
            problem.addConstraint(*made(module))
        return problem

    def by_force(self) -> Counter[Any]:
        """All solutions, by trying all assignments."""
        names = list(self.domains)
        found: Counter[Any] = Counter()
        for values in itertools.product(*self.domains.values()):
            assignment = dict(zip(names, values))
            if all(holds(assignment) for _, _, holds in self.constraints):
                found[key(names, assignment)] += 1
        return found

    def __str__(self) -> str:
        return f"{self.domains} {[text for text, _, _ in self.constraints]}"


def key(names: Sequence[Hashable], solution: Assignment) -> tuple[Any, ...]:
    """A solution as a key that tells 1, 1.0 and True apart."""
    return tuple((type(solution[name]).__name__, repr(solution[name])) for name in names)


def near(value: Any) -> Any:
    """What python-constraint makes of a sum or product."""
    return round(value, 10) if isinstance(value, float) else value


class Generator:
    """Makes cases from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def case(self) -> Case:
        """The next case."""
        choose = self.random
        kind = choose.choice(["integers", "integers", "integers", "words", "floats", "numbers", "mixed"])
        names = choose.choice([["a", "b", "c", "d"], ["x", "y", "zz", "w_1"]])[: choose.randint(2, 4)]
        domains: dict[Hashable, list[Any]] = {}
        for name in names:
            pools: dict[str, list[Any]] = {
                "integers": INTEGERS,
                "words": WORDS,
                "floats": FLOATS,
                "numbers": choose.choice([INTEGERS, FLOATS, [True, False, 2]]),
                "mixed": choose.choice([INTEGERS, FLOATS, WORDS, [1, True, 1.0, None, (1, 2), "1"]]),
            }
            pool = pools[kind]
            domain = choose.sample(pool, choose.randint(1, min(5, len(pool))))
            if choose.random() < 0.3:
                domain += choose.choices(domain, k=choose.randint(1, 2))
            choose.shuffle(domain)
            domains[name] = domain
        are_numbers = kind in ("integers", "floats", "numbers")
        makers = [
            self.all_different, self.all_equal, self.in_set, self.some_in_set, self.function, self.own, self.equation,
        ]
        if are_numbers:
            makers += [self.sum, self.variable_sum, self.product, self.variable_product] * 2
            makers += [self.numeric_text] * 3
        if kind == "integers":
            makers += [self.text] * 8
        found = [choose.choice(makers)(domains) for _ in range(choose.randint(1, 3))]
        return Case(domains, found)

    def scope(self, domains: dict[Hashable, list[Any]], least: int = 1) -> tuple[Any, list[Any]]:
        """Variables as an argument, which may be None, and as a list."""
        names = list(domains)
        if self.random.random() < 0.3:
            return self.random.choice([None, []]), names
        some = self.random.sample(names, self.random.randint(min(least, len(names)), len(names)))
        return some, some

    def bound(self, domains: dict[Hashable, list[Any]]) -> Any:
        """A number near the values."""
        numbers = [value for domain in domains.values() for value in domain]
        return self.random.choice([
            self.random.choice(numbers), sum(self.random.choices(numbers, k=2)), self.random.randint(-6, 12), 2.5, 0.3,
            math.inf if self.random.random() < 0.1 else 3.0,
        ])

    def all_different(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        return (
            f"AllDifferent {given}",
            lambda module: (module.AllDifferentConstraint(), given),
            lambda of: len({of[name] for name in names}) == len(names),
        )

    def all_equal(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        return (
            f"AllEqual {given}",
            lambda module: (module.AllEqualConstraint(), given),
            lambda of: all(of[name] == of[names[0]] for name in names),
        )

    def in_set(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        some, is_in = self.some_values(domains), self.random.random() < 0.5
        name = "InSetConstraint" if is_in else "NotInSetConstraint"
        return (
            f"{name} {some} {given}",
            lambda module: (getattr(module, name)(some), given),
            lambda of: all((of[name] in some) == is_in for name in names),
        )

    def some_values(self, domains: dict[Hashable, list[Any]]) -> list[Any]:
        values = [value for domain in domains.values() for value in domain]
        return self.random.sample(values, self.random.randint(0, len(values)))

    def some_in_set(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        some, is_in = self.some_values(domains), self.random.random() < 0.5
        number, is_exact = self.random.randint(0, len(names) + 1), self.random.random() < 0.5
        name = "SomeInSetConstraint" if is_in else "SomeNotInSetConstraint"

        def holds(of: Assignment) -> bool:
            found = sum((of[name] in some) == is_in for name in names)
            return found == number if is_exact else found >= number

        return (
            f"{name} {some} {number} {is_exact} {given}",
            lambda module: (getattr(module, name)(some, number, is_exact), given),
            holds,
        )

    def sum(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        kind, bound = self.random.choice(list(OPERATORS)), self.bound(domains)
        factors = None
        if self.random.random() < 0.5:
            # Multipliers that are missing leave variables out, and those without a variable do not count.
            number = max(1, len(names) + self.random.choice([-1, 0, 0, 0, 1]))
            factors = [self.random.choice([-2, -1, 1, 2, 3, 0.5]) for _ in range(number)]

        def holds(of: Assignment) -> bool:
            total = sum(of[name] * factor for name, factor in zip(names, factors or [1] * len(names)))
            return OPERATORS[kind](near(total), bound)

        return (
            f"{kind}Sum {bound} {factors} {given}",
            lambda module: (getattr(module, f"{kind}SumConstraint")(bound, factors), given),
            holds,
        )

    def variable_sum(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        _, names = self.scope(domains, 2)
        *summed, target = names
        kind = self.random.choice(list(OPERATORS))
        factors = [*(self.random.choice([-1, 1, 2]) for _ in summed), 1] if self.random.random() < 0.4 else None
        given = self.random.choice([None, names])

        def holds(of: Assignment) -> bool:
            total = sum(of[name] * factor for name, factor in zip(summed, factors or [1] * len(summed)))
            return OPERATORS[kind](near(total), of[target])

        return (
            f"Variable{kind}Sum {target} {summed} {factors} {given}",
            lambda module: (getattr(module, f"Variable{kind}SumConstraint")(target, summed, factors), given),
            holds,
        )

    def product(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        given, names = self.scope(domains)
        kind, bound = self.random.choice(list(OPERATORS)), self.bound(domains)
        return (
            f"{kind}Prod {bound} {given}",
            lambda module: (getattr(module, f"{kind}ProdConstraint")(bound), given),
            lambda of: OPERATORS[kind](near(math.prod(of[name] for name in names)), bound),
        )

    def variable_product(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        _, names = self.scope(domains, 2)
        *factors, target = names
        kind = self.random.choice(list(OPERATORS))
        given = self.random.choice([None, names])
        # The inequalities are not rounded.
        rounded = near if kind == "Exact" else lambda value: value
        return (
            f"Variable{kind}Prod {target} {factors} {given}",
            lambda module: (getattr(module, f"Variable{kind}ProdConstraint")(target, factors), given),
            lambda of: OPERATORS[kind](rounded(math.prod(of[name] for name in factors)), of[target]),
        )

    def function(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        """A function without a pattern, which also tells 1 and True apart."""
        given, names = self.scope(domains)
        salt, modulus = self.random.randint(0, 99), self.random.choice([2, 3])

        def scramble(*values: Any) -> int:
            return sum(ord(letter) * place for place, letter in enumerate(repr(values), salt)) % modulus

        def made(module: Any) -> tuple[Any, ...]:
            return (scramble if salt % 2 else module.FunctionConstraint(scramble)), given

        return f"function {salt} {modulus} {given}", made, lambda of: scramble(*(of[name] for name in names))

    def own(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        """A constraint class of a user."""
        given, names = self.scope(domains)
        limit = self.random.randint(1, len(names))

        def made(module: Any) -> tuple[Any, ...]:
            class AtMostNValues(module.Constraint):  # type: ignore[misc]
                def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
                    return len({assignments[name] for name in variables if name in assignments}) <= limit

            return AtMostNValues(), given

        return f"own {limit} {given}", made, lambda of: len({of[name] for name in names}) <= limit

    def equation(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        """Text about equality, for values of any kind."""
        names = list(domains)
        left, right = self.random.choice(names), self.random.choice(names)
        values = [value for domain in domains.values() for value in domain]
        some = self.random.sample(values, min(2, len(values)))
        words = any(isinstance(value, str) for value in domains[left])
        text = self.random.choice([
            f"{left} != {right} or {left} == {some[0]!r}", f"{left} in {some!r} or {right} == {some[-1]!r}",
            f"{left} not in {tuple(some)!r} and True", f"not ({left} == {right} and {right} == {some[0]!r})",
            f"{left} == {some[0]!r} if {right} == {some[-1]!r} else {left} != {some[0]!r}",
            f"len({left}) > 2 or {right} == {some[0]!r}" if words and not any(
                not isinstance(value, str) for value in domains[left]) else f"str({left}) < str({right}) or False",
        ])
        return f"text {text}", lambda module: (text,), lambda of: eval(text, {}, of)

    def numeric_text(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        """Text that python-constraint reads as one of its classes."""
        names = self.random.sample([str(name) for name in domains], self.random.randint(2, len(domains)))
        sign, symbol = self.random.choice("+*"), self.random.choice(["==", "<=", ">=", "<", ">"])
        compare: Callable[[Any, Any], Any] = {
            "==": operator.eq, "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
        }[symbol]

        def total(of: Assignment, some: Sequence[str]) -> Any:
            return sum(of[name] for name in some) if sign == "+" else math.prod(of[name] for name in some)

        if self.random.random() < 0.5 or (len(names) == 2 and sign == "*") or symbol in "<>":
            bound = self.random.choice([0, 2, -3, 0.3, 0.6, 1.5])
            text = f" {sign} ".join(names) + f" {symbol} {bound}"
            return f"text {text}", lambda module: (text,), lambda of: compare(near(total(of, names)), bound)
        *some, target = names
        text = f" {sign} ".join(some) + f" {symbol} {target}"
        # A single variable on either side: the right one is the sum, and rounded.
        if len(some) == 1:
            return f"text {text}", lambda module: (text,), lambda of: compare(of[some[0]], near(of[target]))
        rounded = near if sign == "+" or symbol == "==" else lambda value: value
        return f"text {text}", lambda module: (text,), lambda of: compare(rounded(total(of, some)), of[target])

    def text(self, domains: dict[Hashable, list[Any]]) -> tuple[str, Made, Predicate]:
        """Text about integers."""
        text = self.condition([str(name) for name in domains], 2)
        return f"text {text}", lambda module: (self.random_list(text),), lambda of: eval(text, {}, of)

    def random_list(self, text: str) -> Any:
        return [text] if len(text) % 2 else text

    def condition(self, names: list[str], depth: int) -> str:
        choose = self.random
        if depth == 0 or choose.random() < 0.4:
            symbols = ["==", "!=", "<", "<=", ">", ">="]
            parts = [self.number(names, 2), choose.choice(symbols), self.number(names, 2)]
            if choose.random() < 0.2:
                parts += [choose.choice(symbols), self.number(names, 1)]
            return choose.choice(["{}", "{}", "({})"]).format(" ".join(parts))
        left, right = self.condition(names, depth - 1), self.condition(names, depth - 1)
        return choose.choice([
            f"{left} and {right}", f"{left} or {right}", f"not ({left})", f"({left}) != ({right})",
            f"({left}) + ({right}) == 1", f"({left} if {right} else {self.condition(names, 0)})",
            f"{self.number(names, 1)} in [{self.number(names, 1)}, 2, -1]", f"{self.number(names, 1)} not in (0, 1, 3)",
        ])

    def number(self, names: list[str], depth: int) -> str:
        choose = self.random
        if depth == 0 or choose.random() < 0.3:
            return choose.choice([*names, *names, str(choose.randint(-3, 6)), "2.0 - 0.5"])
        left, right = self.number(names, depth - 1), self.number(names, depth - 1)
        integer = choose.choice(names)
        forms: list[str] = [
            f"{left} + {right}", f"({left} - {right})", f"{left} * {integer}", f"abs({left})", f"-{integer}",
            f"max({left}, {right})", f"min([{left}, {right}, 1])", f"sum([{left}, {right}])", f"{integer} ** 2",
            f"{integer} // {choose.choice([-3, -2, 2, 3])}", f"{integer} % {choose.choice([-3, 2, 3])}",
            f"({left} if {integer} > 0 else {right})", f"{integer} % ({choose.choice(names)} ** 2 + 1)",
            f"{integer} / 2", f"round({left})",
        ]
        return choose.choice(forms)
