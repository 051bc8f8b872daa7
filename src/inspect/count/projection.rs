//! Projected model counting: solutions that agree in some of the variables count as one.
//!
//! Only the projected variables are branched on. Of a component that has none of them left it matters only whether it has a solution,
//! which a search decides: its factor is 1 or 0. All else is as in any count: components, their product, and the cache.
//!
//! | Promise | |
//! |---|---|
//! | Sound | each combination of values of the projected variables is counted once, and only if the rest can complete it |
//! | Cost | that of a count; a search wherever the projected variables are fixed, and propagation has not fixed the others; for the whole count at most twice that of an enumeration, too |
//! | Source | Aziz, Chu, Muise & Stuckey, *#∃SAT: Projected Model Counting*, SAT 2015 |

use crate::inspect::count::Counter;
use crate::inspect::count::beside::Beside;
use crate::inspect::count::frame::Part;
use crate::inspect::count::memo::{Key, Memo};
use crate::inspect::count::natural::Natural;
use crate::inspect::count::tally::Tally;
use crate::inspect::count::walk::Entered;
use crate::model::{IntVar, Model};
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::{Dfs, EngineChoice, Limits, Status};
use crate::store::VarId;

impl Counter {
    /// A projected counter for `model`, in which solutions that agree in `vars` count as one.
    ///
    /// # Panics
    /// If one is a variable of another model.
    pub(in crate::inspect) fn projected(model: &Model, vars: &[IntVar], limits: &Limits) -> Counter {
        let counter = Counter::with_engine(model, limits, EngineChoice::General);
        let mut counted = vec![false; counter.solver.store().vars()];
        for &var in vars {
            counted[counter.solver.view(var).var.index()] = true;
        }
        // Components that differ by names only may differ in what counts.
        let memo = Memo::new(false, counter.solver.store());
        Counter { counted: Some(counted), memo, beside: Some(Beside::new(model, vars)), ..counter }
    }

    /// Whether solutions that differ in this variable count as several.
    pub(super) fn counts(&self, var: VarId) -> bool {
        self.counted.as_ref().is_none_or(|counted| counted[var.index()])
    }

    /// Decides whether a component without projected variables has a solution.
    pub(super) fn settle(&mut self, key: Option<Key>, vars: Vec<VarId>) -> Entered {
        let names: Vec<IntVar> = vars.iter().map(|&var| self.solver.name(var)).collect();
        let order = Ordered::new(&names, VariableOrder::FirstFail, ValueOrder::Ascending);
        let limits = self.watchdog.left(&self.statistics).solutions(1);
        let mut dfs = Dfs::new(vec![Box::new(order)], limits);
        self.solver.push();
        let is_possible = dfs.advance(&mut self.solver);
        let (status, spent) = (dfs.status(), dfs.statistics());
        dfs.reset(&mut self.solver);
        self.solver.pop();
        self.add(&spent);
        if let (false, Some(Status::Stopped(limit))) = (is_possible, status) {
            self.stopped = Some(limit);
            return Entered::Unknown;
        }
        let total = if is_possible { Natural::ONE } else { Natural::ZERO };
        let tally = Tally { total, by_var_value: Vec::new() };
        if let Some(key) = key {
            self.memo.insert(key, &tally);
        }
        self.completed(spent.nodes);
        Entered::Known(Part { vars, tally })
    }
}
