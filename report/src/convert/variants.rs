//! Conversion of variant puzzles; plain puzzles as variants, and variants that are plain puzzles.

use residua_sudoku::{Entry, Field, Trust};
use residua_variant::{Format, Variant, WriteOptions, WrittenVariant, write_fitting};

/// How rules are left out.
const DROPS: &str = "--drop-rules leaves them out";

/// A conversion of variant puzzles: the format, and what becomes of what it does not hold.
#[derive(Clone, Copy, Debug)]
pub struct ConvertVariant {
    /// The format of the text.
    pub to: Format,
    /// Rules that the format has no place for are left out, with a note.
    pub drops_rules: bool,
    /// Notes that count are written as givens, and as restrictions of cells.
    pub trust: Trust,
}

impl ConvertVariant {
    /// The text of a puzzle, and what it does not hold.
    ///
    /// ```
    /// use residua_report::ConvertVariant;
    /// use residua_sudoku::Trust;
    /// use residua_variant::{Format, Variant};
    ///
    /// let mut puzzle = Variant::square(2, 2)?;
    /// puzzle.enter(0, 3)?;
    /// let mut question = ConvertVariant { to: Format::Iss, drops_rules: false, trust: Trust::Givens };
    /// let (text, losses) = question.convert(&puzzle).expect("a square");
    /// assert_eq!((text.as_str(), losses.len()), (".Shape~4x4", 1));
    /// question.trust = Trust::Entries;
    /// assert_eq!(question.convert(&puzzle).expect("a square").0, ".Shape~4x4.~R1C1_3");
    /// # Ok::<(), residua_variant::RuleError>(())
    /// ```
    ///
    /// # Errors
    /// Why it is not written.
    pub fn convert(&self, puzzle: &Variant) -> Result<(String, Vec<String>), String> {
        let puzzle = puzzle.clone().trusting(self.trust).map_err(|error| error.to_string())?;
        let write = |drops_rules: bool| write_fitting(&puzzle, self.to, WriteOptions { drops_rules });
        let written = write(self.drops_rules).map_err(|error| {
            let is_of_rules = !self.drops_rules && write(true).is_ok();
            if is_of_rules { format!("{error} ({DROPS})") } else { error.to_string() }
        });
        let WrittenVariant { text, losses } = written?;
        Ok((text, losses))
    }
}

/// A plain puzzle as a variant, and what is said about it that is lost by that.
///
/// # Errors
/// Why it cannot be one.
pub fn as_variant(entry: &Entry) -> Result<(Variant, Vec<String>), String> {
    let mut variant =
        Variant::of_puzzle(&entry.puzzle, &entry.notes, true).map_err(|error| error.to_string())?;
    let said = |field: Field| entry.metadata.get(field).map(str::to_owned);
    variant.about.title = said(Field::Title);
    variant.about.author = said(Field::Author);
    let is_kept = |field: Field| matches!(field, Field::Title | Field::Author);
    let lost = entry.metadata.fields().filter(|(field, _)| !is_kept(*field));
    let losses = lost.map(|(field, _)| format!("the {field} is not written")).collect();
    Ok((variant, losses))
}

/// The plain puzzle that a variant is, and what is lost by that: of rules beside rows, columns and boxes only if `drops_rules`.
///
/// ```
/// use residua_report::as_plain;
/// use residua_variant::Variant;
///
/// let mut puzzle = Variant::square(2, 2)?;
/// assert!(as_plain(&puzzle, "sdm", false).is_ok());
/// puzzle.add_diagonals()?;
/// let refused = as_plain(&puzzle, "sdm", false).expect_err("it has diagonals");
/// assert_eq!(
///     refused,
///     "sdm has no place for: diagonal \\; diagonal / (--drop-rules leaves them out; --to variant, fpuzzles, scl and iss hold rules)"
/// );
/// assert_eq!(as_plain(&puzzle, "sdm", true).expect("a square").1.len(), 2);
/// # Ok::<(), residua_variant::RuleError>(())
/// ```
///
/// # Errors
/// Why it is not written.
pub fn as_plain(puzzle: &Variant, to: &str, drops_rules: bool) -> Result<(Entry, Vec<String>), String> {
    let shape = puzzle.shape();
    let Some((plain, notes, beside)) = puzzle.sudoku() else {
        let (low, high) = shape.digits().into_inner();
        let (rows, columns) = (shape.rows(), shape.columns());
        return Err(format!(
            "{to} holds squares with the digits from 1 to their side, once in each row and column; this is a grid of {rows}x{columns} with \
             the digits {low} to {high} (--to variant holds it)"
        ));
    };
    let named: Vec<String> =
        beside.iter().map(|rule| rule.describe(shape).chars().take(80).collect()).collect();
    if !drops_rules && !named.is_empty() {
        let more = named.len().saturating_sub(MOST_NAMED);
        let shown = named[..named.len() - more].join("; ");
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        return Err(format!(
            "{to} has no place for: {shown}{more} ({DROPS}; --to variant, fpuzzles, scl and iss hold rules)"
        ));
    }
    let mut losses: Vec<String> =
        named.into_iter().map(|rule| format!("the rule is not written: {rule}")).collect();
    let mut entry = Entry::from(plain);
    entry.notes = notes;
    let about = &puzzle.about;
    for (field, text) in [(Field::Title, &about.title), (Field::Author, &about.author)] {
        entry.metadata.set(field, text.as_deref().unwrap_or_default());
    }
    let lost = [("text of the rules", about.ruleset.is_some()), ("solution", about.solution.is_some())];
    losses.extend(lost.iter().filter(|(_, is)| *is).map(|(what, _)| format!("the {what} is not written")));
    Ok((entry, losses))
}

/// So many rules are named in an error.
const MOST_NAMED: usize = 5;
