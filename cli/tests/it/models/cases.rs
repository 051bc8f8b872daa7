//! Small files that went wrong once, with the right answers.

use crate::models::object;
use crate::program::{file, run};

/// The names of the constraints of a list.
fn names(list: &serde_json::Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|member| member["name"].as_str()).collect()
}

#[test]
fn a_constant_counts_among_variables() {
    for (text, number) in [
        ("var 1..3: x :: output_var;\nconstraint fzn_at_most_int(2,[x,1],2);\nsolve satisfy;\n", "3"),
        (
            "var 1..3: x :: output_var;\nvar bool: b :: output_var;\n\
             constraint fzn_at_least_int_reif(1,[x,2],2,b);\nsolve satisfy;\n",
            "3",
        ),
    ] {
        let found = object("count", &file("constants.fzn", text), &["--candidates"]);
        assert_eq!(
            (found["count"].as_str(), &found["count_is_exact"]),
            (Some(number), &true.into()),
            "{text}"
        );
        assert_eq!(found["counts"]["b"].get("false"), None, "{text}");
    }
}

#[test]
fn what_the_modeller_says_of_a_boolean_is_a_constraint() {
    let text = "var -2..-2: x :: output_var;\nvar bool: b :: output_var;\n\
        constraint int_ne_reif(-1,x,b) :: mzn_constraint_name(\"b says that x is not -1\");\n\
        constraint bool_eq(b,false) :: mzn_constraint_name(\"b is false\");\n\
        constraint int_le(x,5) :: mzn_constraint_name(\"fine\");\nsolve satisfy;\n";
    let path = file("named_reification.fzn", text);
    let found = object("conflict", &path, &["--all"]);
    let [conflict] = &found["conflicts"].as_array().expect("a list")[..] else { panic!("{found}") };
    assert_eq!(names(conflict), ["b says that x is not -1", "b is false"]);
    let printed = run("why", &[&path], "").out;
    assert!(printed.contains("b says that x is not -1") && printed.contains("b is false: "), "{printed}");
    let relaxed = text.replace("constraint bool_eq(b,false)", "constraint bool_eq(true,true)");
    let left = run("inspect", &["-", "--strength", "value"], relaxed.replace("-2..-2", "-2..-1"));
    assert!(left.out.contains("b says that x is not -1: "), "{}", left.out);
}

#[test]
fn a_constraint_that_never_holds_is_the_culprit() {
    let bounds = "var 1..2: x :: output_var;\nconstraint int_le(x,2) :: mzn_constraint_name(\"fine\");\n\
        constraint fzn_global_cardinality_low_up([x],[1],[2],[1]) :: mzn_constraint_name(\"low above high\");\nsolve satisfy;\n";
    let mixed = "var bool: b0 :: output_var;\nvar bool: b1 :: output_var;\nvar 3..3: x2 :: output_var;\nvar {2,5}: x3 :: output_var;\n\
        array [1..2] of var bool: arr0 = [b0,b1];\nconstraint fzn_lex_less_bool([b1,b0],arr0) :: mzn_constraint_name(\"c0\");\n\
        constraint fzn_global_cardinality_low_up([x2,x3,x2],[3,2,-1],[0,2,1],[0,3,0]) :: mzn_constraint_name(\"c1\");\nsolve satisfy;\n";
    for (text, culprit) in [(bounds, "low above high"), (mixed, "c1")] {
        let path = file("never.fzn", text);
        for options in [&[][..], &["--smallest"], &["--all"]] {
            let found = object("conflict", &path, options);
            assert_eq!(names(&found["conflicts"][0]), [culprit], "{options:?}: {found}");
            assert_eq!(names(&found["correction"]), [culprit], "{options:?}: {found}");
        }
    }
}

/// What is beyond the values of the engine is unknown, in every command.
#[test]
fn the_greatest_number_is_not_taken_for_none() {
    let one = "var 0..2147483647: x :: output_var;\nconstraint int_le(2147483647,x);\nsolve satisfy;\n";
    let two = "var -2147483648..2147483647: x :: output_var;\nvar -2147483648..2147483647: y :: output_var;\n\
        constraint int_lin_eq([1,1],[x,y],4294967294);\nsolve satisfy;\n";
    let least = "var -2147483648..0: x :: output_var;\nconstraint int_le(x,-2147483648);\nsolve satisfy;\n";
    for text in [one, two, least] {
        let path = file("greatest.fzn", text);
        for command in ["count", "inspect", "conflict", "why"] {
            let printed = run(command, &[&path], "");
            assert_eq!(printed.code, 3, "{command} {text}: {}", printed.out);
            let said = if command == "count" { "at least 0 solutions: " } else { "unknown: " };
            assert!(printed.out.contains(said), "{command} {text}: {}", printed.out);
            let found = object(command, &path, &[]);
            assert_eq!(found["verdict"], "unknown", "{command}: {found}");
            assert!(found["reason"].is_string(), "{command}: {found}");
        }
        assert_eq!(run("fzn", &[&path], "").out, "=====UNKNOWN=====\n", "{text}");
    }
}

/// That constraints clash by the values that they leave is proved, although others leave values without end.
#[test]
fn a_conflict_among_bounded_values_is_proved() {
    let text = "var int: x :: output_var;\nvar int: y :: output_var;\nconstraint int_le(5,x) :: mzn_constraint_name(\"low\");\n\
        constraint int_le(x,3) :: mzn_constraint_name(\"high\");\nconstraint int_le(x,y) :: mzn_constraint_name(\"fine\");\nsolve satisfy;\n";
    let path = file("clash.fzn", text);
    let found = object("conflict", &path, &[]);
    assert_eq!((names(&found["conflicts"][0]), &found["verdict"]), (vec!["low", "high"], &"none".into()));
    assert_eq!(run("conflict", &[&path], "").code, 1);
}

/// A constant of the output may be beyond 32 bits.
#[test]
fn a_great_constant_is_definite() {
    let text = "var 1..2: x :: output_var;\nvar 3000000000..3000000000: y :: output_var = 3000000000;\nsolve satisfy;\n";
    let found = object("inspect", &file("constant.fzn", text), &[]);
    assert_eq!(found["domains"]["y"], serde_json::json!([[3_000_000_000_i64, 3_000_000_000_i64]]));
}
