//! Bounds propagation of `Σ fᵢ·xᵢ = c`, and why.
//!
//! The sum of the least terms leaves some room up to the total, and no term can be above its least by more than that; from
//! above it is the same. So only a term that is wider than the lesser room is touched, and where the widest is not, the run
//! ends after one sweep over the terms. A change takes its part from the other side's room, without another sweep.
//!
//! Terms that are fixed leave the sweep: they stand behind the others, their sum is taken from the total, and both
//! follow backtracking.
//!
//! An explanation asks for as little as suffices: whole terms are left out, and ends weakened, as far as the sum still shows it.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds(Z) where every factor is ±1, bounds(R) rounded to integers otherwise |
//! | Cost | O(open terms) a sweep; sweeps until nothing changes |
//! | Wakes on | either end of any variable |
//! | Explains | a bound by the opposite bounds of others, minimal: none can be left out or weakened |
//! | Source | Harvey & Stuckey, *Improving Linear Constraint Propagation by Changing Constraint Representation*, Constraints 8(2), 2003; Schulte & Carlsson, *Finite Domain Constraint Programming Systems*, Handbook of CP, 2006 |

use std::fmt::Debug;

use smallvec::SmallVec;

use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Relation, Store, Trailed, VarId, ceil};

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Sum<R = VarId> {
    /// Those that were not fixed at the last run come first.
    terms: Vec<Term<R>>,
    total: i64,
    /// How many were not fixed.
    open: Trailed,
    /// The sum of the others.
    fixed: Trailed,
}

/// A variable, and how its ends are read.
pub(super) trait Ends: Copy + Debug + Send + 'static {
    fn var(self) -> VarId;
    /// The least and the greatest of its values.
    fn ends(self, store: &Store) -> (i64, i64);
}

impl Ends for VarId {
    fn var(self) -> VarId {
        self
    }

    #[inline]
    fn ends(self, store: &Store) -> (i64, i64) {
        (store.min(self).into(), store.max(self).into())
    }
}

/// A variable with a small domain, which is read without asking what kind it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallVar {
    var: VarId,
    /// The value of bit 0.
    base: i32,
}

impl Ends for SmallVar {
    #[inline]
    fn var(self) -> VarId {
        self.var
    }

    #[inline]
    fn ends(self, store: &Store) -> (i64, i64) {
        let (bits, base) = (store.bits(self.var), i64::from(self.base));
        (base + i64::from(bits.trailing_zeros()), base + 63 - i64::from(bits.leading_zeros()))
    }
}

/// A factor that is not 0, and its variable, which has no other term.
#[derive(Clone, Copy, Debug)]
struct Term<R> {
    factor: i64,
    var: R,
    /// How far the ends are apart that it can have; for one run.
    width: i64,
}

/// How far any term can be above its least, and below its greatest.
#[derive(Clone, Copy, Debug)]
struct Room {
    above: i64,
    below: i64,
}

impl Room {
    #[inline]
    fn least(self) -> i64 {
        self.above.min(self.below)
    }
}

impl<R: Ends> Term<R> {
    /// The least and the greatest that it can be.
    #[inline]
    fn ends(self, store: &Store) -> (i64, i64) {
        let (min, max) = self.var.ends(store);
        let (a, b) = (self.factor * min, self.factor * max);
        if self.factor > 0 { (a, b) } else { (b, a) }
    }

    /// The value of the variable by which it takes all that is left, if there is one.
    #[inline]
    fn value_for(self, room: Room, store: &Store) -> Option<i32> {
        let size = self.factor.abs();
        let up = if self.factor > 0 { room.above } else { room.below };
        (size == 1 || up % size == 0).then(|| (self.var.ends(store).0 + up / size) as i32)
    }

