//! The propagator of a sum of different values at domain consistency, where there are few values: a dynamic program over sets.
//!
//! Views that are gone through in their order have a set of values after each of them; the set says how many views were gone
//! through, and what they add up to. So the *families* of sets that the first views can have (`families.rs`) are all that is to be
//! known: from the first view on, those that can be reached, and from the last one back, those from which a right sum is reached. A
//! value of a view is kept if it leads from a set of the one kind to a set of the other.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, where no variable occurs twice, as soon as the open views have at most 16 values between them, which must lie within a range of 4096 unless the views had no more from the start; until then nothing |
//! | Cost | O(n·m·2ᵐ / 64) for n open views of m values, so that of nine values eight words are a family; where the views had at most ten values from the start, the sets with a right sum are known, otherwise each that is reached is added up |
//! | Wakes on | any change |
//! | Explains | minimally, by values lost, where the views had at most 16 from the start; otherwise by all that they lost |
//! | Source | Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints*, Annals of OR 118, 2003, with sets in place of sums |

use smallvec::SmallVec;

use crate::constraints::Comparator;
use crate::constraints::counting::only;
use crate::constraints::distinct_sum::families;
use crate::constraints::has_twice;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, View};

/// The payload of a failure; those of values lost are the positions of their views.
const FAILED: u32 = u32::MAX;

/// A family of sets: nothing is allocated up to ten values.
type Family = SmallVec<[u64; 16]>;

/// With at most this many listed values, the sets of values with a right sum are found once, when the constraint is posted.
const FEW: usize = 10;

/// Values farther apart than this are left alone, unless all are listed: the values lost between them are premises.
const WIDEST: i64 = 4096;

#[derive(Clone, Debug)]
pub(super) struct Completions {
    views: Box<[View]>,
    comparator: Comparator,
    total: i64,
    /// Whether `values` are all that the views started with.
    is_listed: bool,
    /// Whether some variable occurs twice.
    repeats: bool,
    /// Ascending; unless all are listed, those of the open views at the last run.
    values: Vec<i32>,
    /// The sets of values with a right sum, where these are listed and few.
    right: Option<Box<[u64]>>,
    /// By view: by how much the bits of its domain are moved to the left to be its bits in the list, where it is as simple as that.
    shifts: Box<[Option<i32>]>,
    /// Scratch: the open views, and by open view the values left, as bits by their places in `values`.
    open: Vec<u32>,
    left: Vec<u32>,
    /// Scratch, by open view: the values left, by number among those in use.
    numbered: Vec<u32>,
    in_use: Vec<i32>,
    /// Scratch: the families before each open view and after the last.
    layers: Vec<u64>,
    before: Vec<u64>,
    after: Vec<u64>,
}

/// Adds the value of a view to the list; false if that would have too many then.
fn insert(x: View, value: i32, values: &mut Vec<i32>) -> bool {
    let value = x.apply(value) as i32;
    let Err(at) = values.binary_search(&value) else { return true };
    let fits = values.len() < families::MOST;
    if fits {
        values.insert(at, value);
    }
    fits
}

/// Whether views have more values between them than [`FEW`].
pub(super) fn has_many_values(views: &[IntView], domains: &dyn Domains<IntVar>) -> bool {
    let mut values = Vec::new();
    views.iter().any(|&x| {
        x.size(domains) > FEW as u64 || {
            let own = domains.domain(x.var);
            own.iter().any(|value| {
                let value = x.apply(value) as i32;
                if let Err(at) = values.binary_search(&value) {
                    values.insert(at, value);
                }
                values.len() > FEW
            })
        }
    })
}

