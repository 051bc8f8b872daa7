//! Solving a FlatZinc problem: satisfaction, enumeration and optimisation.

use std::io::{self, stdout};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use residua::model::{Solution, Violation};
use residua::search::{Learning, Limits, Optimum, Restarts, Search, Statistics, Status};
use residua_flatzinc::{Objective, Problem};
use residua_report::models::SearchVerdict;
use residua_report::{Watched, write_estimate};

use crate::fzn::args::Fzn;
use crate::fzn::core;
use crate::fzn::known::Known;
use crate::fzn::log::{Log, note};
use crate::fzn::race::{self, Finish};
use crate::fzn::statistics::Lines;
use crate::progress::Waiting;
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
    /// What a terminal is told of the progress.
    pub(crate) watched: Option<Watched>,
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
        if let Some(probes) = self.arguments.estimates.estimate {
            return self.estimate(probes);
        }
        let _waiting = self.wait();
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

    /// Prints how large the search for all solutions is, as estimated by this number of probes.
    fn estimate(&self, probes: u64) -> Result<(), FznError> {
        let search = self.search(0).learn(Learning::Off);
        let search = match &self.problem.objective {
            Objective::Satisfy => self.problem.each_once(search),
            Objective::Minimize(_) | Objective::Maximize(_) => search,
        };
        match search.estimate(probes, self.problem.seed) {
            Ok(estimate) if self.arguments.json => write_estimate(&mut stdout().lock(), &estimate)?,
            Ok(estimate) => self.known.say(&format!("{estimate}\n"))?,
            Err(_) => self.known.end(SearchVerdict::Unknown.line(), "")?,
        }
        Ok(())
    }

    /// Shows the progress, until the result is dropped.
    fn wait(&self) -> Option<Waiting> {
        let watched = self.watched.clone()?;
        let parts = self.problem.objective_parts();
        let show = move |value: i64| match parts {
            Some(parts) => (value as f64 / parts as f64).to_string(),
            None => value.to_string(),
        };
        let file = self.arguments.file.as_deref().unwrap_or_default();
        Some(Waiting::with_message("searching", file, move || watched.text(show)))
    }

    /// The search of one of the threads: the first as the options say, the second by the annotations of the file if that one is
    /// free of them, and else free; all others are free, and start over at other times.
    pub(super) fn search(&self, thread: usize) -> Search<'_> {
        let is_free = thread > 1 || (thread == 1) != self.arguments.free;
        let mut search = self.problem.search(is_free).learn(self.arguments.learn.into());
        if is_free && thread > 0 {
            search = search.restarts(Restarts::Luby(37 * thread as u64));
        }
        search.limits(self.slice(thread)).engine(self.setting.engine)
    }

    /// The search as the options say, whose tree this many threads divide among them.
    pub(super) fn divided(&self, threads: usize) -> Search<'_> {
        let search = self.problem.search(self.arguments.free).learn(self.arguments.learn.into());
        let search = search.limits(self.watched_limits(0)).engine(self.setting.engine);
        #[cfg(feature = "threads")]
        let search = search.threads(threads).in_order();
        #[cfg(not(feature = "threads"))]
        let _ = threads;
        search
    }

    /// The limits of a thread until it looks at what the others have found. It is watched as long as it continues within the same ones.
    pub(super) fn slice(&self, thread: usize) -> Limits {
        let limits = self.watched_limits(thread);
        if self.threads() > 1 { limits.nodes(SLICE) } else { limits }
    }

    /// The limits of one of the searches that race, of which a terminal is told.
    pub(super) fn watched_limits(&self, search: usize) -> Limits {
        let limits = self.limits.clone();
        self.watched
            .as_ref()
            .map_or_else(|| limits.clone(), |watched| watched.limits_of(search, limits.clone()))
    }

    /// How many threads race, or search for the best solution.
    pub(super) fn threads(&self) -> usize {
        let is_list = self.problem.objective == Objective::Satisfy && self.arguments.most() != Some(1);
        match self.arguments.threads {
            _ if is_list => 1,
            threads => count(threads),
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
        let mut solutions = self.problem.each_once(self.divided(count(self.arguments.threads))).solutions();
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

/// A number of threads, where 0 stands for that of the cores.
fn count(threads: usize) -> usize {
    if threads == 0 { thread::available_parallelism().map_or(1, NonZeroUsize::get) } else { threads }
}

/// What an exhausted search proves, with a note where that is nothing.
fn proved(is_bounded: bool, is_found: bool) -> SearchVerdict {
    if !is_bounded {
        note("not proved: there may be solutions outside the assumed bounds");
    }
    SearchVerdict::of_exhausted(is_bounded, is_found)
}
