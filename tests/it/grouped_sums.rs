//! Promise: the search knows what different values say of the sums that lie across them, and no solution is lost by it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use residua::constraints::{Comparator, Expr, LinearSum, all_different, exact_sum, gt, sum};
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, ModelError, Options, Solver};
use residua::search::{Learning, Limits, Optimum};
use residua::testing::{check_constraint, check_learning, grouped_sum};

use crate::catalogue::cases;
use crate::oracle::assignments;

fn holds(comparator: Comparator, sum: i64, total: i64) -> bool {
    match comparator {
        Comparator::Eq => sum == total,
        Comparator::Ne => sum != total,
        Comparator::Lt => sum < total,
        Comparator::Le => sum <= total,
        Comparator::Gt => sum > total,
        Comparator::Ge => sum >= total,
    }
}

/// Domains, which of the variables differ, and sums: factors, the relation and the total.
#[derive(Clone, Debug)]
struct Instance {
    domains: Vec<Vec<i32>>,
    different: Vec<Vec<usize>>,
    sums: Vec<(Vec<i32>, Comparator, i64)>,
}

fn comparator() -> impl Strategy<Value = Comparator> {
    use Comparator::{Eq, Ge, Gt, Le, Lt, Ne};
    prop_oneof![4 => Just(Eq), 2 => Just(Le), 2 => Just(Ge), 1 => Just(Lt), 1 => Just(Gt), 1 => Just(Ne)]
}

/// Of each sum, the total is that of some assignment, so that many have solutions.
fn instance() -> impl Strategy<Value = Instance> {
    let domain = prop::collection::btree_set(-2..=6_i32, 2..=5);
    let domain = domain.prop_map(|values| values.into_iter().collect::<Vec<i32>>());
    let factor = prop_oneof![1 => Just(0), 6 => Just(1), 3 => Just(-1), 1 => Just(2), 1 => Just(-3)];
    let sum = (prop::collection::vec(factor, 6), comparator(), any::<prop::sample::Index>(), -1..=1_i64);
    let parts = prop::collection::vec(prop::collection::btree_set(0..6_usize, 2..=5), 1..=3);
    (prop::collection::vec(domain, 6), parts, prop::collection::vec(sum, 1..=3)).prop_map(
        |(domains, different, sums)| {
            let total = |factors: &[i32], at: prop::sample::Index| {
                let value =
                    |(domain, factor): (&Vec<i32>, &i32)| i64::from(factor * domain[at.index(domain.len())]);
                domains.iter().zip(factors).map(value).sum::<i64>()
            };
            let sums = sums.into_iter().map(|(factors, comparator, at, off)| {
                let total = total(&factors, at) + off;
                (factors, comparator, total)
            });
            let sums = sums.collect();
            let different = different.into_iter().map(|cells| cells.into_iter().collect()).collect();
            Instance { domains, different, sums }
        },
    )
}

impl Instance {
    fn model(&self) -> Model {
        let mut model = Model::new();
        let named = |(at, domain): (usize, &Vec<i32>)| (format!("x{at}"), domain.clone());
        let named: Vec<_> = self.domains.iter().enumerate().map(named).collect();
        let vars: Vec<IntVar> =
            named.into_iter().map(|(name, domain)| model.named_var(&name, domain)).collect();
        for cells in &self.different {
            let _ = model.post(all_different(cells.iter().map(|&cell| vars[cell]))).expect("different");
        }
        for (factors, comparator, total) in &self.sums {
            let terms: Vec<IntView> = vars.iter().zip(factors).map(|(&var, &factor)| var * factor).collect();
            let sum =
                LinearSum { terms, comparator: *comparator, total: *total, consistency: Consistency::Bounds };
            let _ = model.post(sum).expect("a small total");
        }
        model
    }

