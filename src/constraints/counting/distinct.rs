//! The propagator of `nvalue`: bounds of the number of different values, by disjoint ranges and by a matching.
//!
//! From below: views whose domains, as ranges, do not meet have different values, and the greatest number of such views is found by going
//! through the ranges by their upper ends. From above: the greatest number of views that can have different values, by a matching, which
//! begins with the last one, and ends where it is as large as the number may be.
//! Where there may be no more values than the first of these numbers, all views have a value that one of those views can have.
//! Where all views must differ, the value of one is not a value of another.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | the bounds above; for the views as described, and full assignments are decided |
//! | Cost | O(n log n), and the matching of the views with fewer values than there are views: O(n³) |
//! | Wakes on | any change |
//! | Explains | by bounds that keep as few views apart as suffice; by the values that views lost which too many others have |
//! | Source | Bessiere, Hebrard, Hnich, Kiziltan & Walsh, Constraints 11(4), 2006 |

use smallvec::SmallVec;

use crate::constraints::counting::condition::only;
use crate::constraints::counting::counter::Limit;
use crate::constraints::counting::places::Spends;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};

#[derive(Clone, Debug)]
pub(super) struct Distinct {
    views: Box<[View]>,
    count: Limit,
    /// Scratch.
    apart: List<u32>,
    /// Scratch, in the order of views.
    members: List<u32>,
    matching: Matching,
    values: Vec<i32>,
    note: Vec<u32>,
}

type List<T> = SmallVec<[T; 32]>;

/// Goes through the values of a variable.
type Each<'a> = dyn Fn(VarId, &mut dyn FnMut(i32)) + 'a;

/// Views with few values, each with one that no other has, as far as that goes.
#[derive(Clone, Debug, Default)]
struct Matching {
    /// The values of all of them, ascending, and the view that has each.
    values: SmallVec<[(i32, u32); 64]>,
    /// By view: the number of the value that it has.
    has: List<u32>,
    /// By view: the value that it had in the last matching.
    had: List<Option<i32>>,
    /// By value: the view that asked for it.
    asked: List<u32>,
    queue: List<u32>,
    /// Views that no value is left for.
    unmatched: List<u32>,
}

const NONE: u32 = u32::MAX;

mod because {
    pub(super) const APART: u32 = 0;
    pub(super) const MATCHED: u32 = 1;
    pub(super) const DIFFERENT: u32 = 2;
    /// From here on, the number of a note: the view, and those that are apart.
    pub(super) const FEW: u32 = 3;
}

/// More values than this are not gone through one by one.
const MANY: u64 = 4096;

impl Distinct {
    pub(super) fn new(views: Vec<View>, count: Limit) -> Distinct {
        Distinct {
            views: views.into(),
            count,
            apart: List::new(),
            members: List::new(),
            matching: Matching::default(),
            values: Vec::new(),
            note: Vec::new(),
        }
    }

    /// A largest set of views with pairwise disjoint ranges, in ascending order.
    fn apart(&self, apart: &mut List<u32>, domains: &impl Domains) {
        let mut ends: List<(i32, u32)> = List::with_capacity(self.views.len());
        ends.extend(self.views.iter().zip(0..).map(|(x, at)| (x.max(domains), at)));
        ends.sort_unstable();
        apart.clear();
        let mut last: Option<i32> = None;
        for (max, at) in ends {
            if last.is_none_or(|last| last < self.views[at as usize].min(domains)) {
                apart.push(at);
                last = Some(max);
            }
        }
    }

    /// Matches the views with fewer values than there are views, until `enough` of all have one; the others find one in any case. The
    /// number of views that have one; if it was enough, of all views.
    fn fill(
        &self,
        matching: &mut Matching,
        domains: &impl Domains,
        enough: i64,
        each: &Each<'_>,
        spends: Spends<'_>,
    ) -> Result<i64, Failure> {
        let is_tight = |x: &View| x.size(domains) < self.views.len() as u64;
        let mut matched = self.views.iter().filter(|x| !is_tight(x)).count() as i64;
        matching.values.clear();
        matching.unmatched.clear();
        if matched >= enough {
            return Ok(self.views.len() as i64);
        }
        for x in self.views.iter().filter(|x| is_tight(x)) {
            each(x.var, &mut |value| matching.values.push((x.apply(value) as i32, NONE)));
        }
        matching.values.sort_unstable();
        matching.values.dedup();
        matching.has.clear();
        matching.has.resize(self.views.len(), NONE);
        let tight = || self.views.iter().enumerate().filter(|(_, x)| is_tight(x));
        for (at, x) in tight() {
            matched += i64::from(matching.has_again(at, *x, domains));
        }
        for (at, _) in tight() {
            if matched >= enough {
                break;
            }
            if matching.has[at] != NONE {
                continue;
            }
            if self.augment(at, matching, domains, spends)? {
                matched += 1;
            } else {
                matching.unmatched.push(at as u32);
            }
        }
        let Matching { values, has, had, .. } = matching;
        had.clear();
        had.extend(has.iter().map(|&number| values.get(number as usize).map(|&(value, _)| value)));
        Ok(if matched >= enough { self.views.len() as i64 } else { matched })
    }

