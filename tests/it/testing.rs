//! Promise: every constraint of the catalogue passes `testing::check_constraint`.

use proptest::prelude::*;
use residua::model::IntVar;
use residua::testing::check_constraint;

use crate::catalogue::{Forms, cases, single};

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn the_catalogue_keeps_its_promises(instance in single(Forms::All)) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        if let Err(mistake) = check_constraint(&model, instance.rows[0].over(&vars)) {
            prop_assert!(mistake.to_string().contains("gone through"), "{}", mistake);
        }
    }
}
