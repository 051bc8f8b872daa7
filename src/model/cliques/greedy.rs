//! Greedy clique detection among edges with gaps: from an edge that is not in a clique yet, with each neighbour of both, in the order of
//! the variables, that differs from all that are in it.

/// `one ≠ other + gap`, by number; `one` is the lower one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub(crate) one: u32,
    pub(crate) other: u32,
    pub(crate) gap: i64,
    /// The number of the constraint that it comes from.
    pub(crate) from: usize,
}

/// A variable by number, and its shift.
pub(crate) type Shifted = (u32, i64);

/// A clique: variables that all differ, once each is shifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clique {
    /// The variables.
    pub(crate) shifted: Vec<Shifted>,
    /// The constraints that the edges come from, each once.
    pub(crate) from: Vec<usize>,
}

/// The most look-ups that are made.
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

    /// The edge that states `var ≠ other + gap`.
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
