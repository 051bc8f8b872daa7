//! Rules that a text defines by itself: allowed pairs, automata, regular expressions.

use residua_sudoku::ParseError;

use crate::formats::found::unfit;
use crate::formats::iss::item::{Item, Word};
use crate::formats::iss::rules::{Found, Grammar};
use crate::formats::iss::{base64, machine, regex};
use crate::kind::RuleKind;
use crate::rule::Rule;

/// The rules of such an item.
pub(super) fn rules(grammar: &Grammar<'_>, item: &Item) -> Found {
    let Some((key, words)) = item.args.split_first() else {
        return Err(item.class.unfit("arguments behind the class"));
    };
    let lines = lines(grammar, words)?;
    let digits = grammar.shape.digits();
    let automaton = match item.class.text.as_str() {
        "NFA" => machine::automaton(&key.text, &digits).ok_or_else(|| key.unfit("an automaton in base64"))?,
        "Regex" => {
            let text = expression(&key.text).ok_or_else(|| key.unfit("an expression in base64"))?;
            regex::automaton(&text, &digits).map_err(|error| {
                let found =
                    format!("\"{}\": {error}", text.chars().take(40).collect::<String>().escape_debug());
                ParseError::new(residua_sudoku::ParseErrorKind::Symbol, key.at, "a regular expression", found)
            })?
        }
        class => return pairs(grammar, item, class, key, lines),
    };
    let automaton = std::sync::Arc::new(automaton);
    Ok(Some(lines.into_iter().map(|line| Rule::automaton(line, automaton.clone())).collect()))
}

/// The lines of cells, which are apart by empty words; a word with `_` is a name of those that follow.
fn lines(grammar: &Grammar<'_>, words: &[Word]) -> Result<Vec<Vec<usize>>, ParseError> {
    let is_border = |word: &Word| word.text.is_empty() || word.text.starts_with('_');
    let lines = words.split(is_border).filter(|words| !words.is_empty());
    lines.map(|words| grammar.cells(words)).collect()
}

/// A table with a bit for each pair of digits.
fn pairs(grammar: &Grammar<'_>, item: &Item, class: &str, key: &Word, lines: Vec<Vec<usize>>) -> Found {
    // The older classes have the last two symbols of base64 in the other order.
    let text: String = if class.starts_with("Binary") {
        let swapped = |c| match c {
            '-' => '_',
            '_' => '-',
            c => c,
        };
        key.text.chars().map(swapped).collect()
    } else {
        key.text.clone()
    };
    let bits = base64::bits(&text).ok_or_else(|| key.unfit("a table of pairs in base64"))?;
    let digits = grammar.shape.digits();
    let both = digits.clone().flat_map(|a| digits.clone().map(move |b| [a, b]));
    let allowed = both.zip(bits).filter(|(_, is_allowed)| *is_allowed);
    let numbers: Vec<i64> = allowed.flat_map(|(pair, _)| pair.map(i64::from)).collect();
    let kind = if class.ends_with('X') { RuleKind::AllPairs } else { RuleKind::Pairs };
    let rule = |line: Vec<usize>| Rule::new(kind, vec![line], numbers.clone());
    let rules: Result<Vec<Rule>, _> = lines.into_iter().filter(|line| line.len() > 1).map(rule).collect();
    rules.map(Some).map_err(|error| unfit(item.class.at, &error))
}

/// The text of a regular expression: base64, or as in an address.
fn expression(text: &str) -> Option<String> {
    let bytes = if text.contains('%') {
        let mut bytes = Vec::new();
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'%' => {
                    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                    (digit(rest.next())? * 16 + digit(rest.next())?) as u8
                }
                byte => byte,
            });
        }
        bytes
    } else {
        base64::bytes(text)?
    };
    let text = String::from_utf8(bytes).ok()?;
    Some(text.split_whitespace().collect())
}
