//! Decomposition of `regular` for a search that learns: a variable for the state between two views, and a table for each step.
//!
//! What is learned can then be about states: that the word up to here ended in a certain one says in one atom what takes many about the
//! views before it. And an explanation is of one step, in place of a cut through all layers.
//!
//! Only for a deterministic automaton, since the views must determine all states.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | that of `layers.rs`: the steps form a path (Berge-acyclic), on which consistency of each is that of all |
//! | Source | Quimper & Walsh, *Global Grammar Constraints*, CP 2006: the ternary encoding of an automaton |

use crate::constraints::Constraint;
use crate::constraints::extensional::table::table;
use crate::constraints::extensional::unrolled::Graph;
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::Failure;
use crate::store::handle::IntView;

/// A step has no more rows than this.
const MOST_ROWS: usize = 1 << 14;

/// The values of two states and of the view between them, by layer; `None` if views do not determine states, or there are too many.
pub(super) fn steps(graph: &Graph) -> Option<Vec<Vec<[i32; 3]>>> {
    if graph.first_states.len() != 1 {
        return None;
    }
    // The states of each layer by ascending numbers, so that they are as near as they can be.
    let states: Vec<Vec<usize>> = (1..graph.views.len()).map(|layer| states_before(graph, layer)).collect();
    let number = |layer: usize, state: usize| match layer.checked_sub(1).and_then(|at| states.get(at)) {
        Some(own) => own.partition_point(|&other| other < state) as i32,
        None => 0,
    };
    let mut layers = Vec::new();
    for layer in 0..graph.views.len() {
        let mut rows = Vec::new();
        for value in graph.numbers(layer) {
            let mut froms: Vec<usize> = graph.arcs(layer, value).map(|arc| arc.0).collect();
            froms.sort_unstable();
            if froms.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
            let row = |(from, to)| [number(layer, from), graph.values[value], number(layer + 1, to)];
            rows.extend(graph.arcs(layer, value).map(row));
        }
        if rows.len() > MOST_ROWS {
            return None;
        }
        layers.push(rows);
    }
    Some(layers)
}

/// The states before the view of that layer.
fn states_before(graph: &Graph, layer: usize) -> Vec<usize> {
    let arcs = graph.numbers(layer).flat_map(|number| graph.arcs(layer, number));
    let mut states: Vec<usize> = arcs.map(|arc| arc.0).collect();
    states.sort_unstable();
    states.dedup();
    states
}

/// Posts the steps between these views.
pub(super) fn post(views: &[IntView], layers: &[Vec<[i32; 3]>], to: &mut Poster<'_>) -> Result<(), Failure> {
    let mut state: Option<IntView> = None;
    for (layer, (&view, rows)) in views.iter().zip(layers).enumerate() {
        let is_last = layer + 1 == views.len();
        let next: Option<IntView> = (!is_last && !rows.is_empty()).then(|| {
            let states: Domain = rows.iter().map(|row| row[2]).collect();
            to.new_auxiliary(&states).view()
        });
        let columns: Vec<usize> =
            [state.map(|_| 0), Some(1), next.map(|_| 2)].into_iter().flatten().collect();
        let cells = rows.iter().map(|row| columns.iter().map(|&column| row[column]).collect::<Vec<i32>>());
        table(state.into_iter().chain([view]).chain(next), cells).post(to)?;
        state = next;
    }
    Ok(())
}
