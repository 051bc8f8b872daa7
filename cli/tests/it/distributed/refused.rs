//! What belongs to another question is refused, with its place.

use std::fs;

use residua::inspect::Natural;
use residua::subproblem::{Found, Report};

use crate::distributed::{Case, folder, reports, residua};
use crate::program::{file, run_by};

/// Why something is of another question.
const OTHER: &str = "the model, the question, the options and the budget have to be the same";

#[test]
fn subproblems_of_others() {
    let (case, other) = (Case::clauses(), Case::graph());
    let units = case.units(&[]);
    let out = folder("of-others");
    for options in [&["--strength", "value"][..], &["--learn", "on"]] {
        let worked = case.work(&units, &out, &[&["--ask", "count"], options].concat());
        assert!(worked.err.starts_with(&format!("error: {units}:1:1: it is of ")), "{}", worked.err);
        assert!(worked.err.contains(OTHER) && worked.code == 2, "{}", worked.err);
    }
    for refused in [
        other.work(&units, &out, &["--ask", "count"]),
        other.merge(&units, &units, &["--ask", "count"]),
        run_by(
            "off",
            "work",
            &other.with(&["-", "--ask", "count"]),
            fs::read(&units).expect("it was written"),
        ),
    ] {
        assert!(refused.err.contains(":1:1: it is of ") && refused.code == 2, "{}", refused.err);
        assert_eq!(refused.out, "");
    }
    // The parts of an optimisation are not those of what is counted, where not all variables are shown.
    let case = Case::optimisation();
    let refused = case.work(&case.units(&[]), &out, &["--ask", "count"]);
    assert!(refused.err.contains(OTHER) && refused.code == 2, "{}", refused.err);
    let units = case.units(&["--ask", "count"]);
    let counts = folder("of-optimisation");
    assert_eq!(case.work(&units, &counts, &["--ask", "count"]).code, 0);
    let merged = case.merge(&units, &counts, &["--ask", "count"]);
    assert_eq!(merged.out, residua("count", &case.with(&[])).out);
}

/// Two lists are not one.
#[test]
fn lists_of_two_splits() {
    let case = Case::clauses();
    let [few, many] =
        ["2", "9"].map(|parts| fs::read_to_string(case.units(&["--parts", parts])).expect("it was written"));
    let last = many.lines().last().expect("a subproblem");
    let both = file("of-two-splits.jsonl", format!("{few}{last}\n"));
    let merged = case.merge(&both, &both, &["--ask", "count"]);
    let line = few.lines().count() + 1;
    let expected = format!("error: {both}:{line}:1: this subproblem is one of ");
    assert!(merged.err.starts_with(&expected) && merged.code == 2, "{}", merged.err);
}

#[test]
fn reports_of_others() {
    let case = Case::clauses();
    let units = case.units(&[]);
    let out = folder("reports-of-others");
    assert_eq!(case.work(&units, &out, &["--ask", "count"]).code, 0);
    for options in [&["--ask", "marginals"][..], &["--ask", "count", "--budget", "7"]] {
        for refused in [case.merge(&units, &out, options), case.work(&units, &out, options)] {
            assert!(refused.err.starts_with(&format!("error: {out}/")), "{}", refused.err);
            assert!(refused.err.contains(".json:1:1: it is of ") && refused.code == 2, "{}", refused.err);
        }
    }
    // A report by the name of another one.
    let all = reports(&out);
    fs::copy(&all[0], &all[1]).expect("it can be copied");
    let refused = case.merge(&units, &out, &["--ask", "count"]);
    assert!(refused.err.contains(":1:1: it is about ") && refused.code == 2, "{}", refused.err);
}

/// One file with the reports of two tasks.
#[test]
fn reports_of_two_tasks() {
    let case = Case::clauses();
    let units = case.units(&[]);
    let text = |ask: &str| -> String {
        let out = folder(&format!("of-two-tasks-{ask}"));
        assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
        reports(&out).iter().map(|path| fs::read_to_string(path).expect("a report")).collect()
    };
    let (counts, domains) = (text("count"), text("exact"));
    let line = counts.lines().count() + 1;
    let both = file("of-two-tasks.jsonl", counts + &domains);
    for ask in ["count", "exact"] {
        let merged = case.merge(&units, &both, &["--ask", ask]);
        let expected = format!("error: {both}:{line}:1: this report is of ");
        assert!(
            merged.err.starts_with(&expected) && merged.code == 2,
            "{ask}: {} {}",
            merged.err,
            merged.out
        );
    }
}

