//! Bounds rules of the constraints of MiniZinc's standard library that residua implements.

use std::rc::Rc;

use crate::bounds::facts::Facts;
use crate::bounds::interval::{FAR, Interval};
use crate::bounds::rules::{Rule, Term};
use crate::syntax::Value;

impl<'a> Facts<'a> {
    /// Constraints of MiniZinc's library.
    pub(super) fn holds_of_library(&mut self, name: &str, arguments: &[Value<'a>]) -> Option<()> {
        match (name, arguments) {
            ("int_element2d", [row, column, rows, columns, entries, result]) => {
                let within = (self.set(rows)?, self.set(columns)?);
                self.cut(row, within.0)?;
                self.cut(column, within.1)?;
                self.among(entries, result)
            }
            ("if_then_else_int" | "if_then_else_var_int", [_, values, result]) => self.among(values, result),
            ("member_int", [values, one]) => self.among(values, one),
            ("sort", [unsorted, sorted]) => {
                let (terms, results) = (self.array(unsorted)?, self.array(sorted)?);
                self.add(Some(Rule::Among { terms: Rc::clone(&terms), results: Rc::clone(&results) }))?;
                self.add(Some(Rule::Among { terms: results, results: terms }))
            }
            ("all_equal_int", [terms]) => self.chain(terms, |one, next| [(1, one), (-1, next)], 0, true),
            ("increasing_int", [terms]) => self.chain(terms, |one, next| [(1, one), (-1, next)], 0, false),
            ("decreasing_int", [terms]) => self.chain(terms, |one, next| [(-1, one), (1, next)], 0, false),
            ("strictly_increasing_int", [terms]) => {
                self.chain(terms, |one, next| [(1, one), (-1, next)], -1, false)
            }
            ("nvalue", [number, terms]) => {
                let least = i128::from(!self.array(terms)?.is_empty());
                self.count(terms, number, least)
            }
            ("among", [number, terms, _]) | ("count_eq" | "count_eq_par", [terms, _, number]) => {
                self.count(terms, number, 0)
            }
            ("count_geq" | "count_geq_par", [_, _, number]) => self.cut(number, Interval::from(0)),
            ("count_gt" | "count_gt_par", [_, _, number]) => self.cut(number, Interval::from(1)),
            ("count_leq" | "count_leq_par", [terms, _, number]) => {
                let most = self.array(terms)?.len() as i128;
                self.cut(number, Interval::up_to(most))
            }
            ("count_lt" | "count_lt_par", [terms, _, number]) => {
                let most = self.array(terms)?.len() as i128;
                self.cut(number, Interval::up_to(most - 1))
            }
            ("global_cardinality" | "global_cardinality_closed", [terms, values, numbers]) => {
                let most = Interval::new(0, self.array(terms)?.len() as i128);
                self.cut_all(numbers, most)?;
                if name.ends_with("closed") { self.cut_all(terms, self.span(values)?) } else { Some(()) }
            }
            ("global_cardinality_low_up_closed", [terms, values, _, _]) => {
                self.cut_all(terms, self.span(values)?)
            }
            ("arg_max_int" | "arg_min_int" | "arg_max_bool" | "arg_min_bool", [terms, first, index]) => {
                let places = self.places(first, self.array(terms)?.len())?;
                self.cut(index, places)
            }
            ("circuit" | "subcircuit" | "symmetric_all_different", [terms, first]) => {
                self.cut_all(terms, self.places(first, self.array(terms)?.len())?)
            }
            ("inverse", [f, first_f, g, first_g]) => {
                let counts = (self.array(f)?.len(), self.array(g)?.len());
                self.cut_all(f, self.places(first_g, counts.1)?)?;
                self.cut_all(g, self.places(first_f, counts.0)?)
            }
            ("bin_packing_load", [loads, bins, sizes, first]) => {
                self.cut_all(bins, self.places(first, self.array(loads)?.len())?)?;
                let most = self.array(sizes)?.iter().map(|&size| self.intervals.of(size).high.max(0)).sum();
                self.cut_all(loads, Interval::new(0, i128::min(most, FAR)))
            }
            ("knapsack", [weights, profits, terms, weight, profit]) => {
                self.linear(weights, terms, weight, (1, 0), true)?;
                self.linear(profits, terms, profit, (1, 0), true)
            }
            ("regular", [terms, _, symbols, ..]) => {
                self.cut_all(terms, Interval::new(1, self.number(symbols)?))
            }
            ("table_int", [terms, cells]) => {
                let (terms, cells) = (self.array(terms)?, self.array(cells)?);
                for (at, &term) in terms.iter().enumerate() {
                    let column = cells.iter().skip(at).step_by(terms.len());
                    let values = column.map(|&cell| self.intervals.of(cell));
                    let hull = values.fold(Interval::new(1, 0), Interval::hull);
                    self.intervals.cut(term, hull);
                }
                Some(())
            }
            _ => None,
        }
    }

    fn cut_all(&mut self, values: &Value<'a>, within: Interval) -> Option<()> {
        self.array(values)?.iter().for_each(|&term| self.intervals.cut(term, within));
        Some(())
    }

    /// The index range of an array of `count` elements, from the first index on.
    fn places(&self, first: &Value<'a>, count: usize) -> Option<Interval> {
        let first = i128::from(self.number(first)?);
        Some(Interval::new(first, first + count as i128 - 1))
    }

    /// From the least of an array to its greatest.
    fn span(&self, values: &Value<'a>) -> Option<Interval> {
        let values = self.array(values)?;
        Some(values.iter().map(|&value| self.intervals.of(value)).fold(Interval::new(1, 0), Interval::hull))
    }

    fn count(&mut self, terms: &Value<'a>, number: &Value<'a>, least: i128) -> Option<()> {
        let most = self.array(terms)?.len() as i128;
        self.cut(number, Interval::new(least, most))
    }

    /// The sum of each term and the next one, with factors.
    fn chain(
        &mut self,
        terms: &Value<'a>,
        factors: fn(Term, Term) -> [(i64, Term); 2],
        total: i128,
        is_equal: bool,
    ) -> Option<()> {
        let terms = self.array(terms)?;
        for pair in terms.windows(2) {
            self.sum_of(factors(pair[0], pair[1]).to_vec(), total, is_equal)?;
        }
        Some(())
    }
}
