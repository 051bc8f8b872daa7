//! `all_different` at bounds consistency, by Hall intervals: no interval holds more views than values, and full ones push out the rest.
//!
//! A *Hall interval* holds as many views as values; the end of any other view's domain that lies in it moves out.
//! The views are taken in the order of their upper ends, and each fills the first interval with room between the
//! sorted ends; two union-find forests on those ends remember which intervals are full.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds(Z) |
//! | Cost | O(n log n) a sweep; one sweep, and another where an end landed in a hole |
//! | Wakes on | either end of a view |
//! | Explains | by a smallest Hall interval, see `hall.rs` |
//! | Source | López-Ortiz, Quimper, Tromp & van Beek, *A Fast and Simple Algorithm for Bounds Consistency of the Alldifferent Constraint*, IJCAI 2003 |

use crate::constraints::all_different::because;
use crate::constraints::all_different::hall;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Bounds {
    views: Vec<View>,
    hulls: Vec<Hull>,
    /// Views by lower and by upper end; nearly sorted from one run to the next.
    by_min: Vec<u32>,
    by_max: Vec<u32>,
    /// The ends in ascending order, without repetition: the ranks count in them.
    ends: Vec<i64>,
    /// By end: the tree of intervals with room.
    tree: Vec<usize>,
    /// By end: how many values between it and its neighbour are not yet asked for.
    room: Vec<i64>,
    /// By end: the tree of full intervals.
    full: Vec<usize>,
    cost: Cost,
}

/// The ends of a domain, the upper one being one more than the greatest value, and their ranks.
#[derive(Clone, Copy, Debug, Default)]
struct Hull {
    min: i64,
    end: i64,
    min_rank: usize,
    end_rank: usize,
}

/// An interval with more views than values.
struct Crowded;

impl Bounds {
    pub(super) fn new(views: Vec<View>) -> Bounds {
        let n = views.len();
        let order: Vec<u32> = (0..n as u32).collect();
        Bounds {
            views,
            hulls: vec![Hull::default(); n],
            by_min: order.clone(),
            by_max: order,
            ends: Vec::with_capacity(2 * n + 2),
            tree: Vec::with_capacity(2 * n + 2),
            room: Vec::with_capacity(2 * n + 2),
            full: Vec::with_capacity(2 * n + 2),
            cost: Cost::Quadratic,
        }
    }

    /// Sets the cost class of its runs.
    pub(super) fn at_cost(self, cost: Cost) -> Bounds {
        Bounds { cost, ..self }
    }

    /// Sorts the ends and gives each view the ranks of its own.
    fn rank(&mut self) {
        let Bounds { hulls, by_min, by_max, ends, .. } = self;
        by_min.sort_by_key(|&i| hulls[i as usize].min);
        by_max.sort_by_key(|&i| hulls[i as usize].end);
        ends.clear();
        // A sentinel below all ends.
        ends.push(hulls[by_min[0] as usize].min - 2);
        let (mut low, mut high) = (by_min.iter().peekable(), by_max.iter().peekable());
        while let Some(&&next_high) = high.peek() {
            let end = hulls[next_high as usize].end;
            let opening = low.peek().filter(|&&&i| hulls[i as usize].min <= end).copied();
            let at = opening.map_or(end, |&i| hulls[i as usize].min);
            if ends[ends.len() - 1] != at {
                ends.push(at);
            }
            let rank = ends.len() - 1;
            if let Some(&i) = opening {
                hulls[i as usize].min_rank = rank;
                low.next();
            } else {
                hulls[next_high as usize].end_rank = rank;
                high.next();
            }
        }
        ends.push(ends[ends.len() - 1] + 2);
    }

