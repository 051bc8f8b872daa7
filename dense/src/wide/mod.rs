//! Box grids of any size up to 49×49, boxes with sides up to eight: intersections in groups of eight lanes.
//!
//! | file | holds |
//! |---|---|
//! | `kernel.rs`, `family.rs` | the inference |
//! | `group.rs` | eight words side by side |
//! | `slack.rs`, `restarts.rs` | the branching of a search, and its restarts |
//!
//! This file recognises such grids, and drives their searches.

pub(crate) mod family;
pub(crate) mod group;
pub(crate) mod kernel;
pub(crate) mod restarts;
pub(crate) mod slack;

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::descent::search::{Driver, Placement, Search, led};
use crate::descent::{Advanced, Counts, Descent};
use crate::intersections::box_grid::BoxGrid;
use crate::lanes::machine::Machine;
use crate::lanes::value_set::ValueSet;
use crate::network::Network;
use crate::wide::group::{Group, LANES};
use crate::wide::kernel::{Shape, Wide};
use crate::wide::restarts::Restarts;

/// A search of the network on a machine; `None` if it is not a box grid, or if there are extra scopes.
pub(crate) fn search<M: Machine>(network: &Network) -> Option<Box<dyn Search>> {
    let mut box_grid = BoxGrid::of(network)?;
    if box_grid.height < box_grid.width {
        box_grid.transpose();
    }
    if box_grid.height > LANES || box_grid.width < 2 || !box_grid.extra_scopes.is_empty() {
        return None;
    }
    match network.values().len() {
        0..=32 => Some(of_values::<u32, M>(&box_grid)),
        _ => Some(of_values::<u64, M>(&box_grid)),
    }
}

fn of_values<W: ValueSet + 'static, M: Machine>(box_grid: &BoxGrid) -> Box<dyn Search> {
    let shape = Shape { height: box_grid.height, width: box_grid.width };
    let places = box_grid.places.iter().map(|place| shape.locate(place)).collect();
    let unit = unit(shape.height * shape.width);
    let driver =
        StartingOver::<_, M> { start: Vec::new(), unit, restarts: Restarts::new(unit), machine: PhantomData };
    led(InGroups::<W> { shape, places, values: PhantomData }, Wide::<W>::new(shape), driver)
}

/// The unit of run lengths, in failures, by number of values.
fn unit(values: usize) -> u64 {
    if values <= 32 { 64 } else { 32 }
}

/// By variable: its group and its lane.
#[derive(Clone, Debug)]
struct InGroups<W> {
    shape: Shape,
    places: Vec<(usize, usize)>,
    values: PhantomData<W>,
}

impl<W: ValueSet + 'static> Placement for InGroups<W> {
    type Word = Group<W>;
    type Root = Vec<Group<W>>;

    fn empty(&self) -> Vec<Group<W>> {
        vec![Group::EMPTY; self.shape.width * self.shape.height * self.shape.width]
    }

    fn write(&self, root: &mut Vec<Group<W>>, domains: &[u64]) {
        for (&(group, lane), &domain) in self.places.iter().zip(domains) {
            root[group].0[lane] = W::narrow(domain);
        }
    }

    fn read(&self, root: &Vec<Group<W>>, facts: &[(usize, u64)], state: &mut Vec<Group<W>>) {
        state.extend_from_slice(root);
        for &(var, set) in facts {
            let (group, lane) = self.places[var];
            state[group].0[lane] &= W::narrow(set);
        }
    }

    fn domain(&self, state: &[Group<W>], var: usize) -> u64 {
        let (group, lane) = self.places[var];
        state[group].0[lane].wide()
    }

    fn solution(&self, state: &[Group<W>], names: &[i32], values: &mut Vec<i32>) {
        let value = |var| names[self.domain(state, var).trailing_zeros() as usize];
        values.extend((0..self.places.len()).map(value));
    }
}

/// Drives a search that restarts as long as there was no solution.
#[derive(Clone, Debug)]
struct StartingOver<S, M> {
    /// The state that the search began at.
    start: Vec<S>,
    /// In failures.
    unit: u64,
    restarts: Restarts,
    machine: PhantomData<fn() -> M>,
}

impl<W: ValueSet + 'static, M: Machine> Driver<Group<W>, Wide<W>> for StartingOver<Group<W>, M> {
    fn start(&mut self, wide: &mut Wide<W>, state: &[Group<W>]) {
        wide.forget();
        self.start.clear();
        self.start.extend_from_slice(state);
        self.restarts = Restarts::new(self.unit);
    }

    fn advance(&mut self, descent: &mut Descent<Group<W>>, wide: &mut Wide<W>, nodes: u64) -> Advanced {
        let last = descent.counts.nodes.saturating_add(nodes);
        loop {
            let Counts { nodes: now, failures, solutions, .. } = descent.counts;
            // A node is one failure at most, so that no run becomes too long, wherever the search is paused.
            let run = if solutions == 0 { self.restarts.end - failures } else { u64::MAX };
            let step = M::lead(descent, wide, run.min(last - now));
            let counts = &descent.counts;
            let is_over = step != Advanced::Paused || counts.nodes == last;
            if step == Advanced::Paused && solutions == 0 && counts.failures == self.restarts.end {
                self.restarts.advance();
                descent.start_again(&self.start);
            }
            if is_over {
                return step;
            }
        }
    }
}
