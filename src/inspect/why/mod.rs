//! Step-wise explanations: why a value is gone, or a variable fixed, by steps of one constraint each, back to what was given.
//!
//! | file | does |
//! |---|---|
//! | `trace.rs` | follows the reasons back along the trail |
//! | `refute.rs` | assumes the opposite, where propagation does not suffice |
//! | `cases.rs` | chooses what to assume: a value, or a bound |
//! | `part.rs` | takes the constraints that are needed: all, or those of a conflict |
//! | `derivation.rs` | lists all steps as lines of a derivation |
//! | `minimal.rs` | leaves out what is not needed |
//! | `alone.rs` | tests whether a constraint by itself implies something |
//! | `technique.rs` | gives each step the name used by people who solve by hand |
//! | `text.rs` | prints it |
//!
//! | Promise | |
//! |---|---|
//! | Valid | each line follows from its premises by its constraint alone |
//! | Minimal | without any one line, the conclusion does not follow from the rest |
//! | Source | Bogaerts, Gamba & Guns, *A framework for step-wise explaining how to solve constraint satisfaction problems*, AIJ 300, 2021 |

mod alone;
mod cases;
mod derivation;
mod minimal;
mod part;
mod refute;
mod technique;
mod text;
mod trace;

use crate::inspect::why::alone::kept;
use crate::inspect::why::derivation::{By, Derivation};
use crate::model::{ConstraintId, IntAtom, Model, Solution};
use crate::search::{Deadline, Limit, Limits, Status};
use crate::store::Relation;

pub use crate::inspect::why::technique::Technique;

/// The answer to whether something holds in all solutions.
#[derive(Clone, Debug)]
pub enum Why {
    /// It holds, by this explanation.
    Because(Explanation),
    /// It does not hold: a solution in which it is false.
    Not(Solution),
}

/// An explanation: a derivation, whose lines each follow from earlier ones, the last being what was to be explained.
///
/// It has no lines if the variable's domain in the model implies it already. If the last line is a contradiction,
/// the model has no solution, and everything holds in all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The lines, each after its premises.
    pub lines: Vec<Line>,
    /// The limit that came before it was as small as it can be made: some of its lines may not be needed.
    pub stopped: Option<Limit>,
}

/// A line of an explanation: a step of reasoning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The conclusion; `None` is a contradiction.
    pub conclusion: Option<IntAtom>,
    /// The justification.
    pub justification: Justification,
    /// The lines that are its premises, ascending.
    pub premises: Vec<usize>,
    /// The innermost assumption that it is made under, as the number of its line; for an assumption, the one around
    /// it.
    pub under: Option<usize>,
    /// Whether it is obvious, and not printed: a variable does not have the value that another one has by a printed line, by
    /// an `all_different`, or by a `≠` that has no name.
    pub is_tacit: bool,
}

/// The justification of a line: how it follows from its premises.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Justification {
    /// By a constraint; the technique says how.
    Constraint(ConstraintId, Technique),
    /// The premises are about the same variable, and leave nothing else in its domain.
    Domain,
    /// It is assumed, to be refuted.
    Assumption,
    /// The assumption in that line led to a contradiction, which is the premise.
    Refutation(usize, Technique),
}

impl Line {
    /// The constraint that it follows by, if it is one.
    pub fn constraint(&self) -> Option<ConstraintId> {
        match self.justification {
            Justification::Constraint(id, _) => Some(id),
            _ => None,
        }
    }

    /// The name used by people who solve by hand.
    pub fn technique(&self) -> Technique {
        match self.justification {
            Justification::Constraint(_, technique) | Justification::Refutation(_, technique) => technique,
            Justification::Domain if self.conclusion.is_some_and(|atom| atom.relation() == Relation::Eq) => {
                Technique::NakedSingle
            }
            Justification::Domain => Technique::Domain,
            Justification::Assumption => Technique::Assumption,
        }
    }
}

