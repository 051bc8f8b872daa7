"""Queens, and random expressions and conditions with their meaning, for the tests of models."""

import residua_cp as rs


def queens(n):
    model = rs.Model()
    x = model.int_vars("q", n, 0, n - 1)
    model.add(rs.all_different(x), rs.all_different(x[i] + i for i in range(n)), rs.all_different(x[i] - i for i in range(n)))
    return model, x


def trunc(x, y):
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


class Undefined(Exception):
    pass


def random_expression(r, xs, depth):
    """An expression, and its value where the variables have these values."""
    if depth == 0 or r.random() < 0.2:
        if r.random() < 0.3:
            number = r.randint(-3, 3)
            return number, lambda v: number
        place = r.randrange(len(xs))
        return xs[place], lambda v: v[place]
    kind = r.choice(["+", "-", "*", "//", "%", "abs", "neg", "max", "if", "truth", "at"])
    x, f = random_expression(r, xs, depth - 1)
    y, g = random_expression(r, xs, depth - 1)
    if kind == "+":
        return x + y, lambda v: f(v) + g(v)
    if kind == "-":
        return x - y, lambda v: f(v) - g(v)
    if kind == "*":
        return x * y, lambda v: f(v) * g(v)
    if kind in ("//", "%") and not (isinstance(x, int) and isinstance(y, int)):

        def divided(v):
            a, b = f(v), g(v)
            if b == 0:
                raise Undefined
            return trunc(a, b) if kind == "//" else a - b * trunc(a, b)

        return (x // y if kind == "//" else x % y), divided
    if kind == "abs":
        return abs(x), lambda v: abs(f(v))
    if kind == "max":
        return rs.max_of(x, y), lambda v: max(f(v), g(v))
    if kind == "if":
        c, holds = random_condition(r, xs, depth - 1)

        def chosen(v):
            return f(v) if holds(v) else g(v)

        return rs.if_then_else(c, x, y), chosen
    if kind == "truth":
        c, holds = random_condition(r, xs, depth - 1)
        return c + x, lambda v: int(holds(v)) + f(v)
    if kind == "at":

        def entry(v):
            entries, index = [f(v), 2, g(v)], v[0]
            if not 0 <= index < 3:
                raise Undefined
            return entries[index]

        return rs.at([x, 2, y], xs[0]), entry
    return -x, lambda v: -f(v)


def random_condition(r, xs, depth):
    """A condition, and whether it holds where the variables have these values."""
    if depth > 0 and r.random() < 0.5:
        kind = r.choice("&|^~i=")
        x, f = random_condition(r, xs, depth - 1)
        y, g = random_condition(r, xs, depth - 1)
        return {
            "&": lambda: (x & y, lambda v: f(v) and g(v)),
            "|": lambda: (x | y, lambda v: f(v) or g(v)),
            "^": lambda: (x ^ y, lambda v: f(v) != g(v)),
            "~": lambda: (~x, lambda v: not f(v)),
            "i": lambda: (x.implies(y), lambda v: not f(v) or g(v)),
            "=": lambda: (x == y, lambda v: f(v) == g(v)),
        }[kind]()
    left, f = random_expression(r, xs, depth)
    right, g = random_expression(r, xs, depth)
    if isinstance(left, int):
        left = left + 0 * xs[0]
    operator = r.choice(["==", "!=", "<", "<=", ">", ">="])
    made = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}

    def holds(v):
        try:
            a, b = f(v), g(v)
        except Undefined:
            return False
        return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]

    return made[operator], holds
