//! The propagator of `sort`: bounds of the views and of the sorted places, by Hall intervals.
//!
//! Take two numbers `w < u`, a place `s` whose view is at most `w`, and a later one, `t + 1`, whose view is at least `u`. Only the places
//! between, `t − s` of them, may have values that are greater than `w` and less than `u`. So no more views of the list lie strictly
//! between the two numbers; this alone, said of each `w` and `u`, is all that there is to say of bounds, for it is the condition of
//! Hall for views that go to intervals of places. (Without a place `s` there is no lower number, without `t + 1` no upper one.)
//!
//! Where there are exactly as many, every other view that is greater than `w` is at least `u`. And the `j`-th place is greater than
//! `v` where more than `t − j` views lie strictly between `v` and `u`. Greatest values are treated as least ones of the mirror image,
//! in which all numbers are negated and places counted from the end.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds; views of a variable that occurs twice are narrowed once it has at most 256 values |
//! | Cost | O(n²), with a factor for different bounds of places only |
//! | Wakes on | bounds |
//! | Explains | by two places and by no more views between two numbers than it takes, with the least of such; the numbers are as weak as each other allows |
//! | Source | Mehlhorn & Thiel, *Faster Algorithms for Bound-Consistency of the Sortedness and the Alldifferent Constraint*, CP 2000, where a sweep takes O(n log n) |

use smallvec::SmallVec;

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};

/// The payload of a failure. Those of changes are twice the position, first of the views, then of the places, and 1 more for a greatest
/// value.
const FAILED: u32 = u32::MAX;

/// Views of a variable that occurs twice could chase each other through a domain a step at a time: they are left alone in larger ones.
const FEW: u64 = 256;

type List<T> = SmallVec<[T; 16]>;

#[derive(Clone, Debug)]
pub(super) struct Places {
    xs: Box<[View]>,
    ys: Box<[View]>,
    /// By position, first of the views, then of the places: whether its variable occurs elsewhere too.
    is_repeated: Box<[bool]>,
    /// Scratch.
    hulls: Hulls,
    /// Scratch: the new least values of views and of places.
    low: List<i64>,
    least: List<i64>,
}

/// The bounds of all views.
#[derive(Clone, Debug, Default)]
struct Hulls {
    /// By view.
    low: List<i64>,
    high: List<i64>,
    /// By place: the bounds that follow from the order of places.
    least: List<i64>,
    most: List<i64>,
    /// By place: the place that has the bound.
    least_of: List<usize>,
    most_of: List<usize>,
    /// The views, the one with the greatest least value first.
    by_low: List<usize>,
}

/// More views between two numbers than places: the `after` first places are at most `above`, all but the `until` first at least `below`.
#[derive(Clone, Copy, Debug)]
struct Crowd {
    after: usize,
    above: i64,
    until: usize,
    below: i64,
}

impl Crowd {
    /// How many views are too many.
    fn size(self) -> usize {
        (self.until + 1).saturating_sub(self.after)
    }
}

/// The bounds of a view, or of its mirror image.
fn ends(x: View, domains: &impl Domains, is_mirrored: bool) -> (i64, i64) {
    let (low, high) = (i64::from(x.min(domains)), i64::from(x.max(domains)));
    if is_mirrored { (-high, -low) } else { (low, high) }
}

impl Hulls {
    fn read(&mut self, of: &Places, domains: &impl Domains, is_mirrored: bool) {
        self.low.clear();
        self.high.clear();
        self.least.clear();
        self.most.clear();
        for &x in &of.xs {
            let (low, high) = ends(x, domains, is_mirrored);
            self.low.push(low);
            self.high.push(high);
        }
        for place in 0..of.ys.len() {
            let (least, most) = ends(of.place(place, is_mirrored), domains, is_mirrored);
            self.least.push(least);
            self.most.push(most);
        }
    }

    /// Has the bounds of places follow from each other, and sorts the views.
    fn put_in_order(&mut self) {
        let Hulls { low, least, most, least_of, most_of, by_low, .. } = self;
        let count = least.len();
        least_of.clear();
        most_of.clear();
        least_of.extend(0..count);
        most_of.extend(0..count);
        for at in 1..count {
            if least[at - 1] > least[at] {
                (least[at], least_of[at]) = (least[at - 1], least_of[at - 1]);
            }
        }
        for at in (1..count).rev() {
            if most[at] < most[at - 1] {
                (most[at - 1], most_of[at - 1]) = (most[at], most_of[at]);
            }
        }
        by_low.clear();
        by_low.extend(0..low.len());
        by_low.sort_unstable_by_key(|&x| (std::cmp::Reverse(low[x]), x));
    }

