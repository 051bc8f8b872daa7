//! Implied sums from houses and the sums that lie across them: the innies and outies of a killer Sudoku.
//!
//! A house is an `all_different` of as many variables as values, so that its sum is fixed. Where sums cover a house, or several
//! disjoint ones, but for a few cells, these have the difference of the totals as their sum; and so have the few cells of the sums that
//! lie outside. No single constraint implies that: it is posted to a search that has neither reasons to give nor claims to be checked.
//!
//! The houses are taken alone, and each with those after it that share no variable with it or with each other, one after another: rows
//! with rows. For each such area the sums are chosen that lie within it, those that lie within it for the most part, and all that meet it.
//!
//! | Promise | |
//! |---|---|
//! | Finds | sums of at most five variables, from the areas and choices above |
//! | Cost | O(areas · cells of all sums), stopped after a million words; there are as many areas as houses, times those in a row |
//! | Source | the rule of 45 of killer Sudoku; the difference of covered and covering scopes: Simonis, *Sudoku as a Constraint Problem*, 2005 |

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::constraints::{AllDifferent, Comparator, Constraint, DistinctSum, LinearSum, clause, exact_sum};
use crate::domain::Domain;
use crate::model::implied::different;
use crate::model::{IntVar, IntView, Model};

/// Implied sums of more variables than this are not posted: they remove few values.
const MOST: usize = 5;

/// Models with more variables, or more sums, are not looked at.
const LARGEST: usize = 4096;

/// The most words of sets that are looked at.
const MOST_WORK: usize = 1_000_000;

/// Variables, by number, as bits.
type Cells = SmallVec<[u64; 2]>;

/// Variables with a constant sum.
struct FixedSum {
    cells: Cells,
    count: usize,
    total: i64,
}

/// Which sums are chosen for an area, by how many cells a sum has within it and how many in all.
const CHOICES: [fn(usize, usize) -> bool; 3] =
    [|within, all| within == all, |within, all| 2 * within >= all, |within, _| within > 0];

/// The implied sums, each with the number of one of the sums behind it.
pub(super) fn house_sums(model: &Model) -> Vec<(usize, Box<dyn Constraint>)> {
    let posted = || model.posted.iter().map(|posted| &*posted.constraint);
    let has_houses = posted().any(|constraint| constraint.as_any().is::<AllDifferent>());
    if model.domains.len() > LARGEST || !has_houses {
        return Vec::new();
    }
    let numbered = posted().enumerate().filter_map(|(at, constraint)| Some((at, sum(constraint, model)?)));
    let sums: Vec<(usize, FixedSum)> = numbered.take(LARGEST).collect();
    if sums.is_empty() {
        return Vec::new();
    }
    let all_different = posted().filter_map(|constraint| plain(different(constraint)?, model));
    let different: Vec<Cells> = all_different.take(LARGEST).collect();
    let houses: Vec<FixedSum> = different.iter().filter_map(|cells| house(cells, model)).collect();
    let mut work = 0;
    let mut told: BTreeMap<(Cells, Cells), (usize, i64)> = BTreeMap::new();
    for first in 0..houses.len() {
        let mut area: Cells = SmallVec::from_elem(0, model.domains.len().div_ceil(64));
        let mut total = 0;
        for house in &houses[first..] {
            if meets(&house.cells, &area) {
                continue;
            }
            add(&mut area, &house.cells);
            total += house.total;
            work += 4 * CHOICES.len() * sums.len() * area.len();
            if work > MOST_WORK {
                break;
            }
            let found = CHOICES.into_iter().filter_map(|chosen| difference(&area, total, &sums, chosen));
            told.extend(found);
        }
    }
    let vars: Vec<IntVar> = model.vars().collect();
    let constraint =
        |((plus, minus), (by, total))| (by, constraint((&plus, &minus), total, &vars, &different));
    told.into_iter().map(constraint).collect()
}

fn meets(one: &Cells, other: &Cells) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}

fn add(to: &mut Cells, cells: &Cells) {
    to.iter_mut().zip(cells).for_each(|(word, cells)| *word |= cells);
}

