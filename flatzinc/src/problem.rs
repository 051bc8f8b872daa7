//! Problems: a file of FlatZinc as a model, with its objective and output.

use std::collections::BTreeMap;

use residua::model::{ConstraintId, IntVar, Model, Solution};
use residua::search::Search;
use residua::store::Relation;

use crate::bounds::Bounds;
use crate::entity::{Bool, Entity, Int};
use crate::error::FlatZincError;
use crate::floats::{self, Scales, decimal};
use crate::json::with_program;
use crate::objective::Objective;
use crate::output::Output;
use crate::search::Plan;
use crate::shown::Shown;
use crate::syntax::{Goal, Program, Value};
use crate::trace::{Term, Trace};
use crate::translate::{Translation, Use};

/// A problem that was read from FlatZinc.
///
/// ```
/// use residua_flatzinc::Problem;
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
/// # Ok::<(), residua_flatzinc::FlatZincError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// The variables and constraints.
    pub model: Model,
    /// The objective.
    pub objective: Objective,
    /// Notes to the reader: what was ignored, and which default bounds were assumed.
    pub notes: Vec<String>,
    /// The seed of random orders that the file asks for: 0, where it is not set.
    pub seed: u64,
    pub(super) plan: Plan,
    /// The variables that the file does not define by others.
    pub(super) free: Vec<IntVar>,
    outputs: Vec<Output>,
    shown: Vec<IntVar>,
    assumptions: Vec<(String, ConstraintId)>,
    /// By atom: the variable that is 1 where the atom is true.
    truths: BTreeMap<(usize, Relation, i32), IntVar>,
    is_declared: bool,
    invented: Vec<IntVar>,
    is_optimum_bounded: bool,
    /// The scale of the objective, where that is a floating-point number.
    parts: Option<i64>,
}

impl Problem {
    /// Reads a file of FlatZinc, or of [FlatZinc JSON](crate::json).
    ///
    /// # Errors
    /// What is wrong with it, or not supported, with its place.
    pub fn read(text: &str) -> Result<Problem, FlatZincError> {
        with_program(text, |program| {
            let (program, scales) = floats::without(text, program)?;
            Self::of(text, (&program, scales), Use::Solve).map(|(problem, _)| problem)
        })
    }

    /// Reads a file, with a trace of the parts of the problem. Each of its constraints is one of the model, but for definitions of
    /// variables that the compiler introduced.
    ///
    /// ```
    /// use residua_flatzinc::Problem;
    ///
    /// let text = "\
    /// var 1..3: X_INTRODUCED_0_;
    /// var 1..3: X_INTRODUCED_1_;
    /// array [1..2] of var int: x :: output_array([0..1]) = [X_INTRODUCED_0_, X_INTRODUCED_1_];
    /// constraint int_lt(X_INTRODUCED_0_, X_INTRODUCED_1_) :: mzn_constraint_name(\"in order\");
    /// solve satisfy;
    /// ";
    /// let (problem, trace) = Problem::read_traced(text)?;
    /// let (id, constraint) = problem.model.constraints().next().expect("one");
    /// let statement = trace.statement(id).expect("it stands in the file");
    /// assert_eq!((statement.line, statement.label.as_deref()), (4, Some("in order")));
    /// assert_eq!(problem.model.show(&**constraint).to_string(), "x[0] < x[1]");
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    pub fn read_traced(text: &str) -> Result<(Problem, Trace), FlatZincError> {
        with_program(text, |program| {
            let (program, scales) = floats::without(text, program)?;
            let (problem, translation) = Self::of(text, (&program, scales), Use::Inspect)?;
            let trace = Trace::new(text, &program, &translation, problem.model.constraints().len());
            Ok((problem, trace))
        })
    }

