//! The propagation engine: runs propagators to the fixpoint.
//!
//! It owns the [`Store`], and consists of event subscriptions (`watch.rs`) and watched atoms (`wait.rs`) of propagators, readers of the
//! trail (`reader.rs`), the queue (`queue.rs`), the fixpoint loop (`fixpoint.rs`), its slow
//! convergence (`differences.rs`, `slow_convergence.rs`) and its interruption (`interrupt.rs`), the mapping of
//! model variables (`mapping.rs`), shared auxiliary variables (`shared.rs`), views that are known to differ (`different.rs`), and guarded
//! propagators (`guard.rs`). It can turn a reason
//! into an explanation (`explain.rs`), or have every run of every propagator checked against the meaning of its constraint (`check.rs`,
//! and while a search learns `completion.rs`). It does not depend on any type of constraint.

mod check;
mod completion;
mod consistency;
mod differences;
mod different;
mod explain;
mod fixpoint;
mod guard;
mod interrupt;
mod mapping;
mod post;
mod propagator;
mod queue;
mod reader;
mod shared;
mod slow_convergence;
mod wait;
mod watch;

use std::cell::Cell;
use std::sync::Arc;

use crate::engine::queue::{Members, Queue};
use crate::engine::wait::Waiting;
use crate::engine::watch::Watches;
use crate::store::{Atom, ConstraintId, Failure, PropId, Reason, Source, Store, VarId};

pub(crate) use crate::engine::check::Meaning;
pub use crate::engine::consistency::Consistency;
pub use crate::engine::differences::Differences;
pub(crate) use crate::engine::different::DifferentViews;
pub use crate::engine::explain::{ExplainRequest, Inference, Step};
pub use crate::engine::interrupt::Fixpoint;
pub(crate) use crate::engine::mapping::Mapping;
pub use crate::engine::post::Poster;
pub use crate::engine::propagator::{CloneBox, Cost, Outcome, Propagator};
pub(crate) use crate::engine::reader::Reader;
pub use crate::engine::shared::Part;
pub(crate) use crate::engine::shared::Shared;
pub use crate::engine::wait::Notice;
pub(crate) use crate::engine::wait::events_of;
pub use crate::engine::watch::Subscriptions;
pub use crate::store::{Interrupt, InterruptCause};

/// Propagators over a store.
///
/// A [`Solver`](crate::model::Solver) has one, made of its model.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) store: Store,
    slots: Vec<Slot>,
    watches: Watches,
    waiting: Waiting,
    queue: Queue,
    /// Propagators that went to sleep, in that order.
    asleep: Vec<PropId>,
    levels: Vec<Level>,
    /// The number of levels that were ever opened.
    opened: u64,
    /// The open levels that were opened while something was due. A search opens none.
    unsettled: Vec<u32>,
    /// The number of runs of propagators.
    propagations: u64,
    /// The work that they took together, about.
    work: u64,
    /// The work that explanations took.
    explained: Cell<u64>,
    /// The constraint that caused the newest failure, if a constraint did.
    failed_constraint: Option<ConstraintId>,
    /// The meaning of the constraints, if every run is checked against it.
    meaning: Option<Arc<dyn Meaning>>,
    /// The engine as it was at the end of posting, if claims are checked while a search learns.
    posted: Option<Box<Engine>>,
    /// The first mistake of a propagator that was found.
    mistake: Option<String>,
    /// The consistency of constraints that support several and do not choose one.
    consistency: Consistency,
    /// The number of variables before the first constraint was posted: those after them are auxiliary.
    own: usize,
    /// The constraints that auxiliary variables belong to, in the order of these.
    owners: Vec<ConstraintId>,
    /// Auxiliary variables by the parts that they stand for, shared by equal parts.
    shared: Shared,
    /// Views that differ by constraints of the model, while it is posted.
    different: DifferentViews,
    /// Nogoods that constraints state, for a driver that keeps nogoods.
    stated: Option<Vec<Vec<Atom>>>,
    /// Whether a propagator is of another crate.
    has_external_propagators: bool,
    /// What explains bounds that were raised from many constraints together, once one was.
    raiser: Option<PropId>,
}

/// An open level.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The number of propagators that slept when it was opened.
    asleep: u32,
    /// The number of levels that had ever been opened then, including this one.
    opened: u64,
}

