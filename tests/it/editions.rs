//! MiniZinc: the one that is installed, and the newest one, which the npm package `minizinc` has.
//!
//! The newest is WebAssembly, which `tests/newest/` runs in Node.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::outside;
use crate::samples::root;

/// What compiles models.
pub(crate) enum Edition {
    Installed,
    Newest(RefCell<Server>),
}

/// A process that runs the newest MiniZinc again and again.
pub(crate) struct Server {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Edition {
    /// The one that is installed, if it is.
    pub(crate) fn installed() -> Option<Edition> {
        outside::has("minizinc", "minizinc").then_some(Edition::Installed)
    }

    /// The newest, if it is here.
    pub(crate) fn newest() -> Option<Edition> {
        let script = root().join("tests/newest/serve.cjs");
        let mut process = Command::new("node")
            .arg(script)
            .arg(outside::newest_minizinc()?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node can be run");
        let questions = process.stdin.take().expect("it is a pipe");
        let answers = BufReader::new(process.stdout.take().expect("it is a pipe"));
        Some(Edition::Newest(RefCell::new(Server { process, questions, answers })))
    }

    /// What it prints that runs in a folder with these arguments: whether it ends well, its standard output, and its messages.
    pub(crate) fn run(&self, dir: &Path, arguments: &[&str]) -> (bool, String, String) {
        self.run_on(dir, "", arguments)
    }

    /// What it makes of `printed`, a file of the folder with what a solver prints.
    pub(crate) fn decode(&self, dir: &Path, ozn: &str, printed: &str) -> (bool, String, String) {
        self.run_on(dir, printed, &["--ozn-file", ozn])
    }

    fn run_on(&self, dir: &Path, input: &str, arguments: &[&str]) -> (bool, String, String) {
        let Edition::Newest(server) = self else {
            let mut command = Command::new("minizinc");
            command.args(arguments).current_dir(dir).stdin(Stdio::null());
            if !input.is_empty() {
                command.stdin(fs::File::open(dir.join(input)).expect("it is there"));
            }
            let run = command.output().expect("it can be run");
            let [printed, said] =
                [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            return (run.status.success(), printed, said);
        };
        let code = server.borrow_mut().ask(dir, input, arguments);
        let [printed, said] = ["stdout", "stderr"].map(|name| read(&dir.join(name)));
        (code == "0", printed, said)
    }

    /// The folder of MiniZinc's own library; it may be put into this one.
    pub(crate) fn library(&self, dir: &Path) -> PathBuf {
        if let Edition::Newest(server) = self {
            server.borrow_mut().ask(dir, "", &["--library"]);
            return dir.join("std");
        }
        let (_, printed, _) = self.run(dir, &["--config-dirs"]);
        let (_, after) = printed.split_once("\"mznStdlibDir\"").expect("it says where");
        Path::new(after.split('"').nth(1).expect("a path")).join("std")
    }
}

impl Server {
    /// The answer to a question of `tests/newest/serve.cjs`.
    fn ask(&mut self, dir: &Path, input: &str, arguments: &[&str]) -> String {
        let question = [&[dir.to_str().expect("a name of characters"), input], arguments].concat().join("\t");
        writeln!(self.questions, "{question}").expect("it listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("it answers");
        assert!(!answer.is_empty(), "it has ended at {question}");
        answer.trim_end().to_owned()
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}
