//! Search by the annotations of a file, and an order for what they leave open.

use residua::model::{IntVar, Model};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Restarts, Search};

use crate::objective::Objective;
use crate::problem::Problem;

/// How a search starts over that the file leaves free, in the order of dom/wdeg after the last conflict: its runs get longer fast, so that
/// a proof costs a few times as much at most. With runs of Luby's lengths two of five proofs were lost on models of the MiniZinc Challenge.
const RESTARTS: Restarts = Restarts::Geometric { base: 1.5, scale: 100 };

impl Problem {
    /// A search by the annotations of the file: what they do not decide comes last, first of that variables that
    /// the file does not define by others. With `free`, or where no annotation decides anything, the annotations are ignored but for
    /// values to be tried first, the order is that of dom/wdeg with the last conflict first, and the search may restart.
    ///
    /// The objective is decided after everything else, its best value first.
    ///
    /// Once it learns, it takes the decisions of the annotations; with `free`, and in an optimisation, these and its own in turn, from one
    /// restart to the next.
    ///
    /// ```
    /// use residua_flatzinc::{Objective, Problem};
    ///
    /// let text = "\
    /// var 1..9: x :: output_var;
    /// var 1..9: y :: output_var;
    /// constraint int_lin_le([1,1],[x,y],11);
    /// solve :: int_search([y,x],input_order,indomain_max,complete) maximize x;
    /// ";
    /// let problem = Problem::read(text)?;
    /// let first = problem.search(false).solutions().next().expect("there are many");
    /// let mut printed = String::new();
    /// problem.print(&first, &mut printed);
    /// assert_eq!(printed, "x = 2;\ny = 9;\n----------\n");
    /// let Objective::Maximize(objective) = &problem.objective else { panic!("it is maximised") };
    /// let better = problem.search(false).maximize(objective.clone()).expect("the problem's own");
    /// assert_eq!(better.last().map(|(value, _)| value), Some(9));
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn search(&self, free: bool) -> Search<'_> {
        self.search_of(&self.model, free)
    }

    /// A [search](Self::search) of a model that was made from this one: with more constraints, or other names.
    pub fn search_of<'m>(&self, model: &'m Model, free: bool) -> Search<'m> {
        match (self.plan.decides_nothing(), free) {
            (true, _) => self.depth_first(model, true),
            (false, true) => self.depth_first(model, true).learn_with(self.depth_first(model, false)),
            // Whoever asks for a solution may mean the first in the order of the annotations.
            (false, false) if matches!(self.objective, Objective::Satisfy) => {
                self.depth_first(model, false).follow_branchers()
            }
            (false, false) => self.depth_first(model, false),
        }
    }

    /// The search as it is until it learns.
    fn depth_first<'m>(&self, model: &'m Model, free: bool) -> Search<'m> {
        let free = free || self.plan.decides_nothing();
        let mut search = self.plan.guess(model.search());
        search = if free { search } else { self.plan.decide(search, self.seed) };
        let restarts = self.plan.restarts.or(free.then_some(RESTARTS));
        search = search.restarts(restarts);
        let order = if free { VariableOrder::DomWdeg } else { VariableOrder::FirstFail };
        let (objective, values) = match &self.objective {
            Objective::Satisfy => (None, ValueOrder::Ascending),
            Objective::Minimize(objective) => (objective.as_view(), ValueOrder::Ascending),
            Objective::Maximize(objective) => (objective.as_view(), ValueOrder::Descending),
        };
        let mut is_elsewhere = vec![false; model.vars().len()];
        let objective: Vec<IntVar> = objective.iter().map(|view| view.var).collect();
        let (up, down) = self.objective_vars();
        let is_sum = !up.is_empty() || !down.is_empty();
        let objective: Vec<IntVar> = objective.into_iter().filter(|_| !is_sum).collect();
        for var in objective.iter().chain(&up).chain(&down) {
            is_elsewhere[var.index()] = true;
        }
        let mut next = |vars: &mut dyn Iterator<Item = IntVar>| -> Vec<IntVar> {
            vars.filter(|var| !std::mem::replace(&mut is_elsewhere[var.index()], true)).collect()
        };
        // Among equals the last one is first, as Gecode does it, in whose order MiniZinc's own tests expect solutions.
        let free_vars = next(&mut self.free.iter().rev().copied());
        let defined = next(&mut model.vars().rev());
        let ordered = |vars: &[IntVar]| {
            let ordered = Ordered::new(vars, order, ValueOrder::Ascending);
            if free { ordered.last_conflict() } else { ordered }
        };
        let last = |vars: &[IntVar], values| Ordered::new(vars, VariableOrder::Input, values);
        search
            .lastly(ordered(&free_vars))
            .lastly(last(&up, ValueOrder::Descending))
            .lastly(last(&down, ValueOrder::Ascending))
            .lastly(ordered(&defined))
            .lastly(last(&objective, values))
    }

    /// For an objective that is not a single variable of 32 bits, but a sum: the variables whose greatest values are best, and those whose
    /// least are.
    fn objective_vars(&self) -> (Vec<IntVar>, Vec<IntVar>) {
        let (objective, sign) = match &self.objective {
            Objective::Maximize(objective) => (objective, 1),
            Objective::Minimize(objective) => (objective, -1),
            Objective::Satisfy => return Default::default(),
        };
        let is_sum = objective.as_view().is_none_or(|view| view.scale().abs() != 1);
        let addends = objective.addends().filter(|_| is_sum);
        let terms = addends.map(|addends| addends.vars).unwrap_or_default();
        let (up, down): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(factor, _)| factor * sign > 0);
        let vars = |terms: Vec<(i64, IntVar)>| terms.into_iter().map(|(_, var)| var).collect();
        (vars(up), vars(down))
    }
}