    /// Cuts it to what the others leave, less than its width.
    #[inline]
    fn cut(&mut self, room: &mut Room, store: &mut Store, why: Reason) -> Result<(), Failure> {
        let (var, size) = (self.var.var(), self.factor.abs());
        let steps = |room: i64| if size == 1 { room } else { room / size };
        let rises = self.factor > 0;
        let (up, down) = if rises { (room.above, room.below) } else { (room.below, room.above) };
        let (min, max) = self.var.ends(store);
        // Less than the width, so that the new ends lie between the old ones.
        if self.width > up {
            store.set_max(var, (min + steps(up)) as i32, why)?;
        }
        if self.width > down {
            store.set_min(var, (max - steps(down)) as i32, why)?;
        }
        let (new_min, new_max) = self.var.ends(store);
        self.width = size * (new_max - new_min);
        let (raised, lowered) = (size * (new_min - min), size * (max - new_max));
        let (from_least, from_greatest) = if rises { (raised, lowered) } else { (lowered, raised) };
        *room = Room { above: room.above - from_least, below: room.below - from_greatest };
        // An end that moved beyond a hole can leave too little.
        if room.least() < 0 { Err(store.contradiction(why)) } else { Ok(()) }
    }
}

/// Adds the propagator for these factors, none of them 0, and variables, none of them twice.
pub(super) fn post(terms: &[(i64, VarId)], total: i64, to: &mut Poster<'_>) {
    let (open, fixed) = (to.new_trailed(terms.len() as u64), to.new_trailed(0));
    let small =
        |&(factor, var)| Some(Term { factor, var: SmallVar { var, base: to.store().base(var)? }, width: 0 });
    if let Some(terms) = terms.iter().map(small).collect() {
        to.add(Sum { terms, total, open, fixed });
    } else {
        let terms = terms.iter().map(|&(factor, var)| Term { factor, var, width: 0 }).collect();
        to.add(Sum { terms, total, open, fixed });
    }
}

impl<R: Ends> Sum<R> {
    /// Reads the ends of the open terms, and puts those aside that are fixed: how much room there is, how wide the widest
    /// is, and the terms that are still open.
    #[inline]
    fn sweep(&mut self, store: &mut Store) -> (Room, i64, &mut [Term<R>]) {
        let before = store.get(self.open) as usize;
        let mut fixed = store.get(self.fixed) as i64;
        let terms = &mut self.terms[..before];
        let (mut open, mut low, mut high, mut widest) = (before, 0, 0, 0);
        // Backwards, so that what takes the place of a fixed term has been looked at.
        for at in (0..before).rev() {
            let (least, greatest) = terms[at].ends(store);
            let width = greatest - least;
            if width == 0 {
                open -= 1;
                fixed += least;
                terms.swap(at, open);
            } else {
                terms[at].width = width;
                (low, high) = (low + least, high + greatest);
                widest = width.max(widest);
            }
        }
        if open < before {
            store.set(self.open, open as u64);
            store.set(self.fixed, fixed as u64);
        }
        let rest = self.total - fixed;
        (Room { above: rest - low, below: high - rest }, widest, &mut terms[..open])
    }
}

impl<R: Ends> Propagator for Sum<R> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.terms.iter().for_each(|term| events.on(term.var.var(), Events::BOUNDS));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        let (mut room, mut widest, terms) = self.sweep(store);
        if room.least() < 0 {
            return Err(store.contradiction(why));
        }
        if let [term] = *terms
            && let Some(value) = term.value_for(room, store)
        {
            store.fix(term.var.var(), value, why)?;
            return Ok(Outcome::Entailed);
        }
        // A change leaves the others less room, so that those before it are looked at again.
        while widest > room.least() {
            widest = 0;
            for term in &mut *terms {
                if term.width > room.least() {
                    term.cut(&mut room, store, why)?;
                }
                widest = term.width.max(widest);
            }
        }
        // The greatest and the least come to the same.
        Ok(if room.above + room.below == 0 { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match request {
            ExplainRequest::Failure => self.explain_failure(past, out),
            // No verb of this propagator empties a domain without naming an atom.
            ExplainRequest::Emptied(_) => {}
            ExplainRequest::Atom(atom) => self.explain_atom(atom, past, out),
        }
    }
}

