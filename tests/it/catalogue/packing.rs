//! Items with sizes.

use proptest::prelude::*;
use residua::constraints::{Constraint, bin_packing, bin_packing_capa, knapsack};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term};
use crate::kinds::Kind;

/// The bins of items, and the loads of bins; the sizes of the items; or, in place of the loads, capacities.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    items: Vec<Term>,
    sizes: Vec<i32>,
    loads: Result<Vec<Term>, Vec<i32>>,
}

impl Definition for Packing {
    fn kind(&self) -> Option<Kind> {
        Some(if self.loads.is_ok() { Kind::BinPacking } else { Kind::BinPackingCapa })
    }

    fn terms(&self) -> Vec<Term> {
        self.items.iter().chain(self.loads.iter().flatten()).copied().collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (bins, loads) = values.split_at(self.items.len());
        let count = self.loads.as_ref().map_or_else(Vec::len, Vec::len);
        let mut sums = vec![0; count];
        for (&bin, &size) in bins.iter().zip(&self.sizes) {
            match usize::try_from(bin).ok().and_then(|bin| sums.get_mut(bin)) {
                Some(sum) => *sum += i64::from(size),
                None => return false,
            }
        }
        match &self.loads {
            Ok(_) => sums == loads,
            Err(most) => sums.iter().zip(most).all(|(&sum, &most)| sum <= i64::from(most)),
        }
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (bins, loads) = views.split_at(self.items.len());
        Arc::new(match &self.loads {
            Ok(_) => bin_packing(bins, self.sizes.clone(), loads),
            Err(most) => bin_packing_capa(bins, self.sizes.clone(), most.clone()),
        })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// How often each of some items is packed, what all weighs, and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct Knapsack {
    /// The items, and at the end the weight and the profit of all.
    terms: Vec<Term>,
    factors: Vec<[i32; 2]>,
}

impl Definition for Knapsack {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Knapsack)
    }

    fn terms(&self) -> Vec<Term> {
        self.terms.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        (0..2).all(|at| {
            let packed =
                self.factors.iter().zip(values).map(|(factors, value)| i64::from(factors[at]) * value);
            packed.sum::<i64>() == values[self.factors.len() + at]
        })
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (xs, totals) = views.split_at(self.factors.len());
        let [weights, profits] = [0, 1].map(|at| self.factors.iter().map(move |factors| factors[at]));
        Arc::new(knapsack(weights, profits, xs, totals[0], totals[1]))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

fn knapsacks() -> impl Strategy<Value = Row> {
    let factor = || prop_oneof![3 => 0..=3i32, 1 => -2..=-1i32];
    (prop::collection::vec([factor(), factor()], 0..=3), prop::collection::vec(term(), 5), any::<bool>())
        .prop_map(|(factors, mut terms, is_plain)| {
            if is_plain {
                terms = Term::plain(5);
            }
            terms.truncate(factors.len() + 2);
            Knapsack { terms, factors }.into()
        })
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let items = prop_oneof![
        3 => (0..=3usize).prop_map(Term::plain),
        1 => prop::collection::vec(term(), 0..=3),
    ];
    let plain = |count: usize| -> Vec<Term> {
        (0..count).map(|var| Term { var: var + 2, scale: 1, offset: 0 }).collect()
    };
    let loads = prop_oneof![
        2 => (0..=3usize).prop_map(move |count| Ok(plain(count))),
        1 => prop::collection::vec(term(), 0..=3).prop_map(Ok),
        2 => prop::collection::vec(-1..=6i32, 0..=3).prop_map(Err),
    ];
    let packings =
        (items, prop::collection::vec(0..=3i32, 3), loads).prop_map(|(items, mut sizes, loads)| {
            sizes.truncate(items.len());
            Row::from(Packing { items, sizes, loads })
        });
    prop_oneof![2 => packings, 1 => knapsacks()].boxed()
}