    /// Reads a file, with a trace, for relaxing constraints: bounds of variables without bounds follow from the constraints that stay, by
    /// their numbers among [the file's](Trace::statements), and from no others. So no constraint that may go is part of a domain; but more
    /// default bounds may have to be assumed.
    ///
    /// ```
    /// use residua_flatzinc::Problem;
    ///
    /// let text = "var int: x;\nconstraint int_le(1,x);\nconstraint int_le(x,9);\nsolve satisfy;\n";
    /// let (problem, _) = Problem::read_to_relax(text, |number| number == 0)?;
    /// let x = problem.model.vars().next().expect("one");
    /// assert_eq!(problem.model.domain(x).to_string(), "1..500000000");
    /// assert!(!Problem::read(text)?.is_declared());
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    ///
    /// # Errors
    /// As of [`read`](Self::read); also that without what the others say values are too large for a constraint.
    pub fn read_to_relax(
        text: &str,
        stays: impl Fn(usize) -> bool,
    ) -> Result<(Problem, Trace), FlatZincError> {
        with_program(text, |program| {
            let (program, scales) = floats::without(text, program)?;
            let bounds = Bounds::of_some(&program, &stays);
            let (problem, translation) = Self::translated(
                &program,
                Translation::within(text, (&program, scales), Some(bounds), Use::Inspect, true)?,
            )?;
            let trace = Trace::new(text, &program, &translation, problem.model.constraints().len());
            Ok((problem, trace))
        })
    }

