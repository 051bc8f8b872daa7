//! The rules of an item.

use std::cell::Cell;
use std::collections::BTreeSet;

use residua_sudoku::ParseError;

use crate::formats::found::unfit;
use crate::formats::houses::{DIAGONALS, diagonal, different};
use crate::formats::iss::class::{Form, MARKS, of_class};
use crate::formats::iss::custom;
use crate::formats::iss::grid::{cell, line};
use crate::formats::iss::houses::{disjoint_sets, windows};
use crate::formats::iss::item::{Item, Word};
use crate::kind::RuleKind;
use crate::rule::{Rule, RuleError};
use crate::shape::Shape;

/// What items mean in a grid.
pub(super) struct Grammar<'a> {
    pub(super) shape: &'a Shape,
    /// Rows and columns of the boxes that there are or would be.
    pub(super) sides: Option<(usize, usize)>,
    /// How many cells a box or a region has.
    pub(super) region: usize,
    /// The boxes, where a jigsaw is in the grid too: lines with the same sum in each box are cut at these alone.
    pub(super) cuts: Option<Vec<usize>>,
    /// Whether rows and columns that are ranked may be equal to others.
    pub(super) has_ties: bool,
    /// How many more items may be moved: copies of copies are many.
    pub(super) copies: Cell<usize>,
}

/// Rules, or `None` if the class is none that is understood.
pub(super) type Found = Result<Option<Vec<Rule>>, ParseError>;

impl Grammar<'_> {
    /// The rules that an item is.
    pub(super) fn rules(&self, item: &Item) -> Found {
        if let Some((kind, form)) = of_class(&item.class.text) {
            return self.plain(item, kind, form).map(Some);
        }
        if let Some((_, kind, number)) = MARKS.iter().find(|(class, ..)| *class == item.class.text) {
            return self.marks(item, *kind, number.as_slice()).map(Some);
        }
        match item.class.text.as_str() {
            "" => self.given(item),
            "And" | "Or" | "Replicate" => self.composite(item),
            "Diagonal" | "Windoku" | "DisjointSets" => self.sets(item),
            "Arrow" | "PillArrow" | "Cage" | "Sum" | "Whisper" | "LittleKiller" | "Sandwich" | "EqualSum"
            | "SameValues" => self.sums(item),
            "ChaosConstruction" | "ChaosArrow" | "ChaosCount" => self.chaos(item),
            "Quad" | "ContainAtLeast" | "ContainExact" | "LookAndSay" | "CountDistinct" | "Indexing" => {
                self.values(item)
            }
            "Pair" | "PairX" | "Binary" | "BinaryX" | "NFA" | "Regex" => custom::rules(self, item),
            _ => Ok(None),
        }
    }

    pub(super) fn cells(&self, words: &[Word]) -> Result<Vec<usize>, ParseError> {
        words.iter().map(|word| cell(word, self.shape)).collect()
    }

    fn plain(&self, item: &Item, kind: RuleKind, form: Form) -> Result<Vec<Rule>, ParseError> {
        match form {
            Form::Whole => Ok(vec![rule(item, kind, vec![], vec![])?]),
            Form::Cells => {
                let cells = self.cells(&item.args)?;
                if let (RuleKind::RegionSumLine, Some(cuts)) = (kind, &self.cuts) {
                    let parts: Vec<Vec<usize>> =
                        cells.chunk_by(|a, b| cuts[*a] == cuts[*b]).map(<[usize]>::to_vec).collect();
                    if parts.len() < 2 {
                        return Ok(Vec::new());
                    }
                    return Ok(vec![rule(item, RuleKind::EqualSums, parts, vec![])?]);
                }
                Ok(vec![rule(item, kind, vec![cells], vec![])?])
            }
            Form::Numbered
                if kind == RuleKind::SumLine && item.args.last().is_some_and(|word| word.text == "LOOP") =>
            {
                // A loop is cut anywhere; where digits are positive, a part has no more cells than its sum says, so that one of the
                // first of the loop begins one.
                let number = first(item)?.integer("a number")?;
                let mut cells = self.cells(&item.args[1..item.args.len() - 1])?;
                let is_positive = *self.shape.digits().start() > 0;
                let longest = usize::try_from(number).ok().filter(|_| is_positive).unwrap_or(cells.len());
                let mut parts = Vec::with_capacity(cells.len());
                for _ in 0..cells.len().min(longest.max(1)) {
                    parts.push(rule(item, kind, vec![cells.clone()], vec![number])?);
                    cells.rotate_left(1);
                }
                Ok(vec![Rule::of_parts(RuleKind::AnyOf, parts)])
            }
            Form::Numbered => {
                let number = first(item)?.integer("a number")?;
                Ok(vec![rule(item, kind, vec![self.cells(&item.args[1..])?], vec![number])?])
            }
            Form::Ends => {
                let mut rules = Vec::new();
                let kind =
                    if kind == RuleKind::FullRank && self.has_ties { RuleKind::TiedRank } else { kind };
                let named = first(item)?;
                for (end, word) in item.args[1..].iter().enumerate().filter(|(_, word)| !word.text.is_empty())
                {
                    if end > 1 {
                        return Err(word.unfit("a clue at both ends at most"));
                    }
                    let cells = line(named, end == 1, self.shape)?;
                    rules.push(rule(item, kind, vec![cells], vec![word.integer("a clue")?])?);
                }
                Ok(rules)
            }
        }
    }

    /// A mark between each two neighbours among the cells.
    fn marks(&self, item: &Item, kind: RuleKind, numbers: &[i64]) -> Result<Vec<Rule>, ParseError> {
        let cells = self.cells(&item.args)?;
        let mut later: Vec<usize> = cells.clone();
        later.sort_unstable();
        let mut rules = Vec::new();
        let mut done = BTreeSet::new();
        for &cell in &cells {
            done.insert(cell);
            for other in self.shape.neighbours(cell) {
                if later.binary_search(&other).is_ok() && !done.contains(&other) {
                    rules.push(rule(item, kind, vec![vec![cell, other]], numbers.to_vec())?);
                }
            }
        }
        if rules.is_empty() {
            return Err(item.class.unfit("cells that are neighbours"));
        }
        Ok(rules)
    }

    /// Sets of cells whose digits differ.
    fn sets(&self, item: &Item) -> Found {
        let named = |sets: Vec<Vec<usize>>, noun: &str| -> Result<Vec<Rule>, RuleError> {
            let named =
                |(number, cells): (usize, Vec<usize>)| different(cells, format!("{noun} {}", number + 1));
            sets.into_iter().enumerate().map(named).collect()
        };
        let sides = || self.sides.ok_or_else(|| item.class.unfit("a grid with boxes"));
        let rules = match item.class.text.as_str() {
            "Windoku" => named(windows(self.shape, sides()?), "window"),
            "DisjointSets" => named(disjoint_sets(self.shape, sides()?), "disjoint group"),
            _ => {
                let word = first(item)?;
                let rises = match word.text.as_str() {
                    "1" => true,
                    "-1" => false,
                    _ => return Err(word.unfit("1 for the diagonal /, -1 for the other")),
                };
                let name = DIAGONALS[usize::from(!rises)].1;
                different(diagonal(self.shape, rises), name).map(|rule| vec![rule])
            }
        };
        rules.map(Some).map_err(|error| unfit(item.class.at, &error))
    }
}

