//! Promise: what a file of FlatZinc says, with constants, repeated variables and known Booleans anywhere, in any form of any constraint, is
//! answered as by brute force over the constraints of the file: its solutions, their number, the values that are left, what clashes,
//! and why.
//!
//! `RESIDUA_CASES=100000 cargo test --release -p residua-tests --test it flatzinc_oracle` tries a hundred thousand files.
//!
//! | file | holds |
//! |---|---|
//! | `file.rs` | random files |
//! | `builtins.rs` | constraints that every solver knows, with their definitions |
//! | `large_file.rs` | random files with numbers beyond 32 bits |
//! | `large.rs` | their answers |
//! | `flat.rs` | those of MiniZinc's library, with the definitions of `natives` |

mod builtins;
pub(crate) mod file;
mod flat;
mod large;
mod large_file;

use std::collections::BTreeSet;

use residua::inspect::Justification;
use residua::model::{ConstraintId, IntAtom};
use residua::search::Limits;
use residua_flatzinc::{Problem, Term, Trace};

use crate::flatzinc_oracle::file::{File, Line};

/// Values of all variables of a file.
type Assignment = Vec<i64>;

fn assignments(file: &File) -> Vec<Assignment> {
    let mut all = vec![Vec::new()];
    for values in &file.domains {
        let with = |head: &Assignment| {
            let head = head.clone();
            values.iter().map(move |&value| [&head[..], &[value]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// What the output shows of an assignment.
fn shown(file: &File, assignment: &Assignment) -> Assignment {
    let shown = assignment.iter().zip(&file.is_introduced).filter(|(_, is_introduced)| !**is_introduced);
    shown.map(|(&value, _)| value).collect()
}

/// What is wrong with the answers for a file.
fn mistakes(file: &File) -> Vec<String> {
    let (problem, trace) = match Problem::read_traced(&file.text) {
        Ok(read) => read,
        Err(error) => return vec![format!("refused: {error}")],
    };
    let all = assignments(file);
    let holds: Vec<u32> = all
        .iter()
        .map(|values| {
            let lines = file.lines.iter().enumerate();
            lines.filter(|(_, line)| (line.holds)(values)).fold(0, |bits, (at, _)| bits | 1 << at)
        })
        .collect();
    let every = (1u32 << file.lines.len()) - 1;
    let solutions: BTreeSet<Assignment> = all
        .iter()
        .zip(&holds)
        .filter(|(_, bits)| **bits == every)
        .map(|(values, _)| shown(file, values))
        .collect();
    let mut wrong = Vec::new();
    let mut expect = |what: &str, is_right: bool, found: &dyn Fn() -> String| {
        if !is_right {
            wrong.push(format!("{what}: {}", found()));
        }
    };

    for (way, problem) in [("traced", &problem), ("plain", &Problem::read(&file.text).expect("read before"))]
    {
        let found = printed(file, problem);
        expect("solutions", found == solutions, &|| {
            let (lost, invented) = (solutions.difference(&found).next(), found.difference(&solutions).next());
            format!(
                "{way}: {} in place of {}, lost {lost:?}, invented {invented:?}",
                found.len(),
                solutions.len()
            )
        });
    }

    let limits = Limits::none();
    let counted = problem.model.inspect().over(problem.shown()).limits(&limits).counter().count();
    expect(
        "count",
        counted.is_exact() && counted.number().to_u128() == Some(solutions.len() as u128),
        &|| format!("{counted:?} and not {}", solutions.len()),
    );

    let inspection = problem.model.inspect().over(problem.shown()).limits(&limits).run();
    match &inspection.residual {
        None => expect("residual", solutions.is_empty(), &|| "none".to_owned()),
        Some(residual) => {
            let of = |var: usize| -> BTreeSet<i64> { solutions.iter().map(|values| values[var]).collect() };
            let outputs = (0..file.domains.len()).filter(|&var| !file.is_introduced[var]);
            for (at, var) in outputs.enumerate() {
                let Some(term) = trace.term(&format!("x{var}")) else { continue };
                let left: BTreeSet<i64> = match term {
                    Term::Number(number) => [number].into(),
                    Term::Known(known) => [i64::from(known)].into(),
                    Term::View(view) => {
                        residual.domain(view.var).iter().map(|value| view.apply(value)).collect()
                    }
                    Term::Wide(wide) => wide
                        .ranges(residual.model.domains())
                        .into_iter()
                        .flat_map(|(low, high)| low..=high)
                        .collect(),
                    Term::Atom(atom) => residual
                        .domain(atom.var())
                        .iter()
                        .map(|value| i64::from(atom.allows(value)))
                        .collect(),
                };
                expect("domain", left == of(at), &|| format!("x{var} in {left:?} and not {:?}", of(at)));
            }
        }
    }

    if solutions.is_empty() {
        let satisfied: BTreeSet<u32> = holds.iter().copied().collect();
        wrong.extend(conflicts(file, &problem, &trace, &satisfied));
    }
    wrong.extend(reasons(file, &problem, &trace, &all, solutions.is_empty()));
    wrong
}

/// The solutions that are printed, over what the output shows.
fn printed(file: &File, problem: &Problem) -> BTreeSet<Assignment> {
    let mut solutions = BTreeSet::new();
    for solution in problem.search(false).project(problem.shown()).solutions() {
        let mut text = String::new();
        problem.print(&solution, &mut text);
        let value = |var: usize| {
            let begin = format!("x{var} = ");
            let line = text.lines().find_map(|line| line.strip_prefix(&begin)).expect("it is printed");
            match line.trim_end_matches(';') {
                "true" => 1,
                "false" => 0,
                number => number.parse().expect("a number"),
            }
        };
        let outputs = (0..file.domains.len()).filter(|&var| !file.is_introduced[var]);
        let is_new = solutions.insert(outputs.map(value).collect());
        assert!(is_new, "a solution is found twice:\n{text}");
    }
    solutions
}

/// What is wrong with the conflicts of a file without a solution: with one, with all of them, and with the smallest. `satisfied` has the
/// sets of constraints that some assignment satisfies.
fn conflicts(file: &File, problem: &Problem, trace: &Trace, satisfied: &BTreeSet<u32>) -> Vec<String> {
    let limits = Limits::none();
    let every = (1u32 << file.lines.len()) - 1;
    let hard = file.lines.iter().enumerate().filter(|(_, line)| line.is_definition);
    let hard = hard.fold(0u32, |bits, (at, _)| bits | 1 << at);
    let is_feasible = |set: u32| satisfied.iter().any(|bits| bits & (set | hard) == set | hard);
    let without_one = |set: u32| (0..32).filter(move |at| set >> at & 1 == 1).map(move |at| set & !(1 << at));
    let soft = every & !hard;
    let subsets = (0..=soft).filter(|set| set & !soft == 0);
    let expected: BTreeSet<u32> =
        subsets.filter(|&set| !is_feasible(set) && without_one(set).all(is_feasible)).collect();
    let is_soft = |id: ConstraintId| trace.number(id).is_some_and(|at| soft >> at & 1 == 1);
    let bits = |ids: &[ConstraintId]| {
        ids.iter().filter_map(|&id| trace.number(id)).fold(0u32, |bits, at| bits | 1 << at)
    };
    let model = &problem.model;
    let mut wrong = Vec::new();
    let one = model.conflict(is_soft, &limits).expect("no limit");
    if !one.as_ref().is_some_and(|one| expected.contains(&bits(one))) {
        wrong.push(format!("conflict: {:?} is none of {expected:?}", one.map(|one| bits(&one))));
    }
    let found: Vec<u32> = model.conflicts(is_soft, &limits).map(|set| bits(&set)).collect();
    if found.len() != expected.len() || found.iter().copied().collect::<BTreeSet<_>>() != expected {
        wrong.push(format!("all conflicts: {found:?} and not {expected:?}"));
    }
    let smallest = model.smallest_conflict(is_soft, &limits).expect("no limit");
    let fewest = expected.iter().map(|set| set.count_ones()).min();
    if smallest.as_ref().map(|smallest| bits(&smallest.members).count_ones()) != fewest {
        wrong.push(format!("smallest conflict: {smallest:?}"));
    }
    wrong
}

/// What a term of the file is under an assignment of its variables: by the variable of the model that is behind it.
fn value(trace: &Trace, names: usize, atom: IntAtom, values: &Assignment) -> Option<bool> {
    (0..names).find_map(|at| match trace.term(&format!("x{at}"))? {
        Term::View(view) if view.var == atom.var() && view.is_plain() => {
            Some(atom.allows(i32::try_from(values[at]).ok()?))
        }
        Term::Atom(own) if own.var() == atom.var() && own == atom => Some(values[at] == 1),
        Term::Atom(own) if own.var() == atom.var() && own == !atom => Some(values[at] == 0),
        _ => None,
    })
}

/// What is wrong with an explanation: a line that does not follow from those that it names by the constraint of the file that it names.
fn reasons(file: &File, problem: &Problem, trace: &Trace, all: &[Assignment], is_none: bool) -> Vec<String> {
    let model = &problem.model;
    let explanation = model.why_none(&Limits::none()).expect("no limit");
    let Some(explanation) = explanation else {
        return if is_none { vec!["why: there is a solution".to_owned()] } else { Vec::new() };
    };
    if !is_none {
        return vec!["why: there is none".to_owned()];
    }
    let names = file.domains.len();
    let mut wrong = Vec::new();
    for (at, line) in explanation.lines.iter().enumerate() {
        let of_line = match line.justification {
            Justification::Constraint(id, _) => trace.number(id),
            Justification::Domain => None,
            _ => continue,
        };
        let premises: Vec<Option<IntAtom>> =
            line.premises.iter().map(|&premise| explanation.lines[premise].conclusion).collect();
        // Of a line that closes a case, the premises are those of the case.
        if premises.iter().any(Option::is_none) {
            continue;
        }
        let violates = |values: &&Assignment| {
            let of = |atom: IntAtom| value(trace, names, atom, values);
            let holds = premises.iter().flatten().all(|&premise| of(premise).is_none_or(|holds| holds));
            // What says what a variable of the compiler is goes without saying.
            let is_given = |(at, line): &(usize, &Line)| line.is_definition || of_line == Some(*at);
            let is_satisfied =
                file.lines.iter().enumerate().filter(is_given).all(|(_, line)| (line.holds)(values));
            holds && is_satisfied && line.conclusion.is_none_or(|conclusion| of(conclusion) == Some(false))
        };
        let known =
            |atom: &IntAtom| all.first().is_none_or(|values| value(trace, names, *atom, values).is_some());
        if !premises.iter().flatten().chain(&line.conclusion).all(known) {
            continue;
        }
        if let Some(values) = all.iter().find(violates) {
            wrong.push(format!("why, line {at} ({line:?}) does not follow: {values:?}"));
        }
    }
    wrong
}

#[test]
fn files_are_answered_as_by_brute_force() {
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(1_500);
    let first = std::env::var("RESIDUA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let mut wrong = Vec::new();
    let mut without = 0;
    for seed in first..first + cases {
        let file = File::new(seed);
        let found = mistakes(&file);
        without += usize::from(
            assignments(&file).iter().all(|values| !file.lines.iter().all(|line| (line.holds)(values))),
        );
        if !found.is_empty() {
            wrong.push(format!("{}\nfile {seed}:\n{}", found.join("\n"), file.text));
        }
    }
    let number = wrong.len();
    wrong.truncate(5);
    assert!(number == 0, "{number} of {cases} files:\n{}", wrong.join("\n"));
    assert!(without * 10 > cases as usize, "{without} without a solution");
}

/// A variable that is declared without values is no mistake: there is no solution, whatever constraints it is in.
#[test]
fn variables_without_values_leave_no_solution() {
    for seed in 0..1_500 {
        let file = File::without_values(seed);
        let found = mistakes(&file);
        assert!(found.is_empty(), "{}\nfile {seed}:\n{}", found.join("\n"), file.text);
    }
}
