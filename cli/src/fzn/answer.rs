//! Solving a FlatZinc problem: satisfaction, enumeration and optimisation.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use residua::model::{IntVar, Solution, Violation};
use residua::search::{Limits, Optimum, Restarts, Search, Statistics, Status};
use residua_flatzinc::{Objective, Problem};

use crate::fzn::args::Fzn;
use crate::fzn::core;
use crate::fzn::known::{Known, UNKNOWN};
use crate::fzn::log::{Log, note};
use crate::fzn::race::{self, Finish};
use crate::fzn::statistics::Lines;
use crate::setting::Setting;

/// How many nodes a thread searches until it looks at what the others have found.
const SLICE: u64 = 500;

/// A search that is to be answered.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) problem: &'a Problem,
    pub(crate) arguments: &'a Fzn,
    pub(crate) setting: Setting,
    pub(crate) limits: Limits,
    /// The flag of the limits.
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) known: &'a Known,
    pub(crate) log: Log,
}

/// Outcome of a search.
#[derive(Debug)]
struct SearchEnd {
    verdict: SearchVerdict,
    counts: Statistics,
    /// The decisions whose right branch was not searched.
    open: usize,
    objective: Option<i64>,
    bound: Option<i64>,
}

/// What a search proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchVerdict {
    /// There are no more solutions, or no better one.
    Complete,
    Unsatisfiable,
    /// Nothing, and there is no solution.
    Unknown,
    /// Nothing beyond the solutions.
    Found,
}

impl SearchVerdict {
    fn line(self) -> &'static str {
        match self {
            SearchVerdict::Complete => "==========\n",
            SearchVerdict::Unsatisfiable => "=====UNSATISFIABLE=====\n",
            SearchVerdict::Unknown => UNKNOWN,
            SearchVerdict::Found => "",
        }
    }
}

/// Error that ends the run.
#[derive(Debug)]
pub(crate) enum FznError {
    /// The problem cannot be answered.
    Problem(String),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for FznError {
    fn from(error: io::Error) -> FznError {
        FznError::Output(error)
    }
}

impl Task<'_> {
    /// Searches, and prints what is found.
    pub(crate) fn answer(&self) -> Result<(), FznError> {
        let end = match &self.problem.objective {
            Objective::Satisfy => self.satisfy()?,
            Objective::Minimize(_) | Objective::Maximize(_) => self.improve()?,
        };
        self.log.line(|| format!("ended: {}", end.counts));
        let lines = if self.arguments.statistics { self.statistics(&end) } else { String::new() };
        let mut verdict = end.verdict.line().to_owned();
        if end.verdict == SearchVerdict::Unsatisfiable {
            self.known.prove(core::line_of_all(self.problem) + &verdict);
            let core = core::line(self.problem, self.log.elapsed());
            verdict.insert_str(0, &core);
        }
        Ok(self.known.end(&verdict, &lines)?)
    }

