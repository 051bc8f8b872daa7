//! Reader of MiniZinc's answers.

use crate::answer::cursor::Cursor;
use crate::answer::{Answer, AnswerError, Named};

/// The first solution, each element of an array as `x[0]`: a line `name = value;` for each, where a value is an integer, `[1, 2]`,
/// `[0: 1, 1: 2]` or `array1d(0..1, [1, 2])`; and `----------`.
pub(crate) fn minizinc(answer: &str) -> Result<Answer<Named>, AnswerError> {
    const NONE: &str = "=====UNSATISFIABLE=====";
    const UNKNOWN: [&str; 3] = ["=====UNKNOWN=====", "=====UNBOUNDED=====", "=====UNSATorUNBOUNDED====="];
    let mut cursor = Cursor::new(answer);
    let mut values = Named::new();
    loop {
        if values.is_empty() {
            if cursor.rest().is_empty() || UNKNOWN.iter().any(|word| cursor.eat(word)) {
                return Ok(Answer::Unknown);
            }
            if cursor.eat(NONE) {
                return Ok(Answer::None);
            }
        }
        if cursor.eat("----------") {
            return Ok(Answer::Solution(values));
        }
        let name = cursor.take(|c| c.is_ascii_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(cursor.expected("name = value; or ----------"));
        }
        cursor.expect("=")?;
        if cursor.eat("array1d(") {
            let first = cursor.integer()?;
            cursor.expect("..")?;
            let _ = cursor.integer()?;
            cursor.expect(",")?;
            cursor.expect("[")?;
            array(&mut cursor, name, first, &mut values)?;
            cursor.expect(")")?;
        } else if cursor.eat("[") {
            array(&mut cursor, name, 0, &mut values)?;
        } else {
            values.push((name.to_owned(), cursor.integer()?));
        }
        cursor.expect(";")?;
    }
}

/// The elements after `[`, of which the first has that index unless it is said.
fn array(cursor: &mut Cursor<'_>, name: &str, first: i64, values: &mut Named) -> Result<(), AnswerError> {
    let mut index = first;
    if cursor.eat("]") {
        return Ok(());
    }
    loop {
        let mut value = cursor.integer()?;
        if cursor.eat(":") {
            index = value;
            value = cursor.integer()?;
        }
        values.push((format!("{name}[{index}]"), value));
        index = index.wrapping_add(1);
        if !cursor.eat(",") {
            return cursor.expect("]");
        }
    }
}
