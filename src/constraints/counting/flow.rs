//! The propagator of `global_cardinality` (and the flow of other constraints): a flow of views to values.
//!
//! A flow gives each view a place: one of its values that are listed, or the place of all others. It has as many views at each value
//! as the count allows. From one flow all others follow: a view may move from its place to another one if that one can pass
//! a view on, over as many places as it takes, until a view comes to the first place or the numbers allow for it. So a place is
//! possible for a view if it reaches the view's place in the graph of such moves.
//!
//! Where there is no flow, there is a *cut*: some places that as many views are confined to as do not fit, or some that fewer views can
//! reach than must be there. Every inference is explained by the cut that appears if it is assumed not to hold.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain of the views and bounds of the counts, where no variable occurs twice and the counts have no holes; with more than 16,384 values only that of the counts, and full assignments are decided |
//! | Cost | n views, k values: O(nk / 64) to see that the flow holds, O(nk) for each view that has to move, O(nk / 64 + k² + k³ / 64) for what is reached |
//! | Wakes on | any change of a view, bounds of the counts |
//! | Explains | by a cut: one more view than fits into their places; or as few of those that cannot reach places as suffice |
//! | Source | Régin, AAAI 1996; Quimper, López-Ortiz, van Beek & Golynski, *Improved Algorithms for the Global Cardinality Constraint*, CP 2004; Downing, Feydy & Stuckey, *Explaining Flow-Based Propagation*, CPAIOR 2012 |

use std::cell::RefCell;

use crate::constraints::counting::bit_matrix::{BitMatrix, difference, ones};
use crate::constraints::counting::condition::keep_within;
use crate::constraints::counting::counter::Limit;
use crate::constraints::counting::places::{List, NONE, Places, Spends};
use crate::constraints::counting::supports::{End, Supports};
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, View};

/// The payload of a failure; those of views are their positions, and those of counts come after them.
pub(super) const FAILED: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(in crate::constraints) struct Flow {
    pub(super) views: Box<[View]>,
    pub(super) values: Box<[i32]>,
    /// By value.
    pub(super) counts: Box<[Limit]>,
    pub(super) is_closed: bool,
    /// By view: the values of its variable that are listed.
    pub(super) listed: Box<[Domain]>,
    /// The least value, where each of the others is one more than the one before.
    first: Option<i32>,
    /// The flow of the last run.
    places: Places,
    supports: Supports,
    /// Scratch, by place: the places that reach it. The last row is that of the numbers, by which views come and go.
    reaching: BitMatrix,
    /// For explanations, which begin without a flow.
    pub(super) explained: RefCell<Places>,
}

/// What is assumed beside the domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assumed {
    Nothing,
    /// The view is at that place.
    At(usize, usize),
    /// At least this number of views are at that place.
    AtLeast(usize, i64),
    /// At most this number.
    AtMost(usize, i64),
}

/// Why there is no flow: by place, whether it is in the cut.
pub(super) enum Cut {
    /// More views are confined to these than fit: the first of them, and those that are there.
    Over(usize, List<bool>),
    /// Fewer views can be there than must be.
    Under(List<bool>),
}

/// With more places than this, what is reached takes more memory than it is worth.
const MOST_REACHED: usize = 1 << 14;

impl Flow {
    pub(in crate::constraints) fn new(
        views: Vec<View>,
        values: &[i32],
        counts: Box<[Limit]>,
        is_closed: bool,
    ) -> Flow {
        let set: Domain = values.iter().copied().collect();
        let has_many = values.len() > MOST_REACHED;
        let steps = values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        let mut places = Places::default();
        places.start(views.len(), values.len());
        Flow {
            explained: RefCell::new(places.clone()),
            places,
            supports: Supports::new(views.len(), values.len()),
            listed: views.iter().map(|x| x.preimage(&set)).collect(),
            reaching: if has_many {
                BitMatrix::default()
            } else {
                BitMatrix::new(values.len() + 2, values.len() + 2)
            },
            first: values.first().copied().filter(|_| steps),
            views: views.into(),
            values: values.into(),
            counts,
            is_closed,
        }
    }

    /// The place of all values that are not listed.
    pub(super) fn elsewhere(&self) -> usize {
        self.values.len()
    }

    /// Reads the places that a view can be at into its row.
    fn read_view(&self, at: usize, places: &mut Places, domains: &impl Domains) {
        let x = self.views[at];
        let row = places.can.row_mut(at);
        row.fill(0);
        match (domains.word(x.var), self.first) {
            (Some((base, bits)), Some(first)) if x.scale() == 1 && self.values.len() < 64 => {
                let ahead = i64::from(base) + i64::from(x.offset()) - i64::from(first);
                row[0] = shifted(bits, ahead) & !(!0 << self.values.len());
            }
            _ => {
                for (place, &value) in self.values.iter().enumerate() {
                    row[place / 64] |= u64::from(x.contains(domains, value)) << (place % 64);
                }
            }
        }
        if !self.is_closed {
            let listed: u32 = row.iter().map(|word| word.count_ones()).sum();
            let is_else = x.size(domains) > u64::from(listed);
            row[self.elsewhere() / 64] |= u64::from(is_else) << (self.elsewhere() % 64);
        }
    }

