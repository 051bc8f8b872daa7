//! Implied bounds of sums that lie across several `all_different`: arrows and lines of a puzzle, sums of distances.
//!
//! The terms of a sum are put into groups, each of terms with the same factor whose variables differ, the largest first. Where the least
//! or the greatest sum of different values is not that of the ends alone, the sum is posted with its groups, for the bounds that
//! `constraints/linear/grouped.rs` finds. A sum whose views all differ is a `distinct_sum` if its author knew that, or is
//! one group.
//!
//! | Promise | |
//! |---|---|
//! | Finds | for each sum that is no `≠`, disjoint groups by greedy choice |
//! | Cost | O(terms · scopes of a variable · groups), stopped after ten million steps |

use crate::constraints::{Comparator, Constraint, DistinctSum, GroupedSum, LinearSum};
use crate::domain::Domain;
use crate::model::implied::different;
use crate::model::{IntView, Model};

/// The most steps.
const MOST_WORK: usize = 10_000_000;

/// Sums of more terms are not looked at: a run takes the square of the size of a group.
const LONGEST: usize = 64;

/// The implied sums, each with the number of the sum behind it.
pub(super) fn grouped_sums(model: &Model) -> Vec<(usize, Box<dyn Constraint>)> {
    let posted = || model.posted.iter().map(|posted| (*posted.constraint).as_any());
    let domains: &[Domain] = &model.domains;
    let sums = || {
        posted().enumerate().filter_map(|(at, any)| {
            let apart = || Some(any.downcast_ref::<DistinctSum>()?.apart(&domains)?.1);
            Some((at, any.downcast_ref::<LinearSum>().or_else(apart)?))
        })
    };
    if sums().next().is_none() {
        return Vec::new();
    }
    let mut scopes_of: Vec<Vec<u32>> = vec![Vec::new(); model.domains.len()];
    let mut scopes = 0;
    for views in model.posted.iter().filter_map(|posted| different(&*posted.constraint)) {
        for view in views {
            scopes_of[view.var.index()].push(scopes);
        }
        scopes += 1;
    }
    let (mut work, mut told) = (0, Vec::new());
    if scopes == 0 {
        return told;
    }
    let mut counts = vec![0; scopes as usize];
    for (at, sum) in sums() {
        if work > MOST_WORK {
            break;
        }
        let groups = groups(sum, &scopes_of, &mut counts, &mut work);
        told.extend(
            groups.filter(|sum| says_more(sum, model)).map(|sum| (at, Box::new(sum) as Box<dyn Constraint>)),
        );
    }
    told
}

/// The sum in groups, if some have several variables; `counts` has a 0 for each scope.
fn groups(
    sum: &LinearSum,
    scopes_of: &[Vec<u32>],
    counts: &mut [usize],
    work: &mut usize,
) -> Option<GroupedSum> {
    if sum.comparator == Comparator::Ne || sum.terms.len() > LONGEST {
        return None;
    }
    let mut left: Vec<IntView> = sum.terms.iter().copied().filter(|term| term.scale() != 0).collect();
    let constants = sum.terms.iter().map(|term| i64::from(term.offset())).sum::<i64>();
    let mut seen: Vec<usize> = left.iter().map(|term| term.var.index()).collect();
    seen.sort_unstable();
    seen.dedup();
    if seen.len() < left.len() {
        return None;
    }
    let mut groups: Vec<(i32, Vec<IntView>)> = Vec::new();
    while !left.is_empty() {
        // The scope, and the factor, with the most of what is left.
        let (mut most, mut best) = (1, None);
        for factor in factors(&left) {
            let of_factor = || left.iter().filter(|term| term.scale() == factor);
            let of_terms = || of_factor().flat_map(|term| &scopes_of[term.var.index()]);
            for &scope in of_terms() {
                *work += 2;
                counts[scope as usize] += 1;
                if counts[scope as usize] > most {
                    (most, best) = (counts[scope as usize], Some((factor, scope)));
                }
            }
            of_terms().for_each(|&scope| counts[scope as usize] = 0);
        }
        let Some((factor, scope)) = best else { break };
        let is_in = |term: &IntView| term.scale() == factor && scopes_of[term.var.index()].contains(&scope);
        let (group, rest) = left.iter().partition(|term| is_in(term));
        let group: Vec<IntView> = group;
        groups.push((factor, group.iter().map(|term| term.var.view()).collect()));
        left = rest;
    }
    let alone = left.iter().map(|term| (term.scale(), vec![term.var.view()]));
    let is_grouped = !groups.is_empty();
    groups.extend(alone);
    let total = sum.total - constants;
    is_grouped.then_some(GroupedSum { groups, comparator: sum.comparator, total, is_implied: true })
}

/// The factors, each once.
fn factors(terms: &[IntView]) -> Vec<i32> {
    let mut factors: Vec<i32> = terms.iter().map(|term| term.scale()).collect();
    factors.sort_unstable();
    factors.dedup();
    factors
}

/// Whether different values make the least, or the greatest, of a group another one than the ends alone do.
fn says_more(sum: &GroupedSum, model: &Model) -> bool {
    sum.groups.iter().any(|(_, views)| {
        let ends = |end: fn(&IntView, &Model) -> i32| {
            let mut ends: Vec<i32> = views.iter().map(|view| end(view, model)).collect();
            ends.sort_unstable();
            ends.windows(2).any(|two| two[0] == two[1])
        };
        ends(|view, model| view.min(&model.domains[..])) || ends(|view, model| view.max(&model.domains[..]))
    })
}
