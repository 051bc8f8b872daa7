//! Models with many dead ends, for the tests of searches that learn from them.

use std::sync::Arc;

use proptest::prelude::*;
use residua::constraints::{
    Consistency, Constraint, Expr, all_different, any_of, clause, eq, in_set, le, ne, sum, table,
};
use residua::model::{IntAtom, IntVar, Model};
use residua::store::Relation;

use crate::catalogue::consistency;

/// A model with many dead ends: every variable has the first few multiples of `step` as values, and perhaps one far from these, so that
/// the same constraints are over narrow domains and over wide ones, with holes and without.
#[derive(Clone, Debug)]
pub(crate) struct Tangle {
    step: i32,
    far: Option<i32>,
    sizes: Vec<i32>,
    parts: Vec<Part>,
}

/// Variables by number, values as multiples of the step.
#[derive(Clone, Debug)]
enum Part {
    Differ(usize, usize, i32),
    Before(usize, usize, i32),
    Sum(Vec<(usize, i32)>, Relation, i32),
    Clause(Vec<(usize, Relation, i32)>),
    /// Of the variables from there on: in a circle, or all.
    AllDifferent(usize, usize, Option<Consistency>),
    /// Where the first has the value, the second has one of those whose bit is set.
    Within(usize, i32, usize, u32),
    /// The pairs of values whose bit is set.
    Pairs(usize, usize, u32),
}

impl Tangle {
    fn assignments(&self) -> usize {
        self.sizes.iter().map(|&size| size as usize + usize::from(self.far.is_some())).product()
    }

    pub(crate) fn model(&self) -> Model {
        let mut model = Model::new();
        let values =
            |size: i32| (0..size).map(|value| value * self.step).chain(self.far).collect::<Vec<i32>>();
        let xs: Vec<IntVar> = self.sizes.iter().map(|&size| model.int_var(values(size))).collect();
        for part in &self.parts {
            let _ = model.post(self.constraint(part, &xs)).expect("the values are small");
        }
        model
    }

    fn constraint(&self, part: &Part, xs: &[IntVar]) -> Arc<dyn Constraint> {
        let x = |var: usize| xs[var % xs.len()];
        let chosen = |bits: u32| (0..5).filter(move |bit| bits >> bit & 1 == 1);
        match part {
            &Part::Differ(a, b, by) => ne(x(a), x(b) + by * self.step).into_shared(),
            &Part::Before(a, b, by) => le(x(a) + by * self.step, x(b)).into_shared(),
            Part::Sum(terms, relation, total) => {
                let left: Expr = sum(terms.iter().map(|&(var, factor)| x(var) * factor));
                let right = total * self.step;
                match relation {
                    Relation::Eq => eq(left, right).into_shared(),
                    Relation::Ne => ne(left, right).into_shared(),
                    Relation::Le => le(left, right).into_shared(),
                    Relation::Ge => le(right, left).into_shared(),
                }
            }
            Part::Clause(atoms) => {
                let atom = |&(var, relation, value)| IntAtom::new(x(var), relation, value * self.step);
                Arc::new(clause(atoms.iter().map(atom)))
            }
            &Part::AllDifferent(from, many, consistency) => {
                let scope = (from..from + many.min(xs.len())).map(x).collect::<Vec<IntVar>>();
                let constraint = all_different(scope);
                Arc::new(consistency.map_or(constraint.clone(), |own| constraint.at(own)))
            }
            &Part::Within(a, value, b, bits) => {
                let values: Vec<i32> = chosen(bits).map(|value| value * self.step).collect();
                let is_not = ne(x(a), value * self.step).into_shared();
                any_of([is_not, Arc::new(in_set(x(b), values))]).into_shared()
            }
            &Part::Pairs(a, b, bits) => {
                let pair = |at: i32| [at / 5 * self.step, at % 5 * self.step];
                let tuples: Vec<[i32; 2]> = (0..25).filter(|at| bits >> at & 1 == 1).map(pair).collect();
                Arc::new(table([x(a), x(b)], tuples))
            }
        }
    }
}

fn relation() -> impl Strategy<Value = Relation> {
    prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge])
}

fn part() -> impl Strategy<Value = Part> {
    let var = 0..8usize;
    let atom = (var.clone(), relation(), 0..5i32);
    let consistency = prop::option::of(consistency());
    prop_oneof![
        4 => (var.clone(), var.clone(), -1..=1i32).prop_map(|(a, b, by)| Part::Differ(a, b, by)),
        1 => (var.clone(), var.clone(), 0..=1i32).prop_map(|(a, b, by)| Part::Before(a, b, by)),
        3 => (prop::collection::vec((var.clone(), prop::sample::select(vec![1, 1, 2, -1, -2])), 2..=5), relation(), -2..=12i32)
            .prop_map(|(terms, relation, total)| Part::Sum(terms, relation, total)),
        4 => prop::collection::vec(atom, 2..=4).prop_map(Part::Clause),
        1 => (var.clone(), 2..=6usize, consistency).prop_map(|(from, many, at)| Part::AllDifferent(from, many, at)),
        3 => (var.clone(), 0..5i32, var.clone(), 1..31u32).prop_map(|(a, value, b, bits)| Part::Within(a, value, b, bits)),
        2 => (var.clone(), var, any::<u32>()).prop_map(|(a, b, bits)| Part::Pairs(a, b, bits)),
    ]
}

/// Few variables of several values, as many variables as values, or many of two.
pub(crate) fn tangle() -> impl Strategy<Value = Tangle> {
    let mixed = prop::collection::vec(2..=5i32, 3..=6);
    let square = (3..=5i32).prop_map(|size| vec![size; size as usize]);
    let sizes = prop_oneof![4 => mixed, 2 => square, 2 => prop::collection::vec(2..=3i32, 6..=8)];
    let step = prop_oneof![3 => Just((1, None)), 2 => Just((30, None)), 1 => Just((3000, None)), 1 => Just((1, Some(5000)))];
    (step, sizes, prop::collection::vec(part(), 3..=9))
        .prop_map(|((step, far), sizes, parts)| Tangle { step, far, sizes, parts })
        .prop_filter("few assignments", |tangle| tangle.assignments() <= 3200)
}

/// Two-valued variables, clauses and sums that leave many solutions and many dead ends between them.
pub(crate) fn thicket() -> impl Strategy<Value = Tangle> {
    let atom = (0..12usize, relation(), 0..2i32);
    let clause = prop::collection::vec(atom, 3..=4).prop_map(Part::Clause);
    let term = (0..12usize, Just(1));
    let sum = (prop::collection::vec(term, 4..=6), relation(), 1..=3i32)
        .prop_map(|(terms, relation, total)| Part::Sum(terms, relation, total));
    let parts = prop::collection::vec(prop_oneof![6 => clause, 2 => sum, 1 => part()], 5..=28);
    (7..=12usize, parts).prop_map(|(vars, parts)| Tangle { step: 1, far: None, sizes: vec![2; vars], parts })
}
