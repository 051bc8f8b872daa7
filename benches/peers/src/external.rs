//! Solvers that are separate programs: GNU Prolog and SWI-Prolog, where they are installed.
//!
//! Their times include the start of the process, which is measured by a run with one queen. The GNU one is compiled
//! to a program beforehand.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// A Prolog that counts queens.
pub(crate) struct Prolog {
    name: String,
    program: PathBuf,
    arguments: Vec<String>,
}

/// Those that were found, and the folder with the compiled program, which is removed with it.
pub(crate) struct Prologs {
    all: Vec<Prolog>,
    _folder: Folder,
}

impl Prologs {
    /// Looks for `gplc` and `swipl` on the path. One that is missing is left out, with a message.
    pub(crate) fn find() -> Result<Prologs, String> {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("prolog");
        let folder = Folder::new("prolog")?;
        let gnu = folder.path("queens");
        let mut prologs = Prologs { all: Vec::new(), _folder: folder };
        let mut compiler = Command::new("gplc");
        compiler.arg("--no-top-level").arg("-o").arg(&gnu).arg(sources.join("queens_gprolog.pl"));
        if compiler.output().is_ok_and(|output| output.status.success()) {
            prologs.enter("GNU Prolog", gnu, Vec::new());
        } else {
            eprintln!("SKIPPED: GNU Prolog, for gplc is not installed or does not work");
        }
        let source = sources.join("queens_swi.pl").display().to_string();
        let arguments = ["-O", "-g", "main", "-t", "halt", &source, "--"].map(str::to_owned).to_vec();
        prologs.enter("SWI-Prolog", "swipl".into(), arguments);
        Ok(prologs)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Prolog> {
        self.all.iter()
    }

    /// Adds one that works, with the time of its start in its name.
    fn enter(&mut self, name: &str, program: PathBuf, arguments: Vec<String>) {
        let mut prolog = Prolog { name: name.to_owned(), program, arguments };
        let start = Instant::now();
        if prolog.queens(1, Duration::from_secs(10)) == Some(1) {
            prolog.name = format!("{name} (a process, started in {:.3} s)", start.elapsed().as_secs_f64());
            self.all.push(prolog);
        } else {
            eprintln!("SKIPPED: {name}, for it is not installed or does not work");
        }
    }
}

impl Prolog {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The number of solutions that it counts; `None` if it fails, or does not finish within `limit`.
    pub(crate) fn queens(&self, n: i32, limit: Duration) -> Option<u64> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(n.to_string());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let deadline = Instant::now() + limit;
        while child.try_wait().ok()?.is_none() {
            if Instant::now() >= deadline {
                child.kill().ok()?;
                child.wait().ok()?;
                return None;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        let mut text = String::new();
        child.stdout.take()?.read_to_string(&mut text).ok()?;
        text.trim().parse().ok()
    }
}
