//! A puzzle as a text of a format, without what the format has no place for: that is named, and rules are left out only if that is asked for.

use crate::formats::found::{Format, ReadOptions, WriteError};
use crate::formats::read::read;
use crate::formats::write::write;
use crate::kind::RuleKind;
use crate::pairs::relation;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// What is left out of a puzzle to write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Rules that the format has no place for are left out, and named in the losses, instead of an error.
    pub drops_rules: bool,
}

/// A puzzle that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenVariant {
    /// The text.
    pub text: String,
    /// What the puzzle has that the text has not, a sentence each.
    pub losses: Vec<String>,
}

/// So many rules are named in an error.
const MOST_NAMED: usize = 5;

/// The puzzle as a text of a format, as far as it has a place for it: entered digits, marks and what is said about the puzzle may be lost, and
/// rules if that is asked for.
///
/// ```
/// use residua_variant::{Format, Rule, RuleKind, Variant, WriteOptions, write_fitting};
///
/// let mut puzzle = Variant::square(2, 2)?;
/// puzzle.about.title = Some("Two rules".to_owned());
/// puzzle.add(Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![5])?)?;
/// puzzle.add(Rule::new(RuleKind::GlobalModular, vec![], vec![])?)?;
/// let refused = write_fitting(&puzzle, Format::FPuzzles, WriteOptions::default()).expect_err("it has no such rule");
/// assert_eq!(refused.to_string(), "f-puzzles has no place for: global modular");
/// let written = write_fitting(&puzzle, Format::FPuzzles, WriteOptions { drops_rules: true })?;
/// assert_eq!(written.losses, ["the rule is not written: global modular"]);
/// assert_eq!(write_fitting(&puzzle, Format::Json, WriteOptions::default())?.losses, [""; 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the format cannot hold the puzzle: the rules that it has no place for, or what else it lacks.
pub fn write_fitting(
    puzzle: &Variant,
    format: Format,
    options: WriteOptions,
) -> Result<WrittenVariant, WriteError> {
    if let Some(written) = without_notes(puzzle, format) {
        return Ok(written);
    }
    let regions = with_regions(puzzle);
    if let Some(written) = without_notes(&regions, format) {
        return Ok(written);
    }
    let mut houses = puzzle.clone();
    houses.retain_rules(Rule::is_house);
    let puzzle = if without_notes(&houses, format).is_some() { puzzle } else { &regions };
    let mut bare = puzzle.clone();
    for cell in 0..puzzle.shape().len() {
        bare.clear_entry(cell);
        bare.clear_marks(cell);
    }
    // Rule by rule: what is told of one may depend on those before it.
    let mut kept = bare;
    kept.retain_rules(Rule::is_house);
    let (mut losses, mut dropped, mut restrictions) = (Vec::new(), Vec::new(), None);
    if write(&kept, format).is_err() {
        let restricted = (0..puzzle.shape().len()).filter(|cell| puzzle.candidates(*cell).is_some()).count();
        (0..puzzle.shape().len()).for_each(|cell| kept.clear_candidates(cell));
        // It is not rules that the format has no place for.
        let _ = write(&kept, format)?;
        let cells = if restricted == 1 { "1 cell is".to_owned() } else { format!("{restricted} cells are") };
        restrictions = Some(format!("the candidates to which {cells} restricted"));
    }
    for rule in puzzle.rules().iter().filter(|rule| !rule.is_house()) {
        let with = |rule: Rule| {
            let mut more = kept.clone();
            more.add(rule).ok().filter(|()| write(&more, format).is_ok()).map(|()| more)
        };
        if let Some(more) = with(rule.clone()) {
            kept = more;
        } else if let Some((more, how)) =
            reworded(rule, &kept).filter(|(more, _)| format == Format::Iss && write(more, format).is_ok())
        {
            losses.push(format!("the rule is written as {how}: {}", short(rule, puzzle)));
            kept = more;
        } else {
            dropped.push(short(rule, puzzle));
        }
    }
    if !(options.drops_rules || dropped.is_empty() && restrictions.is_none()) {
        let dropped: Vec<String> = restrictions.into_iter().chain(dropped).collect();
        let more = dropped.len().saturating_sub(MOST_NAMED);
        let named = dropped[..dropped.len() - more].join("; ");
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        return Err(WriteError::new(format!("{format} has no place for: {named}{more}")));
    }
    losses.extend(restrictions.map(|restrictions| format!("{restrictions} are not written")));
    losses.extend(dropped.into_iter().map(|rule| format!("the rule is not written: {rule}")));
    let invariant = "invariant: they are those of a puzzle of this shape";
    for cell in 0..puzzle.shape().len() {
        if let Some(digit) = puzzle.entry(cell) {
            kept.enter(cell, digit).expect(invariant);
        }
        if let Some(digits) = puzzle.marks(cell) {
            kept.mark(cell, digits.to_vec()).expect(invariant);
        }
    }
    let written = without_notes(&kept, format)
        .ok_or_else(|| WriteError::new(format!("{format} does not hold this puzzle")))?;
    losses.extend(written.losses);
    Ok(WrittenVariant { losses, ..written })
}

