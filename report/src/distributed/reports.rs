//! Reports that are kept: a folder with a file for each, or one file with a line for each.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process;

use residua::subproblem::{Digest, Foreign, Report, Subproblem, Unmerged};
use serde::Deserialize;

use crate::distributed::units::{Expected, Mistake};
use crate::input::{InputError, without_mark};
use crate::json::write_object;

/// Reports that are kept.
#[derive(Debug)]
pub enum Reports {
    /// A file for each.
    Folder(Folder),
    /// A line for each.
    Lines(Lines),
}

/// A folder with a file for each report, which is named by the digest of its subproblem.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file with a line for each report.
#[derive(Debug)]
pub struct Lines {
    name: String,
    file: RefCell<File>,
    /// By the digest of the subproblem: the number of the line, where it begins, and its bytes.
    places: BTreeMap<Digest, (usize, u64, usize)>,
    /// The lines that are no reports.
    unreadable: Vec<usize>,
}

/// What there is of a subproblem.
#[derive(Debug)]
pub(crate) enum Kept {
    Report(Report),
    Missing,
    /// There is a file that is no report, by this name.
    Unreadable(String),
}

impl Reports {
    /// The reports of a folder, or of a file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn open(path: &str) -> Result<Reports, Mistake> {
        let unreadable = |error: io::Error| (path.to_owned(), InputError::unreadable(&error));
        if fs::metadata(path).map_err(unreadable)?.is_dir() {
            return Ok(Reports::Folder(Folder { path: path.into() }));
        }
        Lines::open(path).map(Reports::Lines)
    }

    /// What there is of a subproblem.
    ///
    /// # Errors
    /// There is a report of another task.
    pub(crate) fn get(&self, unit: &Subproblem, expected: &Expected<'_>) -> Result<Kept, Mistake> {
        match self {
            Reports::Folder(folder) => folder.get(unit, expected),
            Reports::Lines(lines) => lines.get(unit, expected),
        }
    }

    /// What is no report of any subproblem, by name.
    pub(crate) fn unreadable(&self) -> Vec<String> {
        match self {
            Reports::Folder(_) => Vec::new(),
            Reports::Lines(Lines { name, unreadable, .. }) => {
                unreadable.iter().map(|line| format!("{name}:{line}")).collect()
            }
        }
    }
}

impl Folder {
    /// A folder, which is made if it is not there.
    ///
    /// # Errors
    /// It cannot be made.
    pub fn make(path: &str) -> Result<Folder, Mistake> {
        let error = |error: io::Error| {
            let message = format!("cannot be made: {error}");
            (path.to_owned(), InputError { line: 1, column: 1, message })
        };
        fs::create_dir_all(path).map_err(error)?;
        Ok(Folder { path: path.into() })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn file_of(&self, digest: Digest) -> PathBuf {
        self.path.join(format!("{digest}.json"))
    }

    /// What there is of a subproblem.
    ///
    /// # Errors
    /// There is a report of another task.
    pub(crate) fn get(&self, unit: &Subproblem, expected: &Expected<'_>) -> Result<Kept, Mistake> {
        let path = self.file_of(unit.digest());
        let name = path.display().to_string();
        match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Kept::Missing),
            Err(error) => Err((name, InputError::unreadable(&error))),
            Ok(bytes) => checked(&bytes, unit, expected, (&name, 1)),
        }
    }

    /// A report that there is of a task, by the digest of its subproblem, if it is whole.
    pub(crate) fn report(&self, of: Digest, task: Digest) -> Option<Report> {
        let report = read(&fs::read(self.file_of(of)).ok()?)?;
        (report.of == of && report.task == task).then_some(report)
    }

    /// Keeps a report: whatever happens meanwhile, there is the whole of it then, or nothing.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn keep(&self, report: &Report) -> io::Result<()> {
        self.replace(&self.file_of(report.of), |file| write_object(file, report))?;
        // Its name has to last, too. Not all systems can say so of a folder.
        if let Ok(folder) = File::open(&self.path) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// Writes a file beside, and gives it its name once it is on the disk.
    pub(crate) fn replace(
        &self,
        path: &Path,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (beside, mut file) = self.beside(&name).map_err(named)?;
        let written = write(&mut file).and_then(|()| file.sync_all());
        drop(file);
        let renamed = written.and_then(|()| fs::rename(&beside, path));
        renamed.map_err(|error| {
            // Half of a file is of no use.
            let _ = fs::remove_file(&beside);
            named(error)
        })
    }

    /// A new file that no other process writes. Processes on two machines, or in two containers, may have the same number.
    fn beside(&self, name: &str) -> io::Result<(PathBuf, File)> {
        let hash = || RandomState::new().hash_one(name);
        loop {
            let path = self.path.join(format!(".{name}.{}-{:016x}", process::id(), hash()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return opened.map(|file| (path, file)),
            }
        }
    }
}

