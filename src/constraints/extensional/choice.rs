//! The propagator of `element_var`: `xs[i] = y` for variables.
//!
//! An entry is *live* where the index can be at it, and it can equal `y`. Entries that are not take their positions from the index;
//! `y` keeps what some live entry has; and when one entry is left it is made equal to `y`.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain where no variable occurs twice; where `y` has more than 4096 values, it keeps those between the ends of the live entries |
//! | Cost | a look at each position left, and at the words of its entry, or, where `y` is large, at each value of `y`; a new search where the support found before is gone |
//! | Wakes on | any change |
//! | Explains | a position by what keeps the entry and `y` apart; a value or bound of `y` by one atom for each entry |

use crate::constraints::equality::{self, Equality};
use crate::constraints::extensional::pair::{Pair, are_apart, meet};
use crate::constraints::extensional::unsupported::Unsupported;
use crate::constraints::extensional::words::Words;
use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Relation, Store, VarId, View};

/// Payloads: those of an equality, its own 0 and 1; a position; what no entry has; what the only entry left says.
const EQUALITY: u32 = 1;
const POSITION: u32 = 2;
const UNION: u32 = 3;
const ONLY: u32 = 4;

/// Domains of more values keep their holes to themselves.
const LISTED: u64 = 4096;

#[derive(Clone, Debug)]
pub(super) struct Choice {
    index: View,
    /// `y`, unless it is a constant or a view of the index.
    y: Option<View>,
    /// By position.
    pairs: Vec<Pair<VarId>>,
    /// The pairs as bits, where all domains are small.
    words: Option<Words>,
    /// By position: a value that the entry and `y` had in common.
    common: Vec<i32>,
    /// By value of `y`, cut to the length of the list: which entry had it, where `y` has no words.
    havers: Vec<u32>,
    unsupported: Unsupported,
    /// The positions of live entries, and the values to be removed.
    live: Vec<usize>,
    gone: Vec<i32>,
    equality: Equality,
}

impl Choice {
    /// The propagator, with a pair for each position; `y` is `None` where it is a constant or a view of the index.
    pub(super) fn new(index: View, y: Option<View>, pairs: Vec<Pair<VarId>>, to: &mut Poster<'_>) -> Choice {
        let listed = y.map_or(0, |y| y.size(to.store()).min(LISTED)) as usize;
        Choice {
            index,
            y,
            common: vec![0; pairs.len()],
            havers: vec![0; listed.next_power_of_two()],
            live: Vec::with_capacity(pairs.len()),
            gone: Vec::with_capacity(pairs.len().max(listed)),
            unsupported: Unsupported::default(),
            words: y.and_then(|y| Words::of(index, y, &pairs, to.store())),
            pairs,
            equality: Equality::new(index, index, to),
        }
    }

    fn is_live(&mut self, position: usize, store: &Store) -> bool {
        match self.pairs[position] {
            Pair::Never => false,
            Pair::Always => true,
            Pair::Is(view, value) => view.contains(store, value),
            Pair::Equal(entry, y) => meet(entry, y, &mut self.common[position], store),
        }
    }

    /// Leaves the index the positions of live entries, which are noted.
    fn filter_index(&mut self, store: &mut Store) -> Result<(), Failure> {
        self.live.clear();
        self.gone.clear();
        for (low, high) in store.runs(self.index.var) {
            for value in low..=high {
                let position = self.index.apply(value) as usize;
                if self.is_live(position, store) {
                    self.live.push(position);
                } else {
                    self.gone.push(value);
                }
            }
        }
        let why = store.because(POSITION);
        for &value in &self.gone {
            store.remove(self.index.var, value, why)?;
        }
        Ok(())
    }

    /// The ends of what the entry can give `y`.
    fn ends(&self, position: usize, y: View, domains: &impl Domains) -> (i64, i64) {
        match self.pairs[position] {
            Pair::Equal(entry, _) => {
                let (min, max) = entry.bounds(domains);
                (min.into(), max.into())
            }
            pair => pair.value(y).map_or((i64::MIN, i64::MAX), |value| (value, value)),
        }
    }

    /// Whether the entry can give `y` this value.
    fn gives(&self, position: usize, y: View, value: i32, domains: &impl Domains) -> bool {
        match self.pairs[position] {
            Pair::Equal(entry, _) => entry.contains(domains, value),
            pair => pair.value(y).is_none_or(|own| own == i64::from(value)),
        }
    }

    /// Leaves `y` the values between the ends of the live entries; true if anything was removed.
    fn clip_y(&self, y: View, store: &mut Store) -> Result<bool, Failure> {
        let why = store.because(UNION);
        let ends = self.live.iter().map(|&position| self.ends(position, y, store));
        let (low, high) = ends.fold((i64::MAX, i64::MIN), |(a, b), (low, high)| (a.min(low), b.max(high)));
        let mut changed = false;
        if let Ok(low) = i32::try_from(low) {
            changed |= y.set_min(store, low, why)?;
        }
        if let Ok(high) = i32::try_from(high) {
            changed |= y.set_max(store, high, why)?;
        }
        Ok(changed)
    }

