//! The states of an unrolled automaton that are in reach of a start and of an end, by the values left.
//!
//! | kind | states | an arc costs |
//! |---|---|---|
//! | [`Words`] | at most 64 in each layer: a set is a word | a share of a rotation: arcs of a value that lead equally far go together |
//! | [`Sets`] | any number | two look-ups and an insertion |
//!
//! | Promise | |
//! |---|---|
//! | Cost | forward and backward, each looks once at each value left and at its arcs |
//! | Source | Navarro & Raffinot, *Flexible Pattern Matching in Strings*, 2002: sets of states as words, moved by shifts |

use std::fmt::Debug;

use fixedbitset::FixedBitSet;

use crate::constraints::extensional::unrolled::Graph;
use crate::store::{Domains, Failure, Reason, Store, VarId, View};

/// A value that a variable is taken to have, whatever else is left of it.
pub(super) type Taken = Option<(VarId, i32)>;

/// Sets of states, one for each layer.
pub(super) trait Reach: Clone + Debug + Send + 'static {
    /// Marks what is in reach of a start; false if no end is.
    fn forward(&mut self, graph: &Graph, store: &Store, taken: Taken) -> bool;

    /// Of what was marked, marks that from which an end is in reach, and removes values without an arc between; true if there were any.
    fn backward(&mut self, graph: &Graph, store: &mut Store, why: Reason) -> Result<bool, Failure>;
}

fn is_left(view: View, value: i32, store: &Store, taken: Taken) -> bool {
    match taken {
        Some((var, taken)) if var == view.var => view.apply(taken) == i64::from(value),
        _ => view.contains(store, value),
    }
}

/// Sets of any size.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    forward: FixedBitSet,
    backward: FixedBitSet,
}

impl Sets {
    pub(super) fn new(graph: &Graph) -> Sets {
        let empty = FixedBitSet::with_capacity(graph.size());
        Sets { forward: empty.clone(), backward: empty }
    }
}

impl Reach for Sets {
    fn forward(&mut self, graph: &Graph, store: &Store, taken: Taken) -> bool {
        let forward = &mut self.forward;
        forward.clear();
        graph.first_states.iter().for_each(|&state| forward.insert(state));
        for (layer, &view) in graph.views.iter().enumerate() {
            for number in graph.numbers(layer) {
                if is_left(view, graph.values[number], store, taken) {
                    for (from, to) in graph.arcs(layer, number) {
                        if forward[from] {
                            forward.insert(to);
                        }
                    }
                }
            }
        }
        graph.last_states.iter().any(|&state| forward[state])
    }

