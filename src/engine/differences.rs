//! Differences between bounds, as propagators state them for the answer to slow convergence (`slow_convergence.rs`).
//!
//! A bound is the least value of a variable, or of its negation. An inequality says that it is at least another bound plus a gap, or at
//! least the least of several such sums, as long as all bounds are no weaker than now.

use smallvec::SmallVec;

use crate::store::{Atom, Domains, PropId, Store, VarId, View};

/// Inequalities of bounds, as propagators state them: what holds as long as all other bounds are no weaker.
#[derive(Debug)]
pub struct Differences<'a> {
    pub(super) store: &'a Store,
    pub(super) inequalities: Vec<Inequality>,
    /// The bounds and gaps of the inequalities, one after another, and what these depend on.
    pub(super) sources: Vec<(Bound, i64)>,
    pub(super) premises: Vec<Atom>,
    /// The propagator that is asked.
    pub(super) asked: PropId,
    /// True atoms on which all depends that is stated.
    given: SmallVec<[Atom; 1]>,
}

/// The least value of a variable, by twice its number, or of its negation, by one more.
pub(super) type Bound = u32;

/// `to` is at least one of some bounds, each plus a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inequality {
    pub(super) to: Bound,
    /// Where those bounds are in the list, and where the premises are.
    sources: (u32, u32),
    pub(super) premises: (u32, u32),
    pub(super) propagator: PropId,
}

/// The bounds of variables that are narrower are not raised for long, and by less it is not worth while.
pub(super) const WIDE: i64 = 1000;

/// Of a sum with more wide terms than this, no two are related.
const MOST_WIDE: usize = 8;

impl<'a> Differences<'a> {
    pub(super) fn new(store: &'a Store) -> Differences<'a> {
        Differences {
            store,
            inequalities: Vec::new(),
            sources: Vec::new(),
            premises: Vec::new(),
            asked: PropId::new(0),
            given: SmallVec::new(),
        }
    }

    /// The current domains.
    pub fn store(&self) -> &'a Store {
        self.store
    }

    /// States that the sum of these factors times variables, none of which is there twice, is at most the total: a difference between each
    /// two of them that have many values, and the same factor but for the sign.
    ///
    /// # Complexity
    /// O(terms) for each such two.
    pub fn at_most(&mut self, terms: &[(i64, VarId)], total: i64) {
        let store = self.store;
        let least = |&(factor, var): &(i64, VarId)| {
            i128::from(factor) * i128::from(if factor > 0 { store.min(var) } else { store.max(var) })
        };
        let is_wide = |&&(factor, var): &&(i64, VarId)| {
            factor != 0 && i64::from(store.max(var)) - i64::from(store.min(var)) >= WIDE
        };
        let wide: SmallVec<[(i64, VarId); MOST_WIDE]> =
            terms.iter().filter(is_wide).take(MOST_WIDE + 1).copied().collect();
        if wide.len() > MOST_WIDE {
            return;
        }
        let room = i128::from(total) - terms.iter().map(least).sum::<i128>();
        for (at, one) in wide.iter().enumerate() {
            let same_factor = wide[at + 1..].iter().filter(|other| other.0.abs() == one.0.abs());
            for other in same_factor {
                // one + other ≤ rest, and the same divided by the factor.
                let rest = room + least(one) + least(other);
                let Ok(rest) = i64::try_from(rest.div_euclid(one.0.abs().into())) else { continue };
                let premises =
                    self.premises_of(terms.iter().filter(|term| ![one.1, other.1].contains(&term.1)));
                let [one, other] = [one, other].map(|&(factor, var)| bound(var, factor > 0));
                self.add(other ^ 1, [(one, -rest)], premises);
                self.add(one ^ 1, [(other, -rest)], premises);
            }
        }
    }

    /// States `x + gap ≤ y`, of two variables.
    pub fn in_order(&mut self, x: View, gap: i64, y: View) {
        let total = i64::from(y.offset()) - i64::from(x.offset()) - gap;
        self.at_most(&[(x.scale().into(), x.var), (-i64::from(y.scale()), y.var)], total);
    }

    /// States `x = y`, of two variables.
    pub fn equal(&mut self, x: View, y: View) {
        self.in_order(x, 0, y);
        self.in_order(y, 0, x);
    }

    /// States that `y` is one of some views. Only those of the factors 1 and −1 are related.
    pub fn one_of(&mut self, y: View, views: &[View]) {
        if views.iter().chain([&y]).any(|view| view.scale().abs() != 1) {
            return;
        }
        let premises = self.premises_of([].iter());
        for sign in [1, -1] {
            let end =
                |view: View| (bound(view.var, view.scale() * sign > 0), i64::from(view.offset() * sign));
            let (to, offset) = end(y);
            let sources = views.iter().map(|&view| (end(view).0, end(view).1 - offset));
            self.add(to, sources, premises);
        }
    }

    /// States what holds as long as all of these atoms are true; nothing, if one is not.
    pub fn given(&mut self, atoms: impl IntoIterator<Item = Atom>, state: impl FnOnce(&mut Self)) {
        let before = self.given.len();
        self.given.extend(atoms);
        if self.given[before..].iter().all(|atom| atom.holds(self.store)) {
            state(self);
        }
        self.given.truncate(before);
    }

    fn add(&mut self, to: Bound, sources: impl IntoIterator<Item = (Bound, i64)>, premises: (u32, u32)) {
        let start = self.sources.len() as u32;
        self.sources.extend(sources);
        let sources = (start, self.sources.len() as u32);
        self.inequalities.push(Inequality { to, sources, premises, propagator: self.asked });
    }

    /// The ends of these terms as they are, and what is given, as a part of the list.
    fn premises_of<'t>(&mut self, others: impl Iterator<Item = &'t (i64, VarId)>) -> (u32, u32) {
        let start = self.premises.len() as u32;
        let store = self.store;
        let end = |&(factor, var): &(i64, VarId)| match factor.signum() {
            1 => Some(Atom::ge(var, store.min(var))),
            -1 => Some(Atom::le(var, store.max(var))),
            _ => None,
        };
        self.premises.extend(others.filter_map(end).chain(self.given.iter().copied()));
        (start, self.premises.len() as u32)
    }

    pub(super) fn sources_of(&self, inequality: u32) -> &[(Bound, i64)] {
        let (start, end) = self.inequalities[inequality as usize].sources;
        &self.sources[start as usize..end as usize]
    }
}

fn bound(var: VarId, is_plain: bool) -> Bound {
    2 * var.index() as u32 + u32::from(!is_plain)
}
