//! What is said, and what is refused.

use serde_json::json;

use crate::models::object;
use crate::program::{Finished, file, run};

const SUM: &str = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nvar bool: b :: output_var;\n\
    var int: free;\nconstraint int_lin_eq([1,1],[x,y],4) :: mzn_constraint_name(\"four\");\n\
    constraint int_le_reif(2,x,b);\nconstraint int_le(x,free);\nsolve satisfy;\n";

/// What is not printed does not count, and a Boolean that is a condition counts as what it is.
#[test]
fn what_is_not_printed_does_not_count() {
    assert_eq!(run("count", &["-"], SUM).out.lines().next(), Some("stdin:1  3 solutions"));
    let only_b = SUM.replace("x :: output_var", "x").replace("y :: output_var", "y");
    let (count, left) = (run("count", &["-"], &only_b), run("inspect", &["-"], &only_b));
    assert_eq!(count.out.lines().next(), Some("stdin:1  2 solutions"));
    assert!(left.out.contains("  b  true or false\n"), "{}", left.out);
    let fixed = only_b.replace("var 1..3: x", "var 2..3: x");
    assert_eq!(run("count", &["-"], &fixed).out.lines().next(), Some("stdin:1  1 solution"));
    assert!(run("inspect", &["-"], &fixed).out.contains("  b=true\n"));
}

#[test]
fn mistakes_have_their_place() {
    let Finished { out, err, code } =
        run("inspect", &["-"], "var 1..3: x;\nconstraint int_foo(x);\nsolve satisfy;\n");
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.starts_with("error: stdin:2:12: "), "{err}");
    let asked = |question: &str| run("why", &["-", question], SUM);
    for (question, said) in [
        ("z=1", "there is no z in the model"),
        ("x", ""),
        ("x=b", "expected a question like x=3, x[2]!=3, x<=3 or x, found \"x=b\""),
        ("b=2", "b is true or false"),
        ("x<", "expected a question"),
    ] {
        let finished = asked(question);
        assert_eq!(finished.code, if said.is_empty() { 0 } else { 2 }, "{question}");
        assert!(finished.err.contains(said), "{question}: {}", finished.err);
    }
    assert_eq!(run("why", &["-"], SUM).code, 2);
    let refused: [(&str, &[&str], &str, &str); 6] = [
        ("solve", &["-"], SUM, "run: residua fzn -"),
        ("clues", &["-"], SUM, "residua clues applies only to puzzles"),
        ("inspect", &["-", "--box", "2x2"], SUM, "--box applies only to puzzles"),
        ("count", &["-", "--colors", "3"], SUM, "--colors applies only to graphs"),
        ("count", &["-", "--objective-at-most", "3"], SUM, "require a model with an objective"),
        ("count", &["-", "--objective-at-most", "3"], "1...............", "apply only to MiniZinc models"),
    ];
    for (subcommand, options, input, said) in refused {
        let finished = run(subcommand, options, input);
        assert_eq!(finished.code, 2, "{subcommand} {options:?}");
        assert!(finished.err.contains(said), "{subcommand} {options:?}: {}", finished.err);
    }
}

/// The strengths are compared of any input.
#[test]
fn the_strengths_of_a_model_stand_beside_each_other() {
    let model = "var 1..9: x:: output_var;\nvar 1..9: y:: output_var;\nconstraint int_lin_eq([2,3],[x,y],12);\nsolve satisfy;\n";
    let finished = run("inspect", &["-", "--compare"], model);
    let lines: Vec<&str> = finished.out.lines().collect();
    let strengths = ["value", "singles", "bounds", "domain", "singleton", "exact"];
    assert!(lines[0] == "stdin:1" && lines[1].starts_with("strength"), "{}", finished.out);
    for (line, strength) in lines[2..].iter().zip(strengths) {
        assert!(line.starts_with(strength), "{line}");
    }
    let candidates = |line: &str| line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok());
    assert!(
        candidates(lines[7]) <= candidates(lines[2]) && candidates(lines[7]) > Some(0),
        "{}",
        finished.out
    );
}

/// A note tells where values are left out, and what is said then holds within the others.
#[test]
fn invented_bounds_are_told() {
    let unbounded =
        "var int: x :: output_var;\nvar 1..2: y :: output_var;\nconstraint int_lt(y,x);\nsolve satisfy;\n";
    let left = run("inspect", &["-", "--strength", "domain"], unbounded);
    assert!(left.out.contains("note: x has no bounds"), "{}", left.out);
    assert!(left.out.contains("note: results hold only within these assumed bounds\n"), "{}", left.out);
    assert_eq!(left.code, 0);
    let found = object("count", &file("unbounded.fzn", unbounded), &["--limit", "3"]);
    assert_eq!((&found["count"], &found["count_is_exact"]), (&json!("3"), &json!(false)));
    assert_eq!(found["notes"].as_array().map(Vec::len), Some(2));
}

/// Declared domains have no constraint to blame, and what an option asks for is never blamed.
#[test]
fn what_clashes_without_a_constraint_is_said() {
    let empty = "var 2..1: x :: output_var;\nsolve satisfy;\n";
    let found = run("conflict", &["-"], empty);
    assert!(found.out.starts_with("stdin:1  the declared domains clash"), "{}", found.out);
    assert_eq!(found.code, 1);
    let defined = "var 2..3: X_INTRODUCED_0_ :: var_is_introduced :: is_defined_var;\nvar 1..4: x :: output_var;\n\
        var 1..4: y :: output_var;\nconstraint int_lin_eq([1,-1,-1],[x,y,X_INTRODUCED_0_],0) :: defines_var(X_INTRODUCED_0_);\n\
        constraint int_le(x,y);\nsolve satisfy;\n";
    let found = run("conflict", &["-"], defined);
    // The difference asks for at least 2, although it is called a definition.
    assert!(found.out.starts_with("stdin:1  2 of 2 constraints clash"), "{}", found.out);
}
