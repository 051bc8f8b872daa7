//! Case analysis on Booleans (constructive): bounds that follow for both values.
//!
//! `if b then x = y else x = 0` may come as two clauses and two reified equalities, none of which bounds x by itself. So each
//! Boolean is assumed to be true, and then to be false; the hull of both results holds.

use crate::bounds::fits;
use crate::bounds::interval::Interval;
use crate::bounds::queue::Queue;
use crate::bounds::rules::{Intervals, Term};

/// How much one assumption may cost, in terms.
const MOST: u64 = 1 << 14;

/// How often all Booleans are gone through.
const ROUNDS: usize = 3;

/// Distinguishes the cases of each Boolean, as long as one of the open terms has more values than a model can have.
pub(super) fn distinguish(booleans: &[Term], open: &[Term], to: &mut Intervals, queue: &mut Queue<'_>) {
    let mut effort = 128 * queue.size();
    // The first of them that is open still: no interval grows.
    let mut first = 0;
    for _ in 0..ROUNDS {
        let mut is_changed = false;
        for &boolean in booleans {
            first += open[first..].iter().take_while(|&&term| fits(to.of(term))).count();
            if to.is_empty || effort == 0 || first == open.len() {
                return;
            }
            // What one rule says of it, it says without.
            if to.of(boolean).value().is_none() && queue.uses(boolean) > 1 {
                is_changed |= either(boolean, to, queue, &mut effort);
            }
        }
        if !is_changed {
            return;
        }
    }
}

/// Tries both values; returns whether something follows.
fn either(boolean: Term, to: &mut Intervals, queue: &mut Queue<'_>, effort: &mut u64) -> bool {
    let cases = [0, 1].map(|value| {
        let mut own = MOST.min(*effort);
        *effort -= own;
        to.assume(boolean, Interval::only(value));
        queue.run(to, &mut own);
        *effort += own;
        to.changed.clear();
        to.take_back()
    });
    let holds = match cases {
        [None, None] => {
            to.is_empty = true;
            return true;
        }
        [Some(only), None] | [None, Some(only)] => only,
        [Some(mut one), Some(other)] => {
            one.retain(|var, _| other.contains_key(var));
            for (var, interval) in &mut one {
                *interval = interval.hull(other[var]);
            }
            one
        }
    };
    let before: Vec<Interval> = holds.keys().map(|&var| to.of(Term::Var(var))).collect();
    for (&var, &interval) in &holds {
        to.cut(Term::Var(var), interval);
    }
    let is_changed = holds.keys().zip(before).any(|(&var, before)| to.of(Term::Var(var)) != before);
    queue.run(to, effort);
    is_changed
}
