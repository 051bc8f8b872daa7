//! MiniZinc's compiler, found on `PATH`.
//!
//! It compiles for the library of residua, which is put into a folder of its own for that, and with `-g`: what a constraint says of one
//! variable stays a constraint, which can be named and taken away, and is not a smaller domain. Where that is refused, or becomes too
//! large, it is compiled without, and a note says so.

use std::env;
use std::fs;
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use residua_flatzinc::install;

use crate::input::InputError;
use crate::models::asked::{self, Asked};
use crate::models::kind::Unit;
use crate::models::merged::has_merged;

/// A file of FlatZinc with more bytes than this is too large to be compiled with `-g`.
const LARGEST: usize = 1 << 25;

/// What it says where it finds out itself that there is no solution.
const INCONSISTENT: &str = "model inconsistency detected";

/// What the compiler makes of a model.
#[derive(Debug, Default)]
pub(crate) struct Compiled {
    /// FlatZinc, with where its constraints come from, and all the model's variables as output.
    pub(crate) text: String,
    /// How its output is to be shown.
    pub(crate) output: String,
    /// What it warns of, with the places.
    pub(crate) warnings: Vec<String>,
    /// If it found out that there is no solution.
    pub(crate) refuted: Option<Refuted>,
}

/// The compiler found out that there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refuted {
    /// The line and column of the model that it names, if it names any.
    pub(crate) place: Option<(usize, usize)>,
}

/// The model as FlatZinc.
///
/// # Errors
/// What the compiler says, with the place that it names; or that there is none.
pub(crate) fn flatzinc(unit: &Unit, asked: &Asked) -> Result<Compiled, (String, InputError)> {
    if asked.is_empty() {
        return compiled(unit, &[Path::new(&unit.file)], None, true);
    }
    let folder = Folder::new().map_err(|error| failed(unit, &error))?;
    let second = folder.0.join(asked::FILE);
    fs::write(&second, &asked.text).map_err(|error| failed(unit, &error))?;
    compiled(unit, &[Path::new(&unit.file), &second], None, true)
}

/// Compiles another text in place of the model's to FlatZinc, without the places.
///
/// # Errors
/// As of [`flatzinc`].
pub(crate) fn flatzinc_of(unit: &Unit, text: &str) -> Result<Compiled, (String, InputError)> {
    let folder = Folder::new().map_err(|error| failed(unit, &error))?;
    let model = folder.0.join("model.mzn");
    fs::write(&model, text).map_err(|error| failed(unit, &error))?;
    let beside = Path::new(&unit.file).parent().filter(|folder| !folder.as_os_str().is_empty());
    compiled(unit, &[&model], Some(beside.unwrap_or(Path::new("."))), false)
}

