//! Constraints that every solver of FlatZinc knows, and entries of arrays and optional tasks as MiniZinc leaves them to residua, with
//! their definitions.

use crate::flatzinc_oracle::file::Item;
use crate::natives::draft::{Cell, Draft, Holds, all, set, text};

type Make = fn(&'static str, &mut Draft) -> Item;

pub(super) const ROWS: &[(&str, Make)] = &[
    ("int_eq", |name, to| scalars(name, to, "ii", |v| v[0] == v[1])),
    ("int_ne", |name, to| scalars(name, to, "ii", |v| v[0] != v[1])),
    ("int_le", |name, to| scalars(name, to, "ii", |v| v[0] <= v[1])),
    ("int_lt", |name, to| scalars(name, to, "ii", |v| v[0] < v[1])),
    ("bool2int", |name, to| scalars(name, to, "bi", |v| v[0] == v[1])),
    ("int_plus", |name, to| scalars(name, to, "iii", |v| v[0] + v[1] == v[2])),
    ("int_minus", |name, to| scalars(name, to, "iii", |v| v[0] - v[1] == v[2])),
    ("int_times", |name, to| scalars(name, to, "iii", |v| v[0] * v[1] == v[2])),
    ("int_div", |name, to| scalars(name, to, "iii", |v| v[1] != 0 && v[0] / v[1] == v[2])),
    ("int_mod", |name, to| scalars(name, to, "iii", |v| v[1] != 0 && v[0] % v[1] == v[2])),
    ("int_pow", |name, to| scalars(name, to, "iii", |v| power(v[0], v[1]) == Some(v[2]))),
    ("int_pow_fixed", |name, to| scalars(name, to, "ini", |v| power(v[0], v[1]) == Some(v[2]))),
    ("int_min", |name, to| scalars(name, to, "iii", |v| v[0].min(v[1]) == v[2])),
    ("int_max", |name, to| scalars(name, to, "iii", |v| v[0].max(v[1]) == v[2])),
    ("int_abs", |name, to| scalars(name, to, "ii", |v| v[0].abs() == v[1])),
    ("bool_eq", |name, to| scalars(name, to, "bb", |v| v[0] == v[1])),
    ("bool_ne", |name, to| scalars(name, to, "bb", |v| v[0] != v[1])),
    ("bool_not", |name, to| scalars(name, to, "bb", |v| v[0] != v[1])),
    ("bool_le", |name, to| scalars(name, to, "bb", |v| v[0] <= v[1])),
    ("bool_lt", |name, to| scalars(name, to, "bb", |v| v[0] < v[1])),
    ("bool_and", |name, to| scalars(name, to, "bbb", |v| v[0] & v[1] == v[2])),
    ("bool_or", |name, to| scalars(name, to, "bbb", |v| v[0] | v[1] == v[2])),
    ("bool_xor", |name, to| scalars(name, to, "bbb", |v| v[0] ^ v[1] == v[2])),
    ("array_bool_and", |name, to| bools_and_one(name, to, |list, one| one == i64::from(!list.contains(&0)))),
    ("array_bool_or", |name, to| bools_and_one(name, to, |list, one| one == i64::from(list.contains(&1)))),
    ("array_bool_xor", odd),
    ("bool_clause", clause),
    ("set_in", member),
    ("int_lin_eq", |name, to| linear(name, to, false, |total, right| total == right)),
    ("int_lin_ne", |name, to| linear(name, to, false, |total, right| total != right)),
    ("int_lin_le", |name, to| linear(name, to, false, |total, right| total <= right)),
    ("bool_lin_eq", |name, to| linear(name, to, true, |total, right| total == right)),
    ("bool_lin_ne", |name, to| linear(name, to, true, |total, right| total != right)),
    ("bool_lin_le", |name, to| linear(name, to, true, |total, right| total <= right)),
    ("array_int_minimum", |name, to| extremum(name, to, |list| list.iter().copied().min())),
    ("array_int_maximum", |name, to| extremum(name, to, |list| list.iter().copied().max())),
    ("array_int_element", |name, to| element(name, to, Form { is_known: true, ..Form::default() })),
    ("array_var_int_element", |name, to| element(name, to, Form::default())),
    ("array_bool_element", |name, to| {
        element(name, to, Form { is_bool: true, is_known: true, ..Form::default() })
    }),
    ("array_var_bool_element", |name, to| element(name, to, Form { is_bool: true, ..Form::default() })),
    ("residua_int_element", |name, to| element(name, to, Form { is_shifted: true, ..Form::default() })),
    ("residua_bool_element", |name, to| {
        element(name, to, Form { is_shifted: true, is_bool: true, is_known: false })
    }),
    ("residua_int_element2d", |name, to| matrix(name, to, false)),
    ("residua_bool_element2d", |name, to| matrix(name, to, true)),
    ("residua_arg_max_int", |name, to| arg(name, to, false, |list| list.iter().max())),
    ("residua_arg_min_int", |name, to| arg(name, to, false, |list| list.iter().min())),
    ("residua_arg_max_bool", |name, to| arg(name, to, true, |list| list.iter().max())),
    ("residua_arg_min_bool", |name, to| arg(name, to, true, |list| list.iter().min())),
    ("fzn_if_then_else_int", |name, to| choice(name, to, true)),
    ("fzn_if_then_else_var_int", |name, to| choice(name, to, false)),
    ("residua_cumulative_opt", cumulative),
    ("residua_disjunctive_opt", |name, to| disjunctive(name, to, false)),
    ("residua_disjunctive_strict_opt", |name, to| disjunctive(name, to, true)),
];

fn item(name: &'static str, arguments: Vec<String>, holds: impl Fn(&[i64]) -> bool + 'static) -> Item {
    Item { name, arguments, holds: Box::new(holds) as Holds }
}

fn array(cells: &[Cell]) -> String {
    format!("[{}]", cells.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join(","))
}

fn numbers(numbers: &[i64]) -> String {
    format!("[{}]", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
}

/// `x^-n` is 1 div x^n, which is 0 but for 1 and -1, and nothing for 0.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match (base, exponent) {
        (_, 0..) => Some(base.pow(exponent as u32)),
        (0, _) => None,
        (1, _) => Some(1),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => Some(0),
    }
}

