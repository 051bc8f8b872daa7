//! Random puzzles through every format: what is written is read again, and is the same puzzle.

use proptest::prelude::*;
use residua::constraints::Automaton;
use residua_variant::{
    Amount, Format, KINDS, KindFacts, ReadOptions, Rule, RuleKind, Shape, Variant, read, write,
};

use crate::catalogue::cases;

/// A choice of numbers, from which a puzzle is made.
pub(super) struct Choices {
    pub(super) numbers: Vec<u32>,
    pub(super) at: usize,
}

impl Choices {
    /// A number below that one.
    pub(super) fn below(&mut self, most: usize) -> usize {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        number as usize % most.max(1)
    }

    fn some<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn amount(&mut self, amount: Amount) -> usize {
        match amount {
            Amount::Exactly(amount) => amount,
            Amount::AtLeast(amount) => amount + self.below(3),
            Amount::Optional => self.below(2),
        }
    }

    fn group(&mut self, puzzle: &Variant, cells: usize) -> Vec<usize> {
        let all: Vec<usize> = puzzle.shape().cells().collect();
        let count = cells + self.below(3);
        (0..count).map(|_| self.some(&all)).collect()
    }

    /// A rule of that kind, right or not.
    pub(super) fn rule(&mut self, puzzle: &Variant, facts: &KindFacts, depth: usize) -> Option<Rule> {
        let digits: Vec<i32> = puzzle.shape().digits().collect();
        let rule = match facts.kind {
            RuleKind::AnyOf | RuleKind::AllOf if depth > 0 => {
                let parts: Vec<Rule> =
                    (0..self.below(4)).filter_map(|_| self.any_rule(puzzle, depth - 1)).collect();
                Rule::of_parts(facts.kind, parts)
            }
            RuleKind::Automaton => {
                let states = 1 + self.below(4);
                let moves: Vec<(usize, i32, usize)> = (0..self.below(9))
                    .map(|_| (self.below(states), self.some(&digits), self.below(states)))
                    .collect();
                let ends: Vec<usize> = (0..states).filter(|_| self.below(2) == 0).collect();
                let starts: Vec<usize> = (0..states).filter(|_| self.below(2) == 0).collect();
                let automaton = Automaton::from_parts(states, &starts, &moves, &ends).ok()?;
                Rule::automaton(self.group(puzzle, 1), automaton)
            }
            kind => {
                let groups = self.amount(facts.groups);
                let length = facts.cells + self.below(3);
                let groups = (0..groups).map(|_| {
                    let mut group = self.group(puzzle, length);
                    group.truncate(length.max(facts.cells));
                    group
                });
                let groups: Vec<Vec<usize>> = groups.collect();
                let count = self.amount(facts.numbers);
                let numbers = (0..count).map(|_| self.below(15) as i64 - 2).collect();
                Rule::new(kind, groups, numbers).ok()?
            }
        };
        let names: &[&str] = if depth == 2 {
            &["row 1", "box 2", "region 1", "diagonal /", "disjoint group 1", "\"Ä\"\n\\", ""]
        } else {
            &["\"Ä\"\n\\", ""]
        };
        Some(if self.below(5) == 0 { rule.named(self.some(names)) } else { rule })
    }

    fn any_rule(&mut self, puzzle: &Variant, depth: usize) -> Option<Rule> {
        let facts = self.some(KINDS);
        self.rule(puzzle, &facts, depth)
    }

    /// What is in the cells, and about the puzzle.
    pub(super) fn fill(&mut self, puzzle: &mut Variant) {
        let digits: Vec<i32> = puzzle.shape().digits().collect();
        let cells: Vec<usize> = puzzle.shape().cells().collect();
        for cell in cells {
            let digit = self.some(&digits);
            let list: Vec<i32> = (0..self.below(4)).map(|_| self.some(&digits)).collect();
            let put = match self.below(9) {
                0 | 1 => puzzle.give(cell, digit),
                2 => puzzle.enter(cell, digit),
                3 => puzzle.mark(cell, list),
                4 => puzzle.restrict(cell, list),
                _ => Ok(()),
            };
            put.expect("its digits");
        }
        let texts = ["", "Title", "Zeile 1\nZeile \"2\"\t\\ \u{1}\u{1f9e9}"];
        let mut text = || (self.below(2) == 0).then(|| self.some(&texts).to_owned());
        (puzzle.about.title, puzzle.about.author, puzzle.about.ruleset) = (text(), text(), text());
        if self.below(3) == 0 {
            puzzle.about.solution = Some((0..puzzle.shape().len()).map(|_| self.some(&digits)).collect());
        }
    }

