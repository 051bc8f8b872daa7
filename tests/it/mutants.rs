//! Promise: the oracles can fail. Each wrong implementation here is rejected by the oracle that is responsible for
//! it.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{
    Comparator, Condition, Consistency, Constraint, Linear, Simplified, Statement, how_many,
};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, Options};
use residua::search::Learning;
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::check_constraint;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::catalogue::{Definition, Instance, Promise, Term};
use crate::kinds::Kind;
use crate::walk::{Step, bunches};
use crate::{claims, consistency, explanation, minimal, simplify, soundness};

/// The fault of an implementation of `x < y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing: the oracles accept it.
    None,
    /// It removes a value too many.
    TakesTooMuch,
    /// It never propagates one of the two bounds.
    TakesTooLittle,
    /// It does nothing until both are fixed, and then does not fail where they are equal.
    AcceptsEqual,
    /// It claims to be at its fixpoint after half of the work.
    ClaimsFixpoint,
    /// It claims to be entailed when it is not.
    ClaimsEntailed,
    /// It never claims to be entailed.
    NeverEntailed,
    /// Its explanations are empty.
    ExplainsNothing,
    /// It explains by the wrong bound.
    ExplainsWrongly,
    /// It explains by what becomes true only afterwards.
    ExplainsByTheFuture,
    /// It adds a premise of the other side that says nothing about the asked bound.
    ExplainsTooMuch,
    /// It adds the variable's own older bound.
    ExplainsByItself,
    /// It explains by the bound that there was, where a weaker one suffices.
    ExplainsTooStrongly,
    /// It explains by a bound that is too weak by one.
    ExplainsTooWeakly,
    /// It explains what it posted last, instead of what is asked.
    ExplainsTheLatest,
    /// It is simplified to entailed where bounds only touch.
    SimplifiesTooMuch,
    /// It is simplified to violated where it may still hold.
    SimplifiesToNothing,
    /// The events that it wakes on do not suffice.
    Sleeps,
    /// It fails where bounds only touch.
    FailsTooEarly,
    /// Its scope has one of its two variables.
    Scope,
    /// Mapped, it keeps one of its own views.
    Mapping,
    /// Mapped, it is another constraint than before.
    MapsToAnother,
    /// It states `x ≤ y`.
    States,
    /// It is simplified to itself again and again.
    SimplifiesForever,
}

/// `x < y`, with the fault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wrong<V = IntVar> {
    pub(crate) fault: Fault,
    pub(crate) x: View<V>,
    pub(crate) y: View<V>,
    /// The bound of `x` at the last run: not for explanations.
    pub(crate) latest: i32,
}

impl Constraint for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn scope(&self) -> Vec<IntView> {
        if self.fault == Fault::Scope { vec![self.x] } else { vec![self.x, self.y] }
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        value(self.x) < value(self.y)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (x, y) = (to.view(self.x), to.view(self.y));
        to.add(Wrong { fault: self.fault, x, y, latest: 0 });
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let slip = i32::from(self.fault == Fault::SimplifiesTooMuch);
        if self.fault == Fault::SimplifiesForever {
            return Simplified::Into(vec![Arc::new(self.clone())]);
        }
        if self.x.max(domains) < self.y.min(domains) + slip {
            Simplified::Entailed
        } else if self.x.min(domains) >= self.y.max(domains) || self.fault == Fault::SimplifiesToNothing {
            Simplified::Violated
        } else {
            Simplified::Unchanged
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        match self.fault {
            Fault::Mapping => Arc::new(Wrong { x: to(self.x), ..self.clone() }),
            Fault::MapsToAnother => {
                Arc::new(Wrong { fault: Fault::None, x: to(self.x), y: to(self.y), latest: 0 })
            }
            fault => Arc::new(Wrong { fault, x: to(self.x), y: to(self.y), latest: 0 }),
        }
    }

    fn statement(&self) -> Option<Statement> {
        let slack = i64::from(self.fault != Fault::States);
        Linear::between(self.x, Comparator::Le, self.y, -slack).map(Statement::Linear)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{} < {}", name(self.x), name(self.y))
    }
}

