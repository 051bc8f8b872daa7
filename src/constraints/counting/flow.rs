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
//! | Cost | n views, k values: O(nk) to see that the flow holds, O(nk) for each view that has to move, O(nk + k³ / 64) for what is reached |
//! | Wakes on | any change of a view, bounds of the counts |
//! | Explains | by a cut: one more view than fits into their places; or as few of those that cannot reach places as suffice |
//! | Source | Régin, AAAI 1996; Quimper, López-Ortiz, van Beek & Golynski, *Improved Algorithms for the Global Cardinality Constraint*, CP 2004; Downing, Feydy & Stuckey, *Explaining Flow-Based Propagation*, CPAIOR 2012 |

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use crate::constraints::counting::condition::keep_within;
use crate::constraints::counting::counter::Limit;
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
    /// The flow of the last run.
    places: Places,
    /// Scratch, by place: the places that it reaches. The last row is that of the numbers, by which views come and go.
    reached: Vec<FixedBitSet>,
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

pub(super) type List<T> = SmallVec<[T; 32]>;

/// Told how many steps are done next; an error ends the work.
pub(super) type Spends<'a> = &'a dyn Fn(usize) -> Result<(), Failure>;

/// Where the views are.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// By view; that of no place is `NONE`.
    pub(super) of: List<usize>,
    /// By view: whether it can have a value that is not listed.
    others: List<bool>,
    /// By place: how many views are there, must be, and may be.
    pub(super) load: List<i64>,
    pub(super) low: List<i64>,
    pub(super) high: List<i64>,
    /// By place: the view that would come there, and where it would go to, or come from.
    pub(super) via: List<usize>,
    pub(super) toward: List<usize>,
    pub(super) queue: List<usize>,
    /// The view that was moved last to make up for too few.
    pub(super) moved: usize,
}

pub(super) const NONE: usize = usize::MAX;

/// With more places than this, what is reached takes more memory than it is worth.
const MOST_REACHED: usize = 1 << 14;

pub(super) fn refill<T: Copy>(list: &mut List<T>, value: T, length: usize) {
    list.clear();
    list.resize(length, value);
}

impl Flow {
    pub(in crate::constraints) fn new(
        views: Vec<View>,
        values: &[i32],
        counts: Box<[Limit]>,
        is_closed: bool,
    ) -> Flow {
        let set: Domain = values.iter().copied().collect();
        let mut places = Places::default();
        refill(&mut places.of, NONE, views.len());
        let has_many = values.len() > MOST_REACHED;
        let row = FixedBitSet::with_capacity(if has_many { 0 } else { values.len() + 2 });
        Flow {
            listed: views.iter().map(|x| x.preimage(&set)).collect(),
            views: views.into(),
            values: values.into(),
            counts,
            is_closed,
            places,
            reached: vec![row; if has_many { 0 } else { values.len() + 2 }],
        }
    }

    /// The place of all values that are not listed.
    pub(super) fn elsewhere(&self) -> usize {
        self.values.len()
    }