    fn backward(&mut self, graph: &Graph, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let Sets { forward, backward } = self;
        backward.clear();
        graph.last_states.iter().filter(|&&state| forward[state]).for_each(|&state| backward.insert(state));
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
}

/// Arcs of a value that lead equally far, in the order of the states of their layers.
#[derive(Clone, Copy, Debug)]
struct Group {
    from: u64,
    distance: u32,
}

/// Sets of at most 64 states, for variables with values in windows of 64.
#[derive(Clone, Debug)]
pub(super) struct Words {
    layers: Vec<Layer>,
    /// By bit of a variable, layer by layer: where its groups start; one more at the end.
    starts: Vec<u32>,
    groups: Vec<Group>,
    first_states: u64,
}

#[derive(Clone, Copy, Debug)]
struct Layer {
    var: VarId,
    base: i32,
    /// Where its bits are in `starts`.
    first: u32,
    forward: Forward,
    backward: Backward,
}

/// The last step forward: it is taken again only if it begins with something else.
#[derive(Clone, Copy, Debug, Default)]
struct Forward {
    before: u64,
    bits: u64,
    after: u64,
}

/// The last step backward, with the bits that it left.
#[derive(Clone, Copy, Debug, Default)]
struct Backward {
    after: u64,
    reached: u64,
    bits: u64,
    before: u64,
}

impl Words {
    /// Sets for the states of a graph; `None` if a layer has too many, or a variable has no small domain.
    pub(super) fn new(graph: &Graph, store: &Store) -> Option<Words> {
        // The states before a layer, ascending; those behind it are all to which its arcs lead.
        let mut before = graph.first_states.clone();
        before.sort_unstable();
        let is_word = |states: &[usize]| states.len() <= u64::BITS as usize;
        let first_states = if is_word(&before) { (1_u128 << before.len()) - 1 } else { return None };
        let mut words = Words {
            layers: Vec::new(),
            starts: vec![0],
            groups: Vec::new(),
            first_states: first_states as u64,
        };
        for (layer, view) in graph.views.iter().enumerate() {
            let arcs = graph.numbers(layer).flat_map(|number| graph.arcs(layer, number));
            let mut after: Vec<usize> = arcs.map(|arc| arc.1).collect();
            after.sort_unstable();
            after.dedup();
            let base = store.base(view.var)?;
            if !is_word(&after) {
                return None;
            }
            let first = words.starts.len() as u32 - 1;
            words.layers.push(Layer {
                var: view.var,
                base,
                first,
                forward: Forward::default(),
                backward: Backward::default(),
            });
            let last = store.max(view.var) - base;
            for value in (0..=last).map(|bit| view.apply(base + bit)) {
                let number = graph.numbers(layer).find(|&number| i64::from(graph.values[number]) == value);
                let first = words.groups.len();
                for (from, to) in number.into_iter().flat_map(|number| graph.arcs(layer, number)) {
                    let from = before.partition_point(|&state| state < from) as u32;
                    let to = after.partition_point(|&state| state < to) as u32;
                    let distance = to.wrapping_sub(from) % u64::BITS;
                    match words.groups[first..].iter_mut().find(|group| group.distance == distance) {
                        Some(group) => group.from |= 1 << from,
                        None => words.groups.push(Group { from: 1 << from, distance }),
                    }
                }
                words.starts.push(words.groups.len() as u32);
            }
            before = after;
        }
        Some(words)
    }

    #[inline]
    fn groups(&self, layer: &Layer, mut bits: u64) -> impl Iterator<Item = (u64, &[Group])> {
        let first = layer.first as usize;
        std::iter::from_fn(move || {
            let at = first + (bits != 0).then(|| bits.trailing_zeros())? as usize;
            let bit = bits & bits.wrapping_neg();
            bits ^= bit;
            Some((bit, &self.groups[self.starts[at] as usize..self.starts[at + 1] as usize]))
        })
    }
}

impl Reach for Words {
    fn forward(&mut self, _: &Graph, store: &Store, taken: Taken) -> bool {
        let mut before = self.first_states;
        for at in 0..self.layers.len() {
            let layer = &self.layers[at];
            let bits = match taken {
                Some((var, value)) if var == layer.var => 1 << (value - layer.base),
                _ => store.bits(layer.var),
            };
            if before == layer.forward.before && bits == layer.forward.bits {
                before = layer.forward.after;
                continue;
            }
            let mut after = 0;
            for (_, groups) in self.groups(layer, bits) {
                for group in groups {
                    after |= (before & group.from).rotate_left(group.distance);
                }
            }
            self.layers[at].forward = Forward { before, bits, after };
            before = after;
        }
        // All states behind the last layer are accepting.
        before != 0
    }

    fn backward(&mut self, _: &Graph, store: &mut Store, why: Reason) -> Result<bool, Failure> {
        let mut after = self.layers.last().map_or(0, |layer| layer.forward.after);
        let mut changed = false;
        for at in (0..self.layers.len()).rev() {
            let layer = &self.layers[at];
            let reached = layer.forward.before;
            let last = &layer.backward;
            let bits = store.bits(layer.var);
            if after == last.after && reached == last.reached && bits == last.bits {
                after = last.before;
                continue;
            }
            let (mut before, mut kept) = (0, 0);
            for (bit, groups) in self.groups(layer, bits) {
                let mut moved = 0;
                for group in groups {
                    moved |= after.rotate_right(group.distance) & group.from;
                }
                moved &= reached;
                before |= moved;
                kept |= if moved == 0 { 0 } else { bit };
            }
            changed |= store.keep_bits(layer.var, kept, why)?;
            self.layers[at].backward = Backward { after, reached, bits: kept, before };
            after = before;
        }
        Ok(changed)
    }
}
