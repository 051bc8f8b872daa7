//! What f-puzzles says of neighbours without a dot or letter: no difference of 1, no ratio, no sum of 5 or 10.

use std::collections::BTreeSet;

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Notes, unfit};
use crate::formats::fpuzzles::read::flag;
use crate::formats::houses::unmarked_pairs;
use crate::formats::json::Node;
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// Adds these rules. White and black dots exempt from both of theirs.
pub(super) fn read(whole: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    let dots = pairs_of(puzzle, &[RuleKind::Difference, RuleKind::Ratio]);
    if let Some(at) = flag(whole, "nonconsecutive")? {
        if dots.is_empty() {
            add(puzzle, at, Rule::new(RuleKind::NonConsecutive, vec![], vec![]))?;
        } else {
            forbid(puzzle, at, RuleKind::NoDifference, &dots, vec![1])?;
        }
    }
    let Some(list) = whole.member("negative").filter(|list| !list.is_null()) else { return Ok(()) };
    for item in list.list("a list of texts")? {
        match item.text("ratio or xv")? {
            "ratio" => forbid(puzzle, item.at, RuleKind::NoRatio, &dots, ratios(puzzle))?,
            "xv" => {
                let letters = pairs_of(puzzle, &[RuleKind::PairSum]);
                forbid(puzzle, item.at, RuleKind::NoPairSum, &letters, vec![5, 10])?;
            }
            name => {
                let found = format!("\"{}\"", name.escape_debug());
                notes.unknown(ParseError::new(
                    ParseErrorKind::NotUnderstood,
                    item.at,
                    "ratio or xv",
                    found,
                ))?;
            }
        }
    }
    Ok(())
}

fn add(
    puzzle: &mut Variant,
    at: (usize, usize),
    rule: Result<Rule, crate::rule::RuleError>,
) -> Result<(), ParseError> {
    rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(at, &error))
}

/// Forbids all pairs of neighbours that are not marked to be so.
fn forbid(
    puzzle: &mut Variant,
    at: (usize, usize),
    kind: RuleKind,
    marked: &[[usize; 2]],
    numbers: Vec<i64>,
) -> Result<(), ParseError> {
    let pairs = unmarked_pairs(puzzle.shape(), marked.iter().copied());
    if pairs.is_empty() {
        return Ok(());
    }
    add(puzzle, at, Rule::new(kind, pairs.into_iter().map(Vec::from).collect(), numbers))
}

/// The pairs of cells that rules of these kinds are about.
fn pairs_of(puzzle: &Variant, kinds: &[RuleKind]) -> Vec<[usize; 2]> {
    let is_of = |rule: &&Rule| kinds.contains(&rule.kind());
    let pair =
        |rule: &Rule| rule.groups().first().and_then(|group| <[usize; 2]>::try_from(group.as_slice()).ok());
    puzzle.rules().iter().filter(is_of).filter_map(pair).collect()
}

/// All ratios that occur, or 2.
fn ratios(puzzle: &Variant) -> Vec<i64> {
    let of_dots = puzzle.rules().iter().filter(|rule| rule.kind() == RuleKind::Ratio);
    let ratios: BTreeSet<i64> = of_dots.map(|rule| rule.numbers().first().copied().unwrap_or(2)).collect();
    if ratios.is_empty() { vec![2] } else { ratios.into_iter().collect() }
}
