//! Constraint items of a model of which the compiler makes no constraint: `x = z` makes two variables one, and `y < 3` is in the domain of
//! a variable that is defined. They hold whatever else is taken away. Of `x = z` with other values there are constraints on the values, and
//! none that both are equal. So what seems to clash by itself may do so with other items only: each conflict is compiled once more, without
//! them, and where it has a solution then, those that it takes are added, the ones without any constraint if these are enough.

use crate::budget::Budget;
use crate::flatzinc::items::{self, Item};
use crate::flatzinc::model::Source;
use crate::flatzinc::names::Named;
use crate::flatzinc::path::Origin;
use crate::flatzinc::refuted::{has_none, minimal};
use crate::flatzinc::subject::Subject;

/// The items that a conflict takes besides those that are known of it.
#[derive(Debug, Default)]
pub(super) struct Completion<'s> {
    pub(super) items: Vec<Named>,
    /// What is known of it, and not needed beside these.
    pub(super) superfluous: Vec<&'s Item>,
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
pub(super) fn completion<'s>(
    source: &'s Source,
    known: &[&'s Item],
    silent: &[&'s Item],
    budget: &Budget,
) -> Completion<'s> {
    let clash_of = |some: &[&Item], others: &[&Item]| {
        let is_left = |item: &&Item| !some.contains(item) && !others.contains(item);
        let left: Vec<&Item> = source.items.iter().filter(is_left).collect();
        has_none(source, &items::without(&source.text, &left))
    };
    let clash = |others: &[&Item]| clash_of(known, others);
    let others = || source.items.iter().filter(|item| !known.contains(item)).collect::<Vec<&Item>>();
    let none = Completion { items: Vec::new(), superfluous: Vec::new(), is_minimal: true };
    if clash(&[]) {
        return none;
    }
    let kept = [silent.to_vec(), others()].into_iter().find(|others| clash(others)).unwrap_or_default();
    let (kept, is_minimal) = minimal(kept, budget, clash);
    let (needed, is_needed) = minimal(known.to_vec(), budget, |some| clash_of(some, &kept));
    let superfluous = known.iter().copied().filter(|item| !needed.contains(item)).collect();
    let items = kept.iter().map(|item| Named::of_item(source, item)).collect();
    Completion { items, superfluous, is_minimal: is_minimal && is_needed }
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
