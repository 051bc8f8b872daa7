//! An automaton unrolled over a sequence of views.
//!
//! A *layer* has the states before a view takes its value, and the arcs by which that leads to the states of the next one; only states and
//! arcs on some way from a start to an accepting end.
//!
//! | Promise | |
//! |---|---|
//! | Cost | memory and time: the transitions of the automaton, once for each view |
//! | Source | Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004 |

use crate::constraints::extensional::automaton::Automaton;
use crate::store::View;

/// The layers of an automaton. A *number* is a value of a layer, in ascending order, layer by layer.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) views: Vec<View>,
    /// By layer: its first number; one more at the end.
    pub(super) firsts: Vec<u32>,
    /// By number.
    pub(super) values: Vec<i32>,
    /// By number: where its arcs start; one more at the end.
    starts: Vec<u32>,
    /// From a state of the layer, to one of the next.
    arcs: Vec<(u32, u32)>,
    /// By layer, one more than views: where its states start in a set of all.
    offsets: Vec<usize>,
    /// The states at both ends, in sets of all.
    pub(super) first_states: Vec<usize>,
    pub(super) last_states: Vec<usize>,
}

impl Graph {
    /// Over these views, with the states and arcs on some way from a start to an accepting end.
    pub(super) fn new(views: Vec<View>, automaton: &Automaton) -> Graph {
        let states = automaton.states();
        let mut forward = vec![automaton.starts.clone()];
        for _ in &views {
            let last = &forward[forward.len() - 1];
            forward.push(automaton.after(last, |_| true));
        }
        // By state, whether an end is in reach from it, for the layer at hand and the next.
        let mut layers = Vec::new();
        let mut reaches = automaton.is_accepting.clone();
        for own in forward.iter().rev().skip(1) {
            let mut arcs: Vec<(i32, u32, u32)> = Vec::new();
            let mut before = vec![false; states];
            for &(from, value, to) in own.iter().flat_map(|&state| automaton.moves(state)) {
                if reaches[to as usize] {
                    arcs.push((value, from, to));
                    before[from as usize] = true;
                }
            }
            arcs.sort_unstable();
            layers.push(arcs);
            reaches = before;
        }
        layers.reverse();
        let offsets = (0..=views.len()).map(|layer| layer * states).collect();
        let mut graph = Graph {
            first_states: automaton.starts.iter().map(|&state| state as usize).collect(),
            last_states: (0..states).filter(|&state| automaton.is_accepting[state]).collect(),
            views,
            firsts: vec![0],
            values: Vec::new(),
            starts: Vec::new(),
            arcs: Vec::new(),
            offsets,
        };
        for arcs in layers {
            for own in arcs.chunk_by(|a, b| a.0 == b.0) {
                graph.values.push(own[0].0);
                graph.starts.push(graph.arcs.len() as u32);
                graph.arcs.extend(own.iter().map(|&(_, from, to)| (from, to)));
            }
            graph.firsts.push(graph.values.len() as u32);
        }
        graph.starts.push(graph.arcs.len() as u32);
        let last = graph.offsets[graph.views.len()];
        graph.last_states.iter_mut().for_each(|state| *state += last);
        graph
    }

    /// How many states all layers have.
    pub(super) fn size(&self) -> usize {
        self.offsets[self.views.len()] + self.offsets.get(1).copied().unwrap_or(0)
    }

    /// The numbers of a layer.
    #[inline]
    pub(super) fn numbers(&self, layer: usize) -> std::ops::Range<usize> {
        self.firsts[layer] as usize..self.firsts[layer + 1] as usize
    }

    /// The arcs of a number of a layer, with states as in a set of all.
    #[inline]
    pub(super) fn arcs(&self, layer: usize, number: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (from, to) = (self.offsets[layer], self.offsets[layer + 1]);
        let arcs = &self.arcs[self.starts[number] as usize..self.starts[number + 1] as usize];
        arcs.iter().map(move |&(a, b)| (from + a as usize, to + b as usize))
    }
}
