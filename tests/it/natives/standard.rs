//! Promise: FlatZinc with the signatures that MiniZinc's own library has, without offsets, means what it does there.
//!
//! Random small arguments, some of them known and some of them the same variable, as a constraint, as a condition and as half of one:
//! the solutions are those of the definition. `RESIDUA_CASES` says of how many each.

use std::collections::BTreeSet;

use residua_flatzinc::Problem;

use crate::natives::draft::{self, Cell, Draft, Holds, Var, all, text};

/// Arguments, written as FlatZinc, and for which values of the variables the constraint holds.
type Case = (String, Holds);

type Row = (&'static str, fn(&mut Draft) -> Case);

const ROWS: &[Row] = &[
    ("fzn_circuit", |to| of_nodes(to, |nodes| is_one_cycle(nodes, false))),
    ("fzn_subcircuit", |to| of_nodes(to, |nodes| is_one_cycle(nodes, true))),
    ("fzn_symmetric_all_different", |to| of_nodes(to, |nodes| is_inverse(nodes, nodes, false))),
    ("fzn_inverse", |to| inverse(to, false)),
    ("fzn_inverse_in_range", |to| inverse(to, true)),
    ("fzn_arg_sort_int", arg_sort),
    ("fzn_maximum_arg_int", |to| extremum(to, false, |best, other| other > best)),
    ("fzn_arg_max_int", |to| extremum(to, false, |best, other| other > best)),
    ("fzn_minimum_arg_int", |to| extremum(to, false, |best, other| other < best)),
    ("fzn_arg_min_int", |to| extremum(to, false, |best, other| other < best)),
    ("fzn_maximum_arg_bool", |to| extremum(to, true, |best, other| other > best)),
    ("fzn_arg_max_bool", |to| extremum(to, true, |best, other| other > best)),
    ("fzn_minimum_arg_bool", |to| extremum(to, true, |best, other| other < best)),
    ("fzn_arg_min_bool", |to| extremum(to, true, |best, other| other < best)),
    ("fzn_bin_packing_load", |to| packing(to, true)),
    ("fzn_bin_packing_capa", |to| packing(to, false)),
];

fn list(cells: &[Cell]) -> String {
    format!("[{}]", cells.iter().map(|&cell| text(cell)).collect::<Vec<_>>().join(","))
}

/// The entry at a place, counted from 1.
fn entry(list: &[i64], place: i64) -> Option<i64> {
    usize::try_from(place - 1).ok().and_then(|at| list.get(at)).copied()
}

fn is_inverse(list: &[i64], back: &[i64], is_partial: bool) -> bool {
    let leads_back = |from: &[i64], to: &[i64]| {
        (1..).zip(from).all(|(at, &value)| entry(to, value).map_or(is_partial, |other| other == at))
    };
    leads_back(list, back) && leads_back(back, list)
}

/// Whether all nodes, or all those that do not lead to themselves, are one cycle.
fn is_one_cycle(nodes: &[i64], some_may_stay: bool) -> bool {
    let moves = |place: i64| !some_may_stay || entry(nodes, place) != Some(place);
    let moved: Vec<i64> = (1..=nodes.len() as i64).filter(|&place| moves(place)).collect();
    let Some(&start) = moved.first() else { return true };
    let mut way = BTreeSet::new();
    let mut place = start;
    while way.insert(place) {
        match entry(nodes, place) {
            Some(next) if next != place => place = next,
            _ => return false,
        }
    }
    place == start && way.len() == moved.len()
}

fn of_nodes(to: &mut Draft, holds: fn(&[i64]) -> bool) -> Case {
    let count = to.pick(0, 4);
    let low = i64::from(!to.chance(20));
    let nodes = to.ints(count, low, count.max(1));
    (list(&nodes), Box::new(move |values| holds(&all(&nodes, values))))
}

fn inverse(to: &mut Draft, is_partial: bool) -> Case {
    let count = to.pick(0, 3);
    let other = if is_partial { to.pick(0, 3) } else { count };
    let (one, back) = (to.ints(count, 0, other.max(1)), to.ints(other, 0, count.max(1)));
    let text = format!("{},{}", list(&one), list(&back));
    (text, Box::new(move |values| is_inverse(&all(&one, values), &all(&back, values), is_partial)))
}

fn arg_sort(to: &mut Draft) -> Case {
    // Of one value MiniZinc's definition does not say where it is.
    let count = to.pick(2, 3);
    let (one, places) = (to.ints(count, -1, 2), to.ints(count, 0, count));
    let text = format!("{},{}", list(&one), list(&places));
    (
        text,
        Box::new(move |values| {
            let one = all(&one, values);
            let mut expected: Vec<i64> = (1..=count).collect();
            expected.sort_by_key(|&place| (entry(&one, place), place));
            expected == all(&places, values)
        }),
    )
}

/// The first of the best ones.
fn extremum(to: &mut Draft, is_bool: bool, is_better: fn(i64, i64) -> bool) -> Case {
    let count = to.pick(1, 4);
    let one = if is_bool { to.bools(count) } else { to.ints(count, -1, 2) };
    let index = to.int(0, count + 1);
    let written = format!("{},{}", list(&one), text(index));
    (
        written,
        Box::new(move |values| {
            let one = all(&one, values);
            let best = (1..=count)
                .find(|&place| {
                    let own = one[place as usize - 1];
                    one.iter().all(|&other| !is_better(own, other))
                        && one[..place as usize - 1].iter().all(|&other| other != own)
                })
                .expect("one is the best");
            index.of(values) == best
        }),
    )
}

fn packing(to: &mut Draft, has_loads: bool) -> Case {
    let (count, items) = (to.pick(1, 3), to.pick(1, 3));
    let (bins, sizes) = (to.ints(items, 0, count + 1), to.numbers(items, 0, 3));
    let rooms = if has_loads {
        to.ints(count, 0, 5)
    } else {
        to.numbers(count, 0, 5).into_iter().map(Cell::Known).collect()
    };
    let known: Vec<Cell> = sizes.iter().map(|&size| Cell::Known(size)).collect();
    let text = format!("{},{},{}", list(&rooms), list(&bins), list(&known));
    (
        text,
        Box::new(move |values| {
            let (bins, rooms) = (all(&bins, values), all(&rooms, values));
            let load = |bin: i64| -> i64 {
                bins.iter().zip(&sizes).filter(|(own, _)| **own == bin).map(|(_, size)| size).sum()
            };
            let fits = |(bin, &room)| if has_loads { load(bin) == room } else { load(bin) <= room };
            bins.iter().all(|&bin| (1..=count).contains(&bin)) && (1..).zip(&rooms).all(fits)
        }),
    )
}

/// The values of the variables in the solutions of a file that has that constraint.
fn found(declared: &str, constraint: &str, count: usize) -> BTreeSet<Vec<i64>> {
    let text = format!("{declared}constraint {constraint};\nsolve satisfy;\n");
    let problem = Problem::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut found = BTreeSet::new();
    for solution in problem.model.search().project(problem.shown()).solutions() {
        let mut printed = String::new();
        problem.print(&solution, &mut printed);
        let value = |at: usize| {
            let begin = format!("x{at} = ");
            let line = printed.lines().find_map(|line| line.strip_prefix(&begin)).expect("it is printed");
            match line.trim_end_matches(';') {
                "true" => 1,
                "false" => 0,
                number => number.parse().expect("a number"),
            }
        };
        assert!(found.insert((0..count).map(value).collect()), "twice: {printed}\n{text}");
    }
    found
}

#[test]
fn signatures_without_offsets_mean_what_they_say() {
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(30);
    let (mut tried, mut satisfied) = (0, 0);
    for (at, (name, make)) in (0..).zip(ROWS) {
        for seed in 0..cases {
            let mut draft = Draft::new(seed * 1000 + at);
            let (arguments, holds) = make(&mut draft);
            let Cell::Var(truth) = draft.fresh_bool() else { panic!("it is a variable") };
            let declared = (0..).zip(&draft.vars).map(|(at, var): (usize, &Var)| {
                let values = if var.is_bool { "bool".to_owned() } else { draft::set(&var.values) };
                format!("var {values}: x{at} :: output_var;\n")
            });
            let declared: String = declared.collect();
            let mut assignments = vec![Vec::new()];
            for var in &draft.vars {
                let with = |values: &Vec<i64>| {
                    let values = values.clone();
                    var.values.iter().map(move |&value| [&values[..], &[value]].concat())
                };
                assignments = assignments.iter().flat_map(with).collect();
            }
            let forms = [
                (format!("{name}({arguments})"), None),
                (format!("{name}_reif({arguments},x{truth})"), Some(false)),
                (format!("{name}_imp({arguments},x{truth})"), Some(true)),
            ];
            for (constraint, is_half) in forms {
                let is_solution = |values: &&Vec<i64>| match is_half {
                    None => holds(values),
                    Some(false) => holds(values) == (values[truth] == 1),
                    Some(true) => values[truth] == 0 || holds(values),
                };
                let expected: BTreeSet<Vec<i64>> = assignments.iter().filter(is_solution).cloned().collect();
                satisfied += usize::from(!expected.is_empty());
                tried += 1;
                let found = found(&declared, &constraint, draft.vars.len());
                assert_eq!(found, expected, "case {seed}\n{declared}constraint {constraint};");
            }
        }
    }
    assert!(tried == 3 * ROWS.len() * cases as usize && satisfied * 2 > tried, "{satisfied} of {tried}");
}

/// Where a file leaves the bounds to the constraint.
#[test]
fn signatures_without_offsets_bound_variables() {
    for constraint in ["fzn_circuit([x,y])", "fzn_inverse([x,y],[y,x])", "fzn_maximum_arg_int([1,1,2],x)"] {
        let text = format!(
            "var int: x :: output_var;\nvar 1..2: y :: output_var;\nconstraint {constraint};\nsolve satisfy;\n"
        );
        let problem = Problem::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(problem.is_bounded(), "{text}");
    }
}
