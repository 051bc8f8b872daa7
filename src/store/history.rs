//! Past states: the store as it was at a position of the trail, for explanations.
//!
//! A small domain is read off the saved bits, the bounds of any other off its records, and single values of it by
//! `presence.rs`. A history is walked back from its newest change, or from where a cursor stands (`cursor.rs`).

use crate::domain::small::Small;
use crate::domain::{Domain, Form};
use crate::store::atom::{Atom, Relation};
use crate::store::cursor::Cursors;
use crate::store::domains::Domains;
use crate::store::presence::Presence;
use crate::store::reason::Reason;
use crate::store::trail::in_bulk;
use crate::store::var::VarId;
use crate::store::wide::{Bounds, tail};
use crate::store::{Kind, Store};

/// The domains of a store as they were when its trail held a given number of changes.
///
/// A recording store has its whole past; any other one has it at the ends of its open levels only.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    store: &'a Store,
    position: usize,
    cursors: Option<&'a Cursors>,
}

impl Store {
    /// The store as it was when the trail held `position` changes.
    ///
    /// # Complexity
    /// To read a domain costs as much as the variable has changed since, and its bounds the logarithm of that; see
    /// [`past_by`](Self::past_by).
    pub fn past(&self, position: usize) -> Past<'_> {
        Past { store: self, position, cursors: None }
    }

    /// The store as it was when the trail held `position` changes, with cursors that were [restarted](Cursors::restart) since the trail
    /// last changed.
    ///
    /// # Complexity
    /// Questions about positions in descending order cost together as much as the variables asked about have changed;
    /// whether a domain of more than 64 values has a certain one does not profit.
    pub fn past_by<'a>(&'a self, position: usize, cursors: &'a Cursors) -> Past<'a> {
        Past { store: self, position, cursors: Some(cursors) }
    }

    /// Whether changes keep their reasons.
    pub fn is_recording(&self) -> bool {
        self.trail.is_recording()
    }

    /// The number of changes on the trail when `level` was left for the next one; for the newest level, now.
    pub fn end_of_level(&self, level: usize) -> usize {
        self.trail.end_of(level)
    }

    /// The variable that the change at `position` was of, and the reason of it, while recording.
    pub fn change(&self, position: usize) -> Option<(VarId, Reason)> {
        Some((self.trail.changes.get(position)?.var, self.trail.origins.get(position)?.why))
    }

    /// The atom that the change at `position` was to make true, while recording; `None` where it removed several values at
    /// once, each of which was then posted as `≠`.
    pub fn posted(&self, position: usize) -> Option<Atom> {
        let posted = self.trail.origins.get(position)?.posted;
        (posted != in_bulk(posted.var())).then_some(posted)
    }

    /// Whether the change at `position`, which made `atom` true, was to do so: whether what was posted implies it. Each value of a bulk
    /// removal counts as posted by itself.
    pub(crate) fn is_posted(&self, atom: Atom, position: usize) -> bool {
        self.posted(position).map_or(atom.relation() == Relation::Ne, |posted| posted.implies(atom))
    }

    /// The level of the change at `position`, while recording.
    #[inline]
    pub(crate) fn level_of(&self, position: usize) -> usize {
        self.trail.origins[position].level as usize
    }

    /// The number of fixed variables.
    pub(crate) fn fixed(&self) -> usize {
        (0..self.vars()).filter(|&number| self.value(VarId::new(number)).is_some()).count()
    }

    /// The number of variables that the changes from `position` on fixed.
    pub(crate) fn fixed_since(&self, position: usize) -> usize {
        let newest = |&at: &usize| {
            let var = self.trail.changes[at].var;
            self.value(var).is_some() && self.trail.last[var.index()] as usize == at + 1
        };
        (position..self.position()).filter(newest).count()
    }

    /// The bounds of the variable of the change at `position`, before and after it; for a small domain, the bits as well.
    pub(crate) fn around(&self, position: usize) -> Around {
        let change = self.trail.changes[position];
        let is_newest = self.trail.last[change.var.index()] as usize == position + 1;
        let later = if is_newest { 0 } else { self.past(position + 1).links(change.var).0 };
        let after = later.checked_sub(1).map(|later| self.trail.changes[later as usize].old);
        let shape = self.shapes[change.var.index()];
        if shape.kind == Kind::Small {
            let bits = [change.old, after.unwrap_or(self.bits[change.var.index()])];
            return Around::Small(bits);
        }
        let bounds = |record: u64| tail(&self.trail.records, record as usize).0;
        let after = after.map_or_else(|| self.wide_bounds(change.var), bounds);
        Around::Wide([bounds(change.old), after])
    }

    /// The position of the change that made `atom` true, looking back from `before`; `None` if it has been true from
    /// the start. The atom must be true at `before`.
    ///
    /// # Complexity
    /// Logarithmic in the number of changes of its variable; where a value went from between the ends of a domain of more than 64 values,
    /// linear.
    pub fn cause(&self, atom: Atom, before: usize) -> Option<usize> {
        self.past(before).cause(atom)
    }
}

