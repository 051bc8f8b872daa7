//! The propagator of `Σ fᵢ·xᵢ = c` and of `Σ fᵢ·xᵢ ≤ c` at bounds consistency, and its explanations.
//!
//! The sum of the least terms leaves some room up to the total, and no term can be above its least by more than that; from
//! above it is the same. So only a term that is wider than the lesser room is touched, and where the widest is not, the run
//! ends after one sweep over the terms. A change takes its part from the other side's room, without another sweep. Where the
//! sum is only bounded from above, there is no end of room on the other side.
//!
//! Sums of more than 256 terms keep their ends from run to run: `long.rs`. In longer sums than six, terms that are fixed leave the sweep:
//! they stand behind the others, their sum is taken from the total, and both follow backtracking.
//!
//! An explanation asks for as little as suffices: whole terms are left out, and ends weakened, as far as the sum still shows it.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | of `=`: bounds(Z) where every factor is ±1, bounds(R) rounded to integers otherwise, unless 10,000 sweeps do not reach it; of `≤`: domain |
//! | Cost | O(open terms) a sweep; sweeps until nothing changes, 10,000 at most |
//! | Wakes on | either end of any variable; of `≤`, the end that raises the sum |
//! | Explains | a bound by the opposite bounds of others, minimal: none can be left out or weakened |
//! | Source | Harvey & Stuckey, *Improving Linear Constraint Propagation by Changing Constraint Representation*, Constraints 8(2), 2003; Schulte & Carlsson, *Finite Domain Constraint Programming Systems*, Handbook of CP, 2006 |

use smallvec::SmallVec;

use crate::constraints::linear::addend::{Addend, Room, Scaled, Unit};
use crate::constraints::linear::implied::Implied;
use crate::constraints::linear::long::Long;
use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Relation, Store, Trailed, VarId, ceil};

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Sum<T> {
    /// With an `open`, those that were not fixed at the last run come first.
    terms: Vec<Term<T>>,
    total: i64,
    /// How far the sum may be below the total: 0 where it is the total, [`ENDLESS`] where it is at most that.
    slack: i64,
    /// The sum of the addends' offsets.
    offset: i64,
    /// How many were not fixed, and the sum of the others. It is not worth while for a few terms.
    open: Option<(Trailed, Trailed)>,
}

/// An addend, and how far the ends are apart that it can have; for one run.
#[derive(Clone, Copy, Debug)]
struct Term<T> {
    addend: T,
    width: i64,
}

/// Sums with no more terms than this are swept as a whole.
const FEW: usize = 6;

/// Longer sums than this keep their ends from run to run.
const MANY: usize = 256;

/// The ends of few terms over wide domains can creep, by a value or two a sweep, and each step is recorded. After this number of sweeps
/// they stay where they are, until something else moves: a decision halves what is left, and a sweep does not.
const MOST_SWEEPS: usize = 10_000;

/// More than any sum can be above another one.
const ENDLESS: i64 = i64::MAX / 4;

/// Adds the propagator for these factors, none of them 0, and variables, none of them twice: the sum is the total if
/// `is_exact`, otherwise at most that.
pub(super) fn post(terms: &[(i64, VarId)], is_exact: bool, total: i64, to: &mut Poster<'_>) {
    post_under(None, terms, is_exact, total, to);
}

/// Posts the sum where a guard is true, which it refutes where the sum cannot hold; with true beside it, the guard is also true where the
/// sum holds.
pub(super) fn post_implied(
    guard: (Atom, bool),
    terms: &[(i64, VarId)],
    is_exact: bool,
    total: i64,
    to: &mut Poster<'_>,
) {
    post_under(Some(guard), terms, is_exact, total, &mut to.unguarded());
}

fn post_under(
    guard: Option<(Atom, bool)>,
    terms: &[(i64, VarId)],
    is_exact: bool,
    total: i64,
    to: &mut Poster<'_>,
) {
    let open = (terms.len() > FEW).then(|| (to.new_trailed(terms.len() as u64), to.new_trailed(0)));
    if let Some(units) = units::<false>(terms, to.store()) {
        add(Sum::new(units, is_exact, total, open), guard, to);
    } else if let Some(units) = units::<true>(terms, to.store()) {
        add(Sum::new(units, is_exact, total, open), guard, to);
    } else {
        let scaled = terms.iter().map(|&(factor, var)| Scaled { factor, var });
        add(Sum::new(scaled, is_exact, total, open), guard, to);
    }
}