/// The rule of an item.
pub(super) fn rule(
    item: &Item,
    kind: RuleKind,
    groups: Vec<Vec<usize>>,
    numbers: Vec<i64>,
) -> Result<Rule, ParseError> {
    Rule::new(kind, groups, numbers).map_err(|error| unfit(item.class.at, &error))
}

/// The only rule of an item.
pub(super) fn one(item: &Item, kind: RuleKind, groups: Vec<Vec<usize>>, numbers: Vec<i64>) -> Found {
    Ok(Some(vec![rule(item, kind, groups, numbers)?]))
}

/// The first argument of an item, which it must have.
pub(super) fn first(item: &Item) -> Result<&Word, ParseError> {
    item.args.first().ok_or_else(|| item.class.unfit("arguments behind the class"))
}

/// The cell and the digits of `R1C1_2_4`.
pub(super) fn given(word: &Word, shape: &Shape) -> Result<(usize, Vec<i32>), ParseError> {
    let (name, digits) = word.text.split_once('_').unwrap_or((&word.text, ""));
    let cell = cell(&Word { text: name.to_owned(), at: word.at }, shape)?;
    let digit = |text: &str| text.parse().ok().filter(|digit| shape.digits().contains(digit));
    let digits: Option<Vec<i32>> = digits.split('_').filter(|text| !text.is_empty()).map(digit).collect();
    Ok((cell, digits.ok_or_else(|| word.unfit("a cell with digits of the puzzle: R1C1_5"))?))
}
