//! Promise: the orders of variables and values are those of their definitions, decision by decision.

use proptest::prelude::*;
use residua::constraints::{all_different, eq, ne};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use std::collections::BTreeSet;

use crate::catalogue::{cases, mixed};
use crate::naive_orders::{Naive, Order, Subject};
use crate::oracle;
use crate::recorded::run;

const VARIABLES: [VariableOrder; 10] = [
    VariableOrder::Input,
    VariableOrder::FirstFail,
    VariableOrder::AntiFirstFail,
    VariableOrder::Smallest,
    VariableOrder::Largest,
    VariableOrder::Occurrence,
    VariableOrder::MostConstrained,
    VariableOrder::MaxRegret,
    VariableOrder::DomWdeg,
    VariableOrder::Impact,
];

const VALUES: [ValueOrder; 13] = [
    ValueOrder::Ascending,
    ValueOrder::Descending,
    ValueOrder::Median,
    ValueOrder::Middle,
    ValueOrder::Random(7),
    ValueOrder::Bisect,
    ValueOrder::ReverseBisect,
    ValueOrder::RandomBisect(8),
    ValueOrder::Interval,
    ValueOrder::ExcludeMin,
    ValueOrder::ExcludeMax,
    ValueOrder::ExcludeMedian,
    ValueOrder::ExcludeRandom(9),
];

fn orders() -> impl Strategy<Value = Order> {
    (prop::sample::select(VARIABLES.to_vec()), prop::sample::select(VALUES.to_vec()), any::<bool>())
}

/// Those that do not count constraints, some of which propagation removes.
fn by_domains() -> impl Strategy<Value = Order> {
    let counts =
        |order: &VariableOrder| matches!(order, VariableOrder::Occurrence | VariableOrder::MostConstrained);
    let variables: Vec<VariableOrder> = VARIABLES.into_iter().filter(|order| !counts(order)).collect();
    (prop::sample::select(variables), prop::sample::select(VALUES.to_vec()), any::<bool>())
}

fn of_vars(vars: &[IntVar], (variables, values, follows_conflicts): Order) -> Ordered<IntVar> {
    let ordered = Ordered::new(vars, variables, values);
    if follows_conflicts { ordered.last_conflict() } else { ordered }
}

fn of_atoms(atoms: &[IntAtom], (variables, values, follows_conflicts): Order) -> Ordered<IntAtom> {
    let ordered = Ordered::new(atoms, variables, values);
    if follows_conflicts { ordered.last_conflict() } else { ordered }
}

/// An instance has no constraint that is always true, or removes something at once: then its constraints can be counted.
fn scopes() -> impl Strategy<Value = Model> {
    let scope = prop::collection::btree_set(0..5_usize, 2..=4);
    (prop::collection::vec(scope, 0..6), 4..6_i32).prop_map(|(scopes, most)| {
        let mut model = Model::new();
        let xs = model.int_vars("x", 5, 1..=most);
        for scope in scopes {
            let scope = scope.iter().map(|&at| xs[at]);
            let _ =
                model.post(all_different(scope).at(Consistency::Value)).expect("the model's own variables");
        }
        model
    })
}

proptest! {
    #![proptest_config(cases(6000))]

    /// Of variables, some of them merged, or given twice.
    #[test]
    fn variables_come_in_their_order(instance in mixed(), twins in prop::collection::vec((0..4usize, 0..4usize, -2..=2i32), 0..2), given in prop::collection::vec(0..6usize, 1..6), order in by_domains()) {
        let mut model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        for &(x, y, by) in &twins {
            let _ = model.post(eq(vars[x % vars.len()], vars[y % vars.len()] + by)).expect("small");
        }
        let given: Vec<IntVar> = given.iter().map(|&at| vars[at % vars.len()]).collect();
        let subjects: Vec<Subject> = given.iter().map(|&var| Subject::Var(var)).collect();
        let (decisions, found) = run(&model, of_vars(&given, order), None);
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), None);
        // Which of two variables that differ by a constant is named does not matter.
        let solver = Solver::new(&model, Options::default());
        let inner = |atom: &IntAtom| {
            let view = solver.view(atom.var());
            (view.var, atom.relation(), i64::from(atom.value()) - i64::from(view.offset()))
        };
        prop_assert_eq!(decisions.iter().map(inner).collect::<Vec<_>>(), expected.iter().map(inner).collect::<Vec<_>>());
        prop_assert_eq!(&found, &all);
        let distinct: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        prop_assert_eq!(distinct.len(), found.len());
        let is_twin = |a: &Vec<i32>| twins.iter().all(|&(x, y, by)| a[x % vars.len()] == a[y % vars.len()] + by);
        let expected: BTreeSet<Vec<i32>> = oracle::solutions(&instance).into_iter().filter(is_twin).collect();
        prop_assert_eq!(distinct, expected);
    }

    /// Those that count constraints, too.
    #[test]
    fn constraints_are_counted(model in scopes(), order in orders()) {
        let vars: Vec<IntVar> = model.vars().collect();
        let subjects: Vec<Subject> = vars.iter().map(|&var| Subject::Var(var)).collect();
        let (decisions, found) = run(&model, of_vars(&vars, order), Some(200));
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), Some(200));
        prop_assert_eq!((decisions, found), (expected, all));
    }

    /// Of atoms, several of one variable.
    #[test]
    fn atoms_are_variables_with_two_values(model in scopes(), given in prop::collection::vec((0..5usize, 0..6i32, 0..4), 1..8), order in orders()) {
        let vars: Vec<IntVar> = model.vars().collect();
        let atom = |&(at, value, relation): &(usize, i32, i32)| match relation {
            0 => vars[at].is(value),
            1 => vars[at].is_not(value),
            2 => vars[at].at_most(value),
            _ => vars[at].at_least(value),
        };
        let atoms: Vec<IntAtom> = given.iter().map(atom).collect();
        let subjects: Vec<Subject> = atoms.iter().map(|&atom| Subject::Atom(atom)).collect();
        let (decisions, found) = run(&model, of_atoms(&atoms, order), Some(200));
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), Some(200));
        prop_assert_eq!((decisions, found), (expected, all));
    }
}

