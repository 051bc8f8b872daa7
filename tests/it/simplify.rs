//! Promise: a simplified constraint, with the domains, is equivalent; `Entailed` and `Violated` are true.

use proptest::prelude::*;
use residua::constraints::{Constraint, Simplified};
use residua::domain::Domain;
use residua::model::IntVar;
use std::sync::Arc;

use crate::catalogue::{Forms, Instance, cases, single};
use crate::kinds::Kind;
use crate::oracle;

/// A part of each domain that is not empty.
fn parts(instance: &Instance, masks: &[u8]) -> Vec<Vec<i32>> {
    let part = |(domain, mask): (&Vec<i32>, &u8)| {
        let kept: Vec<i32> =
            domain.iter().enumerate().filter(|(i, _)| mask >> i & 1 != 0).map(|(_, &v)| v).collect();
        if kept.is_empty() { domain.clone() } else { kept }
    };
    instance.domains.iter().zip(masks).map(part).collect()
}

/// The final result, simplified until nothing changes; `None` for a violated constraint.
fn settle(
    constraint: &Arc<dyn Constraint>,
    domains: &[Domain],
    kind: Option<Kind>,
) -> Option<Vec<Arc<dyn Constraint>>> {
    // What is left of a condition may be one of its parts, as it is.
    let may_be_fixed = kind.is_some_and(Kind::is_connective);
    let mut waiting = vec![Arc::clone(constraint)];
    let mut left = Vec::new();
    for _ in 0..100 {
        let Some(next) = waiting.pop() else { return Some(left) };
        match next.simplify(&domains) {
            Simplified::Entailed => {}
            Simplified::Violated => return None,
            Simplified::Unchanged => left.push(next),
            Simplified::Into(parts) => {
                for view in parts.iter().flat_map(Constraint::scope) {
                    let is_fixed = domains[view.var.index()].is_fixed();
                    assert!(!is_fixed || may_be_fixed, "a part involves a fixed variable");
                }
                waiting.extend(parts);
            }
        }
    }
    panic!("simplifying does not come to an end");
}

pub(crate) fn check(instance: &Instance, masks: &[u8]) {
    let model = instance.model();
    let vars: Vec<IntVar> = model.vars().collect();
    let row = &instance.rows[0];
    let values = parts(instance, masks);
    let domains: Vec<Domain> = values.iter().map(|v| v.clone().into()).collect();
    let left = settle(&row.over(&vars), &domains, row.kind());
    for assignment in oracle::assignments(&values) {
        let says = left.as_ref().is_some_and(|left| left.iter().all(|c| oracle::checks(&**c, &assignment)));
        assert_eq!(says, row.holds_for(&assignment), "{row:?} at {assignment:?} became {left:?}");
    }
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn says_the_same(instance in single(Forms::All), masks in prop::collection::vec(any::<u8>(), 5)) {
        check(&instance, &masks);
    }
}