impl Propagator for Wrong<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        let wanted = if self.fault == Fault::Sleeps { Events::NONE } else { Events::BOUNDS };
        events.on_all(&[self.x, self.y], wanted);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (x, y) = (self.x, self.y);
        let why = store.because(0);
        if self.fault == Fault::AcceptsEqual {
            let (Some(a), Some(b)) = (x.value(store), y.value(store)) else { return Ok(Outcome::Again) };
            if a == b {
                return Ok(Outcome::Entailed);
            }
        }
        if self.fault == Fault::FailsTooEarly && x.max(store) == y.min(store) {
            return Err(store.contradiction(why));
        }
        let slip = i32::from(self.fault == Fault::TakesTooMuch);
        self.latest = x.min(store);
        let changed = y.set_min(store, x.min(store) + 1 + slip, why)?;
        match self.fault {
            Fault::TakesTooLittle if y.value(store).is_none() => return Ok(Outcome::Again),
            Fault::ClaimsFixpoint if changed => return Ok(Outcome::Fixpoint),
            Fault::ClaimsEntailed => return Ok(Outcome::Entailed),
            _ => {}
        }
        let _ = x.set_max(store, y.max(store) - 1, why)?;
        let settled = x.max(store) < y.min(store) && self.fault != Fault::NeverEntailed;
        Ok(if settled { Outcome::Entailed } else { Outcome::Again })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let var = match request {
            ExplainRequest::Atom(atom) => atom.var(),
            ExplainRequest::Emptied(var) => var,
            ExplainRequest::Failure => return,
        };
        let ExplainRequest::Atom(atom) = request else { return };
        let slip = match self.fault {
            Fault::ExplainsNothing => return,
            Fault::ExplainsTooWeakly => 1,
            _ => 0,
        };
        if var == self.y.var {
            let weakest = self.y.low_implying(atom).map_or(i64::MIN, |low| low - 1 - slip);
            out.extend(match self.fault {
                Fault::ExplainsWrongly => self.x.at_most(self.x.max(past)),
                Fault::ExplainsByTheFuture => self.y.at_least(self.y.min(past) + 1),
                Fault::ExplainsTooStrongly => self.x.at_least(self.x.min(past)),
                Fault::ExplainsTheLatest => self.x.at_least(self.latest),
                _ => self.x.at_least(weakest),
            });
            match self.fault {
                Fault::ExplainsTooMuch => out.extend(self.x.at_most(self.x.max(past))),
                Fault::ExplainsByItself => out.extend(self.y.at_least(self.y.min(past))),
                _ => {}
            }
        } else {
            out.extend(self.x.high_implying(atom).and_then(|high| self.y.at_most(high + 1 + slip)));
        }
    }
}

/// `x < y` of the first two variables, implemented with that fault.
impl Definition for Fault {
    fn kind(&self) -> Option<Kind> {
        None
    }

    fn terms(&self) -> Vec<Term> {
        Term::plain(2)
    }

