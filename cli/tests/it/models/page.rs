//! The models of `docs/minizinc.md`, compiled on the way. (What the page prints is the business of `documents`.)

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::models::say;
use crate::program::file;

/// The folder of the models that are explained in the documentation.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/minizinc")
}

/// The program, in the folder of the examples.
fn run_there(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_residua"));
    let output = command.args(arguments).current_dir(examples()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// Of a model that is compiled, constraints are named by the lines of the model, and all of one goes at once.
#[test]
fn models_are_compiled_where_there_is_a_compiler() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        return say("not tried: there is no minizinc");
    }
    let (out, err, code) = run_there(&["conflict", "timetable.mzn", "--json"]);
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    let from = |member: &Value| member["from"].as_str().map(str::to_owned);
    let places: Vec<Option<String>> =
        found["conflicts"][0].as_array().expect("a list").iter().map(from).collect();
    let expected = ["timetable.mzn:8", "timetable.mzn:9", "timetable.mzn:10"];
    assert_eq!(places, expected.map(|place| Some(place.to_owned())));
    assert_eq!(code, Some(1));
    let (out, _, _) = run_there(&["inspect", "schedule.mzn", "--json"]);
    let found: Value = serde_json::from_str(&out).expect("an object");
    let (again, _, _) = run_there(&["inspect", "schedule.fzn", "--json"]);
    let again: Value = serde_json::from_str(&again).expect("an object");
    assert_eq!(found["domains"], again["domains"]);
    // The compiler leaves nothing beside the model.
    let mut names: Vec<_> =
        fs::read_dir(examples()).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    names.retain(|path| path.extension().is_none_or(|extension| extension != "mzn" && extension != "fzn"));
    assert!(names.is_empty(), "{names:?}");
    let model = file("unread.mzn", "var 1..3: x;\nconstraint x > y;\nsolve satisfy;\n");
    let (out, err, code) = run_there(&["count", &model]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(err.contains("unread.mzn:2:") && err.contains("undefined identifier"), "{err}");
}
