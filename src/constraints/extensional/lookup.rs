//! The propagator of `element`: `constants[i] = y`, for two variables.
//!
//! Each constant, taken once, has its positions. It is open as long as `y` can have it and `i` one of the positions: a witness. Of a
//! constant that `y` lost the positions are removed, and one without a position left is removed from `y`. Neither opens
//! or closes another constant, so that one sweep over those that were open finds all.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | the constants that are open, and the positions of those that no longer are |
//! | Wakes on | any change |
//! | Explains | a position by the one value that `y` lacks; a value by its positions |
//! | Source | van Hentenryck & Carillon, *Generality versus Specificity: an Experience with AI and OR Techniques*, AAAI 1988 |

use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, Trailed, View};

#[derive(Clone, Debug)]
pub(super) struct Lookup {
    index: View,
    y: View,
    /// By position: its constant.
    constants: Vec<i32>,
    /// Each constant once, ascending. All below is by place in this list.
    values: Vec<i32>,
    /// Where the positions of a value start in `positions`; one more at the end.
    starts: Vec<u32>,
    positions: Vec<i32>,
    /// Which of the positions of a value was left when last looked at.
    witnesses: Vec<u32>,
    /// The values, the open ones first.
    open: Vec<u32>,
    /// How many are not open.
    closed: Trailed,
}

impl Lookup {
    /// `constants[index] = y`, of two variables; `closed` is 0.
    pub(super) fn new(index: View, y: View, constants: &[i32], closed: Trailed) -> Lookup {
        let mut places: Vec<(i32, i32)> = constants.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let positions = places.iter().map(|&(_, k)| k).collect();
        let (mut values, mut starts) = (Vec::new(), Vec::new());
        for (at, &(value, _)) in places.iter().enumerate() {
            if values.last() != Some(&value) {
                values.push(value);
                starts.push(at as u32);
            }
        }
        starts.push(places.len() as u32);
        let witnesses = starts[..values.len()].to_vec();
        let open = (0..values.len() as u32).collect();
        let constants = constants.to_vec();
        Lookup { index, y, constants, values, starts, positions, witnesses, open, closed }
    }

    fn positions(&self, value: usize) -> &[i32] {
        &self.positions[self.starts[value] as usize..self.starts[value + 1] as usize]
    }

    /// Whether the index can be where that value is; looks on from the last witness.
    fn has_position(&mut self, value: usize, store: &Store) -> bool {
        let (start, end) = (self.starts[value], self.starts[value + 1]);
        let witness = self.witnesses[value];
        if self.index.contains(store, self.positions[witness as usize]) {
            return true;
        }
        let is_left = |&at: &u32| self.index.contains(store, self.positions[at as usize]);
        let found = (witness + 1..end).chain(start..witness).find(is_left);
        self.witnesses[value] = found.unwrap_or(witness);
        found.is_some()
    }
}

impl Propagator for Lookup {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.index, self.y], Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        let mut open = self.open.len() - store.get(self.closed) as usize;
        let mut at = 0;
        while at < open {
            let value = self.open[at] as usize;
            if !self.y.contains(store, self.values[value]) {
                for &position in self.positions(value) {
                    self.index.remove(store, position, why)?;
                }
            } else if self.has_position(value, store) {
                at += 1;
                continue;
            } else {
                self.y.remove(store, self.values[value], why)?;
            }
            open -= 1;
            self.open.swap(at, open);
        }
        store.set(self.closed, (self.open.len() - open) as u64);
        Ok(if open == 1 { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let steps =
            || self.constants.iter().zip(0..).map(|(&constant, position)| i64::from(constant) - position);
        if let (Some(least), Some(greatest)) = (steps().min(), steps().max()) {
            to.in_order(self.index, least, self.y);
            to.in_order(self.y, -greatest, self.index);
        }
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let var = match request {
            ExplainRequest::Atom(atom) => atom.var(),
            ExplainRequest::Emptied(var) => var,
            ExplainRequest::Failure => return,
        };
        for gone in request.removed(past) {
            if var == self.index.var {
                let position = usize::try_from(self.index.apply(gone)).ok();
                let constant = position.and_then(|position| self.constants.get(position));
                out.extend(constant.and_then(|&constant| self.y.differs(constant)));
                continue;
            }
            let value = i32::try_from(self.y.apply(gone)).ok();
            if let Some(value) = value.and_then(|value| self.values.binary_search(&value).ok()) {
                out.extend(self.positions(value).iter().filter_map(|&position| self.index.differs(position)));
            }
        }
    }
}
