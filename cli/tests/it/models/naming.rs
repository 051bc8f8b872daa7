//! Answers speak of the source: locals of a `let`, instances of a `forall`, declarations with a value, arrays with values, members of
//! enumerations; and none has a name of the compiler.

use serde_json::Value;

use crate::models::object;
use crate::outside;
use crate::program::{file, run};
use crate::schema::violations;

/// By model, a command with what follows the file, and lines that it prints.
const CASES: &[(&str, &str, &[&str], &[&str])] = &[
    // A local has its own name and its place, in a sum, and as a factor.
    (
        "var 1..5: x; var 1..5: y;\nconstraint let { var 1..3: t; var 1..3: q } in t + x > y + q /\\ t*q = x;\nsolve satisfy;\n",
        "inspect",
        &["--strength", "value"],
        &["  y + q (m.mzn:2.31) ≤ t (m.mzn:2.18) + x - 1 (m.mzn:2.12)\n", "t (m.mzn:2.18)·q (m.mzn:2.31)"],
    ),
    // Of each instance, one of its own.
    (
        "array[1..2] of var 1..5: x;\nconstraint forall(i in 1..2)(let { var 1..9: t = x[i] * x[i] } in t != x[3-i]);\nsolve satisfy;\n",
        "inspect",
        &["--strength", "value"],
        &["t (m.mzn:2.36, i=1)", "t (m.mzn:2.36, i=2)"],
    ),
    // A variable of a `forall` that is an expression.
    (
        "var 1..5: y; var 1..5: z;\nconstraint forall(q in [y*z, z])(q > 3);\nconstraint forall(q in [y*z, z])(q < 4);\nsolve satisfy;\n",
        "conflict",
        &[],
        &["  forall(q in [y*z, z])(q > 3) (m.mzn:2.12)\n    q="],
    ),
    // One of which the compiler keeps nothing.
    (
        "var 1..5: x;\nconstraint forall(q in [x+1])(q > 3);\nconstraint forall(q in [x+1])(q < 4);\nsolve satisfy;\n",
        "conflict",
        &[],
        &[
            "  forall(q in [x+1])(q > 3) (m.mzn:2.12)\n    x ≥ 3\n  forall(q in [x+1])(q < 4) (m.mzn:3.12)\n    x ≤ 2\n",
        ],
    ),
    // Sets and optional variables have parts.
    (
        "enum C = {red, green};\nvar set of C: s; array[0..1] of var opt 1..3: o;\nconstraint red in s -> occurs(o[0]);\nsolve satisfy;\n",
        "inspect",
        &[],
        &["  red in s ", "  green in s ", "  occurs(o[0]) ", "  deopt(o[1]) "],
    ),
    (
        "var set of 1..3: s;\nconstraint 2 in s;\nconstraint card(s) = 1;\nsolve satisfy;\n",
        "why",
        &["'3 in s'"],
        &["3 in s = false is in all solutions\n"],
    ),
    // Arrays with values are asked about, and answer by their indices.
    (
        "var 1..3: x; var 1..3: y;\narray[1..2] of var int: a = [x+1, y];\nconstraint a[1] > 3;\nsolve satisfy;\n",
        "why",
        &["a[1]=3"],
        &["a[1] = 3 is in no solution\n", "a[1] > 3 (m.mzn:3.12)"],
    ),
    (
        "enum S = {WA, NT};\nvar 1..3: x;\narray[S] of var int: b = [x, 7];\nvar int: w = x;\nconstraint x > 2;\nsolve satisfy;\n",
        "why",
        &["b", "w=3"],
        &[
            "  b[WA] = 3 is in all solutions\n",
            "  b[NT] = 7 is in all solutions\n",
            "  w = 3 is in all solutions\n",
        ],
    ),
    // Members of enumerations stand in headings.
    (
        "enum C = {red, green};\narray[C] of var C: c;\nconstraint c[red] != green;\nsolve satisfy;\n",
        "why",
        &["c[1]=1", "c"],
        &["c[red] = red is in all solutions\n", "c[green] = green is in some solutions"],
    ),
    (
        "enum C = {red, green};\nvar C: c;\nconstraint c != green;\nsolve satisfy;\n",
        "count",
        &["--candidates"],
        &["  c  red: 1\n"],
    ),
    // A declaration is told as such: in a derivation, and where it clashes by itself, found by the compiler or by a search.
    (
        "array[1..2] of var 0..3: x;\nvar 0..1: u = x[1] + x[2];\nconstraint x[1] >= 1;\nconstraint x[2] >= 1;\nsolve satisfy;\n",
        "why",
        &[],
        &["in the declaration var 0..1: u = x[1] + x[2] (m.mzn:2.1): ", "3 steps, from 2 constraints\n"],
    ),
    (
        "var 1..3: x; var 2..3: y;\nfunction var int: f(var int: a, var int: b) = a*b + 1;\nvar 0..1: u = f(x,y);\nconstraint x > 0;\nsolve satisfy;\n",
        "conflict",
        &[],
        &[
            "  the declarations clash, independently of the constraints\n  the declaration var 0..1: u = f(x,y) (m.mzn:3.1)\n",
        ],
    ),
    (
        "var 1..3: x; var 1..3: y;\nfunction var int: f(var int: a, var int: b) = let { var 0..9: t; constraint t*t = a*b } in t + a;\n\
         var 9..12: u = f(x,y);\nconstraint x != y;\nsolve satisfy;\n",
        "conflict",
        &[],
        &[
            "  the declarations clash, independently of the constraints\n  the declaration var 9..12: u = f(x,y) (m.mzn:3.1)\n",
        ],
    ),
    // What holds by declaration needs no constraint.
    (
        "var 1..5: s1; var 1..5: s2;\nconstraint s2 <= 4;\nsolve satisfy;\n",
        "why",
        &["s2<=5"],
        &["  by declaration\ns2 ≤ 5 is in all solutions: 0 steps, from the declarations\n"],
    ),
    // The compiler makes one constraint of both instances; only one of them needs the equality, and neither alone is a correction.
    (
        "array[1..2] of var 1..9: x;\nconstraint x[1] = x[2];\nconstraint forall(i in 1..2)(x[i] > 3);\nconstraint x[2] < 3;\nsolve satisfy;\n",
        "conflict",
        &[],
        &["    i=1\n  x[2] < 3 (m.mzn:4.12)\n  x[1] = x[2] (m.mzn:2.12)\n"],
    ),
    (
        "var 1..3: x;\nconstraint forall(i in 1..3)(x >= 2);\nconstraint forall(i in 1..3)(x < 2);\nsolve satisfy;\n",
        "conflict",
        &[],
        &["removing forall(i in 1..3)(x >= 2) (m.mzn:2.12) restores a solution"],
    ),
];