proptest! {
    #![proptest_config(cases(120))]

    /// More than are scanned.
    #[test]
    fn many_variables(pairs in prop::collection::vec((0..300usize, 0..300usize), 200..500), order in orders(), by_atoms: bool) {
        let mut model = Model::new();
        let xs = model.int_vars("x", 300, [0, 1, 4, 5]);
        // What is said twice is not counted twice.
        let pairs: BTreeSet<(usize, usize)> = pairs.iter().map(|&(x, y)| (x.min(y), x.max(y))).collect();
        for &(x, y) in pairs.iter().filter(|(x, y)| x != y) {
            let _ = model.post(ne(xs[x], xs[y])).expect("the model's own variables");
        }
        let nodes = Some(400);
        let (one, other) = if by_atoms {
            let atoms: Vec<IntAtom> = xs.iter().flat_map(|x| [x.at_most(1), x.is(4)]).collect();
            let subjects: Vec<Subject> = atoms.iter().map(|&atom| Subject::Atom(atom)).collect();
            let naive = Naive::new(&model, &subjects, order);
            (run(&model, of_atoms(&atoms, order), nodes), run(&model, naive, nodes))
        } else {
            let subjects: Vec<Subject> = xs.iter().map(|&var| Subject::Var(var)).collect();
            let naive = Naive::new(&model, &subjects, order);
            (run(&model, of_vars(&xs, order), nodes), run(&model, naive, nodes))
        };
        prop_assert!(one == other, "{:?}: {} and {} decisions", order, one.0.len(), other.0.len());
    }
}

/// Atoms that every value satisfies have nothing to decide.
#[test]
fn atoms_without_negation() {
    let mut model = Model::new();
    let x = model.named_var("x", [i32::MIN, 0, i32::MAX]);
    let atoms = [x.at_most(i32::MAX), x.at_least(i32::MIN), x.at_most(0)];
    for values in VALUES {
        let (decisions, found) = run(&model, Ordered::new(&atoms, VariableOrder::Input, values), None);
        assert_eq!((decisions.len(), found.len()), (1, 3), "{values:?}");
    }
}

/// Of an atom and its opposite, what is decided after a dead end is the one that was decided there.
#[test]
fn an_atom_and_its_opposite() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 1..=4);
    for scope in [&[0, 1, 2, 4][..], &[3, 4], &[0, 1, 3]] {
        let scope = scope.iter().map(|&at| xs[at]);
        let _ = model.post(all_different(scope).at(Consistency::Value)).expect("the model's own variables");
    }
    let atoms = [xs[3].is_not(2), xs[2].is(1), xs[0].is(4), xs[0].is_not(4)];
    let subjects = atoms.map(Subject::Atom);
    for values in VALUES {
        let order = (VariableOrder::Input, values, true);
        let expected = run(&model, Naive::new(&model, &subjects, order), None);
        assert_eq!(run(&model, of_atoms(&atoms, order), None), expected, "{values:?}");
    }
}

/// The whole width of values is halved, and its middle is found.
#[test]
fn wide_domains() {
    let mut model = Model::new();
    let x = model.named_var("x", i32::MIN + 1..=i32::MAX);
    let first = |values| {
        let order = Ordered::new(&[x], VariableOrder::Input, values);
        run(&model, order, Some(2)).0[0]
    };
    assert_eq!(first(ValueOrder::Middle), x.is(0));
    assert_eq!(first(ValueOrder::Median), x.is(0));
    assert_eq!(first(ValueOrder::Bisect), x.at_most(0));
    assert_eq!(first(ValueOrder::ReverseBisect), x.at_least(1));
    assert_eq!(first(ValueOrder::Interval), x.at_most(0));
}
