//! Promise: `residua fzn --install` puts what MiniZinc has to know where it looks, and MiniZinc then solves models with residua.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::outside;
use crate::program::run;

/// A folder of that name without anything in it.
fn folder(name: &str) -> PathBuf {
    let folder = outside::dir(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn install(folder: &Path) {
    let finished = run("fzn", &["--install", folder.to_str().expect("text")], "");
    assert_eq!((finished.code, finished.err.as_str()), (0, ""));
    assert!(finished.out.contains("residua.msc\n"), "{}", finished.out);
}

#[test]
fn what_is_installed_names_the_program_and_the_library() {
    let folder = folder("minizinc-install");
    install(&folder);
    // What an older version redefined is gone; files of others stay.
    for name in ["fzn_no_more.mzn", "own.mzn"] {
        fs::write(folder.join("residua").join(name), "").expect("it can be written");
    }
    install(&folder);
    let text = fs::read_to_string(folder.join("residua.msc")).expect("it was written");
    let fields: Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(fields["executable"], json!([env!("CARGO_BIN_EXE_residua"), "fzn"]));
    assert_eq!(fields["version"], env!("CARGO_PKG_VERSION"));
    let library = folder.join(fields["mznlib"].as_str().expect("a name"));
    let redefined = fs::read_to_string(library.join("fzn_circuit.mzn")).expect("it was written");
    assert!(redefined.contains("predicate residua_circuit("), "{redefined}");
    assert!(!library.join("fzn_no_more.mzn").exists() && library.join("own.mzn").exists());
    let flags = fields["stdFlags"].as_array().expect("a list");
    for flag in flags {
        // Each flag that MiniZinc is told of is one that there is.
        let flag = flag.as_str().expect("text");
        let value: &[&str] = if ["-n", "-p", "-r", "-t"].contains(&flag) { &["1"] } else { &[] };
        let arguments = [&[flag], value, &["-"]].concat();
        let finished = run("fzn", &arguments, "solve satisfy;");
        assert_eq!(finished.code, 0, "{flag}: {}", finished.err);
    }
    let finished = run("fzn", &["--install", "a/b", "model.fzn"], "");
    assert_eq!(finished.code, 2, "{}", finished.out);
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = folder("minizinc-file");
    fs::write(&folder, "").expect("it can be written");
    let finished = run("fzn", &["--install", folder.to_str().expect("text")], "");
    assert_eq!(finished.code, 2);
    assert!(
        finished.err.starts_with("error: ") && finished.err.contains("minizinc-file"),
        "{}",
        finished.err
    );
    fs::remove_file(folder).expect("it is there");
}

/// Models with what MiniZinc prints of them.
const MODELS: &[(&str, &str, &str)] = &[
    (
        "queens",
        "include \"all_different.mzn\";
array [1..6] of var 1..6: q;
constraint all_different(q) /\\ all_different([q[i] + i | i in 1..6]) /\\ all_different([q[i] - i | i in 1..6]);
constraint q[1] = 3;
solve satisfy;
output [show(q), \"\\n\"];",
        "[3, 6, 2, 5, 1, 4]\n----------\n==========\n",
    ),
    (
        "shop",
        "include \"cumulative.mzn\";
array [0..3] of var 0..9: start;
var 0..20: end = max(i in 0..3)(start[i] + i + 1);
constraint cumulative(start, array1d(0..3, [1, 2, 3, 4]), array1d(0..3, [2, 1, 2, 1]), 2);
solve minimize end;
output [\"end \\(end)\\n\"];",
        "end 8\n----------\n==========\n",
    ),
    (
        "sets",
        "var set of 1..3: s;
constraint card(s) = 2 /\\ not (2 in s);
solve satisfy;
output [\"\\(s)\\n\"];",
        "{1,3}\n----------\n==========\n",
    ),
    // A predicate of the standard library by which a variable is a maximum has no reified form there.
    (
        "extrema",
        "include \"maximum.mzn\"; include \"minimum.mzn\";
array [1..2] of var 0..2: x;
var 0..3: k;
constraint maximum(k, x) \\/ k > 2;
constraint not minimum(k, x) /\\ sum(x) = 4;
solve satisfy;
output [\"\\(k)\\n\"];",
        "3\n----------\n==========\n",
    ),
    (
        "none",
        "include \"circuit.mzn\";
array [5..7] of var 5..7: x;
constraint circuit(x) /\\ x[5] = 6 /\\ x[6] = 5;
solve satisfy;",
        "=====UNSATISFIABLE=====\n",
    ),
];

#[test]
fn minizinc_solves_models_with_it() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    let home = folder("minizinc-home");
    install(&home.join(".minizinc/solvers"));
    for (name, model, expected) in MODELS {
        fs::write(home.join(format!("{name}.mzn")), model).expect("it can be written");
        let minizinc = Command::new("minizinc")
            .env("HOME", &home)
            .current_dir(&home)
            .args(["--solver", "residua", "-a", &format!("{name}.mzn")])
            .output()
            .expect("it can be run");
        let [out, err] =
            [minizinc.stdout, minizinc.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(out.ends_with(expected), "{name}: {out}{err}");
    }
}
