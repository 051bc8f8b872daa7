//! `all_different` at domain consistency (Régin) on any scope: the algorithm of `parts.rs` with sets of any size.
//!
//! A view with more values than there are views with that few is never in a Hall set. So only the *tight* views are matched, and
//! their values alone are numbered: the cost follows the tight part, not the width of the domains. What the Hall sets
//! among the tight views take is then removed from all others. Where any number of views may have some value, a view that still has
//! one is in no Hall set either.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, together with `value.rs`; while the tight views and their values are more than 2³¹ pairs, nothing |
//! | Cost | O(n · words) when the matching holds, for n tight views and their values in words |
//! | Wakes on | any change |
//! | Explains | by Hall sets, see `hall.rs` |
//! | Source | as `parts.rs`; skipping what cannot fire: Zhang, Li & Zhang, IJCAI 2018 |

use fixedbitset::FixedBitSet;

use crate::constraints::all_different::because;
use crate::constraints::all_different::hall;
use crate::constraints::all_different::numbers::Numbers;
use crate::constraints::all_different::rows;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Reason, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Matching {
    views: Vec<View>,
    /// The values that any number of views may have, and by view those of its variable that give them, if there are any.
    free: Domain,
    escapes: Box<[Domain]>,
    /// By view: the value it had in the last matching.
    mates: Vec<Option<i32>>,
    /// The views at hand that are in reach of a Hall set, and those that are not.
    tight: Vec<usize>,
    slack: Vec<usize>,
    numbers: Numbers,
    /// By position in `tight`: the values left, by number.
    rows: Vec<FixedBitSet>,
    /// By position in `tight`: the number of the matched value.
    matched: Vec<usize>,
    /// By number of a value: the position of who has it.
    owner: Vec<usize>,
    taken: FixedBitSet,
    unseen: FixedBitSet,
    reaches_free: FixedBitSet,
    on_path: FixedBitSet,
    reached_by: Vec<usize>,
    asked: Vec<usize>,
    /// The path of sets: what each holds and what it reaches; only the first `depth` are in use.
    path: Vec<(FixedBitSet, FixedBitSet)>,
    depth: usize,
}

/// The most pairs of a view and a value, which take a bit each.
const MOST_BITS: usize = 1 << 31;

/// The values of a view, ascending or descending with its scale.
fn values(view: View, store: &Store) -> impl Iterator<Item = i32> + '_ {
    store.runs(view.var).flat_map(|(low, high)| low..=high).map(move |v| view.apply(v) as i32)
}

/// Empties a set and makes it hold `size` numbers.
fn reset(set: &mut FixedBitSet, size: usize) {
    set.clear();
    set.grow(size);
}

/// The words of a combination of three sets. The sets are as wide as the scope, and iterators of the crate ask one of them
/// bit by bit.
fn words<'a>(
    [a, b, c]: [&'a FixedBitSet; 3],
    combine: impl Fn(usize, usize, usize) -> usize + 'a,
) -> impl Iterator<Item = usize> + 'a {
    let words = a.as_slice().iter().zip(b.as_slice()).zip(c.as_slice());
    words.map(move |((&a, &b), &c)| combine(a, b, c))
}

/// The least number that both sets have.
fn first_common(a: &FixedBitSet, b: &FixedBitSet) -> Option<usize> {
    let mut words = words([a, b, b], |a, b, _| a & b).zip(0..);
    let (word, at) = words.find(|&(word, _)| word != 0)?;
    Some(at * usize::BITS as usize + word.trailing_zeros() as usize)
}

/// Whether `a` and `b` share a number that is not in `except`.
fn meets_outside(a: &FixedBitSet, b: &FixedBitSet, except: &FixedBitSet) -> bool {
    words([a, b, except], |a, b, except| a & b & !except).any(|word| word != 0)
}

/// The numbers of `a` that are in neither of the others, ascending.
fn outside<'a>(
    a: &'a FixedBitSet,
    b: &'a FixedBitSet,
    c: &'a FixedBitSet,
) -> impl Iterator<Item = usize> + 'a {
    words([a, b, c], |a, b, c| a & !(b | c)).zip(0..).flat_map(|(mut word, at): (usize, usize)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(at * usize::BITS as usize + bit)
        })
    })
}

