//! A puzzle as a text of a format.

use crate::formats::found::{Format, ReadOptions, WriteError};
use crate::formats::json::{Json, print};
use crate::formats::read::read;
use crate::formats::{fpuzzles, iss, lz, own, scl};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// The puzzle as a text of a format. What is written is read again: it is the same puzzle, or there is an error.
///
/// ```
/// use residua_variant::{Format, ReadOptions, Rule, RuleKind, Variant, read, write};
///
/// let mut puzzle = Variant::square(2, 2)?;
/// puzzle.add(Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![5])?)?;
/// let link = write(&puzzle, Format::FPuzzlesLink)?;
/// assert_eq!(read(&link, ReadOptions::default())?.variant, puzzle);
/// assert_eq!(write(&puzzle, Format::Iss)?, ".Shape~4x4.Cage~5~R1C1~R1C2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format cannot hold the puzzle: the first rule that it has no place for, or what else it lacks; or if it is only read.
pub fn write(puzzle: &Variant, format: Format) -> Result<String, WriteError> {
    let text = match format {
        // It holds everything.
        Format::Json => return Ok(own::write(puzzle)),
        Format::FPuzzles => print(&fpuzzles::write(puzzle)?, 0),
        Format::FPuzzlesLink => {
            format!("https://f-puzzles.com/?load={}", packed(&fpuzzles::write(puzzle)?))
        }
        Format::Scl => print(&scl::write(puzzle)?, 0),
        Format::SclLink => format!("https://sudokupad.app/scl{}", packed(&scl::write(puzzle)?)),
        Format::Iss => iss::write(puzzle)?,
        Format::SumoCue | Format::Line => return Err(WriteError::new(format!("{format} is only read"))),
    };
    let again = read(&text, ReadOptions::default());
    let again =
        again.map_err(|error| WriteError::new(format!("{format} does not hold this puzzle: {error}")))?;
    match lost(puzzle, &again.variant) {
        None => Ok(text),
        Some(lost) => Err(WriteError::new(format!("{format} has no place for: {lost}"))),
    }
}

/// The text of an address: `+` and `/` have a meaning there.
fn packed(json: &Json) -> String {
    lz::compress(&print(json, 0)).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D")
}

/// What a puzzle has that another one has not.
fn lost(puzzle: &Variant, again: &Variant) -> Option<String> {
    let shape = puzzle.shape();
    if shape != again.shape() {
        return Some("these rows, columns, absent and extra cells, and digits".to_owned());
    }
    let mut others: Vec<String> = again.rules().iter().map(key).collect();
    others.sort_unstable();
    let mut own: Vec<(String, &Rule)> = puzzle.rules().iter().map(|rule| (key(rule), rule)).collect();
    own.sort_by(|a, b| a.0.cmp(&b.0));
    let short = |rule: &Rule| rule.describe(shape).chars().take(80).collect::<String>();
    let mut theirs = others.iter();
    let mut next = theirs.next();
    for (key, rule) in own {
        match next {
            Some(other) if *other == key => next = theirs.next(),
            // A rule too many comes of one that is not told exactly.
            _ => return Some(short(rule)),
        }
    }
    if next.is_some() {
        return Some("a puzzle without some of its houses".to_owned());
    }
    (0..shape.len()).find_map(|cell| {
        let differs = puzzle.given(cell) != again.given(cell)
            || puzzle.entry(cell) != again.entry(cell)
            || puzzle.marks(cell) != again.marks(cell)
            || puzzle.candidates(cell) != again.candidates(cell);
        differs.then(|| format!("what is in {}", shape.name(cell)))
    })
}

/// The rule as text, the same for rules that say the same; with its name if it is a house.
fn key(rule: &Rule) -> String {
    let name = rule.name().filter(|_| rule.is_house()).unwrap_or_default();
    let parts: Vec<String> = rule.parts().iter().map(key).collect();
    let kind = match rule.kind() {
        RuleKind::AllDifferent => RuleKind::Cage,
        kind => kind,
    };
    let mut groups = rule.groups().to_vec();
    if is_of_sets(kind) {
        for group in &mut groups {
            group.sort_unstable();
        }
    }
    let automaton = rule.word_of().map(|automaton| iss::ordered(automaton));
    format!("{kind:?} {name} {groups:?} {:?} {parts:?} {automaton:?}", rule.numbers())
}

/// Whether the order of the cells in a group means nothing.
fn is_of_sets(kind: RuleKind) -> bool {
    use RuleKind as K;
    matches!(
        kind,
        K::Cage
            | K::Sum
            | K::SumModulo
            | K::EqualSums
            | K::Renban
            | K::Nabner
            | K::Quadruple
            | K::Difference
            | K::Ratio
            | K::PairSum
    )
}
