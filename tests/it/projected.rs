//! Promise: what is asked about some of the variables is answered over these alone: solutions that agree in them are one.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use residua::constraints::{eq, ne};
use residua::inspect::{Count, Natural, Strength, Verdict};
use residua::model::{IntVar, Model, Solution};
use residua::search::{Limit, Limits};

use crate::catalogue::{cases, mixed};
use crate::oracle;

/// The variables that a number's bits choose.
fn chosen(model: &Model, bits: u32) -> Vec<IntVar> {
    model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect()
}

/// What solutions say of these variables.
fn projected(solutions: &BTreeSet<Vec<i32>>, vars: &[IntVar]) -> BTreeSet<Vec<i32>> {
    solutions.iter().map(|solution| vars.iter().map(|var| solution[var.index()]).collect()).collect()
}

fn exact(count: usize) -> Count {
    Count::Exact(Natural::from(count as u64))
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn counts(instance in mixed(), bits in any::<u32>()) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars = chosen(&model, bits);
        let expected = projected(&all, &vars);
        let mut counter = model.inspect().over(&vars).counter();
        prop_assert_eq!(counter.count(), exact(expected.len()));
        for (at, &var) in vars.iter().enumerate() {
            let mut by_value: BTreeMap<i32, usize> = BTreeMap::new();
            for solution in &expected {
                *by_value.entry(solution[at]).or_default() += 1;
            }
            for value in model.domain(var) {
                let expected = exact(by_value.get(&value).copied().unwrap_or(0));
                prop_assert_eq!(counter.count_under(&[var.is(value)]), expected);
            }
        }
        // The other way round, by number.
        let marginals = counter.marginals(&model);
        prop_assert_eq!(marginals.total(), &exact(expected.len()));
    }

    #[test]
    fn a_limit_is_reported(instance in mixed(), bits in any::<u32>(), nodes in 0u64..12, most in 1u64..5) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars = chosen(&model, bits);
        let number = Natural::from(projected(&all, &vars).len() as u64);
        let few = model.inspect().over(&vars).limits(Limits::none().nodes(nodes)).counter().count();
        prop_assert!(few.number() <= &number && (!few.is_exact() || few.number() == &number));
        let capped = model.inspect().over(&vars).limits(Limits::none().solutions(most)).counter().count();
        let most = Natural::from(most);
        let expected = if number >= most {
            Count::AtLeast(most, Limit::Solutions)
        } else {
            Count::Exact(number)
        };
        prop_assert_eq!(capped, expected);
    }

    #[test]
    fn inspections(instance in mixed(), bits in any::<u32>(), strength in 0usize..6) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars = chosen(&model, bits);
        let expected = projected(&all, &vars);
        let strength = Strength::ALL[strength];
        let inspection = model.inspect().over(&vars).strength(strength).run();
        prop_assert_eq!(inspection.stopped, None);
        match &inspection.verdict {
            Verdict::Infeasible(_) => prop_assert!(all.is_empty()),
            Verdict::Unique(one) => {
                prop_assert_eq!(expected.len(), 1);
                prop_assert!(all.contains(one.values()));
            }
            Verdict::Multiple(one, other) => {
                prop_assert!(all.contains(one.values()) && all.contains(other.values()));
                prop_assert!(vars.iter().any(|&var| one[var] != other[var]));
            }
            Verdict::Unknown { .. } => prop_assert!(false, "nothing was limited"),
        }
        let Some(residual) = &inspection.residual else { return Ok(()) };
        for (at, &var) in vars.iter().enumerate() {
            let left: BTreeSet<i32> = residual.domain(var).iter().collect();
            let possible: BTreeSet<i32> = expected.iter().map(|solution| solution[at]).collect();
            prop_assert!(left.is_superset(&possible));
            if strength == Strength::Exact {
                prop_assert_eq!(&left, &possible);
            }
            for &value in &left {
                if let Some(is_possible) = inspection.is_possible(var, value) {
                    prop_assert_eq!(is_possible, possible.contains(&value));
                }
            }
        }
        // What is said of the others is no more than is known.
        for var in model.vars() {
            for value in residual.domain(var) {
                let is_in_one = all.iter().any(|solution| solution[var.index()] == value);
                prop_assert!(inspection.is_possible(var, value).is_none_or(|known| known == is_in_one));
            }
        }
        // The components partition the open ones, also those that equal another one.
        let mut parts: Vec<IntVar> = inspection.components.concat();
        parts.sort_unstable();
        let open = |var: &IntVar| !residual.domain(*var).is_fixed();
        prop_assert_eq!(parts, vars.iter().copied().filter(open).collect::<Vec<_>>());
    }

    /// The same over all variables, some of which are equal to others by a constraint, and at each strength.
    #[test]
    fn components(instance in mixed(), pairs in prop::collection::vec((any::<usize>(), any::<usize>()), 0..4)) {
        let mut model = instance.model();
        let all: Vec<IntVar> = model.vars().collect();
        for (one, other) in pairs {
            let (one, other) = (all[one % all.len()], all[other % all.len()]);
            let _ = model.post(eq(one, other)).expect("the model's own");
        }
        for strength in Strength::ALL {
            let inspection = model.inspect().strength(strength).run();
            let Some(residual) = &inspection.residual else { continue };
            let mut parts: Vec<IntVar> = inspection.components.concat();
            parts.sort_unstable();
            let open = |var: &IntVar| !residual.domain(*var).is_fixed();
            prop_assert_eq!(parts, all.iter().copied().filter(open).collect::<Vec<_>>(), "{:?}", strength);
            // Variables that are equal are in one of them.
            for alias in &residual.aliases {
                let has = |var: IntVar| inspection.components.iter().position(|part| part.contains(&var));
                prop_assert_eq!(has(alias.var), has(alias.is.var));
            }
        }
    }

    #[test]
    fn nearest(instance in mixed(), bits in any::<u32>()) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars = chosen(&model, bits);
        let distance = |one: &[i32], other: &[i32]| {
            vars.iter().filter(|var| one[var.index()] != other[var.index()]).count()
        };
        for from in all.iter().take(3) {
            let nearest = model.inspect().over(&vars).nearest(&Solution::new(from.clone()));
            let nearest = nearest.expect("it is a solution");
            prop_assert_eq!(nearest.stopped, None);
            let found = nearest.solution.map(|other| {
                assert!(all.contains(other.values()), "{other:?} is no solution");
                distance(from, other.values())
            });
            let least = all.iter().map(|other| distance(from, other)).filter(|&distance| distance > 0).min();
            prop_assert_eq!(found, least);
        }
    }
}

/// What is not asked about may have any number of values, and need not be gone through.
#[test]
fn wide_variables_are_not_gone_through() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=1));
    let wide = model.named_var("wide", -1_000_000_000..=1_000_000_000);
    let twin = model.named_var("twin", -1_000_000_000..=1_000_000_000);
    let _ = model.post(eq(wide, x + y * 2)).expect("it fits");
    let _ = model.post(ne(twin, wide)).expect("it fits");
    let count = model.inspect().over(&[x, y]).counter().count();
    assert_eq!(count, exact(4));
    for strength in Strength::ALL {
        let inspection =
            model.inspect().over(&[x, y]).strength(strength).limits(Limits::none().nodes(100)).run();
        assert!(matches!(inspection.verdict, Verdict::Multiple(..)), "{strength}");
        assert_eq!(inspection.stopped, None, "{strength}");
    }
}
