//! Output of exported files: standard output, a file, or a folder with one file per puzzle.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Where exported files go.
#[derive(Debug)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf),
    /// A folder, and the names of the files in it that were written so far.
    Folder {
        path: PathBuf,
        extension: &'static str,
        taken: BTreeSet<String>,
    },
}

impl Target {
    /// What the option says; `extension` is how the names of files in a folder end; `is_several`: there is more than one of `what`.
    ///
    /// # Errors
    /// If several have no folder to go to, or it cannot be made.
    pub(crate) fn new(
        output: Option<&str>,
        extension: &'static str,
        is_several: bool,
        what: &str,
    ) -> Result<Target, String> {
        let Some(output) = output else {
            let why = format!("several {what}: -o FOLDER writes a file for each");
            return if is_several { Err(why) } else { Ok(Target::Stdout) };
        };
        let path = PathBuf::from(output);
        if !is_several && !is_folder(output) {
            return Ok(Target::File(path));
        }
        fs::create_dir_all(&path).map_err(|error| format!("{output}: cannot create the folder: {error}"))?;
        Ok(Target::Folder { path, extension, taken: BTreeSet::new() })
    }

    /// Writes what `write` writes for what begins in that line of that file.
    ///
    /// # Errors
    /// The path that cannot be written, and why.
    pub(crate) fn write(
        &mut self,
        found: (&str, usize),
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), (String, io::Error)> {
        let path = match self {
            Target::Stdout => {
                let mut output = BufWriter::new(stdout().lock());
                let written = write(&mut output).and_then(|()| output.flush());
                return written.map_err(|error| ("standard output".to_owned(), error));
            }
            Target::File(path) => path.clone(),
            Target::Folder { path, extension, taken } => path.join(name(found, extension, taken)),
        };
        let named = |error| (path.display().to_string(), error);
        let mut output = BufWriter::new(File::create(&path).map_err(named)?);
        write(&mut output).and_then(|()| output.flush()).map_err(named)
    }
}

/// Whether a path is that of a folder, or is meant to be.
pub(crate) fn is_folder(path: &str) -> bool {
    Path::new(path).is_dir() || path.ends_with(['/', MAIN_SEPARATOR])
}

/// The name of the file for a puzzle, or another input: that of its own file, and its line. Where that is taken, by a file of the same name in another
/// folder, a number is added.
fn name((file, line): (&str, usize), extension: &str, taken: &mut BTreeSet<String>) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.filter(|stem| stem != "-").unwrap_or_else(|| "puzzle".to_owned());
    let first = format!("{stem}-{line}");
    let mut name = format!("{first}.{extension}");
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{first}-{number}.{extension}");
        number += 1;
    }
    name
}
