//! Filtering by enumeration of all assignments: for constraints in which a variable occurs twice, where filtering that treats
//! views as if they were of different variables is too weak.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, where there are at most 4096 assignments of the variables that are open |
//! | Cost | the checker for each assignment, until every value has a support |
//! | Wakes on | any change |
//! | Explains | by all that the other variables have lost between their ends, and by their ends |

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::handle::IntView;
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};

/// More assignments than this are not gone through, nor variables whose ends are further apart.
const MOST: u64 = 4096;
const WIDEST: i64 = 1 << 17;

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Assignments {
    constraint: Arc<dyn Constraint>,
    /// The scope, each view with what it is in the engine.
    scope: Vec<(IntView, View)>,
    /// The variables, each once.
    vars: Vec<VarId>,
    /// Their values one after the other, each with whether it has a support.
    values: Vec<(i32, bool)>,
    /// By variable: where its values start, and where the one is that it has at the moment.
    places: Vec<(usize, usize)>,
}

/// Adds the propagator, if a variable occurs twice.
pub(super) fn post_if_repeated(constraint: impl Constraint + 'static, to: &mut Poster<'_>) {
    let scope: Vec<(IntView, View)> = constraint.scope().into_iter().map(|x| (x, to.view(x))).collect();
    let mut vars: Vec<VarId> = scope.iter().map(|(_, view)| view.var).collect();
    vars.sort_unstable();
    vars.dedup();
    if vars.len() < scope.len() {
        let (constraint, values, places) = (constraint.into_shared(), Vec::new(), Vec::new());
        to.add(Assignments { constraint, scope, vars, values, places });
    }
}

impl Assignments {
    /// Whether the constraint holds where each variable has the value of its place.
    fn holds(&self) -> bool {
        self.constraint.check(&|asked| {
            let place = self.scope.iter().position(|(own, _)| *own == asked);
            let view = self.scope[place.expect("invariant: a checker asks for views of its scope")].1;
            let at = self.vars.partition_point(|&var| var < view.var);
            view.apply(self.values[self.places[at].1].0)
        })
    }

    /// Where the values of a variable end.
    fn end(&self, at: usize) -> usize {
        self.places.get(at + 1).map_or(self.values.len(), |&(start, _)| start)
    }

    /// Goes to the next assignment, like a counter; `false` at the end.
    fn advance(&mut self) -> bool {
        for at in 0..self.vars.len() {
            let end = self.end(at);
            let (start, place) = &mut self.places[at];
            *place += 1;
            if *place < end {
                return true;
            }
            *place = *start;
        }
        false
    }

    /// Finds the values that have a support; whether every assignment is one.
    fn find_supports(&mut self) -> bool {
        let (mut missing, mut is_entailed) = (self.values.len(), true);
        loop {
            if self.holds() {
                for &(_, place) in &self.places {
                    missing -= usize::from(!std::mem::replace(&mut self.values[place].1, true));
                }
            } else {
                is_entailed = false;
            }
            if missing == 0 && !is_entailed || !self.advance() {
                return is_entailed;
            }
        }
    }
}

impl Propagator for Assignments {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.vars.iter().for_each(|&var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let width = |var: VarId| i64::from(store.max(var)) - i64::from(store.min(var));
        let count = self.vars.iter().map(|&var| store.size(var)).fold(1, u64::saturating_mul);
        if count > MOST || self.vars.iter().any(|&var| width(var) >= WIDEST) {
            return Ok(Outcome::Fixpoint);
        }
        self.values.clear();
        self.places.clear();
        for &var in &self.vars {
            self.places.push((self.values.len(), self.values.len()));
            self.values
                .extend(store.runs(var).flat_map(|(low, high)| low..=high).map(|value| (value, false)));
        }
        let is_entailed = self.find_supports();
        let why = store.because(0);
        for (at, &var) in self.vars.iter().enumerate() {
            let own = &self.values[self.places[at].0..self.end(at)];
            if own.iter().all(|(_, is_supported)| !is_supported) {
                return Err(store.refute(var, why));
            }
            for &(value, _) in own.iter().filter(|(_, is_supported)| !is_supported) {
                store.remove(var, value, why)?;
            }
        }
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let own = match request {
            ExplainRequest::Atom(atom) => Some(atom.var()),
            ExplainRequest::Emptied(var) => Some(var),
            ExplainRequest::Failure => None,
        };
        let start = past.start();
        for &var in self.vars.iter().filter(|&&var| Some(var) != own) {
            let (low, high) = (past.min(var), past.max(var));
            out.extend((low > start.min(var)).then(|| Atom::ge(var, low)));
            out.extend((high < start.max(var)).then(|| Atom::le(var, high)));
            let (known, left) = (start.domain(var), past.domain(var));
            let mut next = known.next_from(low);
            while let Some(value) = next.filter(|&value| value < high) {
                out.extend((!left.contains(value)).then(|| Atom::ne(var, value)));
                next = known.next_from(value + 1);
            }
        }
    }
}
