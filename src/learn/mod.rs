//! Learning from dead ends: each is analysed, and the reason of it kept as a nogood, so that the search never comes to it again.
//!
//! | file | holds |
//! |---|---|
//! | `literals.rs` | small numbers for the atoms that nogoods mention |
//! | `truths.rs` | which of these are true |
//! | `nogoods.rs` | the nogoods, and what follows from them |
//! | `arena.rs` | where nogoods lie in memory |
//! | `premises.rs` | what made an atom true |
//! | `wanted.rs` | what an analysis still has to explain |
//! | `analyse.rs` | from a dead end to a nogood |
//! | `shrink.rs` | shorter nogoods |
//! | `cores.rs` | from what is true to the decisions behind it |
//! | `reason_side.rs` | what else is of interest in a dead end |
//! | `activity.rs` | which atom to decide next |
//! | `phases.rs` | which way to decide it |
//!
//! This floor knows engines, atoms and nogoods, and no constraint. Its driver is
//! `search/learning/`.

mod activity;
mod analyse;
mod arena;
mod cores;
mod literals;
mod nogoods;
mod phases;
mod premises;
mod reason_side;
mod shrink;
mod truths;
mod wanted;

pub(crate) use crate::learn::literals::{Literal, Literals};
pub(crate) use crate::learn::truths::{Cause, Truths};

use crate::engine::{Engine, Reader};
use crate::learn::activity::Activity;
use crate::learn::analyse::Analysis;
use crate::learn::nogoods::Nogoods;
use crate::learn::phases::Phases;
use crate::learn::reason_side::ReasonSide;
use crate::learn::shrink::Shrink;
use crate::store::{Atom, Domains, Failure, NogoodId, Reason, Relation, Store};

/// Of so few levels that a nogood always stays.
const FEW_LEVELS: u32 = 3;
/// Of so few levels that a nogood stays while it is used.
const SOME_LEVELS: u32 = 6;

/// Where the room is used up again after so few conflicts, it is too little.
const FEW_CONFLICTS: u64 = 100;

/// What was learned takes no more bytes than this, if nothing else is asked for.
const CEILING: usize = 1 << 30;

/// What a search has learned.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    nogoods: Nogoods,
    analysis: Analysis,
    reason_side: ReasonSide,
    shrink: Shrink,
    activity: Activity,
    phases: Phases,
    /// What is added to the activity of a nogood that is used.
    increment: f32,
    /// The atoms of the newest nogood.
    newest: Vec<Atom>,
    /// The levels that they came from.
    levels: Vec<usize>,
    counts: Counts,
    /// The base is reduced at this number of conflicts.
    next_reduction: u64,
    /// How many conflicts there are to the next one, and how many more each time.
    between_reductions: (u64, u64),
    /// It takes no more bytes than this.
    ceiling: usize,
    /// How many conflicts there were when it last did. Whether there is too little room.
    crowded_at: u64,
    is_cramped: bool,
}

/// What a learner counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Analyses.
    pub(crate) conflicts: u64,
    /// Nogoods that were kept.
    pub(crate) nogoods: u64,
    /// Atoms of the nogoods as analysis finds them, and as they are kept.
    pub(crate) atoms_found: u64,
    pub(crate) atoms_kept: u64,
    /// The sum of their levels.
    pub(crate) levels: u64,
    /// How often the base was reduced.
    pub(crate) reductions: u64,
}

/// What follows from a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lesson {
    /// The level to go back to.
    pub(crate) level: usize,
    /// What is false there.
    pub(crate) refuted: Atom,
    /// Why; the root has no need to know.
    pub(crate) why: Reason,
}

impl Default for Learner {
    fn default() -> Self {
        Learner {
            nogoods: Nogoods::default(),
            analysis: Analysis::default(),
            reason_side: ReasonSide::default(),
            shrink: Shrink::default(),
            activity: Activity::default(),
            phases: Phases::default(),
            increment: 1.0,
            newest: Vec::new(),
            levels: Vec::new(),
            counts: Counts::default(),
            next_reduction: 2000,
            between_reductions: (2000, 300),
            ceiling: CEILING,
            crowded_at: 0,
            is_cramped: false,
        }
    }
}

/// The phase of a statement that was never decided: of two values the lesser one, which for a condition is that it does not hold; else
/// that it holds, which says more.
fn first_phase(atom: Atom, store: &Store) -> bool {
    atom.relation() != Relation::Eq || store.min(atom.var()) == atom.value() || store.size(atom.var()) > 2
}

