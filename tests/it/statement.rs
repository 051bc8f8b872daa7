//! Promise: the statement of a constraint is what its checker accepts, and consequences of a statement are true with
//! it.

use proptest::prelude::*;
use residua::constraints::{Comparator, Constraint, Function, Linear, Simplified, Statement};
use residua::domain::Domain;
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, View};
use std::fmt;
use std::sync::Arc;

use crate::catalogue::{Forms, Instance, cases, single};
use crate::oracle;

fn holds(statement: &Statement, assignment: &[i32]) -> bool {
    statement.holds(&|view: IntView| view.apply(assignment[view.var.index()]))
}

fn check(instance: &Instance) {
    let model = instance.model();
    for ((_, constraint), row) in model.constraints().zip(&instance.rows) {
        let Some(statement) = constraint.statement() else {
            assert!(!row.is_stated(), "the catalogue states what it says");
            continue;
        };
        for assignment in oracle::assignments(&instance.domains) {
            assert_eq!(
                holds(&statement, &assignment),
                row.holds_for(&assignment),
                "{row:?} at {assignment:?}: {statement:?}"
            );
            let negated = statement.negated().expect("the views are small");
            assert_ne!(
                holds(&negated, &assignment),
                holds(&statement, &assignment),
                "{negated:?} is no negation"
            );
        }
    }
}

/// Factors and offsets of up to three variables, a comparator, a constant.
type Relation = (Vec<(usize, i32, i32)>, usize, i64);

fn relation() -> impl Strategy<Value = Relation> {
    let scale = prop_oneof![3 => Just(1), 3 => Just(-1), 1 => Just(2), 1 => Just(-2), 1 => Just(0)];
    (prop::collection::vec((0..3usize, scale, -1..=1i32), 0..=3), 0..6usize, -3..=3i64)
}

fn linear((terms, comparator, constant): &Relation, vars: &[IntVar]) -> Linear {
    use Comparator::{Eq, Ge, Gt, Le, Lt, Ne};
    let views = terms.iter().map(|&(var, scale, offset)| vars[var] * scale + offset);
    Linear::new(views, [Eq, Ne, Lt, Le, Gt, Ge][*comparator], *constant).expect("small")
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn says_what_the_checker_says(instance in single(Forms::All)) {
        check(&instance);
    }

    #[test]
    fn what_is_implied_is_true(first in relation(), second in relation()) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 3, -2..=2);
        let (first, second) = (linear(&first, &vars), linear(&second, &vars));
        let [first_holds, second_holds] = [first.clone(), second.clone()].map(|linear| {
            let statement = Statement::Linear(linear);
            let all = oracle::assignments(&vec![(-2..=2).collect(); 3]);
            all.iter().map(|a| holds(&statement, a)).collect::<Vec<bool>>()
        });
        if first.implies(&second) {
            prop_assert!(first_holds.iter().zip(&second_holds).all(|(first, second)| !first || *second));
        }
        prop_assert!(first.implies(&first));
        if let Some(truth) = first.truth() {
            prop_assert!(first_holds.iter().all(|&holds| holds == truth));
        }
    }
}

/// One sum stated in different forms is one statement.
#[test]
fn is_in_normal_form() -> Result<(), &'static str> {
    use Comparator::{Eq, Ge, Gt, Le, Lt, Ne};
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    let small = "the numbers are small";
    let less = Linear::between(x, Lt, y, 0).ok_or(small)?;
    for same in [
        Linear::between(y, Gt, x, 0),
        Linear::between(x + 1, Le, y, 0),
        Linear::between(x, Le, y, -1),
        Linear::new([x * 3, y * -3], Le, -1),
    ] {
        let same = same.ok_or(small)?;
        assert!(less.implies(&same) && same.implies(&less), "{same:?}");
    }
    for weaker in [Linear::between(y, Ne, x, 0), Linear::between(x, Le, y, 0)] {
        let weaker = weaker.ok_or(small)?;
        assert!(less.implies(&weaker) && !weaker.implies(&less), "{weaker:?}");
    }
    assert!(!less.implies(&Linear::between(x + 1, Ne, y, 0).ok_or(small)?));
    assert_eq!(Linear::new([x * 2, y * 4], Eq, 5).ok_or(small)?.truth(), Some(false));
    assert_eq!(Linear::between(x, Ge, x - 1, 0).ok_or(small)?.truth(), Some(true));
    Ok(())
}

