//! Promise: many workers give the answer of one process, whatever is lost or done twice on the way.
//!
//! | file | holds |
//! |---|---|
//! | `checkpoint.rs` | runs with a checkpoint |
//! | `same.rs` | the merged answer is that of one process |
//! | `lost.rs` | reports that are lost, and workers that are killed |
//! | `refused.rs` | what belongs to another question |
//! | `variants.rs` | puzzles with rules beside those of Sudoku |

mod checkpoint;
mod lost;
mod refused;
mod same;
mod variants;

use std::fs;
use std::path::PathBuf;

use crate::outside;
use crate::program::{Finished, file, run_by};

/// A subject with the options that go with it.
#[derive(Clone)]
struct Case {
    name: &'static str,
    arguments: Vec<String>,
}

impl Case {
    fn new(name: &'static str, content: &str, options: &[&str]) -> Case {
        let path = file(&format!("distributed-{name}"), content);
        let options = options.iter().map(|option| (*option).to_owned());
        Case { name, arguments: std::iter::once(path).chain(options).collect() }
    }

    /// A puzzle with 83 solutions.
    fn puzzle() -> Case {
        let grid = "8.........95.......76.........428967...573412...691583.....4196....3.748...8..235";
        Case::new("puzzle.txt", grid, &[])
    }

    /// A schedule that is enumerated by its annotation; each solution is shown once, whatever `z` is.
    fn enumeration() -> Case {
        let text = "\
            array [1..4] of var int: xs :: output_array([1..4]) = [x1,x2,x3,x4];\n\
            var 1..6: x1;\nvar 1..6: x2;\nvar 1..6: x3;\nvar 1..6: x4;\nvar 0..2: z;\nvar bool: b :: output_var;\n\
            constraint int_lin_ne([1,-1],[x1,x2],0);\nconstraint int_lin_ne([1,-1],[x2,x3],0);\n\
            constraint int_lin_le([1,1,1,1,1],[x1,x2,x3,x4,z],13);\nconstraint int_le_reif(x4,3,b);\n\
            solve :: int_search([x1,x2,x3,x4],input_order,indomain_min,complete) satisfy;\n";
        Case::new("enumeration.fzn", &declared_first(text), &[])
    }

    /// A sum to be made large, with many solutions that are equally good.
    fn optimisation() -> Case {
        let text = "\
            array [1..5] of var int: xs :: output_array([1..5]) = [x1,x2,x3,x4,x5];\n\
            var 0..7: x1;\nvar 0..7: x2;\nvar 0..7: x3;\nvar 0..7: x4;\nvar 0..7: x5;\nvar 0..2: y;\nvar 0..99: cost :: output_var;\n\
            constraint int_lin_eq([3,5,7,2,4,-1],[x1,x2,x3,x4,x5,cost],0);\nconstraint int_lin_le([2,3,4,1,2],[x1,x2,x3,x4,x5],31);\n\
            constraint int_lin_ne([1,-1],[x1,x5],0);\nconstraint int_le(y,x1);\n\
            solve :: int_search([x1,x2,x3,x4,x5],input_order,indomain_min,complete) maximize cost;\n";
        Case::new("optimisation.fzn", &declared_first(text), &[])
    }

    fn clauses() -> Case {
        Case::new("clauses.cnf", "p cnf 7 4\n1 2 3 0\n-1 4 0\n5 -6 2 0\n-7 -2 -4 0\n", &[])
    }

    fn graph() -> Case {
        Case::new("circle.col", "p edge 6 6\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\n", &["--colors", "3"])
    }

    /// The arguments that name it, and others.
    fn with<'a>(&'a self, others: &[&'a str]) -> Vec<&'a str> {
        self.arguments.iter().map(String::as_str).chain(others.iter().copied()).collect()
    }

    /// A file with its subproblems.
    fn units(&self, options: &[&str]) -> String {
        let split = residua("split", &self.with(options));
        assert_eq!((split.err.as_str(), split.code), ("", 0), "{}", self.name);
        file(&format!("{}-{}.jsonl", self.name, options.join("")), split.out)
    }

    fn work(&self, units: &str, out: &str, options: &[&str]) -> Finished {
        residua("work", &self.with(&[&[units, "--out", out], options].concat()))
    }

    fn merge(&self, units: &str, reports: &str, options: &[&str]) -> Finished {
        residua("merge", &self.with(&[&[units, reports], options].concat()))
    }
}

/// The items of FlatZinc with declarations of variables before arrays of them.
fn declared_first(text: &str) -> String {
    let (arrays, others): (Vec<&str>, Vec<&str>) =
        text.lines().map(str::trim).partition(|line| line.starts_with("array"));
    let (vars, rest): (Vec<&str>, Vec<&str>) = others.into_iter().partition(|line| line.starts_with("var"));
    [vars, arrays, rest].concat().join("\n") + "\n"
}

/// The program without the dense engine, whose subproblems are few.
fn residua(subcommand: &str, arguments: &[&str]) -> Finished {
    run_by("off", subcommand, arguments, "")
}

/// An empty folder.
fn folder(name: &str) -> String {
    let path = outside::dir("distributed").join(name);
    // It may not be there.
    let _ = fs::remove_dir_all(&path);
    path.into_os_string().into_string().expect("the path is UTF-8")
}

/// The reports in a folder.
fn reports(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut reports: Vec<PathBuf> = files
        .filter(|path| {
            path.extension().is_some_and(|extension| extension == "json")
                && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
        })
        .collect();
    reports.sort();
    reports
}