#[derive(Clone, Debug)]
struct Slot {
    propagator: Box<dyn Propagator>,
    /// The constraint that it works for.
    constraint: ConstraintId,
    /// The number of events that it watches, with repetition.
    width: u32,
}

impl Engine {
    /// An engine over a store without variables; with `recording`, explanations can be asked for.
    pub(crate) fn new(recording: bool) -> Engine {
        Engine {
            store: Store::new(recording),
            slots: Vec::new(),
            watches: Watches::default(),
            waiting: Waiting::default(),
            queue: Queue::default(),
            asleep: Vec::new(),
            levels: Vec::new(),
            opened: 0,
            unsettled: Vec::new(),
            propagations: 0,
            work: 0,
            explained: Cell::new(0),
            failed_constraint: None,
            meaning: None,
            posted: None,
            mistake: None,
            consistency: Consistency::default(),
            own: usize::MAX,
            owners: Vec::new(),
            shared: Shared::default(),
            different: DifferentViews::default(),
            stated: None,
            has_external_propagators: false,
            raiser: None,
        }
    }

    /// The variables and their domains.
    #[inline]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The number of runs of propagators.
    pub fn propagations(&self) -> u64 {
        self.propagations
    }

    /// The work that runs and explanations have taken, in the unit of [`Cost::work`].
    #[inline]
    pub(crate) fn work(&self) -> u64 {
        self.work + self.explained.get()
    }

    /// The constraint that caused the newest failure; `None` if a decision did.
    pub fn failed_constraint(&self) -> Option<ConstraintId> {
        self.failed_constraint
    }

    /// The constraint behind a source; `None` for a decision or a nogood.
    pub fn constraint_of(&self, source: Source) -> Option<ConstraintId> {
        match source {
            Source::Decision | Source::Nogood(_) => None,
            Source::Constraint(id) => Some(id),
            Source::Propagator(id) => Some(self.slots[id.index()].constraint),
        }
    }

    /// Sets the consistency of constraints posted from now on that support several and do not choose one.
    pub(crate) fn set_consistency(&mut self, consistency: Consistency) {
        self.consistency = consistency;
    }

    /// The consistency of constraints that support several and do not choose one.
    pub fn consistency(&self) -> Consistency {
        self.consistency
    }

    /// Whether a propagator is of another crate, so that its explanations are not trusted.
    pub(crate) fn has_external_propagators(&self) -> bool {
        self.has_external_propagators
    }

    /// Lets constraints state nogoods in place of propagators, from now on: the driver keeps them.
    pub(crate) fn keep_nogoods(&mut self) {
        self.stated = Some(Vec::new());
    }

    /// States that these atoms, on pairwise different variables, cannot all be true, to a driver that keeps nogoods.
    pub(crate) fn state_nogood(&mut self, atoms: impl IntoIterator<Item = Atom>) {
        if let Some(stated) = &mut self.stated {
            stated.push(atoms.into_iter().collect());
        }
    }

    /// Lets constraints add propagators in place of nogoods, from now on; takes the nogoods that they stated.
    pub(crate) fn keep_no_nogoods(&mut self) -> Vec<Vec<Atom>> {
        self.stated.take().unwrap_or_default()
    }

    /// Takes the nogoods that constraints stated.
    pub(crate) fn take_nogoods(&mut self) -> Vec<Vec<Atom>> {
        self.stated.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Has every run of every propagator checked from now on, at a multiple of the cost.
    pub(crate) fn check_against(&mut self, meaning: Arc<dyn Meaning>) {
        self.meaning = Some(meaning);
    }

    /// Adds a variable.
    ///
    /// # Errors
    /// [`Failure`] if the domain is empty.
    pub(crate) fn new_var(&mut self, domain: &crate::domain::Domain) -> Result<VarId, Failure> {
        let var = self.store.new_var(domain)?;
        self.watches.0.push(smallvec::SmallVec::new());
        Ok(var)
    }

    /// Begins posting: variables added from now on are auxiliary. They belong to the constraint that adds them, and nothing else refers to
    /// them.
    pub(crate) fn begin_posting(&mut self) {
        self.own = self.store.vars();
    }

    /// Makes known which views of this engine differ by constraints that are posted, or will be.
    pub(crate) fn know_different(&mut self, different: DifferentViews) {
        self.different = different;
    }

    /// Whether that variable is auxiliary: a constraint added it for its own use. Its domain follows from the others', and no report
    /// mentions it.
    #[inline]
    pub fn is_auxiliary(&self, var: VarId) -> bool {
        var.index() >= self.own
    }

    /// The variables that are not auxiliary: those of the model, then those of constants.
    pub fn own_vars(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.own.min(self.store.vars())).map(VarId::new)
    }