/// The nogoods take part in the fixpoint.
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
    /// The same, which drops nogoods after few dead ends.
    #[must_use]
    pub(crate) fn impatient(self) -> Learner {
        Learner { next_reduction: 4, between_reductions: (4, 1), ..self }
    }

    /// From now on takes no more bytes than this, as far as nogoods may be dropped, or than is usual.
    pub(crate) fn set_ceiling(&mut self, bytes: Option<usize>) {
        self.ceiling = bytes.unwrap_or(CEILING);
        self.is_cramped = false;
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// The atoms of the newest nogood.
    pub(crate) fn newest(&self) -> &[Atom] {
        &self.newest
    }

    /// For tests, at a fixpoint: a nogood that has more to say than was read off it; there should be none.
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
    pub(crate) fn learn(&mut self, engine: &Engine) -> Option<Lesson> {
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
    pub(crate) fn exclude(&mut self, atoms: &[Atom], engine: &Engine) -> Option<Lesson> {
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
    fn keep(&mut self, store: &Store, for_good: bool) -> Lesson {
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
            self.nogoods.arena.note_use(id, self.increment);
            Nogoods::because(id)
        } else {
            Reason::DECISION
        };
        self.counts.nogoods += 1;
        self.counts.atoms_kept += self.newest.len() as u64;
        Lesson { level, refuted: !self.nogoods.written(self.newest[0], store), why }
    }

    /// What the analysis met is of interest.
    fn bump(&mut self, store: &Store) {
        for &(atom, literal) in &self.analysis.met {
            let literal = literal.unwrap_or_else(|| self.nogoods.meet(atom, store));
            self.activity.bump(literal.statement());
        }
        self.activity.decay();
        for &id in &self.analysis.used {
            self.nogoods.arena.note_use(id, self.increment);
        }
        self.increment /= 0.999;
        if self.increment > 1e20 {
            self.nogoods.arena.scale_activities(1e-20);
            self.increment *= 1e-20;
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

    /// Before each decision.
    pub(crate) fn before_deciding(&mut self, store: &Store) {
        self.phases.before_deciding(store);
    }

    /// Goes back to a level.
    pub(crate) fn backjump(&mut self, engine: &mut Engine, level: usize) {
        let position = engine.store().end_of_level(level);
        self.nogoods.catch_up(engine.store());
        self.phases.before_undoing(&self.nogoods.truths, engine.store(), position);
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

    /// Whether the base should be reduced, the next time that the search is at the root.
    pub(crate) fn is_full(&self) -> bool {
        self.counts.conflicts >= self.next_reduction || self.is_crowded()
    }

    /// Whether the search should go to the root at once, to reduce the base.
    pub(crate) fn is_crowded(&self) -> bool {
        self.bytes() > self.ceiling
    }

    /// Whether a reduction could not make room to learn on.
    pub(crate) fn is_cramped(&self) -> bool {
        self.is_cramped
    }

    /// From now on takes twice as many bytes.
    pub(crate) fn raise_ceiling(&mut self) {
        self.ceiling = self.ceiling.saturating_mul(2);
        self.is_cramped = false;
    }

    fn bytes(&self) -> usize {
        let statements = self.nogoods.literals.statements();
        self.nogoods.bytes() + statements * (Activity::BYTES + Phases::BYTES)
    }

    /// Drops the nogoods of the least use, at the settled root. What is left may have to be false: atoms that the driver has to refute.
    pub(crate) fn reduce(&mut self, store: &Store) -> Vec<Atom> {
        self.counts.reductions += 1;
        let (first, more) = self.between_reductions;
        self.next_reduction = self.counts.conflicts + first + more * self.counts.reductions;
        let arena = &self.nogoods.arena;
        let is_kept = |&id: &NogoodId| {
            let levels = arena.levels(id);
            levels <= FEW_LEVELS || arena.length(id) == 2 || levels <= SOME_LEVELS && arena.is_used(id)
        };
        let mut others: Vec<NogoodId> = arena.ids().filter(|id| !is_kept(id)).collect();
        // The older one goes where both were of the same use.
        others.sort_unstable_by(|&a, &b| arena.activity(a).total_cmp(&arena.activity(b)).then(a.cmp(&b)));
        let is_crowded = self.is_crowded();
        if !is_crowded {
            others.truncate(others.len() / 2);
        }
        others.sort_unstable();
        let alone = self.nogoods.retain(store, |id| others.binary_search(&id).is_err());
        self.nogoods.arena.reset_use();
        if is_crowded {
            if self.bytes() > self.ceiling / 2 {
                self.start_over(store);
            }
            let is_soon = self.counts.conflicts < self.crowded_at + FEW_CONFLICTS;
            self.is_cramped = is_soon || self.bytes() > self.ceiling / 2;
            self.crowded_at = self.counts.conflicts;
        }
        alone
    }

    /// Forgets all but what is kept for good, and with it the statements that nothing mentions any more; at the settled root, after a
    /// reduction.
    fn start_over(&mut self, store: &Store) {
        let before = std::mem::take(&mut self.nogoods);
        (self.activity, self.phases) = (Activity::default(), Phases::default());
        for id in before.arena.ids().filter(|&id| before.arena.levels(id) == 0) {
            let atoms: Vec<Atom> = before.atoms(id).collect();
            let _ = self.nogoods.add(&atoms, 0, store);
        }
    }
}
