//! Nogood learning (lazy clause generation): each failure is analysed, and its reason kept as a nogood, so that it never recurs.
//!
//! | file | holds |
//! |---|---|
//! | `literals.rs` | literals: small numbers for the atoms that nogoods mention |
//! | `truths.rs` | the assignment trail of literals |
//! | `nogoods.rs` | nogood propagation by two watched literals |
//! | `arena.rs` | memory of the nogoods |
//! | `premises.rs` | premises: what implied an atom |
//! | `analysis_queue.rs` | the queue of conflict analysis |
//! | `analyse.rs` | conflict analysis |
//! | `shrink.rs` | nogood minimisation |
//! | `cores.rs` | final analysis under assumptions |
//! | `reducing.rs` | nogood database reduction: when |
//! | `reduction_order.rs` | nogood database reduction: which nogoods go first |
//! | `reason_side.rs` | reason-side bumping |
//! | `activity.rs` | variable selection by activity |
//! | `phases.rs` | phase saving and rephasing |
//!
//! This floor knows engines, atoms and nogoods, and no constraint. Its driver is
//! `search/learning/`.

mod activity;
mod analyse;
mod analysis_queue;
mod arena;
mod cores;
mod literals;
mod nogoods;
mod phases;
mod premises;
mod reason_side;
mod reducing;
mod reduction_order;
mod shrink;
mod truths;

pub(crate) use crate::learn::literals::{Literal, Literals};
pub(crate) use crate::learn::truths::{Cause, Truths};

use crate::engine::{Engine, Reader};
use crate::learn::activity::Activity;
use crate::learn::analyse::Analysis;
use crate::learn::nogoods::Nogoods;
use crate::learn::phases::Phases;
use crate::learn::reason_side::ReasonSide;
use crate::learn::reducing::Room;
use crate::learn::shrink::Shrink;
use crate::store::{Atom, Domains, Failure, Reason, Relation, Store};

/// What a search has learned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Learner {
    nogoods: Nogoods,
    analysis: Analysis,
    reason_side: ReasonSide,
    shrink: Shrink,
    activity: Activity,
    phases: Phases,
    /// The atoms of the newest nogood.
    newest: Vec<Atom>,
    /// The levels that they came from.
    levels: Vec<usize>,
    counts: Counts,
    room: Room,
}

/// Counters of a learner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The number of analyses.
    pub(crate) conflicts: u64,
    /// The number of nogoods that were kept.
    pub(crate) nogoods: u64,
    /// The number of atoms of the nogoods: as analysis finds them, and as they are kept.
    pub(crate) atoms_found: u64,
    pub(crate) atoms_kept: u64,
    /// The sum of their levels.
    pub(crate) levels: u64,
    /// How often the base was reduced.
    pub(crate) reductions: u64,
}

/// A learned nogood, and what it implies after the backjump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LearnedNogood {
    /// The level to go back to.
    pub(crate) level: usize,
    /// The atom that it refutes there.
    pub(crate) refuted: Atom,
    /// The reason of that; not needed at the root.
    pub(crate) why: Reason,
}

/// The phase of a statement that was never decided: of two values the lesser one, which for a condition is that it does not hold; else
/// that it holds, which says more.
fn first_phase(atom: Atom, store: &Store) -> bool {
    atom.relation() != Relation::Eq || store.min(atom.var()) == atom.value() || store.size(atom.var()) > 2
}

/// Nogoods propagate as part of the fixpoint.
impl Reader for Learner {
    #[inline]
    fn position(&self) -> usize {
        self.nogoods.position()
    }

    fn read(&mut self, store: &mut Store) -> Result<(), Failure> {
        self.nogoods.read(store)
    }
}

impl Learner {
    /// Drops nogoods after few failures, for tests.
    #[must_use]
    pub(crate) fn reducing_often(self) -> Learner {
        Learner { room: Room::frequent(), ..self }
    }

    /// Switches reason-side bumping off.
    #[must_use]
    pub(crate) fn without_reason_side(self) -> Learner {
        Learner { reason_side: ReasonSide::idle(), ..self }
    }

