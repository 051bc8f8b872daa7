//! Questions with their options.

use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::search::Learning;

/// The solutions of a puzzle, of clauses or a graph.
#[derive(Clone, Copy, Debug)]
pub struct Solve {
    /// Whether all are listed, up to `limit`.
    pub all: bool,
    /// How many are listed at most.
    pub limit: Option<u64>,
    /// The consistency that constraints enforce.
    pub consistency: Consistency,
    /// Whether the search learns from dead ends.
    pub learn: Learning,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Whether the statistics of the search are part of the text.
    pub stats: bool,
    /// Whether text lists all rules that are left of a puzzle.
    pub rules: bool,
    /// How the answer is written.
    pub form: Form,
}

impl Solve {
    /// Whether solutions are listed one after another.
    pub fn is_list(&self) -> bool {
        self.all || self.limit.is_some()
    }

    /// How many solutions are looked for at most.
    #[inline]
    pub fn most(&self) -> Option<u64> {
        if self.all { self.limit } else { Some(self.limit.unwrap_or(2)) }
    }
}

/// How an answer is written. Those for puzzles alone are text for people where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text for people, with grids in frames.
    Grid,
    /// Text for people, with grids in frames of plain characters.
    Ascii,
    /// Text for people, with the candidates that propagation leaves in each cell.
    Pencil,
    /// Lines of solutions alone.
    Line,
    /// An object of JSON.
    Json,
    /// A program for Prolog to consult.
    Prolog,
    /// As a Prolog top level answers.
    Clpfd,
    /// Nothing: the verdict alone is wanted.
    Verdict,
}

/// The number of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Whether it is counted for each candidate, too.
    pub candidates: bool,
    /// No more solutions than this are counted.
    pub limit: Option<u64>,
}

/// The size of the search for all solutions.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The number of random probes.
    pub probes: u64,
    /// The seed of the probes.
    pub seed: u64,
    /// The consistency that constraints enforce.
    pub consistency: Consistency,
}

/// What is left of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Inspect {
    /// How much is found out.
    pub strength: Strength,
    /// Whether the solutions of a puzzle are counted in full.
    pub count: bool,
    /// Whether they are counted for each candidate, too.
    pub counts: bool,
    /// Whether all constraints that are left are listed, however many.
    pub rules: bool,
    /// Whether text draws only the solved cells of a puzzle; by default, all candidates where they are not very many.
    pub drawing: Option<Drawing>,
}

/// What text draws of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// All candidates of each cell.
    Candidates,
    /// The solved cells only.
    Solved,
}

/// What clashes where there is no solution, and the fewest constraints to take away.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// Whether conflicts are listed, up to `limit`.
    pub all: bool,
    /// How many are listed at most.
    pub limit: Option<u64>,
    /// Whether a conflict of the fewest constraints is asked for.
    pub smallest: bool,
}

impl Conflict {
    /// Whether conflicts are named one after another.
    pub fn is_list(&self) -> bool {
        self.all || self.limit.is_some()
    }
}

/// Why something is so: in the subject's names, `r3c5=7`, `x[2]!=3`, `x<=3`, `x`.
#[derive(Clone, Debug)]
pub struct Why {
    /// The questions as they are written.
    pub questions: Vec<String>,
}

/// How much of the next step is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintLevel {
    /// What kind of step it is.
    Kind,
    /// In which houses or rules to look.
    Where,
    /// At which cells to look.
    Cells,
    /// The step.
    Step,
}

/// The next step of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// How much is told.
    pub level: HintLevel,
    /// Whether steps may presuppose that there is one solution.
    pub assume_unique: bool,
}

/// All steps of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Explain {
    /// Whether steps may presuppose that there is one solution.
    pub assume_unique: bool,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Whether steps may presuppose that there is one solution.
    pub assume_unique: bool,
}
