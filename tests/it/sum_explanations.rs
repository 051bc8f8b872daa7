//! Promise: a change or a dead end of a sum is explained by as little as suffices: no premise can be left out, and none be weaker
//! by one, so that the ends of the terms still show it.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::engine;
use residua::model::{Options, Solver};
use residua::store::{Atom, Conflict, Domains, Past, Relation, Source, VarId};

use crate::catalogue::{self, Forms, Instance, Sign, Term, cases, domain};
use crate::explanation::each_step;
use crate::walk::{Step, steps};

/// One sum of distinct variables, whose factors may be any but 0.
fn sum() -> impl Strategy<Value = (Vec<Vec<i32>>, catalogue::Sum)> {
    let factor = prop_oneof![4 => Just(1), 2 => Just(-1), 1 => Just(2), 1 => Just(-3)];
    let terms = prop::collection::vec((domain(Forms::All), factor), 2..=5);
    (terms, -6..=12i64).prop_map(|(terms, total)| {
        let (domains, factors): (Vec<Vec<i32>>, Vec<i32>) = terms.into_iter().unzip();
        let term = |(var, scale)| Term { var, scale, offset: 0 };
        let terms = factors.into_iter().enumerate().map(term).collect();
        (domains, catalogue::Sum { terms, sign: Sign::Eq, total })
    })
}

/// The least and the greatest that a sum of terms can be, for variables with these ends.
fn reach(terms: &[Term], ends: &[(i64, i64)]) -> (i64, i64) {
    let products = terms.iter().map(|term| {
        let (low, high) = ends[term.var];
        let products = [i64::from(term.scale) * low, i64::from(term.scale) * high];
        (products[0].min(products[1]), products[0].max(products[1]))
    });
    products.fold((0, 0), |(low, high), (least, greatest)| (low + least, high + greatest))
}

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
enum Goal {
    DeadEnd,
    Atom(Atom),
}

/// A sum, and the ends that its variables were made with.
struct Sum<'a> {
    terms: &'a [Term],
    total: i64,
    made: Vec<(i64, i64)>,
}

impl Sum<'_> {
    fn new<'a>(domains: &[Vec<i32>], catalogue::Sum { terms, total, .. }: &'a catalogue::Sum) -> Sum<'a> {
        let made = domains.iter().map(|values| (values[0].into(), values[values.len() - 1].into()));
        Sum { terms, total: *total, made: made.collect() }
    }

    fn ends(&self, premises: &[Atom]) -> Vec<(i64, i64)> {
        let mut ends = self.made.clone();
        for premise in premises {
            let (low, high) = &mut ends[premise.var().index()];
            match premise.relation() {
                Relation::Ge => *low = (*low).max(premise.value().into()),
                Relation::Le => *high = (*high).min(premise.value().into()),
                Relation::Eq | Relation::Ne => panic!("{premise} is no end"),
            }
        }
        ends
    }

    /// The ends that the sum leaves to a variable by these of the others.
    fn left_for(&self, var: VarId, premises: &[Atom]) -> (i64, i64) {
        let (own, others): (Vec<Term>, Vec<Term>) =
            self.terms.iter().partition(|term| term.var == var.index());
        let (least, greatest) = reach(&others, &self.ends(premises));
        let factor = i64::from(own[0].scale);
        let (a, b) = (self.total - greatest, self.total - least);
        // Rounded to integers from the inside.
        let (low, high) = if factor > 0 { (a, b) } else { (-b, -a) };
        let size = factor.abs();
        (-(-low).div_euclid(size), high.div_euclid(size))
    }

    /// Whether these premises show as much of the goal as `most` do.
    fn shows(&self, goal: Goal, premises: &[Atom], most: &[Atom]) -> bool {
        let Goal::Atom(atom) = goal else {
            let (least, greatest) = reach(self.terms, &self.ends(premises));
            return least > self.total || greatest < self.total;
        };
        let (low, high) = self.left_for(atom.var(), premises);
        let (lowest, highest) = self.left_for(atom.var(), most);
        let value = i64::from(atom.value());
        // What the atom excludes beyond what the sum does was gone before, and is told by atoms of the variable itself.
        let (from_below, from_above) = (low >= value.min(lowest), high <= value.max(highest));
        match atom.relation() {
            Relation::Ge => from_below,
            Relation::Le => from_above,
            Relation::Eq => from_below && from_above,
            Relation::Ne => low > value || high < value,
        }
    }
}

