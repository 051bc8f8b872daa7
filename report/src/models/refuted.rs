//! Conflicts found by the compiler: it then writes no model,
//! and names the item that it looked at last. Items are left out and the rest is compiled again, as long as it has no solution.

use residua::search::Limits;

use crate::budget::Budget;
use crate::models::claim::Claim;
use crate::models::names::Named;
use crate::models::selection::{Piece, declared};
use crate::subject::{Refutation, Subject};

/// Finds out which items clash, if the compiler refuted the model: what it wrote instead is named by them.
pub(crate) fn refute(subject: &mut Subject, limits: &Limits) {
    let Some(found) = refutation(subject, &Budget::limited(limits)) else { return };
    let mut texts: Vec<String> = found.items.iter().chain(&found.declarations).map(Named::text).collect();
    if texts.is_empty() {
        texts.push("the declarations".to_owned());
    }
    subject.refuted_by(found, &texts.join("; "));
}

/// The items that clash, as far as the time allows it; `None`, if the compiler did not refute the model.
fn refutation(subject: &Subject, budget: &Budget) -> Option<Refutation> {
    let source = subject.source.as_deref()?;
    let refuted = source.refuted?;
    let all = Piece::all(source);
    let refutes = |kept: &[Piece]| Claim::NoSolution.follows(subject, kept);
    let named = |kept: &[Piece], is_minimal| Refutation {
        items: kept.iter().map(|piece| Named::of_item(source, piece.item(source))).collect(),
        declarations: Vec::new(),
        is_minimal,
        of: all.len(),
    };
    // Often it is one alone, or one with those before it.
    let is_there = |piece: &&Piece| refuted.place.is_some_and(|place| piece.item(source).has(place));
    let last: Vec<Piece> = all.iter().filter(is_there).cloned().collect();
    let mut kept = all.clone();
    if let [only] = &last[..] {
        if refutes(&last) {
            return Some(named(&last, true));
        }
        let begin = only.item(source).begin;
        let before: Vec<Piece> =
            all.iter().filter(|piece| piece.item(source).begin <= begin).cloned().collect();
        if before.len() < all.len() && refutes(&before) {
            kept = before;
        }
    }
    let (kept, is_minimal) = minimal(kept, budget, refutes);
    Some(if kept.is_empty() { refuted_by_declarations(subject, budget) } else { named(&kept, is_minimal) })
}

/// The declarations whose values clash with what is declared, without any constraint; none, as far as that is not proved.
pub(crate) fn refuted_by_declarations(subject: &Subject, budget: &Budget) -> Refutation {
    let mut found = Refutation { items: Vec::new(), declarations: Vec::new(), is_minimal: false, of: 0 };
    let Some(source) = subject.source.as_deref() else { return found };
    found.of = source.items.len();
    let refutes = |kept: &[usize]| Claim::NoSolution.holds_in(subject, declared(source, kept));
    let all: Vec<usize> = (0..source.declarations.len()).collect();
    if refutes(&all) {
        let (kept, is_minimal) = minimal(all, budget, refutes);
        let named = kept.iter().map(|&number| Named::of_item(source, &source.declarations[number]));
        (found.declarations, found.is_minimal) = (named.collect(), is_minimal);
    }
    found
}

/// Those that clash without which they do not, from the last on, as far as the time allows it; and whether it did.
pub(crate) fn minimal<T: Clone>(
    mut kept: Vec<T>,
    budget: &Budget,
    clash: impl Fn(&[T]) -> bool,
) -> (Vec<T>, bool) {
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
