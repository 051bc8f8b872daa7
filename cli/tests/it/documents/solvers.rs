//! The table of other solvers in `docs/models.md`.

use super::blocks::pages;
use super::sandbox::{PROGRAMS, Sandbox, puzzle};

/// Commands of the table that no test runs, each with its reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("print(pycosat.solve(clauses))", "`tests/it/answers.rs` reads such a list"),
    ("kissat -q puzzle.cnf", "it prints what CaDiCaL prints, and is seldom packaged"),
];

#[test]
fn each_answers_as_the_table_says() {
    let pages = pages();
    let page = pages.iter().find(|page| page.name == "docs/models.md").expect("it is there");
    let (_, table) = page.text.split_once("| program | command | answer |\n").expect("the table");
    let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("| "));
    let sandbox = Sandbox::new("solvers");
    for (language, ending) in
        [("cnf", "cnf"), ("lp", "lp"), ("mps", "mps"), ("minizinc", "mzn"), ("prolog", "pl")]
    {
        let run = sandbox.run(&format!("residua export puzzle.txt --to {language} -o puzzle.{ending}"), "");
        assert_eq!(run.code, Some(0), "{}", run.out);
    }
    let (_, solution) = puzzle();
    let (mut commands, mut ran) = (0, 0);
    for row in rows {
        let cells: Vec<&str> = row.split(" | ").collect();
        for command in cells[1].split('`').skip(1).step_by(2) {
            commands += 1;
            if NOT_RUN.iter().any(|(listed, _)| *listed == command) {
                continue;
            }
            let is_known = PROGRAMS.iter().any(|(name, _)| command.starts_with(&format!("{name} ")));
            assert!(is_known, "{command}: its program is in no list of the tests");
            if !sandbox.can_run(command) {
                continue;
            }
            let model = command.split([' ', '\'']).find(|word| word.starts_with("puzzle.")).expect("a model");
            let prints = cells[2].starts_with("standard output");
            let end = if prints { " > answer" } else { " > log" };
            // A SAT solver does not exit with 0.
            let _ = sandbox.run(&format!("rm -f answer; {command}{end}"), "");
            let run = sandbox.run(&format!("residua decode {model} answer --format line"), "");
            assert!(run.code == Some(0) && run.out.contains(&solution), "{command}: {}", run.out);
            ran += 1;
        }
        for with in cells[2].split('`').skip(1).step_by(2).filter(|span| span.contains("{}")) {
            if sandbox.can_run(with) {
                let run = sandbox.run(&format!("residua solve --with '{with}' --format line puzzle.txt"), "");
                assert!(run.code == Some(0) && run.out.contains(&solution), "{with}: {}", run.out);
            }
        }
    }
    assert!(commands >= 8, "{commands}");
    let is_there = |name: &str| page.text.contains(name);
    assert!(NOT_RUN.iter().all(|(listed, _)| is_there(listed)), "an exception that the table has no more");
    assert!(ran > 0 || !crate::outside::has("cadical", "cadical"));
}
