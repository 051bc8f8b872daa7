//! One step of a solution: technique, cost, premises, what it places and removes.

use residua::search::{Deadline, Limit};

use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::technique::Technique;

/// One value of one cell, in the numbers of a [`Board`]: cells in the order of the model, values ascending from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: usize,
    /// The number of the value, from 0.
    pub value: usize,
}

/// What a step relies on: of everything that could be, only this is left. What follows from it does so by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Premise {
    /// The cell has only these values left, as a set of numbers of values.
    Cell {
        /// The cell.
        cell: usize,
        /// The values that are left.
        values: u64,
    },
    /// The value has only these places left in the house.
    Place {
        /// The house, by number among the [scopes](crate::steps::Rules::scopes).
        scope: usize,
        /// The number of the value.
        value: usize,
        /// The places, as a set of positions in the scope.
        places: u64,
    },
    /// Another constraint, by number among the [others](crate::steps::Rules::others).
    Other(usize),
}

/// One statement of a chain: that a cell has a value, or has it not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Statement {
    /// The candidate.
    pub candidate: Candidate,
    /// Whether the cell has the value.
    pub is_on: bool,
}

/// One step.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// What it costs, and so where it stands on the ladder.
    pub cost: Cost,
    /// The technique.
    pub technique: Technique,
    /// What it relies on, the pattern: ascending.
    pub premises: Vec<Premise>,
    /// The values that it places.
    pub placements: Vec<Candidate>,
    /// The values that it removes.
    pub eliminations: Vec<Candidate>,
    /// The chains of an implication, a case each: from an assumption, its first statement, each statement follows from earlier ones.
    pub chains: Vec<Vec<Statement>>,
}

impl Step {
    pub(super) fn new(technique: Technique, cost: Cost) -> Step {
        Step {
            cost,
            technique,
            premises: Vec::new(),
            placements: Vec::new(),
            eliminations: Vec::new(),
            chains: Vec::new(),
        }
    }
}

/// Offers the steps of some techniques.
pub(super) type Find = fn(&Board, &mut Found, &Deadline) -> Result<(), Limit>;

/// The steps of the least cost among those that are offered.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The least cost so far; nothing above it is kept.
    pub(super) least: Cost,
    pub(super) steps: Vec<Step>,
}

impl Found {
    pub(super) fn new() -> Found {
        Found::up_to(Cost::NEVER)
    }

    /// Keeps nothing that costs more.
    pub(super) fn up_to(most: Cost) -> Found {
        Found { least: most, steps: Vec::new() }
    }

    /// Keeps a step unless there is a cheaper one; it is made only then.
    pub(super) fn offer(&mut self, cost: Cost, step: impl FnOnce() -> Step) {
        if cost > self.least {
            return;
        }
        if cost < self.least {
            self.steps.clear();
            self.least = cost;
        }
        let mut step = step();
        step.cost = cost;
        step.premises.sort_unstable();
        self.steps.push(step);
    }

    /// Whether a step of this cost would be kept.
    pub(super) fn wants(&self, cost: Cost) -> bool {
        cost <= self.least
    }
}