impl Lines {
    /// The reports of a file, all of one task. Of several about one subproblem the first counts.
    ///
    /// # Errors
    /// It cannot be read, or has reports of two tasks.
    pub(crate) fn open(path: &str) -> Result<Lines, Mistake> {
        #[derive(Deserialize)]
        struct About {
            of: Digest,
            task: Digest,
        }
        let error = |error: io::Error| (path.to_owned(), InputError::unreadable(&error));
        let file = File::open(path).map_err(error)?;
        let (mut places, mut unreadable) = (BTreeMap::new(), Vec::new());
        let (mut input, mut line, mut at) = (BufReader::new(&file), Vec::new(), 0);
        let mut first: Option<(Digest, usize)> = None;
        for number in 1.. {
            line.clear();
            let bytes = input.read_until(b'\n', &mut line).map_err(error)?;
            if bytes == 0 {
                break;
            }
            match serde_json::from_slice::<About>(without_mark(&line)) {
                Ok(About { of, task }) => {
                    let (of_first, line) = *first.get_or_insert((task, number));
                    if task != of_first {
                        let message =
                            format!("this report is of {task}, and that of line {line} of {of_first}");
                        return Err((path.to_owned(), InputError { line: number, column: 1, message }));
                    }
                    places.entry(of).or_insert((number, at, bytes));
                }
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(_) => unreadable.push(number),
            }
            at += bytes as u64;
        }
        Ok(Lines { name: path.to_owned(), file: RefCell::new(file), places, unreadable })
    }

    fn get(&self, unit: &Subproblem, expected: &Expected<'_>) -> Result<Kept, Mistake> {
        let Some(&(line, at, bytes)) = self.places.get(&unit.digest()) else { return Ok(Kept::Missing) };
        let mut text = vec![0; bytes];
        let mut file = self.file.borrow_mut();
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut text));
        match read {
            Ok(()) => checked(&text, unit, expected, (&self.name, line)),
            Err(error) => Err((self.name.clone(), InputError::unreadable(&error))),
        }
    }
}

/// A report that is of this subproblem and this task, and answers its question.
fn checked(
    text: &[u8],
    unit: &Subproblem,
    expected: &Expected<'_>,
    (name, line): (&str, usize),
) -> Result<Kept, Mistake> {
    let Some(report) = read(text) else { return Ok(Kept::Unreadable(place(name, line))) };
    let message = if report.task != expected.digest {
        Foreign { expected: expected.digest, found: report.task }.to_string()
    } else if report.of != unit.digest() {
        format!("it is about {}, and not about the subproblem after which it is named", report.of)
    } else if !expected.task.fits(&report.found) {
        Unmerged::Unfit.to_string()
    } else {
        return Ok(Kept::Report(report));
    };
    Err((name.to_owned(), InputError { line, column: 1, message }))
}

/// A report, if it is one, and as it was written.
fn read(text: &[u8]) -> Option<Report> {
    serde_json::from_slice(without_mark(text)).ok()
}

/// The place of a report: of one that has a file of its own, that.
fn place(name: &str, line: usize) -> String {
    if line == 1 { name.to_owned() } else { format!("{name}:{line}") }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use super::*;

    /// Several write one file at once, also by the same process number, as in two containers: it is always whole, and nothing is left.
    #[test]
    fn files_that_several_replace() {
        let path = std::env::temp_dir().join(format!("residua-replaced-{}", process::id()));
        let folder = Folder::make(&path.display().to_string()).expect("it can be made");
        let file = path.join("best");
        thread::scope(|scope| {
            for number in 0..4 {
                let (folder, file) = (&folder, &file);
                scope.spawn(move || {
                    for _ in 0..50 {
                        let text = number.to_string().repeat(1000);
                        folder
                            .replace(file, |file| file.write_all(text.as_bytes()))
                            .expect("it can be written");
                        let text = fs::read_to_string(file).expect("it is there");
                        let first = text.chars().next().expect("it is whole");
                        assert!(text.len() == 1000 && text.chars().all(|digit| digit == first), "{text}");
                    }
                });
            }
        });
        let failed = folder.replace(&file, |_| Err(io::Error::other("full")));
        let message = failed.expect_err("it cannot be written").to_string();
        assert_eq!(message, format!("{}: full", file.display()));
        assert_eq!(fs::read_dir(&path).expect("it is there").count(), 1);
        fs::remove_dir_all(&path).expect("it is there");
    }
}
