//! Possible values of variables under assumptions, as an interactive configurator offers them after each choice.

use crate::domain::Domain;
use crate::model::{IntAtom, IntVar, Model};
use crate::search::incremental::{AssumptionResult, IncrementalSearch};
use crate::search::limit::{Limit, Limits};

impl IncrementalSearch {
    /// For each of these variables, the values that it has in solutions in which all assumptions hold, each proved by one. All are empty if
    /// there is no such solution: [`satisfy`](Self::satisfy) says which of the assumptions clash.
    ///
    /// What one question has learned serves the next one. Time is limited for all searches that it takes together, nodes and failures
    /// for each of them.
    ///
    /// ```
    /// use residua::constraints::{Connect, in_set};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [frame, wheels, brakes] = ["frame", "wheels", "brakes"].map(|name| model.named_var(name, 0..=2));
    /// model.post(frame.is(2).implies(in_set(wheels, [1, 2])))?;
    /// model.post(wheels.is(1).implies(brakes.is_not(0)))?;
    /// model.post(wheels.is(2).iff(brakes.is(2)))?;
    /// let mut asked = model.search().incremental();
    /// let mut offer = |choices: &[_]| asked.possible(&[frame, wheels, brakes], choices).expect("nothing is limited");
    /// let shown = |offer: Vec<residua::domain::Domain>| offer.iter().map(ToString::to_string).collect::<Vec<_>>();
    /// assert_eq!(shown(offer(&[])), ["0..2", "0..2", "0..2"]);
    /// assert_eq!(shown(offer(&[frame.is(2)])), ["2", "1 2", "1 2"]);
    /// assert_eq!(shown(offer(&[frame.is(2), brakes.is_not(2)])), ["2", "1", "1"]);
    /// assert!(offer(&[frame.is(2), wheels.is(0)]).iter().all(|values| values.is_empty()));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached. The same question again goes on with what was learned so far.
    ///
    /// # Panics
    /// If a variable is one of another model.
    ///
    /// # Complexity
    /// At most one search for each variable, and one for each value that is possible; a solution proves a value of every variable.
    pub fn possible(&mut self, vars: &[IntVar], assumptions: &[IntAtom]) -> Result<Vec<Domain>, Limit> {
        let limits = self.limits().clone();
        let deadline = limits.deadline();
        // By place among the variables: the values found so far.
        let mut found: Vec<Domain> = vec![Domain::empty(); vars.len()];
        let mut next = 0;
        let answer = loop {
            let mut goals = assumptions.to_vec();
            if let (Some(var), Some(values)) = (vars.get(next), found.get(next)) {
                goals.extend(values.iter().map(|value| var.is_not(value)));
            }
            self.limit_to(deadline.left());
            match self.satisfy(&goals) {
                Ok(AssumptionResult::Solution(solution)) => {
                    for (values, &var) in found.iter_mut().zip(vars) {
                        *values = values.union(&Domain::from(solution[var]));
                    }
                }
                Ok(AssumptionResult::Core(_)) => next += 1,
                Err(limit) => break Err(limit),
            }
            if next >= vars.len() || found[next].is_empty() {
                break Ok(());
            }
        };
        self.limit_to(limits);
        answer.map(|()| found)
    }
}

impl Model {
    /// For each of these variables, the values that it has in solutions in which all assumptions hold. For several questions, ask
    /// [`IncrementalSearch::possible`], which keeps what it learns.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    /// use residua::search::Limits;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 1..=3);
    /// model.post(all_different(&xs))?;
    /// let left = model.possible(&xs[1..], &[xs[0].at_least(3)], &Limits::none()).expect("nothing is limited");
    /// assert_eq!(left.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1 2", "1 2"]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    ///
    /// # Panics
    /// If a variable is one of another model.
    pub fn possible(
        &self,
        vars: &[IntVar],
        assumptions: &[IntAtom],
        limits: &Limits,
    ) -> Result<Vec<Domain>, Limit> {
        self.search().limits(limits.clone()).incremental().possible(vars, assumptions)
    }
}
