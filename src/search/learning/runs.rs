//! Restarts (Luby) and rephasing of a search that learns.
//!
//! What was learned in one run puts the next one on another way. Phases keep it near where it was before, so they are changed now and
//! then, after more failures each time.
//!
//! | Source | Luby, Sinclair & Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, IPL 47, 1993; phases: Biere & Fleury, *Chasing Target Phases*, POS 2020 |
//! |---|---|

use crate::search::learning::opening::RunKind;
use crate::search::restart::{Cutoffs, Restarts};

/// Failures of a run, times the numbers of Luby's sequence.
const RUN: u64 = 500;
/// Failures of a run where branchers have their turns, times the numbers of Luby's sequence.
const TURN: u64 = 100;
/// Failures of the first run. There, much is still decided in the order of the variables; solutions that this order leads to are
/// seldom found later.
const FIRST_RUN: u64 = 2000;
/// Failures of a run by the branchers before a dive: enough where they lead to a solution all but straight.
const ATTEMPT: u64 = 20;
/// Failures of a dive, which comes before the first run. Where it leads to a solution, it does so with few failures; where it does not,
/// more of them make what follows slower.
const DIVE: u64 = 200;
/// Failures after which the phases change for the first time.
const FIRST_PHASES: u64 = 2500;
/// Failures from there to the second change, and the growth from one interval to the next.
const MORE_PHASES: u64 = 500;

/// The schedule of runs, in failures since the search began.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    cutoffs: Cutoffs,
    /// How long a dive is.
    dive: u64,
    /// How much longer the next run is.
    extra: u64,
    /// The run at hand ends here.
    end: u64,
    /// The phases change after the first run that ends here or later.
    next_phases: u64,
    between_phases: u64,
}

impl Runs {
    pub(super) fn new() -> Runs {
        Runs { dive: DIVE, extra: FIRST_RUN - RUN, ..Runs::of(RUN) }
    }

    /// Short ones, for branchers of the caller and activity in turn: a long first run by bad branchers is time lost.
    /// On 18 challenge instances with annotations, free search: 42,800 failures in all, in place of 50,800.
    pub(super) fn in_turn() -> Runs {
        Runs::of(TURN)
    }

    /// Very short ones, for tests.
    pub(super) fn very_short() -> Runs {
        Runs::of(2)
    }

    fn of(unit: u64) -> Runs {
        Runs {
            cutoffs: Cutoffs::new(Restarts::Luby(unit)),
            dive: unit,
            extra: 0,
            end: 0,
            next_phases: FIRST_PHASES,
            between_phases: 0,
        }
    }

    /// Begins a run of this kind, after `failures` failures.
    pub(super) fn begin(&mut self, failures: u64, kind: RunKind) {
        let length = match kind {
            RunKind::Attempt => ATTEMPT.min(self.dive),
            RunKind::Dive => self.dive,
            RunKind::Usual => self.cutoffs.next() + std::mem::take(&mut self.extra),
        };
        self.end = failures + length;
    }

    /// Puts the end of the run off, after failures that are not its own.
    pub(super) fn postpone(&mut self, failures: u64) {
        self.end += failures;
    }

    /// Whether the run ends after `failures` failures.
    pub(super) fn is_over(&self, failures: u64) -> bool {
        failures >= self.end
    }

    /// Whether the phases change between two runs, after `failures` failures.
    pub(super) fn changes_phases(&mut self, failures: u64) -> bool {
        let is_time = failures >= self.next_phases;
        if is_time {
            self.between_phases += MORE_PHASES;
            self.next_phases = failures + self.between_phases;
        }
        is_time
    }
}