    /// A puzzle of any shape, with any rules.
    fn puzzle(&mut self) -> Variant {
        let low = self.below(3) as i32 - 1;
        let shape = Shape::new(1 + self.below(5), 1 + self.below(5), low..=low + self.below(6) as i32);
        let shape = shape.expect("small");
        let absent: Vec<usize> = (0..self.below(3)).map(|_| self.below(shape.len())).collect();
        let shape = shape.without(absent);
        let names = ["A", "VB", "R"];
        let blocks: Vec<(usize, usize)> =
            (0..self.below(3)).map(|_| (1 + self.below(5), 1 + self.below(4))).collect();
        let with = |shape: Shape, (name, (count, columns)): (&&str, &(usize, usize))| {
            shape.with_extra(name, *count, *columns)
        };
        let shape = names.iter().zip(&blocks).try_fold(shape, with).expect("few cells");
        if shape.grid_cells().next().is_none() {
            return Variant::square(1, 1).expect("small");
        }
        let mut puzzle = Variant::new(shape);
        self.houses(&mut puzzle);
        self.rules(&mut puzzle);
        self.fill(&mut puzzle);
        puzzle
    }

    fn houses(&mut self, puzzle: &mut Variant) {
        if self.below(2) == 0 {
            puzzle.add_lines().expect("small");
        }
        for noun in ["box", "region"] {
            if self.below(3) == 0 {
                let regions: Vec<usize> = (0..puzzle.shape().grid_len()).map(|_| self.below(4)).collect();
                puzzle.add_regions(&regions, noun).expect("small");
            }
        }
    }

    fn rules(&mut self, puzzle: &mut Variant) {
        for _ in 0..self.below(6) {
            if let Some(rule) = self.any_rule(puzzle, 2) {
                // Doublers inside of other rules are refused.
                let _ = puzzle.add(rule);
            }
        }
    }

    /// A square as in Sudoku, with a few rules.
    fn sudoku(&mut self) -> Variant {
        let (rows, columns) = self.some(&[(1, 3), (2, 2), (2, 3), (1, 5), (3, 3)]);
        let mut puzzle = if self.below(4) == 0 || rows == 1 {
            Variant::latin(rows * columns).expect("small")
        } else {
            Variant::square(rows, columns).expect("small")
        };
        self.rules(&mut puzzle);
        if self.below(2) == 0 {
            self.fill(&mut puzzle);
        }
        puzzle
    }
}

fn choices() -> impl Strategy<Value = Choices> {
    prop::collection::vec(0..u32::MAX, 0..400).prop_map(|numbers| Choices { numbers, at: 0 })
}

impl std::fmt::Debug for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} choices: {:?}", self.numbers.len(), self.numbers)
    }
}

/// The rule without its name and those of its parts.
fn unnamed(rule: &Rule) -> Rule {
    match rule.kind() {
        RuleKind::AnyOf | RuleKind::AllOf => {
            Rule::of_parts(rule.kind(), rule.parts().iter().map(unnamed).collect())
        }
        RuleKind::Automaton => rule.clone().named("automaton"),
        kind => Rule::new(kind, rule.groups().to_vec(), rule.numbers().to_vec()).expect("it was a rule"),
    }
}

/// The rules as text, whatever their order and names.
fn rules(puzzle: &Variant) -> Vec<String> {
    let mut rules: Vec<String> =
        puzzle.rules().iter().map(|rule| unnamed(rule).describe(puzzle.shape())).collect();
    rules.sort();
    rules
}

