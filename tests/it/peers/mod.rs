//! Promise: what other solvers got wrong is right here. Each model has the number of solutions that its report states, or that brute force
//! finds; `cited.rs` sees to it that no report of our catalogue of constraints is left out.
//!
//! | file | holds |
//! |---|---|
//! | `aliases.rs` | variables in several places |
//! | `arithmetic.rs` | quotients, products, extrema, elements; what has no value |
//! | `sums.rs` | sums, orders of two, and what is said of them |
//! | `differences.rs` | values, lists, lines and sets that differ, or are equal |
//! | `conditions.rs` | conditions of few variables, orders, tuples; constraints of lists as conditions |
//! | `structures.rs` | sequences, tasks, circuits, models of several constraints |
//! | `empty.rs` | constraints on nothing, and on one variable |
//! | `cited.rs` | whether all reports are tested |
//!
//! Some reports have no model that could be had, or are about what is not offered:
//!
//! | report | why there is no test |
//! |---|---|
//! | choco-solver#368 | sets are not offered; its model is not to be had |
//! | choco-solver#1163 | automata with several costs are not offered, and its costs are random numbers of Java |
//! | chuffed#137 | that a subgraph is connected is not offered |
//! | huub PR 343 | assumptions of a model of MiniZinc, and which of them contradict: a feature that is not offered there |
//! | MiniZinc#674 | an assertion in the compiler, where a Boolean is bound to a constraint on trees, which are not offered |
//! | or-tools#5156 | its model is an attachment that is not to be had; `natives` compares cardinalities as MiniZinc writes them |
//! | pycsp3#122 | which arguments a function in Python refuses |

mod aliases;
mod arithmetic;
mod cited;
mod conditions;
mod differences;
mod empty;
mod structures;
mod sums;

use std::collections::BTreeSet;

use residua::constraints::{Condition, Constraint, Expr, any_of};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model};
use residua::search::Limits;
use residua_flatzinc::Problem;

use crate::oracle;

fn vars<const N: usize>(domains: [&[i32]; N]) -> (Model, [IntVar; N]) {
    let mut model = Model::new();
    let vars = domains.map(|values| model.int_var(Domain::from(values)));
    (model, vars)
}

fn post(model: &mut Model, constraint: impl Constraint + 'static) {
    let _ = model.post(constraint).expect("the values are small");
}

fn number(x: IntVar, value: i32) -> IntView {
    x * 0 + value
}

/// The solutions of the constraint over these domains, the same at each consistency, and as many as are counted without search; and the
/// model.
fn found<const N: usize, C: Constraint + 'static>(
    domains: [&[i32]; N],
    constraint: impl FnOnce([IntVar; N]) -> C,
) -> (BTreeSet<Vec<i32>>, Model) {
    let (mut model, vars) = vars(domains);
    post(&mut model, constraint(vars));
    let all: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    let found: BTreeSet<Vec<i32>> = all.iter().cloned().collect();
    assert_eq!(all.len(), found.len(), "a solution twice: {model}");
    for consistency in Consistency::ALL {
        let search = model.search().consistency(consistency).solutions();
        let same: Vec<Vec<i32>> = search.map(|solution| solution.values().to_vec()).collect();
        assert_eq!(same.len(), found.len(), "{model} at {consistency}");
        assert_eq!(same.into_iter().collect::<BTreeSet<_>>(), found, "{model} at {consistency}");
    }
    let counted = model.count(&Limits::default()).number().to_u128();
    assert_eq!(counted, Some(found.len() as u128), "{model}");
    (found, model)
}

/// How many solutions the constraint has over these domains.
fn counted<const N: usize, C: Constraint + 'static>(
    domains: [&[i32]; N],
    constraint: impl FnOnce([IntVar; N]) -> C,
) -> usize {
    found(domains, constraint).0.len()
}

/// The same, where the solutions are the assignments for which `holds`.
fn agreed<const N: usize, C: Constraint + 'static>(
    domains: [&[i32]; N],
    constraint: impl FnOnce([IntVar; N]) -> C,
    holds: impl Fn([i32; N]) -> bool,
) -> usize {
    let all = oracle::assignments(&domains.map(<[i32]>::to_vec));
    let is_met = |found: &Vec<i32>| <[i32; N]>::try_from(&found[..]).is_ok_and(&holds);
    let expected: BTreeSet<Vec<i32>> = all.into_iter().filter(is_met).collect();
    let (found, model) = found(domains, constraint);
    assert_eq!(found, expected, "{model}");
    expected.len()
}

/// How many solutions a file of FlatZinc has, that differ in what is printed of them.
fn solutions_of(text: &str) -> usize {
    let problem = Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    problem.search(false).project(problem.shown()).solutions().count()
}

/// The numbers from the first to the last.
fn range(first: i32, last: i32) -> Vec<i32> {
    (first..=last).collect()
}

/// What never holds.
fn never() -> Condition {
    any_of::<Condition>([])
}

/// One of two values.
fn in_set_of(expression: &Expr, values: [i32; 2]) -> Condition {
    any_of(values.map(|value| expression.eq(value)))
}
