//! The order of decisions of a search for open values: those that no solution has confirmed yet, as many as possible at once.

use crate::domain::Domain;
use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::Brancher;
use crate::store::Domains;

/// Domains of more values are intersected, range by range.
const LISTED: u64 = 64;

/// Decides the variable with the fewest values left, open values first.
#[derive(Clone, Debug)]
pub(super) struct Steered {
    pub(super) vars: Vec<IntVar>,
    /// By position: the values that no solution has confirmed.
    pub(super) open: Vec<Domain>,
}

impl Brancher for Steered {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let undecided = self.vars.iter().zip(&self.open).filter(|(var, _)| solver.value(**var).is_none());
        // Open values are decided while there is still a choice.
        let wish = |var: IntVar, open: &Domain| match open.size() {
            ..=LISTED => open.iter().find(|&value| solver.contains(var, value)),
            _ => open.intersect(&Solver::domain(solver, var)).min(),
        };
        let order =
            |(var, open): &(&IntVar, &Domain)| (wish(**var, open).is_none(), Solver::size(solver, **var));
        let (&var, open) = undecided.min_by_key(order)?;
        let wished = wish(var, open);
        Some(var.is(wished.unwrap_or_else(|| Solver::min(solver, var))))
    }
}
