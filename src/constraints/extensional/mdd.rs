//! `mdd(xs, layers)`: a path of a multi-valued decision diagram, propagated as an automaton.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | some path from the root, by the values in order, goes through all layers |
//! | Consistency, statement | those of [`regular`](crate::constraints::regular()): each layer has states of its own |
//! | Source | Gange, Stuckey & Szymanek, *MDD Propagators with Explanation*, Constraints 16(4), 2011 |

use crate::constraints::Term;
use crate::constraints::extensional::automaton::{Automaton, MOST_STATES};
use crate::constraints::extensional::regular::{Regular, regular};

/// The values of the views are a path of a multi-valued decision diagram, at domain consistency. Layer i has its edges `(from, value, to)`,
/// which a path takes where view i has that value, from a node of the layer to a node of the next one; the nodes of each layer have
/// numbers of its own, and 0 is the root, where the first layer begins. All nodes after the last layer are ends, and several edges of a
/// node may have the same value. An edge that no path from the root reaches is ignored.
///
/// It is [`regular`](crate::constraints::regular()) of an [`Automaton`] whose states are the nodes.
///
/// ```
/// use residua::constraints::mdd;
/// use residua::model::Model;
///
/// // Two values that differ by 1, and one that is their sum.
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=9);
/// let layers = [
///     vec![(0, 1, 1), (0, 2, 2)],
///     vec![(1, 0, 1), (1, 2, 3), (2, 1, 3), (2, 3, 5)],
///     vec![(1, 1, 0), (3, 3, 0), (5, 5, 0)],
/// ];
/// model.post(mdd(&xs, layers))?;
/// let found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
/// assert_eq!(found, [[1, 0, 1], [1, 2, 3], [2, 1, 3], [2, 3, 5]]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Other than one layer for each view, and more than 65,536 nodes, are refused when it is posted.
pub fn mdd<V: Term>(
    views: impl IntoIterator<Item = V>,
    layers: impl IntoIterator<Item = Vec<(usize, i32, usize)>>,
) -> V::Of<Regular> {
    let layers: Vec<Vec<(usize, i32, usize)>> = layers.into_iter().collect();
    V::over(views, |views| {
        let automaton = unrolled(views.len(), &layers);
        regular(views, automaton)
    })
}

fn unrolled(count: usize, layers: &[Vec<(usize, i32, usize)>]) -> Automaton {
    if layers.len() != count {
        return Automaton::wrong(format!("the diagram has {} layers for {count} views", layers.len()));
    }
    // Nodes with their layers, the root first.
    let mut nodes = vec![(0, 0)];
    for (layer, edges) in layers.iter().enumerate() {
        nodes.extend(edges.iter().flat_map(|&(from, _, to)| [(layer, from), (layer + 1, to)]));
    }
    nodes.sort_unstable();
    nodes.dedup();
    if nodes.len() > MOST_STATES {
        return Automaton::wrong(format!("the diagram has more than {MOST_STATES} nodes"));
    }
    let state = |node: (usize, usize)| nodes.partition_point(|&own| own < node) as u32;
    let mut transitions = Vec::new();
    for (layer, edges) in layers.iter().enumerate() {
        for &(from, value, to) in edges {
            transitions.push((state((layer, from)), value, state((layer + 1, to))));
        }
    }
    let is_end = nodes.iter().map(|&(layer, _)| layer == count).collect();
    Automaton::layered(nodes.len(), vec![state((0, 0))], transitions, is_end)
}
