//! Which constraint items of a model clash, where the compiler finds out itself that there is no solution: it then writes nothing of them,
//! and names the one that it looked at last. Items are left out and the rest is compiled again, as long as it has no solution.

use residua::search::{Limits, Status};

use crate::args::Models;
use crate::budget::Budget;
use crate::flatzinc::compile;
use crate::flatzinc::items::{self, Item};
use crate::flatzinc::model::Source;
use crate::flatzinc::names::Named;
use crate::flatzinc::subject::Subject;

/// How many nodes are searched to prove that a part of a model has no solution.
const MOST_NODES: u64 = 100_000;

/// Items that clash; none, where declarations do so by themselves.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    pub(crate) items: Vec<Named>,
    /// Whether none of them can be left out.
    pub(crate) is_minimal: bool,
    /// How many items the model has.
    pub(crate) of: usize,
}

/// The items that clash, as far as the time allows it; `None`, if the compiler did not refute the model.
pub(crate) fn refutation(source: &Source, budget: &Budget) -> Option<Refutation> {
    let refuted = source.refuted?;
    let all: Vec<&Item> = source.items.iter().collect();
    let refutes = |kept: &[&Item]| {
        let left: Vec<&Item> = all.iter().copied().filter(|item| !kept.contains(item)).collect();
        has_none(source, &items::without(&source.text, &left))
    };
    let named = |kept: &[&Item], is_minimal| Refutation {
        items: kept.iter().map(|item| Named::of_item(source, item)).collect(),
        is_minimal,
        of: all.len(),
    };
    // Often it is one alone, or one with those before it.
    let last: Vec<&Item> =
        all.iter().copied().filter(|item| refuted.place.is_some_and(|place| item.has(place))).collect();
    let mut kept = all.clone();
    if let [only] = last[..] {
        if refutes(&last) {
            return Some(named(&last, true));
        }
        let before: Vec<&Item> = all.iter().copied().filter(|item| item.begin <= only.begin).collect();
        if before.len() < all.len() && refutes(&before) {
            kept = before;
        }
    }
    let (kept, is_minimal) = minimal(kept, budget, refutes);
    Some(named(&kept, is_minimal))
}

/// Those of items that clash without which they do not, from the last on, as far as the time allows it; and whether it did.
pub(super) fn minimal<'i>(
    mut kept: Vec<&'i Item>,
    budget: &Budget,
    clash: impl Fn(&[&Item]) -> bool,
) -> (Vec<&'i Item>, bool) {
    for at in (0..kept.len()).rev() {
        if budget.is_over() {
            return (kept, false);
        }
        let mut fewer = kept.clone();
        let _ = fewer.remove(at);
        if clash(&fewer) {
            kept = fewer;
        }
    }
    (kept, true)
}

/// Whether a text is proved to have no solution.
pub(super) fn has_none(source: &Source, text: &str) -> bool {
    let Ok(compiled) = compile::flatzinc_of(&source.unit, text) else { return false };
    if compiled.refuted.is_some() {
        return true;
    }
    let Ok(subject) = Subject::of_compiled(&source.unit, compiled, Models::default()) else { return false };
    let certain = subject.certain();
    let model = &certain.as_ref().unwrap_or(&subject).model;
    let mut solutions = model.search().limits(Limits::none().nodes(MOST_NODES)).solutions();
    solutions.next().is_none() && solutions.status() == Some(Status::Exhausted)
}