impl Explanation {
    /// Whether it shows that the model has no solution.
    pub fn is_contradiction(&self) -> bool {
        self.lines.last().is_some_and(|line| line.conclusion.is_none())
    }

    /// The depth of nested assumptions: 0 where propagation suffices.
    pub fn depth(&self) -> usize {
        (0..self.lines.len()).map(|line| self.depth_of(line)).max().unwrap_or(0)
    }

    /// The number of assumptions that a line is made under; an assumption is made under itself.
    fn depth_of(&self, line: usize) -> usize {
        let own = usize::from(self.lines[line].justification == Justification::Assumption);
        let around = std::iter::successors(self.lines[line].under, |&above| self.lines[above].under);
        own + around.count()
    }
}

impl Model {
    /// Explains why `atom` holds in all solutions, or returns a solution in which it does not hold.
    ///
    /// If propagation shows it, the answer consists of its steps; otherwise, of the smallest refutation of the
    /// opposite that was found. If a limit comes after an answer was found, that may not be [minimal](Explanation::stopped).
    ///
    /// ```
    /// use residua::inspect::Why;
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = "1... ..2. .1.. ....".parse::<Puzzle>()?.model();
    /// let corner = model.vars().nth(9).expect("16 cells");
    /// let Why::Because(explanation) = model.why(corner.is(1), &Limits::default()).expect("no limit") else { panic!() };
    /// assert_eq!(explanation.display(&model).to_string(), "r3c2 = 1  given r3c2\n");
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Panics
    /// If it is an atom of another model.
    ///
    /// # Errors
    /// The limit that was reached. A node limit applies to each of its searches separately.
    pub fn why(&self, atom: IntAtom, limits: &Limits) -> Result<Why, Limit> {
        let deadline = &limits.deadline();
        let var = atom.var();
        let mut opposite = self.clone();
        opposite.set_domain(var, kept(self.domain(var), !atom));
        if opposite.domain(var).is_empty() {
            return Ok(Why::Because(Explanation::default()));
        }
        if let Some(solution) = opposite.first_solution(deadline)? {
            return Ok(Why::Not(solution));
        }
        Ok(Why::Because(self.explain(atom, deadline)?))
    }

    /// Explains why there is no solution; `None` if there is one. Unless that takes much search, it uses a minimal set of constraints.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn why_none(&self, limits: &Limits) -> Result<Option<Explanation>, Limit> {
        let deadline = &limits.deadline();
        if self.first_solution(deadline)?.is_some() {
            return Ok(None);
        }
        self.explain_none(deadline).map(Some)
    }

    fn first_solution(&self, deadline: &Deadline) -> Result<Option<Solution>, Limit> {
        let mut solutions = self.search().limits(deadline.left().solutions(None)).solutions();
        match (solutions.next(), solutions.status()) {
            (None, Some(Status::Stopped(limit))) => Err(limit),
            (solution, _) => Ok(solution),
        }
    }

    fn name_techniques(&self, derivation: &Derivation) -> Explanation {
        let line = |number: usize| {
            let node = &derivation.nodes[number];
            let premises: Vec<IntAtom> =
                node.premises.iter().filter_map(|&premise| derivation.nodes[premise].conclusion).collect();
            let justification = match node.by {
                By::Constraint(id) => Justification::Constraint(
                    id,
                    Technique::of_constraint(self, id, &premises, node.conclusion),
                ),
                By::Domain => Justification::Domain,
                By::Assumption => Justification::Assumption,
                By::Refutation(assumption) => Justification::Refutation(assumption, Technique::Refutation),
            };
            let premises = node.premises.clone();
            Line { conclusion: node.conclusion, justification, premises, under: node.under, is_tacit: false }
        };
        let lines = (0..derivation.nodes.len()).map(line).collect();
        let mut explanation = Explanation { lines, stopped: None };
        explanation.name_refutations();
        explanation.mark_tacit(self);
        explanation
    }
}
