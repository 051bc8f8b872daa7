//! Merging: reports put together, until they cover the task.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::domain::Domain;
use crate::search::Statistics;
use crate::subproblem::digest::Digest;
use crate::subproblem::found::Found;
use crate::subproblem::report::{Foreign, Report, Unmerged};
use crate::subproblem::task::Task;
use crate::subproblem::unit::Subproblem;

/// Reports about the subproblems of a task. They may come in any order, and more than once.
#[derive(Clone, Debug)]
pub struct Merge {
    task: Digest,
    nothing: Found,
    /// Of the variables of the model.
    domains: Vec<Domain>,
    is_maximum: bool,
    is_first: bool,
    units: Vec<Subproblem>,
    /// By subproblem: what was reported of it. In an optimisation, reports with different incumbents may differ in what is left.
    reports: BTreeMap<Digest, Vec<Report>>,
}

/// The answer to a task, as far as the reports go.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found: all of it, if the answer is complete.
    pub found: Found,
    /// The subproblems without a report.
    pub missing: Vec<Subproblem>,
    /// The numbers of the parts of the search that are not among the [subproblems](Merge::absent) of the merge.
    pub absent: Vec<Range<u32>>,
    /// In an optimisation: the value of a solution that a worker knew of, and that no report has. Then the report is missing that found it.
    pub unreported: Option<i64>,
    /// The sum of the statistics of all reports that count.
    pub statistics: Statistics,
    is_settled: bool,
}

impl Answer {
    /// Whether nothing is missing, or at least nothing that could change the answer: where a first solution was asked for, one is enough.
    pub fn is_complete(&self) -> bool {
        self.is_settled || (self.missing.is_empty() && self.absent.is_empty() && self.unreported.is_none())
    }
}

impl Merge {
    /// A merge for a task that was split into these subproblems.
    pub fn new(task: &Task<'_>, units: Vec<Subproblem>) -> Merge {
        Merge {
            task: task.digest(),
            nothing: task.nothing(),
            domains: task.search.model().domains().to_vec(),
            is_maximum: task.is_maximum(),
            is_first: task.is_first(),
            units,
            reports: BTreeMap::new(),
        }
    }

    /// Adds a report; one that was added before changes nothing.
    ///
    /// # Errors
    /// If it is of another task, or does not answer the question.
    pub fn add(&mut self, report: Report) -> Result<(), Unmerged> {
        if report.task != self.task {
            return Err(Unmerged::Foreign(Foreign { expected: self.task, found: report.task }));
        }
        if !report.found.fits(&self.nothing, &self.domains) {
            return Err(Unmerged::Unfit);
        }
        let reports = self.reports.entry(report.of).or_default();
        let is_known = |known: &Report| {
            known.incumbent == report.incumbent && known.found == report.found && known.rest == report.rest
        };
        if !reports.iter().any(is_known) {
            reports.push(report);
            // Which of them comes first must not matter.
            reports.sort_by(|a, b| (a.incumbent, &a.rest).cmp(&(b.incumbent, &b.rest)));
        }
        Ok(())
    }

    /// The numbers of the parts of the search that are not among its subproblems: the list of these has lost them.
    pub fn absent(&self) -> Vec<Range<u32>> {
        let first = self.units.iter().filter(|unit| unit.id().len() == 1);
        let parts = first.clone().map(Subproblem::parts).max().unwrap_or(1);
        let of_parts = first.filter(|unit| unit.parts() == parts);
        let present: BTreeSet<u32> = of_parts.filter_map(|unit| unit.id().first().copied()).collect();
        let ends = present.iter().copied().chain([parts]);
        let starts = [0].into_iter().chain(present.iter().map(|&number| number.saturating_add(1)));
        starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect()
    }

    /// The answer, as far as the reports go.
    pub fn answer(&self) -> Answer {
        let mut answer = Answer {
            found: self.nothing.clone(),
            missing: Vec::new(),
            absent: self.absent(),
            unreported: None,
            statistics: Statistics::default(),
            is_settled: false,
        };
        let mut incumbents = Vec::new();
        if let Found::Best(_) = answer.found {
            // A solution is one, whatever became of the rest of its subproblem.
            for report in self.reports.values().flatten() {
                answer.found.join(report.found.clone(), self.is_maximum, self.is_first);
            }
        }
        let mut open: Vec<&Subproblem> = self.units.iter().rev().collect();
        while let Some(unit) = open.pop() {
            let Some(report) = self.report_of(unit) else {
                answer.missing.push(unit.clone());
                continue;
            };
            answer.found.join(report.found.clone(), self.is_maximum, self.is_first);
            answer.statistics = answer.statistics.and(&report.statistics);
            incumbents.extend(report.incumbent);
            open.extend(report.rest.iter().rev());
        }
        if let Found::Best(best) = &answer.found {
            let incumbent =
                if self.is_maximum { incumbents.into_iter().max() } else { incumbents.into_iter().min() };
            let is_better = |incumbent: &i64| {
                best.as_ref()
                    .is_none_or(|(best, _)| if self.is_maximum { incumbent > best } else { incumbent < best })
            };
            answer.unreported = incumbent.filter(is_better);
        }
        answer.is_settled =
            self.is_first && matches!(&answer.found, Found::Solutions(solutions) if !solutions.is_empty());
        answer
    }

    /// The report of a subproblem: of several, the first one below which nothing is missing, if there is one.
    fn report_of(&self, unit: &Subproblem) -> Option<&Report> {
        let reports = self.reports.get(&unit.digest())?;
        let complete = || reports.iter().find(|report| self.is_covered(&report.rest));
        if reports.len() > 1 { complete().or(reports.first()) } else { reports.first() }
    }

    /// Whether there are reports of all of these, and of what is left of them.
    fn is_covered(&self, units: &[Subproblem]) -> bool {
        units.iter().all(|unit| self.report_of(unit).is_some_and(|report| self.is_covered(&report.rest)))
    }
}
