//! Adapter from the domains of an engine to those of a model, for the scope of one constraint.
//!
//! The truth of any constraint is found by reading domains of a model's variables, or by its checker, once all are fixed. It is explained
//! in the same way: by relaxing the domains as far as the answer allows.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use fixedbitset::FixedBitSet;

use crate::constraints::Constraint;
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Past, VarId, View};

/// A constraint, and what its variables are in an engine.
#[derive(Clone, Debug)]
pub(super) struct EngineDomains {
    constraint: Arc<dyn Constraint>,
    /// By variable of the model, ascending.
    scope: Box<[(IntVar, View)]>,
}

impl EngineDomains {
    pub(super) fn new(constraint: Arc<dyn Constraint>, to: &Poster<'_>) -> EngineDomains {
        // A view with factor 0 does not depend on its variable, which need not be in the engine's scope of the constraint.
        let inner = |view: &IntView| {
            (view.var, to.view(if view.scale() == 0 { *view } else { view.var.view() }), view.scale() == 0)
        };
        let mut scope: Vec<(IntVar, View, bool)> = constraint.scope().iter().map(inner).collect();
        scope.sort_by_key(|&(var, _, is_constant)| (var, is_constant));
        scope.dedup_by_key(|entry| entry.0);
        EngineDomains { constraint, scope: scope.into_iter().map(|(var, view, _)| (var, view)).collect() }
    }

    /// The engine's variables.
    pub(super) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.scope.iter().map(|(_, view)| view.var)
    }

    /// Whether the constraint holds for all that the domains leave, or for nothing; `None` if that is not known.
    pub(super) fn truth(&self, domains: &impl Domains) -> Option<bool> {
        self.truth_of(&ByView::new(&self.scope, domains))
    }

    fn truth_of(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        if let Some(truth) = self.constraint.truth(domains) {
            return Some(truth);
        }
        let is_fixed = self.scope.iter().all(|&(var, _)| domains.min(var) == domains.max(var));
        is_fixed.then(|| self.constraint.check(&|view| i64::from(view.min(domains))))
    }

    /// Atoms that were true in `past`, by which the constraint has that truth: none of them can be left out.
    pub(super) fn explain(&self, truth: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = past.start();
        let first: Vec<Domain> = self.scope.iter().map(|(_, view)| view.domain(&start)).collect();
        // What is not read to find the truth can be anything.
        let seen = Seen { domains: ByView::new(&self.scope, past), is_read: RefCell::default() };
        self.truth_of(&seen);
        let is_read = seen.is_read.into_inner();
        let now = |(at, (_, view)): (usize, &(IntVar, View))| {
            if is_read.contains(at) { view.domain(past) } else { first[at].clone() }
        };
        let mut kept: Vec<Domain> = self.scope.iter().enumerate().map(now).collect();
        give_back(&mut kept, &first, &mut |domains| {
            self.truth_of(&Listed { scope: &self.scope, domains }) == Some(truth)
        });
        for (at, &(_, view)) in self.scope.iter().enumerate() {
            atoms(view, &kept[at], &first[at], out);
        }
    }
}

/// Gives back of each domain what it had at first, as long as something holds that holds of these: bounds and holes, then single values.
/// Of what is left nothing more can be given back.
pub(super) fn give_back(kept: &mut [Domain], first: &[Domain], holds: &mut dyn FnMut(&[Domain]) -> bool) {
    for (at, first) in first.iter().enumerate() {
        if kept[at] == *first {
            continue;
        }
        let now = kept[at].clone();
        for wider in relaxations(&now, first) {
            let before = std::mem::replace(&mut kept[at], wider);
            if holds(kept) {
                break;
            }
            kept[at] = before;
        }
        give_back_values(at, first, kept, holds);
    }
}

/// Gives back single values, if they are few, as long as it holds.
fn give_back_values(
    at: usize,
    first: &Domain,
    kept: &mut [Domain],
    holds: &mut dyn FnMut(&[Domain]) -> bool,
) {
    const MOST: usize = 64;
    let gone: Vec<i32> = first.difference(&kept[at]).iter().take(MOST + 1).collect();
    if gone.len() > MOST {
        return;
    }
    for value in gone {
        let with = kept[at].union(&Domain::from(value));
        let before = std::mem::replace(&mut kept[at], with);
        if !holds(kept) {
            kept[at] = before;
        }
    }
}

