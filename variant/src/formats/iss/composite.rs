//! Items that enclose others, and givens inside of them.

use residua_sudoku::ParseError;

use crate::formats::iss::base64;
use crate::formats::iss::grid::{cell, name};
use crate::formats::iss::item::{Item, Word};
use crate::formats::iss::rules::{Found, Grammar, first, given, rule};
use crate::kind::RuleKind;
use crate::rule::Rule;

impl Grammar<'_> {
    /// Givens inside of other items: a digit is a sum of one cell.
    pub(super) fn given(&self, item: &Item) -> Found {
        let mut rules = Vec::new();
        for word in &item.args {
            let (cell, digits) = given(word, self.shape)?;
            let is = |digit: &i32| rule(item, RuleKind::Sum, vec![vec![cell]], vec![i64::from(*digit)]);
            let mut parts: Vec<Rule> = digits.iter().map(is).collect::<Result<_, _>>()?;
            rules.push(match parts.pop() {
                Some(part) if parts.is_empty() => part,
                Some(part) => {
                    parts.push(part);
                    Rule::of_parts(RuleKind::AnyOf, parts)
                }
                None => return Err(word.unfit("a cell with digits: R1C1_5")),
            });
        }
        Ok(Some(rules))
    }

    pub(super) fn composite(&self, item: &Item) -> Found {
        let inner = |items: &[Item]| -> Result<Vec<Vec<Rule>>, ParseError> {
            let rules = |item: &Item| self.rules(item)?.ok_or_else(|| item.unknown());
            items.iter().map(rules).collect()
        };
        Ok(Some(match item.class.text.as_str() {
            "And" => inner(&item.inner)?.concat(),
            "Replicate" => {
                let mut rules = Vec::new();
                if item.inner.is_empty() {
                    return Ok(Some(rules));
                }
                let origin = item.args.get(1).map_or(Ok(0), |word| cell(word, self.shape))?;
                for shift in self.shifts(item, origin)? {
                    let moved = item.inner.iter().map(|item| self.moved(item, origin, shift));
                    let moved: Vec<Item> = moved.collect::<Result<_, _>>()?;
                    rules.extend(inner(&moved)?.concat());
                }
                rules
            }
            _ => {
                let together = |mut rules: Vec<Rule>| match rules.pop() {
                    Some(rule) if rules.is_empty() => rule,
                    last => Rule::of_parts(RuleKind::AllOf, rules.into_iter().chain(last).collect()),
                };
                let parts: Vec<Rule> = inner(&item.inner)?.into_iter().map(together).collect();
                vec![Rule::of_parts(RuleKind::AnyOf, parts)]
            }
        }))
    }

    /// How far the items of a `Replicate` are moved from its origin, for each of its targets.
    fn shifts(&self, item: &Item, origin: usize) -> Result<Vec<(i64, i64)>, ParseError> {
        let word = first(item)?;
        let bits = base64::bits(&word.text).ok_or_else(|| word.unfit("a set of cells in base64"))?;
        let place = |cell: usize| {
            let (row, column) = self.shape.place(cell);
            (row as i64, column as i64)
        };
        let from = place(origin);
        let targets = bits.iter().enumerate().filter(|(_, is_set)| **is_set).map(|(bit, _)| origin + bit);
        let shift = |target: usize| {
            let (row, column) = place(target);
            let is_there = self.shape.has(target) && self.shape.block(target) == self.shape.block(origin);
            is_there
                .then_some((row - from.0, column - from.1))
                .ok_or_else(|| word.unfit("cells of the grid, or of the same extra cells"))
        };
        targets.map(shift).collect()
    }

    /// An item whose cells are moved; they have to be in the grid, or among the extra cells, that the origin is in.
    fn moved(&self, item: &Item, origin: usize, shift: (i64, i64)) -> Result<Item, ParseError> {
        let left =
            self.copies.get().checked_sub(1).ok_or_else(|| item.class.unfit("at most 100000 copies"))?;
        self.copies.set(left);
        let word = |word: &Word| -> Result<Word, ParseError> {
            let end = word.text.find('_').unwrap_or(word.text.len());
            let (start, rest) = word.text.split_at(end);
            match cell(&Word { text: start.to_owned(), at: word.at }, self.shape) {
                Ok(from) => {
                    let is_beside = self.shape.block(from) == self.shape.block(origin);
                    let to = self.shape.step(from, shift).filter(|_| is_beside);
                    let to =
                        to.ok_or_else(|| word.unfit("a cell that stays in the grid when it is moved"))?;
                    Ok(Word { text: format!("{}{rest}", name(to, self.shape)), at: word.at })
                }
                Err(_) => Ok(word.clone()),
            }
        };
        Ok(Item {
            class: item.class.clone(),
            args: item.args.iter().map(word).collect::<Result<_, _>>()?,
            inner: item.inner.iter().map(|item| self.moved(item, origin, shift)).collect::<Result<_, _>>()?,
        })
    }
}