    /// By going through all assignments.
    fn solutions(&self) -> BTreeSet<Vec<i32>> {
        let mut all = assignments(&self.domains);
        all.retain(|values| {
            let differ = |cells: &Vec<usize>| {
                cells.iter().map(|&cell| values[cell]).collect::<BTreeSet<i32>>().len() == cells.len()
            };
            let is_met = |(factors, comparator, total): &(Vec<i32>, Comparator, i64)| {
                let sum = values.iter().zip(factors).map(|(v, f)| i64::from(v * f)).sum();
                holds(*comparator, sum, *total)
            };
            self.different.iter().all(differ) && self.sums.iter().all(is_met)
        });
        all.into_iter().collect()
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn no_solution_is_lost(instance in instance(), factors in prop::collection::vec(-2..=3_i32, 6), seed in 0..2304_u64) {
        let (model, expected) = (instance.model(), instance.solutions());
        for learning in [Learning::Off, Learning::On] {
            let found = model.search().learn(learning).solutions().map(|solution| solution.values().to_vec());
            prop_assert_eq!(&found.collect::<BTreeSet<_>>(), &expected);
            let objective: Expr = sum(model.vars().zip(&factors).map(|(var, &factor)| var * factor));
            let mut better = model.search().learn(learning).minimize(objective).expect("a small sum");
            better.by_ref().for_each(drop);
            let value = |values: &Vec<i32>| values.iter().zip(&factors).map(|(v, f)| i64::from(v * f)).sum::<i64>();
            let least = expected.iter().map(value).min();
            prop_assert_eq!(better.optimum(), least.map_or(Optimum::Infeasible, Optimum::Optimal));
        }
        check_learning(&model, seed).map_err(|mistake| TestCaseError::fail(mistake.to_string()))?;
    }
}

/// A factor, and variables by number with their offsets.
type Group = (i32, Vec<(usize, i32)>);

/// Groups over views of small domains, with a total between the least and the greatest sum.
fn groups() -> impl Strategy<Value = (Vec<Vec<i32>>, Vec<Group>, Comparator, i64)> {
    // Near each other, or far apart within a word.
    let value = prop_oneof![4 => -1..=4_i32, 1 => (0..=7_i32).prop_map(|step| step * 8 - 1)];
    let domain = prop::collection::btree_set(value, 1..=4).prop_map(|values| values.into_iter().collect());
    let factor = prop_oneof![4 => Just(1), 3 => Just(-1), 1 => Just(2), 1 => Just(-2)];
    let sizes =
        prop_oneof![Just(vec![4]), Just(vec![3, 1]), Just(vec![2, 2]), Just(vec![1, 4]), Just(vec![3, 2])];
    let offset = prop_oneof![3 => Just(0), 1 => -2..=2_i32];
    sizes.prop_flat_map(move |sizes| {
        let count: usize = sizes.iter().sum();
        let offsets = prop::collection::vec(offset.clone(), count);
        let factors = prop::collection::vec(factor.clone(), sizes.len());
        (prop::collection::vec(domain.clone(), count), factors, offsets, comparator(), -4..=12_i64).prop_map(
            move |(domains, factors, offsets, comparator, total)| {
                let mut members = offsets.into_iter().enumerate();
                let group = |(&size, factor): (&usize, i32)| (factor, members.by_ref().take(size).collect());
                (domains, sizes.iter().zip(factors).map(group).collect(), comparator, total)
            },
        )
    })
}

proptest! {
    #![proptest_config(cases(60))]

    /// Soundness, claims, explanations and the rest, by the definition.
    #[test]
    fn what_is_owed((domains, groups, comparator, total) in groups()) {
        let mut model = Model::new();
        let vars: Vec<IntVar> = domains.into_iter().map(|domain: Vec<i32>| model.int_var(domain)).collect();
        let of_group = |(factor, members): &Group| {
            (*factor, members.iter().map(|&(at, offset)| vars[at] + offset).collect::<Vec<IntView>>())
        };
        let groups: Vec<_> = groups.iter().map(of_group).collect();
        check_constraint(&model, grouped_sum(groups, comparator, total))
            .map_err(|mistake| TestCaseError::fail(mistake.to_string()))?;
    }
}

/// Factors and domains of an equation, and its total.
fn equation() -> impl Strategy<Value = (Vec<(i32, Vec<i32>)>, i64)> {
    let factor = prop_oneof![6 => Just(1), 4 => Just(-1), 1 => Just(2), 1 => Just(-3)];
    let domain = (0..=30_i32, prop_oneof![2 => Just(5), 2 => Just(12), 1 => Just(63)]);
    let domain = domain.prop_flat_map(|(base, span)| prop::collection::btree_set(base..=base + span, 1..=9));
    let terms = prop::collection::vec((factor, domain, any::<prop::sample::Index>()), 1..=5);
    (terms, prop_oneof![4 => Just(0), 1 => -3..=3_i64]).prop_map(|(terms, off)| {
        let mut total = off;
        let term = |(factor, domain, at): (i32, BTreeSet<i32>, prop::sample::Index)| {
            let values: Vec<i32> = domain.into_iter().collect();
            total += i64::from(factor * values[at.index(values.len())]);
            (factor, values)
        };
        (terms.into_iter().map(term).collect(), total)
    })
}

/// The values of each term with which the others can make the total.
fn supported(terms: &[(i32, Vec<i32>)], total: i64) -> Vec<Vec<i32>> {
    let supported = |at: usize| {
        let mut sums = BTreeSet::from([0]);
        for (_, (factor, values)) in terms.iter().enumerate().filter(|&(other, _)| other != at) {
            let after = |sum: i64| values.iter().map(move |value| sum + i64::from(factor * value));
            sums = sums.into_iter().flat_map(after).collect();
        }
        let (factor, values) = &terms[at];
        let is_supported = |value: &i32| sums.contains(&(total - i64::from(factor * value)));
        values.iter().copied().filter(is_supported).collect()
    };
    (0..terms.len()).map(supported).collect()
}

proptest! {
    #![proptest_config(cases(600))]

    /// A sum of groups of one, over domains of one word, keeps the values that have a support, as far as the total is within two words of
    /// an end of the sum.
    #[test]
    fn domains_of_equations((terms, total) in equation()) {
        let mut model = Model::new();
        let vars: Vec<IntVar> = terms.iter().map(|(_, values)| model.int_var(values.clone())).collect();
        let groups = terms.iter().zip(&vars).map(|(&(factor, _), &var)| (factor, vec![var.view()]));
        let _ = model.post(grouped_sum(groups.collect(), Comparator::Eq, total)).expect("a small total");
        let (mut solver, supported) = (Solver::new(&model, Options::default()), supported(&terms, total));
        let is_possible = solver.propagate().is_ok();
        let left: Vec<Vec<i32>> = vars.iter().map(|&var| solver.domain(var).iter().collect()).collect();
        // The least of the sum, or the greatest.
        let end = |is_greatest: bool| {
            let of_term = |((factor, _), values): (&(i32, _), &Vec<i32>)| {
                let at = if is_greatest == (*factor > 0) { values.len() - 1 } else { 0 };
                i64::from(factor * values[at])
            };
            terms.iter().zip(&left).map(of_term).sum::<i64>()
        };
        if !is_possible {
            prop_assert!(supported.iter().any(Vec::is_empty));
        } else if (total - end(false)).min(end(true) - total) < 128 {
            prop_assert_eq!(left, supported);
        } else {
            prop_assert!(left.iter().zip(&supported).all(|(left, all)| all.iter().all(|value| left.contains(value))));
        }
    }
}

/// Two groups of four of 1..9 make 20 at least, where the ends alone say 8; of eight that make 21, none is above 5.
#[test]
fn least_of_two_groups() -> Result<(), ModelError> {
    for (total, greatest) in [(19, 0), (20, 4), (21, 5)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", 8, 1..=9);
        model.post(all_different(&xs[..4]))?;
        model.post(all_different(&xs[4..]))?;
        model.post(exact_sum(&xs, total))?;
        assert_eq!(model.solve().is_some(), total >= 20);
        model.post(gt(xs[0], greatest))?;
        let mut beyond = model.search().limits(Limits::none().nodes(1)).solutions();
        assert!(beyond.next().is_none() && beyond.statistics().failures <= 1, "{}", beyond.statistics());
    }
    Ok(())
}
