//! The propagator of `same_values`: a matching of the views of two lists, in pairs of equal value.
//!
//! The lists have the same values if the views of the one can be paired with those of the other so that the two of each pair have a value
//! in common, for that value can then be given to both. From one pairing all others follow: a view may go to another partner if
//! the view that has it can do without, over as many as it takes, until one comes to the partner that was left. A value of a view is
//! possible if it is one of a partner that is possible for it.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, where no variable occurs twice and each domain has at most 4096 values; bounds for larger ones |
//! | Cost | at most 1024 views in a list; n views in a list, d values: O(n²·d) to find possible pairs, O(n²) for each view that has to be paired again, O(n³ / 64) for what follows |
//! | Wakes on | any change |
//! | Explains | by views that have as many possible partners, or one fewer: what they lost of the values of all others, and what these lost of theirs |
//! | Source | Beldiceanu, Katriel & Thiel, *Filtering Algorithms for the Same Constraint*, CPAIOR 2004, where values stand between the lists |

use fixedbitset::FixedBitSet;
use smallvec::SmallVec;

use crate::constraints::counting::places::Spends;
use crate::constraints::walkable;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Relation, Store, View};

/// The payload of a failure; those of views are their positions, first those of the first list.
const FAILED: u32 = u32::MAX;

/// More values than this are not gone through one by one.
const MANY: u64 = 4096;

const NONE: usize = usize::MAX;

#[derive(Clone, Debug)]
pub(super) struct Pairing {
    lists: [Box<[View]>; 2],
    /// By view of the first list: the views of the second that share a value with it, and its partner in the last run.
    meets: Vec<FixedBitSet>,
    partners: Vec<usize>,
    /// Scratch, by view of the second list: whose partner it is, and who asked for it.
    owners: Vec<usize>,
    asked: Vec<usize>,
    queue: List<usize>,
    /// Scratch, by view of the first list: whose partners it, or those who would have to make room, can get at.
    reached: Vec<FixedBitSet>,
    /// Scratch: the values that a view loses.
    gone: Vec<i32>,
}

/// Whether the view has the value, or might, where that would take long to say.
fn may_have(x: View, value: i32, domains: &impl Domains) -> bool {
    let is_coarse = x.scale().abs() > 1 && x.size(domains) > MANY;
    if is_coarse { (x.min(domains)..=x.max(domains)).contains(&value) } else { x.contains(domains, value) }
}

/// The values that `y` has, as bits by their places in the domain of `x`, where both have narrow domains and are not scaled.
#[inline]
fn bits_as(y: View, x: View, store: &Store) -> Option<u64> {
    let base =
        |z: View| Some(i64::from(store.base(z.var).filter(|_| z.scale() == 1)?) + i64::from(z.offset()));
    let shift = base(y)? - base(x)?;
    let bits = store.bits(y.var);
    let by = shift.unsigned_abs();
    Some(match shift {
        _ if by >= 64 => 0,
        0.. => bits << by,
        _ => bits >> by,
    })
}

/// Whether the two may have a value in common.
fn meet(x: View, y: View, store: &Store) -> bool {
    if let Some(bits) = bits_as(y, x, store) {
        return bits & store.bits(x.var) != 0;
    }
    if x.max(store) < y.min(store) || y.max(store) < x.min(store) {
        return false;
    }
    let (few, other) = if x.size(store) <= y.size(store) { (x, y) } else { (y, x) };
    if few.size(store) > MANY {
        return true;
    }
    let mut values = store.runs(few.var).flat_map(|(low, high)| low..=high);
    values.any(|value| may_have(other, few.apply(value) as i32, store))
}

/// Pairs a view, for which others may have to make room; false if there is no partner for it. Then `queue` has all that asked.
fn augment(
    start: usize,
    meets: &dyn Fn(usize, usize) -> bool,
    partners: &mut [usize],
    owners: &mut [usize],
    asked: &mut [usize],
    queue: &mut List<usize>,
    spends: Spends<'_>,
) -> Result<bool, Failure> {
    asked.fill(NONE);
    queue.clear();
    queue.push(start);
    let mut next = 0;
    while let Some(&x) = queue.get(next) {
        next += 1;
        spends(asked.len())?;
        for y in 0..asked.len() {
            if asked[y] != NONE || !meets(x, y) {
                continue;
            }
            asked[y] = x;
            if owners[y] != NONE {
                queue.push(owners[y]);
                continue;
            }
            let mut free = y;
            loop {
                let taker = asked[free];
                let before = std::mem::replace(&mut partners[taker], free);
                owners[free] = taker;
                if taker == start {
                    return Ok(true);
                }
                free = before;
            }
        }
    }
    Ok(false)
}

