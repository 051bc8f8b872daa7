//! Circuits.

use proptest::prelude::*;
use residua::constraints::{Constraint, circuit, subcircuit};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Instance, Promise, Row, Term, plain_terms, terms};
use crate::kinds::Kind;

/// By place: the number of the next one.
#[derive(Clone, Debug)]
pub(crate) struct Circuit(pub(crate) Kind, pub(crate) Vec<Term>);

impl Definition for Circuit {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.1.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let n = values.len();
        let is_left_out = |i: usize| self.0 == Kind::Subcircuit && values[i] == i as i64;
        let visited: Vec<usize> = (0..n).filter(|&i| !is_left_out(i)).collect();
        // From each place that is visited one comes back after as many steps as there are such places, and not before.
        let comes_back = |&start: &usize| {
            let mut place = start as i64;
            (1..=visited.len()).all(|step| {
                let next = usize::try_from(place).ok().and_then(|place| values.get(place));
                place = next.copied().unwrap_or(-1);
                (place == start as i64) == (step == visited.len())
            })
        };
        visited.iter().all(comes_back)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(if self.0 == Kind::Circuit { circuit(views) } else { subcircuit(views) })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Value }
    }

    /// What is left, chains as single nodes, has other longest chains.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Circuit, Kind::Subcircuit])
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let terms = prop_oneof![3 => (1..=5usize).prop_map(Term::plain), 1 => plain_terms(), 1 => terms()];
    (kind(), terms).prop_map(|(kind, terms)| Circuit(kind, terms).into()).boxed()
}

/// A circuit that has solutions, most often: all successors are places, and few arcs are missing.
pub(super) fn tours() -> impl Strategy<Value = Instance> {
    let arcs = prop::collection::vec(any::<[u8; 2]>(), 3..=5);
    let same = prop::option::weighted(0.1, (0..5usize, 0..5usize));
    (kind(), arcs, 0..4u8, same, any::<bool>()).prop_map(|(kind, arcs, sparse, same, is_turned)| {
        let n = arcs.len();
        let (scale, offset) = if is_turned { (-1, n as i32 - 1) } else { (1, 0) };
        let values = |(place, &[a, b]): (usize, &[u8; 2])| {
            let mask = if usize::from(sparse) > place { a & b } else { a | b };
            let next = (place + 1) % n;
            let is_left = |&value: &usize| value == next || mask >> value & 1 == 1;
            let mut values: Vec<i32> =
                (0..n).filter(is_left).map(|value| scale * (value as i32 - offset)).collect();
            values.sort_unstable();
            values
        };
        let domains = arcs.iter().enumerate().map(values).collect();
        let mut terms: Vec<Term> = (0..n).map(|var| Term { var, scale, offset }).collect();
        if let Some((a, b)) = same {
            terms[a % n].var = terms[b % n].var;
        }
        Instance { domains, rows: vec![Circuit(kind, terms).into()] }
    })
}
