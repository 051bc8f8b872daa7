//! Words below a picture: what of a puzzle is not drawn.

use crate::picture::layout::WORDS;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// A rule that is longer in words is cut.
const LONGEST: usize = 240;

/// What is to be said of the grid: digits that are not the usual ones, rows and columns whose digits may repeat.
pub(super) fn of_grid(puzzle: &Variant) -> Vec<String> {
    let shape = puzzle.shape();
    let (low, high) = (*shape.digits().start(), *shape.digits().end());
    let usual = shape.rows().max(shape.columns());
    let has = |noun: &str| {
        puzzle
            .rules()
            .iter()
            .any(|rule| rule.is_house() && rule.name().is_some_and(|name| name.starts_with(noun)))
    };
    let mut words = Vec::new();
    if low != 1 || usize::try_from(high) != Ok(usual) {
        words.push(format!("Digits: {low} to {high}."));
    }
    words.extend(match (has("row "), has("column ")) {
        (true, true) => None,
        (true, false) => Some("Digits may repeat in columns.".to_owned()),
        (false, true) => Some("Digits may repeat in rows.".to_owned()),
        (false, false) => Some("Digits may repeat in rows and columns.".to_owned()),
    });
    words
}

/// A rule in words; one of the whole grid with its meaning.
pub(super) fn of_rule(puzzle: &Variant, rule: &Rule) -> String {
    let facts = rule.kind().facts();
    if rule.groups().is_empty() && rule.parts().is_empty() {
        return format!("{}: {}", capital(&rule.title()), facts.meaning);
    }
    let words = capital(&rule.describe(puzzle.shape()));
    if words.chars().count() <= LONGEST {
        return words;
    }
    if rule.groups().len() > 1 {
        return format!("{}: {} groups of cells", capital(&rule.title()), rule.groups().len());
    }
    words.chars().take(LONGEST).chain(['…']).collect()
}

fn capital(words: &str) -> String {
    let mut rest = words.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// How wide a text is, about: the letters of words are narrower than digits.
fn prose(text: &str) -> f64 {
    0.53 * WORDS * text.chars().count() as f64
}

/// The lines of a paragraph that are not wider than this, as far as its words allow.
pub(super) fn lines(paragraph: &str, widest: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if prose(line) + prose(word) + prose(" ") <= widest => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
