//! Promise: every change can be explained: the premises held before, and with the constraint imply the conclusion.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::engine::{self, Consistency};
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::store::{Atom, Domains, Source, VarId};

use crate::catalogue::{
    Compare, Forms, Instance, Sign, Term, cases, consistency, domain, mixed, row, single,
};
use crate::oracle;
use crate::walk::{Step, bunches, walk};

/// What an atom is explained by, as it is written.
pub(crate) fn premises(model: &Model, solver: &Solver, atom: IntAtom) -> String {
    let step = solver.explain(atom).expect("it was not so from the start");
    let shown: Vec<String> = step.premises.iter().map(|&atom| model.name_atom(atom)).collect();
    shown.join(", ")
}

/// The atoms that a change made true: the current bounds, slightly weaker bounds, and every value lost.
fn made_true(solver: &Solver, var: VarId, position: usize) -> Vec<Atom> {
    let (old, new) = (solver.store().past(position), solver.store().past(position + 1));
    let mut atoms = Vec::new();
    if old.min(var) != new.min(var) {
        atoms.extend([Atom::ge(var, new.min(var)), Atom::ge(var, old.min(var) + 1)]);
    }
    if old.max(var) != new.max(var) {
        atoms.extend([Atom::le(var, new.max(var)), Atom::le(var, old.max(var) - 1)]);
    }
    if let (Some(value), None) = (new.value(var), old.value(var)) {
        atoms.push(Atom::eq(var, value));
    }
    atoms.extend(old.domain(var).difference(&new.domain(var)).iter().map(|v| Atom::ne(var, v)));
    atoms
}

/// Whether the constraint and the premises imply the conclusion, over the domains that the variables were made with.
pub(crate) fn implies(
    instance: &Instance,
    number: usize,
    premises: &[Atom],
    conclusion: Option<Atom>,
) -> bool {
    let row = &instance.rows[number];
    let allowed = |a: &[i32], atom: &Atom| atom.allows(a[atom.var().index()]);
    // Variables that the constraint does not involve and no atom names are left at one value.
    let scope = row.scope(instance.domains.len());
    let named = |i: &usize| premises.iter().chain(&conclusion).any(|atom| atom.var().index() == *i);
    let domains: Vec<Vec<i32>> = (0..instance.domains.len())
        .map(|i| if scope.contains(&i) || named(&i) { instance.domains[i].clone() } else { vec![0] })
        .collect();
    oracle::assignments(&domains)
        .iter()
        .filter(|a| row.holds_for(a) && premises.iter().all(|premise| allowed(a, premise)))
        .all(|a| conclusion.is_some_and(|conclusion| allowed(a, &conclusion)))
}

/// The number of the constraint that made the step.
pub(crate) fn constraint(solver: &Solver, source: Option<Source>) -> Option<usize> {
    solver.constraint_of(source?).map(residua::model::ConstraintId::index)
}

/// Whether the premises, all of one variable, imply an atom of that variable.
pub(crate) fn domain_implies(instance: &Instance, premises: &[Atom], conclusion: Atom) -> bool {
    let values = &instance.domains[conclusion.var().index()];
    let left = |value: &&i32| premises.iter().all(|premise| premise.allows(**value));
    premises.iter().all(|premise| premise.var() == conclusion.var())
        && values.iter().filter(left).all(|&value| conclusion.allows(value))
}

fn check_step(instance: &Instance, solver: &Solver, step: &engine::Step) {
    let past = solver.store().past(step.position);
    for premise in &step.premises {
        assert!(premise.holds(&past), "{premise} was not true before {step:?}");
    }
    // What is said of constants is true anyway.
    let mut step = step.clone();
    step.premises.retain(|premise| premise.var().index() < instance.domains.len());
    if let Some(number) = constraint(solver, step.source) {
        let scope = instance.rows[number].scope(instance.domains.len());
        let inside = step.premises.iter().all(|p| scope.contains(&p.var().index()));
        assert!(inside, "a premise is about another variable: {step:?}");
        let sound = implies(instance, number, &step.premises, step.conclusion);
        assert!(
            sound,
            "{:?} and the premises do not imply the conclusion of {step:?}",
            instance.rows[number]
        );
    }
    if let (None, Some(conclusion)) = (step.source, step.conclusion) {
        assert!(domain_implies(instance, &step.premises, conclusion), "its domain does not imply {step:?}");
    }
}

