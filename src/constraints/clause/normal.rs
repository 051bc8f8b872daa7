//! Normalisation of clauses: drops implied literals, and merges those of one variable into a set of values.

use std::ops::RangeInclusive;

use crate::domain::Domain;
use crate::store::Relation;
use crate::store::handle::{IntAtom, IntVar};

/// An atom of that variable that is true whatever its value is.
pub(super) fn is_always(var: IntVar) -> IntAtom {
    var.at_most(i32::MAX)
}

/// An atom of that variable that no value satisfies which a variable of a constraint can have.
pub(super) fn is_never(var: IntVar) -> IntAtom {
    var.at_most(i32::MIN)
}

/// The literals that no other one implies, in their order; `None` if some of one variable allow every value together. `parts` are
/// the variable, the relation and the value of each.
///
/// # Complexity
/// Sorts them, if there are more than a few.
pub(super) fn needed<A: Copy, V: Copy + Ord>(
    literals: &[A],
    parts: impl Fn(&A) -> (V, Relation, i32),
) -> Option<Vec<A>> {
    let is_always =
        |literal: &A| matches!(parts(literal), (_, Relation::Le, i32::MAX) | (_, Relation::Ge, i32::MIN));
    if literals.iter().any(is_always) {
        return None;
    }
    if has_each_once(literals, |literal| parts(literal).0) {
        return Some(literals.to_vec());
    }
    let mut sorted: Vec<usize> = (0..literals.len()).collect();
    sorted.sort_by_key(|&at| parts(&literals[at]));
    let mut is_needed = vec![false; literals.len()];
    for own in sorted.chunk_by(|&a, &b| parts(&literals[a]).0 == parts(&literals[b]).0) {
        let relations = own.iter().map(|&at| (parts(&literals[at]).1, parts(&literals[at]).2));
        let united = United::of(&relations)?;
        let mut last = None;
        for &at in own {
            let (_, relation, value) = parts(&literals[at]);
            // Of equal ones, which follow one another, the first is kept.
            is_needed[at] = united.needs(relation, value) && last != Some((relation, value));
            last = Some((relation, value));
        }
    }
    let kept = literals.iter().zip(is_needed).filter(|&(_, is_needed)| is_needed);
    Some(kept.map(|(&literal, _)| literal).collect())
}

/// The values that any of these literals allows, which are of one variable and all needed.
pub(super) fn set_of<A, V>(literals: &[A], parts: impl Fn(&A) -> (V, Relation, i32)) -> Domain {
    let ranges = |literal: &A| -> [Option<RangeInclusive<i32>>; 2] {
        let (_, relation, value) = parts(literal);
        match relation {
            Relation::Eq => [Some(value..=value), None],
            Relation::Ne => [
                value.checked_sub(1).map(|high| i32::MIN..=high),
                value.checked_add(1).map(|low| low..=i32::MAX),
            ],
            Relation::Le => [Some(i32::MIN..=value), None],
            Relation::Ge => [Some(value..=i32::MAX), None],
        }
    };
    Domain::from_ranges(literals.iter().flat_map(ranges).flatten())
}

/// The variables of several literals, each with the values that these allow, which are all needed.
///
/// # Complexity
/// As for [`needed`].
pub(super) fn sets<A: Copy, V: Copy + Ord>(
    literals: &[A],
    parts: impl Fn(&A) -> (V, Relation, i32) + Copy,
) -> Vec<(V, Domain)> {
    if has_each_once(literals, |literal| parts(literal).0) {
        return Vec::new();
    }
    let mut sorted = literals.to_vec();
    sorted.sort_unstable_by_key(parts);
    let own = sorted.chunk_by(|a, b| parts(a).0 == parts(b).0).filter(|own| own.len() > 1);
    own.map(|own| (parts(&own[0]).0, set_of(own, parts))).collect()
}

/// Whether there are few literals, and each of another variable.
fn has_each_once<A, V: PartialEq>(literals: &[A], var: impl Fn(&A) -> V) -> bool {
    const FEW: usize = 8;
    let is_first = |at: usize| literals[..at].iter().all(|other| var(other) != var(&literals[at]));
    literals.len() <= FEW && (1..literals.len()).all(is_first)
}

/// The literals of one variable, taken together.
struct United {
    /// The value that is excluded, where one is and no other.
    excluded: Option<i32>,
    /// All values up to this one are allowed, and all from that one on.
    low: Option<i32>,
    high: Option<i32>,
}

impl United {
    /// `None` if they allow every value.
    fn of(literals: &(impl Iterator<Item = (Relation, i32)> + Clone)) -> Option<United> {
        let values = |wanted: Relation| {
            literals.clone().filter(move |&(relation, _)| relation == wanted).map(|(_, value)| value)
        };
        let excluded = values(Relation::Ne).next();
        if let Some(excluded) = excluded
            && literals.clone().any(|(relation, value)| {
                (relation, value) != (Relation::Ne, excluded) && relation.allows(value, excluded)
            })
        {
            return None;
        }
        let (low, high) = (values(Relation::Le).max(), values(Relation::Ge).min());
        let meet = low.zip(high).is_some_and(|(low, high)| i64::from(low) + 1 >= i64::from(high));
        (!meet).then_some(United { excluded, low, high })
    }

    /// Whether no other literal implies this one.
    fn needs(&self, relation: Relation, value: i32) -> bool {
        match relation {
            Relation::Ne => true,
            _ if self.excluded.is_some() => false,
            Relation::Le => Some(value) == self.low,
            Relation::Ge => Some(value) == self.high,
            Relation::Eq => {
                self.low.is_none_or(|low| value > low) && self.high.is_none_or(|high| value < high)
            }
        }
    }
}
