//! Reason-side bumping: the premises of the atoms of a nogood count as met, too.
//!
//! Analysis meets what lies between the failure and the nogood. What made the atoms of the nogood true lies just behind it, and is
//! likely to be met in the next failures. On quasigroups and Sudoku half as many more are solved within the same number of failures.
//!
//! Where the premises are many beside the atoms of the nogood they say little and take long. Then they are left out, and so are those of
//! the next nogoods, of more of them each time that it happens again, and of half as many each time that it does not.
//!
//! | Promise | |
//! |---|---|
//! | Cost | an explanation for each atom of the nogood |
//! | Source | Liang, Ganesh, Poupart & Czarnecki, *Learning Rate Based Branching Heuristic for SAT Solvers*, SAT 2016; the limit: as CaDiCaL has it |

use crate::engine::Engine;
use crate::learn::analyse::Analysis;
use crate::learn::nogoods::Nogoods;

/// More premises than this for each atom of the nogood are too many.
const MANY: usize = 10;

/// For how long premises are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReasonSide {
    /// The number of nogoods whose premises are left out, when there are too many the next time.
    interval: u32,
    /// The number of nogoods to come whose premises are left out.
    pause: u32,
    /// Whether they are always left out.
    is_idle: bool,
}

impl ReasonSide {
    /// Always leaves them out, for searches whose branchers decide every other run: there they take a tenth of the time, to no effect.
    pub(super) fn idle() -> ReasonSide {
        ReasonSide { is_idle: true, ..ReasonSide::default() }
    }

    /// Adds the premises of the atoms found to what `analysis` met.
    pub(super) fn meet(&mut self, analysis: &mut Analysis, engine: &Engine, nogoods: &Nogoods) {
        if self.is_idle {
            return;
        }
        if self.pause > 0 {
            self.pause -= 1;
            return;
        }
        if analysis.meet_premises(MANY * analysis.found.len(), engine, nogoods) {
            self.interval /= 2;
        } else {
            self.interval += 1;
            self.pause = self.interval;
        }
    }
}
