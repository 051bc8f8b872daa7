//! What components came to, by keys under which they are found again.
//!
//! A *key* is everything about a component that its count depends on. Where nothing but disequalities connects its
//! variables, values are mere names, and so are the variables themselves: states that differ by a renaming of values, an
//! exchange of rows, a transposition are one ([symmetry](crate::inspect::symmetry)). Small components are told by the
//! places of their values alone: for each value, the variables that can have it.
//!
//! | Promise | |
//! |---|---|
//! | Sound | the same key, the same number of solutions |
//! | Memory | at 2 GiB everything is forgotten |

use crate::inspect::components::Network;
use crate::inspect::natural::Natural;
use crate::inspect::symmetry::Graph;
use crate::model::Solver;
use crate::store::{Store, VarId};

/// From this number of variables on, a component is worth the longer way to a key that knows of no names.
const SYMMETRIC: usize = 8;

/// Words of memory at which everything is forgotten: 2 GiB.
const LIMIT: usize = 1 << 28;

/// What components came to, by key.
#[derive(Clone, Debug)]
#[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
pub(in crate::inspect) struct Memo {
    /// Whether nothing but disequalities of variables connects them, and all domains are small.
    is_plain: bool,
    graph: Graph,
    counts: std::collections::HashMap<Box<[u64]>, Natural>,
    /// Words held by keys and counts.
    words: usize,
}

impl Memo {
    /// A memo for components of one model; `is_plain` says that nothing but disequalities of variables connects them.
    #[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
    pub(in crate::inspect) fn new(is_plain: bool, store: &Store) -> Memo {
        let is_small = (0..store.vars()).all(|var| store.base(VarId::new(var)).is_some());
        let counts = std::collections::HashMap::new();
        Memo { is_plain: is_plain && is_small, graph: Graph::default(), counts, words: 0 }
    }

    pub(in crate::inspect) fn get(&self, key: &[u64]) -> Option<Natural> {
        self.counts.get(key).cloned()
    }

    pub(in crate::inspect) fn insert(&mut self, key: Box<[u64]>, number: Natural) {
        self.words += key.len() + 12;
        if self.words > LIMIT {
            self.counts.clear();
            self.words = key.len() + 12;
        }
        let _ = self.counts.insert(key, number);
    }

    /// Everything that the count of a component depends on.
    pub(in crate::inspect) fn key(
        &mut self,
        solver: &Solver,
        network: &mut Network,
        vars: &[VarId],
    ) -> Box<[u64]> {
        if !self.is_plain {
            return domains_and_rest(solver, network, vars);
        }
        if vars.len() < SYMMETRIC {
            places_of_values(solver.store(), vars)
        } else {
            self.graph_key(solver.store(), network, vars)
        }
    }

    /// The component as a graph of variables, values and cliques, written without their names.
    fn graph_key(&mut self, store: &Store, network: &mut Network, vars: &[VarId]) -> Box<[u64]> {
        let mut places: Vec<(i32, u32)> = Vec::new();
        for (&var, at) in vars.iter().zip(0..) {
            places.extend(store.runs(var).flat_map(|(low, high)| low..=high).map(|value| (value, at)));
        }
        places.sort_unstable();
        self.graph.restart(vars.len());
        for value in places.chunk_by(|a, b| a.0 == b.0) {
            self.graph.add_value(value.iter().map(|&(_, at)| at));
        }
        for clique in network.cliques_among(vars) {
            self.graph.add_clique(clique);
        }
        self.graph.key()
    }
}

/// For each value the variables that can have it, as bits by position; sorted, for names do not matter. The
/// variables themselves come first.
fn places_of_values(store: &Store, vars: &[VarId]) -> Box<[u64]> {
    let words = vars.len().div_ceil(64);
    let first = vars.iter().filter_map(|&var| store.base(var)).min().unwrap_or(0);
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for (at, &var) in vars.iter().enumerate() {
        let shift = i64::from(store.base(var).unwrap_or(first)) - i64::from(first);
        let mut bits = store.bits(var);
        while bits != 0 {
            let value = (shift + i64::from(bits.trailing_zeros())) as usize;
            bits &= bits - 1;
            if columns.len() <= value {
                columns.resize(value + 1, vec![0; words]);
            }
            columns[value][at / 64] |= 1 << (at % 64);
        }
    }
    columns.sort_unstable();
    let numbers = vars.chunks(2).map(|pair| {
        let second = pair.get(1).map_or(u32::MAX, |var| var.index() as u32);
        u64::from(pair[0].index() as u32) << 32 | u64::from(second)
    });
    numbers.chain(columns.into_iter().filter(|column| column.iter().any(|&w| w != 0)).flatten()).collect()
}

/// The variables with their domains, and the other constraints on them as they are left.
fn domains_and_rest(solver: &Solver, network: &Network, vars: &[VarId]) -> Box<[u64]> {
    let store = solver.store();
    let mut key = Vec::new();
    for &var in vars {
        key.push(1 << 63 | var.index() as u64);
        let runs = store.runs(var).map(|(low, high)| u64::from(low as u32) << 32 | u64::from(high as u32));
        let runs: Vec<u64> = runs.collect();
        key.push(runs.len() as u64);
        key.extend(runs);
    }
    for constraint in network.others_at(vars) {
        let text = format!("{:?};", constraint.simplify(solver));
        key.push(text.len() as u64);
        key.extend(
            text.as_bytes()
                .chunks(8)
                .map(|chunk| chunk.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte))),
        );
    }
    key.into_boxed_slice()
}
