//! Explanations of models rest on printed lines, reason by literals and bounds, are about a conflict only, and keep to their time.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::Value;

use crate::models::object;
use crate::program::{file, run};

/// Four clauses clash; that one of their literals is a bound of a wide variable does not matter.
const BY_VALUES: &str = "var 1..WIDTH: p:: output_var; var bool: a; var bool: b; var bool: c;
constraint bool_clause([a,b],[]);
constraint bool_clause([a],[b]);
constraint bool_clause([c],[a]);
constraint bool_clause([],[a,c]);
constraint int_le_reif(p,200,a);
solve satisfy;
";

/// Four states are not to be coloured with three colours, as MiniZinc compiles it.
const MAP: &str = r#"array [1..2] of int: X_INTRODUCED_0_ = [1,-1];
var 1..3: wa:: output_var;
var 1..3: nt:: output_var;
var 1..3: sa:: output_var;
var 1..3: q:: output_var;
constraint int_lin_ne(X_INTRODUCED_0_,[wa,nt],0):: mzn_constraint_name("wa-nt");
constraint int_lin_ne(X_INTRODUCED_0_,[wa,sa],0):: mzn_constraint_name("wa-sa");
constraint int_lin_ne(X_INTRODUCED_0_,[nt,sa],0):: mzn_constraint_name("nt-sa");
constraint int_lin_ne(X_INTRODUCED_0_,[nt,q],0):: mzn_constraint_name("nt-q");
constraint int_lin_ne(X_INTRODUCED_0_,[sa,q],0):: mzn_constraint_name("sa-q");
constraint int_lin_ne(X_INTRODUCED_0_,[wa,q],0):: mzn_constraint_name("law");
solve  satisfy;
"#;

/// A sum and a product of four wide numbers, which have one solution.
const GROCERY: &str = "array [1..4] of int: ones = [1,1,1,1];
array [1..2] of int: less = [1,-1];
var int: a:: output_var; var int: b:: output_var; var int: c:: output_var; var int: d:: output_var;
var int: ab ::var_is_introduced :: is_defined_var;
var int: abc ::var_is_introduced :: is_defined_var;
var int: abcd ::var_is_introduced :: is_defined_var;
constraint int_lin_eq(ones,[c,b,a,d],711);
constraint int_eq(abcd,711000000);
constraint int_lin_le(less,[a,b],0);
constraint int_lin_le(less,[b,c],0);
constraint int_lin_le(less,[c,d],0);
constraint int_le(1,a);
constraint int_times(a,b,ab):: defines_var(ab);
constraint int_times(ab,c,abc):: defines_var(abc);
constraint int_times(abc,d,abcd):: defines_var(abcd);
solve  satisfy;
";

fn steps(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.starts_with("  ")).map(str::trim).collect()
}

#[test]
fn cases_are_literals_and_bounds() {
    for width in ["400", "1000000"] {
        let finished = run("why", &["-"], BY_VALUES.replace("WIDTH", width));
        let steps = steps(&finished.out);
        assert!(steps.len() <= 9, "{width}: {}", finished.out);
        let bounds = ["p ≤ 200", "p ≥ 201"];
        let words = |step: &&&str| step.contains("p ") && !bounds.iter().any(|bound| step.contains(bound));
        assert_eq!(steps.iter().find(words), None, "{width}: {}", finished.out);
        assert_eq!(finished.code, 1, "{width}");
    }
}

#[test]
fn two_wide_variables_take_a_few_bounds() {
    let text = include_str!("two_wide.fzn");
    let finished = run("why", &[file("two_wide.fzn", text).as_str()], "");
    assert!(steps(&finished.out).len() <= 20, "{}", finished.out);
    let by_value = |step: &&&str| ["p =", "p ≠", "w =", "w ≠"].iter().any(|value| step.contains(value));
    assert_eq!(steps(&finished.out).iter().find(by_value), None, "{}", finished.out);
    assert_eq!(finished.code, 1);
}

#[test]
fn named_differences_are_printed() {
    let finished = run("why", &["-"], MAP);
    for name in ["wa-nt", "wa-sa", "nt-sa", "nt-q", "sa-q", "law"] {
        assert!(finished.out.contains(&format!(" in {name}: ")), "{name}: {}", finished.out);
    }
}

/// Of all rules, those of a conflict: without any of them there is a solution.
#[test]
fn a_conflict_is_explained_and_nothing_else() {
    let text = include_str!("roster.fzn");
    let path = file("roster.fzn", text);
    let found = object("why", &path, &[]);
    let lines = found["lines"].as_array().expect("there is no solution");
    let line = |line: &Value| line["constraint"]["line"].as_u64().map(|line| line as usize);
    let is_rule = |line: &&Value| line["constraint"]["name"].is_string();
    let used: BTreeSet<usize> = lines.iter().filter(is_rule).filter_map(line).collect();
    let with = |kept: &BTreeSet<usize>| {
        let lines = text.lines().zip(1..);
        let of_file = |(line, number): (&str, usize)| {
            // All but rules says what variables of the compiler are.
            let is_kept = !line.contains("mzn_constraint_name") || kept.contains(&number);
            if is_kept { line.to_owned() } else { String::new() }
        };
        let text = lines.map(of_file).collect::<Vec<String>>().join("\n");
        object("count", &file("part.fzn", text.replace("minimize", "satisfy; %")), &["--limit", "1"])["count"]
            .clone()
    };
    assert_eq!((used.len(), with(&used)), (17, "0".into()), "{used:?}");
    for constraint in &used {
        let mut rest = used.clone();
        let _ = rest.remove(constraint);
        assert_ne!(with(&rest), "0", "line {constraint} is not needed");
    }
}

/// What takes longer than the limit says so, and nothing else.
#[test]
fn a_limit_holds_for_all_questions_together() {
    let limit = Duration::from_secs(1);
    let seconds = limit.as_secs().to_string();
    let finished = run("why", &["-", "a=120", "b", "--time", &seconds], GROCERY);
    let is_answer =
        |line: &&str| line.contains("a = 120 is in all solutions") || line.contains("unknown: time limit");
    assert!(finished.out.lines().any(|line| is_answer(&line)), "{}", finished.out);
    assert!(finished.code == 3 || finished.code == 0, "{}", finished.out);
}
