//! Supports of counts: flows (`flow.rs`) that have as few views at a place, or as many, as its count allows. While such a flow is possible,
//! that bound of the count stays.

use crate::constraints::counting::places::Places;

/// With more views times values than this, supports take more memory than they are worth.
const MOST: usize = 1 << 14;

/// The end of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Least,
    Greatest,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Supports {
    /// By value, for the least number and for the greatest: the places of the views; empty if there are none yet.
    flows: Vec<[Vec<u32>; 2]>,
    /// Scratch, by place: how many views are there.
    load: Vec<i64>,
}

impl Supports {
    pub(super) fn new(views: usize, values: usize) -> Supports {
        let is_small = views.saturating_mul(values) <= MOST;
        Supports {
            flows: vec![Default::default(); if is_small { values } else { 0 }],
            load: vec![0; values + 1],
        }
    }

    /// Whether the support of that end is still a flow, which has as many views at the place as the count allows.
    pub(super) fn has(&mut self, place: usize, end: End, places: &Places) -> bool {
        let Some(flow) = self.flows.get(place).map(|flows| &flows[end as usize]) else { return false };
        self.load.fill(0);
        for (at, &place) in flow.iter().enumerate() {
            if !places.can.contains(at, place as usize) {
                return false;
            }
            self.load[place as usize] += 1;
        }
        let is_flow =
            || (0..self.load.len()).all(|p| (places.low[p]..=places.high[p]).contains(&self.load[p]));
        let limit = [places.low[place], places.high[place]][end as usize];
        !flow.is_empty() && self.load[place] == limit && is_flow()
    }

    /// Keeps the flow at hand as the support of that end.
    pub(super) fn keep(&mut self, place: usize, end: End, places: &Places) {
        if let Some(flows) = self.flows.get_mut(place) {
            flows[end as usize].clear();
            flows[end as usize].extend(places.of.iter().map(|&place| place as u32));
        }
    }
}