#[test]
fn answers_are_in_the_words_of_the_source() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    for (model, command, rest, wanted) in CASES {
        let path = file("m.mzn", model);
        let finished = run(command, &[&[path.as_str()], *rest].concat(), "");
        let out = finished.out.replace(&path, "m.mzn");
        for line in *wanted {
            assert!(out.contains(line), "{line}: {command} {rest:?} of {model}{out}{}", finished.err);
        }
        assert!(!out.contains("X_INTRODUCED"), "{command} {rest:?} of {model}{out}");
    }
}

/// What a declaration says is no item beside the explanation, and without a conflict nothing is minimal.
#[test]
fn objects_say_nothing_of_what_is_not_there() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    let model = "var 1..3: x;\nvar int: w = x+1;\nconstraint x != 2;\nsolve satisfy;\n";
    let path = file("m.mzn", model);
    let schema = include_str!("../../../../docs/minizinc.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    for question in ["w=5", "w!=3", "w>=2", "w"] {
        let found = object("why", &path, &[question]);
        assert_ne!(found.get("beside"), Some(&Value::Null), "{question}: {found}");
        assert_eq!(violations(&schema, &schema, &found), [""; 0], "{found}");
    }
    // Where the compiler leaves an item out, each answer is compiled once more from what it names: a variable with a value is in that, too.
    let left_out =
        "var 1..3: x;\nvar 2..9: w = x+1;\nconstraint x = 2;\nconstraint w != 7;\nsolve satisfy;\n";
    let found = object("why", &file("left_out.mzn", left_out), &["w=3"]);
    assert_eq!((&found["answer"], found.get("beside")), (&"always".into(), None), "{found}");
    assert_eq!(found["lines"][1]["constraint"]["source"], "var 2..9: w = x+1", "{found}");
    let found = object("conflict", &path, &[]);
    assert_eq!(violations(&schema, &schema, &found), [""; 0], "{found}");
    assert_eq!(
        (found.get("minimal"), found["conflicts"].as_array().map(Vec::len)),
        (None, Some(0)),
        "{found}"
    );
    let clash = file("m.mzn", model.replace("x != 2", "x > 3"));
    assert_eq!(object("conflict", &clash, &[])["minimal"], true);
}
