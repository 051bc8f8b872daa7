//! Reports that are lost, and workers that are killed.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use residua::search::Random;

use crate::distributed::{Case, folder, reports, residua};
use crate::program::{file, times_depth};

/// What is missing is named, and made again by another run.
#[test]
fn missing_reports_are_named() {
    for (case, ask) in [
        (Case::puzzle(), "solutions"),
        (Case::enumeration(), "marginals"),
        (Case::clauses(), "exact"),
        (Case::optimisation(), "optimum"),
    ] {
        let units = case.units(&["--parts", "40"]);
        let out = folder(&format!("missing-{}", case.name));
        let options = ["--ask", ask, "--budget", "9"];
        assert_eq!(case.work(&units, &out, &options).code, 0);
        let whole = case.merge(&units, &out, &options);
        assert_eq!(whole.code, 0, "{}", whole.err);
        let all = reports(&out);
        // One is gone, one is empty, and one is torn.
        let (gone, empty, torn) = (&all[0], &all[all.len() / 2], &all[all.len() - 1]);
        fs::remove_file(gone).expect("it is there");
        fs::write(empty, "").expect("it can be written");
        let text = fs::read_to_string(torn).expect("a report");
        fs::write(torn, &text[..text.len() / 2]).expect("it can be written");
        let merged = case.merge(&units, &out, &options);
        assert_eq!((merged.out.as_str(), merged.code), ("", 3), "{} {ask}", case.name);
        let names = [empty, torn].map(|path| path.to_string_lossy().into_owned());
        assert!(
            merged.err.starts_with("incomplete: ") && merged.err.contains("missing, of the subproblems [")
        );
        let is_named = |name: &String| merged.err.contains(name.as_str());
        assert!(names.iter().all(is_named), "{}", merged.err);
        assert_eq!(case.work(&units, &out, &options).code, 0);
        assert_eq!(case.merge(&units, &out, &options), whole, "{} {ask}", case.name);
    }
}

/// A list of subproblems that was cut off between two lines, or lost some on the way, is not taken for the whole.
#[test]
fn missing_subproblems_are_named() {
    let mut random = Random::new(3);
    for (case, ask) in [
        (Case::puzzle(), "solutions"),
        (Case::enumeration(), "count"),
        (Case::clauses(), "exact"),
        (Case::optimisation(), "optimum"),
    ] {
        let units = case.units(&["--parts", "20"]);
        let out = folder(&format!("absent-{}", case.name));
        assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
        let text = fs::read_to_string(&units).expect("it was written");
        let lines: Vec<&str> = text.lines().collect();
        let fewer = file(&format!("absent-{}.jsonl", case.name), "");
        for cut in 0..lines.len() {
            fs::write(&fewer, lines[..cut].join("\n")).expect("it can be written");
            let merged = case.merge(&fewer, &out, &["--ask", ask]);
            let code = if cut == 0 { 2 } else { 3 };
            assert_eq!((merged.out.as_str(), merged.code), ("", code), "{} {ask}: {}", case.name, merged.err);
            if cut > 0 {
                let lost = lines.len() - cut;
                let plural = if lost == 1 { "" } else { "s" };
                let expected =
                    format!("incomplete: {fewer} lacks {lost} subproblem{plural}, of the numbers {cut}");
                assert!(merged.err.starts_with(&expected), "{}", merged.err);
            }
        }
        let mut some = lines.clone();
        some.remove(random.below(lines.len()));
        fs::write(&fewer, some.join("\n")).expect("it can be written");
        assert_eq!(case.merge(&fewer, &out, &["--ask", ask]).code, 3);
    }
    // The order does not matter.
    let case = Case::clauses();
    let (units, out) = (case.units(&[]), folder("absent-reversed"));
    let text = fs::read_to_string(&units).expect("it was written");
    let reversed = file("absent-reversed.jsonl", text.lines().rev().collect::<Vec<_>>().join("\n"));
    assert_eq!(case.work(&units, &out, &["--ask", "count"]).code, 0);
    assert_eq!(case.merge(&reversed, &out, &["--ask", "count"]).out, residua("count", &case.with(&[])).out);
}