    /// Leaves `y` what some live entry has; true if anything was removed.
    fn filter_y(&mut self, y: View, store: &mut Store) -> Result<bool, Failure> {
        let changed = self.clip_y(y, store)?;
        let why = store.because(UNION);
        if y.size(store) > LISTED || self.live.iter().any(|&at| self.pairs[at] == Pair::Always) {
            return Ok(changed);
        }
        self.gone.clear();
        if self.unsupported.fill(y, store) {
            self.find_unsupported(y, store);
        } else {
            self.search_unsupported(y, store);
        }
        for &v in &self.gone {
            store.remove(y.var, v, why)?;
        }
        Ok(changed || !self.gone.is_empty())
    }

    /// Notes the values of `y`'s variable that no live entry has, word by word.
    fn find_unsupported(&mut self, y: View, store: &Store) {
        for &position in &self.live {
            match self.pairs[position] {
                Pair::Equal(entry, _) => self.unsupported.support_all(entry, store),
                pair => {
                    let Some(value) = pair.value(y) else { return };
                    self.unsupported.support(value);
                }
            }
            if self.unsupported.is_empty() {
                return;
            }
        }
        self.gone.extend(self.unsupported.of_var());
    }

    /// Notes the values of `y`'s variable that no live entry has, value by value, each of which is sought first where it was last.
    fn search_unsupported(&mut self, y: View, store: &Store) {
        let mask = self.havers.len() - 1;
        for (low, high) in store.runs(y.var) {
            for v in low..=high {
                let value = y.apply(v) as i32;
                let slot = v as usize & mask;
                let haver = self.havers[slot] as usize;
                if self.index.contains(store, haver as i32) && self.gives(haver, y, value, store) {
                    continue;
                }
                match self.live.iter().find(|&&at| self.gives(at, y, value, store)) {
                    Some(&at) => self.havers[slot] = at as u32,
                    None => self.gone.push(v),
                }
            }
        }
    }

    /// One position is left.
    fn settle(&mut self, position: usize, store: &mut Store) -> Result<Outcome, Failure> {
        match self.pairs[position] {
            Pair::Never | Pair::Always => Ok(Outcome::Entailed),
            Pair::Is(view, value) => {
                view.fix(store, value, store.because(ONLY))?;
                Ok(Outcome::Entailed)
            }
            Pair::Equal(entry, y) => {
                self.equality.turn_to(entry, y);
                self.equality.propagate(store, Cost::Linear)
            }
        }
    }

    /// Why the entry and `y` have no value in common.
    fn explain_apart(a: View, b: View, past: &Past<'_>, out: &mut Vec<Atom>) {
        if are_apart(a, b, past) {
            let (low, high) = if a.max(past) < b.min(past) { (a, b) } else { (b, a) };
            let end = i64::from(low.max(past));
            out.extend([low.at_most(end), high.at_least(end + 1)].into_iter().flatten());
            return;
        }
        let (few, many) = if a.size(past) <= b.size(past) { (a, b) } else { (b, a) };
        let start = past.start();
        let (low, high) = (past.min(few.var), past.max(few.var));
        out.extend((low > start.min(few.var)).then(|| Atom::ge(few.var, low)));
        out.extend((high < start.max(few.var)).then(|| Atom::le(few.var, high)));
        let domain = start.domain(few.var);
        let mut next = domain.next_from(low);
        while let Some(v) = next.filter(|&v| v <= high) {
            match i32::try_from(few.apply(v)) {
                Ok(value) if many.contains(&start, value) => {
                    let is_left = past.contains(few.var, v);
                    out.extend(if is_left { many.differs(value) } else { few.differs(value) });
                }
                _ => {}
            }
            next = v.checked_add(1).and_then(|from| domain.next_from(from));
        }
    }

    /// Why `y` satisfies an atom that follows from what the entries have: one premise for each of them.
    fn explain_union(&self, y: View, atom: Atom, past: &Past<'_>, out: &mut Vec<Atom>) {
        let value = i32::try_from(y.apply(atom.value())).ok();
        let (low, high) = (y.low_implying(atom), y.high_implying(atom));
        for position in 0..self.pairs.len() {
            let own = match (self.pairs[position], atom.relation(), low, high) {
                (Pair::Never, ..) => continue,
                (Pair::Equal(entry, _), Relation::Ne, ..) => value.and_then(|value| entry.differs(value)),
                (Pair::Equal(entry, _), _, Some(low), _) => entry.at_least(low),
                (Pair::Equal(entry, _), _, None, Some(high)) => entry.at_most(high),
                (pair, ..) => {
                    // A constant, which satisfies the atom or does not.
                    let satisfies = |value: i64| {
                        i32::try_from(value)
                            .is_ok_and(|value| y.invert(value).is_some_and(|v| atom.allows(v)))
                    };
                    if pair.value(y).is_some_and(satisfies) {
                        continue;
                    }
                    out.extend(self.index.differs(position as i32));
                    continue;
                }
            };
            // An entry that cannot have the value at all needs no premise.
            let Some(own) = own else { continue };
            if own.holds(&past.start()) {
                continue;
            }
            let is_left = self.can_be_at(position, past);
            out.extend(if is_left { Some(own) } else { self.index.differs(position as i32) });
        }
    }

