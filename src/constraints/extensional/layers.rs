//! The propagator of `regular`, on the unrolled automaton.
//!
//! A *layer* has the states before a view takes its value, and the arcs by which that leads to the states of the next one; only
//! states and arcs on some way from a start to an accepting end. A run goes forward over the states in reach, then backward
//! over those from which an end is in reach; a value needs an arc between the two.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain; for a variable that occurs twice, of its places by themselves as long as another one is open |
//! | Cost | a run looks twice at each arc of the values left |
//! | Wakes on | any change |
//! | Explains | by a cut: see `cut.rs` |
//! | Source | Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004 |

use std::cell::RefCell;

use fixedbitset::FixedBitSet;

use crate::constraints::extensional::automaton::Automaton;
use crate::constraints::extensional::cut::Cut;
use crate::constraints::has_twice;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Store, VarId, View};

/// The automaton unrolled. A *number* is a value of a layer, in ascending order, layer by layer.
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
    fn new(views: Vec<View>, automaton: &Automaton) -> Graph {
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

#[derive(Clone, Debug)]
pub(super) struct Layers {
    graph: Graph,
    has_repeats: bool,
    /// States in reach of a start, and of an end by such states.
    forward: FixedBitSet,
    backward: FixedBitSet,
    cut: RefCell<Cut>,
}

impl Layers {
    /// Over views of at least two variables.
    pub(super) fn new(views: Vec<View>, automaton: &Automaton) -> Layers {
        let has_repeats = has_twice(views.iter().map(|view| view.var));
        let graph = Graph::new(views, automaton);
        let (forward, backward) =
            (FixedBitSet::with_capacity(graph.size()), FixedBitSet::with_capacity(graph.size()));
        let cut = RefCell::new(Cut::new(&graph));
        Layers { graph, has_repeats, forward, backward, cut }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The values that each view has in some word.
    pub(super) fn facts(&self) -> Vec<(View, Domain)> {
        let values = |layer: usize| self.graph.values[self.graph.numbers(layer)].iter().copied().collect();
        self.graph.views.iter().enumerate().map(|(layer, &view)| (view, values(layer))).collect()
    }

    /// Marks what is in reach of a start, where one variable may be taken to have a certain value.
    fn go_forward(&mut self, store: &Store, taken: Option<(VarId, i32)>) {
        let Layers { graph, forward, .. } = self;
        forward.clear();
        graph.first_states.iter().for_each(|&state| forward.insert(state));
        for (layer, view) in graph.views.iter().enumerate() {
            let is_left = |value: i32| match taken {
                Some((var, taken)) if var == view.var => view.apply(taken) == i64::from(value),
                _ => view.contains(store, value),
            };
            for number in graph.numbers(layer).filter(|&number| is_left(graph.values[number])) {
                for (from, to) in graph.arcs(layer, number) {
                    if forward[from] {
                        forward.insert(to);
                    }
                }
            }
        }
    }
}

impl Layers {
    /// Removes values without an arc between what is in reach of a start and of an end; true if there were any.
    fn filter(&mut self, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let Layers { graph, forward, backward, .. } = self;
        backward.clear();
        graph.last_states.iter().filter(|&&state| forward[state]).for_each(|&state| backward.insert(state));
        if backward.is_clear() {
            return Err(store.contradiction(why));
        }
        let mut changed = false;
        for (layer, view) in graph.views.iter().enumerate().rev() {
            for number in graph.numbers(layer) {
                if !view.contains(store, graph.values[number]) {
                    continue;
                }
                let mut is_supported = false;
                for (from, to) in graph.arcs(layer, number) {
                    if backward[to] && forward[from] {
                        backward.insert(from);
                        is_supported = true;
                    }
                }
                if !is_supported {
                    changed |= view.remove(store, graph.values[number], why)?;
                }
            }
        }
        Ok(changed)
    }

    /// Where some variable occurs twice, it has one value in all of its places: that is used once no other is open.
    fn filter_repeated(&mut self, store: &mut Store, why: Reason, changed: bool) -> Result<Outcome, Failure> {
        if changed {
            return Ok(Outcome::Again);
        }
        let mut open =
            self.graph.views.iter().filter(|view| view.value(store).is_none()).map(|view| view.var);
        let Some(var) = open.next() else { return Ok(Outcome::Entailed) };
        if open.any(|other| other != var) {
            return Ok(Outcome::Fixpoint);
        }
        let mut next = Some(store.min(var));
        while let Some(value) = next {
            self.go_forward(store, Some((var, value)));
            if !self.graph.last_states.iter().any(|&state| self.forward[state]) {
                store.remove(var, value, why)?;
            }
            let after = value.checked_add(1).filter(|&after| after <= store.max(var));
            next = after
                .and_then(|after| store.runs(var).find(|run| run.1 >= after).map(|run| run.0.max(after)));
        }
        Ok(if store.size(var) == 1 { Outcome::Entailed } else { Outcome::Fixpoint })
    }
}

impl Propagator for Layers {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.graph.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        self.go_forward(store, None);
        let changed = self.filter(store, why)?;
        if self.has_repeats {
            return self.filter_repeated(store, why, changed);
        }
        let is_fixed = self.graph.views.iter().all(|view| view.value(store).is_some());
        Ok(if is_fixed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.cut.borrow_mut().explain(&self.graph, request, past, out);
    }
}