fn add<T: Addend>(sum: Sum<T>, guard: Option<(Atom, bool)>, to: &mut Poster<'_>) {
    match guard {
        None if sum.terms.len() > MANY => {
            let long = Long::new(sum, to);
            to.add(long);
        }
        None => to.add(sum),
        Some((guard, decides)) => to.add(Implied { guard, decides, sum }),
    }
}

/// The terms as units, if all of them are.
fn units<const SIGNED: bool>(terms: &[(i64, VarId)], store: &Store) -> Option<Vec<Unit<SIGNED>>> {
    terms.iter().map(|&(factor, var)| Unit::new(factor, var, store)).collect()
}

/// What can be claimed once every addend has the room that it is wide: entailed where no addend has any width left and, where the
/// sum may be below the total, where all of them have the room together.
#[inline]
fn outcome(room: Room, slack: i64) -> Outcome {
    let widths = room.above + room.below - slack;
    let enough = if slack == 0 { 0 } else { room.above };
    if widths <= enough { Outcome::Entailed } else { Outcome::Fixpoint }
}

impl<T: Addend> Sum<T> {
    fn new(
        addends: impl IntoIterator<Item = T>,
        is_exact: bool,
        total: i64,
        open: Option<(Trailed, Trailed)>,
    ) -> Sum<T> {
        let slack = if is_exact { 0 } else { ENDLESS };
        let terms: Vec<_> = addends.into_iter().map(|addend| Term { addend, width: 0 }).collect();
        let offset = terms.iter().map(|term| term.addend.offset()).sum();
        Sum { terms, total, slack, offset, open }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.slack == 0
    }

    /// The addends, in some order.
    pub(super) fn addends(&self) -> impl Iterator<Item = T> + '_ {
        self.terms.iter().map(|term| term.addend)
    }

    /// The sum of the addends' offsets.
    pub(super) fn offset(&self) -> i64 {
        self.offset
    }

    /// What can be claimed of a sum with that least, of terms that are so wide together, and the widest of them so at most; `None` if
    /// some may have to be cut.
    #[inline]
    pub(super) fn settle(
        &self,
        low: i64,
        widths: i64,
        widest: i64,
        store: &mut Store,
    ) -> Result<Option<Outcome>, Failure> {
        let room = Room { above: self.total - low, below: low + widths - self.total + self.slack };
        if room.least() < 0 {
            return Err(store.contradiction(store.because(0)));
        }
        Ok((widest <= room.least()).then(|| outcome(room, self.slack)))
    }

    /// How wide the widest term is.
    pub(super) fn widest(&self, store: &Store) -> i64 {
        let open = self.open.map_or(self.terms.len(), |(open, _)| store.get(open) as usize);
        self.terms[..open].iter().map(|term| term.addend.reach(store).1).max().unwrap_or(0)
    }

    /// Wakes on what may say more of the sum, or may make it certain.
    pub(super) fn subscribe_to(&self, both_ends: bool, events: &mut Subscriptions<'_>) {
        for term in &self.terms {
            let raising = if term.addend.factor() > 0 { Events::MIN } else { Events::MAX };
            let both_ends = both_ends || self.is_exact();
            events.on(term.addend.var(), if both_ends { Events::BOUNDS } else { raising });
        }
    }

    /// Whether the ends of the sum leave it possible that it is as it should be, and make it certain.
    pub(super) fn truth(&self, store: &Store) -> (bool, bool) {
        let (mut low, mut widths) = (self.offset, 0);
        for term in &self.terms {
            let (least, width) = term.addend.reach(store);
            low += least;
            widths += width;
        }
        let high = low + widths;
        if self.is_exact() {
            ((low..=high).contains(&self.total), low == high && low == self.total)
        } else {
            (low <= self.total, high <= self.total)
        }
    }

    /// Cuts the first `open` terms until each is as wide as the room, at most. The widest is wider now.
    #[inline(never)]
    fn cut(&mut self, open: usize, mut room: Room, store: &mut Store) -> Result<Outcome, Failure> {
        let why = store.because(0);
        let terms = &mut self.terms[..open];
        // A change leaves the others less room, so that those before it are looked at again.
        let mut least = room.least();
        for _ in 0..MOST_SWEEPS {
            store.spend(terms.len())?;
            let mut widest = 0;
            for term in &mut *terms {
                if term.width > least {
                    term.width = term.addend.cut(&mut room, store, why)?;
                    least = room.least();
                    // An end that moved beyond a hole can leave too little.
                    if least < 0 {
                        return Err(store.contradiction(why));
                    }
                }
                widest = term.width.max(widest);
            }
            if widest <= least {
                return Ok(outcome(room, self.slack));
            }
        }
        store.note_slow_run();
        Ok(Outcome::Fixpoint)
    }

    /// Fixes the one term that is open by what is left for it, if it can take all of that.
    #[inline(never)]
    fn fix_last(&self, room: Room, store: &mut Store) -> Result<Option<Outcome>, Failure> {
        let last = self.terms.iter().find(|term| term.width > 0 && self.slack == 0);
        let fix = last.and_then(|term| Some((term.addend.var(), term.addend.value_for(room, store)?)));
        let Some((var, value)) = fix else { return Ok(None) };
        store.fix(var, value, store.because(0))?;
        Ok(Some(Outcome::Entailed))
    }

    /// How many terms are to be swept, and the sum of the others and of the offsets.
    #[inline(never)]
    fn put_fixed_aside(&mut self, (open, fixed): (Trailed, Trailed), store: &mut Store) -> (usize, i64) {
        let before = store.get(open) as usize;
        let (mut left, mut sum) = (before, store.get(fixed) as i64);
        // Backwards, so that what takes the place of a fixed term has been looked at.
        for at in (0..before).rev() {
            let (least, width) = self.terms[at].addend.reach(store);
            if width == 0 {
                left -= 1;
                sum += least;
                self.terms.swap(at, left);
            }
        }
        if left < before {
            store.set(open, left as u64);
            store.set(fixed, sum as u64);
        }
        (left, sum + self.offset)
    }
}