    fn of<'a>(
        text: &'a str,
        (program, scales): (&Program<'a>, Scales<'a>),
        use_of: Use,
    ) -> Result<(Problem, Translation<'a>), FlatZincError> {
        Self::translated(program, Translation::of(text, (program, scales), use_of)?)
    }

    fn translated<'a>(
        program: &Program<'a>,
        mut translation: Translation<'a>,
    ) -> Result<(Problem, Translation<'a>), FlatZincError> {
        let is_default = |var: &IntVar| translation.invented.has(*var);
        let invented: Vec<IntVar> = translation.model.vars().filter(is_default).collect();
        let is_optimum_bounded = invented.is_empty() || translation.tries_all_better(program)?;
        let objective = |value| {
            let int = translation.int(value, program.solve.at)?;
            Ok(translation.objective(program, value, int))
        };
        let objective = match &program.solve.goal {
            Goal::Satisfy => Objective::Satisfy,
            Goal::Minimize(value) => Objective::Minimize(objective(value)?),
            Goal::Maximize(value) => Objective::Maximize(objective(value)?),
        };
        let mut outputs = Vec::new();
        for declaration in &program.declarations {
            outputs.extend(Output::of(declaration, &translation)?);
        }
        let shown = shown(&outputs, program.solve.at, &mut translation)?;
        let plan = Plan::of(&program.solve.annotations, program.solve.at, &translation)?;
        let mut notes = std::mem::take(&mut translation.notes);
        notes.extend(plan.notes.iter().cloned());
        let mut free = free_vars(program, &translation)?;
        if let Goal::Minimize(value) | Goal::Maximize(value) = &program.solve.goal
            && let Int::Wide(wide) = translation.int(value, program.solve.at)?
        {
            // It is what a sum is, whose variables are decided.
            free.retain(|var| wide.vars().all(|part| part != *var));
        }
        let problem = Problem {
            model: std::mem::take(&mut translation.model),
            objective,
            notes,
            seed: 0,
            plan,
            free,
            outputs,
            shown,
            assumptions: std::mem::take(&mut translation.assumptions),
            truths: std::mem::take(&mut translation.truths),
            is_declared: translation.bounds.is_none(),
            invented,
            is_optimum_bounded,
            parts: translation.scales.of_objective(),
        };
        Ok((problem, translation))
    }

    /// Whether no default bound was assumed for a variable: only then no solution is missed.
    ///
    /// Variables of which neither the file nor its constraints say how great or small they can be have only values of 32 bits, of which
    /// the notes tell. Where that may leave out solutions, a search that ends without one has not shown that there is none, and one that
    /// ends has not shown that the solutions found are all, nor that the best of them
    /// [is the best of all](Self::is_optimum_bounded).
    ///
    /// ```
    /// use residua_flatzinc::Problem;
    ///
    /// let of = |constraint: &str| format!("var int: x;\nvar 1..9: y;\nconstraint {constraint};\nsolve satisfy;");
    /// let problem = Problem::read(&of("int_times(y,y,x)"))?;
    /// assert!(problem.is_bounded(), "x is at most 81");
    /// let problem = Problem::read(&of("int_le(y,x)"))?;
    /// assert!(!problem.is_bounded());
    /// assert_eq!(problem.notes, ["x has no bounds: only values from 1 to 500000000 are tried"]);
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn is_bounded(&self) -> bool {
        self.invented.is_empty()
    }

    /// The variables for which a default bound was assumed. What holds [without constraints on these](Model::forgetting) holds in all
    /// solutions.
    pub fn invented(&self) -> &[IntVar] {
        &self.invented
    }

    /// Whether all domains are those of the declarations: otherwise the domains of variables without bounds, or with very
    /// many values, include what the constraints imply.
    pub fn is_declared(&self) -> bool {
        self.is_declared
    }

    /// Whether the best solution that a search finds is optimal: whether no solution that is as good as any found, or better,
    /// is beyond the default bounds.
    pub fn is_optimum_bounded(&self) -> bool {
        self.is_optimum_bounded
    }

    /// The assumptions of the file (`fzn_assume`): their names there, and the constraints of the model that they are true. If there is no
    /// solution, [`Model::conflict`] finds which of these clash.
    ///
    /// ```
    /// use residua_flatzinc::Problem;
    /// use residua::search::Limits;
    ///
    /// let text = "\
    /// var 1..9: x;
    /// var bool: low;
    /// var bool: odd;
    /// var bool: high;
    /// constraint int_le_reif(x, 3, low);
    /// constraint int_le_reif(6, x, high);
    /// constraint fzn_assume([low, odd, high]);
    /// solve satisfy;
    /// ";
    /// let problem = Problem::read(text)?;
    /// let assumptions = problem.assumptions();
    /// let is_assumed = |id| assumptions.iter().any(|(_, assumed)| *assumed == id);
    /// let clash = problem.model.conflict(is_assumed, &Limits::none()).expect("no limit").expect("no solution");
    /// let names = clash.iter().filter_map(|id| assumptions.iter().find(|(_, assumed)| assumed == id));
    /// assert_eq!(names.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["low", "high"]);
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn assumptions(&self) -> &[(String, ConstraintId)] {
        &self.assumptions
    }

    /// Prints a solution to `out`, as MiniZinc expects it: the lines of the output, and one of dashes.
    pub fn print(&self, solution: &Solution, out: &mut String) {
        for output in &self.outputs {
            output.write(solution, out);
        }
        out.push_str("----------\n");
    }

    /// What the output shows of a solution: names with their values.
    ///
    /// ```
    /// use residua_flatzinc::{Problem, Shown};
    ///
    /// let text = "\
    /// var 1..1: x :: output_var;
    /// array [1..2] of var int: both :: output_array([0..1]) = [x, 7];
    /// solve satisfy;
    /// ";
    /// let problem = Problem::read(text)?;
    /// let solution = problem.model.solve().expect("there is one");
    /// let both = Shown::Array(vec![(0, 1)], vec![Shown::Int(1), Shown::Int(7)]);
    /// assert_eq!(problem.values(&solution).collect::<Vec<_>>(), [("x", Shown::Int(1)), ("both", both)]);
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn values<'a>(&'a self, solution: &'a Solution) -> impl Iterator<Item = (&'a str, Shown)> {
        self.outputs.iter().map(move |output| (output.name(), output.value(solution)))
    }

    /// A search for the solutions that are printed differently, each once.
    pub fn each_once<'a>(&self, search: Search<'a>) -> Search<'a> {
        // In the order in which the search takes variables without an annotation.
        let shown: Vec<IntVar> = self.shown.iter().rev().copied().collect();
        search.project(&shown)
    }

    /// The scale of the [objective](Self::objective), where that is a floating-point number in the file: the objective
    /// is this many times its value there.
    ///
    /// ```
    /// use residua_flatzinc::{Objective, Problem};
    ///
    /// let text = "\
    /// var 0..1: x;
    /// var float: real;
    /// var float: cost;
    /// constraint int2float(x, real);
    /// constraint float_lin_eq([0.5, -1.0], [real, cost], -0.25);
    /// solve maximize cost;
    /// ";
    /// let problem = Problem::read(text)?;
    /// assert_eq!(problem.objective_parts(), Some(4));
    /// let Objective::Maximize(objective) = &problem.objective else { panic!("it is maximised") };
    /// let best = problem.search(false).maximize(objective.clone()).expect("the problem's own").last();
    /// assert_eq!(best.map(|(value, _)| problem.show_objective(value)), Some("0.75".to_owned()));
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn objective_parts(&self) -> Option<i64> {
        self.parts
    }

    /// A value of the objective as the file has it, as data.
    pub fn objective_value(&self, value: i64) -> Shown {
        Shown::of_number(value, self.parts)
    }

    /// A value of the objective as the file has it.
    pub fn show_objective(&self, value: i64) -> String {
        self.parts.map_or_else(|| value.to_string(), |parts| decimal(value, parts))
    }

    /// The terms of the output: names, those of an array's elements with their indices, and what these denote, in terms of the
    /// variables [that it depends on](Self::shown). Sets, which are constants, have none.
    pub fn terms(&self) -> Vec<(String, Term)> {
        let mut terms = Vec::new();
        for output in &self.outputs {
            let ints = output.ints().iter().map(|&int| Term::from(int));
            let bools = output.bools().iter().map(|&bool| self.shown_as(bool));
            terms.extend(ints.chain(bools).enumerate().map(|(at, term)| (output.shown_name_of(at), term)));
        }
        terms
    }

    /// A Boolean in terms of the variables that the output depends on.
    fn shown_as(&self, bool: Bool) -> Term {
        let Bool::Atom(atom) = bool else { return bool.into() };
        if self.shown.binary_search_by_key(&atom.var().index(), |var| var.index()).is_ok() {
            return bool.into();
        }
        let truth = self.truths.get(&(atom.var().index(), atom.relation(), atom.value()));
        truth.map_or_else(|| bool.into(), |truth| Term::Atom(truth.is(1)))
    }

    /// The variables that determine the output: they have the same values in two solutions exactly where these are printed equally. They
    /// are those that the output shows, and for what it shows as true or false, variables that are 1 where it is true.
    pub fn shown(&self) -> &[IntVar] {
        &self.shown
    }
}

