//! `residua explain`: all steps of a solution.

use std::collections::BTreeMap;
use std::io::{self, Write};

use residua_sudoku::render::picture::{self, Marks, Page, Told};
use residua_sudoku::steps::{Board, End, Rating, Step, Technique};
use serde_json::json;

use crate::answer::{Answer, Pictured};
use crate::asking::{Asking, Host};
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::paint::Paint;
use crate::question;
use crate::steps::begun::{begin, ending, rating_in_words, verdict};
use crate::steps::drawing::{Drawing, letters};
use crate::steps::json;
use crate::subject::{Subject, write_object};
use crate::verdict::Verdict;
use crate::words::counted;

/// The steps of a solution, in rounds of steps that cost the same.
#[derive(Debug)]
pub struct Path<'a> {
    subject: &'a Subject,
    /// Each with the state that it was found in.
    rounds: Vec<(Board, Vec<Step>)>,
    rating: Rating,
    verdict: Verdict,
    last: Board,
}

/// A step with the state that its round was found in, and with the one that the steps before it lead to.
struct Taken<'p> {
    found_in: &'p Board,
    before: Board,
    step: &'p Step,
}

/// Takes all steps that there are.
///
/// # Errors
/// The subject is no puzzle, or has more values than steps are known for.
pub fn explain<'a>(
    question: question::Explain,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Result<Path<'a>, InputError> {
    let mut steps = begin(subject, question.assume_unique, &asking.limits)?;
    let _waiting = asking.begin("solving by steps", &subject.place());
    let mut rounds = Vec::new();
    let rating = steps.rate_seeing(|board, round| rounds.push((board.clone(), round.to_vec())));
    let used = rounds.iter().flat_map(|(_, round)| round).any(|step| step.technique.assumes_unique());
    let (verdict, last) = (verdict(rating.end, used), steps.board().clone());
    Ok(Path { subject, rounds, rating, verdict, last })
}

impl Path<'_> {
    /// The steps that change something after those before them in their round.
    fn steps(&self) -> impl Iterator<Item = Taken<'_>> {
        self.rounds.iter().flat_map(|(found_in, round)| {
            let mut now = found_in.clone();
            round.iter().filter_map(move |step| {
                let before = now.clone();
                now.apply(step).then_some(Taken { found_in, before, step })
            })
        })
    }

    fn headline(&self) -> String {
        format!("{}, in {}", ending(self.rating.end), counted(self.steps().count(), "step"))
    }

    /// How many cells have no digit.
    fn open(&self) -> usize {
        (0..self.last.rules().cells()).filter(|&cell| !self.last.is_placed(cell)).count()
    }

    /// What the steps come to, and what is left.
    fn end_in_words(&self) -> (&'static str, String) {
        let rating = format!("Rating: {}.", rating_in_words(&self.rating));
        let cells = (0..self.last.rules().cells()).filter(|&cell| !self.last.is_placed(cell));
        let candidates: u32 = cells.map(|cell| self.last.left(cell).count_ones()).sum();
        let (candidates, open) = (counted(candidates as usize, "candidate"), counted(self.open(), "cell"));
        let left = format!("{open} without a digit, with {candidates}. {rating}");
        match self.rating.end {
            End::Solved => ("Solved", rating),
            End::NoStep => ("No technique of the ladder goes on", left),
            End::Contradiction => ("There is no solution", rating),
            _ => ("Stopped", left),
        }
    }

    /// How many steps there are of each technique, from easy ones to hard ones.
    fn techniques(&self) -> String {
        let mut counts: BTreeMap<Technique, usize> = BTreeMap::new();
        for Taken { step, .. } in self.steps() {
            *counts.entry(step.technique).or_default() += 1;
        }
        let counts = counts.iter().map(|(technique, count)| format!("{technique}: {count}"));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// A picture of a state, with its heading and a sentence about it.
    fn told(
        &self,
        board: &Board,
        marks: &Marks,
        heading: String,
        sentence: String,
    ) -> Option<Told<Drawing<'_>>> {
        let picture = Drawing::of(self.subject, board, marks, sentence.clone())?;
        Some(Told { heading, sentence, picture })
    }

    /// The content of a section of a page. None if the subject is no puzzle.
    fn content(&self) -> Option<picture::Path<Drawing<'_>>> {
        let told = |Taken { found_in, before, step }: Taken<'_>| {
            let rules = found_in.rules();
            let marks = Marks::of_step(step, rules);
            let heading = format!("{} ({})", technique(step), step.cost);
            self.told(&before, &marks, heading, step.sentence(rules))
        };
        let (heading, sentence) = self.end_in_words();
        let facts = [("Rating", rating_in_words(&self.rating)), ("Steps", self.techniques())];
        Some(picture::Path {
            heading: self.headline(),
            place: self.subject.place(),
            facts: facts
                .map(|(term, fact)| (term.to_owned(), fact))
                .into_iter()
                .chain(letters(self.subject))
                .collect(),
            steps: self.steps().map(told).collect::<Option<Vec<_>>>()?,
            end: self.told(&self.last, &Marks::default(), heading.to_owned(), sentence)?,
        })
    }
}

/// The technique of a step, and what it presupposes.
fn technique(step: &Step) -> String {
    let unique = if step.technique.assumes_unique() { ", if there is one solution" } else { "" };
    format!("{}{unique}", step.technique)
}

impl Pictured for Path<'_> {
    fn section(&self, number: usize) -> String {
        self.content().map_or_else(String::new, |content| Page::path(&content, number))
    }
    /// The state that the steps lead to.
    fn svg(&self) -> String {
        let (_, sentence) = self.end_in_words();
        let drawing = Drawing::of(self.subject, &self.last, &Marks::default(), sentence);
        drawing.map_or_else(String::new, |drawing| drawing.svg())
    }
}

impl Answer for Path<'_> {
    fn end(&self) -> ExitStatus {
        match self.rating.end {
            End::Contradiction => ExitStatus::Refuted,
            End::Stopped(_) => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        let headline = paint.text(self.verdict.tint(), &self.headline());
        writeln!(output, "{}  {headline}", self.subject.place())?;
        for (number, Taken { found_in, step, .. }) in (1..).zip(self.steps()) {
            let (technique, sentence) = (technique(step), step.sentence(found_in.rules()));
            writeln!(output, "{number:>4}  {}  {technique}: {sentence}", step.cost)?;
        }
        if self.rating.end == End::NoStep {
            let open = counted(self.open(), "cell");
            writeln!(output, "{open} without a digit; residua inspect shows what is left")?;
        }
        Ok(())
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let end = ending(self.rating.end);
        let reason = matches!(self.rating.end, End::Stopped(_)).then(|| end.clone());
        let steps = self.steps().map(|Taken { found_in, step, .. }| json::step(step, found_in));
        let rest = json!({ "end": end, "steps": steps.collect::<Vec<_>>() });
        write_object(output, self.subject.head(self.verdict.word(), reason), rest)
    }
}
