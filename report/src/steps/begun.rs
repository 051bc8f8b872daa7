//! The steps of a subject.

use residua::search::Limits;
use residua_sudoku::steps::{Board, End, Rating, Steps};

use crate::budget::Budget;
use crate::input::InputError;
use crate::subject::{Subject, SubjectKind};
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// What is said of other subjects.
pub const NO_STEPS: &str = "steps are those of puzzles; use residua why or residua inspect for other inputs";

/// The steps of a puzzle, with all that counts of what is written into it.
pub(super) fn begin(subject: &Subject, assume_unique: bool, limits: &Limits) -> Result<Steps, InputError> {
    let board = match (subject.found(), subject.kind) {
        (Some(found), _) => Board::of_puzzle(&found.as_puzzle()),
        (None, SubjectKind::Variant) => Board::of_model(&subject.model),
        _ => return Err(subject.mistake(NO_STEPS)),
    };
    let board = board.map_err(|error| subject.mistake(error.to_string()))?;
    Ok(Steps::on(board).assume_unique(assume_unique).limits(Budget::limited(limits).rest()))
}

/// How steps ended, in words.
pub(super) fn ending(end: End) -> String {
    match end {
        End::Solved => "solved".to_owned(),
        End::NoStep => "no step is left".to_owned(),
        End::Contradiction => "there is no solution".to_owned(),
        End::Stopped(limit) => came_first(limit),
        _ => "ended".to_owned(),
    }
}

/// The verdict that steps come to, as far as they do: what they solve has one solution, unless they presuppose that.
pub(super) fn verdict(end: End, assume_unique: bool) -> Verdict {
    match end {
        End::Solved if !assume_unique => Verdict::Unique,
        End::Contradiction if !assume_unique => Verdict::Infeasible,
        _ => Verdict::Unknown,
    }
}

/// How hard the steps are: cost and tier of the hardest, how often it is needed, and how they ended unless they solve.
pub(super) fn rating_in_words(rating: &Rating) -> String {
    // Nothing cheaper was found until the limit was reached.
    let is_open = rating.at_least > rating.hardest;
    let at_least = match rating.end {
        _ if is_open => format!("at least {}; until then ", rating.at_least),
        End::Stopped(_) if rating.technique.is_some() => "at least ".to_owned(),
        _ => String::new(),
    };
    let mut words = format!("{at_least}{}  {}", rating.hardest, rating.tier_name());
    if let Some(technique) = rating.technique {
        let (at_hardest, rounds) = (rating.rounds_at_hardest, counted(rating.rounds, "round"));
        let effort = rating.effort;
        words = format!("{words}; {technique}, in {at_hardest} of {rounds}; effort {effort:.1}");
    }
    match rating.end {
        End::Solved => words,
        end => words + "; " + &ending(end),
    }
}