impl Completions {
    pub(super) fn new(views: Vec<View>, comparator: Comparator, total: i64, store: &Store) -> Completions {
        let start = store.past(0);
        let mut values = Vec::with_capacity(families::MOST);
        let is_listed = views.iter().all(|&x| {
            let domain = start.domain(x.var);
            domain.size() <= families::MOST as u64 && domain.iter().all(|value| insert(x, value, &mut values))
        });
        let repeats = has_twice(views.iter().map(|x| x.var));
        let right = (is_listed && values.len() <= FEW)
            .then(|| families::right_sums(views.len(), &values, comparator, total).into());
        let shift = |x: &View| {
            let is_run = values.len() as i64 == i64::from(*values.last()?) - i64::from(values[0]) + 1;
            let base = store.base(x.var).filter(|_| is_run && is_listed && x.scale() == 1)?;
            let shift = i64::from(base) + i64::from(x.offset()) - i64::from(values[0]);
            i32::try_from(shift).ok().filter(|shift| shift.unsigned_abs() < u64::BITS)
        };
        let shifts = views.iter().map(shift).collect();
        Completions {
            views: views.into(),
            comparator,
            total,
            is_listed,
            repeats,
            values,
            right,
            shifts,
            open: Vec::new(),
            left: Vec::new(),
            numbered: Vec::new(),
            in_use: Vec::new(),
            layers: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Whether it is all that is needed: nothing has to be done before there are few values.
    pub(super) fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Lists the values of the open views; false if there are too many, or too far apart.
    fn list(&mut self, store: &Store) -> bool {
        self.values.clear();
        for &at in &self.open {
            let x = self.views[at as usize];
            if x.size(store) > families::MOST as u64 {
                return false;
            }
            let mut values = store.runs(x.var).flat_map(|(low, high)| low..=high);
            if !values.all(|value| insert(x, value, &mut self.values)) {
                return false;
            }
        }
        let span = |values: &[i32]| Some(i64::from(*values.last()?) - i64::from(*values.first()?));
        span(&self.values).is_none_or(|span| span < WIDEST)
    }

    /// The values that a view has, as bits by their places in the list.
    fn bits(&self, x: View, domains: &impl Domains) -> u32 {
        let has = |(at, &value): (usize, &i32)| u32::from(x.contains(domains, value)) << at;
        self.values.iter().enumerate().map(has).fold(0, |all, bit| all | bit)
    }

    /// The values that a view has left, as bits by their places in the list.
    #[inline]
    fn word(&self, at: usize, store: &Store) -> u32 {
        let x = self.views[at];
        match self.shifts[at] {
            Some(shift @ 0..) => (store.bits(x.var) << shift) as u32,
            Some(shift) => (store.bits(x.var) >> -shift) as u32,
            None => self.bits(x, store),
        }
    }

    /// Removes what leads to no set with a right sum, where these are known.
    fn propagate_known(&mut self, store: &mut Store) -> Result<Outcome, Failure> {
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend((0..self.views.len()).map(|at| self.word(at, store)));
        self.numbered.clear();
        self.numbered.extend_from_slice(&left);
        self.left = left;
        if !self.filter(self.values.len(), self.total) {
            return Err(store.contradiction(store.because(FAILED)));
        }
        let is_fixed = |words: &[u32]| words.iter().all(|word| word.is_power_of_two());
        let (was_fixed, is_fixed) = (is_fixed(&self.left), is_fixed(&self.numbered));
        for (at, (&left, &kept)) in self.left.iter().zip(&self.numbered).enumerate() {
            for place in families::numbers(left & !kept) {
                self.views[at].remove(store, self.values[place as usize], store.because(at as u32))?;
            }
        }
        Ok(match (is_fixed, self.repeats && !was_fixed) {
            (_, true) => Outcome::Again,
            (false, false) => Outcome::Fixpoint,
            (true, false) => Outcome::Entailed,
        })
    }

    /// Numbers the values in use, of those that no fixed view has.
    fn number(&mut self, taken: u32) {
        let used = self.left.iter().fold(0, |used, left| used | left) & !taken;
        self.in_use.clear();
        self.in_use.extend(families::numbers(used).map(|at| self.values[at as usize]));
        self.numbered.clear();
        for &left in &self.left {
            let has = |(number, at): (u32, u32)| (left >> at & 1) << number;
            self.numbered.push((0..).zip(families::numbers(used)).map(has).fold(0, |all, bit| all | bit));
        }
    }

    /// Leaves in `numbered` the values that are part of a solution; false if there is none. Values are numbered below `values`. `rest` is what
    /// is left of the total, where the sets with a right sum are not known.
    fn filter(&mut self, values: usize, rest: i64) -> bool {
        let Completions { numbered, layers, before, after, in_use, right, comparator, .. } = self;
        let (words, count) = (families::words(values), numbered.len());
        layers.clear();
        layers.resize((count + 1) * words, 0);
        layers[0] = 1;
        for (at, &left) in numbered.iter().enumerate() {
            let (first, second) = layers[at * words..][..2 * words].split_at_mut(words);
            families::numbers(left).for_each(|value| families::add(first, value, second));
        }
        after.clear();
        after.extend_from_slice(&layers[count * words..]);
        let is_possible = match right {
            Some(right) => families::keep(after, right),
            None => families::keep_sums(after, in_use, *comparator, rest),
        };
        if !is_possible {
            return false;
        }
        for (at, left) in numbered.iter_mut().enumerate().rev() {
            before.clear();
            before.resize(words, 0);
            for value in families::numbers(*left) {
                if !families::complete(&layers[at * words..][..words], value, after, before) {
                    *left &= !(1 << value);
                }
            }
            std::mem::swap(before, after);
        }
        true
    }

    /// The sets with a right sum that the views can have if each has all of these values.
    fn right_of(&self, all: &[u32]) -> Family {
        let mut family = families::reached(all, self.values.len());
        match &self.right {
            Some(right) => families::keep(&mut family, right),
            None => families::keep_sums(&mut family, &self.values, self.comparator, self.total),
        };
        family
    }

    /// Why no assignment is left: those of the values lost that are needed. The views that started with few values are `left` with
    /// what they had, and `at` with what it is asked about.
    ///
    /// Views get values back one after the other. A value is needed if it continues a set of those before, with what they have got back, to
    /// one that those after, with what they have left, complete: whichever other values the view gets back.
    fn explain_listed(&self, at: usize, left: &[u32], past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = past.start();
        let at_first = |(view, &left): (usize, &u32)| {
            if view == at { left } else { self.bits(self.views[view], &start) }
        };
        let all: SmallVec<[u32; 32]> = left.iter().enumerate().map(at_first).collect();
        let right = self.right_of(&all);
        let words = right.len();
        // From each view on: the sets that it and those after it complete to one with a right sum.
        let mut after: SmallVec<[u64; 128]> = SmallVec::from_elem(0, (left.len() + 1) * words);
        after[left.len() * words..].copy_from_slice(&right);
        let any: Family = SmallVec::from_elem(u64::MAX, words);
        for (view, &left) in left.iter().enumerate().rev() {
            let (own, next) = after[view * words..][..2 * words].split_at_mut(words);
            families::numbers(left).for_each(|value| {
                families::complete(&any, value, next, own);
            });
        }
        let mut before: Family = SmallVec::from_elem(0, words);
        before[0] = 1;
        for (view, (&had, &all)) in left.iter().zip(&all).enumerate() {
            let next = &after[(view + 1) * words..][..words];
            let lost = families::numbers(all & !had);
            let needed = lost.filter(|&value| families::can_complete(&before, value, next));
            let kept = needed.fold(all, |kept, value| kept & !(1 << value));
            self.explain_kept(self.views[view], kept, all, out);
            let mut reached: Family = SmallVec::from_elem(0, words);
            families::numbers(kept).for_each(|value| families::add(&before, value, &mut reached));
            before = reached;
        }
    }

    /// Writes that a view has `kept` only, of all values that it had at first.
    fn explain_kept(&self, x: View, kept: u32, all: u32, out: &mut Vec<Atom>) {
        if kept == all {
            return;
        }
        if kept.is_power_of_two() {
            out.extend(x.equals(self.values[kept.trailing_zeros() as usize]));
        } else {
            let lost = families::numbers(all & !kept).map(|at| self.values[at as usize]);
            out.extend(lost.filter_map(|value| x.differs(value)));
        }
    }
}

impl Propagator for Completions {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if self.right.is_some() {
            return self.propagate_known(store);
        }
        self.open.clear();
        let mut rest = self.total;
        for (at, x) in self.views.iter().enumerate() {
            match x.value(store) {
                Some(value) => rest -= i64::from(value),
                None => self.open.push(at as u32),
            }
        }
        if !self.is_listed && !self.list(store) {
            return Ok(Outcome::Fixpoint);
        }
        let fixed = || self.views.iter().filter_map(|x| x.value(store));
        let mut taken = 0u32;
        for value in fixed() {
            let Ok(at) = self.values.binary_search(&value) else { continue };
            if taken >> at & 1 != 0 {
                return Err(store.contradiction(store.because(FAILED)));
            }
            taken |= 1 << at;
        }
        if self.open.is_empty() {
            let is_twice = |(at, value)| fixed().take(at).any(|other| other == value);
            let holds = self.comparator.holds(0, rest) && !fixed().enumerate().any(is_twice);
            return if holds {
                Ok(Outcome::Entailed)
            } else {
                Err(store.contradiction(store.because(FAILED)))
            };
        }
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        left.extend(self.open.iter().map(|&at| self.bits(self.views[at as usize], store)));
        self.left = left;
        self.number(taken);
        if !self.filter(self.in_use.len(), rest) {
            return Err(store.contradiction(store.because(FAILED)));
        }
        for (&at, (&left, &kept)) in self.open.iter().zip(self.left.iter().zip(&self.numbered)) {
            let x = self.views[at as usize];
            for value in families::numbers(left).map(|place| self.values[place as usize]) {
                let number = self.in_use.binary_search(&value);
                if number.is_ok_and(|number| kept >> number & 1 != 0) {
                    continue;
                }
                x.remove(store, value, store.because(at))?;
            }
        }
        Ok(if self.repeats { Outcome::Again } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let at = if payload == FAILED { self.views.len() } else { payload as usize };
        if self.is_listed {
            let mut left: SmallVec<[u32; 32]> = self.views.iter().map(|&x| self.bits(x, past)).collect();
            if let Some(x) = self.views.get(at) {
                let asked = request.removed(past).filter_map(|value| {
                    let value = i32::try_from(x.apply(value)).ok()?;
                    self.values.binary_search(&value).ok()
                });
                left[at] = asked.fold(0, |all, place| all | 1 << place);
            }
            return self.explain_listed(at, &left, past, out);
        }
        for (_, &x) in (0..).zip(&self.views).filter(|&(other, _)| other != at) {
            match x.value(past) {
                Some(value) => out.extend(x.equals(value)),
                None => only(x, past, out, &|value| i32::try_from(value).is_ok_and(|v| x.contains(past, v))),
            }
        }
    }
}
