//! Items without constraints: of `x = z` the compiler makes one variable of two, and `y < 3` is in the domain of
//! a variable that is defined. They hold whatever else is taken away. Of `x = z` with other values there are constraints on the values, and
//! none that both are equal. So what seems to clash by itself may do so with other items only: each conflict is compiled once more, without
//! them, and where it has a solution then, those that it takes are added, the ones without any constraint if these are enough.

use residua::model::ConstraintId;
use residua_flatzinc::Term;

use crate::budget::Budget;
use crate::models::claim::Claim;
use crate::models::model::Source;
use crate::models::names::Named;
use crate::models::path::Origin;
use crate::models::refuted::minimal;
use crate::models::selection::{Piece, without};
use crate::subject::Subject;

/// The items that a conflict takes besides those that are known of it.
#[derive(Debug, Default)]
pub(crate) struct Completion {
    pub(crate) items: Vec<Named>,
    /// What is known of it, and not needed beside these.
    pub(crate) superfluous: Vec<Piece>,
    /// Whether none of these can be left out.
    pub(crate) is_minimal: bool,
}

/// The item that a constraint comes from, or the instance of it.
fn piece(subject: &Subject, source: &Source, id: ConstraintId) -> Option<Piece> {
    let path = subject.statement(id).and_then(|statement| statement.path.as_deref());
    path.and_then(Origin::of).and_then(|origin| Piece::of(source, &origin))
}

/// The items that constraints come from.
fn pieces_of(subject: &Subject, source: &Source, ids: impl Iterator<Item = ConstraintId>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in ids.filter_map(|id| piece(subject, source, id)) {
        if !all.contains(&piece) {
            all.push(piece);
        }
    }
    all
}

/// The items of which there is no constraint.
pub(crate) fn silent(subject: &Subject, source: &Source) -> Vec<Piece> {
    let said = pieces_of(subject, source, subject.model.constraints().map(|(id, _)| id));
    let is_said = |piece: &Piece| said.iter().any(|said| said.item == piece.item);
    Piece::all(source).into_iter().filter(|piece| !is_said(piece)).collect()
}

/// Whether an item may hold without any of the constraints of the model: because it has none, or because the compiler made one variable of
/// two, or fixed one.
fn may_be_silent(subject: &Subject, source: &Source, silent: &[Piece]) -> bool {
    let is_fixed = |(_, term): &(String, Term)| matches!(term, Term::Number(_) | Term::Known(_));
    source.has_aliases || !silent.is_empty() || subject.terms.iter().any(is_fixed)
}

/// Whether it is known which items constraints come from; what has no place then says what a declaration says.
fn has_places(subject: &Subject) -> bool {
    let mut statements = subject.model.constraints().filter_map(|(id, _)| subject.statement(id)).peekable();
    statements.peek().is_none() || statements.any(|statement| statement.path.is_some())
}

/// What completes items of which a claim does not follow alone, by those first of which there is no constraint; and whether none of it can be
/// left out, as far as the time allows it. `None`, if it is not known to follow.
///
/// Of an instance of a conjunction the claim may not follow although the compiler's constraint of it says it: where `x = y`, it makes one
/// constraint of the instances for `x` and for `y`.
fn added(
    (subject, source): (&Subject, &Source),
    known: &[Piece],
    silent: &[Piece],
    claim: Claim<'_>,
    budget: &Budget,
) -> Option<(Vec<Piece>, bool)> {
    let follows = |others: &[Piece]| claim.follows(subject, &[known, others].concat());
    if follows(&[]) {
        return Some((Vec::new(), true));
    }
    let others =
        || -> Vec<Piece> { Piece::all(source).into_iter().filter(|piece| !known.contains(piece)).collect() };
    let kept = [silent.to_vec(), others()].into_iter().find(|others| !budget.is_over() && follows(others))?;
    Some(minimal(kept, budget, follows))
}

