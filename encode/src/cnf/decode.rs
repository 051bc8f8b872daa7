//! Decoding of a SAT solver's answer into a solution of the model.

use residua::model::Solution;

use crate::answer::{Answer, AnswerError, checked, literals, truths};
use crate::cnf::Cnf;

impl Cnf {
    /// Decodes the answer of a SAT solver for these clauses, in any of the [forms](literals) that such programs print, into a solution of
    /// the model.
    ///
    /// ```
    /// use residua::constraints::ne;
    /// use residua_encode::answer::Answer;
    /// use residua_encode::cnf::{AtMostOne, cnf};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=2));
    /// model.post(ne(x, y))?;
    /// let formula = cnf(&model, AtMostOne::BySize)?;
    /// let Answer::Solution(solution) = formula.decode("s SATISFIABLE\nv 1 -2 -3 4 0\n")? else { panic!() };
    /// assert_eq!((solution[x], solution[y]), (1, 2));
    /// let error = formula.decode("s SATISFIABLE\nv 1 -2 3 -4 0\n").unwrap_err();
    /// assert_eq!(error.to_string(), "not a solution: it violates clause 5, -1 -3 0");
    /// assert_eq!(formula.decode("s UNSATISFIABLE\n"), Ok(Answer::None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] with its place if it is in no such form; or if what is said to be a solution violates a clause or a
    /// constraint.
    pub fn decode(&self, answer: &str) -> Result<Answer<Solution>, AnswerError> {
        literals(answer)?.try_map(|literals| self.solution(&literals))
    }

    /// Adds a clause that a solution of the model does not satisfy, and every other one does: for the next of them.
    ///
    /// # Panics
    /// If the solution is one of a model with other domains.
    pub fn exclude(&mut self, solution: &Solution) {
        let values = self.model.vars().zip(solution.values());
        let literals = values.filter(|(var, _)| !self.model.domain(*var).is_fixed()).map(|(var, &value)| {
            let literal = self.literal(var, value);
            -literal.expect("a solution has a value of each domain")
        });
        let clause: Vec<i32> = literals.collect();
        self.clauses.add_if(None, clause);
    }

    /// The solution in which these literals are true, if it is one.
    ///
    /// # Errors
    /// [`AnswerError::Wrong`] with the clause, or the constraint, that is violated.
    pub fn solution(&self, literals: &[i32]) -> Result<Solution, AnswerError> {
        let truth = truths(literals, self.vars())?;
        let is_true = |literal: i32| truth[literal.unsigned_abs() as usize] == Some(literal > 0);
        for (number, clause) in (1..).zip(self.clauses()) {
            if !clause.iter().any(|&literal| is_true(literal)) {
                let shown: Vec<String> = clause.iter().chain([&0]).map(i32::to_string).collect();
                return Err(AnswerError::Wrong(format!("it violates clause {number}, {}", shown.join(" "))));
            }
        }
        let values = self.model.vars().zip(&self.firsts).map(|(var, &first)| {
            let mut values = self.model.domain(var).iter().zip(first..);
            let value = values.find(|&(_, literal)| is_true(literal));
            value
                .map(|(value, _)| value.into())
                .ok_or_else(|| AnswerError::Wrong(format!("{} has no value", self.model.name(var))))
        });
        checked(&self.model, &values.collect::<Result<Vec<i64>, _>>()?)
    }
}
