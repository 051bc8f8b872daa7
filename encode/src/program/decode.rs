//! Decoding of a linear program solver's answer into a solution of the model.

use std::collections::BTreeMap;

use residua::model::{IntVar, Solution};

use crate::answer::{Answer, AnswerError, Column, checked, columns};
use crate::program::Program;
use crate::program::rows::Sense;

impl Program {
    /// Decodes a solver's answer for the program, in any of the [forms](columns) that such programs print, into a solution of the model.
    ///
    /// A column that the answer does not name is 0, as CBC has it.
    ///
    /// ```
    /// use residua::constraints::ne;
    /// use residua_encode::answer::Answer;
    /// use residua_encode::program::Program;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=2));
    /// model.post(ne(x, y))?;
    /// let program = Program::new(&model)?;
    /// let highs = |x_1, y_1| format!(
    ///     "Model status\nOptimal\n\n# Primal solution values\nFeasible\n# Columns 4\nx_1 {x_1}\nx_2 0\ny_1 {y_1}\ny_2 1\n"
    /// );
    /// let Answer::Solution(solution) = program.decode(&highs(1, 0))? else { panic!() };
    /// assert_eq!((solution[x], solution[y]), (1, 2));
    /// let error = program.decode(&highs(1, 1)).unwrap_err();
    /// assert_eq!(error.to_string(), "not a solution: it violates row c2, where 2 is not 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] with its place if it is in no such form; or if what is said to be a solution violates a row, a bound or a
    /// constraint.
    pub fn decode(&self, answer: &str) -> Result<Answer<Solution>, AnswerError> {
        columns(answer)?.try_map(|values| self.solution(&values))
    }

    /// The solution with these values, if it is one.
    fn solution(&self, answer: &[(Column<'_>, i64)]) -> Result<Solution, AnswerError> {
        let names = self.names();
        let numbers: BTreeMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
        let (order, _) = self.order();
        let mut values: Vec<Option<i64>> = vec![None; names.len()];
        for &(column, value) in answer {
            let (known, shown) = match column {
                Column::Name(name) => (numbers.get(name).copied(), name.to_owned()),
                Column::Number(number) => {
                    let at = number.checked_sub(1).and_then(|at| order.get(at));
                    (at.map(|&at| at as usize), number.to_string())
                }
            };
            let known =
                known.ok_or_else(|| AnswerError::Wrong(format!("the program has no column {shown}")))?;
            if values[known].replace(value).is_some() {
                return Err(AnswerError::Wrong(format!("column {shown} has two values")));
            }
        }
        let values: Vec<i64> = values.into_iter().map(Option::unwrap_or_default).collect();
        self.check(&names, &values)?;
        let value = |var: IntVar| self.value(var, &values);
        checked(&self.model, &self.model.vars().map(value).collect::<Result<Vec<i64>, _>>()?)
    }

    /// Each bound and each row.
    fn check(&self, names: &[String], values: &[i64]) -> Result<(), AnswerError> {
        for ((name, value), (low, high)) in names.iter().zip(values).zip(self.rows.bounds()) {
            if !(low..=high).contains(&value) {
                let message = format!("column {name} has the value {value}, which is not in {low}..{high}");
                return Err(AnswerError::Wrong(message));
            }
        }
        for (number, row) in (1..).zip(self.rows.iter()) {
            let product =
                |&(factor, column): &(i64, u32)| i128::from(factor) * i128::from(values[column as usize]);
            let (sum, constant) = (row.terms.iter().map(product).sum::<i128>(), i128::from(row.constant));
            let (holds, relation) = match row.sense {
                Sense::AtMost => (sum <= constant, "at most "),
                Sense::Equal => (sum == constant, ""),
                Sense::AtLeast => (sum >= constant, "at least "),
            };
            if !holds {
                let message = format!("it violates row c{number}, where {sum} is not {relation}{constant}");
                return Err(AnswerError::Wrong(message));
            }
        }
        Ok(())
    }

    /// The value of a variable of the model.
    fn value(&self, var: IntVar, values: &[i64]) -> Result<i64, AnswerError> {
        if let Some(number) = self.columns.numbers[var.index()] {
            return Ok(values[number as usize]);
        }
        let first = self.columns.firsts[var.index()].into_iter().flat_map(|first| first as usize..);
        let chosen = self.model.domain(var).iter().zip(first).find(|&(_, column)| values[column] == 1);
        chosen
            .map(|(value, _)| value.into())
            .ok_or_else(|| AnswerError::Wrong(format!("{} has no value", self.model.name(var))))
    }
}
