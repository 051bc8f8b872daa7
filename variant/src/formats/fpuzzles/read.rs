//! A puzzle of the JSON of f-puzzles.

use residua_sudoku::ParseError;

use crate::formats::found::{Notes, unfit};
use crate::formats::fpuzzles::{cells, fields, lists, negative};
use crate::formats::houses::{DIAGONALS, diagonal, different, disjoint_groups};
use crate::formats::json::Node;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// The puzzle that this JSON is.
pub(in crate::formats) fn read(whole: &Node, notes: &mut Notes) -> Result<Variant, ParseError> {
    for member in whole.object("an object")? {
        if !fields::is_known(&member.name) {
            notes.unknown(member.unknown("a field of f-puzzles"))?;
        }
        if fields::COSMETIC.contains(&member.name.as_str()) && !member.node.is_null() {
            notes.note(format!("{} is no rule, and left out", member.name));
        }
    }
    let mut puzzle = cells::read(whole, notes)?;
    about(whole, &mut puzzle, notes)?;
    whole_grid(whole, &mut puzzle)?;
    let mut rules = lists::Lists::new(puzzle.shape(), notes);
    rules.read(whole)?;
    let lists::Lists { rules, .. } = rules;
    for (rule, at) in rules {
        puzzle.add(rule).map_err(|error| unfit(at, &error))?;
    }
    negative::read(whole, &mut puzzle, notes)?;
    Ok(puzzle)
}

fn about(whole: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    let text = |name: &str| match whole.member(name) {
        Some(node) if !node.is_null() => Ok(Some(node.text("a text")?.to_owned())),
        _ => Ok(None),
    };
    puzzle.about.title = text("title")?;
    puzzle.about.author = text("author")?;
    puzzle.about.ruleset = text("ruleset")?;
    let Some(solution) = whole.member("solution").filter(|node| !node.is_null()) else { return Ok(()) };
    let digit = |node: &Node| -> Result<Option<i32>, ParseError> {
        Ok(node.typed()?.and_then(|text| text.parse().ok()))
    };
    let digits: Vec<Option<i32>> =
        solution.list("a list of digits")?.iter().map(digit).collect::<Result<_, _>>()?;
    if digits.len() != puzzle.shape().len() {
        return Err(solution.unfit(format!("a list of {} digits", puzzle.shape().len())));
    }
    puzzle.about.solution = digits.into_iter().collect();
    if puzzle.about.solution.is_none() {
        notes.note("the solution is not complete, and left out");
    }
    Ok(())
}

/// The rules of the whole grid that are true or false.
fn whole_grid(whole: &Node, puzzle: &mut Variant) -> Result<(), ParseError> {
    for (field, (rises, name)) in ["diagonal+", "diagonal-"].into_iter().zip(DIAGONALS) {
        if let Some(at) = flag(whole, field)? {
            let rule = different(diagonal(puzzle.shape(), rises), name);
            rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(at, &error))?;
        }
    }
    for (field, kind) in fields::FLAGS {
        if let Some(at) = flag(whole, field)? {
            let rule = Rule::new(*kind, vec![], vec![]);
            rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(at, &error))?;
        }
    }
    if let Some(at) = flag(whole, "disjointgroups")? {
        for (position, group) in disjoint_groups(puzzle).into_iter().enumerate() {
            let rule = different(group, format!("disjoint group {}", position + 1));
            rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(at, &error))?;
        }
    }
    Ok(())
}

/// Where a field is true.
pub(super) fn flag(whole: &Node, field: &str) -> Result<Option<(usize, usize)>, ParseError> {
    match whole.member(field) {
        Some(node) if !node.is_null() => Ok(node.boolean()?.then_some(node.at)),
        _ => Ok(None),
    }
}