    /// The numbers of places before a greater least value, with that value, or before the end.
    fn untils(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        let count = self.least.len();
        let starts = move |&at: &usize| at == count || at == 0 || self.least[at - 1] < self.least[at];
        (0..=count).filter(starts).map(|at| (at, self.least.get(at).copied().unwrap_or(i64::MAX)))
    }

    /// Visits the numbers below `below`, the greatest first, that are the greatest values of places, with the number of places up to them,
    /// and how many views lie between; the last one is below all.
    fn each_above(&self, below: i64, mut visit: impl FnMut(usize, i64, usize)) {
        let count = self.most.len();
        let mut members = self.by_low.iter().filter(|&&x| self.high[x] < below).peekable();
        let mut between = 0;
        for after in (0..=count).rev() {
            let above = after.checked_sub(1).map_or(i64::MIN, |at| self.most[at]);
            if above >= below || self.most.get(after) == Some(&above) {
                continue;
            }
            while members.next_if(|&&x| self.low[x] > above).is_some() {
                between += 1;
            }
            visit(after, above, between);
        }
    }

    /// Raises least values as far as they can be; false if there is no solution.
    fn raise(&self, low: &mut List<i64>, least: &mut List<i64>, store: &Store) -> Result<bool, Failure> {
        low.clear();
        low.extend_from_slice(&self.low);
        least.clear();
        least.extend_from_slice(&self.least);
        let mut is_possible = true;
        for (until, below) in self.untils() {
            store.spend(2 * self.low.len())?;
            let mut full = None;
            self.each_above(below, |after, above, between| {
                is_possible &= between + after <= until;
                if between + after == until {
                    full = Some(above);
                }
            });
            if !is_possible {
                return Ok(false);
            }
            if let Some(above) = full {
                for (at, low) in low.iter_mut().enumerate() {
                    if self.low[at] > above && self.high[at] >= below {
                        *low = (*low).max(below);
                    }
                }
            }
            let members = self.by_low.iter().filter(|&&x| self.high[x] < below);
            for (place, &x) in (0..until).rev().zip(members) {
                least[place] = least[place].max(self.low[x]);
            }
        }
        Ok(true)
    }

    /// A crowd that takes few premises to name, where there is one.
    fn crowd(&self) -> Option<Crowd> {
        let mut best: Option<(usize, Crowd)> = None;
        for (until, below) in self.untils() {
            self.each_above(below, |after, above, between| {
                if between + after > until {
                    let crowd = Crowd { after, above, until, below };
                    let size =
                        crowd.size() * 2 + usize::from(after > 0) + usize::from(until < self.least.len());
                    if best.is_none_or(|(least, _)| size < least) {
                        best = Some((size, crowd));
                    }
                }
            });
        }
        best.map(|(_, crowd)| crowd)
    }
}

impl Places {
    pub(super) fn new(xs: Vec<View>, ys: Vec<View>) -> Places {
        let all = || xs.iter().chain(&ys).map(|x| x.var);
        let mut sorted: Vec<VarId> = all().collect();
        sorted.sort_unstable();
        let count = |var: VarId| {
            sorted.partition_point(|&other| other <= var) - sorted.partition_point(|&other| other < var)
        };
        let is_repeated = all().map(|var| count(var) > 1).collect();
        Places {
            is_repeated,
            xs: xs.into(),
            ys: ys.into(),
            hulls: Hulls::default(),
            low: List::new(),
            least: List::new(),
        }
    }

    fn place(&self, place: usize, is_mirrored: bool) -> View {
        self.ys[if is_mirrored { self.ys.len() - 1 - place } else { place }]
    }

    /// The position of a place, behind the views.
    fn position(&self, place: usize, is_mirrored: bool) -> usize {
        self.xs.len() + if is_mirrored { self.ys.len() - 1 - place } else { place }
    }

    fn view(&self, position: usize) -> View {
        self.xs.get(position).copied().unwrap_or_else(|| self.ys[position - self.xs.len()])
    }

    /// Raises a least value, or lowers a greatest one.
    fn narrow(
        &self,
        position: usize,
        low: i64,
        is_mirrored: bool,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let x = self.view(position);
        let is_alone = !self.is_repeated[position] || store.size(x.var) <= FEW;
        if !is_alone || low <= ends(x, store, is_mirrored).0 {
            return Ok(false);
        }
        let why = store.because(position as u32 * 2 + u32::from(is_mirrored));
        bound(x, low, is_mirrored).map_or(Ok(false), |atom| store.apply(atom, why))
    }
}

/// That a view, or its mirror image, is at least that.
fn bound(x: View, low: i64, is_mirrored: bool) -> Option<Atom> {
    if is_mirrored { x.at_most(-low) } else { x.at_least(low) }
}

