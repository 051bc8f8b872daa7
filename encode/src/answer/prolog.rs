//! Reader of SWI-Prolog's answers.

use std::collections::BTreeMap;

use crate::answer::cursor::Cursor;
use crate::answer::{Answer, AnswerError, Named};

/// Values by the names of the model, or by the variables of Prolog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Bindings {
    /// A list of `name=value`, as `solution/1` has it.
    Names(Named),
    /// What a top level prints.
    Variables(Named),
}

/// The first solution.
pub(crate) fn prolog(answer: &str) -> Result<Answer<Bindings>, AnswerError> {
    let mut cursor = Cursor::new(answer);
    if cursor.rest().is_empty() {
        return Ok(Answer::Unknown);
    }
    if cursor.rest().starts_with('[') {
        return Ok(Answer::Solution(Bindings::Names(list(&mut cursor)?)));
    }
    // By variable: its value, or the variable that it is.
    let mut bound: Vec<(&str, Result<i64, &str>)> = Vec::new();
    loop {
        let name = cursor.take(|c| c.is_alphanumeric() || c == '_');
        match name {
            "" => return Err(cursor.expected("a variable")),
            "false" | "no" | "true" | "yes" if bound.is_empty() => {
                if !cursor.rest().is_empty() {
                    cursor.expect(".")?;
                }
                let is_none = matches!(name, "false" | "no");
                return Ok(if is_none {
                    Answer::None
                } else {
                    Answer::Solution(Bindings::Variables(Named::new()))
                });
            }
            _ => {}
        }
        cursor.expect("=")?;
        if bound.is_empty() && cursor.rest().starts_with('[') {
            let names = list(&mut cursor)?;
            return Ok(Answer::Solution(Bindings::Names(names)));
        }
        let is_variable = cursor.rest().starts_with(|c: char| c.is_uppercase() || c == '_');
        let value = if is_variable {
            Err(cursor.take(|c| c.is_alphanumeric() || c == '_'))
        } else {
            Ok(cursor.integer()?)
        };
        bound.push((name, value));
        if cursor.eat(",") {
            continue;
        }
        if cursor.eat(".") || cursor.eat(";") || cursor.rest().is_empty() {
            return Ok(Answer::Solution(Bindings::Variables(resolved(&bound))));
        }
        return Err(cursor.expected(", . or ;"));
    }
}

/// Each variable with its value, along chains `X = Y, Y = 3`; without those that have none.
fn resolved(bound: &[(&str, Result<i64, &str>)]) -> Named {
    let mut known: BTreeMap<&str, i64> = BTreeMap::new();
    // A chain is printed from its beginning to its end.
    for &(name, value) in bound.iter().rev() {
        if let Some(value) = value.ok().or_else(|| known.get(value.err()?).copied()) {
            let _ = known.insert(name, value);
        }
    }
    bound.iter().filter_map(|&(name, _)| Some((name.to_owned(), *known.get(name)?))).collect()
}

/// `[name=value, …]`, names quoted where they have to be.
fn list(cursor: &mut Cursor<'_>) -> Result<Named, AnswerError> {
    let mut values = Named::new();
    cursor.expect("[")?;
    if cursor.eat("]") {
        return Ok(values);
    }
    loop {
        let name = if cursor.eat("'") {
            quoted(cursor)?
        } else {
            cursor.take(|c| !"='\",|".contains(c)).trim().to_owned()
        };
        cursor.expect("=")?;
        values.push((name, cursor.integer()?));
        if cursor.eat(",") {
            continue;
        }
        cursor.expect("]")?;
        return Ok(values);
    }
}

/// The rest of a quoted atom.
fn quoted(cursor: &mut Cursor<'_>) -> Result<String, AnswerError> {
    let mut name = String::new();
    loop {
        match cursor.next_char() {
            Some('\'') if !cursor.is_at('\'') => return Ok(name),
            Some('\'') => name.extend(cursor.next_char()),
            Some('\\') => match cursor.next_char() {
                Some('n') => name.push('\n'),
                Some('t') => name.push('\t'),
                Some('r') => name.push('\r'),
                Some('a') => name.push('\u{7}'),
                Some('b') => name.push('\u{8}'),
                Some('f') => name.push('\u{c}'),
                Some('v') => name.push('\u{b}'),
                Some('x') => {
                    let code = cursor.take(|c| c.is_ascii_hexdigit());
                    name.push(character(cursor, code)?);
                    cursor.expect("\\")?;
                }
                Some(width @ ('u' | 'U')) => {
                    let code: String =
                        (0..if width == 'u' { 4 } else { 8 }).filter_map(|_| cursor.next_char()).collect();
                    name.push(character(cursor, &code)?);
                }
                Some(c @ ('\\' | '\'' | '"' | '`')) => name.push(c),
                // The end of a line in the middle of a name.
                Some('\n') => {}
                _ => return Err(cursor.expected("an escape of a quoted atom")),
            },
            Some(c) => name.push(c),
            None => return Err(cursor.expected("'")),
        }
    }
}

/// The character with that hexadecimal code.
fn character(cursor: &mut Cursor<'_>, code: &str) -> Result<char, AnswerError> {
    let character = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
    character.ok_or_else(|| cursor.expected("the code of a character before this"))
}
