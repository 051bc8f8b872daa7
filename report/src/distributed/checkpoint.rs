//! One process that answers a question in parts, and keeps each report in a journal: killed at any moment, it goes on from there.
//!
//! The output is the same whenever it is killed. It is made anew from the journal each time, and what of it has been written
//! before to the same file is compared with that, and not written again.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

use residua::search::{Limit, Statistics, Status};
use residua::subproblem::{Found, Merge, NoReport, Report, Subproblem, Task, Worker};

use crate::asking::Asking;
use crate::budget::Budget;
use crate::distributed::answer::{Shown, write_found, write_solutions};
use crate::distributed::ask::{Ask, How};
use crate::distributed::journal::Journal;
use crate::distributed::output::{Output, OutputFile, Wrong};
use crate::distributed::tally::Tally;
use crate::distributed::units::Mistake;
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::solutions::Solutions;
use crate::subject::Subject;

/// The number of parts, the default of `residua split`.
const PARTS: usize = 1000;

/// A question whose reports are kept in a journal.
#[derive(Debug)]
pub struct Checkpoint<'a> {
    subject: &'a Subject,
    ask: Ask,
    shown: Shown,
    journal: Journal,
    task: Task<'a>,
    units: Vec<Subproblem>,
}

/// Why a question with a checkpoint is not answered.
#[derive(Debug)]
pub enum Unfinished {
    /// A limit came first. Nothing of what is kept is lost.
    Stopped(Limit),
    /// The checkpoint is damaged, or the output file is not as it was left.
    Mistake(Mistake),
    /// An output cannot be written, or a file cannot be read.
    Output(io::Error),
}

impl From<io::Error> for Unfinished {
    fn from(error: io::Error) -> Unfinished {
        match error.downcast::<Wrong>() {
            Ok(Wrong(mistake)) => Unfinished::Mistake(mistake),
            Err(error) => Unfinished::Output(error),
        }
    }
}

impl<'a> Checkpoint<'a> {
    /// Opens the checkpoint of a question, or begins one. `command` is what has to be the same for the same output.
    ///
    /// # Errors
    /// It cannot be opened, or is of another question, model or command.
    pub fn open(
        path: &str,
        command: &str,
        subject: &'a Subject,
        (ask, how): (Ask, &How),
        shown: Shown,
    ) -> Result<Checkpoint<'a>, Mistake> {
        let of_subject = |mistake: InputError| (subject.file.clone(), mistake);
        let task = subject.task(ask, how).map_err(of_subject)?;
        let journal = Journal::open(path, task.digest(), command)?;
        let units = task.split(PARTS).map_err(|limit| of_subject(subject.mistake(limit.to_string())))?;
        Ok(Checkpoint { subject, ask, shown, journal, task, units })
    }

    /// Answers it, as far as the limits allow. Of the output, which may go to a file, what is there already is not written again.
    ///
    /// # Errors
    /// Why it is not answered.
    pub fn answer(
        self,
        asking: &Asking<'_>,
        (file, output): (Option<OutputFile>, &mut dyn Write),
    ) -> Result<ExitStatus, Unfinished> {
        let Checkpoint { subject, ask, shown, mut journal, task, units } = self;
        let output = Rc::new(RefCell::new(Output::resume(output, file, &mut journal)?));
        if ask != Ask::Solutions
            && let Some(complete) = journal.complete()
        {
            let mut output = output.borrow_mut();
            output.add(complete.text.as_bytes())?;
            output.pass()?;
            return Ok(ExitStatus::of_code(complete.end));
        }
        let mut merge = Merge::new(&task, units.clone());
        let mut parts = Parts {
            journal,
            worker: task.worker(),
            budget: Budget::new(&asking.limits),
            tally: Arc::default(),
            open: units.into_iter().rev().collect(),
            output: Rc::clone(&output),
            ready: Vec::new().into_iter(),
            statistics: Statistics::default(),
            stopped: None,
        };
        parts.tally.add(parts.open.len());
        let mut shared = Shared(Rc::clone(&output));
        let tally = Arc::clone(&parts.tally);
        let waiting = asking.begin_telling("searching", &subject.place(), move || tally.text());
        let end = if ask == Ask::Solutions {
            let end = write_solutions(subject, &mut parts, &shown.solve, asking, &mut shared)?;
            drop(waiting);
            end
        } else {
            while let Some(report) = parts.report()? {
                merge.add(report).map_err(io::Error::other)?;
            }
            drop(waiting);
            parts.journal.sync(true)?;
            if let Some(limit) = parts.stopped {
                return Err(Unfinished::Stopped(limit));
            }
            write_found(subject, merge.answer().found, &shown, asking, &mut shared)?
        };
        let is_over = parts.stopped.is_none() && end != ExitStatus::Stopped;
        Ok(write_end(&mut parts.journal, &mut output.borrow_mut(), (end, is_over))?)
    }
}

