//! MiniZinc's compiler, as it is on the path.

use std::io;
use std::process::{Command, Output, Stdio};

use crate::flatzinc::kind::Unit;
use crate::source::Mistake;

/// The model as FlatZinc: with where its constraints come from, and all its variables as output, whatever its output item shows.
///
/// # Errors
/// What the compiler says, with the place that it names; or that there is none.
pub(crate) fn flatzinc(unit: &Unit) -> Result<String, (String, Mistake)> {
    let failed = |error: io::Error| {
        let message = if error.kind() == io::ErrorKind::NotFound {
            "a model is compiled by MiniZinc, and there is no program minizinc on the path".to_owned()
        } else {
            format!("minizinc cannot be run: {error}")
        };
        (unit.file.clone(), Mistake { line: 1, column: 1, message })
    };
    let mut output = run(unit, &["--solver", "residua"]).map_err(failed)?;
    if !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("no solver with tag") {
        // Without the library of residua: what it knows by itself is told in simpler constraints.
        output = run(unit, &["-G", "std"]).map_err(failed)?;
    }
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(complaint(unit, &String::from_utf8_lossy(&output.stderr)))
}

/// Where nothing is kept: what the compiler would write beside the model.
const NOWHERE: &str = if cfg!(windows) { "NUL" } else { "/dev/null" };

fn run(unit: &Unit, library: &[&str]) -> io::Result<Output> {
    Command::new("minizinc")
        .args(["-c", "--keep-paths", "--output-paths-to-file", NOWHERE])
        .args(["--output-mode", "dzn", "--no-output-ozn", "--output-fzn-to-stdout"])
        .args(library)
        .arg(&unit.file)
        .args(&unit.data)
        .stdin(Stdio::null())
        .output()
}

/// What the compiler says, and where: it names files as `model.mzn:3.12-15`.
fn complaint(unit: &Unit, said: &str) -> (String, Mistake) {
    let lines: Vec<&str> = said.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let place = lines.iter().find_map(|line| place(line));
    let (file, line, column) = place.unwrap_or((unit.file.clone(), 1, 1));
    let words: Vec<&str> = lines.into_iter().filter(|line| self::place(line).is_none()).collect();
    let message = match words.join(" ") {
        nothing if nothing.is_empty() => "minizinc does not compile it".to_owned(),
        words => format!("minizinc: {words}"),
    };
    (file, Mistake { line, column, message })
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
        assert_eq!((file.as_str(), mistake.message.as_str()), ("m.mzn", "minizinc does not compile it"));
    }
}