    /// The search of one of the threads: the first as the options say, the second by the annotations of the file if that one is
    /// free of them, and else free; all others are free, and start over at other times.
    pub(super) fn search(&self, thread: usize) -> Search<'_> {
        let is_free = thread > 1 || (thread == 1) != self.arguments.free;
        let mut search = self.problem.search(is_free).learn(self.arguments.learn.into());
        if is_free && thread > 0 {
            search = search.restarts(Restarts::Luby(37 * thread as u64));
        }
        search.limits(self.slice()).engine(self.setting.engine)
    }

    /// The limits of a thread until it looks at what the others have found.
    pub(super) fn slice(&self) -> Limits {
        let limits = self.limits.clone();
        if self.threads() > 1 { limits.nodes(SLICE) } else { limits }
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        let is_list = self.problem.objective == Objective::Satisfy && self.arguments.most() != Some(1);
        match self.arguments.threads {
            _ if is_list => 1,
            0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        }
    }

    fn satisfy(&self) -> Result<SearchEnd, FznError> {
        let most = self.arguments.most();
        if most == Some(1) {
            let Finish { is_found, is_exhausted, counts, open } = race::first(self)?;
            let verdict = match (is_found, is_exhausted) {
                (true, _) => SearchVerdict::Found,
                (false, true) => proved(self.problem.is_bounded(), false),
                (false, false) => SearchVerdict::Unknown,
            };
            return Ok(SearchEnd { verdict, counts, open, objective: None, bound: None });
        }
        if self.arguments.threads != 1 {
            self.log.line(|| "-p is ignored when enumerating all solutions".to_owned());
        }
        // In the order in which the search takes variables without an annotation.
        let shown: Vec<IntVar> = self.problem.shown().iter().rev().copied().collect();
        let mut solutions = self.search(0).project(&shown).solutions();
        self.begin()?;
        let mut found = 0;
        while most.is_none_or(|most| found < most)
            && let Some(solution) = solutions.next()
        {
            found += 1;
            self.log.line(|| format!("solution {found}"));
            self.counted(None, &solutions.statistics());
            self.known.show(&self.printed(&solution)?)?;
        }
        let verdict = match solutions.status() {
            Some(Status::Exhausted) => proved(self.problem.is_bounded(), found > 0),
            _ if found > 0 => SearchVerdict::Found,
            _ => SearchVerdict::Unknown,
        };
        let (counts, open) = (solutions.statistics(), solutions.open_decisions());
        Ok(SearchEnd { verdict, counts, open, objective: None, bound: None })
    }

    fn improve(&self) -> Result<SearchEnd, FznError> {
        let (optimum, counts, open) = race::best(self)?;
        let (verdict, objective, bound) = match optimum {
            Optimum::Optimal(best) => {
                (proved(self.problem.is_optimum_bounded(), true), Some(best), Some(best))
            }
            Optimum::Infeasible => (proved(self.problem.is_bounded(), false), None, None),
            Optimum::Open { best: Some(best), bound } => (SearchVerdict::Found, Some(best), Some(bound)),
            Optimum::Open { best: None, bound } => (SearchVerdict::Unknown, None, Some(bound)),
        };
        Ok(SearchEnd { verdict, counts, open, objective, bound })
    }

    /// Prints a solution that is better than those before, or keeps it until the end.
    pub(super) fn tell(&self, printed: String) -> io::Result<()> {
        if self.arguments.all || self.arguments.intermediate {
            return self.known.show(&printed);
        }
        self.known.keep(printed);
        Ok(())
    }

    /// What is printed of a solution.
    pub(super) fn printed(&self, solution: &Solution) -> Result<String, FznError> {
        let model = &self.problem.model;
        if self.arguments.check
            && let Err(violation) = model.check(solution)
        {
            let violated = match violation {
                Violation::Domain(var) => format!("the domain of {}", model.name(var)),
                Violation::Constraint(id) => model.describe_constraint(id),
            };
            return Err(FznError::Problem(format!("internal error: a solution violates {violated}")));
        }
        let mut printed = String::new();
        self.problem.print(solution, &mut printed);
        Ok(printed)
    }

    /// Keeps what a search has counted when it found a solution.
    pub(super) fn counted(&self, objective: Option<i64>, counts: &Statistics) {
        if self.arguments.statistics {
            let objective = objective.map(|value| self.problem.show_objective(value));
            self.known.count(Lines::of_search(objective, counts));
        }
    }

    /// Prints what is known before the search.
    pub(super) fn begin(&self) -> io::Result<()> {
        self.log.line(|| "search started".to_owned());
        if self.arguments.statistics {
            self.known.say(&Lines::before(self.problem, self.log.elapsed()))?;
            self.known.count(Lines::default());
        }
        Ok(())
    }

    /// What is known at the end.
    fn statistics(&self, end: &SearchEnd) -> String {
        let shown = |value: Option<i64>| value.map(|value| self.problem.show_objective(value));
        let mut lines = Lines::of_search(shown(end.objective), &end.counts);
        lines.number("objectiveBound", shown(end.bound));
        lines.count("openNodes", end.open as u64);
        lines.ended(self.log.elapsed())
    }
}

/// What an exhausted search proves: nothing, where values were left out that no constraint excludes.
fn proved(is_bounded: bool, is_found: bool) -> SearchVerdict {
    if !is_bounded {
        note("not proved: there may be solutions outside the assumed bounds");
    }
    match (is_bounded, is_found) {
        (true, true) => SearchVerdict::Complete,
        (true, false) => SearchVerdict::Unsatisfiable,
        (false, true) => SearchVerdict::Found,
        (false, false) => SearchVerdict::Unknown,
    }
}
