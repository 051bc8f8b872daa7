//! Promise: a question under assumptions has the answer of brute force, whatever was asked before, and a core is one.
//!
//! `check_learning` asks the same of an impatient search (`learning.rs`), over all constraints. What could be wrong was tried out:
//!
//! | mutant | killed by |
//! |---|---|
//! | the core loses a level | `answers_as_brute_force` |
//! | after a backjump assumptions are taken to have had their turn | `answers_as_brute_force` |
//! | the core takes what became true beside what was posted for that | `learning::of_thickets` |

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use residua::constraints::{all_different, clause, eq, lt, ne};
use residua::domain::Domain;
use residua::model::{IntAtom, IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{AssumptionResult, IncrementalSearch, Limit, Limits};

use crate::catalogue::{cases, mixed};
use crate::oracle;

/// Questions about the model, decided by an order of the caller's or by the search's own.
fn questions(model: &Model, seed: u64) -> IncrementalSearch {
    let vars: Vec<IntVar> = model.vars().collect();
    let search = model.search();
    match seed % 3 {
        0 => search.incremental(),
        1 => search.branch(&vars, VariableOrder::DomWdeg, ValueOrder::Random(seed)).incremental(),
        _ => search.branch(&vars, VariableOrder::Input, ValueOrder::Descending).incremental(),
    }
}

/// An atom of the variable with that number, from any three numbers.
fn atom(model: &Model, (var, value, relation): (usize, usize, u8)) -> IntAtom {
    let vars: Vec<IntVar> = model.vars().collect();
    let var = vars[var % vars.len()];
    let values: Vec<i32> = model.domain(var).iter().collect();
    // One more than it has.
    let value = values.get(value % (values.len() + 1)).copied().unwrap_or(values[values.len() - 1] + 1);
    match relation % 4 {
        0 => var.is(value),
        1 => var.is_not(value),
        2 => var.at_most(value),
        _ => var.at_least(value),
    }
}

fn hold(atoms: &[IntAtom], values: &[i32]) -> bool {
    atoms.iter().all(|atom| atom.allows(values[atom.var().index()]))
}

/// The core of a question without a solution.
fn core(answer: Result<AssumptionResult, Limit>) -> Vec<IntAtom> {
    match answer {
        Ok(AssumptionResult::Core(core)) => core,
        answer => panic!("a core is expected, not {answer:?}"),
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn answers_as_brute_force(
        instance in mixed(),
        sets in prop::collection::vec(prop::collection::vec((0..9usize, 0..9usize, 0..4u8), 0..6), 1..9),
        seed in 0..6u64,
        nodes in prop::option::of(1..4u64),
    ) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let mut asked = questions(&model, seed);
        for set in sets {
            let atoms: Vec<IntAtom> = set.iter().map(|&numbers| atom(&model, numbers)).collect();
            let expected = solutions.iter().any(|values| hold(&atoms, values));
            let mut nodes = nodes;
            let answer = loop {
                asked.limit_to(Limits::none().nodes(nodes));
                match asked.satisfy(&atoms) {
                    // Otherwise it stops where it did.
                    Err(limit) => prop_assert_eq!(limit, Limit::Nodes),
                    Ok(answer) => break answer,
                }
                nodes = nodes.map(|nodes| nodes + 1);
            };
            match answer {
                AssumptionResult::Solution(solution) => {
                    prop_assert!(solutions.contains(solution.values()), "{:?} is no solution", solution);
                    prop_assert!(hold(&atoms, solution.values()), "{:?} is not what was asked for", solution);
                }
                AssumptionResult::Core(core) => {
                    prop_assert!(!expected, "there is a solution");
                    let mut rest = atoms.iter();
                    prop_assert!(core.iter().all(|atom| rest.any(|other| other == atom)), "{core:?} of {atoms:?}, in order");
                    prop_assert!(!solutions.iter().any(|values| hold(&core, values)), "{core:?} can hold");
                    prop_assert!(!core.is_empty() || solutions.is_empty());
                }
            }
        }
    }

    /// The values that are possible are those of the solutions, whatever was asked before, also for some variables, and one of them twice.
    #[test]
    fn offers_what_brute_force_does(
        instance in mixed(),
        sets in prop::collection::vec(prop::collection::vec((0..9usize, 0..9usize, 0..4u8), 0..4), 1..5),
        seed in 0..6u64,
        places in prop::collection::vec(0..9usize, 0..5),
    ) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let all: Vec<IntVar> = model.vars().collect();
        let vars: Vec<IntVar> = places.iter().map(|place| all[place % all.len()]).collect();
        let mut asked = questions(&model, seed);
        for set in sets {
            let atoms: Vec<IntAtom> = set.iter().map(|&numbers| atom(&model, numbers)).collect();
            let of = |var: &IntVar| -> Domain {
                solutions.iter().filter(|values| hold(&atoms, values)).map(|values| values[var.index()]).collect()
            };
            let expected: Vec<Domain> = vars.iter().map(of).collect();
            prop_assert_eq!(asked.possible(&vars, &atoms), Ok(expected.clone()));
            prop_assert_eq!(model.possible(&vars, &atoms, &Limits::none()), Ok(expected));
        }
    }
}

