//! Items about which digits some cells have.

use std::collections::BTreeMap;

use residua_sudoku::ParseError;

use crate::formats::iss::grid::cell;
use crate::formats::iss::item::Item;
use crate::formats::iss::rules::{Found, Grammar, first, one};
use crate::kind::RuleKind;

impl Grammar<'_> {
    pub(super) fn values(&self, item: &Item) -> Found {
        let word = first(item)?;
        let rest = &item.args[1..];
        let listed = |text: &str| -> Result<Vec<i64>, ParseError> {
            text.split('_').map(|text| text.parse().map_err(|_| word.unfit("digits: 1_1_2"))).collect()
        };
        match item.class.text.as_str() {
            "Quad" => {
                let corner = cell(word, self.shape)?;
                let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|step| self.shape.step(corner, step));
                let square: Option<Vec<usize>> = square.into_iter().collect();
                let square = square.ok_or_else(|| word.unfit("the upper left of four cells"))?;
                let digits = rest.iter().map(|word| word.integer("a digit")).collect::<Result<_, _>>()?;
                one(item, RuleKind::Quadruple, vec![square], digits)
            }
            "ContainAtLeast" => one(item, RuleKind::Quadruple, vec![self.cells(rest)?], listed(&word.text)?),
            "ContainExact" => {
                let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
                for digit in listed(&word.text)? {
                    *counts.entry(digit).or_default() += 1;
                }
                let numbers = counts.into_iter().flat_map(|(digit, count)| [digit, count]).collect();
                one(item, RuleKind::Counts, vec![self.cells(rest)?], numbers)
            }
            "LookAndSay" => {
                let digits: Option<Vec<i64>> =
                    word.text.chars().map(|c| c.to_digit(10).map(i64::from)).collect();
                let digits = digits.filter(|digits| digits.len().is_multiple_of(2));
                let digits =
                    digits.ok_or_else(|| word.unfit("how many and which digit, two and two: 2314"))?;
                let numbers = digits.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
                one(item, RuleKind::Counts, vec![self.cells(rest)?], numbers)
            }
            "CountDistinct" => {
                let groups = vec![vec![cell(word, self.shape)?], self.cells(rest)?];
                one(item, RuleKind::CountDistinct, groups, vec![])
            }
            _ => {
                let kind = match word.text.as_str() {
                    "R" => RuleKind::RowIndexer,
                    "C" => RuleKind::ColumnIndexer,
                    _ => return Err(word.unfit("R or C")),
                };
                one(item, kind, vec![self.cells(rest)?], vec![])
            }
        }
    }
}