/// Explanations.
///
/// A bound of a term follows from the opposite ends of the others where their sum does not exceed a limit, and a dead end
/// is one where that of all terms does not. What the ends leave below the limit may be given away: first whole terms, for
/// which the ends suffice that their variables were made with, those first that give away the least; then what is left of it
/// to the terms that stay, as far as it goes. So no premise can be left out, and none be weakened.
impl<R: Ends> Sum<R> {
    /// The factors and the variables, with that sign.
    fn signed(&self, sign: i64) -> impl Iterator<Item = (i64, VarId)> + '_ {
        self.terms.iter().map(move |term| (sign * term.factor, term.var.var()))
    }

    /// The least that `sign · factor · var` can be, given the others.
    fn left_for(&self, var: VarId, sign: i64, past: &Past<'_>) -> i64 {
        let others = self.signed(sign).filter(|term| term.1 != var);
        sign * self.total - others.map(|term| greatest(term, past)).sum::<i64>()
    }

    fn explain_atom(&self, atom: Atom, past: &Past<'_>, out: &mut Vec<Atom>) {
        let (var, value) = (atom.var(), i64::from(atom.value()));
        let term = self.signed(1).find(|term| term.1 == var);
        let (factor, _) = term.expect("invariant: only variables of the sum are changed");
        // Of the variable or, from above, of its negation: which sign of the sum bounds it from below, and by how much.
        let sign = |side: i64| side * factor.signum();
        let bound = |side: i64| ceil(self.left_for(var, sign(side), past), factor.abs());
        let mut explain = |side: i64, wanted: i64| {
            // What else the atom excludes was gone before.
            let wanted = wanted.min(bound(side));
            let limit = sign(side) * self.total - factor.abs() * (wanted - 1) - 1;
            self.premises(Some(var), sign(side), limit, past, out);
        };
        match atom.relation() {
            Relation::Ge => explain(1, value),
            Relation::Le => explain(-1, -value),
            Relation::Eq => {
                explain(1, value);
                explain(-1, -value);
            }
            Relation::Ne if bound(1) > value => explain(1, value + 1),
            Relation::Ne => explain(-1, 1 - value),
        }
    }

    fn explain_failure(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let high: i64 = self.signed(1).map(|term| greatest(term, past)).sum();
        let sign = if high < self.total { 1 } else { -1 };
        self.premises(None, sign, sign * self.total - 1, past, out);
    }

    /// Adds the weakest premises by which the greatest of all terms but that of `own` come to at most `limit`, each with that sign.
    fn premises(&self, own: Option<VarId>, sign: i64, limit: i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        // How much more each could be at the start.
        let mut given: SmallVec<[(i64, VarId, i64); 8]> = SmallVec::new();
        let (start, mut spare) = (past.start(), limit);
        for term in self.signed(sign).filter(|term| Some(term.1) != own) {
            let high = greatest(term, past);
            spare -= high;
            given.push((greatest(term, &start) - high, term.1, term.0));
        }
        given.sort_unstable();
        for (more, var, factor) in given {
            if more <= spare {
                spare -= more;
                continue;
            }
            let weaker = spare / factor.abs();
            spare -= weaker * factor.abs();
            out.push(if factor > 0 {
                Atom::le(var, (i64::from(past.max(var)) + weaker) as i32)
            } else {
                Atom::ge(var, (i64::from(past.min(var)) - weaker) as i32)
            });
        }
    }
}

/// The greatest that a factor times a variable can be.
fn greatest((factor, var): (i64, VarId), domains: &impl Domains) -> i64 {
    factor * i64::from(if factor > 0 { domains.max(var) } else { domains.min(var) })
}
