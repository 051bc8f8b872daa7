//! Clique detection: `≠` between pairs of shifted variables becomes `all_different`.
//!
//! `x ≠ y` propagates only once one of the two is fixed: twelve pigeons in eleven holes, stated pairwise, take a search through
//! 11! cases. All together they are an `all_different`, which fails at once. So a solver that searches, and has neither reasons to give
//! nor claims to be checked, gets that in place of the comparisons, as a propagator of the first of them. The model and its reports keep
//! what was posted.
//!
//! The cliques are found greedily: from a comparison that is not in a clique yet, with each neighbour of both, in the order of the
//! variables, that differs from all that are in it. Shifts matter: `x + 1 ≠ y + 2` and `y ≠ z` do not form a clique with `x ≠ z`, but
//! the three kinds of disequalities of queens form three.
//!
//! | Promise | |
//! |---|---|
//! | Finds | maximal cliques, each comparison in one of them at least; not the largest |
//! | Cost | O(comparisons · neighbours · log), cut off at two million look-ups: the rest stays as it is |

mod greedy;

use crate::constraints::{AllDifferent, Comparator, Comparison, Constraint, Operand, all_different};
use crate::domain::Domain;
use crate::model::cliques::greedy::Shifted;
pub(crate) use crate::model::cliques::greedy::{Edge, cliques};
use crate::model::{IntVar, IntView, Model, Posted};

/// The cliques of a model.
#[derive(Debug, Default)]
pub(super) struct Cliques {
    /// By posted constraint: whether it is in a clique.
    is_inside: Vec<bool>,
    /// The replacements, each with the number of its first comparison.
    found: Vec<(usize, AllDifferent)>,
}

impl Cliques {
    /// The cliques all views of which `fits` allows.
    pub(super) fn of(model: &Model, fits: &dyn Fn(IntView) -> bool) -> Cliques {
        let posted = || model.posted.iter().enumerate();
        let edge = |(from, posted): (usize, &Posted)| edge(&*posted.constraint, from);
        let edges: Vec<Edge> = posted().filter_map(edge).collect();
        let vars: Vec<IntVar> = if edges.len() < 3 { Vec::new() } else { model.vars().collect() };
        let view = |(var, shift): Shifted| i32::try_from(shift).ok().map(|shift| vars[var as usize] + shift);
        let is_worth_it = |shifted: &[Shifted]| {
            says_more(shifted, &model.domains) && shifted.iter().all(|&of| view(of).is_some_and(fits))
        };
        let found = cliques(edges, vars.len(), &is_worth_it);
        let mut is_inside = vec![false; if found.is_empty() { 0 } else { model.posted.len() }];
        let found = found.into_iter().map(|clique| {
            for &from in &clique.from {
                is_inside[from] = true;
            }
            (clique.from[0], all_different(clique.shifted.into_iter().filter_map(view)))
        });
        let found = found.collect();
        Cliques { is_inside, found }
    }

    /// Whether this posted constraint is replaced.
    pub(super) fn contain(&self, posted: usize) -> bool {
        self.is_inside.get(posted).is_some_and(|&is_inside| is_inside)
    }

    /// The replacements, each with the number of one of its comparisons.
    pub(super) fn found(&self) -> impl Iterator<Item = (usize, &AllDifferent)> {
        self.found.iter().map(|(posted, all)| (*posted, all))
    }
}

fn edge(constraint: &dyn Constraint, from: usize) -> Option<Edge> {
    let comparison: &Comparison = constraint.as_any().downcast_ref()?;
    let (Comparator::Ne, Operand::View(right)) = (comparison.comparator, comparison.right) else {
        return None;
    };
    let (left, scale) = (comparison.left, i64::from(comparison.left.scale()));
    let apart = i64::from(right.offset()) - i64::from(left.offset());
    if left.var == right.var || scale == 0 || left.scale() != right.scale() || apart % scale != 0 {
        return None;
    }
    let (one, other, gap) = (left.var.index() as u32, right.var.index() as u32, apart / scale);
    Some(if one < other {
        Edge { one, other, gap, from }
    } else {
        Edge { one: other, other: one, gap: -gap, from }
    })
}

/// Whether the values are so few that an `all_different` propagates more than the comparisons.
fn says_more(shifted: &[Shifted], domains: &[Domain]) -> bool {
    let most = 2 * shifted.len() as u64;
    let mut all = Domain::empty();
    for &(var, shift) in shifted {
        let domain = &domains[var as usize];
        let moved = || i32::try_from(shift).ok().and_then(|shift| domain.map_affine(1, shift));
        let Some(moved) = (domain.size() <= most).then(moved).flatten() else { return false };
        all = all.union(&moved);
        if all.size() > most {
            return false;
        }
    }
    true
}
