//! Answer of `solve` for one puzzle.

use std::io::{self, Write};
use std::time::Duration;

use residua::domain::Domain;
use residua::inspect::Residual;
use residua::search::{Limit, Statistics, Status};
use residua_sudoku::{PuzzleSolver, Refutation};

use crate::answer::Answer;
use crate::asking::Host;
use crate::exit_status::ExitStatus;
use crate::paint::Paint;
use crate::puzzle::solve::listing::Listing;
use crate::question::Form;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// A puzzle, answered.
#[derive(Debug)]
pub struct Solved<'a> {
    /// What was asked of which puzzle, and the solutions that were listed before it was answered.
    pub(super) listing: Listing<'a>,
    pub(super) verdict: Verdict,
    /// Why there is no solution, if there is none.
    pub(super) refutation: Option<Refutation>,
    /// How many solutions were found.
    pub(super) found: u64,
    /// Where the search for them ended.
    pub(super) status: Status,
    /// The first two of them, at most; none where only the verdict is wanted.
    pub(super) witnesses: &'a [Vec<i32>],
    /// What propagation left at the root; `None` if that is nothing, or not wanted.
    pub(super) root: Option<Box<Root>>,
    pub(super) statistics: Statistics,
    /// What it took; 0 where counts are not wanted.
    pub(super) seconds: f64,
}

/// What propagation leaves at the root.
#[derive(Debug)]
pub(super) struct Root {
    /// By cell.
    domains: Vec<Domain>,
    /// What is left of the rules, if that is wanted.
    residual: Option<Residual>,
}

/// About how many nanoseconds a candidate takes to be written.
const WRITING: u64 = 15;

impl Answer for Solved<'_> {
    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        self.write_lines(output)
    }

    fn write_json(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        self.write_object(output, host)
    }

    fn end(&self) -> ExitStatus {
        match self.verdict {
            _ if self.stopped().is_some() => ExitStatus::Stopped,
            Verdict::Unique | Verdict::Multiple => ExitStatus::Answered,
            Verdict::Infeasible => ExitStatus::Refuted,
            Verdict::Unknown => ExitStatus::Stopped,
        }
    }
}

impl Solved<'_> {
    /// Writes it in the form that was asked for.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        match self.listing.question.form {
            Form::Verdict => Ok(()),
            Form::Line => self.write_line(output),
            Form::Json => self.write_object(output, host),
            Form::Prolog | Form::Clpfd => self.write_prolog(output),
            Form::Grid | Form::Ascii | Form::Pencil => self.write_lines(output),
        }
    }

    /// What is known of the number of solutions.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The limit that came before all that was asked for, if one did.
    pub(super) fn stopped(&self) -> Option<Limit> {
        match self.status {
            Status::Stopped(Limit::Solutions) | Status::Exhausted => None,
            Status::Stopped(limit) => Some(limit),
        }
    }

    /// Why there is no solution, or no verdict, or not all that was asked for.
    pub(super) fn reason(&self) -> Option<String> {
        match (&self.refutation, self.stopped()) {
            (Some(refutation), _) => Some(refutation.describe(self.listing.geometry())),
            (None, Some(limit)) => Some(came_first(limit)),
            (None, None) => None,
        }
    }

    /// The verdict, and why, in one line for programs.
    pub(super) fn heading(&self) -> String {
        self.verdict.heading(self.reason())
    }

    /// The verdict, and why, and how many solutions, in one line for people.
    pub(super) fn headline(&self) -> String {
        let found = match (self.verdict, self.status) {
            (Verdict::Multiple, Status::Exhausted) => Some(self.found.to_string()),
            (Verdict::Multiple, _) => Some(format!("at least {}", self.found)),
            (Verdict::Unknown, _) if self.found == 1 => Some("1 solution found so far".to_owned()),
            _ => None,
        };
        let reason = self.reason();
        let is_multiple = self.verdict == Verdict::Multiple;
        self.verdict.headline(&if is_multiple { [found, reason] } else { [reason, found] })
    }

    /// The number of solutions, where the verdict does not say it.
    pub(super) fn how_many(&self) -> String {
        let solutions = counted(self.found, "solution");
        match (self.verdict, self.status) {
            (Verdict::Multiple, Status::Exhausted) => format!(": {solutions}"),
            (Verdict::Multiple, Status::Stopped(Limit::Solutions)) => format!(": at least {solutions}"),
            (Verdict::Multiple, _) => format!("; at least {solutions}"),
            (Verdict::Unknown, _) if self.found == 1 => "; 1 solution found so far".to_owned(),
            _ => String::new(),
        }
    }

    /// What is left of the rules at the root, if that is wanted.
    pub(super) fn residual(&self) -> Option<&Residual> {
        self.root.as_ref().and_then(|root| root.residual.as_ref())
    }
}

impl Root {
    /// It is large, and most answers have none.
    pub(super) fn boxed(solver: &PuzzleSolver, has_rules: bool) -> Box<Root> {
        Box::new(Root { domains: solver.domains(), residual: has_rules.then(|| solver.residual()) })
    }

    /// About how long it takes to write all candidates.
    pub(super) fn writing(&self) -> Duration {
        let candidates: u64 = self.domains.iter().map(Domain::size).sum();
        Duration::from_nanos(candidates.saturating_mul(WRITING))
    }

    /// By cell: its value where it is definite, 0 elsewhere.
    pub(super) fn definite(&self) -> Vec<i32> {
        self.domains.iter().map(|domain| domain.value().unwrap_or(0)).collect()
    }
}
