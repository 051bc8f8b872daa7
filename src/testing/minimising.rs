//! Test oracle for minimisation by a search that learns: each solution is better than the one before, the nogoods hold for all better
//! solutions, and the last one is optimal.

use crate::model::IntVar;
use crate::search::Status;
use crate::testing::Mistake;
use crate::testing::learning::Trial;

impl Trial<'_> {
    /// Looks for the least value of one of the variables.
    pub(super) fn minimising(mut self, seed: u64) -> Result<(), Mistake> {
        let vars: Vec<IntVar> = self.model.vars().collect();
        if vars.is_empty() {
            return Ok(());
        }
        let objective = vars[(seed % vars.len() as u64) as usize];
        let name = self.model.name(objective);
        self.search.minimise(objective);
        let mut best = None;
        while self.advance()? {
            let value = self.solver.min(objective);
            if best.is_some_and(|best| value >= best) {
                return Err(Mistake(format!("{name} = {value} is not better than {best:?}")));
            }
            best = Some(value);
            let is_worse = |solution: &&Vec<i32>| solution[objective.index()] >= value;
            self.passed.extend(self.expected.iter().filter(is_worse).cloned());
            self.search.require(objective.at_most(value - 1).into());
        }
        let least = self.expected.iter().map(|solution| solution[objective.index()]).min();
        if best != least || self.search.status() != Some(Status::Exhausted) {
            return Err(Mistake(format!("the least value of {name} is {least:?}, and {best:?} was found")));
        }
        Ok(())
    }
}