impl<T: Addend> Propagator for Sum<T> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.subscribe_to(false, events);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (open, fixed) = match self.open {
            Some(state) => self.put_fixed_aside(state, store),
            None => (self.terms.len(), self.offset),
        };
        let (mut low, mut widest, mut widths) = (fixed, 0, 0);
        for term in &mut self.terms[..open] {
            let (least, width) = term.addend.reach(store);
            term.width = width;
            low += least;
            widths += width;
            widest = width.max(widest);
        }
        if let Some(outcome) = self.settle(low, widths, widest, store)? {
            return Ok(outcome);
        }
        let room = Room { above: self.total - low, below: low + widths - self.total + self.slack };
        // One term is as wide as all: the others are fixed.
        if widest == widths
            && let Some(outcome) = self.fix_last(room, store)?
        {
            return Ok(outcome);
        }
        self.cut(open, room, store)
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match request {
            ExplainRequest::Failure => self.explain_failure(past, out),
            // No verb of this propagator empties a domain without naming an atom.
            ExplainRequest::Emptied(_) => {}
            ExplainRequest::Atom(atom) => self.explain_atom(atom, past, out),
        }
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let signed = |sign: i64| self.signed(sign).collect::<SmallVec<[(i64, VarId); 8]>>();
        to.at_most(&signed(1), self.total);
        if self.is_exact() {
            to.at_most(&signed(-1), -self.total);
        }
    }
}

/// Explanations.
///
/// A bound of a term follows from the opposite ends of the others where their sum does not exceed a limit, and a failure
/// is one where that of all terms does not. What the ends leave below the limit may be given away: first whole terms, for
/// which the ends suffice that their variables were made with, those first that give away the least; then what is left of it
/// to the terms that stay, as far as it goes. So no premise can be left out, and none be weakened.
impl<T: Addend> Sum<T> {
    /// The factors and the variables, with that sign.
    fn signed(&self, sign: i64) -> impl Iterator<Item = (i64, VarId)> + '_ {
        self.terms.iter().map(move |term| (sign * term.addend.factor(), term.addend.var()))
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
            // What is only bounded from above bounds a term on one side.
            debug_assert!(self.is_exact() || sign(side) < 0, "invariant: {atom} is what the sum can imply");
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
            Relation::Ne => {
                let from_below = if self.is_exact() { bound(1) > value } else { sign(1) < 0 };
                if from_below { explain(1, value + 1) } else { explain(-1, 1 - value) }
            }
        }
    }

    /// Why the sum is as it should be, whatever happens.
    pub(super) fn explain_certain(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.premises(None, 1, self.total, past, out);
        if self.is_exact() {
            self.premises(None, -1, -self.total, past, out);
        }
    }

    /// Why it cannot be.
    pub(super) fn explain_failure(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let high: i64 = self.signed(1).map(|term| greatest(term, past)).sum();
        let sign = if self.is_exact() && high < self.total { 1 } else { -1 };
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
            let more = greatest(term, &start) - high;
            if more > 0 {
                given.push((more, term.1, term.0));
            }
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