    /// Moves lower ends out of full intervals; the views in ascending order of their upper ends.
    fn raise(&mut self) -> Result<(), Crowded> {
        let Bounds { hulls, by_max, ends, tree, room, full, .. } = self;
        let count = ends.len();
        tree.clear();
        tree.extend((0..count).map(|i| i.saturating_sub(1)));
        full.clone_from(tree);
        room.clear();
        room.push(0);
        room.extend(ends.windows(2).map(|w| w[1] - w[0]));
        for &i in by_max.iter() {
            let Hull { min_rank: x, end_rank: y, .. } = hulls[i as usize];
            let mut z = top(tree, x + 1);
            let j = tree[z];
            room[z] -= 1;
            if room[z] == 0 {
                tree[z] = z + 1;
                z = top(tree, z + 1);
                tree[z] = j;
            }
            compress(tree, x + 1, z, z);
            if room[z] < ends[z] - ends[y] {
                return Err(Crowded);
            }
            if full[x] > x {
                let w = top(full, full[x]);
                hulls[i as usize].min = ends[w];
                compress(full, x, w, w);
            }
            if room[z] == ends[z] - ends[y] {
                let start = full[y];
                compress(full, start, j - 1, y);
                full[y] = j - 1;
            }
        }
        Ok(())
    }

    /// Moves upper ends out of full intervals; the views in descending order of their lower ends.
    fn lower(&mut self) -> Result<(), Crowded> {
        let Bounds { hulls, by_min, ends, tree, room, full, .. } = self;
        let count = ends.len();
        tree.clear();
        tree.extend((0..count).map(|i| i + 1));
        full.clone_from(tree);
        room.clear();
        room.extend(ends.windows(2).map(|w| w[1] - w[0]));
        room.push(0);
        for &i in by_min.iter().rev() {
            let Hull { min_rank: y, end_rank: x, .. } = hulls[i as usize];
            let mut z = bottom(tree, x - 1);
            let j = tree[z];
            room[z] -= 1;
            if room[z] == 0 {
                tree[z] = z - 1;
                z = bottom(tree, z - 1);
                tree[z] = j;
            }
            compress(tree, x - 1, z, z);
            if room[z] < ends[y] - ends[z] {
                return Err(Crowded);
            }
            if full[x] < x {
                let w = bottom(full, full[x]);
                hulls[i as usize].end = ends[w];
                compress(full, x, w, w);
            }
            if room[z] == ends[y] - ends[z] {
                let start = full[y];
                compress(full, start, j + 1, y);
                full[y] = j + 1;
            }
        }
        Ok(())
    }

    /// Whether another sweep may find more.
    fn sweep(&mut self, store: &mut Store) -> Result<bool, Failure> {
        for (hull, view) in self.hulls.iter_mut().zip(&self.views) {
            let (min, max) = view.bounds(store);
            (hull.min, hull.end) = (i64::from(min), i64::from(max) + 1);
        }
        self.rank();
        let why = store.because(because::HALL_INTERVAL);
        if self.raise().is_err() || self.lower().is_err() {
            return Err(store.contradiction(why));
        }
        let ends = &self.ends;
        let has_moved = |hull: &Hull| (hull.min, hull.end) != (ends[hull.min_rank], ends[hull.end_rank]);
        let moved = || self.hulls.iter().zip(&self.views).filter(|(hull, _)| has_moved(hull));
        for (hull, view) in moved() {
            view.set_min(store, hull.min as i32, why)?;
            view.set_max(store, (hull.end - 1) as i32, why)?;
        }
        // One sweep settles intervals; but an end that lands in a hole moves on, and so does one of a variable that has
        // another view here.
        let is_there = |(hull, view): (&Hull, &View)| {
            let (min, max) = view.bounds(store);
            (i64::from(min), i64::from(max) + 1) == (hull.min, hull.end)
        };
        Ok(moved().next().is_some() && !self.hulls.iter().zip(&self.views).all(is_there))
    }
}

/// Follows the links up to where they end.
fn top(links: &[usize], mut at: usize) -> usize {
    while links[at] > at {
        at = links[at];
    }
    at
}

/// Follows the links down to where they end.
fn bottom(links: &[usize], mut at: usize) -> usize {
    while links[at] < at {
        at = links[at];
    }
    at
}

/// Makes every link on the way from `start` to `end` lead to `to`.
fn compress(links: &mut [usize], start: usize, end: usize, to: usize) {
    let mut at = start;
    while at != end {
        at = std::mem::replace(&mut links[at], to);
    }
}

impl Propagator for Bounds {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::BOUNDS);
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        while self.sweep(store)? {}
        let settled = self.by_max.windows(2).all(|pair| {
            let [a, b] = [pair[0] as usize, pair[1] as usize];
            self.hulls[a].end <= self.hulls[b].min
        });
        Ok(if settled { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        hall::explain(&self.views, request, payload, past, out);
    }
}
