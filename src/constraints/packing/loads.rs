//! The propagator of bin packing: bounds of loads, and elimination and commitment of single items.
//!
//! *Load bounds*: a load is at least what is in the bin, and at most what can be; and all loads together are the size of all items, so that
//! one is no less than what the others leave. *Single items*: one that has no room in a bin is not in it; one without
//! which a bin does not have its load is.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | as described; full assignments are decided |
//! | Cost | O(items · bins) a run |
//! | Wakes on | any change of an item, bounds of a load |
//! | Explains | by items that are in a bin, or out of it, the largest first, and bounds of loads, as weak as these allow |
//! | Source | Shaw, *A Constraint for Bin Packing*, CP 2004 |

use smallvec::SmallVec;

use crate::constraints::Operand;
use crate::constraints::packing::bin_packing::{BinPacking, Load};
use crate::constraints::packing::loads_explained::Explanation;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Loads {
    /// By item, the largest first: the view of the bin that it is in, and its size.
    pub(super) items: Box<[(View, i64)]>,
    /// The size of all items.
    pub(super) total: i64,
    /// By bin.
    pub(super) numbers: Box<[i32]>,
    pub(super) by_number: ByNumber,
    /// By bin.
    pub(super) limits: Box<[Limit]>,
    /// Scratch, by bin.
    reach: Vec<Reach>,
    /// Scratch, by bin.
    room: Vec<Room>,
}

/// The bins in the order of their numbers.
#[derive(Clone, Debug)]
pub(super) struct ByNumber {
    bins: Box<[(i32, usize)]>,
    /// Each number between the first and the last one is that of a bin.
    is_gapless: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Is(View),
    IsNumber(i64),
    AtMost(i64),
}

/// What is in a bin, what can be, and the ends of its load.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    pub(super) inside: i64,
    pub(super) possible: i64,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// How large an item may be that is not in a bin yet.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    /// A larger one does not fit.
    fits: i64,
    /// Without a larger one the bin does not have its load.
    spare: i64,
}

/// The payload of a change: what it is, and which bin.
pub(super) mod because {
    pub(in crate::constraints::packing) const KINDS: u32 = 5;
    /// A load is no less than what is inside.
    pub(in crate::constraints::packing) const INSIDE: u32 = 0;
    /// It is no more than what can be.
    pub(in crate::constraints::packing) const POSSIBLE: u32 = 1;
    /// The other loads leave no less, and no more.
    pub(in crate::constraints::packing) const REST: u32 = 2;
    /// There is no room for an item.
    pub(in crate::constraints::packing) const FULL: u32 = 3;
    /// An item is needed.
    pub(in crate::constraints::packing) const NEEDED: u32 = 4;
}

impl ByNumber {
    fn new(numbers: impl Iterator<Item = i32>) -> ByNumber {
        let mut bins: Vec<(i32, usize)> = numbers.enumerate().map(|(bin, number)| (number, bin)).collect();
        bins.sort_unstable();
        let is_gapless = bins.windows(2).all(|pair| pair[1].0 - 1 == pair[0].0);
        ByNumber { bins: bins.into(), is_gapless }
    }

    #[inline]
    pub(super) fn bin(&self, number: i32) -> Option<usize> {
        if self.is_gapless {
            let at = i64::from(number) - i64::from(self.bins.first()?.0);
            return self.bins.get(usize::try_from(at).ok()?).map(|&(_, bin)| bin);
        }
        let at = self.bins.binary_search_by_key(&number, |&(number, _)| number).ok()?;
        Some(self.bins[at].1)
    }
}

impl Limit {
    pub(super) fn low(self, domains: &impl Domains) -> i64 {
        match self {
            Limit::Is(view) => view.min(domains).into(),
            Limit::IsNumber(number) => number,
            Limit::AtMost(_) => 0,
        }
    }

    pub(super) fn high(self, domains: &impl Domains) -> i64 {
        match self {
            Limit::Is(view) => view.max(domains).into(),
            Limit::IsNumber(number) | Limit::AtMost(number) => number,
        }
    }

    pub(super) fn view(self) -> Option<View> {
        match self {
            Limit::Is(view) => Some(view),
            _ => None,
        }
    }
}

