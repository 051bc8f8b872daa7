//! The store: variables, their domains, and everything needed to take changes back or to explain them.
//!
//! Domains change through a few verbs ([`fix`](Store::fix), [`remove`](Store::remove), [`set_min`](Store::set_min),
//! [`set_max`](Store::set_max), [`intersect`](Store::intersect), [`keep_bits`](Store::keep_bits)). Each takes a
//! [`Reason`], and is a no-op (`Ok(false)`), a change (`Ok(true)`, with [`Events`] for the engine to drain), or a
//! [`Failure`], before which the [`Conflict`] is on record and after which no domain is empty.
//!
//! Levels are opened by `push` and undone by `pop`; the cost of both follows the number of changes.
//!
//! This floor does not depend on propagators.

mod atom;
mod chain;
mod cursor;
mod domains;
mod event;
mod failure;
pub(crate) mod handle;
mod history;
mod interrupt;
mod listed;
mod meter;
mod presence;
mod reason;
mod source;
mod trail;
mod trailed;
mod var;
mod verbs;
mod view;
mod wide;

use crate::domain::blocks::Blocks;
use crate::domain::small::Small;
use crate::domain::sparse::Sparse;
use crate::domain::{Domain, Form};
use crate::store::meter::Meter;
use crate::store::trail::Trail;
use crate::store::trailed::{Cells, Numbers};

pub use crate::store::atom::{Atom, Relation};
pub use crate::store::cursor::Cursors;
pub use crate::store::domains::Domains;
pub use crate::store::event::Events;
pub use crate::store::failure::{Conflict, Failure};
pub(crate) use crate::store::history::Around;
pub use crate::store::history::Past;
pub use crate::store::interrupt::{Interrupt, InterruptCause};
pub use crate::store::reason::Reason;
pub use crate::store::source::{ConstraintId, NogoodId, PropId, Source};
pub use crate::store::trailed::Trailed;
pub(crate) use crate::store::trailed::TrailedRun;
pub use crate::store::var::VarId;
pub use crate::store::view::View;
pub(crate) use crate::store::view::{ceil, floor};

/// Variables and their domains.
#[derive(Clone, Debug)]
pub struct Store {
    /// By variable: the bits of a small domain; of any other, its number among its kind.
    bits: Vec<u64>,
    /// By variable: the value of bit 0, and the kind.
    shapes: Vec<Shape>,
    medium: Vec<Medium>,
    /// The words of all medium domains, one after another.
    words: Vec<u64>,
    large: Vec<Sparse>,
    /// By variable: the watched events that have not been drained.
    pending: Vec<Pending>,
    /// The variables with something pending.
    changed: Vec<VarId>,
    trail: Trail,
    cells: Cells,
    /// Variables whose domain changed or was restored since the list was last taken, if that is tracked.
    modified: Option<Modified>,
    conflict: Option<Conflict>,
    /// The source of reasons made by [`because`](Store::because), which is the propagator that runs.
    current_reason: Reason,
    /// The interruption of runs.
    meter: Meter,
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    base: i32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Small,
    Medium,
    Large,
}

#[derive(Clone, Copy, Debug)]
struct Medium {
    blocks: Blocks,
    /// Where its words start in the arena, and how many there are.
    start: u32,
    length: u32,
}

/// Events of a variable.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    /// The events that happened.
    events: Events,
    /// The events that are watched; others do not put the variable on the list.
    watched: Events,
}

/// A set of variables as a list.
#[derive(Clone, Debug)]
struct Modified {
    list: Vec<VarId>,
    listed: Vec<bool>,
}

impl Modified {
    #[inline]
    fn add(&mut self, var: VarId) {
        if !std::mem::replace(&mut self.listed[var.index()], true) {
            self.list.push(var);
        }
    }
}

impl Store {
    /// A store without variables. With `recording`, every change keeps its reason, and explanations can be asked for.
    pub(crate) fn new(recording: bool) -> Store {
        Store {
            bits: Vec::new(),
            shapes: Vec::new(),
            medium: Vec::new(),
            words: Vec::new(),
            large: Vec::new(),
            pending: Vec::new(),
            changed: Vec::new(),
            trail: Trail::new(recording),
            cells: Cells::default(),
            modified: None,
            conflict: None,
            current_reason: Reason::DECISION,
            meter: Meter::default(),
        }
    }

