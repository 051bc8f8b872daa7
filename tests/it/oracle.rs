//! The oracle: every assignment, one after another. Simple, slow, independent.

use residua::constraints::Constraint;
use residua::domain::Domain;
use residua::model::IntView;
use std::collections::BTreeSet;

use crate::catalogue::Instance;

/// All assignments of values of these domains.
pub(crate) fn assignments(domains: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        let longer = |head: &Vec<i32>| {
            domain.iter().map(|&v| head.iter().copied().chain([v]).collect()).collect::<Vec<Vec<i32>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All assignments that satisfy the instance.
pub(crate) fn solutions(instance: &Instance) -> BTreeSet<Vec<i32>> {
    assignments(&instance.domains).into_iter().filter(|a| instance.holds(a)).collect()
}

/// Whether a constraint of the library holds, by its checker.
pub(crate) fn checks(constraint: &dyn Constraint, assignment: &[i32]) -> bool {
    let value = |view: IntView| view.apply(assignment[view.var.index()]);
    constraint.check(&value)
}

/// The values of each domain.
pub(crate) fn values(domains: &[Domain]) -> Vec<Vec<i32>> {
    domains.iter().map(|d| d.iter().collect()).collect()
}

/// Those of `all` that lie within the domains.
pub(crate) fn within(all: &BTreeSet<Vec<i32>>, domains: &[Domain]) -> Vec<Vec<i32>> {
    let inside = |a: &&Vec<i32>| a.iter().zip(domains).all(|(&v, d)| d.contains(v));
    all.iter().filter(inside).cloned().collect()
}