impl Matching {
    pub(super) fn new(views: Vec<View>, free: Domain) -> Matching {
        let escapes = if free.is_empty() { &[] } else { &views[..] };
        Matching {
            mates: vec![None; views.len()],
            escapes: escapes.iter().map(|x| x.preimage(&free)).collect(),
            free,
            views,
            tight: Vec::new(),
            slack: Vec::new(),
            numbers: Numbers::default(),
            rows: Vec::new(),
            matched: Vec::new(),
            owner: Vec::new(),
            taken: FixedBitSet::new(),
            unseen: FixedBitSet::new(),
            reaches_free: FixedBitSet::new(),
            on_path: FixedBitSet::new(),
            reached_by: Vec::new(),
            asked: Vec::new(),
            path: Vec::new(),
            depth: 0,
        }
    }

    /// Parts the open views into tight and slack.
    ///
    /// All open views together remove nothing from other views, so only Hall sets of fewer matter. One of `m` views, or `m` that
    /// have less than `m` values between them, takes `m` views of at most `m` values each: tight are those of at most as many
    /// values as the greatest such `m`.
    fn gather(&mut self, store: &Store) {
        let Matching { views, tight, slack, escapes, .. } = self;
        tight.clear();
        slack.clear();
        tight.extend((0..views.len()).filter(|&i| views[i].size(store) > 1));
        // Those that can escape are in no Hall set, and all of the others together may be one.
        let is_free = |&i: &usize| {
            escapes.get(i).is_some_and(|set| {
                store.runs(views[i].var).any(|(low, high)| set.next_from(low).is_some_and(|v| v <= high))
            })
        };
        tight.retain(|i| {
            let is_free = is_free(i);
            if is_free {
                slack.push(*i);
            }
            !is_free
        });
        let mut most = (tight.len() as u64).saturating_sub(u64::from(slack.is_empty()));
        loop {
            tight.retain(|&i| {
                let is_tight = views[i].size(store) <= most;
                if !is_tight {
                    slack.push(i);
                }
                is_tight
            });
            if tight.len() as u64 >= most {
                return;
            }
            most = tight.len() as u64;
        }
    }

    /// Numbers the values of the tight views and writes their rows; false if these are too large.
    fn number(&mut self, store: &Store) -> bool {
        let Matching { views, tight, numbers, rows, owner, reached_by, .. } = self;
        let ends = tight.iter().map(|&i| (i64::from(views[i].min(store)), i64::from(views[i].max(store))));
        let (first, last) = ends.fold((i64::MAX, i64::MIN), |(a, b), (low, high)| (a.min(low), b.max(high)));
        numbers.listed.clear();
        numbers.first = first;
        // A window costs a bit for each value in it, a list a search for each value in the domains.
        if last - first < 64 * tight.len() as i64 {
            numbers.count = (last - first + 1) as usize;
        } else {
            numbers.listed.extend(tight.iter().flat_map(|&i| values(views[i], store)));
            numbers.listed.sort_unstable();
            numbers.listed.dedup();
            numbers.count = numbers.listed.len();
        }
        let count = numbers.count;
        if tight.len().saturating_mul(count) > MOST_BITS {
            return false;
        }
        rows.resize_with(rows.len().max(tight.len()), FixedBitSet::new);
        owner.resize(owner.len().max(count), 0);
        reached_by.resize(reached_by.len().max(count), 0);
        for (row, &i) in rows.iter_mut().zip(tight.iter()) {
            reset(row, count);
            let view = views[i];
            if numbers.listed.is_empty() && view.scale() == 1 {
                rows::write(row, view, first, store);
            } else {
                values(view, store).filter_map(|v| numbers.of(v)).for_each(|number| row.insert(number));
            }
        }
        true
    }

    /// Repairs the matching; `false` if there is none.
    fn match_all(&mut self, store: &Store) -> Result<bool, Failure> {
        reset(&mut self.taken, self.numbers.count);
        self.matched.clear();
        self.matched.resize(self.tight.len(), usize::MAX);
        for (at, &i) in self.tight.iter().enumerate() {
            let mate = self.mates[i].and_then(|value| self.numbers.of(value));
            let kept = mate.filter(|&number| self.rows[at].contains(number) && !self.taken.contains(number));
            if let Some(number) = kept {
                self.taken.insert(number);
                self.matched[at] = number;
                self.owner[number] = at;
            }
        }
        for at in 0..self.tight.len() {
            if self.matched[at] == usize::MAX && !self.augment(at, store)? {
                return Ok(false);
            }
        }
        for (at, &i) in self.tight.iter().enumerate() {
            self.mates[i] = Some(self.numbers.value(self.matched[at]));
        }
        Ok(true)
    }