    /// Adds a variable. Only at the root, before any level is opened.
    ///
    /// # Errors
    /// [`Failure`] if the domain is empty; the variable then does not exist.
    pub(crate) fn new_var(&mut self, domain: &Domain) -> Result<VarId, Failure> {
        let var = VarId::new(self.bits.len());
        let (bits, base, kind) = match domain.form() {
            Form::Small(Small { bits: 0, .. }) => {
                return Err(self.contradiction(Reason::DECISION));
            }
            Form::Small(small) => (small.bits, small.base, Kind::Small),
            Form::Medium(blocks, words) => {
                let start = self.words.len() as u32;
                self.words.extend_from_slice(words);
                self.medium.push(Medium { blocks: *blocks, start, length: words.len() as u32 });
                (self.medium.len() as u64 - 1, blocks.base, Kind::Medium)
            }
            Form::Large(sparse) => {
                self.large.push((**sparse).clone());
                (self.large.len() as u64 - 1, sparse.min, Kind::Large)
            }
        };
        self.bits.push(bits);
        self.shapes.push(Shape { base, kind });
        self.pending.push(Pending::default());
        self.trail.add_var();
        if let Some(modified) = &mut self.modified {
            modified.listed.push(false);
        }
        Ok(var)
    }

    /// The number of variables.
    pub fn vars(&self) -> usize {
        self.bits.len()
    }

    // --- Reasons --------------------------------------------------------------------------------------------------

    /// Sets the source of the reasons that [`because`](Self::because) makes from now on.
    #[inline]
    pub(crate) fn set_current_source(&mut self, source: Source) {
        self.current_reason = Reason::new(source, 0);
    }

    /// A reason with the current source: inside a propagator, that propagator.
    #[inline]
    pub fn because(&self, payload: u32) -> Reason {
        self.current_reason.with_payload(payload)
    }

    // --- Levels ---------------------------------------------------------------------------------------------------

    /// The number of open levels; 0 is the root.
    pub fn level(&self) -> usize {
        self.trail.level()
    }

    /// The number of changes on the trail.
    pub fn position(&self) -> usize {
        self.trail.changes.len()
    }

    /// Opens a level.
    pub(crate) fn push(&mut self) {
        self.trail.push();
        self.cells.push();
    }

    /// Undoes the newest level: every domain and every [`Trailed`] number is again what it was.
    pub(crate) fn pop(&mut self) {
        let mark = self.trail.pop();
        while let Some(change) = self.trail.pop_change(mark) {
            let at = change.var.index();
            match self.shapes[at].kind {
                Kind::Small => self.bits[at] = change.old,
                _ => self.restore_wide(change.var),
            }
            if let Some(modified) = &mut self.modified {
                modified.add(change.var);
            }
        }
        self.cells.pop();
        self.drop_events();
    }

    /// At the root, makes the domains as they are the start: their history is dropped, and no
    /// explanation mentions it. The domains themselves are as before.
    ///
    /// # Panics
    /// If a level is open.
    pub(crate) fn settle_root(&mut self) {
        assert_eq!(self.level(), 0, "the root can be settled only where no level is open");
        self.trail.settle();
    }

    /// Keeps a note for an explanation, for what does not fit into the payload of a reason: until the level is undone, and only
    /// while reasons are recorded. Its number is the payload, and [`Past::note`] reads it.
    pub fn keep_note(&mut self, note: &[u32]) -> u32 {
        self.trail.note(note)
    }

    /// Adds a number that follows backtracking.
    pub fn new_trailed(&mut self, value: u64) -> Trailed {
        self.cells.add(value)
    }

    /// Adds several numbers that follow backtracking.
    pub(crate) fn new_trailed_run(&mut self, values: impl Iterator<Item = u64>) -> TrailedRun {
        self.cells.add_run(values)
    }

