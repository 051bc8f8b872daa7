//! The loads of bins, from the items that are in them and that can be.
//!
//! *Load bounds*: a load is at least what is in the bin, and at most what can be; and all loads together are the size of all items, so that
//! one is no less than what the others leave. *Single items*: one that has no room in a bin is not in it; one without
//! which a bin does not have its load is.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | as said; full assignments are decided |
//! | Cost | O(items · bins) a run |
//! | Wakes on | any change of an item, bounds of a load |
//! | Explains | by items that are in a bin, or out of it, the largest first, and bounds of loads, as weak as these allow |
//! | Source | Shaw, *A Constraint for Bin Packing*, CP 2004 |

use smallvec::SmallVec;

use crate::constraints::Operand;
use crate::constraints::packing::bin_packing::{BinPacking, Load};
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Loads {
    /// By item, the largest first: the view of the bin that it is in, and its size.
    items: Box<[(View, i64)]>,
    /// The size of all items.
    total: i64,
    numbers: Box<[i32]>,
    /// By bin.
    limits: Box<[Limit]>,
    /// Scratch, by bin.
    reach: Vec<Reach>,
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Is(View),
    IsNumber(i64),
    AtMost(i64),
}

/// What is in a bin, what can be, and the ends of its load.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    inside: i64,
    possible: i64,
    low: i64,
    high: i64,
}

/// The payload of a change: what it is, and which bin.
mod because {
    pub(super) const KINDS: u32 = 5;
    /// A load is no less than what is inside.
    pub(super) const INSIDE: u32 = 0;
    /// It is no more than what can be.
    pub(super) const POSSIBLE: u32 = 1;
    /// The other loads leave no less, and no more.
    pub(super) const REST: u32 = 2;
    /// There is no room for an item.
    pub(super) const FULL: u32 = 3;
    /// An item is needed.
    pub(super) const NEEDED: u32 = 4;
}

impl Limit {
    fn low(self, domains: &impl Domains) -> i64 {
        match self {
            Limit::Is(view) => view.min(domains).into(),
            Limit::IsNumber(number) => number,
            Limit::AtMost(_) => 0,
        }
    }

    fn high(self, domains: &impl Domains) -> i64 {
        match self {
            Limit::Is(view) => view.max(domains).into(),
            Limit::IsNumber(number) | Limit::AtMost(number) => number,
        }
    }

    fn view(self) -> Option<View> {
        match self {
            Limit::Is(view) => Some(view),
            _ => None,
        }
    }
}

impl Loads {
    pub(super) fn new(packing: &BinPacking, to: &Poster<'_>) -> Loads {
        let mut items = Vec::with_capacity(packing.items.len());
        for item in packing.items.iter().filter(|item| item.size > 0) {
            items.push((to.view(item.bin), i64::from(item.size)));
        }
        items.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        let limit = |load: Load| match load {
            Load::Exactly(Operand::View(view)) => Limit::Is(to.view(view)),
            Load::Exactly(Operand::Constant(constant)) => Limit::IsNumber(constant),
            Load::AtMost(most) => Limit::AtMost(most),
        };
        Loads {
            total: items.iter().map(|&(_, size)| size).sum(),
            items: items.into(),
            numbers: packing.bins.iter().map(|bin| bin.number).collect(),
            limits: packing.bins.iter().map(|bin| limit(bin.load)).collect(),
            reach: vec![Reach::default(); packing.bins.len()],
        }
    }

    fn reach(&self, bin: usize, domains: &impl Domains) -> Reach {
        let (number, limit) = (self.numbers[bin], self.limits[bin]);
        let (mut inside, mut possible) = (0, 0);
        for &(view, size) in &self.items {
            if view.contains(domains, number) {
                possible += size;
                inside += if view.value(domains).is_some() { size } else { 0 };
            }
        }
        let (low, high) = (limit.low(domains).max(inside), limit.high(domains).min(possible));
        Reach { inside, possible, low, high }
    }

