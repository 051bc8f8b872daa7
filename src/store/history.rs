//! The past: the store as it was at a position of the trail, for explanations.

use crate::domain::small::Small;
use crate::domain::{Domain, Form};
use crate::store::atom::Atom;
use crate::store::domains::Domains;
use crate::store::reason::Reason;
use crate::store::var::VarId;
use crate::store::{Kind, Store};

/// The domains of a store as they were when its trail held a given number of changes.
///
/// Only a recording store knows its whole past; any other knows it at the ends of its open levels.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    store: &'a Store,
    position: usize,
}

impl Store {
    /// The store as it was when the trail held `position` changes.
    pub fn past(&self, position: usize) -> Past<'_> {
        Past { store: self, position }
    }

    /// Whether changes keep their reasons.
    pub fn is_recording(&self) -> bool {
        self.trail.is_recording()
    }

    /// How many changes the trail held when `level` was left for the next one (the newest level: holds now).
    pub fn end_of_level(&self, level: usize) -> usize {
        self.trail.end_of(level)
    }

    /// The variable that the change at `position` was of, and the reason of it, while recording.
    pub fn change(&self, position: usize) -> Option<(VarId, Reason)> {
        Some((self.trail.changes.get(position)?.var, *self.trail.reasons.get(position)?))
    }

    /// The position of the change that made `atom` true, looking back from `before`; `None` if it has been true from
    /// the start. The atom must be true at `before`.
    ///
    /// # Complexity
    /// Linear in the number of changes of its variable.
    pub fn cause(&self, atom: Atom, before: usize) -> Option<usize> {
        let changes = self.trail.history(atom.var()).skip_while(|(position, _)| *position >= before);
        let mut positions = changes.map(|(position, _)| position);
        positions.find(|&position| !atom.holds(&self.past(position)))
    }
}

impl Store {
    /// The atoms that the change of `var` at `position` made true: ends as they are then, ends a little weaker, and every
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

/// So many lost values are told one by one.
const MOST_LOST: usize = 64;

impl Past<'_> {
    /// The store as it was when its variables were made.
    #[must_use]
    pub fn start(self) -> Self {
        Past { position: 0, ..self }
    }

    /// How many changes the trail held.
    pub fn position(self) -> usize {
        self.position
    }

    fn small(&self, var: VarId) -> Option<Small> {
        let shape = self.store.shapes[var.index()];
        if shape.kind != Kind::Small {
            return None;
        }
        let newer = self.store.trail.history(var).take_while(|(at, _)| *at >= self.position);
        let bits = newer.last().map_or(self.store.bits[var.index()], |(_, change)| change.old);
        Some(Small { base: shape.base, bits })
    }
}

impl Domains for Past<'_> {
    fn min(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(
            || self.store.wide_domain_at(var, self.position).min().expect("invariant: no domain is empty"),
            Small::min,
        )
    }

    fn max(&self, var: VarId) -> i32 {
        self.small(var).map_or_else(
            || self.store.wide_domain_at(var, self.position).max().expect("invariant: no domain is empty"),
            Small::max,
        )
    }

    fn size(&self, var: VarId) -> u64 {
        self.small(var).map_or_else(|| self.store.wide_domain_at(var, self.position).size(), Small::size)
    }

    fn contains(&self, var: VarId, value: i32) -> bool {
        self.small(var).map_or_else(
            || self.store.wide_domain_at(var, self.position).contains(value),
            |s| s.contains(value),
        )
    }

    fn domain(&self, var: VarId) -> Domain {
        self.small(var).map_or_else(
            || self.store.wide_domain_at(var, self.position),
            |small| Domain::from_form(Form::Small(small)),
        )
    }
}
