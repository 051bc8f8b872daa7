//! SEND + MORE = MONEY: ten digits for eight letters, no number begins with 0.
//!
//! The only solution is 9567 + 1085 = 10652 (Dudeney, *Strand Magazine* 68, 1924).

use residua::constraints::{all_different, exact_sum, ne};
use residua::model::{IntVar, IntView, Model, ModelError, Solution};

/// The terms of the number that these letters write, times `sign`.
fn word(letters: &[IntVar], sign: i32) -> impl Iterator<Item = IntView> {
    letters.iter().rev().zip(0..).map(move |(&letter, place)| letter * (sign * 10_i32.pow(place)))
}

fn number(letters: &[IntVar], solution: &Solution) -> i32 {
    letters.iter().fold(0, |number, &letter| 10 * number + solution[letter])
}

#[test]
fn has_one_solution() -> Result<(), ModelError> {
    let mut model = Model::new();
    let letters = ["s", "e", "n", "d", "m", "o", "r", "y"].map(|name| model.named_var(name, 0..=9));
    let [s, e, n, d, m, o, r, y] = letters;
    let (send, more, money) = ([s, e, n, d], [m, o, r, e], [m, o, n, e, y]);
    model.post(all_different(letters))?;
    model.post(ne(s, 0))?;
    model.post(ne(m, 0))?;
    model.post(exact_sum(word(&send, 1).chain(word(&more, 1)).chain(word(&money, -1)), 0))?;

    let solutions: Vec<Solution> = model.solutions().collect();
    let numbers = |solution| (number(&send, solution), number(&more, solution), number(&money, solution));
    assert_eq!(solutions.iter().map(numbers).collect::<Vec<_>>(), [(9567, 1085, 10652)]);
    assert_eq!(model.check(&solutions[0]), Ok(()));
    // The sum is one of views as well, when it is asked of a solution.
    assert_eq!(word(&money, 1).map(|term| solutions[0].view(term)).sum::<i64>(), 10652);
    Ok(())
}
