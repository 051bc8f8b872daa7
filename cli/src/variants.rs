//! Puzzles with rules beside those of Sudoku: options that add them, and files that have them.

use std::borrow::Cow;
use std::process::ExitCode;

use residua_report::puzzle::Found;
use residua_report::{ExitStatus, Subject};
use residua_sudoku::Entry;

use crate::added_rules::Mistake;
use crate::args::{Command, Format, Inputs, InspectFormat};
use crate::ask::look;
use crate::each::{Read, answer_read, complain, refuse};
use crate::export;
use crate::pictures;
use crate::puzzles::{FoundPuzzle, PuzzleContent, has_variants, puzzles};
use crate::setting::Setting;

/// Answers the command, if its puzzles have such rules.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let (inputs, is_json) = match command {
        Command::Solve(all) => (Cow::Borrowed(&all.inputs), all.format() == Format::Json),
        Command::Inspect(all) => (Cow::Borrowed(&all.inputs), all.is_json()),
        Command::Count(all) => (Cow::Borrowed(&all.inputs), all.json),
        Command::Conflict(all) => (Cow::Borrowed(&all.inputs), all.json),
        Command::Clues(all) => (Cow::Borrowed(&all.inputs), all.json),
        Command::Hint(all) => (Cow::Borrowed(&all.inputs), all.is_json()),
        Command::Explain(all) => (Cow::Borrowed(&all.inputs), all.is_json()),
        Command::Rate(all) => (Cow::Borrowed(&all.inputs), all.json),
        Command::Why(all) => (Cow::Owned(all.inputs()), all.json),
        Command::Export(all) => (Cow::Owned(all.inputs()), false),
        _ => return None,
    };
    // What cannot be read is reported when its turn comes.
    let has_variants = |file: &String| has_variants(file).unwrap_or(false);
    if inputs.further.is_empty() && !inputs.named().iter().any(has_variants) {
        return None;
    }
    if let Some(message) = unsupported(command) {
        return Some(refuse(message));
    }
    let puzzles = match subjects(&inputs) {
        Ok(puzzles) => puzzles,
        Err((file, mistake)) => {
            complain(&file, &mistake);
            return Some(ExitCode::from(ExitStatus::BadInput as u8));
        }
    };
    if let Command::Export(all) = command {
        return Some(export::subjects(all, puzzles));
    }
    if command.picture_format().is_some() {
        return pictures::run(command, &inputs, puzzles, setting);
    }
    Some(answer_read(is_json, inputs.each.time, puzzles, |subject, limits, output| {
        look(command, subject, &setting.asking(limits), output)
    }))
}

/// In which forms solutions are listed.
pub(crate) const FORMS: &str = "puzzles with further rules support only --format grid, line and json";

/// Why an option does not go with such puzzles, if one does not.
pub(crate) fn unsupported(command: &Command) -> Option<&'static str> {
    match command {
        Command::Solve(all) if all.with.is_some() => {
            Some("--with applies only to puzzles without further rules")
        }
        Command::Solve(all) if all.summary => Some("--summary applies only to puzzles without further rules"),
        Command::Solve(all)
            if matches!(all.format(), Format::Prolog | Format::Clpfd | Format::Pencil | Format::Ascii) =>
        {
            Some(FORMS)
        }
        Command::Inspect(all) if all.count || all.counts => {
            Some("--count and --counts apply only to puzzles without further rules; use residua count")
        }
        Command::Inspect(all) if all.format == Some(InspectFormat::Clpfd) => {
            Some("puzzles with further rules support only --format pencil, json, svg and html")
        }
        _ => None,
    }
}

/// The puzzles of the inputs with the rules of the options, as they are asked for.
///
/// # Errors
/// A file that an option names cannot be read.
pub(crate) fn subjects(inputs: &Inputs) -> Result<impl Iterator<Item = Read> + use<>, Mistake> {
    let trust = inputs.each.reading.trust;
    let files = inputs.named().into_iter().map(Ok);
    let puzzles = puzzles(files, &inputs.further, inputs.each.reading)?;
    Ok(puzzles.map(move |found| {
        let FoundPuzzle { file, line, content } = found?;
        match content {
            PuzzleContent::Plain(Entry { puzzle, notes, .. }) => {
                Ok(Subject::of_puzzle(&Found { file: &file, line, puzzle: &puzzle, notes: &notes, trust }))
            }
            PuzzleContent::Variant(variant, _) => {
                let subject = Subject::of_variant(&file, line, &variant, trust);
                subject.map_err(|mistake| (file.to_string(), mistake))
            }
        }
    }))
}
