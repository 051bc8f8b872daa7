//! Conflicts found by the compiler: it then writes no model,
//! and names the item that it looked at last. Items are left out and the rest is compiled again, as long as it has no solution.

use residua::search::Limits;

use crate::budget::Budget;
use crate::models::claim::Claim;
use crate::models::items::Item;
use crate::models::names::Named;
use crate::subject::{Refutation, Subject};

/// Finds out which items clash, if the compiler refuted the model: what it wrote instead is named by them.
pub(crate) fn refute(subject: &mut Subject, limits: &Limits) {
    let Some(found) = refutation(subject, &Budget::limited(limits)) else { return };
    let mut texts: Vec<String> = found.items.iter().map(Named::text).collect();
    if texts.is_empty() {
        texts.push("the declarations".to_owned());
    }
    subject.refuted_by(found, &texts.join("; "));
}

/// The items that clash, as far as the time allows it; `None`, if the compiler did not refute the model.
fn refutation(subject: &Subject, budget: &Budget) -> Option<Refutation> {
    let source = subject.source.as_deref()?;
    let refuted = source.refuted?;
    let all: Vec<&Item> = source.items.iter().collect();
    let refutes = |kept: &[&Item]| Claim::NoSolution.follows(subject, kept);
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
pub(crate) fn minimal<'i>(
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
