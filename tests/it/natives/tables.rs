//! Tables, automata, diagrams, entries of arrays, and the forms of comparisons.

use crate::natives::Row;
use crate::natives::draft::{Cell, Draft, Instance, all, array, cells, instance, matrix, numbers, set, text};

pub(crate) const ROWS: &[Row] = &[
    ("table", "table", table),
    ("table_bool", "table", table_bool),
    ("regular", "regular", |to| regular(to, false)),
    ("regular_set", "regular", |to| regular(to, true)),
    ("regular_nfa", "regular_nfa", |to| regular_nfa(to, false)),
    ("regular_nfa_set", "regular_nfa", |to| regular_nfa(to, true)),
    ("mdd", "mdd", mdd),
    ("element", "", |to| element(to, false)),
    ("element_bool", "", |to| element(to, true)),
    ("element2d", "", |to| element2d(to, false)),
    ("element2d_bool", "", |to| element2d(to, true)),
    ("arg_max", "arg_max", |to| arg(to, "arg_max", false, |list| list.iter().max())),
    ("arg_min", "globals", |to| arg(to, "arg_min", false, |list| list.iter().min())),
    ("arg_max_bool", "arg_max", |to| arg(to, "arg_max", true, |list| list.iter().max())),
    ("arg_min_bool", "globals", |to| arg(to, "arg_min", true, |list| list.iter().min())),
    ("max", "", |to| extremum(to, "max", |list| list.iter().max())),
    ("min", "", |to| extremum(to, "min", |list| list.iter().min())),
    ("if_then_else", "", choice),
    ("pow", "", power),
    ("clause", "", clause),
    ("comparison", "", comparison),
    ("linear", "", linear),
];

fn rows(to: &mut Draft, width: i64, low: i64, high: i64) -> Vec<Vec<i64>> {
    (0..to.pick(1, 5)).map(|_| to.numbers(width, low, high)).collect()
}

fn table(to: &mut Draft) -> Instance {
    let (width, first) = (to.pick(1, 4), to.first());
    let (list, rows) = (to.ints(width, -1, 1), rows(to, width, -1, 1));
    let entries: Vec<String> = rows.iter().flatten().map(ToString::to_string).collect();
    let text = format!("table({},{})", cells(first, &list), matrix(to.first(), first, width, &entries));
    instance(text, move |values| rows.contains(&all(&list, values)))
}

fn table_bool(to: &mut Draft) -> Instance {
    let (width, first) = (to.pick(1, 4), to.first());
    let (list, rows) = (to.bools(width), rows(to, width, 0, 1));
    let entries: Vec<String> = rows.iter().flatten().map(|&entry| (entry == 1).to_string()).collect();
    let text = format!("table({},{})", cells(first, &list), matrix(to.first(), first, width, &entries));
    instance(text, move |values| rows.contains(&all(&list, values)))
}

/// The symbols of an automaton, their first one and how many, and as they are written.
fn symbols(to: &mut Draft, is_set: bool) -> (i64, i64, String) {
    let count = to.pick(1, 3);
    if !is_set {
        return (1, count, count.to_string());
    }
    let first = to.first();
    (first, count, format!("{first}..{}", first + count - 1))
}

fn regular(to: &mut Draft, is_set: bool) -> Instance {
    let (states, (first, count, symbols)) = (to.pick(1, 3), symbols(to, is_set));
    let length = to.pick(1, 4);
    let low = first - i64::from(to.chance(20));
    let list = to.ints(length, low, first + count - 1);
    let moves = to.numbers(states * count, 0, states);
    let (start, ends) = (to.pick(1, states), to.set(1, states));
    let written: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let text = format!(
        "regular({},{states},{symbols},{},{start},{})",
        cells(to.first(), &list),
        matrix(1, first, count, &written),
        set(&ends)
    );
    instance(text, move |values| {
        let mut state = start;
        for value in all(&list, values) {
            if state == 0 || !(first..first + count).contains(&value) {
                return false;
            }
            state = moves[((state - 1) * count + value - first) as usize];
        }
        ends.contains(&state)
    })
}