impl Reach {
    /// With the ends of the load that is limited so.
    pub(super) fn within(self, limit: Limit, domains: &impl Domains) -> Reach {
        let (low, high) = (limit.low(domains).max(self.inside), limit.high(domains).min(self.possible));
        Reach { low, high, ..self }
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
            by_number: ByNumber::new(packing.bins.iter().map(|bin| bin.number)),
            numbers: packing.bins.iter().map(|bin| bin.number).collect(),
            limits: packing.bins.iter().map(|bin| limit(bin.load)).collect(),
            reach: vec![Reach::default(); packing.bins.len()],
            room: vec![Room::default(); packing.bins.len()],
        }
    }

    /// What is in each bin and what can be, in one sweep over the values of the items.
    fn reach_all(&self, reach: &mut [Reach], store: &Store) -> Result<(), Failure> {
        reach.fill(Reach::default());
        for &(view, size) in &self.items {
            let is_inside = view.value(store).is_some();
            self.each_bin(view, store, |bin| {
                reach[bin].possible += size;
                reach[bin].inside += if is_inside { size } else { 0 };
            })?;
        }
        Ok(())
    }

    /// Visits each bin that an item can be in.
    #[inline]
    fn each_bin(&self, view: View, store: &Store, mut visit: impl FnMut(usize)) -> Result<(), Failure> {
        let bins = self.numbers.len();
        if let Some(value) = view.value(store) {
            store.spend(1)?;
            if let Some(bin) = self.by_number.bin(value) {
                visit(bin);
            }
        } else if view.size(store) > bins as u64 {
            store.spend(bins)?;
            (0..bins).filter(|&bin| view.contains(store, self.numbers[bin])).for_each(visit);
        } else {
            store.spend(view.size(store) as usize)?;
            for value in store.runs(view.var).flat_map(|(low, high)| low..=high) {
                let number = i32::try_from(view.apply(value)).ok();
                if let Some(bin) = number.and_then(|number| self.by_number.bin(number)) {
                    visit(bin);
                }
            }
        }
        Ok(())
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

    /// Decides single items; true if that changed anything.
    fn settle_items(&mut self, store: &mut Store) -> Result<bool, Failure> {
        let mut least_room = i64::MAX;
        for (bin, limit) in self.limits.iter().enumerate() {
            let Reach { inside, possible, .. } = self.reach[bin];
            self.room[bin] = Room { fits: limit.high(store) - inside, spare: possible - limit.low(store) };
            least_room = least_room.min(self.room[bin].fits).min(self.room[bin].spare);
        }
        let mut is_changed = false;
        // The largest come first: of those after that, each has room in each bin, and each bin does without it.
        for &(view, size) in self.items.iter().take_while(|&&(_, size)| size > least_room) {
            if view.value(store).is_some() {
                continue;
            }
            let (mut full, mut needed): (SmallVec<[usize; 16]>, _) = (SmallVec::new(), None);
            self.each_bin(view, store, |bin| {
                if size > self.room[bin].fits {
                    full.push(bin);
                } else if size > self.room[bin].spare {
                    needed = Some(bin);
                }
            })?;
            for bin in full {
                if view.value(store).is_some() {
                    // It is inside now, which the next run looks at.
                    break;
                }
                let why = store.because(because::FULL + because::KINDS * bin as u32);
                is_changed |= view.remove(store, self.numbers[bin], why)?;
            }
            if let Some(bin) = needed.filter(|_| view.value(store).is_none()) {
                let why = store.because(because::NEEDED + because::KINDS * bin as u32);
                is_changed |= view.fix(store, self.numbers[bin], why)?;
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
        let mut reach = std::mem::take(&mut self.reach);
        let swept = self.reach_all(&mut reach, store);
        self.reach = reach;
        swept?;
        for bin in 0..self.numbers.len() {
            let Reach { inside, possible, .. } = self.reach[bin];
            let kinds = [because::INSIDE, because::POSSIBLE];
            is_changed |= self.bound(bin, [inside, possible], kinds, store)?;
            self.reach[bin] = self.reach[bin].within(self.limits[bin], store);
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
        if self.settle_items(store)? {
            return Ok(Outcome::Again);
        }
        Ok(if self.is_met(store) { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        Explanation::new(self, past, out).write(request, payload);
    }
}
