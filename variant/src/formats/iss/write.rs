//! The constraint string of a puzzle.

use crate::formats::found::WriteError;
use crate::formats::houses::{DIAGONALS, diagonal};
use crate::formats::iss::base64;
use crate::formats::iss::class::{Form, MARKS, of_kind};
use crate::formats::iss::grid::name;
use crate::formats::iss::houses::box_sides;
use crate::formats::iss::{chaos, extra, machine, strict};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// The puzzle as a constraint string, as far as it can be one: whether it says the same is for the caller to see.
pub(in crate::formats) fn write(puzzle: &Variant) -> Result<String, WriteError> {
    let shape = puzzle.shape();
    if shape.rows().max(shape.columns()) > 16 || shape.cells().count() != shape.len() {
        return Err(WriteError::new(
            "constraint strings hold rectangles of up to 16 rows and columns, without absent cells",
        ));
    }
    let mut text = structure(puzzle) + &extra::written(shape);
    let mut ends = Vec::new();
    if puzzle.rules().iter().any(|rule| rule.kind() == RuleKind::TiedRank) {
        ends.push(".FullRankTies~any".to_owned());
    }
    for rule in puzzle.rules().iter().filter(|rule| !rule.is_house()) {
        if rule.name().is_some_and(extra::is_lacking) {
            continue;
        }
        if let Some(class) = strict::of_rule(rule).or_else(|| set_of(rule, shape)) {
            let class = format!(".{class}");
            if !ends.contains(&class) {
                ends.push(class);
            }
            continue;
        }
        let cannot = || {
            let rule = rule.describe(shape).chars().take(80).collect::<String>();
            WriteError::new(format!("constraint strings have no class for: {rule}"))
        };
        text += &item(rule, shape).ok_or_else(cannot)?;
    }
    text += &ends.concat();
    let digits = |cell: usize| match (puzzle.given(cell), puzzle.candidates(cell)) {
        (Some(digit), _) => Some(digit.to_string()),
        (None, Some(digits)) => Some(digits.iter().map(i32::to_string).collect::<Vec<_>>().join("_")),
        (None, None) => None,
    };
    let given = |cell: usize| Some(format!("~{}_{}", name(cell, shape), digits(cell)?));
    let givens: Vec<String> = shape.cells().filter_map(given).collect();
    if !givens.is_empty() {
        text.push('.');
        text += &givens.concat();
    }
    Ok(if text.is_empty() { ".Shape~9x9".to_owned() } else { text })
}

/// Shape, boxes and jigsaw.
fn structure(puzzle: &Variant) -> String {
    let shape = puzzle.shape();
    let (rows, columns) = (shape.rows(), shape.columns());
    let (low, high) = shape.digits().into_inner();
    let longer = rows.max(columns);
    let named = |noun: &str| {
        let is_so = |rule: &&Rule| rule.is_house() && rule.name().is_some_and(|name| name.starts_with(noun));
        puzzle.rules().iter().filter(is_so).collect::<Vec<_>>()
    };
    let is_raw = named("row ").is_empty();
    let range = if (low, high) == (1, longer as i32) { String::new() } else { format!("~{low}-{high}") };
    let shaped = match (is_raw, range.as_str()) {
        (true, "") => format!(".Shape~{rows}x{columns}~~Raw"),
        (true, range) => format!(".Shape~{rows}x{columns}{range}~Raw"),
        (false, "") if (rows, columns) == (9, 9) => String::new(),
        (false, range) => format!(".Shape~{rows}x{columns}{range}"),
    };
    let boxes = named("box ");
    let boxed = match boxes.first().map(|rule| rule.groups()[0].len()) {
        Some(size) if size != longer => format!(".RegionSize~{size}"),
        None if !is_raw && box_sides(shape, longer).is_some() => ".NoBoxes".to_owned(),
        _ => String::new(),
    };
    let regions = named("region ");
    let mut layout = vec!['-'; shape.len()];
    for (number, rule) in regions.iter().enumerate() {
        for &cell in &rule.groups()[0] {
            layout[cell] = char::from_digit(number as u32 % 36, 36).unwrap_or('-');
        }
    }
    let head = if regions.is_empty() { "" } else { ".Jigsaw~" };
    let pieces: String = head.chars().chain(layout.into_iter().filter(|_| !regions.is_empty())).collect();
    shaped + &boxed + &pieces
}

/// The class of a rule that is one of several sets: all of a name.
fn set_of(rule: &Rule, shape: &Shape) -> Option<&'static str> {
    let cells = rule.groups().first().filter(|_| rule.kind() == RuleKind::AllDifferent)?;
    let starts = |noun: &str| rule.name().is_some_and(|name| name.starts_with(noun));
    if starts("window ") {
        Some("Windoku")
    } else if starts("disjoint group ") {
        Some("DisjointSets")
    } else if rule.name() == Some(DIAGONALS[0].1) && *cells == diagonal(shape, true) {
        Some("Diagonal~1")
    } else if rule.name() == Some(DIAGONALS[1].1) && *cells == diagonal(shape, false) {
        Some("Diagonal~-1")
    } else {
        None
    }
}

