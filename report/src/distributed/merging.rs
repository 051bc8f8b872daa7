//! Reports put together: what was found, and what is missing.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::vec;

use residua::search::{Statistics, Status};
use residua::subproblem::{Answer, Found, Merge, Report, Subproblem};

use crate::distributed::ask::{Ask, How};
use crate::distributed::reports::{Kept, Reports};
use crate::distributed::units::{Expected, Mistake, Unit};
use crate::input::InputError;
use crate::solutions::Solutions;
use crate::subject::Subject;
use crate::words::counted;

/// The reports about the parts of a subject.
#[derive(Debug)]
pub struct Merging<'a> {
    pub(super) subject: &'a Subject,
    pub(super) ask: Ask,
    pub(super) how: How,
    expected: Expected<'a>,
    units: Vec<Unit>,
    absent: Vec<Range<u32>>,
    reports: &'a Reports,
}

/// The subproblems without a report.
#[derive(Debug, Default)]
pub struct Missing {
    /// The parts of the search that are not in the list of subproblems, by their numbers, and the file of that.
    absent: Vec<Range<u32>>,
    list: String,
    ids: Vec<Vec<u32>>,
    /// The files that are no reports.
    unreadable: BTreeSet<String>,
}

/// The most missing subproblems that a message names.
const NAMED: usize = 5;

impl Missing {
    /// Whether all are there.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.absent.is_empty()
    }

    /// How many, and some of them.
    pub fn text(&self) -> String {
        let some = |names: Vec<String>| {
            let more = if names.len() > NAMED { ", …" } else { "" };
            names[..names.len().min(NAMED)].join(", ") + more
        };
        let absent: u32 = self.absent.iter().map(|range| range.end - range.start).sum();
        if absent > 0 {
            let of = |range: &Range<u32>| match range.end - range.start {
                1 => range.start.to_string(),
                _ => format!("{} to {}", range.start, range.end - 1),
            };
            let numbers = some(self.absent.iter().take(NAMED + 1).map(of).collect());
            return format!(
                "{} lacks {}, of the numbers {numbers}",
                self.list,
                counted(absent, "subproblem")
            );
        }
        let count = self.ids.len();
        let verb = if count == 1 { "is" } else { "are" };
        let ids = some(self.ids.iter().take(NAMED + 1).map(|id| format!("{id:?}")).collect());
        let text = format!("{} {verb} missing, of the subproblems {ids}", counted(count, "report"));
        if self.unreadable.is_empty() {
            return text;
        }
        let files = some(self.unreadable.iter().take(NAMED + 1).cloned().collect());
        format!("{text}; cannot be read: {files}")
    }
}

impl<'a> Merging<'a> {
    /// The reports about these subproblems.
    ///
    /// # Errors
    /// The question does not apply, or a subproblem is of another search.
    pub fn new(
        subject: &'a Subject,
        (ask, how): (Ask, &How),
        units: Vec<Unit>,
        reports: &'a Reports,
    ) -> Result<Merging<'a>, Mistake> {
        let task = subject.task(ask, how).map_err(|mistake| (subject.file.clone(), mistake))?;
        let expected = Expected::of(task);
        units.iter().try_for_each(|unit| unit.check(&expected))?;
        let list = units.iter().map(|unit| unit.subproblem.clone()).collect();
        let absent = Merge::new(&expected.task, list).absent();
        Ok(Merging { subject, ask, how: *how, expected, units, absent, reports })
    }

    /// The subproblems without a report.
    ///
    /// # Errors
    /// A report is of another task.
    pub fn missing(&self) -> Result<Missing, Mistake> {
        self.walk(|_| {})
    }

    /// Visits the reports, in the order of search.
    fn walk(&self, mut visit: impl FnMut(Report)) -> Result<Missing, Mistake> {
        let list = self.units.first().map(|unit| unit.file.to_string()).unwrap_or_default();
        let mut missing = Missing { absent: self.absent.clone(), list, ..Missing::default() };
        let mut open: Vec<Subproblem> = self.units.iter().rev().map(|unit| unit.subproblem.clone()).collect();
        while let Some(unit) = open.pop() {
            match self.reports.get(&unit, &self.expected)? {
                Kept::Report(report) => {
                    open.extend(report.rest.iter().rev().cloned());
                    visit(report);
                    continue;
                }
                Kept::Unreadable(name) => {
                    missing.unreadable.insert(name);
                }
                Kept::Missing => {}
            }
            missing.ids.push(unit.id().to_vec());
        }
        if !missing.ids.is_empty() {
            missing.unreadable.extend(self.reports.unreadable());
        }
        Ok(missing)
    }

    /// All of what was found, as far as the reports go.
    ///
    /// # Errors
    /// A report is of another task.
    pub(super) fn merged(&self) -> Result<(Answer, Missing), Mistake> {
        let units = self.units.iter().map(|unit| unit.subproblem.clone()).collect();
        let mut merge = Merge::new(&self.expected.task, units);
        let mut first_best: Option<(i64, Vec<i32>)> = None;
        let mut foreign = Ok(());
        let missing = self.walk(|report| {
            if let Found::Best(Some((value, _))) = &report.found
                && first_best.as_ref().is_none_or(|(best, _)| self.is_better(*value, *best))
                && let Found::Best(best) = &report.found
            {
                first_best.clone_from(best);
            }
            foreign = foreign.and(merge.add(report));
        })?;
        foreign.map_err(|foreign| {
            let message = foreign.to_string();
            (self.subject.file.clone(), InputError { line: 1, column: 1, message })
        })?;
        let mut answer = merge.answer();
        if let Found::Best(best) = &mut answer.found {
            // Of several that are equally good, the first in the order of search.
            *best = first_best;
        }
        Ok((answer, missing))
    }

    fn is_better(&self, value: i64, than: i64) -> bool {
        match self.subject.objective {
            residua_flatzinc::Objective::Maximize(_) => value > than,
            _ => value < than,
        }
    }

    /// The solutions in the order of search, read as they are asked for.
    pub(super) fn solutions(&self) -> Merged<'_> {
        let open = self.units.iter().rev().map(|unit| unit.subproblem.clone()).collect();
        Merged { merging: self, open, ready: Vec::new().into_iter(), statistics: Statistics::default() }
    }
}

/// The solutions of all reports.
pub(super) struct Merged<'m> {
    merging: &'m Merging<'m>,
    open: Vec<Subproblem>,
    ready: vec::IntoIter<Vec<i32>>,
    statistics: Statistics,
}

impl Solutions for Merged<'_> {
    fn next(&mut self) -> io::Result<Option<Vec<i32>>> {
        loop {
            if let Some(values) = self.ready.next() {
                return Ok(Some(values));
            }
            let Some(unit) = self.open.pop() else { return Ok(None) };
            let kept = self.merging.reports.get(&unit, &self.merging.expected);
            let Ok(Kept::Report(report)) = kept else {
                return Err(io::Error::other(format!("the report of {:?} is gone", unit.id())));
            };
            self.open.extend(report.rest.into_iter().rev());
            self.statistics = self.statistics.and(&report.statistics);
            if let Found::Solutions(solutions) = report.found {
                self.ready = solutions.into_iter();
            }
        }
    }

    fn status(&self) -> Status {
        Status::Exhausted
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}