/// Wider domains than `now`, the widest first, up to what it was at `first`: without any bound, with one of them, with both and without
/// holes.
fn relaxations(now: &Domain, first: &Domain) -> Vec<Domain> {
    let (Some(low), Some(high)) = (now.min(), now.max()) else { return Vec::new() };
    let ranges = [i32::MIN..=i32::MAX, low..=i32::MAX, i32::MIN..=high, low..=high];
    ranges.map(|range| first.intersect(&Domain::from(range))).to_vec()
}

/// Atoms that restrict the view, which had the values of `first`, to those of `kept`.
pub(super) fn atoms(view: View, kept: &Domain, first: &Domain, out: &mut Vec<Atom>) {
    let (Some(low), Some(high)) = (kept.min(), kept.max()) else { return };
    if first.min() < Some(low) {
        out.extend(view.at_least(low));
    }
    if first.max() > Some(high) {
        out.extend(view.at_most(high));
    }
    let inside = first.intersect(&Domain::from(low..=high));
    out.extend(inside.difference(kept).iter().filter_map(|value| view.differs(value)));
}

/// In a scope of at most this many variables, a search from the start is faster than one by halves.
const SHORT: usize = 8;

/// The place of a variable in a scope.
fn place(scope: &[(IntVar, View)], var: IntVar) -> usize {
    let at = if scope.len() <= SHORT {
        scope.iter().position(|&(own, _)| own == var)
    } else {
        scope.binary_search_by_key(&var, |&(own, _)| own).ok()
    };
    at.expect("invariant: a simplifier reads no other variables than those of the scope")
}

/// Domains of an engine, by the views that the variables are there.
struct ByView<'a, D> {
    scope: &'a [(IntVar, View)],
    domains: &'a D,
    /// The place that was read last: most simplifiers go through their scope in its order, and read each domain twice.
    last: Cell<usize>,
}

impl<'a, D> ByView<'a, D> {
    fn new(scope: &'a [(IntVar, View)], domains: &'a D) -> ByView<'a, D> {
        ByView { scope, domains, last: Cell::new(0) }
    }

    #[inline]
    fn view(&self, var: IntVar) -> View {
        if self.scope.len() <= SHORT {
            return self.scope[place(self.scope, var)].1;
        }
        let last = self.last.get();
        let near =
            [last, last + 1].into_iter().find(|&at| self.scope.get(at).is_some_and(|own| own.0 == var));
        let at = near.unwrap_or_else(|| place(self.scope, var));
        self.last.set(at);
        self.scope[at].1
    }
}

impl<D: Domains> Domains<IntVar> for ByView<'_, D> {
    fn min(&self, var: IntVar) -> i32 {
        self.view(var).min(self.domains)
    }

    fn max(&self, var: IntVar) -> i32 {
        self.view(var).max(self.domains)
    }

    fn size(&self, var: IntVar) -> u64 {
        self.view(var).size(self.domains)
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.view(var).contains(self.domains, value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.view(var).domain(self.domains)
    }
}

/// Domains of an engine, and which of them are read.
struct Seen<'a, D> {
    domains: ByView<'a, D>,
    /// By place in the scope.
    is_read: RefCell<FixedBitSet>,
}

impl<D> Seen<'_, D> {
    fn read(&self, var: IntVar) -> &ByView<'_, D> {
        self.is_read.borrow_mut().grow_and_insert(place(self.domains.scope, var));
        &self.domains
    }
}

impl<D: Domains> Domains<IntVar> for Seen<'_, D> {
    fn min(&self, var: IntVar) -> i32 {
        self.read(var).min(var)
    }

    fn max(&self, var: IntVar) -> i32 {
        self.read(var).max(var)
    }

    fn size(&self, var: IntVar) -> u64 {
        self.read(var).size(var)
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.read(var).contains(var, value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.read(var).domain(var)
    }
}

/// A list of domains.
struct Listed<'a> {
    scope: &'a [(IntVar, View)],
    domains: &'a [Domain],
}

impl Listed<'_> {
    fn of(&self, var: IntVar) -> &Domain {
        &self.domains[place(self.scope, var)]
    }
}

impl Domains<IntVar> for Listed<'_> {
    fn min(&self, var: IntVar) -> i32 {
        self.of(var).min().expect("invariant: no domain is empty")
    }

    fn max(&self, var: IntVar) -> i32 {
        self.of(var).max().expect("invariant: no domain is empty")
    }

    fn size(&self, var: IntVar) -> u64 {
        self.of(var).size()
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self.of(var).contains(value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self.of(var).clone()
    }
}