    /// The work that it took, in the unit of [`Cost::work`](crate::engine::Cost::work), besides that of the engine.
    #[inline]
    pub(crate) fn work(&self) -> u64 {
        3 * self.nogoods.visits + 6 * (self.counts.atoms_found + self.counts.atoms_kept)
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// The atoms of the newest nogood.
    pub(crate) fn newest(&self) -> &[Atom] {
        &self.newest
    }

    /// For tests, at a fixpoint: a nogood whose propagation was missed; `None` in a correct engine.
    pub(crate) fn overlooked(&self, store: &Store) -> Option<Vec<Atom>> {
        self.nogoods.overlooked(store)
    }

    /// Keeps for good nogoods that constraints stated, at the settled root. What follows at once: atoms that the driver has to refute;
    /// `None`, if there is no solution.
    pub(crate) fn keep_stated(&mut self, stated: Vec<Vec<Atom>>, store: &Store) -> Option<Vec<Atom>> {
        let mut alone = Vec::new();
        for mut nogood in stated {
            if nogood.iter().any(|&atom| store.truth(atom) == Some(false)) {
                continue;
            }
            nogood.retain(|&atom| store.truth(atom).is_none());
            match nogood[..] {
                [] => return None,
                [atom] => alone.push(atom),
                _ => {
                    let _ = self.nogoods.add(&nogood, 0, store);
                }
            }
        }
        Some(alone)
    }

    /// Analyses the newest failure, and keeps the nogood. `None`, if there is no solution.
    pub(crate) fn learn(&mut self, engine: &Engine) -> Option<LearnedNogood> {
        self.counts.conflicts += 1;
        self.nogoods.catch_up(engine.store());
        self.analysis.of_failure(engine, &self.nogoods)?;
        self.counts.atoms_found += self.analysis.found.len() as u64;
        self.reason_side.meet(&mut self.analysis, engine, &self.nogoods);
        let premises = &self.analysis.premises;
        self.shrink.minimise(&mut self.analysis.found, engine, &self.nogoods, premises);
        let lesson = self.keep(engine.store(), false);
        self.bump(engine.store());
        Some(lesson)
    }

    /// The levels whose decisions imply `atom`, which is true: none, if it is true at the root.
    pub(crate) fn levels_behind(&mut self, atom: Atom, engine: &Engine) -> Vec<usize> {
        self.analysis.levels_behind(atom, engine, &self.nogoods)
    }

    /// Keeps for good that these atoms, which are all true, cannot all be true again. `None`, if that leaves no solution.
    pub(crate) fn exclude(&mut self, atoms: &[Atom], engine: &Engine) -> Option<LearnedNogood> {
        let store = engine.store();
        self.nogoods.catch_up(store);
        self.analysis.locate(atoms, store, &self.nogoods)?;
        let found = &self.analysis.found;
        let levels = |at: usize| found.get(at).map(|located| store.level_of(located.1));
        if levels(0) != levels(1) {
            return Some(self.keep(store, true));
        }
        // What analysis makes of it says less: by it alone the same atoms could be true again.
        let all: Vec<Atom> = found.iter().map(|located| located.0).collect();
        let _ = self.nogoods.add(&all, 0, store);
        self.analysis.of_atoms(atoms, engine, &self.nogoods)?;
        Some(self.keep(store, false))
    }

    /// Keeps the nogood that was found, and says what follows.
    fn keep(&mut self, store: &Store, for_good: bool) -> LearnedNogood {
        let found = &mut self.analysis.found;
        self.shrink.merge(found);
        if let Some(at) = (1..found.len()).max_by_key(|&at| found[at].1) {
            found.swap(1, at);
        }
        self.newest.clear();
        self.newest.extend(found.iter().map(|located| located.0));
        let level = found.get(1).map_or(0, |located| store.level_of(located.1));
        let why = if found.len() > 1 {
            self.levels.clear();
            self.levels.extend(found.iter().map(|located| store.level_of(located.1)));
            self.levels.sort_unstable();
            self.levels.dedup();
            let levels = self.levels.len();
            self.counts.levels += levels as u64;
            let levels = if for_good { 0 } else { levels as u32 };
            let id = self.nogoods.add(&self.newest, levels, store);
            self.nogoods.arena.note_use(id);
            Nogoods::because(id)
        } else {
            Reason::DECISION
        };
        self.counts.nogoods += 1;
        self.counts.atoms_kept += self.newest.len() as u64;
        LearnedNogood { level, refuted: !self.nogoods.written(self.newest[0], store), why }
    }

    /// Bumps what the analysis met.
    fn bump(&mut self, store: &Store) {
        for &(atom, literal) in &self.analysis.met {
            let literal = literal.unwrap_or_else(|| self.nogoods.meet(atom, store));
            self.activity.bump(literal.statement());
        }
        self.activity.decay();
        for &id in &self.analysis.used {
            self.nogoods.arena.note_use(id);
        }
    }

    /// The next decision, if an open atom was met.
    pub(crate) fn choose(&mut self, store: &Store) -> Option<Atom> {
        let literals = &self.nogoods.literals;
        let statement = self.activity.choose(literals, store, store.level())?;
        let atom = literals.atom_of(statement);
        Some(if self.phases.of(statement).unwrap_or_else(|| first_phase(atom, store)) { atom } else { !atom })
    }

    /// Changes the phases, at the root.
    pub(crate) fn change_phases(&mut self) {
        self.phases.change();
    }

    /// Updates the phases, before each decision.
    pub(crate) fn before_deciding(&mut self, store: &Store) {
        self.phases.before_deciding(store);
    }

    /// Goes back to a level.
    pub(crate) fn backjump(&mut self, engine: &mut Engine, level: usize) {
        let position = engine.store().end_of_level(level);
        self.nogoods.catch_up(engine.store());
        self.phases.before_undoing(&mut self.nogoods.truths, engine.store(), position);
        self.undo(engine, level, position);
    }

    /// Goes back to the root from a decision that was only tried: no phase is saved.
    pub(crate) fn retract(&mut self, engine: &mut Engine) {
        let position = engine.store().end_of_level(0);
        self.nogoods.catch_up(engine.store());
        self.undo(engine, 0, position);
    }

    /// Undoes all levels above that one, which ends at that position.
    fn undo(&mut self, engine: &mut Engine, level: usize, position: usize) {
        self.activity.before_undoing(level);
        engine.pop_to(level);
        self.nogoods.truths.undo_to(position);
    }

    /// Prefers the values of the solution at hand from now on.
    pub(crate) fn prefer_solution(&mut self, store: &Store) {
        self.phases.prefer_solution(&self.nogoods.literals, store);
    }

    /// Settles the root, at its fixpoint.
    pub(crate) fn settle(&mut self, engine: &mut Engine) {
        engine.settle_root();
        self.nogoods.truths.settle();
    }
}
