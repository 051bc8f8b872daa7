//! Journals: the reports of one process, each kept as soon as there is one.
//!
//! A line that was not written whole is the last one, and is dropped. The others are a `start`, which says of what task and command it
//! is; an `output` for each file that standard output was, with its length then; reports; `stopped`, what a run has written at its
//! end that was stopped; and `complete`, what one has written at its end that was not.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::time::{Duration, Instant};

use residua::subproblem::{Digest, Foreign, Report};
use serde::{Deserialize, Serialize};

use crate::clock::now;
use crate::distributed::output::wrong;
use crate::distributed::units::Mistake;
use crate::input::{InputError, without_mark};
use crate::json::write_object;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Start { task: Digest, command: String },
    Output { id: (u64, u64), start: u64 },
    Report(About),
    Stopped { id: (u64, u64), at: u64, text: String },
    Complete { end: u8, text: String },
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum NewLine<'a> {
    Start { task: Digest, command: &'a str },
    Output { id: (u64, u64), start: u64 },
    Report(&'a Report),
    Stopped { id: (u64, u64), at: u64, text: &'a str },
    Complete { end: u8, text: &'a str },
}

#[derive(Deserialize)]
struct About {
    of: Digest,
}

/// What is known of a file that output went to.
#[derive(Debug)]
pub(crate) struct Begun {
    /// Its length at the start.
    pub(crate) start: u64,
    /// What was written when a run was stopped, after this many bytes of the output.
    pub(crate) stopped: Option<(u64, String)>,
}

/// What was written at the end, when nothing was left.
#[derive(Clone, Debug)]
pub(crate) struct Complete {
    /// The exit status.
    pub(crate) end: u8,
    pub(crate) text: String,
}

/// A journal that is open.
#[derive(Debug)]
pub(crate) struct Journal {
    name: String,
    file: File,
    /// By the digest of the subproblem: the number of the line of its report, where it begins, and its bytes.
    places: BTreeMap<Digest, (usize, u64, usize)>,
    /// By file.
    outputs: BTreeMap<(u64, u64), Begun>,
    complete: Option<Complete>,
    /// When all of it was on the disk, and whether that is so now.
    synced: Instant,
    is_synced: bool,
}

/// What was added is on the disk after this time: a line alone would take as long to get there as many. What a machine loses that
/// stops meanwhile is searched again.
const BETWEEN: Duration = Duration::from_millis(250);

impl Journal {
    /// Opens a journal of this task and command, or begins one.
    ///
    /// # Errors
    /// It cannot be read or written, or is another one.
    pub(crate) fn open(path: &str, task: Digest, command: &str) -> Result<Journal, Mistake> {
        let at = |line, message: String| (path.to_owned(), InputError { line, column: 1, message });
        let unwritable = |error: io::Error| at(1, format!("cannot be read and written: {error}"));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(unwritable)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => at(1, "another process is at work with this checkpoint".to_owned()),
            TryLockError::Error(error) => at(1, format!("cannot be locked: {error}")),
        })?;
        let mut journal = Journal {
            name: path.to_owned(),
            file,
            places: BTreeMap::new(),
            outputs: BTreeMap::new(),
            complete: None,
            synced: now(),
            is_synced: true,
        };
        let (mut input, mut line, mut end) =
            (BufReader::new(journal.file.try_clone().map_err(unwritable)?), Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let bytes = input.read_until(b'\n', &mut line).map_err(unwritable)?;
            if bytes == 0 {
                break;
            }
            if line.last() != Some(&b'\n') {
                // It was not written whole.
                journal.file.set_len(end).map_err(unwritable)?;
                break;
            }
            let text = if number == 1 { without_mark(&line) } else { &line };
            let read = serde_json::from_slice(text);
            let read = read.map_err(|error| at(number, format!("not a line of a checkpoint: {error}")))?;
            match read {
                Line::Start { task: found, .. } if found != task => {
                    return Err(at(number, Foreign { expected: task, found }.to_string()));
                }
                Line::Start { command: found, .. } if found != command => {
                    return Err(at(number, format!("it is of the command {found}, and not of {command}")));
                }
                Line::Start { .. } => {}
                _ if number == 1 => return Err(at(1, "not a checkpoint: it has no start".to_owned())),
                Line::Output { id, start } => journal.note(id, start),
                Line::Report(report) => {
                    journal.places.insert(report.of, (number, end, bytes));
                }
                Line::Stopped { id, at, text } => {
                    if let Some(begun) = journal.outputs.get_mut(&id) {
                        begun.stopped = Some((at, text));
                    }
                }
                Line::Complete { end, text } => journal.complete = Some(Complete { end, text }),
            }
            end += bytes as u64;
        }
        if end == 0 {
            journal.append(&NewLine::Start { task, command }).map_err(unwritable)?;
        }
        Ok(journal)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn note(&mut self, id: (u64, u64), start: u64) {
        self.outputs.insert(id, Begun { start, stopped: None });
    }

    /// What is known of a file that output went to.
    pub(crate) fn begun(&self, id: (u64, u64)) -> Option<&Begun> {
        self.outputs.get(&id)
    }

    /// Notes that the output begins in this file where it ends.
    pub(crate) fn begin(&mut self, id: (u64, u64), start: u64) -> io::Result<()> {
        if self.begun(id).is_some_and(|begun| begun.start == start && begun.stopped.is_none()) {
            return Ok(());
        }
        self.note(id, start);
        self.append(&NewLine::Output { id, start })
    }

    /// The report about a subproblem, if it is kept.
    pub(crate) fn report(&self, of: Digest) -> io::Result<Option<Report>> {
        // As in the line: the report is in an object of that name.
        #[derive(Deserialize)]
        struct Kept {
            report: Report,
        }
        let Some(&(line, at, bytes)) = self.places.get(&of) else { return Ok(None) };
        let mut text = vec![0; bytes];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut text)?;
        let kept: Kept = serde_json::from_slice(&text)
            .map_err(|error| wrong(&self.name, line, format!("not a line of a checkpoint: {error}")))?;
        Ok(Some(kept.report))
    }

    /// Keeps a report.
    pub(crate) fn keep(&mut self, report: &Report) -> io::Result<()> {
        self.append(&NewLine::Report(report))
    }

    /// Notes what a run is to write at its end that is stopped.
    pub(crate) fn stop(&mut self, (id, at): ((u64, u64), u64), text: &str) -> io::Result<()> {
        self.append(&NewLine::Stopped { id, at, text })
    }

    /// What was written at the end, if nothing is left.
    pub(crate) fn complete(&self) -> Option<&Complete> {
        self.complete.as_ref()
    }

    /// Notes what is to be written at the end, when nothing is left.
    pub(crate) fn finish(&mut self, end: u8, text: &str) -> io::Result<()> {
        self.append(&NewLine::Complete { end, text })
    }

    /// Whether all of it is on the disk; it is seen to if some time has passed since then, or this is the last time.
    pub(crate) fn sync(&mut self, is_last: bool) -> io::Result<bool> {
        if !self.is_synced && (is_last || self.synced.elapsed() >= BETWEEN) {
            self.file.sync_data().map_err(|error| self.named(&error))?;
            (self.synced, self.is_synced) = (now(), true);
        }
        Ok(self.is_synced)
    }

    fn append(&mut self, line: &NewLine<'_>) -> io::Result<()> {
        self.is_synced = false;
        write_object(&mut self.file, line).map_err(|error| self.named(&error))
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }
}
