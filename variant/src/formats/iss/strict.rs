//! What is said of neighbours without a mark: `.StrictKropki` and `.StrictXV`.

use residua_sudoku::ParseError;

use crate::formats::found::unfit;
use crate::formats::houses::unmarked_pairs;
use crate::formats::iss::item::Item;
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::{Rule, RuleError};

/// The rules of such a class: what pairs of neighbours are not, if no rule of these kinds marks them.
pub(super) struct Strict {
    class: &'static str,
    marks: &'static [RuleKind],
    forbidden: &'static [(RuleKind, &'static [i64])],
}

const STRICT: &[Strict] = &[
    Strict {
        class: "StrictKropki",
        marks: &[RuleKind::Difference, RuleKind::Ratio],
        forbidden: &[(RuleKind::NoDifference, &[1]), (RuleKind::NoRatio, &[2])],
    },
    Strict { class: "StrictXV", marks: &[RuleKind::PairSum], forbidden: &[(RuleKind::NoPairSum, &[5, 10])] },
];

/// The one of that class.
pub(super) fn of_class(class: &str) -> Option<&'static Strict> {
    STRICT.iter().find(|strict| strict.class == class)
}

/// The class that a rule is a part of.
pub(super) fn of_rule(rule: &Rule) -> Option<&'static str> {
    let has = |strict: &&Strict| strict.forbidden.contains(&(rule.kind(), rule.numbers()));
    STRICT.iter().find(has).map(|strict| strict.class)
}

/// Adds the rules of an item, after all marks.
pub(super) fn add(strict: &Strict, item: &Item, puzzle: &mut Variant) -> Result<(), ParseError> {
    if puzzle.rules().iter().any(|rule| has_mark(rule.parts(), strict.marks)) {
        return Err(item.class.unfit("no mark that is one of several possibilities"));
    }
    let marks = puzzle.rules().iter().filter(|rule| strict.marks.contains(&rule.kind()));
    let marked = marks.filter_map(|rule| <[usize; 2]>::try_from(rule.groups()[0].as_slice()).ok());
    let pairs = unmarked_pairs(puzzle.shape(), marked);
    if pairs.is_empty() {
        return Ok(());
    }
    let groups: Vec<Vec<usize>> = pairs.into_iter().map(Vec::from).collect();
    let mut add = |kind: RuleKind, numbers: &[i64]| -> Result<(), RuleError> {
        puzzle.add(Rule::new(kind, groups.clone(), numbers.to_vec())?)
    };
    let mut each = strict.forbidden.iter();
    each.try_for_each(|(kind, numbers)| add(*kind, numbers)).map_err(|error| unfit(item.class.at, &error))
}

fn has_mark(rules: &[Rule], kinds: &[RuleKind]) -> bool {
    rules.iter().any(|rule| kinds.contains(&rule.kind()) || has_mark(rule.parts(), kinds))
}