impl Store {
    /// The atoms that the change of `var` at `position` made true: the new bounds, slightly weaker bounds, and every
    /// value lost.
    pub(crate) fn made_true(&self, var: VarId, position: usize) -> Vec<Atom> {
        let (old, new) = (self.past(position), self.past(position + 1));
        let mut atoms = Vec::new();
        if old.min(var) != new.min(var) {
            atoms.extend([Atom::ge(var, new.min(var)), Atom::ge(var, old.min(var) + 1)]);
        }
        if old.max(var) != new.max(var) {
            atoms.extend([Atom::le(var, new.max(var)), Atom::le(var, old.max(var) - 1)]);
        }
        if let (Some(value), None) = (new.value(var), old.value(var)) {
            atoms.push(Atom::eq(var, value));
        }
        let lost = old.domain(var).difference(&new.domain(var));
        atoms.extend(lost.iter().take(MOST_LOST).map(|value| Atom::ne(var, value)));
        atoms
    }
}

/// A domain before and after a change.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Around {
    /// As bits.
    Small([u64; 2]),
    /// The least and the greatest value.
    Wide([Bounds; 2]),
}

/// This number of changes is looked at one by one, before jumps are taken.
const STEPS: usize = 8;

/// At most this many lost values are listed.
const MOST_LOST: usize = 64;

impl<'a> Past<'a> {
    /// The store as it was when its variables were made, or when its root was settled.
    #[must_use]
    pub fn start(self) -> Self {
        Past { position: 0, cursors: None, ..self }
    }

    /// The store as it is now, in which whatever was true is still true: quick to read, as a first test.
    #[must_use]
    pub fn now(self) -> &'a Store {
        self.store
    }

    /// The store as it was at another position, by the same cursors.
    #[must_use]
    pub fn at(self, position: usize) -> Self {
        Past { position, ..self }
    }

    /// The number of changes on the trail then.
    pub fn position(self) -> usize {
        self.position
    }

    /// The note that a propagator [kept](Store::keep_note) under that number.
    pub fn note(self, number: u32) -> &'a [u32] {
        self.store.trail.noted(number)
    }

    /// The position of the change that made `atom` true, looking back from here; `None` if it has been true from the
    /// start. The atom must be true here.
    ///
    /// # Complexity
    /// Logarithmic in the number of changes of its variable; where a value went from between the ends of a domain of more than 64 values,
    /// linear.
    pub fn cause(self, atom: Atom) -> Option<usize> {
        let (var, value) = (atom.var(), atom.value());
        let trail = &self.store.trail;
        if self.store.shapes[var.index()].kind != Kind::Small && atom.relation() == Relation::Ne {
            return self.cause_of_wide_hole(var, value);
        }
        let (_, before) = self.links(var);
        let shape = self.store.shapes[var.index()];
        if shape.kind == Kind::Small {
            let was = |bits: u64| holds_small(atom, Small { base: shape.base, bits });
            return trail
                .history_from(before)
                .find(|&(_, change)| !was(change.old))
                .map(|(position, _)| position);
        }
        self.cause_in_bounds(atom, before)
    }

    /// The cause of an atom of a domain that is not small, by its bounds alone, from a link on back.
    fn cause_in_bounds(self, atom: Atom, before: u32) -> Option<usize> {
        let trail = &self.store.trail;
        let was = |old: u64| holds_wide(atom, tail(&trail.records, old as usize).0);
        let mut link = before;
        for _ in 0..STEPS {
            let position = link.checked_sub(1)? as usize;
            let change = trail.changes[position];
            if !was(change.old) {
                return Some(position);
            }
            link = change.previous;
        }
        if !trail.is_recording() {
            return trail.history_from(link).find(|&(_, change)| !was(change.old)).map(|(at, _)| at);
        }
        let (_, cause) = trail.oldest_with(link, |link| was(trail.changes[link as usize - 1].old));
        cause.checked_sub(1).map(|position| position as usize)
    }

    fn cause_of_wide_hole(self, var: VarId, value: i32) -> Option<usize> {
        let trail = &self.store.trail;
        let mut presence = Presence::now(self.store, var, value);
        if presence.is_set() {
            // Nothing took it but the bounds.
            return self.cause_in_bounds(Atom::ne(var, value), self.links(var).1);
        }
        trail.history(var).find_map(|(position, change)| {
            let end = change.old as usize;
            presence.undo(&trail.records, end);
            let (min, max) = tail(&trail.records, end).0;
            let was_there = (min..=max).contains(&value) && presence.is_set();
            (position < self.position && was_there).then_some(position)
        })
    }

    /// The oldest change of `var` from here on, and the newest before, as links: one more than their positions, 0 for none.
    #[inline]
    fn links(self, var: VarId) -> (u32, u32) {
        let trail = &self.store.trail;
        if self.position == 0 && trail.is_recording() {
            return (trail.oldest(var), 0);
        }
        let (mut after, mut before) = (0, trail.last[var.index()]);
        if let Some(cursors) = self.cursors {
            let kept = cursors.get(var);
            if kept as usize > self.position {
                (after, before) = (kept, trail.changes[kept as usize - 1].previous);
            }
        }
        for _ in 0..STEPS {
            if before as usize <= self.position {
                if let Some(cursors) = self.cursors {
                    cursors.keep(var, after);
                }
                return (after, before);
            }
            (after, before) = (before, trail.changes[before as usize - 1].previous);
        }
        self.far_links(var, after, before)
    }

    /// The links from those on, after some steps.
    #[cold]
    fn far_links(self, var: VarId, mut after: u32, mut before: u32) -> (u32, u32) {
        let trail = &self.store.trail;
        let has_jumps = trail.is_recording() && self.store.shapes[var.index()].kind != Kind::Small;
        if has_jumps && before as usize > self.position {
            (after, before) = trail.oldest_with(before, |link| link as usize > self.position);
        }
        while before as usize > self.position {
            (after, before) = (before, trail.changes[before as usize - 1].previous);
        }
        if let Some(cursors) = self.cursors {
            cursors.keep(var, after);
        }
        (after, before)
    }

    /// Reads a domain into another one: nothing is allocated where that was one of the same variable.
    pub(crate) fn read_domain(self, var: VarId, into: &mut Domain) {
        match self.small(var) {
            Some(small) => *into = Domain::from_form(Form::Small(small)),
            None => self.store.read_wide_domain_at(var, self.position, into),
        }
    }

    #[inline]
    fn small(self, var: VarId) -> Option<Small> {
        let shape = self.store.shapes[var.index()];
        if shape.kind != Kind::Small {
            return None;
        }
        let (after, _) = self.links(var);
        let now = self.store.bits[var.index()];
        let bits = if after == 0 { now } else { self.store.trail.changes[after as usize - 1].old };
        Some(Small { base: shape.base, bits })
    }

    /// The bounds and the size of a domain that is not small.
    pub(super) fn wide(self, var: VarId) -> (Bounds, u64) {
        let (after, _) = self.links(var);
        if after == 0 {
            return (self.store.wide_bounds(var), self.store.wide_size(var));
        }
        let trail = &self.store.trail;
        let (bounds, size, _) = tail(&trail.records, trail.changes[after as usize - 1].old as usize);
        (bounds, size)
    }

    fn wide_contains(self, var: VarId, value: i32) -> bool {
        let ((min, max), _) = self.wide(var);
        if value < min || value > max {
            return false;
        }
        let trail = &self.store.trail;
        let mut presence = Presence::now(self.store, var, value);
        if presence.is_set() {
            return true;
        }
        for (_, change) in trail.history(var).take_while(|(position, _)| *position >= self.position) {
            presence.undo(&trail.records, change.old as usize);
        }
        presence.is_set()
    }
}

