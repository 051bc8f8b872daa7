//! Promise: SWI-Prolog finds exactly the solutions of a model in its goals, and what it leaves idle is not in ours.
//!
//! Needs `swipl` on the path. Without it the tests that run it say so, loudly, and pass, unless `RESIDUA_REQUIRE_SWIPL`
//! is set.

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{all_different, eq, exact_sum, ge, in_set, le, lt, ne};
use residua::encode::prolog::{goals, program};
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::model::Model;
use residua::search::Limits;
use residua::sudoku::Puzzle;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::catalogue::{Instance, mixed};
use crate::oracle;

const STRENGTHS: [Strength; 4] = [Strength::Value, Strength::Bounds, Strength::Domain, Strength::Exact];

/// Where SWI-Prolog is; `None`, and a loud word, if it is not installed.
fn swipl() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|dir| dir.join("swipl")).find(|file| file.is_file());
    if found.is_none() {
        assert!(
            env::var_os("RESIDUA_REQUIRE_SWIPL").is_none(),
            "swipl is not installed, and RESIDUA_REQUIRE_SWIPL is set"
        );
        // Past the capture of the test harness, which only catches what its macros print.
        let word = "SKIPPED: swipl is not installed, so that nothing was checked with SWI-Prolog (Debian: swi-prolog-nox)";
        let _ = writeln!(io::stderr(), "{word}");
    }
    found
}

/// How many solutions SWI-Prolog counts of each program, all in one run; `None` if it is not installed.
fn counts(name: &str, programs: &[String]) -> Option<Vec<usize>> {
    let swipl = swipl()?;
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prolog-{name}"));
    fs::create_dir_all(&dir).expect("the directory for temporary files is writable");
    for (number, program) in programs.iter().enumerate() {
        fs::write(dir.join(format!("m{number}.pl")), program).expect("a file can be written");
    }
    // Each program is loaded into a module of its own, and forgets nothing to another.
    let driver = format!(
        "main :- forall(between(1, {}, Next), (N is Next - 1, atom_concat(m, N, M), load_files(M:M, []), M:count(C), \
         print(C), nl)).\n",
        programs.len()
    );
    fs::write(dir.join("main.pl"), driver).expect("a file can be written");
    let run =
        Command::new(swipl).args(["-q", "-g", "main", "-t", "halt", "main.pl"]).current_dir(&dir).output();
    let run = run.expect("swipl can be run");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && err.is_empty(), "swipl objects to {}: {err}\n{out}", dir.display());
    let counts: Vec<usize> = out.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(counts.len(), programs.len(), "{out}");
    Some(counts)
}

/// The model, and what is left of it at each strength: as programs, but for residuals without solutions.
fn forms(model: &Model) -> Vec<String> {
    let left =
        STRENGTHS.into_iter().filter_map(|strength| model.inspect(strength, &Limits::default()).residual);
    let models = [model.clone()].into_iter().chain(left.map(|residual| residual.model));
    models.map(|model| program(&model).expect("the catalogue can be encoded")).collect()
}

/// SWI-Prolog counts as we do: the model itself, and what is left of it at each strength.
fn check_puzzle(name: &str, grid: &str, expected: usize) {
    let model = grid.parse::<Puzzle>().expect("a grid").model();
    assert_eq!(model.solutions().count(), expected);
    let programs = forms(&model);
    assert_eq!(programs.len(), 1 + STRENGTHS.len());
    // Of the bare rules it would search long: what is left is what is to be counted.
    if let Some(counted) = counts(name, &programs[1..]) {
        assert_eq!(counted, [expected; STRENGTHS.len()], "at {STRENGTHS:?}");
    }
}

#[test]
fn counts_the_reference() {
    check_puzzle("reference", ".....5....6...54.2..2......6..1..52.", 18);
}

/// A puzzle that SWI-Prolog solves without labeling, but for the givens of its first row, `..13....8`.
#[test]
fn counts_a_puzzle_without_its_first_row() {
    let rest = "..756..4..3..786....42....6.9.....5.1....59.....12..6..1..375.......93..";
    check_puzzle("first-row", &format!(".........{rest}"), 5);
}

/// The first Sudoku of the manual of SWI-Prolog.
#[test]
fn counts_the_puzzle_of_the_manual() {
    let rows = [
        ".........",
        ".....3.85",
        "..1.2....",
        "...5.7...",
        "..4...1..",
        ".9.......",
        "5......73",
        "..2.1....",
        "....4...9",
    ];
    check_puzzle("manual", &rows.concat(), 1);
}

#[test]
fn counts_random_models() {
    let mut runner = TestRunner::deterministic();
    let instances = mixed();
    let (mut programs, mut expected) = (Vec::new(), Vec::new());
    let (mut models, mut infeasible) = (0, 0);
    while models < 200 {
        let instance: Instance =
            instances.new_tree(&mut runner).expect("models can always be made").current();
        let solutions = oracle::solutions(&instance).len();
        // Most have solutions: to lose one is easier than to invent one.
        infeasible += usize::from(solutions == 0);
        if solutions == 0 && infeasible > 40 {
            continue;
        }
        models += 1;
        let own = forms(&instance.model());
        assert!(own.len() > STRENGTHS.len() || solutions == 0, "solutions are lost: {instance:?}");
        expected.extend(own.iter().map(|_| (solutions, instance.clone())));
        programs.extend(own);
    }
    let Some(counted) = counts("random", &programs) else { return };
    for ((count, (expected, instance)), program) in counted.into_iter().zip(expected).zip(&programs) {
        assert_eq!(count, expected, "{instance:?}\n{program}");
    }
}
