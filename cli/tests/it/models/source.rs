//! Models of MiniZinc are answered in the words of their source, by the installed MiniZinc and by the newest: `models/source/`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::outside;
use crate::program::{file, times_depth};

/// The small models, each of which was answered wrongly, or in the words of FlatZinc.
fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/models/source")
}

/// A search path by which the command `minizinc` is the newest one, if that is there.
fn newest() -> Option<String> {
    let package = outside::newest_minizinc()?;
    let bin = outside::dir("source-newest").join("bin");
    fs::create_dir_all(&bin).expect("a folder can be made");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/newest/minizinc.cjs");
    let package = fs::canonicalize(package).expect("it is there");
    let lines = [
        "#!/bin/sh".to_owned(),
        format!("export RESIDUA_MINIZINC_NPM='{}'", package.display()),
        format!("exec node '{}' \"$@\"", script.display()),
    ];
    fs::write(bin.join("minizinc"), lines.join("\n")).expect("it can be written");
    let (is_done, said) = outside::run(&bin, "chmod", &["+x", "minizinc"]);
    assert!(is_done, "{said}");
    Some(format!("{}:{}", bin.display(), env::var("PATH").unwrap_or_default()))
}

/// The search paths with a MiniZinc.
fn paths() -> Vec<String> {
    let installed = outside::has("minizinc", "minizinc").then(|| env::var("PATH").unwrap_or_default());
    installed.into_iter().chain(newest()).collect()
}

