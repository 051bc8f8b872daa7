//! A folder in which commands run, with the files that pages name.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::blocks::root;
use crate::outside;

#[expect(dead_code, reason = "the example prints it")]
#[path = "../../../../examples/learning.rs"]
mod learning;

/// The files that pages name without showing them: each with the file that it is a copy of, from the root of the repository.
pub(crate) const COPIES: &[(&str, &str)] = &[
    ("model.mzn", "examples/minizinc/neighbours.mzn"),
    ("neighbours.mzn", "examples/minizinc/neighbours.mzn"),
    ("neighbours.fzn", "examples/minizinc/neighbours.fzn"),
    ("schedule.mzn", "examples/minizinc/schedule.mzn"),
    ("schedule.fzn", "examples/minizinc/schedule.fzn"),
    ("timetable.fzn", "examples/minizinc/timetable.fzn"),
    ("puzzles/9x9.txt", "puzzles/9x9.txt"),
    ("small.json", "docs/variants/small.json"),
];

/// The first puzzle of `puzzles/9x9.txt`, and its solution.
pub(crate) fn puzzle() -> (String, String) {
    let text = fs::read_to_string(root().join("puzzles/9x9.txt")).expect("it is there");
    let line = text.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
    let (puzzle, solution) = line.split_once('\t').expect("two columns");
    (puzzle.to_owned(), solution.to_owned())
}

/// The other files that pages name, with their content.
pub(crate) fn written() -> Vec<(&'static str, String)> {
    vec![
        ("puzzle.txt", puzzle().0 + "\n"),
        ("f.cnf", "p cnf 3 2\n1 -2 3 0\n-1 2 0\n".to_owned()),
        ("quoted.fzn", "var 1..3: 'a b' :: output_var;\nsolve satisfy;\n".to_owned()),
    ]
}

pub(crate) struct Sandbox {
    pub(crate) dir: PathBuf,
    path: String,
}

/// What a command printed, messages among it, and its exit code.
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) code: Option<i32>,
}

impl Sandbox {
    /// A folder with all files that pages name. In it `cargo run` runs the program that is tested, and `minizinc` is the newest that
    /// there is, except for Gecode.
    pub(crate) fn new(name: &str) -> Sandbox {
        let dir = outside::dir(&format!("documents-{}", name.replace('/', "-")));
        let _ = fs::remove_dir_all(&dir);
        let bin = dir.join("bin");
        for folder in [&bin, &dir.join("puzzles")] {
            fs::create_dir_all(folder).expect("a folder can be made");
        }
        let write = |name: &str, text: &str| fs::write(dir.join(name), text).expect("it can be written");
        for (name, source) in COPIES {
            write(name, &fs::read_to_string(root().join(source)).expect("it is there"));
        }
        for (name, text) in written() {
            write(name, &text);
        }
        let program = env!("CARGO_BIN_EXE_residua");
        executable(&bin.join("residua"), &format!("exec '{program}' \"$@\""));
        write("bin/learning.out", &learning::report().expect("a right model"));
        executable(
            &bin.join("cargo"),
            &format!(
                "case \"$*\" in\n'run --release -- '*) shift 3; exec '{program}' \"$@\";;\n\
                 'run --release --example learning') exec cat '{}';;\nesac\n\
                 echo \"the tests do not run: cargo $*\"; exit 125",
                bin.join("learning.out").display()
            ),
        );
        if let Some(package) = newest_minizinc() {
            let script = root().join("tests/newest/minizinc.cjs");
            let (package, script) = (package.display(), script.display());
            executable(
                &bin.join("minizinc"),
                &format!(
                    "case \"$*\" in *'--solver gecode'*) PATH=\"${{PATH#*:}}\" exec minizinc \"$@\";; esac\n\
                     export RESIDUA_MINIZINC_NPM='{package}'\nexec node '{script}' \"$@\""
                ),
            );
        }
        let path = format!("{}:{}", bin.display(), env::var("PATH").unwrap_or_default());
        let sandbox = Sandbox { dir, path };
        assert_eq!(sandbox.run("residua fzn --install", "").code, Some(0));
        sandbox
    }

    /// A command in the shell, with this standard input.
    pub(crate) fn run(&self, command: &str, input: &str) -> Ran {
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{command}")])
            .current_dir(&self.dir)
            .env("HOME", &self.dir)
            .env("PATH", &self.path)
            .env("RESIDUA_DENSE", "auto")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut stdin = child.stdin.take().expect("it is piped");
        // One that does not read its standard input closes it.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("it ends");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!out.contains("panicked"), "{command}: {out}");
        Ran { out, code: output.status.code() }
    }

    /// Whether all programs that a command runs are there; if one is not, says so.
    pub(crate) fn can_run(&self, command: &str) -> bool {
        let is_newest = self.dir.join("bin/minizinc").is_file();
        if command.contains("assumed.mzn") && !is_newest {
            outside::skip(
                "npm-minizinc",
                "no MiniZinc 2.10 or later, so that assumptions of models were not tried",
            );
            return false;
        }
        let compiles = command.starts_with("residua") && command.contains(".mzn");
        let mut programs = PROGRAMS.iter().filter(|(name, _)| {
            let calls =
                command.split(['|', '\'']).any(|part| part.trim_start().starts_with(&format!("{name} ")));
            calls || (*name == "minizinc" && compiles)
        });
        programs.all(|(name, package)| {
            (*name == "minizinc" && is_newest && !command.contains("gecode")) || outside::has(name, package)
        })
    }
}

/// Programs that commands run, and the packages of Debian that have them.
pub(crate) const PROGRAMS: &[(&str, &str)] = &[
    ("minizinc", "minizinc"),
    ("cadical", "cadical"),
    ("minisat", "minisat"),
    ("glpsol", "glpk-utils"),
    ("highs", "highs"),
    ("cbc", "coinor-cbc"),
    ("swipl", "swi-prolog-nox"),
    ("circo", "graphviz"),
];

/// As [`outside::newest_minizinc`], which says that it is missing where only the newest will do.
fn newest_minizinc() -> Option<PathBuf> {
    env::var_os("RESIDUA_MINIZINC_NPM").and_then(|_| outside::newest_minizinc())
}

/// A script of the shell.
fn executable(path: &Path, script: &str) {
    fs::write(path, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
    let (is_done, said) =
        outside::run(path.parent().expect("a folder"), "chmod", &["+x", path.to_str().expect("UTF-8")]);
    assert!(is_done, "{said}");
}

/// Files that no page names any more, and commands that are not there, would be left behind.
#[test]
fn all_files_are_named() {
    let pages = super::pages();
    let texts: Vec<&str> = pages.iter().map(|page| page.text.as_str()).collect();
    let written = written();
    let names = COPIES.iter().map(|(name, _)| *name).chain(written.iter().map(|(name, _)| *name));
    for name in names.chain(PROGRAMS.iter().map(|(name, _)| *name)) {
        assert!(texts.iter().any(|text| text.contains(name)), "no page names {name}");
    }
}
