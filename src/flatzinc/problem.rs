//! A file of FlatZinc as a model, with what is asked of it and what is printed.

use crate::constraints::Expr;
use crate::flatzinc::error::FlatZincError;
use crate::flatzinc::output::Output;
use crate::flatzinc::syntax::{Goal, Program};
use crate::flatzinc::translate::Translation;
use crate::model::{IntVar, Model, Solution};

/// A problem that was read from FlatZinc.
///
/// ```
/// use residua::flatzinc::Problem;
///
/// let text = "\
/// var 1..5: x :: output_var;
/// var bool: b :: output_var;
/// array [1..2] of var int: both :: output_array([1..2]) = [x, 7];
/// constraint int_le_reif(4, x, b);
/// constraint bool_clause([b], []);
/// solve satisfy;
/// ";
/// let problem = Problem::read(text)?;
/// let mut printed = String::new();
/// for solution in problem.model.solutions() {
///     problem.print(&solution, &mut printed);
/// }
/// assert_eq!(printed, "\
/// x = 4;\nb = true;\nboth = [4,7];\n----------\nx = 5;\nb = true;\nboth = [5,7];\n----------\n");
/// assert_eq!(problem.model.vars().len(), 1, "b is the atom x ≥ 4");
/// # Ok::<(), residua::flatzinc::FlatZincError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// The variables and constraints.
    pub model: Model,
    /// What is asked.
    pub objective: Objective,
    /// What a reader should know: what was ignored, and which bounds were invented.
    pub notes: Vec<String>,
    outputs: Vec<Output>,
    is_bounded: bool,
    is_optimum_bounded: bool,
}

/// What is asked of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// Any solution.
    Satisfy,
    /// One in which this is least.
    Minimize(Expr),
    /// One in which this is greatest.
    Maximize(Expr),
}

impl Problem {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it, or not supported, with its place.
    pub fn read(text: &str) -> Result<Problem, FlatZincError> {
        let program = Program::parse(text)?;
        let translation = Translation::of(text, &program)?;
        let is_bounded = translation.invented.is_empty();
        let is_optimum_bounded = is_bounded || translation.tries_all_better(&program)?;
        let objective = match &program.solve.goal {
            Goal::Satisfy => Objective::Satisfy,
            Goal::Minimize(value) => Objective::Minimize(translation.int(value, program.solve.at)?.into()),
            Goal::Maximize(value) => Objective::Maximize(translation.int(value, program.solve.at)?.into()),
        };
        let mut outputs = Vec::new();
        for declaration in &program.declarations {
            outputs.extend(Output::of(declaration, &translation)?);
        }
        Ok(Problem {
            model: translation.model,
            objective,
            notes: translation.notes,
            outputs,
            is_bounded,
            is_optimum_bounded,
        })
    }

    /// Whether no bound of a variable was invented: only then no solution is missed.
    ///
    /// Variables of which neither the file nor its constraints say how great or small they can be have only values of 32 bits, of which
    /// the notes tell. Where that may leave out solutions, a search that ends without one has not shown that there is none, and one that
    /// ends has not shown that the solutions found are all, nor that the best of them
    /// [is the best of all](Self::is_optimum_bounded).
    ///
    /// ```
    /// use residua::flatzinc::Problem;
    ///
    /// let of = |constraint: &str| format!("var int: x;\nvar 1..9: y;\nconstraint {constraint};\nsolve satisfy;");
    /// let problem = Problem::read(&of("int_times(y,y,x)"))?;
    /// assert!(problem.is_bounded(), "x is at most 81");
    /// let problem = Problem::read(&of("int_le(y,x)"))?;
    /// assert!(!problem.is_bounded());
    /// assert_eq!(problem.notes, ["x has no bounds: only values from 1 to 1073741824 are tried"]);
    /// # Ok::<(), residua::flatzinc::FlatZincError>(())
    /// ```
    pub fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// Whether the best solution that a search finds is the best of all: whether no solution that is as good as any found, or better,
    /// is beyond the bounds that were invented.
    pub fn is_optimum_bounded(&self) -> bool {
        self.is_optimum_bounded
    }

    /// Adds a solution as a solver prints it: the lines of what is marked as output, and one of dashes.
    pub fn print(&self, solution: &Solution, out: &mut String) {
        for output in &self.outputs {
            output.write(solution, out);
        }
        out.push_str("----------\n");
    }

    /// The variables that the output shows, each once, in order.
    pub fn shown(&self) -> Vec<IntVar> {
        let mut vars: Vec<IntVar> = self.outputs.iter().flat_map(Output::vars).collect();
        vars.sort_unstable_by_key(|var| var.index());
        vars.dedup();
        vars
    }
}