/// The cells of `one` that are not in `other`.
fn without(one: &Cells, other: &Cells) -> Cells {
    one.iter().zip(other).map(|(a, b)| a & !b).collect()
}

fn count(cells: &Cells) -> usize {
    cells.iter().map(|word| word.count_ones() as usize).sum()
}

/// The numbers of the variables.
fn numbers(cells: &Cells) -> impl Iterator<Item = usize> + '_ {
    let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 != 0);
    cells.iter().enumerate().flat_map(move |(at, &word)| bits(word).map(move |bit| 64 * at + bit))
}

/// The variables of these views, if they are distinct, and neither scaled nor shifted.
fn plain(views: &[IntView], model: &Model) -> Option<Cells> {
    let mut cells: Cells = SmallVec::from_elem(0, model.domains.len().div_ceil(64));
    for view in views {
        let (word, bit) = (view.var.index() / 64, view.var.index() % 64);
        let is_new = cells.get(word)? >> bit & 1 == 0;
        if !is_new || view.scale() != 1 || view.offset() != 0 {
            return None;
        }
        cells[word] |= 1 << bit;
    }
    Some(cells)
}

/// The sum, if the constraint is one of distinct variables without factors, and its total.
fn sum(constraint: &dyn Constraint, model: &Model) -> Option<FixedSum> {
    let any = constraint.as_any();
    let of_distinct = any.downcast_ref::<DistinctSum>().map(|distinct| &distinct.sum);
    let LinearSum { terms, comparator, total, .. } = of_distinct.or_else(|| any.downcast_ref())?;
    let cells = plain(terms, model).filter(|_| *comparator == Comparator::Eq)?;
    Some(FixedSum { cells, count: terms.len(), total: *total })
}

/// The sum of a house, if it is one.
fn house(cells: &Cells, model: &Model) -> Option<FixedSum> {
    let count = count(cells);
    let mut values = Domain::empty();
    for cell in numbers(cells) {
        values = values.union(&model.domains[cell]);
        if values.size() > count as u64 {
            return None;
        }
    }
    let total = values.iter().map(i64::from).sum();
    (values.size() == count as u64).then(|| FixedSum { cells: cells.clone(), count, total })
}

/// Cells with a plus, cells with a minus, the number of a sum, and the total.
type Difference = ((Cells, Cells), (usize, i64));

/// The cells that chosen, pairwise disjoint sums have outside of an area, less the cells that they leave open of it; if these are few.
fn difference(
    area: &Cells,
    total: i64,
    sums: &[(usize, FixedSum)],
    chosen: fn(usize, usize) -> bool,
) -> Option<Difference> {
    let mut covered: Cells = SmallVec::from_elem(0, area.len());
    let mut of_sums = 0;
    let mut by = None;
    for (posted, sum) in sums {
        let within: usize = sum.cells.iter().zip(area).map(|(a, b)| (a & b).count_ones() as usize).sum();
        if within == 0 || !chosen(within, sum.count) || meets(&sum.cells, &covered) {
            continue;
        }
        add(&mut covered, &sum.cells);
        of_sums += sum.total;
        by = by.or(Some(*posted));
    }
    let (outside, open) = (without(&covered, area), without(area, &covered));
    (count(&outside) + count(&open) <= MOST).then_some(((outside, open), (by?, of_sums - total)))
}

/// The sum of some cells less that of others.
fn constraint(
    (plus, minus): (&Cells, &Cells),
    total: i64,
    vars: &[IntVar],
    different: &[Cells],
) -> Box<dyn Constraint> {
    let of =
        |cells: &Cells, factor: i32| numbers(cells).map(|cell| vars[cell] * factor).collect::<Vec<IntView>>();
    let (cells, total) = match (count(plus), count(minus)) {
        (0, 0) if total != 0 => return Box::new(clause([])),
        (_, 0) => (plus, total),
        (0, _) => (minus, -total),
        _ => return Box::new(exact_sum([of(plus, 1), of(minus, -1)].concat(), total)),
    };
    let are_different = count(cells) > 1 && different.iter().any(|all| count(&without(cells, all)) == 0);
    let sum = exact_sum(of(cells, 1), total);
    if are_different { Box::new(sum.distinct()) } else { Box::new(sum) }
}
