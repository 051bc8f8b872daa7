//! Whether rows and columns that are ranked may be equal: `.FullRankTies~any`.

use residua_sudoku::ParseError;

use crate::formats::iss::item::Item;

/// Which of the rows and columns, read as numbers, may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ties {
    /// None of all.
    None,
    /// Those that have no clue.
    WithoutClue,
    /// All of them.
    Any,
}

/// What items say of all clues, wherever these stand.
pub(super) fn ties(items: &[Item]) -> Result<Ties, ParseError> {
    let mut found = None;
    for item in items.iter().filter(|item| item.class.text == "FullRankTies") {
        let word = item.args.first().unwrap_or(&item.class);
        let ties = match word.text.as_str() {
            "none" => Ties::None,
            "only-unclued" => Ties::WithoutClue,
            "any" => Ties::Any,
            _ => return Err(word.unfit("none, only-unclued or any")),
        };
        if found.replace(ties).is_some_and(|before| before != ties) {
            return Err(word.unfit("the same ties as before"));
        }
    }
    Ok(found.unwrap_or(Ties::WithoutClue))
}