    /// Whether the view can be at the place.
    pub(super) fn can(
        &self,
        at: usize,
        place: usize,
        places: &Places,
        domains: &impl Domains,
        assumed: Assumed,
    ) -> bool {
        match assumed {
            Assumed::At(view, only) if view == at => place == only,
            _ if place == self.elsewhere() => places.others[at],
            _ => self.views[at].contains(domains, self.values[place]),
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
        places.others.clear();
        for x in &self.views {
            spends(self.values.len())?;
            let listed = self.values.iter().filter(|&&value| x.contains(domains, value)).count() as u64;
            places.others.push(!self.is_closed && x.size(domains) > listed);
        }
        let all = self.views.len() as i64;
        places.low.clear();
        places.high.clear();
        places.low.extend(self.counts.iter().map(|count| count.min(domains)).chain([0]));
        places.high.extend(self.counts.iter().map(|count| count.max(domains)).chain([all]));
        match assumed {
            Assumed::AtLeast(place, low) => places.low[place] = low,
            Assumed::AtMost(place, high) => places.high[place] = high,
            _ => {}
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
        refill(&mut places.load, 0, self.values.len() + 1);
        for at in 0..self.views.len() {
            let place = places.of[at];
            let stays = place != NONE
                && places.load[place] < places.high[place]
                && self.can(at, place, places, domains, assumed);
            if stays {
                places.load[place] += 1;
            } else {
                places.of[at] = NONE;
            }
        }
        for at in 0..self.views.len() {
            if places.of[at] == NONE && !self.push(&[at], places, domains, assumed, spends)? {
                return Ok(Err(Cut::Over(at, places.via.iter().map(|&via| via != NONE).collect())));
            }
        }
        for place in 0..self.values.len() {
            while places.load[place] < places.low[place] {
                if !self.pull(place, places, domains, assumed, spends)? {
                    return Ok(Err(Cut::Under(places.via.iter().map(|&via| via != NONE).collect())));
                }
            }
        }
        Ok(Ok(()))
    }

    /// The least and the greatest number of views that a place can have.
    fn range(&self, place: usize, places: &mut Places, store: &Store) -> Result<(i64, i64), Failure> {
        let spends: Spends<'_> = &|steps| store.spend(steps);
        while places.load[place] < places.high[place]
            && self.pull(place, places, store, Assumed::Nothing, spends)?
        {}
        let greatest = places.load[place];
        loop {
            spends(self.views.len())?;
            let there: List<usize> = (0..self.views.len()).filter(|&at| places.of[at] == place).collect();
            let is_moved = places.load[place] > places.low[place]
                && !there.is_empty()
                && self.push(&there, places, store, Assumed::Nothing, spends)?;
            if !is_moved {
                return Ok((places.load[place], greatest));
            }
            places.load[place] -= 1;
        }
    }

    /// Narrows the counts to what flows allow: whether that changed any, and whether the flow at hand is still one.
    fn narrow(&self, places: &mut Places, store: &mut Store) -> Result<(bool, bool), Failure> {
        let mut is_changed = false;
        for (place, count) in self.counts.iter().enumerate() {
            if matches!(count, Limit::Range(..)) || count.min(store) == count.max(store) {
                continue;
            }
            let (least, greatest) = self.range(place, places, store)?;
            let of_low = (self.views.len() + place * 2) as u32;
            is_changed |= count.set_max(greatest, store, of_low + 1)?;
            is_changed |= count.set_min(least, store, of_low)?;
            (places.low[place], places.high[place]) = (count.min(store), count.max(store));
            // A hole takes a bound farther.
            if !(places.low[place]..=places.high[place]).contains(&places.load[place]) {
                return Ok((is_changed, false));
            }
        }
        Ok((is_changed, true))
    }

    /// Finds what each place reaches.
    fn reach(&mut self, store: &Store) -> Result<(), Failure> {
        let (numbers, count) = (self.values.len() + 1, self.values.len() + 2);
        store.spend(self.views.len() * numbers)?;
        let mut reached = std::mem::take(&mut self.reached);
        reached.iter_mut().for_each(FixedBitSet::clear);
        for (at, &from) in self.places.of.iter().enumerate() {
            for place in 0..=self.values.len() {
                if self.can(at, place, &self.places, store, Assumed::Nothing) {
                    reached[from].insert(place);
                }
            }
        }
        for place in 0..=self.values.len() {
            let load = self.places.load[place];
            reached[place].set(numbers, load < self.places.high[place]);
            reached[numbers].set(place, load > self.places.low[place]);
        }
        for over in 0..count {
            let row = std::mem::take(&mut reached[over]);
            for (from, other) in reached.iter_mut().enumerate() {
                if from != over && other.contains(over) {
                    other.union_with(&row);
                }
            }
            reached[over] = row;
            if let Err(interrupted) = store.spend(count * count / 64) {
                self.reached = reached;
                return Err(interrupted);
            }
        }
        self.reached = reached;
        Ok(())
    }

    fn is_entailed(&self, store: &Store) -> bool {
        self.values.iter().zip(&self.counts).all(|(&value, count)| {
            let can = || self.views.iter().filter(|x| x.contains(store, value));
            let has = can().filter(|x| x.value(store).is_some()).count() as i64;
            count.is_met(has, can().count() as i64, store)
        })
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
        if self.reached.is_empty() {
            return Ok(if is_changed { Outcome::Again } else { Outcome::Fixpoint });
        }
        self.reach(store)?;
        for (at, &place) in self.places.of.iter().enumerate() {
            store.spend(self.values.len())?;
            let why = store.because(at as u32);
            let x = self.views[at];
            for (other, row) in self.reached[..=self.values.len()].iter().enumerate() {
                if row.contains(place) || !self.can(at, other, &self.places, store, Assumed::Nothing) {
                    continue;
                }
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
