//! A rule with the variables of its cells, which is stated as constraints.

use std::sync::Arc;

use residua::constraints::{Condition, Constraint, Expr, any_of, exact_sum, pair_table, sum};
use residua::model::{IntVar, IntView};

use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// A rule and the variables of the puzzle.
#[derive(Clone, Copy)]
pub(super) struct Stated<'a> {
    pub(super) puzzle: &'a Variant,
    pub(super) rule: &'a Rule,
    vars: &'a Vars,
}

/// The variables of a puzzle, and which differ.
pub(super) struct Vars {
    /// By cell.
    pub(super) digits: Vec<Option<IntVar>>,
    /// By cell: 1 where a cell counts twice in sums. Empty in puzzles where none does.
    pub(super) doubled: Vec<Option<IntVar>>,
    /// By cell: the rules, by number, that say that it differs from the other cells of its group there.
    pub(super) differing: Vec<Vec<usize>>,
}

/// The rules by which the cells of a group differ, by cell.
pub(super) fn differing(puzzle: &Variant) -> Vec<Vec<usize>> {
    let mut by_cell = vec![Vec::new(); puzzle.shape().len()];
    let kinds = [K::AllDifferent, K::Cage, K::RellikCage, K::Renban, K::Lunchbox, K::EqualityCage];
    for (number, rule) in puzzle.rules().iter().enumerate().filter(|(_, rule)| kinds.contains(&rule.kind())) {
        rule.groups()[0].iter().for_each(|&cell| by_cell[cell].push(number));
    }
    by_cell
}

/// A part of a rule, as a constraint.
pub(super) struct Part {
    /// The cells that it is about, if these are not all of the rule's.
    pub(super) cells: Option<Vec<usize>>,
    pub(super) constraint: Arc<dyn Constraint>,
}

impl<'a> Stated<'a> {
    pub(super) fn new(puzzle: &'a Variant, rule: &'a Rule, vars: &'a Vars) -> Self {
        Stated { puzzle, rule, vars }
    }

    /// Another rule with the same variables.
    pub(super) fn of(self, rule: &'a Rule) -> Stated<'a> {
        Stated { rule, ..self }
    }

    pub(super) fn digit(&self, cell: usize) -> IntVar {
        self.vars.digits[cell].expect("invariant: rules are about cells of the puzzle")
    }

    /// Whether a cell counts twice, as 0 or 1; `None` in puzzles where none does.
    pub(super) fn doubled(&self, cell: usize) -> Option<IntVar> {
        self.vars.doubled.get(cell).copied().flatten()
    }

    pub(super) fn digits(&self, cells: &[usize]) -> Vec<IntVar> {
        cells.iter().map(|&cell| self.digit(cell)).collect()
    }

    /// The cells of the first group.
    pub(super) fn cells(&self) -> &'a [usize] {
        &self.rule.groups()[0]
    }

    /// The digits of the first group.
    pub(super) fn line(&self) -> Vec<IntVar> {
        self.digits(self.cells())
    }

    /// What a cell counts in sums.
    pub(super) fn value(&self, cell: usize) -> Expr {
        let digit = self.digit(cell);
        self.doubled(cell).map_or_else(|| digit.into(), |doubled| digit * (doubled + 1))
    }

    pub(super) fn sum(&self, cells: &[usize]) -> Expr {
        sum(cells.iter().map(|&cell| self.value(cell)))
    }

    /// Whether the rules of the puzzle say that these cells differ pairwise.
    pub(super) fn differ(&self, cells: &[usize]) -> bool {
        let differing = |a: usize, b: usize| {
            let of_b = &self.vars.differing[b];
            a != b && self.vars.differing[a].iter().any(|rule| of_b.contains(rule))
        };
        (0..cells.len()).all(|at| cells[..at].iter().all(|&other| differing(other, cells[at])))
    }

    /// A constraint on the sum of some cells.
    pub(super) fn has_sum(&self, cells: &[usize], total: i64) -> Arc<dyn Constraint> {
        if self.is_doubling() {
            return self.sum(cells).eq(total).into_shared();
        }
        let sum = exact_sum(self.digits(cells), total);
        if self.differ(cells) { sum.distinct().into_shared() } else { sum.into_shared() }
    }

    /// A constraint that two lists of cells have the same sum; the first is a number of a digit a cell if `is_number`.
    ///
    /// Where digits are positive and those of each list differ, the digits of the one and the negative ones of the other all differ; and so
    /// do the tens and the units of a number.
    pub(super) fn have_same_sum(
        &self,
        one: &[usize],
        other: &[usize],
        is_number: bool,
    ) -> Arc<dyn Constraint> {
        let by = if is_number { 10 } else { 1 };
        let places = std::iter::successors(Some(1_i32), |place| Some(place.saturating_mul(by)));
        let places: Vec<(i32, usize)> = places.zip(one.iter().rev().copied()).collect();
        let is_one_digit = !is_number || one.len() == 1;
        if self.is_doubling() {
            let digit = |cell| if is_one_digit { self.value(cell) } else { self.digit(cell).into() };
            let value = |(place, cell): (i32, usize)| digit(cell) * place;
            return (sum(places.into_iter().map(value)) - self.sum(other)).eq(0).into_shared();
        }
        let terms = places.into_iter().map(|(place, cell)| self.digit(cell) * -place);
        let sum = exact_sum(self.digits(other).into_iter().map(IntView::from).chain(terms), 0);
        let digits = self.puzzle.shape().digits();
        let is_apart = *digits.start() > 0 && (is_one_digit || *digits.end() <= 9);
        let differ = is_apart && self.differ(one) && self.differ(other);
        if differ { sum.distinct().into_shared() } else { sum.into_shared() }
    }

    /// Whether some cells count twice in sums.
    pub(super) fn is_doubling(&self) -> bool {
        !self.vars.doubled.is_empty()
    }

    /// A table of the pairs of digits that two cells may have.
    pub(super) fn pair(&self, [a, b]: [usize; 2], allows: impl Fn(i64, i64) -> bool) -> Part {
        let digits = self.puzzle.shape().digits();
        let table = pair_table((self.digit(a), digits.clone()), (self.digit(b), digits), |a, b| {
            allows(i64::from(a), i64::from(b))
        });
        part(&[a, b], table)
    }
}

/// A constraint that is a whole rule.
pub(super) fn whole(constraint: impl Constraint + 'static) -> Vec<Part> {
    vec![Part { cells: None, constraint: constraint.into_shared() }]
}

/// A constraint that is about some cells of a rule.
pub(super) fn part(cells: &[usize], constraint: impl Constraint + 'static) -> Part {
    Part { cells: Some(cells.to_vec()), constraint: constraint.into_shared() }
}

/// What no digits keep to.
pub(super) fn impossible() -> Vec<Part> {
    whole(any_of(Vec::<Condition>::new()))
}