/// Where propagation finds that there is no solution, there is still a subproblem.
#[test]
fn nothing_to_split() {
    let case = Case::new("no-solution.cnf", "p cnf 1 2\n1 0\n-1 0\n", &[]);
    let (units, out) = (case.units(&[]), folder("no-solution"));
    assert_eq!(fs::read_to_string(&units).expect("it was written").lines().count(), 1);
    assert_eq!(case.work(&units, &out, &["--ask", "count"]).code, 0);
    let merged = case.merge(&units, &out, &["--ask", "count"]);
    let alone = residua("count", &case.with(&[]));
    assert_eq!((merged.out, merged.code), (alone.out, alone.code));
}

/// A report that has the best solution is made again if it is lost, although workers have been told of it.
#[test]
fn lost_solutions() {
    for (case, ask) in [
        (Case::puzzle(), "first"),
        (Case::clauses(), "first"),
        (Case::enumeration(), "first"),
        (Case::optimisation(), "optimum"),
    ] {
        let units = case.units(&[]);
        for is_damaged in [false, true] {
            let out = folder(&format!("lost-solution-{}-{is_damaged}", case.name));
            assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
            let whole = case.merge(&units, &out, &["--ask", ask]);
            assert_eq!(whole.code, 0, "{}", whole.err);
            assert!(fs::metadata(format!("{out}/best")).is_ok());
            for report in reports(&out) {
                let text = fs::read_to_string(&report).expect("a report");
                if is_damaged {
                    fs::write(&report, &text[..text.len() / 2]).expect("it can be written");
                } else {
                    fs::remove_file(&report).expect("it is there");
                }
            }
            assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
            assert_eq!(case.merge(&units, &out, &["--ask", ask]), whole, "{} {is_damaged}", case.name);
        }
    }
}

/// A report that was changed is none, and is made again.
#[test]
fn damaged_reports() {
    for (case, ask) in [
        (Case::puzzle(), "solutions"),
        (Case::puzzle(), "first"),
        (Case::clauses(), "count"),
        (Case::clauses(), "marginals"),
        (Case::enumeration(), "exact"),
        (Case::optimisation(), "optimum"),
    ] {
        let units = case.units(&["--parts", "8"]);
        let out = folder(&format!("damaged-{}-{ask}", case.name));
        let options = ["--ask", ask];
        assert_eq!(case.work(&units, &out, &options).code, 0);
        let whole = case.merge(&units, &out, &options);
        let path = &reports(&out)[0];
        let text = fs::read_to_string(path).expect("a report");
        for found in [
            r#"{"solutions":[[1]]}"#,
            r#"{"count":"7"}"#,
            r#"{"best":[3,[1]]}"#,
            r#"{"domains":[]}"#,
            r#"{"x":1}"#,
        ] {
            let mut report: serde_json::Value = serde_json::from_str(&text).expect("an object");
            report["found"] = serde_json::from_str(found).expect("an object");
            fs::write(path, report.to_string()).expect("it can be written");
            let merged = case.merge(&units, &out, &options);
            let expected = format!("cannot be read: {}", path.display());
            assert!(
                merged.err.contains(&expected) && merged.code == 3,
                "{ask} {found}: {} {}",
                merged.err,
                merged.out
            );
            assert_eq!(case.work(&units, &out, &options).code, 0);
            assert_eq!(case.merge(&units, &out, &options), whole, "{ask} {found}");
        }
        // In one file, with a byte order mark before it.
        let all: String =
            reports(&out).iter().map(|path| fs::read_to_string(path).expect("a report")).collect();
        let lines = file(&format!("damaged-{}-{ask}.jsonl", case.name), format!("\u{feff}{all}"));
        assert_eq!(case.merge(&units, &lines, &options), whole, "{ask}");
    }
}

