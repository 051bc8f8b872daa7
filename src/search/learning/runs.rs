//! Runs: when a search that learns starts over, and when its phases change.
//!
//! What was learned in one run puts the next one on another way. Phases keep it near where it was before, so they are changed now and
//! then, after more dead ends each time.
//!
//! | Source | Luby, Sinclair & Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, IPL 47, 1993; phases: Biere & Fleury, *Chasing Target Phases*, POS 2020 |
//! |---|---|

use crate::search::restart::{Cutoffs, Restarts};

/// Dead ends of a run, times the numbers of Luby's sequence.
const RUN: u64 = 500;
/// The same where branchers have their turns.
const TURN: u64 = 100;
/// Dead ends of the first run. There, much is still decided in the order of the variables; what a solution is found by in this way is
/// seldom found later.
const FIRST_RUN: u64 = 2000;
/// Dead ends of a dive, which comes before it. Where it leads to a solution, that has few dead ends; where it does not, more of them make
/// what follows slower.
const DIVE: u64 = 200;
/// Dead ends after which the phases change for the first time.
const FIRST_PHASES: u64 = 2500;
/// Dead ends from there to the second change, and more each time from one to the next.
const MORE_PHASES: u64 = 500;

/// Where the runs end, in dead ends since the search began.
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

    /// Short ones, where the branchers of the caller and what was met in dead ends have their turns by them: a long first run by branchers
    /// that are bad is time lost. On 18 challenge instances with annotations, free search: 42,800 dead ends in all, in place of 50,800.
    pub(super) fn in_turn() -> Runs {
        Runs { dive: DIVE, ..Runs::of(TURN) }
    }

    /// Very short ones.
    pub(super) fn impatient() -> Runs {
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

    /// A run begins after so many dead ends, perhaps a dive.
    pub(super) fn begin(&mut self, failures: u64, is_dive: bool) {
        let length = if is_dive { self.dive } else { self.cutoffs.next() + std::mem::take(&mut self.extra) };
        self.end = failures + length;
    }

    /// Whether the run ends after so many dead ends.
    pub(super) fn is_over(&self, failures: u64) -> bool {
        failures >= self.end
    }

    /// Whether the phases change between two runs, after so many dead ends.
    pub(super) fn changes_phases(&mut self, failures: u64) -> bool {
        let is_time = failures >= self.next_phases;
        if is_time {
            self.between_phases += MORE_PHASES;
            self.next_phases = failures + self.between_phases;
        }
        is_time
    }
}
