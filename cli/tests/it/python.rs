//! Promise: the programs of Python in the documentation run as they are there, and print what the comments after `print` say.
//!
//! They need packages of Python: `RESIDUA_PYTHON` names a Python that has `minizinc` and `cpmpy`. These are interfaces, which call the command
//! `minizinc`: that of the installed MiniZinc, and that of the newest one, which `tests/newest/minizinc.cjs` is.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::documents::{Page, matches, pages, root};
use crate::outside;
use crate::program::run;

/// What CPMpy is content with, at least.
const OLDEST_OF_CPMPY: [u32; 3] = [2, 8, 2];

/// The programs of Python on all pages, in their order.
fn programs() -> Vec<String> {
    let pages = pages();
    let blocks = pages.iter().flat_map(Page::blocks).filter(|block| block.language == "python");
    // `py/tests/test_documents.py` runs those of the package of `py/`.
    blocks.map(|block| block.text).filter(|text| !text.contains("residua_cp")).collect()
}

/// What a program prints by its comments: after `print`, where several lines are printed, these are separated by `; `, in any order.
fn commented(program: &str) -> Vec<String> {
    let prints = program.lines().filter(|line| line.trim_start().starts_with("print("));
    let comments = prints.filter_map(|line| line.split_once("  # ")).map(|(_, comment)| comment);
    let mut lines: Vec<String> =
        comments.flat_map(|comment| comment.split("; ")).map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// A Python with the packages; if there is none, says so.
fn python() -> Option<String> {
    let python = env::var("RESIDUA_PYTHON").ok();
    if python.is_none() {
        let why = "RESIDUA_PYTHON does not name a Python with the packages minizinc and cpmpy";
        outside::skip(
            "python-minizinc",
            &format!("{why}, so that the programs of Python in the documentation were not run"),
        );
    }
    python
}

/// Where programs run, with a home in which residua is known to MiniZinc.
struct Place {
    dir: PathBuf,
    path: String,
}

impl Place {
    fn new(name: &str) -> Place {
        let dir = outside::dir(&format!("python-{name}"));
        let solvers = dir.join("home/.minizinc/solvers");
        let finished = run("fzn", &["--install", solvers.to_str().expect("text")], "");
        assert_eq!(finished.code, 0, "{}", finished.err);
        let model = root().join("examples/minizinc/neighbours.mzn");
        fs::copy(model, dir.join("neighbours.mzn")).expect("it can be copied");
        Place { dir, path: env::var("PATH").unwrap_or_default() }
    }

    /// Where the command is that of MiniZinc that is installed; if it is not, says so.
    fn installed() -> Option<Place> {
        outside::has("minizinc", "minizinc").then(|| Place::new("installed"))
    }

    /// Where it is the newest.
    fn newest() -> Option<Place> {
        let package = outside::newest_minizinc()?;
        let mut place = Place::new("newest");
        let bin = place.dir.join("bin");
        fs::create_dir_all(&bin).expect("a folder can be made");
        let script = root().join("tests/newest/minizinc.cjs");
        let lines = [
            "#!/bin/sh".to_owned(),
            format!("export RESIDUA_MINIZINC_NPM='{}'", package.display()),
            format!("exec node '{}' \"$@\"", script.display()),
        ];
        let command = bin.join("minizinc");
        fs::write(&command, lines.join("\n")).expect("it can be written");
        let (is_done, said) = outside::run(&bin, "chmod", &["+x", "minizinc"]);
        assert!(is_done, "{said}");
        place.path = format!("{}:{}", bin.display(), place.path);
        Some(place)
    }

    /// What a program prints, which is to end well.
    fn output(&self, program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(&self.dir)
            .env("HOME", self.dir.join("home"))
            .env("PATH", &self.path)
            .output()
            .expect("it can be run");
        let [printed, said] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(output.status.success(), "{printed}{said}");
        printed
    }

    fn version(&self) -> Vec<u32> {
        let printed = self.output("minizinc", &["--version"]);
        let (_, version) = printed.split_once("version ").expect("it says which");
        let version = version.split([',', '\n', ' ']).next().unwrap_or_default();
        version.split('.').map(|part| part.parse().expect("a number")).collect()
    }
}

/// Runs all programs, or those that do not call the solver of CPMpy by MiniZinc.
fn check_prints(place: &Place, python: &str, calls_cpmpy: bool) {
    let programs: Vec<String> = programs()
        .into_iter()
        .filter(|program| calls_cpmpy || !program.contains("\"minizinc:residua\""))
        .collect();
    assert!(programs.len() > 3);
    for program in programs {
        let comments = commented(&program);
        let calls = program.matches("print(").count();
        assert!(comments.len() >= calls, "no comment says what is printed by\n{program}");
        let printed = place.output(python, &["-c", &program]);
        let lines: Vec<&str> = printed.lines().collect();
        let is_said = matches(&comments.join("\n"), &printed);
        let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
        let is_permuted =
            comments.len() == lines.len() && BTreeSet::from_iter(&comments) == BTreeSet::from_iter(&lines);
        assert!(is_said || is_permuted, "{program}\n{printed}");
    }
}

fn check_cpmpy(place: &Place, python: &str) {
    let program =
        programs().into_iter().find(|text| text.contains("\"minizinc:residua\"")).expect("there is one");
    let file = place.dir.join("model.fzn");
    let _ = fs::remove_file(&file);
    let printed = place.output(python, &["-c", &(program + "print(*x.value())\n")]);
    let values: Vec<i32> = printed.split_whitespace().map(|value| value.parse().expect("a number")).collect();
    let mut sorted = values.clone();
    sorted.sort_unstable();
    assert!(sorted == [1, 2, 3] && values[0] < values[1], "{printed}");
    let finished = run("inspect", &[file.to_str().expect("text")], "");
    assert_eq!(finished.code, 0, "{}", finished.err);
    for line in ["  x_0  1 2\n", "  x_1  2 3\n", "  x_2  1..3\n", "x_0 ≤ x_1 - 1"] {
        assert!(finished.out.contains(line), "{line}: {}", finished.out);
    }
}

#[test]
fn the_programs_of_the_page_run_with_the_minizinc_that_is_installed() {
    let (Some(python), Some(place)) = (python(), Place::installed()) else { return };
    let version = place.version();
    let has_cpmpy = version >= OLDEST_OF_CPMPY.to_vec();
    check_prints(&place, &python, has_cpmpy);
    if has_cpmpy {
        check_cpmpy(&place, &python);
    } else {
        let version: Vec<String> = version.iter().map(ToString::to_string).collect();
        let version = version.join(".");
        outside::skip("cpmpy", &format!("CPMpy wants MiniZinc 2.8.2 or later, and {version} is installed"));
    }
}

#[test]
fn the_programs_of_the_page_run_with_the_newest_minizinc() {
    let (Some(python), Some(place)) = (python(), Place::newest()) else { return };
    check_prints(&place, &python, true);
    check_cpmpy(&place, &python);
}

/// What a constraint of CPMpy allows, by its own definition, value by value, and by residua.
const COUNTED: &str = r#"
import itertools
import cpmpy as cp
from cpmpy.expressions.utils import argval
from cpmpy.transformations.get_variables import get_variables

x = cp.intvar(0, 2, shape=3, name="x")
y = cp.intvar(0, 3, name="y")
b = cp.boolvar(name="b")
z = cp.intvar(0, 2, shape=3, name="z")
constraints = {
    "functions": [cp.AllDifferentExcept0(x), cp.Count(x, 1) <= y, cp.Element(x, y) == 2],
    "successors": [cp.Circuit(x), b == cp.Table(x, [[1, 2, 0], [2, 2, 1]])],
    "counts": [cp.GlobalCardinalityCount(x, [0, 2], [1, y]), b.implies(cp.Increasing(x)), cp.LexLess(x[:2], [x[2], y])],
    "tasks": [cp.Inverse(x, z), cp.Cumulative(list(x), [1, 2, 1], demand=[1, 1, 2], capacity=2)],
    "automaton": [cp.Regular(x, [("a", 0, "a"), ("a", 1, "b"), ("b", 2, "a")], "a", ["b"])],
}
for name, parts in constraints.items():
    model = cp.Model(parts)
    vars = get_variables(parts)
    expected = set()
    for values in itertools.product(*(range(var.lb, var.ub + 1) for var in vars)):
        for var, value in zip(vars, values):
            var._value = bool(value) if var.is_bool() else value
        if all(argval(part) for part in parts):
            expected.add(values)
    found = set()
    model.solveAll(solver="minizinc:residua", display=lambda: found.add(tuple(int(var.value()) for var in vars)))
    print(name, len(found), found == expected)
"#;

#[test]
fn constraints_of_cpmpy_mean_the_same_in_residua() {
    let (Some(python), Some(place)) = (python(), Place::newest()) else { return };
    let printed = place.output(&python, &["-c", COUNTED]);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 5, "{printed}");
    for line in lines {
        assert!(line.ends_with(" True") && !line.contains(" 0 "), "{printed}");
    }
}
