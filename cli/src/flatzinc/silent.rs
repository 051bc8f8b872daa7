//! Constraint items of a model of which the compiler makes no constraint: `x = z` makes two variables one, and `y < 3` is in the domain of
//! a variable that is defined. They hold whatever else is taken away. So what seems to clash by itself may do so with them only: each
//! conflict is compiled once more, without the other items, and where it has a solution then, those that it takes are added.

use crate::budget::Budget;
use crate::flatzinc::items::{self, Item};
use crate::flatzinc::model::Source;
use crate::flatzinc::names::Named;
use crate::flatzinc::path::Origin;
use crate::flatzinc::refuted::{has_none, minimal};
use crate::flatzinc::subject::Subject;

/// The items that a conflict takes besides those that are known of it.
#[derive(Debug, Default)]
pub(super) struct Completion {
    pub(super) items: Vec<Named>,
    /// Whether none of these can be left out.
    pub(super) is_minimal: bool,
}

/// The items of which there is no constraint.
pub(super) fn silent<'s>(subject: &Subject, source: &'s Source) -> Vec<&'s Item> {
    let mut said: Vec<&Item> = Vec::new();
    for (id, _) in subject.model.constraints() {
        let path = subject.statement(id).and_then(|statement| statement.path.as_deref());
        said.extend(path.and_then(Origin::of).and_then(|origin| source.item(&origin)));
    }
    source.items.iter().filter(|item| !said.contains(item)).collect()
}

/// What completes items that clash while all others are kept of which there is no constraint; as far as the time allows it.
pub(super) fn completion(source: &Source, known: &[&Item], silent: &[&Item], budget: &Budget) -> Completion {
    let clash = |others: &[&Item]| {
        let is_left = |item: &&Item| !known.contains(item) && !others.contains(item);
        let left: Vec<&Item> = source.items.iter().filter(is_left).collect();
        has_none(source, &items::without(&source.text, &left))
    };
    let others = || source.items.iter().filter(|item| !known.contains(item)).collect::<Vec<&Item>>();
    let none = Completion { items: Vec::new(), is_minimal: true };
    if silent.is_empty() || clash(&[]) {
        return none;
    }
    let kept = [silent.to_vec(), others()].into_iter().find(|others| clash(others)).unwrap_or_default();
    let (kept, is_minimal) = minimal(kept, budget, clash);
    let items = kept.iter().map(|item| Named::of_item(source, item)).collect();
    Completion { items, is_minimal }
}

/// As many are named.
const NAMED: usize = 3;

/// What there is to say of them beside an answer.
pub(super) fn note(subject: &Subject, source: &Source) -> Option<String> {
    let has_places = subject
        .model
        .constraints()
        .all(|(id, _)| subject.statement(id).is_none_or(|statement| statement.path.is_some()));
    if source.refuted.is_some() || !has_places {
        return None;
    }
    let silent: Vec<String> =
        silent(subject, source).into_iter().map(|item| Named::of_item(source, item).text()).collect();
    let more = silent.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    let named = silent[..silent.len().min(NAMED)].join("; ");
    (!silent.is_empty()).then(|| {
        format!("no constraint was made of {named}{rest}: what it says is in the variables, as the compiler declares them")
    })
}
