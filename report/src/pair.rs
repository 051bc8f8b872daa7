//! Pairs of solutions that differ in few variables; for a puzzle, the same pair for all questions.

use residua::model::{IntVar, Model, Solution};
use residua::search::Limits;

/// How many nodes are searched for a nearer one. A count of nodes, not a time: the answer is the same each time.
const NODES_FOR_NEARER: u64 = 5000;

/// Two solutions.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) one: Solution,
    pub(crate) other: Solution,
    /// Whether no solution differs from `one` in fewer cells than `other`.
    pub(crate) is_nearest: bool,
}

impl Pair {
    /// The solution that a search finds first, and of those that a short search finds the nearest to it. `None` if there
    /// are no two, or a limit came before they were found.
    pub(crate) fn of(model: &Model, limits: &Limits) -> Option<Pair> {
        let two = limits.clone().solutions(2);
        let mut found = model.search().limits(two).solutions();
        Self::nearer(model, (found.next()?, found.next()?), limits)
    }

    /// The first of two solutions, and the other one or a nearer one that a short search finds.
    pub(crate) fn nearer(model: &Model, two: (Solution, Solution), limits: &Limits) -> Option<Pair> {
        let vars: Vec<IntVar> = model.vars().collect();
        let distance =
            |one: &Solution, other: &Solution| vars.iter().filter(|&&var| one[var] != other[var]).count();
        Self::nearer_over(model, &vars, two, distance, limits)
    }

    /// Like [`nearer`](Self::nearer), over these variables: solutions that differ only in others count as one.
    pub(crate) fn nearer_over(
        model: &Model,
        vars: &[IntVar],
        (one, other): (Solution, Solution),
        distance: impl Fn(&Solution, &Solution) -> usize,
        limits: &Limits,
    ) -> Option<Pair> {
        let nearest =
            model.inspect().over(vars).limits(limits.clone().nodes(NODES_FOR_NEARER)).nearest(&one).ok()?;
        let nearer = nearest.solution.filter(|nearer| distance(&one, nearer) <= distance(&one, &other));
        let is_nearest = nearest.stopped.is_none();
        Some(Pair { other: nearer.unwrap_or(other), one, is_nearest })
    }
}
