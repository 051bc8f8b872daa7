//! Workers: they answer one subproblem after another, with what is left of each, and keep their reports.

use std::io;
use std::sync::Arc;

use residua::search::{Limit, Limits};
use residua::subproblem::{NoReport, Report, Subproblem, Worker};
use residua_flatzinc::Objective;

use crate::budget::Budget;
use crate::distributed::ask::{Ask, How};
use crate::distributed::incumbent::Incumbent;
use crate::distributed::reports::{Folder, Kept};
use crate::distributed::tally::Tally;
use crate::distributed::units::{Expected, Mistake, Unit};
use crate::input::InputError;
use crate::subject::Subject;

/// Answers subproblems of a task.
#[derive(Debug)]
pub struct Working<'a> {
    worker: Worker<'a>,
    expected: Expected<'a>,
    ask: Ask,
    folder: Option<Folder>,
    incumbent: Incumbent,
    budget: Budget,
    tally: Arc<Tally>,
    reports: u64,
}

/// Why a worker does not go on.
#[derive(Debug)]
pub enum Unworked {
    /// A limit was reached; what was done of the last subproblem is lost.
    Stopped(Limit),
    /// The input is wrong.
    Mistake(Mistake),
    /// A report cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Unworked {
    fn from(error: io::Error) -> Unworked {
        Unworked::Output(error)
    }
}

impl From<Mistake> for Unworked {
    fn from(mistake: Mistake) -> Unworked {
        Unworked::Mistake(mistake)
    }
}

impl<'a> Working<'a> {
    /// A worker that keeps its reports in a folder, if there is one, and looks only for solutions that are better than an incumbent.
    ///
    /// # Errors
    /// The question does not apply.
    pub fn new(
        subject: &'a Subject,
        (ask, how): (Ask, &How),
        folder: Option<Folder>,
        incumbent: Option<i64>,
        limits: &Limits,
    ) -> Result<Working<'a>, InputError> {
        let expected = Expected::of(subject.task(ask, how)?);
        let is_maximum = matches!(subject.objective, Objective::Maximize(_));
        let incumbent = Incumbent::new(expected.digest, is_maximum, incumbent, folder.as_ref());
        let (worker, budget) = (expected.task.worker(), Budget::new(limits));
        Ok(Working { worker, expected, ask, folder, incumbent, budget, tally: Arc::default(), reports: 0 })
    }

    /// Whether nothing is left to do: one solution is enough, and there is one.
    pub fn is_settled(&mut self) -> bool {
        self.ask == Ask::First && self.incumbent.is_some()
    }

    /// How many subproblems it has answered.
    pub fn tally(&self) -> Arc<Tally> {
        Arc::clone(&self.tally)
    }

    /// The number of reports so far.
    pub fn reports(&self) -> u64 {
        self.reports
    }

    /// Answers a subproblem, as far as its budget goes, and hands out the report without keeping it.
    ///
    /// # Errors
    /// A limit, or what is wrong with it.
    pub fn answer(&mut self, unit: &Unit) -> Result<Report, Unworked> {
        let report = self.report(unit)?;
        self.see(&report)?;
        self.tally.hand_out();
        Ok(report)
    }

    fn report(&mut self, unit: &Unit) -> Result<Report, Unworked> {
        unit.check(&self.expected)?;
        let report = self.work(&unit.subproblem).map_err(|why| match why {
            NoReport::Stopped(limit) => Unworked::Stopped(limit),
            other => Unworked::Mistake(unit.mistake(other.to_string())),
        })?;
        self.reports += 1;
        Ok(report)
    }

    /// Answers a subproblem and what is left of it, until nothing is, and keeps the reports, but for those that there are. Where one
    /// solution is enough, nothing is done any more once there is one.
    ///
    /// # Errors
    /// A limit, what is wrong with it, or that a report cannot be written.
    pub fn finish(&mut self, unit: &Unit) -> Result<(), Unworked> {
        let mut open = vec![unit.subproblem.clone()];
        while let Some(subproblem) = open.pop() {
            let unit = Unit { subproblem, ..unit.clone() };
            unit.check(&self.expected)?;
            if self.is_settled() {
                return Ok(());
            }
            let report = if let Some(report) = self.kept(&unit.subproblem)? {
                report
            } else {
                let report = self.report(&unit)?;
                // Others are told of a solution once it is there.
                self.folder.as_ref().map_or(Ok(()), |folder| folder.keep(&report))?;
                report
            };
            self.see(&report)?;
            self.tally.see(&report);
            open.extend(report.rest.into_iter().rev());
        }
        Ok(())
    }

    fn see(&mut self, report: &Report) -> io::Result<()> {
        match self.ask {
            Ask::First | Ask::Optimum => self.incumbent.see(report),
            _ => Ok(()),
        }
    }

    /// The report that there is of a subproblem. What is no report is made anew.
    fn kept(&self, unit: &Subproblem) -> Result<Option<Report>, Mistake> {
        let Some(folder) = &self.folder else { return Ok(None) };
        Ok(match folder.get(unit, &self.expected)? {
            Kept::Report(report) => Some(report),
            Kept::Missing | Kept::Unreadable(_) => None,
        })
    }

    fn work(&mut self, unit: &Subproblem) -> Result<Report, NoReport> {
        self.budget.check().map_err(NoReport::Stopped)?;
        let incumbent = self.incumbent.before(unit.id());
        self.worker.work(unit, incumbent, &self.budget.rest())
    }
}
