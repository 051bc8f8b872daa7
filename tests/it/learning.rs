//! Promise: what a search learns from its dead ends is true, and it finds the solutions of one that learns nothing.

use proptest::prelude::*;
use residua::testing::check_learning;

use crate::catalogue::{Forms, cases, mixed, single};

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), seed in 0..18u64) {
        prop_assume!(instance.domains.iter().map(Vec::len).product::<usize>() <= 2000);
        check_learning(&instance.model(), seed).map_err(|mistake| TestCaseError::fail(mistake.to_string()))?;
    }

    #[test]
    fn of_several(instance in mixed(), seed in 0..18u64) {
        check_learning(&instance.model(), seed).map_err(|mistake| TestCaseError::fail(mistake.to_string()))?;
    }
}
