//! Bounds tightening before translation: finite bounds of integers without bounds, or with too wide ones, from the constraints.
//!
//! Most of such variables are defined by others: as a sum, a product, an entry of an array. So the intervals of all variables are
//! narrowed by each constraint in turn until nothing changes, as they are written and before there is a model: with ends that are as far
//! as they need to be, where a model has 32 bits. What is left of an interval holds in every solution.
//!
//! | Promise | |
//! |---|---|
//! | Sound | no value of a solution is cut |
//! | Cost | at most 200 times the size of the file; bounds that creep towards each other are left where they are after 64 steps |
//! | Source | Apt, *Principles of Constraint Programming*, 2003, ch. 6, for arithmetic; Schulte & Stuckey, TOPLAS 31(1), 2008, for queues |
//!
//! | file | holds |
//! |---|---|
//! | `interval.rs` | intervals with or without ends |
//! | `rules.rs` | bounds rules of constraints |
//! | `facts.rs`, `library.rs` | translation of constraints into rules |
//! | `queue.rs` | propagation of rules to a fixpoint |
//! | `cases.rs` | case analysis on Booleans |

mod cases;
mod facts;
mod interval;
mod library;
mod queue;
mod rules;

use std::collections::BTreeSet;

use crate::bounds::facts::Facts;
use crate::bounds::queue::Queue;
use crate::bounds::rules::Term;
use crate::syntax::{Declaration, Goal, Kind, Program, Value};

pub(super) use crate::bounds::facts::interval_of;
pub(super) use crate::bounds::interval::Interval;

/// Where the values of each variable of a program lie in all solutions.
#[derive(Debug)]
pub(super) struct Bounds<'a> {
    facts: Facts<'a>,
    /// The variables without bounds that nothing mentions.
    free: BTreeSet<&'a str>,
}

impl<'a> Bounds<'a> {
    pub(super) fn of(program: &Program<'a>) -> Bounds<'a> {
        Bounds::within(program, None)
    }

    /// What only some of the constraints say, by their numbers in the program.
    pub(super) fn of_some(program: &Program<'a>, is_taken: &dyn Fn(usize) -> bool) -> Bounds<'a> {
        let taken = program.constraints.iter().enumerate().filter(|(number, _)| is_taken(*number));
        let constraints = taken.map(|(_, constraint)| constraint.clone()).collect();
        // What the others name is not free.
        Bounds { free: free(program), ..Bounds::of(&Program { constraints, ..program.clone() }) }
    }

    /// The bounds in the solutions in which the objective is in that interval.
    pub(super) fn within(program: &Program<'a>, objective: Option<Interval>) -> Bounds<'a> {
        let mut facts = Facts::of(program);
        if let (Some(interval), Goal::Minimize(value) | Goal::Maximize(value)) =
            (objective, &program.solve.goal)
        {
            facts.cut(value, interval);
        }
        let mut queue = Queue::of(&facts.rules, facts.intervals.len());
        queue.run_all(&mut facts.intervals);
        let free = free(program);
        let unbounded =
            program.declarations.iter().filter(|item| is_unbounded(item) && !free.contains(item.name));
        let open: Vec<Term> = unbounded.filter_map(|item| facts.term(item.name)).collect();
        cases::distinguish(&facts.booleans, &open, &mut facts.intervals, &mut queue);
        drop(queue);
        Bounds { facts, free }
    }

    /// Whether no solution was found to be possible.
    pub(super) fn is_contradictory(&self) -> bool {
        self.facts.intervals.is_empty
    }

    /// Whether nothing is said of the variable with that name, nor is it printed.
    pub(super) fn is_free(&self, name: &str) -> bool {
        self.free.contains(name)
    }

    /// Where the values of the variable with that name lie; `None` if there is none, or it stands for something else.
    pub(super) fn interval(&self, name: &str) -> Option<Interval> {
        match self.facts.term(name)? {
            term @ Term::Var(_) => Some(self.facts.intervals.of(term)),
            Term::Number(_) => None,
        }
    }
}

/// The variables without bounds that no constraint, no array, no output and no objective names.
fn free<'a>(program: &Program<'a>) -> BTreeSet<&'a str> {
    fn take<'a>(value: &Value<'a>, from: &mut BTreeSet<&'a str>) {
        match value {
            Value::Name(name) => {
                let _ = from.remove(name);
            }
            Value::Array(values) => values.iter().for_each(|value| take(value, from)),
            _ => {}
        }
    }
    let is_printed = |item: &Declaration<'_>| item.annotations.contains(&Value::Name("output_var"));
    let unbounded = program.declarations.iter().filter(|item| is_unbounded(item) && item.array.is_none());
    let mut free: BTreeSet<&str> = unbounded.filter(|item| !is_printed(item)).map(|item| item.name).collect();
    if free.is_empty() {
        return free;
    }
    program
        .declarations
        .iter()
        .filter_map(|item| item.value.as_ref())
        .for_each(|value| take(value, &mut free));
    let arguments = program.constraints.iter().flat_map(|constraint| &constraint.arguments[..]);
    arguments.for_each(|value| take(value, &mut free));
    if let Goal::Minimize(value) | Goal::Maximize(value) = &program.solve.goal {
        take(value, &mut free);
    }
    free
}

/// Whether a variable has no bounds of its own, or values that a model has not.
pub(super) fn is_unbounded(item: &Declaration<'_>) -> bool {
    let interval = interval_of(&item.kind);
    let is_int = matches!(item.kind, Kind::Int | Kind::Range(..) | Kind::Set(_));
    item.is_var && item.value.is_none() && is_int && !interval.is_empty() && !fits(interval)
}

/// Whether a model can have all these values: the ends of 32 bits are kept free.
pub(super) fn fits(interval: Interval) -> bool {
    let inside = |end: i128| i128::from(i32::MIN) < end && end < i128::from(i32::MAX);
    inside(interval.low) && inside(interval.high)
}