/// The item of a rule.
fn item(rule: &Rule, shape: &Shape) -> Option<String> {
    let names = |cells: &[usize]| {
        cells.iter().flat_map(|&cell| ["~".to_owned(), name(cell, shape)]).collect::<String>()
    };
    let numbers = rule.numbers();
    let kind = if rule.kind() == RuleKind::TiedRank { RuleKind::FullRank } else { rule.kind() };
    if let Some((class, form)) = of_kind(kind) {
        return Some(match form {
            Form::Whole => format!(".{class}"),
            Form::Cells => format!(".{class}{}", names(&rule.groups()[0])),
            Form::Numbered => {
                let number = numbers.first().copied().or(rule.kind().default_number())?;
                format!(".{class}~{number}{}", names(&rule.groups()[0]))
            }
            Form::Ends => {
                let (line, is_reverse) = line_of(&rule.groups()[0], shape)?;
                let end = if is_reverse { "~" } else { "" };
                format!(".{class}~{line}~{end}{}", numbers.first()?)
            }
        });
    }
    let same = |(_, kind, number): &&(&str, RuleKind, Option<i64>)| {
        *kind == rule.kind() && number.as_slice() == numbers
    };
    if let Some((class, ..)) = MARKS.iter().find(same) {
        return Some(format!(".{class}{}", names(&rule.groups()[0])));
    }
    let first = rule.groups().first().map(Vec::as_slice).unwrap_or_default();
    let listed = numbers.iter().map(i64::to_string).collect::<Vec<_>>();
    Some(match rule.kind() {
        RuleKind::Cage => format!(".Cage~{}{}", numbers.first().unwrap_or(&0), names(first)),
        RuleKind::Sum => format!(".Sum~{}{}", numbers.first()?, names(first)),
        RuleKind::WeightedSum => {
            let (sum, factors) = listed.split_first()?;
            format!(".Sum~{sum}_=_{}{}", factors.join("_"), names(first))
        }
        RuleKind::Whisper => format!(".Whisper~{}{}", numbers.first()?, names(first)),
        RuleKind::Sandwich => format!(".Sandwich~{}~{}", numbers.first()?, line_of(first, shape)?.0),
        RuleKind::Quadruple => format!(".ContainAtLeast~{}{}", listed.join("_"), names(first)),
        RuleKind::UnknownRegions | RuleKind::CountSame | RuleKind::RunLength => chaos::written(rule, shape)?,
        RuleKind::NoRankTies => ".FullRankTies~none".to_owned(),
        RuleKind::RowIndexer => format!(".Indexing~R{}", names(first)),
        RuleKind::ColumnIndexer => format!(".Indexing~C{}", names(first)),
        RuleKind::Arrow if first.len() == 1 => format!(".Arrow{}", names(&rule.groups().concat())),
        RuleKind::Arrow => format!(".PillArrow~{}{}", first.len(), names(&rule.groups().concat())),
        RuleKind::EqualSums => {
            let groups: Vec<String> = rule.groups().iter().map(|group| names(group)).collect();
            format!(".EqualSum{}", groups.join("~-"))
        }
        RuleKind::SameValues => {
            format!(".SameValues~{}{}", rule.groups().len(), names(&rule.groups().concat()))
        }
        RuleKind::Automaton => {
            format!(".NFA~{}{}", machine::text(rule.word_of()?, &shape.digits())?, names(first))
        }
        RuleKind::Pairs => format!(".Pair~{}{}", table(numbers, shape), names(first)),
        RuleKind::AnyOf => {
            let parts: Option<Vec<String>> = rule.parts().iter().map(|part| part_of(part, shape)).collect();
            format!(".Or{}.End", parts?.concat())
        }
        RuleKind::AllPairs => format!(".PairX~{}{}", table(numbers, shape), names(first)),
        RuleKind::CountDistinct => format!(".CountDistinct{}", names(&rule.groups().concat())),
        RuleKind::Counts => {
            let pairs = numbers.chunks(2).flat_map(|pair| [pair[1].to_string(), pair[0].to_string()]);
            let pairs: String = pairs.collect();
            format!(".LookAndSay~{pairs}{}", names(first))
        }
        _ => return None,
    })
}

/// A part of an `.Or`: all of some rules are one item.
fn part_of(rule: &Rule, shape: &Shape) -> Option<String> {
    if rule.kind() == RuleKind::AllOf {
        let parts: Option<Vec<String>> = rule.parts().iter().map(|part| part_of(part, shape)).collect();
        return Some(format!(".And{}.End", parts?.concat()));
    }
    item(rule, shape)
}

/// The row or column that some cells are, and whether they are in the other direction.
fn line_of(cells: &[usize], shape: &Shape) -> Option<(String, bool)> {
    let rows = (0..shape.rows()).map(|row| (format!("R{}", row + 1), shape.row(row)));
    let columns = (0..shape.columns()).map(|column| (format!("C{}", column + 1), shape.column(column)));
    rows.chain(columns).find_map(|(name, line)| {
        let is_reverse = line.iter().rev().eq(cells.iter());
        (line == cells || is_reverse).then_some((name, is_reverse && line != cells))
    })
}

/// The pairs that numbers list, as a table with a bit for each pair of digits.
fn table(numbers: &[i64], shape: &Shape) -> String {
    let digits = shape.digits();
    let listed: std::collections::BTreeSet<[i64; 2]> =
        numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
    let both = digits.clone().flat_map(|a| digits.clone().map(move |b| [i64::from(a), i64::from(b)]));
    base64::text(&both.map(|pair| listed.contains(&pair)).collect::<Vec<_>>())
}