/// Integers `i`, Booleans `b`, and numbers `n`.
fn scalars(name: &'static str, to: &mut Draft, kinds: &str, holds: fn(&[i64]) -> bool) -> Item {
    let mut cells = Vec::new();
    for kind in kinds.chars() {
        cells.push(match kind {
            'b' => to.bool(),
            'n' => Cell::Known(to.pick(-2, 3)),
            _ => to.int(-3, 4),
        });
    }
    item(name, cells.iter().map(|&cell| text(cell)).collect(), move |values| holds(&all(&cells, values)))
}

fn bools_and_one(name: &'static str, to: &mut Draft, holds: fn(&[i64], i64) -> bool) -> Item {
    let count = to.pick(0, 3);
    let (list, one) = (to.bools(count), to.bool());
    item(name, vec![array(&list), text(one)], move |values| holds(&all(&list, values), one.of(values)))
}

fn odd(name: &'static str, to: &mut Draft) -> Item {
    let count = to.pick(0, 4);
    let list = to.bools(count);
    item(name, vec![array(&list)], move |values| all(&list, values).iter().sum::<i64>() % 2 == 1)
}

fn clause(name: &'static str, to: &mut Draft) -> Item {
    let [positive, negative] = [to.pick(0, 3), to.pick(0, 3)].map(|count| to.bools(count));
    item(name, vec![array(&positive), array(&negative)], move |values| {
        all(&positive, values).contains(&1) || all(&negative, values).contains(&0)
    })
}

fn member(name: &'static str, to: &mut Draft) -> Item {
    let (one, low) = (to.int(-3, 4), to.pick(-3, 3));
    let high = low + to.pick(-1, 3);
    let is_range = to.chance(40);
    let values_of = if is_range { (low..=high).collect() } else { to.set(-3, 4) };
    let written = if is_range { format!("{low}..{high}") } else { set(&values_of) };
    item(name, vec![text(one), written], move |values| values_of.contains(&one.of(values)))
}

fn linear(name: &'static str, to: &mut Draft, is_bool: bool, holds: fn(i64, i64) -> bool) -> Item {
    let count = to.pick(0, 4);
    let terms = if is_bool { to.bools(count) } else { to.ints(count, -2, 3) };
    let factors = to.numbers(count, -3, 3);
    let right = if to.chance(30) { to.int(-4, 6) } else { Cell::Known(to.pick(-5, 7)) };
    item(name, vec![numbers(&factors), array(&terms), text(right)], move |values| {
        let total = all(&terms, values).iter().zip(&factors).map(|(term, factor)| term * factor).sum();
        holds(total, right.of(values))
    })
}

fn extremum(name: &'static str, to: &mut Draft, best: fn(&[i64]) -> Option<i64>) -> Item {
    let count = to.pick(1, 4);
    let (list, result) = (to.ints(count, -2, 3), to.int(-2, 3));
    item(name, vec![text(result), array(&list)], move |values| {
        best(&all(&list, values)) == Some(result.of(values))
    })
}

/// What the entries of an array are.
#[derive(Clone, Copy, Default)]
struct Form {
    is_bool: bool,
    is_known: bool,
    /// Whether the first index is an argument.
    is_shifted: bool,
}

