//! Start of a configured search: the engine that runs it, the branchers in their order, and the setup of the search that learns.

use crate::model::{IntVar, Options, Solver};
use crate::search::brancher::{Brancher, Ordered, TowardObjective, ValueOrder, VariableOrder};
use crate::search::usual::usual_order;
use crate::search::{DecisionPolicy, Dfs, Driver, Learning, LearningSetup, NetworkSearch, Search};

impl Search<'_> {
    /// A search by the general engine.
    pub(super) fn start(self) -> (Solver, Driver) {
        let (model, options, restarts, learning) = (self.model, self.options, self.restarts, self.learning);
        // The time to make the solver is part of the search.
        let deadline = self.limits.deadline();
        let (branchers, setup) = self.setup();
        if learning == Learning::On {
            let (solver, search) = setup.start(|| deadline.left());
            return (solver, Driver::Learning(Box::new(search)));
        }
        let solver = Solver::for_search(model, options);
        let dfs = Dfs::new(branchers, deadline.left()).restarting(restarts);
        let dfs = match &setup.projection {
            Some(projection) => dfs.project(projection),
            None => dfs,
        };
        (solver, setup.after(dfs, learning))
    }

    /// The branchers of the depth-first search, and the setup of the search that learns.
    pub(super) fn setup(self) -> (Vec<Box<dyn Brancher>>, LearningSetup) {
        let Search { model, options, mut branchers, last, projection, follows, later, large, .. } = self;
        let policy = match (follows, branchers.is_empty() && later.is_none()) {
            (true, _) => DecisionPolicy::Branchers,
            (false, true) => DecisionPolicy::Activity,
            (false, false) => DecisionPolicy::InTurn,
        };
        let toward = |order: Ordered| -> Box<dyn Brancher> {
            if large.is_empty() {
                Box::new(order)
            } else {
                Box::new(TowardObjective::new(order, large.clone()))
            }
        };
        let by = |order, vars: &[IntVar]| toward(Ordered::new(vars, order, ValueOrder::Ascending));
        branchers.extend(projection.iter().map(|projection| by(VariableOrder::FirstFail, projection.vars())));
        branchers.extend(last);
        let vars: Vec<IntVar> = model.vars().collect();
        let is_free = policy == DecisionPolicy::Activity;
        let order = if is_free { usual_order(model) } else { VariableOrder::FirstFail };
        let in_order = by(order, &vars);
        let fallback = if is_free { toward(DecisionPolicy::fallback_order(&vars)) } else { in_order.clone() };
        let while_learning =
            later.unwrap_or_else(|| branchers.clone()).into_iter().chain([fallback]).collect();
        branchers.push(in_order);
        let setup = LearningSetup {
            model: model.clone(),
            options,
            facts: Vec::new(),
            branchers: while_learning,
            policy,
            projection: projection.as_ref().map(|projection| projection.vars().to_vec()),
        };
        (branchers, setup)
    }

    /// A dense search of the model, if one fits and is expected to be faster.
    pub(super) fn dense(&self) -> Option<NetworkSearch> {
        let is_plain = self.branchers.is_empty()
            && self.options == Options::default()
            && self.projection.is_none()
            && self.learning != Learning::On;
        is_plain.then(|| self.engine.dense(self.model, &self.limits, self.learning)).flatten()
    }
}
