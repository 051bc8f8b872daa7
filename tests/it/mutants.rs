//! Promise: the oracles can fail. Each wrong implementation here is rejected by the oracle whose business it is.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{Consistency, Constraint, Simplified};
use residua::engine::{Asked, Cost, Outcome, Poster, Propagator, Subscriptions};
use residua::model::Options;
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, View};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use crate::catalogue::{Instance, Row, Term};
use crate::walk::{Step, steps};
use crate::{claims, consistency, explanation, simplify, soundness};

/// What is wrong with an implementation of `x < y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing: the oracles accept it.
    None,
    /// It takes a value too many.
    TakesTooMuch,
    /// It never looks at one of the two bounds.
    TakesTooLittle,
    /// It does nothing until both are fixed, and then forgets to fail where they are equal.
    AcceptsEqual,
    /// It says that it is at its fixpoint after half of the work.
    ClaimsFixpoint,
    /// It says that it is entailed when it is not.
    ClaimsEntailed,
    /// It says that it never was.
    NeverEntailed,
    /// It explains by nothing.
    ExplainsNothing,
    /// It explains by the wrong bound.
    ExplainsWrongly,
    /// It explains by what is true only afterwards.
    ExplainsByTheFuture,
    /// It is called entailed where bounds only touch.
    SimplifiesTooMuch,
    /// It is called violated where it may still hold.
    SimplifiesToNothing,
    /// What it wakes on is not enough.
    Sleeps,
}

/// `x < y`, but for the fault.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wrong {
    pub(crate) fault: Fault,
    pub(crate) x: View,
    pub(crate) y: View,
}

impl Constraint for Wrong {
    fn name(&self) -> &'static str {
        "wrong"
    }

    fn scope(&self) -> Vec<View> {
        vec![self.x, self.y]
    }

    fn check(&self, value: &dyn Fn(View) -> i64) -> bool {
        value(self.x) < value(self.y)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (x, y) = (to.view(self.x), to.view(self.y));
        to.add(Wrong { fault: self.fault, x, y });
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains) -> Simplified {
        let slip = i32::from(self.fault == Fault::SimplifiesTooMuch);
        if self.x.max(domains) < self.y.min(domains) + slip {
            Simplified::Entailed
        } else if self.x.min(domains) >= self.y.max(domains) || self.fault == Fault::SimplifiesToNothing {
            Simplified::Violated
        } else {
            Simplified::Unchanged
        }
    }

    fn map(&self, to: &dyn Fn(View) -> View) -> Arc<dyn Constraint> {
        Arc::new(Wrong { fault: self.fault, x: to(self.x), y: to(self.y) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(View) -> String) -> fmt::Result {
        write!(f, "{} < {}", name(self.x), name(self.y))
    }
}

impl Propagator for Wrong {
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
        let slip = i32::from(self.fault == Fault::TakesTooMuch);
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

    fn explain(&self, asked: Asked, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let var = match asked {
            Asked::Atom(atom) => atom.var(),
            Asked::Emptied(var) => var,
            Asked::Failure => return,
        };
        asked.gone_before(past, out);
        let of_y = var == self.y.var;
        match self.fault {
            Fault::ExplainsNothing => out.clear(),
            Fault::ExplainsWrongly if of_y => out.extend(self.x.at_most(self.x.max(past))),
            Fault::ExplainsByTheFuture if of_y => out.extend(self.y.at_least(self.y.min(past) + 1)),
            _ if of_y => out.extend(self.x.at_least(self.x.min(past))),
            _ => out.extend(self.y.at_most(self.y.max(past))),
        }
    }
}

/// Whether the oracle objects to some walk over `x < y` with that fault.
fn rejects(fault: Fault, oracle: impl Fn(&Instance, &[Step])) -> bool {
    let term = |var| Term { var, scale: 1, offset: 0 };
    let domains = vec![vec![0, 1, 2, 3], vec![0, 1, 2, 3]];
    let instance = Instance { domains, rows: vec![Row::Wrong(fault, term(0), term(1))] };
    let mut runner = TestRunner::deterministic();
    let walks = steps();
    (0..100).any(|_| {
        let walk = walks.new_tree(&mut runner).expect("walks can always be made").current();
        catch_unwind(AssertUnwindSafe(|| oracle(&instance, &walk))).is_err()
    })
}

/// Which oracles object to that fault, by name.
fn rejecting(fault: Fault) -> Vec<&'static str> {
    let plain = Options { merge_equal: false, ..Options::default() };
    let order = (VariableOrder::Input, ValueOrder::Descending);
    let checking = Options { check_claims: true, ..plain };
    let mut by = Vec::new();
    let mut ask =
        |name, oracle: &dyn Fn(&Instance, &[Step])| by.extend(rejects(fault, oracle).then_some(name));
    ask("soundness", &|instance, _| soundness::check_search(instance, plain, order));
    ask("consistency", &|instance, walk| consistency::check_walk(instance, plain, walk));
    ask("claims", &|instance, walk| claims::check(instance, checking, walk));
    ask("explanation", &|instance, walk| explanation::check(instance, plain, walk));
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
        (Fault::SimplifiesTooMuch, "simplify"),
        (Fault::SimplifiesToNothing, "simplify"),
        (Fault::Sleeps, "consistency"),
    ] {
        let by = rejecting(fault);
        assert!(by.contains(&oracle), "{fault:?} is found by {by:?}, and not by {oracle}");
    }
}
