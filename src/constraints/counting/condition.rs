//! Counted conditions: each on one variable, true, false or open.

use smallvec::SmallVec;

use crate::domain::Domain;
use crate::store::{Atom, Domains, Failure, Past, Reason, Store, VarId, View};

/// What is counted where it is true.
#[derive(Clone, Debug)]
pub(super) enum CountedCondition {
    /// An atom, which has a negation.
    Atom(Atom),
    /// The variable has a value of the first set; otherwise it has one of the second.
    Within(VarId, Box<[Domain; 2]>),
    /// The view has the value that is looked for.
    Is(View),
}

/// The status of a condition at posting.
pub(super) enum ConditionStatus {
    /// It depends on the variable.
    Open(CountedCondition),
    /// Whatever the variable is.
    Always(bool),
}

impl CountedCondition {
    /// `[x in set]`, as simple as it can be said.
    pub(super) fn within(x: View, set: &Domain) -> ConditionStatus {
        let inside = x.preimage(set);
        let (Some(min), Some(max)) = (inside.min(), inside.max()) else {
            return ConditionStatus::Always(false);
        };
        let is_range = inside.ranges().count() == 1;
        ConditionStatus::Open(CountedCondition::Atom(match (min, max) {
            (i32::MIN, i32::MAX) if is_range => return ConditionStatus::Always(true),
            (i32::MIN, _) if is_range => Atom::le(x.var, max),
            (_, i32::MAX) if is_range => Atom::ge(x.var, min),
            _ if min == max => Atom::eq(x.var, min),
            _ => {
                let outside = Domain::from(i32::MIN..=i32::MAX).difference(&inside);
                return ConditionStatus::Open(CountedCondition::Within(x.var, Box::new([inside, outside])));
            }
        }))
    }

    /// `[x = y]`: of one variable, that is a statement about its value.
    pub(super) fn equal(x: View, y: View) -> ConditionStatus {
        if x.var != y.var {
            return ConditionStatus::Open(CountedCondition::Is(x));
        }
        let factor = i64::from(x.scale()) - i64::from(y.scale());
        let rest = i64::from(y.offset()) - i64::from(x.offset());
        if factor == 0 {
            return ConditionStatus::Always(rest == 0);
        }
        match i32::try_from(rest / factor) {
            Ok(value) if rest % factor == 0 => {
                ConditionStatus::Open(CountedCondition::Atom(Atom::eq(x.var, value)))
            }
            _ => ConditionStatus::Always(false),
        }
    }

    /// The variable that it is about.
    pub(super) fn var(&self) -> VarId {
        match self {
            CountedCondition::Atom(atom) => atom.var(),
            CountedCondition::Within(var, _) => *var,
            CountedCondition::Is(view) => view.var,
        }
    }

    /// Whether it is true or false already, where `target` is looked for.
    pub(super) fn truth(&self, target: i32, store: &Store) -> Option<bool> {
        match self {
            CountedCondition::Atom(atom) => store.truth(*atom),
            CountedCondition::Within(var, sets) => {
                let mut met = [false; 2];
                for (low, high) in store.runs(*var) {
                    for (met, set) in met.iter_mut().zip(sets.iter()) {
                        *met |= set.next_from(low).is_some_and(|value| value <= high);
                    }
                    if met == [true; 2] {
                        return None;
                    }
                }
                Some(met[0])
            }
            CountedCondition::Is(view) if !view.contains(store, target) => Some(false),
            CountedCondition::Is(view) => view.value(store).map(|_| true),
        }
    }

    /// Whether it was this already, then.
    pub(super) fn was(&self, truth: bool, target: i32, past: &Past<'_>) -> bool {
        match self {
            CountedCondition::Atom(atom) => (if truth { *atom } else { !*atom }).holds(past),
            // Rarely asked, and never of many values.
            CountedCondition::Within(var, sets) => past.domain(*var).is_subset(&sets[usize::from(!truth)]),
            CountedCondition::Is(view) if truth => view.value(past) == Some(target),
            CountedCondition::Is(view) => !view.contains(past, target),
        }
    }

