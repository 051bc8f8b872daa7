//! Items about sums.

use crate::formats::iss::grid::{cell, line};
use crate::formats::iss::houses::diagonal_from;
use crate::formats::iss::item::{Item, Word};
use crate::formats::iss::rules::{Found, Grammar, first, one, rule};
use crate::kind::RuleKind;

impl Grammar<'_> {
    pub(super) fn sums(&self, item: &Item) -> Found {
        let word = first(item)?;
        let rest = &item.args[1..];
        match item.class.text.as_str() {
            "Arrow" => {
                let cells = self.cells(&item.args)?;
                let (circle, shaft) = cells.split_at(1);
                one(item, RuleKind::Arrow, vec![circle.to_vec(), shaft.to_vec()], vec![])
            }
            "PillArrow" => {
                let cells = self.cells(rest)?;
                let digits = match word.text.as_str() {
                    "2" => 2,
                    "3" => 3,
                    _ => return Err(word.unfit("2 or 3 digits")),
                };
                let parts =
                    cells.split_at_checked(digits).ok_or_else(|| word.unfit("fewer digits than cells"))?;
                let mut pill = parts.0.to_vec();
                // It is read from left to right, and from top to bottom.
                pill.sort_unstable();
                one(item, RuleKind::Arrow, vec![pill, parts.1.to_vec()], vec![])
            }
            "Cage" => {
                let sum = if word.text.is_empty() { 0 } else { word.integer("a sum")? };
                let sum = Some(sum).filter(|sum| *sum != 0);
                let cells = self.cells(rest)?;
                let mut different = cells.clone();
                different.sort_unstable();
                different.dedup();
                if different.len() < cells.len() {
                    // A cell that is named twice counts twice.
                    let sum = sum.map(|sum| rule(item, RuleKind::Sum, vec![cells], vec![sum])).transpose()?;
                    let cage = rule(item, RuleKind::Cage, vec![different], vec![])?;
                    return Ok(Some(sum.into_iter().chain([cage]).collect()));
                }
                one(item, RuleKind::Cage, vec![cells], sum.into_iter().collect())
            }
            "Sum" => weighted(item, word, self.cells(rest)?),
            "Whisper" => {
                // Without a difference, the first argument is a cell.
                let (difference, cells) = match word.text.parse() {
                    Ok(difference) => (difference, rest),
                    Err(_) => (5, item.args.as_slice()),
                };
                one(item, RuleKind::Whisper, vec![self.cells(cells)?], vec![difference])
            }
            "LittleKiller" => {
                let at = rest.first().ok_or_else(|| item.class.unfit("a sum and a cell"))?;
                let cells = diagonal_from(cell(at, self.shape)?, self.shape);
                let cells = cells.ok_or_else(|| at.unfit("a cell at the edge, where a diagonal starts"))?;
                one(item, RuleKind::Sum, vec![cells], vec![word.integer("a sum")?])
            }
            "Sandwich" => {
                let at = rest.first().ok_or_else(|| item.class.unfit("a sum, and a row or a column"))?;
                let cells = line(at, false, self.shape)?;
                let sum = vec![word.integer("a sum")?];
                // In a line that has not all digits, it is between the least and the greatest of its own.
                if cells.len() == self.shape.digit_count() {
                    one(item, RuleKind::Sandwich, vec![cells], sum)
                } else {
                    one(item, RuleKind::Lunchbox, vec![cells], sum)
                }
            }
            "EqualSum" => {
                let parts = item.args.split(|word| word.text == "-");
                let parts: Vec<Vec<usize>> =
                    parts.map(|words| self.cells(words)).collect::<Result<_, _>>()?;
                one(item, RuleKind::EqualSums, parts, vec![])
            }
            _ => {
                let sets = word.integer("a number of sets")?;
                let cells = self.cells(rest)?;
                let size =
                    usize::try_from(sets).ok().filter(|sets| *sets > 0 && cells.len().is_multiple_of(*sets));
                let size = size.map(|sets| cells.len() / sets).filter(|size| *size > 0);
                let size = size.ok_or_else(|| word.unfit("a number of sets, each with as many cells"))?;
                let sets = cells.chunks(size).map(<[usize]>::to_vec).collect();
                one(item, RuleKind::SameValues, sets, vec![])
            }
        }
    }
}

/// `12`, or `7_=_1_-2_1` with a factor for each cell.
fn weighted(item: &Item, word: &Word, cells: Vec<usize>) -> Found {
    let mut parts = word.text.split('_');
    let total = parts.next().unwrap_or_default();
    let total = Word { text: total.to_owned(), at: word.at }.integer("a sum")?;
    let factors: Vec<i64> = match parts.next() {
        None => vec![1; cells.len()],
        Some("=") => {
            let factor = |text: &str| text.parse().ok().filter(|factor| (-100..=100).contains(factor));
            let factors: Option<Vec<i64>> = parts.map(factor).collect();
            factors
                .filter(|factors| factors.len() == cells.len())
                .ok_or_else(|| word.unfit("a factor for each cell"))?
        }
        Some(_) => return Err(word.unfit("a sum: 12, or 12_=_1_2 with factors")),
    };
    if factors.iter().all(|factor| *factor == 1) {
        return one(item, RuleKind::Sum, vec![cells], vec![total]);
    }
    let with = |factor: i64| -> Vec<usize> {
        cells.iter().zip(&factors).filter(|(_, of)| **of == factor).map(|(cell, _)| *cell).collect()
    };
    let (plus, minus) = (with(1), with(-1));
    if total == 0 && !plus.is_empty() && !minus.is_empty() && plus.len() + minus.len() == cells.len() {
        return one(item, RuleKind::EqualSums, vec![plus, minus], vec![]);
    }
    one(item, RuleKind::WeightedSum, vec![cells], [vec![total], factors].concat())
}
