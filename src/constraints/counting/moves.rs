//! Augmenting paths in the flow of `flow.rs`: views move to another place while others make room, or to a place that has too few.

use crate::constraints::counting::flow::{Assumed, Flow, NONE, Places, Spends, refill};
use crate::store::{Domains, Failure};

/// The number of views that are looked at before their work is counted against the time limit.
const STRIDE: usize = 64;

impl Flow {
    /// Moves one of these views to another place, and others to make room; false if there is none.
    pub(super) fn push(
        &self,
        from: &[usize],
        places: &mut Places,
        domains: &impl Domains,
        assumed: Assumed,
        spends: Spends<'_>,
    ) -> Result<bool, Failure> {
        refill(&mut places.via, NONE, self.values.len() + 1);
        places.queue.clear();
        let start = places.of[from[0]];
        if start != NONE {
            places.via[start] = from[0];
        }
        for &at in from {
            spends(self.values.len())?;
            if let Some(place) = self.visit(at, places, domains, assumed) {
                Self::make_room(place, start, places);
                return Ok(true);
            }
        }
        let mut next = 0;
        while let Some(&place) = places.queue.get(next) {
            next += 1;
            spends(self.views.len())?;
            for at in 0..self.views.len() {
                if places.of[at] != place {
                    continue;
                }
                spends(self.values.len())?;
                if let Some(place) = self.visit(at, places, domains, assumed) {
                    Self::make_room(place, start, places);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Moves a view to that place, which has room, and others to where one was, back to the place that the first is taken from.
    fn make_room(place: usize, start: usize, places: &mut Places) {
        places.load[place] += 1;
        let mut to = place;
        loop {
            let at = places.via[to];
            let before = std::mem::replace(&mut places.of[at], to);
            if before == start {
                return;
            }
            to = before;
        }
    }

    /// Goes on from a view to all places that it can be at; the first of them that has room, if one has.
    fn visit(
        &self,
        at: usize,
        places: &mut Places,
        domains: &impl Domains,
        assumed: Assumed,
    ) -> Option<usize> {
        for place in 0..=self.values.len() {
            if places.via[place] == NONE && self.can(at, place, places, domains, assumed) {
                places.via[place] = at;
                if places.load[place] < places.high[place] {
                    return Some(place);
                }
                places.queue.push(place);
            }
        }
        None
    }

    /// Moves a view to that place from one that can spare it, and others to make up for it; false if there is none.
    pub(super) fn pull(
        &self,
        place: usize,
        places: &mut Places,
        domains: &impl Domains,
        assumed: Assumed,
        spends: Spends<'_>,
    ) -> Result<bool, Failure> {
        refill(&mut places.via, NONE, self.values.len() + 1);
        refill(&mut places.toward, NONE, self.values.len() + 1);
        places.queue.clear();
        places.queue.push(place);
        // It is in the cut itself.
        places.via[place] = 0;
        let mut next = 0;
        while let Some(&to) = places.queue.get(next) {
            next += 1;
            // On from the view that moved last: those before it were of no use then, and seldom are now.
            let first = places.moved;
            for (step, at) in (first..self.views.len()).chain(0..first).enumerate() {
                if step % STRIDE == 0 {
                    spends(STRIDE)?;
                }
                let from = places.of[at];
                if places.via[from] != NONE || !self.can(at, to, places, domains, assumed) {
                    continue;
                }
                (places.via[from], places.toward[from]) = (at, to);
                if places.load[from] > places.low[from] {
                    places.moved = at;
                    places.load[from] -= 1;
                    places.load[place] += 1;
                    let mut place_of = from;
                    while place_of != place {
                        places.of[places.via[place_of]] = places.toward[place_of];
                        place_of = places.toward[place_of];
                    }
                    return Ok(true);
                }
                places.queue.push(from);
            }
        }
        Ok(false)
    }
}
