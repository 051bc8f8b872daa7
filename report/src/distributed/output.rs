//! Output that goes on in the file where a run before was ended: what is there is compared with what is written, and not written again.
//!
//! Nothing is cut off but the end of a run that was stopped, which the journal has, and which the next run replaces.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::path::PathBuf;

use crate::distributed::journal::Journal;
use crate::distributed::units::Mistake;
use crate::input::InputError;

/// A file that output goes to.
#[derive(Debug)]
pub struct OutputFile {
    /// The device, and the number of the file there.
    pub id: (u64, u64),
    /// Its length before anything is written.
    pub length: u64,
    /// The file, to be written.
    pub file: File,
    /// A path by which it can be read.
    pub path: PathBuf,
}

/// Something is wrong that is no error of input or output.
#[derive(Debug)]
pub(super) struct Wrong(pub(super) Mistake);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.0.0, self.0.1.line, self.0.1.message)
    }
}

impl Error for Wrong {}

/// What is wrong with a file, as an error of writing.
pub(super) fn wrong(file: &str, line: usize, message: String) -> io::Error {
    io::Error::other(Wrong((file.to_owned(), InputError { line, column: 1, message })))
}

/// The output of a question with a journal.
pub(super) struct Output<'o> {
    to: &'o mut dyn Write,
    /// The journal, by name.
    journal: String,
    file: Option<OutputFile>,
    /// What is there already and was not compared so far.
    there: Option<Take<BufReader<File>>>,
    /// Where the file ends before anything is added.
    end: u64,
    has_added: bool,
    /// The bytes of the output that are in its file.
    passed: u64,
    /// What is to be passed on, once the reports that it is from are on the disk.
    ready: Vec<u8>,
    /// What was written since the last solution was asked for: it may be the end of the output.
    last: Vec<u8>,
}

/// So many bytes are passed on at once.
const FULL: usize = 1 << 16;

impl<'o> Output<'o> {
    /// Output that goes to this file, if it goes to one, on from where the journal says.
    pub(super) fn resume(
        to: &'o mut dyn Write,
        file: Option<OutputFile>,
        journal: &mut Journal,
    ) -> io::Result<Output<'o>> {
        let name = journal.name().to_owned();
        let mut resumed = Output {
            to,
            journal: name,
            file,
            there: None,
            end: 0,
            has_added: false,
            passed: 0,
            ready: Vec::new(),
            last: Vec::new(),
        };
        let Some(OutputFile { id, length, path, .. }) = &resumed.file else { return Ok(resumed) };
        let Some(begun) = journal.begun(*id).filter(|begun| begun.start < *length) else {
            resumed.begin(journal)?;
            return Ok(resumed);
        };
        let mut file = File::open(path).map_err(|error| {
            let why = "the output file cannot be read, so that what is there cannot be compared";
            wrong(&resumed.journal, 1, format!("{why}: {error}; write to another file"))
        })?;
        resumed.end = *length;
        if let Some((at, text)) = &begun.stopped
            && let Some(rest) = length.checked_sub(begun.start + at)
            && rest <= text.len() as u64
        {
            let mut end = Vec::new();
            file.seek(SeekFrom::Start(begun.start + at))?;
            (&file).take(rest).read_to_end(&mut end)?;
            if text.as_bytes().starts_with(&end) {
                resumed.end = begun.start + at;
            }
        }
        file.seek(SeekFrom::Start(begun.start))?;
        resumed.there = Some(BufReader::new(file).take(resumed.end - begun.start));
        Ok(resumed)
    }

    /// Begins where the file ends.
    fn begin(&mut self, journal: &mut Journal) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        (self.end, self.there) = (file.length, None);
        journal.begin(file.id, file.length)
    }

    /// The file, and how many bytes of the output are in it.
    pub(super) fn place(&self) -> Option<((u64, u64), u64)> {
        self.file.as_ref().map(|file| (file.id, self.passed))
    }

    /// Takes what was written as what any run writes.
    pub(super) fn commit(&mut self) {
        self.ready.append(&mut self.last);
    }

    pub(super) fn is_full(&self) -> bool {
        self.ready.len() >= FULL
    }

    /// Passes on what any run writes.
    pub(super) fn pass(&mut self) -> io::Result<()> {
        let ready = std::mem::take(&mut self.ready);
        self.add(&ready)?;
        self.to.flush()
    }

    /// What was written last, which another run may write otherwise.
    pub(super) fn take_last(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.last)
    }

    /// Refuses a file that goes on, once all is passed on that runs before have found.
    pub(super) fn check(&mut self, journal: &mut Journal) -> io::Result<()> {
        let Some(there) = &mut self.there else { return Ok(()) };
        if there.fill_buf()?.is_empty() {
            self.there = None;
            return Ok(());
        }
        // Nothing in it is ours.
        if self.passed == 0 { self.begin(journal) } else { Err(self.differs()) }
    }

    /// Adds bytes, without those that are there.
    pub(super) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        let known = self.compare(bytes)?;
        if known < bytes.len() {
            self.go_to_end()?;
            self.to.write_all(&bytes[known..])?;
        }
        self.passed += bytes.len() as u64;
        Ok(())
    }

    /// How many of the bytes are there.
    fn compare(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut known = 0;
        while let Some(there) = &mut self.there
            && known < bytes.len()
        {
            let some = there.fill_buf()?;
            let count = some.len().min(bytes.len() - known);
            if some[..count] != bytes[known..known + count] {
                return Err(self.differs());
            }
            there.consume(count);
            known += count;
            if count == 0 {
                self.there = None;
            }
        }
        Ok(known)
    }

    /// Goes to the end of the file, from which the end of a run that was stopped is cut off.
    fn go_to_end(&mut self) -> io::Result<()> {
        let Some(file) = self.file.as_mut().filter(|_| !self.has_added) else { return Ok(()) };
        if self.end < file.length {
            if file.file.metadata()?.len() != file.length {
                return Err(self.differs());
            }
            file.file.set_len(self.end)?;
        }
        self.has_added = true;
        file.file.seek(SeekFrom::End(0)).map(|_| ())
    }

    fn differs(&self) -> io::Error {
        let what = "the output file has other content than this checkpoint has written to it";
        wrong(&self.journal, 1, format!("{what}; nothing of it is changed: write to another file"))
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.last.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