    /// The number of words of a row.
    fn words(&self) -> usize {
        self.numbers.count / 64 + 1
    }

    fn augment(&mut self, start: usize, store: &Store) -> Result<bool, Failure> {
        reset(&mut self.unseen, self.numbers.count);
        self.unseen.insert_range(..);
        self.asked.clear();
        self.asked.push(start);
        let mut next = 0;
        while let Some(&asking) = self.asked.get(next) {
            next += 1;
            while let Some(number) = first_common(&self.rows[asking], &self.unseen) {
                store.spend(self.words())?;
                self.unseen.remove(number);
                self.reached_by[number] = asking;
                if self.taken.contains(number) {
                    self.asked.push(self.owner[number]);
                } else {
                    self.taken.insert(number);
                    self.shift_chain(start, number);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn shift_chain(&mut self, start: usize, mut number: usize) {
        loop {
            let at = self.reached_by[number];
            let old = std::mem::replace(&mut self.matched[at], number);
            self.owner[number] = at;
            if at == start {
                return;
            }
            number = old;
        }
    }

    /// Walks the values as `parts.rs` does; true if anything was removed.
    fn split(&mut self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let count = self.numbers.count;
        reset(&mut self.reaches_free, count);
        for row in &self.rows[..self.tight.len()] {
            self.reaches_free.union_with(row);
        }
        self.reaches_free.difference_with(&self.taken);
        self.unseen.clone_from(&self.taken);
        reset(&mut self.on_path, count);
        self.depth = 0;
        let mut changed = false;
        while let Some(number) = self.unseen.minimum() {
            self.enter(number);
            while self.depth > 0 {
                store.spend(4 * self.words())?;
                let (set, reach) = &self.path[self.depth - 1];
                if let Some(number) = first_common(reach, &self.unseen) {
                    self.enter(number);
                } else if meets_outside(reach, &self.on_path, set) {
                    let (below, top) = self.path.split_at_mut(self.depth - 1);
                    let below = &mut below[self.depth - 2];
                    below.0.union_with(&top[0].0);
                    below.1.union_with(&top[0].1);
                    self.depth -= 1;
                } else {
                    self.on_path.difference_with(set);
                    if !reach.is_disjoint(&self.reaches_free) {
                        self.reaches_free.union_with(set);
                    }
                    changed |= self.prune(store, why)?;
                    self.depth -= 1;
                }
            }
        }
        Ok(changed)
    }

    fn enter(&mut self, number: usize) {
        self.unseen.remove(number);
        self.on_path.insert(number);
        if self.path.len() == self.depth {
            self.path.push((FixedBitSet::new(), FixedBitSet::new()));
        }
        let (set, reach) = &mut self.path[self.depth];
        reset(set, self.numbers.count);
        set.insert(number);
        reach.clone_from(&self.rows[self.owner[number]]);
        self.depth += 1;
    }

    /// Leaves the owners of the set on top of the path only what is in it or reaches a free value.
    fn prune(&self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let (set, reach) = &self.path[self.depth - 1];
        if outside(reach, set, &self.reaches_free).next().is_none() {
            return Ok(false);
        }
        for number in set.ones() {
            let at = self.owner[number];
            let view = self.views[self.tight[at]];
            for gone in outside(&self.rows[at], set, &self.reaches_free) {
                view.remove(store, self.numbers.value(gone), why)?;
            }
        }
        Ok(true)
    }

    /// Takes the values of Hall sets from the slack views; true if there were any to take.
    fn prune_slack(&self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let mut changed = false;
        for number in self.taken.difference(&self.reaches_free) {
            store.spend(self.slack.len())?;
            let value = self.numbers.value(number);
            for &i in &self.slack {
                changed |= self.views[i].remove(store, value, why)?;
            }
        }
        Ok(changed)
    }
}

impl Propagator for Matching {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        self.gather(store);
        if self.tight.len() + self.slack.len() < 2 {
            // The values of fixed views are gone from all others: `value.rs` runs before this does.
            return Ok(Outcome::Entailed);
        }
        if self.tight.len() < 2 {
            return Ok(Outcome::Fixpoint);
        }
        if !self.number(store) {
            return Ok(Outcome::Fixpoint);
        }
        let why = store.because(because::HALL);
        if !self.match_all(store)? {
            return Err(store.contradiction(why));
        }
        let changed = self.split(store, why)?;
        let changed = self.prune_slack(store, why)? || changed;
        Ok(if changed { Outcome::Again } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        hall::explain_except(&self.views, &self.free, request, payload, past, out);
    }
}
