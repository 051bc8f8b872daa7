//! Promise: nodes, failures, passes and the order of solutions are what they were, and the same whatever the lanes.
//!
//! What infers less, or branches worse, still finds every solution: only these numbers tell. A change of them is a change of
//! strength or of order, and belongs in a commit that says so.

use crate::testing::cases::{Shape, shapes};
use crate::{Dense, Form, Network, Step};

/// What a few networks of a shape took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Taken {
    solutions: u64,
    nodes: u64,
    failures: u64,
    passes: u64,
    /// Of the values of all solutions, as they came.
    sum: u32,
}

/// Up to so many solutions of each network, within so many nodes.
pub(crate) fn taken(networks: &[Network], mut start: impl FnMut(&Network) -> Option<Dense>) -> Option<Taken> {
    let mut taken = Taken::default();
    let mut sum = 0_u64;
    for network in networks {
        let mut search = start(network)?;
        let mut values = Vec::new();
        let left = |search: &Dense| 500_u64.saturating_sub(search.counts().nodes);
        while search.counts().solutions < 40 && search.advance(left(&search)) == Step::Solution {
            search.solution(&mut values);
            sum = values.iter().fold(sum, |sum, &value| sum.wrapping_mul(31).wrapping_add(value as u64));
        }
        let counts = search.counts();
        taken.solutions += counts.solutions;
        taken.nodes += counts.nodes;
        taken.failures += counts.failures;
        taken.passes += counts.passes;
    }
    taken.sum = sum as u32 ^ (sum >> 32) as u32;
    Some(taken)
}

/// By shape and method: solutions, nodes, failures, passes, sum.
const GOLDEN: &str = include_str!("golden.txt");

/// How many networks of each shape.
pub(crate) const CASES: usize = 6;

fn golden(shape: &Shape, form: Form) -> Option<Taken> {
    let name = form.to_string();
    let method = name.split('-').next();
    let row = GOLDEN.lines().find(|line| {
        let mut fields = line.split(" | ");
        fields.next() == Some(shape.name) && fields.next() == method
    })?;
    let mut numbers = row.rsplit(" | ").next()?.split(' ');
    let mut next = || numbers.next()?.parse().ok();
    let [solutions, nodes, failures, passes] = [next()?, next()?, next()?, next()?];
    let sum = u32::from_str_radix(numbers.next()?, 16).ok()?;
    Some(Taken { solutions, nodes, failures, passes, sum })
}

#[test]
fn every_form_takes_what_it_took() {
    let mut rows = 0;
    for shape in shapes() {
        let networks = shape.networks(CASES);
        for form in Form::ALL.into_iter().filter(|form| form.lanes.are_available()) {
            let found = taken(&networks, |network| Dense::in_form(network, form));
            assert_eq!(found, golden(&shape, form), "{} {form}", shape.name);
            rows += usize::from(found.is_some() && form.to_string().ends_with("words"));
        }
    }
    assert_eq!(rows, GOLDEN.lines().count(), "each row is a method that fits the shape");
}