    /// Reads what the domains allow.
    fn read(
        &self,
        places: &mut Places,
        domains: &impl Domains,
        assumed: Assumed,
        spends: Spends<'_>,
    ) -> Result<(), Failure> {
        for at in 0..self.views.len() {
            spends(self.values.len())?;
            self.read_view(at, places, domains);
        }
        let all = self.views.len() as i64;
        places.low.clear();
        places.high.clear();
        places.low.extend(self.counts.iter().map(|count| count.min(domains)).chain([0]));
        places.high.extend(self.counts.iter().map(|count| count.max(domains)).chain([all]));
        match assumed {
            Assumed::Nothing => {}
            Assumed::At(view, place) => {
                places.can.row_mut(view).fill(0);
                places.can.insert(view, place);
            }
            Assumed::AtLeast(place, low) => places.low[place] = low,
            Assumed::AtMost(place, high) => places.high[place] = high,
        }
        Ok(())
    }

    /// Completes the flow, from the one that is there.
    pub(super) fn fill(
        &self,
        places: &mut Places,
        domains: &impl Domains,
        assumed: Assumed,
        spends: Spends<'_>,
    ) -> Result<Result<(), Cut>, Failure> {
        self.read(places, domains, assumed, spends)?;
        places.keep();
        for at in 0..self.views.len() {
            if places.of[at] == NONE && !places.push(&[at], spends)? {
                return Ok(Err(Cut::Over(at, places.cut())));
            }
        }
        for place in 0..self.values.len() {
            while places.load[place] < places.low[place] {
                if !places.pull(place, spends)? {
                    return Ok(Err(Cut::Under(places.cut())));
                }
            }
        }
        Ok(Ok(()))
    }

    /// Narrows the counts to what flows allow: whether that changed any, and whether the flow at hand is still one.
    fn narrow(&mut self, places: &mut Places, store: &mut Store) -> Result<(bool, bool), Failure> {
        let mut is_changed = false;
        for place in 0..self.counts.len() {
            let of_low = (self.views.len() + place * 2) as u32;
            for end in [End::Greatest, End::Least] {
                let is_fixed = places.low[place] == places.high[place];
                if is_fixed
                    || matches!(self.counts[place], Limit::Range(..))
                    || self.supports.has(place, end, places)
                {
                    continue;
                }
                let count = &self.counts[place];
                is_changed |= match end {
                    End::Greatest => {
                        let greatest = places.greatest(place, &|steps| store.spend(steps))?;
                        count.set_max(greatest, store, of_low + 1)?
                    }
                    End::Least => {
                        let least = places.least(place, &|steps| store.spend(steps))?;
                        count.set_min(least, store, of_low)?
                    }
                };
                self.supports.keep(place, end, places);
                (places.low[place], places.high[place]) = (count.min(store), count.max(store));
                // A hole takes a bound farther.
                if !(places.low[place]..=places.high[place]).contains(&places.load[place]) {
                    return Ok((is_changed, false));
                }
            }
        }
        Ok((is_changed, true))
    }

    /// Finds what reaches each place.
    fn reach(&mut self, store: &Store) -> Result<(), Failure> {
        let numbers = self.values.len() + 1;
        let Flow { places, reaching, .. } = self;
        reaching.clear();
        store.spend(places.of.len())?;
        // A view may move from its place to each other one that it can be at.
        for (at, &from) in places.of.iter().enumerate() {
            for place in ones(places.can.row(at)) {
                reaching.insert(place, from);
            }
        }
        for place in 0..numbers {
            let load = places.load[place];
            if load < places.high[place] {
                reaching.insert(numbers, place);
            }
            if load > places.low[place] {
                reaching.insert(place, numbers);
            }
        }
        reaching.close(|steps| store.spend(steps))
    }

    /// Whether all counts are met, whatever happens, where the places are as the domains are.
    fn is_entailed(&self, store: &Store) -> bool {
        let is_there = |at: usize| self.views[at].value(store).is_some();
        self.counts.iter().enumerate().all(|(place, count)| {
            let can = || (0..self.views.len()).filter(|&at| self.places.can.contains(at, place));
            count.is_met(can().filter(|&at| is_there(at)).count() as i64, can().count() as i64, store)
        })
    }
}

/// Moves bits up, or down by a negative distance; those that leave the word are lost.
fn shifted(bits: u64, by: i64) -> u64 {
    match by {
        0..64 => bits << by,
        -63..0 => bits >> -by,
        _ => 0,
    }
}

impl Propagator for Flow {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::CHANGED);
        for count in &self.counts {
            count.subscribe(events);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut is_changed = false;
        for (place, count) in self.counts.iter().enumerate() {
            is_changed |= count.set_min(0, store, (self.views.len() + place * 2) as u32)?;
        }
        let mut places = std::mem::take(&mut self.places);
        let filled = self.fill(&mut places, store, Assumed::Nothing, &|steps| store.spend(steps));
        if !matches!(filled, Ok(Ok(()))) {
            self.places = places;
            return Err(filled.map_or_else(|early| early, |_| store.contradiction(store.because(FAILED))));
        }
        let narrowed = self.narrow(&mut places, store);
        // Also after a failure, for the next run goes on from there.
        self.places = places;
        let (narrows, holds) = narrowed?;
        is_changed |= narrows;
        if !holds {
            return Ok(Outcome::Again);
        }
        if self.reaching.is_empty() {
            return Ok(if is_changed { Outcome::Again } else { Outcome::Fixpoint });
        }
        self.reach(store)?;
        for (at, &place) in self.places.of.iter().enumerate() {
            store.spend(self.places.can.width())?;
            let why = store.because(at as u32);
            let x = self.views[at];
            for other in difference(self.places.can.row(at), self.reaching.row(place)) {
                is_changed |= match self.values.get(other) {
                    Some(&value) => x.remove(store, value, why)?,
                    None => keep_within(x.var, &self.listed[at], store, why)?,
                };
            }
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        Ok(if self.is_entailed(store) { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.explain_by_cut(request, payload, past, out);
    }
}
