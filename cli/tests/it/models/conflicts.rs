//! Conflicts are those of enumeration.

use std::collections::BTreeSet;

use residua::search::{Limits, Status};
use residua_flatzinc::Problem;
use serde_json::{Value, json};

use crate::models::suite::{Small, folder, small};
use crate::models::{object, say};
use crate::program::{file, run, times_depth};

/// A model that has no solution for another constraint, in the line before the last.
fn spoilt(small: &Small) -> Option<String> {
    let (name, [left, declared]) =
        small.raw.iter().find(|(_, [left, declared])| left.len() < declared.len())?;
    let rest: Vec<String> = declared.difference(left).map(i32::to_string).collect();
    let line = format!("constraint set_in({name},{{{}}});\nsolve", rest.join(","));
    let at = small.text.rfind("\nsolve")?;
    Some(format!("{}\n{line}{}", &small.text[..at], &small.text[at + "\nsolve".len()..]))
}

/// A conflict has no solution, and without any one of its constraints there is one.
#[test]
fn conflicts_are_minimal() {
    let (mut tried, wanted) = (0, times_depth(100));
    for small in small() {
        if small.text.contains("mzn_path") {
            continue;
        }
        if tried == wanted {
            break;
        }
        let Some(text) = spoilt(small) else { continue };
        let path = file("spoilt.fzn", &text);
        let (problem, trace) = Problem::read_traced(&text).expect("it is read");
        let found = object("conflict", &path, &[]);
        if found["verdict"] == "unknown" {
            continue;
        }
        let kept = found["kept"].as_array().expect("a list");
        let ids = problem.model.constraints().filter_map(|(id, _)| trace.statement(id));
        let soft: BTreeSet<usize> = ids.map(|s| s.line).filter(|line| !kept.contains(&json!(line))).collect();
        let has_solution = |kept: &BTreeSet<usize>| -> Option<bool> {
            let lines = text.lines().zip(1..);
            let kept: Vec<&str> = lines
                .map(
                    |(line, number)| {
                        if soft.contains(&number) && !kept.contains(&number) { "" } else { line }
                    },
                )
                .collect();
            let problem = Problem::read(&kept.join("\n")).expect("it is read");
            let limits = Limits::none().solutions(1).nodes(200_000);
            let mut solutions = problem.model.search().limits(limits).solutions();
            match (solutions.next(), solutions.status()) {
                (Some(_), _) => Some(true),
                (None, Some(Status::Exhausted)) => Some(false),
                _ => None,
            }
        };
        assert_ne!(has_solution(&soft), Some(true), "{}", small.path);
        assert_eq!(found["verdict"], "none", "{}: {found}", small.path);
        let line = |member: &Value| member["line"].as_u64().expect("a number") as usize;
        let members =
            |set: &Value| -> BTreeSet<usize> { set.as_array().expect("a list").iter().map(line).collect() };
        let conflict = members(&found["conflicts"][0]);
        assert_ne!(has_solution(&conflict), Some(true), "{}: {found}", small.path);
        for member in &conflict {
            let mut rest = conflict.clone();
            let _ = rest.remove(member);
            assert_ne!(has_solution(&rest), Some(false), "{}: {member} of {found}", small.path);
        }
        let correction = members(&found["correction"]);
        assert_ne!(
            has_solution(&soft.difference(&correction).copied().collect()),
            Some(false),
            "{}",
            small.path
        );
        tried += 1;
    }
    say(&format!("{tried} models"));
    assert!(tried >= wanted.min(100) || folder().is_none(), "{tried} models");
}

/// What a variable without bounds can be is what constraints say: they are among those that clash.
#[test]
fn bounds_that_follow_are_no_declarations() {
    let text = |second: &str| {
        format!(
            "var int: x :: output_var;\nvar int: y;\nconstraint int_le(x,3);\nconstraint int_le(4,x);\n\
             constraint int_lin_eq([1,-1],[y,x],{second});\nconstraint int_le(y,2000);\nsolve satisfy;\n"
        )
    };
    for second in ["0", "5"] {
        let path = file("follows.fzn", text(second));
        let found = object("conflict", &path, &["--all"]);
        let lines = |set: &Value| -> Vec<u64> {
            set.as_array()
                .expect("a list")
                .iter()
                .map(|member| member["line"].as_u64().expect("a line"))
                .collect()
        };
        assert_eq!(
            (&found["verdict"], lines(&found["conflicts"][0])),
            (&json!("none"), vec![3, 4]),
            "{found}"
        );
        assert_eq!(
            (found["all"].as_bool(), found["conflicts"].as_array().map(Vec::len)),
            (Some(true), Some(1))
        );
        // Without all that is taken away, values are tried that are not declared.
        assert_eq!(found["bounded"], false);
    }
    // Where bounds creep, it is not found out without them: a note tells.
    let creeping =
        "var int: x;\nvar int: y;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\nsolve satisfy;\n";
    let said = run("conflict", &["-", "--time", "1"], creeping).out;
    assert!(
        said.contains("2 of 2 constraints clash") || said.contains("inferred bounds are treated as declared"),
        "{said}"
    );
}

/// The verdict that a conflict is not known comes only once all of the time was used to look for one.
#[test]
fn no_time_is_left_where_nothing_is_known() {
    let path = file("market_split.fzn", include_str!("market_split.fzn"));
    for options in [&[][..], &["--smallest"], &["--all"]] {
        let finished = run("conflict", &[&[path.as_str(), "--json", "--time", "1"], options].concat(), "");
        let found: Value = serde_json::from_str(finished.out.trim()).expect("an object");
        if found["verdict"] == "unknown" {
            assert_eq!((&found["stopped"], finished.code), (&json!("time"), 3), "{options:?}: {found}");
            let seconds = found["seconds"].as_f64().expect("a number");
            assert!(seconds >= 0.9, "{options:?}: {found}");
        }
    }
}