    /// Finds a value for the view; false if it, and the views that it asks in turn, have none to spare.
    fn augment(
        &self,
        at: usize,
        matching: &mut Matching,
        domains: &impl Domains,
        spends: Spends<'_>,
    ) -> Result<bool, Failure> {
        matching.asked.clear();
        matching.asked.resize(matching.values.len(), NONE);
        matching.queue.clear();
        matching.queue.push(at as u32);
        self.search(matching, domains, spends)
    }

    /// Goes on from the views in the queue.
    fn search(
        &self,
        matching: &mut Matching,
        domains: &impl Domains,
        spends: Spends<'_>,
    ) -> Result<bool, Failure> {
        let mut next = 0;
        while let Some(&view) = matching.queue.get(next) {
            next += 1;
            spends(matching.values.len())?;
            for number in 0..matching.values.len() {
                let (value, owner) = matching.values[number];
                if matching.asked[number] != NONE || !self.views[view as usize].contains(domains, value) {
                    continue;
                }
                matching.asked[number] = view;
                if owner != NONE {
                    matching.queue.push(owner);
                    continue;
                }
                let mut free = number;
                loop {
                    let taker = matching.asked[free];
                    let had = std::mem::replace(&mut matching.has[taker as usize], free as u32);
                    matching.values[free].1 = taker;
                    match had {
                        NONE => return Ok(true),
                        had => free = had as usize,
                    }
                }
            }
        }
        Ok(false)
    }

    /// No more values than those of the views that are apart: the others have one of theirs.
    fn keep_to_few(&mut self, store: &mut Store) -> Result<bool, Failure> {
        let (first, last) = (self.apart[0] as usize, self.apart[self.apart.len() - 1] as usize);
        let mut is_changed = false;
        self.members.clear();
        self.members.extend_from_slice(&self.apart);
        self.members.sort_unstable();
        for at in 0..self.views.len() {
            if self.members.binary_search(&(at as u32)).is_ok() {
                continue;
            }
            store.spend(self.apart.len())?;
            let x = self.views[at];
            self.note.clear();
            self.note.push(at as u32);
            self.note.extend_from_slice(&self.apart);
            let note = store.keep_note(&self.note);
            let why = store.because(because::FEW + note);
            is_changed |= x.set_min(store, self.views[first].min(store), why)?;
            is_changed |= x.set_max(store, self.views[last].max(store), why)?;
            if x.size(store) > MANY {
                continue;
            }
            self.values.clear();
            let runs = store.runs(x.var).flat_map(|(low, high)| low..=high);
            self.values.extend(runs.map(|value| x.apply(value) as i32));
            for &value in &self.values {
                store.spend(self.apart.len())?;
                if !self.apart.iter().any(|&y| self.views[y as usize].contains(store, value)) {
                    is_changed |= x.remove(store, value, why)?;
                }
            }
        }
        Ok(is_changed)
    }

    /// All views differ.
    fn keep_different(&self, store: &mut Store) -> Result<bool, Failure> {
        let why = store.because(because::DIFFERENT);
        let mut is_changed = false;
        for (at, x) in self.views.iter().enumerate() {
            let Some(value) = x.value(store) else { continue };
            store.spend(self.views.len())?;
            for (other, y) in self.views.iter().enumerate() {
                if other != at {
                    is_changed |= y.remove(store, value, why)?;
                }
            }
        }
        Ok(is_changed)
    }

    /// Why the first of these views are apart, in their order.
    fn explain_apart(&self, apart: &[u32], past: &Past<'_>, out: &mut Vec<Atom>) {
        for pair in apart.windows(2) {
            let [x, y] = [self.views[pair[0] as usize], self.views[pair[1] as usize]];
            let between = i64::from(x.max(past));
            out.extend([x.at_most(between), y.at_least(between + 1)].into_iter().flatten());
        }
    }

