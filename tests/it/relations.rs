//! Promise: what is reported to hold in all solutions does, all of it is found, and under a limit nothing is guessed.

use proptest::prelude::*;
use residua::constraints::{all_different, ne};
use residua::inspect::{Relations, Strength};
use residua::model::{IntVar, Model};
use residua::search::{Limit, Limits};
use residua::testing::relations_impatiently;
use std::collections::BTreeSet;

use crate::catalogue::{cases, mixed};
use crate::oracle;
use crate::samples::reference;

/// If one variable has a value, another has a value.
type Implied = ((usize, i32), (usize, i32));

/// What holds in all solutions, by the definition.
#[derive(Debug, Default)]
struct Truth {
    backbone: BTreeSet<(usize, i32)>,
    /// Each variable with each later one.
    equal: BTreeSet<(usize, usize)>,
    different: BTreeSet<(usize, usize)>,
    implications: BTreeSet<Implied>,
}

impl Truth {
    /// Restricted to the variables that have several values in the solutions; and which variables have one.
    fn new(solutions: &BTreeSet<Vec<i32>>) -> Truth {
        let vars = solutions.first().map_or(0, Vec::len);
        let values = |x: usize| solutions.iter().map(|s| s[x]).collect::<BTreeSet<i32>>();
        let (open, fixed): (Vec<usize>, Vec<usize>) = (0..vars).partition(|&x| values(x).len() > 1);
        let backbone = fixed.into_iter().flat_map(|x| values(x).into_iter().map(move |v| (x, v))).collect();
        Truth { backbone, ..Truth::among(&open, solutions) }
    }

    /// For all variables: under a limit it may not be known which have one value, and true statements about them are
    /// accepted.
    fn of_all(solutions: &BTreeSet<Vec<i32>>) -> Truth {
        let vars: Vec<usize> = (0..solutions.first().map_or(0, Vec::len)).collect();
        Truth::among(&vars, solutions)
    }

    fn among(open: &[usize], solutions: &BTreeSet<Vec<i32>>) -> Truth {
        let mut truth = Truth::default();
        let values = |x: usize| solutions.iter().map(|s| s[x]).collect::<BTreeSet<i32>>();
        for &x in open {
            for &y in open.iter().filter(|&&y| y != x) {
                if x < y && solutions.iter().all(|s| s[x] == s[y]) {
                    truth.equal.insert((x, y));
                }
                if x < y && solutions.iter().all(|s| s[x] != s[y]) {
                    truth.different.insert((x, y));
                }
                for v in values(x) {
                    let with = solutions.iter().filter(|s| s[x] == v);
                    let implied: BTreeSet<i32> = with.map(|s| s[y]).collect();
                    truth
                        .implications
                        .extend(implied.first().filter(|_| implied.len() == 1).map(|&w| ((x, v), (y, w))));
                }
            }
        }
        truth
    }
}

/// All pairs of equal variables, from each with the first of its class.
fn closure(pairs: &[(usize, usize)]) -> BTreeSet<(usize, usize)> {
    let mut all: BTreeSet<(usize, usize)> = pairs.iter().copied().collect();
    for &(first, x) in pairs {
        all.extend(pairs.iter().filter(|pair| pair.0 == first && pair.1 > x).map(|pair| (x, pair.1)));
    }
    all
}

/// The relations with variables by number.
struct Found {
    equal: Option<Relations<(usize, usize)>>,
    different: Option<Relations<(usize, usize)>>,
    implications: Option<Relations<Implied>>,
}

fn numbered<T, U>(found: Option<Relations<T>>, number: impl Fn(&T) -> U) -> Option<Relations<U>> {
    found.map(|found| Relations {
        holds: found.holds.iter().map(&number).collect(),
        open: found.open.iter().map(&number).collect(),
        stopped: found.stopped,
        searches: found.searches,
    })
}

/// Asked depth first, or of a search that learns after `dead_ends` failures.
fn find(model: &Model, dead_ends: Option<u64>, limits: &Limits) -> Result<Found, Limit> {
    let (equal, different, implications) = match dead_ends {
        None => (model.equal_pairs(limits)?, model.different_pairs(limits)?, model.implications(limits)?),
        Some(dead_ends) => match relations_impatiently(model, dead_ends, limits)? {
            Some((equal, different, implications)) => (Some(equal), Some(different), Some(implications)),
            None => (None, None, None),
        },
    };
    let number = |var: IntVar| var.index();
    let pair = |&(x, y): &(IntVar, IntVar)| (number(x), number(y));
    Ok(Found {
        equal: numbered(equal, pair),
        different: numbered(different, pair),
        implications: numbered(implications, |i| {
            ((number(i.premise.0), i.premise.1), (number(i.conclusion.0), i.conclusion.1))
        }),
    })
}

fn check_whole<T: Ord + Copy + std::fmt::Debug>(found: &Relations<T>, truth: &BTreeSet<T>) {
    assert_eq!(&found.holds.iter().copied().collect::<BTreeSet<T>>(), truth);
    assert!(found.holds.is_sorted() && found.open.is_empty() && found.stopped.is_none());
    assert_eq!(found.holds.len(), truth.len(), "none twice");
}