fn residua(path: &str, arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_residua"));
    let output =
        command.args(arguments).current_dir(models()).env("PATH", path).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// A name, a text and a place.
type Told = (&'static str, &'static str, &'static str);

/// The conflict that is found: names, texts, places and instances.
fn conflict(path: &str, model: &str) -> Vec<Value> {
    let (out, err, code) = residua(path, &["conflict", model, "--json", "--time", "60"]);
    assert_eq!((err.as_str(), code), ("", Some(1)), "{model}: {out}");
    let found: Value = serde_json::from_str(&out).expect("an object");
    found["conflicts"][0].as_array().expect("a list").clone()
}

#[test]
fn conflicts_are_those_of_the_model() {
    let cases: [(&str, &[Told]); 4] = [
        (
            "culprit_in_a_domain.mzn",
            &[("a", "x + y >= 15", "2.19"), ("b", "y + z <= 8", "3.19"), ("cc", "z >= 4", "4.20")],
        ),
        ("bool2int_named.mzn", &[("x is b", "x = bool2int(b)", "2.24"), ("x large", "x * x >= 4", "3.25")]),
        ("refuted_by_the_compiler.mzn", &[("too far", "x > 7", "2.25")]),
        ("gcc_low_above_high.mzn", &[("quota", "global_cardinality_low_up(x, [1], [2], [1])", "3.23")]),
    ];
    for path in paths() {
        for (model, expected) in cases {
            let found = conflict(&path, model);
            let of = |member: &Value, name: &str| member[name].as_str().unwrap_or_default().to_owned();
            let found: Vec<_> =
                found.iter().map(|one| (of(one, "name"), of(one, "source"), of(one, "place"))).collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|&(name, says, place)| (name.to_owned(), says.to_owned(), format!("{model}:{place}")))
                .collect();
            assert_eq!(found, expected, "{model}");
        }
    }
}

/// The instances of a rule stand under it. Two nurses by day and one by night, on seven days, are more shifts than four nurses
/// have with five each: no instance of these three rules can be missing, unless another one takes its place.
#[test]
fn instances_stand_under_their_rule() {
    for path in paths() {
        let found = conflict(&path, "roster.mzn");
        assert!((15..=20).contains(&found.len()), "{}", found.len());
        let mut names: Vec<&str> = found.iter().filter_map(|one| one["name"].as_str()).collect();
        names.dedup();
        assert!(names.len() <= 5, "{names:?}");
        let (out, _, _) = residua(&path, &["conflict", "roster.mzn", "--time", "60"]);
        assert!(out.contains("of 51 constraints clash"), "{out}");
        let rule = "  two on day: forall(d in 1..days)(count(n in Nurse)(s[n,d] = Day) >= 2) (roster.mzn:6.28)\n    d=1;";
        assert!(out.contains(rule), "{out}");
        assert!(out.contains("\n    n=Ann; n=Bob; n=Cem; n=Dia\n"), "{out}");
    }
}

/// A derivation names members too: of values, of indices, in what stands for an atom, and in what the variables of a `forall` are.
#[test]
fn derivations_name_members() {
    for path in paths() {
        let (out, _, _) = residua(&path, &["why", "roster.mzn", "--time", "60"]);
        for unwanted in ["s[1,", "s[2,", "s[3,", "s[4,", " ≠ 1", " = 2", "n=1", "n=2", "n=3", "n=4"] {
            assert!(!out.contains(unwanted), "{unwanted}: {out}");
        }
        for wanted in [" ≠ Night", "s[Ann,6] = Off", " ≠ Off"] {
            assert!(out.contains(wanted), "{wanted}: {out}");
        }
        // Instances of constraint items are counted, of which the model has 51, not what they became in the file.
        let told = out.trim_end().rsplit(", from ").next().and_then(|rest| rest.split(' ').next());
        let told: usize = told.and_then(|number| number.parse().ok()).expect("a number");
        assert!((15..51).contains(&told), "{told}");
        let (out, _, _) = residua(&path, &["why", "colours.mzn", "c[NT]=red"]);
        assert!(out.contains("  c[NT] ≠ red  "), "{out}");
    }
}

#[test]
fn members_of_enumerations_are_named() {
    for path in paths() {
        let (out, _, _) = residua(&path, &["inspect", "colours.mzn"]);
        for line in ["  c[WA]=red\n", "  c[NT]  green blue\n", "  c[WA]=red c[NT]="] {
            assert!(out.contains(line), "{line}: {out}");
        }
        let (out, err, code) = residua(&path, &["why", "colours.mzn", "c[NT]=red", "c[2]=1"]);
        assert_eq!((err.as_str(), code), ("", Some(0)));
        assert!(out.contains("c[NT] = red is in no solution: 2 steps, from 2 constraints"), "{out}");
        assert!(out.contains("wa-nt: c[WA] != c[NT] (colours.mzn:4.23)"), "{out}");
        assert_eq!(out.matches("\ncolours.mzn:1  c[NT] = red is in no solution\n").count(), 1, "{out}");
        let (_, err, code) = residua(&path, &["why", "colours.mzn", "c[XX]=red"]);
        assert!(code == Some(2) && err.contains("there is no c[XX] in the model"), "{err}");
    }
}

/// Costs with decimals are computed with exactly, and told as the model has them.
#[test]
fn floating_point_objectives_are_told_as_they_are() {
    for path in paths() {
        let (out, _, code) = residua(&path, &["inspect", "float_objective.mzn"]);
        assert!(code == Some(0) && out.contains("objective: minimum -1.5; maximum 0.5\n"), "{out}");
        let (out, _, _) = residua(&path, &["inspect", "float_objective.mzn", "--objective-at-least", "0.25"]);
        assert!(out.contains("  x=1 y=0\n"), "{out}");
        let (out, _, _) = residua(&path, &["inspect", "prices.mzn", "--json"]);
        let found: Value = serde_json::from_str(&out).expect("an object");
        assert_eq!(found["objective"]["least"], 3.4125, "{out}");
    }
}

/// Elements of an array that become floating-point numbers together are not one, though the compiler takes them to be where it keeps
/// paths.
#[test]
fn elements_that_become_floating_point_numbers_differ() {
    let text =
        "array[1..3] of var 1..4: h;\nvar float: m = sum(h)/3;\nconstraint m >= 2.0;\nsolve minimize m;\n";
    let model = file("means.mzn", text);
    for path in paths() {
        let (out, _, code) = residua(&path, &["count", &model]);
        assert!(code == Some(0) && out.contains("  54 solutions\n"), "{out}");
        let (out, _, _) = residua(&path, &["inspect", &model]);
        assert!(out.contains("objective: minimum 2.0; maximum 4.0\n"), "{out}");
    }
}

/// So do elements that become the states of an expression.
#[test]
fn elements_that_become_states_differ() {
    let text = "include \"globals.mzn\";\narray[1..3] of var 0..3: a;\nconstraint regular(a, \"0* (1|2) 3? .\");\n\
                solve satisfy;\n";
    let model = file("states.mzn", text);
    for path in paths() {
        let (out, _, code) = residua(&path, &["count", &model]);
        assert!(code == Some(0) && out.contains("  16 solutions\n"), "{out}");
        let (out, _, code) = residua(&path, &["conflict", &model]);
        assert!(code == Some(0) && out.contains("no conflict: there is a solution"), "{out}");
    }
}

/// What is left of the parts of an item is told part by part, and a variable of the compiler is not called by the variable in whose
/// definition it is.
#[test]
fn parts_of_an_item_are_told_apart() {
    let squares = "var 0..9: x; var 0..9: y; constraint x*x + y*y = 25; constraint x < y; solve satisfy;\n";
    let optional = "array[1..2] of var opt 1..3: o; var 0..2: busy = sum(i in 1..2)(bool2int(occurs(o[i])));\n\
                    constraint busy >= 1; solve satisfy;\n";
    for path in paths() {
        let (out, _, _) = residua(&path, &["inspect", "--strength", "value", &file("squares.mzn", squares)]);
        for left in ["x·x + y·y = 25 (squares.mzn:1.38)", "definition of x·x (", "definition of y·y ("] {
            assert_eq!(out.matches(left).count(), 1, "{left}: {out}");
        }
        let (out, _, _) = residua(&path, &["inspect", &file("optional.mzn", optional)]);
        assert!(out.contains("  occurs(o[1]) = 1 ⇔ deopt(o[1]) ≠ 0 (optional.mzn:1.33)\n"), "{out}");
    }
}

/// Of an item that the compiler makes no constraint of, that is said.
#[test]
fn items_without_a_constraint_are_noted() {
    let text =
        "var 1..3: x; var 1..3: y; var 1..3: z;\nconstraint x = z;\nconstraint x < y;\nsolve satisfy;\n";
    let model = file("same.mzn", text);
    for path in paths() {
        for question in [&["inspect", model.as_str()][..], &["why", &model, "x=3"]] {
            let (out, _, _) = residua(&path, question);
            let note = "note: no constraint for x = z (same.mzn:2.12): the compiler turned it into";
            assert_eq!(out.matches(note).count(), 1, "{out}");
        }
    }
}

/// Where the compiler finds out that there is no solution and names no place, or one in a declaration.
#[test]
fn refutations_of_the_compiler_without_a_constraint() {
    let single = "var 1..10: x; var 1..10: y;\nconstraint x + y = 3;\nconstraint x >= 5;\nconstraint false;\nsolve satisfy;\n";
    let declared = "var 1..3: x; var 4..4: y = 3*x + 5;\nconstraint x > 1;\nsolve satisfy;\n";
    for path in paths() {
        let (out, _, code) = residua(&path, &["conflict", &file("single.mzn", single)]);
        assert!(
            code == Some(1) && out.contains("of 3 constraints clash") && !out.contains(" without "),
            "{out}"
        );
        let (out, _, code) = residua(&path, &["conflict", &file("declared.mzn", declared)]);
        assert!(
            code == Some(1) && out.contains("the declarations clash, independently of the constraints"),
            "{out}"
        );
        // The compiler does not write the variable then, and all the same it is one of the model.
        let unwritten =
            "var 1..3: x; var 1..3: y;\nconstraint abs(y - y) >= 1;\nconstraint x < 0;\nsolve satisfy;\n";
        let (out, err, code) = residua(&path, &["why", &file("unwritten.mzn", unwritten), "x=1"]);
        assert!(
            code == Some(1) && out.contains("there is no solution: 1 step, from 1 constraint\n"),
            "{out}{err}"
        );
    }
}

/// Nothing that is printed of these models is the compiler's.
#[test]
fn what_is_printed_is_in_the_words_of_the_source() {
    for (at, path) in paths().into_iter().enumerate() {
        // The newest one takes a second for each file: a fourth of them, and all with `RESIDUA_DEPTH=4`.
        let commands: &[&str] = if at == 0 { &["conflict", "why", "inspect"] } else { &["inspect"] };
        let step = if at == 0 { 1 } else { 4 / times_depth(1).clamp(1, 4) };
        for entry in fs::read_dir(models()).expect("a folder").step_by(step) {
            let model = entry.expect("a file").file_name().into_string().expect("text");
            for &command in commands {
                let (out, err, _) = residua(&path, &[command, &model, "--time", "1"]);
                for unwanted in ["X_INTRODUCED", "sum()", "any_of()", "all_of()", "clause()", " -1·"] {
                    assert!(!out.contains(unwanted), "{command} {model}: {unwanted}: {out}");
                    assert!(!err.contains(unwanted), "{command} {model}: {unwanted}: {err}");
                }
            }
        }
        assert!(fs::read_dir(models()).expect("a folder").all(|entry| {
            entry.expect("a file").path().extension().is_some_and(|extension| extension == "mzn")
        }));
    }
}

/// What solves a model is said as it is to be typed.
#[test]
fn the_command_that_solves_is_told() {
    for command in ["solve", "fzn"] {
        let (out, err, code) = residua("", &[command, "map.mzn"]);
        assert_eq!((out.as_str(), code), ("", Some(2)));
        assert!(err.contains("minizinc --solver residua map.mzn"), "{err}");
    }
    let (_, err, code) = residua("", &["solve", "map.fzn"]);
    assert!(code == Some(2) && err.contains("run: residua fzn map.fzn"), "{err}");
}
