//! The one subject of `split`, `work` and `merge`, or of a command with a checkpoint.

use residua_report::clauses::{self, DimacsKind};
use residua_report::distributed::Mistake;
use residua_report::models::{Bounds, units};
use residua_report::{InputError, Subject};

use crate::args::{FurtherRules, Graphs, Inputs, Models, PerPuzzle, Reading};
use crate::distributed::args::One;
use crate::puzzles::has_variants;
use crate::variants::subjects;

/// A subject as it is named.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) file: &'a String,
    /// Of a model that is to be compiled.
    pub(crate) data: &'a [String],
    pub(crate) graphs: Graphs,
    pub(crate) models: Models,
    pub(crate) reading: Reading,
    /// Of a puzzle.
    pub(crate) further: &'a FurtherRules,
}

impl<'a> From<&'a One> for Named<'a> {
    fn from(one: &'a One) -> Named<'a> {
        let One { file, data, graphs, models, reading, further, .. } = one;
        Named { file, data, graphs: *graphs, models: *models, reading: *reading, further }
    }
}

/// Reads the subject, whatever it is.
pub(crate) fn read(one: Named<'_>) -> Result<Subject, Mistake> {
    let bounds: Bounds = one.models.into();
    let mistake =
        |line, message: &str| (one.file.clone(), InputError { line, column: 1, message: message.to_owned() });
    let refuse = |message| Err(mistake(1, message));
    let files: Vec<String> = std::iter::once(one.file).chain(one.data).cloned().collect();
    let is_variant = !one.further.is_empty() || has_variants(one.file).unwrap_or(false);
    if let Some(units) = units(&files).filter(|_| !is_variant) {
        return match units {
            Ok(units) if units.len() == 1 => {
                if one.graphs.colors.is_some() {
                    return refuse("--colors applies only to graphs");
                }
                Subject::read(&units[0], bounds)
            }
            Ok(_) => refuse("expected one model; data are .dzn and .json files of a .mzn model"),
            Err(message) => refuse(message),
        };
    }
    if !one.data.is_empty() {
        return refuse("expected one puzzle or model; data apply only to a .mzn model");
    }
    if bounds.is_given() {
        return refuse("--objective-at-most and --objective-at-least apply only to MiniZinc models");
    }
    let kind = DimacsKind::of(one.file).ok().flatten().filter(|_| !is_variant);
    if kind.is_some() {
        if one.graphs.colors.is_some() && kind != Some(DimacsKind::Graph) {
            return refuse("--colors applies only to graphs: DIMACS files with edges");
        }
        return clauses::read(one.file, one.graphs.colors).map_err(|mistake| (one.file.clone(), mistake));
    }
    if one.graphs.colors.is_some() {
        return refuse("--colors applies only to graphs: DIMACS files with edges");
    }
    let inputs = Inputs {
        files: vec![one.file.clone()],
        each: PerPuzzle { reading: one.reading, time: None },
        further: one.further.clone(),
    };
    let mut puzzles = subjects(&inputs)?;
    let puzzle = puzzles.next().unwrap_or_else(|| Err(mistake(1, "expected a puzzle, found none")))?;
    match puzzles.next() {
        None => Ok(puzzle),
        Some(Ok(other)) => {
            Err(mistake(other.line(), "expected one puzzle, found another one: each is split by itself"))
        }
        Some(Err(mistake)) => Err(mistake),
    }
}
