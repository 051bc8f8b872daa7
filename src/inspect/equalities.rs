//! Equalities that no single constraint states: `x ≤ y` and `y ≤ x` imply `x = y`, and so does a sum with only
//! two open terms, and a variable of two values from which both differ ([twins](crate::inspect::twins)).
//!
//! There is an edge from `x` to `y` for each `x ≤ y + c`. Around a cycle whose constants add up to 0, each must hold
//! with equality. At a fixpoint the least values satisfy all edges; so they are a potential, and an edge can be part
//! of such a cycle only if the least values meet it exactly. Among those edges, the cycles are the strongly connected
//! components, and in a component each variable is any other one plus the difference of their least values.
//!
//! | Promise | |
//! |---|---|
//! | Finds | every cycle of unit differences; every linear equality of two variables with factors 1 and -1 |
//! | Cost | linear in the constraints |
//! | Source | Aho, Hopcroft & Ullman, *Data Structures and Algorithms*, 1983, 6.7 (components, after Kosaraju) |

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::constraints::{Constraint, Linear, Statement};
use crate::domain::Domain;
use crate::inspect::twins::twins;
use crate::model::IntVar;
use crate::store::Domains;

/// `x = y + c`.
pub(super) type Equality = (IntVar, IntVar, i64);

/// The equalities that the constraints imply, given that these domains are a fixpoint of their propagation.
pub(super) fn equalities(constraints: &[Arc<dyn Constraint>], domains: &[Domain]) -> Vec<Equality> {
    let linear = |constraint: &Arc<dyn Constraint>| match constraint.brief_statement() {
        Some(Statement::Linear(linear)) => Some(linear),
        _ => None,
    };
    let linear: Vec<Linear> = constraints.iter().filter_map(linear).collect();
    let mut equalities: Vec<Equality> = linear.iter().filter_map(Linear::alias).collect();
    let least = |var: IntVar| i64::from((&domains as &dyn Domains<IntVar>).min(var));
    let mut tight: BTreeMap<IntVar, Vec<IntVar>> = BTreeMap::new();
    for (x, y, gap) in linear.iter().filter_map(Linear::order) {
        if least(x) == least(y) + gap {
            tight.entry(x).or_default().push(y);
            tight.entry(y).or_default();
        }
    }
    for component in components(&tight) {
        let first = component[0];
        equalities.extend(component[1..].iter().map(|&var| (var, first, least(var) - least(first))));
    }
    equalities.extend(twins(constraints, domains).into_iter().map(|(x, y)| (x, y, 0)));
    equalities
}

/// The strongly connected components with at least two variables, each ascending.
fn components(graph: &BTreeMap<IntVar, Vec<IntVar>>) -> Vec<Vec<IntVar>> {
    let mut reversed: BTreeMap<IntVar, Vec<IntVar>> = graph.keys().map(|&var| (var, Vec::new())).collect();
    for (&from, list) in graph {
        for to in list {
            reversed.entry(*to).or_default().push(from);
        }
    }
    let order: Vec<IntVar> = trees(graph, graph.keys().copied()).concat();
    let mut components = trees(&reversed, order.into_iter().rev());
    components.retain(|component| component.len() > 1);
    for component in &mut components {
        component.sort_unstable();
    }
    components.sort_unstable();
    components
}

/// The trees of a depth-first search from these roots, one after another: each variable after all that were reached
/// from it.
fn trees(graph: &BTreeMap<IntVar, Vec<IntVar>>, roots: impl Iterator<Item = IntVar>) -> Vec<Vec<IntVar>> {
    let mut seen: BTreeMap<IntVar, bool> = graph.keys().map(|&var| (var, false)).collect();
    let mut enter = |var: IntVar| !std::mem::replace(seen.entry(var).or_default(), true);
    let mut trees = Vec::new();
    for root in roots {
        if !enter(root) {
            continue;
        }
        let mut tree = Vec::new();
        // The path, each vertex with the number of its neighbours that have been visited.
        let mut path = vec![(root, 0)];
        while let Some((var, next)) = path.last_mut() {
            let var = *var;
            let neighbour = graph[&var].get(*next).copied();
            *next += 1;
            match neighbour {
                Some(neighbour) if enter(neighbour) => path.push((neighbour, 0)),
                Some(_) => {}
                None => {
                    tree.push(var);
                    path.truncate(path.len() - 1);
                }
            }
        }
        trees.push(tree);
    }
    trees
}