fn element(name: &'static str, to: &mut Draft, form: Form) -> Item {
    let (count, first) = (to.pick(1, 4), if form.is_shifted { to.first() } else { 1 });
    let list = match (form.is_bool, form.is_known) {
        (true, true) => (0..count).map(|_| Cell::Truth(to.chance(50))).collect(),
        (true, false) => to.bools(count),
        (false, true) => to.numbers(count, -2, 3).into_iter().map(Cell::Known).collect(),
        (false, false) => to.ints(count, -2, 3),
    };
    let index = to.int(first - 1, first + count);
    let entry = if form.is_bool { to.bool() } else { to.int(-2, 3) };
    let mut arguments = vec![text(index), array(&list), text(entry)];
    if form.is_shifted {
        arguments.insert(1, first.to_string());
    }
    item(name, arguments, move |values| {
        let at = usize::try_from(index.of(values) - first).ok();
        at.and_then(|at| list.get(at)).is_some_and(|own| own.of(values) == entry.of(values))
    })
}

fn matrix(name: &'static str, to: &mut Draft, is_bool: bool) -> Item {
    let ([rows, columns], [top, left]) = ([to.pick(1, 3), to.pick(1, 2)], [to.first(), to.first()]);
    let list = if is_bool { to.bools(rows * columns) } else { to.ints(rows * columns, -1, 1) };
    let [row, column] = [to.int(top - 1, top + rows), to.int(left - 1, left + columns)];
    let entry = if is_bool { to.bool() } else { to.int(-1, 1) };
    let [tall, wide] = [format!("{top}..{}", top + rows - 1), format!("{left}..{}", left + columns - 1)];
    let arguments = vec![text(row), text(column), tall, wide, array(&list), text(entry)];
    item(name, arguments, move |values| {
        let (row, column) = (row.of(values) - top, column.of(values) - left);
        (0..rows).contains(&row)
            && (0..columns).contains(&column)
            && list[(row * columns + column) as usize].of(values) == entry.of(values)
    })
}

fn arg(name: &'static str, to: &mut Draft, is_bool: bool, best: fn(&[i64]) -> Option<&i64>) -> Item {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = if is_bool { to.bools(count) } else { to.ints(count, -1, 2) };
    let index = to.int(first - 1, first + count);
    item(name, vec![array(&list), first.to_string(), text(index)], move |values| {
        let list = all(&list, values);
        let at = list.iter().position(|value| Some(value) == best(&list));
        at.is_some_and(|at| at as i64 + first == index.of(values))
    })
}

fn choice(name: &'static str, to: &mut Draft, is_known: bool) -> Item {
    let count = to.pick(1, 3);
    let mut conditions = to.bools(count);
    conditions.push(Cell::Truth(true));
    let choices = if is_known {
        to.numbers(count + 1, -1, 2).into_iter().map(Cell::Known).collect()
    } else {
        to.ints(count + 1, -1, 2)
    };
    let result = to.int(-1, 3);
    item(name, vec![array(&conditions), array(&choices), text(result)], move |values| {
        let at = all(&conditions, values).iter().position(|&holds| holds == 1);
        at.is_some_and(|at| choices[at].of(values) == result.of(values))
    })
}

fn cumulative(name: &'static str, to: &mut Draft) -> Item {
    let count = to.pick(1, 3);
    let (present, starts) = (to.bools(count), to.ints(count, -1, 3));
    let (durations, demands) = (to.ints(count, 0, 3), to.ints(count, 0, 3));
    let capacity = to.int(0, 4);
    let lists = [&present, &starts, &durations, &demands].map(|list| array(list));
    let arguments = lists.into_iter().chain([text(capacity)]).collect();
    item(name, arguments, move |values| {
        let [present, starts, durations, demands] =
            [&present, &starts, &durations, &demands].map(|list| all(list, values));
        let runs = |at: usize, time: i64| {
            present[at] == 1 && starts[at] <= time && time < starts[at] + durations[at]
        };
        let used =
            |time: i64| (0..starts.len()).filter(|&at| runs(at, time)).map(|at| demands[at]).sum::<i64>();
        // MiniZinc asks for durations and demands that are not negative.
        let is_sound = durations.iter().chain(&demands).all(|&number| number >= 0);
        is_sound && (-5..12).all(|time| used(time) <= capacity.of(values))
    })
}

fn disjunctive(name: &'static str, to: &mut Draft, is_strict: bool) -> Item {
    let count = to.pick(1, 3);
    let (present, starts, durations) = (to.bools(count), to.ints(count, -1, 3), to.ints(count, 0, 3));
    let arguments = [&present, &starts, &durations].map(|list| array(list)).to_vec();
    item(name, arguments, move |values| {
        let [present, starts, durations] = [&present, &starts, &durations].map(|list| all(list, values));
        let are_apart = |a: usize, b: usize| {
            present[a] == 0
                || present[b] == 0
                || !is_strict && (durations[a] == 0 || durations[b] == 0)
                || starts[a] + durations[a] <= starts[b]
                || starts[b] + durations[b] <= starts[a]
        };
        let is_sound = durations.iter().all(|&duration| duration >= 0);
        is_sound && (0..starts.len()).all(|a| (0..a).all(|b| are_apart(a, b)))
    })
}