    fn holds(&self, values: &[i64]) -> bool {
        values[0] < values[1]
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(Wrong { fault: *self, x: views[0], y: views[1], latest: 0 })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

/// Whether the oracle objects to some walk over `x < y` with that fault.
fn rejects(fault: Fault, oracle: impl Fn(&Instance, &[Step])) -> bool {
    let domains = vec![vec![0, 1, 2, 3], vec![0, 1, 2, 3]];
    let instance = Instance { domains, rows: vec![fault.into()] };
    let mut runner = TestRunner::deterministic();
    let walks = bunches();
    (0..100).any(|_| {
        let walk = walks.new_tree(&mut runner).expect("walks can always be made").current();
        catch_unwind(AssertUnwindSafe(|| oracle(&instance, &walk))).is_err()
    })
}

/// Which oracles object to that fault, by name.
fn rejecting(fault: Fault) -> Vec<&'static str> {
    let plain = Options::default().merge_equal(false);
    let order = (VariableOrder::Input, ValueOrder::Descending);
    let checking = plain.check_claims(true);
    let mut by = Vec::new();
    let mut ask =
        |name, oracle: &dyn Fn(&Instance, &[Step])| by.extend(rejects(fault, oracle).then_some(name));
    ask("soundness", &|instance, _| soundness::check_search(instance, plain, order));
    ask("consistency", &|instance, walk| consistency::check_walk(instance, plain, walk));
    ask("claims", &|instance, walk| claims::check(instance, checking, walk));
    ask("explanation", &|instance, walk| explanation::check(instance, plain, walk));
    ask("minimal", &|instance, walk| minimal::check(instance, plain, walk));
    ask("simplify", &|instance, _| {
        (0..=255).for_each(|mask| simplify::check(instance, &[mask & 15, mask >> 4]));
    });
    by
}

#[test]
fn every_fault_is_found() {
    assert_eq!(Consistency::default(), Consistency::Domain, "the faults are those of domain consistency");
    assert_eq!(rejecting(Fault::None), [""; 0]);
    for (fault, oracle) in [
        (Fault::TakesTooMuch, "soundness"),
        (Fault::TakesTooMuch, "consistency"),
        (Fault::TakesTooMuch, "explanation"),
        (Fault::TakesTooLittle, "consistency"),
        (Fault::AcceptsEqual, "soundness"),
        (Fault::AcceptsEqual, "consistency"),
        (Fault::AcceptsEqual, "claims"),
        (Fault::ClaimsFixpoint, "claims"),
        (Fault::ClaimsEntailed, "claims"),
        (Fault::ClaimsEntailed, "soundness"),
        (Fault::NeverEntailed, "claims"),
        (Fault::ExplainsNothing, "explanation"),
        (Fault::ExplainsWrongly, "explanation"),
        (Fault::ExplainsByTheFuture, "explanation"),
        (Fault::ExplainsTooMuch, "minimal"),
        (Fault::ExplainsByItself, "minimal"),
        (Fault::ExplainsTooStrongly, "minimal"),
        (Fault::ExplainsTooWeakly, "explanation"),
        (Fault::ExplainsTheLatest, "minimal"),
        (Fault::SimplifiesTooMuch, "simplify"),
        (Fault::SimplifiesToNothing, "simplify"),
        (Fault::Sleeps, "consistency"),
    ] {
        let by = rejecting(fault);
        assert!(by.contains(&oracle), "{fault:?} is found by {by:?}, and not by {oracle}");
    }
}

/// `x < y` with that fault, and the expected messages.
fn reported(fault: Fault) -> Result<(), String> {
    let mut model = Model::new();
    let (x, y) = (model.named_var("x", 0..=3), model.named_var("y", 0..=3));
    check_constraint(&model, Wrong { fault, x: x.view(), y: y.view(), latest: 0 })
        .map_err(|mistake| mistake.to_string())
}

/// Each mistake that a custom constraint may have is reported by a message of its own.
#[test]
fn every_fault_is_reported() {
    assert_eq!(reported(Fault::None), Ok(()));
    for (fault, part) in [
        (Fault::TakesTooMuch, "removed too much: x = "),
        (Fault::AcceptsEqual, "claimed that the constraint is entailed: x = "),
        (Fault::ClaimsFixpoint, "claimed Fixpoint, and found more when it was run again"),
        (Fault::ClaimsEntailed, "claimed that the constraint is entailed: x = "),
        (Fault::ExplainsNothing, "by nothing, which does not imply it: x = "),
        (Fault::ExplainsWrongly, "which does not imply it: x = "),
        (Fault::ExplainsByTheFuture, "which was not true before"),
        (Fault::ExplainsTooWeakly, "which does not imply it: x = "),
        (Fault::SimplifiesTooMuch, "it is simplified to entailed, which is wrong for x = "),
        (Fault::SimplifiesToNothing, "it is simplified to violated, which is wrong for x = "),
        (Fault::SimplifiesForever, "it is simplified without an end"),
        (Fault::Sleeps, "is it woken by all of its scope?"),
        (Fault::FailsTooEarly, "failed: x = "),
        (Fault::Scope, "its checker asks for y, which is not in its scope"),
        (Fault::Mapping, "is each view mapped?"),
        (Fault::MapsToAnother, "it is not equal to itself"),
        (Fault::States, "its statement accepts x = 0, y = 0, which its checker refuses"),
    ] {
        let reported = reported(fault).err().unwrap_or_default();
        assert!(reported.starts_with("x < y: ") && reported.contains(part), "{fault:?}: {reported}");
    }
}

/// In a search, the first faulty run panics with the same messages, also in one that learns, where more is known of a condition.
#[test]
fn a_search_that_is_checked_reports_them_too() {
    for fault in [
        Fault::TakesTooMuch,
        Fault::AcceptsEqual,
        Fault::ClaimsFixpoint,
        Fault::ClaimsEntailed,
        Fault::ExplainsNothing,
        Fault::ExplainsWrongly,
        Fault::ExplainsByTheFuture,
        Fault::Sleeps,
        Fault::FailsTooEarly,
        Fault::Scope,
    ] {
        assert!(is_found_by_search(fault, Learning::Off, false), "{fault:?} is not found");
        assert!(is_found_by_search(fault, Learning::On, false), "{fault:?} is not found while learning");
        let is_caught_in_conditions =
            matches!(fault, Fault::TakesTooMuch | Fault::ExplainsNothing | Fault::FailsTooEarly);
        if is_caught_in_conditions {
            assert!(is_found_by_search(fault, Learning::On, true), "{fault:?} is not found in a condition");
        }
    }
    for is_condition in [false, true] {
        assert!(!is_found_by_search(Fault::None, Learning::On, is_condition));
    }
}

/// Whether some search that is checked panics, of a model with `x < y`, or with `x < y` or `x = 0`.
fn is_found_by_search(fault: Fault, learning: Learning, is_condition: bool) -> bool {
    let mut model = Model::new();
    let (x, y) = (model.named_var("x", 0..=3), model.named_var("y", 0..=3));
    let wrong = Wrong { fault, x: x.view(), y: y.view(), latest: 0 };
    let posted = if is_condition {
        model.post(how_many([Condition::new(Arc::new(wrong)), x.eq(0)]).ge(1))
    } else {
        model.post(wrong)
    };
    let _ = posted.expect("the model's own variables");
    let checking = Options::default().check_claims(true).record(true);
    let panics = |vars: [IntVar; 2], values: ValueOrder| {
        let search = || {
            let search = model.search().options(checking).learn(learning);
            search.branch(&vars, VariableOrder::Input, values).solutions().count()
        };
        catch_unwind(AssertUnwindSafe(search)).is_err()
    };
    let values = [ValueOrder::Ascending, ValueOrder::Descending];
    values.into_iter().any(|values| panics([x, y], values) || panics([y, x], values))
}
