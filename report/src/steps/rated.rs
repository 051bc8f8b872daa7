//! `residua rate`: how hard it is to solve a puzzle by steps.

use std::io::{self, Write};

use residua_sudoku::steps::{Cost, End, Rating};
use serde_json::json;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::paint::Paint;
use crate::question;
use crate::steps::begun::{begin, ending, rating_in_words, verdict};
use crate::subject::{Subject, write_object};

/// The rating of a puzzle.
#[derive(Debug)]
pub struct Rated<'a> {
    subject: &'a Subject,
    rating: Rating,
    assume_unique: bool,
}

/// Rates a puzzle.
///
/// # Errors
/// The subject is no puzzle, or has more values than steps are known for.
pub fn rate<'a>(
    question: question::Rate,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Result<Rated<'a>, InputError> {
    let steps = begin(subject, question.assume_unique, &asking.limits)?;
    let _waiting = asking.begin("rating", &subject.place());
    Ok(Rated { subject, rating: steps.rate(), assume_unique: question.assume_unique })
}

impl Answer for Rated<'_> {
    fn end(&self) -> ExitStatus {
        match self.rating.end {
            End::Contradiction => ExitStatus::Refuted,
            End::Stopped(_) => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        writeln!(output, "{}  {}", self.subject.place(), rating_in_words(&self.rating))
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let rating = &self.rating;
        let reason = matches!(rating.end, End::Stopped(_)).then(|| ending(rating.end));
        let effort = if rating.rounds > 0 { Some(rating.effort) } else { None };
        let rest = json!({
            "rating": Cost::value(rating.hardest),
            "at_least": Cost::value(rating.at_least),
            "tier": rating.tier(),
            "tier_name": rating.tier_name(),
            "technique": rating.technique.map(|technique| technique.to_string()),
            "rounds_at_hardest": rating.rounds_at_hardest,
            "rounds": rating.rounds,
            "effort": effort,
            "end": ending(rating.end),
        });
        write_object(output, self.subject.head(verdict(rating.end, self.assume_unique).word(), reason), rest)
    }
}
