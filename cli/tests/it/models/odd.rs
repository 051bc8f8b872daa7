//! Odd models: whatever is asked, an answer or a mistake comes of it, by its exit code, and no panic.

use crate::program::run;

/// Models, and the exit codes of `inspect`, `count`, `conflict` and of `why` without a question.
const MODELS: [(&str, [i32; 4]); 22] = [
    ("solve satisfy;", [0, 0, 0, 2]),
    ("solve minimize 7;", [0, 0, 0, 2]),
    ("var 1..3: x;\nsolve maximize x;", [0, 0, 0, 2]),
    ("var 1..3: x;\nsolve satisfy;", [0, 0, 0, 2]),
    ("array [1..0] of var int: x :: output_array([1..0]) = [];\nsolve satisfy;", [0, 0, 0, 2]),
    ("int: n :: output_var = 3;\nsolve satisfy;", [0, 0, 0, 2]),
    ("var 1..3: x :: output_var = 2;\nsolve satisfy;", [0, 0, 0, 2]),
    ("var 1..3: x :: output_var = 4;\nsolve satisfy;", [1, 1, 1, 1]),
    ("var 2..1: x :: output_var;\nsolve satisfy;", [1, 1, 1, 1]),
    ("var {}: x :: output_var;\nsolve minimize x;", [1, 1, 1, 1]),
    ("constraint bool_eq(false,true);\nsolve satisfy;", [1, 1, 1, 1]),
    ("constraint bool_clause([],[]);\nconstraint bool_clause([],[]);\nsolve satisfy;", [1, 1, 1, 1]),
    (
        "var bool: b :: output_var;\nconstraint bool_eq(b,true);\nconstraint bool_eq(b,false);\nsolve satisfy;",
        [1, 1, 1, 1],
    ),
    ("var 1..3: x;\nconstraint int_lt(x,x);\nsolve maximize x;", [1, 1, 1, 1]),
    ("var 1..3: x :: output_var;\nconstraint set_in(x,{});\nsolve satisfy;", [1, 1, 1, 1]),
    ("var 1..3: x :: output_var;\nconstraint int_eq(x,x);\nsolve satisfy;", [0, 0, 0, 2]),
    (
        "var 1..3: 'it is' :: output_var;\nvar 1..3: '\"' :: output_var;\nconstraint int_lt('it is','\"');\nsolve satisfy;",
        [0, 0, 0, 2],
    ),
    ("var 1..3: x;\nvar 1..3: x;\nsolve satisfy;", [2, 2, 2, 2]),
    ("array [1..2] of var 1..3: x;\nvar 1..3: x;\nsolve satisfy;", [2, 2, 2, 2]),
    ("var int: x :: output_var;\nconstraint int_lin_eq([2],[x],1);\nsolve minimize x;", [1, 1, 1, 1]),
    (
        "array [1..3] of var 1..2: x :: output_array([-1..1]);\nconstraint fzn_all_different_int(x);\nsolve satisfy;",
        [1, 1, 1, 1],
    ),
    (
        "var 0..1: x :: output_var :: is_defined_var;\nconstraint int_eq(x,2) :: defines_var(x);\nsolve satisfy;",
        [1, 1, 1, 1],
    ),
];

#[test]
fn each_is_answered() {
    for (text, codes) in MODELS {
        for (subcommand, code) in ["inspect", "count", "conflict", "why"].into_iter().zip(codes) {
            let variants: &[&[&str]] = match subcommand {
                "inspect" => {
                    &[&[], &["--json"], &["--rules", "--strength", "value"], &["--strength", "singleton"]]
                }
                "count" => &[&[], &["--candidates"], &["--json", "--candidates"], &["--limit", "1"]],
                "conflict" => &[&[], &["--json"], &["--all"], &["--smallest"]],
                _ => &[&[], &["--json"]],
            };
            for options in variants {
                let finished = run(subcommand, &[&["-"], *options].concat(), text);
                assert_eq!(
                    finished.code, code,
                    "{subcommand} {options:?} {text}\n{}{}",
                    finished.out, finished.err
                );
                assert!(
                    !(finished.out.is_empty() && finished.err.is_empty()),
                    "{subcommand} {options:?} {text}"
                );
            }
        }
    }
}

/// What is asked of the objective clashes with nothing else, where it cannot be had by itself.
#[test]
fn an_objective_that_cannot_be_had_is_said() {
    for (text, option) in [
        ("solve minimize 7;", ["--objective-at-most", "6"]),
        ("var 1..3: x :: output_var;\nsolve maximize x;", ["--objective-at-least", "4"]),
        ("var 1..3: x;\nsolve maximize x;", ["--objective-at-most", "-2147483648"]),
    ] {
        for subcommand in ["inspect", "count", "conflict", "why"] {
            for more in [&[][..], &["--json"]] {
                let finished = run(subcommand, &[&["-"], &option[..], more].concat(), text);
                assert_eq!(
                    finished.code, 1,
                    "{subcommand} {more:?} {text}: {}{}",
                    finished.out, finished.err
                );
            }
        }
        let said = run("conflict", &[&["-"], &option[..]].concat(), text).out;
        assert!(said.contains(&option.join(" ")), "{said}");
    }
}

/// A model of MiniZinc on standard input has no name by which it is known.
#[test]
fn a_model_of_minizinc_needs_a_name() {
    let text = "var 1..3: x;\nconstraint x > 1;\nsolve satisfy;\n";
    for command in ["inspect", "count", "why", "conflict"] {
        let finished = run(command, &["-"], text);
        assert_eq!((finished.code, finished.out.as_str()), (2, ""));
        let said = "error: stdin:2:14: '>' is unexpected here; standard input is read as FlatZinc: pass a MiniZinc model as a file, model.mzn\n";
        assert_eq!(finished.err, said);
    }
}