fn regular_nfa(to: &mut Draft, is_set: bool) -> Instance {
    let (states, (first, count, symbols)) = (to.pick(1, 3), symbols(to, is_set));
    let length = to.pick(1, 4);
    let low = first - i64::from(to.chance(20));
    let list = to.ints(length, low, first + count - 1);
    let moves: Vec<Vec<i64>> = (0..states * count).map(|_| to.set(1, states)).collect();
    let (start, ends) = (to.pick(1, states), to.set(1, states));
    let written: Vec<String> = moves.iter().map(|to| set(to)).collect();
    let text = format!(
        "regular_nfa({},{states},{symbols},{},{start},{})",
        cells(to.first(), &list),
        matrix(1, first, count, &written),
        set(&ends)
    );
    instance(text, move |values| {
        let mut reached = vec![start];
        for value in all(&list, values) {
            if !(first..first + count).contains(&value) {
                return false;
            }
            let next = |&state: &i64| moves[((state - 1) * count + value - first) as usize].clone();
            reached = reached.iter().flat_map(next).collect();
        }
        reached.iter().any(|state| ends.contains(state))
    })
}

fn mdd(to: &mut Draft) -> Instance {
    let length = to.pick(1, 3);
    let list = to.ints(length, -1, 1);
    // Nodes of each level, from 1 on; behind the last one there is only the end, 0.
    let mut levels = vec![vec![1]];
    let mut count = 1;
    for _ in 1..length {
        let width = to.pick(1, 2);
        levels.push((count + 1..=count + width).collect());
        count += width;
    }
    let mut edges: Vec<(i64, Vec<i64>, i64)> = Vec::new();
    for (at, nodes) in levels.iter().enumerate() {
        for &node in nodes {
            for value in -1..=1 {
                if to.chance(70) {
                    let end = levels.get(at + 1).map_or(0, |next| to.one_of(next));
                    match edges.iter_mut().find(|edge| (edge.0, edge.2) == (node, end)) {
                        Some(edge) => edge.1.push(value),
                        None => edges.push((node, vec![value], end)),
                    }
                }
            }
        }
    }
    if edges.is_empty() {
        edges.push((1, vec![5], levels.get(1).map_or(0, |next| next[0])));
    }
    let level: Vec<i64> = (1..).zip(&levels).flat_map(|(at, nodes)| nodes.iter().map(move |_| at)).collect();
    let [from, ends] = [0, 2].map(|part| -> Vec<i64> {
        edges.iter().map(|edge| if part == 0 { edge.0 } else { edge.2 }).collect()
    });
    let text = format!(
        "mdd({},{count},{},{},{},{},{})",
        cells(1, &list),
        numbers(1, &level),
        edges.len(),
        numbers(1, &from),
        array(1, edges.iter().map(|edge| set(&edge.1))),
        numbers(1, &ends)
    );
    instance(text, move |values| {
        let mut node = 1;
        for value in all(&list, values) {
            let edge = edges.iter().find(|edge| edge.0 == node && edge.1.contains(&value));
            let Some(edge) = edge else { return false };
            node = edge.2;
        }
        true
    })
}

fn element(to: &mut Draft, is_bool: bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = if is_bool { to.bools(count) } else { to.ints(count, -1, 2) };
    let index = to.int(first - 1, first + count);
    let entry = if is_bool { to.bool() } else { to.int(-1, 2) };
    let text = format!("{}[{}] = {}", cells(first, &list), text(index), text(entry));
    instance(text, move |values| {
        let at = usize::try_from(index.of(values) - first).ok();
        match at.and_then(|at| list.get(at)) {
            Some(own) => own.of(values) == entry.of(values),
            // A Boolean that is not there is false; an integer that is not there is not equal to anything.
            None => is_bool && entry.of(values) == 0,
        }
    })
}

fn element2d(to: &mut Draft, is_bool: bool) -> Instance {
    let ([rows, columns], [top, left]) = ([to.pick(1, 3), to.pick(1, 3)], [to.first(), to.first()]);
    let list = if is_bool { to.bools(rows * columns) } else { to.ints(rows * columns, -1, 1) };
    let [row, column] = [to.int(top - 1, top + rows), to.int(left - 1, left + columns)];
    let entry = if is_bool { to.bool() } else { to.int(-1, 1) };
    let written: Vec<String> = list.iter().map(|&cell| text(cell)).collect();
    let text =
        format!("{}[{},{}] = {}", matrix(top, left, columns, &written), text(row), text(column), text(entry));
    instance(text, move |values| {
        let (row, column) = (row.of(values) - top, column.of(values) - left);
        if (0..rows).contains(&row) && (0..columns).contains(&column) {
            list[(row * columns + column) as usize].of(values) == entry.of(values)
        } else {
            is_bool && entry.of(values) == 0
        }
    })
}