fn holds_small(atom: Atom, small: Small) -> bool {
    match atom.relation() {
        Relation::Eq => small.bits == small.bit(atom.value()),
        Relation::Ne => !small.contains(atom.value()),
        Relation::Le => small.bits & !small.to(atom.value()) == 0,
        Relation::Ge => small.bits & !small.from(atom.value()) == 0,
    }
}

/// Whether an atom other than `≠` holds of a domain with these bounds.
fn holds_wide(atom: Atom, (min, max): Bounds) -> bool {
    match atom.relation() {
        Relation::Eq => (min, max) == (atom.value(), atom.value()),
        Relation::Le => max <= atom.value(),
        Relation::Ge => min >= atom.value(),
        Relation::Ne => atom.value() < min || atom.value() > max,
    }
}

impl Domains for Past<'_> {
    fn min(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(|| self.wide(var).0.0, Small::min)
    }

    fn max(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(|| self.wide(var).0.1, Small::max)
    }

    fn bounds(&self, var: VarId) -> (i32, i32) {
        self.small(var).map_or_else(|| self.wide(var).0, |small| (small.min(), small.max()))
    }

    fn size(&self, var: VarId) -> u64 {
        self.small(var).map_or_else(|| self.wide(var).1, Small::size)
    }

    fn contains(&self, var: VarId, value: i32) -> bool {
        self.small(var).map_or_else(|| self.wide_contains(var, value), |small| small.contains(value))
    }

    fn domain(&self, var: VarId) -> Domain {
        let mut domain = Domain::empty();
        self.read_domain(var, &mut domain);
        domain
    }

    fn word(&self, var: VarId) -> Option<(i32, u64)> {
        self.small(var).map(|small| (small.base, small.bits))
    }

    fn value(&self, var: VarId) -> Option<i32> {
        match self.small(var) {
            Some(small) => small.bits.is_power_of_two().then(|| small.min()),
            None => Some(self.wide(var).0).filter(|(min, max)| min == max).map(|(min, _)| min),
        }
    }
}