proptest! {
    #![proptest_config(cases(300))]

    /// The format of this library holds everything.
    #[test]
    fn through_json(mut choices in choices()) {
        let puzzle = choices.puzzle();
        let text = write(&puzzle, Format::Json).expect("it holds everything");
        let found = read(&text, ReadOptions::default());
        let found = found.map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
        prop_assert_eq!(found.format, Format::Json);
        prop_assert!(found.notes.is_empty(), "{:?}", found.notes);
        prop_assert_eq!(&found.variant, &puzzle, "{}", text);
    }

    /// What a format holds is the same when it is read, whatever else it may lack.
    #[test]
    fn through_other_formats(mut choices in choices()) {
        let puzzle = choices.sudoku();
        for format in [Format::FPuzzles, Format::FPuzzlesLink, Format::Scl, Format::SclLink, Format::Iss] {
            let Ok(text) = write(&puzzle, format) else { continue };
            let found = read(&text, ReadOptions::default());
            let found = found.map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
            prop_assert_eq!(found.format, format);
            prop_assert_eq!(found.variant.rules().len(), puzzle.rules().len(), "{}", text);
            // The words of both may differ in the order of cells, where it means nothing: then the counts of letters are the same.
            let letters = |rules: Vec<String>| {
                let mut letters: Vec<char> = rules.concat().chars().filter(char::is_ascii_digit).collect();
                letters.sort_unstable();
                letters
            };
            prop_assert_eq!(letters(rules(&found.variant)), letters(rules(&puzzle)), "{}", text);
            for cell in 0..puzzle.shape().len() {
                prop_assert_eq!(found.variant.given(cell), puzzle.given(cell));
            }
        }
    }
}

/// Each kind of rule that a format has a place for is written and read: those that it has none for by itself are listed here.
#[test]
fn kinds_of_each_format() {
    let numbers: Vec<u32> = (0..400_000_u32).map(|number| number.wrapping_mul(2_654_435_761) >> 7).collect();
    let mut choices = Choices { numbers, at: 0 };
    for (format, without) in [
        (
            Format::FPuzzles,
            "global_entropy global_modular anti_taxicab dutch_flatmates doppelganger unknown_regions greater weighted_sum rellik_cage equality_cage lunchbox sum_modulo equal_sums same_values sum_line counts count_distinct count_same run_length hidden_skyscraper numbered_room full_rank tied_rank no_rank_ties value_indexing counting_circles pairs all_pairs automaton any_of all_of doublers",
        ),
        (
            Format::Iss,
            "unknown_regions sum_modulo odd even minimum maximum slow_thermometer clone nabner count_same run_length box_indexer all_of doublers",
        ),
    ] {
        let mut missing = Vec::new();
        for facts in KINDS {
            let is_held = (0..200).any(|_| {
                let mut puzzle = Variant::square(2, 2).expect("small");
                let line = puzzle.shape().row(1);
                let rule = match facts.kind {
                    RuleKind::Sandwich
                    | RuleKind::XSum
                    | RuleKind::Skyscraper
                    | RuleKind::HiddenSkyscraper
                    | RuleKind::NumberedRoom
                    | RuleKind::FullRank
                    | RuleKind::TiedRank => Rule::new(facts.kind, vec![line], vec![2]).ok(),
                    RuleKind::NoDifference | RuleKind::NoRatio | RuleKind::NoPairSum => return true,
                    RuleKind::Sum => Rule::new(facts.kind, vec![vec![1, 6, 11]], vec![7]).ok(),
                    RuleKind::PairSum => Rule::new(facts.kind, vec![vec![0, 1]], vec![5]).ok(),
                    RuleKind::Difference | RuleKind::Ratio => {
                        Rule::new(facts.kind, vec![vec![0, 1]], vec![]).ok()
                    }
                    RuleKind::Greater => Rule::new(facts.kind, vec![vec![0, 1]], vec![]).ok(),
                    _ => choices.rule(&puzzle, facts, 1),
                };
                let Some(rule) = rule.filter(|rule| rule.name().is_none()) else { return false };
                puzzle.add(rule).is_ok() && write(&puzzle, format).is_ok()
            });
            if !is_held {
                missing.push(facts.id);
            }
        }
        assert_eq!(missing.join(" "), without, "{format}");
    }
}