/// The premise, weaker by one.
fn weaker(premise: Atom) -> Atom {
    match premise.relation() {
        Relation::Ge => Atom::ge(premise.var(), premise.value() - 1),
        _ => Atom::le(premise.var(), premise.value() + 1),
    }
}

/// How much an explanation gave away: premises that the ends of the others make needless, and weaker ones.
#[derive(Default)]
struct Given {
    left_out: u32,
    weaker: u32,
}

impl Given {
    fn count(&mut self, sum: &Sum<'_>, own: Option<VarId>, premises: &[Atom], past: &Past<'_>) {
        for term in sum.terms.iter().filter(|term| own.map(VarId::index) != Some(term.var)) {
            let var = VarId::new(term.var);
            let ends = (i64::from(past.min(var)), i64::from(past.max(var)));
            let of_term = || premises.iter().filter(|premise| premise.var() == var);
            self.left_out += u32::from(ends != sum.made[term.var] && of_term().count() == 0);
            let is_end = |atom: &Atom| [ends.0, ends.1].contains(&atom.value().into());
            self.weaker += u32::from(of_term().any(|premise| !is_end(premise)));
        }
    }
}

/// Checks every explanation of a walk.
fn check((domains, sum): &(Vec<Vec<i32>>, catalogue::Sum), steps: &[Step], given: &mut Given) {
    let instance = Instance { domains: domains.clone(), rows: vec![sum.clone().into()] };
    let sum = Sum::new(domains, sum);
    each_step(&instance, Options::default(), steps, |solver: &Solver, step: &engine::Step| {
        let Some(Source::Propagator(_)) = step.source else { return };
        let goal = match (step.conclusion, solver.store().conflict()) {
            (Some(atom), _) | (None, Some(Conflict::Refused { atom, .. })) => Goal::Atom(atom),
            (None, conflict) => {
                assert!(matches!(conflict, Some(Conflict::Declared { .. })), "{conflict:?}");
                Goal::DeadEnd
            }
        };
        let own = if let Goal::Atom(atom) = goal { Some(atom.var()) } else { None };
        let premises: Vec<Atom> =
            step.premises.iter().copied().filter(|premise| Some(premise.var()) != own).collect();
        assert!(sum.shows(goal, &premises, &premises), "{premises:?} do not show {goal:?}");
        for at in 0..premises.len() {
            let mut fewer = premises.clone();
            let premise = fewer.remove(at);
            assert!(!sum.shows(goal, &fewer, &premises), "{premise} is not needed for {goal:?}: {step:?}");
            fewer.push(weaker(premise));
            assert!(!sum.shows(goal, &fewer, &premises), "{premise} can be weaker for {goal:?}: {step:?}");
        }
        given.count(&sum, own, &premises, &solver.store().past(step.position));
    });
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn are_minimal(instance in sum(), steps in steps()) {
        check(&instance, &steps, &mut Given::default());
    }
}

/// There is often something to leave out, and something to weaken.
#[test]
fn give_away_what_they_can() {
    let mut given = Given::default();
    let mut runner = TestRunner::deterministic();
    let cases = (sum(), steps());
    for _ in 0..2000 {
        let (instance, steps) = cases.new_tree(&mut runner).expect("cases can always be made").current();
        check(&instance, &steps, &mut given);
    }
    assert!(given.left_out > 500 && given.weaker > 500, "{} and {}", given.left_out, given.weaker);
}
