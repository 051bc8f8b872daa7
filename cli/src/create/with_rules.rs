//! Puzzles with rules beside those of Sudoku: what is asked for, how they are made and written.

use std::io::{self, Write};

use residua::search::{Limit, Limits};
use residua_report::place;
use residua_report::words::{came_first, counted};
use residua_sudoku::{Geometry, render};
use residua_variant::Variant;
use residua_variant::create::{CreatedVariant, MissedVariant, VariantCreation, VariantCreator};

use crate::added_rules::AddedRules;
use crate::create::arguments::{Create, CreateFormat, Givens};
use crate::create::workers::{After, Maker};

/// Makes such puzzles, and writes them.
#[derive(Clone, Debug)]
pub(super) struct WithRules {
    creator: VariantCreator,
    format: CreateFormat,
}

impl WithRules {
    /// A maker of what the arguments ask for.
    ///
    /// # Errors
    /// What is wrong with them, or with a file.
    pub(super) fn new(arguments: &Create, seed: u64, limits: Limits) -> Result<WithRules, String> {
        if let Some(option) = without_meaning(arguments) {
            return Err(format!("{option} applies only to puzzles without further rules"));
        }
        let format = arguments.format();
        let has_cages = arguments.cages.is_some();
        match format {
            CreateFormat::Ascii => {
                return Err("puzzles with further rules are not drawn with | and -".to_owned());
            }
            CreateFormat::Line if has_cages => {
                return Err(
                    "a line has no place for cages; use --format json, fpuzzles, iss or grid".to_owned()
                );
            }
            _ => {}
        }
        let puzzle = rules(arguments)?;
        let digits = puzzle.shape().digit_count();
        let creation = VariantCreation::new(puzzle).seed(seed).limits(limits);
        let mut creation = creation.symmetry(arguments.symmetry);
        if let Givens::Exactly(count) = arguments.givens {
            creation = creation.givens(count);
        }
        if let Some(cells) = &arguments.cages {
            // The usual sizes may be more than a small grid has digits.
            let is_usual = *cells == (2..=5);
            let cells = if is_usual { 2..=digits.clamp(2, 5) } else { cells.clone() };
            creation = creation.cages(cells);
        }
        if let Some(hardest) = &arguments.difficulty {
            creation = creation.difficulty(hardest.clone());
        }
        if let Some(technique) = arguments.technique {
            creation = creation.technique(technique);
        }
        let creator = creation.creator().map_err(|error| error.to_string())?;
        Ok(WithRules { creator, format })
    }
}

/// An option that is given, and has no meaning for such puzzles.
fn without_meaning(arguments: &Create) -> Option<&'static str> {
    [
        (arguments.from.is_some(), "--from"),
        (arguments.pattern.is_some(), "--pattern"),
        (arguments.remove.is_some(), "--remove"),
        (arguments.solutions != 1, "--solutions"),
    ]
    .into_iter()
    .find_map(|(is_given, option)| is_given.then_some(option))
}

/// The rules that the options state. Without a box, regions tell the size of the grid.
fn rules(arguments: &Create) -> Result<Variant, String> {
    let wrong = |(file, mistake): (String, residua_report::InputError)| {
        format!("{}:{}: {}", place(&file, mistake.line), mistake.column, mistake.message)
    };
    let added = AddedRules::read(&arguments.further).map_err(wrong)?;
    let drawn = added.drawn_size().map_err(wrong)?.map(|(size, _)| size);
    let size = arguments.geometry.map(Geometry::size).or(drawn);
    let rules = if let (Some(size), true) = (size, added.has_regions()) {
        Variant::latin(size)
    } else {
        let (rows, columns) = arguments.geometry.map_or((3, 3), |of| (of.box_rows(), of.box_columns()));
        if rows > 1 && columns > 1 { Variant::square(rows, columns) } else { Variant::latin(rows * columns) }
    };
    let mut rules = rules.map_err(|error| error.to_string())?;
    // A rule that does not fit has no place in any file.
    let unfit = |error: &residua_variant::RuleError| {
        (String::new(), residua_report::InputError { line: 0, column: 0, message: error.to_string() })
    };
    added.add(&mut rules, unfit).map_err(|mistake| match mistake {
        (file, mistake) if file.is_empty() => mistake.message,
        mistake => wrong(mistake),
    })?;
    Ok(rules)
}

impl Maker for WithRules {
    type Made = CreatedVariant;
    type Missed = MissedVariant;

    fn make(&mut self, index: u64) -> Result<CreatedVariant, MissedVariant> {
        self.creator.puzzle(index)
    }

    fn after(missed: &MissedVariant) -> After {
        match missed {
            MissedVariant::NoSolution => After::Impossible,
            MissedVariant::Stopped { limit: Limit::Stop, .. } => After::Stop,
            _ => After::GoOn,
        }
    }

    fn write(&self, output: &mut dyn Write, index: u64, created: &CreatedVariant) -> io::Result<()> {
        let puzzle = &created.puzzle;
        let shape = puzzle.shape();
        let in_format = |format: residua_variant::Format| {
            residua_variant::write(puzzle, format).map_err(io::Error::other)
        };
        match self.format {
            // Several puzzles of a file are an object a line each.
            CreateFormat::Json => {
                let text: String =
                    in_format(residua_variant::Format::Json)?.lines().map(str::trim_start).collect();
                writeln!(output, "{text}")
            }
            CreateFormat::Fpuzzles => writeln!(output, "{}", in_format(residua_variant::Format::FPuzzles)?),
            CreateFormat::Iss => writeln!(output, "{}\n", in_format(residua_variant::Format::Iss)?),
            CreateFormat::Line => {
                let givens: Vec<i32> = (0..shape.len()).map(|cell| puzzle.given(cell).unwrap_or(0)).collect();
                let geometry = Geometry::new(1, shape.rows()).map_err(io::Error::other)?;
                render::write_line(output, geometry, &givens)
            }
            CreateFormat::Grid | CreateFormat::Ascii => {
                if index > 0 {
                    writeln!(output)?;
                }
                write!(output, "{}", puzzle.grid(|cell| puzzle.given(cell)))?;
                let mut others = puzzle.rules().iter().filter(|rule| !rule.is_house());
                others.try_for_each(|rule| writeln!(output, "{}", rule.describe(shape)))
            }
        }
    }

    fn write_missed(&self, _: &mut dyn Write, _: u64, _: &MissedVariant) -> io::Result<()> {
        Ok(())
    }

    fn in_words(index: u64, missed: &MissedVariant) -> String {
        match missed {
            MissedVariant::Stopped { limit, tries } => {
                format!(
                    "puzzle {} not found in {}: {}",
                    index + 1,
                    counted(*tries, "try"),
                    came_first(*limit)
                )
            }
            missed => format!("error: {missed}"),
        }
    }
}
