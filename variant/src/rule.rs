//! Rules: a kind with its cells and numbers.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use residua::constraints::Automaton;

use crate::kind::RuleKind;
use crate::shape::Shape;

/// A rule of a puzzle.
///
/// ```
/// use residua_variant::{Rule, RuleKind, Shape};
///
/// let shape = Shape::new(9, 9, 1..=9).expect("small");
/// let cage = Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![14])?;
/// assert_eq!(cage.describe(&shape), "cage of 14: r1c1 r1c2");
/// assert!(Rule::new(RuleKind::Arrow, vec![vec![0]], vec![]).is_err());
/// assert!(Rule::new(RuleKind::Cage, vec![vec![0, 1, 0]], vec![14]).is_err(), "a cell is there twice");
/// # Ok::<(), residua_variant::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    kind: RuleKind,
    /// What it is called, if its kind does not say so.
    name: Option<String>,
    groups: Vec<Vec<usize>>,
    numbers: Vec<i64>,
    parts: Vec<Rule>,
    /// Of a rule of the kind `Automaton`.
    automaton: Option<Arc<Automaton>>,
}

/// The number of an arrow has at most so many digits.
const MOST_PLACES: usize = 10;

/// The largest factor of a weighted sum.
const MOST_FACTOR: u64 = 1000;

/// A rule whose cells or numbers are not those of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError(String);

impl Rule {
    /// A rule with these cells and numbers.
    ///
    /// # Errors
    /// If they are not as its kind needs them; a cage, for example, has no cell twice.
    pub fn new(kind: RuleKind, groups: Vec<Vec<usize>>, numbers: Vec<i64>) -> Result<Rule, RuleError> {
        let facts = kind.facts();
        let mistake = |what: String| Err(RuleError(format!("{}: {what}", facts.words)));
        if !facts.groups.allows(groups.len()) {
            let expected = facts.groups.of("group");
            return mistake(format!(
                "expected {expected} of cells, found {} ({})",
                groups.len(),
                facts.meaning
            ));
        }
        if let Some(group) = groups.iter().find(|group| group.len() < facts.cells) {
            let noun = if facts.cells == 1 { "cell" } else { "cells" };
            return mistake(format!("expected at least {} {noun}, found {}", facts.cells, group.len()));
        }
        if !facts.numbers.allows(numbers.len()) {
            let expected = facts.numbers.of("number");
            return mistake(format!("expected {expected}, found {} ({})", numbers.len(), facts.meaning));
        }
        if let Some(number) = numbers.iter().find(|number| number.unsigned_abs() > 1_000_000_000) {
            return mistake(format!("{number} is out of range"));
        }
        if has_different_digits(kind)
            && let Some((first, second)) = groups.iter().find_map(|group| repeated(group))
        {
            return mistake(format!(
                "expected different cells, found the same one as cell {} and cell {} of it",
                first + 1,
                second + 1
            ));
        }
        let wrong = match (kind, numbers.as_slice()) {
            (RuleKind::SumModulo, [_, divisor]) if *divisor < 1 => "the divisor has to be at least 1",
            (RuleKind::Modular, [divisor]) if *divisor < 1 => "the divisor has to be at least 1",
            (RuleKind::Pairs | RuleKind::AllPairs | RuleKind::Counts, numbers) if numbers.len() % 2 != 0 => {
                "expected numbers two and two"
            }
            (RuleKind::WeightedSum, [_, factors @ ..]) if factors.len() != groups[0].len() => {
                "expected a sum, and a factor for each cell"
            }
            (RuleKind::WeightedSum, [_, factors @ ..])
                if factors.iter().any(|factor| factor.unsigned_abs() > MOST_FACTOR) =>
            {
                "expected factors from -1000 to 1000"
            }
            (RuleKind::Arrow, _) if groups[0].len() > MOST_PLACES => {
                "expected at most 10 cells in the first group, whose digits are those of a number"
            }
            (RuleKind::Clone | RuleKind::UnknownRegions, _) if groups[0].len() != groups[1].len() => {
                "expected as many cells in both groups"
            }
            (RuleKind::CountDistinct | RuleKind::CountSame | RuleKind::RunLength, _)
                if groups[0].len() != 1 =>
            {
                "expected one cell in the first group"
            }
            (RuleKind::RunLength, _) if groups[1..].iter().any(|group| group[0] != groups[1][0]) => {
                "expected the same cell at the start of each group but the first"
            }
            (RuleKind::Automaton, _) => "expected an automaton",
            // A number that is meant without one is the same rule.
            (_, [number]) if kind.default_number() == Some(*number) => {
                return Ok(Rule {
                    kind,
                    name: None,
                    groups,
                    numbers: vec![],
                    parts: vec![],
                    automaton: None,
                });
            }
            _ => return Ok(Rule { kind, name: None, groups, numbers, parts: Vec::new(), automaton: None }),
        };
        mistake(wrong.to_owned())
    }

