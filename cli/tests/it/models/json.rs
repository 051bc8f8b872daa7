//! FlatZinc JSON in place of FlatZinc, and the objects that are printed.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::models::{object, say};
use crate::program::{file, run};
use crate::schema::violations;

const TEXT: &str = "\
var 1..9: x :: output_var;
var {1,2,5,6,9}: y :: output_var;
var bool: b :: output_var;
var -9..9: d :: var_is_introduced :: is_defined_var;
array [1..3] of var int: xs :: output_array([1..3]) = [x,y,7];
constraint int_le_reif(4,x,b);
constraint int_lin_eq([1,-1,-1],[x,y,d],0) :: defines_var(d);
constraint int_abs(d,3) :: mzn_constraint_name(\"three apart\");
constraint int_le(x,y) :: mzn_path(\"m.mzn|7|1|7|9|bin|'<=';\");
constraint bool_clause([b],[]);
solve minimize y;
";

const SAME: &str = r#"{
  "variables": {
    "x" : { "type" : "int", "domain" : [[1, 9]] },
    "y" : { "type" : "int", "domain" : [[1, 2], [5, 6], [9, 9]] },
    "b" : { "type" : "bool" },
    "d" : { "type" : "int", "domain" : [[-9, 9]], "introduced": true, "defined": true }
  },
  "arrays": {
    "xs" : { "a": ["x", "y", 7] }
  },
  "constraints": [
    { "id" : "int_le_reif", "args" : [4, "x", "b"]},
    { "id" : "int_lin_eq", "args" : [[1, -1, -1], ["x", "y", "d"], 0], "defines" : "d"},
    { "id" : "int_abs", "args" : ["d", 3], "ann" : [{ "id" : "mzn_constraint_name", "args" : [{ "string" : "three apart" }] }]},
    { "id" : "int_le", "args" : ["x", "y"], "ann" : [{ "id" : "mzn_path", "args" : [{ "string" : "m.mzn|7|1|7|9|bin|'<=';" }] }]},
    { "id" : "bool_clause", "args" : [["b"], []]}
  ],
  "output": ["x", "y", "b", "xs"],
  "solve": { "method" : "minimize", "objective" : "y" },
  "version": "1.0"
}
"#;

/// How many lines of `SAME` stand before a constraint, more than in `TEXT`.
const LATER: u64 = 6;

/// An object without what differs from run to run and from file to file; of places, the lines are moved.
fn plain(found: &Value, later: u64) -> Value {
    match found {
        Value::Object(members) => {
            let members = members.iter().filter(|(name, _)| !["file", "seconds"].contains(&name.as_str()));
            let moved = |name: &str, value: &Value| match value.as_u64() {
                Some(line) if name == "line" && line > 0 => json!(line + later),
                _ if name == "kept" => value
                    .as_array()
                    .expect("lines")
                    .iter()
                    .map(|line| json!(line.as_u64().expect("a line") + later))
                    .collect(),
                _ => plain(value, later),
            };
            members.map(|(name, value)| (name.clone(), moved(name, value))).collect()
        }
        Value::Array(values) => values.iter().map(|value| plain(value, later)).collect(),
        other => other.clone(),
    }
}

/// Names of constraints end with their lines.
fn without_lines(found: &Value) -> String {
    let text = found.to_string();
    let mut parts = text.split("(line ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest))
}

#[test]
fn json_is_answered_as_what_says_the_same() {
    let (text, same) = (file("same.fzn", TEXT), file("same.fzn.json", SAME));
    // By its name, by what is in it, and from standard input.
    let named = file("same.json", SAME);
    let questions: [(&str, &[&str]); 8] = [
        ("inspect", &[]),
        ("inspect", &["--strength", "domain"]),
        ("inspect", &["--objective-at-most", "6"]),
        ("count", &["--candidates"]),
        ("why", &["x=3"]),
        ("why", &["xs[2] >= 5"]),
        ("conflict", &["--objective-at-most", "6"]),
        ("conflict", &["--objective-at-most", "5", "--all"]),
    ];
    for (subcommand, options) in questions {
        let (expected, found) = (object(subcommand, &text, options), object(subcommand, &same, options));
        assert_eq!(
            without_lines(&plain(&found, 0)),
            without_lines(&plain(&expected, LATER)),
            "{subcommand} {options:?}"
        );
        let piped = run(subcommand, &[&["-", "--json"], options].concat(), SAME);
        for other in
            [object(subcommand, &named, options), serde_json::from_str(&piped.out).expect("an object")]
        {
            assert_eq!(plain(&other, 0), plain(&found, 0), "{subcommand} {options:?}");
        }
    }
    let clash = object("conflict", &same, &["--objective-at-most", "5"]);
    let lines: Vec<&str> = SAME.lines().collect();
    for member in clash["conflicts"][0].as_array().expect("a list") {
        let line = lines[member["line"].as_u64().expect("a number") as usize - 1];
        assert!(line.starts_with("    { \"id\""), "{member}: {line}");
    }
    let found = run("conflict", &[&same, "--objective-at-most", "5"], "");
    assert!(
        found.out.contains("three apart: abs(d) = 3 (line 14)") && found.out.contains("x ≤ y (m.mzn:7)"),
        "{}",
        found.out
    );
}

/// Where a file has all in one line, the line is not enough.
#[test]
fn of_a_line_with_several_constraints_the_column_is_told() {
    let one_line = SAME.replace('\n', " ");
    for (name, text, begins) in [
        ("line.fzn.json", one_line, "{ \"id\" : \"int_abs\""),
        (
            "line.fzn",
            TEXT.replace('\n', " ")
                .replace("var 1..9: x", "var 1..9: 'é'")
                .replace('x', "'é'")
                .replace("'é's", "xs")
                .replace("m'é'n", "mzn"),
            "int_abs(",
        ),
    ] {
        let found = object("conflict", &file(name, &text), &["--objective-at-most", "5"]);
        let conflict = found["conflicts"][0].as_array().unwrap_or_else(|| panic!("{found}"));
        let apart = conflict.iter().find(|member| member["name"] == "three apart").expect("it clashes");
        assert_eq!(apart["line"], 1, "{found}");
        let column = apart["column"].as_u64().expect("a column") as usize;
        let rest: String = text.chars().skip(column - 1).collect();
        assert!(rest.starts_with(begins), "{rest}");
        let said = run("conflict", &[&file(name, &text), "--objective-at-most", "5"], "");
        assert!(said.out.contains(&format!("(line 1, column {column})")), "{}", said.out);
    }
}

#[test]
fn mistakes_in_json_have_their_places() {
    for (from, to, said) in [
        ("int_abs", "int_foo", ":14:5: the constraint int_foo is not known"),
        ("\"minimize\"", "\"least\"", ":19:12: the method is"),
        ("\"version\": \"1.0\"\n}", "\"version\": \"1.0\"\n", ":22:1: "),
    ] {
        let path = file("mistake.fzn.json", SAME.replace(from, to));
        let finished = run("inspect", &[&path], "");
        assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{to}");
        assert!(finished.err.contains(said), "{}", finished.err);
        let object: Value =
            serde_json::from_str(&run("count", &[&path, "--json"], "").out).expect("an object");
        assert!(object["error"].is_string() && object["line"].as_u64() > Some(1), "{object}");
    }
    // Puzzles may be objects too.
    let puzzle = file("puzzle.json", "{\"givens\":[1,2,0,0,0,0,0,0,0,0,0,0,0,0,0,2]}\n");
    assert_eq!(run("count", &[&puzzle], "").code, 0);
    let both = run("count", &[&puzzle, &file("same.fzn", TEXT)], "");
    assert!(both.code == 2 && both.err.contains("in one run"), "{}", both.err);
}

/// A file that MiniZinc made.
#[test]
fn a_file_of_minizinc_is_answered_as_its_twin() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fzn/dev");
    let (text, same) =
        (folder.join("sudoku_fixed-sudoku_p48.fzn"), folder.join("json/sudoku_fixed-sudoku_p48.fzn.json"));
    if !same.is_file() {
        return say(&format!("not tried: there is no {}", same.display()));
    }
    for subcommand in ["inspect", "count", "conflict"] {
        let of = |path: &Path| plain(&object(subcommand, path.to_str().expect("text"), &[]), 0);
        assert_eq!(of(&same), of(&text), "{subcommand}");
    }
    assert!(fs::metadata(text).is_ok());
}

/// Objects keep to the schema, and say where values were left out.
#[test]
fn objects_keep_to_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/minizinc.schema.json"))
        .expect("the schema is JSON");
    let unbounded = "var int: x :: output_var;\nvar bool: b :: output_var;\nconstraint int_le_reif(3,x,b);\nsolve satisfy;\n";
    let none = "var int: x :: output_var;\nvar int: y;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\nsolve satisfy;\n";
    let commands: [(&str, &[&str]); 9] = [
        ("inspect", &[]),
        ("inspect", &["--strength", "domain"]),
        ("count", &[]),
        ("count", &["--candidates", "--limit", "3"]),
        ("conflict", &[]),
        ("conflict", &["--all"]),
        ("conflict", &["--smallest"]),
        ("why", &["x=3"]),
        ("why", &["no such"]),
    ];
    for (text, is_bounded) in [
        (TEXT, true),
        (SAME, true),
        (unbounded, false),
        (none, false),
        ("var 2..1: x; solve satisfy;", true),
        ("solve minimise", true),
    ] {
        for (subcommand, options) in commands {
            let finished = run(subcommand, &[&["-", "--json", "--time", "1"], options].concat(), text);
            assert_eq!(finished.err, "", "{subcommand} {options:?} {text}");
            for line in finished.out.lines() {
                let found: Value = serde_json::from_str(line).expect("an object");
                assert_eq!(violations(&schema, &schema, &found), [""; 0], "{found}");
                assert!(found.get("error").is_some() || found["bounded"] == is_bounded, "{found}");
            }
        }
    }
}