/// What has nothing to do with it is in no core: assumptions that do not matter, before and after, at levels between.
#[test]
fn a_core_names_what_took_part() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
    let idle = model.int_vars("idle", 3, 0..=9);
    for (a, b) in [(x, y), (y, z)] {
        let _ = model.post(lt(a, b)).expect("its own variables");
    }
    let mut asked = model.search().incremental();
    let atoms = [idle[0].is(1), x.at_least(5), idle[1].is(2), z.at_most(6), idle[2].is(3)];
    assert_eq!(core(asked.satisfy(&atoms)), [x.at_least(5), z.at_most(6)]);
    let Ok(AssumptionResult::Solution(solution)) = asked.satisfy(&atoms[..3]) else { panic!("there is one") };
    assert!(hold(&atoms[..3], solution.values()));
    assert_eq!(core(asked.satisfy(&atoms)), [x.at_least(5), z.at_most(6)], "once more");
    // The second is implied by the first, and opens no level.
    let atoms = [x.at_least(5), y.at_least(6), idle[0].is(1), z.at_most(6)];
    assert_eq!(core(asked.satisfy(&atoms)), [x.at_least(5), z.at_most(6)]);
}

/// Assumptions that contradict each other or the domains, or that come twice.
#[test]
fn of_contradictory_assumptions() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=3));
    let _ = model.post(lt(x, y)).expect("its own variables");
    let mut asked = model.search().incremental();
    assert_eq!(core(asked.satisfy(&[y.is(3), x.is(1), x.is_not(1)])), [x.is(1), x.is_not(1)]);
    assert_eq!(core(asked.satisfy(&[x.is(1), x.is(1), x.is(2)])), [x.is(1), x.is(2)]);
    assert_eq!(core(asked.satisfy(&[y.is(3), x.is(3)])), [x.is(3)], "that is false at the root");
    assert_eq!(core(asked.satisfy(&[x.is(77)])), [x.is(77)], "that it never was");
    assert!(
        matches!(asked.satisfy(&[x.at_least(-5), x.at_least(-5)]), Ok(AssumptionResult::Solution(_))),
        "it always holds"
    );
    assert!(matches!(asked.satisfy(&[]), Ok(AssumptionResult::Solution(_))));
}

/// Of a model without a solution no assumption is to blame: refuted as it is made, by propagation, or by search.
#[test]
fn an_empty_core_says_that_there_is_no_solution() {
    let none = |model: &Model| {
        let x = model.vars().next().expect("there are some");
        let mut asked = model.search().incremental();
        for atoms in [&[x.is(1)][..], &[], &[x.is_not(1), x.is(1)]] {
            assert!(core(asked.satisfy(atoms)).is_empty());
        }
    };
    let mut model = Model::new();
    let _ = model.int_var(Vec::new());
    none(&model);
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=2);
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let _ = model.post(lt(xs[a], xs[b])).expect("its own variables");
    }
    none(&model);
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=1);
    for bits in 0..16 {
        let atoms = xs.iter().zip(0..).map(|(x, at)| x.is(bits >> at & 1));
        let _ = model.post(clause(atoms)).expect("its own variables");
    }
    // Where an assumption is false first, that is all that is known.
    let mut asked = model.search().incremental();
    let _ = core(asked.satisfy(&[xs[0].is(1), xs[1].is(0)]));
    for atoms in [&[][..], &[xs[0].is(1)], &[xs[0].is(1), xs[0].is(0)]] {
        assert!(core(asked.satisfy(atoms)).is_empty());
    }
}

/// Ten pigeons, of which each that is there needs a hole of nine: it starts over and drops nogoods in between, and the assumptions are
/// decided again.
#[test]
fn starts_over_under_assumptions() {
    let mut model = Model::new();
    let there = model.int_vars("there", 10, 0..=1);
    // Where it is not there it is in a place of its own.
    let places: Vec<IntVar> =
        (0..10).map(|at| model.int_var((0..9).chain([10 + at]).collect::<Vec<i32>>())).collect();
    for (at, (&x, is_there)) in places.iter().zip(&there).enumerate() {
        let _ = model.post(clause([is_there.is(0), x.at_most(8)])).expect("its own variables");
        for &y in &places[..at] {
            let _ = model.post(ne(x, y)).expect("its own variables");
        }
    }
    let all: Vec<IntAtom> = there.iter().map(|x| x.is(1)).collect();
    let options = residua::model::Options::default().consistency(residua::constraints::Consistency::Value);
    let mut asked = model.search().options(options).incremental();
    assert_eq!(core(asked.satisfy(&all)).len(), 10);
    assert!(asked.statistics().restarts > 0, "{}", asked.statistics());
    for without in 0..10 {
        let mut some = all.clone();
        let _ = some.remove(without);
        let Ok(AssumptionResult::Solution(solution)) = asked.satisfy(&some) else { panic!("nine have room") };
        assert!(hold(&some, solution.values()));
    }
    let failures = asked.statistics().failures;
    assert_eq!(core(asked.satisfy(&all)).len(), 10);
    assert!(asked.statistics().failures < 2 * failures, "what was learned is not lost");
}

/// A flag that is up stops it, before anything and in the middle; the next question is not harmed.
#[test]
fn stops_at_the_flag() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 1..=5);
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    let _ = model.post(eq(xs[0] + xs[1], xs[2] + xs[3])).expect("its own variables");
    let flag = Arc::new(AtomicBool::new(true));
    let mut asked = model.search().limits(Limits::none().stop(Arc::clone(&flag))).incremental();
    assert_eq!(asked.satisfy(&[xs[4].is(2)]), Err(Limit::Stop));
    flag.store(false, Ordering::Relaxed);
    let answer = asked.satisfy(&[xs[4].is(2)]);
    assert_eq!(core(answer), [xs[4].is(2)], "the others have an odd sum");
    for nodes in 0..6 {
        asked.limit_to(Limits::none().nodes(nodes));
        let _ = asked.satisfy(&[xs[4].is(3), xs[0].is(1)]);
    }
    asked.limit_to(Limits::none());
    assert!(matches!(asked.satisfy(&[xs[4].is(3), xs[0].is(1)]), Ok(AssumptionResult::Solution(_))));
}
