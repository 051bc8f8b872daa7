//! Solvers that are separate programs, given by the environment.
//!
//! Such a program reads one problem per line until its input ends, and prints a line for each that begins with the
//! number of its solutions, 2 for any number above one, or with `-` if it did not finish.
//!
//! Those of `RESIDUA_RIVALS` read Sudoku, 81 characters with `.` for a blank: `src/bin/sudoku_lines.rs` is one. Those
//! of `RESIDUA_PENCIL_MARK_RIVALS` read 729 characters, nine for each cell, `.` for a digit that is struck out. Those
//! of `RESIDUA_NETWORK_RIVALS` read networks of `all_different` as numbers: how many solutions to look for, the limit
//! in seconds, the numbers of cells, values and scopes; for each scope its size and its cells; then by cell its
//! value, 0 for none. `rivals/` has two. Those of `RESIDUA_MODEL_RIVALS` read the models of `models.rs`, which
//! `rivals/gecode_models.cpp` explains, and print other numbers: `src/bin/rust_models` is one too.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::race::Answers;

/// A solver that is a program.
#[derive(Clone, Debug)]
pub(crate) struct Rival {
    name: String,
    program: String,
    arguments: Vec<String>,
}

impl Rival {
    /// Those given by a variable of the environment, as `NAME=PROGRAM ARGUMENT …; NAME=…`.
    pub(crate) fn all(variable: &str) -> Result<Vec<Rival>, String> {
        let text = std::env::var(variable).unwrap_or_default();
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| Rival::parse(part).map_err(|mistake| format!("{variable}: {mistake}"))).collect()
    }

    fn parse(text: &str) -> Result<Rival, String> {
        let mistake = || format!("expected NAME=PROGRAM ARGUMENT …, found \"{text}\"");
        let (name, command) = text.split_once('=').ok_or_else(mistake)?;
        let mut words = command.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or_else(mistake)?;
        Ok(Rival { name: name.trim().to_owned(), program, arguments: words.collect() })
    }

    /// The name, with the time that the process takes for no puzzles at all.
    ///
    /// # Errors
    /// If it cannot be run.
    pub(crate) fn described(&self, empty: &Path) -> Result<String, String> {
        let start = Instant::now();
        let _ = self.run(empty)?;
        Ok(format!("{} (a process, started in {:.4} s)", self.name, start.elapsed().as_secs_f64()))
    }

    /// Its answers for the puzzles in a file.
    pub(crate) fn run(&self, file: &Path) -> Result<Answers, String> {
        let count = |line: &str| line.chars().next()?.to_digit(10).map(u64::from);
        Ok(self.lines(file)?.iter().map(|line| count(line)).collect())
    }

    /// The lines that it prints for those of a file, without empty ones.
    pub(crate) fn lines(&self, file: &Path) -> Result<Vec<String>, String> {
        let mistake = |error: &dyn std::fmt::Display| format!("{}: {}: {error}", self.name, self.program);
        let input = File::open(file).map_err(|error| mistake(&error))?;
        let mut command = Command::new(&self.program);
        let command = command.args(&self.arguments).stdin(input).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| mistake(&error))?;
        if !output.status.success() {
            return Err(mistake(&output.status));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_command() {
        let rival = Rival::parse("cat = /bin/cat -u").expect("a name and a command");
        assert_eq!(
            (&*rival.name, &*rival.program, &*rival.arguments),
            ("cat", "/bin/cat", &["-u".to_owned()][..])
        );
        assert!(Rival::parse("cat").is_err() && Rival::parse("cat= ").is_err());
    }
}