/// Variables that have the same values exactly where the outputs are the same, each once.
fn shown(
    outputs: &[Output],
    at: usize,
    translation: &mut Translation<'_>,
) -> Result<Vec<IntVar>, FlatZincError> {
    let mut is_shown = vec![false; translation.model.vars().len()];
    let mut vars = Vec::new();
    for &int in outputs.iter().flat_map(Output::ints) {
        for var in Entity::Int(int).vars() {
            if !std::mem::replace(&mut is_shown[var.index()], true) {
                vars.push(var);
            }
        }
    }
    for output in outputs {
        for (at_element, &bool) in output.bools().iter().enumerate() {
            // The truth of an atom follows from a value that is shown.
            if let Bool::Atom(atom) = bool
                && !is_shown[atom.var().index()]
                && let Int::View(view) =
                    translation.truth_called(bool, Some(&output.name_of(at_element)), at)?
            {
                vars.push(view.var);
            }
        }
    }
    vars.sort_unstable_by_key(|var| var.index());
    vars.dedup();
    Ok(vars)
}

/// The variables that are not noted to be defined by others.
fn free_vars<'a>(program: &Program<'a>, translation: &Translation<'a>) -> Result<Vec<IntVar>, FlatZincError> {
    let mut vars = Vec::new();
    for item in &program.declarations {
        let is_defined = item.annotations.contains(&Value::Name("is_defined_var"));
        if item.is_var && item.value.is_none() && !is_defined {
            vars.extend(translation.entity(&Value::Name(item.name), item.at)?.vars());
        }
    }
    Ok(vars)
}
