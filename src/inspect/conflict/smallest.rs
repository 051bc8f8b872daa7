//! Smallest MUS and smallest MCS, by implicit hitting sets.
//!
//! A conflict has a member of each correction, and a correction one of each conflict. So a smallest set that hits all
//! known sets of the other kind either is the answer, or leads to a set that was not known; and there cannot be a
//! smaller one.
//!
//! | Promise | |
//! |---|---|
//! | Cost | as many rounds as it takes corrections (conflicts) to determine the answer; each takes several searches |
//! | Stops | at a limit with the best set so far, and a lower bound on the size |
//! | Source | Ignatiev, Previti, Liffiton & Marques-Silva, *Smallest MUS Extraction with Minimal Hitting Set Dualization*, CP 2015; Davies & Bacchus, *Solving MAXSAT by Solving a Sequence of Simpler SAT Instances*, CP 2011 |

use fixedbitset::FixedBitSet;

use crate::inspect::conflict::feasibility::{Answer, Feasibility};
use crate::inspect::hitting::HittingSets;
use crate::model::{ConstraintId, Model};
use crate::search::{Limit, Limits};

/// The smallest conflict or correction that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The set. It is minimal even where it may not be the smallest.
    pub members: Vec<ConstraintId>,
    /// No set has fewer members than this.
    pub at_least: usize,
    /// The limit that came before the set was proved to be smallest.
    pub stopped: Option<Limit>,
}

impl Smallest {
    /// Whether it is proved that no set is smaller.
    pub fn is_proved(&self) -> bool {
        self.members.len() == self.at_least
    }
}

impl Model {
    /// A smallest conflict, with the fewest soft constraints; `None` if the model has a solution. An empty one says that the hard
    /// constraints clash by themselves.
    ///
    /// # Errors
    /// The limit that came before any conflict was found. Time and the flag limit all of the work, nodes and failures
    /// each search.
    pub fn smallest_conflict(
        &self,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<Option<Smallest>, Limit> {
        let mut feasibility = Feasibility::new(self, is_soft, limits);
        let Answer::Clash(core) = feasibility.ask(&feasibility.others(&feasibility.none()))? else {
            return Ok(None);
        };
        let conflict = feasibility.shrink(&core)?;
        Ok(Some(SmallestSetSearch::new(feasibility, conflict).run(SmallestSetSearch::correction_outside)))
    }

    /// A smallest correction: the fewest soft constraints to drop so that there is a solution; empty if the model has one, `None`
    /// if the hard constraints clash by themselves.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3.33".parse::<Puzzle>()?.model();
    /// let found = model.smallest_correction(|id| id.index() >= 12, &Limits::default()).expect("no limit");
    /// let correction = found.expect("a blank grid has a solution");
    /// assert!(correction.is_proved() && correction.members.len() == 2, "of three threes, two have to go");
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that came before any correction was found. Time and the flag limit all of the work, nodes and failures
    /// each search.
    pub fn smallest_correction(
        &self,
        is_soft: impl Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<Option<Smallest>, Limit> {
        let mut feasibility = Feasibility::new(self, is_soft, limits);
        let Answer::Solution(solution) = feasibility.ask(&feasibility.none())? else { return Ok(None) };
        let kept = feasibility.grow(&solution)?;
        let correction = feasibility.others(&kept);
        Ok(Some(SmallestSetSearch::new(feasibility, correction).run(SmallestSetSearch::conflicts_outside)))
    }
}

/// The search for the smallest set.
struct SmallestSetSearch {
    feasibility: Feasibility,
    /// The smallest set so far.
    best: FixedBitSet,
    /// Sets of the other kind, each of which every answer hits.
    known: HittingSets,
}

impl SmallestSetSearch {
    fn new(feasibility: Feasibility, best: FixedBitSet) -> SmallestSetSearch {
        let known = HittingSets::new(feasibility.size());
        SmallestSetSearch { feasibility, best, known }
    }

    /// Goes on until the best is the smallest. `obstacle` looks for a set that the hitting set does not hit; without one, it makes
    /// the hitting set the best.
    fn run(mut self, obstacle: fn(&mut SmallestSetSearch, FixedBitSet) -> Result<(), Limit>) -> Smallest {
        let mut stopped = None;
        while self.known.at_least() < self.best.count_ones(..) {
            if let Err(limit) = self.round(obstacle) {
                stopped = Some(limit);
                break;
            }
        }
        let at_least = self.known.at_least();
        Smallest { members: self.feasibility.ids(&self.best), at_least, stopped }
    }

    fn round(
        &mut self,
        obstacle: fn(&mut SmallestSetSearch, FixedBitSet) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        // A hitting set as large as the best set proves that it is the smallest.
        let most = self.best.count_ones(..) - 1;
        match self.known.least(most, self.feasibility.deadline())? {
            Some(hitting) => obstacle(self, hitting),
            None => Ok(()),
        }
    }

    /// A correction that has no member in `hitting`, if that has a solution; otherwise it is a conflict.
    fn correction_outside(&mut self, hitting: FixedBitSet) -> Result<(), Limit> {
        match self.feasibility.ask(&hitting)? {
            Answer::Clash(_) => self.best = hitting,
            Answer::Solution(solution) => {
                let kept = self.feasibility.grow(&solution)?;
                self.known.add(self.feasibility.others(&kept));
            }
        }
        Ok(())
    }

    /// Conflicts that have no member in `hitting`, nor in one another, if there are any; otherwise it is a correction.
    fn conflicts_outside(&mut self, hitting: FixedBitSet) -> Result<(), Limit> {
        let mut without = hitting;
        loop {
            match self.feasibility.ask(&self.feasibility.others(&without))? {
                Answer::Clash(core) => {
                    let conflict = self.feasibility.shrink(&core)?;
                    without.union_with(&conflict);
                    self.known.add(conflict);
                }
                Answer::Solution(solution) => {
                    let kept = self.feasibility.grow(&solution)?;
                    let correction = self.feasibility.others(&kept);
                    if correction.count_ones(..) < self.best.count_ones(..) {
                        self.best = correction;
                    }
                    return Ok(());
                }
            }
        }
    }
}