/// Every decided relation is true, with respect to all variables; a true one that was not decided is open.
fn check_part<T: Ord + Copy + std::fmt::Debug>(
    found: &Relations<T>,
    truth: &BTreeSet<T>,
    of_all: &BTreeSet<T>,
) {
    assert!(found.holds.iter().all(|x| of_all.contains(x)), "{found:?} {of_all:?}");
    let reported: BTreeSet<T> = found.holds.iter().chain(&found.open).copied().collect();
    assert!(truth.is_subset(&reported), "{found:?} {truth:?}");
    assert!(found.open.is_empty() || found.stopped.is_some());
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_mixed_models(instance in mixed(), dead_ends in proptest::option::of(0u64..2)) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let truth = Truth::new(&solutions);
        let found = find(&model, dead_ends, &Limits::default()).expect("no limit");
        prop_assert_eq!(found.equal.is_none(), solutions.is_empty());
        let backbone = model.inspect().run().backbone();
        prop_assert_eq!(backbone.is_none(), solutions.is_empty());
        let (Some(backbone), Some(equal)) = (backbone, found.equal) else { return Ok(()) };
        check_whole(&numbered(Some(backbone), |&(var, value)| (var.index(), value)).expect("some"), &truth.backbone);
        prop_assert_eq!(closure(&equal.holds), truth.equal);
        check_whole(&found.different.expect("there are solutions"), &truth.different);
        check_whole(&found.implications.expect("there are solutions"), &truth.implications);
    }

    #[test]
    fn limits_never_lie(instance in mixed(), dead_ends in proptest::option::of(0u64..2), nodes in 0u64..10) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let (truth, of_all) = (Truth::new(&solutions), Truth::of_all(&solutions));
        let limits = Limits::none().nodes(nodes);
        for strength in Strength::ALL {
            let Some(backbone) = model.inspect().strength(strength).limits(&limits).run().backbone() else { continue };
            let backbone = numbered(Some(backbone), |&(var, value)| (var.index(), value)).expect("some");
            let reported: BTreeSet<(usize, i32)> = backbone.holds.iter().chain(&backbone.open).copied().collect();
            prop_assert!(truth.backbone.is_subset(&reported));
            prop_assert!(backbone.holds.iter().all(|fixed| truth.backbone.contains(fixed)));
        }
        let Ok(found) = find(&model, dead_ends, &limits) else { return Ok(()) };
        let (Some(equal), Some(different), Some(implications)) = (found.equal, found.different, found.implications)
        else {
            prop_assert!(solutions.is_empty());
            return Ok(());
        };
        prop_assert!(equal.holds.iter().all(|pair| of_all.equal.contains(pair)));
        let reported: Vec<(usize, usize)> = equal.holds.iter().chain(&equal.open).copied().collect();
        prop_assert!(truth.equal.is_subset(&closure(&reported)));
        check_part(&different, &truth.different, &of_all.different);
        check_part(&implications, &truth.implications, &of_all.implications);
    }
}

#[test]
fn of_the_reference_puzzle() {
    let puzzle = reference();
    let model = puzzle.model();
    let solutions: BTreeSet<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
    let truth = Truth::new(&solutions);
    let found = find(&model, None, &Limits::default()).expect("no limit");
    let name = |cell: usize| puzzle.geometry().name(cell);
    let equal = found.equal.expect("18 solutions");
    let names: Vec<String> = equal.holds.iter().map(|&(x, y)| format!("{} = {}", name(x), name(y))).collect();
    assert_eq!(names, ["r2c3 = r5c6", "r2c6 = r5c5", "r5c3 = r6c6"]);
    assert!(equal.searches < 40, "{} searches for 276 pairs", equal.searches);
    check_whole(&found.different.expect("18 solutions"), &truth.different);
    check_whole(&found.implications.expect("18 solutions"), &truth.implications);
}

/// Here `x3` has one value, which takes a search: a limit comes before that is known, and `x3` is included.
#[test]
fn under_a_limit_a_variable_of_one_value_may_be_spoken_of() {
    let mut model = Model::new();
    let (x0, x1) = (model.int_var([-1, 0, 500]), model.int_var([-2, -1]));
    let (x2, x3) = (model.int_var([-2, 1]), model.int_var([0, 2]));
    let _ = model.post(all_different([-x1, x3.view()])).expect("the model's own variables");
    let _ = model.post(ne(x3 * 2 - 2, x1 * -2)).expect("the model's own variables");
    let _ = model.post(all_different([x0.view(), x1.view(), x2 + 2])).expect("the model's own variables");
    let different =
        |limits: &Limits| model.different_pairs(limits).expect("one is found").expect("there are some");
    assert_eq!(different(&Limits::default()).holds, [(x0, x1), (x0, x2)]);
    let limited = different(&Limits::none().nodes(4));
    assert_eq!(limited.holds, [(x0, x1), (x0, x2), (x1, x3), (x2, x3)]);
    assert_eq!(limited.stopped, Some(Limit::Nodes));
}
