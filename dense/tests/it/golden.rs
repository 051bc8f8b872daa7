//! Promise: nodes, failures, passes and the order of solutions have not changed, and do not depend on the lanes.
//!
//! A kernel that infers less, or branches worse, still finds every solution: only these numbers show it. A change of
//! them is a change of inference or of order, and belongs in a commit that says so.

use crate::cases::{CASES, Shape, Taken, shapes, taken};
use crate::{Dense, Form};

/// By shape and method: solutions, nodes, failures, passes, sum.
const GOLDEN: &str = include_str!("golden.txt");

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