    /// The number of open levels.
    pub fn level(&self) -> usize {
        self.store.level()
    }

    /// The number of an open level among all that were ever opened, from 1; 0 for the root. It distinguishes a level from another one
    /// that was undone at the same depth.
    pub(crate) fn opened(&self, level: usize) -> u64 {
        level.checked_sub(1).map_or(0, |at| self.levels[at].opened)
    }

    /// The number of levels that were ever opened.
    pub(crate) fn levels_opened(&self) -> u64 {
        self.opened
    }

    /// Opens a level. What is due stays due.
    pub fn push(&mut self) {
        self.store.push();
        self.opened += 1;
        self.levels.push(Level { asleep: self.asleep.len() as u32, opened: self.opened });
        if !self.queue.is_idle() || self.store.has_events() {
            self.unsettled.push(self.level() as u32);
        }
    }

    /// Undoes the newest level: domains, propagators' state and sleep; does nothing at the root. What became due in it is
    /// dropped. If anything was due when it was opened, every propagator is due again, because it is not recorded which were.
    pub fn pop(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        self.store.pop();
        self.queue.clear();
        for id in self.asleep.drain(level.asleep as usize..) {
            self.queue.wake(id);
        }
        if self.unsettled.last().is_some_and(|&level| level as usize > self.level()) {
            self.unsettled.pop();
            for (index, slot) in self.slots.iter().enumerate() {
                self.queue.schedule(Members::one(PropId::new(index)), slot.propagator.cost());
            }
            self.notice_all();
        }
    }

    /// Undoes levels until no more than `level` are open.
    pub fn pop_to(&mut self, level: usize) {
        while self.level() > level {
            self.pop();
        }
    }

    /// Makes the domains as they are the start: their history is dropped, and no explanation
    /// mentions what is true of them. A driver that learns does so at each fixpoint of the root, since what is true there
    /// need not be looked up again in every conflict.
    ///
    /// # Panics
    /// If a level is open.
    pub fn settle_root(&mut self) {
        self.store.settle_root();
    }

    /// Makes `atom` true as a decision, without propagating it.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    #[inline]
    pub fn assume(&mut self, atom: Atom) -> Result<bool, Failure> {
        self.store.apply(atom, Reason::DECISION).inspect_err(|_| self.failed_constraint = None)
    }

    /// Makes `atom` true because of a nogood, without propagating it.
    ///
    /// # Errors
    /// [`Failure`] if the domain excludes it.
    pub(crate) fn imply(&mut self, atom: Atom, why: Reason) -> Result<bool, Failure> {
        self.store.apply(atom, why).inspect_err(|_| self.failed_constraint = None)
    }

    /// Keeps a list of the variables whose domain changed or was restored, from now on.
    pub(crate) fn track_modified(&mut self) {
        self.store.track_modified();
    }

    /// Takes a variable off that list.
    #[inline]
    pub(crate) fn next_modified(&mut self) -> Option<VarId> {
        self.store.next_modified()
    }

    /// By constraint: the variables that its propagators watch, or may wait for.
    pub(crate) fn scopes(&self) -> Vec<Vec<VarId>> {
        let constraints = self.slots.iter().map(|slot| slot.constraint.index() + 1).max().unwrap_or(0);
        let mut scopes = vec![Vec::new(); constraints];
        for var in (0..self.store.vars()).map(VarId::new) {
            for propagator in self.watches.watchers(var).chain(self.waiting.ever(var)) {
                let scope = &mut scopes[self.slots[propagator.index()].constraint.index()];
                if scope.last() != Some(&var) {
                    scope.push(var);
                }
            }
        }
        scopes
    }

    /// The newest failure once more, for a caller that propagates again before anything was undone.
    pub(crate) fn repeat_failure(&mut self) -> Failure {
        self.store.repeat_failure()
    }
}