/// The puzzle with what a rule says in other words, and in which: odd and even cells are restricted, relations of two digits are lists of pairs.
/// `None` if there are no others. Constraint strings have these words, and have none for each kind.
fn reworded(rule: &Rule, puzzle: &Variant) -> Option<(Variant, &'static str)> {
    use RuleKind as K;
    let digits = puzzle.shape().digits();
    let mut more = puzzle.clone();
    let kind = match rule.kind() {
        K::Odd | K::Even => {
            let remainder = i32::from(rule.kind() == K::Odd);
            for &cell in rule.groups().first()? {
                let kept = |digit: &i32| {
                    digit.rem_euclid(2) == remainder
                        && puzzle.candidates(cell).is_none_or(|known| known.contains(digit))
                        && puzzle.given(cell).is_none_or(|given| given == *digit)
                };
                let left: Vec<i32> = digits.clone().filter(kept).collect();
                match puzzle.given(cell) {
                    // Where another digit is given, there is no solution, and no word for that.
                    Some(_) if left.is_empty() => return None,
                    Some(_) => {}
                    None => more.restrict(cell, left).ok()?,
                }
            }
            return Some((more, "candidates"));
        }
        K::PairSum if puzzle.has_doublers() => return None,
        K::Difference | K::Ratio | K::PairSum | K::Greater | K::SlowThermometer | K::Whisper => K::Pairs,
        K::Nabner => K::AllPairs,
        _ => return None,
    };
    let relation: Box<dyn Fn(i64, i64) -> bool> = match rule.kind() {
        K::SlowThermometer => Box::new(|a, b| a <= b),
        _ => relation(rule),
    };
    let both = digits.clone().flat_map(|a| digits.clone().map(move |b| (i64::from(a), i64::from(b))));
    let pairs = both.filter(|&(a, b)| relation(a, b)).flat_map(|(a, b)| [a, b]).collect();
    more.add(Rule::new(kind, rule.groups().to_vec(), pairs).ok()?).ok()?;
    Some((more, "pairs of digits"))
}

/// The puzzle with boxes as regions of that form: a format may have no others than the usual boxes.
fn with_regions(puzzle: &Variant) -> Variant {
    let mut other = puzzle.clone();
    other.retain_rules(|_| false);
    for rule in puzzle.rules() {
        let number = rule.name().filter(|_| rule.is_house()).and_then(|name| name.strip_prefix("box "));
        let renamed = number.map(|number| rule.clone().named(format!("region {number}")));
        other
            .add(renamed.unwrap_or_else(|| rule.clone()))
            .expect("invariant: it is a rule of a puzzle of this shape");
    }
    other
}

/// The puzzle in the format, without entered digits and marks if it has no place for them; `None` if that does not suffice.
fn without_notes(puzzle: &Variant, format: Format) -> Option<WrittenVariant> {
    let all = || 0..puzzle.shape().len();
    let entered = all().filter(|cell| puzzle.entry(*cell).is_some()).count();
    let marked = all().filter(|cell| puzzle.marks(*cell).is_some()).count();
    for (drops_entries, drops_marks) in [(false, false), (false, true), (true, false), (true, true)] {
        if drops_entries && entered == 0 || drops_marks && marked == 0 {
            continue;
        }
        let mut left = puzzle.clone();
        for cell in all() {
            if drops_entries {
                left.clear_entry(cell);
            }
            if drops_marks {
                left.clear_marks(cell);
            }
        }
        let Ok(text) = write(&left, format) else { continue };
        let mut losses = Vec::new();
        if drops_entries {
            losses.push(format!("the entered digits of {} not written", cells_are(entered)));
        }
        if drops_marks {
            losses.push(format!("the pencil marks of {} not written", cells_are(marked)));
        }
        losses.extend(said(&left, &text));
        return Some(WrittenVariant { text, losses });
    }
    None
}

/// What is said about a puzzle, and not in its text.
fn said(puzzle: &Variant, text: &str) -> Vec<String> {
    let Ok(again) = read(text, ReadOptions::default()) else { return Vec::new() };
    let (own, read) = (&puzzle.about, &again.variant.about);
    [
        ("title", own.title == read.title),
        ("author", own.author == read.author),
        ("text of the rules", own.ruleset == read.ruleset),
        ("solution", own.solution == read.solution),
    ]
    .into_iter()
    .filter(|(_, is_kept)| !is_kept)
    .map(|(what, _)| format!("the {what} is not written"))
    .chain(lost_names(puzzle, &again.variant))
    .collect()
}

/// The names of rules that another puzzle does not have, in a sentence each.
fn lost_names(puzzle: &Variant, again: &Variant) -> Vec<String> {
    fn names<'a>(rules: &'a [Rule], all: &mut Vec<&'a str>) {
        for rule in rules {
            all.extend(rule.name());
            names(rule.parts(), all);
        }
    }
    let (mut own, mut kept) = (Vec::new(), Vec::new());
    names(puzzle.rules(), &mut own);
    names(again.rules(), &mut kept);
    own.into_iter()
        .filter(|name| match kept.iter().position(|other| other == name) {
            Some(at) => {
                kept.swap_remove(at);
                false
            }
            None => true,
        })
        .map(|name| format!("the name of a rule is not written: {name}"))
        .collect()
}

fn cells_are(count: usize) -> String {
    if count == 1 { "1 cell are".to_owned() } else { format!("{count} cells are") }
}

/// The rule in words, cut short.
fn short(rule: &Rule, puzzle: &Variant) -> String {
    rule.describe(puzzle.shape()).chars().take(80).collect()
}
