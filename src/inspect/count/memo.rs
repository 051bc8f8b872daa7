//! Component cache: the tallies of counted components, by keys.
//!
//! A *key* is everything about a component that its count depends on. Where nothing but disequalities connects its
//! variables, values are interchangeable names, and so are the variables themselves: states that differ by a renaming
//! of values, an exchange of rows or a transposition have the same key ([symmetry](crate::inspect::count::symmetry)).
//! Small components are identified by the places of their values alone: for each value, the variables that can have
//! it.
//!
//! A key has its own order of a component's [pairs of variable and value](crate::inspect::count::tally). What is
//! cached pair by pair is in that order, so that each component reads it under its own names.
//!
//! | Promise | |
//! |---|---|
//! | Sound | the same key, the same number of solutions |
//! | Memory | each shard of the cache is cleared when it reaches its part of 2 GiB |
//!
//! Workers that count one model share its cache: it is in shards, each behind a lock, which is held for one look only.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::constraints::Simplified;
use crate::engine::Interrupt;
use crate::inspect::components::ConstraintGraph;
use crate::inspect::count::interned::Interned;
use crate::inspect::count::natural::Natural;
use crate::inspect::count::symmetry::Graph;
use crate::inspect::count::tally::{Tally, VarValue, var_values};
use crate::model::Solver;
use crate::store::{Domains, Store, VarId};

/// A component of this number of variables is worth the more expensive key that is independent of names. With more, the
/// key alone would take seconds and many megabytes.
const SYMMETRIC: Range<usize> = 8..4096;

/// The number of shards, and the words of memory at which one is cleared: 2 GiB in all.
const SHARDS: usize = 16;
const LIMIT: usize = (1 << 28) / SHARDS;

/// The tallies of counted components, by key.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    /// Whether nothing but disequalities of variables connects them, and all domains are small.
    is_plain: bool,
    graph: Graph,
    /// The simplified constraints, by number, and the tallies: with all clones.
    interned: Arc<Mutex<Interned>>,
    shards: Arc<[Mutex<Shard>; SHARDS]>,
}

/// A part of the tallies, by the hash of their keys.
#[derive(Debug, Default)]
#[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
struct Shard {
    tallies: std::collections::HashMap<Box<[u64]>, Tally>,
    /// Words held by keys and tallies.
    words: usize,
}

/// What a worker that panicked has left is whole: entries are made at once.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The key of a component in the cache.
#[derive(Debug)]
pub(super) struct Key {
    words: Box<[u64]>,
    /// By place in the order of the key: the pair of the component. Empty where pairs are not asked for.
    var_values: Box<[u32]>,
}

impl Memo {
    /// A memo for components of one model; `is_plain` says that nothing but disequalities of variables connects them.
    pub(super) fn new(is_plain: bool, store: &Store) -> Memo {
        let is_small = (0..store.vars()).all(|var| store.base(VarId::new(var)).is_some());
        Memo {
            is_plain: is_plain && is_small,
            graph: Graph::default(),
            interned: Arc::new(Mutex::new(Interned::new())),
            shards: Arc::default(),
        }
    }

    /// The tally of a component, by pair if its key has pairs.
    pub(super) fn get(&self, key: &Key) -> Option<Tally> {
        let shard = lock(self.shard(&key.words));
        let known = shard.tallies.get(&key.words)?;
        if known.by_var_value.len() < key.var_values.len() {
            return None;
        }
        let mut by_var_value = vec![Natural::ZERO; key.var_values.len()];
        for (&var_value, number) in key.var_values.iter().zip(&known.by_var_value) {
            by_var_value[var_value as usize] = number.clone();
        }
        Some(Tally { total: known.total.clone(), by_var_value })
    }

    pub(super) fn insert(&self, key: Key, tally: &Tally) {
        let by_var_value: Vec<Natural> =
            key.var_values.iter().map(|&var_value| tally.with(var_value as usize)).collect();
        let tally = Tally { total: tally.total.clone(), by_var_value };
        let words = key.words.len() + 12 + tally.words(tally.by_var_value.len());
        let mut shard = lock(self.shard(&key.words));
        shard.words += words;
        if shard.words > LIMIT {
            shard.tallies.clear();
            shard.words = words;
        }
        shard.tallies.insert(key.words, tally);
    }

    fn shard(&self, key: &[u64]) -> &Mutex<Shard> {
        let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        // Keys are long: the end of one tells enough.
        &self.shards[key.iter().rev().take(16).fold(0, mix) as usize % SHARDS]
    }

    /// Everything that the count of a component depends on; with its pairs, if they are asked for. `None` if `interrupt`
    /// triggers first.
    pub(super) fn key(
        &mut self,
        solver: &Solver,
        network: &mut ConstraintGraph,
        vars: &[VarId],
        with_var_values: bool,
        interrupt: &Interrupt,
    ) -> Option<Key> {
        let store = solver.store();
        let (words, names) = if !self.is_plain || vars.len() >= SYMMETRIC.end {
            (self.domains_and_rest(solver, network, vars), Names::default())
        } else if vars.len() < SYMMETRIC.start {
            places_of_values(store, vars)
        } else {
            self.set_graph(store, network, vars);
            let key = self.graph.key(interrupt)?;
            (key, if with_var_values { self.names(store, vars) } else { Names::default() })
        };
        let var_values = if with_var_values { names.order(&var_values(store, vars)) } else { Box::default() };
        Some(Key { words, var_values })
    }

