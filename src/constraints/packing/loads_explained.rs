//! Explanations of [`Loads`], the propagator of bin packing.
//!
//! The items are read as they were. A bound of a load is explained by as many of them, the largest first, as it takes.

use smallvec::{SmallVec, smallvec};

use crate::constraints::packing::loads::{Loads, Reach, because};
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, View};

/// An explanation, as it is written.
pub(super) struct Explanation<'e, 'p> {
    loads: &'e Loads,
    past: &'e Past<'p>,
    /// By item, where they are needed for several bins.
    items: SmallVec<[PastItem; 32]>,
    out: &'e mut Vec<Atom>,
}

/// Where an item was.
enum PastItem {
    /// In the bin of that number.
    In(i32),
    /// In one of several, by the values of its variable.
    Open(Domain),
}

impl<'e, 'p> Explanation<'e, 'p> {
    pub(super) fn new(loads: &'e Loads, past: &'e Past<'p>, out: &'e mut Vec<Atom>) -> Explanation<'e, 'p> {
        Explanation { loads, past, items: SmallVec::new(), out }
    }

    pub(super) fn write(mut self, request: ExplainRequest, payload: u32) {
        let (kind, bin) = (payload % because::KINDS, (payload / because::KINDS) as usize);
        let limit = self.loads.limits[bin];
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
                let most = limit.view().map_or_else(|| limit.high(self.past), |_| i32::MAX.into());
                let _ = self.inside(bin, low.unwrap_or(most + 1));
            }
            because::POSSIBLE => {
                let high = asked.and_then(|(view, atom)| view.high_implying(atom));
                let _ = self.outside(bin, high.unwrap_or_else(|| limit.low(self.past) - 1), None);
            }
            because::REST => {
                let reach = self.reach();
                let high: i64 = reach.iter().map(|reach| reach.high).sum::<i64>() - reach[bin].high;
                let left = self.loads.total - high;
                let is_low = match asked {
                    Some((view, atom)) => view.low_implying(atom).is_some_and(|low| left >= low),
                    None => left > limit.high(self.past),
                };
                for other in (0..reach.len()).filter(|&other| other != bin) {
                    self.end(other, reach[other], is_low);
                }
            }
            _ => self.item(bin, kind == because::FULL, atom),
        }
    }

    #[inline]
    fn has(&self, at: usize, number: i32) -> bool {
        let view = self.loads.items[at].0;
        match self.items.get(at) {
            Some(PastItem::In(own)) => *own == number,
            Some(PastItem::Open(domain)) => view.invert(number).is_some_and(|value| domain.contains(value)),
            None => view.contains(self.past, number),
        }
    }

    #[inline]
    fn is_inside(&self, at: usize, number: i32) -> bool {
        match self.items.get(at) {
            Some(was) => matches!(was, PastItem::In(own) if *own == number),
            None => self.loads.items[at].0.value(self.past) == Some(number),
        }
    }

    /// What was in each bin, what could be, and the ends of its load.
    fn reach(&mut self) -> SmallVec<[Reach; 16]> {
        let Loads { items, numbers, by_number, limits, .. } = self.loads;
        let mut reach: SmallVec<[Reach; 16]> = smallvec![Reach::default(); numbers.len()];
        for &(view, size) in items {
            if let Some(number) = view.value(self.past) {
                self.items.push(PastItem::In(number));
                if let Some(bin) = by_number.bin(number) {
                    reach[bin].possible += size;
                    reach[bin].inside += size;
                }
                continue;
            }
            let domain = self.past.domain(view.var);
            if domain.size() > numbers.len() as u64 {
                let bins = (0..numbers.len()).filter(|&bin| view.contains(self.past, numbers[bin]));
                bins.for_each(|bin| reach[bin].possible += size);
            } else {
                let numbers = domain.iter().filter_map(|value| i32::try_from(view.apply(value)).ok());
                let bins = numbers.filter_map(|number| by_number.bin(number));
                bins.for_each(|bin| reach[bin].possible += size);
            }
            self.items.push(PastItem::Open(domain));
        }
        for (reach, &limit) in reach.iter_mut().zip(limits) {
            *reach = reach.within(limit, self.past);
        }
        reach
    }

    /// Writes items that are in the bin, up to that size; returns their size.
    fn inside(&mut self, bin: usize, wanted: i64) -> i64 {
        let number = self.loads.numbers[bin];
        let mut sum = 0;
        for (at, &(view, size)) in self.loads.items.iter().enumerate() {
            if sum >= wanted {
                break;
            }
            if self.is_inside(at, number) {
                sum += size;
                self.out.extend(view.equals(number));
            }
        }
        sum
    }

    /// Writes items that are not in the bin until no more than that is left for it, but for one; returns what is left.
    fn outside(&mut self, bin: usize, wanted: i64, except: Option<usize>) -> i64 {
        let number = self.loads.numbers[bin];
        let mut left = self.loads.total;
        let start = self.past.start();
        let mut candidates: SmallVec<[usize; 32]> = SmallVec::new();
        for (at, &(view, size)) in self.loads.items.iter().enumerate() {
            if Some(at) == except || self.has(at, number) {
                continue;
            }
            if view.contains(&start, number) {
                candidates.push(at);
            } else {
                // It never was, which needs no premise.
                left -= size;
            }
        }
        for at in candidates {
            if left <= wanted {
                break;
            }
            let (view, size) = self.loads.items[at];
            left -= size;
            self.out.extend(view.differs(number));
        }
        left
    }

    /// Writes why the load is no more than `reach` has, or no less.
    fn end(&mut self, bin: usize, reach: Reach, is_high: bool) {
        let limit = self.loads.limits[bin];
        if is_high {
            if limit.high(self.past) <= reach.possible {
                self.out.extend(limit.view().and_then(|view| view.at_most(reach.high)));
            } else {
                let _ = self.outside(bin, reach.high, None);
            }
        } else if limit.low(self.past) >= reach.inside {
            self.out.extend(limit.view().and_then(|view| view.at_least(reach.low)));
        } else {
            let _ = self.inside(bin, reach.low);
        }
    }

    /// Writes why the item that `atom` is about cannot be in the bin, or has to be.
    fn item(&mut self, bin: usize, is_full: bool, atom: Option<Atom>) {
        let Some(atom) = atom else { return };
        let (number, limit) = (self.loads.numbers[bin], self.loads.limits[bin]);
        let is_own = |view: View| {
            let value = view.invert(number);
            view.var == atom.var() && value.is_some_and(|value| atom.allows(value) != is_full)
        };
        let own = |from: usize| {
            self.loads.items[from..].iter().position(|&(view, _)| is_own(view)).map(|at| from + at)
        };
        let Some(mut at) = own(0) else { return };
        if own(at + 1).is_some() {
            // Of several items by one variable it is the first that does not fit, or is needed.
            let Reach { inside, possible, .. } = self.reach_of(bin);
            let fits = |size: i64| {
                if is_full {
                    inside + size > limit.high(self.past)
                } else {
                    possible - size < limit.low(self.past)
                }
            };
            let found = self.loads.items.iter().position(|&(view, size)| is_own(view) && fits(size));
            let Some(found) = found else { return };
            at = found;
        }
        let size = self.loads.items[at].1;
        let atom = if is_full {
            let sum = self.inside(bin, limit.high(self.past) + 1 - size);
            limit.view().and_then(|view| view.at_most(sum + size - 1))
        } else {
            let left = self.outside(bin, limit.low(self.past) - 1 + size, Some(at));
            limit.view().and_then(|view| view.at_least(left - size + 1))
        };
        self.out.extend(atom);
    }

    /// What was in a bin, and what could be.
    fn reach_of(&self, bin: usize) -> Reach {
        let number = self.loads.numbers[bin];
        let mut reach = Reach::default();
        for (at, &(_, size)) in self.loads.items.iter().enumerate() {
            reach.possible += if self.has(at, number) { size } else { 0 };
            reach.inside += if self.is_inside(at, number) { size } else { 0 };
        }
        reach
    }
}
