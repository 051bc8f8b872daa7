//! Native packing constraints of MiniZinc's standard library: bin packing and knapsack.

use residua::constraints::{Constraint, all_of, bin_packing, bin_packing_capa, cumulative, knapsack, le};
use residua::domain::Domain;
use residua::model::IntView;

use crate::arguments::Arguments;
use crate::natives::Meaning;
use crate::translate::Translation;

/// With more equal bins than this, each item becomes a task of duration 1, which starts at the number of its bin.
const MOST_BINS: i64 = 1 << 12;

impl<'a> Translation<'a> {
    /// `None` if there is none with that name.
    pub(super) fn of_packing(&mut self, name: &str, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let (count, meaning): (usize, fn(&mut Self, Arguments<'_, 'a>) -> Meaning) = match name {
            "bin_packing" => (3, Self::bins_alike),
            "bin_packing_load" => (4, |to, given| {
                let (loads, bins) = (to.views(given, 0)?, to.shifted(given, 1, 3)?);
                Ok(bin_packing(bins, to.numbers32(given, 2)?, loads).into_shared())
            }),
            "bin_packing_capa" => (4, |to, given| {
                let (capacities, bins) = (to.numbers32(given, 0)?, to.shifted(given, 1, 3)?);
                Ok(bin_packing_capa(bins, to.numbers32(given, 2)?, capacities).into_shared())
            }),
            "knapsack" => (5, |to, given| {
                let (weights, profits) = (to.numbers32(given, 0)?, to.numbers32(given, 1)?);
                let xs = to.views(given, 2)?;
                let [weight, profit] =
                    [given.int(3, to)?, given.int(4, to)?].map(|total| to.view(total, given.at));
                let (weight, profit) = (weight?, profit?);
                // There, neither a number of items nor a total is negative.
                let counts = xs.iter().chain([&weight, &profit]).map(|&count| le(0, count).into_shared());
                let counts: Vec<_> = counts.collect();
                let packed = knapsack(weights, profits, xs, weight, profit).into_shared();
                Ok(all_of(counts.into_iter().chain([packed])).into_shared())
            }),
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| meaning(self, given)))
    }

    /// `bin_packing(c, bins, sizes)`: the bins are numbers, each of which has room for c.
    fn bins_alike(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (capacity, bins) = (self.number32(given, 0)?, self.views(given, 1)?);
        let sizes = self.numbers32(given, 2)?;
        let domains: Vec<Domain> = bins.iter().map(|bin| bin.domain(self.model.domains())).collect();
        let low = domains.iter().filter_map(Domain::min).min().unwrap_or(0);
        let high = domains.iter().filter_map(Domain::max).max().unwrap_or(0);
        let count = i64::from(high) - i64::from(low) + 1;
        if (1..=MOST_BINS).contains(&count) {
            let bins: Vec<IntView> = bins.into_iter().map(|bin| bin - low).collect();
            return Ok(bin_packing_capa(bins, sizes, vec![capacity; count as usize]).into_shared());
        }
        let durations = vec![1; bins.len()];
        Ok(cumulative(bins, durations, sizes, capacity).into_shared())
    }
}
