//! A custom constraint, `|x - y| ≥ gap`, from outside the crate: transmitters that stand near each other need
//! frequencies that are far apart. `cargo run --release --example custom_constraint`

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use residua::constraints::{Comparator, Linear, Simplified, Statement};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::prelude::*;
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua_encode::prolog::goals;

/// Over a model's variables it is the constraint; over an engine's, since it keeps no state, its propagator too.
#[derive(Clone, Debug, PartialEq)]
struct Apart<V>(View<V>, View<V>, u16);

impl Constraint for Apart<IntVar> {
    fn name(&self) -> &'static str {
        "apart"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.0, self.1]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        value(self.0).abs_diff(value(self.1)) >= u64::from(self.2)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Apart(to.view(self.0), to.view(self.1), self.2));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if self.is_entailed(domains) { Simplified::Entailed } else { Simplified::Unchanged }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Apart(to(self.0), to(self.1), self.2))
    }

    /// Without this it would be printed as `apart(x, y)`.
    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "|{} - ({})| ≥ {}", name(self.0), name(self.1), self.2)
    }

    /// With this, models that have it can be encoded for other programs.
    fn statement(&self) -> Option<Statement> {
        let beyond = |x: IntView, y: IntView| Linear::between(x, Comparator::Ge, y, self.2.into());
        let either = [beyond(self.0, self.1)?, beyond(self.1, self.0)?];
        Some(Statement::Any(either.map(Statement::Linear).into()))
    }
}

impl<V: Copy> Apart<V> {
    /// Whether one of the two lies wholly beyond the other.
    fn is_entailed(&self, domains: &(impl Domains<V> + ?Sized)) -> bool {
        let below = |x: View<V>, y: View<V>| {
            i64::from(x.max(domains)) + i64::from(self.2) <= i64::from(y.min(domains))
        };
        below(self.0, self.1) || below(self.1, self.0)
    }
}

impl Apart<VarId> {
    /// Removes from `x` what is too near to every value of `y`: what is more than its greatest less the gap, and less
    /// than its least plus the gap.
    fn prune(&self, store: &mut Store, x: View, y: View) -> Result<(), Failure> {
        let gap = i64::from(self.2);
        let low = (i64::from(y.max(store)) - gap + 1).max(x.min(store).into());
        let high = (i64::from(y.min(store)) + gap - 1).min(x.max(store).into());
        let why = store.because(u32::from(x == self.1));
        (low..=high).try_for_each(|value| x.remove(store, value as i32, why).map(|_| ()))
    }
}

impl Propagator for Apart<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.0, self.1], Events::BOUNDS);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        self.prune(store, self.0, self.1)?;
        self.prune(store, self.1, self.0)?;
        Ok(if self.is_entailed(store) { Outcome::Entailed } else { Outcome::Again })
    }

    /// The payload says which side lost a value; the bounds of the other side are why.
    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let other = if payload == 0 { self.1 } else { self.0 };
        out.extend(other.at_least(other.min(past)));
        out.extend(other.at_most(other.max(past)));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new();
    let masts = ["north", "east", "south", "west"].map(|name| model.named_var(name, 1..=7));
    for (i, j, gap) in [(0, 1, 3), (1, 2, 3), (2, 3, 3), (3, 0, 3), (0, 2, 2), (1, 3, 1)] {
        model.post(Apart(masts[i].into(), masts[j].into(), gap))?;
    }
    for solution in model.solutions() {
        println!("{:?}", masts.map(|mast| solution[mast]));
    }
    print!("for SWI-Prolog:\n{}", goals(&model)?);
    let mut solver = Solver::new(&model, Options::default().record(true));
    let asked = masts[1].is_not(4);
    if solver.assume(masts[0].is(4)).is_ok() && solver.propagate().is_ok() {
        println!("north = 4 leaves east in {}", solver.domain(masts[1]));
    }
    if let Some(step) = solver.explain(asked) {
        let because: Vec<String> = step.premises.iter().map(|&atom| model.name_atom(atom)).collect();
        println!("{}, because {}", model.name_atom(asked), because.join(" and "));
    }
    Ok(())
}
