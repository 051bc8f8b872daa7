//! Ratings: what the steps of a whole solution cost.

use residua::search::Limit;

use crate::steps::cost::Cost;
use crate::steps::step::Step;
use crate::steps::technique::Technique;

/// How a solution by steps ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// All cells are placed.
    Solved,
    /// No step is left. Where there are several solutions, that is how it should end; or none up to the [cost](crate::steps::Steps::up_to)
    /// that was asked for.
    NoStep,
    /// A cell has no value left, or a house no place: there is no solution.
    Contradiction,
    /// A limit was reached; what is rated is the part up to there.
    Stopped(Limit),
}

/// How hard it is to solve by steps.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// The cost of the hardest step; 0.0 if there was none.
    pub hardest: Cost,
    /// What the hardest step costs at least; more than `hardest` only if a limit was reached while there was no cheaper step.
    pub at_least: Cost,
    /// The technique of a hardest step, the first of them.
    pub technique: Option<Technique>,
    /// The number of rounds of that cost. All steps of the least cost are one round, so that the rating does not depend on the order in
    /// which equally hard steps are found.
    pub rounds_at_hardest: usize,
    /// The number of rounds.
    pub rounds: usize,
    /// The logarithm to base 2 of the sum of 2^cost over all rounds.
    pub effort: f64,
    /// How it ended.
    pub end: End,
    /// The sum of 2^cost.
    sum: f64,
}

/// Bands of costs, from singles to nested chains.
const TIERS: [(Cost, &str); 9] = [
    (Cost(0), "nothing to do"),
    (Cost(10), "singles"),
    (Cost(26), "locked candidates and pairs"),
    (Cost(36), "Hall sets, fish and wings"),
    (Cost(45), "large Hall sets and strong links"),
    (Cost(65), "chains"),
    (Cost(75), "cases"),
    (Cost(85), "dynamic chains"),
    (Cost(95), "nested chains"),
];

impl Rating {
    pub(super) fn new() -> Rating {
        Rating {
            hardest: Cost(0),
            at_least: Cost(0),
            technique: None,
            rounds_at_hardest: 0,
            rounds: 0,
            effort: 0.0,
            end: End::NoStep,
            sum: 0.0,
        }
    }

    /// Adds a round of steps, which all have the same cost.
    pub(super) fn add(&mut self, steps: &[Step]) {
        let Some(step) = steps.first() else { return };
        if step.cost > self.hardest {
            self.hardest = step.cost;
            self.technique = Some(step.technique);
            self.rounds_at_hardest = 0;
        }
        if step.cost == self.hardest {
            self.rounds_at_hardest += 1;
        }
        self.rounds += 1;
        self.sum += step.cost.value().exp2();
        self.effort = self.sum.log2();
    }

    /// The tier of the hardest step, from 0, nothing to do, to 8, nested chains.
    pub fn tier(&self) -> usize {
        TIERS.iter().rposition(|(from, _)| *from <= self.hardest).unwrap_or(0)
    }

    /// What the tier is called.
    pub fn tier_name(&self) -> &'static str {
        TIERS[self.tier()].1
    }
}