    /// Explains why the views that are apart do not have a value, or any beyond a bound.
    fn explain_few(&self, request: ExplainRequest, note: &[u32], past: &Past<'_>, out: &mut Vec<Atom>) {
        let [at, apart @ ..] = note else { return };
        let x = self.views[*at as usize];
        if let Limit::View(view) = self.count {
            out.extend(view.at_most(apart.len() as i64));
        }
        self.explain_apart(apart, past, out);
        let view = |at: u32| self.views[at as usize];
        if let ExplainRequest::Atom(atom) = request {
            let (first, last) = (view(apart[0]), view(apart[apart.len() - 1]));
            let low = x.low_implying(atom).filter(|&low| i64::from(first.min(past)) >= low);
            let high = x.high_implying(atom).filter(|&high| i64::from(last.max(past)) <= high);
            if low.is_some() || high.is_some() {
                // The others are between the first and the last one.
                let bound = low.map(|low| first.at_least(low)).or(high.map(|high| last.at_most(high)));
                return out.extend(bound.flatten());
            }
        }
        for value in request.removed(past) {
            let Ok(value) = i32::try_from(x.apply(value)) else { continue };
            let lost = apart.iter().map(|&at| view(at)).filter(|y| !y.contains(past, value));
            out.extend(lost.filter_map(|y| y.differs(value)));
        }
    }
}

impl Matching {
    /// Gives the view the value of the last matching, if that is left and free.
    fn has_again(&mut self, at: usize, view: View, domains: &impl Domains) -> bool {
        let value = self.had.get(at).copied().flatten().filter(|&value| view.contains(domains, value));
        let number =
            value.and_then(|value| self.values.binary_search_by_key(&value, |&(value, _)| value).ok());
        let Some(number) = number.filter(|&number| self.values[number].1 == NONE) else { return false };
        self.values[number].1 = at as u32;
        self.has[at] = number as u32;
        true
    }
}

impl Propagator for Distinct {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::CHANGED);
        if let Limit::View(view) = self.count {
            events.on(view.var, Events::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut apart = std::mem::take(&mut self.apart);
        self.apart(&mut apart, store);
        self.apart = apart;
        let mut matching = std::mem::take(&mut self.matching);
        let now: &Store = store;
        let each: &Each<'_> =
            &|var, visit| now.runs(var).for_each(|(low, high)| (low..=high).for_each(&mut *visit));
        let least = self.apart.len() as i64;
        // A larger matching than the number may be says nothing.
        let enough = self.count.max(store);
        let is_decided = least == enough && self.views.iter().all(|x| x.value(store).is_some());
        let greatest = if is_decided {
            least
        } else {
            self.fill(&mut matching, now, enough, each, &|steps| now.spend(steps))?
        };
        self.matching = matching;
        let mut is_changed = self.count.set_min(least, store, because::APART)?;
        is_changed |= self.count.set_max(greatest, store, because::MATCHED)?;
        if self.count.max(store) == least && least > 0 {
            is_changed |= self.keep_to_few(store)?;
        }
        if self.count.min(store) == self.views.len() as i64 {
            is_changed |= self.keep_different(store)?;
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_entailed = self.count.is_met(least, greatest, store);
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match payload {
            because::APART => {
                let mut apart = List::new();
                self.apart(&mut apart, past);
                let low = self.count.asked_low(request, self.count.max(past) + 1);
                let few = usize::try_from(low).unwrap_or(0).min(apart.len());
                self.explain_apart(&apart[..few], past, out);
            }
            because::MATCHED => {
                let mut matching = Matching::default();
                let each: &Each<'_> = &|var, visit| past.domain(var).iter().for_each(visit);
                let _ = self.fill(&mut matching, past, i64::MAX, each, &|_| Ok(()));
                let high = self.count.asked_high(request, self.count.min(past) - 1);
                let spare = usize::try_from(self.views.len() as i64 - high).unwrap_or(0);
                matching.queue.clear();
                matching.queue.extend(matching.unmatched.iter().copied().take(spare));
                matching.asked.clear();
                matching.asked.resize(matching.values.len(), NONE);
                let _ = self.search(&mut matching, past, &|_| Ok(()));
                for &at in &matching.queue {
                    only(self.views[at as usize], past, out, &|value| {
                        let known = matching.values.binary_search_by_key(&value, |&(value, _)| value.into());
                        known.is_ok_and(|number| matching.asked[number] != NONE)
                    });
                }
            }
            because::DIFFERENT => {
                if let Limit::View(view) = self.count {
                    out.extend(view.at_least(self.views.len() as i64));
                }
                let ExplainRequest::Atom(atom) = request else { return };
                for (at, x) in self.views.iter().enumerate().filter(|(_, x)| x.var == atom.var()) {
                    let value = x.apply(atom.value());
                    let mut others = self.views.iter().enumerate().filter(|&(other, _)| other != at);
                    let has = others
                        .find_map(|(_, y)| y.value(past).filter(|&v| i64::from(v) == value).map(|v| (y, v)));
                    if let Some((y, v)) = has {
                        out.extend(y.equals(v));
                        return;
                    }
                }
            }
            note => self.explain_few(request, past.note(note - because::FEW), past, out),
        }
    }
}
