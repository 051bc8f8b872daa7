//! Exact domains that were found in parts: what is left is what one inspection says.

use proptest::prelude::*;
use residua::domain::Domain;
use residua::inspect::{Inspection, Known, Verdict};
use residua::model::IntVar;
use residua::subproblem::{Found, Question};

use crate::catalogue::{cases, mixed};
use crate::subproblems::{answer, way};

proptest! {
    #![proptest_config(cases(400))]

    /// What is left is the same where the exact domains are known, and so is the conflict.
    #[test]
    fn known_domains(instance in mixed(), way in way(0), bits in any::<u32>()) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect();
        for asked in [model.inspect(), model.inspect().over(&vars)] {
            let alone = asked.run();
            let Found::Domains(domains) = answer(&model, Question::Domains, None, way).found else { panic!("domains") };
            let domain = |ranges: &Vec<(i32, i32)>| Domain::from_ranges(ranges.iter().map(|&(low, high)| low..=high));
            let known = domains.map_or(Known::Infeasible, |all| Known::Domains(all.iter().map(domain).collect()));
            let found = asked.clone().known(known).run();
            prop_assert_eq!(found.stopped, None);
            let text = |inspection: &Inspection| inspection.residual.as_ref().map(|left| left.model.to_string());
            prop_assert_eq!(text(&found), text(&alone));
            let aliases = |inspection: &Inspection| inspection.residual.as_ref().map(|left| left.aliases.clone());
            prop_assert_eq!(aliases(&found), aliases(&alone));
            prop_assert_eq!(&found.components, &alone.components);
            match (&found.verdict, &alone.verdict) {
                (Verdict::Infeasible(found), Verdict::Infeasible(alone)) => prop_assert_eq!(found, alone),
                (found, alone) => {
                    prop_assert_eq!(std::mem::discriminant(found), std::mem::discriminant(alone));
                    prop_assert!(found.witnesses().into_iter().all(|witness| model.check(witness).is_ok()));
                }
            }
        }
    }
}
