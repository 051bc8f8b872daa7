//! Values in the direction of an objective: variables that a minimum wants to be large get their greatest value first.
//!
//! A search for a maximum of `x + y` that tries the least values first finds each of its values as an improvement.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraints::{Call, Expr};
use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::{Brancher, Ordered};
use crate::store::VarId;

/// The decisions of an order that tries the least value first; for some variables it is the greatest.
#[derive(Clone, Debug)]
pub(in crate::search) struct TowardObjective {
    order: Ordered<IntVar>,
    large: BTreeSet<IntVar>,
}

impl TowardObjective {
    /// The decisions of `order`, with the greatest value first for the variables in `large`.
    pub(in crate::search) fn new(order: Ordered<IntVar>, large: BTreeSet<IntVar>) -> TowardObjective {
        TowardObjective { order, large }
    }
}

/// The variables that a search for the least value of an expression wants to be large, as far as sums, maxima, minima and choices show that.
pub(in crate::search) fn wants_large(objective: &Expr) -> BTreeSet<IntVar> {
    let mut weights = BTreeMap::new();
    weigh(objective, 1, &mut weights);
    weights.into_iter().filter(|&(_, weight)| weight < 0).map(|(var, _)| var).collect()
}

fn weigh(expression: &Expr, factor: i64, weights: &mut BTreeMap<IntVar, i64>) {
    let Some(addends) = expression.addends() else { return };
    for (weight, var) in addends.vars {
        let of_var = weights.entry(var).or_default();
        *of_var = of_var.saturating_add(weight.saturating_mul(factor));
    }
    for (weight, call) in expression.calls() {
        let factor = factor.saturating_mul(*weight);
        match &**call {
            Call::Extremum { terms, .. } => terms.iter().for_each(|term| weigh(term, factor, weights)),
            Call::Element { entries, .. } => entries.iter().for_each(|entry| weigh(entry, factor, weights)),
            Call::IfElse { then, or, .. } => {
                weigh(then, factor, weights);
                weigh(or, factor, weights);
            }
            Call::Arithmetic(..) | Call::HowMany(_) => {}
        }
    }
}

impl Brancher for TowardObjective {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let decision = self.order.choose(solver)?;
        let var = decision.var();
        Some(if self.large.contains(&var) { var.is(solver.max(var)) } else { decision })
    }

    fn start(&mut self, solver: &mut Solver) {
        self.order.start(solver);
    }

    fn wants_failed_scopes(&self) -> bool {
        self.order.wants_failed_scopes()
    }

    fn failed_scope(&mut self, scope: &[VarId]) {
        self.order.failed_scope(scope);
    }

    fn on_restart(&mut self) {
        self.order.on_restart();
    }

    fn on_backjump(&mut self, level: usize) {
        self.order.on_backjump(level);
    }

    fn wants_modified(&self) -> bool {
        self.order.wants_modified()
    }

    fn modified(&mut self, var: VarId) {
        self.order.modified(var);
    }
}
