//! Cages of `SudokuPad`: sums, sets of different digits, and texts about the puzzle.

use residua_sudoku::ParseError;

use crate::formats::found::{Notes, unfit};
use crate::formats::json::Node;
use crate::formats::scl::read::{GLOBAL, cell, once};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;

const MEMBERS: &[&str] = &["cells", "value", "sum", "unique", "hidden", "type", "style"];

/// Members that are about its look.
const LOOKS: &[&str] = &[
    "borderColor",
    "textColor",
    "fontC",
    "fontColor",
    "fontSize",
    "outlineC",
    "backgroundColor",
    "color",
    "dashArray",
    "target",
    "opacity",
];

/// What texts may say about a puzzle; the last is shown to who has solved it.
const ABOUT: &[&str] = &["title", "author", "rules", "solution", "msgcorrect"];

/// Takes a list of cages.
pub(super) fn read(list: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    for item in list.list("a list of cages")? {
        for member in item.object("a cage")? {
            let name = member.name.as_str();
            if !MEMBERS.contains(&name) && !LOOKS.contains(&name) {
                notes.unknown(member.unknown("a member of a cage"))?;
            }
        }
        cage(item, puzzle, notes)?;
    }
    Ok(())
}

fn cage(item: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    let value = item.member("value").map_or(Ok(None), Node::typed)?;
    let cells = match item.member("cells") {
        Some(list) => {
            let cells = list.list("a list of cells")?.iter().map(|node| cell(node, puzzle.shape()));
            cells.collect::<Result<Vec<_>, _>>()?
        }
        None => Vec::new(),
    };
    if cells.is_empty() {
        return value.map_or(Ok(()), |value| text(value, item, puzzle, notes));
    }
    let sum = match item.member("sum").map_or(Ok(None), Node::typed)? {
        Some(sum) => Some(sum),
        None => value.filter(|value| value.parse::<i64>().is_ok()),
    };
    let unique = item.member("unique").filter(|node| !node.is_null()).map(Node::boolean).transpose()?;
    let number = match sum {
        Some(text) => Some(text.parse().map_err(|_| item.unfit("a cage whose sum is a number"))?),
        None => None,
    };
    let kind = match (unique, number) {
        // A cage with a sum is one of a killer puzzle unless it says otherwise.
        (Some(true), _) | (None, Some(_)) => RuleKind::Cage,
        (Some(false), Some(_)) => RuleKind::Sum,
        (_, None) => {
            notes.note("cages without a sum, whose digits may repeat, are drawn only");
            return Ok(());
        }
    };
    let is_house = |rule: &Rule| {
        let same = rule.groups().first().is_some_and(|group| {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            *group == sorted
        });
        rule.is_house() && same
    };
    if number.is_none() && puzzle.rules().iter().any(is_house) {
        return Ok(());
    }
    let rule = Rule::new(kind, vec![cells], number.into_iter().collect());
    rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(item.at, &error))
}

/// Takes the text of a cage without cells: what it says about the puzzle, or a rule of the whole grid.
fn text(value: &str, item: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    let (name, text) = value.split_once(':').unwrap_or((value, "true"));
    let (name, text) = (name.trim(), text.trim());
    if let Some((_, kind)) = GLOBAL.iter().find(|(global, _)| *global == name)
        && text == "true"
    {
        return once(*kind, item, puzzle);
    }
    if ABOUT.contains(&name) {
        about(name, text, puzzle, notes);
    } else {
        let short: String = value.chars().take(40).collect();
        notes.note(format!("a cage without cells is left out: \"{}\"", short.escape_debug()));
    }
    Ok(())
}

/// Takes a text about the puzzle, if its name is known.
pub(super) fn about(name: &str, text: &str, puzzle: &mut Variant, notes: &mut Notes) {
    let cells = puzzle.shape().len();
    let about = &mut puzzle.about;
    match name {
        "title" => about.title = Some(text.to_owned()),
        "author" => about.author = Some(text.to_owned()),
        // Rules may come in several parts.
        "rules" => {
            about.ruleset = Some(match about.ruleset.take() {
                Some(known) if known == text => known,
                Some(known) => format!("{known}\n{text}"),
                None => text.to_owned(),
            });
        }
        "solution" => {
            let digits: Option<Vec<i32>> =
                text.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();
            about.solution = digits.filter(|digits| digits.len() == cells);
            if about.solution.is_none() {
                notes.note("the solution is not a digit for each cell, and left out");
            }
        }
        _ => {}
    }
}