/// Many reports are not all named.
#[test]
fn nothing_is_there() {
    let case = Case::puzzle();
    let units = case.units(&[]);
    let out = folder("nothing");
    fs::create_dir_all(&out).expect("it can be made");
    let merged = case.merge(&units, &out, &["--ask", "count"]);
    let count = fs::read_to_string(&units).expect("it was written").lines().count();
    let expected =
        format!("incomplete: {count} reports are missing, of the subproblems [0], [1], [2], [3], [4], …\n");
    assert_eq!((merged.err, merged.code), (expected, 3));
}

/// Killed at any moment, a worker leaves whole reports, and the next one goes on.
#[test]
fn killed_workers() {
    // Costas arrays: enough work for some kills.
    let case = Case::new("costas.fzn", &costas(9), &[]);
    let units = case.units(&["--parts", "60"]);
    let alone = residua("count", &case.with(&[])).out;
    let mut random = Random::new(7);
    for round in 0..times_depth(3) {
        let out = folder(&format!("killed-{round}"));
        let options = ["--ask", "count", "--budget", "200", "--out", &out];
        let mut kills = 0;
        loop {
            let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
                .env("RESIDUA_DENSE", "off")
                .arg("work")
                .args(case.with(&[&[units.as_str()], &options[..]].concat()))
                .stderr(Stdio::null())
                .spawn()
                .expect("the program starts");
            sleep(Duration::from_millis(5 + random.below(150) as u64));
            if kills < 6 {
                child.kill().expect("it can be killed");
                kills += 1;
            }
            if child.wait().expect("it ends").success() {
                break;
            }
            if fs::metadata(&out).is_ok() {
                let is_whole = |path: std::path::PathBuf| {
                    let text = fs::read_to_string(path).expect("a report");
                    serde_json::from_str::<serde_json::Value>(&text).is_ok()
                };
                assert!(reports(&out).into_iter().all(is_whole));
            }
        }
        assert_eq!(case.merge(&units, &out, &options[..4]).out, alone);
    }
}

/// A limit of time ends a worker, which says so; nothing of what it has kept is done again.
#[test]
fn stopped_workers() {
    let case = Case::new("costas-stopped.fzn", &costas(9), &[]);
    let units = case.units(&["--parts", "60"]);
    let out = folder("stopped");
    let stopped = case.work(&units, &out, &["--ask", "count", "--budget", "200", "--time", "0.05"]);
    assert_eq!((stopped.err.as_str(), stopped.code), ("incomplete: time limit reached\n", 3));
    assert_eq!(case.work(&units, &out, &["--ask", "count", "--budget", "200"]).code, 0);
    let merged = case.merge(&units, &out, &["--ask", "count", "--budget", "200"]);
    assert_eq!(merged.out, residua("count", &case.with(&[])).out);
}

/// Costas arrays: permutations whose differences at each distance differ.
fn costas(order: usize) -> String {
    let names = |list: Vec<String>| list.join(",");
    let mut vars: Vec<String> =
        (1..=order).map(|at| format!("var 1..{order}: x{at} :: output_var;")).collect();
    let xs = names((1..=order).map(|at| format!("x{at}")).collect());
    let mut constraints = vec![format!("constraint fzn_all_different_int([{xs}]);")];
    for distance in 1..order {
        let mut differences = Vec::new();
        for at in 1..=order - distance {
            let (name, other) = (format!("d{distance}_{at}"), at + distance);
            vars.push(format!("var -{order}..{order}: {name} :: is_defined_var;"));
            constraints.push(format!(
                "constraint int_lin_eq([1,-1,1],[{name},x{other},x{at}],0) :: defines_var({name});"
            ));
            differences.push(name);
        }
        constraints.push(format!("constraint fzn_all_different_int([{}]);", names(differences)));
    }
    let solve = format!("solve :: int_search([{xs}],input_order,indomain_min,complete) satisfy;");
    [vars, constraints, vec![solve]].concat().join("\n") + "\n"
}