/// What completes items that clash.
pub(crate) fn completion(
    (subject, source): (&Subject, &Source),
    known: &[Piece],
    silent: &[Piece],
    budget: &Budget,
) -> Completion {
    let added = added((subject, source), known, silent, Claim::NoSolution, budget);
    let is_known = added.is_some();
    let (kept, is_minimal) = added.unwrap_or_default();
    if kept.is_empty() {
        return Completion { is_minimal: is_known, ..Completion::default() };
    }
    let clash = |some: &[Piece]| Claim::NoSolution.follows(subject, &[some, &kept].concat());
    let (needed, is_needed) = minimal(known.to_vec(), budget, clash);
    let superfluous = known.iter().filter(|piece| !needed.contains(piece)).cloned().collect();
    let items = kept.iter().map(|piece| Named::of_item(source, piece.item(source))).collect();
    Completion { items, superfluous, is_minimal: is_minimal && is_needed }
}

/// What completes constraints that clash.
pub(crate) fn completion_of(
    subject: &Subject,
    source: &Source,
    ids: impl Iterator<Item = ConstraintId>,
    silent: &[Piece],
    budget: &Budget,
) -> Completion {
    completion((subject, source), &pieces_of(subject, source, ids), silent, budget)
}

impl Completion {
    /// Whether these constraints, which are taken away together, are still needed.
    pub(crate) fn needs(&self, subject: &Subject, source: &Source, ids: &[ConstraintId]) -> bool {
        let mut pieces = ids.iter().filter_map(|&id| piece(subject, source, id)).peekable();
        pieces.peek().is_none() || pieces.any(|piece| !self.superfluous.contains(&piece))
    }
}

/// Constraints that clash, in words, with the items that belong to them.
pub(crate) fn completed(subject: &Subject, ids: &[ConstraintId], budget: &Budget) -> Vec<Named> {
    let named = |id: &ConstraintId| subject.named(*id);
    let Some(source) = subject.source.as_deref() else { return ids.iter().map(named).collect() };
    if source.refuted.is_some() || !has_places(subject) {
        return ids.iter().map(named).collect();
    }
    let silent = silent(subject, source);
    let completion = completion_of(subject, source, ids.iter().copied(), &silent, budget);
    let needed = ids.iter().filter(|&&id| completion.needs(subject, source, &[id])).map(named);
    needed.chain(completion.items.iter().cloned()).collect()
}

/// The items without a constraint that a claim rests on besides the constraints by which it is explained. `None`, if that is not known.
pub(crate) fn beside(
    subject: &Subject,
    ids: impl Iterator<Item = ConstraintId>,
    claim: Claim<'_>,
    budget: &Budget,
) -> Option<Vec<Named>> {
    let Some(source) = subject.source.as_deref() else { return Some(Vec::new()) };
    if source.refuted.is_some() || !has_places(subject) {
        return Some(Vec::new());
    }
    let silent = silent(subject, source);
    if matches!(claim, Claim::Always(..)) && !may_be_silent(subject, source, &silent) {
        return Some(Vec::new());
    }
    let known = pieces_of(subject, source, ids);
    let (pieces, _) = added((subject, source), &known, &silent, claim, budget)?;
    Some(pieces.iter().map(|piece| Named::of_item(source, piece.item(source))).collect())
}

/// Whether there is still no solution without some constraints, as far as that is known of a model that was compiled: without the instances
/// that they are, or without all of their items.
pub(crate) fn clash_without(
    subject: &Subject,
    ids: impl Iterator<Item = ConstraintId>,
    all_instances: bool,
) -> bool {
    let Some(source) = subject.source.as_deref() else { return false };
    let gone = pieces_of(subject, source, ids).into_iter();
    let gone: Vec<Piece> =
        gone.map(|piece| if all_instances { Piece::whole(piece.item) } else { piece }).collect();
    has_places(subject) && Claim::NoSolution.holds_in(subject, without(source, &gone))
}

/// The most items that the note names.
const NAMED: usize = 3;

/// Notes which items of the model have no constraint, if there are such.
pub(crate) fn note(subject: &mut Subject) {
    let note = subject.source.as_deref().and_then(|source| note_of(subject, source));
    subject.notes.extend(note);
}

fn note_of(subject: &Subject, source: &Source) -> Option<String> {
    if source.refuted.is_some() || !has_places(subject) {
        return None;
    }
    let silent: Vec<String> = silent(subject, source)
        .iter()
        .map(|piece| Named::of_item(source, piece.item(source)).text())
        .collect();
    let more = silent.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    let named = silent[..silent.len().min(NAMED)].join("; ");
    (!silent.is_empty()).then(|| {
        format!("no constraint for {named}{rest}: the compiler turned it into declarations of variables")
    })
}
