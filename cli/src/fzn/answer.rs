//! From a problem to its answer.

use std::io;

use residua::flatzinc::{Objective, Problem};
use residua::model::{ModelError, Solution, Violation};
use residua::search::{Improvements, Limits, Optimum, Search, Statistics, Status};

use crate::fzn::args::Fzn;
use crate::fzn::known::{Known, UNKNOWN};
use crate::fzn::log::{Log, note};
use crate::fzn::statistics::Lines;
use crate::setting::Setting;

/// A search that is to be answered.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) arguments: &'a Fzn,
    pub(crate) setting: Setting,
    pub(crate) limits: Limits,
    pub(crate) known: &'a Known,
    pub(crate) log: Log,
}

/// How a search ended.
#[derive(Debug)]
struct End {
    verdict: Verdict,
    counts: Statistics,
    /// The decisions whose right branch was not searched.
    open: usize,
    objective: Option<i64>,
    bound: Option<i64>,
}

/// What is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// There are no more solutions, or no better one.
    Complete,
    Unsatisfiable,
    /// Nothing, and there is no solution.
    Unknown,
    /// Nothing beyond the solutions.
    Found,
}

impl Verdict {
    fn line(self) -> &'static str {
        match self {
            Verdict::Complete => "==========\n",
            Verdict::Unsatisfiable => "=====UNSATISFIABLE=====\n",
            Verdict::Unknown => UNKNOWN,
            Verdict::Found => "",
        }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The problem cannot be answered.
    Problem(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

impl Task<'_> {
    /// Searches, and prints what is found.
    pub(crate) fn answer(&self) -> Result<(), Trouble> {
        let end = match &self.problem.objective {
            Objective::Satisfy => self.satisfy()?,
            Objective::Minimize(objective) => self.improve(self.search().minimize(objective.clone()))?,
            Objective::Maximize(objective) => self.improve(self.search().maximize(objective.clone()))?,
        };
        self.log.line(|| format!("ended: {}", end.counts));
        let lines = if self.arguments.statistics { self.statistics(&end) } else { String::new() };
        Ok(self.known.end(end.verdict.line(), &lines)?)
    }

    fn search(&self) -> Search<'_> {
        self.problem.search(self.arguments.free).limits(self.limits.clone())
    }

    fn satisfy(&self) -> Result<End, Trouble> {
        let most = self.arguments.most();
        let search = self.search().engine(self.setting.engine);
        // Of one solution it does not matter what it has in common with others.
        let search = if most == Some(1) { search } else { search.project(self.problem.shown()) };
        let mut solutions = search.solutions();
        self.begin()?;
        let mut found = 0;
        while most.is_none_or(|most| found < most)
            && let Some(solution) = solutions.next()
        {
            found += 1;
            self.log.line(|| format!("solution {found}"));
            self.known.show(&self.printed(&solution)?)?;
        }
        let verdict = match solutions.status() {
            Some(Status::Exhausted) => proved(self.problem.is_bounded(), found > 0),
            _ if found > 0 => Verdict::Found,
            _ => Verdict::Unknown,
        };
        let (counts, open) = (solutions.statistics(), solutions.open_decisions());
        Ok(End { verdict, counts, open, objective: None, bound: None })
    }

    fn improve(&self, improvements: Result<Improvements, ModelError>) -> Result<End, Trouble> {
        let mut better = improvements.map_err(|error| Trouble::Problem(error.to_string()))?;
        self.begin()?;
        for (value, solution) in better.by_ref() {
            self.log.line(|| format!("solution with objective {value}"));
            let printed = self.printed(&solution)?;
            if self.arguments.all || self.arguments.intermediate {
                self.known.show(&printed)?;
            } else {
                self.known.keep(printed);
            }
        }
        let (verdict, objective, bound) = match better.optimum() {
            Optimum::Optimal(best) => {
                (proved(self.problem.is_optimum_bounded(), true), Some(best), Some(best))
            }
            Optimum::Infeasible => (proved(self.problem.is_bounded(), false), None, None),
            Optimum::Open { best: Some(best), bound } => (Verdict::Found, Some(best), Some(bound)),
            Optimum::Open { best: None, bound } => (Verdict::Unknown, None, Some(bound)),
        };
        Ok(End { verdict, counts: better.statistics(), open: better.open_decisions(), objective, bound })
    }

    /// What is printed of a solution.
    fn printed(&self, solution: &Solution) -> Result<String, Trouble> {
        let model = &self.problem.model;
        if self.arguments.check
            && let Err(violation) = model.check(solution)
        {
            let violated = match violation {
                Violation::Domain(var) => format!("the domain of {}", model.name(var)),
                Violation::Constraint(id) => model.describe_constraint(id),
            };
            return Err(Trouble::Problem(format!("a solution that was found violates {violated}")));
        }
        let mut printed = String::new();
        self.problem.print(solution, &mut printed);
        Ok(printed)
    }

    /// Prints what is known before the search.
    fn begin(&self) -> io::Result<()> {
        self.log.line(|| "the search begins".to_owned());
        if self.arguments.statistics {
            self.known.say(&Lines::before(self.problem, self.log.elapsed()))?;
        }
        Ok(())
    }

    /// What is known at the end.
    fn statistics(&self, end: &End) -> String {
        let mut lines = Lines::default();
        lines.number("objective", end.objective);
        lines.number("objectiveBound", end.bound);
        lines.search(&end.counts);
        lines.count("openNodes", end.open as u64);
        lines.count("restarts", end.counts.restarts);
        lines.memory();
        lines.time("solveTime", self.log.elapsed());
        lines.finish()
    }
}

/// What an exhausted search proves: nothing, where values were left out that no constraint excludes.
fn proved(is_bounded: bool, is_found: bool) -> Verdict {
    if !is_bounded {
        note("nothing is proved: there may be solutions beyond the bounds that were assumed");
    }
    match (is_bounded, is_found) {
        (true, true) => Verdict::Complete,
        (true, false) => Verdict::Unsatisfiable,
        (false, true) => Verdict::Found,
        (false, false) => Verdict::Unknown,
    }
}