    /// A rule that the digits of these cells, one after the other, are a word of an automaton.
    ///
    /// ```
    /// use residua::constraints::Automaton;
    /// use residua_variant::{Rule, Variant};
    ///
    /// // No two neighbours of the first row are odd.
    /// let mut puzzle = Variant::square(2, 2)?;
    /// let next = |after_odd: &bool, digit: i32| (!after_odd || digit % 2 == 0).then_some(digit % 2 != 0);
    /// let automaton = Automaton::from_fn(false, 1..=4, next, |_| true);
    /// puzzle.add(Rule::automaton(vec![0, 1, 2, 3], automaton))?;
    /// assert!(puzzle.model()?.solutions().all(|grid| grid.values()[0] % 2 == 0 || grid.values()[1] % 2 == 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn automaton(cells: Vec<usize>, automaton: impl Into<Arc<Automaton>>) -> Rule {
        let automaton = Some(automaton.into());
        Rule {
            kind: RuleKind::Automaton,
            groups: vec![cells],
            automaton,
            ..Rule::of_parts(RuleKind::AllOf, vec![])
        }
    }

    /// A rule made of rules: [any](RuleKind::AnyOf) of them, or all, whatever other kind is given.
    pub fn of_parts(kind: RuleKind, parts: Vec<Rule>) -> Rule {
        let kind = if kind == RuleKind::AnyOf { kind } else { RuleKind::AllOf };
        Rule { kind, name: None, groups: Vec::new(), numbers: Vec::new(), parts, automaton: None }
    }

    /// The rule with a name of its own: `region 3`.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Rule {
        Rule { name: Some(name.into()), ..self }
    }

    /// Its kind.
    pub fn kind(&self) -> RuleKind {
        self.kind
    }

    /// What it is called, if its kind does not say so.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Its cells.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Its numbers.
    pub fn numbers(&self) -> &[i64] {
        &self.numbers
    }

    /// The rules that it is made of.
    pub fn parts(&self) -> &[Rule] {
        &self.parts
    }

    /// The automaton that the digits are a word of, if it is a rule of one.
    pub fn word_of(&self) -> Option<&Arc<Automaton>> {
        self.automaton.as_ref()
    }

    /// The rule without its cells: `cage of 14`.
    pub fn title(&self) -> String {
        let words = self.kind.facts().words;
        let numbers: Vec<String> = self.numbers.iter().map(i64::to_string).collect();
        match (&self.name, self.kind, self.numbers.as_slice()) {
            (Some(name), ..) => name.clone(),
            (None, RuleKind::Pairs | RuleKind::AllPairs, _) | (None, _, []) => words.to_owned(),
            (None, RuleKind::PairSum, [sum]) => format!("pair with sum {sum}"),
            (None, RuleKind::NoPairSum, _) => format!("no pair with sum {}", numbers.join(" or ")),
            (None, RuleKind::WeightedSum, [sum, ..]) => {
                format!("{words} of {sum} with factors {}", numbers[1..].join(" "))
            }
            (None, RuleKind::UnknownRegions, [size]) => format!("regions of {size} cells"),
            (None, RuleKind::SumModulo, [rest, divisor]) => format!("sum of {rest} modulo {divisor}"),
            (None, RuleKind::Counts, numbers) => {
                let counts: Vec<String> =
                    numbers.chunks(2).map(|pair| format!("{} times {}", pair[1], pair[0])).collect();
                counts.join(" and ")
            }
            _ => format!("{words} of {}", numbers.join(" ")),
        }
    }

    /// Whether it is called after one of these nouns, and a number or a sign: `row 3`.
    fn is_called(&self, nouns: &[&str]) -> bool {
        let called = self.name().and_then(|name| name.split_once(' '));
        let is_it = called.is_some_and(|(noun, rest)| nouns.contains(&noun) && !rest.contains(' '));
        is_it && self.kind == RuleKind::AllDifferent
    }

    /// Whether it is a row, a column, a box or another region: part of the grid itself, and not of what a setter adds to it.
    pub fn is_house(&self) -> bool {
        self.is_called(&["row", "column", "box", "region"])
    }

    /// The rule in words: `cage of 14: r1c1 r1c2`. What is called by its place is told by that alone: `row 3`.
    pub fn describe(&self, shape: &Shape) -> String {
        let title = self.title();
        if self.is_house() || self.is_called(&["diagonal", "window"]) {
            return title;
        }
        let groups: Vec<String> = self.groups.iter().map(|group| shape.names(group)).collect();
        let parts: Vec<String> = self.parts.iter().map(|part| part.describe(shape)).collect();
        let rest = [groups, parts].concat().join("; ");
        if rest.is_empty() { title } else { format!("{title}: {rest}") }
    }
}

/// Whether no two cells of a group can have the same digit, so that none of them is there twice.
fn has_different_digits(kind: RuleKind) -> bool {
    use RuleKind as K;
    matches!(kind, K::AllDifferent | K::Cage | K::RellikCage | K::EqualityCage | K::Lunchbox)
}

/// The places of a cell that is in the group twice.
fn repeated(group: &[usize]) -> Option<(usize, usize)> {
    let mut places = BTreeMap::new();
    group.iter().zip(0..).find_map(|(cell, at)| Some((places.insert(cell, at)?, at)))
}

impl RuleError {
    pub(super) fn new(message: impl Into<String>) -> RuleError {
        RuleError(message.into())
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RuleError {}