/// With the places of its constraints, if `has_paths`.
fn compiled(
    unit: &Unit,
    models: &[&Path],
    beside: Option<&Path>,
    has_paths: bool,
) -> Result<Compiled, (String, InputError)> {
    let folder = Folder::new().map_err(|error| failed(unit, &error))?;
    install(&folder.0, Path::new(NOWHERE)).map_err(|error| failed(unit, &error))?;
    let run = |name: &str, with: &[&str]| run(unit, models, beside, &folder.0, name, with);
    // Paths are left out where they make another model of it. To know that, it is compiled both ways, at the same time.
    let compile = |with: &[&str]| -> io::Result<(Run, bool)> {
        if !has_paths {
            return Ok((run("plain", with)?, false));
        }
        let (plain, by_paths) = thread::scope(|scope| {
            let by_paths = scope.spawn(|| run("paths", &[with, &PATHS].concat()));
            (run("plain", with), by_paths.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        let (plain, by_paths) = (plain?, by_paths?);
        if plain.is_done() && by_paths.is_done() && !has_merged(&by_paths.flat, &plain.flat) {
            return Ok((by_paths, false));
        }
        let is_merged = plain.is_done();
        Ok((plain, is_merged))
    };
    let compile = |with: &[&str]| compile(with).map_err(|error| failed(unit, &error));
    let (mut run, mut is_merged) = compile(&["-g"])?;
    let mut notes = Vec::new();
    if !run.is_done() || run.flat.len() > LARGEST {
        let is_large = run.is_done();
        let without = compile(&[])?;
        if without.0.is_done() {
            (run, is_merged) = without;
            let why = if is_large { "is too large" } else { "is refused" };
            notes.push(format!(
                "unary constraints are part of the domains and not named: \
                 compiled with -g the model {why}"
            ));
        }
    }
    if is_merged {
        let note = "constraints are shown without their positions and source text: \
                    with --keep-paths, MiniZinc merges different variables";
        notes.push(note.to_owned());
    }
    let said = String::from_utf8_lossy(&run.output.stderr).into_owned();
    if !run.is_done() {
        return Err(complaint(unit, &said));
    }
    let (warnings, refuted) = warned(&said);
    let warnings = warnings.into_iter().chain(notes).collect();
    Ok(Compiled { text: run.flat, output: run.shown, warnings, refuted })
}

fn failed(unit: &Unit, error: &io::Error) -> (String, InputError) {
    let message = if error.kind() == io::ErrorKind::NotFound {
        "minizinc not found on PATH: it is needed to compile a model".to_owned()
    } else {
        format!("cannot run minizinc: {error}")
    };
    (unit.file.clone(), InputError { line: 1, column: 1, message })
}

/// Where nothing is kept: what the compiler would write beside the model.
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

/// Where in the model each constraint comes from is written into the FlatZinc.
const PATHS: [&str; 3] = ["--keep-paths", "--output-paths-to-file", NOWHERE];

/// What a run of the compiler came to.
struct Run {
    output: Output,
    /// The FlatZinc.
    flat: String,
    /// How its output is to be shown.
    shown: String,
}

impl Run {
    fn is_done(&self) -> bool {
        self.output.status.success()
    }
}

/// Runs the compiler, which writes files of that name into the folder.
fn run(
    unit: &Unit,
    models: &[&Path],
    beside: Option<&Path>,
    folder: &Path,
    name: &str,
    with: &[&str],
) -> io::Result<Run> {
    let others = env::var_os("MZN_SOLVER_PATH").unwrap_or_default();
    let solvers = env::join_paths([folder.to_owned()].into_iter().chain(env::split_paths(&others)));
    let [flat, shown] = ["fzn", "ozn"].map(|extension| folder.join(name).with_extension(extension));
    let mut command = Command::new("minizinc");
    let _ = command
        .env("MZN_SOLVER_PATH", solvers.map_err(io::Error::other)?)
        .args(["-c", "--solver", "org.residua.residua", "--output-mode", "dzn"])
        .args(["--output-fzn-to-file".as_ref(), flat.as_os_str()])
        .args(["--output-ozn-to-file".as_ref(), shown.as_os_str()])
        .args(with);
    if let Some(beside) = beside {
        let _ = command.arg("-I").arg(beside);
    }
    let output = command.args(models).args(&unit.data).stdin(Stdio::null()).output()?;
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    Ok(Run { output, flat: read(&flat), shown: read(&shown) })
}

/// A folder for files of one run of the compiler, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("residua-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = env::temp_dir().join(name);
        fs::create_dir(&folder)?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is the system's to clear: it lies among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What the compiler warns of, each with its place, and whether it found out that there is no solution.
fn warned(said: &str) -> (Vec<String>, Option<Refuted>) {
    let mut warnings: Vec<String> = Vec::new();
    let mut refuted: Option<Refuted> = None;
    let mut is_refutation = false;
    for line in said.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(warning) = line.strip_prefix("Warning:").or_else(|| line.strip_prefix("WARNING:")) {
            is_refutation = warning.contains(INCONSISTENT);
            if is_refutation && refuted.is_none() {
                refuted = Some(Refuted { place: None });
            }
            warnings.push(format!("minizinc: {}", warning.trim()));
        } else if let Some((file, at, column)) = place(line) {
            if let Some(Refuted { place: place @ None }) = &mut refuted
                && is_refutation
            {
                *place = Some((at, column));
            }
            if let Some(last) = warnings.last_mut() {
                let file = file.rsplit(['/', '\\']).next().unwrap_or(&file);
                *last = format!("{last} ({file}:{at}.{column})");
            }
        } else if let Some(last) = warnings.last_mut() {
            last.push(' ');
            last.push_str(line);
        }
    }
    (warnings, refuted)
}

/// What the compiler says, and where: it names files as `model.mzn:3.12-15`.
fn complaint(unit: &Unit, said: &str) -> (String, InputError) {
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let place = lines.iter().find_map(|line| place(line));
    let (file, line, column) = place.unwrap_or((unit.file.clone(), 1, 1));
    let words: Vec<&str> = lines.into_iter().filter(|line| self::place(line).is_none()).collect();
    let message = match words.join(" ") {
        nothing if nothing.is_empty() => "minizinc failed to compile the model".to_owned(),
        words => format!("minizinc: {words}"),
    };
    (file, InputError { line, column, message })
}

/// The file, line and column of a line that has nothing else.
fn place(line: &str) -> Option<(String, usize, usize)> {
    let (file, place) = line.trim_end_matches(':').rsplit_once(':')?;
    let (line, columns) = place.split_once('.')?;
    let column = columns.split('-').next()?;
    Some((file.to_owned(), line.split('-').next()?.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_what_the_compiler_says() {
        let unit = Unit { file: "m.mzn".to_owned(), data: Vec::new() };
        let (file, mistake) =
            complaint(&unit, "Error: type error: undefined identifier `y'\n/tmp/m.mzn:1.27\n");
        assert_eq!((file.as_str(), mistake.line, mistake.column), ("/tmp/m.mzn", 1, 27));
        assert_eq!(mistake.message, "minizinc: Error: type error: undefined identifier `y'");
        let (file, mistake) = complaint(&unit, "");
        assert_eq!(
            (file.as_str(), mistake.message.as_str()),
            ("m.mzn", "minizinc failed to compile the model")
        );
    }

    #[test]
    fn warnings_have_their_places() {
        let said = "Warning: model inconsistency detected\n/d/m.mzn:2.25-29\n  in binary '>' operator expression\n\n";
        let (warnings, refuted) = warned(said);
        assert_eq!(refuted, Some(Refuted { place: Some((2, 25)) }));
        let expected =
            "minizinc: model inconsistency detected (m.mzn:2.25) in binary '>' operator expression";
        assert_eq!(warnings, [expected]);
    }
}
