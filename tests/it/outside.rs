//! Other programs, by which encodings are checked.
//!
//! Without one of them the tests that run it print that and pass, unless `RESIDUA_REQUIRE` names it: a list of programs,
//! separated by blanks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io, thread};

/// Says that something was not checked, as `program` is missing; fails where that is required.
pub(crate) fn skip(program: &str, what: &str) {
    let required = env::var("RESIDUA_REQUIRE").unwrap_or_default();
    let is_required = required.split_whitespace().any(|name| name == program);
    assert!(!is_required, "{program} is in RESIDUA_REQUIRE: {what}");
    // Bypasses the capture of the test harness, which covers only what its macros print.
    let _ = writeln!(io::stderr(), "SKIPPED: {what}");
}

/// Whether a program is on the path; if not, says so, with the package of Debian that has it.
pub(crate) fn has(program: &str, package: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_there = env::split_paths(&path).any(|dir| dir.join(program).is_file());
    if !is_there {
        skip(
            program,
            &format!("{program} is not installed, so that nothing was checked with it (Debian: {package})"),
        );
    }
    is_there
}

/// Whether Python has a package; if not, says so.
pub(crate) fn has_python(package: &str) -> bool {
    let import = format!("import {package}");
    let is_there =
        Command::new("python3").args(["-c", &import]).output().is_ok_and(|run| run.status.success());
    if !is_there {
        skip(
            package,
            &format!("Python has no {package}, so that nothing was checked with it (PyPI: {package})"),
        );
    }
    is_there
}

/// The folder of the npm package `minizinc`, which has the newest MiniZinc, as WebAssembly; if it is not known, or there is no Node to run it,
/// says so. The environment variable `RESIDUA_MINIZINC_NPM` names it, from the root of the repository: `npm install minizinc` makes
/// `node_modules/minizinc`.
pub(crate) fn newest_minizinc() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let folder = env::var_os("RESIDUA_MINIZINC_NPM").map(|folder| root.join(folder));
    let Some(folder) = folder.filter(|folder| folder.join("dist/minizinc.wasm").is_file()) else {
        let why = "RESIDUA_MINIZINC_NPM does not name the folder of the npm package minizinc";
        skip("npm-minizinc", &format!("{why}, so that nothing was checked with the newest MiniZinc"));
        return None;
    };
    has("node", "nodejs").then_some(folder)
}

/// A directory for files of the test that calls: tests run at the same time, and none writes where another one reads.
pub(crate) fn dir(name: &str) -> PathBuf {
    let thread = thread::current();
    let test = thread.name().unwrap_or("main").replace("::", "-");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(name);
    fs::create_dir_all(&dir).expect("the directory for temporary files is writable");
    dir
}

/// What a program that runs there prints, messages and all, and whether it ends well.
pub(crate) fn run(dir: &Path, program: &str, arguments: &[&str]) -> (bool, String) {
    let (succeeds, printed, said) = output(dir, program, arguments);
    (succeeds, printed + &said)
}

/// The same with the messages apart.
pub(crate) fn output(dir: &Path, program: &str, arguments: &[&str]) -> (bool, String, String) {
    let run = Command::new(program).args(arguments).current_dir(dir).output().expect("it can be run");
    let [printed, said] = [run.stdout, run.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (run.status.success(), printed, said)
}
