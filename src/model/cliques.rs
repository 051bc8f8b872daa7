//! Cliques of `≠`: variables of which each two differ, by what each of them is shifted.
//!
//! `x ≠ y` says nothing before one of the two is fixed, and twelve pigeons in eleven holes, told apart two by two, are a search through
//! 11! ways. All together they are an `all_different`, which says so at once. So a solver that searches, and has neither reasons to give
//! nor claims to be checked, is given that in place of the comparisons, as a propagator of the first of them. The model keeps what was
//! posted, and so does whatever reports of it.
//!
//! The cliques are found greedily: from a comparison that is in none yet, with each neighbour of both, in the order of the variables,
//! that differs from all that are in it. Shifts are part of the game: `x + 1 ≠ y + 2` and `y ≠ z` make no clique with `x ≠ z`, but
//! the three diagonals of a queen make three.
//!
//! | Promise | |
//! |---|---|
//! | Finds | cliques that are not part of larger ones, each comparison in one of them at least; not the largest |
//! | Cost | O(comparisons · neighbours · log), cut off at two million look-ups: the rest stays as it is |

use crate::constraints::{AllDifferent, Comparator, Comparison, Constraint, Operand, all_different};
use crate::domain::Domain;
use crate::model::{IntVar, IntView, Model, Posted};

/// `one ≠ other + gap`, by number; `one` is the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub(crate) one: u32,
    pub(crate) other: u32,
    pub(crate) gap: i64,
    /// Where it comes from.
    pub(crate) from: usize,
}

/// A variable by number, and what is added to it.
pub(crate) type Shifted = (u32, i64);

/// Variables that all differ, once each is shifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clique {
    /// The variables.
    pub(crate) shifted: Vec<Shifted>,
    /// Where the edges come from, each once.
    pub(crate) from: Vec<usize>,
}

/// More look-ups than this are not made.
const MOST_WORK: usize = 1 << 21;

/// Edges by variable, from both sides.
struct Neighbours {
    /// By variable: where its list starts.
    starts: Vec<usize>,
    /// `(variable, gap, edge)` of the others, ascending.
    lists: Vec<(u32, i64, usize)>,
}

impl Neighbours {
    fn of(edges: &[Edge], vars: usize) -> Neighbours {
        let mut starts = vec![0; vars + 1];
        for edge in edges {
            starts[edge.one as usize + 1] += 1;
            starts[edge.other as usize + 1] += 1;
        }
        (0..vars).for_each(|var| starts[var + 1] += starts[var]);
        let mut next = starts.clone();
        let mut lists = vec![(0, 0, 0); 2 * edges.len()];
        for (at, edge) in edges.iter().enumerate() {
            for (var, entry) in
                [(edge.one, (edge.other, edge.gap, at)), (edge.other, (edge.one, -edge.gap, at))]
            {
                lists[next[var as usize]] = entry;
                next[var as usize] += 1;
            }
        }
        (0..vars).for_each(|var| lists[starts[var]..starts[var + 1]].sort_unstable());
        Neighbours { starts, lists }
    }

    fn list(&self, var: u32) -> &[(u32, i64, usize)] {
        &self.lists[self.starts[var as usize]..self.starts[var as usize + 1]]
    }

    /// The edge that says `var ≠ other + gap`.
    fn edge(&self, var: u32, other: u32, gap: i64) -> Option<usize> {
        let list = self.list(var);
        let at = list.partition_point(|&(var, of, _)| (var, of) < (other, gap));
        list.get(at).filter(|&&(var, of, _)| (var, of) == (other, gap)).map(|&(_, _, edge)| edge)
    }
}

/// Cliques of three variables at least for which `is_worth_it`; each edge is in one at most that counts as its own.
pub(crate) fn cliques(
    mut edges: Vec<Edge>,
    vars: usize,
    is_worth_it: &dyn Fn(&[Shifted]) -> bool,
) -> Vec<Clique> {
    if edges.len() < 3 {
        return Vec::new();
    }
    edges.sort_unstable();
    edges.dedup_by_key(|edge| (edge.one, edge.other, edge.gap));
    let neighbours = Neighbours::of(&edges, vars);
    let mut is_tried = vec![false; edges.len()];
    let mut found = Vec::new();
    let mut work = 0;
    for (first, &Edge { one, other, gap, .. }) in edges.iter().enumerate() {
        if std::mem::replace(&mut is_tried[first], true) {
            continue;
        }
        // one ≠ other + gap
        let mut shifted = vec![(one, 0), (other, gap)];
        let mut inside = vec![first];
        let (from, of) =
            if neighbours.list(one).len() <= neighbours.list(other).len() { (0, one) } else { (1, other) };
        let base = shifted[from].1;
        for &(var, gap, edge) in neighbours.list(of) {
            let shift = base + gap;
            if shifted.iter().any(|&(member, _)| member == var) {
                continue;
            }
            let mark = inside.len();
            inside.push(edge);
            let differs = |&(member, by): &Shifted| {
                work += 1;
                neighbours.edge(member, var, shift - by).map(|edge| inside.push(edge)).is_some()
            };
            if shifted.iter().enumerate().filter(|&(at, _)| at != from).map(|(_, member)| member).all(differs)
            {
                shifted.push((var, shift));
            } else {
                inside.truncate(mark);
            }
        }
        if work > MOST_WORK {
            break;
        }
        if shifted.len() > 2 {
            for &edge in &inside {
                is_tried[edge] = true;
            }
            if is_worth_it(&shifted) {
                let mut from: Vec<usize> = inside.iter().map(|&edge| edges[edge].from).collect();
                from.sort_unstable();
                found.push(Clique { shifted, from });
            }
        }
    }
    found
}

/// The cliques of a model.
#[derive(Debug, Default)]
pub(super) struct Cliques {
    /// By posted constraint: whether it is in one.
    is_inside: Vec<bool>,
    /// What takes their place, each with the number of the first of them.
    found: Vec<(usize, AllDifferent)>,
}

impl Cliques {
    /// The cliques whose views are all ones that `fits` allows.
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

    /// Whether others say what this posted constraint does.
    pub(super) fn contain(&self, posted: usize) -> bool {
        self.is_inside.get(posted).is_some_and(|&is_inside| is_inside)
    }

    /// What is said in place of comparisons, each in the name of one of them.
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

/// Whether there are so few values that the variables may run out of them.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &[(u32, u32, i64)]) -> Vec<Vec<Shifted>> {
        let edges = edges.iter().enumerate();
        let edges = edges.map(|(from, &(one, other, gap))| Edge { one, other, gap, from }).collect();
        cliques(edges, 9, &|_| true).into_iter().map(|clique| clique.shifted).collect()
    }

    #[test]
    fn shifts_must_agree() {
        assert_eq!(found(&[(0, 1, 0), (0, 2, 0), (1, 2, 0)]), [[(0, 0), (1, 0), (2, 0)]]);
        assert_eq!(found(&[(0, 1, 1), (0, 2, 2), (1, 2, 1)]), [[(0, 0), (1, 1), (2, 2)]]);
        assert!(found(&[(0, 1, 1), (0, 2, 2), (1, 2, 0)]).is_empty());
        assert!(found(&[(0, 1, 0), (0, 1, 1), (0, 1, 2)]).is_empty());
    }

    #[test]
    fn cliques_may_share_variables() {
        let edges = [(0, 1, 0), (0, 2, 0), (1, 2, 0), (2, 3, 0), (2, 4, 0), (3, 4, 0), (4, 5, 0)];
        assert_eq!(found(&edges), [[0, 1, 2], [2, 3, 4]].map(|of| of.map(|var| (var, 0))));
    }
}
