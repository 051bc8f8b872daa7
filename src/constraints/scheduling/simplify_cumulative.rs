//! Simplification of `cumulative` under reduced domains.
//!
//! A task matters only where it can run at a time at which all that can run then demands more than there is. Whatever the others do, the
//! rest constrains nothing: of different variables this is exact, for each task may be as long and as demanding as it can be.

use std::sync::Arc;

use crate::constraints::scheduling::cumulative::Cumulative;
use crate::constraints::scheduling::profile::Profile;
use crate::constraints::scheduling::task::Entry;
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified, walkable};
use crate::store::Domains;
use crate::store::handle::{IntAtom, IntVar, IntView};

/// Tasks under some domains.
pub(super) struct CumulativeSimplifier<'a> {
    domains: &'a dyn Domains<IntVar>,
    /// Those that may take place.
    entries: Vec<Entry>,
    capacity: Operand,
}

impl<'a> CumulativeSimplifier<'a> {
    pub(super) fn new(cumulative: &Cumulative, domains: &'a dyn Domains<IntVar>) -> CumulativeSimplifier<'a> {
        let is_absent = |literal: IntAtom| (!literal).holds(domains);
        let may_be = |entry: &Entry| !entry.presence.is_some_and(is_absent);
        let entries = cumulative.entries().filter(may_be).collect();
        CumulativeSimplifier { domains, entries, capacity: cumulative.capacity }
    }

    fn ends(&self, amount: Operand) -> (i64, i64) {
        match amount {
            Operand::View(view) => (view.min(self.domains).into(), view.max(self.domains).into()),
            Operand::Constant(constant) => (constant, constant),
        }
    }

    /// When the task can run, as times in ascending order that are apart from one another.
    fn possible(&self, entry: &Entry) -> Vec<(i64, i64)> {
        let (_, duration) = self.ends(entry.duration);
        let mut times: Vec<(i64, i64)> = Vec::new();
        if duration <= 0 || self.ends(entry.demand).1 <= 0 {
            return times;
        }
        let mut add = |first: i32, last: i32| {
            let (start, end) = (i64::from(first), i64::from(last) + duration);
            match times.last_mut() {
                Some(before) if before.1 >= start => before.1 = end,
                _ => times.push((start, end)),
            }
        };
        match walkable(entry.start, self.domains) {
            Some(domain) => domain.ranges().for_each(|run| add(*run.start(), *run.end())),
            None => add(entry.start.min(self.domains), entry.start.max(self.domains)),
        }
        times
    }

    /// Whether what runs in any case is too much, or something is negative in any case.
    fn is_violated(&self, cumulative: &Cumulative) -> bool {
        let mut profile = Profile::default();
        for entry in &self.entries {
            if entry.presence.is_none_or(|literal| literal.holds(self.domains)) {
                let start = entry.start.max(self.domains);
                let end = i64::from(entry.start.min(self.domains)) + self.ends(entry.duration).0;
                profile.add(start.into(), end, self.ends(entry.demand).0);
            }
        }
        profile.build();
        cumulative.amounts().any(|amount| self.ends(amount).1 < 0)
            || profile.peak().is_some_and(|peak| peak.load > self.ends(self.capacity).1)
    }

    /// The tasks that can take part in an overload.
    fn critical(&self) -> Vec<Entry> {
        let possible: Vec<Vec<(i64, i64)>> = self.entries.iter().map(|entry| self.possible(entry)).collect();
        let mut profile = Profile::default();
        for (entry, times) in self.entries.iter().zip(&possible) {
            for &(start, end) in times {
                profile.add(start, end, self.ends(entry.demand).1);
            }
        }
        profile.build();
        let least = self.ends(self.capacity).0.max(0);
        let is_critical = |&(start, end): &(i64, i64)| {
            let mut pieces = profile.pieces()[profile.first_ending_after(start)..].iter();
            pieces.by_ref().take_while(|piece| piece.start < end).any(|piece| piece.load > least)
        };
        let entries = self.entries.iter().zip(&possible);
        entries.filter(|(_, times)| times.iter().any(is_critical)).map(|(entry, _)| *entry).collect()
    }

    /// The amount as a number, if it is one by now.
    fn folded(&self, amount: Operand) -> Operand {
        match self.ends(amount) {
            (low, high) if low == high => Operand::Constant(low),
            _ => amount,
        }
    }

    /// The tasks without fixed variables. A fixed start is a view of a variable that is not fixed.
    fn without_fixed(&self, entries: &[Entry]) -> Cumulative {
        let is_true = |literal: &IntAtom| literal.holds(self.domains);
        let folded = |entry: &Entry| Entry {
            start: entry.start,
            duration: self.folded(entry.duration),
            demand: self.folded(entry.demand),
            presence: entry.presence.filter(|literal| !is_true(literal)),
        };
        let folded: Vec<Entry> = entries.iter().map(folded).collect();
        let mut left = Cumulative::of(&folded, self.folded(self.capacity));
        let is_open = |view: &IntView| view.value(self.domains).is_none();
        if let Some(open) = left.scope().into_iter().find(is_open) {
            for start in &mut left.starts {
                if let Some(value) = start.value(self.domains) {
                    *start = open.var * 0 + value;
                }
            }
        }
        left
    }

    pub(super) fn simplified(&self, before: &Cumulative) -> Simplified {
        if self.is_violated(before) {
            return Simplified::Violated;
        }
        let left = self.without_fixed(&self.critical());
        let is_kept = !left.starts.is_empty();
        if is_kept && left == *before {
            return Simplified::Unchanged;
        }
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        let kept: Vec<Operand> = if is_kept { left.amounts().collect() } else { Vec::new() };
        for amount in before.amounts() {
            let Operand::View(view) = amount else { continue };
            if self.ends(amount).0 < 0 && !kept.contains(&amount) {
                let right = Operand::Constant(0);
                parts.push(Comparison { left: view, comparator: Comparator::Ge, right }.into_shared());
            }
        }
        if is_kept {
            parts.push(Arc::new(left));
        }
        if parts.is_empty() { Simplified::Entailed } else { Simplified::Into(parts) }
    }
}