impl Pairing {
    /// The propagator for two lists of one length.
    pub(super) fn new(xs: Vec<View>, ys: Vec<View>) -> Pairing {
        let count = xs.len();
        let rows = || vec![FixedBitSet::with_capacity(count); count];
        Pairing {
            lists: [xs.into(), ys.into()],
            meets: rows(),
            partners: vec![NONE; count],
            owners: vec![NONE; count],
            asked: vec![NONE; count],
            queue: List::new(),
            reached: rows(),
            gone: Vec::new(),
        }
    }

    /// Repairs the pairing; `false` if there is none.
    fn pair(&mut self, store: &Store) -> Result<bool, Failure> {
        let Pairing { lists: [xs, ys], meets, partners, owners, asked, queue, .. } = self;
        for (row, &x) in meets.iter_mut().zip(xs.iter()) {
            row.clear();
            store.spend(ys.len() * 8)?;
            for (at, _) in ys.iter().enumerate().filter(|&(_, &y)| meet(x, y, store)) {
                row.insert(at);
            }
        }
        owners.fill(NONE);
        for (at, partner) in partners.iter_mut().enumerate() {
            let stays = *partner != NONE && meets[at].contains(*partner) && owners[*partner] == NONE;
            if stays {
                owners[*partner] = at;
            } else {
                *partner = NONE;
            }
        }
        let can = |x: usize, y: usize| meets[x].contains(y);
        let spends: Spends<'_> = &|steps| store.spend(steps);
        for at in 0..xs.len() {
            if partners[at] == NONE && !augment(at, &can, partners, owners, asked, queue, spends)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Leaves in `meets` the partners that are possible.
    fn keep_possible(&mut self, store: &Store) -> Result<(), Failure> {
        let Pairing { meets, partners, owners, reached, .. } = self;
        for (row, own) in reached.iter_mut().zip(meets.iter()) {
            row.clear();
            own.ones().for_each(|y| row.insert(owners[y]));
        }
        for over in 0..reached.len() {
            store.spend(owners.len() * (owners.len() / 64 + 1))?;
            let row = std::mem::take(&mut reached[over]);
            for (from, other) in reached.iter_mut().enumerate() {
                if from != over && other.contains(over) {
                    other.union_with(&row);
                }
            }
            reached[over] = row;
        }
        for (x, row) in meets.iter_mut().enumerate() {
            for (y, &owner) in owners.iter().enumerate() {
                let is_possible = partners[x] == y || reached[owner].contains(x);
                if !is_possible {
                    row.set(y, false);
                }
            }
        }
        Ok(())
    }

    /// Whether these two, the one of list `own`, can be partners.
    fn can_pair(&self, own: usize, at: usize, other: usize) -> bool {
        if own == 0 { self.meets[at].contains(other) } else { self.meets[other].contains(at) }
    }

    /// Leaves a view what its possible partners have.
    fn narrow(&mut self, own: usize, at: usize, store: &mut Store) -> Result<bool, Failure> {
        let x = self.lists[own][at];
        let why = store.because((own * self.lists[0].len() + at) as u32);
        let count = self.lists[0].len();
        let possible = || (0..count).filter(|&other| self.can_pair(own, at, other));
        let partner = |other: usize| self.lists[1 - own][other];
        if x.size(store) > MANY {
            let low = possible().map(|other| partner(other).min(store)).min().unwrap_or(i32::MIN);
            let high = possible().map(|other| partner(other).max(store)).max().unwrap_or(i32::MAX);
            return Ok(x.set_min(store, low, why)? | x.set_max(store, high, why)?);
        }
        store.spend(count)?;
        let bits = possible().try_fold(0, |all, other| Some(all | bits_as(partner(other), x, store)?));
        if let Some(bits) = bits {
            return store.keep_bits(x.var, bits, why);
        }
        let mut gone = std::mem::take(&mut self.gone);
        gone.clear();
        let values = store.runs(x.var).flat_map(|(low, high)| low..=high).map(|value| x.apply(value) as i32);
        let possible = || (0..count).filter(|&other| self.can_pair(own, at, other));
        gone.extend(
            values
                .filter(|&value| !possible().any(|other| may_have(self.lists[1 - own][other], value, store))),
        );
        self.gone = gone;
        for &value in &self.gone {
            x.remove(store, value, why)?;
        }
        Ok(!self.gone.is_empty())
    }
}

type List<T> = SmallVec<[T; 16]>;

/// The values that a view has, or a range of them where these are too many to be listed.
fn reach(x: View, past: &Past<'_>) -> Domain {
    let is_coarse = x.scale().abs() > 1 && x.size(past) > MANY;
    let hull = || Domain::from(x.min(past)..=x.max(past));
    if is_coarse { hull() } else { walkable(x, past).unwrap_or_else(hull) }
}

/// The values that are asked about, of those that the variable had.
fn lost(request: ExplainRequest, had: &Domain) -> Domain {
    let ExplainRequest::Atom(atom) = request else { return had.clone() };
    let value = atom.value();
    let (all, below) = (Domain::from(i32::MIN..=i32::MAX), Domain::from(i32::MIN..=value));
    had.intersect(&match atom.relation() {
        Relation::Ne => Domain::from(value),
        Relation::Eq => all.difference(&Domain::from(value)),
        Relation::Le => all.difference(&below),
        Relation::Ge => below.difference(&Domain::from(value)),
    })
}

/// What the view is at these values of its variable, or a range around that where they are too many to be listed.
fn image(x: View, values: &Domain) -> Domain {
    let ends = || Some((x.apply(values.min()?) as i32, x.apply(values.max()?) as i32));
    let listed = if values.size() <= MANY || x.scale().abs() == 1 {
        values.map_affine(x.scale(), x.offset())
    } else {
        None
    };
    let hull = || ends().map_or(Domain::empty(), |(a, b)| Domain::from(a.min(b)..=a.max(b)));
    listed.unwrap_or_else(hull)
}

/// Writes why the view has none of these values: by a bound from either side, and value by value between.
fn without(x: View, values: &Domain, past: &Past<'_>, out: &mut Vec<Atom>) {
    let (low, high) = (past.min(x.var), past.max(x.var));
    let lost = x.preimage(values).intersect(&past.start().domain(x.var));
    let part = |from: i64, to: i64| {
        let range = |end: i64| end.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        if from > to { Domain::empty() } else { lost.intersect(&Domain::from(range(from)..=range(to))) }
    };
    let below = part(i32::MIN.into(), i64::from(low) - 1).max();
    let above = part(i64::from(high) + 1, i32::MAX.into()).min();
    out.extend(below.map(|value| Atom::ge(x.var, value + 1)));
    out.extend(above.map(|value| Atom::le(x.var, value - 1)));
    out.extend(part(low.into(), high.into()).iter().map(|value| Atom::ne(x.var, value)));
}

impl Propagator for Pairing {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.lists.iter().for_each(|list| events.on_all(list, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if !self.pair(store)? {
            return Err(store.contradiction(store.because(FAILED)));
        }
        let all = || self.lists.iter().flatten();
        if all().all(|x| x.value(store).is_some()) {
            return Ok(Outcome::Entailed);
        }
        self.keep_possible(store)?;
        let mut is_changed = false;
        for own in 0..2 {
            for at in 0..self.lists[own].len() {
                is_changed |= self.narrow(own, at, store)?;
            }
        }
        Ok(if is_changed { Outcome::Again } else { Outcome::Fixpoint })
    }

    /// The pairing that there would have to be.
    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let count = self.lists[0].len();
        let (own, asked_about) = match payload {
            FAILED => (0, NONE),
            at => (at as usize / count, at as usize % count),
        };
        let (xs, ys) = (&self.lists[own], &self.lists[1 - own]);
        let mut left: List<Domain> = xs.iter().map(|&x| reach(x, past)).collect();
        let others: List<Domain> = ys.iter().map(|&y| reach(y, past)).collect();
        if let Some(&x) = xs.get(asked_about) {
            let lost = lost(request, &past.domain(x.var));
            left[asked_about] = left[asked_about].intersect(&image(x, &lost));
        }
        let can = |x: usize, y: usize| !left[x].is_disjoint(&others[y]);
        let filled = || -> List<usize> { SmallVec::from_elem(NONE, count) };
        let (mut partners, mut owners, mut asked, mut queue) = (filled(), filled(), filled(), List::new());
        // The one that is asked about comes last, so that it is the one that is left.
        let order =
            (0..count).filter(|&at| at != asked_about).chain(xs.get(asked_about).map(|_| asked_about));
        for at in order {
            let paired = augment(at, &can, &mut partners, &mut owners, &mut asked, &mut queue, &|_| Ok(()));
            if paired == Ok(true) {
                continue;
            }
            // Those that asked are more than those that they asked for, and share no value with the others.
            let values = queue.iter().fold(Domain::empty(), |all, &x| all.union(&left[x]));
            let outside = || (0..count).filter(|&y| asked[y] == NONE);
            let start = past.start();
            let theirs = outside().fold(Domain::empty(), |all, y| all.union(&reach(ys[y], &start)));
            let theirs = theirs.difference(&values);
            for &x in queue.iter().filter(|&&x| x != asked_about) {
                without(xs[x], &theirs, past, out);
            }
            outside().for_each(|y| without(ys[y], &values, past, out));
            return;
        }
    }
}