/// Writes what comes last, as it was written before if nothing was left then.
fn write_end(
    journal: &mut Journal,
    output: &mut Output<'_>,
    (end, is_over): (ExitStatus, bool),
) -> io::Result<ExitStatus> {
    let text = String::from_utf8(output.take_last()).map_err(io::Error::other)?;
    journal.sync(true)?;
    output.pass()?;
    let text = match journal.complete() {
        Some(complete) => complete.text.clone(),
        None if is_over => {
            journal.finish(end as u8, &text)?;
            text
        }
        None => {
            output.place().map_or(Ok(()), |place| journal.stop(place, &text))?;
            text
        }
    };
    journal.sync(true)?;
    output.add(text.as_bytes())?;
    output.pass()?;
    Ok(end)
}

/// The parts of a question in the order of search.
struct Parts<'a, 'o> {
    journal: Journal,
    worker: Worker<'a>,
    budget: Budget,
    tally: Arc<Tally>,
    open: Vec<Subproblem>,
    output: Rc<RefCell<Output<'o>>>,
    ready: vec::IntoIter<Vec<i32>>,
    statistics: Statistics,
    stopped: Option<Limit>,
}

impl Parts<'_, '_> {
    /// The next report, which is kept; `None` if nothing is left, or a limit came first.
    fn report(&mut self) -> io::Result<Option<Report>> {
        let Some(unit) = self.open.pop() else { return Ok(None) };
        let kept = self.journal.report(unit.digest())?;
        let Some(report) = kept.map_or_else(|| self.search(&unit), |report| Ok(Some(report)))? else {
            return Ok(None);
        };
        self.tally.see(&report);
        self.open.extend(report.rest.iter().rev().cloned());
        self.statistics = self.statistics.and(&report.statistics);
        Ok(Some(report))
    }

    /// Searches a subproblem, and keeps the report; `None` if a limit came first.
    fn search(&mut self, unit: &Subproblem) -> io::Result<Option<Report>> {
        self.pass()?;
        self.output.borrow_mut().check(&mut self.journal)?;
        match self.work(unit) {
            Ok(report) => self.journal.keep(&report).map(|()| Some(report)),
            Err(NoReport::Stopped(limit)) => {
                self.stopped = Some(limit);
                Ok(None)
            }
            Err(other) => Err(io::Error::other(other)),
        }
    }

    /// Passes on the output of reports that are on the disk: no report may be lost of which there is output.
    fn pass(&mut self) -> io::Result<()> {
        if self.journal.sync(false)? { self.output.borrow_mut().pass() } else { Ok(()) }
    }

    fn work(&mut self, unit: &Subproblem) -> Result<Report, NoReport> {
        self.budget.check().map_err(NoReport::Stopped)?;
        self.worker.work(unit, None, &self.budget.rest())
    }
}

impl Solutions for Parts<'_, '_> {
    fn next(&mut self) -> io::Result<Option<Vec<i32>>> {
        let is_full = {
            let mut output = self.output.borrow_mut();
            output.commit();
            output.is_full()
        };
        if is_full {
            self.pass()?;
        }
        loop {
            if let Some(values) = self.ready.next() {
                return Ok(Some(values));
            }
            let Some(report) = self.report()? else { return Ok(None) };
            if let Found::Solutions(solutions) = report.found {
                self.ready = solutions.into_iter();
            }
        }
    }

    fn status(&self) -> Status {
        self.stopped.map_or(Status::Exhausted, Status::Stopped)
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// One of two handles of the output.
struct Shared<'o>(Rc<RefCell<Output<'o>>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}