fn arg(to: &mut Draft, name: &str, is_bool: bool, best: fn(&[i64]) -> Option<&i64>) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = if is_bool { to.bools(count) } else { to.ints(count, -1, 2) };
    let index = to.int(first - 1, first + count);
    let text = format!("{} = {name}({})", text(index), cells(first, &list));
    instance(text, move |values| {
        let list = all(&list, values);
        let at = list.iter().position(|value| Some(value) == best(&list));
        at.is_some_and(|at| at as i64 + first == index.of(values))
    })
}

fn extremum(to: &mut Draft, name: &str, best: fn(&[i64]) -> Option<&i64>) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, result) = (to.ints(count, -2, 2), to.int(-2, 3));
    let text = format!("{} = {name}({})", text(result), cells(first, &list));
    instance(text, move |values| best(&all(&list, values)) == Some(&result.of(values)))
}

fn choice(to: &mut Draft) -> Instance {
    let count = to.pick(1, 3);
    let (conditions, choices) = (to.bools(count), to.ints(count + 1, -1, 2));
    let result = to.int(-1, 3);
    let branch =
        |(condition, choice): (&Cell, &Cell)| format!("if {} then {}", text(*condition), text(*choice));
    let branches: Vec<String> = conditions.iter().zip(&choices).map(branch).collect();
    let written = branches.join(" else") + " ";
    let last = choices[count as usize];
    let text = format!("{} = {written}else {} endif", text(result), text(last));
    instance(text, move |values| {
        let chosen = conditions.iter().zip(&choices).find(|(condition, _)| condition.of(values) == 1);
        chosen.map_or(last, |(_, &choice)| choice).of(values) == result.of(values)
    })
}

/// Without exponents below 0: MiniZinc has 0 for the power of -1 to one of them.
fn power(to: &mut Draft) -> Instance {
    let (base, exponent, result) = (to.int(-2, 3), to.pick(0, 3), to.int(-8, 9));
    let text = format!("{} = pow({},{exponent})", text(result), text(base));
    instance(text, move |values| base.of(values).pow(exponent as u32) == result.of(values))
}

fn clause(to: &mut Draft) -> Instance {
    let [positive, negative] = [to.pick(0, 3), to.pick(0, 3)].map(|count| to.bools(count));
    let [these, those] = [&positive, &negative].map(|list| cells(to.first(), list));
    instance(format!("clause({these},{those})"), move |values| {
        positive.iter().any(|cell| cell.of(values) == 1) || negative.iter().any(|cell| cell.of(values) == 0)
    })
}

fn compares(sign: &str, left: i64, right: i64) -> bool {
    match sign {
        "=" => left == right,
        "!=" => left != right,
        "<=" => left <= right,
        "<" => left < right,
        ">=" => left >= right,
        _ => left > right,
    }
}

const SIGNS: [&str; 6] = ["=", "!=", "<=", "<", ">=", ">"];

fn comparison(to: &mut Draft) -> Instance {
    let [left, right] = [to.int(-2, 3), to.int(-2, 3)];
    let sign = to.one_of(&SIGNS);
    if to.chance(20) {
        let set_of = to.set(-3, 3);
        let text = format!("{} in {}", text(left), set(&set_of));
        return instance(text, move |values| set_of.contains(&left.of(values)));
    }
    let text = format!("{} {sign} {}", text(left), text(right));
    instance(text, move |values| compares(sign, left.of(values), right.of(values)))
}

fn linear(to: &mut Draft) -> Instance {
    let count = to.pick(2, 4);
    let (terms, factors) = (to.ints(count, -2, 2), to.numbers(count, -3, 3));
    let (sign, right) = (to.one_of(&SIGNS), to.pick(-6, 6));
    let term = |(&term, factor): (&Cell, &i64)| format!("({factor})*{}", text(term));
    let sum: Vec<String> = terms.iter().zip(&factors).map(term).collect();
    instance(format!("{} {sign} {right}", sum.join(" + ")), move |values| {
        let total = terms.iter().zip(&factors).map(|(term, factor)| term.of(values) * factor).sum();
        compares(sign, total, right)
    })
}