    /// The variables with their domains, and the other constraints on them as they are left: an unchanged one by its
    /// number and the values of its fixed variables, a simplified one in the same way.
    fn domains_and_rest(&mut self, solver: &Solver, network: &ConstraintGraph, vars: &[VarId]) -> Box<[u64]> {
        let store = solver.store();
        let mut key = Vec::new();
        for &var in vars {
            key.push(1 << 63 | var.index() as u64);
            key.push(0);
            let start = key.len();
            key.extend(
                store.runs(var).map(|(low, high)| u64::from(low as u32) << 32 | u64::from(high as u32)),
            );
            key[start - 1] = (key.len() - start) as u64;
        }
        let word = |value: i32| u64::from(value as u32);
        for (number, constraint) in network.others_at(vars) {
            key.push(u64::from(number));
            match constraint.simplify(solver) {
                Simplified::Entailed => key.push(0),
                Simplified::Violated => key.push(1),
                Simplified::Unchanged => {
                    key.push(2);
                    let members = network.members(number).iter();
                    key.extend(members.filter_map(|&var| store.value(var)).map(word));
                }
                Simplified::Into(parts) => {
                    key.push(3 + parts.len() as u64);
                    for part in &parts {
                        key.push(lock(&self.interned).number(part));
                        let values = part.scope().into_iter().filter_map(|view| view.value(solver));
                        key.extend(values.map(word));
                    }
                }
            }
        }
        key.into_boxed_slice()
    }

    /// Makes the graph that of the component: its variables, values and cliques.
    fn set_graph(&mut self, store: &Store, network: &mut ConstraintGraph, vars: &[VarId]) {
        self.graph.restart(vars.len());
        for value in places(store, vars).chunk_by(|a, b| a.0 == b.0) {
            self.graph.add_value(value.iter().map(|&(_, at)| at));
        }
        for clique in network.cliques_among(vars) {
            self.graph.add_clique(clique);
        }
    }

    /// The names in the graph, whose key was written last.
    fn names(&self, store: &Store, vars: &[VarId]) -> Names {
        let mut values: Vec<i32> = places(store, vars).into_iter().map(|(value, _)| value).collect();
        values.dedup();
        let (of_vars, of_values) = self.graph.places();
        let vars = vars.iter().copied().zip(of_vars).collect();
        Names { vars, values: values.into_iter().zip(of_values).collect() }
    }
}

/// Each value with each position of a variable that can have it, ascending.
fn places(store: &Store, vars: &[VarId]) -> Vec<(i32, u32)> {
    let of = |(&var, at)| store.runs(var).flat_map(|(low, high)| low..=high).map(move |value| (value, at));
    let mut places: Vec<(i32, u32)> = vars.iter().zip(0..).flat_map(of).collect();
    places.sort_unstable();
    places
}

/// The places of variables and of values in a key, each list by name, ascending. Names that are not in a list come in
/// their own order.
#[derive(Debug, Default)]
struct Names {
    vars: Vec<(VarId, u32)>,
    values: Vec<(i32, u32)>,
}

impl Names {
    /// The pairs in the order of the key.
    fn order(&self, var_values: &[VarValue]) -> Box<[u32]> {
        if self.vars.is_empty() && self.values.is_empty() {
            return (0..var_values.len() as u32).collect();
        }
        let place_of_var = |var| self.vars.binary_search_by_key(&var, |named| named.0).ok();
        let place_of_value = |value| self.values.binary_search_by_key(&value, |named| named.0).ok();
        let place = |&var_value: &u32| {
            let (var, value) = var_values[var_value as usize];
            (
                place_of_var(var).map(|at| self.vars[at].1),
                var,
                place_of_value(value).map(|at| self.values[at].1),
                value,
            )
        };
        let mut order: Vec<u32> = (0..var_values.len() as u32).collect();
        order.sort_by_cached_key(place);
        order.into_boxed_slice()
    }
}

/// For each value the variables that can have it, as bits by position; sorted, because the names of values do not
/// matter. The variables themselves come first.
fn places_of_values(store: &Store, vars: &[VarId]) -> (Box<[u64]>, Names) {
    let words = vars.len().div_ceil(64);
    let first = vars.iter().filter_map(|&var| store.base(var)).min().unwrap_or(0);
    let mut columns: Vec<(Vec<u64>, i32)> = Vec::new();
    for (at, &var) in vars.iter().enumerate() {
        let shift = i64::from(store.base(var).unwrap_or(first)) - i64::from(first);
        let mut bits = store.bits(var);
        while bits != 0 {
            let value = (shift + i64::from(bits.trailing_zeros())) as usize;
            bits &= bits - 1;
            while columns.len() <= value {
                columns.push((vec![0; words], first + columns.len() as i32));
            }
            columns[value].0[at / 64] |= 1 << (at % 64);
        }
    }
    columns.retain(|(column, _)| column.iter().any(|&w| w != 0));
    columns.sort_unstable();
    let numbers = vars.chunks(2).map(|pair| {
        let second = pair.get(1).map_or(u32::MAX, |var| var.index() as u32);
        u64::from(pair[0].index() as u32) << 32 | u64::from(second)
    });
    let key = numbers.chain(columns.iter().flat_map(|(column, _)| column.iter().copied())).collect();
    let mut values: Vec<(i32, u32)> = columns.iter().map(|&(_, value)| value).zip(0..).collect();
    values.sort_unstable();
    (key, Names { vars: Vec::new(), values })
}