    fn can_be_at(&self, position: usize, domains: &impl Domains) -> bool {
        self.index.contains(domains, position as i32)
    }
}

/// Leaves a small domain those of its values that have these bits.
fn remove_others(var: VarId, kept: u64, why: Reason, store: &mut Store) -> Result<(), Failure> {
    if kept == 0 || !store.is_recording() {
        return store.keep_bits(var, kept, why).map(|_| ());
    }
    let mut gone = store.bits(var) & !kept;
    while gone != 0 {
        let base = store.base(var).expect("invariant: its domain is small");
        store.remove(var, base + gone.trailing_zeros() as i32, why)?;
        gone &= gone - 1;
    }
    Ok(())
}

impl Propagator for Choice {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.index.var, Events::CHANGED);
        for pair in &self.pairs {
            match *pair {
                Pair::Never | Pair::Always => {}
                Pair::Is(view, _) => events.on(view.var, Events::CHANGED),
                Pair::Equal(entry, y) => events.on_all(&[entry, y], Events::CHANGED),
            }
        }
        events.on_all(&self.y, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if let (Some(words), Some(y)) = (&self.words, self.y) {
            let found = words.look(store);
            remove_others(self.index.var, found.live, store.because(POSITION), store)?;
            if found.live.is_power_of_two() {
                return self.settle(words.position(found.live.trailing_zeros()), store);
            }
            if store.is_recording() && found.union != store.bits(y.var) {
                // One bound needs one premise for each entry; its values, removed one by one, would need as many each.
                self.live.clear();
                self.live.extend(words.positions(found.live));
                let _ = self.clip_y(y, store)?;
            }
            // What is left to `y` is had by live entries, so that all these stay live.
            remove_others(y.var, found.union, store.because(UNION), store)?;
            return Ok(if found.is_fixed { Outcome::Entailed } else { Outcome::Fixpoint });
        }
        self.filter_index(store)?;
        if let [position] = self.live[..] {
            return self.settle(position, store);
        }
        if let Some(y) = self.y
            && self.filter_y(y, store)?
        {
            return Ok(Outcome::Again);
        }
        let is_settled = |&at: &usize| match self.pairs[at] {
            Pair::Never => false,
            Pair::Always => true,
            Pair::Is(view, _) => view.value(store).is_some(),
            Pair::Equal(entry, y) => entry.value(store).is_some() && y.value(store).is_some(),
        };
        let is_entailed = self.live.iter().all(is_settled);
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let Some(y) = self.y else { return };
        let store = to.store();
        let is_left = |position: usize| self.index.contains(store, position as i32);
        let entry = |position: usize| match self.pairs[position] {
            Pair::Equal(entry, _) => Some(entry),
            _ => None,
        };
        let entries: Option<Vec<View>> = (0..self.pairs.len()).filter(|&at| is_left(at)).map(entry).collect();
        let gone = (0..self.pairs.len()).filter(|&at| !is_left(at));
        let premises = gone.filter_map(|at| self.index.differs(at as i32));
        to.given(premises, |to| match entries.as_deref() {
            Some(&[only]) => to.equal(only, y),
            Some(entries) => to.one_of(y, entries),
            None => {}
        });
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match (payload, request) {
            (POSITION, _) => {
                for value in request.removed(past) {
                    let position = self.index.apply(value);
                    match usize::try_from(position).ok().and_then(|at| self.pairs.get(at)) {
                        Some(&Pair::Is(view, value)) => out.extend(view.differs(value)),
                        Some(&Pair::Equal(entry, y)) => Self::explain_apart(entry, y, past, out),
                        _ => {}
                    }
                }
            }
            (UNION, ExplainRequest::Atom(atom)) => {
                if let Some(y) = self.y {
                    self.explain_union(y, atom, past, out);
                }
            }
            _ => {
                let Some(position) = self.index.value(past) else { return };
                out.extend(self.index.equals(position));
                if let (0..=EQUALITY, Some(&Pair::Equal(entry, y))) =
                    (payload, self.pairs.get(position as usize))
                {
                    equality::explain([entry, y], (request, payload), past, out);
                }
            }
        }
    }
}
