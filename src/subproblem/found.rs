//! Findings: what the search of a subproblem, or of all of them, has found.

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::inspect::Natural;
use crate::subproblem::ranges::union;

/// What was found, by the question. Values are in the order of the model's variables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Found {
    /// Solutions, in the order of search; of a search for a first one, at most one.
    Solutions(Vec<Vec<i32>>),
    /// The number of solutions.
    Count(Natural),
    /// By variable and value: the number of solutions that have it, where that is not 0. And the number of all.
    Marginals(Natural, Vec<BTreeMap<i32, Natural>>),
    /// The best value of an objective, and a solution that has it, if there is one that is better than the incumbent.
    Best(Option<(i64, Vec<i32>)>),
    /// By variable: the values that it has in solutions, as ranges; `None` if there is no solution.
    Domains(Option<Vec<Vec<(i32, i32)>>>),
}

impl Found {
    /// Whether it can be what was found of a task that finds `nothing` where there is nothing, about variables of these domains: what was
    /// not made by a worker may be anything.
    pub(super) fn fits(&self, nothing: &Found, domains: &[Domain]) -> bool {
        let is_one = |values: &[i32]| {
            let mut all = values.iter().zip(domains);
            values.len() == domains.len() && all.all(|(&value, domain)| domain.contains(value))
        };
        let are_within = |ranges: &[(i32, i32)], domain: &Domain| {
            let is_within =
                |&(low, high): &(i32, i32)| low <= high && Domain::from(low..=high).is_subset(domain);
            !ranges.is_empty() && ranges.iter().all(is_within)
        };
        match (self, nothing) {
            (Found::Solutions(solutions), Found::Solutions(_)) => solutions.iter().all(|one| is_one(one)),
            (Found::Count(_), Found::Count(_)) => true,
            (Found::Marginals(total, by_var), Found::Marginals(..)) => {
                let are_within = |(numbers, domain): (&BTreeMap<i32, Natural>, &Domain)| {
                    numbers.keys().all(|&value| domain.contains(value))
                };
                let is_whole = by_var.len() == domains.len() || (total.is_zero() && by_var.is_empty());
                is_whole && by_var.iter().zip(domains).all(are_within)
            }
            (Found::Best(best), Found::Best(_)) => best.as_ref().is_none_or(|(_, values)| is_one(values)),
            (Found::Domains(all), Found::Domains(_)) => all.as_ref().is_none_or(|all| {
                all.len() == domains.len()
                    && all.iter().zip(domains).all(|(ranges, domain)| are_within(ranges, domain))
            }),
            _ => false,
        }
    }

    /// Joins what was found in another part, after this one in the order of search. Of two best values, the lesser is kept, or the greater
    /// where `is_maximum`; of two first solutions, the first.
    pub(super) fn join(&mut self, other: Found, is_maximum: bool, is_first: bool) {
        match (self, other) {
            (Found::Solutions(own), Found::Solutions(others)) => {
                own.extend(others);
                if is_first {
                    own.truncate(1);
                }
            }
            (Found::Count(own), Found::Count(other)) => *own = own.plus(&other),
            (Found::Marginals(total, own), Found::Marginals(of_other, others)) => {
                *total = total.plus(&of_other);
                own.resize(own.len().max(others.len()), BTreeMap::new());
                for (own, others) in own.iter_mut().zip(others) {
                    for (value, number) in others {
                        let sum = own.entry(value).or_default();
                        *sum = sum.plus(&number);
                    }
                }
            }
            (Found::Best(own), Found::Best(Some(other))) => {
                let is_better =
                    own.as_ref().is_none_or(|own| if is_maximum { other.0 > own.0 } else { other.0 < own.0 });
                if is_better {
                    *own = Some(other);
                }
            }
            (Found::Domains(own), Found::Domains(Some(others))) => {
                let own = own.get_or_insert_default();
                own.resize(own.len().max(others.len()), Vec::new());
                for (own, others) in own.iter_mut().zip(others) {
                    own.extend(others);
                    *own = union(own);
                }
            }
            // A best value or domains of none. Other kinds are of other questions, and are refused before.
            _ => {}
        }
    }
}
