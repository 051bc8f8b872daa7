//! Promise: what other programs print is read back as a solution of the model, or refused, with the place; nothing panics.

use residua::encode::answer::Answer;
use residua::encode::prolog;
use residua::model::Model;
use residua::sudoku::Puzzle;
use std::fs;

use crate::outside;
use crate::samples::{LINE, REFERENCE};

fn model(grid: &str) -> Model {
    grid.parse::<Puzzle>().expect("a puzzle").model()
}

/// One solution, several, none; by `solution/1`, and as a top level prints it.
#[test]
fn swi_prolog_is_read() {
    if !outside::has("swipl", "swi-prolog-nox") {
        return;
    }
    let dir = outside::dir("answers-prolog");
    let mut odd = Model::new();
    let _ = odd.int_vars("x", 2, -3..=-2);
    for name in ["it's", "a\\b", "ä\n", "", "X", "a=b, c", "'", "\u{7f}\t"] {
        let _ = odd.named_var(name, 0..=1);
    }
    let none = "12.. ..2. ...1 3...";
    for (model, expected) in
        [(model(LINE), true), (model(REFERENCE), true), (model(none), false), (odd, true)]
    {
        let program = prolog::program(&model).expect("it has statements");
        fs::write(dir.join("model.pl"), program).expect("a file can be written");
        let goal = "(solution(B) -> print(B) ; print(false)), nl";
        let (succeeds, printed) = outside::run(&dir, "swipl", &["-g", goal, "-t", "halt", "model.pl"]);
        let answer = prolog::decode(&model, &printed);
        assert!(succeeds && matches!(answer, Ok(Answer::Solution(_))) == expected, "{answer:?}: {printed}");
        assert!(expected || answer == Ok(Answer::None), "{answer:?}: {printed}");
    }
    let model = model(LINE);
    let goals = prolog::goals(&model).expect("it has statements");
    let asked = format!("{}, once(label([{}])).\n", goals.goals.join(", "), goals.names.join(", "));
    fs::write(dir.join("asked"), asked).expect("a file can be written");
    let command = "swipl -q -g 'use_module(library(clpfd))' < asked";
    let (succeeds, printed, _) = outside::output(&dir, "sh", &["-c", command]);
    let answer = prolog::decode(&model, &printed);
    assert!(succeeds && matches!(answer, Ok(Answer::Solution(_))), "{answer:?}: {printed}");
}