/// A report that no worker makes, with the digest that it should have.
#[test]
fn reports_that_do_not_fit() {
    let case = Case::puzzle();
    let units = case.units(&[]);
    let out = folder("unfit");
    assert_eq!(case.work(&units, &out, &["--ask", "solutions"]).code, 0);
    let path = &reports(&out)[0];
    let text = fs::read_to_string(path).expect("a report");
    let report: Report = serde_json::from_str(&text).expect("a report");
    for found in
        [Found::Solutions(vec![vec![1]]), Found::Solutions(vec![vec![10; 81]]), Found::Count(Natural::ONE)]
    {
        let report = Report { found, ..report.clone() };
        fs::write(path, serde_json::to_string(&report).expect("it can be written"))
            .expect("it can be written");
        for refused in [
            case.merge(&units, &out, &["--ask", "solutions"]),
            case.work(&units, &out, &["--ask", "solutions"]),
        ] {
            let expected = format!("error: {}:1:1: what it has found does not answer", path.display());
            assert!(refused.err.starts_with(&expected) && refused.code == 2, "{}", refused.err);
        }
    }
}

#[test]
fn bad_lines() {
    let case = Case::clauses();
    let units = fs::read_to_string(case.units(&[])).expect("it was written");
    let out = folder("bad-lines");
    let lines: Vec<&str> = units.lines().collect();
    let torn = &units[..units.len() - 20];
    for (name, text, line, message) in [
        ("torn", torn.to_owned(), lines.len(), "a torn subproblem: "),
        ("foreign", format!("{}\n\n{{\"a\":1}}\n", lines[0]), 3, "not a subproblem: "),
        (
            "twice",
            format!("{}\n{}\n{}\n", lines[0], lines[1], lines[0]),
            3,
            "this subproblem is that of line 1",
        ),
        ("changed", lines[0].replacen("\"id\":[0]", "\"id\":[1]", 1), 1, "not a subproblem: it was changed"),
    ] {
        let units = file(&format!("{name}.jsonl"), text);
        for refused in
            [case.work(&units, &out, &["--ask", "count"]), case.merge(&units, &units, &["--ask", "count"])]
        {
            assert!(refused.err.starts_with(&format!("error: {units}:{line}:")), "{}", refused.err);
            assert!(refused.err.contains(message) && refused.code == 2, "{}", refused.err);
        }
    }
    let missing = case.work("not-there.jsonl", &out, &["--ask", "count"]);
    assert!(missing.err.starts_with("error: not-there.jsonl:1:1: cannot be read") && missing.code == 2);
}

/// Options and subjects that do not go together.
#[test]
fn options_without_effect() {
    let case = Case::clauses();
    let units = case.units(&[]);
    for (subcommand, arguments, message) in [
        ("work", case.with(&[&units, "--ask", "count"]), "--out DIR is required"),
        ("work", case.with(&["-", "--ask", "count", "--part", "1/2"]), "--part applies only to a file"),
        ("work", vec!["-", "-", "--ask", "count"], "standard input cannot be both"),
        (
            "work",
            case.with(&[&units, "--ask", "optimum", "--out", "x"]),
            "requires a model with an objective",
        ),
        ("split", case.with(&["--free-search"]), "apply only to MiniZinc models"),
        ("split", case.with(&["--colors", "3"]), "--colors applies only to graphs"),
        ("split", case.with(&["--objective-at-most", "3"]), "apply only to MiniZinc models"),
        ("split", case.with(&["--data", "x.dzn"]), "data apply only to a .mzn model"),
        (
            "merge",
            case.with(&[&units, &units, "--ask", "count", "--format", "pencil"]),
            "[possible values: grid, ascii, line, json]",
        ),
    ] {
        let refused = residua(subcommand, &arguments);
        assert!(refused.err.contains(message) && refused.code == 2, "{subcommand}: {}", refused.err);
    }
    let two = file("two.txt", "1...............\n2...............\n");
    let refused = residua("split", &[&two]);
    assert!(refused.err.starts_with(&format!("error: {two}:2:1: expected one puzzle")), "{}", refused.err);
}

/// A better value than all is no answer, and is said.
#[test]
fn incumbents_that_nobody_has() {
    let case = Case::optimisation();
    let units = case.units(&[]);
    let out = folder("incumbent");
    assert_eq!(case.work(&units, &out, &["--ask", "optimum", "--incumbent", "90"]).code, 0);
    let merged = case.merge(&units, &out, &["--ask", "optimum"]);
    assert_eq!((merged.out.as_str(), merged.code), ("", 3));
    assert!(merged.err.contains("as good as --incumbent 90"), "{}", merged.err);
}