    /// The ends of what a load can be; true if that changed anything.
    fn bound(
        &self,
        bin: usize,
        [low, high]: [i64; 2],
        kinds: [u32; 2],
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let why = |kind: u32| kind + because::KINDS * bin as u32;
        let (least, most) = (self.limits[bin].low(store), self.limits[bin].high(store));
        let is_number = !matches!(self.limits[bin], Limit::AtMost(_));
        let mut is_changed = false;
        match self.limits[bin].view() {
            Some(view) => {
                let ends = [low, high].map(|end| end.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
                let [low_why, high_why] = kinds.map(|kind| store.because(why(kind)));
                if i64::from(ends[0]) < low {
                    return Err(store.contradiction(low_why));
                }
                is_changed |= view.set_min(store, ends[0], low_why)?;
                is_changed |= view.set_max(store, ends[1], high_why)?;
            }
            None if low > most => return Err(store.contradiction(store.because(why(kinds[0])))),
            None if is_number && high < least => {
                return Err(store.contradiction(store.because(why(kinds[1]))));
            }
            None => {}
        }
        Ok(is_changed)
    }

    /// What is known of single items; true if that changed anything.
    fn settle_items(&self, bin: usize, store: &mut Store) -> Result<bool, Failure> {
        let (number, limit) = (self.numbers[bin], self.limits[bin]);
        let Reach { inside, possible, .. } = self.reach[bin];
        let kind = |kind: u32| kind + because::KINDS * bin as u32;
        let (full, needed) = (store.because(kind(because::FULL)), store.because(kind(because::NEEDED)));
        let (low, high) = (limit.low(store), limit.high(store));
        let mut is_changed = false;
        for &(view, size) in &self.items {
            if inside + size <= high && possible - size >= low {
                // Nor is any that is smaller too large, or needed.
                break;
            }
            if !view.contains(store, number) || view.value(store).is_some() {
                continue;
            }
            if inside + size > high {
                is_changed |= view.remove(store, number, full)?;
            } else if possible - size < low {
                is_changed |= view.fix(store, number, needed)?;
            }
        }
        Ok(is_changed)
    }

    /// Whether each load is met whatever the items do.
    fn is_met(&self, store: &Store) -> bool {
        let has_room = |bin: usize| match self.limits[bin] {
            Limit::AtMost(most) => self.reach[bin].possible <= most,
            limit => {
                let Reach { inside, possible, .. } = self.reach[bin];
                inside == possible && limit.low(store) == inside && limit.high(store) == inside
            }
        };
        let is_inside = |view: View| {
            let count = self.numbers.iter().filter(|&&number| view.contains(store, number)).count();
            count as u64 == view.size(store)
        };
        (0..self.numbers.len()).all(has_room) && self.items.iter().all(|&(view, _)| is_inside(view))
    }

    /// Writes items that are in the bin, up to that size; returns their size.
    fn why_inside(&self, bin: usize, wanted: i64, past: &Past<'_>, out: &mut Vec<Atom>) -> i64 {
        let mut sum = 0;
        for &(view, size) in &self.items {
            if sum >= wanted {
                break;
            }
            if view.value(past) == Some(self.numbers[bin]) {
                sum += size;
                out.extend(view.equals(self.numbers[bin]));
            }
        }
        sum
    }

    /// Writes items that are not in the bin until no more than that is left for it, but for one; returns what is left.
    fn why_outside(
        &self,
        bin: usize,
        wanted: i64,
        except: Option<usize>,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) -> i64 {
        let number = self.numbers[bin];
        let mut left = self.total;
        let start = past.start();
        let mut candidates: SmallVec<[usize; 32]> = SmallVec::new();
        for (at, &(view, size)) in self.items.iter().enumerate().filter(|&(at, _)| Some(at) != except) {
            if !view.contains(&start, number) {
                // It never was, which needs no premise.
                left -= size;
            } else if !view.contains(past, number) {
                candidates.push(at);
            }
        }
        for at in candidates {
            if left <= wanted {
                break;
            }
            left -= self.items[at].1;
            out.extend(self.items[at].0.differs(number));
        }
        left
    }

    /// Writes why the load is no more than `reach` has, or no less.
    fn why_end(&self, bin: usize, reach: Reach, is_high: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let limit = self.limits[bin];
        if is_high {
            if limit.high(past) <= reach.possible {
                out.extend(limit.view().and_then(|view| view.at_most(reach.high)));
            } else {
                let _ = self.why_outside(bin, reach.high, None, past, out);
            }
        } else if limit.low(past) >= reach.inside {
            out.extend(limit.view().and_then(|view| view.at_least(reach.low)));
        } else {
            let _ = self.why_inside(bin, reach.low, past, out);
        }
    }

    /// Why the other loads leave that much, or that little, for a bin.
    fn why_rest(&self, bin: usize, is_low: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        for other in (0..self.numbers.len()).filter(|&other| other != bin) {
            self.why_end(other, self.reach(other, past), is_low, past, out);
        }
    }

    /// Why an item cannot be in the bin, or has to be.
    fn why_item(&self, bin: usize, at: usize, is_full: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let limit = self.limits[bin];
        let size = self.items[at].1;
        if is_full {
            let sum = self.why_inside(bin, limit.high(past) + 1 - size, past, out);
            out.extend(limit.view().and_then(|view| view.at_most(sum + size - 1)));
        } else {
            let left = self.why_outside(bin, limit.low(past) - 1 + size, Some(at), past, out);
            out.extend(limit.view().and_then(|view| view.at_least(left - size + 1)));
        }
    }
}

impl Propagator for Loads {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for &(view, _) in &self.items {
            events.on(view.var, Events::CHANGED);
        }
        for view in self.limits.iter().filter_map(|limit| limit.view()) {
            events.on(view.var, Events::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut is_changed = false;
        for bin in 0..self.numbers.len() {
            store.spend(2 * self.items.len())?;
            let Reach { inside, possible, .. } = self.reach(bin, store);
            let kinds = [because::INSIDE, because::POSSIBLE];
            is_changed |= self.bound(bin, [inside, possible], kinds, store)?;
            self.reach[bin] = self.reach(bin, store);
        }
        // Of those that changed the others are no less true.
        let low: i64 = self.reach.iter().map(|reach| reach.low).sum();
        let high: i64 = self.reach.iter().map(|reach| reach.high).sum();
        for bin in 0..self.numbers.len() {
            let rest = [self.total - (high - self.reach[bin].high), self.total - (low - self.reach[bin].low)];
            is_changed |= self.bound(bin, rest, [because::REST; 2], store)?;
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        for bin in 0..self.numbers.len() {
            store.spend(self.items.len())?;
            is_changed |= self.settle_items(bin, store)?;
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        Ok(if self.is_met(store) { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let (kind, bin) = (payload % because::KINDS, (payload / because::KINDS) as usize);
        let (number, limit) = (self.numbers[bin], self.limits[bin]);
        let atom = match request {
            ExplainRequest::Atom(atom) => Some(atom),
            _ => None,
        };
        // What a bound of the load is asked for; of a failure, the least that no longer fits.
        let asked = |atom: Atom| limit.view().filter(|view| view.var == atom.var()).map(|view| (view, atom));
        let asked = atom.and_then(asked);
        match kind {
            because::INSIDE => {
                let low = asked.and_then(|(view, atom)| view.low_implying(atom));
                // A load that is too large for 32 bits, or for the bin.
                let most = limit.view().map_or_else(|| limit.high(past), |_| i32::MAX.into());
                let _ = self.why_inside(bin, low.unwrap_or(most + 1), past, out);
            }
            because::POSSIBLE => {
                let high = asked.and_then(|(view, atom)| view.high_implying(atom));
                let _ = self.why_outside(bin, high.unwrap_or_else(|| limit.low(past) - 1), None, past, out);
            }
            because::REST => {
                let others = (0..self.numbers.len()).filter(|&other| other != bin);
                let high: i64 = others.map(|other| self.reach(other, past).high).sum();
                let is_low = match asked {
                    Some((view, atom)) => view.low_implying(atom).is_some_and(|low| self.total - high >= low),
                    None => self.total - high > limit.high(past),
                };
                self.why_rest(bin, is_low, past, out);
            }
            _ => {
                let is_full = kind == because::FULL;
                let Some(atom) = atom else { return };
                let is_own = |&(view, _): &(View, i64)| {
                    let value = view.invert(number);
                    view.var == atom.var() && value.is_some_and(|value| atom.allows(value) != is_full)
                };
                let Reach { inside, possible, .. } = self.reach(bin, past);
                let fits = |&(_, size): &(View, i64)| {
                    if is_full { inside + size > limit.high(past) } else { possible - size < limit.low(past) }
                };
                if let Some(at) = self.items.iter().position(|item| is_own(item) && fits(item)) {
                    self.why_item(bin, at, is_full, past, out);
                }
            }
        }
    }
}
