//! Regular expressions over the symbols of digits, in the notation of patterns over values.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use residua::constraints::{Automaton, regular};
use residua::model::Model;

/// The automaton of an expression like `[1-5]*6.{2}`; otherwise what is wrong with it.
pub(super) fn automaton(text: &str, digits: &RangeInclusive<i32>) -> Result<Automaton, String> {
    let pattern = pattern(text, digits)?;
    let automaton = Automaton::from_pattern(&pattern, digits.clone());
    // Whether the pattern is right and not too large, a constraint says.
    let mut model = Model::new();
    let cell = model.int_var(digits.clone());
    match model.post(regular([cell], automaton.clone())) {
        Ok(_) => Ok(automaton),
        Err(error) => Err(error.to_string().chars().take(160).collect()),
    }
}

/// The same expression with values apart.
fn pattern(text: &str, digits: &RangeInclusive<i32>) -> Result<String, String> {
    let mut pattern = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' | ')' | '|' | '*' | '+' | '?' | '.' => {
                pattern.push(c);
                pattern.push(' ');
            }
            '{' => {
                let inside: String = chars.by_ref().take_while(|c| *c != '}').collect();
                let _ = write!(pattern, "{{{inside}}} ");
            }
            '[' => {
                let is_negated = chars.next_if_eq(&'^').is_some();
                let mut values = BTreeSet::new();
                loop {
                    let first = chars.next().ok_or("a class of characters without ]")?;
                    if first == ']' {
                        break;
                    }
                    if chars.next_if_eq(&'-').is_some() {
                        let last = chars.next().ok_or("a range without its end")?;
                        if !first.is_ascii() || !last.is_ascii() || last < first {
                            return Err(format!("the range {first}-{last}"));
                        }
                        // A range may go over characters that are no digits.
                        values.extend((first..=last).filter_map(|c| digit(c).ok()));
                    } else {
                        values.insert(digit(first)?);
                    }
                }
                let allowed = digits.clone().filter(|digit| values.contains(digit) != is_negated);
                let allowed: Vec<String> = allowed.map(|digit| digit.to_string()).collect();
                if allowed.is_empty() {
                    return Err("a class without any digit of the puzzle".to_owned());
                }
                let _ = write!(pattern, "[{}] ", allowed.join(" "));
            }
            c => {
                let _ = write!(pattern, "{} ", digit(c)?);
            }
        }
    }
    Ok(pattern)
}

fn digit(c: char) -> Result<i32, String> {
    match c {
        '0'..='9' => Ok(c as i32 - '0' as i32),
        'A'..='Z' => Ok(c as i32 - 'A' as i32 + 10),
        'a'..='z' => Ok(c as i32 - 'a' as i32 + 10),
        c => Err(format!("the character '{}'", c.escape_debug())),
    }
}
