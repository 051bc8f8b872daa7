//! Phase saving, target phases and rephasing: whether a statement is decided true or false.
//!
//! The first of these that exists: as it is in the best solution; as it was in that trail without a failure which fixed the most
//! variables since the phases were last changed, the *target*; as it was last. Now and then the phases are changed, so that a search is not
//! for ever where it began: in turn they stay as they are, or become those of the longest trail of all, all true, the longest again, all false.
//!
//! | Promise | |
//! |---|---|
//! | Cost | what was made true by the changes that are undone; for a longer trail than before, all statements |
//! | Source | Pipatsrisawat & Darwiche, *A Lightweight Component Caching Scheme for Satisfiability Solvers*, SAT 2007; target and best phases: Biere & Fleury, *Chasing Target Phases*, POS 2020; solutions: Demirović, Chu & Stuckey, *Solution-Based Phase Saving for CP*, CP 2018 |

use crate::learn::literals::{Literal, Literals};
use crate::learn::truths::Truths;
use crate::store::Store;

/// Phases by statement; `None` before the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    last: Vec<Option<bool>>,
    target: Trail,
    longest: Trail,
    solution: Vec<Option<bool>>,
    /// By level: the number of variables that were fixed where the next one was opened.
    fixed: Vec<usize>,
    /// How often they were changed.
    changes: u64,
}

/// The phases at the end of a trail without a failure, and the number of variables that it had fixed.
#[derive(Clone, Debug, Default)]
struct Trail {
    phases: Vec<Option<bool>>,
    fixed: usize,
}

impl Phases {
    /// The memory for a statement, about.
    pub(super) const BYTES: usize = 4;

    /// The phase of a statement.
    #[inline]
    pub(super) fn of(&self, statement: u32) -> Option<bool> {
        let phase = |phases: &[Option<bool>]| phases.get(statement as usize).copied().flatten();
        phase(&self.solution).or_else(|| phase(&self.target.phases)).or_else(|| phase(&self.last))
    }

    /// Notes how many variables are fixed, at a fixpoint, before a level is opened.
    pub(super) fn before_deciding(&mut self, store: &Store) {
        let level = store.level();
        self.fixed.truncate(level);
        self.fixed.push(match level.checked_sub(1) {
            Some(before) => self.fixed[before] + store.fixed_since(store.end_of_level(before)),
            None => store.fixed(),
        });
    }

    /// Saves phases before the changes from `position` on are undone; those of the newest level led to a failure.
    pub(super) fn before_undoing(&mut self, truths: &mut Truths, store: &Store, position: usize) {
        self.last.resize(truths.statements(), None);
        note(&mut self.last, truths.since(position));
        let fixed = self.fixed[store.level() - 1];
        if fixed > self.target.fixed {
            self.target.fixed = fixed;
            self.target.phases.clone_from(&self.last);
            // What has not changed since that trail ended is as it was then.
            note(&mut self.target.phases, truths.before(position));
            if fixed > self.longest.fixed {
                self.longest.clone_from(&self.target);
            }
        }
    }

    /// Changes the phases (rephasing).
    pub(super) fn change(&mut self) {
        match self.changes % 5 {
            0 => {}
            2 => self.last.fill(Some(true)),
            4 => self.last.fill(Some(false)),
            _ => {
                if self.longest.fixed > 0 {
                    self.last.clone_from(&self.longest.phases);
                }
                self.longest.fixed = 0;
            }
        }
        self.changes += 1;
        self.target = Trail::default();
    }

    /// Prefers the values of the solution at hand from now on.
    pub(super) fn prefer_solution(&mut self, literals: &Literals, store: &Store) {
        self.solution.clear();
        let truth = |statement: u32| store.truth(literals.atom_of(statement));
        self.solution.extend((0..literals.statements() as u32).map(truth));
    }
}

/// The phases of what was true.
fn note(phases: &mut [Option<bool>], trail: &[Literal]) {
    for literal in trail {
        phases[literal.statement() as usize] = Some(!literal.is_opposite());
    }
}
