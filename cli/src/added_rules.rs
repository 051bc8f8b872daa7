//! Rules that options add to puzzles, with the files that they name.

use residua_report::InputError;
use residua_report::input::text;
use residua_variant::{Rule, RuleError, RuleKind, Variant};

use crate::args::FurtherRules;

/// What is wrong, and in which file.
pub(crate) type Mistake = (String, InputError);

/// The rules of options, their files read.
pub(crate) struct AddedRules {
    options: FurtherRules,
    /// The name and the text of a file.
    regions: Option<(String, String)>,
    killer: Option<(String, String)>,
}

impl AddedRules {
    /// Reads the files that the options name.
    ///
    /// # Errors
    /// A file cannot be read.
    pub(crate) fn read(options: &FurtherRules) -> Result<AddedRules, Mistake> {
        let read = |file: &Option<String>| {
            let content = |file: &String| match text(file) {
                Ok(content) => Ok((file.clone(), content)),
                Err(mistake) => Err((file.clone(), mistake)),
            };
            file.as_ref().map(content).transpose()
        };
        let (regions, killer) = (read(&options.regions)?, read(&options.killer)?);
        Ok(AddedRules { options: options.clone(), regions, killer })
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Whether regions take the place of boxes.
    pub(crate) fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    /// The side of the square that the file of the regions draws, and the file's name; `None` if there are no regions.
    ///
    /// # Errors
    /// The drawing is no square.
    pub(crate) fn drawn_size(&self) -> Result<Option<(usize, &str)>, Mistake> {
        let Some((file, text)) = &self.regions else { return Ok(None) };
        let cells = text.chars().filter(|symbol| !symbol.is_whitespace()).count();
        let size = cells.isqrt();
        if cells > 0 && size * size == cells {
            return Ok(Some((size, file)));
        }
        let message = format!("expected a symbol for each cell of a square grid, found {cells} symbols");
        Err((file.clone(), InputError { line: text.lines().count().max(1), column: 1, message }))
    }

    /// Adds the rules to a puzzle.
    ///
    /// # Errors
    /// A file does not fit the puzzle, or another rule does not, as `refuse` reports it.
    pub(crate) fn add(
        &self,
        puzzle: &mut Variant,
        refuse: impl Fn(&RuleError) -> Mistake,
    ) -> Result<(), Mistake> {
        let of = |error: RuleError| refuse(&error);
        if let Some((file, text)) = &self.regions {
            puzzle.add_drawn_regions(text).map_err(|error| (file.clone(), InputError::from(error)))?;
        }
        let FurtherRules { diagonals, windows, anti_knight, anti_king, non_consecutive, .. } = self.options;
        if diagonals {
            puzzle.add_diagonals().map_err(of)?;
        }
        if windows {
            puzzle.add_windows().map_err(of)?;
        }
        let whole = [
            (anti_knight, RuleKind::AntiKnight),
            (anti_king, RuleKind::AntiKing),
            (non_consecutive, RuleKind::NonConsecutive),
        ];
        for (_, kind) in whole.into_iter().filter(|(is_asked, _)| *is_asked) {
            Rule::new(kind, Vec::new(), Vec::new()).and_then(|rule| puzzle.add(rule)).map_err(of)?;
        }
        if let Some((file, text)) = &self.killer {
            puzzle.add_cages(text).map_err(|error| (file.clone(), InputError::from(error)))?;
        }
        Ok(())
    }
}
