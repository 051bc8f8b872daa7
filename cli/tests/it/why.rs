//! Promise: `why` reports what holds always, never or sometimes, with the steps that show it or the grids that do.

use serde_json::{Value, json};

use crate::program::run;
use crate::samples::REFERENCE;

#[test]
fn a_hidden_pair_is_named() {
    let finished = run("why", &["-", "r5c1=3"], REFERENCE);
    assert_eq!(
        finished.out,
        "stdin:1  r5c1 = 3 is in no solution\n  \
         r5c1 ≠ 3  hidden pair 2 5 of r5c1 r5c2 in row 5: \
         r1c6 = 5, r3c3 = 5, r3c6 = 2, r4c3 = 2, r5c4 = 6, r6c4 = 5, r6c5 = 2\n\
         r5c1 = 3 is in no solution: 1 step, from 7 givens\n\n"
    );
    assert_eq!(finished.code, 0);
}

/// What propagation does not show is shown by supposing it: three clues are against r1c2 = 1.
#[test]
fn a_refutation_is_nested() {
    let finished = run("why", &["-", "R1C2 != 1"], REFERENCE);
    assert_eq!(
        finished.out,
        "stdin:1  r1c2 ≠ 1 is in all solutions\n  \
         suppose r1c2 = 1\n    \
         contradiction  no place for 1 in column 3: r3c3 = 5, r4c3 = 2, r6c1 = 1, r1c2 = 1\n  \
         r1c2 ≠ 1  refutation\n\
         r1c2 ≠ 1 is in all solutions: 2 steps, from 3 givens\n\n"
    );
}

#[test]
fn what_is_open_is_shown_by_two_solutions() {
    let finished = run("why", &["--json", "-", "r2c4=2"], REFERENCE);
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    assert_eq!((&object["answer"], &object["question"]), (&json!("sometimes"), &json!("r2c4 = 2")));
    assert_eq!(object["witnesses"][0][9], json!(2));
    assert_eq!(object["witnesses"][1][9], json!(3));
}

/// Of a cell as such: each value that it cannot have, and each that it can.
#[test]
fn all_there_is_to_say_of_a_cell() {
    let finished = run("why", &["--json", "-", "r2c4"], REFERENCE);
    let answers: Vec<Value> =
        finished.out.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    let found: Vec<(&Value, &Value)> = answers.iter().map(|a| (&a["question"], &a["answer"])).collect();
    let expected = [
        ("r2c4 ≠ 1", "always"),
        ("r2c4 = 2", "sometimes"),
        ("r2c4 = 3", "sometimes"),
        ("r2c4 ≠ 4", "always"),
        ("r2c4 ≠ 5", "always"),
        ("r2c4 ≠ 6", "always"),
    ]
    .map(|(question, answer)| (json!(question), json!(answer)));
    assert_eq!(found, expected.each_ref().map(|(question, answer)| (question, answer)));
    for answer in answers.iter().filter(|answer| answer["answer"] == "always") {
        let lines = answer["lines"].as_array().expect("lines");
        for (number, line) in lines.iter().enumerate() {
            let premises = line["premises"].as_array().expect("numbers");
            assert!(premises.iter().all(|p| p.as_u64().is_some_and(|p| p < number as u64)), "{line}");
        }
        assert_eq!(lines.last().expect("at least one")["conclusion"], answer["question"]);
    }
}

#[test]
fn without_a_solution_that_is_what_is_explained() {
    let finished = run("why", &["-"], "12.. .... ..1. 3.3.");
    let expected = "stdin:1  there is no solution\n  contradiction  twice the same value in row 4: r4c1 = 3, r4c3 = 3\n\
         there is no solution: 1 step, from 2 givens\n\n";
    assert_eq!((finished.out.as_str(), finished.code), (expected, 1));
}

/// A cell may be asked about as any variable may.
#[test]
fn a_cell_has_bounds() {
    let finished = run("why", &["-", "r2c4<=3"], REFERENCE);
    assert!(finished.out.starts_with("stdin:1  r2c4 ≤ 3 is in all solutions\n"), "{}", finished.out);
}

/// Among objects, what does not fit is an object.
#[test]
fn a_question_that_makes_no_sense_is_an_object_among_others() {
    let finished = run("why", &["--json", "-", "r7c1=3"], REFERENCE);
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    assert_eq!(object["error"], json!("expected a cell from r1c1 to r6c6, found \"r7c1\""));
    assert_eq!((finished.err.as_str(), finished.code), ("", 2));
}

#[test]
fn questions_that_make_no_sense() {
    let unread = run("why", &["-", "r1c1<3"], REFERENCE);
    assert_eq!(unread.code, 2);
    assert!(unread.err.contains("expected a question like r3c5=7, r3c5!=7 or r3c5"), "{}", unread.err);
    let outside = run("why", &["-", "r7c1=3"], REFERENCE);
    assert_eq!(outside.code, 2);
    assert_eq!(outside.err, "error: stdin:1:1: expected a cell from r1c1 to r6c6, found \"r7c1\"\n");
    let nothing = run("why", &["-"], REFERENCE);
    assert_eq!(nothing.code, 2);
    assert_eq!(
        nothing.err,
        "error: stdin:1:1: expected a question such as r3c5=7, r3c5!=7 or r3c5: the puzzle has a solution\n"
    );
}

#[test]
fn a_limit_is_reported() {
    let finished = run("why", &["-", "r1c1=1", "--time", "0"], REFERENCE);
    assert_eq!((finished.out.as_str(), finished.code), ("stdin:1  unknown: time limit reached\n", 3));
}