/// Numbers at the ends of their type neither overflow nor reverse a statement.
#[test]
fn far_constants() {
    let mut model = Model::new();
    let x = model.int_var(0..=9);
    let mut stated = 0;
    for (comparator, constant, truth) in [
        (Comparator::Le, i64::MAX, true),
        (Comparator::Lt, i64::MIN, false),
        (Comparator::Gt, i64::MAX, false),
        (Comparator::Ge, i64::MIN, true),
        (Comparator::Ne, i64::MIN, true),
        (Comparator::Eq, i64::MAX, false),
    ] {
        for offset in [i32::MAX, 0, -i32::MAX] {
            let Some(linear) = Linear::new([x * 5 + offset], comparator, constant) else { continue };
            stated += 1;
            assert_eq!(linear.holds(&|_| 7), truth, "{comparator:?} {constant}");
        }
    }
    assert!(stated > 6, "{stated}");
    assert_eq!(Linear::new([x * 0], Comparator::Le, 0).and_then(|linear| linear.truth()), Some(true));
    assert_eq!(Linear::between(x + i32::MAX + i32::MAX, Comparator::Le, x, 0), None);
}

/// The statement of an [`Own`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `|x - y| ≥ 2`, of the first two views.
    Apart,
    /// One is in a set, or all differ.
    SomeInSetOrAllDiffer,
    /// All three: in a set, in order.
    AllInOrder,
    /// The sum is not 1.
    SumDiffers,
    /// Nothing.
    True,
    /// What cannot be satisfied.
    False,
    /// It has no statement.
    Mute,
    /// Its statement is about a variable that no model has.
    Foreign,
    /// A function of the first two is the third, or is not; or, if it is not alone, the first is 0.
    Function { function: Function, holds: bool, is_alone: bool },
}

/// A constraint from outside the catalogue, defined by its statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Own {
    pub(crate) kind: Kind,
    pub(crate) views: Vec<IntView>,
}

impl Own {
    pub(crate) const STATED: [Kind; 5] =
        [Kind::Apart, Kind::SomeInSetOrAllDiffer, Kind::AllInOrder, Kind::True, Kind::False];
}

impl Constraint for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.statement().is_none_or(|statement| statement.holds(value))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let views = to.views(&self.views);
        to.add(Late { own: self.clone(), views });
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Own { kind: self.kind, views: self.views.iter().map(|&x| to(x)).collect() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let names: Vec<String> = self.views.iter().map(|&x| name(x)).collect();
        write!(f, "own({})", names.join(", "))
    }

    fn statement(&self) -> Option<Statement> {
        let at_least = |x: IntView, y: IntView| {
            Statement::Linear(Linear::between(x, Comparator::Ge, y, 0).expect("the numbers are small"))
        };
        let member = |x: IntView| Statement::Member(x, Domain::from([-2, 0, 2]));
        let x = |i: usize| self.views[i];
        Some(match self.kind {
            Kind::Apart => Statement::Any(vec![at_least(x(0), x(1) + 2), at_least(x(1), x(0) + 2)]),
            Kind::SomeInSetOrAllDiffer => {
                let some = self.views.iter().map(|&x| Statement::All(vec![member(x), at_least(x, x - 1)]));
                let differ = Statement::AllDifferent(self.views.clone());
                Statement::All(vec![Statement::Any(some.chain([differ]).collect()), member(x(0) + 1)])
            }
            Kind::AllInOrder => {
                Statement::All(vec![member(x(0)), at_least(x(1), x(0)), at_least(x(2), x(1) * 2 + 1)])
            }
            Kind::SumDiffers => {
                let sum = Linear::new(self.views.iter().copied(), Comparator::Ne, 1);
                Statement::Linear(sum.expect("the numbers are small"))
            }
            Kind::True => Statement::Any(vec![Statement::All(Vec::new()), at_least(x(0), x(1))]),
            Kind::False => Statement::All(vec![member(x(0)), Statement::Any(Vec::new())]),
            Kind::Mute => return None,
            Kind::Function { function, holds, is_alone } => {
                let said = Statement::Function { function, arguments: [x(0), x(1)], result: x(2), holds };
                if is_alone {
                    said
                } else {
                    Statement::Any(vec![said, Statement::Member(x(0), Domain::from(0))])
                }
            }
            Kind::Foreign => Statement::Any(vec![member(Model::new().int_var(0).view())]),
        })
    }
}

/// Propagates nothing before all variables are fixed.
#[derive(Clone, Debug)]
struct Late {
    own: Own,
    /// What the views of the constraint are in the engine.
    views: Vec<View>,
}

impl Propagator for Late {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        if self.views.iter().any(|x| x.value(store).is_none()) {
            return Ok(Outcome::Fixpoint);
        }
        let values: Vec<i32> = self.views.iter().filter_map(|x| x.value(store)).collect();
        // What is asked for may be another view of a variable of the scope.
        let value = |x: IntView| {
            let at = self.own.views.iter().position(|own| own.var == x.var).expect("a variable of the scope");
            self.own.views[at].invert(values[at]).map_or(0, |value| x.apply(value))
        };
        let holds = self.own.check(&value);
        if holds { Ok(Outcome::Entailed) } else { Err(store.contradiction(why)) }
    }

    fn explain(&self, _: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        out.extend(self.views.iter().filter_map(|x| x.equals(x.value(past)?)));
    }
}