    /// Makes it true or false.
    pub(super) fn make(
        &self,
        truth: bool,
        target: i32,
        store: &mut Store,
        why: Reason,
    ) -> Result<(), Failure> {
        match self {
            CountedCondition::Atom(atom) => store.apply(if truth { *atom } else { !*atom }, why).map(drop),
            CountedCondition::Within(var, sets) => {
                keep_within(*var, &sets[usize::from(!truth)], store, why).map(drop)
            }
            CountedCondition::Is(view) if truth => view.fix(store, target, why).map(drop),
            CountedCondition::Is(view) => view.remove(store, target, why).map(drop),
        }
    }

    /// Writes why it was this, then.
    pub(super) fn explain(&self, truth: bool, target: i32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match self {
            CountedCondition::Atom(atom) => out.push(if truth { *atom } else { !*atom }),
            CountedCondition::Within(var, sets) => within(*var, &sets[usize::from(!truth)], past, out),
            CountedCondition::Is(view) => {
                out.extend(if truth { view.equals(target) } else { view.differs(target) });
            }
        }
    }
}

/// Removes the values that are not in the set: its ends first, which are one atom each.
pub(super) fn keep_within(var: VarId, set: &Domain, store: &mut Store, why: Reason) -> Result<bool, Failure> {
    let (Some(min), Some(max)) = (set.min(), set.max()) else { return Err(store.refute(var, why)) };
    let mut is_changed = store.set_min(var, min, why)? | store.set_max(var, max, why)?;
    let lost = if store.base(var).is_none() { few_outside(var, set, store) } else { None };
    // To intersect wide domains takes memory.
    let Some(lost) = lost else { return Ok(store.intersect(var, set, why)? | is_changed) };
    for value in lost {
        is_changed |= store.remove(var, value, why)?;
    }
    Ok(is_changed)
}

/// The values that are not in the set, if they are few.
fn few_outside(var: VarId, set: &Domain, store: &Store) -> Option<SmallVec<[i32; 32]>> {
    let mut kept = set.ranges().peekable();
    let mut lost = SmallVec::new();
    for (low, high) in store.runs(var) {
        let mut from = i64::from(low);
        while from <= i64::from(high) {
            while kept.next_if(|run| i64::from(*run.end()) < from).is_some() {}
            let next = kept.peek().map_or(i64::MAX, |run| (*run.start()).into());
            if next <= from {
                from = kept.peek().map_or(i64::MAX, |run| i64::from(*run.end()) + 1);
            } else if lost.len() == 32 {
                return None;
            } else {
                lost.push(from as i32);
                from += 1;
            }
        }
    }
    Some(lost)
}

/// Why the view had only values of this kind: its bounds, and the values between them that it lost.
pub(in crate::constraints) fn only(
    x: View,
    past: &Past<'_>,
    out: &mut Vec<Atom>,
    is_kept: &dyn Fn(i64) -> bool,
) {
    let (start, low, high) = (past.start(), past.min(x.var), past.max(x.var));
    out.extend((start.min(x.var) < low).then(|| Atom::ge(x.var, low)));
    out.extend((start.max(x.var) > high).then(|| Atom::le(x.var, high)));
    let domain = start.domain(x.var);
    let mut next = domain.next_from(low);
    while let Some(value) = next.filter(|&value| value <= high) {
        if !is_kept(x.apply(value)) {
            out.push(Atom::ne(x.var, value));
        }
        next = value.checked_add(1).and_then(|value| domain.next_from(value));
    }
}

/// Why all values that the variable had are in the set: the ends of the runs of the set that have its bounds, and the gaps between.
pub(super) fn within(var: VarId, set: &Domain, past: &Past<'_>, out: &mut Vec<Atom>) {
    let (min, max, start) = (past.min(var), past.max(var), past.start());
    let run =
        |value: i32| set.ranges().find(|run| run.contains(&value)).map(std::ops::RangeInclusive::into_inner);
    let (Some((low, _)), Some((_, high))) = (run(min), run(max)) else { return };
    out.extend((start.min(var) < low).then(|| Atom::ge(var, low)));
    out.extend((start.max(var) > high).then(|| Atom::le(var, high)));
    let domain = start.domain(var);
    let mut last = low;
    for (from, to) in set.ranges().map(std::ops::RangeInclusive::into_inner).filter(|&(_, to)| to >= low) {
        if from > high {
            break;
        }
        let mut next = domain.next_from(last);
        while let Some(hole) = next.filter(|&hole| hole < from) {
            out.push(Atom::ne(var, hole));
            next = domain.next_from(hole + 1);
        }
        last = to.saturating_add(1);
    }
}