/// Visits every step of inference of a walk: of changes on the trail, and of dead ends.
pub(crate) fn each_step(
    instance: &Instance,
    options: Options,
    steps: &[Step],
    mut visit: impl FnMut(&Solver, &engine::Step),
) {
    let model = instance.model();
    let vars: Vec<_> = model.vars().collect();
    let options = options.record(true).merge_equal(false);
    let mut seen = 0;
    walk(&mut Solver::new(&model, options), &vars, steps, |_, alive, solver| {
        let store = solver.store();
        for position in seen.min(store.position())..store.position() {
            let (var, _) = store.change(position).expect("the trail is that long");
            if solver.engine().is_auxiliary(var) {
                continue;
            }
            for atom in made_true(solver, var, position) {
                let step =
                    solver.engine().explain_before(atom, position + 1).expect("it was not true before");
                let before = position + usize::from(step.source.is_none());
                assert_eq!(
                    (step.position, step.conclusion),
                    (before, Some(atom)),
                    "the change that made it true"
                );
                visit(solver, &step);
            }
        }
        if alive {
            seen = store.position();
        } else {
            let step = solver.engine().explain_failure().expect("a failure is on record");
            assert_eq!(step.conclusion, None);
            visit(solver, &step);
            // A dead end is undone, and so is what was recorded of it.
            seen = store.end_of_level(solver.level().saturating_sub(1));
        }
    });
}

/// Checks every step of a walk.
pub(crate) fn check(instance: &Instance, options: Options, steps: &[Step]) {
    each_step(instance, options, steps, |solver, step| check_step(instance, solver, step));
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_many(instance in mixed(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }
}

/// Instances in which some variable is the first one plus a constant.
fn merging() -> impl Strategy<Value = Instance> {
    let domains = prop::collection::vec(domain(Forms::All), 3..=4);
    (domains, 1..=2usize, -1..=1i32, prop::collection::vec(row(), 1..=2)).prop_map(
        |(domains, var, offset, mut rows)| {
            let term = |var, offset| Term { var, scale: 1, offset };
            rows.push(Compare(Sign::Eq, term(var, 0), term(0, offset)).into());
            Instance { domains, rows }
        },
    )
}

/// Where variables became one, a step is about the first of them: its premises were true before, and with the whole model
/// they imply the conclusion.
fn check_merged(instance: &Instance, consistency: Consistency, steps: &[Step]) -> u32 {
    let model = instance.model();
    let vars: Vec<IntVar> = model.vars().collect();
    let solutions = oracle::solutions(instance);
    let options = Options::default().consistency(consistency).record(true);
    let mut renamed = 0;
    walk(&mut Solver::new(&model, options), &vars, steps, |_, alive, solver| {
        let first = |var: IntVar| vars.iter().find(|&&other| solver.view(other).var == solver.view(var).var);
        let lost = |&var: &IntVar| {
            let lost = model.domain(var).difference(&solver.domain(var));
            lost.iter().map(|value| var.is_not(value)).collect::<Vec<IntAtom>>()
        };
        let mut explained: Vec<engine::Step<IntAtom>> =
            vars.iter().flat_map(lost).filter_map(|atom| solver.explain(atom)).collect();
        explained.extend(if alive { None } else { solver.explain_failure() });
        for step in explained {
            let past = solver.past(step.position);
            for premise in &step.premises {
                assert!(premise.holds(&past), "{premise:?} was not true before {step:?}");
                assert_eq!(first(premise.var()), Some(&premise.var()), "{step:?}");
            }
            if step.source.is_some_and(|source| source != Source::Decision) {
                let allows = |solution: &[i32], atom: &IntAtom| atom.allows(solution[atom.var().index()]);
                let mut met = solutions.iter().filter(|s| step.premises.iter().all(|atom| allows(s, atom)));
                assert!(met.all(|s| step.conclusion.is_some_and(|atom| allows(s, &atom))), "{step:?}");
            }
            renamed += u32::from(step.conclusion.is_some_and(|atom| first(atom.var()) != Some(&atom.var())));
        }
    });
    renamed
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn of_merged_variables(instance in merging(), consistency in consistency(), steps in bunches()) {
        let _ = check_merged(&instance, consistency, &steps);
    }
}

/// There are such steps in plenty.
#[test]
fn variables_are_merged() {
    let mut renamed = 0;
    let mut runner = TestRunner::deterministic();
    let cases = (merging(), consistency(), bunches());
    for _ in 0..2000 {
        let (instance, consistency, steps) =
            cases.new_tree(&mut runner).expect("cases can always be made").current();
        renamed += check_merged(&instance, consistency, &steps);
    }
    assert!(renamed > 100, "{renamed}");
}

/// Without its premises many a step does not follow, and the oracle notices. (Some do: what a constraint implies at
/// the root needs none, although it is explained by what the constraint itself found before.)
#[test]
fn premises_are_needed() {
    let mut refuted = 0;
    let mut runner = TestRunner::deterministic();
    let cases = (single(Forms::All), consistency(), bunches());
    for _ in 0..2000 {
        let (instance, consistency, steps) =
            cases.new_tree(&mut runner).expect("cases can always be made").current();
        let options = Options::default().consistency(consistency);
        each_step(&instance, options, &steps, |solver, step| {
            let Some(number) = constraint(solver, step.source).filter(|_| !step.premises.is_empty()) else {
                return;
            };
            refuted += u32::from(!implies(&instance, number, &[], step.conclusion));
        });
    }
    assert!(refuted > 500, "{refuted}");
}