impl Propagator for Places {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.xs, Events::BOUNDS);
        events.on_all(&self.ys, Events::BOUNDS);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut is_changed = false;
        for is_mirrored in [false, true] {
            let mut hulls = std::mem::take(&mut self.hulls);
            hulls.read(self, store, is_mirrored);
            hulls.put_in_order();
            let is_possible = hulls.raise(&mut self.low, &mut self.least, store);
            self.hulls = hulls;
            if !is_possible? {
                return Err(store.contradiction(store.because(FAILED)));
            }
            for at in 0..self.xs.len() {
                is_changed |= self.narrow(at, self.low[at], is_mirrored, store)?;
            }
            for place in 0..self.ys.len() {
                let position = self.position(place, is_mirrored);
                is_changed |= self.narrow(position, self.least[place], is_mirrored, store)?;
            }
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_decided = self.xs.iter().chain(&self.ys).all(|x| x.value(store).is_some());
        Ok(if is_decided { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    /// The crowd that there would be if what is asked about were false.
    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let is_mirrored = payload != FAILED && payload % 2 == 1;
        let asked = (payload != FAILED).then_some(payload as usize / 2);
        let mut hulls = Hulls::default();
        hulls.read(self, past, is_mirrored);
        if let (Some(position), ExplainRequest::Atom(atom)) = (asked, request) {
            let x = self.view(position);
            let low =
                if is_mirrored { x.high_implying(atom).map(|high| -high) } else { x.low_implying(atom) };
            let Some(low) = low else { return };
            let place = (0..self.ys.len()).find(|&place| self.position(place, is_mirrored) == position);
            *place.map_or_else(|| &mut hulls.high[position], |place| &mut hulls.most[place]) = low - 1;
        }
        hulls.put_in_order();
        if let Some(crowd) = hulls.crowd() {
            self.explain_crowd(&hulls, crowd, asked, is_mirrored, past, out);
        }
    }
}

impl Places {
    /// Writes why there is a crowd, but for what is assumed of the view at the position that is asked about.
    fn explain_crowd(
        &self,
        hulls: &Hulls,
        crowd: Crowd,
        asked: Option<usize>,
        is_mirrored: bool,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let start = past.start();
        let was = |x: View| ends(x, &start, is_mirrored);
        let Crowd { after, above, until, below } = crowd;
        let is_in = |&x: &usize| hulls.low[x] > above && hulls.high[x] < below;
        let mut views: List<usize> = (0..self.xs.len()).filter(is_in).collect();
        // First the one that is asked about, then those of which there is little to say.
        views.sort_by_key(|&x| {
            let (low, high) = was(self.xs[x]);
            (asked != Some(x), u8::from(low <= above) + u8::from(high >= below))
        });
        views.truncate(crowd.size());
        let before = after.checked_sub(1).map(|at| hulls.most_of[at]);
        let behind = hulls.least_of.get(until).copied();
        let is_asked = |place: usize| asked == Some(self.position(place, is_mirrored));
        let lows = || views.iter().map(|&x| hulls.low[x]);
        let highs = || views.iter().map(|&x| hulls.high[x]);
        // Each of the two numbers may move until it meets the views, or back to the place: where less is to be said.
        let mut number = [above, below];
        if let Some(place) = before.filter(|&place| !is_asked(place)) {
            let others = [above, lows().min().map_or(below, |low| low) - 1];
            let to_say = |w: &i64| {
                usize::from(was(self.place(place, is_mirrored)).1 > *w)
                    + views.iter().filter(|&&x| was(self.xs[x]).0 <= *w).count()
            };
            number[0] = others.into_iter().min_by_key(to_say).unwrap_or(above);
        }
        if let Some(place) = behind {
            let others = match highs().max() {
                Some(high) => [below, high + 1],
                None => [number[0] + 1; 2],
            };
            let to_say = |u: &i64| {
                usize::from(was(self.place(place, is_mirrored)).0 < *u)
                    + views.iter().filter(|&&x| asked != Some(x) && was(self.xs[x]).1 >= *u).count()
            };
            number[1] = others.into_iter().min_by_key(to_say).unwrap_or(below);
        }
        let [above, below] = number;
        let at_most = |x: View, high: i64| if is_mirrored { x.at_least(-high) } else { x.at_most(high) };
        let mut say = |atom: Option<Atom>| out.extend(atom.filter(|atom| !atom.holds(&start)));
        if let Some(place) = before {
            if !is_asked(place) {
                say(at_most(self.place(place, is_mirrored), above));
            }
            views.iter().for_each(|&x| say(bound(self.xs[x], above + 1, is_mirrored)));
        }
        if let Some(place) = behind {
            say(bound(self.place(place, is_mirrored), below, is_mirrored));
            let others = views.iter().filter(|&&x| asked != Some(x));
            others.for_each(|&x| say(at_most(self.xs[x], below - 1)));
        }
    }
}