    /// Reads several numbers that follow backtracking.
    #[inline]
    pub(crate) fn run(&self, run: TrailedRun) -> Numbers<'_> {
        self.cells.run(run)
    }

    /// Reads a number that follows backtracking.
    #[inline]
    pub fn get(&self, cell: Trailed) -> u64 {
        self.cells.get(cell)
    }

    /// Writes a number that follows backtracking.
    #[inline]
    pub fn set(&mut self, cell: Trailed, value: u64) {
        self.cells.set(cell, value);
    }

    /// Takes bits from several numbers that follow backtracking: each by its place in the run.
    #[inline]
    pub(crate) fn take_bits(&mut self, run: TrailedRun, bits: impl Iterator<Item = (usize, u64)>) {
        self.cells.take_bits(run, bits);
    }

    // --- Events ---------------------------------------------------------------------------------------------------

    /// Watches these events of `var`, too, from now on.
    pub(crate) fn watch(&mut self, var: VarId, events: Events) {
        let watched = &mut self.pending[var.index()].watched;
        *watched = *watched | events;
    }

    /// Takes one variable that changed, and what happened to it, off the list.
    #[inline]
    pub(crate) fn next_event(&mut self) -> Option<(VarId, Events)> {
        let var = self.changed.pop()?;
        Some((var, std::mem::take(&mut self.pending[var.index()].events)))
    }

    /// Whether something happened that was not taken off the list.
    #[inline]
    pub(crate) fn has_events(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Drops all events.
    pub(crate) fn drop_events(&mut self) {
        while self.next_event().is_some() {}
    }

    /// Keeps a list of the variables whose domain changed or was restored, from now on.
    pub(crate) fn track_modified(&mut self) {
        if self.modified.is_none() {
            self.modified = Some(Modified { list: Vec::new(), listed: vec![false; self.vars()] });
        }
    }

    /// Takes a variable off that list.
    #[inline]
    pub(crate) fn next_modified(&mut self) -> Option<VarId> {
        let modified = self.modified.as_mut()?;
        let var = modified.list.pop()?;
        modified.listed[var.index()] = false;
        Some(var)
    }

    /// Notes a change. The domain must not be empty.
    #[inline]
    fn note(&mut self, var: VarId, events: Events) {
        let pending = &mut self.pending[var.index()];
        if pending.watched.meets(events) {
            if pending.events.is_none() {
                self.changed.push(var);
            }
            pending.events = pending.events | events;
        }
        if let Some(modified) = &mut self.modified {
            modified.add(var);
        }
    }

    // --- Failure --------------------------------------------------------------------------------------------------

    /// Records a conflict.
    #[cold]
    fn fail(&mut self, conflict: Conflict) -> Failure {
        self.conflict = Some(conflict);
        Failure::recorded()
    }

    /// Records that the constraint of a propagator cannot hold; `why` is made by [`because`](Self::because).
    pub fn contradiction(&mut self, why: Reason) -> Failure {
        self.fail(Conflict::Declared { why })
    }

    /// Records that, by a propagator, none of the values left of `var` is possible.
    pub fn refute(&mut self, var: VarId, why: Reason) -> Failure {
        self.fail(Conflict::Emptied { var, why })
    }

    /// The newest failure once more.
    pub(crate) fn repeat_failure(&mut self) -> Failure {
        let empty = Conflict::Declared { why: Reason::DECISION };
        self.fail(self.conflict.unwrap_or(empty))
    }

    /// The conflict of the newest [`Failure`].
    pub fn conflict(&self) -> Option<Conflict> {
        self.conflict
    }
}

impl Domains for Store {
    #[inline]
    fn min(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(|| self.wide_bounds(var).0, Small::min)
    }

    #[inline]
    fn max(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(|| self.wide_bounds(var).1, Small::max)
    }

    #[inline]
    fn bounds(&self, var: VarId) -> (i32, i32) {
        self.small(var).map_or_else(|| self.wide_bounds(var), |small| (small.min(), small.max()))
    }

    #[inline]
    fn size(&self, var: VarId) -> u64 {
        self.small(var).map_or_else(|| self.wide_size(var), Small::size)
    }

    #[inline]
    fn contains(&self, var: VarId, value: i32) -> bool {
        self.small(var).map_or_else(|| self.wide_contains(var, value), |small| small.contains(value))
    }

    fn domain(&self, var: VarId) -> Domain {
        self.small(var).map_or_else(|| self.wide_domain(var), |small| Domain::from_form(Form::Small(small)))
    }

    #[inline]
    fn word(&self, var: VarId) -> Option<(i32, u64)> {
        self.small(var).map(|small| (small.base, small.bits))
    }

    #[inline]
    fn value(&self, var: VarId) -> Option<i32> {
        if let Some(small) = self.small(var) {
            return small.bits.is_power_of_two().then(|| small.min());
        }
        let (min, max) = self.wide_bounds(var);
        (min == max).then_some(min)
    }
}
